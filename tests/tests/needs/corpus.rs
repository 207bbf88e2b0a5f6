//! The needs of programs, and which kernels meet them: all rows of `needs/needs.tsv` and `needs/verdicts.tsv`.

use std::collections::BTreeMap;
use std::fs;

use needs::{
    Answer, Foreign, Kernel, KernelHas, Load, Modules, Need, NeedKind, Needs, Nowhere, Release, Report, Version, check,
    check_with,
};
use relo::reach::Reached;
use tests::kernels::{kernel, object};
use tests::reference::{Corpus, part_or_skip};

/// Reads a table. Returns the kernels in its heading, after `fixed` other columns, and its rows.
fn table(corpus: &Corpus, name: &str, fixed: usize) -> (Vec<String>, Vec<Vec<String>>) {
    let text = fs::read_to_string(corpus.root().join("needs").join(name)).expect("a table");
    let mut lines = text.lines().map(|line| line.split('\t').map(str::to_owned).collect::<Vec<_>>());
    let head = lines.next().expect("a header");
    (head[fixed..].to_vec(), lines.collect())
}

/// A kernel of the tables. One kernel's name lacks the upstream version, which is added here.
fn opened(corpus: &Corpus, name: &str, modules: Modules) -> Kernel {
    let mut release = Release::parse(name);
    if name == "linux-6.1.0-56-amd64.btf" {
        release.version = Version::parse("6.1.192");
    }
    Kernel::new(release, kernel(corpus, name), modules)
}

/// An answer in the table's notation.
fn cell(kind: NeedKind, answer: &Answer) -> String {
    let dead = answer.reached == Some(Reached::Never);
    match (kind, &answer.found) {
        (NeedKind::Core, KernelHas::Yes | KernelHas::Changed) => "ok".to_owned(),
        (NeedKind::Core, KernelHas::Absent) => "no".to_owned(),
        (NeedKind::Core, KernelHas::Poisoned) if dead => "poison/dead".to_owned(),
        (NeedKind::Core, KernelHas::Poisoned) => "poison".to_owned(),
        (NeedKind::Core, KernelHas::Refused) => "error".to_owned(),
        (NeedKind::Helper, KernelHas::No) if dead => "no/dead".to_owned(),
        (NeedKind::Kconfig, KernelHas::Value(v)) if *v > 1 => "version".to_owned(),
        (_, KernelHas::Value(v)) => v.to_string(),
        (_, KernelHas::Yes) => "yes".to_owned(),
        (_, KernelHas::Several(n)) => format!("yes*{n}"),
        (_, KernelHas::Tagged) => "yes+tag".to_owned(),
        (NeedKind::Kfunc, KernelHas::Incompatible) => "proto".to_owned(),
        (_, KernelHas::Incompatible) => "type".to_owned(),
        (_, KernelHas::Matches(n)) => n.to_string(),
        (_, KernelHas::No) => "no".to_owned(),
        (_, KernelHas::Slots(read, there)) => {
            let read: Vec<String> = read.iter().map(u64::to_string).collect();
            format!("{}/{}", read.join(","), there.map_or("-".to_owned(), |n| n.to_string()))
        }
        (_, KernelHas::Unknown) => "?".to_owned(),
        (kind, found) => panic!("{kind:?} {found:?}"),
    }
}

fn row_name(need: &Need) -> String {
    if need.weak { format!("{} weak", need.name) } else { need.name.clone() }
}

type Key = (String, String, String);

/// Our rows for an object, with a cell for each kernel.
fn rows(needs: &Needs, reports: &[Report]) -> BTreeMap<Key, Vec<String>> {
    let mut rows: BTreeMap<Key, Vec<String>> = BTreeMap::new();
    // The tables have no rows for tags (see tags.rs) or for accesses (see access.rs).
    for (i, need) in
        needs.needs().iter().enumerate().filter(|(_, need)| !matches!(need.kind, NeedKind::Tag | NeedKind::Access))
    {
        let program = need.program.map_or("-", |p| needs.programs()[p].name.as_str());
        let cells: Vec<String> = reports.iter().map(|r| cell(need.kind, &r.answers[i])).collect();
        // Programs that read no argument have no row for arguments.
        if need.kind == NeedKind::Args && cells.iter().all(|c| c.starts_with('/')) {
            continue;
        }
        rows.insert((program.to_owned(), need.kind.as_str().to_owned(), row_name(need)), cells);
    }
    rows
}

fn reports(needs: &Needs, kernels: &[Kernel]) -> Vec<Report> {
    kernels.iter().map(|k| check(needs, k)).collect()
}

