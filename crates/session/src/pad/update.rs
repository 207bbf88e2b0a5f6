//! The messages of the pad: typed source goes to the desk; each result replaces the pad's file.

use std::sync::Arc;

use btf::{Btf, TypeId};
use desk::{CompilePad, CompiledPad, FileId, FileInput, Origin, PadSource, Problem};
use model::address::{Address, Source};
use model::focus::Selection;
use model::kind::FileKind;
use model::pad::examples::EXAMPLES;
use model::pad::hex::{EMPTY, text_of};
use model::pad::{NAME, PadTarget};
use model::path;
use model::path::Path;
use model::views::View;

use super::Pad;
use crate::Session;
use crate::feature::Feature;
use crate::file::OpenFile;
use crate::link::Link;
pub use crate::msg::PadMsg;
use crate::msg::{BrowserHistory, Effect, FilesMsg, LinkMsg, Msg, PadEdit};
use crate::out::Out;
use crate::receive::Receives;
use crate::seen::Seen;
use crate::source::find_type;
use crate::source::name_selection;

impl Session {
    /// The line of the source where the selection is declared.
    pub fn pad_line(&self) -> Option<u32> {
        self.pad().selected_line(self)
    }

    /// Why readers reject the bytes in the pad, while the pad's file is shown; none if they accept them. If they reject
    /// the bytes, the file has the types of an older source, or none, so no kernel was asked about these bytes.
    pub fn pad_stops(&self) -> Option<&str> {
        self.pad_file().and(self.pad().stops.as_deref())
    }
}

impl Pad {
    fn open(&mut self, seen: &Seen) -> Vec<Out> {
        if let Some(id) = self.file {
            return vec![Msg::Files(FilesMsg::Switch(id)).into()];
        }
        // The types are shown as records beside their C. A view other than Layout, the default view, stays.
        let records = (seen.view() == View::Layout).then_some(Out::View(View::Records));
        self.opening = true;
        let source = match self.text.is_empty() {
            true => PadSource::Example,
            false => PadSource::Typed(self.text.clone()),
        };
        self.wanted = Some((source, self.target));
        records.into_iter().collect()
    }

    /// Whether the types were made from the present source.
    pub(super) fn is_current(&self) -> bool {
        !self.stale && self.wanted.is_none() && self.answered == self.turn
    }

    /// Remembers the C source, to show it again after the bytes.
    fn keep_c(&mut self) {
        if !self.target.bytes {
            self.c.clone_from(&self.text);
        }
    }

    /// Changes the target. To bytes: the source becomes the bytes of the blob. Back to C: the source becomes the last
    /// C source.
    fn compile_for(&mut self, target: PadTarget, seen: &Seen) {
        self.keep_c();
        if target.bytes != self.target.bytes {
            let file = self.file.and_then(|id| seen.file_of(id));
            self.text = match target.bytes {
                true => file.map_or_else(|| EMPTY.to_owned(), |file| text_of(&file.btf)),
                false if self.c.is_empty() => EXAMPLES.first().map(|e| e.text.to_owned()).unwrap_or_default(),
                false => self.c.clone(),
            };
            self.version += 1;
        }
        self.target = target;
    }

    fn selected_line(&self, seen: &Seen) -> Option<u32> {
        let file = seen.pad_file()?;
        let s = file.look.selection.as_ref()?;
        self.line_of(&file.btf, s.id, &s.path)
    }

    /// Takes a compiled source.
    pub(crate) fn answered(&mut self, compiled: CompiledPad, seen: &Seen, link: &Link) -> Vec<Out> {
        if !self.ask.take(&compiled.turn, ()) {
            return vec![];
        }
        self.answered = compiled.turn;
        let from_link = link.wanted().map(|w| &w.address).filter(|address| match address.main_file() {
            Some(Source::Pad { text, target }) => *text == compiled.packed && *target == compiled.target,
            _ => false,
        });
        let mut out: Vec<Out> = from_link.map(|_| LinkMsg::Drop.into()).into_iter().collect();
        if !compiled.typed {
            // Drop the source of a link that the person has left.
            if from_link.is_none() && !self.opening {
                return out;
            }
            self.text.clone_from(&compiled.text);
            self.target = compiled.target;
            self.version += 1;
        }
        self.marks.clone_from(&compiled.marks);
        self.written.clone_from(&compiled.written);
        self.stops.clone_from(&compiled.stops);
        let old = self.file.and_then(|id| seen.file_of(id));
        let opening = std::mem::take(&mut self.opening) || from_link.is_some();
        // Drop the types if the person closed the pad before the answer came.
        if old.is_none() && !opening {
            return out;
        }
        // While the source has an error (an open brace, say), keep the previous types.
        self.stale = compiled.failed && old.is_some() && compiled.typed;
        if !self.stale {
            out.extend(self.replace(compiled, old, opening, from_link, seen));
        }
        out
    }

