//! The log of a verifier or loader: the places that its lines refer to, and explanations of its errors.

use bpf::Function;
use logs::{LogError, LogReading};
use serde::Serialize;

use crate::made::made;
use crate::{Bytes, Count};

/// A log.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct Log {
    /// The object; null for a log that was read without one.
    file: Option<String>,
    /// Programs that were chosen because the log does not name them, and how sure the choice is.
    taken: Vec<String>,
    /// The log's lines, if they differ from the lines of the given text, because the text was one line or had escape
    /// sequences; else left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<String>,
    /// The line to look at first, from 1: an error, a wrong relocation, or a line that reports a failure.
    first: Option<Count>,
    errors: Vec<ErrorJson>,
    links: Vec<LinkJson>,
}

made! {
    /// A line with an error.
    struct ErrorJson(error: LogError) {
        /// The line, from 1.
        line: Count = Count::of(error.line + 1),
        id: String,
        means: String,
        causes: Vec<String>,
        change: Vec<String>,
        /// The kernel versions with this wording; empty for all.
        versions: String,
    }

    /// A line that refers to a place.
    struct LinkJson(link: logs::LogLink, all: &[Function]) {
        /// The line, from 1.
        line: Count = Count::of(link.line + 1),
        about: String,
        function: Option<String> = link.function.and_then(|f| all.get(f)).map(|f| f.name.clone()),
        slot: Option<u32>,
        relocation: Option<Count> = link.relocation.map(Count::of),
        type_id: Option<u32> = link.at.as_ref().and_then(|at| at.id).map(|id| id.0),
        item: Option<u32> = link.at.as_ref().and_then(|at| at.item),
        /// For a line about a type: the bytes of the type in the blob.
        bytes: Option<Bytes> = link.at.map(|at| at.range.into()),
        wrong: bool,
        why: String,
    }
}

/// A log that was read with the object `file` and its functions `all`, or without an object.
pub fn log(file: Option<&str>, all: &[Function], reading: LogReading) -> Log {
    Log {
        file: file.map(str::to_owned),
        taken: reading.taken,
        lines: reading.lines,
        first: reading.first.map(|line| Count::of(line + 1)),
        errors: reading.errors.into_iter().map(ErrorJson::of).collect(),
        links: reading.links.into_iter().map(|link| LinkJson::of(link, all)).collect(),
    }
}
