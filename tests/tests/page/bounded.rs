//! Blobs of about 2 KB whose types contain each other many times: every question of the page ends, with an error or an
//! answer of at most 10 MiB. For the terminal, see `crates/cli/tests/cli/bounded.rs`.

use btf::{Btf, TypeId};
use desk::{
    AskChanges, AskCore, AskFields, AskGraph, AskLists, AskOwn, AskPaths, AskProbe, AskSides, AskVerdict, Digest,
    FileId, FindUsers, FromDesk, Job, Keep, MoveBase, Pack, Pair, Print, SaveChanges, Search, ToDesk, Topic,
};
use model::path::Path;
use model::print::DumpFormat;
use search::Options;
use tests::clock::ends;
use tests::{extended, tangle};
use wire::Packed;
use work::Desk;

/// The largest answer, in bytes. The limits in the code count items and lengths of text; real
/// answers are well below this.
const MOST: usize = 10 << 20;

const OLD: FileId = FileId(1);
const NEW: FileId = FileId(2);

fn keep(desk: &mut Desk, id: FileId, btf: &Btf) {
    assert!(desk.take(ToDesk::Keep(Keep::blob(id, format!("blob {}", id.0), btf))).is_none());
}

/// The questions of the page about a type and a file.
fn questions(top: TypeId, first: TypeId) -> Vec<Job> {
    let pair = Pair { old: OLD, new: NEW };
    let mut all = vec![AskChanges { pair }.into(), AskOwn { file: OLD, of: Some(top) }.into()];
    for json in [false, true] {
        all.push(SaveChanges { pair, json, save_as: String::new() }.into());
    }
    for format in DumpFormat::ALL {
        all.push(Print { file: OLD, format, save_as: String::new() }.into());
    }
    for text in ["n", "holes:>0", "type:int", "member:m", "size:>=0", "flexible:", "/n+.*n/"] {
        let options = Options { derived: true, ..Options::default() };
        all.push(Search { file: OLD, turn: 1, text: text.to_owned(), options }.into());
    }
    let text = "top.x.n0.n1.n0, top.x.nothing, top.a[1][2], top.x->x".to_owned();
    all.push(AskFields { text, files: vec![OLD, NEW] }.into());
    for at in 0..8 {
        all.push(AskLists { file: OLD, kernel: Some(NEW), at, text: String::new() }.into());
    }
    all.push(AskVerdict { file: OLD, at: 0 }.into());
    all.push(Digest { file: OLD }.into());
    all.push(MoveBase { file: OLD, kernel: NEW }.into());
    for of in [top, first] {
        for by_place in [false, true] {
            all.push(AskSides { file: OLD, of, pair, against: Some(of), by_place }.into());
        }
        for order in model::used_by::Order::ALL {
            all.push(FindUsers { file: OLD, of, order, deep: true }.into());
        }
        for (to, embedded) in [("int", false), ("int", true), ("top", false)] {
            all.push(AskPaths { file: OLD, from: of, to: to.to_owned(), embedded }.into());
        }
        for (steps, folded) in [(1, true), (40, true), (40, false)] {
            all.push(Job::from(AskGraph {
                file: OLD,
                turn: 1,
                of: Some(of),
                uses: steps,
                used_by: steps,
                most: 120,
                folded,
                nodes: vec![],
                grown: vec![],
                along: vec![],
                boxed: true,
                listed: Vec::new(),
                kept: vec![],
            }));
        }
        for depth in [None, Some(100)] {
            all.push(Job::Pack(Pack { file: OLD, root: of, depth, room: 1 << 20, other: Some((NEW, of)), map: None }));
        }
        let on = AskCore { file: OLD, kernels: vec![NEW] };
        all.push(AskProbe { on, root: of, path: Path(vec![0, 0, 1]) }.into());
    }
    all
}

const NO_PROGRAM: &str = "it is about a program's code or relocations, and the blobs are no programs";
const OTHER_INPUT: &str = "it reads a text, a link or an atlas, not the types of an open file";

/// The questions that are not asked here, with the reason.
const LEFT_OUT: [(Topic, &str); 19] = [
    (Topic::ReadProgram, NO_PROGRAM),
    (Topic::ReadFunction, NO_PROGRAM),
    (Topic::ReadSymbols, NO_PROGRAM),
    (Topic::AskCore, NO_PROGRAM),
    (Topic::AskRelocation, NO_PROGRAM),
    (Topic::AskSlide, NO_PROGRAM),
    (Topic::CarryRelocation, NO_PROGRAM),
    (Topic::AskFits, NO_PROGRAM),
    (Topic::PackFits, NO_PROGRAM),
    (Topic::CompilePad, OTHER_INPUT),
    (Topic::OrderPad, OTHER_INPUT),
    (Topic::Unpack, OTHER_INPUT),
    (Topic::AskLog, OTHER_INPUT),
    (Topic::ReadLesson, OTHER_INPUT),
    (Topic::AskStep, OTHER_INPUT),
    (Topic::AskPage, OTHER_INPUT),
    (Topic::AskAtlas, OTHER_INPUT),
    (Topic::TakeKernel, OTHER_INPUT),
    (Topic::PictureOf, "pictures are drawn by `graph` and `picture` of the terminal, which are asked there"),
];

/// A new question of the page has to be asked here, or left out with a reason.
#[test]
fn every_question_is_asked_or_left_out() {
    let asked: Vec<Topic> = questions(TypeId(1), TypeId(1)).iter().map(Job::topic).collect();
    for topic in Topic::ALL {
        let why = LEFT_OUT.iter().find(|(left_out, _)| left_out == topic);
        assert_ne!(asked.contains(topic), why.is_some(), "{topic:?}: ask it or say why not, and not both: {why:?}");
    }
}

fn ask_everything(name: &str, bytes: &[u8]) {
    let old = Btf::parse(bytes, None).expect("BTF");
    let new = Btf::parse(tangle::twin(bytes), None).expect("BTF");
    let mut desk = Desk::new(Box::new(|_, _| ()));
    keep(&mut desk, OLD, &old);
    keep(&mut desk, NEW, &new);
    let top = old.types().filter(|t| t.name() == "top").last().expect("a type").id();
    for job in questions(top, TypeId(1)) {
        let what = format!("{name}: {job:?}");
        let answer = ends(&what, || desk.take(ToDesk::Ask(1, job)));
        match answer {
            Some(FromDesk::Answered(1, Ok(answer))) => {
                let packed = Packed::new(&answer);
                let size = packed.bytes.len() + packed.buffers.iter().map(|b| b.len()).sum::<usize>();
                assert!(size <= MOST, "{what}: {size} bytes");
            }
            // "Too much" is a correct answer.
            Some(FromDesk::Answered(1, Err(_))) => {}
            other => panic!("{what}: {other:?}"),
        }
    }
}

#[test]
fn shapes_that_hold_each_other() {
    let all = tangle::all();
    // The plain run takes every 17th shape, the extended run all shapes.
    for tangle in all.iter().step_by(extended::step(17)) {
        ask_everything(&tangle.name, &tangle.bytes);
    }
}

#[test]
fn types_that_walks_look_for_by_name() {
    ask_everything("by name", &tangle::by_name());
}

#[test]
fn types_that_hold_each_other_by_chance() {
    let first = extended::seed(1) * 1000;
    for seed in first..first + extended::rounds(20) {
        ask_everything(&format!("random {seed}"), &tangle::random(seed));
    }
}
