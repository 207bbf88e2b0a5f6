//! A short answer of the atlas, for the start page and the inspector.

use std::collections::BTreeMap;

use wire::{Packed, Wire};

use super::super::Asked;
use super::{History, KernelKind, Strip, folded, wide_and_narrow};

/// The question whose answer comes with the page.
pub const FIRST: &str = "task_struct.__state";

/// Examples of questions: a field, a function, a kfunc.
pub const EXAMPLES: [&str; 3] = [FIRST, "vfs_rename", "bpf_task_from_pid"];

/// The place where an answer can be shown: a kernel, and the type, function or field that it has, as parts of an
/// address.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct ShownIn {
    /// The newest of the kernels that have it and are, if possible, without a special flavour and of the most common
    /// architecture.
    pub kernel: String,
    /// The name of the type or function.
    pub type_name: String,
    /// Its kind, in a word.
    pub kind: String,
    /// The path to the member, joined by dots; empty for the type itself.
    pub member: String,
    /// Whether the member was asked for under this name alone.
    pub is_split: bool,
}

impl ShownIn {
    fn of(history: &History) -> Option<ShownIn> {
        let present = history.kernels.iter().filter_map(|kernel| {
            let shape = history.shapes.get(kernel.shape as usize).filter(|shape| !shape.absent)?;
            Some((kernel, shape))
        });
        // Kernels without a special flavour are preferred, then kernels of the most common architecture.
        let mut of_kind: Vec<u32> = vec![0; history.kinds.len()];
        for kernel in &history.kernels {
            if let Some(count) = of_kind.get_mut(kernel.kind as usize) {
                *count += 1;
            }
        }
        let mut of_arch: BTreeMap<&str, u32> = BTreeMap::new();
        for (kind, count) in history.kinds.iter().zip(of_kind) {
            *of_arch.entry(&kind.arch).or_default() += count;
        }
        let rank = |kind: &KernelKind| (!kind.special, of_arch.get(kind.arch.as_str()).copied());
        let ranks: Vec<_> = history.kinds.iter().map(rank).collect();
        // `max_by_key` takes the last of equals, which is the newest.
        let (kernel, shape) = present.max_by_key(|(kernel, _)| ranks.get(kernel.kind as usize))?;
        // In addresses dots join the names; a question may have arrows.
        let asked = history.member.replace("->", ".");
        // On that kernel the member may have another name than the one that was asked for.
        let member = match asked.rsplit_once('.') {
            _ if history.followed.is_empty() || shape.name.is_empty() => asked,
            Some((before, _)) => format!("{before}.{}", shape.name),
            None => shape.name.clone(),
        };
        Some(ShownIn {
            kernel: kernel.name.clone(),
            type_name: history.name.clone(),
            kind: history.kind_word().to_owned(),
            member,
            is_split: history.is_split,
        })
    }
}

/// A short answer: the sentence and the strips of a history.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Answer {
    /// The question: `task_struct.__state`.
    pub question: String,
    /// A sentence that says on which kernels the type or field is.
    pub headline: String,
    /// How many kernels were asked.
    pub kernels: u32,
    /// If no kernel has the name or the field: questions with similar names.
    pub near: Vec<String>,
    /// The modules that add the name to their kernels, in words; empty if not known.
    pub modules: Vec<String>,
    /// The strip with a column for each series.
    pub wide: Strip,
    /// The strip for a narrow screen.
    pub narrow: Strip,
    /// The strip for the inspector.
    pub folded: Strip,
    /// Where its history can be shown; none if no kernel has it.
    pub shown_in: Option<ShownIn>,
    /// The name of the atlas if several were asked; else empty.
    pub atlas: String,
    /// The answers of the other atlases that were asked.
    pub also: Vec<Answer>,
}

impl Answer {
    /// The short form of a history.
    pub fn of(question: &str, history: &History) -> Answer {
        let (has, of) = history.present();
        let headline = match (has, of) {
            (0, 0) => history.summary(),
            (0, _) => format!("No kernel has {}.", history.title),
            _ => history.headline.clone(),
        };
        let ([wide, narrow], folded) = match has {
            0 => Default::default(),
            _ => (wide_and_narrow(history), folded(history)),
        };
        Answer {
            question: question.to_owned(),
            headline,
            kernels: of as u32,
            near: history.near.clone(),
            modules: history.modules.clone(),
            wide,
            narrow,
            folded,
            shown_in: ShownIn::of(history),
            atlas: history.atlas.clone(),
            also: history.also.iter().map(|other| Answer::of(question, other)).collect(),
        }
    }

    /// The answer when no kernel has the type, function or field. `near`: questions with similar names.
    pub fn none(question: &str, asked: &Asked, near: Vec<String>) -> Answer {
        let headline = format!("No kernel has {}.", asked.words());
        Answer { question: question.to_owned(), headline, near, ..Answer::default() }
    }

    /// Whether there is a history to show: a kernel or a module has the name.
    pub fn has_history(&self) -> bool {
        !self.wide.lanes.is_empty() || !self.modules.is_empty()
    }

    /// The answer as text without spaces, to be stored in a file.
    pub fn packed(&self) -> String {
        share::pack(&Packed::new(self).bytes)
    }

    /// The answer from the text of [`packed`](Answer::packed); none if the text is damaged or of another version.
    pub fn unpacked(text: &str) -> Option<Answer> {
        Packed { bytes: share::unpack(text).ok()?, buffers: Vec::new() }.read()
    }
}
