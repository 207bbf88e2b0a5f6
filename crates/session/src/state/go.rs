//! Moving about: the selection, open rows and nodes, where Enter leads.

use btf::{Btf, TypeId};
use model::bytes::Blob;
use model::focus::{BlobId, Selection};
use model::path;
use model::path::Path;
use model::path::follow_target;
use model::views::View;

use super::{Effect, Msg, Session, Way};
use crate::file::OpenFile;

impl Session {
    pub(super) fn go_to(&mut self, id: TypeId, path: Path, way: Way, effects: &mut Vec<Effect>) {
        let Some(file) = self.file_mut() else { return };
        if file.btf.get(id).is_none() {
            return;
        }
        let path = if path::walk(&file.btf, id, &path).is_some() { path } else { Path::root() };
        if file.look.selection.as_ref().is_none_or(|s| s.id != id) {
            file.look.table_open.0.clear();
            file.look.tree_open.0.clear();
            model::tree::expand_anonymous(&file.btf, id, &mut file.look.table_open);
            model::tree::expand_anonymous(&file.btf, id, &mut file.look.tree_open);
        }
        file.look.byte = None;
        // A type is looked at among types.
        file.look.program.shown = false;
        file.look.core.shown = false;
        file.look.lists.shown = false;
        file.look.selection = Some(Selection { id, path });
        file.look.list.show_active(id);
        self.notice.clear();
        self.reveal();
        self.show_address(way, effects);
    }

    /// Opens the rows and nodes around the selected member.
    pub(super) fn reveal(&mut self) {
        let Some(file) = self.file_mut() else { return };
        let Some(selection) = &file.look.selection else { return };
        file.look.table_open.reveal(&selection.path);
        file.look.tree_open.reveal(&selection.path);
    }

    pub(super) fn select(&mut self, path: Path, effects: &mut Vec<Effect>) {
        let Some(file) = self.file_mut() else { return };
        let Some(selection) = &mut file.look.selection else { return };
        if path::walk(&file.btf, selection.id, &path).is_none() {
            return;
        }
        selection.path = path;
        file.look.byte = None;
        self.reveal();
        self.show_address(Way::Replace, effects);
    }

    /// Whether the selected member is open in the view that is shown; none when it cannot be opened.
    pub(super) fn openness(&self) -> Option<bool> {
        let file = self.file()?;
        let path = &file.look.selection.as_ref()?.path;
        match self.view {
            View::Tree => file.tree()?.iter().find(|n| n.path == *path).filter(|n| n.expandable).map(|n| n.expanded),
            _ => {
                let table = file.table()?;
                table.rows.get(table.find(path)?).filter(|r| r.expandable).map(|r| r.expanded)
            }
        }
    }

    pub(super) fn toggle(&mut self, path: Path, effects: &mut Vec<Effect>) {
        match self.view {
            View::Tree => self.apply(Msg::ToggleNode(path), effects),
            _ => self.apply(Msg::ToggleRow(path), effects),
        }
    }

    pub(super) fn enter(&mut self, effects: &mut Vec<Effect>) {
        let Some(path) = self.selection().map(|s| s.path.clone()) else { return };
        match self.openness() {
            Some(false) => self.toggle(path, effects),
            Some(true) => match self.view {
                View::Tree => self.apply(Msg::TreeStep(1), effects),
                _ => self.apply(Msg::TableStep(1), effects),
            },
            None => {}
        }
    }

    pub(super) fn leave(&mut self, effects: &mut Vec<Effect>) {
        let Some(path) = self.selection().map(|s| s.path.clone()) else { return };
        if self.openness() == Some(true) && !path.is_root() {
            return self.toggle(path, effects);
        }
        let keep_root = self.view == View::Tree;
        if let Some(parent) = path.parent().filter(|p| keep_root || !p.is_root()) {
            self.select(parent, effects);
        }
    }

    /// To the type of the selected member: through pointers and arrays, but a typedef is a type to see.
    pub(super) fn follow(&mut self, effects: &mut Vec<Effect>) {
        let Some(file) = self.file() else { return };
        let Some(s) = &file.look.selection else { return };
        let Some(id) = path::type_at(&file.btf, s.id, &s.path) else { return };
        if let Some(target) = follow_target(&file.btf, id, s.path.is_root()) {
            self.go_to(target, Path::root(), Way::Push, effects);
        }
    }

    pub(super) fn select_byte_owner(&mut self, effects: &mut Vec<Effect>) {
        let Some(file) = self.file() else { return };
        let Some(focus) = file.look.byte else { return };
        let Some(btf) = file.blob(focus.blob) else { return };
        let Some(btf::Owned { owner: btf::Owner::Type(id, part), .. }) = btf.owner(focus.at) else { return };
        let path = part.item.map_or(Path::root(), |i| Path::root().child(i.0));
        self.go_to(id, path, Way::Push, effects);
        // The byte stays the chosen one: the inspector goes on showing its field.
        if let Some(file) = self.file_mut() {
            file.look.byte = Some(focus);
        }
    }
}

/// Which blob to show and what to mark in it.
pub fn shown_blob(file: &OpenFile) -> BlobId {
    if let Some(byte) = file.look.byte {
        return byte.blob;
    }
    file.look.selection.as_ref().map_or(BlobId::Own, |s| file.blob_of(focus_item(&file.btf, s).0))
}

/// The record and the item of it that a selection stands for: of a nested member, the struct that has it.
pub fn focus_item(btf: &Btf, s: &Selection) -> (TypeId, Option<u32>) {
    match path::walk(btf, s.id, &s.path).as_ref().and_then(|steps| steps.last()) {
        Some(step) => (step.parent.id(), Some(step.item.index)),
        None => (s.id, None),
    }
}

/// A blob of a file, for the Bytes pane.
pub fn blob_of(file: &OpenFile, blob: BlobId) -> Option<Blob<'_>> {
    match blob {
        BlobId::Ext => file.ext.as_deref().map(Blob::Ext),
        blob => file.blob(blob).map(Blob::Btf),
    }
}
