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
        for part in ["<script", "<link", "<img", "<iframe", "src=", "@import", "onclick"] {
            assert!(!text.contains(part), "{}: {part}", entry.name);
        }
        // A picture refers to marks of its own, and to nothing else.
        for url in text.split("url(").skip(1) {
            let id = url.strip_prefix('#').and_then(|url| url.split(')').next()).unwrap_or_default();
            assert_eq!(text.matches(&format!("id=\"{id}\"")).count(), 1, "{}: url(#{id})", entry.name);
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
    // The parts that a question covers are folded, and the marked bytes stay in sight.
    let step = |text: &str, n: usize| text.split("<section>").nth(n).unwrap().to_owned();
    let (before, after) = (|s: &str, part: &str| s.find("<details>").unwrap() > s.find(part).unwrap(), "</details>");
    let core = Page::start("core").exported().1;
    let fourth = step(&core, 4);
    let opened = |n: usize| step(&core, n).contains("<td>families.btf</td>");
    assert!(!opened(4) && !opened(10) && opened(11), "a kernel has results from the step on that opens it");
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

/// The titles of the pictures in a step of a lesson's page. Steps count from 1.
fn pictures(name: &str, step: usize) -> Vec<String> {
    let text = Page::start(name).exported().1;
    let part = text.split("<section>").nth(step).expect("the step");
    let label = |svg: &str| svg.split("aria-label=\"").nth(1).and_then(|l| l.split('"').next()).map(str::to_owned);
    part.split("<svg ").skip(1).filter_map(label).collect()
}

#[test]
fn a_page_has_the_pictures_of_its_steps() {
    assert_eq!(pictures("holes", 1), ["struct loose: layout"]);
    assert_eq!(pictures("blob", 2), [""; 0], "the step is about a byte");
    // A bitfield is read in three steps: a load, and two shifts.
    assert_eq!(pictures("bitfields", 8), ["struct packet.tag: layout", "struct packet.tag: how a program reads it"]);
    let text = Page::start("bitfields").exported().1;
    let read =
        text.split("<svg ").find(|svg| svg.contains("aria-label=\"struct packet.tag: how a program")).expect("it");
    for part in ["r1 = *(u32 *)(r1 +0)", "the first byte is the lowest", "r1 &lt;&lt;= 38", "r1 &gt;&gt;= 52"] {
        assert!(read.contains(part), "{part}: {read}");
    }
    assert_eq!(pictures("kernel", 6), ["struct sk_buff: layout", "struct sk_buff: graph"]);
}
