//! `atlas`: many kernels in one file: built, merged, listed, taken out of, exported.

mod build;
mod change;
mod export;
mod identity;
mod list;
pub mod store;
mod take;

use std::path::PathBuf;

use clap::{Arg, ArgMatches, Command, value_parser};

pub use list::{select_arg, selected};

use crate::fail::Failure;
use crate::out::Out;

/// What can be typed.
pub fn command() -> Command {
    Command::new("atlas")
        .about("Keep many kernels in one small file, and take them out again")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true)
        .subcommands([
            build::build_command(),
            build::add_command(),
            change::remove_command(),
            change::merge_command(),
            list::command(),
            take::command(),
            export::command(),
        ])
        .after_help(
            "Wherever a command takes a kernel it also takes X.atlas#KERNEL. A kernel is called by its release
where that is unique, else by DISTRIBUTION/ARCH/RELEASE, or by eight digits of its digest or more.

Examples:
  btfscope atlas build -o my.atlas linux-image-*.deb
  btfscope atlas merge a.atlas b.atlas -o all.atlas
  btfscope atlas list my.atlas --where 'version>=6.1 arch=amd64'
  btfscope atlas extract my.atlas 6.12.94-amd64 -o vmlinux.btf
  btfscope layout my.atlas#6.12.94-amd64 task_struct
  btfscope history task_struct --atlas my.atlas",
        )
}

/// Runs the command.
///
/// # Errors
/// When a file cannot be read or written, or has no such kernel.
pub fn run(args: &ArgMatches, out: &mut Out) -> Result<u8, Failure> {
    match args.subcommand() {
        Some(("build", args)) => build::build(args, out),
        Some(("add", args)) => build::add(args, out),
        Some(("remove", args)) => change::remove(args, out),
        Some(("merge", args)) => change::merge(args, out),
        Some(("list", args)) => list::run(args, out),
        Some(("extract", args)) => take::run(args),
        Some(("export", args)) => export::run(args, out),
        // clap asks for one of these.
        _ => Ok(2),
    }
}

fn atlas_arg() -> Arg {
    Arg::new("atlas").value_name("ATLAS").required(true).value_parser(value_parser!(PathBuf)).help("An atlas")
}

fn out_arg(required: bool) -> Arg {
    Arg::new("out")
        .long("out")
        .short('o')
        .value_name("OUT")
        .required(required)
        .value_parser(value_parser!(PathBuf))
        .help("The file to write")
}

fn path_of<'a>(args: &'a ArgMatches, name: &str) -> &'a std::path::Path {
    args.get_one::<PathBuf>(name).map_or(std::path::Path::new(""), PathBuf::as_path)
}
