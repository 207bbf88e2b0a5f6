//! Signs in a BTF that a kernel supports a way of attaching: the kernel was built with it, or is new enough for it.

use btf::Kind;

use crate::attach::Lookup;
use crate::kernel::Kernel;
use crate::program::Program;
use release::Version;

/// A function that is built in together with a section kind's way of attaching; none if no sign is known.
fn witness(program: &Program) -> Option<&'static str> {
    let kind = program.section_kind.trim_end_matches(".s");
    Some(match kind {
        "kprobe" | "kretprobe" | "ksyscall" | "kretsyscall" => "register_kprobe",
        "kprobe.multi" | "kretprobe.multi" | "kprobe.session" => "register_fprobe",
        "uprobe.multi" | "uretprobe.multi" | "uprobe.session" => "bpf_uprobe_multi_link_attach",
        "tp" | "tracepoint" | "raw_tp" | "raw_tracepoint" | "raw_tp.w" | "raw_tracepoint.w" => "trace_call_bpf",
        "fentry" | "fexit" | "fmod_ret" | "fsession" | "fentry.multi" | "fexit.multi" | "fsession.multi" => {
            "bpf_trampoline_link_prog"
        }
        "lsm" => "bpf_lsm_verify_prog",
        "lsm_cgroup" => "bpf_trampoline_link_cgroup_shim",
        "struct_ops" => "bpf_struct_ops_map_alloc",
        "netfilter" => "bpf_nf_link_attach",
        "sk_lookup" | "flow_dissector" => "netns_bpf_prog_attach",
        "tcx/ingress" | "tcx/egress" => "tcx_prog_attach",
        "netkit/primary" | "netkit/peer" => "netkit_prog_attach",
        "lwt_in" | "lwt_out" | "lwt_xmit" => "bpf_input",
        "lwt_seg6local" => "input_action_end_bpf",
        "sockops" => "cgroup_bpf_prog_attach",
        kind if kind.starts_with("cgroup") => "cgroup_bpf_prog_attach",
        _ => return None,
    })
}

/// The function whose absence suggests that the kernel was built without the program's way of attaching. BTF of old
/// pahole suggests nothing.
pub(crate) fn witness_missing(kernel: &Kernel, program: &Program) -> Option<&'static str> {
    witness(program).filter(|f| kernel.has_variables() && kernel.in_kernel(f, Kind::Func).is_none())
}

/// Whether the trampolines that call a program exist on an architecture.
pub(crate) enum Trampoline {
    /// No reason is known why the trampolines should not exist.
    There,
    /// The trampolines do not exist: the kernel is older than this version, which added them.
    Since(Version),
    /// This version added the trampolines, and whether the kernel is that new is not known.
    Unknown(Version),
}

/// Whether the trampolines that call a program exist on an architecture: hooks are kernel functions, too.
pub(crate) fn trampoline(kernel: &Kernel, lookup: &Lookup) -> Trampoline {
    let since = match (kernel.arch(), lookup) {
        (Some("arm64" | "aarch64"), Lookup::Function { .. } | Lookup::Lsm(_)) => Version::new(6, 4),
        (Some("s390x" | "riscv64"), Lookup::Function { .. } | Lookup::Lsm(_)) => Version::new(6, 3),
        (Some("ppc64el" | "ppc64le" | "powerpc64le"), Lookup::Function { .. } | Lookup::Lsm(_)) => Version::new(6, 13),
        _ => return Trampoline::There,
    };
    match kernel.is_at_least(since) {
        Some(true) => Trampoline::There,
        Some(false) => Trampoline::Since(since),
        None => Trampoline::Unknown(since),
    }
}
