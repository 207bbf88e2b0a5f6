//! The values that a program may return, by its type: `check_return_code` of kernel/bpf/verifier.c, Linux 6.1 to 7.2.

use std::ops::RangeInclusive;

use super::{Hook, Program};

/// Hooks whose int is a bool (`bpf_lsm_get_retval_range`).
const BOOL_HOOKS: [&str; 3] = ["xfrm_state_pol_flow_match", "audit_rule_known", "inode_xattr_skipcap"];

/// The values that a program may return, and whether only the low 32 bits count; none if any value is allowed, or the
/// range is not known.
pub(super) fn allowed(program: &Program<'_>) -> Option<(RangeInclusive<i64>, bool)> {
    let version = program.version.filter(|&v| super::knows(v))?;
    let range = match (program.program_type, program.attach_type) {
        ("kprobe", "trace_kprobe_session" | "trace_uprobe_session") => 0..=1,
        ("tracing", "trace_fentry" | "trace_fexit") => 0..=0,
        ("tracing", "trace_iter") => 0..=1,
        ("lsm", "lsm_cgroup") => 0..=1,
        ("lsm", "lsm_mac") if version >= (6, 12) => {
            return match program.hook {
                Hook::Returns(name) if BOOL_HOOKS.contains(&name) => Some((0..=1, true)),
                Hook::Returns(_) => Some((-4095..=0, true)),
                Hook::Unknown => None,
            };
        }
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
    };
    Some((range, false))
}
