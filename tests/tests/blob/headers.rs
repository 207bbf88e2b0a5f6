//! Kernel headers: those that projects commit are opened for the right machine and with clang's layouts, and C that we
//! print of a kernel, as bpftool does, is read with the kernel's layouts.

use std::collections::{HashMap, HashSet};
use std::io::Read;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use btf::{Btf, Kind, Type, TypeId};
use container::Format;
use dump::CFileOptions;
use dwarf::{Input, Options, convert};
use header::{Machine, open};
use tests::extended::is_extended;
use tests::fixture::btf_of;
use tests::reference::{Corpus, corpus_or_skip};
use xtask::tools::CLANG;

/// A header's text.
fn header_text(path: &Path) -> String {
    let mut text = String::new();
    lzma_rust2::XzReader::new(std::fs::File::open(path).unwrap(), true).read_to_string(&mut text).unwrap();
    text
}

#[test]
fn headers_of_projects() {
    let Some(corpus) = corpus_or_skip() else { return };
    // The machine of each header, known by its registers, and whether the header is whole.
    let expected = [
        ("dae-riscv.h.xz", Machine::RiscV64, true),
        ("exectrace.h.xz", Machine::X86_64, true),
        ("libbpf-arm-6.19.h.xz", Machine::Arm, true),
        ("libbpf-s390x-6.19.h.xz", Machine::S390x, true),
        ("nat64.h.xz", Machine::X86_64, true),
        ("varmor.h.xz", Machine::X86_64, true),
        ("exectrace-cut.h.xz", Machine::Unknown, false),
        ("istio-bypass-cut.h.xz", Machine::Unknown, false),
    ];
    for (name, machine, whole) in expected {
        let text = header_text(&corpus.root().join("vmlinuxh").join(name));
        let found = open(name, &text, None).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(found.machine, machine, "{name}");
        assert_eq!(found.errors, 0, "{name}: {:?}", found.left_out.first());
        assert_eq!(found.opened.format, Format::Header(machine.name()), "{name}");
        let btf = Btf::parse(found.opened.btf.bytes, None).unwrap();
        assert!(btf.diagnostics().is_empty(), "{name}: {:?}", btf.diagnostics().first());
        // The blob has at least as many named structs as the text defines at its outer level.
        let defined = text.lines().filter(|line| {
            let name = line.strip_prefix("struct ").and_then(|line| line.strip_suffix(" {"));
            name.is_some_and(|name| !name.contains(' '))
        });
        let structs = btf.types().filter(|t| t.kind() == Kind::Struct && !t.name().is_empty()).count();
        let (defined, fewest) = (defined.count(), if whole { 3000 } else { 2 });
        assert!(structs >= defined && defined >= fewest, "{name}: {structs} of {defined}");
    }
}

/// The size in bytes; and for each member its name, its first bit, and the width of a bitfield in bits.
type Shape = (u32, Vec<(String, u64, u32)>);

/// The structs and unions by name. `None` for an enum or a forward declaration, and if several types have the name: C
/// has one name space for tags, so bpftool renames such types.
fn shapes(btf: &Btf) -> HashMap<String, Option<(Kind, Shape)>> {
    let mut all = HashMap::new();
    let has_tag = |t: &Type<'_>| {
        matches!(t.kind(), Kind::Struct | Kind::Union | Kind::Enum | Kind::Enum64 | Kind::Fwd) && !t.name().is_empty()
    };
    for t in btf.types().filter(has_tag) {
        let members = t.members().map(|m| (m.name().to_owned(), u64::from(m.bit_offset()), m.bitfield_size()));
        let shape = (t.kind(), (t.size_or_type(), members.collect()));
        let shape = Some(shape).filter(|_| t.kind().is_composite());
        all.entry(t.name().to_owned()).and_modify(|shape| *shape = None).or_insert(shape);
    }
    all
}

/// The values of enumerators by name. `None` if several enumerators have the name.
fn enumerators(btf: &Btf) -> HashMap<String, Option<i128>> {
    let mut all = HashMap::new();
    for t in btf.types().filter(|t| matches!(t.kind(), Kind::Enum | Kind::Enum64)) {
        for e in t.enumerators() {
            all.entry(e.name().to_owned()).and_modify(|value| *value = None).or_insert(Some(e.value()));
        }
    }
    all
}

