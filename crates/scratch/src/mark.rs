//! Errors and notes about places in the source.

use std::ops::Range;

use crate::{Compiled, Declared};

/// The severity of a mark: an error makes the result incomplete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The marked text is missing in the result.
    Error,
    /// The marked text was left out, but the types are complete.
    Note,
}

/// An error or note about a place in the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// An error or a note.
    pub severity: Severity,
    /// The place, in bytes of the source.
    pub range: Range<u32>,
    /// The line where it begins, from 1.
    pub line: u32,
    /// The column where it begins, in characters from 1.
    pub column: u32,
    /// One sentence without a full stop.
    pub message: String,
}

/// Marks while they are collected, without lines.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    found: Vec<(Severity, Range<u32>, String)>,
    /// The number of errors, including errors that are not kept.
    errors: u32,
    /// The most marks that are kept; a person does not read more.
    most: usize,
}

impl Marks {
    /// No marks; `most` are kept.
    pub fn new(most: usize) -> Marks {
        Marks { most, ..Marks::default() }
    }

    pub fn error(&mut self, range: Range<u32>, message: impl Into<String>) {
        self.push(Severity::Error, range, message.into());
    }

    pub fn note(&mut self, range: Range<u32>, message: impl Into<String>) {
        self.push(Severity::Note, range, message.into());
    }

    fn push(&mut self, severity: Severity, range: Range<u32>, message: String) {
        let new = (severity, range, message);
        if self.found.contains(&new) {
            return;
        }
        self.errors += u32::from(severity == Severity::Error);
        if self.found.len() < self.most {
            self.found.push(new);
        }
    }

    /// The result: the marks are in the order of the source, with their lines.
    pub fn finish(mut self, source: &str, blob: Option<Vec<u8>>, declared: Vec<Declared>) -> Compiled {
        self.found.sort_by_key(|(_, range, _)| range.start);
        let mut lines = Lines { source, at: 0, line: 1, start: 0 };
        let place = |(severity, range, message): (Severity, Range<u32>, String)| {
            let (line, column) = lines.find(range.start as usize);
            Mark { severity, range, line, column, message }
        };
        Compiled { blob, marks: self.found.into_iter().map(place).collect(), errors: self.errors, declared }
    }
}

/// Finds lines of ascending offsets in one pass.
struct Lines<'s> {
    source: &'s str,
    at: usize,
    line: u32,
    start: usize,
}

impl Lines<'_> {
    fn find(&mut self, offset: usize) -> (u32, u32) {
        let offset = offset.min(self.source.len());
        let passed = self.source.as_bytes().get(self.at..offset).unwrap_or_default();
        for (i, _) in passed.iter().enumerate().filter(|(_, b)| **b == b'\n') {
            self.line += 1;
            self.start = self.at + i + 1;
        }
        self.at = self.at.max(offset);
        let before = self.source.get(self.start..offset).unwrap_or_default();
        (self.line, before.chars().count() as u32 + 1)
    }
}
