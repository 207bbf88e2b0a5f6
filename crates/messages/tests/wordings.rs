//! Each entry of the table in each of its wordings, and similar lines that are no message of the table.

use std::collections::BTreeSet;

use messages::{all, find};
use tests::clock::ends;

/// Each line, with the id of its entry and a part of its sentence.
const LINES: &[(&str, &str, &str)] = &[
    ("R1 invalid mem access 'scalar'", "scalar-access", "R1 holds a number here"),
    ("R10 invalid mem access 'inv'", "scalar-access", "R10 holds a number here"),
    (
        "invalid access to map value, value_size=64 off=71 size=1",
        "map-value-bounds",
        "size 1 at offset 71 would not lie within the map value, which has 64 bytes",
    ),
    ("R1 max value is outside of the allowed memory range", "map-value-bounds", "through R1 ends beyond the memory"),
    ("R2 min value is outside of the allowed memory range", "map-value-bounds", "through R2 leaves the memory"),
    ("R1 max value is outside of the array range", "map-value-bounds", "ends beyond the map value"),
    ("R1 min value is outside of the array range", "map-value-bounds", "leaves the map value"),
    (
        "invalid access to packet, off=0 size=1, R1(id=1,off=0,r=0)",
        "packet-bounds",
        "a read of size 1 at offset 0 of R1",
    ),
    ("R1 offset is outside of the packet", "packet-bounds", "through R1 reaches bytes"),
    ("BPF program is too large. Processed 1000001 insn", "too-large", "after 1000001 steps"),
    ("unknown func bpf_xdp_adjust_head#44", "helper-not-for-type", "knows the helper bpf_xdp_adjust_head"),
    (
        "program of this type cannot use helper bpf_xdp_adjust_head#44",
        "helper-not-for-type",
        "knows the helper bpf_xdp_adjust_head",
    ),
    ("invalid func unknown#114", "helper-unknown", "no helper number 114"),
    ("invalid func bpf_none#9999", "helper-unknown", "no helper number 9999"),
    ("invalid func unknown#195896080", "core-relocation", "CO-RE relocation found nothing"),
    ("1: <invalid CO-RE relocation>", "core-relocation", "reaches instruction 1, whose CO-RE relocation"),
    (
        "failed to resolve CO-RE relocation <byte_off> [17] struct nosuch___x.q (0:0 @ offset 0)",
        "core-relocation",
        "struct nosuch___x.q",
    ),
    ("failed to find valid kernel BTF", "kernel-btf-missing", "found no BTF of the running kernel"),
    (
        "kernel BTF is missing at '/sys/kernel/btf/vmlinux', was CONFIG_DEBUG_INFO_BTF enabled?",
        "kernel-btf-missing",
        "no BTF at /sys/kernel/btf/vmlinux",
    ),
    ("Error loading vmlinux BTF: -3", "kernel-btf-missing", "no BTF of the running kernel"),
    ("R0 invalid mem access 'map_value_or_null'", "null-access", "R0 may be NULL here (map_value_or_null)"),
    ("R1 invalid mem access 'trusted_ptr_or_null_'", "null-access", "R1 may be NULL"),
    ("R1 invalid mem access 'mem_or_null'", "null-access", "R1 may be NULL"),
    ("R1 invalid mem access 'sock_or_null'", "null-access", "R1 may be NULL"),
    ("R0 !read_ok", "uninitialised", "R0 is read, and nothing has written it"),
    (
        "R2 type=scalar expected=fp, pkt, pkt_meta, map_key, map_value, mem, ringbuf_mem, buf, trusted_ptr_",
        "argument-type",
        "holds scalar, where one of these is wanted: fp, pkt, pkt_meta",
    ),
    ("R1 type=fp expected=ctx", "argument-type", "wanted: ctx"),
    ("R3 unbounded memory access, make sure to bounds check any such access", "unbounded-offset", "offset in R3"),
    (
        "R3 unbounded memory access, make sure to bounds check any array access into a map",
        "unbounded-offset",
        "offset in R3",
    ),
    ("R2 unbounded memory access, use 'var &= const' or 'if (var < const)'", "unbounded-length", "length in R2"),
    (
        "R1 min value is negative, either use unsigned index or do a if (index >=0) check.",
        "negative",
        "index in R1 may be negative",
    ),
    ("R3 min value is negative, either use unsigned or 'var &= const'", "negative", "length in R3 may be negative"),
    (
        "math between map_value pointer and register with unbounded min value is not allowed",
        "unbounded-min",
        "added to a map_value pointer",
    ),
    (
        "invalid indirect read from stack R2 off -8+4 size 8",
        "stack-uninitialised",
        "The stack is read from -8 on (size 8), and byte 4",
    ),
    ("invalid read from stack R2 off -8+4 size 8", "stack-uninitialised", "byte 4 of that was never written"),
    ("invalid indirect read from stack off -16+8 size 16", "stack-uninitialised", "byte 8"),
    ("invalid read from stack off -16+0 size 8", "stack-uninitialised", "byte 0"),
    ("invalid indirect read from stack R2 var_off (0x0; 0xf)+3 size 8", "stack-uninitialised", "byte 3"),
    ("invalid read from stack R2 var_off (0x0; 0xf)+3 size 8", "stack-uninitialised", "byte 3"),
    ("invalid read from stack R10 off=0 size=8", "stack-bounds", "size 8 at 0 leaves"),
    ("invalid write to stack R10 off=-520 size=8", "stack-bounds", "size 8 at -520 leaves"),
    ("invalid indirect access to stack R2 off=-4 size=64", "stack-bounds", "size 64 at -4"),
    ("invalid stack off=-520 size=8", "stack-bounds", "size 8 at -520"),
    ("invalid stack type R2 off=-4 access_size=64", "stack-bounds", "size 64 at -4"),
    (
        "invalid variable-offset write to stack R2 var_off=(0x0; 0x1f) off=-16 size=1",
        "stack-variable",
        "not known at load ((0x0; 0x1f)), and an access of size 1",
    ),
    (
        "invalid variable-offset read from stack R2 var_off=(0x0; 0x1f) size=1",
        "stack-variable",
        "and an access of size 1",
    ),
    ("combined stack size of 2 calls is 816. Too large", "stack-calls", "need 816 bytes"),
    ("invalid bpf_context access off=12 size=4", "context-access", "size 4 at offset 12"),
    ("dereference of modified ctx ptr R1 off=16 disallowed", "modified-pointer", "R1 is the ctx pointer plus 16"),
    (
        "variable ctx access var_off=(0x0; 0x38) disallowed",
        "variable-pointer",
        "ctx pointer has a number added that is not known at load ((0x0; 0x38))",
    ),
    ("R2 invalid zero-sized read: u64=[0,15]", "zero-length", "between 0 and 15"),
    ("invalid zero-sized read", "zero-length", "may be 0 here"),
    (
        "R2 pointer arithmetic on map_value_or_null prohibited, null-check it first",
        "null-arithmetic",
        "R2, which may still be NULL",
    ),
    ("R3 pointer arithmetic on pkt_end prohibited", "pointer-arithmetic", "R3 is a pkt_end pointer"),
    ("R2 bitwise operator &= on pointer prohibited", "pointer-arithmetic", "operator &= is not allowed"),
    ("R2 pointer arithmetic with *= operator prohibited", "pointer-arithmetic", "operator *= is not allowed"),
    ("R1 32-bit pointer arithmetic prohibited", "pointer-arithmetic", "32-bit operation"),
    ("R1 pointer += pointer prohibited", "pointer-arithmetic", "operation += with another pointer"),
    ("back-edge from insn 9 to 4", "loop", "Instruction 9 jumps back to 4"),
    ("infinite loop detected at insn 1", "loop", "loop at instruction 1"),
    ("The sequence of 8193 jumps is too complex.", "too-many-branches", "8193 branches wait"),
    ("unreachable insn 2", "unreachable", "instruction 2"),
    ("last insn is not an exit or jmp", "falls-through", "ends without a return"),
    ("jump out of range from insn 3 to 20", "falls-through", "Instruction 3 jumps to 20"),
    (
        "At program exit the register R0 has smin=2 smax=2 should have been in [0, 1]",
        "exit-value",
        "At program exit R0 may have another value (smin=2 smax=2) than the allowed ones, [0, 1]",
    ),
    ("At program exit the register R0 has value (0x2; 0x0) should have been in (0x0; 0x1)", "exit-value", "(0x2; 0x0)"),
    (
        "At program exit the register R0 has unknown scalar value should have been in [0, 1]",
        "exit-value",
        "may have any value",
    ),
    (
        "At callback return the register R0 has smin=2 smax=2 should have been in [0, 1]",
        "exit-value",
        "At callback return",
    ),
    ("Unreleased reference id=1 alloc_insn=4", "reference-leak", "Instruction 4 acquired something (reference 1)"),
    (
        "BPF_EXIT instruction in main prog would lead to reference leak",
        "reference-leak",
        "BPF_EXIT instruction in main prog",
    ),
    (
        "cannot access ptr member mm with moff 1136 in struct task_struct with off 1136 size 4",
        "struct-member",
        "size 4 at offset 1136 of struct task_struct, where the pointer mm lies",
    ),
    (
        "access beyond struct task_struct at off 2000000 size 4",
        "struct-member",
        "offset 2000000 of struct task_struct, beyond its end",
    ),
    (
        "access beyond the end of member comm (mend:1216) in struct task_struct with off 1214 size 8",
        "struct-member",
        "end of the member comm at 1216",
    ),
    (
        "R1 is ptr_task_struct invalid negative access: off=-8",
        "struct-member",
        "offset -8, before the start of the task_struct",
    ),
    ("only read is supported", "read-only", "struct of the kernel"),
    ("R1 cannot write into sock_common", "read-only", "through R1 into sock_common"),
    ("cannot write into packet", "read-only", "the packet"),
    ("write into map forbidden, value_size=8 off=0 size=4", "read-only", "size 4 at offset 0"),
    ("helper call might sleep in a non-sleepable prog", "might-sleep", "may wait"),
    (
        "sleepable helper bpf_copy_from_user#148 in non-sleepable prog",
        "might-sleep",
        "bpf_copy_from_user may wait, and here it must not: non-sleepable prog",
    ),
    (
        "program must be sleepable to call sleepable kfunc bpf_copy_from_user_str",
        "might-sleep",
        "bpf_copy_from_user_str",
    ),
    ("misaligned stack access off 0+0+-12 size 8", "misaligned", "The stack access of size 8"),
    (
        "misaligned access off (0x0; 0xffffffffffffffff)+0+0 size 8",
        "misaligned",
        "offset (0x0; 0xffffffffffffffff)+0+0",
    ),
    ("misaligned stack access off 0+-12 size 8", "misaligned", "offset 0+-12"),
    ("misaligned packet access off 2+(0x0; 0x0)+14+0 size 4", "misaligned", "The packet access of size 4"),
    ("invalid size of register spill", "spill-size", "written to the stack"),
    ("invalid size of register fill", "spill-size", "read from the stack"),
    ("Error loading .BTF into kernel: -22. BTF is optional, ignoring.", "btf-refused", "(-22); libbpf goes on"),
    (
        "Error loading .BTF into kernel: -EINVAL. BTF is mandatory, can't proceed.",
        "btf-refused",
        "cannot be loaded without it",
    ),
    (
        "prog 'prog': failed to find kernel BTF type ID of 'no_such_function': -ESRCH",
        "attach-target-missing",
        "no no_such_function",
    ),
    ("prog 'p': failed to find kernel BTF type ID of 'x': -3", "attach-target-missing", "no x that"),
    ("no_such_function is not found in vmlinux BTF", "attach-target-missing", "no no_such_function"),
    (
        "prog 'prog': missing BPF prog type, check ELF section name 'my_probe/x'",
        "section-name",
        "section name my_probe/x",
    ),
    ("elf: legacy map definitions in 'maps' section are not supported by libbpf v1.0+", "legacy-maps", "section maps"),
    (
        "extern (func ksym) 'no_such_kfunc': not found in kernel or module BTFs",
        "kfunc-missing",
        "the kfunc no_such_kfunc",
    ),
    ("extern (func ksym) 'no_such_kfunc': not found in kernel BTF", "kfunc-missing", "the kfunc no_such_kfunc"),
    ("map 'a': failed to create: Invalid argument(-22)", "map-create", "the map a: Invalid argument(-22)"),
    ("map 'a': failed to create: -EINVAL", "map-create", "the map a: -EINVAL"),
    ("failed to create map (name: 'a'): Invalid argument(-22)", "map-create", "the map a"),
    (
        "Error in bpf_object__probe_loading():Operation not permitted(1). Couldn't load trivial BPF program. Make sure your kernel supports BPF (CONFIG_BPF_SYSCALL=y) and/or that RLIMIT_MEMLOCK is set to big enough value.",
        "cannot-load-anything",
        "(Operation not permitted(1))",
    ),
    (
        "Error in bpf_object__probe_name():Operation not permitted(1). Couldn't load basic 'r0 = 0' BPF program.",
        "cannot-load-anything",
        "Not even an empty program",
    ),
    ("calling kernel function bpf_x is not allowed", "kfunc-not-for-type", "the kfunc bpf_x"),
    ("Possibly NULL pointer passed to trusted arg0", "trusted-argument", "passed as arg0"),
    ("Possibly NULL pointer passed to trusted R3", "trusted-argument", "passed as R3"),
    ("R1 must be referenced or trusted", "trusted-argument", "this of R1"),
    ("R1 must be referenced", "trusted-argument", "this of R1"),
    ("R1 must be a rcu pointer", "trusted-argument", "this of R1"),
    ("cannot call GPL-restricted function from non-GPL compatible program", "license", "calls a function"),
    ("Cannot access kernel 'struct task_struct' from non-GPL compatible program", "license", "struct task_struct"),
    ("Caller passes invalid args into func#1 ('sub')", "function-arguments", "function sub"),
    ("Caller passes invalid args into func#1", "function-arguments", "function 1"),
    (
        "arg#0 reference type('STRUCT none') size cannot be determined: -22",
        "function-arguments",
        "Argument 0 of a global function points to STRUCT none",
    ),
    (
        "Global function sub() doesn't return scalar. Only those are supported.",
        "function-arguments",
        "global function sub",
    ),
    (
        "Global function sub() return value not void or scalar. Only those are supported.",
        "function-arguments",
        "global function sub",
    ),
    ("R2 is not a known constant'", "not-constant", "R2 has to be a constant"),
    ("function calls are not allowed while holding a lock", "spin-lock", "while it holds"),
    ("tracing progs cannot use bpf_spin_lock yet", "spin-lock", "Tracing programs"),
    ("BPF_EXIT instruction in main prog cannot be used inside bpf_spin_lock-ed region", "spin-lock", "still held"),
    ("bpf_spin_unlock is missing", "spin-lock", "may end while it holds"),
    ("same insn cannot be used with different pointers", "same-instruction", "One load or store"),
    ("R1 leaks addr into map", "address-leak", "R1 holds a kernel address"),
    ("R0 leaks addr as return value", "address-leak", "R0 holds a kernel address"),
    ("unknown opcode 8d", "unknown-opcode", "The byte 8d"),
    ("Expected an initialized dynptr as arg #2", "dynptr-uninitialised", "argument 2"),
    ("Expected an initialized dynptr as R3", "dynptr-uninitialised", "R3"),
];

