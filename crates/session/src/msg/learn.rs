//! Messages of lessons.

/// Messages of the lessons.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LearnMsg {
    /// Show or hide the panel.
    Show(bool),
    /// Copy a link to the step.
    CopyLink,
    /// An address names this lesson and step. The first flag: whether the address also names a file, and so a view to
    /// show. The second: whether the presentation is on.
    AddressNames(String, bool, bool),
    /// Return to the list of lessons.
    List,
    /// Start a lesson at a step, counted from 0. The person clicked, so the files of a lesson of the page are loaded.
    Start(String, usize),
    /// A lesson's file was read: name, text.
    Text(String, String),
    /// Load the samples, and the kernels of an atlas, that the lesson needs.
    Load,
    /// Go to a step, counted from 0.
    Step(usize),
    /// The person typed into the field of the step; the text is all that is in the field.
    Typed(String),
    /// The person answered.
    Answer(String),
    /// Choose the fix with this index: shows the changed program, and the kernel's log of it.
    Fix(usize),
    /// Show the parts of the page that the step covers.
    Uncover,
    /// Go back to the file, view and selection of the step.
    Again,
    /// Show one more hint.
    Hint,
    /// Do the task, or show its answer.
    Reveal,
    /// Go this many steps forward; back if negative.
    Turn(i64),
    /// Start or end the presentation.
    Deck(bool),
    /// The stored progress was read; none if the browser stores nothing.
    Kept(Option<String>),
    /// Whether the browser stored the progress.
    Saved(bool),
    /// Ask the person to confirm that the progress is deleted (true), or close this question.
    AskForget(bool),
    /// Delete the progress.
    Forget,
    /// The page was reloaded; the lesson continues.
    Reloaded,
    /// Copy the results, for a teacher.
    CopyResults,
    /// Save the lesson as an HTML page.
    Export,
}
