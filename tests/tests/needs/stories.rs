//! How changes of kernels affect programs. The names that each kernel has were looked up by hand with `bpftool btf
//! dump`.

use bpf::Object;
use needs::{Attach, Foreign, Kernel, Load, Modules, NeedKind, Needs, Release, Report, check};
use std::sync::Arc;
use tests::blob::{Blob, Order};
use tests::fixture;
use tests::kernels::kernel;
use tests::reference::{Corpus, part_or_skip};

const KERNELS: [&str; 5] = [
    "linux-5.10.0-32-amd64_5.10.223-1.btf",
    "linux-6.1.0-56-amd64.btf",
    "linux-6.12.107+deb13-amd64_6.12.107-1.btf",
    "linux-6.16.12+deb13-amd64_6.16.12-1-bpo13+1.btf",
    "linux-6.17.13+deb13-amd64_6.17.13-1-bpo13+1.btf",
];

const YES: Load = Load::Loads;
const NO: Load = Load::Fails;

/// A program, its result on each kernel, the kind of need that decides, and the words of its first failure.
type Story = (&'static str, [Load; 5], NeedKind, &'static str);

fn opened(corpus: &Corpus) -> Vec<Kernel> {
    KERNELS.iter().map(|name| Kernel::new(Release::parse(name), kernel(corpus, name), Modules::Absent)).collect()
}

/// The reports of a fixture on all kernels.
fn reports(kernels: &[Kernel], file: &str) -> (Needs, Vec<Report>) {
    let object = Object::parse(fixture::read(file)).expect("an object");
    let needs = Needs::of(Arc::new(object));
    let reports = kernels.iter().map(|kernel| check(&needs, kernel)).collect();
    (needs, reports)
}

fn described(kernels: &[Kernel], file: &str, stories: &[Story]) {
    let (needs, reports) = reports(kernels, file);
    for (name, loads, kind, words) in stories {
        let p = needs.programs().iter().position(|p| p.name == *name).expect(name);
        let found: Vec<Load> = reports.iter().map(|r| r.programs[p].load()).collect();
        assert_eq!(found, loads, "{name}");
        let report = reports.iter().find(|r| r.programs[p].load() == NO).expect("a kernel where it fails");
        let reason = &report.programs[p].reasons[0];
        assert_eq!(needs.needs()[reason.need].kind, *kind, "{name}");
        let answer = &report.answers[reason.need];
        let said = [&reason.words, &answer.words, &answer.way_out].into_iter().flatten().cloned().collect::<Vec<_>>();
        assert!(said.iter().any(|said| said.contains(words)), "{name}: {said:?}");
    }
}

#[test]
fn programs_load_until_a_kernel_changes() {
    let Some(corpus) = part_or_skip("kernels") else { return };
    let kernels = opened(&corpus);
    described(
        &kernels,
        "stories.clang.bpfel.o",
        &[
            ("atime", [YES, YES, NO, NO, NO], NeedKind::Core, "struct inode.i_atime.tv_sec"),
            ("state", [YES, NO, NO, NO, NO], NeedKind::Core, "read __state by a flavour of the type"),
            ("helper", [NO, YES, YES, YES, YES], NeedKind::Helper, "invalid func unknown#173"),
            (
                "hook",
                [YES, YES, NO, NO, NO],
                NeedKind::Attach,
                "failed to find kernel BTF type ID of 'bpf_prog_alloc_security'",
            ),
            (
                "gone",
                [YES, NO, NO, NO, NO],
                NeedKind::Attach,
                "failed to find kernel BTF type ID of 'do_page_cache_ra'",
            ),
        ],
    );
    described(
        &kernels,
        "stories-kfunc.clang.bpfel.o",
        &[("kfunc", [NO, NO, YES, YES, YES], NeedKind::Kfunc, "extern (func ksym) 'bpf_cpumask_create': not found")],
    );
    let member = "struct_ops init_kern: struct bpf_struct_ops_sched_ext_ops is not found in kernel BTF";
    described(
        &kernels,
        "stories-ops.clang.bpfel.o",
        &[("set_bandwidth", [NO, NO, NO, NO, YES], NeedKind::StructOps, member)],
    );
    // 6.16 has sched_ext_ops without this member.
    let (needs, reports) = reports(&kernels, "stories-ops.clang.bpfel.o");
    let member = needs.needs().iter().position(|n| n.name.ends_with("sched_ext_ops.cgroup_set_bandwidth")).expect("it");
    let words = reports[3].answers[member].words.as_deref();
    assert_eq!(words, Some("struct_ops init_kern ops: Cannot find member cgroup_set_bandwidth in kernel BTF"));
}

