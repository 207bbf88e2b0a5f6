//! Navigation: the selection, which rows and nodes are expanded, and where Enter leads.

use btf::{Btf, TypeId};
use desk::FileId;
use lesson::Show;
use model::bytes::Blob;
use model::focus::{BlobId, Selection};
use model::path;
use model::path::Path;
use model::path::follow_target;
use model::views::View;

use crate::Session;
use crate::file::OpenFile;
use crate::msg::{BrowserHistory, Effect, ListsMsg, Msg, Pane, SettingsMsg};

impl Session {
    pub(crate) fn go_to(&mut self, id: TypeId, path: Path, history: BrowserHistory) {
        let Some(file) = self.seen.file_mut() else { return };
        if file.btf.get(id).is_none() {
            return;
        }
        let path = if path::walk(&file.btf, id, &path).is_some() { path } else { Path::root() };
        if file.look.selection.as_ref().is_none_or(|s| s.id != id) {
            file.look.rows.reset(&file.btf, id);
        }
        file.look.byte = None;
        file.look.selection = Some(Selection { id, path });
        file.look.list.show_active(id);
        self.show_types();
        self.notice.clear();
        self.reveal();
        self.link.mark_changed(history);
    }

    /// Shows the place in the current file that a step of a lesson is about.
    pub(crate) fn show_lesson_place(&mut self, show: Show, history: BrowserHistory) {
        // A narrow screen shows one pane: the one that the step is about.
        self.effects.push(Effect::Pane(match show {
            Show::Byte(_) => Pane::Bytes,
            Show::Type(..) | Show::Relocation(_) | Show::Elf(..) | Show::Function(_) => Pane::View,
        }));
        match show {
            Show::Type(id, path) => self.go_to(id, path, history),
            Show::Byte(focus) => {
                self.back_to_types();
                if let Some(file) = self.seen.file_mut() {
                    file.look.byte = Some(focus);
                }
            }
            Show::Relocation(index) => {
                let look = self.current().and_then(|id| self.looks.of_mut(id));
                let out = look.map(|look| look.core.pick(index, history));
                self.apply_out(out.unwrap_or_default());
            }
            Show::Elf(section, place) => self.apply(Msg::Lists(ListsMsg::Find(section, place))),
            Show::Function(key) => {
                self.show_program(&key);
                self.link.mark_changed(history);
            }
        }
    }

    /// Goes to a type of another file, in the Tree.
    pub(crate) fn show_in_tree(&mut self, file: FileId, id: TypeId, path: Path) {
        if self.file_of(file).is_some() {
            self.make_current(Some(file));
            self.seen.view = View::Tree;
            self.apply(Msg::GoTo(id, path, BrowserHistory::Push));
            self.effects.push(Effect::FocusView);
        }
    }

    /// Switches the view. On the screen Relocations, the root type of the relocation becomes the selected type.
    pub(crate) fn show_view(&mut self, view: View) {
        if let Some((root, member)) = self.relocation_member() {
            self.seen.view = view;
            return self.go_to(root, member, BrowserHistory::Push);
        }
        self.back_to_types();
        if self.view() != view {
            self.seen.view = view;
            if view != View::Records {
                // Records is not stored as the preferred view, because it is meant for the scratch pad and not for the
                // next file.
                self.apply(Msg::Settings(SettingsMsg::View(view)));
            }
            self.reveal();
            self.link.mark_changed(BrowserHistory::Push);
        }
    }

    /// Leaves a screen without types (program, relocations ..) for the types.
    pub(crate) fn back_to_types(&mut self) {
        if self.show_types() {
            self.link.mark_changed(BrowserHistory::Push);
        }
    }

    /// Expands the rows and nodes around the selected member.
    pub(crate) fn reveal(&mut self) {
        let Some(file) = self.seen.file_mut() else { return };
        let Some(selection) = &file.look.selection else { return };
        file.look.rows.reveal(&selection.path);
    }

    pub(crate) fn select(&mut self, path: Path) {
        let Some(file) = self.seen.file_mut() else { return };
        let Some(selection) = &mut file.look.selection else { return };
        if path::walk(&file.btf, selection.id, &path).is_none() {
            return;
        }
        selection.path = path;
        file.look.byte = None;
        self.reveal();
        self.link.mark_changed(BrowserHistory::Replace);
    }

    /// Goes to the type that the selected type or member refers to ([`follow_target`]): through pointers and arrays,
    /// but not through a typedef that a member has.
    pub(crate) fn follow(&mut self) {
        let Some(file) = self.file() else { return };
        let Some(s) = &file.look.selection else { return };
        let Some(id) = path::type_at(&file.btf, s.id, &s.path) else { return };
        if let Some(target) = follow_target(&file.btf, id, s.path.is_root()) {
            self.go_to(target, Path::root(), BrowserHistory::Push);
        }
    }

    pub(crate) fn select_byte_owner(&mut self) {
        let Some(file) = self.file() else { return };
        let Some(focus) = file.look.byte else { return };
        let Some(btf) = file.blob(focus.blob) else { return };
        let Some(btf::Owned { owner: btf::Owner::Type(id, part), .. }) = btf.owner(focus.at) else { return };
        let path = part.item.map_or(Path::root(), |i| Path::root().child(i.0));
        self.go_to(id, path, BrowserHistory::Push);
        // The byte stays chosen, so that the inspector still shows its field.
        if let Some(file) = self.seen.file_mut() {
            file.look.byte = Some(focus);
        }
    }
}

/// The blob that the Bytes pane shows: the blob of the chosen byte, or else the blob with the record of [`focus_item`].
pub fn shown_blob(file: &OpenFile) -> BlobId {
    if let Some(byte) = file.look.byte {
        return byte.blob;
    }
    file.look.selection.as_ref().map_or(BlobId::Own, |s| file.blob_of(focus_item(&file.btf, s).0))
}

/// The record and item that a selection stands for. For a nested member, the record is the struct or union that
/// directly contains it.
pub fn focus_item(btf: &Btf, s: &Selection) -> (TypeId, Option<u32>) {
    match path::walk(btf, s.id, &s.path).as_ref().and_then(|steps| steps.last()) {
        Some(step) => (step.parent.id(), Some(step.item.index)),
        None => (s.id, None),
    }
}

/// A blob of a file, for the Bytes pane.
pub fn blob_of(file: &OpenFile, blob: BlobId) -> Option<Blob<'_>> {
    match blob {
        // A program without BTF has an empty blob that is not in the file.
        BlobId::Own if file.no_btf => None,
        BlobId::Ext => file.ext.as_deref().map(Blob::Ext),
        blob => file.blob(blob).map(Blob::Btf),
    }
}
