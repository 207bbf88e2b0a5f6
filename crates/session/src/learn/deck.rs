//! The deck: one step alone on the screen, with what it shows.

use model::lesson::{LessonScreen, Show};

use super::Learn;

/// What is shown beside a step that is alone on the screen.
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
    /// What the step talks of, for the deck; the view before the step was worked out.
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