/// A name that vmlinux lacks may be in a module, so the answer is "cannot tell". A list of the names in modules
/// decides.
#[test]
fn names_of_modules_decide() {
    let Some(corpus) = part_or_skip("kernels") else { return };
    let btf = kernel(&corpus, KERNELS[1]);
    let object = Object::parse(fixture::read("stories-kfunc.clang.bpfel.o")).expect("an object");
    let needs = Needs::of(Arc::new(object));
    let on = |modules| check(&needs, &Kernel::new(Release::parse(KERNELS[1]), btf.clone(), modules));
    assert_eq!(on(Modules::Unknown).load, Load::CannotTell);
    assert_eq!(on(Modules::Named(Arc::default())).load, Load::Fails);
    let both = ["bpf_cpumask_create", "bpf_cpumask_release"];
    let brought = both.map(|name| ((name.to_owned(), btf::Kind::Func), vec!["masks".to_owned()]));
    let report =
        on(Modules::Named(Arc::new(needs::Brought { names: brought.into_iter().collect(), has_types: false })));
    assert_eq!((report.load, report.programs[0].attach), (Load::Loads, Attach::Attaches));
    let kfunc = needs.needs().iter().position(|n| n.kind == NeedKind::Kfunc).expect("a kfunc");
    assert_eq!(report.answers[kfunc].reason.as_deref(), Some("module masks has it; its parameters are not known"));
}

/// A kprobe on a function that is missing in the BTF of an old pahole: the kernel's symbols may have it. Such BTF has
/// no FUNC for functions that ftrace cannot patch. In Debian's 5.10 for arm64, `oom_kill_process` is one of them; it is
/// in System.map.
#[test]
fn old_btf_says_nothing_of_a_kprobe() {
    let Some(corpus) = part_or_skip("kernels") else { return };
    let path = "objs/debian/libbpf-tools-0.26.0+ds-1/oomkill.bpf.o";
    if !corpus.has_or_skip(path) {
        return;
    }
    let needs = Needs::of(Arc::new(Object::parse(corpus.read(path)).expect("an object")));
    let on = |name: &str| Kernel::new(Release::parse(name), kernel(&corpus, name), Modules::Absent);
    let (old, new) = (on("linux-5.10.0-30-arm64_5.10.218-1.btf"), on(KERNELS[1]));
    let p = needs.programs().iter().position(|p| p.name == "oom_kill_process").expect("a program");
    let attach = |kernel: &Kernel| check(&needs, kernel).programs[p].attach;
    assert!(!old.has_variables() && !old.has_function("oom_kill_process"));
    assert_eq!((attach(&old), attach(&new)), (Attach::CannotTell, Attach::Likely));
}

/// If the byte orders differ, this is the only reason: libbpf gives up before it checks anything else.
#[test]
fn the_other_byte_order_is_the_only_reason() {
    let object = Object::parse(fixture::read("stories.clang.bpfel.o")).expect("an object");
    let needs = Needs::of(Arc::new(object));
    let btf = Arc::new(btf::Btf::parse(fixture::read("kernel.s390x.btf"), None).expect("BTF"));
    let report = check(&needs, &Kernel::new(Release::parse("6.12-s390x"), btf, Modules::Absent));
    assert_eq!(report.foreign, Some(Foreign::ByteOrder));
    assert!(report.programs.iter().all(|p| p.load() == Load::Fails && p.reasons.is_empty()), "{:?}", report.programs);
}

/// A BTF without functions says little of the kernel, but libbpf refuses this object before it asks the kernel: the
/// first CO-RE record is for byte 12, which is within an instruction.
#[test]
fn what_libbpf_refuses_by_itself_fails_on_a_cut_kernel() {
    let mut bytes = fixture::read("stories.clang.bpfel.o");
    let object = Object::parse(bytes.as_slice()).expect("an object");
    let place = object.section_named(".BTF.ext").expect("a section").file_range.start;
    let (_, relo) = object.ext().expect("records").core_relos().next().expect("relocations");
    let start = (place + u64::from(relo.range.start)) as usize;
    bytes[start..start + 4].copy_from_slice(&12u32.to_le_bytes());
    let needs = Needs::of(Arc::new(Object::parse(bytes).expect("an object")));
    let mut cut = Blob::new(Order::Little);
    cut.int("int", 4, 1);
    let btf = Arc::new(btf::Btf::parse(cut.build(), None).expect("BTF"));
    let kernel = Kernel::new(Release::parse("6.12-amd64"), btf, Modules::Absent);
    assert!(!kernel.has_functions());
    let report = check(&needs, &kernel);
    let whole = needs.needs().iter().position(|n| n.kind == NeedKind::Open && n.program.is_none()).expect("a need");
    let answer = &report.answers[whole];
    let line = "failed to perform CO-RE relocations: -EINVAL";
    assert_eq!((answer.load, answer.words.as_deref()), (NO, Some(line)));
    assert_eq!(report.load, NO);
}

