//! Licences: the helpers that require a licence compatible with the GPL (`gpl_only` of `struct bpf_func_proto`).

/// The verifier's message for a helper.
pub(crate) const HELPER: &str = "cannot call GPL-restricted function from non-GPL compatible program";
/// The verifier's message for a kernel function.
pub(crate) const KFUNC: &str = "cannot call kernel function from non-GPL compatible program";

/// Whether a declared licence is compatible with the GPL (`license_is_gpl_compatible` of `include/linux/license.h`).
pub(crate) fn is_gpl(license: Option<&str>) -> bool {
    matches!(
        license,
        Some("GPL" | "GPL v2" | "GPL and additional rights" | "Dual BSD/GPL" | "Dual MIT/GPL" | "Dual MPL/GPL")
    )
}

/// The verifier's message for program types that always require a licence compatible with the GPL.
pub(crate) fn for_type(program_type: Option<&str>) -> Option<&'static str> {
    match program_type? {
        "lsm" => Some("LSM programs must have a GPL compatible license"),
        "struct_ops" => Some("struct ops programs must have a GPL compatible license"),
        _ => None,
    }
}

/// Whether a helper requires a licence that is compatible with the GPL, in all types of programs.
pub(crate) fn is_restricted(helper: u32) -> bool {
    let name = i32::try_from(helper).ok().and_then(bpf::helper_name).and_then(|n| n.strip_prefix("bpf_"));
    let Some(name) = name else { return false };
    let starts = ["probe_read", "seq_", "timer_", "rc_"].iter().any(|start| name.starts_with(start));
    starts
        || name.starts_with("tcp_") && name.contains("syncookie")
        || matches!(
            name,
            "probe_write_user"
                | "get_current_task"
                | "get_current_task_btf"
                | "get_stack"
                | "get_stackid"
                | "perf_event_output"
                | "perf_event_read"
                | "perf_event_read_value"
                | "perf_prog_read_value"
                | "override_return"
                | "trace_printk"
                | "trace_vprintk"
                | "snprintf"
                | "fib_lookup"
                | "check_mtu"
                | "skb_output"
                | "xdp_output"
                | "read_branch_records"
                | "get_branch_snapshot"
                | "copy_from_user_task"
                | "task_pt_regs"
        )
}

#[cfg(test)]
mod tests {
    #[test]
    fn helpers_that_need_a_licence_are_known() {
        // get_current_task, rc_keydown, rc_pointer_rel; map_lookup_elem, ktime_get_ns.
        assert_eq!([35, 78, 92, 1, 5].map(super::is_restricted), [true, true, true, false, false]);
    }
}
