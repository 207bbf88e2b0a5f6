//! A lesson as a page of its own: one HTML file that needs no other, for a learning platform or a USB stick.
//!
//! It has no script, because learning platforms remove scripts, and it loads nothing. Answers are in `<details>`, which
//! mouse and keys open without a script. The views of a step are in the page as text: the layout, the records, the
//! bytes with marks, relocations with their results, verdicts and lists. Layouts, reads of bitfields and graphs are
//! there as pictures, too (SVG in the page). The files are `data:` links in the page, except kernels of the atlas and
//! files that are too large for that.

mod figures;
mod html;
mod pictures;
mod steps;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use text::counted;

use super::{Given, GivenFile, Goal, Lesson, LessonStep, Ready, prepare};
use figures::figures;
use html::{Html, blocks, spans};

/// The most bytes of all files in the page.
const MAX_FILES: usize = 8 << 20;

/// Writes the page of a lesson. `files` are its files in order, each with the lesson's name for it. Parts of a step
/// that do not fit the files are reported in the page, as in btfscope.
pub fn lesson_page(lesson: &Lesson, files: &[(&str, &dyn GivenFile)]) -> String {
    let mut page = Html::default();
    page.raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    // Nothing may be loaded or run, whatever names a file contains.
    page.raw(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n",
    );
    page.element("title", &lesson.title);
    page.raw("\n<style>\n").raw(STYLE).raw("</style>\n</head>\n<body>\n<main>\n");
    page.element("h1", &lesson.title).raw("\n");
    page.element("p", &lesson.about).raw("\n<p class=\"dim\">");
    page.text(&format!("{}, {}. ", counted(lesson.minutes, "minute"), counted(lesson.steps.len(), "step")));
    page.raw("The answer of each question is below it: think first, then open it.</p>\n");
    attachments(lesson, files, &mut page);
    let mut of = 0;
    for (at, step) in lesson.steps.iter().enumerate() {
        let named = step.plan.open.as_ref().and_then(|said| files.iter().position(|f| f.0 == said.text));
        of = named.unwrap_or(of);
        // As on the page: a file of a later step is not open yet, and has no results here.
        let later = |name: &str| lesson.files.iter().any(|f| f.name == name && f.from as usize > at);
        let here: Vec<_> = files.iter().filter(|f| !later(f.0)).copied().collect();
        let of = files.get(of).and_then(|own| here.iter().position(|f| f.0 == own.0)).unwrap_or(0);
        write_step(at, step, &here, of, &mut page);
    }
    page.raw("<footer class=\"dim\">Written by btfscope. Its page shows the same lesson beside the real views, and checks what you answer.</footer>\n");
    page.raw("</main>\n</body>\n</html>\n");
    page.done()
}

/// Adds links by which a reader saves the files.
fn attachments(lesson: &Lesson, files: &[(&str, &dyn GivenFile)], page: &mut Html) {
    page.raw("<p>Files of this lesson: ");
    let mut room = MAX_FILES;
    for (i, (name, file)) in files.iter().enumerate() {
        let bytes = file.bytes();
        page.raw(if i > 0 { ", " } else { "" });
        if lesson.files.iter().any(|f| f.atlas && f.name == *name) {
            page.text(&format!("the kernel {name} of Debian (from btfscope's atlas; too large to be in the page)"));
            continue;
        }
        // A file that is not a program has only its types here; an atlas has the types of its kernel.
        let name = match name.strip_suffix(".atlas") {
            Some(kernel) => format!("{kernel}.btf"),
            None if file.program().is_some() || name.ends_with(".btf") => (*name).to_owned(),
            None => format!("{name}.btf"),
        };
        match room.checked_sub(bytes.len()) {
            Some(left) => {
                room = left;
                page.raw("<a download=\"").text(&name).raw("\" href=\"data:application/octet-stream;base64,");
                page.raw(&BASE64_STANDARD.encode(&bytes)).raw("\">").text(&name).raw("</a>");
            }
            None => {
                page.text(&name).raw(" (too large to be in the page)");
            }
        }
        page.text(&format!(" ({})", counted(bytes.len(), "byte")));
    }
    page.raw(".</p>\n");
}

fn write_step(at: usize, step: &LessonStep, files: &[(&str, &dyn GivenFile)], of: usize, page: &mut Html) {
    page.raw("<section>\n");
    page.element("h2", &format!("{}. {}", at + 1, step.title)).raw("\n");
    blocks(&step.text, page);
    let ready = if of < files.len() { prepare(&Given { files, at: of }, &step.plan) } else { Ready::default() };
    for problem in &ready.problems {
        page.raw("<p class=\"bad\">").text(&format!("This step does not fit the file: {problem}.")).raw("</p>\n");
    }
    figures(files, &ready, &step.plan.hide, page);
    if let Some(log) = &step.plan.log {
        page.code(log.text.trim_end()).raw("\n");
    }
    if !step.plan.task.is_empty() {
        write_task(step, &ready, page);
    }
    page.raw("</section>\n");
}