/// The enumerators of anonymous enums to which an array, a qualifier or a variable refers. bpftool prints an anonymous
/// enum where it is used, and does not print a variable's type (`LBR_TSX` of 5.10).
fn referred_to(btf: &Btf) -> HashSet<String> {
    let mut used = HashSet::new();
    for t in btf.types() {
        used.extend(t.array().map(|array| array.element));
        if matches!(t.kind(), Kind::Const | Kind::Volatile | Kind::Var) {
            used.insert(TypeId(t.size_or_type()));
        }
    }
    let enums = btf.types().filter(|t| matches!(t.kind(), Kind::Enum | Kind::Enum64) && t.name().is_empty());
    let enums = enums.filter(|t| used.contains(&t.id()));
    enums.flat_map(|t| t.enumerators().map(|e| e.name().to_owned()).collect::<Vec<_>>()).collect()
}

fn reads_back(name: &str, btf: &Btf, machine: Machine) {
    let mut text = String::new();
    dump::c(btf, &mut text, &CFileOptions { portable: true, ..CFileOptions::default() });
    let found = open("vmlinux.h", &text, None).unwrap_or_else(|e| panic!("{name}: {e}"));
    assert_eq!(found.machine, machine, "{name}");
    assert_eq!(found.errors, 0, "{name}: {:?}", found.left_out.first());
    let made = Btf::parse(found.opened.btf.bytes, None).unwrap();
    let (want, have) = (shapes(btf), shapes(&made));
    let mut compared = 0;
    let mut differ = Vec::new();
    for (of, shape) in want.iter().filter_map(|(of, shape)| Some((of, shape.as_ref()?))) {
        match have.get(of) {
            Some(Some(read)) if read == shape => compared += 1,
            other => differ.push(format!("{of:?}: {shape:?}, read {other:?}")),
        }
    }
    assert!(
        differ.is_empty(),
        "{name}: {} of {}: {}",
        differ.len(),
        want.len(),
        differ[..differ.len().min(3)].join("\n")
    );
    let read = enumerators(&made);
    let anonymous = referred_to(btf);
    for (of, value) in enumerators(btf).iter().filter_map(|(of, value)| Some((of, value.as_ref()?))) {
        if !read.contains_key(of) && anonymous.contains(of) {
            continue;
        }
        assert_eq!(read.get(of), Some(&Some(*value)), "{name}: {of}");
    }
    assert!(compared > 3000, "{name}: {compared}");
    let read = prototypes(&made);
    let mut same = 0;
    for (of, prototype) in prototypes(btf).iter().filter_map(|(of, prototype)| Some((of, prototype.as_ref()?))) {
        // If several types have the same name, C has some of them under other names. They are not compared.
        let Some(read) = read.get(of).and_then(Option::as_ref) else { continue };
        // bpftool writes the second type of a name as `slot___2`.
        if read.contains("___") {
            continue;
        }
        assert_eq!(read, prototype, "{name}: {of}");
        same += 1;
    }
    assert!(same > 1000, "{name}: {same} prototypes");
}

/// Spellings that are replaced in the texts of both BTFs before the texts are compared: other names of base types, and
/// another order of qualifiers, which means the same in C.
const SPELLED: [(&str, &str); 7] = [
    ("volatile const", "const volatile"),
    ("long long unsigned int", "unsigned long long"),
    ("long unsigned int", "unsigned long"),
    ("short unsigned int", "unsigned short"),
    ("long long int", "long long"),
    ("long int", "long"),
    ("short int", "short"),
];

/// The prototypes of the function pointers in structs, as text. The keys are struct and member, such as
/// `file_operations.read`. `None` if several members have the key.
fn prototypes(btf: &Btf) -> HashMap<String, Option<String>> {
    let mut all = HashMap::new();
    for t in btf.types().filter(|t| t.kind() == Kind::Struct && !t.name().is_empty()) {
        for member in t.members().filter(|member| !member.name().is_empty()) {
            let target =
                btf.resolved(member.type_id).filter(|t| t.kind() == Kind::Ptr).map(|t| TypeId(t.size_or_type()));
            let is_proto = target.and_then(|id| btf.resolved(id)).is_some_and(|t| t.kind() == Kind::FuncProto);
            if is_proto {
                let words =
                    SPELLED.iter().fold(dump::type_name(btf, member.type_id), |words, (a, b)| words.replace(a, b));
                all.entry(format!("{}.{}", t.name(), member.name())).and_modify(|p| *p = None).or_insert(Some(words));
            }
        }
    }
    all
}

fn kernel(corpus: &Corpus, file: &str) -> Arc<Btf> {
    match file.strip_prefix("kernels/") {
        Some(name) => tests::kernels::kernel(corpus, name),
        None => Arc::new(Btf::parse(btf_of(&corpus.read(file.trim_start_matches("files/"))).unwrap(), None).unwrap()),
    }
}

