//! Programs: what is picked, and what the desk says of it.

use std::rc::Rc;

use desk::FileId;
use desk::Problem;
use desk::{Job, ReadFunction};
use model::kind::FileKind;
use model::program::{FunctionModel, Goes, Overview};

use super::{Effect, Session, Way};
use crate::file::OpenFile;
use crate::look::program::Picked;

/// What happens in Programs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProgramMsg {
    /// Show programs instead of types, or types again.
    Show(bool),
    /// Pick a function, by its place.
    Function(usize),
    /// Move in the list of functions; behind them are maps and globals, and the graph of calls.
    ListStep(i64),
    /// Narrow the list of functions by words.
    Filter(String),
    /// Pick maps and globals.
    Data,
    /// Pick an instruction of the function, by its slot.
    Slot(u32),
    /// Move from instruction to instruction.
    Step(i64),
    /// Show the loader's view, or the code.
    AsLoaded(bool),
    /// Follow a note.
    Go(Goes),
    /// Follow the jump or the first note of the picked instruction.
    Follow,
}

impl Session {
    /// The program that is shown, if programs are.
    pub fn program(&self) -> Option<&OpenFile> {
        self.file().filter(|f| f.kind == FileKind::Program && f.look.program.shown)
    }

    pub(super) fn program_msg(&mut self, msg: ProgramMsg, effects: &mut Vec<Effect>) {
        let Some(file) = self.file_mut().filter(|f| f.kind == FileKind::Program) else { return };
        let look = &mut file.look.program;
        match msg {
            ProgramMsg::Show(on) => {
                look.shown = on;
                file.look.core.shown = false;
                if on {
                    // Not those of the relocation that was read before.
                    file.look.byte = None;
                }
                self.changes.shown = false;
                self.ask_program(effects);
                self.show_address(Way::Push, effects);
            }
            ProgramMsg::Function(index) => self.pick(Picked::Function(index, None), Way::Push, effects),
            ProgramMsg::Filter(text) => look.filter = text,
            ProgramMsg::ListStep(delta) => {
                let rows = look.listed();
                let count = rows.len();
                let at = match &look.picked {
                    Some(Picked::Function(index, _)) => rows.iter().position(|row| row == index),
                    Some(Picked::Data(_)) => Some(count),
                    Some(Picked::Calls) => Some(count + 1),
                    None => Some(0),
                };
                // One that is filtered away is left for the first that is not.
                let to = at.map_or(0, |at| (at as i64).saturating_add(delta).clamp(0, count as i64 + 1) as usize);
                let picked = match to.checked_sub(count) {
                    None => Picked::Function(rows.get(to).copied().unwrap_or_default(), None),
                    Some(0) => Picked::Data(None),
                    Some(_) => Picked::Calls,
                };
                self.pick(picked, Way::Replace, effects);
            }
            ProgramMsg::Data => self.pick(Picked::Data(None), Way::Push, effects),
            ProgramMsg::Slot(slot) => self.pick_slot(slot, Way::Replace, effects),
            ProgramMsg::Step(delta) => {
                if let Some(slot) = look.step(delta) {
                    self.pick_slot(slot, Way::Replace, effects);
                }
            }
            ProgramMsg::AsLoaded(on) => look.as_loaded = on,
            ProgramMsg::Go(goes) => self.follow_note(goes, effects),
            ProgramMsg::Follow => {
                let insn = look.insn();
                let jump = insn.and_then(|insn| insn.jump).map(Goes::Slot);
                let note =
                    insn.and_then(|insn| insn.notes.iter().find_map(|n| n.type_id.map(Goes::Type).or(n.goes.clone())));
                if let Some(goes) = jump.or(note) {
                    self.follow_note(goes, effects);
                }
            }
        }
    }

    /// Back to types.
    pub(super) fn leave_programs(&mut self, effects: &mut Vec<Effect>) {
        if let Some(file) = self.file_mut()
            && (std::mem::take(&mut file.look.program.shown)
                | std::mem::take(&mut file.look.core.shown)
                | std::mem::take(&mut file.look.lists.shown))
        {
            self.show_address(Way::Push, effects);
        }
    }

