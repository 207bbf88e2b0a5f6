//! Moves the members of a struct in the pad: by a drag, by keys, or to the order with the fewest bytes.
//!
//! The desk puts the declarations into the new order. Then the editor replaces its text as if the person had typed
//! it, so that its own Undo works, and reports the text as [`PadMsg::Edit`](super::PadMsg::Edit). A whole drag is one
//! step of Undo.

use btf::TypeId;
use desk::{OrderPad, OrderedPad, Problem};
use model::pad::PadOrder;
use model::path;
use model::table::table_type;

use super::Pad;
use crate::Session;
use crate::ask::Ask;
use crate::msg::{Effect, PadEdit, ScrubMsg};
use crate::out::Out;
use crate::receive::Receives;
use crate::seen::Seen;

/// The state of moving members: the question that waits, the drag, the sentence to show.
#[derive(Clone, Debug, Default)]
pub(super) struct Scrub {
    wanted: Option<OrderPad>,
    turn: u32,
    /// The turn of the last question that was answered.
    answered: u32,
    /// By how many declarations the selected member must still be moved: keys may be faster than the desk.
    steps: i32,
    ask: Ask<u32, ()>,
    drag: Option<Drag>,
    says: String,
    /// The source that `says` is about.
    of: String,
}

/// A drag that has not ended.
#[derive(Clone, Debug)]
struct Drag {
    /// The source at the beginning of the drag.
    from: String,
    /// Whether the editor's text has another order than at the beginning.
    moved: bool,
}

impl Pad {
    /// A sentence or two after the last move: the bytes, lost bytes and cache lines of the struct, or why nothing
    /// moved. Empty after the source was edited.
    pub fn moved(&self) -> &str {
        &self.scrub.says
    }

    /// Whether the source declares this member, so that it may be moved.
    pub fn declares(&self, of: TypeId, member: u32) -> bool {
        !self.target.bytes && self.places.iter().any(|p| p.id == of && p.item == Some(member))
    }

    /// Whether the source declares a member of this type.
    pub fn declares_members(&self, of: TypeId) -> bool {
        !self.target.bytes && self.places.iter().any(|p| p.id == of && p.item.is_some())
    }

    /// The source was edited. The sentence about the last move stays only if the edit is that move itself.
    pub(super) fn edited(&mut self, text: &str) {
        if self.scrub.of != text {
            self.scrub.says.clear();
        }
    }

    pub(super) fn scrub(&mut self, msg: ScrubMsg, seen: &Seen) -> Vec<Out> {
        let moves = match msg {
            ScrubMsg::Drag(..) | ScrubMsg::Step(_) | ScrubMsg::Smallest => true,
            ScrubMsg::Undo(_) | ScrubMsg::Drop => false,
        };
        if moves && self.stale {
            // Moves that wait would be carried out later, when the person has forgotten them.
            self.scrub.says = "Correct the source first.".to_owned();
            return vec![];
        }
        match msg {
            ScrubMsg::Undo(redo) => return vec![Effect::EditPad(PadEdit::Undo(redo)).into()],
            ScrubMsg::Drop => self.scrub.drag = None,
            ScrubMsg::Drag(of, member, to) => {
                if self.scrub.drag.is_none() {
                    if !self.is_current() {
                        return vec![];
                    }
                    self.scrub.drag = Some(Drag { from: self.text.clone(), moved: false });
                }
                self.order(PadOrder::To(of, member, to));
            }
            ScrubMsg::Step(by) => self.scrub.steps = self.scrub.steps.saturating_add(by),
            ScrubMsg::Smallest => {
                let of = seen.pad_file().and_then(|f| Some(table_type(&f.btf, f.look.selection.as_ref()?.id)));
                if let Some(of) = of.filter(|_| self.is_current()) {
                    self.scrub.drag = None;
                    self.order(PadOrder::Smallest(of));
                }
            }
        }
        vec![]
    }

    fn order(&mut self, order: PadOrder) {
        // The person works on the selected member, so it stays selected by its name and not by its line.
        self.stand_in = None;
        let text = self.scrub.drag.as_ref().map_or(&self.text, |drag| &drag.from).clone();
        self.scrub.turn = self.scrub.ask.again(self.scrub.turn + 1);
        self.scrub.wanted = Some(OrderPad { turn: self.scrub.turn, text, target: self.target, order });
    }

    /// The question to send: the one that waits, or one for the waiting steps as soon as the desk has answered.
    pub(super) fn wanted_order(&mut self, seen: &Seen) -> Option<Out> {
        let idle = self.scrub.answered == self.scrub.turn && self.scrub.drag.is_none();
        if self.scrub.steps != 0 && idle && self.is_current() {
            let by = std::mem::take(&mut self.scrub.steps);
            let selected = seen.pad_file().and_then(|file| {
                let selection = file.look.selection.as_ref()?;
                let step = path::walk(&file.btf, selection.id, &selection.path)?.pop()?;
                Some((step.parent.id(), step.item.index))
            });
            match selected {
                Some((of, member)) => self.order(PadOrder::By(of, member, by)),
                None => self.scrub.says = "Select a member first.".to_owned(),
            }
        }
        self.scrub.wanted.take().map(Out::ask)
    }

    /// Takes the source in a new order.
    fn ordered(&mut self, turn: u32, result: Result<OrderedPad, Problem>) -> Vec<Out> {
        self.scrub.answered = self.scrub.answered.max(turn);
        let found = match result {
            Ok(found) if self.scrub.ask.take(&turn, ()) => found,
            Err(problem) if self.scrub.ask.fail(&turn, String::new()) => {
                self.scrub.says = problem.message;
                return vec![];
            }
            Ok(_) | Err(_) => return vec![],
        };
        self.scrub.says = found.says;
        self.scrub.of.clone_from(&found.text);
        let again = self.scrub.drag.as_ref().is_some_and(|drag| drag.moved);
        if found.text == self.text {
            return vec![];
        }
        if let Some(drag) = &mut self.scrub.drag {
            drag.moved = found.text != drag.from;
        }
        let edit = PadEdit::Replace { from: self.text.clone(), to: found.text, again };
        vec![Effect::EditPad(edit).into()]
    }
}

impl Receives<OrderPad> for Session {
    fn receive(&mut self, ask: OrderPad, result: Result<OrderedPad, Problem>) {
        let out = self.pad.ordered(ask.turn, result);
        self.apply_out(out);
    }
}
