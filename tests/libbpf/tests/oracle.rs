//! The running kernel as an oracle. Each program of the corpus and the fixtures, except in objects with struct_ops, is
//! loaded by itself through libbpf. The result is compared with our verdict on this kernel's BTF. Nothing is attached
//! or pinned.
//!
//! It needs root and bpf(), and must not use a developer's kernel without being asked, so it is part of the extended
//! run.
#![cfg(feature = "libbpf")]

use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;

use btf::Btf;
use libbpf_tests::load::load;
use needs::{Kernel, Load, Modules, Needs, Release, check};
use tests::extended::is_extended;
use tests::kernels::objects;
use tests::reference::corpus_or_skip;

/// The running kernel with its modules.
fn running() -> Kernel {
    let bytes = fs::read("/sys/kernel/btf/vmlinux").expect("this kernel's BTF");
    let btf = Arc::new(Btf::parse(bytes, None).expect("BTF"));
    let mut modules = Vec::new();
    for entry in fs::read_dir("/sys/kernel/btf").expect("a folder").filter_map(Result::ok) {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name != "vmlinux" {
            let bytes = fs::read(entry.path()).expect("a module's BTF");
            modules.push((name, Arc::new(Btf::parse(bytes, Some(btf.clone())).expect("BTF"))));
        }
    }
    let release = fs::read_to_string("/proc/sys/kernel/osrelease").expect("a release");
    let modules = if modules.is_empty() { Modules::Absent } else { Modules::Given(modules) };
    Kernel::new(Release::parse(release.trim()), btf, modules)
}

/// The line of a log with the reason.
fn why(log: &str) -> String {
    let said = |line: &&str| !line.trim().is_empty() && !line.contains("-- END PROG LOAD LOG --");
    let lines: Vec<&str> = log.lines().filter(said).collect();
    let verifier = lines
        .iter()
        .position(|line| line.contains("processed ") && line.contains(" insns"))
        .and_then(|i| i.checked_sub(1));
    let first = lines.iter().position(|line| line.contains("libbpf: "));
    verifier.or(first).and_then(|i| lines.get(i)).map_or_else(String::new, |line| (*line).to_owned())
}

#[test]
fn programs_load_as_the_verdicts_say() {
    if !is_extended() {
        return;
    }
    let Some(corpus) = corpus_or_skip() else { return };
    let kernel = running();
    let mut counts: BTreeMap<(Load, bool), usize> = BTreeMap::new();
    let (mut false_alarms, mut missed) = (Vec::new(), Vec::new());
    let (mut aside, mut permitted) = (0, false);
    let fixtures =
        objects(&tests::fixture::folder()).into_iter().filter(|path| path.to_string_lossy().contains(".bpf"));
    for path in objects(&corpus.root().join("files/objs")).into_iter().chain(fixtures) {
        let name = path.strip_prefix(corpus.root()).unwrap_or(&path).display().to_string();
        let bytes = fs::read(&path).expect("a file");
        let Ok(object) = bpf::Object::parse(bytes.clone()) else { continue };
        let needs = Needs::of(Arc::new(object));
        // struct_ops programs cannot be loaded one by one.
        if needs.needs().iter().any(|n| n.kind == needs::NeedKind::StructOps) {
            continue;
        }
        // libbpf may refuse an object on every kernel, because only the application knows the inner map, or provides
        // the symbol.
        let known = ["inner map", "undefined symbol"];
        let own_fault = needs.assumptions().iter().any(|(what, _)| known.contains(what));
        let report = check(&needs, &kernel);
        for (program, verdict) in needs.programs().iter().zip(&report.programs) {
            let loaded = load(&bytes, &program.section, &program.name);
            permitted |= !loaded.not_permitted;
            if loaded.not_permitted || own_fault && !loaded.ok {
                aside += 1;
                continue;
            }
            *counts.entry((verdict.load(), loaded.ok)).or_default() += 1;
            let reason = verdict.reasons.first().map(|r| {
                let words = report.answers[r.need].words.clone().or(r.words.clone()).unwrap_or_default();
                format!("{} {}: {words}", needs.needs()[r.need].kind.as_str(), needs.needs()[r.need].name)
            });
            let line = format!("{name} {} ({}): {:?}", program.name, program.section, reason);
            match (verdict.load(), loaded.ok) {
                (Load::Fails, true) => false_alarms.push(line),
                (Load::Loads | Load::Fallback, false) => missed.push(format!("{line}\n    {}", why(&loaded.log))),
                _ => {}
            }
        }
    }
    if !permitted {
        return tests::skip("there is no right to load programs (CAP_BPF)");
    }
    for ((load, ok), count) in &counts {
        println!("{}: {count} {}", load.as_str(), if *ok { "loaded" } else { "were refused" });
    }
    println!("{aside} not compared: this process may not load them, or the object needs an application to load");
    println!("{} refused, although our verdict is that they load:\n{}", missed.len(), missed.join("\n"));
    assert!(counts.values().sum::<usize>() > 100, "{counts:?}");
    assert!(counts.iter().any(|((_, ok), _)| *ok), "nothing was loaded: may bpf() be called here?");
    assert!(missed.len() * 20 < counts.values().sum(), "{} refused against our verdict", missed.len());
    assert!(false_alarms.is_empty(), "{} false alarms:\n{}", false_alarms.len(), false_alarms.join("\n"));
}
