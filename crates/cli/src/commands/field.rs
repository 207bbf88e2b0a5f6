//! `field`: the place of a field in many kernels.

use std::path::PathBuf;

use crate::fail::Failure;
use crate::out::{Out, out};
use crate::with_base::{Input, Which};
use clap::ValueEnum;
use dump::{Sink, TokenKind};
use json::fields::Field;
use model::fields::{CSV_HEAD, FieldRow};
use model::words::offset_text;
use relate::{FieldPath, FieldPlace, field};
use text::counted;

/// Say where a field lies in several kernels, how large it is and of what type
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Offsets are in bytes, as 12:3 with bits; behind a pointer (task_struct.mm.pgd) they count from
what it leads to. Members of anonymous members need no further step in the path. Exit status
1: no file has any of the fields.

Examples:
  btfscope field task_struct.mm vmlinux-6.1 vmlinux-6.12
  btfscope field 'task_struct.mm.pgd,sk_buff.cb[8]' vmlinux-* --format csv")]
pub struct Args {
    /// type.member; several joined by commas
    #[arg(value_name = "PATH")]
    path: String,
    /// Files to look in
    #[arg(value_name = "KERNEL", required = true)]
    files: Vec<PathBuf>,
    /// The BTF that the files continue, of modules
    #[arg(long, short = 'B', value_name = "FILE")]
    base: Option<PathBuf>,
    /// How to print them
    #[arg(long, short, value_name = "FORMAT", value_enum, default_value_t)]
    format: Format,
    /// As JSON: {fields: [{field, file, place: {bit_offset, bitfield, size, type, from, pointers}, absent}]}
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

/// The formats of fields.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Format {
    #[default]
    Text,
    Csv,
}

/// Runs the command: status 1 when no file has any of the fields.
///
/// # Errors
/// When a path cannot be read, or a file cannot be opened.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let mut wanted = Vec::new();
    for path in args.path.split([',', '\n']).map(str::trim).filter(|p| !p.is_empty()) {
        wanted.push(FieldPath::parse(path).map_err(|e| Failure::Bad(format!("“{path}”: {e}")))?);
    }
    if wanted.is_empty() {
        return Err(Failure::Bad("a field is written as type.member, like task_struct.mm".to_owned()));
    }
    let csv = args.format == Format::Csv;
    let mut status = 0;
    let mut any = false;
    if csv {
        out!(out, "{CSV_HEAD}");
    }
    let mut inputs = Vec::new();
    for file in &args.files {
        let input = Which::of(file, args.base.as_deref()).open()?;
        status = status.max(input.warn());
        if args.json {
            any |= wanted.iter().any(|path| field(&input.btf, path).is_ok());
            inputs.push(input);
            continue;
        }
        for path in &wanted {
            let found = field(&input.btf, path);
            any |= found.is_ok();
            match (csv, found) {
                (true, _) => out!(out, "{}", FieldRow::find(&input.name, &input.btf, path).csv()),
                (false, Ok(place)) => line(&input, path, &place, out),
                (false, Err(why)) => {
                    out!(out, "{}  {}", input.name, path.as_str());
                    out.token(TokenKind::Comment, &format!("  absent: {why}\n"));
                }
            }
        }
    }
    if args.json {
        let pairs = inputs.iter().flat_map(|input| wanted.iter().map(move |path| (input, path)));
        let all: Vec<Field> = pairs.map(|(input, path)| Field::find(&input.name, &input.btf, path)).collect();
        json::rows("fields", &all, out);
    }
    Ok(if status == 0 && !any { 1 } else { status })
}

fn line(input: &Input, path: &FieldPath, place: &FieldPlace, out: &mut Out) {
    out!(out, "{}  {}", input.name, path.as_str());
    out.token(TokenKind::Number, &format!("  @ {}", offset_text(place.offset, place.bitfield.is_some())));
    if place.pointers > 0 {
        out!(out, " of {}", dump::type_name(&input.btf, place.read_from));
    }
    match (place.bitfield, place.size) {
        (Some(bits), _) => out!(out, "  {}", counted(bits, "bit")),
        (None, Some(size)) => out!(out, "  {}", counted(size, "byte")),
        (None, None) => {}
    }
    out!(out, "  {}\n", dump::type_name(&input.btf, place.type_id));
}
