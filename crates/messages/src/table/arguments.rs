//! Arguments of helpers, kfuncs and functions of the program.

use crate::entry::{Entry, Wording};

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        id: "argument-type",
        at_insn: true,
        wordings: &[Wording::new("{reg:reg} type={kind:word} expected={list:text}")],
        means: "{reg} is an argument of the call and holds {kind}, where one of these is wanted: {list}.",
        causes: &[
            "A number is passed where an address is wanted: the value of a key in place of &key.",
            "Arguments are in the wrong order, or another pointer than the context or the map is passed.",
            "The data is in memory that this helper does not read.",
        ],
        change: &[
            "Pass the address of an initialised local variable or of a map value.",
            "Compare the order of the arguments with the helper's declaration.",
            "Copy the data to the stack first.",
        ],
    },
    Entry {
        id: "unbounded-length",
        at_insn: true,
        wordings: &[Wording::new("{reg:reg} unbounded memory access, use 'var &= const' or 'if (var < const)'")],
        means: "The length in {reg} has no upper limit that the verifier knows.",
        causes: &["A length from a packet, an argument or a call is passed to a helper unchecked, or checked in another variable."],
        change: &[
            "Limit it directly before the call: if (n > sizeof(buf)) n = sizeof(buf); with an unsigned n.",
            "For a buffer whose size is a power of two: n &= sizeof(buf) - 1;",
        ],
    },
    Entry {
        id: "zero-length",
        at_insn: true,
        wordings: &[
            Wording::new("{reg:reg} invalid zero-sized read: u64=[{low:int},{high:int}]")
                .of("kernels after 6.1")
                .says("The length in {reg} is between {low} and {high}, and this helper does not take 0."),
            Wording::new("invalid zero-sized read").of("Linux 6.1 and before"),
        ],
        means: "A length may be 0 here, and this helper does not take 0.",
        causes: &["The length was limited from above only, by a mask or a comparison."],
        change: &[
            "Exclude 0 before the call: if (n == 0) return 0;",
            "Or keep it away by arithmetic: n = ((n - 1) & (SIZE - 1)) + 1;",
        ],
    },
    Entry {
        id: "not-constant",
        at_insn: true,
        wordings: &[Wording::new("{reg:reg} is not a known constant'")],
        means: "{reg} has to be a constant here, as the size of bpf_ringbuf_reserve is, and its value is not known at load.",
        causes: &["A variable size is passed, or a constant that the compiler turned into a variable."],
        change: &[
            "Pass a constant: the largest size that is needed.",
            "For a size that varies: bpf_ringbuf_reserve_dynptr, or bpf_ringbuf_output, which copies.",
        ],
    },
    Entry {
        id: "might-sleep",
        at_insn: true,
        wordings: &[
            Wording::new("helper call might sleep in a non-sleepable prog").of("Linux 6.18 and before"),
            Wording::new("sleepable helper {func:text}#{number:int} in {place:text}")
                .of("kernels after 6.18")
                .says("The helper {func} may wait, and here it must not: {place}."),
            Wording::new("program must be sleepable to call sleepable kfunc {func:word}")
                .says("The kfunc {func} may wait, and this program must not."),
        ],
        means: "The helper may wait (for a page to be read, say), and this program must not.",
        causes: &["bpf_copy_from_user or another call that may wait is made in a kprobe, or in a section without .s."],
        change: &[
            "Make the program one that may wait, where its type can be: SEC(\"fentry.s/..\"), SEC(\"lsm.s/..\"), SEC(\"uprobe.s/..\").",
            "Use a helper that does not wait, and may fail instead: bpf_probe_read_user.",
        ],
    },
    Entry {
        id: "trusted-argument",
        at_insn: true,
        wordings: &[
            Wording::new("Possibly NULL pointer passed to trusted {arg:text}")
                .says("The pointer that is passed as {arg} may be NULL, and the kfunc takes valid pointers only."),
            Wording::new("{reg:reg} must be referenced or trusted").of("kernels after 6.1").says(TRUSTED),
            Wording::new("{reg:reg} must be referenced").of("Linux 6.1 and before").says(TRUSTED),
            Wording::new("{reg:reg} must be a rcu pointer").says(
                "The kfunc wants a pointer that is valid for sure, at least within an RCU section, and the verifier does not know this of {reg}.",
            ),
        ],
        means: "The kfunc takes only pointers that the verifier knows to be valid.",
        causes: &[
            "The result of a call that can fail is passed without a check.",
            "The pointer was read from a member of another struct.",
            "It is an argument of an fentry program, which the verifier does not trust, unlike one of a tp_btf program.",
        ],
        change: &[
            "Check for NULL before the call.",
            "Take a reference first (bpf_task_acquire, bpf_task_from_pid), and release it later.",
            "Read the pointer between bpf_rcu_read_lock() and bpf_rcu_read_unlock(), or attach by tp_btf.",
        ],
    },
    Entry {
        id: "function-arguments",
        at_insn: true,
        wordings: &[
            Wording::new("Global function {func:text}() doesn't return scalar. Only those are supported")
                .of("Linux 6.18 and before")
                .says("The global function {func} returns something other than a number; a global function may return only numbers."),
            Wording::new("Global function {func:text}() return value not void or scalar. Only those are supported")
                .of("kernels after 6.18")
                .says("The global function {func} returns neither a number nor nothing, and only these are allowed."),
            Wording::new("arg#{arg:int} reference type('{kind:text}') size cannot be determined: {errno:text}")
                .says("Argument {arg} of a global function points to {kind}, whose size the program's BTF does not have."),
            Wording::new("Caller passes invalid args into func#{number:int} ('{func:text}')")
                .of("kernels after 6.1")
                .weak()
                .says("The call of the global function {func} passes arguments that do not fit its declaration."),
            Wording::new("Caller passes invalid args into func#{number:int}").of("Linux 6.1 and before").weak(),
        ],
        means: "The call of global function {number} passes arguments that do not fit its declaration.",
        causes: &[
            "A function that is not static is checked by its declaration alone: a number is passed for a pointer, or a pointer is returned.",
            "A pointer argument leads to a struct that is only declared.",
        ],
        change: &[
            "Make the function static: then it is checked with each of its callers.",
            "Give pointer arguments complete types, and describe them further by __arg_ctx, __arg_nonnull or __arg_trusted.",
            "Return a number.",
        ],
    },
    Entry {
        id: "dynptr-uninitialised",
        at_insn: true,
        wordings: &[
            Wording::new("Expected an initialized dynptr as arg #{arg:int}"),
            Wording::new("Expected an initialized dynptr as {arg:text}"),
        ],
        means: "The dynptr that is passed as argument {arg} was not made yet, or is no longer valid.",
        causes: &[
            "No call has filled the struct bpf_dynptr on this path.",
            "It was submitted, discarded or overwritten.",
        ],
        change: &[
            "Fill it first, in the same function: bpf_dynptr_from_mem, bpf_dynptr_from_skb, bpf_ringbuf_reserve_dynptr.",
            "Do not use it behind bpf_ringbuf_submit_dynptr or bpf_ringbuf_discard_dynptr.",
        ],
    },
];

/// The sentence for a pointer that may be invalid.
const TRUSTED: &str = "The kfunc wants a pointer that is valid for sure, and the verifier does not know this of {reg}.";
