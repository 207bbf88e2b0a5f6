//! Refusals by the verifier because of a number that is used as an address, an access to the context, or a return
//! value. Our answers for the programs in the corpus' `arguments/` are compared with a real kernel's answers. No
//! program of a real project may be called refused.

use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;

use needs::{Answer, Kernel, Load, Modules, NeedKind, Needs, Release, Report, check};
use tests::arguments::{Row, compiled, rows};
use tests::kernels::{kernel, names, objects};
use tests::reference::{Corpus, part_or_skip};

/// A kernel with this name. The kernel that gave the answers is not in the corpus; the types are those of the kernel in
/// the corpus that is nearest to it.
fn named(corpus: &Corpus, name: &str) -> Kernel {
    let btf = kernel(corpus, "linux-6.18.15+deb13-amd64_6.18.15-1-bpo13+1.btf");
    Kernel::new(Release::parse(name), btf, Modules::Absent)
}

/// The compiler; `None`, with a message, if there is none.
fn clang() -> Option<std::process::Command> {
    xtask::tools::CLANG.found().map(|clang| clang.command()).map_err(|why| tests::skip(&why)).ok()
}

/// The answer about a program's reads, writes and return value.
fn access<'a>(needs: &Needs, report: &'a Report, program: &str) -> &'a Answer {
    let p = needs.programs().iter().position(|p| p.name == program).unwrap_or_else(|| panic!("no {program}"));
    let at = needs.needs().iter().position(|n| n.kind == NeedKind::Access && n.program == Some(p));
    &report.answers[at.unwrap_or_else(|| panic!("{program} has no such need"))]
}

#[test]
fn programs_are_refused_as_a_kernel_refused_them() {
    let Some(corpus) = part_or_skip("arguments") else { return };
    let rows = rows(&corpus);
    let kernel = named(&corpus, "6.18.44-amd64");
    let Some(clang) = clang() else { return };
    let object = compiled(clang, &rows, kernel.btf());
    let needs = Needs::of(object);
    let report = check(&needs, &kernel);
    let refused = |row: &&Row| access(&needs, &report, &row.name).load == Load::Fails;
    let (accepted, not): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| row.accepted);
    let fails = |row: &&Row| {
        let p = needs.programs().iter().position(|p| p.name == row.name);
        p.is_some_and(|p| report.programs[p].load().is_bad())
    };
    let wrong = accepted.iter().copied().filter(|row| refused(row) || fails(row));
    let wrong: Vec<&str> = wrong.map(|row| row.name.as_str()).collect();
    assert!(wrong.is_empty(), "called refused, and a kernel takes them: {wrong:?}");
    let told: BTreeSet<&str> = not.iter().copied().filter(refused).map(|row| row.name.as_str()).collect();
    let untold: Vec<&Row> = not.iter().copied().filter(|row| !told.contains(row.name.as_str())).collect();
    println!("{} of {} that the kernel refused are told; not:", told.len(), not.len());
    for row in &untold {
        println!("  {} ({}): {}", row.name, row.section, row.last_line);
    }
    // Our words, if there are any, are compared with the last line of the kernel's log. The kernel may have found
    // another reason first.
    let mut other = Vec::new();
    for row in not.iter().filter(|row| told.contains(row.name.as_str())) {
        let words = access(&needs, &report, &row.name).words.clone();
        if words.as_ref().is_some_and(|words| *words != row.last_line) {
            other.push(format!("{}: {words:?}, not {:?}", row.name, row.last_line));
        }
    }
    assert_eq!((accepted.len(), not.len()), (48, 76));
    println!("{}", other.join("\n"));
    assert!(told.len() >= 59, "{} of {} are told", told.len(), not.len());
    assert!(other.len() <= 3, "{} in other words:\n{}", other.len(), other.join("\n"));
}

