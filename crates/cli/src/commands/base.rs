//! `base`: the distilled base of a module, and its types in a kernel.

use std::path::PathBuf;
use std::sync::Arc;

use btf::Btf;
use container::Role;
use model::kernel_lists::base_table;

use crate::args::{OnBase, Printed};
use crate::fail::Failure;
use crate::files::{Target, save};
use crate::out::Out;
use crate::table::print;
use crate::with_base::Which;

/// Show the distilled base of a module (.BTF.base), and what its types are in a kernel
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Exit status with KERNEL: 1 when a type has no counterpart there, several, or one of another size: such
a kernel would refuse the module's BTF.

Examples:
  btfscope base module.ko
  btfscope base module.ko vmlinux
  btfscope base module.btf --base module.btf.base vmlinux --output moved.btf")]
pub struct Args {
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

/// Runs the command. Returns 1 when the module cannot be moved onto the kernel, and 2 when its file is damaged.
///
/// # Errors
/// When a file cannot be opened, the module has no distilled base, the byte orders differ, or the output cannot be
/// written.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    args.output.as_ref().map_or(Ok(()), |to| to.not_stdout("the table"))?;
    let (input, status) = Which::from(&args.file).open_and_warn()?;
    let is_distilled =
        |base: &Arc<Btf>| container::detect_role(base.bytes()).is_ok_and(|found| found.role == Role::Base);
    if input.opened.btf_base.is_none() && !input.btf.base().is_some_and(is_distilled) {
        return Err(input.not_found("it has no distilled base (.BTF.base), which modules built out of tree bring; --base names one in a file of its own"));
    }
    let kernel = args.kernel.as_ref().map(|path| Which::of(path, None).open()).transpose()?;
    let on = kernel.as_ref().map(|kernel| (kernel.name.as_str(), &*kernel.btf));
    let found = base_table(&input.btf, on).map_err(|e| Failure::Bad(format!("{}: {e}", input.name)))?;
    print(&input.name, &found.table, args.printed, out);
    let Some(relocated) = found.relocated else { return Ok(status) };
    let Some(blob) = relocated.blob else { return Ok(if status == 0 { 1 } else { status }) };
    if let Some(to) = &args.output {
        save(to, &blob)?;
    }
    Ok(status)
}
