//! Whether a verifier surely refuses a program for its use of numbers and of its context: it accesses memory through a
//! number, accesses context that its type does not have, or returns a value that its type must not return.
//!
//! A program is called refused if every path from the entry to an exit has such an instruction. All paths count, with
//! both sides of each jump whatever its condition, except those that [`crate::reach`] found never reached. This is
//! sound because some path is taken, and a path that never ends is refused, too. The verifier surely follows both sides
//! of some comparisons, for example of an argument that was just loaded; there, one refused side is enough. Where two
//! paths meet, a value is a number only if it is a number on both.
//!
//! The verifier may report a reason other than the reason found here.
//!
//! 1. `context`, `returns`: what a program may access and return, by program type. `helpers`: the kinds of values that
//!    helpers return.
//! 2. `kind`: the kind of value in a register; `effect`: how instructions change it.
//! 3. `walk`: follows the paths through a function, and through the static functions that it calls.
//!
//! Rule: check_mem_access, check_ctx_access, check_return_code in kernel/bpf/verifier.c. For arguments by BTF (tp_btf,
//! fentry, lsm) the caller gives their kinds ([`Argument`]). An aligned load of an argument that is unknown, or of an
//! argument of iter, is never called refused. Neither is any access to the context of struct_ops.

mod context;
mod effect;
mod helpers;
mod kind;
mod returns;
mod walk;

use std::cell::Cell;

use bpf::{Class, Object, map_type_name};

use crate::reach::{Code, Facts, Reach};
use kind::Kind;

/// The program, and facts about the kernel that verifies it.
#[derive(Clone, Copy, Debug)]
pub struct Program<'a> {
    /// The program's type as libbpf names it ([`bpf::ProgramType::name`]): `kprobe`.
    pub program_type: &'a str,
    /// The expected type of attachment; empty where there is none.
    pub attach_type: &'a str,
    /// The kernel's version, its first two numbers. Without it, and for versions that [`knows`] does not list, no
    /// access to the context and no return value is called refused.
    pub version: Option<(u8, u8)>,
    /// Whether the kernel is one for x86-64: `struct pt_regs` has another size on other machines.
    pub is_x86_64: bool,
    /// The arguments, one for each 8 bytes of the context, of programs that get arguments by BTF (tp_btf, fentry, lsm).
    /// Bytes behind the last one are unknown.
    pub arguments: &'a [Argument],
    /// For lsm programs, the result of the hook.
    pub hook: Hook<'a>,
}

/// The kind of an argument to the verifier, by its type in the kernel's BTF (`btf_ctx_access`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Argument {
    /// Not known.
    #[default]
    Unknown,
    /// A number: an int, an enum, a struct by value.
    Number,
    /// A pointer that the verifier treats as a number: `void *`, `char *`, `int *`.
    Address,
    /// A pointer to a struct.
    Pointer,
}

/// The result of an lsm hook.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Hook<'a> {
    /// Not known, or the hook returns nothing.
    #[default]
    Unknown,
    /// The hook of this name returns an int.
    Returns(&'a str),
}

/// The kernel versions with which the rules here were compared. A rule that does not ask for the version is the same in
/// all of them. [`knows`] tells for which versions between and after these the rules count as known, too.
pub const COMPARED: [(u8, u8); 4] = [(6, 1), (6, 12), (6, 18), (7, 2)];

/// Why a verifier refuses an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Why {
    /// The instruction accesses memory through a register that holds a number.
    Number {
        /// The register.
        register: u8,
        /// The slot of the instruction that loaded the number from the context, or of the call that returned it; none
        /// if that is not known, or if the number was changed or compared since.
        from: Option<u32>,
        /// Whether the access is a store.
        write: bool,
    },
    /// The instruction is an atomic operation on memory through a number; the verifier's message calls it misaligned.
    Atomic {
        /// The register.
        register: u8,
    },
    /// The instruction accesses bytes that the context of the program's type does not have, or that a program of this
    /// type may not access in this way.
    Context {
        /// Bytes from the context's start.
        at: i64,
        /// How many bytes.
        size: u32,
        /// Whether the instruction writes the bytes.
        write: bool,
        /// Whether `at` is the offset in the instruction, because the pointer was not moved before. The verifier's
        /// message depends on this.
        folded: bool,
    },
    /// The instruction returns a value outside of the allowed range.
    Return {
        /// The value; none for a number that the verifier does not know.
        value: Option<i64>,
        /// The lowest allowed value.
        from: i64,
        /// The highest allowed value.
        to: i64,
    },
}

