//! `which`: finds the kernel of an atlas that the types of a file come from.

use std::path::Path;

use atlas::Unfit;
use container::Format;
use json::whose::WhoseTypes;
use model::atlas::{Told, Whose, which, which_continued, which_relocated};
use model::digest::sha256_hex;

use crate::args::OneFile;
use crate::atlases::kernels::{InAtlas, say_undecided};
use crate::atlases::store;
use crate::fail::Failure;
use crate::files::AsText;
use crate::out::{Out, out};
use crate::with_base::Which;

/// Say which kernel a file's types come from: a BTF without a name, a vmlinux.h, a cut-down BTF, a program
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The answer is exact if the .BTF is that of a kernel of the atlas, byte by byte. Else each named struct,
union, enum and function is compared with those of each kernel: the answer is the nearest kernel, what
differs from it, and, where the types tell, between which versions the file is. Tags and the spelling of
base types do not count; a struct that was cut down is known by its size and the members that are left,
whatever its pointers lead to.
The architecture is told by pt_regs, user_pt_regs or thread_struct only. Exit status 1: no kernel is near.

For a module without its kernel: the kernels that have the types of its distilled base (.BTF.base) or, without
such a base, the kernels whose number of types fits the ids in the module.

Examples:
  btfscope which vmlinux.h
  btfscope which unknown.btf --atlas my.atlas --json")]
pub struct Args {
    #[command(flatten)]
    file: OneFile,
    #[command(flatten)]
    kernels: InAtlas,
    /// As JSON: {sentences, exact, arch, types, unknown, nearest, between, differ, named, fits}
    #[arg(long)]
    json: bool,
}

/// Runs the command. Returns 1 if no kernel is near or, for a module, none fits.
///
/// # Errors
/// When the file, the atlas or a condition cannot be read, or the types of the file cannot be compared with an atlas.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let file = Which::from(&args.file);
    let opened = file.alone()?;
    let path = &args.kernels.place()?;
    let atlas = store::open(path)?;
    let select = args.kernels.only.select()?;
    say_undecided("--where", &select, atlas.kernels());
    if opened.needs_base.is_some() && opened.btf_base.is_none() {
        let whose = which_continued(&atlas, &opened.btf.bytes, &|kernel| select.fits(kernel));
        print(&whose, args.json, out);
        return Ok(u8::from(whose.fits.is_empty()));
    }
    let input = file.open_read(opened)?;
    let status = input.warn();
    if input.opened.btf_base.is_some() {
        let whose = which_relocated(&atlas, &input.btf, &|kernel| select.fits(kernel));
        let whose = whose.map_err(|e| store::failed(path, &e))?;
        print(&whose, args.json, out);
        return Ok(if status == 0 && whose.fits.is_empty() { 1 } else { status });
    }
    let sha256 = sha256_hex(&input.opened.btf.bytes);
    let file = args.file.file.file_name().map(|name| Path::new(name).as_text()).unwrap_or_default();
    let name = input.opened.kernel_release.as_deref().unwrap_or(&file);
    let from_c = matches!(input.opened.format, Format::Header(_));
    let told = Told { name, sha256: &sha256, from_c };
    let whose = which(&atlas, &input.btf, told, &|kernel| select.fits(kernel)).map_err(|e| {
        let hint = if e == Unfit::Split { "; name its kernel instead" } else { "" };
        Failure::Bad(format!("{}: {e}{hint}", input.name))
    })?;
    let whose = whose.map_err(|e| store::failed(path, &e))?;
    print(&whose, args.json, out);
    Ok(if status == 0 && whose.exact.is_none() && whose.nearest.is_empty() { 1 } else { status })
}

fn print(whose: &Whose, json: bool, out: &mut Out) {
    if json {
        json::print(&WhoseTypes::of(whose), out);
        return;
    }
    for sentence in &whose.sentences {
        out!(out, "{sentence}\n");
    }
}
