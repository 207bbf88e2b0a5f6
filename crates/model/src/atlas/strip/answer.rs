//! An answer of the atlas, as the start page and the inspector show it.

use wire::{Packed, Wire};

use super::super::Asked;
use super::{History, Strip, folded, narrow, wide};

/// The question whose answer is part of the page.
pub const FIRST: &str = "task_struct.__state";

/// Examples of questions: a member, a function, a kfunc.
pub const EXAMPLES: [&str; 3] = [FIRST, "vfs_rename", "bpf_task_from_pid"];

/// An answer in a few hundred bytes: the sentence and the strips of a history.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Answer {
    /// The question: `task_struct.__state`.
    pub question: String,
    /// On which kernels it is, in a sentence.
    pub headline: String,
    /// How many kernels were asked.
    pub kernels: u32,
    /// If no kernel has the field: questions for fields with names like it.
    pub near: Vec<String>,
    /// The modules that bring the name, in words, if known.
    pub modules: Vec<String>,
    /// The strip with a column for each series.
    pub wide: Strip,
    /// The strip for a narrow screen.
    pub narrow: Strip,
    /// The strip for the inspector.
    pub folded: Strip,
    /// The atlas, if several were asked; else empty.
    pub atlas: String,
    /// The answers of the other atlases that were asked.
    pub also: Vec<Answer>,
}

impl Answer {
    /// The answer that a history gives.
    pub fn of(question: &str, history: &History) -> Answer {
        let (has, of) = history.present();
        let headline = match (has, of) {
            (0, 0) => history.summary(),
            (0, _) => format!("No kernel has {}.", history.title),
            _ => history.headline.clone(),
        };
        let nothing = Strip::default;
        Answer {
            question: question.to_owned(),
            headline,
            kernels: of as u32,
            near: history.near.clone(),
            modules: history.modules.clone(),
            wide: if has > 0 { wide(history) } else { nothing() },
            narrow: if has > 0 { narrow(history) } else { nothing() },
            folded: if has > 0 { folded(history) } else { nothing() },
            atlas: history.atlas.clone(),
            also: history.also.iter().map(|other| Answer::of(question, other)).collect(),
        }
    }

    /// The answer that no kernel has a type or function of that name. `near` are questions with names like it.
    pub fn none(question: &str, asked: &Asked, near: Vec<String>) -> Answer {
        let headline = format!("No kernel has {}.", asked.words());
        Answer { question: question.to_owned(), headline, near, ..Answer::default() }
    }

    /// Whether there is a history: a kernel has it, or a module brings it.
    pub fn has_history(&self) -> bool {
        !self.wide.lanes.is_empty() || !self.modules.is_empty()
    }

    /// As text without spaces, for a file.
    pub fn packed(&self) -> String {
        share::pack(&Packed::new(self).bytes)
    }

    /// The answer in a text of [`packed`](Answer::packed); none if it is damaged or of another version.
    pub fn unpacked(text: &str) -> Option<Answer> {
        Packed { bytes: share::unpack(text).ok()?, buffers: Vec::new() }.read()
    }
}
