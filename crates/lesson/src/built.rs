//! [`Built`]: a condition on types that a person writes, judged.

use wire::Wire;

/// A condition on what is built, judged on the types of the scratch pad.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Built {
    /// Whether the types meet it.
    pub met: bool,
    /// The answer that the types give instead, in words; empty if the condition is met.
    pub instead: String,
}

impl Built {
    pub(crate) fn of(met: bool, instead: impl FnOnce() -> String) -> Built {
        Built { met, instead: if met { String::new() } else { instead() } }
    }
}
