//! `ids`, `kfuncs`, `hooks`, `inlined`, `base`: what a file lists beside its types, as tables.

use std::path::PathBuf;
use std::sync::Arc;

use btf::Btf;
use container::{ElfFacts, Format, Role};
use dump::{Sink, TokenKind};
use json::tables::TableOf;
use model::hooks::HookKind;
use model::kernel_lists::{
    Lister, Table, base_table, hooks_table, ids_table, inlined_table, kfuncs_table, struct_ops_table,
};

use crate::args::{OnBase, Printed, TableFormat};
use crate::fail::{Failure, say};
use crate::files::{Target, save};
use crate::out::{Out, out};
use crate::with_base::{Input, Which};

/// List the ids of .BTF_ids: the lists and sets of types and functions that a kernel keeps for the verifier
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The symbols of the file name the lists and sets, and what each slot was made for: an ELF file of
vmlinux with debugging information has them, and modules have. Images that are booted have not:
there the words are listed as they are. The state marks slots that are unused, not resolved (the
kernel was built without that type), or not what their symbol names.

Examples:
  btfscope ids /usr/lib/debug/boot/vmlinux-6.12
  btfscope ids vmlinux btf_allowlist_d_path rcu_protected_types
  btfscope ids tcp_bbr.ko --base vmlinux --format tsv")]
pub struct IdsArgs {
    #[command(flatten)]
    file: OnBase,
    /// Only lists and sets of these names
    #[arg(value_name = "LIST")]
    names: Vec<String>,
    #[command(flatten)]
    printed: Printed,
}

/// List the kernel functions that BPF programs may call, with prototypes and flags
#[derive(clap::Args, Debug)]
#[command(after_help = "\
They are found by the tag bpf_kfunc in the BTF (Linux 6.10 and later) and by the sets of .BTF_ids,
which have the flags (KF_ACQUIRE, KF_RET_NULL, ...); those take a file with symbols, see ids.

Examples:
  btfscope kfuncs /sys/kernel/btf/vmlinux
  btfscope kfuncs vmlinux --format json | jq -r '.rows[] | select(.flags == null) | .name'")]
pub struct KfuncsArgs {
    #[command(flatten)]
    file: OnBase,
    #[command(flatten)]
    printed: Printed,
}

/// List what BPF programs attach to and implement: tracepoints, LSM hooks, iterators, struct_ops
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Each with its section and its arguments as BPF_PROG has them; struct_ops with their members and the
first line of a program for each. Kfuncs are listed by kfuncs.

Examples:
  btfscope hooks /sys/kernel/btf/vmlinux tracepoints
  btfscope hooks vmlinux lsm --format tsv
  btfscope hooks vmlinux struct-ops --json")]
pub struct HooksArgs {
    #[command(flatten)]
    file: OnBase,
    /// Which of them
    #[arg(value_name = "WHICH", value_enum)]
    which: Hooks,
    #[command(flatten)]
    printed: Printed,
}

/// What programs attach to.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Hooks {
    Tracepoints,
    Lsm,
    Iterators,
    StructOps,
}

/// List where functions were inlined, and where their arguments live there
#[derive(clap::Args, Debug)]
#[command(after_help = "\
From .BTF.inline of Linux 7.4 and later (LOCSEC, LOC_PROTO, LOC_PARAM). Registers have the numbers
of the machine's debug information; offsets count from the start of the section.

Examples:
  btfscope inlined vmlinux
  btfscope inlined vmlinux put_page --format tsv")]
pub struct InlinedArgs {
    #[command(flatten)]
    file: OnBase,
    /// Only this one
    #[arg(value_name = "FUNCTION")]
    function: Option<String>,
    #[command(flatten)]
    printed: Printed,
}

/// Show the distilled base of a module (.BTF.base), and what its types are in a kernel
#[derive(clap::Args, Debug)]
#[command(after_help = "\
With KERNEL, exit status 1 when a type has no counterpart there, several, or one of another size:
such a kernel would refuse the module's BTF.

Examples:
  btfscope base module.ko
  btfscope base module.ko vmlinux
  btfscope base module.btf --base module.btf.base vmlinux --output moved.btf")]
pub struct BaseArgs {
    #[command(flatten)]
    file: OnBase,
    /// The kernel that the module is to stand on
    #[arg(value_name = "KERNEL")]
    kernel: Option<PathBuf>,
    #[command(flatten)]
    printed: Printed,
    /// Write the module's BTF, moved onto KERNEL as libbpf's btf__relocate does, when all of it fits
    #[arg(long, short, value_name = "FILE", requires = "kernel")]
    output: Option<Target>,
}

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
pub fn ids(args: &IdsArgs, out: &mut Out) -> Result<u8, Failure> {
    let input = Which::from(&args.file).open()?;
    let status = input.warn();
    let lister = lister(&input);
    let has_section = |elf: &ElfFacts| elf.sections.iter().any(|section| section.name == ".BTF_ids");
    if lister.ids.is_none()
        && let Format::Dwarf(elf) = &input.opened.format
        && has_section(elf)
    {
        return Err(Failure::NotFound(format!(
            "{}: its types are made from DWARF, and the ids in .BTF_ids are those of a BTF that is not in the file",
            input.name
        )));
    }
    if lister.ids.is_none() {
        return Err(Failure::NotFound(format!(
            "{}: it has no section .BTF_ids: vmlinux as an ELF file has it, and modules that bring kfuncs",
            input.name
        )));
    }
    let lists = lister.id_lists();
    let named = &args.names;
    let keep: Vec<_> = lists.into_iter().filter(|list| named.is_empty() || named.contains(&list.name)).collect();
    if let Some(missing) = named.iter().find(|name| !keep.iter().any(|list| list.name == **name)) {
        return Err(Failure::NotFound(format!("{}: .BTF_ids has no list “{missing}”", input.name)));
    }
    let table = ids_table(&input.btf, &keep, None, lister.symbols.is_some());
    print(&input, &table, args.printed, out);
    Ok(status)
}

