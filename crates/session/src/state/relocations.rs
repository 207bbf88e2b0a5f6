//! CO-RE: what is picked, and what the desk says of it.

use std::rc::Rc;

use btf::TypeId;
use desk::{AskCore, AskProbe, AskRelocation, Job};
use desk::{FileId, Problem};
use model::address::{Address, Role, Source};
use model::focus::{BlobId, ByteFocus};
use model::kind::FileKind;
use model::path::Path;
use model::relocations::probe::Probe;
use model::relocations::{CoreList, Detail, Sift, matrix};
use model::views::View;

use super::link::is;
use super::{Effect, Msg, Session, Way};
use crate::file::OpenFile;
use crate::look::relocations::MATRIX;

/// What happens in CO-RE.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CoreMsg {
    /// Show the relocations.
    Show,
    /// Choose a chip.
    Sift(Sift),
    /// Narrow the list by words.
    Filter(String),
    /// Move in the list.
    Step(i64),
    /// Pick a relocation, by its place among all.
    Pick(usize),
    /// Tell of this kernel.
    Kernel(FileId),
    /// Show all relocations on all kernels, or the one that is picked.
    Matrix(bool),
    /// Move between the kernels of the matrix.
    Column(i64),
    /// Show a relocation, by its place, on a kernel.
    Cell(usize, FileId),
    /// Show a type of an open file in the Tree, with a member of it selected.
    Tree(FileId, TypeId, Path),
    /// Save the matrix of relocations and kernels: as JSON, or as CSV.
    Save(bool),
}

/// What a CO-RE access to the member selected in the Tree would be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Probed {
    /// What was asked.
    pub asked: AskProbe,
    /// What the desk said last.
    pub answer: Option<Rc<Probe>>,
    /// To what it is the answer.
    pub answered: Option<AskProbe>,
}

impl Probed {
    /// Whether the answer is that to the question.
    pub fn is_current(&self) -> bool {
        self.answered.as_ref() == Some(&self.asked)
    }
}

/// So many kernels of a link are opened.
const MOST_CARRIED: usize = 16;

impl Session {
    /// The program whose relocations are shown, if they are.
    pub fn core(&self) -> Option<&OpenFile> {
        self.file().filter(|f| f.kind == FileKind::Program && f.look.core.shown)
    }

    /// What the relocations of a program are resolved on: all other open files that may be kernels.
    pub fn kernels(&self) -> Vec<FileId> {
        let is_kernel = |f: &&OpenFile| matches!(f.kind, FileKind::Kernel | FileKind::Module | FileKind::Raw);
        self.files.iter().filter(is_kernel).filter(|f| Some(f.id) != self.current).map(|f| f.id).collect()
    }

    pub(super) fn core_msg(&mut self, msg: CoreMsg, effects: &mut Vec<Effect>) {
        if let CoreMsg::Tree(file, id, path) = msg {
            return self.show_tree(file, id, path, effects);
        }
        let Some(file) = self.file_mut().filter(|f| f.kind == FileKind::Program) else { return };
        let look = &mut file.look.core;
        match msg {
            CoreMsg::Tree(..) => {}
            CoreMsg::Show => {
                look.shown = true;
                file.look.program.shown = false;
                file.look.byte = None;
                self.focus_record();
                self.show_address(Way::Push, effects);
            }
            CoreMsg::Sift(sift) => look.filter.sift = sift,
            CoreMsg::Filter(text) => look.filter.text = text,
            CoreMsg::Step(delta) => {
                let rows = look.shown_rows();
                let at = rows.iter().position(|&row| Some(row) == look.picked);
                let Some(last) = rows.len().checked_sub(1) else { return };
                let to = at.map_or(0, |at| (at as i64).saturating_add(delta).clamp(0, last as i64) as usize);
                if let Some(&row) = rows.get(to) {
                    self.pick_relocation(row, Way::Replace, effects);
                }
            }
            CoreMsg::Pick(index) => self.pick_relocation(index, Way::Push, effects),
            CoreMsg::Kernel(id) => look.kernel = Some(id),
            CoreMsg::Matrix(on) => {
                look.matrix = on;
                self.show_address(Way::Push, effects);
            }
            CoreMsg::Column(delta) => {
                let Some(last) = look.columns.len().checked_sub(1) else { return };
                let to = (look.column() as i64).saturating_add(delta).clamp(0, last as i64);
                look.kernel = look.columns.get(to as usize).copied();
            }
            CoreMsg::Cell(index, kernel) => {
                look.matrix = false;
                look.kernel = Some(kernel);
                self.pick_relocation(index, Way::Push, effects);
            }
            CoreMsg::Save(json) => {
                let Some(list) = look.list.clone() else { return };
                let stem = file.name.strip_suffix(".o").unwrap_or(&file.name).to_owned();
                let (end, text) = if json { ("json", matrix::json(&list)) } else { ("csv", matrix::csv(&list)) };
                self.apply(Msg::Download(format!("{stem}.core.{end}"), text), effects);
            }
        }
    }

    /// Opens the kernels' types that a link to a relocation carries.
    pub(super) fn unpack_targets(&mut self, address: &Address, effects: &mut Vec<Effect>) {
        let here = |source: &Source| self.files.iter().any(|f| is(f, source));
        let carried = address.files.iter().filter(|(role, source)| *role == Role::Target && !here(source));
        let carried = carried.filter_map(|(_, source)| match source {
            Source::Data { text, name } => Some((text.clone(), name.clone())),
            _ => None,
        });
        self.to_unpack = carried.take(MOST_CARRIED).collect();
        self.unpack_next(effects);
    }

