//! The kinds of values that helpers return in r0, by the return types of their prototypes (`struct bpf_func_proto`).

/// Helpers, besides those of [`VALUES`], that return a pointer or may return one. All other helpers return a number.
const POINTERS: [&str; 22] = [
    "bpf_ringbuf_reserve",
    "bpf_dynptr_data",
    "bpf_sk_lookup_tcp",
    "bpf_sk_lookup_udp",
    "bpf_skc_lookup_tcp",
    "bpf_sk_fullsock",
    "bpf_get_listener_sock",
    "bpf_tcp_sock",
    "bpf_skc_to_tcp6_sock",
    "bpf_skc_to_tcp_sock",
    "bpf_skc_to_tcp_timewait_sock",
    "bpf_skc_to_tcp_request_sock",
    "bpf_skc_to_udp6_sock",
    "bpf_skc_to_unix_sock",
    "bpf_skc_to_mptcp_sock",
    "bpf_sock_from_file",
    "bpf_kptr_xchg",
    "bpf_get_current_task_btf",
    "bpf_task_pt_regs",
    "bpf_per_cpu_ptr",
    "bpf_this_cpu_ptr",
    "bpf_unspec",
];

/// Helpers that return a pointer to a map's value, or null.
const VALUES: [&str; 7] = [
    "bpf_map_lookup_elem",
    "bpf_map_lookup_percpu_elem",
    "bpf_sk_storage_get",
    "bpf_inode_storage_get",
    "bpf_task_storage_get",
    "bpf_cgrp_storage_get",
    "bpf_get_local_storage",
];

/// Helpers with a result of which the verifier knows no bit.
const OPEN: [&str; 4] =
    ["bpf_ktime_get_ns", "bpf_get_current_pid_tgid", "bpf_get_current_uid_gid", "bpf_get_current_task"];

pub(super) fn gives_pointer(name: &str) -> bool {
    gives_map_value(name) || POINTERS.contains(&name)
}

pub(super) fn gives_map_value(name: &str) -> bool {
    VALUES.contains(&name)
}

pub(super) fn gives_open_number(name: &str) -> bool {
    OPEN.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::{OPEN, POINTERS, VALUES};

    #[test]
    fn all_are_names_of_helpers() {
        let known: Vec<_> = (0..212).filter_map(bpf::helper_name).collect();
        assert_eq!(POINTERS.iter().chain(&VALUES).chain(&OPEN).find(|name| !known.contains(name)), None);
    }
}
