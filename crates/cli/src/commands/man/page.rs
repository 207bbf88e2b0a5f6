//! One manual page: the sections of man-pages(7), made of a command's help.

use std::io;

use clap::Command;
use clap_mangen::Man;
use roff::{Roff, roman};

/// The exit status of a command whose help does not say another one.
const EXIT_STATUS: &str = "0; 1 when what was asked for is not there; 2 on bad use, and on a file that cannot be read, or \
                           not to its end.";

/// The manual page of a command.
pub struct Page {
    command: Command,
    man: Man,
    /// The name of the page of the command above this one; `None` for the page of btfscope itself.
    above: Option<String>,
}

impl Page {
    /// Adds to `pages` the page of a command, and the pages of the commands below it, each with this date. `above` is
    /// the name of the page of the command above this one.
    pub fn add(command: &Command, date: &str, above: Option<&str>, pages: &mut Vec<Page>) {
        let version = concat!("btfscope ", env!("CARGO_PKG_VERSION"));
        let man = Man::new(command.clone()).date(date).source(version).manual("btfscope");
        let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned();
        pages.push(Page { command: command.clone(), man, above: above.map(str::to_owned) });
        for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
            Page::add(below, date, Some(&name), pages);
        }
    }

    /// The name of its file: `btfscope-layout.1`.
    pub fn file_name(&self) -> String {
        self.man.get_filename()
    }

    /// The text of the page, as the input of `man`.
    ///
    /// # Errors
    /// Never: the text is written into memory.
    pub fn render(&self) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        let help = self.command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let parts = Parts::of(&help);
        self.man.render_title(&mut text)?;
        self.man.render_name_section(&mut text)?;
        self.man.render_synopsis_section(&mut text)?;
        self.man.render_description_section(&mut text)?;
        let mut more = Roff::new();
        parts.description.iter().for_each(|paragraph| add_paragraph(paragraph, &mut more));
        more.to_writer(&mut text)?;
        self.man.render_options_section(&mut text)?;
        if self.command.get_subcommands().any(|below| !below.is_hide_set()) {
            self.man.render_subcommands_section(&mut text)?;
        }
        let mut rest = Roff::new();
        rest.control("SH", ["EXIT STATUS"]);
        rest.text([roman(parts.exit_status.as_deref().unwrap_or(EXIT_STATUS))]);
        if !parts.examples.is_empty() {
            rest.control("SH", ["EXAMPLES"]);
            as_it_is(&parts.examples, &mut rest);
        }
        if let Some(above) = &self.above {
            rest.control("SH", ["SEE ALSO"]);
            rest.control("BR", [above.as_str(), "(1)"]);
        }
        rest.to_writer(&mut text)?;
        Ok(text)
    }
}

/// The paragraphs behind the options in a command's help.
#[derive(Default)]
struct Parts {
    description: Vec<String>,
    /// The exit status in sentences; `None` if the help does not mention it.
    exit_status: Option<String>,
    examples: Vec<String>,
}

impl Parts {
    /// Splits a help into its parts. A paragraph whose first line is "Examples:" has the examples. In any other
    /// paragraph the text from "Exit status" on is the exit status. The rest is the description. `tests/cli/help.rs`
    /// checks the pages that are made of this.
    fn of(help: &str) -> Parts {
        let mut parts = Parts::default();
        for paragraph in help.split("\n\n") {
            if let Some(lines) = paragraph.strip_prefix("Examples:\n") {
                parts.examples = lines.lines().map(|line| line.trim().to_owned()).collect();
                continue;
            }
            let (before, status) = match paragraph.split_once("Exit status").or(paragraph.split_once("Exit\nstatus")) {
                Some((before, status)) => (before, Some(status)),
                None => (paragraph, None),
            };
            if let Some(status) = status {
                parts.exit_status = Some(exit_status(&status.replace('\n', " ")));
            }
            if !before.trim().is_empty() {
                parts.description.push(before.trim_end().to_owned());
            }
        }
        parts
    }
}

/// Makes sentences of the text that follows "Exit status" in a command's help, such as `: 0; 1 when ..`,
/// ` 1: no kernel has it.` or ` with KERNEL: 1 when ..`.
fn exit_status(said: &str) -> String {
    let said = said.trim_start_matches([':', ' ']);
    match said.starts_with('0') {
        true => said.to_owned(),
        // The help names only the differences from the other commands.
        false => format!("{EXIT_STATUS} Of this command {said}"),
    }
}

/// Adds a paragraph. If it has indented lines (a table), its lines are kept.
fn add_paragraph(paragraph: &str, roff: &mut Roff) {
    roff.control("PP", []);
    if paragraph.lines().any(|line| line.starts_with("  ")) {
        as_it_is(&paragraph.lines().map(str::to_owned).collect::<Vec<_>>(), roff);
    } else {
        roff.text([roman(paragraph.replace('\n', " "))]);
    }
}

/// Adds lines that `man` prints as they are, without filling them.
fn as_it_is(lines: &[String], roff: &mut Roff) {
    roff.control("nf", []);
    for line in lines {
        roff.text([roman(line.as_str())]);
    }
    roff.control("fi", []);
}
