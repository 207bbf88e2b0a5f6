//! Messages of libbpf, and the kernel's messages on helpers, kfuncs, licenses and unknown instructions.

use crate::entry::{Entry, Wording};

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        id: "core-relocation",
        at_insn: true,
        wordings: &[
            Wording::new("failed to resolve CO-RE relocation {what:text}")
                .of("libbpf 0.8 and later")
                .says("The program reaches code that reads {what}, and this kernel has nothing that fits it."),
            Wording::new("{insn:int}: <invalid CO-RE relocation>").of("libbpf 0.8 and later").weak().says(
                "The program reaches instruction {insn}, whose CO-RE relocation found nothing in this kernel: libbpf replaced it by an instruction that no verifier accepts.",
            ),
            Wording::new("invalid func {func:text}#195896080").of("libbpf 0.7 and before, or another loader").weak(),
        ],
        means: "The program reaches an instruction whose CO-RE relocation found nothing in this kernel: the loader replaced it by a call to a helper that does not exist (195896080 is 0xbad2310).",
        causes: &[
            "The struct, member or enumerator is missing in this kernel: it was renamed, moved, or depends on a configuration option.",
            "The name of the struct is misspelt, or the suffix of a flavour is not separated by three underscores (___).",
        ],
        change: &[
            "Put if (bpf_core_field_exists(p->member)) around the access (bpf_core_type_exists, bpf_core_enum_value_exists for types and enumerators).",
            "Declare the older or newer form of the struct as a second flavour, struct name___old, and read that in the other branch.",
            "See which kernels have the member: btfscope history, and btfscope relocs for each relocation of the program.",
        ],
    },
    Entry {
        id: "helper-unknown",
        at_insn: true,
        wordings: &[Wording::new("invalid func {func:text}#{number:int}")],
        means: "This kernel has no helper number {number}.",
        causes: &[
            "The helper came with a newer kernel than the one that runs.",
            "No helper has this number, because the call was assembled or patched wrongly.",
        ],
        change: &[
            "Call it only where bpf_core_enum_value_exists(enum bpf_func_id, BPF_FUNC_name) says that the kernel has it.",
            "Use an older helper that does the same, or demand a newer kernel.",
        ],
    },
    Entry {
        id: "helper-not-for-type",
        at_insn: true,
        wordings: &[
            Wording::new("program of this type cannot use helper {func:text}#{number:int}").of("Linux 6.10 and later"),
            Wording::new("unknown func {func:text}#{number:int}").of("Linux 6.9 and before"),
        ],
        means: "The kernel knows the helper {func}, but programs of this type may not call it.",
        causes: &[
            "The helper belongs to another type of program, as bpf_skb_* does to programs that get a packet.",
            "The section name gives the program another type or attach type than was meant.",
            "The kernel was built without the option that the helper needs, or the loader lacks the rights for it.",
        ],
        change: &[
            "Look up with `bpftool feature probe` which helpers a program of this type has here, and use one of them.",
            "Correct the section name, or choose a program type that has the helper.",
        ],
    },
    Entry {
        id: "kernel-btf-missing",
        at_insn: false,
        wordings: &[
            Wording::new("kernel BTF is missing at '{path:text}', was CONFIG_DEBUG_INFO_BTF enabled?")
                .of("libbpf 1.3 and later")
                .says("The running kernel offers no BTF at {path}, and this program cannot be loaded without it."),
            Wording::new("failed to find valid kernel BTF"),
            Wording::new("Error loading vmlinux BTF: {errno:text}").weak(),
        ],
        means: "libbpf found no BTF of the running kernel that it can read, and this program cannot be loaded without it.",
        causes: &[
            "The kernel was built without CONFIG_DEBUG_INFO_BTF.",
            "The loader runs in a container or sandbox where /sys/kernel/btf is not visible.",
            "The kernel's BTF has kinds that this libbpf is too old to read.",
        ],
        change: &[
            "Use a kernel with CONFIG_DEBUG_INFO_BTF=y, or make /sys/kernel/btf visible to the loader.",
            "Give libbpf a BTF file of exactly this kernel (BTFHub has many): btf_custom_path in bpf_object_open_opts. It serves CO-RE relocations, not fentry, LSM or struct_ops.",
            "Update libbpf.",
        ],
    },
    Entry {
        id: "btf-refused",
        at_insn: false,
        wordings: &[
            Wording::new("Error loading .BTF into kernel: {errno:text}. BTF is optional, ignoring.").weak().says(
                "The kernel refuses the program's type information ({errno}); libbpf goes on without it, so that line numbers, types of map values and global functions are missing.",
            ),
            Wording::new("Error loading .BTF into kernel: {errno:text}. BTF is mandatory, can't proceed.").weak().says(
                "The kernel refuses the program's type information ({errno}), and this program cannot be loaded without it.",
            ),
        ],
        means: "The kernel refuses the program's type information.",
        causes: &[
            "The kernel is older than a BTF kind in the object: an ENUM64 needs Linux 6.0.",
            "A tool damaged the BTF: a linker that joins objects without knowing BTF, or an old pahole.",
            "The compiler wrote names that are not valid in C, such as those of Rust and C++.",
            "A lock, list, tree or pointer in a map value is not as the kernel wants it: then the kernel's log ends without a message.",
        ],
        change: &[
            "Let btfscope verify say which type breaks which rule, and on which kernels.",
            "Update libbpf: it replaces what an older kernel does not know.",
            "Link objects by bpftool gen object, or recompile from the source with clang -g.",
        ],
    },
    Entry {
        id: "attach-target-missing",
        at_insn: false,
        wordings: &[
            Wording::new("prog '{prog:text}': failed to find kernel BTF type ID of '{name:text}': {errno:text}"),
            Wording::new("{name:word} is not found in vmlinux BTF").of("early versions of libbpf"),
        ],
        means: "The BTF of this kernel has no {name} that the program could attach to.",
        causes: &[
            "The function was inlined, is static with a suffix (.isra.0, .constprop.0), or was renamed.",
            "The function is in a module that is not loaded.",
            "The kernel was built without the option that brings the hook, such as CONFIG_BPF_LSM for lsm programs.",
        ],
        change: &[
            "Attach to a function that the kernel's BTF has: btfscope find lists them.",
            "Use a kprobe, which needs no BTF, or load the module first.",
            "Leave the program out on such kernels: bpf_program__set_autoload(prog, false).",
        ],
    },
    Entry {
        id: "section-name",
        at_insn: false,
        wordings: &[
            Wording::new("prog '{prog:text}': missing BPF prog type, check ELF section name '{section:text}'").of("libbpf 0.8 and later"),
        ],
        means: "libbpf cannot tell from the section name {section} which type of program {prog} is.",
        causes: &[
            "The section name is misspelt.",
            "libbpf 1.0 and later takes exact names only: not xdp_prog, socket1 or classifier_x.",
        ],
        change: &[
            "Use a section name that libbpf knows: SEC(\"xdp\"), SEC(\"tc\"), SEC(\"kprobe/function\"), SEC(\"tracepoint/category/name\").",
            "Or set the type before the load: bpf_program__set_type().",
        ],
    },
    Entry {
        id: "legacy-maps",
        at_insn: false,
        wordings: &[
            Wording::new("elf: legacy map definitions in '{section:text}' section are not supported by libbpf v1.0+")
                .of("libbpf 1.0 and later"),
        ],
        means: "The object declares maps by struct bpf_map_def in the section {section}, which libbpf no longer reads since 1.0.",
        causes: &["The source was written for a libbpf before 1.0, or for another loader."],
        change: &[
            "Declare each map in .maps: struct { __uint(type, BPF_MAP_TYPE_HASH); __uint(max_entries, 1024); __type(key, __u32); __type(value, __u64); } name SEC(\".maps\");",
        ],
    },
    Entry {
        id: "kfunc-missing",
        at_insn: false,
        wordings: &[
            Wording::new("extern (func ksym) '{func:text}': not found in kernel or module BTFs"),
            Wording::new("extern (func ksym) '{func:text}': not found in kernel BTF").of("early versions of libbpf"),
        ],
        means: "Neither this kernel nor a loaded module has the kfunc {func}.",
        causes: &[
            "The kernel is older than the kfunc, or a newer one renamed it or took it away.",
            "The module that has it is not loaded.",
        ],
        change: &[
            "Declare it __weak __ksym and call it only where bpf_ksym_exists(name) is true.",
            "Load the module first, or demand a kernel that has the kfunc.",
        ],
    },
    Entry {
        id: "map-create",
        at_insn: false,
        wordings: &[
            Wording::new("map '{map:text}': failed to create: {errno:text}"),
            Wording::new("failed to create map (name: '{map:text}'): {errno:text}").of("early versions of libbpf"),
        ],
        means: "The kernel refuses to create the map {map}: {errno}.",
        causes: &[
            "EINVAL: max_entries is 0, a size of key or value does not fit the map type, or this kernel does not know the type or a flag.",
            "EPERM: the loader lacks CAP_BPF, or before Linux 5.11 the limit of locked memory (RLIMIT_MEMLOCK) is too low.",
            "E2BIG: key, value or the whole map is too large.",
        ],
        change: &[
            "Set what the type demands: __uint(max_entries, n), or bpf_map__set_max_entries() before the load.",
            "Load as root or with CAP_BPF, and raise RLIMIT_MEMLOCK on kernels before 5.11.",
        ],
    },
    Entry {
        id: "cannot-load-anything",
        at_insn: false,
        wordings: &[
            Wording::new("Error in {func:text}():{why:text}. Couldn't load trivial BPF program.{more:text}"),
            Wording::new("Error in {func:text}():{why:text}. Couldn't load basic 'r0 = 0' BPF program.").of("early versions of libbpf"),
        ],
        means: "Not even an empty program can be loaded here ({why}): the reason is not in this object.",
        causes: &[
            "The loader does not run as root and lacks CAP_BPF, or a container, seccomp or lockdown forbids bpf().",
            "Before Linux 5.11: the limit of locked memory (RLIMIT_MEMLOCK) is too low.",
            "The kernel was built without CONFIG_BPF_SYSCALL.",
        ],
        change: &[
            "Run it as root, or with CAP_BPF and what the program type needs besides: CAP_PERFMON for tracing, CAP_NET_ADMIN for network programs.",
            "Give a container these capabilities, and raise RLIMIT_MEMLOCK on kernels before 5.11.",
        ],
    },
    Entry {
        id: "kfunc-not-for-type",
        at_insn: true,
        wordings: &[Wording::new("calling kernel function {func:word} is not allowed")],
        means: "The kernel has the kfunc {func}, but programs of this type may not call it.",
        causes: &["The kfunc is registered for other types of programs, or for other attach points of this type."],
        change: &[
            "Use a helper or another kfunc that this type has: btfscope lists the kfuncs of a kernel with their program types.",
            "Do that part of the work in a program of a type that may call it.",
        ],
    },
    Entry {
        id: "license",
        at_insn: true,
        wordings: &[
            Wording::new("cannot call GPL-restricted function from non-GPL compatible program"),
            Wording::new("Cannot access kernel 'struct {name:text}' from non-GPL compatible program")
                .of("kernels after 6.1")
                .says("The program reads the kernel's struct {name} by its type, which only a program with a license compatible with the GPL may do."),
        ],
        means: "The program calls a function that only programs with a license compatible with the GPL may call, and it does not say that it has one.",
        causes: &["The object has no section license, or its text is misspelt or another license."],
        change: &["Add char _license[] SEC(\"license\") = \"GPL\"; (\"Dual MIT/GPL\" and \"Dual BSD/GPL\" count as well), if that is the program's license."],
    },
    Entry {
        id: "unknown-opcode",
        at_insn: false,
        wordings: &[Wording::new("unknown opcode {code:word}")],
        means: "The byte {code} is no instruction that this kernel knows.",
        causes: &[
            "The object was compiled with -mcpu=v4, and the kernel is older than 6.6.",
            "The code calls through a function pointer that was not resolved (opcode 8d).",
            "The object was not compiled for BPF.",
        ],
        change: &["Compile with clang -target bpf -mcpu=v3.", "Call functions by name, not through pointers."],
    },
];
