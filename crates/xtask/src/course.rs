//! The page for teachers: `docs/course.md` as `lessons/course.html`, beside the lessons, with links into them.

use std::fs;
use std::io;
use std::path::Path;

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

/// The path of the file in the folder of the built page.
const NAME: &str = "lessons/course.html";
/// The folder of the lessons, as the text and the page link to it.
const LESSONS: &str = "lessons/";
/// The final project, to which the text links.
const PROJECT: &str = "project.md";
const STYLE: &str = include_str!("course.css");

/// From this heading on, sections are folded.
const FOLDED: &str = "Answers";

/// Writes the page into `built`.
///
/// # Errors
/// When a file cannot be read or written.
pub fn write(docs: &Path, built: &Path) -> io::Result<()> {
    let text = fs::read_to_string(docs.join("course.md"))?;
    let mut lessons = Vec::new();
    for entry in fs::read_dir(docs.join("lessons"))? {
        let path = entry?.path();
        lessons.extend(path.file_stem().and_then(|stem| stem.to_str()).map(str::to_owned));
    }
    // The page opens the project as `lessons/project.md`, like its lessons.
    fs::copy(docs.join(PROJECT), built.join(LESSONS).join(PROJECT))?;
    fs::write(built.join(NAME), page(&text, &lessons))
}

/// Renders the text as a page. `lessons` are the names of the lessons.
fn page(text: &str, lessons: &[String]) -> String {
    let mut events: Vec<Event<'_>> = Vec::new();
    let mut contents = Vec::new();
    let (mut in_cell, mut in_item, mut heading, mut is_folded) = (false, 0u32, None, false);
    for mut event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        if let Event::Start(Tag::Link { dest_url, .. }) = &mut event
            && let Some(beside) = dest_url.strip_prefix(LESSONS)
        {
            *dest_url = beside.to_owned().into();
        }
        match &event {
            Event::Start(Tag::TableCell) => in_cell = true,
            Event::End(TagEnd::TableCell) => in_cell = false,
            Event::Start(Tag::Item) => in_item += 1,
            Event::End(TagEnd::Item) => in_item = in_item.saturating_sub(1),
            Event::Start(Tag::Table(_)) => events.push(raw("<div class=\"wide\">")),
            Event::Start(Tag::Heading { level: HeadingLevel::H2, .. }) => {
                heading = Some(String::new());
                continue;
            }
            Event::End(TagEnd::Heading(HeadingLevel::H2)) => {
                let title = heading.take().unwrap_or_default();
                let id = title.to_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), "-");
                contents.push(format!("<li><a href=\"#{id}\">{}</a></li>", text::markup(&title)));
                events.push(raw(match title == FOLDED {
                    true => format!("<details id=\"{id}\"><summary>{title}</summary>\n"),
                    false => format!("<h2 id=\"{id}\">{}</h2>\n", text::markup(&title)),
                }));
                is_folded |= title == FOLDED;
                continue;
            }
            Event::Text(part) | Event::Code(part) if heading.is_some() => {
                heading.as_mut().into_iter().for_each(|title| title.push_str(part));
                continue;
            }
            Event::Code(code) => {
                let link = match code.strip_prefix("#v=1&learn=") {
                    Some(step) if in_cell => {
                        step.split_once(':').map(|(lesson, step)| (lesson.to_owned(), step.to_owned()))
                    }
                    None if in_item > 0 && lessons.iter().any(|name| **name == **code) => {
                        Some((code.to_string(), "1".to_owned()))
                    }
                    _ => None,
                };
                if let Some((lesson, step)) = link {
                    let shown = if in_cell { format!("{lesson}, step {step}") } else { lesson.clone() };
                    let (lesson, step, shown) = (text::markup(&lesson), text::markup(&step), text::markup(&shown));
                    events.push(raw(format!("<a href=\"../#v=1&amp;learn={lesson}:{step}\">{shown}</a>")));
                    continue;
                }
            }
            _ => {}
        }
        let is_table = matches!(event, Event::End(TagEnd::Table));
        events.push(event);
        if is_table {
            events.push(raw("</div>"));
        }
    }
    let mut body = String::new();
    html::push_html(&mut body, events.into_iter());
    let nav = format!("<nav aria-label=\"On this page\"><ul>{}</ul></nav>", contents.concat());
    let body = body.replacen("</h1>", &format!("</h1>\n{nav}"), 1);
    let end = if is_folded { "</details>\n" } else { "" };
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <link rel=\"icon\" href=\"data:,\">\n<title>A course on BTF and CO-RE · btfscope</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <header><a href=\"../\">btfscope</a></header>\n{body}{end}</main>\n</body>\n</html>\n"
    )
}

fn raw<'a>(html: impl Into<CowStr<'a>>) -> Event<'a> {
    Event::Html(html.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_links_and_answers_are_folded() {
        let text = "# Course\n\nA fragment such as `#v=1&learn=blob:3`.\n\n## Sessions & more\n\n| minutes | links |\n|---|---|\n\
                    | 3 | `#v=1&learn=blob:9` |\n\n## Exercises\n\n1. (`blob`, `first.btf`) Where?\n\n## Answers\n\n<b>24\n";
        let html = page(text, &["blob".to_owned()]);
        assert!(html.contains("<td><a href=\"../#v=1&amp;learn=blob:9\">blob, step 9</a></td>"), "{html}");
        assert!(html.contains("(<a href=\"../#v=1&amp;learn=blob:1\">blob</a>, <code>first.btf</code>)"), "{html}");
        // Outside of tables, the fragment of a step stays code.
        assert!(html.contains("<code>#v=1&amp;learn=blob:3</code>"), "{html}");
        assert!(html.contains("<li><a href=\"#sessions---more\">Sessions &amp; more</a></li>"), "{html}");
        assert!(html.contains("<h2 id=\"sessions---more\">Sessions &amp; more</h2>"), "{html}");
        let (before, after) = html.split_once("<details id=\"answers\"><summary>Answers</summary>").expect("answers");
        assert!(before.contains("Where?") && after.contains("24") && after.contains("</details>"), "{html}");
    }

    /// Every link of the course into a step names an existing lesson.
    #[test]
    fn the_course_names_lessons_that_there_are() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
        let built = std::env::temp_dir().join(format!("btfscope-course-{}", std::process::id()));
        fs::create_dir_all(built.join("lessons")).unwrap();
        write(&docs, &built).unwrap();
        let html = fs::read_to_string(built.join(NAME)).unwrap();
        fs::remove_dir_all(&built).unwrap();
        let steps: Vec<&str> =
            html.split("href=\"../#v=1&amp;learn=").skip(1).filter_map(|s| s.split('"').next()).collect();
        assert!(steps.len() > 50, "{steps:?}");
        for step in steps {
            let (lesson, number) = step.split_once(':').expect("a step");
            assert!(docs.join(format!("lessons/{lesson}.md")).is_file() && number.parse::<u32>().is_ok(), "{step}");
        }
        assert!(!html.contains("<script") && html.contains("href=\"README.md\""));
    }
}
