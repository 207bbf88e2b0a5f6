//! Messages of the verdict.

use super::Pane;

/// Messages of the screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VerdictMsg {
    /// Show the verdict, or the types again.
    Show(bool),
    /// Show the faults that this kernel finds: its index, with the newest kernel first.
    Kernel(u32),
    /// Move by this many rows.
    Step(i64),
    /// Choose a fault.
    Choose(usize),
    /// On a narrow screen, show the type or the bytes of the chosen fault.
    See(Pane),
}
