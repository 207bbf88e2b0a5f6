//! The flow of a program: its size, loops, calls and ends, and references that must be released before an end.

use crate::entry::{Entry, Wording};

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        id: "too-large",
        at_insn: true,
        wordings: &[Wording::new("BPF program is too large. Processed {count:int} insn")],
        means: "The verifier gave up after {count} steps, which it counts over all paths: the program itself may be short (E2BIG, or ENOSPC where the log overflowed before).",
        causes: &[
            "Loops with branches inside, unrolled or not: each iteration is walked on its own.",
            "Many paths differ in a register or a stack slot, so that none of them can be left out.",
            "Large functions are inlined in many places.",
        ],
        change: &[
            "Loop by bpf_loop, bpf_for or bpf_for_each_map_elem: the body is checked once.",
            "Make the body of the loop a global function (__noinline, not static), which is checked once.",
            "Use fewer branches, initialise variables before a loop, or split the program by tail calls.",
        ],
    },
    Entry {
        id: "loop",
        at_insn: true,
        wordings: &[
            Wording::new("infinite loop detected at insn {insn:int}").says(
                "The loop at instruction {insn} comes back with nothing changed: the verifier sees no end of it.",
            ),
            Wording::new("back-edge from insn {insn:int} to {to:int}")
                .of("Linux 5.2 and before, or a loader without privileges"),
        ],
        means: "Instruction {insn} jumps back to {to}, and loops are not allowed on this kernel or for this loader.",
        causes: &[
            "The counter of the loop does not change, or the verifier does not know it.",
            "The compiler did not unroll the loop, although #pragma unroll asks for it.",
        ],
        change: &[
            "Give the loop a constant limit and a counter that is a local variable: for (int i = 0; i < 16; i++).",
            "Use bpf_loop or bpf_for; loops need Linux 5.3.",
        ],
    },
    Entry {
        id: "too-many-branches",
        at_insn: true,
        wordings: &[Wording::new("The sequence of {count:int} jumps is too complex")],
        means: "{count} branches wait to be walked, which is more than the verifier allows.",
        causes: &["A long chain of conditions stands in a loop, or an unrolled loop has many branches."],
        change: &[
            "Use bpf_loop, or make the body of the loop a global function.",
            "Use fewer branches: tables or arithmetic in place of chains of if.",
        ],
    },
    Entry {
        id: "unreachable",
        at_insn: false,
        wordings: &[Wording::new("unreachable insn {insn:int}")],
        means: "No path leads to instruction {insn}, and the kernel takes no code that is never reached.",
        causes: &[
            "Code stands behind a loop without an exit, or behind a call or __builtin_unreachable() from which nothing comes back.",
            "The code is undefined in C, and the compiler cut it off.",
        ],
        change: &[
            "Give every loop an exit and every branch a return.",
            "Look at the instructions around it: btfscope disasm shows them with their source lines.",
        ],
    },
    Entry {
        id: "falls-through",
        at_insn: false,
        wordings: &[
            Wording::new("last insn is not an exit or jmp"),
            Wording::new("jump out of range from insn {insn:int} to {to:int}")
                .says("Instruction {insn} jumps to {to}, which lies outside its function."),
        ],
        means: "A function ends without a return: its last instruction is neither exit nor a jump.",
        causes: &[
            "The code is undefined in C (an uninitialised variable, a loop without end), and the compiler left out the rest of the function.",
            "A function that should return a value ends without one.",
        ],
        change: &[
            "Compile with -Wall, and mend what it warns of: initialise variables, return a value in every branch.",
        ],
    },
    Entry {
        id: "reference-leak",
        at_insn: true,
        wordings: &[
            Wording::new("Unreleased reference id={id:int} alloc_insn={insn:int}"),
            Wording::new("{what:text} would lead to reference leak")
                .of("kernels after 6.12")
                .weak()
                .says("Something that the program acquired is not given back on a path that ends here ({what})."),
        ],
        means: "Instruction {insn} acquired something (reference {id}), and a path to the end does not give it back.",
        causes: &[
            "A return stands between bpf_ringbuf_reserve and bpf_ringbuf_submit or bpf_ringbuf_discard.",
            "bpf_sk_release, bpf_task_release or another release is missing in a branch.",
            "An iterator is left without bpf_iter_.._destroy.",
        ],
        change: &[
            "Give it back on every path, also where an error is returned: one exit with a label helps.",
            "Write loops over iterators by bpf_for_each, which destroys them.",
        ],
    },
    Entry {
        id: "spin-lock",
        at_insn: true,
        wordings: &[
            Wording::new("function calls are not allowed while holding a lock")
                .says("The program calls a function while it holds a bpf_spin_lock, which is not allowed."),
            Wording::new("tracing progs cannot use bpf_spin_lock yet")
                .says("Tracing programs may not use maps with a bpf_spin_lock."),
            Wording::new("{what:text} cannot be used inside bpf_spin_lock-ed region")
                .of("kernels after 6.12")
                .says("A bpf_spin_lock is still held where it must not be ({what})."),
            Wording::new("bpf_spin_unlock is missing")
                .of("Linux 6.1")
                .says("The program may end while it holds a bpf_spin_lock."),
        ],
        means: "A bpf_spin_lock is used in a place or in a way that is not allowed.",
        causes: &[
            "A helper is called between bpf_spin_lock and bpf_spin_unlock.",
            "A path leaves without bpf_spin_unlock.",
            "The program is a kprobe, tracepoint or perf_event program.",
        ],
        change: &[
            "Call helpers before the lock, and keep only reads and writes between lock and unlock.",
            "Unlock on every path.",
            "Where locks are not allowed, use atomic operations (__sync_fetch_and_add), or bpf_res_spin_lock (Linux 6.15).",
        ],
    },
];
