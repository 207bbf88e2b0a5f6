//! What a program may return, by its type: `check_return_code` of kernel/bpf/verifier.c, Linux 6.1 to 7.2.

use std::ops::RangeInclusive;

use super::Program;

/// The values that a program may return; none where any will do, or where it is not known.
pub(super) fn allowed(program: &Program<'_>) -> Option<RangeInclusive<u64>> {
    if !program.version.is_some_and(|v| ((6, 1)..=(7, 3)).contains(&v)) {
        return None;
    }
    Some(match (program.program_type, program.attach_type) {
        ("kprobe", "trace_kprobe_session" | "trace_uprobe_session") => 0..=1,
        ("tracing", "trace_fentry" | "trace_fexit") => 0..=0,
        ("tracing", "trace_iter") => 0..=1,
        ("cgroup_skb", "cgroup_inet_egress") => 0..=3,
        ("cgroup_sock_addr", "cgroup_inet4_bind" | "cgroup_inet6_bind") => 0..=3,
        ("cgroup_sock_addr", hook)
            if ["recvmsg", "getpeername", "getsockname"].iter().any(|what| hook.ends_with(what)) =>
        {
            1..=1
        }
        ("cgroup_skb" | "cgroup_sock" | "cgroup_sock_addr" | "cgroup_sysctl" | "cgroup_sockopt", _) => 0..=1,
        ("cgroup_device" | "sock_ops" | "sk_lookup" | "netfilter", _) => 0..=1,
        _ => return None,
    })
}
