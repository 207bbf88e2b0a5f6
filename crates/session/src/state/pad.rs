//! The scratch pad: what is typed goes to the desk, and what comes back takes the place of the pad's file.
//!
//! The source is part of the address, as types are of links that carry them; nothing else keeps it, and a pad whose file was
//! closed has it until the page goes.

use std::sync::Arc;

use btf::{Btf, TypeId};
use desk::Problem;
use desk::{Carried, CompilePad, CompiledPad, Job, PadSource};
use desk::{FileId, FileInput};
use model::address::{Address, Source};
use model::pad::{NAME, PadTarget};
use model::path;
use model::path::Path;

use super::link::find_type;
use super::{Effect, Msg, Session, Wanted, Way};
use crate::file::OpenFile;

/// What happens in the pad.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PadMsg {
    /// The source is this now.
    Edit(String),
    /// Compile for this.
    Target(PadTarget),
    /// Show what is declared on this line, from 1.
    Line(u32),
    /// Save the blob.
    SaveBlob,
    /// Save the source.
    SaveSource,
}

/// Where a session is with its pad.
#[derive(Debug, Default)]
pub(super) struct PadState {
    /// The pad's file, when it is open.
    file: Option<FileId>,
    /// The person asked for the pad: what comes is shown.
    opening: bool,
    /// What the person selected.
    keep: Option<Address>,
    /// That is gone, and this stands in for it until it is back.
    stand_in: Option<TypeId>,
    /// The line where what is selected was declared.
    line: Option<u32>,
}

impl Session {
    /// The file of the pad, when it is what is shown.
    pub fn pad_file(&self) -> Option<&OpenFile> {
        self.file().filter(|f| f.pad.is_some())
    }

    /// The line of the source where the selection is declared.
    pub fn pad_line(&self) -> Option<u32> {
        let file = self.pad_file()?;
        let s = file.look.selection.as_ref()?;
        self.pad.line_of(&file.btf, s.id, &s.path)
    }

    /// Shows the pad: as it was left, or with an example.
    pub(super) fn open_pad(&mut self, effects: &mut Vec<Effect>) {
        if let Some(id) = self.pad_state.file {
            return self.apply(Msg::Switch(id), effects);
        }
        self.pad_state.opening = true;
        let source = match self.pad.text.is_empty() {
            true => PadSource::Example,
            false => PadSource::Typed(self.pad.text.clone()),
        };
        effects.push(Effect::Ask(Job::Pad(CompilePad { source, target: self.pad.target })));
    }

    /// Compiles what a link carries.
    pub(super) fn open_packed(&mut self, packed: &str, target: PadTarget, effects: &mut Vec<Effect>) {
        effects.push(Effect::Ask(Job::Pad(CompilePad { source: PadSource::Packed(packed.to_owned()), target })));
    }

    pub(super) fn pad_msg(&mut self, msg: PadMsg, effects: &mut Vec<Effect>) {
        match msg {
            PadMsg::Edit(text) => self.pad.text = text,
            PadMsg::Target(target) => self.pad.target = target,
            PadMsg::Line(line) => {
                let found = self.pad_file().and_then(|f| self.pad.at_line(&f.btf, line));
                if let Some((id, path)) = found
                    && self.pad_line() != Some(line)
                {
                    self.go_to(id, path, Way::Replace, effects);
                }
                return;
            }
            PadMsg::SaveBlob => {
                if let Some(file) = self.pad_file() {
                    effects.push(Effect::Save(NAME.into(), file.btf.shared_bytes()));
                    self.notice = format!("Saved {NAME}");
                }
                return;
            }
            PadMsg::SaveSource => return self.apply(Msg::Download("scratch.c".into(), self.pad.text.clone()), effects),
        }
        let source = PadSource::Typed(self.pad.text.clone());
        effects.push(Effect::Ask(Job::Pad(CompilePad { source, target: self.pad.target })));
    }

    /// The desk compiled a source.
    pub(super) fn pad_compiled(&mut self, compiled: CompiledPad, effects: &mut Vec<Effect>) {
        let wanted = |w: &Wanted| match w.address.main_file() {
            Some(Source::Pad { text, target }) => *text == compiled.packed && *target == compiled.target,
            _ => false,
        };
        let from_link = self.wanted.take_if(|w| wanted(w)).map(|w| w.address);
        if !compiled.typed {
            // A link that was left meanwhile.
            if from_link.is_none() && !self.pad_state.opening {
                return;
            }
            self.pad.text.clone_from(&compiled.text);
            self.pad.target = compiled.target;
            self.pad.version += 1;
        }
        self.pad.marks.clone_from(&compiled.marks);
        let old = self.pad_state.file.and_then(|id| self.files.iter().position(|f| f.id == id));
        let opening = std::mem::take(&mut self.pad_state.opening) || from_link.is_some();
        // The person closed it, and the answer came late.
        if old.is_none() && !opening {
            return;
        }
        // A brace that is still open: the types stay until it is closed.
        self.pad.stale = compiled.failed && old.is_some() && compiled.typed;
        if self.pad.stale {
            return;
        }
        self.replace(compiled, old, opening, from_link, effects);
    }

