//! An answer of the atlas as the start page shows it.

use wire::{Packed, Wire};

use super::{History, Strip, narrow, wide};

/// The question whose answer is part of the page.
pub const FIRST: &str = "task_struct.__state";

/// An answer in a few hundred bytes: the sentence and the strip of a history.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Answer {
    /// The question: `task_struct.__state`.
    pub question: String,
    /// On which kernels it is, in a sentence.
    pub headline: String,
    /// How many kernels were asked.
    pub kernels: u32,
    /// The strip with a column for each series.
    pub wide: Strip,
    /// The strip for a narrow screen.
    pub narrow: Strip,
}

impl Answer {
    /// The answer that a history gives.
    pub fn of(question: &str, history: &History) -> Answer {
        Answer {
            question: question.to_owned(),
            headline: if history.headline.is_empty() { history.summary() } else { history.headline.clone() },
            kernels: history.kernels.len() as u32,
            wide: wide(history),
            narrow: narrow(history),
        }
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
