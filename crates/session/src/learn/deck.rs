//! The presentation ("deck"): one step of a lesson fills the screen, with the panes that the step is about.

use lesson::{LessonScreen, Show};

use super::Learn;

/// The panes that are shown beside the step in the presentation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeckPanes {
    /// The view of a type, a program or a list.
    View,
    /// The bytes.
    Bytes,
    /// The view and the bytes.
    Both,
    /// The list on the left, and the view.
    List,
}

impl Learn {
    /// Starts or ends the presentation. It begins without the answers, hints and messages of the panel.
    pub(super) fn begin_deck(&mut self, on: bool) {
        if on && !self.deck {
            self.drafts.clear();
            self.message = None;
            self.reason = None;
            self.hints = 0;
            self.uncovered = false;
            self.accepted.clear();
            self.log_due = true;
            if !self.chosen.is_empty() {
                // The page shows the program of a fix, so the step must be resolved again to show its own program.
                self.chosen.clear();
                self.step.forget();
                self.just_entered = true;
            }
        }
        self.deck = on;
    }

    /// The panes that the step is about; the view until the desk has resolved the step.
    pub fn deck_panes(&self) -> DeckPanes {
        let Some(ready) = self.ready() else { return DeckPanes::View };
        match (&ready.screen, &ready.show) {
            (Some(LessonScreen::Verdict(_)), _) => DeckPanes::List,
            (Some(LessonScreen::Function(_)), Some(Show::Byte(_))) => DeckPanes::Both,
            // The registers are in the inspector, which is shown together with the bytes.
            (Some(LessonScreen::Register), _) => DeckPanes::Both,
            (Some(_), _) | (None, Some(Show::Function(_) | Show::Elf(..))) => DeckPanes::View,
            (None, Some(Show::Byte(_))) => DeckPanes::Bytes,
            (None, _) if ready.marks.is_empty() => DeckPanes::View,
            (None, _) => DeckPanes::Both,
        }
    }
}
