//! What a relocation's result means for whoever runs the program.

use crate::Group;
use crate::patch::Patched;
use crate::resolve::Outcome;

/// What a relocation's result means.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// The instruction stays as the compiler wrote it.
    Same,
    /// It gets another value.
    Changed,
    /// What is asked for is not there, and the program gets 0.
    Absent,
    /// The instruction is poisoned: the verifier refuses the program if it is ever reached.
    Poisoned,
    /// The instruction is poisoned, and no verifier gets to it ([`crate::reach`]): the program runs. Never the result of [`Verdict::of`], which
    /// sees one relocation.
    Unreached,
    /// Nobody can tell: the kernel lacks the type, and a module that nobody looked at may have it. Never the result of [`Verdict::of`], which
    /// knows of no modules.
    CannotTell,
    /// The loader gives up.
    Refused,
}

impl Verdict {
    /// Of an outcome and what patching did, where there is an instruction.
    pub fn of(outcome: &Outcome, patched: Option<&Patched>) -> Verdict {
        let v = &outcome.values;
        if outcome.error.is_some() || patched.is_some_and(|p| p.error.is_some()) {
            return Verdict::Refused;
        }
        if v.poison || patched.is_some_and(|p| p.poisoned) {
            return Verdict::Poisoned;
        }
        let answers = outcome.local.as_ref().is_ok_and(|s| s.kind.is_question() || s.kind.group() == Group::Type);
        if answers && v.new == 0 {
            return Verdict::Absent;
        }
        let resized = v.original_size != v.new_size;
        if v.original == v.new && !resized { Verdict::Same } else { Verdict::Changed }
    }

    /// Whether the program does not run as it is, or only where it never gets there.
    pub fn is_failing(self) -> bool {
        matches!(self, Verdict::Poisoned | Verdict::Refused)
    }

    /// `"same"`, `"changed"`, `"absent"`, `"poisoned"`, `"never reached"`, `"cannot tell"`, `"refused"`.
    pub fn as_str(self) -> &'static str {
        match self {
            Verdict::Same => "same",
            Verdict::Changed => "changed",
            Verdict::Absent => "absent",
            Verdict::Poisoned => "poisoned",
            Verdict::Unreached => "never reached",
            Verdict::CannotTell => "cannot tell",
            Verdict::Refused => "refused",
        }
    }
}
