//! The instruction after the relocation (libbpf `bpf_core_patch_insn`).

use bpf::{Class, Insn, Object};
use text::counted;

use crate::problem::Errno;
use crate::record::{Record, insn_of};
use crate::resolve::Outcome;
use crate::value::Values;

/// The immediate of a poisoned instruction: a call of a helper that does not exist. Verifiers report
/// `invalid func unknown#195896080`.
pub const POISON: i32 = 0x0bad_2310;

/// Why an instruction cannot be patched.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PatchReason {
    /// There is no instruction at the relocation's place.
    #[error("there is no instruction at this offset")]
    NoInsn,
    /// Arithmetic with a register in place of an immediate.
    #[error("the instruction takes a register, not an immediate")]
    NotImmediate,
    /// The instruction does not contain the original value.
    #[error("the instruction holds {found}, and by the object's types it should hold {expected}")]
    Unexpected {
        /// The instruction's value, extended by its sign to 64 bits.
        found: u64,
        /// The original value.
        expected: u64,
        /// The new value.
        new: u64,
    },
    /// The offset is over 32767, which a load or store cannot hold.
    #[error("the new offset {0} is over 32767, the most that a load or store can hold")]
    OffsetTooBig(u64),
    /// The instruction's access size is not that of the field.
    #[error("the instruction accesses {}, but the field has {expected}, so the access size cannot be adjusted", counted(*.found, "byte"))]
    AccessSize {
        /// The instruction's, in bytes.
        found: u32,
        /// The field's, in bytes.
        expected: u32,
    },
    /// The target's field is of a size that no load or store has.
    #[error("no instruction loads or stores {} at once", counted(*.0, "byte"))]
    NewSize(u32),
    /// An instruction of class LD that is not a plain load of a 64-bit immediate: it has a source register (for a map,
    /// for example) or an offset, or its second slot is missing or broken.
    #[error("the load of a 64-bit immediate is not of the plain form")]
    Ldimm64Form,
    /// The instruction is of a class that is not relocated: a jump, a call or `exit`.
    #[error("an instruction of this class cannot be relocated")]
    Class,
}

/// Why an instruction cannot be patched, with libbpf's errno.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{reason}")]
#[non_exhaustive]
pub struct PatchError {
    /// ERANGE for an offset that is too big, else EINVAL.
    pub errno: Errno,
    /// Why.
    pub reason: PatchReason,
}

impl PatchError {
    fn new(reason: PatchReason) -> PatchError {
        let errno = if matches!(reason, PatchReason::OffsetTooBig(_)) { Errno::Range } else { Errno::Invalid };
        PatchError { errno, reason }
    }
}

/// The result of patching.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Patched {
    /// The instruction afterwards; after an error, as libbpf leaves it.
    pub insn: Insn,
    /// The second slot of a load of a 64-bit immediate.
    pub second: Option<Insn>,
    /// Whether it was poisoned.
    pub poisoned: bool,
    /// Why it could not be patched.
    pub error: Option<PatchError>,
}

impl Patched {
    /// Whether the object has an instruction at the relocation's place, patched or not.
    pub fn has_insn(&self) -> bool {
        self.error.as_ref().is_none_or(|e| e.reason != PatchReason::NoInsn)
    }

    fn plain(insn: Insn, second: Option<Insn>) -> Patched {
        Patched { insn, second, poisoned: false, error: None }
    }

    fn fail(mut self, reason: PatchReason) -> Patched {
        self.error = Some(PatchError::new(reason));
        self
    }

    fn poison(mut self) -> Patched {
        let poison = Insn { code: 0x85, imm: POISON, ..Insn::default() };
        self.second = self.second.map(|_| poison);
        self.insn = poison;
        self.poisoned = true;
        self
    }
}

/// Patches the instruction of a relocation in an object. `None` if the relocation failed: a loader gives up before it
/// patches.
pub fn patched(object: &Object, record: &Record, outcome: &Outcome) -> Option<Patched> {
    if outcome.error.is_some() {
        return None;
    }
    Some(match insn_of(object, record) {
        Some((insn, second)) => patch(insn, second, &outcome.values),
        None => Patched::plain(Insn::default(), None).fail(PatchReason::NoInsn),
    })
}

/// Patches an instruction, and the second slot if it is a load of a 64-bit immediate.
pub fn patch(insn: Insn, second: Option<Insn>, values: &Values) -> Patched {
    let second = second.filter(|_| insn.is_ldimm64());
    let mut out = Patched::plain(insn, second);
    if values.poison {
        return out.poison();
    }
    // As in libbpf, the instruction's signed number is extended to 64 bits and then compared as an unsigned one.
    let unexpected = |found: i64| {
        let reason = PatchReason::Unexpected { found: found as u64, expected: values.original, new: values.new };
        (values.validate && found as u64 != values.original).then_some(reason)
    };
    match insn.class() {
        Class::Alu | Class::Alu64 => {
            // BPF_X: the operand is a register.
            if insn.code & 8 != 0 {
                return out.fail(PatchReason::NotImmediate);
            }
            if let Some(reason) = unexpected(insn.imm.into()) {
                return out.fail(reason);
            }
            out.insn.imm = values.new as i32;
        }
        Class::Ldx | Class::St | Class::Stx => {
            if let Some(reason) = unexpected(insn.off.into()) {
                return out.fail(reason);
            }
            let Ok(off) = i16::try_from(values.new) else {
                return out.fail(PatchReason::OffsetTooBig(values.new));
            };
            if values.bad_size_change {
                return out.poison();
            }
            out.insn.off = off;
            if values.new_size != values.original_size {
                let found = insn.access_size().unwrap_or(0);
                if found != values.original_size {
                    return out.fail(PatchReason::AccessSize { found, expected: values.original_size });
                }
                let size = match values.new_size {
                    8 => 0x18,
                    4 => 0x00,
                    2 => 0x08,
                    1 => 0x10,
                    bytes => return out.fail(PatchReason::NewSize(bytes)),
                };
                out.insn.code = insn.code & !0x18 | size;
            }
        }
        Class::Ld => {
            let plain = second.filter(|s| (s.code, s.dst, s.src, s.off) == (0, 0, 0, 0));
            let Some(second) = plain.filter(|_| insn.src == 0 && insn.off == 0) else {
                return out.fail(PatchReason::Ldimm64Form);
            };
            if let Some(reason) = unexpected(insn.imm64(second) as i64) {
                return out.fail(reason);
            }
            out.insn.imm = values.new as i32;
            out.second = Some(Insn { imm: (values.new >> 32) as i32, ..second });
        }
        Class::Jmp | Class::Jmp32 => return out.fail(PatchReason::Class),
    }
    out
}
