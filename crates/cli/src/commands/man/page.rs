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
    /// The page of the command that this one belongs to; none for the page of the whole program.
    above: Option<String>,
}

impl Page {
    /// The page of a command and those of the commands below it. `date` is that of the last change.
    pub fn all(command: &Command, date: &str, pages: &mut Vec<Page>) {
        add(command, date, None, pages);
    }

    /// The name of its file: `btfscope-layout.1`.
    pub fn file_name(&self) -> String {
        self.man.get_filename()
    }

    /// Its text, for `man`.
    ///
    /// # Errors
    /// Never: it is written into memory.
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

fn add(command: &Command, date: &str, above: Option<&str>, pages: &mut Vec<Page>) {
    let version = concat!("btfscope ", env!("CARGO_PKG_VERSION"));
    let man = Man::new(command.clone()).date(date).source(version).manual("btfscope");
    let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned();
    pages.push(Page { command: command.clone(), man, above: above.map(str::to_owned) });
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        add(below, date, Some(&name), pages);
    }
}

/// The paragraphs behind the options in a command's help.
#[derive(Default)]
struct Parts {
    description: Vec<String>,
    /// The exit status as a sentence; none if the help does not mention it.
    exit_status: Option<String>,
    examples: Vec<String>,
}

impl Parts {
    /// Sorts the paragraphs of a help. "Exit status" stands at the start of a paragraph, or before its last sentences;
    /// "Examples:" stands on the first line of a paragraph. `tests/cli/help.rs` checks that each command's help has
    /// this form.
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

/// The text behind "Exit status" of a command's help, as a sentence: `: 0; 1 when ..`, ` 1: no kernel has it.`, ` with KERNEL: 1 when ..`.
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