#[test]
fn each_wording_is_recognised() {
    let mut met = BTreeSet::new();
    for (line, id, part) in LINES {
        // The message alone, after a loader's prefix, at the end of cilium/ebpf's error, between blanks, and in a log
        // field.
        for text in [
            (*line).to_owned(),
            format!("program x: load program: permission denied: {line}"),
            format!("load program: invalid argument: {line} (12 line(s) omitted)"),
            format!("  {line}  "),
            format!("{line}\" subsys=datapath"),
        ] {
            let found = find(&text).unwrap_or_else(|| panic!("no explanation of {text}"));
            assert_eq!(found.entry.id, *id, "{text}");
            assert!(found.means.contains(part), "{text}: {}", found.means);
            assert!(!found.means.contains(['{', '}']) && found.means.ends_with('.'), "{}", found.means);
            met.insert(found.wording.pattern);
        }
    }
    let all: BTreeSet<&str> = all().flat_map(|entry| entry.wordings.iter().map(|wording| wording.pattern)).collect();
    assert_eq!(all.difference(&met).collect::<Vec<_>>(), Vec::<&&str>::new(), "each wording has a line here");
}

/// Each entry has causes and remedies, and each id occurs once. The number of entries is fixed, so that none is lost.
#[test]
fn each_entry_has_causes_and_remedies() {
    let mut ids = BTreeSet::new();
    for entry in all() {
        assert!(ids.insert(entry.id), "{} is there twice", entry.id);
        assert!(!entry.causes.is_empty() && !entry.change.is_empty(), "{}", entry.id);
        for text in entry.causes.iter().chain(entry.change) {
            assert!(text.ends_with(['.', ';', ')']) || text.contains(": "), "{}: {text}", entry.id);
        }
    }
    assert_eq!(ids.len(), 53, "the number of entries");
}

