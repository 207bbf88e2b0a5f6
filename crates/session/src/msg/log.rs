//! Messages of logs.

/// Messages of a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LogMsg {
    /// Show or hide the log below the program.
    Show(bool),
    /// A log was pasted or typed; an empty text clears the log.
    Text(String),
    /// Move by this many lines, of those that lead somewhere or are errors.
    Step(i64),
    /// Go to the place that the picked line leads to.
    Follow,
    /// Follow the link of this index: to its relocation (true) or to its instruction.
    Go(usize, bool),
}
