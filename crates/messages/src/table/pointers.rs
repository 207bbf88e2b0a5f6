//! Arithmetic on pointers, and values whose range the verifier does not know well enough.

use crate::entry::{Entry, Wording};

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        id: "uninitialised",
        at_insn: true,
        wordings: &[Wording::new("{reg:reg} !read_ok")],
        means: "{reg} is read, and nothing has written it on this path; a call destroys R1 to R5.",
        causes: &[
            "A variable is not initialised on every path.",
            "A function that should return a value ends without one: then R0 is read at exit.",
            "The code is undefined in C, and the compiler left it out.",
        ],
        change: &[
            "Initialise the variable where it is declared, and return a value in every branch.",
            "Compile with -Wall: clang warns of most such places.",
            "In assembly: save R1 to R5 in R6 to R9 before a call.",
        ],
    },
    Entry {
        id: "unbounded-min",
        at_insn: true,
        wordings: &[Wording::new(
            "math between {kind:text} pointer and register with unbounded min value is not allowed",
        )],
        means: "A number whose lower limit the verifier does not know is added to a {kind} pointer.",
        causes: &["The index is a signed 64-bit number, and only its upper limit is checked."],
        change: &["Make it unsigned.", "Check it before the addition: if (i < 0 || i >= SIZE) return 0;"],
    },
    Entry {
        id: "null-arithmetic",
        at_insn: true,
        wordings: &[Wording::new("{reg:reg} pointer arithmetic on {kind:text} prohibited, null-check it first")],
        means: "A number is added to {reg}, which may still be NULL ({kind}).",
        causes: &["The address of a member (&value->member) is made before the check; the compiler may move it there."],
        change: &[
            "Check the pointer first, and take the address of the member behind the check.",
            "If the compiler moves it, put barrier_var(value) behind the check.",
        ],
    },
    Entry {
        id: "pointer-arithmetic",
        at_insn: true,
        wordings: &[
            Wording::new("{reg:reg} pointer arithmetic on {kind:text} prohibited")
                .says("{reg} is a {kind} pointer, and nothing may be added to one of this kind."),
            Wording::new("{reg:reg} bitwise operator {op:word} on pointer prohibited")
                .says("{reg} is a pointer, and the operator {op} is not allowed on pointers."),
            Wording::new("{reg:reg} pointer arithmetic with {op:word} operator prohibited")
                .says("{reg} is a pointer, and the operator {op} is not allowed on pointers."),
            Wording::new("{reg:reg} 32-bit pointer arithmetic prohibited")
                .says("{reg} is a pointer, and a 32-bit operation would cut it."),
            Wording::new("{reg:reg} pointer {op:word} pointer prohibited")
                .says("{reg} is a pointer, and the operation {op} with another pointer is not allowed."),
        ],
        means: "{reg} is a pointer, and only whole numbers may be added to it or subtracted from it.",
        causes: &[
            "An address is aligned (& ~7), hashed or cut to 32 bits.",
            "A number is subtracted from data_end.",
            "The compiler joined two checks of pointers into one operation.",
        ],
        change: &[
            "Compute with offsets, which are numbers, and add the result to the pointer last.",
            "Write ptr + n > data_end in place of ptr > data_end - n.",
            "Keep the compiler from joining checks: barrier_var(ptr) between them.",
        ],
    },
    Entry {
        id: "same-instruction",
        at_insn: true,
        wordings: &[Wording::new("same insn cannot be used with different pointers")],
        means: "One load or store is reached with the context on one path and with another kind of pointer on another, and the kernel has to rewrite it for one of them.",
        causes: &["The compiler merged the ends of two branches that read the same offset through different pointers."],
        change: &[
            "Make the two reads different: read into a local variable in each branch, as volatile.",
            "Put asm volatile(\"\" ::: \"memory\"); into one of the branches.",
        ],
    },
    Entry {
        id: "exit-value",
        at_insn: true,
        wordings: &[
            Wording::new(
                "At {place:text} the register {reg:reg} has value {value:text} should have been in {range:text}",
            )
            .of("Linux 6.1 and before"),
            Wording::new(
                "At {place:text} the register {reg:reg} has unknown scalar value should have been in {range:text}",
            )
            .says("At {place} {reg} may have any value, and it has to be in {range}."),
            Wording::new("At {place:text} the register {reg:reg} has {value:text} should have been in {range:text}")
                .of("kernels after 6.1"),
        ],
        means: "At {place} {reg} may have another value ({value}) than the allowed ones, {range}.",
        causes: &[
            "The return value is computed, and the verifier cannot see that it stays in the range.",
            "Programs of this type or at this hook must return other values: cgroup programs mostly 0 or 1, fentry programs 0, LSM programs 0 or a negative errno.",
        ],
        change: &[
            "Return constants of the range, one in each branch.",
            "Compare with what the program type may return.",
        ],
    },
];
