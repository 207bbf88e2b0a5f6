//! `atlas extract`: a kernel of an atlas as a BTF file.

use std::sync::Arc;

use btf::{Btf, TypeId};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

use super::{atlas_arg, out_arg, path_of, store};
use crate::fail::{Failure, say};

/// What can be typed.
pub fn command() -> Command {
    Command::new("extract")
        .about("Take a kernel out of an atlas, as a BTF file")
        .arg(atlas_arg())
        .arg(Arg::new("kernel").value_name("KERNEL").required(true).help("Its name: see btfscope atlas list"))
        .arg(out_arg(true))
        .arg(
            Arg::new("type")
                .long("type")
                .short('t')
                .value_name("NAME")
                .action(ArgAction::Append)
                .help("Only types of this name, with all that they need. Can be repeated"),
        )
        .arg(
            Arg::new("depth")
                .long("depth")
                .value_name("N")
                .default_value("1")
                .requires("type")
                .value_parser(value_parser!(u32).range(0..=100))
                .help("With --type: structs behind so many pointers go along; those beyond are declared only"),
        )
        .after_help(
            "The file has the types that the kernel's own BTF has, in another order: ids differ.

Examples:
  btfscope atlas extract my.atlas 6.12.94-amd64 -o vmlinux.btf
  btfscope atlas extract my.atlas 6.12.94-amd64 -o task.btf --type task_struct",
        )
}

/// Runs the command.
///
/// # Errors
/// When the atlas cannot be read or has no such kernel, or the kernel no such type.
pub fn run(args: &ArgMatches) -> Result<u8, Failure> {
    let path = path_of(args, "atlas");
    let atlas = store::open(path)?;
    let name = args.get_one::<String>("kernel").map_or("", String::as_str);
    let failed = |e| store::failed(path, &e);
    let number = atlas.kernel_called(name).map_err(failed)?;
    let mut bytes = atlas.take_out(number).map_err(failed)?;
    let roots: Vec<&String> = args.get_many::<String>("type").into_iter().flatten().collect();
    if !roots.is_empty() {
        let depth = args.get_one::<u32>("depth").copied().unwrap_or(1);
        bytes = with_roots(bytes, &roots, depth, &format!("{}#{name}", path.display()))?;
    }
    let to = path_of(args, "out");
    store::save(to, &bytes)?;
    say(&format!("{} bytes of BTF are in {}; ids are not those of the kernel", bytes.len(), to.display()));
    Ok(0)
}

/// What some types need of a kernel.
fn with_roots(bytes: Vec<u8>, roots: &[&String], depth: u32, name: &str) -> Result<Vec<u8>, Failure> {
    let btf = Btf::parse(Arc::<[u8]>::from(bytes), None).map_err(|e| Failure::Bad(format!("{name}: {e}")))?;
    let mut ids: Vec<TypeId> = Vec::new();
    for root in roots {
        let before = ids.len();
        ids.extend(btf.types().filter(|t| t.name_bytes() == root.as_bytes()).map(|t| t.id()));
        if ids.len() == before {
            return Err(Failure::NotFound(format!("{name}: no type “{root}”")));
        }
    }
    Ok(share::minimal(&btf, &ids, &share::Options { depth, ..share::Options::default() }).bytes)
}
