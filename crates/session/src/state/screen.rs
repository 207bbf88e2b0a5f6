//! Which screen is shown: one value, changed only by [`Session::show_screen`] and by the choice of another file.

use desk::FileId;

use super::Session;

btf::named! {
    /// The part of the current file that is shown.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum Screen {
        /// Its types, and the view of the selected one.
        #[default]
        Types = "Type", "types";
        /// The list of differences from another file, and the view of the selected type.
        Changes = "Type", "changes";
        /// Whether kernels accept the file, and the view of the selected type.
        Verdict = "Type", "faults";
        /// The functions, maps and globals of a program.
        Programs = "Program", "programs";
        /// The CO-RE relocations of a program.
        Relocations = "Relocation", "relocations";
        /// On which kernels a program loads.
        Fits = "Kernels", "fits";
        /// The lists that the file has beside its types.
        Lists = "Rows", "lists";
        /// Where fields lie in all open files.
        Fields = "Fields", "view";
    }
    /// The name of the view's pane on a narrow screen.
    pub fn view_name;
    /// The id of the list beside the view.
    pub fn list;
}

impl Screen {
    /// Whether the view shows the selected type.
    pub fn has_type(self) -> bool {
        matches!(self, Screen::Types | Screen::Changes | Screen::Verdict)
    }
}

impl Session {
    pub(super) fn show_screen(&mut self, screen: Screen) {
        self.seen.screen = screen;
    }

    /// Shows types, unless the screen shows the selected type already, beside a list of changes or faults. Returns whether it changed.
    pub(super) fn show_types(&mut self) -> bool {
        let other = !self.seen.screen.has_type();
        if other {
            self.show_screen(Screen::Types);
        }
        other
    }

    /// Makes a file the current one, or none. It gets the screen that it was left at. A file that was left at its types keeps the current
    /// screen if that one is about several files or applies to any file: changes, verdict, fields.
    pub(super) fn make_current(&mut self, id: Option<FileId>) {
        let screen = self.seen.screen;
        if let Some(before) = self.seen.file_mut() {
            before.look.screen = if screen.has_type() || screen == Screen::Fields { Screen::Types } else { screen };
        }
        if self.current() != id {
            // The notice was about the previous file.
            self.notice.clear();
        }
        self.seen.current = id;
        match self.file().map(|f| f.look.screen) {
            Some(Screen::Types) | None if matches!(screen, Screen::Changes | Screen::Verdict | Screen::Fields) => {}
            left => self.show_screen(left.unwrap_or_default()),
        }
    }
}
