//! Program types by the names of sections: libbpf's table (`section_defs` in libbpf.c).

/// The facts about a program from its section's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ProgramType<'a> {
    /// The program type as libbpf and bpftool name it: `kprobe`, `tracing`, `sched_cls`.
    pub name: &'static str,
    /// The expected attach type (`trace_fentry`); empty when there is none.
    pub attach_type: &'static str,
    /// Its target, if the section's name has it: `vfs_read` of `fentry/vfs_read`.
    pub target: Option<&'a str>,
    /// The section's name as libbpf's table has it, without `?` and target: `fentry.s`.
    pub section: &'static str,
    /// Whether the program may sleep.
    pub sleepable: bool,
    /// Whether loaders load the program by default: not if the section's name begins with `?`.
    pub autoload: bool,
}

/// The facts about programs in a section of this name; none if libbpf does not know the section.
pub fn program_type(section: &str) -> Option<ProgramType<'_>> {
    let (name, autoload) = match section.strip_prefix('?') {
        Some(rest) => (rest, false),
        None => (section, true),
    };
    TABLE.iter().find_map(|&(pattern, program, attach_type, sleepable)| {
        let (section, rest) = match pattern.strip_suffix('+') {
            Some(head) => (head, name.strip_prefix(head)?),
            None => (pattern, if name == pattern { "" } else { return None }),
        };
        let target = match rest.strip_prefix('/') {
            Some(target) => Some(target).filter(|t| !t.is_empty()),
            None if rest.is_empty() => None,
            None => return None,
        };
        Some(ProgramType { name: program, attach_type, target, section, sleepable, autoload })
    })
}

