//! Two kernels whose `struct flow` differs from that in `lesson-sizes.bpf.c`.

use crate::blob::{Blob, Order, bits, kind};

/// Members have become wider: one unsigned, one signed.
pub(super) fn wide() -> Blob {
    let mut b = Blob::new(Order::Little);
    let word = b.int("unsigned int", 4, 0);
    let byte = b.int("unsigned char", 1, 0);
    let long = b.int("long", 8, 1);
    let wide = b.int("unsigned long long", 8, 0);
    b.composite(
        kind::STRUCT,
        "flow",
        32,
        true,
        &[
            ("packets", wide, bits(0, 0)),
            ("balance", long, bits(64, 0)),
            ("state", word, bits(128, 4)),
            ("reason", word, bits(132, 12)),
            ("urgent", byte, bits(144, 0)),
            ("ports", word, bits(160, 0)),
        ],
    );
    b
}

/// A member became a bitfield, a bitfield has another width, and a member became an array.
pub(super) fn narrow() -> Blob {
    let mut b = Blob::new(Order::Little);
    let word = b.int("unsigned int", 4, 0);
    let int = b.int("int", 4, 1);
    let byte = b.int("unsigned char", 1, 0);
    let index = b.int("__ARRAY_SIZE_TYPE__", 4, 0);
    let ports = b.array(word, index, 2);
    b.composite(
        kind::STRUCT,
        "flow",
        24,
        true,
        &[
            ("packets", word, bits(0, 0)),
            ("balance", int, bits(32, 0)),
            ("urgent", byte, bits(64, 1)),
            ("state", word, bits(65, 6)),
            ("reason", word, bits(71, 20)),
            ("ports", ports, bits(96, 0)),
        ],
    );
    b
}