    fn replace(
        &mut self,
        compiled: CompiledPad,
        old: Option<usize>,
        opening: bool,
        from_link: Option<Address>,
        effects: &mut Vec<Effect>,
    ) {
        let Ok(mut btf) = Btf::parse(Arc::clone(&compiled.blob), None) else { return };
        btf.set_pointer_size(if compiled.target.wide { 8 } else { 4 });
        let shown = self.current.is_some() && self.current == self.pad_state.file;
        if shown {
            self.keep_selection();
        }
        self.next_id += 1;
        let id = FileId(self.next_id);
        let mut file = OpenFile::new(id, input(compiled.blob), Arc::new(btf), None, None);
        file.pad = Some((compiled.packed.into(), compiled.target));
        self.pad.places = compiled.places;
        self.pad_state.file = Some(id);
        match old.and_then(|at| self.files.get_mut(at)) {
            Some(place) => {
                let before = std::mem::replace(place, file);
                effects.push(Effect::LeaveDesk(before.id));
                if let Some(pair) = &mut self.compare.pair {
                    let now = |of: FileId| if of == before.id { id } else { of };
                    (pair.old, pair.new) = (now(pair.old), now(pair.new));
                }
                if let Some(partner) = self.compare.wanted.as_mut().filter(|p| p.of == before.id) {
                    partner.of = id;
                }
                // What is looked at stays, as far as it is there.
                if let Some(now) = self.files.iter_mut().find(|f| f.id == id) {
                    now.look.list.search(before.look.list.text());
                    now.look.table_open = before.look.table_open;
                    now.look.tree_open = before.look.tree_open;
                }
            }
            None => self.files.push(file),
        }
        if let Some(address) = from_link {
            self.pad_state.stand_in = None;
            return self.show(&address, id, effects);
        }
        if opening {
            self.current = Some(id);
        } else if !shown {
            return;
        }
        self.current = Some(id);
        self.select_again(opening, effects);
    }

    /// Remembers what is selected, by name and by line.
    fn keep_selection(&mut self) {
        let Some(id) = self.selection().map(|s| s.id) else { return };
        self.pad_state.line = self.pad_line();
        if self.pad_state.stand_in != Some(id) {
            self.pad_state.keep = Some(self.address());
        }
    }

    /// Selects what was selected; when that is gone, what is declared on its line now (its name may have been changed), or the
    /// last struct of the source.
    fn select_again(&mut self, opening: bool, effects: &mut Vec<Effect>) {
        let Some(file) = self.file() else { return };
        let again = self.pad_state.keep.as_ref().and_then(|a| {
            let id = find_type(file, a)?;
            Some((id, path::from_names(&file.btf, id, &a.member).unwrap_or_default()))
        });
        let is_struct = |id: &TypeId| file.btf.get(*id).is_some_and(|t| t.kind().is_composite() && !t.is_anonymous());
        let last = || self.pad.places.iter().filter(|p| p.item.is_none()).map(|p| p.id).rfind(is_struct);
        let is_there = again.is_some();
        let on_line = || self.pad.at_line(&file.btf, self.pad_state.line?);
        let found = again.or_else(on_line).or_else(|| last().map(|id| (id, Path::root())));
        let stand_in = found.as_ref().map(|f| f.0).filter(|_| !is_there);
        let way = if opening { Way::Push } else { Way::Replace };
        match found {
            Some((id, path)) => {
                let (open, tree) = (file.look.table_open.clone(), file.look.tree_open.clone());
                let anew = open.0.is_empty();
                self.pad_state.stand_in = stand_in;
                self.go_to(id, path, way, effects);
                // To go to a type closes its rows; here it is the same type.
                if let Some(file) = self.file_mut().filter(|_| !anew) {
                    file.look.table_open = open;
                    file.look.tree_open = tree;
                }
            }
            None => self.show_address(way, effects),
        }
    }

    /// The pad's file is about to be closed.
    pub(super) fn pad_closes(&mut self, id: FileId) {
        if self.pad_state.file == Some(id) {
            if self.current == Some(id) {
                self.keep_selection();
            }
            self.pad_state.file = None;
            // It is shown again as it was left.
            self.pad.version += 1;
        }
    }

    /// A source could not be compiled.
    pub(super) fn pad_failed(&mut self, problem: Problem, effects: &mut Vec<Effect>) {
        self.pad_state.opening = false;
        self.apply(Msg::Failed(problem), effects);
    }
}

fn input(blob: Arc<[u8]>) -> FileInput {
    let carried = Carried { text: String::new(), name: NAME.into(), btf: blob, object: None };
    FileInput { data: None, ..desk::carried::input(carried) }
}
