//! The presentation ("deck"): one step of a lesson fills the screen, with the pane that it is about.

use model::lesson::{LessonScreen, Show};

use super::Learn;

/// The panes that are shown beside the step in the presentation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beside {
    /// The view of a type, a program or a list.
    View,
    /// The bytes.
    Bytes,
    /// Both.
    Both,
    /// The list on the left, and the view.
    List,
}

impl Learn {
    /// The panes that the step is about; the view until the step is worked out.
    pub fn beside(&self) -> Beside {
        let Some(ready) = self.ready() else { return Beside::View };
        match (&ready.screen, &ready.show) {
            (Some(LessonScreen::Verdict(_)), _) => Beside::List,
            (Some(LessonScreen::Function(_)), Some(Show::Byte(_))) => Beside::Both,
            (Some(_), _) | (None, Some(Show::Function(_) | Show::Elf(..))) => Beside::View,
            (None, Some(Show::Byte(_))) => Beside::Bytes,
            (None, _) if ready.marks.is_empty() => Beside::View,
            (None, _) => Beside::Both,
        }
    }
}
