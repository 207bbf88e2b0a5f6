//! `docs/project.md`, the final project of the course: a lesson about the student's own kernel. The test does it with a
//! part of a real kernel.

use std::fs;

use super::*;

/// Titles of the steps in which the student writes C, and C that is right there.
const SOLUTIONS: [(&str, &str); 2] = [
    ("Your declaration", "struct task_struct { struct task_struct *real_parent; int tgid; };"),
    ("A field that your kernel does not have", "struct task_struct { long state; unsigned int __state; };"),
];

#[test]
fn the_project_can_be_done_on_a_kernel() {
    let text = fs::read_to_string(project().join("docs/project.md")).expect("docs/project.md");
    let lesson = parse(&text).expect("a lesson");
    let bytes: Arc<[u8]> = fs::read(samples().join(PART)).expect("it is committed").into();
    let atlas = atlas::Atlas::open(bytes).expect("an atlas");
    let release = PART.trim_end_matches(".atlas");
    let kernel = atlas.take_out(atlas.kernel_called(release).expect("the part")).expect("its types");

    let mut page = Page::new();
    // The list of lessons starts the project by its name. The page's address and the stored marks contain this name,
    // too.
    page.learn(LearnMsg::Start("project".into(), 0));
    assert_eq!(page.session.lesson_needs().len(), 1, "the student opens it");
    assert!(
        page.session.address().to_fragment().contains("learn=project:1"),
        "{}",
        page.session.address().to_fragment()
    );
    let listed = (lesson::PROJECT.title, lesson::PROJECT.about, lesson::PROJECT.minutes);
    assert_eq!(listed, (&*lesson.title, &*lesson.about, lesson.minutes));
    let opened = container::open("vmlinux.btf", &kernel).expect("a blob");
    page.send(Msg::Files(FilesMsg::Opened(Box::new(desk::open::input(opened)))));
    page.work();
    for (at, step) in lesson.steps.iter().enumerate() {
        page.learn(LearnMsg::Step(at));
        let ready = page.session.learn().ready().cloned().unwrap_or_else(|| panic!("{}", step.title));
        assert_eq!(ready.problems, [""; 0], "{}", step.title);
        match &ready.goal {
            None => continue,
            Some(Goal::Answer(expected)) => {
                let typed = expected.number.map_or(expected.text.clone(), |n| n.to_string());
                page.learn(LearnMsg::Answer(typed));
            }
            Some(Goal::Build) => {
                let (_, solution) = SOLUTIONS.iter().find(|(title, _)| *title == step.title).expect("its solution");
                page.type_in_pad(solution);
            }
            Some(_) => page.learn(LearnMsg::Reveal),
        }
        assert!(page.session.learn().is_done(), "{} cannot be done", step.title);
    }
    let course = fs::read_to_string(project().join("docs/course.md")).expect("docs/course.md");
    assert!(course.contains("](project.md)"), "the course names it");
}
