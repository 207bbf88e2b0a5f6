//! What the commands of the table do.

use model::path;

use super::{Effect, LogMsg, Msg, Overlay, Session, Way};
use crate::commands::Command;
use crate::look::changes::ChangesMsg;

impl Session {
    pub(super) fn show_overlay(&mut self, overlay: Overlay, effects: &mut Vec<Effect>) {
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
                // The search is that of types.
                self.leave_programs(effects);
                self.changes.shown = false;
                self.show_address(Way::Push, effects);
                effects.push(Effect::FocusSearch);
            }
            Command::GoTo => self.show_overlay(Overlay::GoTo, effects),
            Command::Help => self.show_overlay(Overlay::Help, effects),
            Command::PasteLog => self.log_msg(LogMsg::Show, effects),
            Command::Problems => self.show_overlay(Overlay::Problems, effects),
            Command::GoToOffset => self.show_overlay(Overlay::Offset, effects),
            Command::Pad => self.open_pad(effects),
            Command::Open => effects.push(Effect::FileDialog),
            Command::Theme => effects.push(Effect::ToggleTheme),
            Command::Share => self.share(effects),
            Command::Fields => self.show_fields(effects),
            Command::Changes => self.apply(Msg::Changes(ChangesMsg::Show(true)), effects),
            Command::CopyLink => {
                let said = self.link_said();
                effects.push(Effect::CopyLink(self.address().to_fragment(), said));
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
                } else if self.archive.is_some() {
                    self.apply(Msg::CloseArchive, effects);
                } else if let Some(file) = self.file_mut()
                    && file.look.byte.take().is_none()
                    && !file.look.list.text().is_empty()
                {
                    self.apply(Msg::Query(String::new()), effects);
                }
            }
            Command::CopyName => {
                if let Some(name) = self.selected_name() {
                    effects.push(Effect::Copy(name.clone(), format!("Copied {name}")));
                }
            }
            Command::Follow => self.follow(effects),
            Command::SingleKeys => {
                self.settings.single_keys = !self.settings.single_keys;
                let state = if self.settings.single_keys { "on" } else { "off" };
                self.notice = format!("Single-letter keys are {state}");
                effects.push(Effect::SaveSettings);
            }
            Command::Picture(png) => effects.push(Effect::Picture(png)),
            Command::Learn => self.learn_msg(super::LearnMsg::Show(!self.learn.shown), effects),
            Command::FlipBits => {
                self.settings.flip_bits = !self.settings.flip_bits;
                effects.push(Effect::SaveSettings);
            }
            Command::ExpandAll => {
                if let Some(file) = self.file_mut()
                    && let Some(selection) = &file.look.selection
                {
                    model::tree::expand_embedded(&file.btf, selection.id, &mut file.look.table_open);
                    model::tree::expand_embedded(&file.btf, selection.id, &mut file.look.tree_open);
                }
            }
            Command::CollapseAll => {
                if let Some(file) = self.file_mut() {
                    file.look.table_open.0.clear();
                    file.look.tree_open.0.clear();
                    if let Some(selection) = &mut file.look.selection {
                        selection.path.0.truncate(1);
                    }
                }
            }
            Command::CloseFile => {
                if let Some(id) = self.current {
                    self.close(id, effects);
                }
            }
        }
    }

    pub(super) fn selected_name(&self) -> Option<String> {
        let file = self.file()?;
        let s = file.look.selection.as_ref()?;
        let named = path::walk(&file.btf, s.id, &s.path)?.last().map(|step| step.item.name.to_string());
        named.filter(|n| !n.is_empty()).or_else(|| Some(dump::type_name(&file.btf, s.id)))
    }
}
