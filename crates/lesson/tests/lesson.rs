//! Lessons as people write them: errors are reported with their line, and no text takes too long.

use lesson::{Block, MAX_LESSON, Style, parse};

const HEAD: &str = "---\ntitle: T\nsample: first.btf\n---\n";

fn error(text: &str) -> String {
    match parse(text) {
        Ok(lesson) => panic!("read as {lesson:?}"),
        Err(e) => e.to_string(),
    }
}

fn check(body: &str, wanted: &str) {
    let found = error(&format!("{HEAD}{body}"));
    assert!(found.starts_with(wanted), "{body:?}: {found:?}");
}

#[test]
fn a_lesson_is_read() {
    let text = format!(
        "\u{feff}{HEAD}\n## One\n\nSome `code`.\n\n```c\n## no step\n```\n\n```lesson\nmark: header\nask: How long?\nanswer: length header\nhint: a: b\n```\n\n## Two\nMore.\n"
    );
    let lesson = parse(&text.replace('\n', "\r\n")).expect("a lesson");
    assert_eq!(lesson.steps.iter().map(|s| s.title.as_str()).collect::<Vec<_>>(), ["One", "Two"]);
    let one = &lesson.steps[0];
    assert_eq!((one.plan.task[0].text.as_str(), one.plan.hints[0][0].text.as_str()), ("How long?", "a: b"));
    assert_eq!(one.plan.answer.as_ref().map(|a| (a.line, a.text.as_str())), Some((17, "length header")));
    let Block::Paragraph(spans) = &one.text[0] else { panic!("{:?}", one.text) };
    assert_eq!(spans[1].style, Style::Code);
    assert_eq!(one.text[1], Block::Code("## no step".into()));
}

#[test]
fn missing_front_matter_is_reported() {
    assert_eq!(
        error(""),
        "Line 1: a lesson begins with a line of three dashes, and then its title: ---, then title: …"
    );
    for (text, wanted) in [
        ("# Title", "Line 1: a lesson begins"),
        ("---\ntitle: T\n", "Line 1: the lines between the dashes have no end"),
        ("---\ntitle: T\n---\n", "Line 3: the lesson names no file"),
        ("---\nsample: x.btf\n---\n", "Line 3: the lesson has no title"),
        ("---\ntitle\n---\n", "Line 2: \"title\" is not of the form key: value"),
        ("---\ntitle:\n---\n", "Line 2: title has no value"),
        ("---\nauthor: me\n---\n", "Line 2: \"author\" is not one of"),
        ("---\ntitle: T\nminutes: ten\n", "Line 3: \"ten\" is no number"),
        ("---\ntitle: T\nsample: ../../etc/passwd\n", "Line 3: \"../../etc/passwd\" is no file name"),
        ("---\ntitle: T\nsample: https://host/x\n", "Line 3: \"https://host/x\" is no file name"),
    ] {
        assert!(error(text).starts_with(wanted), "{text:?}: {}", error(text));
    }
}

