//! What a CO-RE access to the member selected in the Tree would be.

use desk::{AskCore, AskProbe, FileId, Problem};
use model::relocations::probe::Probe;
use model::views::View;

use crate::ask::Ask;
use crate::hear::Hears;
use crate::state::Out;
use crate::{Effect, Session};

/// What was asked of the access, and what the desk said.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Probed {
    ask: Ask<AskProbe, Option<Probe>>,
}

impl Probed {
    /// What the desk said last of a member of this type.
    pub fn probe(&self) -> Option<&Probe> {
        self.ask.last()?.as_ref().as_ref()
    }

    /// The kernels of its rows.
    pub fn kernels(&self) -> &[FileId] {
        self.ask.answered().map(|ask| ask.on.kernels.as_slice()).unwrap_or_default()
    }

    /// Whether that is of the member that is selected now.
    pub fn is_current(&self) -> bool {
        self.ask.answer().is_some()
    }

    /// Asks about the selected member, when that is what is shown. What is known is shown until the next is: of the same type.
    pub(crate) fn reconcile(&mut self, session: &Session) -> Vec<Out> {
        let shown = session.view() == View::Tree && session.core().is_none() && session.program().is_none();
        let selection = session.selection().filter(|s| shown && !s.path.is_root());
        let Some((selection, file)) = selection.zip(session.current()) else { return vec![] };
        let (root, path) = (selection.id, selection.path.clone());
        if self.ask.asked().is_some_and(|ask| ask.root != root || ask.on.file != file) {
            self.ask.forget();
        }
        let ask = AskProbe { on: AskCore { file, kernels: session.kernels() }, root, path };
        self.ask.want(ask).map(Out::ask).into_iter().collect()
    }

    /// The desk's answer.
    #[inline(never)]
    pub(crate) fn answered(&mut self, ask: &AskProbe, probe: Option<Probe>) {
        self.ask.take(ask, probe);
    }

    /// The desk has none: the Tree shows what it knows itself.
    #[inline(never)]
    pub(crate) fn failed(&mut self, ask: &AskProbe, why: String) {
        self.ask.fail(ask, why);
    }
}

impl Hears<AskProbe> for Session {
    fn heard(&mut self, ask: AskProbe, said: Result<Box<Option<Probe>>, Problem>, _: &mut Vec<Effect>) {
        match said {
            Ok(found) => self.probed.answered(&ask, *found),
            Err(problem) => self.probed.failed(&ask, problem.message),
        }
    }
}