    /// Makes a file of a compiled source; it replaces the file `old`.
    fn replace(
        &mut self,
        compiled: CompiledPad,
        old: Option<&OpenFile>,
        opening: bool,
        from_link: Option<&Address>,
        seen: &Seen,
    ) -> Vec<Out> {
        let Ok(mut btf) = Btf::parse(Arc::clone(&compiled.blob), None) else { return vec![] };
        btf.set_pointer_size(if compiled.target.wide { 8 } else { 4 });
        let shown = seen.current().is_some() && seen.current() == self.file;
        if shown {
            self.keep_selection(seen);
        }
        let id = seen.new_file_id();
        let origin = Origin::Pad { text: compiled.packed.into(), target: compiled.target };
        let input = FileInput { origin, btf_at: Some(0), ..FileInput::new(NAME.into(), FileKind::Raw, compiled.blob) };
        let mut file = OpenFile::new(id, input, Arc::new(btf), None, None);
        self.set_places(compiled.places);
        self.file = Some(id);
        // Keep the search and the expanded rows.
        if let Some(before) = old {
            file.look.list.has_desk = seen.has_desk;
            file.look.list.search(before.look.list.text());
            file.look.rows.take_expanded(&before.look.rows);
        }
        let old = old.map(|before| before.id);
        if let Some(address) = from_link {
            self.stand_in = None;
            return vec![Out::Put(Box::new(file), old), Out::Link(Box::new(address.clone()), id)];
        }
        if !opening && !shown {
            return vec![Out::Put(Box::new(file), old)];
        }
        let history = if opening { BrowserHistory::Push } else { BrowserHistory::Replace };
        let go = match self.select_again(&file) {
            Some((id, path)) => {
                // `Out::Go` to another type collapses all rows. This is the same type under a new id, so it is selected
                // first, and its rows stay expanded.
                if !file.look.rows.is_closed() {
                    file.look.selection = Some(Selection { id, path: path.clone() });
                }
                Out::Go(id, path, history)
            }
            None => Out::Address(history),
        };
        vec![Out::Put(Box::new(file), old), Out::MakeCurrent(id), go]
    }

    /// Remembers the selection by name and by line.
    fn keep_selection(&mut self, seen: &Seen) {
        let Some(id) = seen.selection().map(|s| s.id) else { return };
        self.kept_line = self.selected_line(seen);
        if self.stand_in != Some(id) {
            let mut kept = Address::default();
            if let Some(file) = seen.file() {
                name_selection(&mut kept, file);
            }
            self.kept = Some(kept);
        }
    }

    /// Finds the remembered selection in a new file. If the file has no such type, takes the declaration on the same
    /// line, which may have been renamed, or else the last struct or union of the source.
    fn select_again(&mut self, file: &OpenFile) -> Option<(TypeId, Path)> {
        let again = self.kept.as_ref().and_then(|a| {
            let id = find_type(file, a)?;
            Some((id, path::from_names(&file.btf, id, &a.member).unwrap_or_default()))
        });
        let is_struct = |id: &TypeId| file.btf.get(*id).is_some_and(|t| t.kind().is_composite() && !t.is_anonymous());
        let last = || self.places.iter().filter(|p| p.item.is_none()).map(|p| p.id).rfind(is_struct);
        let is_there = again.is_some();
        let on_line = || self.at_line(&file.btf, self.kept_line?);
        let found = again.or_else(on_line).or_else(|| last().map(|id| (id, Path::root())))?;
        self.stand_in = (!is_there).then_some(found.0);
        Some(found)
    }

    /// Called before a file is closed. If it is the pad's file and is shown, its selection is remembered.
    pub(crate) fn closes(&mut self, id: FileId, seen: &Seen) {
        if self.file == Some(id) {
            if seen.current() == Some(id) {
                self.keep_selection(seen);
            }
            self.file = None;
            // The editor must show the source anew when the pad is reopened.
            self.version += 1;
        }
    }

