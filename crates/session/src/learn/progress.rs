//! The progress in the lessons. The browser stores it as text, one lesson on a line, the latest first. A line has
//! four words with spaces between: name, step (from 1), date, and the marks of the steps, joined by commas
//! ([`StepMark`]).

/// How many lessons are stored, at most, from the page and from the web together.
const MAX_KEPT: usize = 100;
/// How long the name of a stored lesson may be, in bytes. The name of a lesson on the web is its address.
const MAX_NAME: usize = 300;
/// How many steps a lesson may have, as in [`lesson::parse`].
const MAX_STEPS: usize = 100;

/// The progress of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StepMark {
    /// Whether the step has a task.
    pub task: bool,
    /// Whether the person opened the step.
    pub seen: bool,
    /// Whether the page showed the answer or did the task before the person did.
    pub shown: bool,
    /// Whether the task is done.
    pub done: bool,
    /// How many answers were given, including the right one.
    pub tries: u32,
}

impl StepMark {
    /// The letter by which the mark is stored: `-` not seen, `r` seen; for a step with a task `.` not seen, `o` open,
    /// `s` answer shown, `d` done, `b` done after the answer was shown.
    fn letter(self) -> char {
        match (self.task, self.seen, self.shown, self.done) {
            (false, false, ..) => '-',
            (false, true, ..) => 'r',
            (true, false, false, false) => '.',
            (true, true, false, false) => 'o',
            (true, _, true, false) => 's',
            (true, _, false, true) => 'd',
            (true, _, true, true) => 'b',
        }
    }

    fn read(text: &str) -> Option<StepMark> {
        let mut chars = text.chars();
        let (task, seen, shown, done) = match chars.next()? {
            '-' => (false, false, false, false),
            'r' => (false, true, false, false),
            '.' => (true, false, false, false),
            'o' => (true, true, false, false),
            's' => (true, true, true, false),
            'd' => (true, true, false, true),
            'b' => (true, true, true, true),
            _ => return None,
        };
        let tries = if chars.as_str().is_empty() { 0 } else { chars.as_str().parse().ok()? };
        Some(StepMark { task, seen, shown, done, tries })
    }

    /// Whether the person did the task before the answer was shown.
    pub fn is_answered(self) -> bool {
        self.done && !self.shown
    }

    /// A word for the list of steps.
    pub fn word(self) -> &'static str {
        match self.letter() {
            '-' | '.' => "not read yet",
            'r' => "read",
            's' | 'b' => "shown",
            'd' => "answered",
            _ => "open",
        }
    }

    /// A sign beside the word; screen readers skip the sign.
    pub fn sign(self) -> &'static str {
        match self.letter() {
            '-' | '.' | 'o' => "",
            's' | 'b' => "◦",
            _ => "✓",
        }
    }
}

/// The progress in a lesson.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LessonMarks {
    /// Its name, or its address on the web; empty for a lesson from a file, which is not stored.
    pub name: String,
    /// The step that was open last, counted from 0.
    pub at: usize,
    /// The date of the last visit, as `2026-11-23`.
    pub date: String,
    /// Its steps.
    pub steps: Vec<StepMark>,
}

impl LessonMarks {
    /// Three counts: all tasks, the tasks that the person did alone, and the tasks whose answer was shown.
    pub fn sums(&self) -> (usize, usize, usize) {
        let count = |is: fn(&StepMark) -> bool| self.steps.iter().filter(|s| is(s)).count();
        (count(|s| s.task), count(|s| s.is_answered()), count(|s| s.shown))
    }

    /// Whether every task is done; tasks that were done after the answer was shown count, too. False if there are no
    /// tasks.
    pub fn is_finished(&self) -> bool {
        self.steps.iter().any(|s| s.task) && self.steps.iter().all(|s| !s.task || s.done)
    }

    /// A summary: `step 4 of 9, 2 of 8 tasks done`, `✓ done, 2 shown`. In the first form, tasks whose answer was shown
    /// do not count as done.
    pub fn words(&self) -> String {
        let (tasks, answered, shown) = self.sums();
        let shown = if shown > 0 { format!(", {shown} shown") } else { String::new() };
        match self.is_finished() {
            true => format!("✓ done{shown}"),
            false => format!("step {} of {}, {answered} of {tasks} tasks done{shown}", self.at + 1, self.steps.len()),
        }
    }

    fn read(line: &str) -> Option<LessonMarks> {
        let mut words = line.split(' ');
        let (name, at, date, steps) = (words.next()?, words.next()?, words.next()?, words.next()?);
        let at = at.parse::<usize>().ok()?.checked_sub(1)?;
        let steps: Option<Vec<StepMark>> = steps.split(',').map(StepMark::read).collect();
        let steps = steps.filter(|steps| at < steps.len() && steps.len() <= MAX_STEPS)?;
        let fits = !name.is_empty() && name.len() <= MAX_NAME && date.len() <= 10;
        fits.then(|| LessonMarks { name: name.to_owned(), at, date: date.to_owned(), steps })
    }

