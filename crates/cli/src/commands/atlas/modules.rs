//! `atlas modules`: which modules of which kernels have a function, type, enum value or variable.

use std::collections::BTreeSet;
use std::path::PathBuf;

use atlas::{BroughtKind, BroughtName};
use json::Count;
use json::atlases::{ModuleOf, ModulesOf};
use text::counted;

use crate::atlases::kernels::{Where, say_undecided};
use crate::atlases::store;
use crate::fail::Failure;
use crate::out::{Out, out};

/// Say which modules bring a function, type, value of an enum or variable
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The file has names only: cargo xtask atlas makes it beside the atlas of Debian's kernels. Nothing is known
about a kernel that is not in it. For some kernels it has only functions, kfuncs and struct_ops types: these
kernels do not count for other types, values of enums and variables. Names that the kernel has itself are
not listed. Exit status 1: no module of these kernels brings the name.

Examples:
  btfscope atlas modules static/atlas/debian-modules.atlas bpf_xdp_ct_alloc
  btfscope atlas modules debian-modules.atlas tcp_congestion_ops --where 'arch=amd64 version>=6.12'")]
pub struct Args {
    /// A file with the names of modules
    #[arg(value_name = "MODULES")]
    modules: PathBuf,
    /// The whole name
    #[arg(value_name = "NAME")]
    name: String,
    #[command(flatten)]
    only: Where,
    /// As JSON: {kernels, with_types, modules: [{kind, module, kernels}]}
    #[arg(long)]
    json: bool,
}

/// Runs the command: status 1 when no module brings the name.
///
/// # Errors
/// When the file or a condition cannot be read.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let path = &args.modules;
    let select = args.only.select()?;
    let modules = store::modules(path)?;
    let names = modules.kernel_names();
    say_undecided("--where", &select, modules.kernels());
    let fits: Vec<bool> = modules.kernels().iter().map(|kernel| select.fits(kernel)).collect();
    let all = fits.iter().filter(|fits| **fits).count();
    let with_types = modules.with_types().map_err(|e| store::failed(path.as_path(), &e))?;
    let types = fits.iter().zip(&with_types).filter(|(fits, types)| **fits && **types).count();
    let known = |kind: BroughtKind| if BroughtKind::TYPES.contains(&kind) { types } else { all };
    let found = modules.with(args.name.as_bytes()).map_err(|e| store::failed(path.as_path(), &e))?;
    let found: Vec<(BroughtName, Vec<&str>)> = found
        .into_iter()
        .map(|brought| {
            let has = brought.kernels.iter().filter(|k| fits.get(*k as usize) == Some(&true));
            let has = has.filter_map(|k| names.get(k as usize)).map(String::as_str).collect();
            (brought, has)
        })
        .filter(|(_, has): &(_, Vec<&str>)| !has.is_empty())
        .collect();
    if args.json {
        let modules = found.iter().map(|(brought, kernels)| ModuleOf::of(brought, kernels)).collect();
        json::print(&ModulesOf { kernels: Count::of(all), with_types: Count::of(types), modules }, out);
    } else {
        for (brought, has) in &found {
            let module = btf::visible(&brought.module);
            out!(
                out,
                "{} in {module}, {} of {}: {}\n",
                brought.kind.as_str(),
                has.len(),
                counted(known(brought.kind), "kernel"),
                has.join(" ")
            );
        }
        if found.is_empty() {
            let types = if types == all { String::new() } else { format!(" (types of modules are known for {types})") };
            out!(out, "no module of {} brings “{}”{types}\n", counted(all, "kernel"), args.name);
        }
        let kinds: BTreeSet<BroughtKind> = found.iter().map(|(brought, _)| brought.kind).collect();
        if kinds.contains(&BroughtKind::Kfunc) && kinds.contains(&BroughtKind::Func) {
            out!(out, "where it is a function only, BPF programs cannot call it\n");
        }
    }
    Ok(u8::from(found.is_empty()))
}
