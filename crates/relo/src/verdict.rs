//! Verdicts on relocations: the effect of a result on the program.

use crate::CoreGroup;
use crate::patch::Patched;
use crate::resolve::Outcome;

btf::named! {
    /// The effect of a relocation's result on the program.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum ReloVerdict {
        /// The instruction stays as the compiler wrote it.
        Same = "same";
        /// The instruction gets another value.
        Changed = "changed";
        /// The target lacks the field, type or enumerator, or its type does not match: the program gets 0.
        Absent = "absent";
        /// The instruction is poisoned: a verifier that reaches it refuses the program.
        Poisoned = "poisoned";
        /// The instruction is poisoned, but no verifier gets to it ([`crate::reach`]): the program runs.
        /// [`ReloVerdict::of`], which looks at one relocation only, never returns this.
        Unreached = "never reached";
        /// Unknown: the kernel lacks the type, and a module that was not given may have it. [`ReloVerdict::of`], which
        /// knows no modules, never returns this.
        CannotTell = "cannot tell";
        /// The loader gives up.
        Refused = "refused";
    }
    /// All verdicts, in the order in which they are declared.
    pub const ALL;
    /// `"same"`, `"changed"`, `"absent"`, `"poisoned"`, `"never reached"`, `"cannot tell"`, `"refused"`.
    pub fn as_str;
}

impl ReloVerdict {
    /// The verdict for an outcome and, if there is an instruction, the result of patching it.
    pub fn of(outcome: &Outcome, patched: Option<&Patched>) -> ReloVerdict {
        let v = &outcome.values;
        if outcome.error.is_some() || patched.is_some_and(|p| p.error.is_some()) {
            return ReloVerdict::Refused;
        }
        if v.poison || patched.is_some_and(|p| p.poisoned) {
            return ReloVerdict::Poisoned;
        }
        let answers = outcome.local.as_ref().is_ok_and(|s| s.kind.is_question() || s.kind.group() == CoreGroup::Type);
        if answers && v.new == 0 {
            return ReloVerdict::Absent;
        }
        let resized = v.original_size != v.new_size;
        if v.original == v.new && !resized { ReloVerdict::Same } else { ReloVerdict::Changed }
    }

    /// Whether this verdict can keep the program from loading. [`ReloVerdict::Poisoned`] does so if a verifier gets to
    /// the instruction.
    pub fn is_failing(self) -> bool {
        matches!(self, ReloVerdict::Poisoned | ReloVerdict::Refused)
    }
}