    fn write(&self, out: &mut String) {
        let date = if self.date.is_empty() { "-" } else { &self.date };
        out.push_str(&format!("{} {} {date} ", self.name, self.at + 1));
        for (i, step) in self.steps.iter().enumerate() {
            if i > 0 {
                out.push(',');
            }
            out.push(step.letter());
            if step.tries > 0 {
                out.push_str(&step.tries.to_string());
            }
        }
        out.push('\n');
    }
}

/// The warning if the browser stores nothing ([`Progress::refused`]).
pub const NOT_KEPT: &str =
    "This browser keeps no data for this page, or its storage is full: your progress is lost when you close the page.";

/// The progress in all lessons.
#[derive(Debug, Default)]
pub struct Progress {
    lessons: Vec<LessonMarks>,
    /// Whether the browser stores nothing, by its settings or because its storage is full.
    pub refused: bool,
    /// The text that the browser has stored.
    kept: String,
}

impl Progress {
    /// Reads the stored text; `kept` is `None` if the browser stores nothing. Invalid lines are skipped, because other
    /// pages of the same site can write to the storage.
    pub(crate) fn take(&mut self, kept: Option<String>) {
        self.refused = kept.is_none();
        let Some(kept) = kept else { return };
        self.lessons = kept.lines().filter_map(LessonMarks::read).take(MAX_KEPT).collect();
        self.kept = kept;
    }

    /// The progress in a lesson.
    pub fn of(&self, name: &str) -> Option<&LessonMarks> {
        self.lessons.iter().find(|l| l.name == name)
    }

    /// The lessons with progress, the latest first.
    pub fn lessons(&self) -> &[LessonMarks] {
        &self.lessons
    }

    /// Puts a lesson first. A lesson without a name (from a file) is not stored, nor a lesson whose name is too long or
    /// has a space or a line break.
    pub(crate) fn put(&mut self, marks: &LessonMarks) {
        let fits = !marks.name.is_empty() && marks.name.len() <= MAX_NAME && !marks.name.contains([' ', '\n']);
        if fits && self.lessons.first() != Some(marks) {
            self.lessons.retain(|l| l.name != marks.name);
            self.lessons.insert(0, marks.clone());
            self.lessons.truncate(MAX_KEPT);
        }
    }

    /// Deletes all progress.
    pub(crate) fn clear(&mut self) {
        self.lessons.clear();
    }

    /// The text to store, if it differs from the stored text; it counts as stored from now on.
    pub(crate) fn unsaved(&mut self) -> Option<String> {
        let mut text = String::new();
        for lesson in &self.lessons {
            lesson.write(&mut text);
        }
        (text != self.kept).then(|| {
            text.clone_into(&mut self.kept);
            text
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEPT: &str = "blob 3 2026-11-23 d2,s1,o,-\nhttps://example.org/a.md 1 2026-11-01 r,.\n";

    #[test]
    fn stored_text_reads_back() {
        let mut progress = Progress::default();
        progress.take(Some(KEPT.into()));
        assert_eq!(progress.unsaved(), None, "it is what the browser has");
        let blob = progress.of("blob").unwrap().clone();
        assert_eq!((blob.at, blob.date.as_str(), blob.sums()), (2, "2026-11-23", (3, 1, 1)));
        assert_eq!(blob.words(), "step 3 of 4, 1 of 3 tasks done, 1 shown");
        assert!(!blob.is_finished());
        let words: Vec<&str> = blob.steps.iter().map(|s| s.word()).collect();
        assert_eq!(words, ["answered", "shown", "open", "not read yet"]);
        assert_eq!(blob.steps[0].tries, 2);
        // The lesson that was open last comes first.
        let other = progress.of("https://example.org/a.md").unwrap().clone();
        progress.put(&LessonMarks { at: 1, ..other });
        let text = progress.unsaved().unwrap();
        assert_eq!(text, "https://example.org/a.md 2 2026-11-01 r,.\nblob 3 2026-11-23 d2,s1,o,-\n");
        progress.clear();
        assert_eq!(progress.unsaved().as_deref(), Some(""));
    }

    #[test]
    fn invalid_lines_are_skipped() {
        let mut progress = Progress::default();
        for line in ["", "blob", "blob 0 d d", "blob x - d", "blob 3 - d", "blob 1 - x", "blob 1 - d-1", "blob 1 - ,"] {
            progress.take(Some(format!("{line}\n")));
            assert_eq!(progress.lessons(), [], "{line}");
        }
        progress.take(None);
        assert!(progress.refused);
    }

    #[test]
    fn a_lesson_is_done_when_every_task_is() {
        let marks = |steps: &str| LessonMarks::read(&format!("a 1 - {steps}")).unwrap();
        assert_eq!(marks("r,d,d3").words(), "✓ done");
        assert_eq!(marks("-,d,b1").words(), "✓ done, 1 shown");
        assert_eq!(marks("-,d,s").words(), "step 1 of 3, 1 of 2 tasks done, 1 shown");
        assert!(!marks("r,r").is_finished(), "a lesson without a task is never done");
        assert!(!marks("d,o").is_finished());
    }
}
