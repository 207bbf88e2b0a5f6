//! What in a BTF suggests that a kernel was built with, or grew, what a program attaches by.

use btf::Kind as Btf;

use crate::attach::Lookup;
use crate::kernel::Kernel;
use crate::program::Program;
use release::Version;

/// A function that is compiled in with what a kind of section needs; none where nothing is known to show it.
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

/// Whether the BTF suggests that the kernel was built without what the program attaches by. BTF of old pahole suggests nothing.
pub(crate) fn witness_missing(kernel: &Kernel, program: &Program) -> Option<&'static str> {
    witness(program).filter(|f| kernel.has_variables() && kernel.in_kernel(f, Btf::Func).is_none())
}

/// Whether an architecture has the trampolines that a program is called by.
pub(crate) enum Trampoline {
    /// Nothing is against it.
    There,
    /// The kernel is older than this version, which brought them.
    Since(Version),
    /// They came with this version, and the kernel's does not say whether it has them.
    Unknown(Version),
}

/// Whether an architecture has the trampolines that a program is called by. Those on functions of the kernel came to arm64 later than
/// those of hooks.
pub(crate) fn trampoline(kernel: &Kernel, lookup: &Lookup) -> Trampoline {
    let since = match (kernel.release().arch.as_deref(), lookup) {
        (Some("arm64" | "aarch64"), Lookup::Function { .. }) => Version::new(6, 4),
        (Some("arm64" | "aarch64"), Lookup::Lsm(_)) => Version::new(6, 0),
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
