//! `kfuncs`: the kernel functions that BPF programs may call.

use model::kernel_lists::kfuncs_table;

use crate::args::{OnBase, Printed};
use crate::fail::Failure;
use crate::out::Out;
use crate::table::print;
use crate::with_base::Which;

/// List the kernel functions that BPF programs may call, with prototypes and flags
#[derive(clap::Args, Debug)]
#[command(after_help = "\
They are found by the tag bpf_kfunc in the BTF (Linux 6.10 and later) and by the sets of .BTF_ids,
which have the flags (KF_ACQUIRE, KF_RET_NULL, ...); those take a file with symbols, see ids.

Examples:
  btfscope kfuncs /sys/kernel/btf/vmlinux
  btfscope kfuncs vmlinux --format json | jq -r '.rows[] | select(.flags == null) | .name'")]
pub struct Args {
    #[command(flatten)]
    file: OnBase,
    #[command(flatten)]
    printed: Printed,
}

/// Runs the command.
///
/// # Errors
/// When the file cannot be opened, or when it has no kfuncs: no tag `bpf_kfunc`, and no set of kfuncs in `.BTF_ids`.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let (input, status) = Which::from(&args.file).open_and_warn()?;
    let table = kfuncs_table(&input.btf, &input.lister().id_lists());
    if table.rows.is_empty() {
        return Err(input.not_found("no kfuncs are known: no type has the tag bpf_kfunc (Linux 6.10 and later), and no set of .BTF_ids with a symbol has their ids"));
    }
    print(&input.name, &table, args.printed, out);
    Ok(status)
}