/// On a kernel of an unknown version, or of a version whose rules are unknown, a program fails only if every known
/// version refuses it. If only some versions refuse it, the answer is "cannot tell".
#[test]
fn on_unknown_versions_a_program_fails_only_if_all_known_ones_refuse_it() {
    let Some(corpus) = part_or_skip("arguments") else { return };
    let rows = rows(&corpus);
    let first = named(&corpus, "vmlinux");
    let Some(clang) = clang() else { return };
    let object = compiled(clang, &rows, first.btf());
    let needs = Needs::of(object);
    let answer = |kernel: &Kernel, program: &str| {
        let report = check(&needs, kernel);
        let wrong = rows.iter().filter(|row| row.accepted && access(&needs, &report, &row.name).load == Load::Fails);
        // Before 6.17, members of type `char *` were numbers.
        let newer = ["k_btf_strptr", "nf_skbdata"];
        let wrong: Vec<&str> = wrong.map(|row| row.name.as_str()).filter(|name| !newer.contains(name)).collect();
        assert!(wrong.is_empty(), "{}: {wrong:?}", kernel.release().name);
        let found = access(&needs, &report, program);
        (found.load, found.words.clone().unwrap_or_default(), found.reason.clone().unwrap_or_default())
    };
    let with = |name: &str, program: &str| {
        answer(&Kernel::new(Release::parse(name), first.btf().clone(), Modules::Absent), program)
    };
    let scalar = "R1 invalid mem access 'scalar'";
    for (name, words) in [
        ("6.18.44-amd64", scalar),
        ("5.10.0-30-amd64_5.10.218-1", "R1 invalid mem access 'inv'"),
        ("5.14.0-427.el9.x86_64", "R1 invalid mem access 'scalar' (before 5.18 'inv')"),
        ("vmlinux", "R1 invalid mem access 'scalar' (before 5.18 'inv')"),
    ] {
        let (load, said, reason) = with(name, "k_deref_arg");
        assert_eq!((load, said.as_str()), (Load::Fails, words), "{name}");
        assert!(
            reason.starts_with("at instruction 1 of k_deref_arg (")
                && reason.contains(") it reads through ctx->di, a number to the verifier; "),
            "{reason}"
        );
        assert!(reason.contains("for another reason first"), "{reason}");
    }
    for program in ["xdp_egress", "tc_family", "cs_in_ret2", "csc_src"] {
        for name in ["6.1.0-56-amd64", "6.12.107+deb13-amd64", "6.18.44-amd64", "7.2.13+deb14-amd64"] {
            assert_eq!(with(name, program).0, Load::Fails, "{program} on {name}");
        }
        for name in ["vmlinux", "5.14.0-427.el9.x86_64", "5.10.0-30-amd64_5.10.218-1", "8.0.1"] {
            assert_eq!(with(name, program).0, Load::CannotTell, "{program} on {name}");
        }
    }
    // Writes to a probe's registers are refused up to 6.18; members of type `char *` are numbers up to 6.16.
    for (name, writes, reads) in [
        ("6.12.107+deb13-amd64", Load::Fails, Load::Fails),
        ("6.16.12+deb13-amd64", Load::Fails, Load::Fails),
        ("6.17.13+deb13-amd64", Load::Fails, Load::Loads),
        ("6.18.44-amd64", Load::Fails, Load::Loads),
        ("7.2.13+deb14-amd64", Load::Loads, Load::Loads),
        ("5.14.0-427.el9.x86_64", Load::CannotTell, Load::CannotTell),
    ] {
        assert_eq!(with(name, "k_regs_write").0, writes, "{name}");
        assert_eq!(with(name, "k_btf_strptr").0, reads, "{name}");
    }
}

/// No program of a real project is called refused on these kernels of the corpus.
#[test]
fn no_real_program_is_called_refused() {
    let Some(corpus) = part_or_skip("needs") else { return };
    let wanted = [
        "linux-5.10.0-32-amd64",
        "linux-6.1.0-56",
        "linux-6.12.117+deb12-a",
        "linux-6.16.12+deb13-arm",
        "linux-6.18.12+deb13-amd64",
    ];
    let kernels: Vec<Kernel> = names(&corpus)
        .into_iter()
        .filter(|name| wanted.iter().any(|w| name.starts_with(w)))
        .map(|name| Kernel::new(Release::parse(&name), kernel(&corpus, &name), Modules::Absent))
        .collect();
    let mut wrong = Vec::new();
    let mut programs = 0;
    // The programs in `own` were written for the tables in the corpus' `needs/`. Some of them use a number as an
    // address. The extended tests load them into the running kernel (tests/libbpf/tests/oracle.rs).
    let made = corpus.root().join("files/objs/own");
    for path in objects(&corpus.root().join("files/objs")).into_iter().filter(|path| !path.starts_with(&made)) {
        let Ok(object) = bpf::Object::parse(fs::read(&path).expect("a file")) else { continue };
        let needs = Needs::of(Arc::new(object));
        for kernel in &kernels {
            let report = check(&needs, kernel);
            for (need, answer) in
                needs.needs().iter().zip(&report.answers).filter(|(need, _)| need.kind == NeedKind::Access)
            {
                programs += 1;
                if answer.load != Load::Loads {
                    let program = &needs.programs()[need.program.expect("a program")].name;
                    let name = &kernel.release().name;
                    wrong.push(format!(
                        "{} {program} on {name}: {}",
                        path.display(),
                        answer.reason.clone().unwrap_or_default()
                    ));
                }
            }
        }
    }
    println!("{programs} answers, {} kernels", kernels.len());
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}