    pub(super) fn follow_note(&mut self, goes: Goes, effects: &mut Vec<Effect>) {
        match goes {
            Goes::Slot(slot) => self.pick_slot(slot, Way::Push, effects),
            Goes::Function(index) => self.pick(Picked::Function(index, None), Way::Push, effects),
            Goes::Data(name) => self.pick(Picked::Data(Some(name)), Way::Push, effects),
            Goes::Type(id) => self.go_to(id, model::path::Path::root(), Way::Push, effects),
            Goes::Core(index) => self.pick_relocation(index, Way::Push, effects),
        }
    }

    fn pick_slot(&mut self, slot: u32, way: Way, effects: &mut Vec<Effect>) {
        let Some(Picked::Function(index, _)) = self.file().and_then(|f| f.look.program.picked.clone()) else { return };
        self.pick(Picked::Function(index, Some(slot)), way, effects);
    }

    pub(super) fn pick(&mut self, picked: Picked, way: Way, effects: &mut Vec<Effect>) {
        let Some(file) = self.file_mut() else { return };
        let look = &mut file.look.program;
        look.shown = true;
        look.picked = Some(picked);
        file.look.core.shown = false;
        file.look.byte = None;
        self.ask_program(effects);
        self.show_address(way, effects);
    }

    /// Asks for what is shown and not there yet.
    pub(super) fn ask_program(&mut self, effects: &mut Vec<Effect>) {
        let Some(file) = self.file_mut().filter(|f| f.kind == FileKind::Program && f.look.program.shown) else {
            return;
        };
        let id = file.id;
        let look = &file.look.program;
        match (&look.overview, &look.picked) {
            (None, _) if look.problem.is_none() => effects.push(Effect::Ask(Job::Program(id))),
            (Some(_), Some(Picked::Function(index, _))) if look.model().is_none() => {
                effects.push(Effect::Ask(Job::Function(ReadFunction { file: id, index: *index })));
            }
            _ => {}
        }
    }

    pub(super) fn program_listed(&mut self, id: FileId, overview: Overview, effects: &mut Vec<Effect>) {
        let Some(file) = self.files.iter_mut().find(|f| f.id == id) else { return };
        for what in &overview.problems {
            let message = format!("{what}. What can be read is shown.");
            let problem = Problem { file: file.name.clone(), message, expected: None, found: None, at: None, go: None };
            if !self.problems.contains(&problem) {
                self.problems.push(problem);
            }
        }
        let look = &mut file.look.program;
        look.overview = Some(Rc::new(overview));
        look.problem = None;
        if look.picked.is_none() {
            let wanted = look.wanted.take().unwrap_or_default();
            look.picked = look.find(&wanted);
        }
        if self.current == Some(id) {
            self.ask_program(effects);
            self.show_address(Way::Replace, effects);
        }
    }

    pub(super) fn function_read(&mut self, id: FileId, model: FunctionModel) {
        if let Some(file) = self.files.iter_mut().find(|f| f.id == id) {
            file.look.program.function = Some(Rc::new(model));
        }
    }

    pub(super) fn program_unread(&mut self, id: FileId, problem: Problem) {
        if let Some(file) = self.files.iter_mut().find(|f| f.id == id) {
            file.look.program.problem = Some(problem.message);
        }
    }

    /// Shows what an address says of a program.
    pub(super) fn show_program(&mut self, key: &str, effects: &mut Vec<Effect>) {
        let Some(file) = self.file_mut().filter(|f| f.kind == FileKind::Program) else { return };
        let look = &mut file.look.program;
        look.shown = !key.is_empty();
        if !look.shown {
            return;
        }
        match look.find(key) {
            Some(picked) => look.picked = Some(picked),
            None => look.wanted = Some(key.to_owned()),
        }
        self.ask_program(effects);
    }
}
