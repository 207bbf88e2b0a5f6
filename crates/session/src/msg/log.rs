//! Messages of logs.

/// Messages of a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LogMsg {
    /// Show or hide the log below the program.
    Show(bool),
    /// A log was pasted or typed; an empty text clears the log.
    Text(String),
    /// A step of a lesson shows this log; an empty text hides the log of an earlier step. Unlike a pasted log it takes
    /// no focus. The second value says whether the step covers the explanations of the log; then no line is picked at
    /// first.
    OfLesson(String, bool),
    /// Choose this line, from 0.
    Pick(usize),
    /// Move by this many lines; only lines that lead to a place or are errors count. While a lesson covers the
    /// explanations of the log, all lines count.
    Step(i64),
    /// Go to the place that the picked line leads to. While a lesson covers the explanations of the log, the first such
    /// message chooses the line instead.
    Follow,
    /// Follow the link with this index: to its relocation (true) or to its instruction. A link to a type leads to the
    /// type in both cases.
    Go(usize, bool),
    /// The log (second) that this tab stored before a reload, for the program with this SHA-256 (first).
    Stored(String, String),
    /// The browser has no room for the log, or no storage.
    NotStored,
}
