//! `lesson`: the page's lessons as HTML files.

use std::fs;

use tests::fixture::project;

use crate::run::{folder, run, text};

#[test]
fn lessons_become_pages() {
    let (project, out) = (project(), folder("lesson"));
    let (samples, lessons) = (project.join("static/samples"), project.join("docs/lessons"));
    let of = samples.join("lessons");
    let mut count = 0;
    for entry in fs::read_dir(&lessons).expect("lessons") {
        let path = entry.expect("a file").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        // README is not a lesson.
        if name == "README" {
            continue;
        }
        let page = out.join(format!("{name}.html"));
        let made = run(&["lesson", text(&path), "--files", text(&samples), "--files", text(&of), "-o", text(&page)]);
        assert_eq!((made.status, made.text()), (0, ""), "{name}: {}", made.err);
        let html = fs::read_to_string(&page).expect("a page");
        assert!(!html.contains("This step does not fit") && !html.contains("<script"), "{name}");
        let source = fs::read_to_string(&path).expect("a lesson");
        let questions = source.lines().filter(|line| line.starts_with("answer: ")).count();
        assert_eq!(html.matches("<summary>Answer</summary>").count(), questions, "{name}");
        count += 1;
    }
    assert_eq!(count, lesson::LESSONS.len());
    // The page saves the same file (tests/tests/lessons/export.rs).
    let blob = fs::read_to_string(out.join("blob.html")).expect("a page");
    assert!(blob.contains("000000  <mark>9f</mark> <mark>eb</mark> 01 00 18 00"), "{blob}");
    let core = fs::read_to_string(out.join("core.html")).expect("a page");
    assert!(core.contains("<tr><td>newer.btf</td><td>ok</td><td>28</td></tr>"), "{core}");
    // If a sample is an atlas, the page has the kernel that the sample is named after.
    let kernel = fs::read_to_string(out.join("kernel.html")).expect("a page");
    assert!(kernel.contains("<b>9792</b>") && kernel.contains("download=\"6.12.94-part.btf\""), "{kernel}");
}

#[test]
fn what_a_lesson_lacks_is_named() {
    let (project, out) = (project(), folder("lesson-lacks"));
    let page = out.join("x.html");
    let lesson = |name: &str| project.join("docs/lessons").join(name);
    let made = run(&["lesson", text(&lesson("blob.md")), "-o", text(&page)]);
    assert_eq!(made.status, 2);
    assert!(made.err.contains("the lesson's file first.btf is not there: name its folder by --files"), "{}", made.err);
    let made = run(&["lesson", text(&lesson("kernel.md")), "-o", text(&page)]);
    assert!(made.err.contains("the lesson's file 6.12.94-part.atlas is not there"), "{}", made.err);
    let whole = out.join("whole.md");
    fs::write(&whole, "---\ntitle: T\nkernel: 6.12.94+deb13-amd64\n---\n## One\n").expect("a lesson");
    let made = run(&["lesson", text(&whole), "-o", text(&page)]);
    assert!(made.err.contains("is a kernel of the atlas: give the atlas with --atlas"), "{}", made.err);
    assert!(!page.exists());
}