/// Section, program type, attach type, sleepable. A `+` at the end of a section's name means that `/target` may follow
/// there. The first match counts.
#[rustfmt::skip]
const TABLE: [(&str, &str, &str, bool); 116] = [
    ("socket", "socket_filter", "", false),
    ("sk_reuseport/migrate", "sk_reuseport", "sk_reuseport_select_or_migrate", false),
    ("sk_reuseport", "sk_reuseport", "sk_reuseport_select", false),
    ("kprobe+", "kprobe", "", false),
    ("uprobe+", "kprobe", "", false),
    ("uprobe.s+", "kprobe", "", true),
    ("kretprobe+", "kprobe", "", false),
    ("uretprobe+", "kprobe", "", false),
    ("uretprobe.s+", "kprobe", "", true),
    ("kprobe.multi+", "kprobe", "trace_kprobe_multi", false),
    ("kretprobe.multi+", "kprobe", "trace_kprobe_multi", false),
    ("kprobe.session+", "kprobe", "trace_kprobe_session", false),
    ("uprobe.multi+", "kprobe", "trace_uprobe_multi", false),
    ("uretprobe.multi+", "kprobe", "trace_uprobe_multi", false),
    ("uprobe.session+", "kprobe", "trace_uprobe_session", false),
    ("uprobe.multi.s+", "kprobe", "trace_uprobe_multi", true),
    ("uretprobe.multi.s+", "kprobe", "trace_uprobe_multi", true),
    ("uprobe.session.s+", "kprobe", "trace_uprobe_session", true),
    ("ksyscall+", "kprobe", "", false),
    ("kretsyscall+", "kprobe", "", false),
    ("usdt+", "kprobe", "", false),
    ("usdt.s+", "kprobe", "", true),
    ("tc/ingress", "sched_cls", "tcx_ingress", false),
    ("tc/egress", "sched_cls", "tcx_egress", false),
    ("tcx/ingress", "sched_cls", "tcx_ingress", false),
    ("tcx/egress", "sched_cls", "tcx_egress", false),
    ("tc", "sched_cls", "", false),
    ("classifier", "sched_cls", "", false),
    ("action", "sched_act", "", false),
    ("netkit/primary", "sched_cls", "netkit_primary", false),
    ("netkit/peer", "sched_cls", "netkit_peer", false),
    ("tracepoint+", "tracepoint", "", false),
    ("tp+", "tracepoint", "", false),
    ("raw_tracepoint+", "raw_tracepoint", "", false),
    ("raw_tp+", "raw_tracepoint", "", false),
    ("tracepoint.s+", "tracepoint", "", true),
    ("tp.s+", "tracepoint", "", true),
    ("raw_tracepoint.s+", "raw_tracepoint", "", true),
    ("raw_tp.s+", "raw_tracepoint", "", true),
    ("raw_tracepoint.w+", "raw_tracepoint_writable", "", false),
    ("raw_tp.w+", "raw_tracepoint_writable", "", false),
    ("tp_btf+", "tracing", "trace_raw_tp", false),
    ("tp_btf.s+", "tracing", "trace_raw_tp", true),
    ("fentry+", "tracing", "trace_fentry", false),
    ("fmod_ret+", "tracing", "modify_return", false),
    ("fexit+", "tracing", "trace_fexit", false),
    ("fentry.s+", "tracing", "trace_fentry", true),
    ("fmod_ret.s+", "tracing", "modify_return", true),
    ("fexit.s+", "tracing", "trace_fexit", true),
    ("fsession+", "tracing", "trace_fsession", false),
    ("fsession.s+", "tracing", "trace_fsession", true),
    ("fentry.multi+", "tracing", "trace_fentry_multi", false),
    ("fexit.multi+", "tracing", "trace_fexit_multi", false),
    ("fsession.multi+", "tracing", "trace_fsession_multi", false),
    ("fentry.multi.s+", "tracing", "trace_fentry_multi", true),
    ("fexit.multi.s+", "tracing", "trace_fexit_multi", true),
    ("fsession.multi.s+", "tracing", "trace_fsession_multi", true),
    ("freplace+", "ext", "", false),
    ("lsm+", "lsm", "lsm_mac", false),
    ("lsm.s+", "lsm", "lsm_mac", true),
    ("lsm_cgroup+", "lsm", "lsm_cgroup", false),
    ("iter+", "tracing", "trace_iter", false),
    ("iter.s+", "tracing", "trace_iter", true),
    ("syscall", "syscall", "", true),
    ("xdp.frags/devmap", "xdp", "xdp_devmap", false),
    ("xdp/devmap", "xdp", "xdp_devmap", false),
    ("xdp.frags/cpumap", "xdp", "xdp_cpumap", false),
    ("xdp/cpumap", "xdp", "xdp_cpumap", false),
    ("xdp.frags", "xdp", "xdp", false),
    ("xdp", "xdp", "xdp", false),
    ("perf_event", "perf_event", "", false),
    ("lwt_in", "lwt_in", "", false),
    ("lwt_out", "lwt_out", "", false),
    ("lwt_xmit", "lwt_xmit", "", false),
    ("lwt_seg6local", "lwt_seg6local", "", false),
    ("sockops", "sock_ops", "cgroup_sock_ops", false),
    ("sk_skb/stream_parser", "sk_skb", "sk_skb_stream_parser", false),
    ("sk_skb/stream_verdict", "sk_skb", "sk_skb_stream_verdict", false),
    ("sk_skb/verdict", "sk_skb", "sk_skb_verdict", false),
    ("sk_skb", "sk_skb", "", false),
    ("sk_msg", "sk_msg", "sk_msg_verdict", false),
    ("lirc_mode2", "lirc_mode2", "lirc_mode2", false),
    ("flow_dissector", "flow_dissector", "flow_dissector", false),
    ("cgroup_skb/ingress", "cgroup_skb", "cgroup_inet_ingress", false),
    ("cgroup_skb/egress", "cgroup_skb", "cgroup_inet_egress", false),
    ("cgroup/skb", "cgroup_skb", "", false),
    ("cgroup/sock_create", "cgroup_sock", "cgroup_inet_sock_create", false),
    ("cgroup/sock_release", "cgroup_sock", "cgroup_inet_sock_release", false),
    ("cgroup/sock", "cgroup_sock", "cgroup_inet_sock_create", false),
    ("cgroup/post_bind4", "cgroup_sock", "cgroup_inet4_post_bind", false),
    ("cgroup/post_bind6", "cgroup_sock", "cgroup_inet6_post_bind", false),
    ("cgroup/bind4", "cgroup_sock_addr", "cgroup_inet4_bind", false),
    ("cgroup/bind6", "cgroup_sock_addr", "cgroup_inet6_bind", false),
    ("cgroup/connect4", "cgroup_sock_addr", "cgroup_inet4_connect", false),
    ("cgroup/connect6", "cgroup_sock_addr", "cgroup_inet6_connect", false),
    ("cgroup/connect_unix", "cgroup_sock_addr", "cgroup_unix_connect", false),
    ("cgroup/sendmsg4", "cgroup_sock_addr", "cgroup_udp4_sendmsg", false),
    ("cgroup/sendmsg6", "cgroup_sock_addr", "cgroup_udp6_sendmsg", false),
    ("cgroup/sendmsg_unix", "cgroup_sock_addr", "cgroup_unix_sendmsg", false),
    ("cgroup/recvmsg4", "cgroup_sock_addr", "cgroup_udp4_recvmsg", false),
    ("cgroup/recvmsg6", "cgroup_sock_addr", "cgroup_udp6_recvmsg", false),
    ("cgroup/recvmsg_unix", "cgroup_sock_addr", "cgroup_unix_recvmsg", false),
    ("cgroup/getpeername4", "cgroup_sock_addr", "cgroup_inet4_getpeername", false),
    ("cgroup/getpeername6", "cgroup_sock_addr", "cgroup_inet6_getpeername", false),
    ("cgroup/getpeername_unix", "cgroup_sock_addr", "cgroup_unix_getpeername", false),
    ("cgroup/getsockname4", "cgroup_sock_addr", "cgroup_inet4_getsockname", false),
    ("cgroup/getsockname6", "cgroup_sock_addr", "cgroup_inet6_getsockname", false),
    ("cgroup/getsockname_unix", "cgroup_sock_addr", "cgroup_unix_getsockname", false),
    ("cgroup/sysctl", "cgroup_sysctl", "cgroup_sysctl", false),
    ("cgroup/getsockopt", "cgroup_sockopt", "cgroup_getsockopt", false),
    ("cgroup/setsockopt", "cgroup_sockopt", "cgroup_setsockopt", false),
    ("cgroup/dev", "cgroup_device", "cgroup_device", false),
    ("struct_ops+", "struct_ops", "", false),
    ("struct_ops.s+", "struct_ops", "", true),
    ("sk_lookup", "sk_lookup", "sk_lookup", false),
    ("netfilter", "netfilter", "netfilter", false),
];