fn write_task(step: &LessonStep, ready: &Ready, page: &mut Html) {
    let asks = step.plan.answer.is_some();
    page.raw("<div class=\"task\">\n<p><b>").raw(if asks { "Question: " } else { "In btfscope: " }).raw("</b>");
    spans(&step.plan.task, page);
    page.raw("</p>\n");
    let expected = if let Some(Goal::Answer(expected)) = &ready.goal { Some(expected) } else { None };
    if let Some(expected) = expected.filter(|expected| !expected.choices.is_empty()) {
        page.raw("<ul>\n");
        for choice in &expected.choices {
            page.element("li", choice).raw("\n");
        }
        page.raw("</ul>\n");
    }
    write_fixes(step, ready, page);
    if !step.plan.builds.is_empty() {
        page.raw("<p>In btfscope's scratch pad these have to hold:</p>\n<ul>\n");
        for condition in &step.plan.builds {
            page.raw("<li>");
            match &*condition.words {
                [] => drop(page.element("code", &condition.of.text)),
                words => spans(words, page),
            }
            page.raw("</li>\n");
        }
        page.raw("</ul>\n");
    }
    for hint in &step.plan.hints {
        page.raw("<details><summary>Hint</summary><p>");
        spans(hint, page);
        page.raw("</p></details>\n");
    }
    if let Some(expected) = expected {
        page.raw("<details><summary>Answer</summary><p><b>").text(&expected.text).raw("</b> ");
        spans(&step.plan.done, page);
        page.raw("</p>\n");
        if !ready.fault.is_empty() {
            page.raw("<p>The decoder: ").element("code", &ready.fault).raw("</p>\n");
        }
        if !step.plan.wrong.is_empty() {
            page.raw("<ul>\n");
            for wrong in &step.plan.wrong {
                page.raw("<li>Not ").text(&wrong.value.text).raw(": ");
                spans(&wrong.why, page);
                page.raw("</li>\n");
            }
            page.raw("</ul>\n");
        }
        page.raw("</details>\n");
    }
    page.raw("</div>\n");
}

/// The fixes of a step, each with its log, folded.
fn write_fixes(step: &LessonStep, ready: &Ready, page: &mut Html) {
    for (fix, found) in step.plan.fixes.iter().zip(&ready.fixes) {
        page.raw("<details><summary>");
        spans(&fix.text, page);
        let verdict = match (found.is_accepted, fix.is_trap) {
            (false, _) => "The kernel refuses it. ",
            (true, true) => "The kernel accepts it, but the program does not do what it should. ",
            (true, false) => "The kernel accepts it. ",
        };
        page.raw("</summary><p>").text(verdict);
        spans(&fix.why, page);
        page.raw("</p>\n").code(fix.log.text.trim_end()).raw("\n</details>\n");
    }
}

const STYLE: &str = "\
:root { color-scheme: light dark; --line: #b8c2ce; --soft: #eef2f6; --mark: #ffe08a; --markfg: #1a1400; --dim: #55606d; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --line: #3a4653; --soft: #1d252e; --mark: #6b5200; --markfg: #fff4d6; --dim: #a3afbc; --bad: #ff8a80; } }
body { font: 16px/1.55 system-ui, sans-serif; margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; } p, ul, ol, .task { max-width: 46rem; }
.picture { overflow-x: auto; margin: .5rem 0; }
section { border-top: 1px solid var(--line); padding-top: .5rem; margin-top: 1.5rem; }
h1, h2 { line-height: 1.25; }
code, pre, table.mono { font: .875em/1.45 ui-monospace, 'DejaVu Sans Mono', monospace; }
pre { background: var(--soft); padding: .6rem .8rem; overflow-x: auto; }
mark { background: var(--mark); color: var(--markfg); text-decoration: underline; }
table { border-collapse: collapse; display: block; overflow-x: auto; margin: .5rem 0; }
caption { text-align: left; font-weight: 600; }
th, td { text-align: left; padding: .15rem .7rem .15rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
figure { margin: .8rem 0; } figcaption { color: var(--dim); }
.task { border-left: 4px solid var(--line); padding: .1rem 0 .1rem .9rem; }
summary { cursor: pointer; } .dim { color: var(--dim); } .bad { color: var(--bad); }
a, td { overflow-wrap: anywhere; }
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_never_markup() {
        let lesson = crate::parse("---\ntitle: A <b> & \"c\"\nfile: a.btf\n---\n## <script>x</script>\n\n`<i>` [x](https://a.example/?a=1&b=\"2)\n").unwrap();
        let page = lesson_page(&lesson, &[]);
        assert!(page.contains("<title>A &lt;b&gt; &amp; &quot;c&quot;</title>"), "{page}");
        assert!(page.contains("<h2>1. &lt;script&gt;x&lt;/script&gt;</h2>"), "{page}");
        assert!(page.contains("<code>&lt;i&gt;</code>"), "{page}");
        assert!(
            page.contains("<a href=\"https://a.example/?a=1&amp;b=&quot;2\" rel=\"noopener noreferrer\">x</a>"),
            "{page}"
        );
        assert!(!page.contains("<script"), "{page}");
    }
}
