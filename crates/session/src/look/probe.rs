//! The result of a CO-RE access to the selected member, on each open kernel.

use desk::{AskCore, AskProbe, FileId, Problem};
use model::relocations::probe::Probe;

use crate::Session;
use crate::ask::Ask;
use crate::feature::{Feature, NoMsg};
use crate::out::Out;
use crate::receive::Receives;
use crate::seen::Seen;

/// The last question about an access, and its answer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Probed {
    ask: Ask<AskProbe, Option<Probe>>,
}

impl Probed {
    /// The last result, which may be for the member that was selected before ([`is_current`](Self::is_current)).
    pub fn probe(&self) -> Option<&Probe> {
        self.ask.last()?.as_ref().as_ref()
    }

    /// The kernels of the result. The first row is about the current file; each further row is about one of these
    /// kernels, in this order.
    pub fn kernels(&self) -> &[FileId] {
        self.ask.answered().map(|ask| ask.on.kernels.as_slice()).unwrap_or_default()
    }

    /// Whether the result is for the member that was asked about last.
    pub fn is_current(&self) -> bool {
        self.ask.answer().is_some()
    }
}

impl Feature for Probed {
    type Msg = NoMsg;
    type Reads<'a> = &'a Seen;

    fn update(&mut self, msg: NoMsg, _: &Seen) -> Vec<Out> {
        match msg {}
    }

    /// Asks about the selected member while the inspector shows it. The previous result stays until the answer, if it
    /// is for the same type.
    fn reconcile(&mut self, seen: &Seen) -> Vec<Out> {
        let shown = seen.screen().has_type();
        let selection = seen.selection().filter(|s| shown && !s.path.is_root());
        let Some((selection, file)) = selection.zip(seen.current()) else { return vec![] };
        let (root, path) = (selection.id, selection.path.clone());
        if self.ask.asked().is_some_and(|ask| ask.root != root || ask.on.file != file) {
            self.ask.forget();
        }
        let ask = AskProbe { on: AskCore { file, kernels: seen.kernels() }, root, path };
        self.ask.want(ask).map(Out::ask).into_iter().collect()
    }
}

impl Receives<AskProbe> for Session {
    fn receive(&mut self, ask: AskProbe, result: Result<Box<Option<Probe>>, Problem>) {
        // A failure is not shown: the inspector keeps the result before, if it is for the same type.
        self.probed.ask.receive(&ask, result.map(|found| *found));
    }
}
