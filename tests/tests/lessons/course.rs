//! `docs/course.md`: its links lead to existing steps, and its answers agree with the decoder.

use std::fs;

use btf::{Btf, Endian};
use layout::Options;
use lesson::{LESSONS, entry};
use scratch::{Bits, Target, compile};
use session::LearnMsg;
use tests::fixture::{project, section};

use crate::{Page, read, source};

fn course() -> String {
    fs::read_to_string(project().join("docs/course.md")).expect("docs/course.md")
}

/// The links in a text: what follows each `start`, up to the first character that cannot be in a lesson's name and
/// step.
fn links<'a>(text: &'a str, start: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(start).skip(1).map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && !"-_:".contains(c)).unwrap_or(rest.len());
        rest[..end].trim_end_matches(':')
    })
}

/// The lesson of a link, if its step exists.
fn leads_to(link: &str) -> Option<&'static str> {
    let (name, step) = link.split_once(':').unwrap_or((link, "1"));
    let steps = entry(name).map(|e| read(e.name).steps.len())?;
    let step: usize = step.parse().ok()?;
    entry(name).filter(|_| (1..=steps).contains(&step)).map(|e| e.name)
}

#[test]
fn links_lead_to_steps() {
    let course = course();
    let mut linked: Vec<&str> =
        links(&course, "#v=1&learn=").map(|link| leads_to(link).unwrap_or_else(|| panic!("{link}"))).collect();
    linked.sort_unstable();
    linked.dedup();
    assert_eq!(linked.len(), LESSONS.len() + 1, "each lesson is in a session, and the project is linked: {linked:?}");
    for lesson in LESSONS {
        for link in links(&source(lesson.name), "](lesson:") {
            assert!(leads_to(link).is_some(), "{}: lesson:{link}", lesson.name);
        }
    }
}

#[test]
fn sessions_take_the_time_that_their_headings_say() {
    let course = course();
    for (minutes, many) in [(45, 7), (90, 4)] {
        let (_, rest) = course.split_once(&format!("## Sessions of {minutes} minutes\n")).expect("the sessions");
        let sessions = rest.split("\n## ").next().unwrap_or_default();
        let sums: Vec<u32> = sessions
            .split("\n### ")
            .skip(1)
            .map(|session| session.lines().filter_map(|line| line.split('|').nth(1)?.trim().parse::<u32>().ok()).sum())
            .collect();
        assert_eq!(sums, vec![minutes; many]);
    }
}

#[test]
fn answers_are_the_samples() {
    let course = course();
    let (_, table) = course.split_once("| exercise | answer | files | question |").expect("the table of answers");
    let mut answered = Vec::new();
    for row in table.lines().skip(2).take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, exercise, answer, files, question, _] = cells[..] else { panic!("{row}") };
        let samples: String = files.split(", ").map(|name| format!("sample: {name}\n")).collect();
        let open = if files.starts_with("program") { "program" } else { files };
        let open = if question.contains(" on ") { open.split(", ").next() } else { open.split(", ").last() };
        let (open, question) = (open.unwrap_or_default(), question.trim_matches('`'));
        let lesson =
            format!("---\ntitle: T\n{samples}---\n## A\n```lesson\nopen: {open}\nfact: {answer} = {question}\n```\n");
        let mut page = Page::new();
        page.learn(LearnMsg::Text("mine.md".into(), lesson));
        page.learn(LearnMsg::Load);
        let ready = page.session.learn().ready().cloned().unwrap_or_else(|| panic!("{row}"));
        assert_eq!(ready.problems, [""; 0], "{row}");
        answered.push(exercise.parse::<u32>().expect("the number of an exercise"));
    }
    answered.dedup();
    assert_eq!(answered, (1..=21).collect::<Vec<_>>());
}

