//! The damaged blobs of the lesson "Find the fault" are those that `tests/src/lessons/faults.rs` makes, and the decoder
//! finds the one change that was made.

use super::*;
use tests::lessons::{Damaged, damaged_blobs};

/// The bytes as the lesson has them: in words of four bytes.
fn written(bytes: &[u8]) -> String {
    let word = |word: &[u8]| word.iter().map(|b| format!("{b:02x}")).collect::<String>();
    bytes.chunks(4).map(word).collect::<Vec<_>>().join(" ")
}

/// `UPDATE=1` writes the bytes into the lesson.
#[test]
fn the_bytes_in_the_lesson_are_made_here() {
    let (text, mut blobs) = (source("faults"), damaged_blobs().into_iter());
    let line = |line: &str| match line.starts_with("hex: ") {
        true => format!("hex: {}\n", written(&blobs.next().expect("as many blobs as steps").bytes)),
        false => format!("{line}\n"),
    };
    let made: String = text.lines().map(line).collect();
    assert!(blobs.next().is_none(), "as many steps as blobs");
    golden(&project().join("docs/lessons/faults.md"), made.as_bytes());
}

#[test]
fn each_blob_has_one_fault_where_it_was_changed() {
    let blobs = damaged_blobs();
    assert_eq!(blobs.len(), 20);
    for (n, Damaged { at, bytes }) in blobs.into_iter().enumerate() {
        let faults = match Btf::parse(bytes, None) {
            Ok(btf) => btf.diagnostics().to_vec(),
            Err(e) => vec![e],
        };
        let [fault] = &faults[..] else { panic!("{n}: {faults:?}") };
        assert!((fault.range.start..fault.range.end).contains(&(at as u32)), "{n}: byte {at}, but {fault}");
    }
}

#[test]
fn the_decoder_s_sentence_comes_after_the_answer() {
    let mut page = Page::start("faults");
    page.learn(LearnMsg::Step(2));
    page.learn(LearnMsg::Answer("magic".into()));
    assert_eq!(page.session.learn().fault(), "");
    page.learn(LearnMsg::Answer("Version".into()));
    assert_eq!(page.session.learn().fault(), "header: version 2, but only version 1 is known (byte 0x2)");
    // The sentence also comes with an answer that is only shown.
    page.learn(LearnMsg::Step(3));
    assert_eq!(page.session.learn().fault(), "");
    page.learn(LearnMsg::Reveal);
    assert_eq!(page.session.learn().fault(), "header: hdr_len is 20, but at least 24 is needed (bytes 0x4..0x8)");
}

/// The answer to each step is where the blob was changed, or what the decoder says there; bytes beside it are wrong.
#[test]
fn each_answer_is_where_the_blob_was_changed() {
    let mut page = Page::start("faults");
    let steps = read("faults").steps;
    let asked = (0..).zip(&steps).filter(|(_, step)| step.plan.hex.is_some());
    for ((at, step), blob) in asked.zip(damaged_blobs()) {
        page.learn(LearnMsg::Step(at));
        let ready = page.session.learn().ready().cloned().expect("the step");
        let Some(Goal::Answer(expected)) = &ready.goal else { panic!("{}: {:?}", step.title, ready.problems) };
        assert!(!ready.fault.is_empty(), "{}", step.title);
        let question = step.plan.answer.as_ref().expect("a question").text.clone();
        if question == "fault byte" {
            assert!(expected.is(&blob.at.to_string()) && expected.is(&format!("{:#x}", blob.at)), "{}", step.title);
            let (first, last) = (expected.number.expect("a byte"), expected.last.expect("a byte"));
            assert!(!expected.is(&(last + 1).to_string()), "{}", step.title);
            assert!(first == 0 || !expected.is(&(first - 1).to_string()), "{}", step.title);
        } else {
            // The answer is a field's name or the decoder's words, not a number.
            assert!(expected.number.is_none() && !expected.text.is_empty(), "{}", step.title);
        }
        println!("{}: {question} = {} | {}", step.title, expected.text, ready.fault);
    }
}
