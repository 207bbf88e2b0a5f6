//! The example in the kernel's documentation (btf.rst, section 5.1). The documentation shows bpftool's output for it.

use crate::blob::{Blob, Order, bits, kind};

/// `struct tmp_t { char a1:4; int a2:4; int :4; __u32 a3:4; int b; ___A b1:4; enum A b2:4; }`, and the struct that
/// `BPF_ANNOTATE_KV_PAIR` declares for a map from `int` to `tmp_t`. Returned with the ids of `int` and of `tmp_t`.
pub fn document(order: Order) -> (Blob, u32, u32) {
    let mut blob = Blob::new(order);
    let (char_, int, u32_) = (blob.int("char", 1, 1), blob.int("int", 4, 1), blob.int("__u32", 4, 0));
    let names = [("A1", 0), ("A2", 1), ("A3", 2), ("A4", 3), ("A5", 4)];
    let a = blob.enumeration("A", 4, false, &names);
    let typedef = blob.named(kind::TYPEDEF, "___A", a);
    let members = [
        ("a1", char_, bits(0, 4)),
        ("a2", int, bits(4, 4)),
        ("a3", u32_, bits(12, 4)),
        ("b", int, bits(32, 0)),
        ("b1", typedef, bits(64, 4)),
        ("b2", a, bits(68, 4)),
    ];
    let tmp = blob.composite(kind::STRUCT, "tmp_t", 12, true, &members);
    blob.structure("____btf_map_tmpmap", 16, &[("key", int, 0), ("value", tmp, 32)]);
    (blob, int, tmp)
}
