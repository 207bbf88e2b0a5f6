//! The results of the lessons as text, to paste for a teacher. No server is involved.

use lesson::entry;

use super::{LessonMarks, Progress, StepMark};

/// The results as text: one block a lesson, the latest first. Steps are counted from 1, as on the page.
///
/// The text repeats what this browser stored; it proves nothing.
pub(super) fn results(progress: &Progress, today: &str) -> String {
    let on = if today.is_empty() { String::new() } else { format!(" on {today}") };
    let mut out = format!("btfscope lessons: results{on}\n");
    for lesson in progress.lessons() {
        of_lesson(lesson, &mut out);
    }
    if progress.lessons().is_empty() {
        out.push_str("\nNo lesson was begun in this browser.\n");
    }
    out
}

fn of_lesson(lesson: &LessonMarks, out: &mut String) {
    let title = entry(&lesson.name).map(|e| format!("{} ({})", e.title, lesson.name));
    let (tasks, answered, shown) = lesson.sums();
    let date = if lesson.date.len() == 10 { format!(", last on {}", lesson.date) } else { String::new() };
    out.push_str(&format!("\n{}{date}\n", title.unwrap_or_else(|| lesson.name.clone())));
    out.push_str(&format!("  {answered} of {tasks} tasks answered, {shown} shown\n"));
    let with_tries = |n: usize, step: &StepMark| match step.tries {
        0 | 1 => n.to_string(),
        tries => format!("{n} ({tries} tries)"),
    };
    let mut line = |word: &str, is: fn(&StepMark) -> bool| {
        let steps = lesson.steps.iter().enumerate().filter(|(_, step)| step.task && is(step));
        let steps: Vec<String> = steps.map(|(i, step)| with_tries(i + 1, step)).collect();
        if !steps.is_empty() {
            out.push_str(&format!("  {word:<10}{}\n", steps.join(", ")));
        }
    };
    line("answered:", |s| s.is_answered());
    line("shown:", |s| s.shown);
    line("open:", |s| !s.done && !s.shown);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_can_be_read() {
        let mut progress = Progress::default();
        let kept = "blob 4 2026-11-23 d,d3,s1,o2,-,.\nhttps://example.org/a.md 1 2026-11-01 o\n";
        progress.take(Some(kept.into()));
        let text = "btfscope lessons: results on 2026-11-24\n\nA blob, byte by byte (blob), last on 2026-11-23\n  \
                    2 of 5 tasks answered, 1 shown\n  answered: 1, 2 (3 tries)\n  shown:    3\n  open:     4 (2 tries), 6\n\n\
                    https://example.org/a.md, last on 2026-11-01\n  0 of 1 tasks answered, 0 shown\n  open:     1\n";
        assert_eq!(results(&progress, "2026-11-24"), text);
        assert_eq!(
            results(&Progress::default(), ""),
            "btfscope lessons: results\n\nNo lesson was begun in this browser.\n"
        );
    }
}