#[test]
fn every_need_is_answered_as_in_the_table() {
    let Some(corpus) = part_or_skip("needs") else { return };
    let (names, table) = table(&corpus, "needs.tsv", 4);
    let kernels: Vec<Kernel> = names.iter().map(|name| opened(&corpus, name, Modules::Absent)).collect();
    let mut wrong = Vec::new();
    let mut objects: Vec<&String> = table.iter().map(|row| &row[0]).collect();
    objects.dedup();
    for file in objects {
        let needs = Needs::of(object(&corpus.path(file)));
        let mut ours = rows(&needs, &reports(&needs, &kernels));
        for row in table.iter().filter(|row| row[0] == *file) {
            let key = (row[1].clone(), row[2].clone(), row[3].clone());
            match ours.remove(&key) {
                Some(cells) if cells == row[4..] => {}
                other => wrong.push(format!("{file} {key:?}:\n  ours   {other:?}\n  theirs {:?}", &row[4..])),
            }
        }
        wrong.extend(ours.into_iter().map(|(key, cells)| format!("{file} {key:?}: not in the table: {cells:?}")));
    }
    assert!(table.len() > 400, "only {} rows", table.len());
    assert!(wrong.is_empty(), "{} of {} rows differ:\n{}", wrong.len(), table.len(), wrong.join("\n"));
}

/// A verdict in the table's notation.
fn verdict(needs: &Needs, report: &Report, program: usize) -> String {
    let v = &report.programs[program];
    match v.load() {
        Load::Loads => return "loads".to_owned(),
        Load::Fallback => return "fallback".to_owned(),
        Load::CannotTell => return "unknown".to_owned(),
        Load::Unrelocated | Load::Fails | Load::DoesNotOpen => {}
    }
    let first = v.reasons.first().expect("a reason");
    let need = &needs.needs()[first.need];
    let what = match need.kind {
        NeedKind::Core => "poison live".to_owned(),
        NeedKind::Args => "args".to_owned(),
        NeedKind::Attach => format!("attach {}", need.name.split(' ').nth(1).unwrap_or_default()),
        NeedKind::StructOps => format!("struct_ops {}", need.name.rsplit("bpf_struct_ops_").next().unwrap_or_default()),
        kind => format!("{} {}", kind.as_str(), need.name),
    };
    format!("fails: {what}")
}

