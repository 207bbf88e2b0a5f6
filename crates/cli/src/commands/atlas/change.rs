//! `atlas merge` and `atlas remove`.

use std::collections::BTreeSet;
use std::path::PathBuf;

use atlas::Draft;

use super::AtlasFile;
use super::build::{write, write_again};
use crate::args::OutFile;
use crate::atlases::same::Same;
use crate::atlases::store;
use crate::fail::{Failure, say};
use crate::files::{Lock, Wait};
use crate::out::Out;

/// Put atlases together
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The order does not matter, nor whether they were merged before: the same kernels give the same
bytes. So shards can be built anywhere and merged in any tree.

Examples:
  btfscope atlas merge a.atlas b.atlas -o all.atlas
  btfscope atlas merge shards/*.atlas -o all.atlas")]
pub struct MergeArgs {
    /// Atlases, which may have kernels in common
    #[arg(value_name = "ATLAS", required = true)]
    atlases: Vec<PathBuf>,
    #[command(flatten)]
    to: OutFile,
    #[command(flatten)]
    wait: Wait,
}

/// Remove kernels from an atlas
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The atlas is then as if it had been built without them.

Examples:
  btfscope atlas remove my.atlas 6.1.0-47-amd64
  btfscope atlas remove my.atlas debian/arm64/6.16.12+deb13-arm64")]
pub struct RemoveArgs {
    #[command(flatten)]
    from: AtlasFile,
    /// Kernels, by their names
    #[arg(value_name = "KERNEL", required = true)]
    kernels: Vec<String>,
    #[command(flatten)]
    wait: Wait,
}

/// Runs `atlas merge`.
///
/// # Errors
/// When an atlas cannot be read, or the new atlas cannot be written or is held by another process for too long.
pub fn merge(args: &MergeArgs, out: &mut Out) -> Result<u8, Failure> {
    let mut draft = Draft::new();
    for path in &args.atlases {
        store::merge(&mut draft, path)?;
    }
    for (name, digests) in Same::several(draft.kernels()) {
        say(&format!(
            "warning: {} kernels have the name {name} but different types; all are kept: {}",
            digests.len(),
            digests.join(", ")
        ));
    }
    write(&draft, &args.to.out, args.wait, out)?;
    Ok(0)
}

/// Runs `atlas remove`.
///
/// # Errors
/// When the atlas has no such kernel, cannot be read or written, or is held by another process for too long.
pub fn remove(args: &RemoveArgs, out: &mut Out) -> Result<u8, Failure> {
    let path = &args.from.atlas;
    let lock = Lock::wait(path, args.wait)?;
    let atlas = store::open(path.as_path())?;
    let mut gone = BTreeSet::new();
    for name in &args.kernels {
        let number = atlas.kernel_called(name).map_err(|e| store::failed(path.as_path(), &e))?;
        gone.extend(atlas.kernels().get(number as usize));
    }
    let mut draft = Draft::new();
    store::merge_some(&mut draft, path, &atlas, &|kernel| !gone.contains(kernel))?;
    write_again(&draft, path, &lock, out)?;
    Ok(0)
}
