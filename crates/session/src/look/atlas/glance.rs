//! Short answers of an atlas: to the text on the start page, and about the selection of a file.

use desk::{AskAtlas, AtlasQuestion};
use model::atlas::{Answer, Asked};

use super::AtlasLook;
use super::ask::{begins_name, type_question};
use crate::ask::Ask;
use crate::look::fields::selected_field;
use crate::out::Out;
use crate::seen::Seen;

/// The state of short answers.
#[derive(Debug, Default)]
pub(super) struct Glance {
    /// The answer that comes with the page.
    pub first: Option<Answer>,
    /// Whether the text is a whole question, as an example on the start page is, and not the beginning of a name.
    pub whole: bool,
    /// Whether the person has asked an atlas for something in this visit. An atlas is asked about the selection only
    /// after that.
    pub used: bool,
    pub ask: Ask<AskAtlas, Answer>,
}

/// A short answer, or what is shown in its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Glimpse<'a> {
    /// Nothing, because there is no question to ask, or no atlas.
    Nothing,
    /// A button that asks the atlas.
    Offer,
    /// The answer is awaited.
    Waits,
    /// There is no answer: the reason.
    Failed(&'a str),
    /// The answer.
    Answer(&'a Answer),
}

impl AtlasLook {
    /// The words of the button or title for the atlas: `Ask 298 kernels`.
    pub fn ask_words(&self) -> String {
        let dropped = self.atlas_id.and_then(|id| self.dropped.iter().find(|atlas| atlas.id == id));
        if let Some(chosen) = self.chosen_words() {
            return format!("Ask {chosen}");
        }
        match (dropped, &self.glance.first) {
            _ if self.asks_all() => "Ask all atlases".to_owned(),
            (Some(dropped), _) => format!("Ask {}", dropped.name),
            (None, Some(first)) => format!("Ask {} kernels", first.kernels),
            (None, None) => "Ask the atlas".to_owned(),
        }
    }

    /// How many kernels the page's atlas has, if known.
    pub fn own_kernels(&self) -> Option<u32> {
        self.glance.first.as_ref().map(|first| first.kernels)
    }

    /// The answer that comes with the page. None if another text is typed, if another atlas is asked, or if the person
    /// chose distributions.
    fn first(&self) -> Option<&Answer> {
        let first = self
            .glance
            .first
            .as_ref()
            .filter(|_| self.atlas_id.is_none() && !self.asks_all() && self.condition().is_empty())?;
        let text = self.text.trim();
        (text.is_empty() || text == first.question).then_some(first)
    }

    /// The question of the start page for the atlas. None if the text is empty, invalid or only the beginning of a
    /// name, or if the answer comes with the page.
    fn start_question(&self) -> Option<String> {
        let text = self.text.trim();
        if text.is_empty() || self.first().is_some() {
            return None;
        }
        if !self.glance.whole && begins_name(text) {
            let names = self.names.answer()?;
            return (names.is_empty() || names.iter().any(|row| row.name == text)).then(|| text.to_owned());
        }
        Asked::parse(text).ok().filter(|_| self.glance.whole || text.contains(['.', ' ', '['])).map(|_| text.to_owned())
    }

    /// The answer on the start page.
    pub fn start_answer(&self) -> Glimpse<'_> {
        match (self.first(), self.start_question()) {
            (Some(first), _) => Glimpse::Answer(first),
            (None, Some(_)) => self.glimpse(),
            (None, None) => Glimpse::Nothing,
        }
    }

    /// The question of the shown answer. A link on the start page leads to the history that answers it in full.
    pub(super) fn shown_question(&self) -> String {
        match self.first() {
            Some(first) => first.question.clone(),
            None => self.text.trim().to_owned(),
        }
    }

    /// The answer about the selected member, type or function.
    pub fn on_kernels(&self, seen: &Seen) -> Glimpse<'_> {
        match selected_question(seen) {
            Some(_) if !self.any() => Glimpse::Nothing,
            Some(_) if !self.glance.used => Glimpse::Offer,
            Some(_) => self.glimpse(),
            None => Glimpse::Nothing,
        }
    }

    fn glimpse(&self) -> Glimpse<'_> {
        match (self.glance.ask.problem(), self.glance.ask.answer()) {
            (Some(why), _) => Glimpse::Failed(why),
            (None, Some(answer)) => Glimpse::Answer(answer),
            (None, None) => Glimpse::Waits,
        }
    }

    /// Asks for the short answer that is shown.
    pub(super) fn ask_at_a_glance(&mut self, seen: &Seen) -> Vec<Out> {
        let question = match seen.file() {
            None => self.start_question(),
            Some(_) => selected_question(seen).filter(|_| self.glance.used),
        };
        match question.filter(|_| self.any()) {
            Some(text) => {
                let ask = self.ask(AtlasQuestion::Glance(text));
                self.glance.ask.want(ask).map(Out::ask).into_iter().collect()
            }
            None => {
                self.glance.ask.forget();
                vec![]
            }
        }
    }
}

/// The question about the selected member, or else about the selected type or function; none if it has no name.
fn selected_question(seen: &Seen) -> Option<String> {
    let file = seen.file().filter(|_| seen.screen().has_type())?;
    selected_field(file).or_else(|| type_question(file))
}
