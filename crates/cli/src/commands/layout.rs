//! `layout`: struct and union layouts as pahole prints them, or as JSON.

use btf::DeclTags;
use btf::TypeId;
use dump::PaholeOptions;
use layout::{Layout, Layouts, Options};

use crate::args::OnBase;
use crate::fail::{Failure, say};
use crate::out::{Out, out};
use crate::types::called;
use crate::with_base::{Input, Which};

/// Print how structs and unions lie in memory, as pahole does
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Of several types of one name, the first struct or union is printed, as by pahole; an id names one
exactly.

JSON: {\"layouts\": [{id, kind, name, size, align, natural_align, byte_order, cache_line, rows,
figures}]}. A row is a \"member\", \"hole\" or \"padding\" with bit_offset and bits, counted from the
start of the type; in big-endian BTF bit 0 is the most significant one of byte 0. Everything else is
in bytes, unless its name says bits. With --reorganize, reorganized is {moves: [{members, from_behind,
to_behind}], saved, cache_lines_saved}, where members are given by their indices.

Examples:
  btfscope layout vmlinux sk_buff
  btfscope layout veth.ko veth_priv --base vmlinux
  btfscope layout vmlinux task_struct --reorganize
  btfscope layout vmlinux task_struct --json | jq '.layouts[0].figures.hole_bytes'")]
pub struct Args {
    #[command(flatten)]
    file: OnBase,
    /// Names or ids of structs, unions, or typedefs of them
    #[arg(value_name = "TYPE", required = true)]
    types: Vec<String>,
    /// As JSON: every member, hole and padding with its bits, and the sums
    #[arg(long)]
    json: bool,
    /// In an order with fewer holes, with the moves to it and the bytes saved
    #[arg(long)]
    reorganize: bool,
    /// Bytes of a cache line
    #[arg(long, value_name = "BYTES", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=4096))]
    cache_line: u32,
}

/// Runs the command.
///
/// # Errors
/// When the file cannot be opened or has no struct or union of a name.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let (input, status) = Which::from(&args.file).open_and_warn()?;
    let cache_line = args.cache_line;
    let mut layouts = Layouts::new(&input.btf, Options { cache_line });
    let mut chosen = Vec::new();
    for name in &args.types {
        chosen.push(choose(&input, name, &mut layouts)?);
    }
    let options = PaholeOptions { cache_line };
    let reorganize = args.reorganize;
    let fail = |id, e| input.not_found(format!("[{id}]: {e}"));
    if args.json {
        let tags = DeclTags::new(&input.btf);
        let found = chosen.iter().map(|layout| {
            json::layouts::layout(&input.btf, &tags, layout.id, cache_line, reorganize).map_err(|e| fail(layout.id, e))
        });
        json::rows("layouts", &found.collect::<Result<Vec<_>, _>>()?, out);
        return Ok(status);
    }
    for layout in &chosen {
        let printed = match reorganize {
            true => dump::pahole_reorganized(&input.btf, layout.id, out, &options),
            false => dump::pahole(&input.btf, layout.id, out, &options),
        };
        printed.map_err(|e| fail(layout.id, e))?;
        out!(out, "\n");
    }
    Ok(status)
}

/// The layout of the first struct or union of a name; warns of the others.
fn choose(input: &Input, name: &str, layouts: &mut Layouts<'_>) -> Result<Layout, Failure> {
    let ids = called(input, name)?;
    let mut first: Option<Layout> = None;
    let mut others: Vec<TypeId> = Vec::new();
    let mut wrong = None;
    for &id in &ids {
        match layouts.layout(id) {
            Ok(layout) if first.is_none() => first = Some(layout),
            // A typedef of the chosen type is not another type.
            Ok(layout) if first.as_ref().is_some_and(|f| f.id != layout.id) => others.push(layout.id),
            Ok(_) => {}
            Err(e) => wrong = wrong.or(Some(e)),
        }
    }
    let Some(layout) = first else {
        let why = wrong.map(|e| e.to_string()).unwrap_or_default();
        return Err(input.not_found(format!("no struct or union “{name}”: {why}")));
    };
    if !others.is_empty() {
        let list: Vec<String> = others.iter().take(8).map(|id| format!("#{id}")).collect();
        let more = if others.len() > list.len() { ", …" } else { "" };
        say(&format!("note: {}: “{name}” is #{}, and also {}{more}", input.name, layout.id, list.join(", ")));
    }
    Ok(layout)
}
