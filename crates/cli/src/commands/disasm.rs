//! `disasm`: the instructions of a BPF program object.

use bpf::{AsmKind, AsmSink, Section, llvm_listing};
use dump::{Sink, TokenKind};
use model::program::{FunctionRow, Program, TextKind, listing_text};
use text::counted;

use crate::args::OnBase;
use crate::fail::Failure;
use crate::out::{Out, out};
use crate::with_base::Which;

/// Disassemble a BPF program object, with what its relocations mean
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Instructions are in the notation of the kernel's verifier, numbered from the start of each function
as in its log, with the opcode in parentheses. Behind them stand relocations: a map, a variable, a
function, and what CO-RE patches.

Examples:
  btfscope disasm prog.bpf.o --source
  btfscope disasm prog.bpf.o --section xdp
  btfscope disasm prog.bpf.o --llvm")]
pub struct Args {
    #[command(flatten)]
    file: OnBase,
    /// Only this section, such as xdp or kprobe/do_unlinkat
    #[arg(long, short, value_name = "NAME")]
    section: Option<String>,
    /// With the source lines that instructions were made of
    #[arg(long)]
    source: bool,
    /// As llvm-objdump -dr prints it
    #[arg(long, conflicts_with = "source")]
    llvm: bool,
    /// As JSON: {functions: [{name, section, kind, target, offset, slots, instructions: [{slot, text, notes, source,
    /// ...}]}]}
    #[arg(long, conflicts_with_all = ["llvm", "source"])]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// When the file cannot be opened, is not a program, or has no such section or no instructions.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let (name, object, status) = Which::from(&args.file).named_object()?;
    let wanted = args.section.as_deref();
    let is_wanted = |s: &&Section| wanted.map_or(s.size > 0, |wanted| s.name == wanted);
    let sections: Vec<&Section> = object.code_sections().filter(is_wanted).collect();
    if sections.is_empty() {
        let all: Vec<&str> = object.code_sections().filter(|s| s.size > 0).map(|s| s.name.as_str()).take(20).collect();
        return Err(Failure::NotFound(match wanted {
            Some(wanted) if all.is_empty() => format!("{name}: no section “{wanted}”, nor any with instructions"),
            Some(wanted) => format!("{name}: no section “{wanted}” with instructions; there are {}", all.join(", ")),
            None => format!("{name}: no section with instructions"),
        }));
    }
    if args.llvm {
        for section in sections {
            llvm_listing(&object, section, &mut Coloured(out));
        }
        return Ok(status);
    }
    let indices: Vec<u32> = sections.iter().map(|s| s.index).collect();
    let program = Program::new(object);
    let wanted = |row: &FunctionRow| program.all().get(row.index).is_some_and(|f| indices.contains(&f.section));
    let functions = program.functions().into_iter().filter(wanted);
    if args.json {
        let listed = functions.map(|row| json::programs::code(&program, row));
        json::rows("functions", &listed.collect::<Vec<_>>(), out);
        return Ok(status);
    }
    let mut first = true;
    for row in functions {
        if out.is_closed() {
            break;
        }
        if !first {
            out!(out, "\n");
        }
        first = false;
        heading(&row, out);
        listing_text(&program.listing(row.index), args.source, &mut |kind, text| match kind {
            TextKind::Asm(kind) => out.token(token(kind), text),
            TextKind::Comment => out.token(TokenKind::Comment, text),
            TextKind::Plain => out.token(TokenKind::Text, text),
        });
    }
    Ok(status)
}

/// Prints the line above a function, and its prototype in a second line if it has one:
/// `fentry/tcp_connect: tcp_connect_entry (tracing, trace_fentry on tcp_connect, 26 instructions, sample.bpf.c:83)`.
fn heading(row: &FunctionRow, out: &mut Out) {
    out.token(TokenKind::Keyword, &row.section);
    out!(out, ": ");
    out.token(TokenKind::Name, &row.name);
    let instructions = counted(row.instructions, "instruction");
    let target = row.target.as_deref().map_or(String::new(), |target| format!(" on {target}"));
    let source = row.source.as_deref().map_or(String::new(), |file| format!(", {file}:{}", row.line));
    out.token(TokenKind::Comment, &format!(" ({}{target}, {instructions}{source})\n", row.kind()));
    if !row.prototype.is_empty() {
        out!(out, "{}:\n", row.prototype);
    }
}

/// The colour of a piece of an instruction.
fn token(kind: AsmKind) -> TokenKind {
    match kind {
        AsmKind::Keyword | AsmKind::Type => TokenKind::Keyword,
        AsmKind::Number | AsmKind::Target => TokenKind::Number,
        AsmKind::Function | AsmKind::Unknown => TokenKind::Directive,
        AsmKind::Register => TokenKind::Text,
        AsmKind::Punct => TokenKind::Punct,
    }
}

struct Coloured<'a>(&'a mut Out);

impl AsmSink for Coloured<'_> {
    fn put(&mut self, kind: AsmKind, text: &str) {
        self.0.token(token(kind), text);
    }
}
