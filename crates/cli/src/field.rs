//! `field`: where a field lies in many kernels.

use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Command, value_parser};
use dump::{Sink, TokenKind};
use model::fields::{CSV_HEAD, FieldRow};
use relate::{FieldPath, FieldPlace, field};

use crate::args::{base, format};
use crate::fail::Failure;
use crate::open::{Input, Which};
use crate::out::{Out, out};
use crate::users::bytes;

/// Runs the command: status 1 when no file has any of the fields.
///
/// # Errors
/// When a path cannot be read, or a file cannot be opened.
pub fn run(args: &ArgMatches, out: &mut Out) -> Result<u8, Failure> {
    let text = args.get_one::<String>("path").map_or("", String::as_str);
    let mut wanted = Vec::new();
    for path in text.split([',', '\n']).map(str::trim).filter(|p| !p.is_empty()) {
        wanted.push(FieldPath::parse(path).map_err(|e| Failure::Bad(format!("“{path}”: {e}")))?);
    }
    if wanted.is_empty() {
        return Err(Failure::Bad("a field is written as type.member, like task_struct.mm".to_owned()));
    }
    let base = args.get_one::<PathBuf>("base").map(PathBuf::as_path);
    let csv = args.get_one::<String>("format").is_some_and(|f| f == "csv");
    let mut status = 0;
    let mut any = false;
    if csv {
        out!(out, "{CSV_HEAD}");
    }
    for file in args.get_many::<PathBuf>("file").into_iter().flatten() {
        let input = Which::of(Path::new(file), base).open()?;
        status = status.max(input.warn());
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
    Ok(if status == 0 && !any { 1 } else { status })
}

fn line(input: &Input, path: &FieldPath, place: &FieldPlace, out: &mut Out) {
    out!(out, "{}  {}", input.name, path.as_str());
    out.token(TokenKind::Number, &format!("  @ {}", bytes(place.offset)));
    if place.pointers > 0 {
        out!(out, " of {}", dump::type_name(&input.btf, place.read_from));
    }
    match (place.bitfield, place.size) {
        (Some(bits), _) => out!(out, "  {bits} bits"),
        (None, Some(size)) => out!(out, "  {size} bytes"),
        (None, None) => {}
    }
    out!(out, "  {}\n", dump::type_name(&input.btf, place.type_id));
}

/// What can be typed.
pub fn command() -> Command {
    Command::new("field")
        .about("Tell where a field lies in several kernels, how large it is and of what type")
        .arg(Arg::new("path").value_name("PATH").required(true).help("type.member; several joined by commas"))
        .arg(
            Arg::new("file")
                .value_name("KERNEL")
                .required(true)
                .num_args(1..)
                .value_parser(value_parser!(PathBuf))
                .help("What to look in"),
        )
        .arg(base("The BTF that the files continue, of modules"))
        .arg(format(&["text", "csv"], "How to print them"))
        .after_help(
            "Offsets are in bytes, as 12.3 with bits; behind a pointer (task_struct.mm.pgd) they count from
what it leads to. Members of anonymous members are found without their steps. Exit status 1: no
file has any of the fields.

Examples:
  btfscope field task_struct.mm vmlinux-6.1 vmlinux-6.12
  btfscope field 'task_struct.mm.pgd,sk_buff.cb[8]' vmlinux-* --format csv",
        )
}
