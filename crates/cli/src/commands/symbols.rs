//! `symbols`: the ELF symbols of a program object.

use json::elf::ElfSymbolsOf;
use model::kernel_lists::symbols_table;

use crate::args::{OneFile, Printed, TableFormat};
use crate::fail::Failure;
use crate::out::Out;
use crate::table;
use crate::with_base::Which;

/// List the ELF symbols of a BPF program object
#[derive(clap::Args, Debug)]
#[command(after_help = "\
As llvm-readelf -s lists them, with the section's name in the place of its number, and how many
relocations name each. The object need not have BTF.

Examples:
  btfscope symbols prog.bpf.o
  btfscope symbols prog.bpf.o --json | jq -r '.symbols[] | select(.section == \"UND\") | .name'")]
pub struct Args {
    #[command(flatten)]
    file: OneFile,
    #[command(flatten)]
    printed: Printed,
}

/// Runs the command.
///
/// # Errors
/// When the file cannot be opened, is not a program, or has no symbols.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let (file, object, status) = Which::from(&args.file).named_object()?;
    if object.symbols().is_empty() {
        return Err(Failure::NotFound(format!("{file}: it has no symbols")));
    }
    match args.printed.format() {
        TableFormat::Json => {
            let byte_order = object.endian().as_str();
            json::print(&ElfSymbolsOf { file: &file, byte_order, symbols: json::elf::symbols(&object) }, out);
        }
        TableFormat::Tsv => table::tsv(&symbols_table(&object), true, out),
        TableFormat::Text => table::text(&symbols_table(&object), out),
    }
    Ok(status)
}
