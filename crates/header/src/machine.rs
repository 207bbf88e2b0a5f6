//! The machine of a kernel header, found in its types.

use btf::Endian;
use scratch::{Bits, Target};

/// A machine that Linux runs on, as far as the types in a kernel header tell machines apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Machine {
    /// x86, 64 bits.
    X86_64,
    /// Arm, 64 bits.
    Arm64,
    /// Arm, 32 bits.
    Arm,
    /// RISC-V, 64 bits.
    RiscV64,
    /// s390x, big-endian.
    S390x,
    /// PowerPC, 64 bits. A header does not tell the byte order; little-endian is assumed, as in Linux distributions.
    PowerPc64,
    /// LoongArch, 64 bits.
    LoongArch64,
    /// Not told by the header: 64 bits, little-endian, as programs for BPF are compiled.
    Unknown,
}

/// Each row is a struct, names of members that the struct has together on one machine only, and this machine.
const SIGNS: [(&str, &[&str], Machine); 12] = [
    ("pt_regs", &["orig_ax", "r15"], Machine::X86_64),
    ("pt_regs", &["orig_rax", "r15"], Machine::X86_64),
    ("pt_regs", &["syscallno", "pstate"], Machine::Arm64),
    ("pt_regs", &["syscallno", "user_regs"], Machine::Arm64),
    ("pt_regs", &["epc", "ra", "tp"], Machine::RiscV64),
    ("pt_regs", &["psw", "gprs"], Machine::S390x),
    ("pt_regs", &["orig_gpr2"], Machine::S390x),
    ("pt_regs", &["orig_gpr3"], Machine::PowerPc64),
    ("pt_regs", &["csr_era"], Machine::LoongArch64),
    ("pt_regs", &["uregs"], Machine::Arm),
    ("user_pt_regs", &["pstate", "regs"], Machine::Arm64),
    ("user_pt_regs", &["psw", "gprs"], Machine::S390x),
];

/// The same for `struct thread_struct`, for headers that no row of [`SIGNS`] fits.
const THREADS: [(&str, &[&str], Machine); 6] = [
    ("thread_struct", &["fsbase", "gsbase"], Machine::X86_64),
    ("thread_struct", &["cpu_context", "fault_code"], Machine::Arm64),
    ("thread_struct", &["ksp", "per_user"], Machine::S390x),
    ("thread_struct", &["ksp_vsid"], Machine::PowerPc64),
    ("thread_struct", &["reg01", "csr_prmd"], Machine::LoongArch64),
    ("thread_struct", &["bad_cause"], Machine::RiscV64),
];

impl Machine {
    /// All machines except [`Machine::Unknown`].
    pub const ALL: [Machine; 7] = [
        Machine::X86_64,
        Machine::Arm64,
        Machine::Arm,
        Machine::RiscV64,
        Machine::S390x,
        Machine::PowerPc64,
        Machine::LoongArch64,
    ];

    /// The machine of a header: found by `struct pt_regs` or `user_pt_regs`, else by `thread_struct`.
    pub fn of(text: &str) -> Machine {
        let found = SIGNS.iter().chain(&THREADS).find(|(of, wanted, _)| {
            let Some(body) = body(text, of) else { return false };
            wanted.iter().all(|word| words(body).any(|w| w == *word))
        });
        found.map_or(Machine::Unknown, |(_, _, machine)| *machine)
    }

    /// The machine with the name that [`Machine::name`] gives.
    pub fn named(name: &str) -> Option<Machine> {
        Machine::ALL.into_iter().find(|machine| machine.name() == Some(name))
    }

    /// The machine's usual name, as in [`container::ElfFacts::machine_name`]; `None` if the machine is not known.
    pub fn name(self) -> Option<&'static str> {
        Some(match self {
            Machine::X86_64 => "x86-64",
            Machine::Arm64 => "arm64",
            Machine::Arm => "arm",
            Machine::RiscV64 => "riscv64",
            Machine::S390x => "s390x",
            Machine::PowerPc64 => "ppc64le",
            Machine::LoongArch64 => "loongarch64",
            Machine::Unknown => return None,
        })
    }

    /// The width of pointers, and the byte order. All else in layouts is as clang has it for BPF, because bpftool
    /// writes the padding of a header by clang's rules.
    pub fn target(self) -> Target {
        let bits = if self == Machine::Arm { Bits::B32 } else { Bits::B64 };
        let endian = if self == Machine::S390x { Endian::Big } else { Endian::Little };
        Target { bits, endian }
    }

    /// The declaration of `__builtin_va_list` in C by the machine's ABI, since no header defines it; empty if the
    /// machine is not known.
    pub(crate) fn va_list(self) -> &'static str {
        match self {
            Machine::X86_64 => {
                "typedef struct { unsigned gp_offset; unsigned fp_offset; void *overflow_arg_area; void *reg_save_area; } \
                 __builtin_va_list[1];\n"
            }
            Machine::Arm64 => {
                "typedef struct { void *__stack; void *__gr_top; void *__vr_top; int __gr_offs; int __vr_offs; } \
                 __builtin_va_list;\n"
            }
            Machine::Arm => "typedef struct { void *__ap; } __builtin_va_list;\n",
            Machine::S390x => {
                "typedef struct { long __gpr; long __fpr; void *__overflow_arg_area; void *__reg_save_area; } \
                 __builtin_va_list[1];\n"
            }
            Machine::RiscV64 | Machine::LoongArch64 => "typedef void *__builtin_va_list;\n",
            Machine::PowerPc64 => "typedef char *__builtin_va_list;\n",
            Machine::Unknown => "",
        }
    }

    /// A note for a person, without a full stop. `asked`: the person named the machine.
    pub(crate) fn says(self, asked: bool) -> String {
        match self.name() {
            Some(name) if asked => format!("made from C, with the layouts of {name}, as asked"),
            Some(name) => format!("made from C, with the layouts of {name}, whose structs it declares"),
            None => "made from C; its machine is unknown, so 64-bit little-endian layouts are used".to_owned(),
        }
    }
}

/// The text between the braces of the first `struct NAME { .. }`, inner braces included.
fn body<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let mut rest = text;
    loop {
        let (_, after) = rest.split_once("struct ")?;
        rest = after;
        let Some(open) = after.trim_start().strip_prefix(name).map(str::trim_start).and_then(|t| t.strip_prefix('{'))
        else {
            continue;
        };
        let mut depth = 1_u32;
        let end = open.bytes().position(|byte| {
            match byte {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                _ => {}
            }
            depth == 0
        })?;
        return open.get(..end);
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}
