//! Blobs that kernels refuse.

use scratch::{Bits, Target, compile};

use crate::blob::{Blob, Order, kind};

/// Three faults: a member beyond its struct, an invalid name, a section of size 0. The kernel reports the invalid name.
pub(super) fn broken() -> Blob {
    let mut b = Blob::new(Order::Little);
    let int = b.int("int", 4, 1);
    b.structure("point", 8, &[("x", int, 0), ("y", int, 32), ("z", int, 64)]);
    b.named(kind::TYPEDEF, "my-int", int);
    let seen = b.variable("seen", int, 1);
    b.data_section(".bss", 0, &[[seen, 0, 4]]);
    b
}

/// A struct that contains itself, through a typedef.
pub(super) fn endless() -> Blob {
    let mut b = Blob::new(Order::Little);
    let int = b.int("int", 4, 1);
    let node = b.next_id() + 1;
    let alias = b.named(kind::TYPEDEF, "node_t", node);
    b.structure("node", 16, &[("value", int, 0), ("next", alias, 32)]);
    b
}

/// A tag after a qualifier, and an ENUM64: each is accepted from some version on.
pub(super) fn dated() -> Blob {
    let mut b = Blob::new(Order::Little);
    let int = b.int("int", 4, 1);
    let user = b.type_tag("user", false, int);
    let fixed = b.reference(kind::CONST, user);
    b.pointer(fixed);
    b.enumeration64("limit", 8, false, &[("LIMIT_NONE", u64::MAX)]);
    b
}

/// A map value with two locks, as the lesson has it in C.
pub const LOCKS: &str = "\
struct bpf_spin_lock { unsigned int val; };
struct account {
	struct bpf_spin_lock lock;
	struct bpf_spin_lock log_lock;
	long balance;
};";

/// A lock beside bitfields, as the lesson has it in C.
pub const FLAGS: &str = "\
struct bpf_spin_lock { unsigned int val; };
struct session {
	struct bpf_spin_lock lock;
	unsigned int open : 1, urgent : 1;
};";

/// The BTF that the scratch pad makes of C.
pub(super) fn compiled(source: &str) -> Vec<u8> {
    let compiled = compile(source, Target { bits: Bits::B64, endian: btf::Endian::Little });
    compiled.blob.expect("the source compiles")
}
