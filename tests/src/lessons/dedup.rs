//! The types of two source files, one after the other, and the result of libbpf's deduplication.

use crate::blob::{Blob, Order, kind};
use crate::shared::Shared;

/// As compiled: `int` and `struct node` twice, a forward declaration in one file and its struct in the other, two
/// structs of one name.
pub(super) fn before() -> Blob {
    let mut b = Blob::new(Order::Little);
    // The first file only declares `struct owner`.
    let int = b.int("int", 4, 1);
    let to_node = b.pointer(b.next_id() + 1);
    b.structure("node", 24, &[("value", int, 0), ("next", to_node, 64), ("owner", b.next_id() + 1, 128)]);
    let owner = b.next_id() + 1;
    b.pointer(owner);
    b.fwd("owner", false);
    b.structure("buffer", 4, &[("used", int, 0)]);
    // The second file defines it, and has another `struct buffer`.
    let int = b.int("int", 4, 1);
    let to_node = b.pointer(b.next_id() + 1);
    let to_owner = b.next_id() + 2;
    b.structure("node", 24, &[("value", int, 0), ("next", to_node, 64), ("owner", to_owner, 128)]);
    let owner = b.structure("owner", 16, &[("id", int, 0), ("first", to_node, 64)]);
    b.pointer(owner);
    b.structure("buffer", 8, &[("used", int, 0), ("size", int, 32)]);
    b
}

/// Each type and each name once: byte for byte the output of libbpf 1.1 for [`before`].
pub(super) fn after() -> Shared {
    let mut b = Shared::new();
    let int = b.string("int");
    let int = b.record(int, kind::INT, 0, false, 4, &[1 << 24 | 32]);
    let to_node = b.next_id();
    b.pointer(to_node + 1);
    let to_owner = b.next_id() + 1;
    b.structure("node", 24, &[("value", int, 0), ("next", to_node, 64), ("owner", to_owner, 128)]);
    b.pointer(to_owner + 2);
    b.structure("buffer", 4, &[("used", int, 0)]);
    b.structure("owner", 16, &[("id", int, 0), ("first", to_node, 64)]);
    b.structure("buffer", 8, &[("used", int, 0), ("size", int, 32)]);
    b
}
