//! The needs that follow from a map's definition.

use bpf::map_type_name;

use release::Version;

/// Whether a map of this type may be defined with 0 entries: storage that is attached to an owner must have 0, and
/// libbpf sets the number for perf event arrays and struct_ops.
pub(crate) fn keeps_no_entries(map_type: Option<u32>) -> bool {
    matches!(
        map_type.and_then(map_type_name),
        Some("sk_storage" | "inode_storage" | "task_storage" | "cgrp_storage" | "perf_event_array" | "struct_ops")
    )
}

/// The type of the maps that libbpf makes from `.jumptables`.
pub(crate) const INSN_ARRAY: u32 = 34;

/// The enumerator of a type of map; `#99` for an unknown type with this number.
pub(crate) fn map_enumerator(number: u32) -> String {
    match map_type_name(number) {
        Some(name) => format!("BPF_MAP_TYPE_{}", name.to_ascii_uppercase()),
        None => format!("#{number}"),
    }
}

/// The first version with a type of map; none for types of 5.10 and older, and for unknown types.
pub(crate) fn map_since(number: u32) -> Option<Version> {
    Some(match map_type_name(number)? {
        "task_storage" => Version::new(5, 11),
        "bloom_filter" => Version::new(5, 16),
        "user_ringbuf" => Version::new(6, 1),
        "cgrp_storage" => Version::new(6, 2),
        "arena" => Version::new(6, 9),
        "insn_array" => Version::new(6, 19),
        "rhash" => Version::new(7, 2),
        _ => return None,
    })
}
