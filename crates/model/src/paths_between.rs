//! Member paths from the selected type to another one.

use text::counted;
use wire::Wire;

/// A path of members from one type to another.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct FoundPath {
    /// The indices of the members, as in [`crate::path::Path`].
    pub indices: Vec<u32>,
    /// The path in C: `task->mm->pgd`.
    pub expression: String,
    /// How many pointers the path follows, including pointers of the last member.
    pub pointers: u32,
    /// The reads, each with its CO-RE access string: `struct task_struct 0:33 mm @ 2376`.
    pub reads: Vec<String>,
}

impl FoundPath {
    /// `no pointers`, `1 pointer`, `2 pointers`.
    pub fn pointers_text(&self) -> String {
        match self.pointers {
            0 => "no pointers".to_owned(),
            n => counted(n, "pointer"),
        }
    }
}

/// The paths to a type.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct FoundPaths {
    /// The name of the type that the paths lead to, or should lead to.
    pub to: String,
    /// The paths, the shortest first.
    pub paths: Vec<FoundPath>,
    /// Why there is no path; else empty.
    pub why: String,
}
