//! `atlas merge` and `atlas remove`.

use std::collections::BTreeSet;
use std::path::PathBuf;

use atlas::Draft;
use clap::{Arg, ArgMatches, Command, value_parser};

use super::build::write;
use super::{atlas_arg, out_arg, path_of, store};
use crate::fail::Failure;
use crate::out::Out;

/// What can be typed after `atlas merge`.
pub fn merge_command() -> Command {
    Command::new("merge")
        .about("Put atlases together")
        .arg(
            Arg::new("atlas")
                .value_name("ATLAS")
                .required(true)
                .num_args(1..)
                .value_parser(value_parser!(PathBuf))
                .help("Atlases, which may have kernels in common"),
        )
        .arg(out_arg(true))
        .after_help(
            "The order does not matter, nor whether they were merged before: the same kernels give the same
bytes. So shards can be built anywhere and merged in any tree.

Examples:
  btfscope atlas merge a.atlas b.atlas -o all.atlas
  btfscope atlas merge shards/*.atlas -o all.atlas",
        )
}

/// What can be typed after `atlas remove`.
pub fn remove_command() -> Command {
    Command::new("remove")
        .about("Remove kernels from an atlas")
        .arg(atlas_arg())
        .arg(Arg::new("kernel").value_name("KERNEL").required(true).num_args(1..).help("Kernels, by their names"))
        .after_help(
            "The atlas is then as if it had been built without them.

Examples:
  btfscope atlas remove my.atlas 6.1.0-47-amd64
  btfscope atlas remove my.atlas debian/arm64/6.16.12+deb13-arm64",
        )
}

/// Runs `atlas merge`.
///
/// # Errors
/// When an atlas cannot be read or the new one not written.
pub fn merge(args: &ArgMatches, out: &mut Out) -> Result<u8, Failure> {
    let mut draft = Draft::new();
    for path in args.get_many::<PathBuf>("atlas").into_iter().flatten() {
        store::merge(&mut draft, path)?;
    }
    write(&draft, path_of(args, "out"), out)?;
    Ok(0)
}

/// Runs `atlas remove`.
///
/// # Errors
/// When the atlas has no such kernel, or cannot be read or written.
pub fn remove(args: &ArgMatches, out: &mut Out) -> Result<u8, Failure> {
    let path = path_of(args, "atlas");
    let atlas = store::open(path)?;
    let mut gone = BTreeSet::new();
    for name in args.get_many::<String>("kernel").into_iter().flatten() {
        let number = atlas.kernel_called(name).map_err(|e| store::failed(path, &e))?;
        gone.extend(atlas.kernels().get(number as usize));
    }
    let mut draft = Draft::new();
    store::merge_some(&mut draft, path, &atlas, &|kernel| !gone.contains(kernel))?;
    write(&draft, path, out)?;
    Ok(0)
}
