//! Errors in lessons.

/// An error in a lesson, and its line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LessonError {
    /// The line, from 1.
    pub line: u32,
    /// The error.
    pub message: String,
}

impl LessonError {
    pub(crate) fn new(line: u32, message: impl Into<String>) -> LessonError {
        LessonError { line, message: message.into() }
    }
}

impl std::fmt::Display for LessonError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Line {}: {}", self.line, self.message)
    }
}
