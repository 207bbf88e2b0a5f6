//! Programs compiled for one architecture, on kernels of several. The registers in each kernel's structs were read with
//! `bpftool btf dump`.

use std::sync::Arc;

use bpf::Object;
use btf::Btf;
use needs::{Foreign, Kernel, Load, Modules, NeedKind, Needs, Release, Report, arch_of, check};
use tests::fixture;
use tests::kernels::kernel;
use tests::reference::part_or_skip;

const KERNELS: [(&str, &str); 6] = [
    ("linux-5.10.0-30-amd64_5.10.218-1.btf", "amd64"),
    ("linux-6.18.12+deb13-amd64_6.18.12-1-bpo13+1.btf", "amd64"),
    ("linux-5.10.0-30-arm64_5.10.218-1.btf", "arm64"),
    ("linux-6.18.12+deb13-arm64_6.18.12-1-bpo13+1.btf", "arm64"),
    ("linux-6.12.94+deb13-riscv64_6.12.94-1.btf", "riscv64"),
    ("linux-6.12.107+deb13-powerpc64le_6.12.107-1.btf", "ppc64el"),
];

fn opened(file: &str) -> Needs {
    Needs::of(Arc::new(Object::parse(fixture::read(file)).expect("an object")))
}

fn asked(needs: &Needs, btf: &Arc<Btf>, name: &str, modules: Modules) -> Report {
    check(needs, &Kernel::new(Release::parse(name), btf.clone(), modules))
}

fn load(needs: &Needs, report: &Report, program: &str) -> Load {
    let p = needs.programs().iter().position(|p| p.name == program).expect("a program");
    report.programs[p].load()
}

#[test]
fn an_object_of_another_architecture_is_told_by_its_registers() {
    let Some(corpus) = part_or_skip("kernels") else { return };
    for (file, arch) in KERNELS {
        let btf = kernel(&corpus, file);
        assert_eq!(arch_of(&btf), Some(arch), "{file}");
        for (object, home) in [("x86", "amd64"), ("arm64", "arm64")] {
            let needs = opened(&format!("stories-regs-{object}.clang.bpfel.o"));
            // The kernel's name and its modules change nothing: no module has the registers of another architecture.
            for (name, modules) in
                [(file, Modules::Unknown), ("vmlinux", Modules::Absent), ("6.1-i386", Modules::Unknown)]
            {
                let report = asked(&needs, &btf, name, modules);
                let own = load(&needs, &report, "own");
                let what = format!("{object} on {file} as {name}: {report:?}");
                assert!(load(&needs, &report, "any") <= Load::Fallback, "{what}");
                assert_eq!(load(&needs, &report, "clean"), Load::Loads, "{what}");
                // A register that no architecture has is missing, but says nothing about the architecture.
                assert_eq!(load(&needs, &report, "nobody"), Load::Fails, "{what}");
                if arch == home {
                    assert_eq!((own, report.foreign), (Load::Loads, None), "{what}");
                    continue;
                }
                assert_eq!(own, Load::Fails, "{what}");
                let Some(Foreign::Register(need)) = report.foreign else { panic!("{what}") };
                assert_eq!(needs.needs()[need].kind, NeedKind::Core);
                let (reason, way_out) = match object {
                    "x86" => ("pt_regs.di is a register of amd64 and i386, and this kernel is of", "__TARGET_ARCH_"),
                    _ => (
                        "user_pt_regs.regs is a register of arm64 and loong64, and this kernel is of",
                        "__TARGET_ARCH_",
                    ),
                };
                let answer = &report.answers[need];
                assert!(
                    answer.reason.as_deref().is_some_and(|r| r.starts_with(reason) && r.contains(arch)),
                    "{answer:?}"
                );
                assert!(answer.way_out.as_deref().is_some_and(|w| w.contains(way_out)), "{answer:?}");
            }
        }
    }
}

/// If the relocations are left out of a report, they no longer make the kernel foreign.
#[test]
fn a_register_that_does_not_count_makes_nothing_foreign() {
    let Some(corpus) = part_or_skip("kernels") else { return };
    let needs = opened("stories-regs-x86.clang.bpfel.o");
    let mut report = asked(&needs, &kernel(&corpus, KERNELS[3].0), KERNELS[3].0, Modules::Unknown);
    assert!(report.foreign.is_some());
    report.leave_out(&needs, |need| need.kind == NeedKind::Core);
    assert_eq!((report.foreign, report.load), (None, Load::Loads));
}
