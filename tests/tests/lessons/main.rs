//! Each lesson is walked to its end on its samples, as a person would on the page: every mark exists, every task can be
//! solved and is not solved before, every answer agrees with the decoder.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use btf::Btf;
use desk::{Book, Job, Outcome, TakeKernel};
use lesson::{Goal, LESSONS, Lesson, LessonStep, Ready, Show, TRACKS, entry, parse};
use session::look::atlas::AtlasMsg;
use session::{Effect, FilesMsg, LearnMsg, Msg, Session};
use tests::fixture::{project, section};
use tests::lessons::{COMPILED, FLAGS, LOCKS, PART, all};
use work::SameThread;

use numbers::{ODD, is_of_the_format, named_numbers, notations, number, prose, whole};
use tests::golden::golden;

mod builds;
mod course;
mod covered;
mod export;
mod faults;
mod fixes;
mod hold;
mod numbers;
mod own_atlas;
mod pictures;
mod progress;
mod project;
mod reasons;

fn samples() -> PathBuf {
    project().join("static/samples/lessons")
}

fn source(name: &str) -> String {
    // The project is beside the course, and the page serves it among the lessons.
    let folder = if name == lesson::PROJECT.name { "docs" } else { "docs/lessons" };
    let path = project().join(folder).join(format!("{name}.md"));
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn read(name: &str) -> Lesson {
    parse(&source(name)).unwrap_or_else(|e| panic!("docs/lessons/{name}.md: {e}"))
}

/// A page without a screen: the session, its desk, and the files that would be loaded from the page's folder.
struct Page {
    session: Session,
    line: SameThread,
    book: Book<SameThread>,
    loaded: Vec<String>,
    /// The saved files: name and text.
    saved: Vec<(String, String)>,
}

impl Page {
    fn new() -> Page {
        let line = SameThread::default();
        let mut session = Session::default();
        session.update(Msg::HasDesk);
        Page { session, book: Book::new(line.clone()), line, loaded: Vec::new(), saved: Vec::new() }
    }

    fn send(&mut self, msg: Msg) {
        for effect in self.session.update(msg) {
            match effect {
                Effect::Ask(job) => {
                    if let Job::TakeKernel(TakeKernel { name, .. }) = &job {
                        self.loaded.push(format!("{name}.atlas"));
                    }
                    let outcomes = self.book.ask(job, &self.session);
                    self.said(outcomes);
                }
                Effect::LoadLesson(name) => {
                    self.loaded.push(format!("{name}.md"));
                    self.send(Msg::Learn(LearnMsg::Text(format!("{name}.md"), source(&name))));
                }
                Effect::LoadSample(name) => self.load(&name),
                Effect::Save(name, text) => {
                    self.saved.push((name, String::from_utf8(text.to_vec()).expect("text")));
                }
                _ => {}
            }
        }
    }

    fn load(&mut self, name: &str) {
        let path = if name == "program" { project().join("static/samples/sample.bpf.o") } else { samples().join(name) };
        let bytes = fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        if model::atlas::is_atlas(&bytes) {
            // The job that takes the kernel out adds the file to `loaded`.
            let id = self.session.new_file_id();
            return self.send(Msg::Atlas(AtlasMsg::Sample(id, name.to_owned(), bytes.into())));
        }
        let file = if name == "program" { "sample.bpf.o" } else { name };
        let opened = container::open(file, &bytes).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        self.loaded.push(name.to_owned());
        let mut input = desk::open::input(opened);
        input.origin = desk::Origin::Sample(name.to_owned());
        self.send(Msg::Files(FilesMsg::Opened(Box::new(input))));
    }

    fn said(&mut self, outcomes: Vec<Outcome>) {
        for outcome in outcomes {
            self.send(Msg::Desk(Rc::new(outcome)));
        }
    }

    fn work(&mut self) {
        while let Some(said) = self.line.work() {
            for message in said {
                let outcomes = self.book.take(message, &self.session);
                self.said(outcomes);
            }
        }
    }

    fn learn(&mut self, msg: LearnMsg) {
        self.send(Msg::Learn(msg));
        self.work();
    }

    fn start(name: &str) -> Page {
        let mut page = Page::new();
        page.learn(LearnMsg::Start(name.into(), 0));
        page
    }
}

#[test]
fn the_samples_are_what_their_source_makes() {
    for blob in all() {
        golden(&samples().join(blob.name), &blob.bytes);
        let most = if blob.name == PART { 100_000 } else { 3000 };
        assert!(blob.bytes.len() < most, "{}: {} bytes", blob.name, blob.bytes.len());
    }
    let made: BTreeSet<String> =
        all().iter().map(|b| b.name).chain(COMPILED.iter().copied()).map(str::to_owned).collect();
    let files = fs::read_dir(samples()).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
    assert_eq!(files.collect::<BTreeSet<_>>(), made);
}

#[test]
fn the_distilled_module_becomes_the_other_on_the_kernel() {
    let read = |name: &str| fs::read(samples().join(name)).unwrap();
    let kernel = Arc::new(Btf::parse(read("kernel.btf"), None).unwrap());
    let module = Btf::parse(read("module.btf"), Some(Arc::clone(&kernel))).unwrap();
    let object = read("distilled.ko");
    let base = Btf::parse(section(&object, ".BTF.base").unwrap(), None).unwrap();
    let split = Btf::parse(section(&object, ".BTF").unwrap(), Some(Arc::new(base))).unwrap();
    let blob = relate::relocate_base(&split, &kernel).unwrap().blob.expect("every type is found");
    let moved = Btf::parse(blob, Some(kernel)).unwrap();
    let text = |btf: &Btf| {
        let mut out = String::new();
        dump::raw(btf, &mut out);
        out
    };
    assert_eq!(text(&moved), text(&module));
}

/// The C that a lesson shows, and that the person is to correct, is the source of the lesson's sample.
#[test]
fn the_source_in_a_lesson_is_its_samples() {
    let text = source("verdict");
    for source in [LOCKS, FLAGS] {
        assert!(text.contains(&format!("```\n{source}\n```\n")), "{source}");
    }
}

#[test]
fn the_list_is_what_the_lessons_say() {
    let files = fs::read_dir(project().join("docs/lessons")).unwrap();
    let mut names: Vec<String> = files.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.retain(|name| name != "README.md");
    names.sort();
    let mut listed: Vec<String> = LESSONS.iter().map(|e| format!("{}.md", e.name)).collect();
    listed.sort();
    assert_eq!(names, listed);
    for (i, entry) in LESSONS.iter().enumerate() {
        let lesson = read(entry.name);
        assert_eq!((lesson.title.as_str(), lesson.minutes), (entry.title, entry.minutes), "{}", entry.name);
        assert_eq!(lesson.about, entry.about, "{}", entry.name);
        assert_eq!(lesson.order as usize, i + 1, "{}", entry.name);
        assert!(!lesson.about.is_empty(), "{}", entry.name);
        assert!(lesson.files.iter().all(|f| f.sample), "{}", entry.name);
        assert!(lesson.steps.len() >= 3, "{}", entry.name);
        let tasks: Vec<&LessonStep> = lesson.steps.iter().filter(|step| !step.plan.task.is_empty()).collect();
        assert!(tasks.len() >= 2, "{}", entry.name);
        for step in tasks {
            assert!(!step.plan.hints.is_empty(), "{}: {:?} has a task without a hint", entry.name, step.title);
        }
    }
    assert!(entry("no-such-lesson").is_none());
}

/// Each lesson is in one track, and the tracks, one after the other, have the lessons in their order. `docs/course.md`
/// and `docs/lessons/README.md` list the tracks.
#[test]
fn the_tracks_have_all_lessons_in_their_order() {
    let in_paths: Vec<&str> = TRACKS.iter().flat_map(|path| path.lessons).copied().collect();
    assert_eq!(in_paths, LESSONS.iter().map(|e| e.name).collect::<Vec<_>>());
    for document in ["docs/course.md", "docs/lessons/README.md"] {
        let text = fs::read_to_string(project().join(document)).unwrap();
        for path in TRACKS {
            let names: Vec<String> = path.lessons.iter().map(|name| format!("`{name}`")).collect();
            let row = format!("| {} | {} |", path.title, names.join(", "));
            assert!(text.contains(&row), "{document} lacks {row}");
        }
    }
}

/// The number of bytes that are always in sight above a byte that is scrolled to, and below it: two rows of 16.
const ROWS: u32 = 32;

/// Whether a marked byte is scrolled into view, even if the selected member is far away, or in
/// another blob.
fn mark_in_sight(session: &Session, ready: &Ready) -> bool {
    let file = session.file().expect("the step's file");
    let shown = session::shown_blob(file);
    let at = session.byte_in_sight(file, shown);
    // The row of the byte is in the middle of the pane, with a few rows above and below.
    let near = |mark: &btf::BlobRange, at: u32| (mark.start.saturating_sub(ROWS)..mark.end + ROWS).contains(&at);
    let is_marked = ready.in_blob(shown).iter().any(|mark| at.is_some_and(|at| near(mark, at)));
    // A function and a part of an ELF file are shown without bytes of a blob.
    let no_bytes = matches!(ready.show, None | Some(Show::Function(_) | Show::Elf(..)));
    ready.marks.is_empty() || is_marked || no_bytes
}

#[test]
fn every_lesson_can_be_walked_to_its_end() {
    for entry in LESSONS {
        let mut page = Page::start(entry.name);
        let lesson = read(entry.name);
        let mut wrong = Vec::new();
        for (at, step) in lesson.steps.iter().enumerate() {
            let place = format!("{} step {}, {:?}", entry.name, at + 1, step.title);
            page.learn(LearnMsg::Step(at));
            assert_eq!(page.session.problems(), [], "{place}");
            let Some(ready) = page.session.learn().ready().cloned() else {
                panic!("{place}: the desk does not answer")
            };
            if !ready.problems.is_empty() {
                wrong.push(format!("{place}: {:?}", ready.problems));
                continue;
            }
            assert_eq!(ready.marks.len(), step.plan.marks.len(), "{place}");
            if !mark_in_sight(&page.session, &ready) {
                wrong.push(format!("{place}: its marked bytes are not scrolled to"));
            }
            assert_eq!(page.session.current(), page.session.learn().file(ready.file), "{place}");
            assert_eq!(ready.goal.is_some(), !step.plan.task.is_empty(), "{place}");
            if page.session.learn().is_done() {
                wrong.push(format!("{place}: the task is done before anything was done"));
                continue;
            }
            match &ready.goal {
                None => continue,
                Some(Goal::Answer(expected)) => {
                    for odd in ODD {
                        page.learn(LearnMsg::Answer((*odd).into()));
                        assert!(!page.session.learn().is_done(), "{place}: {odd:?} is taken for the answer");
                    }
                    for (n, given) in step.plan.wrong.iter().enumerate() {
                        page.learn(LearnMsg::Answer(given.value.text.clone()));
                        let learn = page.session.learn();
                        let reason = learn.reason() == given.why.as_slice();
                        if learn.is_done() || !reason || given.value.text.is_empty() {
                            wrong.push(format!("{place}: {} does not get its reason ({n})", given.value.text));
                        }
                    }
                    page.learn(LearnMsg::Reveal);
                    assert!(!page.session.learn().is_done(), "{place}: to see the answer is not to know it");
                    let typed = expected.number.map_or(expected.text.clone(), |n| n.to_string());
                    for same in notations(&typed, expected.number) {
                        if expected.check(&same).is_err() {
                            wrong.push(format!("{place}: {same:?} is not taken for {typed:?}"));
                        }
                    }
                    page.learn(LearnMsg::Answer(typed));
                }
                Some(Goal::Build) => page.type_in_pad(builds::solution(entry.name, &step.title)),
                Some(Goal::Fix) => {
                    wrong.extend(
                        fixes::all_are_judged(&mut page, step).into_iter().map(|why| format!("{place}: {why}")),
                    );
                }
                Some(_) => page.learn(LearnMsg::Reveal),
            }
            if !page.session.learn().is_done() {
                wrong.push(format!("{place}: {:?} cannot be done", ready.goal));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(page.session.learn().marks.is_finished(), "{}", entry.name);
        // The lesson loads only the files that it names.
        let mut needed = vec![format!("{}.md", entry.name)];
        needed.extend(lesson.files.iter().map(|f| f.name.clone()));
        assert_eq!(page.loaded, needed);
    }
}

/// Prints the decoder's answers for authors of lessons: `cargo test -p tests --test lessons answers -- --nocapture`.
#[test]
fn answers_are_the_decoders() {
    for entry in LESSONS {
        let mut page = Page::start(entry.name);
        for at in 0..read(entry.name).steps.len() {
            page.learn(LearnMsg::Step(at));
            let learn = page.session.learn();
            if let Some(Goal::Answer(expected)) = learn.ready().and_then(|r| r.goal.as_ref()) {
                let plan = &learn.step().unwrap().plan;
                let asked = plan.answer.as_ref().unwrap();
                println!("{}:{} {} = {}", entry.name, asked.line, asked.text, expected.text);
                assert!(!expected.text.is_empty());
            }
        }
    }
}

#[test]
fn numbers_in_the_text_are_the_samples_own() {
    let mut wrong = Vec::new();
    for entry in LESSONS {
        let mut page = Page::start(entry.name);
        for (at, step) in read(entry.name).steps.iter().enumerate() {
            page.learn(LearnMsg::Step(at));
            let (text, all) = (prose(step), whole(step));
            let facts: Vec<&str> =
                step.plan.facts.iter().filter_map(|f| Some(f.text.split_once(" = ")?.0.trim())).collect();
            for fact in &facts {
                // Each fact must be in the step's text.
                if !all.contains(fact) {
                    wrong.push(format!("{}:{} {fact} is not in the text", entry.name, at + 1));
                }
            }
            let mut known: Vec<i64> = facts.iter().flat_map(|f| f.split(['[', ']', ' '])).filter_map(number).collect();
            if let Some(Goal::Answer(expected)) = page.session.learn().ready().and_then(|r| r.goal.as_ref()) {
                known.extend(expected.number);
            }
            for (number, around) in named_numbers(&text) {
                if !known.contains(&number) && !is_of_the_format(&around) {
                    wrong.push(format!("{}:{} {number}: {around:?}", entry.name, at + 1));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "fact: VALUE = QUESTION is missing for\n{}", wrong.join("\n"));
}

const OWN: &str =
    "---\ntitle: Mine\nsample: first.btf\n---\n## One\n## Two\n```lesson\nask: How many?\nanswer: types\n```\n";

#[test]
fn a_fact_that_is_not_so_is_reported_with_its_line() {
    let mut page = Page::new();
    let text = "---\ntitle: Mine\nsample: first.btf\n---\n## One\n```lesson\nfact: 3 = types\nfact: 5 = size struct point\n```\n";
    page.learn(LearnMsg::Text("mine.md".into(), text.into()));
    page.learn(LearnMsg::Load);
    let ready = page.session.learn().ready().cloned().expect("the step");
    assert_eq!(ready.problems, ["line 8: the text says 5, but the answer is 8"]);
}

#[test]
fn what_was_typed_is_still_there_after_next_and_back() {
    let mut page = Page::start("blob");
    page.learn(LearnMsg::Step(2));
    page.learn(LearnMsg::Typed("0x1".into()));
    page.learn(LearnMsg::Turn(1));
    assert_eq!(page.session.learn().draft(), "", "each step has a field of its own");
    page.learn(LearnMsg::Typed("11".into()));
    page.learn(LearnMsg::Turn(-1));
    assert_eq!((page.session.learn().draft(), page.session.learn().is_done()), ("0x1", false));
    assert_eq!(page.session.learn().marks.steps[2].tries, 0, "to type is not to answer");
    page.learn(LearnMsg::Turn(1));
    assert_eq!(page.session.learn().draft(), "11");
    page.learn(LearnMsg::List);
    page.learn(LearnMsg::Start("blob".into(), 3));
    assert_eq!(page.session.learn().draft(), "", "a lesson that is begun anew is empty");
}

#[test]
fn a_wrong_answer_gets_the_lesson_s_reason() {
    let text = "---\ntitle: Mine\nsample: first.btf\n---\n## One\n```lesson\nask: How long is a point?\nanswer: size struct point\n\
                wrong: 4 = That is *one* int.\nwrong: 0x10 = That is a line.\n```\n## Two\n```lesson\nask: Which kind is the first type?\n\
                answer: kind int int\nchoice: struct = It has no members.\nchoice: float = A float has no sign.\n```\n";
    let mut page = Page::new();
    page.learn(LearnMsg::Text("mine.md".into(), text.into()));
    page.learn(LearnMsg::Load);
    let says = |page: &Page| {
        let learn = page.session.learn();
        (learn.task_message().1, learn.reason().iter().map(|span| span.text.as_str()).collect::<String>())
    };
    for (typed, said, reason) in [
        ("4B", "Not 4B.", "That is one int."),
        ("16 bytes", "Not 16 bytes.", "That is a line."),
        ("64", "That is the number of bits. The question asks for bytes.", ""),
        ("8", "Right.", ""),
    ] {
        page.learn(LearnMsg::Answer(typed.into()));
        assert_eq!(says(&page), (said.to_owned(), reason.to_owned()), "{typed}");
    }
    page.learn(LearnMsg::Turn(1));
    let Some(Goal::Answer(expected)) = page.session.learn().ready().and_then(|r| r.goal.clone()) else { panic!() };
    assert_eq!(expected.choices, ["float", "int", "struct"], "in the order of the alphabet, the right one among them");
    page.learn(LearnMsg::Answer("struct".into()));
    assert_eq!(says(&page), ("Not struct.".to_owned(), "It has no members.".to_owned()));
    page.learn(LearnMsg::Answer("int".into()));
    assert!(page.session.learn().is_done());
    // An answer that the lesson lists as wrong, although it is right, is a mistake in the lesson.
    page.learn(LearnMsg::Text("mine.md".into(), text.replace("wrong: 4 =", "wrong: 8B =")));
    page.learn(LearnMsg::Load);
    assert_eq!(page.session.learn().ready().expect("the step").problems, ["line 9: 8B is the right answer"]);
}

#[test]
fn a_link_leads_to_a_step_of_a_lesson_on_the_web() {
    let url = "https://example.org:8443/course/mine.md";
    let mut page = Page::new();
    page.send(Msg::AddressChanged(format!("#v=1&learn={url}:2")));
    assert_eq!(page.session.learn().wanted, Some((url.to_owned(), 1)), "it is asked for, with its step");
    assert!(page.session.address().to_fragment().contains(&format!("learn={url}:2")));
    let effects = page.session.update(Msg::Learn(LearnMsg::Start(url.into(), 1)));
    assert!(effects.iter().any(|e| matches!(e, Effect::LoadUrl(_, at) if at == url)), "{effects:?}");
    // The lesson arrives as a file with the address's name. Its samples are loaded on another
    // click.
    page.learn(LearnMsg::Text("mine.md".into(), OWN.into()));
    assert_eq!(page.session.learn().step().map(|s| s.title.as_str()), Some("Two"));
    assert_eq!(page.loaded, [""; 0]);
    page.learn(LearnMsg::Load);
    assert_eq!(page.loaded, ["first.btf"]);
    // A wrong answer is explained; an empty one is no answer.
    for (typed, said) in
        [("", "Type a number first, such as 24 or 0x18."), ("0x03000000", "The right bytes in the wrong order.")]
    {
        page.learn(LearnMsg::Answer(typed.into()));
        let (good, words) = page.session.learn().message.clone().unwrap();
        assert!(!good && words.starts_with(said), "{words}");
        assert!(!page.session.learn().is_done());
    }
    page.learn(LearnMsg::Answer("3".into()));
    assert!(page.session.learn().is_done());
    // The address follows the steps, so that a reload or a student gets to the same step.
    page.learn(LearnMsg::Step(0));
    assert!(page.session.address().to_fragment().ends_with(&format!("learn={url}:1")));
    // Without a step, a lesson starts at the first. A name that is neither an address nor a lesson
    // of ours gets a message.
    let mut page = Page::new();
    page.send(Msg::AddressChanged(format!("#v=1&learn={url}")));
    assert_eq!(page.session.learn().wanted, Some((url.to_owned(), 0)));
    page.send(Msg::AddressChanged("#v=1&learn=javascript:alert(1):3".into()));
    assert!(page.session.notice().starts_with("There is no lesson javascript"), "{}", page.session.notice());

    // A lesson that the link names as a file (`f=url:`) behaves the same.
    let mut page = Page::new();
    page.send(Msg::AddressChanged(format!("#v=1&f=url:{url}")));
    page.learn(LearnMsg::Text("mine.md".into(), OWN.into()));
    assert!(page.session.wanted().is_none());
    assert!(page.session.address().to_fragment().ends_with(&format!("learn={url}:1")));
}
