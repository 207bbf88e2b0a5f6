//! Shows the history of a question of the start page, in a kernel of the atlas; writes the chosen step of a history to
//! addresses, and reads it from them.

use model::address::{Address, Role, Source};
use model::views::View;

use super::{AtlasLook, Glimpse};
use crate::msg::{LinkMsg, Overlay};
use crate::out::Out;

/// Follows an address as a link.
pub(super) fn open(address: Address) -> Vec<Out> {
    vec![LinkMsg::Follow(address.to_fragment()).into()]
}

impl AtlasLook {
    /// Shows the history of a question of the start page. Opens the kernel in which the answer can be shown
    /// ([`Answer::shown_in`](model::atlas::Answer::shown_in)), with its view History. Waits for the answer if it is not
    /// there yet.
    pub(super) fn show_history(&mut self, question: String) -> Vec<Out> {
        self.awaited = None;
        let Glimpse::Answer(answer) = self.start_answer() else {
            return self.await_answer(question);
        };
        if answer.question != question {
            return self.await_answer(question);
        }
        match answer.shown_in.clone() {
            Some(at) => {
                (self.folded, self.split) = (true, at.is_split);
                open(Address {
                    files: vec![(Role::Main, Source::Atlas(at.kernel))],
                    type_name: at.type_name,
                    kind: at.kind,
                    member: at.member,
                    view: View::History,
                    ..Address::default()
                })
            }
            // No kernel can be opened for the question. The panel lists the modules that have the name, beside the
            // history.
            None if answer.has_history() => {
                self.ask_about(question);
                vec![Out::Overlay(Overlay::Atlas)]
            }
            None => vec![],
        }
    }

    fn await_answer(&mut self, question: String) -> Vec<Out> {
        if self.text.trim() != question {
            self.text.clone_from(&question);
        }
        self.chosen = None;
        (self.folded, self.glance.whole) = (true, true);
        self.awaited = Some(question);
        vec![]
    }

    /// Called after an answer came. If it is the answer that the person awaits, shows the history of its question.
    pub(crate) fn awaited_came(&mut self) -> Vec<Out> {
        let came =
            matches!(self.start_answer(), Glimpse::Answer(answer) if Some(&answer.question) == self.awaited.as_ref());
        match self.awaited.take_if(|_| came) {
            Some(question) => self.show_history(question),
            None => vec![],
        }
    }

    /// The chosen step, as an address has it; while the history is awaited, the step that a link names. Empty if no
    /// step is chosen, or if it is in the history of another atlas than the first.
    pub(crate) fn step_to_link(&self) -> String {
        let chosen = || {
            let (before, after) = self.side.filter(|side| side.0 == 0).map(|side| (side.1, side.2))?;
            let kernels = &self.in_view()?.kernels;
            let name = |at: u32| kernels.get(at as usize).map(|kernel| kernel.name.as_str());
            Some(match before.and_then(name) {
                Some(before) => format!("{before}..{}", name(after)?),
                None => name(after)?.to_owned(),
            })
        };
        self.linked_step.clone().or_else(chosen).unwrap_or_default()
    }

    /// Chooses the step that a link names, as soon as the history is there. A step with a kernel that the history does
    /// not have is ignored.
    pub(crate) fn choose_linked_step(&mut self, text: &str) {
        self.linked_step = Some(text.to_owned());
    }

    pub(super) fn choose_step(&mut self) {
        let Some(kernels) = self.in_view().map(|past| &past.kernels) else { return };
        let at = |name: &str| kernels.iter().position(|kernel| kernel.name == name).map(|at| at as u32);
        let side = self.linked_step.as_ref().and_then(|text| match text.split_once("..") {
            Some((before, after)) => Some((0, Some(at(before)?), at(after)?)),
            None => Some((0, None, at(text)?)),
        });
        self.linked_step = None;
        self.side = side.or(self.side);
    }
}