#[test]
fn faults_of_steps_are_reported_with_their_lines() {
    check("", "Line 4: the lesson has no step");
    check("words\n", "Line 5: a step begins here");
    check("## \n", "Line 5: the step's heading is empty");
    check("## A\n\n# B\n", "Line 7: only a step has a heading");
    check("## A\n[x](javascript:alert(1))\n", "Line 6: a link leads to");
    check("## A\n```\ncode\n", "Line 6: the block that");
    check("## A\n```lesson\nmark: header\n", "Line 6: the lesson's block has no end");
    check("## A\n```lesson\n```\nmore\n", "Line 8: the ```lesson block must be the last part of its step");
    let block = |inside: &str, wanted: &str| check(&format!("## A\n```lesson\n{inside}\n```\n"), wanted);
    block("run: rm", "Line 7: \"run\" is not one of open, show");
    block("mark: the header", "Line 7: \"the header\" is no place");
    block("mark: string pid", "Line 7: \"pid\": a string stands in \"quotes\"");
    block("mark: bytes 8..4", "Line 7: \"8..4\": bytes are written");
    block("mark: func_info first", "Line 7: \"func_info first\": expected the number of a record");
    block("mark: header\nopen: other.btf", "Line 8: \"other.btf\" is not among the lesson's files");
    block("view: hologram", "Line 7: \"hologram\" is no view");
    block("show: task", "Line 7: \"task\" names no type");
    block("do: dance", "Line 7: \"dance\" is not one of select");
    block("do: select struct x", "Line 7: the step does not say what to do");
    block("do: select struct x\ntask: T\nask: Q\nanswer: types", "Line 7: a step has one task");
    block("ask: Q", "Line 7: the question has no answer");
    block("answer: types", "Line 7: the answer has no question");
    block("ask: Q\nanswer: 24", "Line 8: \"24\" is no question to the decoder");
    block("ask: Q\nanswer: size of it", "Line 8: \"of it\" names no type");
    block("fact: 24", "Line 7: \"24\": write VALUE = QUESTION");
    block("fact: 24 = twice", "Line 7: \"twice\" is no question to the decoder");
    block("fact: 22 = errno on Tuesday", "Line 7: \"Tuesday\" is no version of a kernel");
    block("ask: Q\nanswer: types\nwrong: 3", "Line 9: \"3\": write VALUE = REASON");
    block("hide: all\nask: Q\nanswer: types", "Line 7: \"all\" is not one of inspector, figures");
    block("hide: view\ndo: select struct x\ntask: T", "Line 7: only a question covers something");
    block("wrong: 3 = That is the last id.", "Line 7: a step with wrong: needs a question");
    block("ask: Q\nanswer: relocation 2", "Line 8: \"relocation 2\": write relocation NUMBER on FILE");
}

#[test]
fn sizes_are_limited() {
    let long = format!("{HEAD}## A\n{}", "word ".repeat(MAX_LESSON / 5));
    assert!(error(&long).starts_with("Line 1: a lesson has"), "{}", error(&long));
    check(&format!("## A\n{}", "[".repeat(5000)), "Line 6: a paragraph has");
    check(&"## A\n".repeat(101), "Line 105: a lesson has 100 steps at most");
    check(&format!("## A\n```lesson\n{}```\n", "mark: header\n".repeat(17)), "Line 23: a step has");
    let files = |count| format!("---\ntitle: T\n{}---\n## A\n", "file: a.btf\n".repeat(count));
    assert!(parse(&files(16)).is_ok());
    assert_eq!(error(&files(17)), "Line 19: a lesson has 16 files at most");
    let deep = format!("## A\n```lesson\nmark: {}struct x\n```\n", "target of ".repeat(50));
    check(&deep, "Line 7:");
    // Unclosed marks do not take long, because the end of a mark is searched only in its paragraph.
    let many = format!("{HEAD}## A\n{}", format!("{}\n\n", "*[`**".repeat(700)).repeat(30));
    assert!(parse(&many).is_ok());
}

#[test]
fn damaged_lessons_are_read_or_reported() {
    let whole = std::fs::read_to_string(format!("{}/../../docs/lessons/blob.md", env!("CARGO_MANIFEST_DIR")))
        .expect("the lesson");
    for end in (0..whole.len()).filter(|&at| whole.is_char_boundary(at)).step_by(7) {
        if let Err(e) = parse(&whole[..end]) {
            assert!(e.line >= 1 && e.line as usize <= whole.lines().count() && !e.message.is_empty());
        }
    }
    for (at, _) in whole.char_indices().step_by(11) {
        for new in ["`", "\n", "#", "[", "\u{0}", ":"] {
            let changed = format!("{}{new}{}", &whole[..at], &whole[at..]);
            let _ = parse(&changed);
        }
    }
}
