//! `inlined`: where functions were inlined.

use std::sync::Arc;

use btf::Btf;
use container::Piece;
use model::kernel_lists::inlined_table;

use crate::args::{OnBase, Printed};
use crate::fail::Failure;
use crate::out::Out;
use crate::table::print;
use crate::with_base::Which;

/// List where functions were inlined, and where their arguments live there
#[derive(clap::Args, Debug)]
#[command(after_help = "\
From .BTF.inline of Linux 7.4 and later (LOCSEC, LOC_PROTO, LOC_PARAM). Registers have the numbers
of the machine's debug information; offsets count from the start of the section.

Examples:
  btfscope inlined vmlinux
  btfscope inlined vmlinux put_page --format tsv")]
pub struct Args {
    #[command(flatten)]
    file: OnBase,
    /// Only calls of this function
    #[arg(value_name = "FUNCTION")]
    function: Option<String>,
    #[command(flatten)]
    printed: Printed,
}

/// Runs the command.
///
/// # Errors
/// When the file cannot be opened, its `.BTF.inline` cannot be read, or it lists no inlined calls or none of the given
/// function.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let (input, status) = Which::from(&args.file).open_and_warn()?;
    let parse = |piece: &Piece| Btf::parse(Arc::clone(&piece.bytes), Some(Arc::clone(&input.btf)));
    let inline = input.opened.btf_inline.as_ref().map(parse).transpose();
    let inline = inline.map_err(|e| Failure::Bad(format!("{}: .BTF.inline: {}", input.name, e.kind)))?;
    let mut table = inlined_table(inline.as_ref().unwrap_or(&input.btf));
    if table.rows.is_empty() {
        return Err(input.not_found("no inlined calls: expected a section .BTF.inline, as Linux 7.4 and later have it"));
    }
    if let Some(function) = &args.function {
        table.rows.retain(|row| row.cells.get(1) == Some(function));
        if table.rows.is_empty() {
            return Err(input.not_found(format!("“{function}” was inlined nowhere")));
        }
    }
    print(&input.name, &table, args.printed, out);
    Ok(status)
}
