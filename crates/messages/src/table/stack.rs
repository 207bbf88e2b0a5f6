//! The stack: 512 bytes below R10.

use crate::entry::{Entry, Wording};

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        id: "stack-uninitialised",
        at_insn: true,
        wordings: &[
            Wording::new("invalid indirect read from stack {reg:reg} off {from:int}+{at:int} size {len:int}")
                .of("kernels before 7.2"),
            Wording::new("invalid read from stack {reg:reg} off {from:int}+{at:int} size {len:int}"),
            Wording::new("invalid indirect read from stack off {from:int}+{at:int} size {len:int}")
                .of("Linux 5.11 and before"),
            Wording::new("invalid read from stack off {from:int}+{at:int} size {len:int}"),
            Wording::new("invalid indirect read from stack {reg:reg} var_off {from:text}+{at:int} size {len:int}")
                .of("kernels before 7.2"),
            Wording::new("invalid read from stack {reg:reg} var_off {from:text}+{at:int} size {len:int}"),
        ],
        means: "The stack is read from {from} on (size {len}), and byte {at} of that was never written.",
        causes: &[
            "A struct that serves as a key, or is sent to user space, has padding that no member covers.",
            "An array is filled in part only.",
            "Since Linux 6.3 programs of root may read such bytes; this kernel is older, or the program has fewer rights.",
        ],
        change: &[
            "Clear it before it is filled: struct key k = {}; or, where padding counts, __builtin_memset(&k, 0, sizeof(k));",
        ],
    },
    Entry {
        id: "stack-variable",
        at_insn: true,
        wordings: &[
            Wording::new(
                "invalid variable-offset{how:text} stack {reg:reg} var_off={value:text} off={off:int} size={len:int}",
            )
            .of("kernels after 6.1"),
            Wording::new("invalid variable-offset{how:text} stack {reg:reg} var_off={value:text} size={len:int}")
                .of("Linux 6.1 and before"),
        ],
        means: "A local variable is accessed at an offset that is not known at load ({value}), and an access of size {len} there may leave the stack.",
        causes: &["A local array is indexed by a number that is not checked, or checked for a larger array."],
        change: &[
            "Mask the index directly before its use: buf[i & (sizeof(buf) - 1)], for an array whose size is a power of two.",
            "Or check it: if (i >= sizeof(buf)) return 0; with an unsigned i.",
        ],
    },
    Entry {
        id: "stack-bounds",
        at_insn: true,
        wordings: &[
            Wording::new("invalid{how:text} stack {reg:reg} off={off:int} size={len:int}"),
            Wording::new("invalid stack off={off:int} size={len:int}").of("Linux 5.11 and before"),
            Wording::new("invalid stack type {reg:reg} off={off:int} access_size={len:int}")
                .of("Linux 5.11 and before"),
        ],
        means: "The access of size {len} at {off} leaves the part of the stack that a function has: the 512 bytes below R10.",
        causes: &[
            "Local variables are larger than the stack.",
            "An index runs beyond a local array.",
            "A helper reads or writes more than the variable has: the map's key or value is larger than it.",
        ],
        change: &[
            "Keep large data in a map: a per-CPU array with one element.",
            "Give a variable the type of the map's key or value, and compare the sizes.",
        ],
    },
    Entry {
        id: "stack-calls",
        at_insn: false,
        wordings: &[Wording::new("combined stack size of {calls:int} calls is {size:int}. Too large")],
        means: "The functions that call each other here ({calls}) need {size} bytes of stack together, and 512 are allowed.",
        causes: &[
            "Nested functions have large local variables.",
            "If a function makes a tail call, its callers may use only 256 bytes.",
        ],
        change: &[
            "Keep large data in a per-CPU array map.",
            "Inline small functions (__always_inline), so that they share the stack of their caller.",
        ],
    },
    Entry {
        id: "spill-size",
        at_insn: true,
        wordings: &[
            Wording::new("invalid size of register spill")
                .says("A part of a pointer is written to the stack, and a pointer is stored whole."),
            Wording::new("invalid size of register fill")
                .says("A part of a pointer is read from the stack, and a pointer is read whole."),
        ],
        means: "A part of a pointer is stored or read.",
        causes: &[
            "A pointer is cast to a 32-bit number.",
            "A packed struct on the stack holds a pointer, or a union reads it as something smaller.",
        ],
        change: &["Store and read all 8 bytes of a pointer, at a multiple of 8."],
    },
];
