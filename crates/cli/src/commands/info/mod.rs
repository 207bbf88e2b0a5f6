//! `info`: facts about a file.

mod archive;
mod problems;
mod program;

use std::collections::BTreeMap;

use btf::{BlobRange, Btf, Endian, Ext, Kind, SectionKind};
use container::{ElfFacts, Format, Opened, Piece};
use dump::{Sink, TokenKind};
use json::facts::FileFacts;
use model::elf::section_table;
use model::kernel_lists::{ListRow, sections_table};
use model::load::BaseFrom;
use model::overview::kind_name;
use model::words::{file_size, grouped};
use text::counted;

use crate::args::OnBase;
use crate::fail::Failure;
use crate::out::{Out, out};
use crate::table;
use crate::with_base::{self, Content, Input, Which, in_words, place};

/// The most problems, functions and maps that are listed.
const LISTED: usize = 20;

/// Say what a file is, where its BTF lies, and how many types of which kinds it has
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  btfscope info vmlinux
  btfscope info linux-image-6.12.deb
  btfscope info linux-image-6.12.deb --entry veth.ko --base linux-image-6.12.deb
  zcat vmlinux.btf.gz | btfscope info -")]
pub struct Args {
    #[command(flatten)]
    file: OnBase,
    /// List all sections of an ELF file; else, of one with many, those that btfscope uses
    #[arg(long, conflicts_with = "json")]
    sections: bool,
    /// As JSON: {info, kinds, problems, program}, or of an archive {what, entries, others, notes}
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// When the file cannot be read or holds no BTF.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let which = Which::from(&args.file);
    let opened = match which.read()? {
        Content::File(opened) => *opened,
        Content::Archive(archive) if args.json => {
            archive::json(&archive, out);
            return Ok(0);
        }
        Content::Archive(archive) => {
            archive::list(&which.name(), &archive, out);
            return Ok(0);
        }
    };
    // The facts about a module can be told without its kernel.
    let missing = opened.needs_base.clone();
    let input = match which.open_read(opened.clone()) {
        Ok(input) => input,
        Err(e) if missing.is_none() || which.has_base() => return Err(e),
        Err(_) => {
            let btf = Btf::parse(opened.btf.bytes.clone(), None).map_err(|e| {
                Failure::Bad(format!("{}: {} ({})", which.name(), e.kind, place(&opened, &opened.btf, e.range)))
            })?;
            Input { name: which.name(), opened, btf: btf.into(), base: None }
        }
    };
    let alone = missing.is_some() && input.base.is_none();
    let around = with_base::damaged(&input.opened);
    if args.json {
        json(&input, out);
        return Ok(if alone { around } else { problems::damaged(&input).max(around) });
    }
    file(&input.name, &input.opened, out);
    blob(&input, alone, out);
    kinds(&input.btf, out);
    if let Some(program) = program::opened(&input) {
        program::print(&program, out);
    }
    sections(&input, args.sections, out);
    let status = if alone { 0 } else { problems::print(&input, out) };
    Ok(status.max(around))
}

fn label(out: &mut Out, text: &str) {
    out.token(TokenKind::Keyword, &format!("{text:<12}"));
}

fn row(out: &mut Out, text: &str, value: &str) {
    label(out, text);
    out!(out, "{value}\n");
}

fn size(bytes: u64) -> String {
    if bytes < 1000 { counted(bytes, "byte") } else { format!("{} ({} bytes)", file_size(bytes), grouped(bytes)) }
}

fn file(name: &str, opened: &Opened, out: &mut Out) {
    row(out, "file", name);
    row(out, "size", &size(opened.file_len));
    for layer in &opened.layers {
        row(out, "unpacked", &format!("{} ({}): {}", layer.what, layer.file_range, size(layer.len)));
    }
    let what = with_base::what(opened);
    let elf = |elf: &ElfFacts| format!("ELF, {}-bit {}, {}", elf.class_bits, order(elf.endian), elf.machine_name);
    let form = match &opened.format {
        Format::Raw => "raw BTF".to_owned(),
        Format::Elf(facts) => elf(facts),
        Format::Header(machine) => {
            format!("C declarations, {}", machine.unwrap_or("of a machine that they do not tell"))
        }
        Format::Dwarf(facts) => format!("{}; types made from DWARF", elf(facts)),
        Format::Image(image) => match image.machine {
            Some(machine) => format!("{}, {machine}", image.what),
            None => image.what.to_owned(),
        },
    };
    row(out, "what", &format!("{what}; {form}"));
    if let Some(release) = &opened.kernel_release {
        row(out, "kernel", release);
    }
    if let Some(elf) = opened.elf() {
        if let Some(module) = elf.modinfo.as_ref().and_then(|info| info.name.as_ref()) {
            row(out, "module", module);
        }
        if let Some(compiler) = &elf.compiler {
            row(out, "compiler", compiler);
        }
        if let Some(id) = &elf.build_id {
            row(out, "build id", id);
        }
    }
    opened.notes.iter().for_each(|note| row(out, "note", note));
}

