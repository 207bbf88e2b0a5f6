//! A lesson saved as one HTML file.

use base64::Engine;

use super::*;

impl Page {
    fn exported(&mut self) -> (String, String) {
        self.learn(LearnMsg::Export);
        self.saved.pop().expect("a page")
    }
}

#[test]
fn every_lesson_is_a_page_that_asks_for_nothing() {
    for entry in LESSONS {
        let mut page = Page::start(entry.name);
        let lesson = read(entry.name);
        let (name, text) = page.exported();
        assert_eq!(name, format!("{}.html", entry.name));
        // It loads nothing and runs no script.
        for part in ["<script", "<link", "<img", "<iframe", "src=", "@import", "url(", "onclick"] {
            assert!(!text.contains(part), "{}: {part}", entry.name);
        }
        assert!(!text.contains("This step does not fit"), "{}", entry.name);
        assert_eq!(text.matches("<section>").count(), lesson.steps.len(), "{}", entry.name);
        let questions = lesson.steps.iter().filter(|s| s.plan.answer.is_some()).count();
        assert_eq!(text.matches("<summary>Answer</summary>").count(), questions, "{}", entry.name);
        // It contains its files, byte for byte.
        for file in page.session.files().iter().filter(|f| f.origin.atlas().is_none()) {
            let bytes = base64::prelude::BASE64_STANDARD.encode(&*file.digest_of);
            assert!(text.contains(&format!("base64,{bytes}\"")), "{}: {}", entry.name, file.name);
        }
        // Every step shows something.
        for part in text.split("<section>").skip(1) {
            assert!(part.contains("<figure>"), "{}: {part}", entry.name);
        }
    }
}

#[test]
fn a_page_has_what_its_steps_show() {
    let text = Page::start("blob").exported().1;
    // The second step marks the magic: the first two bytes of the blob.
    assert!(text.contains("000000  <mark>9f</mark> <mark>eb</mark> 01 00 18 00"), "{text}");
    assert!(text.contains("[1] INT 'int' size=4 bits_offset=0 nr_bits=32 encoding=SIGNED"), "{text}");
    assert!(text.contains("<summary>Answer</summary><p><b>24"), "{text}");
    // Wide lines can be scrolled by keys.
    assert!(
        text.matches("<pre").count() > 5
            && text.matches("<pre").count() == text.matches("<pre tabindex=\"0\">").count()
    );
    // What a question covers is folded, and the marked bytes stay in sight.
    let step = |text: &str, n: usize| text.split("<section>").nth(n).unwrap().to_owned();
    let (before, after) = (|s: &str, part: &str| s.find("<details>").unwrap() > s.find(part).unwrap(), "</details>");
    let core = Page::start("core").exported().1;
    let fourth = step(&core, 4);
    let opened = |n: usize| step(&core, n).contains("<td>families.btf</td>");
    assert!(!opened(4) && !opened(9) && opened(10), "a kernel has results from the step on that opens it");
    assert!(before(&fourth, "<td>0:0</td>") && !before(&fourth, "<td>older.btf</td>"), "{fourth}");
    let holes = step(&Page::start("holes").exported().1, 1);
    assert!(!before(&holes, "size: 32") && holes.contains(after), "{holes}");
    assert!(holes.rfind("<summary>Covered").unwrap() < holes.find("<mark>20</mark>").unwrap(), "{holes}");
    let text = Page::start("core").exported().1;
    assert!(text.contains("<tr><td>newer.btf</td><td>ok</td><td>28</td></tr>"), "{text}");
    let text = Page::start("holes").exported().1;
    assert!(text.contains("/* XXX 4 bytes hole, try to pack */"), "{text}");
    let text = Page::start("verdict").exported().1;
    assert!(text.contains("<li>Linux 6.12 refuses it: EINVAL (22).</li>"), "{text}");
}