#[test]
fn printed_kernels_read_back() {
    let Some(corpus) = corpus_or_skip() else { return };
    for (file, machine) in [
        ("files/btf/vmlinux-deb-6.1.176-amd64.btf", Machine::X86_64),
        ("files/btf/vmlinux-deb-6.12.107-s390x.btf", Machine::S390x),
        ("kernels/linux-5.10.0-30-arm64_5.10.218-1.btf", Machine::Arm64),
        ("kernels/linux-6.12.94+deb13-riscv64_6.12.94-1.btf", Machine::RiscV64),
        ("kernels/linux-6.12.107+deb13-powerpc64le_6.12.107-1.btf", Machine::PowerPc64),
    ] {
        reads_back(file, &kernel(&corpus, file), machine);
    }
    if !is_extended() {
        return;
    }
    for name in tests::kernels::names(&corpus) {
        let btf = tests::kernels::kernel(&corpus, &name);
        let mut text = String::new();
        dump::c(&btf, &mut text, &CFileOptions::default());
        reads_back(&name, &btf, Machine::of(&text));
    }
}

/// The debug information that clang writes for a header and a target, as BTF.
fn by_clang(clang: &xtask::tools::FoundTool, header: &str, text: &str, target: &str) -> Btf {
    let temp = |end: &str| std::env::temp_dir().join(format!("btfscope-{header}-{}.{end}", std::process::id()));
    let (source, object) = (temp("h"), temp("o"));
    std::fs::write(&source, text).unwrap();
    // Without relaxation, RISC-V's debug information needs no relocations that are computed from two symbols.
    let relax: &[&str] = if target.starts_with("riscv") { &["-mno-relax"] } else { &[] };
    let args = ["-DBPF_NO_PRESERVE_ACCESS_INDEX", "-g", "-O0", "-std=gnu11", "-Wno-everything", "-x", "c", "-c"];
    let all_types = "-fno-eliminate-unused-debug-types";
    let mut command = clang.command();
    command.args(["-target", target, all_types]).args(args).args(relax).arg(&source).arg("-o").arg(&object);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{header}: {}", String::from_utf8_lossy(&output.stderr));
    let bytes = std::fs::read(&object).unwrap();
    std::fs::remove_file(source).ok();
    std::fs::remove_file(object).ok();
    let mut bytes = bytes.as_slice();
    let input = Input { name: header, source: &mut bytes };
    let made = convert(input, Vec::new(), &Options::default(), &mut |_| ControlFlow::Continue(())).unwrap();
    Btf::parse(made.blob, None).unwrap()
}

/// Headers that projects commit have the layouts that clang gives them on the machine that we find.
#[test]
fn headers_have_clangs_layouts() {
    let Some(corpus) = corpus_or_skip() else { return };
    let Ok(clang) = CLANG.found().map_err(|why| tests::skip(&why)) else { return };
    let all = [
        ("libbpf-arm-6.19.h.xz", "arm-linux-gnueabi"),
        ("libbpf-s390x-6.19.h.xz", "s390x-linux-gnu"),
        ("dae-riscv.h.xz", "riscv64-linux-gnu"),
        ("exectrace.h.xz", "x86_64-linux-gnu"),
        ("nat64.h.xz", "x86_64-linux-gnu"),
        ("varmor.h.xz", "x86_64-linux-gnu"),
    ];
    let plain = if is_extended() { all.len() } else { 1 };
    for (name, target) in &all[..plain] {
        let text = header_text(&corpus.root().join("vmlinuxh").join(name));
        let found = open(name, &text, None).unwrap_or_else(|e| panic!("{name}: {e}"));
        let ours = Btf::parse(found.opened.btf.bytes, None).unwrap();
        let theirs = by_clang(&clang, name, &text, target);
        let (have, want) = (shapes(&ours), shapes(&theirs));
        let mut same = 0;
        for (of, shape) in want.iter().filter_map(|(of, shape)| Some((of, shape.as_ref()?))) {
            assert_eq!(have.get(of).and_then(Option::as_ref), Some(shape), "{name}: {of}");
            same += 1;
        }
        let values = enumerators(&ours);
        for (of, value) in enumerators(&theirs) {
            assert_eq!(values.get(&of), Some(&value), "{name}: {of}");
        }
        assert!(same > 3000, "{name}: {same} structs and unions of clang");
        println!("{name}: {same} structs and unions as clang's for {target}");
    }
}
