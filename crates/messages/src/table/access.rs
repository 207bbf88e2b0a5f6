//! Reads and writes of memory that is not the stack: map values, packets, the context, the kernel's structs.

use crate::entry::{Entry, Wording};

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        id: "scalar-access",
        at_insn: true,
        wordings: &[
            Wording::new("{reg:reg} invalid mem access 'scalar'").of("Linux 5.18 and later"),
            Wording::new("{reg:reg} invalid mem access 'inv'").of("Linux 5.17 and before"),
        ],
        means: "{reg} holds a number here, and memory can be read or written through a pointer only.",
        causes: &[
            "An argument of a kprobe, uprobe, tracepoint or raw tracepoint is followed as a pointer: to the verifier it is a number.",
            "The pointer was read by bpf_probe_read_kernel or comes from bpf_get_current_task, or it was stored in a map.",
            "A packet pointer is used after a call that may move the packet: bpf_xdp_adjust_head, bpf_skb_pull_data, bpf_skb_store_bytes.",
            "Up to 6.16: a char * member of a kernel's struct is followed.",
        ],
        change: &[
            "Read through it with BPF_CORE_READ or bpf_probe_read_kernel (bpf_probe_read_user for memory of a process).",
            "Attach by fentry, fexit or tp_btf, where arguments have types; take bpf_get_current_task_btf() for the current task.",
            "Load data and data_end from the context anew after each call that may change the packet, and check again.",
            "Where the type is known, bpf_rdonly_cast() makes a typed pointer of a number.",
        ],
    },
    Entry {
        id: "null-access",
        at_insn: true,
        wordings: &[Wording::new("{reg:reg} invalid mem access '{kind:null}'")],
        means: "{reg} may be NULL here ({kind}), and the program uses it without a check.",
        causes: &[
            "The result of bpf_map_lookup_elem, bpf_ringbuf_reserve or another call that can fail, or a member such as ctx->sk, is not compared with NULL.",
            "It is compared, but the access uses another variable, or a copy that the compiler no longer connects with it.",
        ],
        change: &[
            "Check it directly behind the call: if (!value) return 0;",
            "Use the very variable that was checked.",
        ],
    },
    Entry {
        id: "map-value-bounds",
        at_insn: true,
        wordings: &[
            Wording::new("invalid access to map value, value_size={size:int} off={off:int} size={len:int}"),
            Wording::new("{reg:reg} max value is outside of the allowed memory range").weak().says(
                "With the largest value that is possible here, the access through {reg} ends beyond the memory that it points into.",
            ),
            Wording::new("{reg:reg} min value is outside of the allowed memory range").weak().says(
                "With the smallest value that is possible here, the access through {reg} leaves the memory that it points into.",
            ),
            Wording::new("{reg:reg} max value is outside of the array range").of("Linux 5.x and before").weak().says(
                "With the largest value that is possible here, the access through {reg} ends beyond the map value.",
            ),
            Wording::new("{reg:reg} min value is outside of the array range").of("Linux 5.x and before").weak().says(
                "With the smallest value that is possible here, the access through {reg} leaves the map value.",
            ),
        ],
        means: "The access of size {len} at offset {off} would not lie within the map value, which has {size} bytes.",
        causes: &[
            "The index is checked against another size than that of the array, or the check is off by one.",
            "The index is checked in one variable or width, and the access uses another: a copy, or 32 of 64 bits.",
            "Both an index and a length vary, and only one of them is checked.",
        ],
        change: &[
            "Check or mask the variable that the access uses, directly before it: if (i >= SIZE) return 0; or i &= SIZE - 1; for a power of two.",
            "Make the index unsigned.",
            "Keep the compiler from using a copy: barrier_var(i), or asm volatile(\"\" : \"+r\"(i)); behind the check.",
        ],
    },
    Entry {
        id: "packet-bounds",
        at_insn: true,
        wordings: &[
            Wording::new("invalid access to packet, off={off:int} size={len:int}, {reg:reg}({state:text})"),
            Wording::new("{reg:reg} offset is outside of the packet").weak().says(
                "The access through {reg} reaches bytes that no comparison with data_end has proved to be in the packet.",
            ),
        ],
        means: "The program makes a read of size {len} at offset {off} of {reg}, and no comparison with data_end has proved that the packet is that long.",
        causes: &[
            "The comparison with data_end is missing, or it is for fewer bytes.",
            "Another pointer was compared: after a variable number is added, the sum has to be compared again.",
            "The variable number may be so large (65535) that the verifier gives up on the pointer.",
        ],
        change: &[
            "Compare before each header: if ((void *)(hdr + 1) > data_end) return XDP_PASS;",
            "Limit what is added: off &= 0xff; or if (off > 1500) return ...;",
            "Copy from variable offsets by bpf_skb_load_bytes or bpf_xdp_load_bytes.",
        ],
    },
    Entry {
        id: "unbounded-offset",
        at_insn: true,
        wordings: &[
            Wording::new("{reg:reg} unbounded memory access, make sure to bounds check any such access"),
            Wording::new("{reg:reg} unbounded memory access, make sure to bounds check any array access into a map")
                .of("Linux 5.x and before"),
        ],
        means: "The offset in {reg} has no upper limit that the verifier knows.",
        causes: &[
            "An index from outside (packet, argument, map) is used unchecked.",
            "It is checked as a signed number only, or in another variable.",
        ],
        change: &[
            "Make the index unsigned and check it directly before the access: if (i >= SIZE) return 0;",
            "For an array whose size is a power of two: i &= SIZE - 1;",
        ],
    },
    Entry {
        id: "negative",
        at_insn: true,
        wordings: &[
            Wording::new("{reg:reg} min value is negative, either use unsigned index or do a if (index >=0) check")
                .says("The index in {reg} may be negative here."),
            Wording::new("{reg:reg} min value is negative, either use unsigned or 'var &= const'")
                .says("The length in {reg} may be negative here, which as an unsigned number is very large."),
        ],
        means: "{reg} may be negative here.",
        causes: &[
            "The variable is an int where an unsigned one is meant.",
            "It is the result of a call that returns an error as a negative number, as bpf_probe_read_kernel_str does.",
            "Only its upper limit is checked.",
        ],
        change: &[
            "Use an unsigned variable, and check its upper limit.",
            "Check for an error first: if (n < 0) return 0;",
            "Mask it directly before its use: n &= sizeof(buf) - 1; for a power of two.",
        ],
    },
    Entry {
        id: "context-access",
        at_insn: true,
        wordings: &[Wording::new("invalid bpf_context access off={off:int} size={len:int}")],
        means: "A program of this type may not make an access of size {len} at offset {off} of its context.",
        causes: &[
            "The field belongs to another type of program, or this type may not write it.",
            "The field is read in another width than its own: by two bytes of four, or by a wider load that the compiler made of two.",
            "A tp_btf, fentry or fexit program asks for an argument that the function does not have; the line before says so.",
        ],
        change: &[
            "Read the field whole, into a variable of its type, and take parts of it from there; volatile keeps the compiler from changing the width.",
            "Compare the section name with the context type of the program.",
            "Write what is read-only through the helper for it, as bpf_skb_store_bytes.",
        ],
    },
    Entry {
        id: "modified-pointer",
        at_insn: true,
        wordings: &[Wording::new("dereference of modified {kind:text} ptr {reg:reg} off={off:int} disallowed")],
        means: "{reg} is the {kind} pointer plus {off}, and only the unchanged pointer can be used here, with the offset in the instruction.",
        causes: &[
            "The compiler made the address of a field once, for two branches or a loop, and reads through that.",
            "The address of a field (&ctx->field) is passed on, or the field lies too far away for an instruction.",
        ],
        change: &[
            "Copy the field into a local variable first, at the top of the function.",
            "Read it as volatile, or put asm volatile(\"\" ::: \"memory\"); before the read.",
            "Pass the pointer itself to functions, not the address of a field.",
        ],
    },
    Entry {
        id: "variable-pointer",
        at_insn: true,
        wordings: &[Wording::new("variable {kind:text} access var_off={value:text} disallowed")],
        means: "The {kind} pointer has a number added that is not known at load ({value}), and only constant offsets are allowed.",
        causes: &[
            "An array in the context is indexed by a variable, such as ctx->args[i].",
            "A __data_loc offset of a tracepoint is added to the context.",
        ],
        change: &[
            "Use constant indices: a switch, or a loop that the compiler unrolls.",
            "Copy from the address: bpf_probe_read_kernel(dst, len, (void *)ctx + off).",
        ],
    },
    Entry {
        id: "struct-member",
        at_insn: true,
        wordings: &[
            Wording::new(
                "cannot access ptr member {member:text} with moff {at:int} in struct {name:text} with off {off:int} size {len:int}",
            )
            .says("The program makes a read of size {len} at offset {off} of struct {name}, where the pointer {member} lies: a pointer is read whole, by 8 bytes from its start."),
            Wording::new("access beyond struct {name:text} at off {off:int} size {len:int}"),
            Wording::new(
                "access beyond the end of member {member:text} (mend:{end:int}) in struct {name:text} with off {off:int} size {len:int}",
            )
            .says("The program makes a read of size {len} at offset {off} of struct {name}, beyond the end of the member {member} at {end}."),
            Wording::new("{reg:reg} is ptr_{name:text} invalid negative access: off={off:int}")
                .says("The program reads at offset {off}, before the start of the {name} that {reg} points to."),
        ],
        means: "The program makes a read of size {len} at offset {off} of struct {name}, beyond its end.",
        causes: &[
            "The pointer was cast to another type than the kernel's.",
            "The struct was declared after another kernel, and the accesses are not relocated by CO-RE.",
        ],
        change: &[
            "Include vmlinux.h, or declare the struct with __attribute__((preserve_access_index)), so that offsets follow the kernel.",
            "Use the type that the kernel has for the argument or member: btfscope shows it.",
        ],
    },
    Entry {
        id: "read-only",
        at_insn: true,
        wordings: &[
            Wording::new("only read is supported").says("The program writes into a struct of the kernel, which it may only read."),
            Wording::new("{reg:reg} cannot write into {what:text}").says("The program writes through {reg} into {what}, which it may only read."),
            Wording::new("cannot write into packet").says("Programs of this type may read the packet, not write it."),
            Wording::new("write into map forbidden, value_size={size:int} off={off:int} size={len:int}")
                .says("The program makes a write of size {len} at offset {off} of a map that is read-only to programs."),
        ],
        means: "The program writes memory that it may only read.",
        causes: &[
            "A struct of the kernel or of a socket is changed directly.",
            "A variable is const and so lies in .rodata.",
            "The program type gets the packet to read only.",
        ],
        change: &[
            "Use the helper or kfunc for the change, as bpf_skb_store_bytes for packets.",
            "Take const from the variable, or set its value before the load, from the loader.",
            "Struct_ops programs may write certain members; others may not.",
        ],
    },
    Entry {
        id: "misaligned",
        at_insn: true,
        wordings: &[
            Wording::new("misaligned access off {off:text} size {len:int}"),
            Wording::new("misaligned {what:text} access off {off:text} size {len:int}")
                .says("The {what} access of size {len} does not lie at a multiple of its size (offset {off})."),
        ],
        means: "The access of size {len} does not lie at a multiple of its size (offset {off}).",
        causes: &[
            "A packed struct on the stack has members at odd offsets: accesses to the stack are always aligned.",
            "An atomic operation uses an address that the verifier does not know to be aligned.",
            "A cast reads a wider number than the address allows; kernels for some machines check all accesses.",
        ],
        change: &[
            "Align the member, or copy it by __builtin_memcpy into a variable of its own.",
            "Read single bytes and put them together.",
        ],
    },
    Entry {
        id: "address-leak",
        at_insn: true,
        wordings: &[
            Wording::new("{reg:reg} leaks addr into map").says("{reg} holds a kernel address, and without CAP_PERFMON it may not be stored in a map."),
            Wording::new("{reg:reg} leaks addr as return value").says("{reg} holds a kernel address, and without CAP_PERFMON it may not be returned."),
        ],
        means: "{reg} holds a kernel address that would become visible, which needs CAP_PERFMON.",
        causes: &["The program is loaded without CAP_PERFMON and stores or returns a pointer."],
        change: &["Store a number (an id, a counter) in place of the pointer.", "Load with CAP_PERFMON, or as root."],
    },
];
