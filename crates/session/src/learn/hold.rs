//! The view of a lesson's step: whether the page shows something else now, and how to get back.

use lesson::{Goal, LessonScreen, Ready, Show};
use model::kind::FileKind;
use model::views::View;

use super::Learn;
use crate::Session;
use crate::msg::Effect;
use crate::out::Out;
use crate::screen::Screen;

impl Learn {
    /// The view of the step: the view that it names. A step that shows a type and names no view has the view that the
    /// last step before it named, or the default view. So the step looks the same whether a person comes to it by Next,
    /// by Back or by a link.
    pub(super) fn view_of_step(&self, ready: &Ready) -> Option<View> {
        let named = |step: &lesson::LessonStep| View::from_word(&step.plan.view.as_ref()?.text);
        let before = self.lesson.iter().flat_map(|l| l.steps.iter().take(self.at).rev()).find_map(named);
        ready.view.or_else(|| matches!(ready.show, Some(Show::Type(..))).then(|| before.unwrap_or_default()))
    }

    /// Shows the file, the type and the view of the step again. Typed text, hints and messages stay.
    pub(super) fn show_again(&mut self) -> Vec<Out> {
        self.step.forget();
        self.just_entered = true;
        self.log_due = true;
        vec![Effect::FocusLesson.into()]
    }
}

impl Session {
    /// For a task to write types that is not done although the types meet all its conditions: the reason, an error in
    /// the pad's source. None if the task is done, or if a condition is not met.
    pub fn source_error_of_task(&self) -> Option<String> {
        let learn = self.learn();
        let ready = learn.ready().filter(|ready| ready.goal == Some(Goal::Build) && !learn.is_done())?;
        let meets = !ready.built.is_empty() && ready.built.iter().all(|condition| condition.met);
        let error = self.pad().first_error().filter(|_| meets)?;
        Some(format!("Not done while the source has an error. {error}"))
    }

    /// Whether the page shows something else than the step: another file, type, member, byte, relocation, function,
    /// view, log or screen.
    pub fn is_away_from_step(&self) -> bool {
        let learn = self.learn();
        let (Some(ready), Some(file)) = (learn.ready().filter(|_| learn.shown), self.file()) else { return false };
        // In a step that asks for types, the person writes them in the pad, so the pad counts as the step's file.
        if ready.goal == Some(Goal::Build) && file.origin.is_pad() {
            return false;
        }
        if learn.file(ready.file) != Some(file.id) {
            return true;
        }
        let screen =
            match (&ready.screen, &ready.show) {
                (Some(LessonScreen::Verdict(_)), _) => Screen::Verdict,
                (Some(LessonScreen::List(_)), _) | (None | Some(LessonScreen::Register), Some(Show::Elf(..))) => {
                    Screen::Lists
                }
                (Some(LessonScreen::Fits), _) => Screen::Fits,
                (Some(LessonScreen::Function(_)), _)
                | (None | Some(LessonScreen::Register), Some(Show::Function(_))) => Screen::Programs,
                (Some(LessonScreen::Steps(_)), _)
                | (None | Some(LessonScreen::Register), Some(Show::Relocation(_))) => Screen::Relocations,
                (None | Some(LessonScreen::Register), Some(Show::Type(..))) => Screen::Types,
                (None | Some(LessonScreen::Register), Some(Show::Byte(_)) | None) => self.screen(),
            };
        if self.screen() != screen {
            return true;
        }
        let features = &self.looks()[file.id];
        // The page shows something else if the person closed the step's log, or pasted another log.
        let log = learn.step().and_then(|step| step.plan.log.as_ref()).filter(|log| !log.text.is_empty());
        let keeps = features.log.shown && features.log.is_of_lesson();
        if log.is_some() && file.kind == FileKind::Program && !keeps {
            return true;
        }
        if matches!(ready.screen, Some(LessonScreen::Steps(_))) && features.core.walk.step.is_none() {
            return true;
        }
        match &ready.show {
            Some(Show::Type(id, path)) => {
                let same = file.look.selection.as_ref().is_some_and(|s| s.id == *id && s.path == *path);
                !same || file.look.byte.is_some() || learn.shown_view.is_some_and(|view| view != self.view())
            }
            Some(Show::Byte(at)) => file.look.byte != Some(*at),
            Some(Show::Relocation(index)) => features.core.picked != Some(*index),
            Some(Show::Function(key)) => features.program.key().split('@').next() != Some(key),
            Some(Show::Elf(..)) | None => false,
        }
    }
}