fn order(endian: Endian) -> String {
    format!("{}-endian", endian.as_str())
}

fn blob(input: &Input, alone: bool, out: &mut Out) {
    let (opened, btf) = (&input.opened, &*input.btf);
    let whole = |piece: &Piece| format!("{}: {}", in_words(opened, piece.file_range), size(piece.file_range.len()));
    row(out, ".BTF", &whole(&opened.btf));
    let pointers = format!("pointers of {} bytes", btf.pointer_size());
    row(out, "  header", &format!("{} bytes, {}, {pointers}", btf.header().hdr_len, order(btf.endian())));
    for (text, kind) in
        [("  types", SectionKind::Types), ("  layout", SectionKind::Layout), ("  strings", SectionKind::Strings)]
    {
        let range: BlobRange = btf.section(kind);
        if !range.is_empty() {
            row(out, text, &format!("{}: {}", place(opened, &opened.btf, range), size(range.len().into())));
        }
    }
    let others = [
        (".BTF.ext", &opened.btf_ext),
        (".BTF.base", &opened.btf_base),
        (".BTF.inline", &opened.btf_inline),
        (".BTF_ids", &opened.btf_ids),
    ];
    for (text, piece) in others.into_iter().filter_map(|(text, piece)| Some((text, piece.as_ref()?))) {
        row(out, text, &whole(piece));
        if let Some(Ok(ext)) = (text == ".BTF.ext").then(|| Ext::parse(piece.bytes.clone())) {
            let counts = [
                (ext.func_infos().count(), "func_info"),
                (ext.line_infos().count(), "line_info"),
                (ext.core_relos().count(), "core_relo"),
            ];
            let counts: Vec<String> = counts.iter().map(|(n, what)| format!("{} {what}", grouped(*n as u64))).collect();
            row(out, "  records", &counts.join(", "));
        }
    }
    match (&input.base, &opened.needs_base) {
        (Some(base), _) => row(out, "base", base),
        (None, Some(need)) if alone => row(out, "base", &format!("missing: name it by --base ({})", need.why)),
        _ => {}
    }
    let own = grouped(btf.own_type_count().into());
    let (first, end) = (btf.first_id().0, btf.type_cnt());
    let ids = if btf.own_type_count() > 0 { format!(", [{first}] to [{}]", end - 1) } else { String::new() };
    match btf.base() {
        Some(base) => {
            let of_base = grouped(u64::from(base.type_cnt()).saturating_sub(1));
            row(out, "types", &format!("{own} of its own{ids}, after {of_base} of its base"));
        }
        None if alone => row(out, "types", &own),
        None => row(out, "types", &format!("{own}{ids}")),
    }
}

fn json(input: &Input, out: &mut Out) {
    let (opened, btf) = (&input.opened, &*input.btf);
    // A base within the file is used even if another one is given.
    let base = match (&opened.btf_base, &input.base) {
        (Some(_), _) => BaseFrom::File,
        (None, Some(_)) => BaseFrom::Given,
        (None, None) => BaseFrom::None,
    };
    let all = FileFacts {
        info: json::facts::info(opened, btf, base),
        kinds: json::facts::kinds(btf),
        problems: json::facts::problems(opened, btf),
        program: program::opened(input).map(|program| json::programs::program(&program)),
    };
    json::print(&all, out);
}

/// Up to this many sections are listed in full without `--sections`.
const FEW: u64 = 40;

/// The section table of an ELF file.
fn sections(input: &Input, all: bool, out: &mut Out) {
    let Some(mut table) = section_table(&input.opened) else { return };
    row(out, "sections", &grouped(table.total));
    let all = all || table.total <= FEW;
    if !all {
        table.rows.retain(|row| !row.used_for.is_empty());
    }
    let left = table.total - table.rows.len() as u64;
    let mut listed = sections_table(&table, None);
    listed.tidy();
    let titles = listed.columns.iter().map(|column| column.title.clone()).collect();
    listed.rows.insert(0, ListRow { cells: titles, go: None, warn: false, bytes: Vec::new() });
    table::text(&listed, out);
    match (all, left) {
        (_, 0) => {}
        (true, left) => out!(out, "  and {} more\n", grouped(left)),
        (false, left) => out!(out, "  and {} that btfscope does not use: --sections lists them\n", grouped(left)),
    }
}

fn kinds(btf: &Btf, out: &mut Out) {
    let mut counts: BTreeMap<(u8, Kind), u64> = BTreeMap::new();
    for t in btf.types() {
        *counts.entry((t.kind().number(), t.kind())).or_default() += 1;
    }
    for ((_, kind), count) in counts {
        label(out, &format!("  {}", kind_name(kind)));
        out.token(TokenKind::Number, &format!("{:>9}", grouped(count)));
        out!(out, "\n");
    }
}
