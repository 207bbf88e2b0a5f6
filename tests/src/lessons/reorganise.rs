//! One struct in three orders.

use crate::blob::{Blob, Order};

/// Three forms of a queue. In the first, the members are in the order in which they were added over time. In the
/// second, they are in the order that needs least space. In the third, the members of the producer, those of the
/// consumer and the others each have a cache line. There is also a struct that contains the first form.
pub(super) fn queues() -> Blob {
    let mut b = Blob::new(Order::Little);
    let char = b.int("char", 1, 1);
    let short = b.int("short", 2, 1);
    let int = b.int("int", 4, 1);
    let long = b.int("long", 8, 1);
    let index = b.int("__ARRAY_SIZE_TYPE__", 4, 0);
    let owner = b.fwd("device", false);
    let owner = b.pointer(owner);
    let grown = b.structure(
        "queue",
        80,
        &[
            ("enabled", char, 0),
            ("limit", long, 64),
            ("flags", short, 128),
            ("head", long, 192),
            ("tail", long, 256),
            ("id", int, 320),
            ("produced", long, 384),
            ("consumed", long, 448),
            ("closed", char, 512),
            ("owner", owner, 576),
        ],
    );
    let queues = b.array(grown, index, 64);
    b.structure("port", 5128, &[("queues", queues, 0), ("number", int, 40960)]);
    b.structure(
        "queue_small",
        56,
        &[
            ("limit", long, 0),
            ("head", long, 64),
            ("tail", long, 128),
            ("produced", long, 192),
            ("consumed", long, 256),
            ("owner", owner, 320),
            ("id", int, 384),
            ("flags", short, 416),
            ("enabled", char, 432),
            ("closed", char, 440),
        ],
    );
    b.structure(
        "queue_lines",
        192,
        &[
            ("limit", long, 0),
            ("owner", owner, 64),
            ("id", int, 128),
            ("flags", short, 160),
            ("enabled", char, 176),
            ("closed", char, 184),
            ("head", long, 512),
            ("produced", long, 576),
            ("tail", long, 1024),
            ("consumed", long, 1088),
        ],
    );
    b
}