#[test]
fn every_verdict_is_that_of_the_table() {
    let Some(corpus) = part_or_skip("needs") else { return };
    let (names, table) = table(&corpus, "verdicts.tsv", 3);
    let kernels: Vec<Kernel> = names.iter().map(|name| opened(&corpus, name, Modules::Absent)).collect();
    let mut cells = 0;
    let mut wrong = Vec::new();
    let mut objects: Vec<&String> = table.iter().map(|row| &row[0]).collect();
    objects.dedup();
    for file in objects {
        let needs = Needs::of(object(&corpus.path(file)));
        let reports = reports(&needs, &kernels);
        for row in table.iter().filter(|row| row[0] == *file) {
            let program = needs.programs().iter().position(|p| p.name == row[1] && p.section == row[2]);
            let program = program.unwrap_or_else(|| panic!("{file} has no {}", row[1]));
            for ((report, name), theirs) in reports.iter().zip(&names).zip(&row[3..]) {
                let ours = verdict(&needs, report, program);
                cells += 1;
                // The table does not consider values that the verifier follows. These programs read through an argument
                // of a raw tracepoint, and no kernel accepts them (tests/libbpf/tests/oracle.rs).
                let followed = file.contains("/own_core-") && ["prog_exists", "prog_sub"].contains(&row[1].as_str());
                let refused = followed && ours == "fails: access what it reads, writes and returns";
                if ours != *theirs && !refused {
                    wrong.push(format!("{file} {} on {name}: {ours}, not {theirs}", row[1]));
                }
            }
        }
    }
    assert!(cells >= 290, "only {cells} verdicts");
    assert!(wrong.is_empty(), "{} of {cells} verdicts differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_function_that_vmlinux_lacks_may_be_in_a_module() {
    let Some(corpus) = part_or_skip("needs") else { return };
    let name = "linux-6.18.12+deb13-amd64_6.18.12-1-bpo13+1.btf";
    let verdict_of = |file: &str, modules| {
        let needs = Needs::of(object(&corpus.path(file)));
        let report = check(&needs, &opened(&corpus, name, modules));
        (report.load, report.programs[0].load())
    };
    let kfunc = "objs/cilium/testdata_kfunc-el.elf";
    assert_eq!(verdict_of(kfunc, Modules::Unknown), (Load::CannotTell, Load::CannotTell));
    assert_eq!(verdict_of(kfunc, Modules::Absent), (Load::Fails, Load::Fails));
    // md_flush_request is a function of the module md-mod. do_page_cache_ra was in the vmlinux of older kernels, which
    // proves nothing about this kernel's modules.
    for file in ["mdflush.bpf.o", "readahead.bpf.o"] {
        let file = format!("objs/debian/libbpf-tools-0.26.0+ds-1/{file}");
        assert_eq!(verdict_of(&file, Modules::Unknown).0, Load::CannotTell, "{file}");
        assert_eq!(verdict_of(&file, Modules::Absent).0, Load::Fails, "{file}");
        // If no kernel and no known module has the name, the program fails.
        let needs = Needs::of(object(&corpus.path(&file)));
        let nowhere: Nowhere = needs.names().into_iter().filter(|(_, kind)| *kind == btf::Kind::Func).collect();
        let report = check_with(&needs, &opened(&corpus, name, Modules::Unknown), &nowhere);
        assert_eq!(report.load, Load::Fails, "{file}");
        let mut reasons = report.answers.iter().filter_map(|a| a.reason.as_deref());
        assert!(reasons.any(|r| r.ends_with("no kernel and no module that is known here has it")), "{file}");
    }
}

/// A program that asks whether a type of a module exists.
const ASKS_BTRFS: &str = r#"
struct btrfs_inode { unsigned long flags; } __attribute__((preserve_access_index));
__attribute__((section("kprobe/do_nanosleep"), used)) int asks(void *ctx)
{
	return __builtin_preserve_type_info(*(struct btrfs_inode *)0, 0);
}
char LICENSE[] __attribute__((section("license"), used)) = "GPL";
"#;

/// A program that asks for the offset of a member of a type that only btrfs has.
const READS_BTRFS: &str = r#"
struct btrfs_inode { unsigned long flags; } __attribute__((preserve_access_index));
__attribute__((section("kprobe/do_nanosleep"), used)) int reads(void *ctx)
{
	return __builtin_preserve_field_info(((struct btrfs_inode *)0)->flags, 0);
}
char LICENSE[] __attribute__((section("license"), used)) = "GPL";
"#;

/// A program compiled by clang; `None`, with a message, without clang.
fn compiled(source: &str) -> Option<std::sync::Arc<bpf::Object>> {
    let clang = xtask::tools::CLANG.found().map_err(|why| tests::skip(&why)).ok()?;
    let folder = std::env::temp_dir().join(format!("btfscope-needs-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let (c, o) = (folder.join("prog.c"), folder.join("prog.o"));
    fs::write(&c, source).expect("a file");
    let args = ["-target", "bpfel", "-g", "-O2", "-c", "-o"];
    let status = clang.command().args(args).arg(&o).arg(&c).status().expect("clang starts");
    assert!(status.success(), "clang compiles");
    let object = object(&o);
    fs::remove_dir_all(&folder).ok();
    Some(object)
}

/// A split BTF on `base` of these records and strings.
fn split(base: &std::sync::Arc<btf::Btf>, words: &[u32], strings: &[u8]) -> std::sync::Arc<btf::Btf> {
    let types: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
    let mut blob = vec![0x9f, 0xeb, 1, 0];
    for word in [24, 0, types.len() as u32, types.len() as u32, strings.len() as u32] {
        blob.extend_from_slice(&word.to_le_bytes());
    }
    blob.extend_from_slice(&types);
    blob.extend_from_slice(strings);
    std::sync::Arc::new(btf::Btf::parse(blob, Some(base.clone())).expect("a module"))
}

/// A type that vmlinux lacks may be in a module: libbpf searches the loaded modules.
#[test]
fn a_type_that_vmlinux_lacks_may_be_in_a_module() {
    let Some(corpus) = part_or_skip("needs") else { return };
    let name = "linux-6.18.12+deb13-amd64_6.18.12-1-bpo13+1.btf";
    let Some(program) = compiled(READS_BTRFS) else { return };
    let base = kernel(&corpus, name);
    let read = |modules| {
        let needs = Needs::of(program.clone());
        let report = check(&needs, &Kernel::new(Release::parse(name), base.clone(), modules));
        let core = needs.needs().iter().position(|n| n.kind == NeedKind::Core).expect("a relocation");
        let words = report.programs[0].load_words();
        (report.programs[0].load(), format!("{words}: {}", report.answers[core].reason.clone().unwrap_or_default()))
    };
    let (load, why) = read(Modules::Unknown);
    assert_eq!(
        (load, why.as_str()),
        (Load::CannotTell, "cannot tell: vmlinux has no btrfs_inode; a module may have it")
    );
    let (load, why) = read(Modules::Absent);
    assert!(load == Load::Fails && why.contains("btrfs_inode"), "{load:?} {why}");
    // A module's BTF has the type, with an id after the kernel's ids.
    let long = base.all_types().find(|t| t.name() == "long unsigned int").expect("a number").id();
    let at = base.strings_end();
    let of_module = split(&base, &[at, 4 << 24 | 1, 8, at + 12, long.0, 0], b"btrfs_inode\0flags\0");
    let (load, why) = read(Modules::Given(vec![("btrfs".to_owned(), of_module)]));
    assert_eq!((load, why.as_str()), (Load::Loads, "loads when btrfs is loaded: module btrfs has it"));
    // The list of names says in which module a type is, but not which members it has.
    let names =
        std::collections::BTreeMap::from([(("btrfs_inode".to_owned(), btf::Kind::Struct), vec!["btrfs".to_owned()])]);
    let brought = |has_types| Modules::Named(std::sync::Arc::new(needs::Brought { names: names.clone(), has_types }));
    assert_eq!(read(brought(true)).0, Load::CannotTell);
    assert_eq!(
        read(brought(true)).1,
        "cannot tell, and only when btrfs is loaded: module btrfs has it; its members are not known"
    );
    // The name alone tells whether the type exists.
    if let Some(asks) = compiled(ASKS_BTRFS) {
        let load = |modules| {
            let report = check(&Needs::of(asks.clone()), &Kernel::new(Release::parse(name), base.clone(), modules));
            (report.programs[0].load(), report.answers.iter().find_map(|answer| answer.module.clone()))
        };
        assert_eq!(load(Modules::Unknown).0, Load::Fallback);
        assert_eq!(load(Modules::Absent).0, Load::Fallback);
        assert_eq!(load(brought(false)).0, Load::Fallback);
        assert_eq!(load(brought(true)), (Load::Loads, Some("btrfs".to_owned())));
    }
    // A kernel whose modules have no BTF, so libbpf can only search vmlinux.
    let old = "linux-5.10.0-30-amd64_5.10.218-1.btf";
    let needs = Needs::of(program.clone());
    let report = check(&needs, &Kernel::new(Release::parse(old), kernel(&corpus, old), Modules::Unknown));
    assert_eq!(report.programs[0].load(), Load::Fails);
    // The list of relocations has the same result.
    let stands = |kernel: &Kernel| {
        let (btf, record) = (needs.object().btf().expect("types"), &needs.records()[0]);
        let outcome = relo::Resolver::new(btf, kernel.target(), relo::Options::default()).resolve(record);
        let standing = needs::standing(btf, kernel, &Nowhere::default(), &outcome, None);
        (standing.verdict, standing.words())
    };
    let on = |modules| Kernel::new(Release::parse(name), base.clone(), modules);
    let may = Some("vmlinux has no btrfs_inode; a module may have it".to_owned());
    assert_eq!(stands(&on(Modules::Unknown)), (relo::ReloVerdict::CannotTell, may));
    assert_eq!(stands(&on(Modules::Absent)), (relo::ReloVerdict::Poisoned, None));
    // A program's own types are no kernel, so no module is based on them.
    let own = needs.object().btf().expect("types").clone();
    let other =
        compiled("struct btrfs_inode { int i; } x; __attribute__((section(\"xdp\"))) int f(void *c) { return x.i; }");
    let other = other.expect("clang").btf().expect("types").clone();
    assert_eq!(stands(&Kernel::new(Release::default(), own, Modules::Unknown)).0, relo::ReloVerdict::Same);
    assert_eq!(stands(&Kernel::new(Release::default(), other, Modules::Unknown)).0, relo::ReloVerdict::Poisoned);
    let none = Modules::Named(std::sync::Arc::new(needs::Brought { has_types: true, ..Default::default() }));
    assert_eq!(read(none).0, Load::Fails);
}

/// The first reason of a program that fails because of a need is a failing need, with the words of libbpf or the
/// kernel: on all kernels, with known and unknown modules.
#[test]
fn each_failure_names_its_need() {
    let Some(corpus) = part_or_skip("needs") else { return };
    let (names, table) = table(&corpus, "verdicts.tsv", 3);
    let mut objects: Vec<&String> = table.iter().map(|row| &row[0]).collect();
    objects.dedup();
    let mut failures = 0;
    for modules in [Modules::Absent, Modules::Unknown, Modules::Named(std::sync::Arc::default())] {
        let kernels: Vec<Kernel> = names.iter().map(|name| opened(&corpus, name, modules.clone())).collect();
        for file in &objects {
            let needs = Needs::of(object(&corpus.path(file)));
            for (report, name) in reports(&needs, &kernels).iter().zip(&names) {
                for (program, verdict) in needs.programs().iter().zip(&report.programs) {
                    if verdict.load() != Load::Fails || verdict.refused.is_some() {
                        continue;
                    }
                    let reason = verdict.reasons.first().expect("a reason");
                    let words = reason.words.as_deref().or(report.answers[reason.need].words.as_deref());
                    assert_eq!(reason.load, Load::Fails, "{file} {} on {name}", program.name);
                    assert!(words.is_some_and(|w| !w.is_empty()), "{file} {} on {name}: {reason:?}", program.name);
                    failures += 1;
                }
            }
        }
    }
    assert!(failures > 100, "{failures}");
}

#[test]
fn offcputime_never_reaches_the_field_that_was_renamed() {
    let Some(corpus) = part_or_skip("needs") else { return };
    let needs = Needs::of(object(&corpus.path("objs/debian/libbpf-tools-0.26.0+ds-1/offcputime.bpf.o")));
    let kernel = opened(&corpus, "linux-6.18.12+deb13-amd64_6.18.12-1-bpo13+1.btf", Modules::Unknown);
    let report = check(&needs, &kernel);
    let (i, _) = needs
        .needs()
        .iter()
        .enumerate()
        .find(|(_, n)| n.name.contains("task_struct___o.state "))
        .expect("the relocation");
    let answer = &report.answers[i];
    assert_eq!(
        (&answer.found, answer.reached, answer.load),
        (&KernelHas::Poisoned, Some(Reached::Never), Load::Fallback)
    );
    let why = answer.reason.as_deref().unwrap_or_default();
    assert!(why.starts_with("never reached on this kernel (guard at instruction "), "{why}");
    assert_eq!(report.load, Load::Fallback);
}

#[test]
fn big_endian_programs_are_walked_alike() {
    let Some(corpus) = part_or_skip("needs") else { return };
    let kernel = opened(&corpus, "linux-6.12.107+deb13-s390x_6.12.107-1.btf", Modules::Absent);
    let needs = Needs::of(object(&corpus.path("objs/own/own_core-clang22-eb-v3.bpf.o")));
    let report = check(&needs, &kernel);
    let load = |name: &str| {
        let p = needs.programs().iter().position(|p| p.name == name).expect("a program");
        report.programs[p].load()
    };
    // The results are those of the little-endian object on a kernel of the same version for amd64.
    for (program, wanted) in [
        ("prog_offsets", Load::Fails),
        // This program reads through a number.
        ("prog_exists", Load::Fails),
        ("prog_poison", Load::Fails),
        ("prog_bitfields", Load::Loads),
        ("prog_enums", Load::Fails),
        ("prog_types", Load::Fallback),
        ("prog_sub", Load::Fails),
    ] {
        assert_eq!(load(program), wanted, "{program}");
    }
    // A program of the other byte order fails, whatever else it needs.
    let other = Needs::of(object(&corpus.path("objs/own/own_core-clang22-el-v3.bpf.o")));
    let report = check(&other, &kernel);
    assert_eq!((report.load, report.foreign), (Load::Fails, Some(Foreign::ByteOrder)));
}

#[test]
fn functions_of_given_modules_are_found() {
    let Some(corpus) = part_or_skip("needs") else { return };
    let name = "linux-6.18.12+deb13-amd64_6.18.12-1-bpo13+1.btf";
    // A module in which md_flush_request is a function. It has the kernel's first prototype.
    let base = kernel(&corpus, name);
    let proto = base.all_types().find(|t| t.kind() == btf::Kind::FuncProto).expect("a prototype").id();
    let module = split(&base, &[base.strings_end(), 12 << 24 | 1, proto.0], b"md_flush_request\0");
    let given = opened(&corpus, name, Modules::Given(vec![("md_mod".to_owned(), module)]));
    let needs = Needs::of(object(&corpus.path("objs/debian/libbpf-tools-0.26.0+ds-1/mdflush.bpf.o")));
    let report = check(&needs, &given);
    let attach = needs.needs().iter().position(|n| n.kind == NeedKind::Attach).expect("a target");
    assert_eq!(report.answers[attach].found, KernelHas::Yes);
    assert_eq!(report.answers[attach].reason.as_deref(), Some("module md_mod has it"));
    assert_ne!(report.answers[attach].load, Load::Fails);
}
