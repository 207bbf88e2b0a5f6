//! The log clinic: each program of its objects is loaded into the running kernel, and the log in the lesson is what
//! libbpf and the kernel print.
//!
//! `BTFSCOPE_EXTENDED=1 UPDATE=1 cargo test -p libbpf-tests --features libbpf --test clinic` writes the logs into the
//! lessons. Loading needs root and bpf(), so it is in the extended run. Each run checks that lessons, objects and
//! sources name the same programs.
#![cfg(feature = "libbpf")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use lesson::{Block, Lesson, LessonLog, parse};
use libbpf_tests::load::load_whole;
use tests::extended::is_extended;
use tests::golden::golden;
use tests::skip;

/// The lessons with such logs, each with the number of steps in which a program is to be fixed.
const LESSONS: [(&str, usize); 3] = [("clinic", 5), ("clinic2", 5), ("args", 2)];

/// The kernel whose logs are in the lessons.
const KERNEL: &str = "6.18.";

/// The most lines of a log in a lesson; of a longer one the start and the end are kept.
const MOST: usize = 44;
const START: usize = 14;
const END: usize = 16;

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn source(lesson: &str) -> String {
    fs::read_to_string(top().join(format!("docs/lessons/{lesson}.md"))).expect("a lesson")
}

fn read(lesson: &str) -> Lesson {
    parse(&source(lesson)).unwrap_or_else(|e| panic!("{lesson}: {e}"))
}

/// The objects of a lesson.
fn objects(lesson: &Lesson) -> Vec<(String, Vec<u8>)> {
    let read = |name: &str| fs::read(top().join("static/samples/lessons").join(name)).expect("a sample");
    lesson.files.iter().map(|file| (file.name.clone(), read(&file.name))).collect()
}

/// The programs of an object: its functions that are not in `.text`.
fn programs(object: &[u8]) -> Vec<String> {
    let object = bpf::Object::parse(object.to_vec()).expect("an object");
    let needs = needs::Needs::of(std::sync::Arc::new(object));
    needs.programs().iter().map(|p| p.name.clone()).collect()
}

/// Every log of a lesson that a step shows, by its program.
fn logs(lesson: &Lesson) -> BTreeMap<String, LessonLog> {
    let of =
        lesson.steps.iter().flat_map(|step| step.plan.log.iter().chain(step.plan.fixes.iter().map(|fix| &fix.log)));
    of.map(|log| (log.of.text.clone(), log.clone())).collect()
}

/// A log as lessons have it: without the addresses and times of one load, and with its middle left out if it is long.
fn plain(log: &str) -> String {
    let mut lines = Vec::new();
    for line in log.lines().filter(|line| !line.starts_with("verification time ")) {
        let mut out = String::new();
        let mut rest = line.trim_end();
        while let Some((before, behind)) = rest.split_once("0xffff") {
            let digits = behind.bytes().take_while(u8::is_ascii_hexdigit).count();
            // Only the instruction that loads a map's address shows an address. The limits of a scalar can have as many
            // digits.
            let is_address = digits == 12 && before.contains(": (18) r") && before.ends_with(" = ");
            out.push_str(before);
            out.push_str("0xffff");
            out.push_str(if is_address { "888100000000" } else { &behind[..digits] });
            rest = &behind[digits..];
        }
        out.push_str(rest);
        lines.push(out);
    }
    if lines.len() > MOST {
        let gap = lines.len() - START - END;
        lines.splice(START..START + gap, [format!("[{gap} lines are left out here]")]);
    }
    lines.join("\n") + "\n"
}

/// The log of a program of these objects on the running kernel, and whether this process may load programs.
fn loaded(objects: &[(String, Vec<u8>)], program: &str) -> (String, bool) {
    let (name, object) =
        objects.iter().find(|(_, object)| programs(object).iter().any(|p| p == program)).expect("its object");
    let name = name.strip_suffix(".bpf.o").unwrap_or(name);
    let loaded = load_whole(object, name, program);
    (plain(&loaded.log), !loaded.not_permitted)
}

/// The text of a lesson with the logs of this kernel.
fn with_logs(text: &str, objects: &[(String, Vec<u8>)]) -> String {
    let (mut out, mut within) = (String::new(), false);
    for line in text.lines() {
        within &= line != "```";
        if !within {
            out.push_str(line);
            out.push('\n');
        }
        if let Some(program) = line.strip_prefix("```log ") {
            out.push_str(&loaded(objects, program).0);
            within = true;
        }
    }
    out
}

