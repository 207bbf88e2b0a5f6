//! Messages about the list of types, its rows, and a log that was pasted without its program.

use crate::file::OpenFile;
use crate::msg::{LogMsg, RowsMsg, SearchMsg};
use crate::{Feature, Session};

impl Session {
    pub(crate) fn log_without_program(&mut self, msg: LogMsg) {
        match msg {
            LogMsg::Show(true) => self.notice.say("A log needs its program: open the BPF object first"),
            msg => {
                let out = self.log.update(msg, &self.seen);
                self.apply_out(out);
            }
        }
    }

    pub(crate) fn rows_msg(&mut self, msg: RowsMsg) {
        let view = self.view();
        let file = self.seen.file_mut();
        let out = file.map(|OpenFile { btf, look, .. }| look.rows.update(msg, btf, look.selection.as_ref(), view));
        self.apply_out(out.unwrap_or_default());
    }

    pub(crate) fn search_msg(&mut self, msg: SearchMsg) {
        let has_desk = self.has_desk;
        let out = self.seen.file_mut().map(|file| file.look.list.update(msg, has_desk));
        self.apply_out(out.unwrap_or_default());
    }

    /// The root type and member path of the relocation that is shown; views show this type.
    pub(crate) fn relocation_member(&self) -> Option<(btf::TypeId, model::path::Path)> {
        self.looks[self.core()?.id].core.model().map(|d| (d.root, d.member.clone()))
    }
}
