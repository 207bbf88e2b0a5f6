//! What is shown: one value, which [`Session::show_screen`] and the choice of another file change, and nothing else.

use desk::FileId;

use super::Session;

btf::named! {
    /// What is shown of the current file.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum Screen {
        /// Its types, and the view of the selected one.
        #[default]
        Types = "Type";
        /// All that differs from another file, and the view of the selected type.
        Changes = "Type";
        /// What kernels say of the file, and the view of the selected type.
        Verdict = "Type";
        /// The functions, maps and globals of a program.
        Programs = "Program";
        /// The CO-RE relocations of a program.
        Relocations = "Relocation";
        /// On which kernels a program loads.
        Fits = "Kernels";
        /// The lists that the file has beside its types.
        Lists = "Rows";
        /// Where fields lie in all open files.
        Fields = "Fields";
    }
    /// What its view shows, in a word: the name of that pane where one is shown at a time.
    pub fn view_name;
}

impl Screen {
    /// Whether the selected type is what is looked at.
    pub fn has_type(self) -> bool {
        matches!(self, Screen::Types | Screen::Changes | Screen::Verdict)
    }
}

impl Session {
    pub(super) fn show_screen(&mut self, screen: Screen) {
        self.seen.screen = screen;
    }

    /// A type is looked at among types: beside the list of changes or of faults when that is shown. Whether something else was shown.
    pub(super) fn show_types(&mut self) -> bool {
        let other = !self.seen.screen.has_type();
        if other {
            self.show_screen(Screen::Types);
        }
        other
    }

    /// Makes a file the current one, or none. A file is shown as it was left; what is about several files, or about each, stays for one that was left
    /// at its types: changes, faults, fields.
    pub(super) fn look_at(&mut self, id: Option<FileId>) {
        let screen = self.seen.screen;
        if let Some(before) = self.seen.file_mut() {
            before.look.left_at = if screen.has_type() || screen == Screen::Fields { Screen::Types } else { screen };
        }
        if self.current() != id {
            // It is about the file before.
            self.notice.clear();
        }
        self.seen.current = id;
        match self.file().map(|f| f.look.left_at) {
            Some(Screen::Types) | None if matches!(screen, Screen::Changes | Screen::Verdict | Screen::Fields) => {}
            left => self.show_screen(left.unwrap_or_default()),
        }
    }
}
