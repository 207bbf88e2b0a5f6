//! `bytes`: the owner of a byte.

use std::sync::Arc;

use btf::{BlobRange, Btf, Ext, TypeId};
use container::{FileRange, Opened, Piece};
use dump::{Sink, TokenKind};
use model::bytes::{OffsetError, owner_target, parse_offset};
use model::inspect::{Inspection, describe_byte, describe_ext_byte, inspect, inspect_ext};

use crate::args::OnBase;
use crate::fail::Failure;
use crate::out::{Out, out};
use crate::with_base::{Input, Which, in_words};

/// Say what a byte belongs to, and what that means
#[derive(clap::Args, Debug)]
#[command(after_help = "\
In a compressed file or an archive, offsets count in what was unpacked.

Examples:
  btfscope bytes vmlinux.btf 0x1a4
  btfscope bytes prog.bpf.o --blob 4 8")]
pub struct Args {
    #[command(flatten)]
    file: OnBase,
    /// Offsets in the file: 0x1a4, 1a4h or 420
    #[arg(value_name = "OFFSET", required = true)]
    offsets: Vec<String>,
    /// Offsets count from the first byte of .BTF instead
    #[arg(long)]
    blob: bool,
    /// As JSON: {owners: [{section, section_offset, what, title, range, type_id, item_index, fields, problems}]}
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// When the file cannot be opened, a text is not an offset, or a byte belongs to no BTF.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let (input, status) = Which::from(&args.file).open_and_warn()?;
    let start = if args.blob { input.opened.btf.file_range.start } else { 0 };
    let mut owners = Vec::new();
    for (i, text) in args.offsets.iter().enumerate() {
        if i > 0 && !args.json {
            out!(out, "\n");
        }
        let at = match parse_offset(text, 0, u32::MAX) {
            Ok(at) => at.into(),
            // A file may have more than `u32::MAX` bytes. The code below compares the offset with the end of .BTF or of
            // the file.
            Err(OffsetError::BeyondEnd { at, .. }) => at,
            Err(e) => return Err(Failure::Bad(e.to_string())),
        };
        let len = u64::from(u32::try_from(input.opened.btf.bytes.len()).unwrap_or(u32::MAX));
        if args.blob && at >= len {
            return Err(input.not_found(format!(".BTF ends at byte {len:#x}, before {at:#x}")));
        }
        let at = start.saturating_add(at);
        if args.json {
            let owner = json::owner::owner(&input.opened, &input.btf, at);
            owners.push(owner.ok_or_else(|| nobody(&input, at))?);
        } else {
            show(&input, at, out)?;
        }
    }
    if args.json {
        json::rows("owners", &owners, out);
    }
    Ok(status)
}

/// The offset, from the start of a piece, of byte `at` of the file; `None` if the byte is not in the piece.
fn inside(piece: &Piece, at: u64) -> Option<u32> {
    piece.file_range.contains(at).then(|| u32::try_from(at - piece.file_range.start).ok())?
}

/// Prints the owner of byte `at` of the file.
fn show(input: &Input, at: u64, out: &mut Out) -> Result<(), Failure> {
    let opened = &input.opened;
    if let Some(byte) = inside(&opened.btf, at) {
        return show_btf(opened, &input.btf, ".BTF", &opened.btf, byte, out);
    }
    if let Some((piece, byte)) = opened.btf_base.as_ref().and_then(|p| Some((p, inside(p, at)?)))
        && let Some(base) = input.btf.base()
    {
        return show_btf(opened, base, ".BTF.base", piece, byte, out);
    }
    if let Some((piece, byte)) = opened.btf_inline.as_ref().and_then(|p| Some((p, inside(p, at)?)))
        && let Ok(inline) = Btf::parse(Arc::clone(&piece.bytes), Some(Arc::clone(&input.btf)))
    {
        return show_btf(opened, &inline, ".BTF.inline", piece, byte, out);
    }
    if let Some((piece, byte)) = opened.btf_ext.as_ref().and_then(|p| Some((p, inside(p, at)?)))
        && let Ok(ext) = Ext::parse(Arc::clone(&piece.bytes))
        && let Some(owned) = ext.owner(byte)
    {
        let names = |id: TypeId| dump::type_name(&input.btf, id);
        let line = describe_ext_byte(&ext, Some(&input.btf), byte, &names);
        let inspection = inspect_ext(&ext, Some(&input.btf), owned, &names);
        print(opened, ".BTF.ext", piece, byte, &line, &inspection, out);
        return Ok(());
    }
    Err(nobody(input, at))
}

fn nobody(input: &Input, at: u64) -> Failure {
    input.not_found(elsewhere(&input.opened, at))
}

fn show_btf(opened: &Opened, btf: &Btf, section: &str, piece: &Piece, byte: u32, out: &mut Out) -> Result<(), Failure> {
    let names = |id: TypeId| dump::type_name(btf, id);
    let line = describe_byte(btf, byte, &names);
    let inspection = owner_target(btf, byte).map(|target| inspect(btf, &target, &names)).unwrap_or_default();
    print(opened, section, piece, byte, &line, &inspection, out);
    Ok(())
}

fn print(opened: &Opened, section: &str, piece: &Piece, byte: u32, line: &str, inspection: &Inspection, out: &mut Out) {
    let range = |r: BlobRange| in_words(opened, piece.in_file(r));
    out!(out, "{}, byte {byte:#x} of {section}: ", range(BlobRange::at(byte, 1)));
    out.token(TokenKind::Name, line);
    out!(out, "\n\n");
    let text = inspection.to_string();
    let mut lines = text.lines();
    let title = lines.next().unwrap_or_default();
    out.token(TokenKind::Keyword, title);
    if !inspection.range.is_empty() {
        out.token(TokenKind::Comment, &format!(" ({})", range(inspection.range)));
    }
    out!(out, "\n");
    lines.for_each(|line| out!(out, "{line}\n"));
}

/// Describes where byte `at` of the file is, if no BTF has it.
fn elsewhere(opened: &Opened, at: u64) -> String {
    let place = in_words(opened, FileRange::at(at, 1));
    let len = opened.layers.last().map_or(opened.file_len, |layer| layer.len);
    if at >= len {
        return format!("{place} is beyond the end, which is at {len:#x}");
    }
    let section = opened.elf().and_then(|elf| elf.sections.iter().find(|s| s.file_range.contains(at)));
    let holder = section.map_or("no BTF".to_owned(), |s| format!("the section {}, which is not BTF", s.name));
    let btf = opened.btf.file_range;
    format!("{place} belongs to {holder}; .BTF is {}", in_words(opened, btf))
}
