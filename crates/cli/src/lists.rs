//! `ids`, `kfuncs`, `inlined`, `base`: what a file lists beside its types, as tables.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use btf::Btf;
use clap::{Arg, ArgMatches, Command, value_parser};
use container::Role;
use dump::{Sink, TokenKind};
use model::lists::{Lister, Table, base_table, ids_table, inlined_table, kfuncs_table};

use crate::args::{self, with_file};
use crate::fail::{Failure, say};
use crate::json::Json;
use crate::open::{Input, Which};
use crate::out::{Out, out};

fn lister(input: &Input) -> Lister<'_> {
    Lister {
        ids: input.opened.btf_ids.as_ref().map(|piece| &piece.bytes[..]),
        symbols: input.opened.id_symbols.as_deref(),
        ..Lister::new(&input.btf)
    }
}

/// Runs `ids`.
///
/// # Errors
/// When the file cannot be opened, has no `.BTF_ids`, or no list of a name that was given.
pub fn ids(args: &ArgMatches, out: &mut Out) -> Result<u8, Failure> {
    let input = Which::new(args).open()?;
    let status = input.warn();
    let lister = lister(&input);
    if lister.ids.is_none() {
        return Err(Failure::NotFound(format!(
            "{}: it has no section .BTF_ids: vmlinux as an ELF file has it, and modules that bring kfuncs",
            input.name
        )));
    }
    let lists = lister.id_lists();
    let named: Vec<&str> = args.get_many::<String>("name").into_iter().flatten().map(String::as_str).collect();
    let keep: Vec<_> =
        lists.into_iter().filter(|list| named.is_empty() || named.contains(&list.name.as_str())).collect();
    if let Some(missing) = named.iter().find(|name| !keep.iter().any(|list| list.name == **name)) {
        return Err(Failure::NotFound(format!("{}: .BTF_ids has no list “{missing}”", input.name)));
    }
    let table = ids_table(&input.btf, &keep, None, lister.symbols.is_some());
    print(&input, &table, args, out);
    Ok(status)
}

/// Runs `kfuncs`.
///
/// # Errors
/// When the file cannot be opened, or nothing tells of a kfunc.
pub fn kfuncs(args: &ArgMatches, out: &mut Out) -> Result<u8, Failure> {
    let input = Which::new(args).open()?;
    let status = input.warn();
    let table = kfuncs_table(&input.btf, &lister(&input).id_lists());
    if table.rows.is_empty() {
        return Err(Failure::NotFound(format!(
            "{}: nothing tells of kfuncs: no type has the tag bpf_kfunc (Linux 6.10 and later), and no set of .BTF_ids has a symbol",
            input.name
        )));
    }
    print(&input, &table, args, out);
    Ok(status)
}

/// Runs `inlined`.
///
/// # Errors
/// When the file cannot be opened or lists no inlined calls, or not of the function.
pub fn inlined(args: &ArgMatches, out: &mut Out) -> Result<u8, Failure> {
    let input = Which::new(args).open()?;
    let status = input.warn();
    let inline = match &input.opened.btf_inline {
        Some(piece) => Some(
            Btf::parse(Arc::clone(&piece.bytes), Some(Arc::clone(&input.btf)))
                .map_err(|e| Failure::Bad(format!("{}: .BTF.inline: {}", input.name, e.kind)))?,
        ),
        None => None,
    };
    let mut table = inlined_table(inline.as_ref().unwrap_or(&input.btf));
    if table.rows.is_empty() {
        return Err(Failure::NotFound(format!(
            "{}: nothing tells where functions were inlined: kernels of late 2026 keep that in .BTF.inline",
            input.name
        )));
    }
    if let Some(function) = args.get_one::<String>("function") {
        table.rows.retain(|row| row.cells.get(1) == Some(function));
        if table.rows.is_empty() {
            return Err(Failure::NotFound(format!("{}: “{function}” was inlined nowhere", input.name)));
        }
    }
    print(&input, &table, args, out);
    Ok(status)
}

/// Runs `base`: status 1 when the module cannot stand on the kernel.
///
/// # Errors
/// When a file cannot be opened, the module has no distilled base, or the byte orders differ.
pub fn base(args: &ArgMatches, out: &mut Out) -> Result<u8, Failure> {
    let input = Which::new(args).open()?;
    let status = input.warn();
    let is_distilled =
        |base: &Arc<Btf>| container::detect_role(base.bytes()).is_ok_and(|found| found.role == Role::Base);
    if input.opened.btf_base.is_none() && !input.btf.base().is_some_and(is_distilled) {
        return Err(Failure::NotFound(format!(
            "{}: it has no distilled base (.BTF.base), which modules built out of tree bring; --base names one in a file of its own",
            input.name
        )));
    }
    let kernel = match args.get_one::<PathBuf>("kernel") {
        Some(path) => Some(Which::of(Path::new(path), None).open()?),
        None => None,
    };
    let on = kernel.as_ref().map(|kernel| (kernel.name.as_str(), &*kernel.btf));
    let found = base_table(&input.btf, on).map_err(|e| Failure::Bad(format!("{}: {e}", input.name)))?;
    print(&input, &found.table, args, out);
    let Some(relocated) = found.relocated else { return Ok(status) };
    let Some(blob) = relocated.blob else { return Ok(if status == 0 { 1 } else { status }) };
    if let Some(to) = args.get_one::<PathBuf>("output") {
        std::fs::write(to, blob).map_err(|e| Failure::Bad(format!("{}: {e}", to.display())))?;
    }
    Ok(status)
}

