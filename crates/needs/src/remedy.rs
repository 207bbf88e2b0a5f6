//! [`Remedy`]: a question that an application or a program can ask a kernel, to go on without the things that the
//! kernel lacks.

use btf::TypeId;

use crate::answer::{Answer, Attach, KernelHas, Load};
use crate::attach::Lookup;
use crate::externs::ExternKind;
use crate::maps::map_enumerator;
use crate::need::{Ask, Need};
use crate::object::Needs;
use crate::program::Program;

/// A question to ask before a kernel refuses. Names are those of C.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Remedy {
    /// Whether vmlinux has the target that libbpf looks up for an attach type (`libbpf_find_vmlinux_btf_id`). If not,
    /// the program need not be loaded.
    Target {
        /// The target without a prefix: `blk_account_io_start`.
        name: String,
        /// The attach type: `BPF_TRACE_FENTRY`.
        attach_type: String,
    },
    /// As [`Remedy::Target`], for a raw tracepoint, which is looked up only when the program attaches.
    RawTracepoint(String),
    /// Whether programs of a type may call a helper (`libbpf_probe_bpf_helper`).
    Helper {
        /// `BPF_FUNC_ringbuf_output`.
        name: String,
        /// `BPF_PROG_TYPE_KPROBE`.
        program_type: String,
    },
    /// Whether the kernel has a type of program (`libbpf_probe_bpf_prog_type`): `BPF_PROG_TYPE_NETFILTER`.
    ProgramType(String),
    /// Whether the kernel has a type of map (`libbpf_probe_bpf_map_type`).
    MapType {
        /// The map.
        map: String,
        /// `BPF_MAP_TYPE_ARENA`.
        name: String,
    },
    /// Whether the kernel has a function: a weak declaration, and `bpf_ksym_exists`.
    Kfunc {
        /// The function.
        name: String,
        /// Its FUNC_PROTO in the object.
        proto: TypeId,
    },
    /// Whether the kernel has the member, type or value that a relocation asks for (`bpf_core_field_exists` and
    /// similar macros, [`relo::guard`]): the index of the relocation's record.
    Guard(usize),
}

impl Needs {
    /// The question that a loader can ask the kernel first, to leave out what the kernel would refuse. None if the
    /// answer is not a refusal, or no question is known that tells such a kernel from others.
    pub fn remedy(&self, need: &Need, answer: &Answer) -> Option<Remedy> {
        let absent = answer.found == KernelHas::No;
        let program = || self.programs.get(need.program?);
        match &need.ask {
            Ask::Attach if absent => Needs::target(program()?, answer),
            Ask::Helper(_) if absent && answer.load >= Load::CannotTell && need.name.starts_with("BPF_FUNC_") => {
                let program_type = program()?.program_type?.to_ascii_uppercase();
                Some(Remedy::Helper { name: need.name.clone(), program_type: format!("BPF_PROG_TYPE_{program_type}") })
            }
            Ask::ProgType(name) if absent => Some(Remedy::ProgramType(name.clone())),
            Ask::MapType(number) if absent => {
                let map = need.name.split(':').next().unwrap_or_default();
                // A map that libbpf makes from a section, such as `.rodata`, does not have that name in a skeleton.
                let name = map_enumerator(*number);
                let named = !map.is_empty() && !map.starts_with('.') && name.starts_with("BPF_");
                named.then(|| Remedy::MapType { map: map.to_owned(), name })
            }
            Ask::Extern(i) if absent => match self.externs.get(*i)? {
                e @ crate::ExternSymbol { kind: ExternKind::Function(proto), .. } => {
                    Some(Remedy::Kfunc { name: e.name.clone(), proto: *proto })
                }
                _ => None,
            },
            Ask::Core(records) if answer.found == KernelHas::Poisoned && answer.load >= Load::CannotTell => {
                records.first().filter(|_| !answer.elsewhere).map(|&record| Remedy::Guard(record))
            }
            _ => None,
        }
    }

    fn target(program: &Program, answer: &Answer) -> Option<Remedy> {
        let of = |name: &str| {
            let attach_type = program.attach_type.to_ascii_uppercase();
            // The question only finds functions that vmlinux lacks. It cannot tell whether a module has the function,
            // or whether a function that exists is a hook.
            let asked = answer.load == Load::Fails && answer.way_out.is_some() && !attach_type.is_empty();
            asked.then(|| Remedy::Target { name: name.to_owned(), attach_type: format!("BPF_{attach_type}") })
        };
        match &program.lookup {
            Lookup::Function { module: None, name }
            | Lookup::TypedTracepoint(name)
            | Lookup::Lsm(name)
            | Lookup::Iterator(name) => of(name),
            Lookup::RawTracepoint(name) if answer.attach == Some(Attach::Fails) => {
                Some(Remedy::RawTracepoint(name.clone()))
            }
            _ => None,
        }
    }
}
