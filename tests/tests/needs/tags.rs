//! Needs besides the program type, which follow from sections, tags, map values and struct_ops maps.

use bpf::Object;
use needs::{Attach, Kernel, Load, Modules, NeedKind, Needs, Release, Report, check};
use std::sync::Arc;
use tests::fixture;
use tests::kernels::kernel;
use tests::reference::{Corpus, part_or_skip};

/// Kernels for amd64.
const KERNELS: [&str; 4] = [
    "linux-5.10.0-32-amd64_5.10.223-1.btf",
    "linux-6.1.0-56-amd64.btf",
    "linux-6.12.107+deb13-amd64_6.12.107-1.btf",
    "linux-6.18.12+deb13-amd64_6.18.12-1-bpo13+1.btf",
];
const OLD_ARM: &str = "linux-5.10.0-30-arm64_5.10.218-1.btf";
const ARM: &str = "linux-6.12.117+deb12-arm64_6.12.117-1-deb12u1.btf";

const YES: Load = Load::Loads;
const NO: Load = Load::Fails;
const OPEN: Load = Load::CannotTell;

fn on(corpus: &Corpus, name: &str) -> Kernel {
    Kernel::new(Release::parse(name), kernel(corpus, name), Modules::Absent)
}

fn needs_of(file: &str) -> Needs {
    Needs::of(Arc::new(Object::parse(fixture::read(file)).expect("an object")))
}

fn program(needs: &Needs, name: &str) -> usize {
    needs.programs().iter().position(|p| p.name == name).expect(name)
}

/// The texts of a program's first need of this kind.
fn words(needs: &Needs, report: &Report, program: usize, kind: NeedKind) -> String {
    let of = |(need, _): &(&needs::Need, &needs::Answer)| need.kind == kind && need.program == Some(program);
    let (_, answer) = needs.needs().iter().zip(&report.answers).find(of).expect("a need");
    [&answer.words, &answer.reason].into_iter().flatten().cloned().collect::<Vec<_>>().join("; ")
}

#[test]
fn sections_and_tags_ask_for_more_than_a_type() {
    let Some(corpus) = part_or_skip("kernels") else { return };
    let needs = needs_of("stories-tags.clang.bpfel.o");
    let reports: Vec<Report> = KERNELS.iter().map(|name| check(&needs, &on(&corpus, name))).collect();
    for (name, loads, words_of_the_first) in [
        ("sleeps", [NO, YES, YES, YES], "Only fentry/fexit/fmod_ret, lsm, iter, uprobe, and struct_ops programs"),
        ("frags", [NO, YES, YES, YES], "prog 'frags': BPF program load failed: -EINVAL"),
        ("tagged", [OPEN, OPEN, YES, YES], "arg:nonnull came with 6.8: the kernel passes over it"),
    ] {
        let p = program(&needs, name);
        let found: Vec<Load> = reports.iter().map(|r| r.programs[p].load()).collect();
        assert_eq!(found, loads, "{name}");
        assert!(words(&needs, &reports[0], p, NeedKind::Tag).contains(words_of_the_first), "{name}");
    }
    for name in ["alias", "copy", "behind", "within", "filter", "multi", "traced"] {
        let p = program(&needs, name);
        let found: Vec<Load> = reports.iter().map(|r| r.programs[p].load()).collect();
        // 5.10 has no DECL_TAG, so the object's BTF is not loaded there.
        assert_eq!(found, [Load::Fallback, YES, YES, YES], "{name}");
    }
}

