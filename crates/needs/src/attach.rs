//! [`Lookup`]: the attach target that a program's section names, and where libbpf, or the tool that attaches the
//! program, looks for this target.

use bpf::ProgramType;
use btf::Kind;

/// Where a program's attach target is looked up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lookup {
    /// Nowhere in the kernel's BTF: user space, a device, a cgroup.
    None,
    /// A function, for a trampoline: without it the program does not load.
    Function {
        /// Its module, if the section names one.
        module: Option<String>,
        /// Its name.
        name: String,
    },
    /// A function, for a kprobe.
    Probe(String),
    /// Functions by a pattern.
    Pattern(String),
    /// A tracepoint, by its typedef `btf_trace_NAME`: without it the program does not load.
    TypedTracepoint(String),
    /// A raw tracepoint: without it the program does not attach.
    RawTracepoint(String),
    /// A tracepoint by its category and name.
    Tracepoint {
        /// Its category, which BTF does not have.
        category: String,
        /// Its name.
        event: String,
    },
    /// A system call.
    Syscall(String),
    /// A hook of the Linux security modules.
    Lsm(String),
    /// An iterator.
    Iterator(String),
    /// A function of another BPF program, which the application names (`freplace`).
    Program,
    /// The section names no target: the application names it before the load or when it attaches the program.
    Application,
}

impl Lookup {
    /// The lookup for a program's section.
    pub fn of(program: &ProgramType<'_>) -> Lookup {
        let kind = program.section.trim_end_matches(".s");
        let target = program.target.unwrap_or_default();
        let name = target.to_owned();
        let lookup = match kind {
            "fentry" | "fexit" | "fmod_ret" | "fsession" => match target.split_once(':') {
                // libbpf takes the name of the kernel for no module (`find_kernel_btf_id`).
                Some(("vmlinux", name)) => Lookup::Function { module: None, name: name.to_owned() },
                Some((module, name)) => Lookup::Function { module: Some(module.to_owned()), name: name.to_owned() },
                None => Lookup::Function { module: None, name },
            },
            "kprobe" | "kretprobe" => Lookup::Probe(target.split('+').next().unwrap_or_default().to_owned()),
            "kprobe.multi" | "kretprobe.multi" | "kprobe.session" | "fentry.multi" | "fexit.multi"
            | "fsession.multi" => Lookup::Pattern(name),
            "tp_btf" => Lookup::TypedTracepoint(name),
            "raw_tp" | "raw_tracepoint" | "raw_tp.w" | "raw_tracepoint.w" => Lookup::RawTracepoint(name),
            "tp" | "tracepoint" => {
                let (category, event) = target.split_once('/').unwrap_or(("", target));
                let syscall = event.strip_prefix("sys_enter_").or_else(|| event.strip_prefix("sys_exit_"));
                match syscall.filter(|_| category == "syscalls") {
                    Some(call) => Lookup::Syscall(call.to_owned()),
                    None => Lookup::Tracepoint { category: category.to_owned(), event: event.to_owned() },
                }
            }
            "ksyscall" | "kretsyscall" => Lookup::Syscall(name),
            "lsm" | "lsm_cgroup" => Lookup::Lsm(name),
            "iter" => Lookup::Iterator(name),
            "freplace" => Lookup::Program,
            _ => Lookup::None,
        };
        match lookup {
            Lookup::None | Lookup::Program => lookup,
            _ if program.target.is_none() => Lookup::Application,
            _ => lookup,
        }
    }

    /// The name of the need: `FUNC vfs_read`, `TYPEDEF btf_trace_sched_switch`. None for [`Lookup::None`].
    pub fn name(&self) -> Option<String> {
        Some(match self {
            Lookup::Syscall(call) => format!("SYSCALL {call}"),
            Lookup::Program => "a function of another program".to_owned(),
            Lookup::Application => "a target".to_owned(),
            _ => {
                let (name, kind) = self.named()?;
                format!("{} {name}", kind.as_str())
            }
        })
    }

