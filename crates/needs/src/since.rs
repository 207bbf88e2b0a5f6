//! The first versions with a type of program, and with a type of attachment.

use release::Version;

/// The first version with a program type; none for types of 5.4 and older, and for unknown types.
pub(crate) fn program_since(name: &str) -> Option<Version> {
    Some(match name {
        "tracing" => Version::new(5, 5),
        "struct_ops" | "ext" => Version::new(5, 6),
        "lsm" => Version::new(5, 7),
        "sk_lookup" => Version::new(5, 9),
        "syscall" => Version::new(5, 14),
        "netfilter" => Version::new(6, 4),
        _ => return None,
    })
}

/// The first version with an attach type; none for types that are not listed, most of which are of 5.10 or older.
pub(crate) fn attach_since(name: &str) -> Option<Version> {
    Some(match name {
        "perf_event" => Version::new(5, 15),
        "trace_kprobe_multi" => Version::new(5, 18),
        "lsm_cgroup" => Version::new(6, 0),
        "netfilter" => Version::new(6, 4),
        "tcx_ingress" | "tcx_egress" | "trace_uprobe_multi" => Version::new(6, 6),
        "netkit_primary" | "netkit_peer" => Version::new(6, 7),
        name if name.starts_with("cgroup_unix_") => Version::new(6, 7),
        "trace_kprobe_session" => Version::new(6, 10),
        "trace_uprobe_session" => Version::new(6, 13),
        "trace_fsession" => Version::new(6, 19),
        "trace_fentry_multi" | "trace_fexit_multi" | "trace_fsession_multi" => Version::new(7, 2),
        _ => return None,
    })
}
