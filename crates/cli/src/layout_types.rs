//! `layout`: structs and unions as pahole prints them, or as JSON.

use btf::{Endian, TypeId};
use clap::ArgMatches;
use dump::{PaholeOptions, Reorganized};
use layout::{Bitfield, Figures, HoleKind, Layout, Layouts, MemberLayout, Options, Row};

use crate::fail::{Failure, say};
use crate::json::Json;
use crate::open::{Input, Which};
use crate::out::{Out, out};
use crate::types::called;

/// Runs the command.
///
/// # Errors
/// When the file cannot be opened or has no struct or union of a name.
pub fn run(args: &ArgMatches, out: &mut Out) -> Result<u8, Failure> {
    let input = Which::new(args).open()?;
    let status = input.warn();
    let cache_line = args.get_one::<u32>("cache-line").copied().unwrap_or(64);
    let mut layouts = Layouts::new(&input.btf, Options { cache_line });
    let mut chosen = Vec::new();
    for name in args.get_many::<String>("type").into_iter().flatten() {
        chosen.push(choose(&input, name, &mut layouts)?);
    }
    let options = PaholeOptions { cache_line };
    let reorganize = args.get_flag("reorganize");
    let fail = |id, e| Failure::NotFound(format!("{}: [{id}]: {e}", input.name));
    if args.get_flag("json") {
        let mut better = Vec::new();
        for layout in chosen.iter().filter(|_| reorganize) {
            better.push(dump::reorganize(&input.btf, layout.id, &options).map_err(|e| fail(layout.id, e))?);
        }
        Json::object(out, |json| {
            json.list("layouts", |list| {
                for layout in chosen.iter().filter(|_| !reorganize) {
                    list.item(|j| write(&input, layout, cache_line, j));
                }
                for better in &better {
                    list.item(|j| {
                        write(&input, &better.layout, cache_line, j);
                        j.group("reorganized", |j| moves(better, j));
                    });
                }
            });
        });
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

fn moves(better: &Reorganized, json: &mut Json<'_>) {
    json.list("moves", |list| {
        for step in &better.moves {
            list.item(|j| {
                j.numbers("members", step.members.iter().map(|m| m.0));
                j.number("from_behind", step.from_behind.0);
                j.maybe_number("to_behind", step.to_behind.map(|m| m.0));
            });
        }
    });
    json.number("saved", better.saved);
    json.number("cache_lines_saved", better.cache_lines_saved);
}

/// The layout of the first struct or union of a name; says which others there are.
fn choose(input: &Input, name: &str, layouts: &mut Layouts<'_>) -> Result<Layout, Failure> {
    let ids = called(input, name)?;
    let mut first: Option<Layout> = None;
    let mut others: Vec<TypeId> = Vec::new();
    let mut wrong = None;
    for &id in &ids {
        match layouts.layout(id) {
            Ok(layout) if first.is_none() => first = Some(layout),
            // A typedef of what was chosen is no other.
            Ok(layout) if first.as_ref().is_some_and(|f| f.id != layout.id) => others.push(layout.id),
            Ok(_) => {}
            Err(e) => wrong = wrong.or(Some(e)),
        }
    }
    let Some(layout) = first else {
        let why = wrong.map(|e| e.to_string()).unwrap_or_default();
        return Err(Failure::NotFound(format!("{}: no struct or union “{name}”: {why}", input.name)));
    };
    if !others.is_empty() {
        let list: Vec<String> = others.iter().take(8).map(|id| format!("#{id}")).collect();
        let more = if others.len() > list.len() { ", …" } else { "" };
        say(&format!("note: {}: “{name}” is #{}, and also {}{more}", input.name, layout.id, list.join(", ")));
    }
    Ok(layout)
}

fn write(input: &Input, layout: &Layout, cache_line: u32, json: &mut Json<'_>) {
    let name = input.btf.get(layout.id).map(|t| t.name()).filter(|n| !n.is_empty());
    json.number("id", layout.id.0);
    json.text("kind", layout.kind.as_str());
    json.maybe_text("name", name);
    json.number("size", layout.size);
    json.number("align", layout.align);
    json.number("natural_align", layout.natural_align);
    json.text("byte_order", if layout.endian == Endian::Little { "little" } else { "big" });
    json.number("cache_line", cache_line);
    json.list("rows", |rows| {
        for row in &layout.rows {
            rows.item(|j| match row {
                Row::Member(m) => member(input, layout, m, j),
                Row::Hole { offset, bits, kind } => gap("hole", *offset, *bits, *kind, j),
                Row::Padding { offset, bits, kind } => gap("padding", *offset, *bits, *kind, j),
            });
        }
    });
    json.group("figures", |j| figures(&layout.figures, j));
}

fn gap(row: &str, offset: u64, bits: u64, kind: HoleKind, json: &mut Json<'_>) {
    json.text("row", row);
    json.number("bit_offset", offset);
    json.number("bits", bits);
    json.flag("in_bitfield", kind == HoleKind::Bits);
}

fn member(input: &Input, layout: &Layout, m: &MemberLayout, json: &mut Json<'_>) {
    let btf = &*input.btf;
    let record = btf.get(layout.id).and_then(|t| t.members().from_index(m.index.0).next());
    json.text("row", "member");
    json.number("index", m.index.0);
    json.maybe_text("name", record.map(|r| r.name()).filter(|n| !n.is_empty()));
    json.number("type_id", m.type_id.0);
    json.text("type", &dump::type_name(btf, m.type_id));
    json.number("bit_offset", m.offset);
    json.number("bits", m.bits);
    json.number("byte_offset", m.byte_offset());
    json.number("byte_size", m.byte_size());
    json.number("align", m.align);
    json.number("natural_align", m.natural_align);
    json.maybe_number("aligned", m.aligned);
    json.flag("unnatural", m.unnatural);
    json.flag("flexible", m.flexible);
    match &m.bitfield {
        Some(b) => json.group("bitfield", |j| bitfield(b, j)),
        None => json.null("bitfield"),
    }
    json.maybe_text("error", m.error.map(|e| e.to_string()).as_deref());
}

fn bitfield(b: &Bitfield, json: &mut Json<'_>) {
    json.number("bits", b.bits);
    json.number("unit_offset", b.unit_offset);
    json.number("unit_size", b.unit_size);
    json.number("bit_in_unit", b.bit_in_unit);
    json.flag("signed", b.signed);
    json.flag("old_style", b.old_style);
    json.flag("crosses", b.crosses());
    match &b.load {
        Some(load) => json.group("core_load", |j| {
            j.number("byte_offset", load.byte_offset);
            j.number("byte_size", load.byte_size);
            j.number("lshift", load.lshift);
            j.number("rshift", load.rshift);
            j.flag("signed", load.signed);
        }),
        None => json.null("core_load"),
    }
}

fn figures(f: &Figures, json: &mut Json<'_>) {
    json.number("size", f.size);
    json.number("cache_lines", f.cache_lines);
    json.number("last_cache_line", f.last_cache_line);
    json.number("members", f.members);
    json.number("sum_members", f.sum_members);
    json.number("sum_bitfield_bits", f.sum_bitfield_bits);
    json.number("holes", f.holes);
    json.number("hole_bytes", f.hole_bytes);
    json.number("bit_holes", f.bit_holes);
    json.number("bit_hole_bits", f.bit_hole_bits);
    json.number("padding", f.padding);
    json.number("bit_padding", f.bit_padding);
    json.number("forced_alignments", f.forced_alignments);
    json.number("forced_holes", f.forced_holes);
    json.number("forced_hole_bytes", f.forced_hole_bytes);
    json.group("nested", |j| {
        j.number("holes", f.nested.holes);
        j.number("hole_bytes", f.nested.hole_bytes);
        j.number("bit_holes", f.nested.bit_holes);
        j.number("bit_hole_bits", f.nested.bit_hole_bits);
        j.number("paddings", f.nested.paddings);
        j.number("padding", f.nested.padding);
        j.number("bit_padding", f.nested.bit_padding);
    });
    json.flag("packed", f.packed);
    json.maybe_number("aligned", f.aligned);
}
