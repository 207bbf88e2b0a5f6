//! `at`: what lies at an offset of a type.

use dump::{Sink, TokenKind};
use model::at::{Asked, At, What, ask, at, roots};
use model::words::offset_text;
use text::counted;

use crate::args::OnBase;
use crate::fail::{Failure, say};
use crate::out::{Out, out};
use crate::types::called;
use crate::with_base::Which;

/// Say what lies at an offset of a type: members, elements, every alternative of unions
#[derive(clap::Args, Debug)]
#[command(after_help = "\
WHERE is a type and bytes from its start, decimal or 0x; or a type and a line with an offset in it:
of the verifier, of an oops, of a disassembly. Places of the size that is read come first. Exit status
1: no such type, or it ends before the offset.

Examples:
  btfscope at vmlinux sock+0x4c
  btfscope at vmlinux sk_buff 130 --json
  btfscope at vmlinux task_struct '*(u64 *)(r6 +1936)'
  btfscope at vmlinux 'sock: mov 0x30(%rdi),%rax'
  btfscope at vmlinux '12: (79) r1 = *(u64 *)(r6 +1936) ; R6=ptr_task_struct()'")]
pub struct Args {
    #[command(flatten)]
    file: OnBase,
    /// TYPE+OFFSET, TYPE OFFSET, or TYPE and a line that has the offset
    #[arg(value_name = "WHERE", required = true)]
    place: Vec<String>,
    /// Bytes that are read there
    #[arg(long, value_name = "BYTES")]
    size: Option<u32>,
    /// As JSON: {types: [{id, name, offset, places: [{what, path, bit_offset, bits, bitfield, type_id, type, into}],
    /// more}]}
    #[arg(long)]
    json: bool,
}

/// Reads the type and the offset. If the words together name a type, both are read from all words; else the first word
/// is the type, and the other words have the offset.
fn read(words: &[String]) -> Option<(String, Asked)> {
    let whole = ask(&words.join(" "));
    match (whole, words) {
        (Some(asked), _) if asked.of.is_some() => asked.of.clone().map(|of| (of, asked)),
        (_, [of, rest @ ..]) if !rest.is_empty() => Some((of.clone(), ask(&rest.join(" "))?)),
        _ => None,
    }
}

/// Runs the command.
///
/// # Errors
/// When the type and offset cannot be read, or the file cannot be opened. With status 1, when the file has no such
/// type, or the type has nothing at the offset.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let text = args.place.join(" ");
    let Some((of, asked)) = read(&args.place) else {
        let help = "write a type and an offset: sock+0x4c, or sock '*(u64 *)(r6 +76)'";
        let member = if text.contains('.') { "; `btfscope field` says where a member lies" } else { "" };
        return Err(Failure::Bad(format!("“{text}” is no place in a type: {help}{member}")));
    };
    let (input, status) = Which::from(&args.file).open_and_warn()?;
    let btf = &*input.btf;
    let ids = match roots(btf, &of) {
        found if found.is_empty() => called(&input, &of)?,
        found => found,
    };
    let mut found = Vec::new();
    let mut why = String::new();
    for &id in &ids {
        match at(btf, id, asked.offset, args.size.or(asked.size)) {
            Ok(at) => found.push((id, at)),
            Err(e) => why = e.to_string(),
        }
    }
    if found.is_empty() {
        return Err(input.not_found(format!("{of}+{:#x}: {why}", asked.offset)));
    }
    if args.json {
        let all: Vec<_> = found.iter().map(|(id, at)| json::at::at_offset(btf, *id, asked.offset, at)).collect();
        json::rows("types", &all, out);
        return Ok(status);
    }
    for (id, places) in &found {
        if found.len() > 1 {
            out.token(TokenKind::Comment, &format!("{} [{id}]\n", dump::type_name(btf, *id)));
        }
        list(btf, &of, places, out);
    }
    Ok(status)
}

fn list(btf: &btf::Btf, of: &str, at: &At, out: &mut Out) {
    for place in &at.places {
        let dot = if place.names.is_empty() { "" } else { "." };
        match place.what {
            What::Member => out!(out, "{of}{dot}{}", place.names),
            what => out!(out, "{} in {of}{dot}{}", what.word(), place.names),
        }
        out.token(TokenKind::Number, &format!("  @ {}", offset_text(place.bit_offset, place.bitfield.is_some())));
        match place.bitfield {
            Some(bits) => out!(out, "  {}", counted(bits, "bit")),
            None if place.bits % 8 == 0 => out!(out, "  {}", counted(place.bits / 8, "byte")),
            None => out!(out, "  {}", counted(place.bits, "bit")),
        }
        if place.what == What::Member {
            out!(out, "  {}", dump::type_name(btf, place.type_id));
        }
        if place.into > 0 {
            out.token(TokenKind::Comment, &format!("  byte {} of it", place.into));
        }
        out!(out, "\n");
    }
    if at.more {
        say("note: there are more alternatives, which are left out");
    }
}
