//! The kernel that `lesson-core2.bpf.c` is resolved on.

use crate::blob::{Blob, Order, bits, kind};

/// Differences from the program's types: members have moved out of an anonymous struct; a type matches by name only;
/// two names have two types each.
pub(super) fn kernel() -> Blob {
    let mut b = Blob::new(Order::Little);
    let int = b.int("int", 4, 1);
    let word = b.int("unsigned int", 4, 0);
    let long = b.int("unsigned long long", 8, 0);
    let index = b.int("__ARRAY_SIZE_TYPE__", 4, 0);
    let cred = b.structure("cred", 16, &[("uid", long, 0), ("gid", word, 64)]);
    let owner = b.pointer(cred);
    let creds = b.array(cred, index, 8);
    let half = b.array(word, index, 2);
    let both = b.composite(kind::UNION, "", 8, false, &[("whole", long, 0), ("half", half, 0)]);
    b.composite(
        kind::STRUCT,
        "queue",
        168,
        true,
        &[
            ("lock", long, bits(0, 0)),
            ("length", int, bits(64, 0)),
            ("delta", int, bits(96, 9)),
            ("urgent", word, bits(105, 1)),
            ("owner", owner, bits(128, 0)),
            ("inner", int, bits(192, 0)),
            ("", both, bits(256, 0)),
            ("creds", creds, bits(320, 0)),
        ],
    );
    b.enumeration("mode", 4, false, &[("MODE_OFF", 0), ("MODE_SLOW", 1), ("MODE_ON", 2)]);
    b.structure("slot", 8, &[("index", int, 0), ("count", int, 32)]);
    b.structure("slot", 8, &[("count", int, 0), ("index", int, 32)]);
    b.structure("pair", 8, &[("left", int, 0), ("right", int, 32)]);
    b.structure("pair", 16, &[("left", int, 0), ("right", long, 64)]);
    b
}
