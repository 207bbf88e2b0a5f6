//! `hooks`: what BPF programs attach to and implement.

use model::hooks::HookKind;
use model::kernel_lists::{hooks_table, struct_ops_table};

use crate::args::{OnBase, Printed};
use crate::fail::Failure;
use crate::out::Out;
use crate::table::print;
use crate::with_base::Which;

/// List what BPF programs attach to and implement: tracepoints, LSM hooks, iterators, struct_ops
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Each hook is listed with its section and its arguments as in BPF_PROG; each struct_ops type with its
members and the first line of a program for each. Kfuncs are listed by the command kfuncs.

Examples:
  btfscope hooks /sys/kernel/btf/vmlinux tracepoints
  btfscope hooks vmlinux lsm --format tsv
  btfscope hooks vmlinux struct-ops --json")]
pub struct Args {
    #[command(flatten)]
    file: OnBase,
    /// Which of them
    #[arg(value_name = "WHICH", value_enum)]
    which: Hooks,
    #[command(flatten)]
    printed: Printed,
}

/// The hooks to list: one kind at a time.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Hooks {
    Tracepoints,
    Lsm,
    Iterators,
    StructOps,
}

/// Runs the command.
///
/// # Errors
/// When the file cannot be opened, or has no such hooks.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let (input, status) = Which::from(&args.file).open_and_warn()?;
    let btf = &*input.btf;
    let (table, said) = match args.which {
        Hooks::Tracepoints => (hooks_table(btf, HookKind::Tracepoint), "tracepoints (typedefs btf_trace_*)"),
        Hooks::Lsm => (hooks_table(btf, HookKind::Lsm), "LSM hooks (functions bpf_lsm_*)"),
        Hooks::Iterators => (hooks_table(btf, HookKind::Iterator), "iterators (functions bpf_iter_* with a context)"),
        Hooks::StructOps => (struct_ops_table(btf), "struct_ops types (structs bpf_struct_ops_*)"),
    };
    if table.rows.is_empty() {
        return Err(input.not_found(format!("it has no {said}")));
    }
    print(&input.name, &table, args.printed, out);
    Ok(status)
}