fn print(input: &Input, table: &Table, args: &ArgMatches, out: &mut Out) {
    match args.get_one::<String>("format").map_or("text", String::as_str) {
        "json" => json(input, table, out),
        "tsv" => {
            let titles: Vec<&str> = table.columns.iter().map(|c| c.key.as_str()).collect();
            out!(out, "{}\n", titles.join("\t"));
            for row in &table.rows {
                if out.is_closed() {
                    return;
                }
                let cells: Vec<String> = row.cells.iter().map(|cell| cell.replace(['\t', '\n'], " ")).collect();
                out!(out, "{}\n", cells.join("\t"));
            }
        }
        _ => {
            // What there is to know goes beside the table, so that it can be piped on.
            for text in &table.about {
                say(&format!("{}: {text}", input.name));
            }
            text(table, out);
        }
    }
}

/// In columns as wide as their longest text; the last one as it comes.
fn text(table: &Table, out: &mut Out) {
    let mut widths = vec![0; table.columns.len()];
    for row in &table.rows {
        for (width, cell) in widths.iter_mut().zip(&row.cells) {
            *width = cell.chars().count().max(*width);
        }
    }
    for row in &table.rows {
        if out.is_closed() {
            return;
        }
        let mut gap = 0;
        for (i, ((cell, width), column)) in row.cells.iter().zip(&widths).zip(&table.columns).enumerate() {
            if *width == 0 {
                continue;
            }
            let pad = width - cell.chars().count();
            let before = if column.number { gap + pad } else { gap };
            gap = if column.number { 2 } else { pad + 2 };
            if cell.is_empty() {
                gap += before;
                continue;
            }
            out!(out, "{:before$}", "");
            match row.go.filter(|_| i == table.link as usize) {
                Some(id) => out.token(TokenKind::TypeName(id), cell),
                None if column.number => out.token(TokenKind::Number, cell),
                None => out!(out, "{cell}"),
            }
        }
        out!(out, "\n");
    }
}

fn json(input: &Input, table: &Table, out: &mut Out) {
    Json::object(out, |json| {
        json.text("file", &input.name);
        json.list("notes", |list| {
            for text in &table.about {
                list.string(text);
            }
        });
        json.list("rows", |list| {
            for row in &table.rows {
                if list.is_closed() {
                    break;
                }
                list.item(|item| {
                    for (column, cell) in table.columns.iter().zip(&row.cells) {
                        match (column.number, cell.parse::<u64>()) {
                            (true, number) => item.maybe_number(&column.key, number.ok()),
                            (false, _) => item.maybe_text(&column.key, Some(cell.as_str()).filter(|c| !c.is_empty())),
                        }
                    }
                });
            }
        });
    });
}

fn format() -> Arg {
    args::format(&["text", "tsv", "json"], "How to print the table; tsv has a line of titles")
}

/// What can be typed.
pub fn commands() -> [Command; 4] {
    let ids = with_file(Command::new("ids"))
        .about(
            "List the ids of .BTF_ids: the lists and sets of types and functions that a kernel keeps for the verifier",
        )
        .arg(Arg::new("name").value_name("LIST").num_args(1..).help("Only lists and sets of these names"))
        .arg(format())
        .after_help(
            "The symbols of the file tell the lists and sets, and what each slot was made for: an ELF file of
vmlinux with debugging information has them, and modules have. Images that are booted have not:
there the words are listed as they are. The state tells slots that are unused, not resolved (the
kernel was built without that type), or not what their symbol names.

Examples:
  btfscope ids /usr/lib/debug/boot/vmlinux-6.12
  btfscope ids vmlinux btf_allowlist_d_path rcu_protected_types
  btfscope ids tcp_bbr.ko --base vmlinux --format tsv",
        );
    let kfuncs = with_file(Command::new("kfuncs"))
        .about("List the kernel functions that BPF programs may call, with prototypes and flags")
        .arg(format())
        .after_help(
            "They are told by the tag bpf_kfunc in the BTF (Linux 6.10 and later) and by the sets of .BTF_ids,
which have the flags (KF_ACQUIRE, KF_RET_NULL, ...); those take a file with symbols, see ids.

Examples:
  btfscope kfuncs /sys/kernel/btf/vmlinux
  btfscope kfuncs vmlinux --format json | jq -r '.rows[] | select(.flags == null) | .name'",
        );
    let inlined = with_file(Command::new("inlined"))
        .about("List where functions were inlined, and where their arguments live there")
        .arg(Arg::new("function").value_name("FUNCTION").help("Only this one"))
        .arg(format())
        .after_help(
            "From .BTF.inline of a kernel of late 2026 (LOCSEC, LOC_PROTO, LOC_PARAM). Registers have the numbers
of the machine's debug information; offsets count from the start of the section.

Examples:
  btfscope inlined vmlinux
  btfscope inlined vmlinux put_page --format tsv",
        );
    let base = with_file(Command::new("base"))
        .about("Show the distilled base of a module (.BTF.base), and what its types are in a kernel")
        .arg(
            Arg::new("kernel")
                .value_name("KERNEL")
                .value_parser(value_parser!(PathBuf))
                .help("The kernel that the module is to stand on"),
        )
        .arg(format())
        .arg(
            Arg::new("output")
                .long("output")
                .short('o')
                .value_name("FILE")
                .requires("kernel")
                .value_parser(value_parser!(PathBuf))
                .help("Write the module's BTF, moved onto KERNEL as libbpf's btf__relocate does, when all of it fits"),
        )
        .after_help(
            "With KERNEL, exit status 1 when a type has no counterpart there, several, or one of another size:
such a kernel would refuse the module's BTF.

Examples:
  btfscope base module.ko
  btfscope base module.ko vmlinux
  btfscope base module.btf --base module.btf.base vmlinux --output moved.btf",
        );
    [ids, kfuncs, inlined, base]
}
