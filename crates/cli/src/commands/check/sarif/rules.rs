//! The rules of the log: one for each kind of need, and one for another architecture. Each has its meaning and the
//! remedy.

use needs::NeedKind;
use serde::Serialize;

use super::Message;

/// Where the rules are explained for people; a test compares the page with this table.
const PAGE: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/check.md#rules");

/// The id of the rule for objects that are made for another architecture. No [`NeedKind`] stands for this rule.
pub const ARCHITECTURE: &str = "architecture";

/// A rule as GitHub's code scanning requires it (`reportingDescriptor`, SARIF 2.1.0, section 3.49).
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Rule {
    id: &'static str,
    name: &'static str,
    short_description: Message,
    full_description: Message,
    help: Message,
    help_uri: &'static str,
    default_configuration: Configuration,
}

#[derive(Serialize)]
struct Configuration {
    level: &'static str,
}

/// A rule's texts.
struct Texts {
    /// In one word, as viewers show it.
    name: &'static str,
    /// The fault, in a sentence.
    short: &'static str,
    /// Why the fault stops a program.
    full: &'static str,
    /// How to mend the fault.
    help: &'static str,
}

/// All rules, in the order of [`index`].
pub fn all() -> Vec<Rule> {
    let kinds = NeedKind::ALL.into_iter().map(|kind| rule(kind.as_str(), &texts(kind)));
    kinds.chain([rule(ARCHITECTURE, &OF_ARCHITECTURE)]).collect()
}

/// The index of the rule with this id in [`all`]. Any id that is no [`NeedKind`]'s gets the index of [`ARCHITECTURE`].
pub fn index(id: &str) -> usize {
    let all = NeedKind::ALL;
    all.iter().position(|kind| kind.as_str() == id).unwrap_or(all.len())
}

fn rule(id: &'static str, texts: &Texts) -> Rule {
    Rule {
        id,
        name: texts.name,
        short_description: Message::new(texts.short),
        full_description: Message::new(texts.full),
        help: Message::new(texts.help),
        help_uri: PAGE,
        default_configuration: Configuration { level: "error" },
    }
}

const OF_ARCHITECTURE: Texts = Texts {
    name: "OtherArchitecture",
    short: "The object is made for another architecture.",
    full: "The byte order of the object, or a register that a program reads, is that of another architecture than the kernel's.",
    help: "Compile the object for this architecture, or leave these kernels out with --require arch:ARCH.",
};

