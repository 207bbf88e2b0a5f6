//! The shown screen. It changes only by [`Session::show_screen`].

use desk::FileId;
use model::views::View;

use crate::Session;
use crate::screen::Screen;

impl Session {
    pub(crate) fn show_screen(&mut self, screen: Screen) {
        self.seen.screen = screen;
    }

    /// Shows the types, unless the screen shows the selected type already (beside a list of changes or faults).
    /// Returns whether the screen changed.
    pub(crate) fn show_types(&mut self) -> bool {
        let other = !self.seen.screen.has_type();
        if other {
            self.show_screen(Screen::Types);
        }
        other
    }

    /// Makes a file the current one, or none. The file gets the screen that it had last. But if that was Types, or
    /// there is no file, then Changes, Verdict and Fields stay shown: they are about several files or exist for any
    /// file.
    pub(crate) fn make_current(&mut self, id: Option<FileId>) {
        let screen = self.seen.screen;
        if let Some(before) = self.seen.file_mut() {
            before.look.screen = if screen.has_type() || screen == Screen::Fields { Screen::Types } else { screen };
        }
        if self.current() != id {
            // The notice was about the file that was current before.
            self.notice.clear();
        }
        self.seen.current = id;
        // The view Records is the first view of the scratch pad; other files open with the view that the person
        // prefers.
        if self.view() == View::Records && self.file().is_some() && self.pad_file().is_none() {
            let preferred = self.settings().view;
            self.seen.view = if preferred == View::Records { View::default() } else { preferred };
        }
        match self.file().map(|f| f.look.screen) {
            Some(Screen::Types) | None if matches!(screen, Screen::Changes | Screen::Verdict | Screen::Fields) => {}
            left => self.show_screen(left.unwrap_or_default()),
        }
    }
}
