//! [`Built`]: whether the types that a person wrote meet a condition.

use wire::Wire;

/// Whether the types of the scratch pad meet one condition of a step.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Built {
    /// Whether they meet it.
    pub met: bool,
    /// The answer that the types give instead, in words; empty if the condition is met.
    pub instead: String,
}

impl Built {
    pub(crate) fn of(met: bool, instead: impl FnOnce() -> String) -> Built {
        Built { met, instead: if met { String::new() } else { instead() } }
    }
}
