//! The types of two source files, one after the other, and the result of libbpf's deduplication.

use std::collections::BTreeMap;

use crate::blob::{Blob, Member, Order, kind};

/// As compiled: `int` and `struct node` twice, a forward declaration in one file and its struct in the other, two structs of one
/// name.
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
pub(super) fn after() -> Blob {
    let mut b = Blob::new(Order::Little);
    let mut names = Names::default();
    let int = names.of(&mut b, "int");
    let int = b.record(int, kind::INT, 0, false, 4, &[1 << 24 | 32]);
    let to_node = b.pointer(b.next_id() + 1);
    let to_owner = b.next_id() + 1;
    names.structure(&mut b, "node", 24, &[("value", int, 0), ("next", to_node, 64), ("owner", to_owner, 128)]);
    b.pointer(b.next_id() + 2);
    names.structure(&mut b, "buffer", 4, &[("used", int, 0)]);
    names.structure(&mut b, "owner", 16, &[("id", int, 0), ("first", to_node, 64)]);
    names.structure(&mut b, "buffer", 8, &[("used", int, 0), ("size", int, 32)]);
    b
}

/// The strings, each stored once.
#[derive(Default)]
struct Names(BTreeMap<String, u32>);

impl Names {
    fn of(&mut self, b: &mut Blob, name: &str) -> u32 {
        *self.0.entry(name.to_owned()).or_insert_with(|| b.string(name))
    }

    fn structure(&mut self, b: &mut Blob, name: &str, size: u32, members: &[Member<'_>]) -> u32 {
        let name = self.of(b, name);
        let words: Vec<u32> = members.iter().flat_map(|(member, id, at)| [self.of(b, member), *id, *at]).collect();
        b.record(name, kind::STRUCT, members.len() as u32, false, size, &words)
    }
}
