//! `log`: finds the places in a program object that a log refers to, and explains the errors in the log.

use std::path::{Path, PathBuf};

use dump::{Sink, TokenKind};
use logs::{LinkOf, LogError, LogLink, LogReading, decode, explain, is_log_alone, read};
use model::program::Program;
use model::relocations::Core;

use crate::args::OneFile;
use crate::fail::{Failure, say};
use crate::files;
use crate::out::{Out, out};
use crate::room;
use crate::with_base::{Which, in_words, name_of};

/// The largest log that is read, in bytes.
const MAX_LOG: u64 = 256 << 20;

/// Read a log of a verifier or loader, or a dump by bpftool: what went wrong, what that means, and what each line is
/// about
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The log may be as people have it: bare, or within the lines of libbpf, cilium/ebpf, Aya, retis, dmesg
or another log; of `bpftool prog dump xlated` the instructions are found by their texts, of `prog dump
jited` the source lines. If the log does not name its program, the one of --program is taken, or else
the one that fits best; a message says which, and how sure that is. A line leads to an instruction
when that has the same registers, offsets and sizes. Lines of a BTF load log lead to types and bytes,
as `verify` has them. Colours, UTF-16 and numbers of `grep -n` are taken off.

Messages that are known are explained: a sentence, the usual causes, and what to change in the
program. With a log alone, in place of FILE, only that is done.

Exit status: 0 if a line leads into the program or is explained, 1 if none is, 2 on bad use.

Examples:
  btfscope log prog.bpf.o verifier.txt
  btfscope log verifier.txt
  dmesg | btfscope log prog.bpf.o
  bpftool prog dump xlated name handle | btfscope log prog.bpf.o - --program handle")]
pub struct Args {
    #[command(flatten)]
    file: OneFile,
    /// The log; without it, or as -, standard input
    #[arg(value_name = "LOG")]
    log: Option<PathBuf>,
    /// The program of a log that names none
    #[arg(long, short, value_name = "NAME")]
    program: Option<String>,
    /// As JSON: {file, taken, lines, first, errors: [{line, id, means, causes, change, versions}], links: [...]}; lines
    /// count from 1
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// When a file cannot be read, the first file is neither a program object nor a log, or the object has no such program.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    if let Some(text) = alone(args) {
        let reading = explain(&text);
        let status = u8::from(reading.errors.is_empty());
        match args.json {
            true => json::print(&json::logs::log(None, &[], reading), out),
            false => print(&Shown { text: &text, reading: &reading, to: &|_| String::new() }, out),
        }
        return Ok(status);
    }
    let which = Which::from(&args.file);
    let (name, object, status) = which.named_object()?;
    let program = Program::new(object);
    let place = |wanted: &String| {
        let found = program.all().iter().position(|f| f.name == *wanted);
        found.ok_or_else(|| Failure::NotFound(format!("{name}: no program “{wanted}”")))
    };
    let selected = args.program.as_ref().map(place).transpose()?;
    let text = text(args.log.as_deref())?;
    let reading = read(&Core { program: &program, kernels: &[] }, &text, selected);
    let status = status.max(u8::from(reading.links.is_empty() && reading.errors.is_empty()));
    if args.json {
        json::print(&json::logs::log(Some(&name), program.all(), reading), out);
        return Ok(status);
    }
    // If a link leads to bytes of a type, the file is opened again, to tell where the blob lies in the file.
    let opened = reading.links.iter().any(|link| link.at.is_some()).then(|| which.alone().ok()).flatten();
    let to = |link: &LogLink| {
        let function = link.function.and_then(|p| program.all().get(p)).map_or("", |f| f.name.as_str());
        match (link.slot, &link.at) {
            (Some(slot), _) if link.of != LinkOf::Instruction => {
                format!("{function}: {} at {slot}", link.about)
            }
            (Some(slot), _) => format!("{function}: instruction {slot}"),
            (None, Some(at)) => {
                let bytes = opened.as_ref().map(|o| in_words(o, o.btf.in_file(at.range)));
                format!("{}, {}", link.about, bytes.unwrap_or_else(|| at.range.to_string()))
            }
            (None, None) => link.about.clone(),
        }
    };
    print(&Shown { text: &text, reading: &reading, to: &to }, out);
    Ok(status)
}

/// A log to print.
struct Shown<'a> {
    text: &'a str,
    reading: &'a LogReading,
    /// Describes the target of a link.
    to: &'a dyn Fn(&LogLink) -> String,
}

/// Prints each line with its link, and the explanation below each error.
fn print(shown: &Shown<'_>, out: &mut Out) {
    let reading = shown.reading;
    say(&reading.said);
    let written_out: Vec<&str> = reading.lines.iter().map(String::as_str).collect();
    let lines = if written_out.is_empty() { shown.text.lines().collect() } else { written_out };
    if let Some((first, line)) = reading.first.and_then(|first| Some((first, lines.get(first)?))) {
        say(&format!("line {} says what went wrong: {}", first + 1, line.trim()));
    }
    let mut links = reading.links.iter().peekable();
    for (index, line) in lines.into_iter().enumerate() {
        if out.is_closed() {
            break;
        }
        let link = links.next_if(|link| link.line == index);
        let error = reading.error_at(index);
        let wrong = error.is_some() || link.is_some_and(|l| l.wrong);
        out.token(if wrong { TokenKind::Keyword } else { TokenKind::Text }, line);
        let to = link.map_or_else(String::new, |link| (shown.to)(link));
        if !to.is_empty() {
            out.token(TokenKind::Comment, &format!("    # {to}"));
        }
        for why in link.iter().map(|l| l.why.as_str()).filter(|why| !why.is_empty()) {
            out.token(TokenKind::Comment, &format!("; {why}"));
        }
        out!(out, "\n");
        if let Some(error) = error {
            explained(error, out);
        }
    }
}

/// Prints the explanation of an error below its line.
fn explained(error: &LogError, out: &mut Out) {
    let mut row = |label: &str, text: &str| out.token(TokenKind::Comment, &format!("    # {label:<8}{text}\n"));
    row("means", &error.means);
    for (index, cause) in error.causes.iter().enumerate() {
        row(if index == 0 { "causes" } else { "" }, cause);
    }
    for (index, change) in error.change.iter().enumerate() {
        row(if index == 0 { "change" } else { "" }, change);
    }
    if !error.versions.is_empty() {
        row("wording", &format!("of {}", error.versions));
    }
}

/// The text of a log that was given in place of the object: the only argument is `-`, or a file that holds a log.
fn alone(args: &Args) -> Option<String> {
    const START: u64 = 64 << 10;
    let path = args.file.file.as_path();
    if args.log.is_some() || args.program.is_some() || args.file.entry.is_some() {
        return None;
    }
    // Standard input cannot be both the program and its log.
    if path == Path::new("-") {
        return text(None).ok();
    }
    if !path.is_file() {
        return None;
    }
    let start = files::first(path, START).ok()?;
    let is_text = |bytes: &[u8]| {
        let text = decode(bytes);
        !text.contains('\0') && is_log_alone(&text)
    };
    (!start.starts_with(b"\x7fELF") && is_text(&start)).then(|| text(Some(path)).ok()).flatten()
}

/// The log's text, in any encoding that logs have. Invalid characters are replaced.
fn text(path: Option<&Path>) -> Result<String, Failure> {
    let path = path.unwrap_or(Path::new("-"));
    let bytes = files::at_most(path, MAX_LOG).map_err(|e| Failure::Bad(format!("{}: {e}", name_of(path))))?;
    room::read(bytes.len());
    Ok(decode(&bytes))
}
