//! Paths from the selected type to another one.

use std::rc::Rc;

use wire::wire;

use crate::desk::AskPaths;

/// A way of members from one type to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundPath {
    /// The members, as a path of the Tree has them.
    pub indices: Vec<u32>,
    /// In C: `task->mm->pgd`.
    pub expression: String,
    /// Pointers on the way, that of the last member included.
    pub pointers: u32,
    /// The reads, each with its CO-RE access string: `struct task_struct 0:33 mm @ 2376`.
    pub reads: Vec<String>,
}
wire!(struct FoundPath { indices, expression, pointers, reads });

impl FoundPath {
    /// `no pointers`, `1 pointer`, `2 pointers`.
    pub fn pointers_text(&self) -> String {
        match self.pointers {
            0 => "no pointers".to_owned(),
            1 => "1 pointer".to_owned(),
            n => format!("{n} pointers"),
        }
    }
}

/// The paths to a type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundPaths {
    /// The type's name; of several of the name the one that was taken.
    pub to: String,
    /// The shortest first.
    pub paths: Vec<FoundPath>,
    /// Why there is none; empty otherwise.
    pub why: String,
}
wire!(struct FoundPaths { to, paths, why });

/// What happens where paths are looked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PathsMsg {
    /// The name of the other type was typed.
    To(String),
    /// Only what is embedded, not over pointers.
    Embedded(bool),
    /// Look for paths.
    Find,
    /// Show a path in the Tree.
    Open(usize),
    /// Put the paths away.
    Close,
}

/// What is looked for.
#[derive(Debug, Default)]
pub struct PathsLook {
    /// The name of the other type, as it was typed.
    pub to: String,
    /// Only what is embedded, not over pointers.
    pub embedded: bool,
    /// Why there is no answer.
    pub problem: Option<String>,
    pub(crate) asked: Option<AskPaths>,
    pub(crate) found: Option<Rc<FoundPaths>>,
}

impl PathsLook {
    /// Whether the desk is asked, or has answered.
    pub fn is_asked(&self) -> bool {
        self.asked.is_some()
    }

    /// The paths, once they are there.
    pub fn found(&self) -> Option<&Rc<FoundPaths>> {
        self.found.as_ref()
    }
}
