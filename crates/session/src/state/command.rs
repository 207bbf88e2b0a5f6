//! What the commands of the table do.

use crate::{FilesMsg, LearnMsg, PadMsg, RowsMsg, SearchMsg, SettingsMsg};
use model::path;

use super::{Effect, History, Msg, Overlay, Screen, Session};
use crate::commands::Command;
use crate::file::OpenFile;
use crate::look::changes::ChangesMsg;
use crate::look::fields::FieldsMsg;
use crate::look::kernel_lists::ListsMsg;
use crate::look::log::LogMsg;
use crate::look::share::ShareMsg;
use crate::look::verdict::VerdictMsg;

impl Session {
    pub(super) fn show_overlay(&mut self, overlay: Overlay, effects: &mut Vec<Effect>) {
        self.copied.clear();
        self.overlay = if self.overlay == overlay { Overlay::None } else { overlay };
        if self.overlay == Overlay::None {
            effects.push(Effect::FocusBack);
        }
    }

    pub(super) fn command(&mut self, command: Command, effects: &mut Vec<Effect>) {
        // A command that was chosen in the box closes it.
        if self.overlay == Overlay::GoTo && !matches!(command, Command::GoTo | Command::Close) {
            self.overlay = Overlay::None;
            effects.push(Effect::FocusBack);
        }
        match command {
            Command::Filter => {
                // The search is that of types; on the start page, the question to the atlas.
                if self.file().is_some() {
                    self.show_screen(Screen::Types);
                    self.link.changes(History::Push);
                }
                effects.push(Effect::FocusSearch);
            }
            Command::GoTo => self.show_overlay(Overlay::GoTo, effects),
            Command::Atlas => self.show_overlay(Overlay::Atlas, effects),
            Command::Help => self.show_overlay(Overlay::Help, effects),
            Command::PasteLog => self.log_msg(LogMsg::Show(true), effects),
            Command::Problems => self.show_overlay(Overlay::Problems, effects),
            Command::GoToOffset => self.show_overlay(Overlay::Offset, effects),
            Command::AtOffset if self.file().is_some() => self.show_overlay(Overlay::At, effects),
            Command::AtOffset => {}
            Command::Pad => self.apply(Msg::Pad(PadMsg::Open), effects),
            Command::Open => effects.push(Effect::FileDialog),
            Command::Theme => effects.push(Effect::ToggleTheme),
            Command::Share => self.apply(Msg::Share(ShareMsg::Show), effects),
            Command::Fields => {
                self.apply(Msg::Fields(FieldsMsg::Show), effects);
                // As with a view. A tab keeps the focus.
                effects.push(Effect::FocusView);
            }
            Command::Verdict => self.apply(Msg::Verdict(VerdictMsg::Show(true)), effects),
            Command::Changes => self.apply(Msg::Changes(ChangesMsg::Show(true)), effects),
            Command::Lists if self.file().is_some_and(OpenFile::has_lists) => {
                self.apply(Msg::Lists(ListsMsg::Show(true)), effects);
            }
            Command::Lists => self.notice = "This file has no lists besides its types".into(),
            Command::CopyLink => {
                let said = self.sharing.copied(&self.link_said());
                effects.push(Effect::CopyLink(self.address().alone().to_fragment(), said));
            }
            Command::View(view) => {
                self.apply(Msg::View(view), effects);
                // The list that had the focus is gone with its view.
                effects.push(Effect::FocusView);
            }
            Command::Back => effects.push(Effect::HistoryBack),
            Command::Forward => effects.push(Effect::HistoryForward),
            Command::Close => {
                if self.overlay != Overlay::None {
                    self.overlay = Overlay::None;
                    effects.push(Effect::FocusBack);
                } else if self.learn.in_deck() {
                    self.apply(Msg::Learn(LearnMsg::Deck(false)), effects);
                } else if self.archive().is_some() {
                    self.apply(Msg::Files(FilesMsg::CloseArchive), effects);
                } else if let Some(file) = self.file_mut()
                    && file.look.byte.take().is_none()
                    && !file.look.list.text().is_empty()
                {
                    self.apply(Msg::Search(SearchMsg::Query(String::new())), effects);
                }
            }
            Command::CopyName => {
                if let Some(name) = self.selected_name() {
                    effects.push(Effect::Copy(name.clone(), format!("Copied {name}")));
                }
            }
            Command::Follow => self.follow(),
            Command::SingleKeys => self.apply(Msg::Settings(SettingsMsg::SingleKeys), effects),
            Command::Picture(png) => effects.push(Effect::Picture(png)),
            Command::Learn => self.apply(Msg::Learn(LearnMsg::Show(!self.learn.shown)), effects),
            Command::NextStep => self.apply(Msg::Learn(LearnMsg::Turn(1)), effects),
            Command::StepBack => self.apply(Msg::Learn(LearnMsg::Turn(-1)), effects),
            Command::Deck => self.apply(Msg::Learn(LearnMsg::Deck(!self.learn.deck)), effects),
            Command::Hex => self.apply(Msg::Settings(SettingsMsg::Hex(!self.settings.hex)), effects),
            Command::FoldBytes => self.apply(Msg::Settings(SettingsMsg::FoldBytes), effects),
            Command::FlipBits => self.apply(Msg::Settings(SettingsMsg::FlipBits), effects),
            Command::ExpandAll => self.apply(Msg::Rows(RowsMsg::ExpandAll), effects),
            Command::CollapseAll => self.apply(Msg::Rows(RowsMsg::CollapseAll), effects),
            Command::CloseFile => {
                if let Some(id) = self.current {
                    self.close(id, effects);
                }
            }
        }
    }

    pub(crate) fn selected_name(&self) -> Option<String> {
        let file = self.file()?;
        let s = file.look.selection.as_ref()?;
        let named = path::walk(&file.btf, s.id, &s.path)?.last().map(|step| step.item.name.to_string());
        named.filter(|n| !n.is_empty()).or_else(|| Some(dump::type_name(&file.btf, s.id)))
    }
}