/// The answers in words, worked out from the samples.
#[test]
fn answers_in_words_are_the_samples() {
    let course = course();
    let said = |n: u32| {
        let rest = course.split_once(&format!("\nExercise {n}: ")).unwrap_or_else(|| panic!("no words on {n}")).1;
        rest.split("\n\n").next().unwrap_or_default().replace('\n', " ").trim().to_owned()
    };
    let sample = |name: &str| fs::read(crate::samples().join(name)).expect("a sample");
    let btf = |name: &str| Btf::parse(sample(name), None).expect("BTF");
    let size = |btf: &Btf, name: &str| btf.types().find(|t| t.name() == name).and_then(|t| t.size()).expect("a size");
    let kinds = btf("kinds.btf");
    let mut at = Some(btf::TypeId(16));
    let mut chain = Vec::new();
    while let Some(t) = at.and_then(|id| kinds.get(id)) {
        chain.push(t.kind().as_str().to_owned());
        at = t.type_ref();
    }
    assert_eq!(said(3), format!("{}.", chain.join(", ")));
    let holes = btf("holes.btf");
    let lines = |name: &str| (4 * size(&holes, name), (4 * size(&holes, name)).div_ceil(64));
    assert_eq!((lines("loose"), lines("tight")), ((128, 2), (64, 1)));
    assert_eq!(said(5), "four `struct loose` take 128 bytes, two lines; four `struct tight` take 64 bytes, one line.");
    let queues = btf("queues.btf");
    let of = queues.types().find(|t| t.name() == "queue_lines").expect("it").id();
    let figures = layout::layout(&queues, of, &Options::default()).expect("a layout");
    assert_eq!((figures.size % 64, figures.figures.padding), (0, 48));
    assert!(said(20).contains("its size is a multiple of 64, and its last members end 48 bytes before that"));
    let types = |bytes: &[u8]| Btf::parse(section(bytes, ".BTF").expect("its types"), None).expect("BTF");
    let program = fs::read(project().join("static/samples/sample.bpf.o")).expect("the program");
    // Relocation 3 is of `skc_daddr`: the first member of the struct, at the same offset in both.
    for btf in [types(&program), btf("older.btf")] {
        let common = btf.types().find(|t| t.name() == "sock_common" && t.kind() == btf::Kind::Struct).expect("it");
        let first = common.members().next().map(|m| (m.name().to_string(), m.bit_offset()));
        assert_eq!(first, Some(("skc_daddr".to_owned(), 0)));
    }
    assert_eq!(said(10), "`skc_daddr` is the first member of its struct in the program and on that kernel.");
    // 0:4:1:1:1, index by index.
    let core2 = types(&sample("core2.bpf.o"));
    let member = |at: btf::TypeId, n: usize| {
        let t = core2.get(at).expect("a type");
        let found = t.members().nth(n).map(|m| (m.name().to_string(), m.type_id));
        found.map(|(name, id)| (name, id, core2.get(id).map(|t| t.kind()))).expect("a member")
    };
    let queue = core2.types().find(|t| t.name() == "queue" && t.kind() == btf::Kind::Struct).expect("it").id();
    let (inner, inner_id, inner_kind) = member(queue, 4);
    let (union, union_id, union_kind) = member(inner_id, 1);
    let (half, _, half_kind) = member(union_id, 1);
    assert_eq!([&*inner, &*union, &*half], ["", "", "half"]);
    let kinds = [inner_kind, union_kind, half_kind];
    assert_eq!(kinds, [btf::Kind::Struct, btf::Kind::Union, btf::Kind::Array].map(Some));
    assert!(
        said(11).ends_with("the anonymous struct, in it the anonymous union, its member `half`, the second element.")
    );
    let object = sample("elf-calls.o");
    let part = |name| section(&object, name).expect("a section");
    let place = u64::from_le_bytes(part(".rel.text")[..8].try_into().unwrap()) as usize;
    let bytes: Vec<String> = part(".text")[place..place + 8].iter().map(|b| format!("{b:02x}")).collect();
    // The number in the call stays: the value written is the -1 that the compiler left there.
    assert!(said(24).starts_with(&format!("`{}`", bytes.join(" "))), "{bytes:?}");
}

/// The C blocks in the answers, compiled by the scratch pad.
fn solutions() -> Vec<Btf> {
    let course = course();
    let (_, answers) = course.split_once("## Answers").expect("the answers");
    let blobs = answers.split("```c\n").skip(1).map(|rest| {
        let code = rest.split("```").next().unwrap_or_default();
        let compiled = compile(code, Target { bits: Bits::B64, endian: Endian::Little });
        assert!(!compiled.has_errors(), "{code}");
        Btf::parse(compiled.blob.expect("a blob"), None).expect("BTF")
    });
    blobs.collect()
}

#[test]
fn solutions_are_what_was_asked_for() {
    let [wide, tight, locks] = &solutions()[..] else { panic!("three solutions") };
    let figures = |btf: &Btf| {
        let t = btf.types().find(|t| t.name() == "parcel").expect("struct parcel");
        let layout = layout::layout(btf, t.id(), &Options::default()).expect("a layout");
        (t.item_count(), layout.figures.holes, layout.figures.padding, layout.size)
    };
    assert_eq!(figures(wide), (5, 2, 3, 20));
    assert_eq!(figures(tight), (5, 0, 1, 12));
    let errno = |version| verdict::load(locks.bytes(), version).errno.map(|e| e.0);
    assert_eq!(errno(verdict::Version::V6_12), Some(7));
    assert_eq!(errno(verdict::Version::V6_1), None);
}