/// Objects without BTF: two that libbpf does not open (with libbpf 1.1's words, except for the errno), and one that it
/// opens.
#[test]
fn without_btf_libbpf_does_not_open_maps_and_externs() {
    let btf = Arc::new(btf::Btf::parse(fixture::read("kernel.x86_64.btf"), None).expect("BTF"));
    let kernel = Kernel::new(Release::parse("6.12-amd64"), btf, Modules::Absent);
    let words = |path: std::path::PathBuf| {
        let mut bytes = std::fs::read(path).expect("a file");
        for at in 0..bytes.len() - 4 {
            if bytes[at..].starts_with(b".BTF") {
                bytes[at + 1] = b'X';
            }
        }
        let needs = Needs::of(Arc::new(Object::parse(bytes).expect("an object")));
        let report = check(&needs, &kernel);
        let reasons = report.programs.iter().filter_map(|p| p.reasons.first().filter(|r| r.load == Load::DoesNotOpen));
        let words: Vec<_> = reasons.filter_map(|r| report.answers[r.need].words.clone()).collect();
        (words.len() == needs.programs().len(), words.first().cloned())
    };
    let said = |words: &str| (true, Some(words.to_owned()));
    let sample = fixture::project().join("static/samples/sample.bpf.o");
    assert_eq!(words(sample), said("BTF is required, but is missing or corrupted."));
    let kfunc = fixture::folder().join("stories-kfunc.clang.bpfel.o");
    assert_eq!(words(kfunc), said("failed to find BTF for extern 'bpf_cpumask_create': -3"));
    let plain = fixture::project().join("static/samples/lessons/elf-calls.o");
    assert!(!matches!(words(plain).1, Some(words) if words.contains("BTF")));
}

/// The page's table of programs and kernels: each kernel has a column, the programs that load on the fewest kernels
/// come first, and the saved files have the same answers.
#[test]
fn dropped_kernels_are_a_column_each() {
    let Some(corpus) = part_or_skip("kernels") else { return };
    let kernels = opened(&corpus);
    let object = Object::parse(fixture::read("stories.clang.bpfel.o")).expect("an object");
    let needs = Needs::of(Arc::new(object));
    let fits = model::fits::fits(&needs, &kernels.iter().collect::<Vec<_>>(), &|_, _| {});
    let columns: Vec<(&str, &str, usize)> =
        fits.columns.iter().map(|c| (c.group.as_str(), c.title.as_str(), c.kernels.len())).collect();
    // Debian's names contain the distribution from 6.12 on.
    let own = ("deb13 amd64", "6.12.107", 1);
    assert_eq!(columns[..3], [("amd64", "5.10.223", 1), ("amd64", "6.1", 1), own]);
    assert_eq!(columns.len(), 5);
    assert_eq!((fits.kernels(), fits.count(model::fits::Fit::Fails)), (5, 5));
    let loads = |row: &model::fits::FitRow| row.cells.iter().filter(|c| c.fit <= model::fits::Fit::Fallback).count();
    let rows: Vec<(&str, usize)> =
        fits.rows.iter().filter(|r| r.is_program()).map(|r| (r.name.as_str(), loads(r))).collect();
    assert_eq!(rows, [("state", 1), ("gone", 1), ("atime", 2), ("hook", 2), ("helper", 4)]);
    let differing = fits.rows.iter().filter(|r| !r.is_program()).count();
    assert_eq!(differing as u32, fits.needs - fits.met);
    let atime = fits.rows.iter().find(|r| r.name.contains("inode.i_atime")).expect("the relocation");
    let signs: String = atime.cells.iter().map(|c| c.fit.sign()).collect();
    assert_eq!((signs.as_str(), atime.of.as_str()), ("✓✓✗✗✗", "atime"));
    assert!(atime.relocation.is_some());
    assert!(atime.cells[2].why.contains("has no member “i_atime”"), "{:?}", atime.cells[2]);
    let csv = model::fits::csv(&fits);
    assert!(csv.contains("program,helper,kprobe/vfs_open,5.10.0-32-amd64_5.10.223-1,fails,fails,"), "{csv}");
    let json: serde_json::Value = serde_json::from_str(&model::fits::json(&fits)).expect("JSON");
    assert_eq!(json["columns"][2]["kernels"][0], "6.12.107+deb13-amd64_6.12.107-1");
    assert_eq!(json["rows"].as_array().map(Vec::len), Some(fits.rows.len()));
    let markdown = model::fits::markdown(&fits);
    assert_eq!(markdown.lines().count(), fits.rows.len() + 2);
    assert!(markdown.lines().all(|line| line.matches('|').count() == 7), "{markdown}");
    assert!(model::fits::svg(&fits).matches("<rect").count() == 1 + fits.rows.len() * 5);
}

/// A program that loads but does not attach: the need that fails is its first reason, before features that it does
/// without.
#[test]
fn what_fails_is_the_first_reason() {
    let Some(corpus) = part_or_skip("kernels") else { return };
    let (needs, reports) = reports(&opened(&corpus)[..2], "stories-tags.clang.bpfel.o");
    let p = needs.programs().iter().position(|p| p.name == "multi").expect("the program");
    for report in &reports {
        let verdict = &report.programs[p];
        assert_eq!((verdict.load() == NO, verdict.attach), (false, Attach::Fails));
        assert_eq!(needs.needs()[verdict.reasons[0].need].kind, NeedKind::AttachType, "{verdict:?}");
    }
}
