//! The features of the current file: their messages, and what the desk says of them.

use desk::FileId;
use model::kind::FileKind;

use super::{Effect, History, Msg, Session};
use crate::file::OpenFile;
use crate::look::fits::FitsMsg;
use crate::look::kernel_lists::ListsMsg;
use crate::look::log::LogMsg;
use crate::look::program::ProgramMsg;
use crate::look::relocations::CoreMsg;
use crate::look::rows::RowsMsg;
use crate::look::search::SearchMsg;
use crate::look::values::ValuesMsg;
use crate::{Out, Screen};
use model::views::View;

impl Session {
    /// The program that is shown, if programs are.
    pub fn program(&self) -> Option<&OpenFile> {
        self.file().filter(|f| f.kind == FileKind::Program && self.screen() == Screen::Programs)
    }

    /// The program whose relocations are shown, if they are.
    pub fn core(&self) -> Option<&OpenFile> {
        self.file().filter(|f| f.kind == FileKind::Program && self.screen() == Screen::Relocations)
    }

    /// What the relocations of a program are resolved on: all other open files that may be kernels.
    pub fn kernels(&self) -> Vec<FileId> {
        self.files().iter().filter(|f| f.is_target() && Some(f.id) != self.current).map(|f| f.id).collect()
    }

    /// The current file, when it is a program.
    pub(crate) fn program_file(&self) -> Option<FileId> {
        self.file().filter(|f| f.kind == FileKind::Program).map(|f| f.id)
    }

    pub(super) fn program_msg(&mut self, msg: ProgramMsg, effects: &mut Vec<Effect>) {
        if let Some(id) = self.program_file() {
            self.run_in(id, effects, |f| &mut f.look.program, |p, _, _| p.update(msg));
        }
    }

    pub(super) fn core_msg(&mut self, msg: CoreMsg, effects: &mut Vec<Effect>) {
        if let CoreMsg::Tree(file, id, path) = msg {
            if self.file_of(file).is_some() {
                let go = [Out::LookAt(file), Out::View(View::Tree), Msg::GoTo(id, path, History::Push).into()];
                self.obey(go.into_iter().chain([Effect::FocusView.into()]).collect(), effects);
            }
        } else if let Some(id) = self.program_file() {
            self.run_in(id, effects, |f| &mut f.look.core, |c, file, _| c.update(msg, file));
        }
    }

    pub(super) fn fits_msg(&mut self, msg: FitsMsg, effects: &mut Vec<Effect>) {
        if let Some(id) = self.program_file() {
            self.run_in(id, effects, |f| &mut f.look.fits, |l, file, s| l.update(msg, file, s));
        }
    }

    pub(super) fn log_msg(&mut self, msg: LogMsg, effects: &mut Vec<Effect>) {
        match self.program_file() {
            Some(id) => self.run_in(id, effects, |f| &mut f.look.log, |l, _, s| l.update(msg, s)),
            None if msg == LogMsg::Show(true) => {
                self.notice = "A log needs its program: open the BPF object first".to_owned();
            }
            None => self.run(effects, |s| &mut s.log, |l, _| l.update(msg)),
        }
    }

    pub(super) fn rows_msg(&mut self, msg: RowsMsg, effects: &mut Vec<Effect>) {
        if let Some(id) = self.current {
            self.run_in(id, effects, |f| &mut f.look.rows, |r, file, s| r.update(msg, file, s.view()));
        }
    }

    pub(super) fn search_msg(&mut self, msg: SearchMsg, effects: &mut Vec<Effect>) {
        let has_desk = self.has_desk;
        let out = self.file_mut().map(|file| file.look.list.update(msg, has_desk));
        self.obey(out.unwrap_or_default(), effects);
    }

    pub(super) fn values_msg(&mut self, msg: ValuesMsg, effects: &mut Vec<Effect>) {
        if let Some(id) = self.current {
            self.run_in(id, effects, |f| &mut f.look.values, |v, file, s| v.update(msg, file, s));
        }
    }

    pub(super) fn lists_msg(&mut self, msg: ListsMsg, effects: &mut Vec<Effect>) {
        if let Some(id) = self.file().filter(|f| f.has_lists()).map(|f| f.id) {
            self.run_in(id, effects, |f| &mut f.look.lists, |l, file, s| l.update(msg, file, s));
        }
    }

    /// The root type of the relocation that is read, and the path in it: what the views of types show then.
    pub(super) fn relocation_member(&self) -> Option<(btf::TypeId, model::path::Path)> {
        self.core()?.look.core.model().map(|d| (d.root, d.member.clone()))
    }
}
