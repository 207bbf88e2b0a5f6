//! `ids`: the lists and sets of `.BTF_ids`.

use container::{ElfFacts, Format};
use model::kernel_lists::ids_table;

use crate::args::{OnBase, Printed};
use crate::fail::Failure;
use crate::out::Out;
use crate::table::print;
use crate::with_base::Which;

/// List the ids of .BTF_ids: the lists and sets of types and functions that a kernel keeps for the verifier
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The symbols of the file name the lists and sets, and what each slot was made for: an ELF file of
vmlinux with debugging information has symbols, and so have modules. Bootable images have none:
their words are listed as they are. The state marks slots that are unused, not resolved (the
kernel was built without that type), or not what their symbol names.

Examples:
  btfscope ids /usr/lib/debug/boot/vmlinux-6.12
  btfscope ids vmlinux btf_allowlist_d_path rcu_protected_types
  btfscope ids tcp_bbr.ko --base vmlinux --format tsv")]
pub struct Args {
    #[command(flatten)]
    file: OnBase,
    /// Only lists and sets of these names
    #[arg(value_name = "LIST")]
    names: Vec<String>,
    #[command(flatten)]
    printed: Printed,
}

/// Runs the command.
///
/// # Errors
/// When the file cannot be opened, has no `.BTF_ids`, or has no list of a given name.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let (input, status) = Which::from(&args.file).open_and_warn()?;
    let lister = input.lister();
    let has_section = |elf: &ElfFacts| elf.sections.iter().any(|section| section.name == ".BTF_ids");
    if lister.ids.is_none()
        && let Format::Dwarf(elf) = &input.opened.format
        && has_section(elf)
    {
        return Err(input.not_found(
            "its types are made from DWARF, and the ids in .BTF_ids are those of a BTF that is not in the file",
        ));
    }
    if lister.ids.is_none() {
        return Err(
            input.not_found("it has no section .BTF_ids: vmlinux as an ELF file has it, and modules that bring kfuncs")
        );
    }
    let lists = lister.id_lists();
    let named = &args.names;
    let keep: Vec<_> = lists.into_iter().filter(|list| named.is_empty() || named.contains(&list.name)).collect();
    if let Some(missing) = named.iter().find(|name| !keep.iter().any(|list| list.name == **name)) {
        return Err(input.not_found(format!(".BTF_ids has no list “{missing}”")));
    }
    let table = ids_table(&input.btf, &keep, None, lister.symbols.is_some());
    print(&input.name, &table, args.printed, out);
    Ok(status)
}
