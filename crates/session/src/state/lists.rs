//! The lists of a file: what is picked, and what the desk says of it.

use std::sync::Arc;

use desk::Problem;
use desk::{AskLists, Job, MoveBase};
use desk::{FileId, FileInput};
use model::extras::Extras;
use model::kind::FileKind;
use model::lists::Listed;
use model::path::Path;

use super::{Effect, Msg, Session, Way};
use crate::file::OpenFile;
use crate::look::lists::{ListsLook, ListsMsg};

impl Session {
    /// The file whose lists are shown, if they are.
    pub fn lists(&self) -> Option<&OpenFile> {
        self.file().filter(|f| f.look.lists.shown && f.has_lists())
    }

    /// What a distilled base can be looked at on: open files that continue no other, the latest first.
    pub fn bases(&self) -> Vec<FileId> {
        let whole = |f: &&OpenFile| !f.btf.is_split() && matches!(f.kind, FileKind::Kernel | FileKind::Raw);
        self.files.iter().rev().filter(whole).map(|f| f.id).collect()
    }

    /// The kernel that the distilled base of the current file is looked at on.
    pub fn base_on(&self) -> Option<FileId> {
        let file = self.file().filter(|f| f.distilled)?;
        let bases = self.bases();
        file.look.lists.kernel.filter(|id| bases.contains(id)).or(bases.first().copied())
    }

    pub(super) fn lists_msg(&mut self, msg: ListsMsg, effects: &mut Vec<Effect>) {
        let on = self.base_on();
        let Some(file) = self.file_mut().filter(|f| f.has_lists()) else { return };
        let look = &mut file.look.lists;
        match msg {
            ListsMsg::Show(shown) => {
                look.shown = shown;
                self.changes.shown = false;
                self.show_address(Way::Push, effects);
            }
            ListsMsg::Pick(at) => self.pick_list(at, Way::Push, effects),
            ListsMsg::Step(delta) => {
                let last = look.listed.as_ref().map_or(0, |listed| listed.entries.len()).saturating_sub(1);
                let at = i64::from(look.at).saturating_add(delta).clamp(0, last as i64);
                self.pick_list(at as u32, Way::Replace, effects);
            }
            ListsMsg::Filter(text) => look.text = text,
            ListsMsg::Row(row) => look.row = Some(row),
            ListsMsg::RowStep(delta) => {
                if let Some(last) = look.table().and_then(|table| table.rows.len().checked_sub(1)) {
                    let from = look.row.map_or(-delta.signum(), |row| row as i64);
                    look.row = Some(from.saturating_add(delta).clamp(0, last as i64) as usize);
                }
            }
            ListsMsg::Open => {
                let Some((id, of_kernel)) = look.go() else { return };
                if let Some(kernel) = on.filter(|_| of_kernel) {
                    self.current = Some(kernel);
                }
                self.apply(Msg::GoTo(id, Path::root(), Way::Push), effects);
                effects.push(Effect::FocusView);
            }
            ListsMsg::Kernel(id) => look.kernel = Some(id),
            ListsMsg::Move => {
                let file = file.id;
                if let Some(kernel) = on {
                    effects.push(Effect::Ask(Job::Move(MoveBase { file, kernel })));
                }
            }
            ListsMsg::Records => {
                let Some(bytes) = file.extras.inline.clone() else { return };
                let name = format!("{} .BTF.inline", file.name);
                let input = beside(file, name, FileKind::Raw, bytes, file.id);
                self.open(input, effects);
            }
        }
    }

    fn pick_list(&mut self, at: u32, way: Way, effects: &mut Vec<Effect>) {
        let Some(file) = self.file_mut() else { return };
        file.look.lists = ListsLook { at, text: String::new(), row: None, ..std::mem::take(&mut file.look.lists) };
        self.show_address(way, effects);
    }

    /// Asks for what is shown and not there.
    pub(super) fn ask_lists(&mut self, effects: &mut Vec<Effect>) {
        if self.lists().is_none() {
            return;
        }
        let kernel = self.base_on();
        let Some(file) = self.file_mut() else { return };
        let look = &mut file.look.lists;
        let wanted = AskLists { file: file.id, kernel, at: look.at, text: look.text.clone() };
        if look.asked.as_ref() != Some(&wanted) {
            look.asked = Some(wanted.clone());
            look.problem = None;
            effects.push(Effect::Ask(Job::Lists(wanted)));
        }
    }

    pub(super) fn listed(&mut self, asked: &AskLists, listed: Listed, effects: &mut Vec<Effect>) {
        let Some(file) = self.files.iter_mut().find(|f| f.id == asked.file) else { return };
        file.look.lists.take(asked, listed);
        if self.current == Some(asked.file) {
            self.show_address(Way::Replace, effects);
        }
        // The address may have named another list.
        self.ask_lists(effects);
    }

    pub(super) fn unlisted(&mut self, id: FileId, problem: Problem) {
        if let Some(file) = self.files.iter_mut().find(|f| f.id == id) {
            file.look.lists.problem = Some(problem.message);
        }
    }

    /// The module on the kernel, as a file beside the one that was opened.
    pub(super) fn moved(&mut self, request: &MoveBase, blob: Arc<[u8]>, effects: &mut Vec<Effect>) {
        let (Some(file), Some(kernel)) = (self.file_of(request.file), self.file_of(request.kernel)) else { return };
        let name = format!("{} on {}", file.name, kernel.name);
        let input = beside(file, name, FileKind::Module, blob, request.kernel);
        self.open(input, effects);
    }

    /// Shows what an address says of a list.
    pub(super) fn show_lists(&mut self, key: &str, effects: &mut Vec<Effect>) {
        let Some(file) = self.file_mut().filter(|f| f.has_lists()) else { return };
        let look = &mut file.look.lists;
        look.shown = !key.is_empty();
        if look.shown {
            look.want(key);
            self.ask_lists(effects);
        }
    }
}

/// What was made of an open file, to be opened beside it.
fn beside(file: &OpenFile, name: String, kind: FileKind, btf: Arc<[u8]>, on: FileId) -> FileInput {
    FileInput {
        name,
        size: btf.len() as u64,
        kind,
        btf,
        btf_at: None,
        ext: None,
        base: None,
        needs_base: true,
        arch: file.arch.clone(),
        version: file.version.clone(),
        pointer_size: Some(file.btf.pointer_size()),
        digest_of: None,
        sample: None,
        url: None,
        data: None,
        start: None,
        extras: Extras::default(),
        on: Some(on),
        digest: None,
    }
}
