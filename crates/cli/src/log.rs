//! `log`: what the lines of a log are about in a program object.

use std::io::Read;
use std::path::{Path, PathBuf};

use dump::{Sink, TokenKind};
use model::program::Program;
use model::relocations::Core;
use model::log::{LogReading, read};
use serde::Serialize;

use crate::args::OneFile;
use crate::fail::{Failure, say};
use crate::files;
use crate::open::Which;
use crate::out::{Out, out};

/// The largest log that is read.
const MAX_LOG: u64 = 256 << 20;

/// Read a log of a verifier or loader, or a dump by bpftool: which instruction, source line or relocation each line is about
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The log may be as people have it: bare, or within the lines of libbpf, cilium/ebpf, Aya, retis, dmesg
or another log; of `bpftool prog dump xlated` the instructions are found by their texts, of `prog dump
jited` the source lines. If it does not name its program, that which fits is taken, or the one of
--program; what was taken, and how sure that is, is said.

Exit status: 0 if a line leads into the program, 1 if none does, 2 on bad use.

Examples:
  btfscope log prog.bpf.o verifier.txt
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
    /// As JSON: {file, taken, lines, links: [{line, about, function, slot, relocation, wrong, why}]}; lines count from 1
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// When a file cannot be read, or there is no such program.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let (name, object, status) = Which::from(&args.file).named_object()?;
    let program = Program::new(object);
    let selected = match &args.program {
        None => None,
        Some(wanted) => {
            let found = program.all().iter().position(|f| f.name == *wanted);
            Some(found.ok_or_else(|| Failure::NotFound(format!("{name}: no program “{wanted}”")))?)
        }
    };
    let text = text(args.log.as_deref())?;
    let reading = read(&Core { program: &program, kernels: &[] }, &text, selected);
    let status = status.max(u8::from(reading.links.is_empty()));
    if args.json {
        print_json(&name, &program, &reading, out);
        return Ok(status);
    }
    say(&reading.said);
    let written_out: Vec<&str> = reading.lines.iter().map(String::as_str).collect();
    let lines = if written_out.is_empty() { text.lines().collect() } else { written_out };
    let mut links = reading.links.iter().peekable();
    for (index, line) in lines.into_iter().enumerate() {
        if out.is_closed() {
            break;
        }
        let link = links.next_if(|link| link.line == index);
        let function = |place: Option<usize>| place.and_then(|p| program.all().get(p)).map_or("", |f| f.name.as_str());
        let to = link.map_or_else(String::new, |link| match link.slot {
            Some(slot) if !link.about.starts_with("instruction ") => {
                format!("{}: {} at {slot}", function(link.function), link.about)
            }
            Some(slot) => format!("{}: instruction {slot}", function(link.function)),
            None => link.about.clone(),
        });
        out.token(if link.is_some_and(|l| l.wrong) { TokenKind::Keyword } else { TokenKind::Text }, line);
        if !to.is_empty() {
            out.token(TokenKind::Comment, &format!("    # {to}"));
        }
        for why in link.iter().map(|l| l.why.as_str()).filter(|why| !why.is_empty()) {
            out.token(TokenKind::Comment, &format!("; {why}"));
        }
        out!(out, "\n");
    }
    Ok(status)
}

/// The log's text; what is not UTF-8 in it is replaced.
fn text(path: Option<&Path>) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let input = path.filter(|path| *path != Path::new("-"));
    let done = match input {
        None => std::io::stdin().lock().take(MAX_LOG + 1).read_to_end(&mut bytes),
        Some(path) => files::open(path).and_then(|file| file.take(MAX_LOG + 1).read_to_end(&mut bytes)),
    };
    let done = done.and_then(|count| match count as u64 > MAX_LOG {
        true => Err(std::io::Error::other(format!("more than {MAX_LOG} bytes, which no log has"))),
        false => Ok(count),
    });
    let shown = input.map_or("standard input".to_owned(), |path| path.display().to_string());
    done.map_err(|e| Failure::Bad(format!("{shown}: {e}")))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// What `--json` prints.
#[derive(Serialize)]
struct AllJson<'a> {
    file: &'a str,
    taken: &'a [String],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    lines: &'a [String],
    links: Vec<LinkJson<'a>>,
}

#[derive(Serialize)]
struct LinkJson<'a> {
    line: usize,
    about: &'a str,
    function: Option<&'a str>,
    slot: Option<u32>,
    relocation: Option<usize>,
    wrong: bool,
    why: &'a str,
}

fn print_json(file: &str, program: &Program, reading: &LogReading, out: &mut Out) {
    let links = reading.links.iter().map(|l| LinkJson {
        line: l.line + 1,
        about: &l.about,
        function: l.function.and_then(|f| program.all().get(f)).map(|f| f.name.as_str()),
        slot: l.slot,
        relocation: l.relocation,
        wrong: l.wrong,
        why: &l.why,
    });
    let all = AllJson { file, taken: &reading.taken, lines: &reading.lines, links: links.collect() };
    json::print(&all, out);
}
