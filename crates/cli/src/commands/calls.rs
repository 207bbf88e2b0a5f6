//! `calls`: the `bpf()` calls that load an object.

use dump::{Sink, TokenKind};
use json::calls::CallsOf;
use syscalls::{Call, Ink, calls};
use verdict::Version;

use crate::args::OneFile;
use crate::fail::Failure;
use crate::out::Out;
use crate::with_base::Which;

/// List the bpf() calls by which libbpf loads a BPF program object, and those of a tool that looks at it later
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The calls stand in libbpf's order: BPF_BTF_LOAD with the BTF as libbpf makes it for that kernel, then
each map with the ids of its key and value, then each program with its functions and lines. Attributes
that are not listed are 0. Values that only the running kernel knows stand in parentheses. Small
programs, maps and blobs with which libbpf probes the kernel are left out.

Then come the calls with which a tool such as bpftool finds a program and a map, and their BTF.

Examples:
  btfscope calls prog.bpf.o
  btfscope calls prog.bpf.o --kernel 6.1 --records
  btfscope calls prog.bpf.o --json | jq '.load[] | select(.command == \"BPF_MAP_CREATE\") | .attributes'")]
pub struct Args {
    #[command(flatten)]
    file: OneFile,
    /// The kernel: 6.1, or a whole release; without it the newest that is known
    #[arg(long, short, value_name = "VERSION")]
    kernel: Option<Version>,
    /// With each record of functions, lines and CO-RE relocations
    #[arg(long)]
    records: bool,
    /// As JSON: {file, kernel, load: [{number, command, about, attributes: {..}, notes}], ask: [...], notes}
    #[arg(long, conflicts_with = "records")]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// When the file cannot be opened, or is not a program.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let (name, object, status) = Which::from(&args.file).named_object()?;
    let version = args.kernel.unwrap_or(Version::NEWEST);
    let found = calls(&object, &name, version);
    if args.json {
        json::print(&CallsOf::of(&name, version, &found), out);
        return Ok(status);
    }
    for note in &found.notes {
        out.token(TokenKind::Comment, &format!("# {note}\n"));
    }
    for call in &found.load {
        print(call, args.records, out);
    }
    if !found.ask.is_empty() {
        out.token(TokenKind::Comment, "\n# calls of a tool that looks at them afterwards\n");
    }
    for call in &found.ask {
        print(call, args.records, out);
    }
    Ok(status)
}

fn print(call: &Call, with_records: bool, out: &mut Out) {
    syscalls::print(call, with_records, &mut |ink, text| {
        let kind = match ink {
            Ink::Command => TokenKind::Keyword,
            Ink::Name => TokenKind::Name,
            Ink::Number => TokenKind::Number,
            Ink::Comment => TokenKind::Comment,
            Ink::Plain => TokenKind::Text,
        };
        out.token(kind, text);
    });
}
