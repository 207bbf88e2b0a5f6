//! Carries out the commands of [`crate::commands::TABLE`].

use model::selected::selected;

use crate::Session;
use crate::commands::Command;
use crate::file::OpenFile;
use crate::msg::{
    BrowserHistory, ChangesMsg, Effect, FieldsMsg, FilesMsg, LearnMsg, ListsMsg, LogMsg, Msg, Overlay, PadMsg, RowsMsg,
    ScrubMsg, SearchMsg, SettingsMsg, ShareMsg, VerdictMsg,
};
use crate::screen::Screen;
use crate::settings::BytesPlace;

impl Session {
    pub(crate) fn show_overlay(&mut self, overlay: Overlay) {
        self.copied.clear();
        self.seen.overlay = if self.overlay() == overlay { Overlay::None } else { overlay };
        if self.overlay() == Overlay::None {
            self.effects.push(Effect::FocusBack);
        }
    }

    pub(crate) fn command(&mut self, command: Command) {
        // While the command box is open, each command closes it. The commands for the box and Close do so themselves.
        if self.overlay() == Overlay::GoTo && !matches!(command, Command::GoTo | Command::Close) {
            self.seen.overlay = Overlay::None;
            self.effects.push(Effect::FocusBack);
        }
        match command {
            Command::Filter => {
                // If a file is open, the search field filters its types; the search field on the start page searches
                // the atlas.
                if self.file().is_some() {
                    self.show_screen(Screen::Types);
                    self.link.mark_changed(BrowserHistory::Push);
                }
                self.effects.push(Effect::FocusSearch);
            }
            // The person must choose an entry of the archive first; the command box would open below the dialog of the
            // archive.
            Command::GoTo if self.archive().is_some() => self.notice.say("Choose a file of the package first"),
            // If no file is open, only the atlas can be searched.
            Command::GoTo if self.file().is_none() => self.effects.push(Effect::FocusSearch),
            Command::GoTo => self.show_overlay(Overlay::GoTo),
            Command::Atlas => self.show_overlay(Overlay::Atlas),
            Command::Help => self.show_overlay(Overlay::Help),
            Command::PasteLog => self.apply(Msg::Log(LogMsg::Show(true))),
            Command::Problems => self.show_overlay(Overlay::Problems),
            Command::GoToOffset => self.show_overlay(Overlay::Offset),
            Command::AtOffset if self.file().is_some() => self.show_overlay(Overlay::At),
            Command::AtOffset => {}
            Command::Pad => self.apply(Msg::Pad(PadMsg::Open)),
            Command::MoveMember(_) | Command::Smallest | Command::Undo(_) if self.pad_file().is_none() => {
                self.notice.say("Members are moved in the scratch pad");
            }
            Command::MoveMember(down) => self.scrub(ScrubMsg::Step(if down { 1 } else { -1 })),
            Command::Smallest => self.scrub(ScrubMsg::Smallest),
            Command::Undo(redo) => self.scrub(ScrubMsg::Undo(redo)),
            Command::Open => self.effects.push(Effect::FileDialog),
            Command::Theme => self.effects.push(Effect::ToggleTheme),
            Command::Share => self.apply(Msg::Share(ShareMsg::Show)),
            Command::Fields => {
                self.apply(Msg::Fields(FieldsMsg::Show));
                // The key moves the focus into the table of fields, as the key of a view does; a click on the tab
                // leaves the focus at the tab.
                self.effects.push(Effect::FocusView);
            }
            Command::Verdict => self.apply(Msg::Verdict(VerdictMsg::Show(true))),
            Command::Changes => self.apply(Msg::Changes(ChangesMsg::Show(true))),
            Command::Lists if self.file().is_some_and(OpenFile::has_lists) => {
                self.apply(Msg::Lists(ListsMsg::Show(true)));
            }
            Command::Lists => self.notice.say("This file has no lists besides its types"),
            Command::CopyLink => {
                let said = self.link_said();
                self.copy_link(self.address().alone().to_fragment(), &said);
            }
            Command::View(view) => {
                self.apply(Msg::View(view));
                // The list that had the focus disappears together with its view, so the new view gets the focus.
                self.effects.push(Effect::FocusView);
            }
            Command::Back => self.effects.push(Effect::HistoryBack),
            Command::Forward => self.effects.push(Effect::HistoryForward),
            Command::Close => {
                if self.overlay() != Overlay::None {
                    self.seen.overlay = Overlay::None;
                    self.effects.push(Effect::FocusBack);
                } else if self.learn.in_deck() {
                    self.apply(Msg::Learn(LearnMsg::Deck(false)));
                } else if self.archive().is_some() {
                    self.apply(Msg::Files(FilesMsg::CloseArchive));
                } else if let Some(file) = self.seen.file_mut()
                    && file.look.byte.take().is_none()
                    && !file.look.list.text().is_empty()
                {
                    self.apply(Msg::Search(SearchMsg::Query(String::new())));
                }
            }
            Command::CopyName => {
                if let Some(name) = self.selected_name() {
                    self.effects.push(Effect::Copy(name.clone(), format!("Copied {name}")));
                }
            }
            Command::CopyAccess | Command::CopyPath => self.copy_access(command == Command::CopyPath),
            Command::Inspector => self.effects.push(Effect::FocusInspector),
            Command::ExportMenu => self.effects.push(Effect::OpenExport),
            Command::ToggleList => self.effects.push(Effect::ToggleList),
            Command::NextPane => self.effects.push(Effect::NextPane),
            Command::Follow => self.follow(),
            Command::SingleKeys => self.apply(Msg::Settings(SettingsMsg::SingleKeys)),
            Command::Picture(png) => self.effects.push(Effect::Picture(png)),
            Command::Learn => self.apply(Msg::Learn(LearnMsg::Show(!self.learn.shown))),
            Command::NextStep => self.apply(Msg::Learn(LearnMsg::Turn(1))),
            Command::Uncover => self.apply(Msg::Learn(LearnMsg::Uncover)),
            Command::StepBack => self.apply(Msg::Learn(LearnMsg::Turn(-1))),
            Command::Deck => self.apply(Msg::Learn(LearnMsg::Deck(!self.learn.deck))),
            Command::Hex => self.apply(Msg::Settings(SettingsMsg::Hex(!self.settings().hex))),
            Command::Bytes => self.show_bytes(self.settings().bytes_place().next()),
            Command::AllBytes => self.show_bytes(self.settings().bytes_place().toggled_all()),
            Command::FlipBits => self.apply(Msg::Settings(SettingsMsg::FlipBits)),
            Command::ExpandAll => self.apply(Msg::Rows(RowsMsg::ExpandAll)),
            Command::CollapseAll => self.apply(Msg::Rows(RowsMsg::CollapseAll)),
            Command::CloseFile => {
                if let Some(id) = self.current() {
                    self.close(id);
                }
            }
        }
    }

    /// Copies the C expression of the inspected member if `path` is true, or else its first CO-RE access string.
    fn copy_access(&mut self, path: bool) {
        let shown = self.file().and_then(|file| selected(&file.btf, file.tags(), &file.inspected()?));
        let text = shown.and_then(|shown| shown.access).and_then(|access| match path {
            true => Some(access.expression),
            false => access.reads.first().map(|read| read.access.clone()),
        });
        match text {
            Some(text) => self.effects.push(Effect::Copy(text.clone(), format!("Copied {text}"))),
            None => {
                self.notice.say("Select a named member first: only named members have a path and an access string");
            }
        }
    }

    fn scrub(&mut self, msg: ScrubMsg) {
        self.apply(Msg::Pad(PadMsg::Scrub(msg)));
    }

    fn show_bytes(&mut self, place: BytesPlace) {
        self.apply(Msg::Settings(SettingsMsg::Bytes(place)));
    }

    /// Copies a link. If it works on this computer only, the notice says so.
    pub(crate) fn copy_link(&mut self, fragment: String, said: &str) {
        let said = self.sharing.copied(said);
        self.effects.push(Effect::CopyLink(fragment, said));
    }
}
