//! `read`: C that reads a field on every kernel of an atlas.

use std::path::PathBuf;

use model::atlas::Asked;
use read::{Code, Failed, INCLUDES, Options};
use relate::FieldPath;
use serde::Serialize;

use crate::atlases::kernels::{Where, say_undecided};
use crate::atlases::{ours, store};
use crate::fail::{Failure, say};
use crate::files::AsText;
use crate::out::{Out, out};

/// Write C that reads a field on every kernel of an atlas: flavours, guards, reads of bitfields
#[derive(clap::Args, Debug)]
#[command(after_help = "\
For each form that the field had there is a flavour of its struct and a branch, the newest first. The
last branch is guarded, too, and where no form is, a named value says so. Kernels on which nothing can be
read stand above the code. Names are followed as in history where they are the same but for underscores;
BTF does not say whether a field of the same name still means the same.
Each relocation that the code makes is then resolved on each kernel, and its place compared with that of
the history: the line Checked says on how many that holds. Exit status 1: no kernel has the field.

Examples:
  btfscope read task_struct.__state
  btfscope read request.rq_disk --atlas my.atlas > read.bpf.h
  btfscope read sk_buff.encapsulation --where arch=amd64 --include")]
pub struct Args {
    /// The field (task_struct.__state, sk_buff.cb[3], task_struct.mm.pgd)
    #[arg(value_name = "PATH")]
    what: String,
    /// The atlas to look in; else that in BTFSCOPE_ATLAS, or debian.atlas beside btfscope
    #[arg(long, value_name = "ATLAS")]
    atlas: Option<PathBuf>,
    #[command(flatten)]
    only: Where,
    /// Leave the last branch unguarded: shorter, but refused by kernels that have no form of the field
    #[arg(long)]
    no_guard: bool,
    /// Take the field on other kernels also under names that are not alike, where type and neighbours are the same
    #[arg(long, conflicts_with = "split")]
    follow: bool,
    /// Read the field under this name alone
    #[arg(long)]
    split: bool,
    /// With the lines #include before, as a file that compiles
    #[arg(long)]
    include: bool,
    /// As JSON: {path, code, nothing, limits, forms, kernels, checked: {right, not_known, wrong, relocations}}
    #[arg(long)]
    json: bool,
}

/// Runs the command. Returns 1 if no kernel has the field.
///
/// # Errors
/// When the atlas cannot be read, the argument is no path, or no code can read the field.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let path = &ours::given_or_ours(args.atlas.as_deref(), "")?;
    let wanted = FieldPath::parse(&args.what).map_err(|e| Failure::Bad(format!("“{}”: {e}", args.what)))?;
    let select = args.only.select()?;
    let atlas = store::open(path)?;
    say_undecided("--where", &select, atlas.kernels());
    let options = Options { follow: args.follow, renames: !args.split, guard: !args.no_guard };
    let code = match read::field(&atlas, &wanted, options, true, &|kernel| select.fits(kernel)) {
        Ok(code) => code,
        Err(Failed::Atlas(e)) => return Err(store::failed(path, &e)),
        Err(Failed::NoType) => {
            let asked = Asked::Field(wanted.clone());
            let near = asked.near(&atlas).map_err(|e| store::failed(path, &e))?;
            return Err(Failure::NotFound(format!("{}: no kernel has {}{near}", path.as_text(), asked.words())));
        }
        Err(Failed::NoField) => {
            return Err(Failure::NotFound(format!("{}: no kernel has {}", path.as_text(), wanted.as_str())));
        }
        Err(Failed::Unreadable(why)) => return Err(Failure::Bad(format!("{}: {why}", wanted.as_str()))),
    };
    if args.json {
        json::print(&Json::of(&code, &atlas.kernel_names()), out);
        return Ok(0);
    }
    if args.include {
        out!(out, "{INCLUDES}\n");
    }
    out!(out, "{}", code.text());
    if let Some(line) = code.proof() {
        say(&line);
    }
    Ok(0)
}

#[derive(Serialize)]
struct Json<'a> {
    path: &'a str,
    code: String,
    nothing: &'a str,
    limits: &'a [String],
    forms: u32,
    kernels: u32,
    checked: Option<CheckedJson<'a>>,
}

#[derive(Serialize)]
struct CheckedJson<'a> {
    right: u32,
    not_known: u32,
    wrong: Vec<&'a str>,
    relocations: &'a [String],
}

impl<'a> Json<'a> {
    fn of(code: &'a Code, names: &'a [String]) -> Json<'a> {
        let name = |k: &u32| names.get(*k as usize).map(String::as_str);
        Json {
            path: &code.title,
            code: code.text(),
            nothing: &code.nothing,
            limits: &code.limits,
            forms: code.forms,
            kernels: code.kernels,
            checked: code.checked.as_ref().map(|checked| CheckedJson {
                right: checked.right,
                not_known: checked.not_known,
                wrong: checked.wrong.iter().filter_map(name).collect(),
                relocations: &checked.relocations,
            }),
        }
    }
}