/// Runs `kfuncs`.
///
/// # Errors
/// When the file cannot be opened, or nothing says what is a kfunc.
pub fn kfuncs(args: &KfuncsArgs, out: &mut Out) -> Result<u8, Failure> {
    let input = Which::from(&args.file).open()?;
    let status = input.warn();
    let table = kfuncs_table(&input.btf, &lister(&input).id_lists());
    if table.rows.is_empty() {
        return Err(Failure::NotFound(format!(
            "{}: no kfuncs are known: no type has the tag bpf_kfunc (Linux 6.10 and later), and no set of .BTF_ids with a symbol has their ids",
            input.name
        )));
    }
    print(&input, &table, args.printed, out);
    Ok(status)
}

/// Runs `hooks`.
///
/// # Errors
/// When the file cannot be opened or has none of them.
pub fn hooks(args: &HooksArgs, out: &mut Out) -> Result<u8, Failure> {
    let input = Which::from(&args.file).open()?;
    let status = input.warn();
    let btf = &*input.btf;
    let (table, said) = match args.which {
        Hooks::Tracepoints => (hooks_table(btf, HookKind::Tracepoint), "tracepoints (typedefs btf_trace_*)"),
        Hooks::Lsm => (hooks_table(btf, HookKind::Lsm), "LSM hooks (functions bpf_lsm_*)"),
        Hooks::Iterators => (hooks_table(btf, HookKind::Iterator), "iterators (functions bpf_iter_* with a context)"),
        Hooks::StructOps => (struct_ops_table(btf), "struct_ops types (structs bpf_struct_ops_*)"),
    };
    if table.rows.is_empty() {
        return Err(Failure::NotFound(format!("{}: it has no {said}", input.name)));
    }
    print(&input, &table, args.printed, out);
    Ok(status)
}

/// Runs `inlined`.
///
/// # Errors
/// When the file cannot be opened or lists no inlined calls, or not of the function.
pub fn inlined(args: &InlinedArgs, out: &mut Out) -> Result<u8, Failure> {
    let input = Which::from(&args.file).open()?;
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
            "{}: no inlined calls: expected a section .BTF.inline, as kernels of late 2026 have it",
            input.name
        )));
    }
    if let Some(function) = &args.function {
        table.rows.retain(|row| row.cells.get(1) == Some(function));
        if table.rows.is_empty() {
            return Err(Failure::NotFound(format!("{}: “{function}” was inlined nowhere", input.name)));
        }
    }
    print(&input, &table, args.printed, out);
    Ok(status)
}

/// Runs `base`: status 1 when the module cannot stand on the kernel.
///
/// # Errors
/// When a file cannot be opened, the module has no distilled base, or the byte orders differ.
pub fn base(args: &BaseArgs, out: &mut Out) -> Result<u8, Failure> {
    args.output.as_ref().map_or(Ok(()), |to| to.not_stdout("the table"))?;
    let input = Which::from(&args.file).open()?;
    let status = input.warn();
    let is_distilled =
        |base: &Arc<Btf>| container::detect_role(base.bytes()).is_ok_and(|found| found.role == Role::Base);
    if input.opened.btf_base.is_none() && !input.btf.base().is_some_and(is_distilled) {
        return Err(Failure::NotFound(format!(
            "{}: it has no distilled base (.BTF.base), which modules built out of tree bring; --base names one in a file of its own",
            input.name
        )));
    }
    let kernel = match &args.kernel {
        Some(path) => Some(Which::of(path, None).open()?),
        None => None,
    };
    let on = kernel.as_ref().map(|kernel| (kernel.name.as_str(), &*kernel.btf));
    let found = base_table(&input.btf, on).map_err(|e| Failure::Bad(format!("{}: {e}", input.name)))?;
    print(&input, &found.table, args.printed, out);
    let Some(relocated) = found.relocated else { return Ok(status) };
    let Some(blob) = relocated.blob else { return Ok(if status == 0 { 1 } else { status }) };
    if let Some(to) = &args.output {
        save(to, &blob)?;
    }
    Ok(status)
}

fn print(input: &Input, table: &Table, printed: Printed, out: &mut Out) {
    match printed.format() {
        TableFormat::Json => json::print(&TableOf::new(&input.name, table), out),
        TableFormat::Tsv => table_tsv(table, true, out),
        TableFormat::Text => {
            // What there is to know goes beside the table, so that it can be piped on.
            for text in &table.about {
                say(&format!("{}: {text}", input.name));
            }
            table_text(table, out);
        }
    }
}

/// Tabs between the cells; a line of titles if wanted.
pub fn table_tsv(table: &Table, titles: bool, out: &mut Out) {
    if titles {
        let titles: Vec<&str> = table.columns.iter().map(|c| c.key.as_str()).collect();
        out!(out, "{}\n", titles.join("\t"));
    }
    for row in &table.rows {
        if out.is_closed() {
            return;
        }
        let cells: Vec<String> = row.cells.iter().map(|cell| relo::escape(cell)).collect();
        out!(out, "{}\n", cells.join("\t"));
    }
}

/// In columns as wide as their longest text; the last one as it comes.
pub fn table_text(table: &Table, out: &mut Out) {
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
