//! What is shown: one value, which [`Session::show_screen`] and the choice of another file change, and nothing else.

use desk::FileId;

use super::Session;

/// What is shown of the current file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Screen {
    /// Its types, and the view of the selected one.
    #[default]
    Types,
    /// All that differs from another file, and the view of the selected type.
    Changes,
    /// What kernels say of the file, and the view of the selected type.
    Verdict,
    /// The functions, maps and globals of a program.
    Programs,
    /// The CO-RE relocations of a program.
    Relocations,
    /// On which kernels a program loads.
    Fits,
    /// The lists that the file has beside its types.
    Lists,
    /// Where fields lie in all open files.
    Fields,
}

impl Screen {
    /// Whether the selected type is what is looked at.
    pub fn has_type(self) -> bool {
        matches!(self, Screen::Types | Screen::Changes | Screen::Verdict)
    }

    /// What its view shows, in a word: the name of that pane where one is shown at a time.
    pub fn view_name(self) -> &'static str {
        match self {
            Screen::Types | Screen::Changes | Screen::Verdict => "Type",
            Screen::Programs => "Program",
            Screen::Relocations => "Relocation",
            Screen::Fits => "Kernels",
            Screen::Lists => "Rows",
            Screen::Fields => "Fields",
        }
    }
}

impl Session {
    /// What is shown of the current file. A link asks for the file that it compares with before it shows what differs.
    pub fn screen(&self) -> Screen {
        match self.screen {
            Screen::Changes if self.compare.wanted.is_some() => Screen::Types,
            screen => screen,
        }
    }

    /// Whether the list of what differs is shown.
    pub fn changes_shown(&self) -> bool {
        self.screen() == Screen::Changes
    }

    /// Whether the kernel's verdict is shown.
    pub fn verdict_shown(&self) -> bool {
        self.screen() == Screen::Verdict
    }

    /// Whether the fields in all open files are shown.
    pub fn fields_shown(&self) -> bool {
        self.screen() == Screen::Fields && self.file().is_some()
    }

    pub(super) fn show_screen(&mut self, screen: Screen) {
        self.screen = screen;
    }

    /// A type is looked at among types: beside the list of changes or of faults when that is shown. Whether something else was shown.
    pub(super) fn show_types(&mut self) -> bool {
        let other = !self.screen.has_type();
        if other {
            self.show_screen(Screen::Types);
        }
        other
    }

    /// Makes a file the current one, or none. A file is shown as it was left; what is about several files, or about each, stays for one that was left
    /// at its types: changes, faults, fields.
    pub(super) fn look_at(&mut self, id: Option<FileId>) {
        let screen = self.screen;
        if let Some(before) = self.file_mut() {
            before.look.left_at = if screen.has_type() || screen == Screen::Fields { Screen::Types } else { screen };
        }
        if self.current != id {
            // It is about the file before.
            self.notice.clear();
        }
        self.current = id;
        match self.file().map(|f| f.look.left_at) {
            Some(Screen::Types) | None if matches!(screen, Screen::Changes | Screen::Verdict | Screen::Fields) => {}
            left => self.show_screen(left.unwrap_or_default()),
        }
    }
}
