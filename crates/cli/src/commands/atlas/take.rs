//! `atlas extract`: a kernel of an atlas as a BTF file.

use std::sync::Arc;

use btf::{Btf, TypeId};

use super::AtlasFile;
use crate::args::OutFile;
use crate::atlases::store;
use crate::fail::Failure;
use crate::files::AsText;
use crate::files::save_and_say;

/// Take a kernel out of an atlas, as a BTF file
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The file has the types that the kernel's own BTF has, in another order: ids differ.

Examples:
  btfscope atlas extract my.atlas 6.12.94-amd64 -o vmlinux.btf
  btfscope atlas extract my.atlas 6.12.94-amd64 -o task.btf --type task_struct
  btfscope atlas extract my.atlas 6.12.94-amd64 -o - | xz > vmlinux.btf.xz")]
pub struct Args {
    #[command(flatten)]
    from: AtlasFile,
    /// Its name: see btfscope atlas list
    #[arg(value_name = "KERNEL")]
    kernel: String,
    #[command(flatten)]
    to: OutFile,
    /// Only types of this name, with all that they need. Can be repeated
    #[arg(long = "type", short = 't', id = "type", value_name = "NAME")]
    types: Vec<String>,
    /// With --type: also take structs behind up to N pointers; structs behind more are only declared
    #[arg(long, value_name = "N", default_value_t = 1, requires = "type", value_parser = clap::value_parser!(u32).range(0..=100))]
    depth: u32,
}

/// Runs the command.
///
/// # Errors
/// When the atlas cannot be read or has no such kernel, the kernel has no such type, or the file cannot be written.
pub fn run(args: &Args) -> Result<u8, Failure> {
    let path = &args.from.atlas;
    let atlas = store::open(path.as_path())?;
    let name = args.kernel.as_str();
    let failed = |e| store::failed(path.as_path(), &e);
    let number = atlas.kernel_called(name).map_err(failed)?;
    let mut bytes = atlas.take_out(number).map_err(failed)?;
    if !args.types.is_empty() {
        bytes = with_roots(bytes, &args.types, args.depth, &format!("{}#{name}", path.as_text()))?;
    }
    save_and_say(&args.to.out, &bytes, "BTF; its ids are not those of the kernel")?;
    Ok(0)
}

/// Cuts a kernel's BTF down to the types with the names `roots`, and the types that they need. `name` is the kernel's
/// name in messages.
fn with_roots(bytes: Vec<u8>, roots: &[String], depth: u32, name: &str) -> Result<Vec<u8>, Failure> {
    let btf = Btf::parse(Arc::<[u8]>::from(bytes), None).map_err(|e| Failure::Bad(format!("{name}: {e}")))?;
    let mut ids: Vec<TypeId> = Vec::new();
    for root in roots {
        let before = ids.len();
        ids.extend(btf.types().filter(|t| t.name_bytes() == &*btf::unescaped(root)).map(|t| t.id()));
        if ids.len() == before {
            return Err(Failure::NotFound(format!("{name}: no type “{root}”")));
        }
    }
    Ok(share::minimal(&btf, &ids, &share::Options { depth, ..share::Options::default() }).bytes)
}
