//! Which screen is shown: one value, changed only by [`Session::show_screen`] and by the choice of another file.

use desk::FileId;

use crate::Session;
use crate::screen::Screen;

impl Session {
    pub(crate) fn show_screen(&mut self, screen: Screen) {
        self.seen.screen = screen;
    }

    /// Shows types, unless the screen shows the selected type already, beside a list of changes or faults. Returns whether it changed.
    pub(crate) fn show_types(&mut self) -> bool {
        let other = !self.seen.screen.has_type();
        if other {
            self.show_screen(Screen::Types);
        }
        other
    }

    /// Makes a file the current one, or none. It gets the screen that it was left at. A file that was left at its types keeps the current
    /// screen if that one is about several files or applies to any file: changes, verdict, fields.
    pub(crate) fn make_current(&mut self, id: Option<FileId>) {
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