    /// The name and kind of the type that is looked up in BTF ([`Lookup::symbol`]).
    pub(crate) fn named(&self) -> Option<(String, Kind)> {
        let kind = match self {
            Lookup::TypedTracepoint(_) | Lookup::RawTracepoint(_) | Lookup::Tracepoint { .. } => Kind::Typedef,
            _ => Kind::Func,
        };
        Some((self.symbol()?, kind))
    }

    /// The name of the type in BTF, or the pattern for the names of several functions; none if nothing is looked up in
    /// BTF.
    pub fn symbol(&self) -> Option<String> {
        match self {
            Lookup::Function { name, .. } | Lookup::Probe(name) | Lookup::Pattern(name) => Some(name.clone()),
            Lookup::TypedTracepoint(name) | Lookup::RawTracepoint(name) | Lookup::Tracepoint { event: name, .. } => {
                Some(format!("btf_trace_{name}"))
            }
            Lookup::Lsm(hook) => Some(format!("bpf_lsm_{hook}")),
            Lookup::Iterator(name) => Some(format!("bpf_iter_{name}")),
            Lookup::None | Lookup::Syscall(_) | Lookup::Program | Lookup::Application => None,
        }
    }

    /// Whether the program's context is an array of the target's arguments.
    pub fn has_arguments(&self) -> bool {
        matches!(
            self,
            Lookup::Function { .. }
                | Lookup::TypedTracepoint(_)
                | Lookup::RawTracepoint(_)
                | Lookup::Lsm(_)
                | Lookup::Iterator(_)
        )
    }

    /// libbpf's message, at load or attachment, if the target is not found. The message for a kprobe is also given for
    /// a kretprobe, and always has the offset 0.
    pub fn words(&self, program: &str) -> Option<String> {
        Some(match self {
            Lookup::Function { name: target, .. }
            | Lookup::TypedTracepoint(target)
            | Lookup::Lsm(target)
            | Lookup::Iterator(target) => {
                format!("prog '{program}': failed to find kernel BTF type ID of '{target}': -ESRCH")
            }
            Lookup::Probe(name) => {
                format!("prog '{program}': failed to create kprobe '{name}+0x0' perf event: -ENOENT")
            }
            Lookup::RawTracepoint(event) => {
                format!("prog '{program}': failed to attach to raw tracepoint '{event}': -ENOENT")
            }
            Lookup::Tracepoint { category, event } => {
                format!("prog '{program}': failed to determine tracepoint '{category}/{event}' perf event ID: -ENOENT")
            }
            Lookup::Program => "attach program FD is not set".to_owned(),
            Lookup::Pattern(_) | Lookup::Syscall(_) | Lookup::None | Lookup::Application => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Lookup;

    #[test]
    fn sections_say_what_is_looked_up() {
        let name = |section| Lookup::of(&bpf::program_type(section).unwrap()).name().unwrap_or_default();
        for (section, wanted) in [
            ("kprobe/do_unlinkat+0x4", "FUNC do_unlinkat"),
            ("fexit.s/nf_conntrack:nf_ct_delete", "FUNC nf_ct_delete"),
            ("fentry/vmlinux:vfs_read", "FUNC vfs_read"),
            ("lsm_cgroup/socket_bind", "FUNC bpf_lsm_socket_bind"),
            ("tp_btf.s/sys_enter", "TYPEDEF btf_trace_sys_enter"),
            ("tp/syscalls/sys_enter_openat", "SYSCALL openat"),
            ("tp/sched/sched_switch", "TYPEDEF btf_trace_sched_switch"),
            ("raw_tp.w/bpf_test", "TYPEDEF btf_trace_bpf_test"),
            ("iter.s/task", "FUNC bpf_iter_task"),
            ("uprobe//bin/sh:main", ""),
            ("xdp", ""),
            ("fentry", "a target"),
        ] {
            assert_eq!(name(section), wanted, "{section}");
        }
    }
}