    /// One after the other: the desk drops a request when a newer one of the same sort comes.
    pub(super) fn unpack_next(&mut self, effects: &mut Vec<Effect>) {
        if let Some((text, name)) = self.to_unpack.pop_front() {
            effects.push(Effect::Ask(Job::Unpack(text, name)));
        }
    }

    fn show_tree(&mut self, file: FileId, id: TypeId, path: Path, effects: &mut Vec<Effect>) {
        if self.file_of(file).is_none() {
            return;
        }
        self.current = Some(file);
        self.view = View::Tree;
        self.go_to(id, path, Way::Push, effects);
        effects.push(Effect::FocusView);
    }

    /// The root type of the relocation that is read, and the way in it: what the views of types show then.
    pub(super) fn relocation_member(&self) -> Option<(TypeId, Path)> {
        self.core()?.look.core.model().map(|d| (d.root, d.member.clone()))
    }

    pub(super) fn pick_relocation(&mut self, index: usize, way: Way, effects: &mut Vec<Effect>) {
        let Some(file) = self.file_mut() else { return };
        file.look.program.shown = false;
        file.look.core.shown = true;
        file.look.core.picked = Some(index);
        self.focus_record();
        self.show_address(way, effects);
    }

    /// Shows the record of the picked relocation in the Bytes.
    fn focus_record(&mut self) {
        let Some(file) = self.file_mut() else { return };
        let look = &file.look.core;
        let row = look.list.as_ref().zip(look.picked).and_then(|(list, i)| list.rows.get(i));
        if let Some(at) = row.map(|r| r.record.start) {
            file.look.byte = Some(ByteFocus { blob: BlobId::Ext, at });
        }
    }

    /// Asks for what is shown and not there, or was made for other kernels.
    pub(super) fn ask_core(&mut self, effects: &mut Vec<Effect>) {
        if self.core().is_none() {
            return;
        }
        let kernels = self.kernels();
        let Some(file) = self.file_mut() else { return };
        let id = file.id;
        let look = &mut file.look.core;
        if look.asked.as_ref() != Some(&kernels) {
            look.asked = Some(kernels.clone());
            look.problem = None;
            effects.push(Effect::Ask(Job::Core(AskCore { file: id, kernels: kernels.clone() })));
        }
        if let Some(index) = look.picked.filter(|_| look.list.is_some()) {
            let wanted = (index, kernels);
            if look.asked_detail.as_ref() != Some(&wanted) {
                let (index, kernels) = wanted.clone();
                look.asked_detail = Some(wanted);
                effects.push(Effect::Ask(Job::Relocation(AskRelocation { on: AskCore { file: id, kernels }, index })));
            }
        }
    }

    /// Asks what a CO-RE access to the member selected in the Tree would be.
    pub(super) fn ask_probe(&mut self, effects: &mut Vec<Effect>) {
        if self.view != View::Tree || self.core().is_some() || self.program().is_some() {
            return;
        }
        let Some(selection) = self.selection().filter(|s| !s.path.is_root()) else { return };
        let Some(file) = self.current else { return };
        let (root, path) = (selection.id, selection.path.clone());
        let wanted = AskProbe { on: AskCore { file, kernels: self.kernels() }, root, path };
        if self.probed.as_ref().is_none_or(|p| p.asked != wanted) {
            // What is known is shown until the next is: of the same type.
            let known = self.probed.take().filter(|p| p.asked.root == root && p.asked.on.file == file);
            let (answer, answered) = known.map(|p| (p.answer, p.answered)).unwrap_or_default();
            self.probed = Some(Probed { asked: wanted.clone(), answer, answered });
            effects.push(Effect::Ask(Job::Probe(wanted)));
        }
    }

    pub(super) fn probed_said(&mut self, asked: &AskProbe, answer: Option<Probe>) {
        if let Some(probed) = self.probed.as_mut().filter(|p| p.asked == *asked) {
            probed.answer = answer.map(Rc::new);
            probed.answered = Some(asked.clone());
        }
    }

    pub(super) fn core_listed(&mut self, of: AskCore, list: CoreList, effects: &mut Vec<Effect>) {
        let Some(file) = self.files.iter_mut().find(|f| f.id == of.file) else { return };
        let look = &mut file.look.core;
        look.list = Some(Rc::new(list));
        look.columns = of.kernels;
        if look.picked.is_none() {
            let wanted = look.wanted.take().unwrap_or_default();
            look.picked = look.find(&wanted);
        }
        if self.current == Some(of.file) && self.core().is_some() {
            self.focus_record();
            self.show_address(Way::Replace, effects);
        }
    }

    pub(super) fn relocation_read(&mut self, of: AskRelocation, detail: Detail) {
        if let Some(file) = self.files.iter_mut().find(|f| f.id == of.on.file) {
            file.look.core.detail = Some(Rc::new(detail));
            file.look.core.targets = of.on.kernels;
        }
    }

    pub(super) fn core_unread(&mut self, id: FileId, problem: Problem) {
        if let Some(file) = self.files.iter_mut().find(|f| f.id == id) {
            file.look.core.problem = Some(problem.message);
        }
    }

    /// Shows what an address says of a relocation.
    pub(super) fn show_core(&mut self, key: &str, effects: &mut Vec<Effect>) {
        let Some(file) = self.file_mut().filter(|f| f.kind == FileKind::Program) else { return };
        let look = &mut file.look.core;
        look.shown = !key.is_empty();
        if !look.shown {
            return;
        }
        look.matrix = key.ends_with(MATRIX);
        match look.find(key) {
            Some(index) => look.picked = Some(index),
            None => look.wanted = Some(key.to_owned()),
        }
        self.focus_record();
        self.ask_core(effects);
    }
}