#[test]
fn programs_attach_where_the_kernel_allows_it() {
    use Attach::{ByApplication, CannotTell, Fails, Likely, Unlikely};
    let Some(corpus) = part_or_skip("kernels") else { return };
    let needs = needs_of("stories-tags.clang.bpfel.o");
    let reports: Vec<Report> = KERNELS.iter().map(|name| check(&needs, &on(&corpus, name))).collect();
    for (name, attach) in [
        // 5.10's BTF only has functions that ftrace can patch, and no names of aliases.
        ("alias", [Likely; 4]),
        ("copy", [CannotTell; 4]),
        ("behind", [Unlikely; 4]),
        ("within", [Likely; 4]),
        ("filter", [CannotTell, CannotTell, ByApplication, ByApplication]),
        ("multi", [Fails, Fails, ByApplication, ByApplication]),
        ("traced", [Likely; 4]),
    ] {
        let p = program(&needs, name);
        let found: Vec<Attach> = reports.iter().map(|r| r.programs[p].attach).collect();
        assert_eq!(found, attach, "{name}");
    }
    let behind = words(&needs, &reports[1], program(&needs, "behind"), NeedKind::Attach);
    assert!(behind.contains("failed to attach to tracepoint 'sched/sched_switch': -EACCES"), "{behind}");
    assert!(behind.contains("it reads 72 bytes of the event's record, of which 64 may be read"), "{behind}");
    // arm64 has trampolines on kernel functions since 6.4.
    let traced = program(&needs, "traced");
    let (old, new) = (check(&needs, &on(&corpus, OLD_ARM)), check(&needs, &on(&corpus, ARM)));
    assert_eq!((old.programs[traced].attach, new.programs[traced].attach), (Unlikely, Likely));
    let said = words(&needs, &old, traced, NeedKind::Attach);
    assert!(said.contains("-ENOTSUPP") && said.contains("since 6.4"), "{said}");
}

#[test]
fn values_of_maps_hold_what_old_kernels_pass_over() {
    let Some(corpus) = part_or_skip("kernels") else { return };
    let needs = needs_of("stories-values.clang.bpfel.o");
    let tags: Vec<&str> = needs.needs().iter().filter(|n| n.kind == NeedKind::Tag).map(|n| n.name.as_str()).collect();
    assert_eq!(tags, ["kptr", "bpf_timer"]);
    let loads: Vec<Load> = KERNELS.iter().map(|name| check(&needs, &on(&corpus, name)).load).collect();
    assert_eq!(loads, [OPEN, YES, YES, YES]);
}

#[test]
fn struct_ops_that_are_not_created_need_nothing() {
    let Some(corpus) = part_or_skip("kernels") else { return };
    let needs = needs_of("stories-later.clang.bpfel.o");
    let autoload: Vec<(&str, bool)> = needs.programs().iter().map(|p| (p.name.as_str(), p.autoload)).collect();
    assert_eq!(autoload, [("set_bandwidth", false), ("test_1", true)]);
    assert!(!needs.needs().iter().any(|n| n.name.contains("sched_ext_ops")), "{:?}", needs.needs());
    let loads: Vec<Load> = KERNELS.iter().map(|name| check(&needs, &on(&corpus, name)).load).collect();
    // 5.10 has no bpf_dummy_ops. The others have it, but lack one member that the object's struct has; the object sets
    // this member to zero.
    assert_eq!(loads, [NO, Load::Fallback, Load::Fallback, Load::Fallback]);
}

/// The version of a kernel proves nothing if its distribution backports BPF. With such a name the answer is "cannot
/// tell", although the same BTF with another name fails.
#[test]
fn versions_decide_nothing_where_bpf_is_backported() {
    let Some(corpus) = part_or_skip("kernels") else { return };
    let needs = needs_of("stories-tags.clang.bpfel.o");
    let as_named = |name: &str| Kernel::new(Release::parse(name), kernel(&corpus, KERNELS[0]), Modules::Absent);
    let loads = |kernel: &Kernel, name: &str| check(&needs, kernel).programs[program(&needs, name)].load();
    for name in
        ["5.10.0-1.el8.x86_64", "5.10.0-1.el9uek.x86_64", "5.10.223-150300.59-default", "5.10.223-1.amzn2.x86_64"]
    {
        assert_eq!(loads(&as_named(name), "sleeps"), OPEN, "{name}");
        // For this feature, a struct's member in the BTF decides.
        assert_eq!(loads(&as_named(name), "frags"), NO, "{name}");
    }
    assert_eq!(loads(&as_named("5.10.223-1.fc33.x86_64"), "sleeps"), NO);
    let nameless = as_named("vmlinux");
    assert_eq!(nameless.release().arch.as_deref(), Some("amd64"), "the BTF shows it");
    let arm = Kernel::new(Release::default(), kernel(&corpus, ARM), Modules::Absent);
    assert_eq!(arm.release().arch.as_deref(), Some("arm64"));
}
