//! `atlas`: builds, changes, lists and exports atlases, files that hold many kernels, and takes kernels out of them.

mod build;
mod change;
mod export;
mod index;
mod list;
mod modules;
mod path;
mod tables;
mod take;

use std::path::PathBuf;

use clap::Subcommand;

use crate::fail::Failure;
use crate::out::Out;

/// Keep many kernels in one small file, and take them out again
#[derive(clap::Args, Debug)]
#[command(
    disable_help_subcommand = true,
    after_help = "\
Wherever a command takes a kernel it also takes X.atlas#KERNEL. A kernel is called by its release
where that is unique, else by DISTRIBUTION/ARCH/RELEASE, or by the first eight or more
digits of its digest.

Examples:
  btfscope atlas build -o my.atlas linux-image-*.deb
  btfscope atlas merge a.atlas b.atlas -o all.atlas
  btfscope atlas list my.atlas --where 'version>=6.1 arch=amd64'
  btfscope atlas extract my.atlas 6.12.94-amd64 -o vmlinux.btf
  btfscope layout my.atlas#6.12.94-amd64 task_struct
  btfscope history task_struct --atlas my.atlas"
)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Build(build::BuildArgs),
    Add(build::AddArgs),
    Remove(change::RemoveArgs),
    Merge(change::MergeArgs),
    List(list::Args),
    Extract(take::Args),
    Export(export::Args),
    Index(index::Args),
    Modules(modules::Args),
    Path(path::Args),
}

/// The argument ATLAS.
#[derive(clap::Args, Debug)]
struct AtlasFile {
    /// An atlas
    #[arg(value_name = "ATLAS")]
    atlas: PathBuf,
}

/// Runs the command.
///
/// # Errors
/// When a file cannot be read or written, or has no such kernel.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    match &args.command {
        Command::Build(args) => build::build(args, out),
        Command::Add(args) => build::add(args, out),
        Command::Remove(args) => change::remove(args, out),
        Command::Merge(args) => change::merge(args, out),
        Command::List(args) => list::run(args, out),
        Command::Extract(args) => take::run(args),
        Command::Export(args) => export::run(args, out),
        Command::Index(args) => index::run(args, out),
        Command::Modules(args) => modules::run(args, out),
        Command::Path(args) => path::run(args, out),
    }
}
