//! `read`: C that reads a field on every kernel of an atlas.

use json::reads::ReadCode;
use model::atlas::Asked;
use read::{Failed, Loader, Options};

use crate::atlases::kernels::{InAtlas, say_undecided};
use crate::atlases::store;
use crate::fail::{Failure, say};
use crate::files::AsText;
use crate::out::{Out, out};

/// Write C that reads a field on every kernel of an atlas, or that sees a function's arguments on each
#[derive(clap::Args, Debug)]
#[command(after_help = "\
For each form that the field had there is a flavour of its struct and a branch, the newest first. The
last branch is guarded, too: on a kernel without the field the code gives a named value. Kernels on which
nothing can be read are listed above the code. Names are followed as in history where they are the same
but for underscores; BTF does not say whether a field of the same name still means the same.
For a function the code has one program for each prototype, and --loader adds the part that chooses; for
a kfunc it has extern declarations. An enumerator is written as ENUM.NAME; for a type the code asks
whether the kernel has it.
Each relocation that reads a field is then resolved on each kernel, and its place compared with that of
the history: the line Checked says on how many that holds. Exit status 1: no kernel has the field.

Examples:
  btfscope read task_struct.__state
  btfscope read request.rq_disk --atlas my.atlas > read.bpf.h
  btfscope read sk_buff.encapsulation --where arch=amd64 --include
  btfscope read vfs_rename --loader libbpf
  btfscope read bpf_map_type.BPF_MAP_TYPE_ARENA")]
pub struct Args {
    /// A field (task_struct.__state, sk_buff.cb[3]), a function (vfs_rename), an enumerator (pid_type.PIDTYPE_TGID), or
    /// a type
    #[arg(value_name = "PATH|NAME")]
    what: String,
    #[command(flatten)]
    kernels: InAtlas,
    /// Leave the last branch unguarded: shorter, but refused by kernels that have no form of the field
    #[arg(long)]
    no_guard: bool,
    /// Also follow the field to kernels where its name is quite another one but its type and neighbours are the same
    #[arg(long, conflicts_with = "split")]
    follow: bool,
    /// Read the field under this name alone
    #[arg(long)]
    split: bool,
    /// For a function with several prototypes, also write the part of the loader that chooses between the programs
    #[arg(long, value_enum, value_name = "LIBRARY")]
    loader: Option<LoaderName>,
    /// With the lines #include before, as a file that compiles
    #[arg(long)]
    include: bool,
    /// As JSON: {path, code, includes, loader, nothing, limits, forms, kernels, checked: {right, not_known, wrong,
    /// relocations}}
    #[arg(long)]
    json: bool,
}

/// A library that loads programs, as it is typed.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum LoaderName {
    /// libbpf, in C
    Libbpf,
    /// cilium/ebpf, in Go
    EbpfGo,
    /// Aya, in Rust
    Aya,
}

impl From<LoaderName> for Loader {
    fn from(name: LoaderName) -> Loader {
        match name {
            LoaderName::Libbpf => Loader::Libbpf,
            LoaderName::EbpfGo => Loader::EbpfGo,
            LoaderName::Aya => Loader::Aya,
        }
    }
}

/// Runs the command.
///
/// # Errors
/// When the argument, a condition or the atlas cannot be read, when no kernel has what was asked for, or when no code
/// can read it.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let path = &args.kernels.place()?;
    let asked = Asked::parse(&args.what).map_err(Failure::Bad)?;
    let select = args.kernels.only.select()?;
    let atlas = store::open(path)?;
    say_undecided("--where", &select, atlas.kernels());
    let options = Options { follow: args.follow, renames: !args.split, guard: !args.no_guard };
    let loader = args.loader.map(Loader::from);
    let code = match read::code(&atlas, &asked, options, loader, &|kernel| select.fits(kernel)) {
        Ok(code) => code,
        Err(Failed::Atlas(e)) => return Err(store::failed(path, &e)),
        Err(Failed::NoType) => {
            let near = asked.near(&atlas).map_err(|e| store::failed(path, &e))?;
            return Err(Failure::NotFound(format!("{}: no kernel has {}{near}", path.as_text(), asked.words())));
        }
        Err(Failed::NoField) => {
            return Err(Failure::NotFound(format!("{}: no kernel has {}", path.as_text(), args.what.trim())));
        }
        Err(Failed::Unreadable(why)) => return Err(Failure::Bad(format!("{}: {why}", args.what.trim()))),
    };
    if args.json {
        json::print(&ReadCode::of(&code, atlas.kernel_names()), out);
        return Ok(0);
    }
    if args.include {
        out!(out, "{}\n", code.includes);
    }
    out!(out, "{}", code.text());
    if !code.loader.is_empty() {
        out!(out, "\n{}", code.loader);
    }
    if let Some(line) = code.proof() {
        say(&line);
    }
    Ok(0)
}