/// A message that is not in the table has no explanation, even if it begins like a message that is.
#[test]
fn nothing_is_made_up() {
    for line in [
        "R1 invalid mem access 'map_ptr'",
        "R1 invalid mem access 'pkt_end'",
        "R1 invalid mem access 'scalar' of another kind",
        "invalid access to map key, key_size=4 off=0 size=8",
        "invalid access to memory, mem_size=8 off=8 size=1",
        "R1 is not a pointer to BTF",
        "R100 !read_ok",
        "only read is supported for this",
        "unreachable insn",
        "unknown opcode",
        "invalid func unknown",
        "1: <invalid BPF map reference>",
        "last insn is not an exit or jmp or call",
        "stack size of subprog 1 is 600. Too large",
        "processed 13 insns (limit 1000000) max_states_per_insn 0 total_states 0 peak_states 0 mark_read 0",
        "func 'sched_switch' arg1 has btf_id 114 type STRUCT 'task_struct'",
        "libbpf: prog 'p': BPF program load failed: Permission denied",
        "0: R1=ctx() R10=fp0",
        "0: (b7) r0 = 0",
        "",
        "R1",
        ": : : : : :",
    ] {
        assert_eq!(find(line).map(|found| found.entry.id), None, "{line}");
    }
}

/// Long lines, and lines with many possible beginnings of messages.
#[test]
fn hostile_lines_do_not_take_long() {
    for line in [
        ": ".repeat(500_000),
        "R1 type=x expected=".repeat(10_000),
        "invalid ".repeat(100_000),
        "\u{1f980}: ".repeat(10_000),
    ] {
        ends(line.get(..4).unwrap_or_default(), || find(&line));
    }
}