#[test]
fn a_log_is_without_addresses_and_not_long() {
    let log = "5: (18) r1 = 0xffff8881323fc000       ; R1=map_ptr()\nverification time 12 usec\n1: R0=0xffffffff \n";
    assert_eq!(plain(log), "5: (18) r1 = 0xffff888100000000       ; R1=map_ptr()\n1: R0=0xffffffff\n");
    let limits = "10: (67) r1 <<= 2    ; R1=scalar(umax=0xfffffffffffffffc,var_off=(0x0; 0xfffffffffffffffc))\n";
    assert_eq!(plain(limits), limits);
    let long: String = (0..100).map(|n| format!("{n}\n")).collect();
    let short = plain(&long);
    assert_eq!(short.lines().count(), START + END + 1);
    assert!(short.contains("\n13\n[70 lines are left out here]\n84\n"), "{short}");
}

#[test]
fn lessons_and_objects_name_the_same_programs() {
    for (name, all) in LESSONS {
        let mut cases = 0;
        let lesson = read(name);
        let made: BTreeSet<String> = objects(&lesson).iter().flat_map(|(_, object)| programs(object)).collect();
        let said: BTreeSet<String> = logs(&lesson).into_keys().collect();
        assert_eq!(said, made, "{name}");
        for (program, log) in logs(&lesson) {
            assert!(
                log.text.contains(&format!("prog '{program}'")),
                "{name}: the log of {program} is of another program"
            );
        }
        for step in lesson.steps.iter().filter(|step| !step.plan.fixes.is_empty()) {
            cases += 1;
            assert!(step.plan.fixes.len() >= 3, "{name}: {}", step.title);
            let first = step.plan.log.as_ref().expect("the log of the program as it was");
            assert!(!first.is_accepted(), "{name}: {} is accepted as it is", first.of.text);
        }
        assert_eq!(cases, all, "{name}");
    }
}

/// Each line of C in a lesson is a line of one of the programs' sources.
#[test]
fn the_code_of_the_lessons_is_the_sources() {
    let folder = top().join("tests/fixtures/src/clinic");
    let sources: String =
        fs::read_dir(folder).expect("a folder").map(|f| fs::read_to_string(f.unwrap().path()).unwrap()).collect();
    let known: BTreeSet<&str> = sources.lines().map(str::trim).collect();
    let mut lines = 0;
    for (name, _) in LESSONS {
        for step in read(name).steps {
            for block in &step.text {
                let Block::Code(code) = block else { continue };
                for line in code.lines() {
                    lines += 1;
                    assert!(known.contains(line.trim()), "{name}: {:?} has {line:?}, and no source does", step.title);
                }
            }
        }
    }
    assert!(lines > 40, "{lines}");
}

#[test]
fn the_kernel_says_what_the_lessons_say() {
    if !is_extended() {
        return;
    }
    let release = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let (mut wrong, mut asked) = (Vec::new(), 0);
    for (name, _) in LESSONS {
        let lesson = read(name);
        let objects = objects(&lesson);
        let probe = logs(&lesson).into_keys().next().expect("a log");
        if !loaded(&objects, &probe).1 {
            skip("this process may not load programs: the logs of the log clinic were NOT compared with a kernel");
            return;
        }
        // The verifier of another kernel may check branches in another order, and word its messages in another way:
        // then only its verdict counts.
        if release.starts_with(KERNEL) {
            golden(&top().join(format!("docs/lessons/{name}.md")), with_logs(&source(name), &objects).as_bytes());
        }
        for (program, log) in logs(&read(name)) {
            asked += 1;
            let now = LessonLog { text: loaded(&objects, &program).0, ..log.clone() };
            if now.is_accepted() != log.is_accepted() {
                wrong.push(format!("{name}, {program}: accepted {}\n{}", now.is_accepted(), now.text));
            }
        }
    }
    println!("{asked} programs were loaded again, on Linux {}", release.trim());
    if !release.starts_with(KERNEL) {
        skip(&format!("the logs are of Linux {KERNEL}x, and this is {}: only verdicts were compared", release.trim()));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