const fn texts(kind: NeedKind) -> Texts {
    let [name, short, full, help] = match kind {
        NeedKind::Open => [
            "ObjectDoesNotOpen",
            "libbpf does not open the object.",
            "libbpf refuses the object, or a part of it, before it asks any kernel; none of its programs loads.",
            "The message is the line that libbpf prints. Rebuild the object, or repair the declaration that the line names.",
        ],
        NeedKind::Map => [
            "MapTypeMissing",
            "The kernel lacks a type of map.",
            "A map of the object has a type that is newer than the kernel, so the object is not loaded.",
            "Use an older type of map, or switch the map off with bpf_map__set_autocreate where the kernel lacks it.",
        ],
        NeedKind::MapFlag => [
            "MapFlagMissing",
            "The kernel lacks a flag of a map.",
            "A map of the object has a flag that is newer than the kernel, which refuses unknown flags.",
            "Leave the flag out, or set it with bpf_map__set_map_flags only where the kernel has it.",
        ],
        NeedKind::BtfKind => [
            "BtfKindUnreadable",
            "The object's BTF has a kind of type that the kernel does not read.",
            "The kernel refuses BTF with kinds that it does not know, and libbpf cannot replace this one.",
            "Compile without the feature that makes this kind, or use a newer libbpf, which replaces kinds that old kernels do not know.",
        ],
        NeedKind::Kfunc => [
            "KernelFunctionMissing",
            "The kernel lacks a kfunc.",
            "A program calls a kernel function that the kernel or its modules do not export to programs, or export in another form.",
            "Declare it __weak and ask bpf_ksym_exists before the call, or load the module that brings it.",
        ],
        NeedKind::Ksym => [
            "KernelVariableMissing",
            "The kernel lacks a variable.",
            "A program uses a typed variable of the kernel (__ksym) that its BTF does not have.",
            "Declare it __weak and ask for its address before it is used.",
        ],
        NeedKind::Kallsyms => [
            "KernelSymbolMissing",
            "The kernel lacks a symbol.",
            "A program uses the address of a kernel symbol that libbpf looks up in /proc/kallsyms.",
            "Declare it __weak, so that its address is 0 where it is missing.",
        ],
        NeedKind::Kconfig => [
            "KernelConfigurationUnknown",
            "A value of the kernel's configuration is not known.",
            "A program reads a CONFIG_ value; without it libbpf does not load the object.",
            "Declare it __weak, so that it is 0 where the configuration lacks it.",
        ],
        NeedKind::StructOps => [
            "StructOpsMissing",
            "The kernel lacks a struct_ops type, or a member of it.",
            "A struct of callbacks is registered with a type, or a member that is not zero, that the kernel does not have.",
            "Leave the callback out where the kernel lacks it, or load the module that brings the type.",
        ],
        NeedKind::Section => [
            "SectionNameUnknown",
            "A section's name gives no type of program.",
            "libbpf does not know the section's name, so it does not know how to load and attach the program.",
            "Use one of libbpf's section names, or set the type with bpf_program__set_type.",
        ],
        NeedKind::ProgType => [
            "ProgramTypeMissing",
            "The kernel lacks a type of program.",
            "The program is of a type that is newer than the kernel.",
            "Do not load the program there (bpf_program__set_autoload), and load another one in its place.",
        ],
        NeedKind::AttachType => [
            "AttachTypeMissing",
            "The kernel lacks a type of attachment.",
            "The program attaches in a way that is newer than the kernel.",
            "Choose another way to attach where the kernel lacks this one.",
        ],
        NeedKind::Attach => [
            "AttachTargetMissing",
            "The target that the program attaches to is not there.",
            "The function, tracepoint or hook that the section names is not in the kernel, or not known to be.",
            "Write a program for each name of the target, and load the one whose target the kernel has.",
        ],
        NeedKind::Args => [
            "TargetArgumentsDiffer",
            "The target has other arguments.",
            "The program reads an argument that its target does not have on the kernel, or has with another type.",
            "Write a program for each prototype, and load the one that fits the kernel.",
        ],
        NeedKind::Helper => [
            "HelperFunctionMissing",
            "The kernel lacks a helper.",
            "A program calls a helper that is newer than the kernel.",
            "Ask bpf_core_enum_value_exists for the helper's number before the call, or use an older helper.",
        ],
        NeedKind::Core => [
            "CoreRelocationImpossible",
            "A CO-RE relocation cannot be made.",
            "A type, field or value that the program was compiled with is not in the kernel, so its instruction is poisoned.",
            "Guard the read with bpf_core_field_exists or bpf_core_type_exists, or declare a flavour of the type for these kernels.",
        ],
        NeedKind::Insn => [
            "InstructionMissing",
            "The kernel lacks instructions.",
            "The program has instructions that are newer than the kernel.",
            "Compile for an older instruction set (-mcpu=v2 or -mcpu=v3).",
        ],
        NeedKind::License => [
            "LicenseIncompatible",
            "A helper demands a licence that is compatible with the GPL.",
            "A program calls a helper that only programs with a GPL-compatible licence may call.",
            "Declare such a licence in the section license, or do without the helper.",
        ],
        NeedKind::Tag => [
            "FeatureMissing",
            "The kernel lacks a feature that a tag or a special member asks for.",
            "A tag, a member of a map's value, or a section asks for something that is newer than the kernel.",
            "Do without it, or load another program where the kernel lacks it.",
        ],
        NeedKind::Access => [
            "RefusedAccess",
            "The verifier refuses what the program reads, writes or returns.",
            "On every path to an exit is an access that the kernel's verifier refuses.",
            "Read through a pointer of the kernel that the verifier knows, or with bpf_probe_read_kernel or BPF_CORE_READ.",
        ],
    };
    Texts { name, short, full, help }
}