/// Whether the rules of a version count as known: from 6.1 to 7.3.
pub fn knows(version: (u8, u8)) -> bool {
    ((6, 1)..=(7, 3)).contains(&version)
}

/// The input that all functions of a walk share.
struct Input<'a> {
    object: &'a Object,
    code: &'a Code,
    facts: &'a Facts,
    reach: &'a Reach,
    program: Program<'a>,
    steps: Cell<u32>,
    /// Whether the values of all maps contain only numbers.
    plain_values: bool,
}

/// The most steps of a walk; an instruction may take several.
const MOST_STEPS: u32 = 1 << 18;

impl Input<'_> {
    fn step(&self) -> Option<()> {
        self.steps.set(self.steps.get().checked_sub(1)?);
        Some(())
    }

    /// Whether the program has something that the walk cannot follow: jumps through registers, arenas (whose pointers
    /// are made from numbers), exceptions (which end the program without an exit).
    fn is_beyond(&self, functions: &[usize]) -> bool {
        let mut slots = functions.iter().flat_map(|&f| self.code.slots_of(f));
        slots.any(|slot| {
            let insn = self.code.insn(slot);
            let name = || self.code.extern_of(slot).and_then(|s| self.object.symbol(s)).map(|s| s.name.as_str());
            let gotox = insn.class() == Class::Jmp && insn.code == 0x0d;
            let cast = insn.code == 0xbf && insn.off == 1;
            gotox || cast || insn.is_call() && name() == Some("bpf_throw")
        })
    }
}

/// Whether the values of all maps contain only numbers: no map has a type with other values, and no type tag makes a
/// member a pointer (`btf_parse_fields`).
fn has_plain_values(object: &Object) -> bool {
    const TYPES: [&str; 16] = [
        "hash",
        "array",
        "prog_array",
        "perf_event_array",
        "percpu_hash",
        "percpu_array",
        "stack_trace",
        "lru_hash",
        "lru_percpu_hash",
        "lpm_trie",
        "ringbuf",
        "sk_storage",
        "inode_storage",
        "task_storage",
        "cgrp_storage",
        "cgroup_storage",
    ];
    const TAGS: [&str; 5] = ["kptr", "kptr_ref", "kptr_untrusted", "percpu_kptr", "uptr"];
    let is_plain = |n: u32| map_type_name(n).is_some_and(|name| TYPES.contains(&name));
    let is_tag = |t: btf::Type<'_>| t.kind() == btf::Kind::TypeTag && TAGS.contains(&t.name());
    let tagged = object.btf().is_some_and(|btf| btf.types().any(is_tag));
    !tagged && object.maps().iter().all(|map| map.def.map_type.is_none_or(is_plain))
}

/// The instructions at which a verifier refuses a program, with the reasons, if it surely refuses the program; else
/// empty.
///
/// `function` is the program's index among the functions that `code` was made from. `reach` is the walk of this program
/// with the same facts.
pub fn refused(
    object: &Object,
    code: &Code,
    function: usize,
    facts: &Facts,
    reach: &Reach,
    program: Program<'_>,
) -> Vec<(u32, Why)> {
    let plain_values = has_plain_values(object);
    let input = Input { object, code, facts, reach, program, steps: Cell::new(MOST_STEPS), plain_values };
    let entry = code.slots_of(function).start;
    if !code.is_complete() || code.slots_of(function).is_empty() || input.is_beyond(&code.with_callees(function)) {
        return Vec::new();
    }
    let any = Kind::Unknown;
    let arguments = [Kind::Context(0), any, any, any, any];
    walk::function(&input, entry, arguments, 0).filter(|found| found.refused).map(|f| f.first).unwrap_or_default()
}