    /// Takes a failure of the desk.
    pub(crate) fn failed(&mut self, turn: u32, problem: Problem, link: &Link) -> Vec<Out> {
        if !self.ask.fail(&turn, problem.message.clone()) {
            return vec![];
        }
        self.opening = false;
        let is_pad = matches!(link.wanted().and_then(|w| w.address.main_file()), Some(Source::Pad { .. }));
        let drop = is_pad.then(|| LinkMsg::Drop.into());
        drop.into_iter().chain([Msg::Files(FilesMsg::Problem(problem)).into()]).collect()
    }
}

impl Feature for Pad {
    type Msg = PadMsg;
    type Reads<'a> = &'a Seen;

    fn update(&mut self, msg: PadMsg, seen: &Seen) -> Vec<Out> {
        match msg {
            PadMsg::Open => return self.open(seen),
            // The editor reports the text twice if a move replaced it.
            PadMsg::Edit(text) if text == self.text => return vec![],
            PadMsg::Edit(text) => {
                self.edited(&text);
                self.text = text;
            }
            PadMsg::Scrub(msg) => return self.scrub(msg, seen),
            PadMsg::Target(target) => self.compile_for(target, seen),
            PadMsg::Example(at) => {
                let Some(example) = EXAMPLES.get(at).filter(|e| e.text != self.text) else { return vec![] };
                if self.target.bytes {
                    self.target = PadTarget::default();
                }
                let before = std::mem::replace(&mut self.text, example.text.to_owned());
                self.version += 1;
                // Adds a step to the browser's history, so that Back returns to the typed source.
                self.opening = true;
                let said = Msg::Notice(format!("Example: {}. Ctrl+Z or Back returns to your source.", example.title));
                self.wanted = Some((PadSource::Typed(self.text.clone()), self.target));
                // The editor gets the text as an edit, so that its Undo knows of it.
                let edit = PadEdit::Replace { from: before, to: self.text.clone(), again: false };
                return vec![said.into(), Effect::EditPad(edit).into()];
            }
            PadMsg::Bytes => {
                self.keep_c();
                self.target = PadTarget::BYTES;
                EMPTY.clone_into(&mut self.text);
                self.version += 1;
                self.opening = true;
            }
            PadMsg::Show(text) => {
                if self.target.bytes {
                    self.target = PadTarget::default();
                }
                self.text = text;
                self.version += 1;
                self.opening = true;
            }
            PadMsg::Line(line) => {
                let found = seen.pad_file().and_then(|f| self.at_line(&f.btf, line));
                let found = found.filter(|_| self.selected_line(seen) != Some(line));
                return found.map(|(id, path)| Out::Go(id, path, BrowserHistory::Replace)).into_iter().collect();
            }
            PadMsg::SaveBlob => {
                let Some(file) = seen.pad_file() else { return vec![] };
                let said = Msg::Notice(format!("Saved {NAME}"));
                return vec![Effect::Save(NAME.into(), file.btf.shared_bytes()).into(), said.into()];
            }
            PadMsg::SaveSource => return vec![Msg::Download("scratch.c".into(), self.text.clone()).into()],
            PadMsg::Packed(text, target) => {
                self.wanted = Some((PadSource::Packed(text), target));
                return vec![];
            }
        }
        self.wanted = Some((PadSource::Typed(self.text.clone()), self.target));
        vec![]
    }

    /// Asks the desk to compile the waiting source, and to put members into the order that the person wants.
    fn reconcile(&mut self, seen: &Seen) -> Vec<Out> {
        let compile = self.wanted.take().map(|(source, target)| {
            self.turn = self.ask.again(self.turn + 1);
            Out::ask(CompilePad { turn: self.turn, source, target })
        });
        let order = self.wanted_order(seen);
        compile.into_iter().chain(order).collect()
    }
}

impl Receives<CompilePad> for Session {
    fn receive(&mut self, ask: CompilePad, result: Result<Box<CompiledPad>, Problem>) {
        let out = match result {
            Ok(found) => self.pad.answered(*found, &self.seen, &self.link),
            Err(problem) => self.pad.failed(ask.turn, problem, &self.link),
        };
        self.apply_out(out);
    }
}