#[cfg(test)]
mod tests {
    use super::program_type;

    #[test]
    fn sections_are_recognised_as_by_libbpf() {
        let t = |section| program_type(section).map(|t| (t.name, t.attach_type, t.target, t.sleepable));
        assert_eq!(t("kprobe/do_unlinkat"), Some(("kprobe", "", Some("do_unlinkat"), false)));
        assert_eq!(t("kprobe"), Some(("kprobe", "", None, false)));
        assert_eq!(t("kprobes"), None);
        assert_eq!(t("fentry.s/vfs_read"), Some(("tracing", "trace_fentry", Some("vfs_read"), true)));
        assert_eq!(t("tp/sched/sched_switch"), Some(("tracepoint", "", Some("sched/sched_switch"), false)));
        assert_eq!(t("xdp"), Some(("xdp", "xdp", None, false)));
        assert_eq!(t("xdp/devmap"), Some(("xdp", "xdp_devmap", None, false)));
        // As in libbpf, an exact name takes no target.
        assert_eq!(t("xdp/eth0"), None);
        assert_eq!(t("tc/ingress"), Some(("sched_cls", "tcx_ingress", None, false)));
        assert_eq!(t("struct_ops.s/init"), Some(("struct_ops", "", Some("init"), true)));
        assert_eq!(t("iter/bpf_map"), Some(("tracing", "trace_iter", Some("bpf_map"), false)));
        assert_eq!(t("kprobe.multi/tcp_*"), Some(("kprobe", "trace_kprobe_multi", Some("tcp_*"), false)));
        assert_eq!(t("tp_btf.s/sys_enter"), Some(("tracing", "trace_raw_tp", Some("sys_enter"), true)));
        assert_eq!(t("fexit.multi.s/tcp_*"), Some(("tracing", "trace_fexit_multi", Some("tcp_*"), true)));
        assert_eq!(t(".text"), None);
        assert!(!program_type("?raw_tp/sys_enter").unwrap().autoload);
    }
}
