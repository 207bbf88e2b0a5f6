//! The first lesson on CO-RE: the two kernels on which its first program is resolved, its second program, and the
//! kernel for that program.

use crate::blob::{Blob, Order, kind};

/// An older kernel than the program's: no `real_parent`, and smaller offsets.
pub(super) fn older() -> Blob {
    let mut b = Blob::new(Order::Little);
    let int = b.int("int", 4, 1);
    let half = b.int("unsigned short", 2, 0);
    let word = b.int("unsigned int", 4, 0);
    let char = b.int("char", 1, 1);
    let long = b.int("unsigned long", 8, 0);
    let index = b.int("__ARRAY_SIZE_TYPE__", 4, 0);
    let comm = b.array(char, index, 16);
    b.structure("task_struct", 32, &[("state", long, 0), ("pid", int, 64), ("tgid", int, 96), ("comm", comm, 128)]);
    let common = b.structure(
        "sock_common",
        16,
        &[
            ("skc_daddr", word, 0),
            ("skc_rcv_saddr", word, 32),
            ("skc_dport", half, 64),
            ("skc_num", half, 80),
            ("skc_family", half, 96),
        ],
    );
    b.structure("sock", 24, &[("__sk_common", common, 0), ("sk_flags", long, 128)]);
    b
}

/// A newer kernel: `real_parent` exists, and other members have moved.
pub(super) fn newer() -> Blob {
    let mut b = Blob::new(Order::Little);
    let int = b.int("int", 4, 1);
    let half = b.int("unsigned short", 2, 0);
    let word = b.int("unsigned int", 4, 0);
    let char = b.int("char", 1, 1);
    let long = b.int("unsigned long", 8, 0);
    let index = b.int("__ARRAY_SIZE_TYPE__", 4, 0);
    let comm = b.array(char, index, 16);
    let task_id = b.next_id() + 2;
    let rcu = b.type_tag("rcu", false, task_id);
    let parent = b.pointer(rcu);
    let task = b.structure(
        "task_struct",
        72,
        &[
            ("state", word, 0),
            ("flags", long, 64),
            ("stack", long, 128),
            ("pid", int, 192),
            ("tgid", int, 224),
            ("real_parent", parent, 256),
            ("comm", comm, 320),
            ("start", long, 448),
            ("exit_code", int, 512),
        ],
    );
    assert_eq!(task, task_id, "the tag was made for this id");
    let common = b.structure(
        "sock_common",
        24,
        &[
            ("skc_hash", long, 0),
            ("skc_daddr", word, 64),
            ("skc_rcv_saddr", word, 96),
            ("skc_dport", half, 128),
            ("skc_num", half, 144),
            ("skc_family", half, 160),
        ],
    );
    b.structure("sock", 40, &[("sk_lock", long, 0), ("__sk_common", common, 64), ("sk_flags", long, 256)]);
    b
}

/// A program with CO-RE relocations of each family: the fixture `families.bpf.c`, without its DWARF.
pub(super) const FAMILIES: &[u8] = include_bytes!("../../fixtures/bin/families.clang.bpfel.o");

/// The kernel for that program: members in another order, an enumerator with another value and one that is gone, an INT
/// with another name.
pub(super) fn families() -> Blob {
    let mut b = Blob::new(Order::Little);
    let int = b.int("int", 4, 1);
    let word = b.int("uint", 4, 0);
    let cred = b.structure("cred", 12, &[("usage", int, 0), ("uid", word, 32), ("gid", word, 64)]);
    let char = b.int("char", 1, 1);
    let index = b.int("__ARRAY_SIZE_TYPE__", 4, 0);
    let text = b.array(char, index, 32);
    b.composite(kind::UNION, "payload", 32, false, &[("text", text, 0)]);
    b.enumeration("access", 4, false, &[("ACCESS_NONE", 0), ("ACCESS_WRITE", 7)]);
    let pointer = b.pointer(cred);
    b.structure("task", 16, &[("cred", pointer, 0), ("state", int, 64)]);
    b
}
