//! `atlas build` and `atlas add`.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use atlas::Draft;
use btf::Btf;
use clap::{Arg, ArgMatches, Command, value_parser};

use super::identity::{Table, kernel};
use super::{atlas_arg, out_arg, path_of, store};
use crate::fail::{Failure, say};
use crate::open::Which;
use crate::out::{Out, out};

/// What can be typed after `atlas build`.
pub fn build_command() -> Command {
    files(Command::new("build").arg(out_arg(true))).about("Make an atlas of kernels").after_help(
        "The order of files does not matter: the same kernels give the same bytes. A table says which kernel
a file is: tab-separated columns file, distribution, suite, package_version, upstream, release,
arch, flavour, sha256. Without one, release and architecture are what the file tells, or its name.

Examples:
  btfscope atlas build -o debian.atlas --meta INDEX.tsv kernels/*.btf.xz
  btfscope atlas build -o one.atlas linux-image-6.12.94_6.12.94-1_amd64.deb",
    )
}

/// What can be typed after `atlas add`.
pub fn add_command() -> Command {
    files(Command::new("add").arg(atlas_arg())).about("Add kernels to an atlas").after_help(
        "What is in it already changes nothing.

Examples:
  btfscope atlas add my.atlas vmlinux
  btfscope atlas add my.atlas --meta INDEX.tsv linux-*.btf.xz",
    )
}

fn files(command: Command) -> Command {
    command
        .arg(
            Arg::new("file")
                .value_name("FILE")
                .required(true)
                .num_args(1..)
                .value_parser(value_parser!(PathBuf))
                .help("Kernels: raw BTF, images, vmlinux, packages"),
        )
        .arg(
            Arg::new("meta")
                .long("meta")
                .value_name("TSV")
                .value_parser(value_parser!(PathBuf))
                .help("A table that says which kernels the files are"),
        )
        .arg(Arg::new("note").long("note").value_name("TEXT").help("Who made the atlas, or from what; kept in it"))
}

/// Runs `atlas build`.
///
/// # Errors
/// When a kernel cannot be read, or the atlas cannot be written.
pub fn build(args: &ArgMatches, out: &mut Out) -> Result<u8, Failure> {
    finish(Draft::new(), path_of(args, "out"), args, out)
}

/// Runs `atlas add`.
///
/// # Errors
/// As [`build`].
pub fn add(args: &ArgMatches, out: &mut Out) -> Result<u8, Failure> {
    let path = path_of(args, "atlas");
    let mut draft = Draft::new();
    store::merge(&mut draft, path)?;
    finish(draft, path, args, out)
}

fn finish(mut draft: Draft, to: &Path, args: &ArgMatches, out: &mut Out) -> Result<u8, Failure> {
    let table = args.get_one::<PathBuf>("meta").map_or(Ok(Table::default()), |path| Table::read(path))?;
    let files: Vec<&PathBuf> = args.get_many::<PathBuf>("file").into_iter().flatten().collect();
    let shows = std::io::stderr().is_terminal();
    let mut status = 0;
    for (i, path) in files.iter().enumerate() {
        if let Err(e) = one(&mut draft, path, &table) {
            // One that does not fit costs no other.
            say(e.message());
            status = 2;
        }
        if shows {
            say(&format!("{} of {}: {}", i + 1, files.len(), path.display()));
        }
    }
    if draft.kernels().is_empty() {
        return Err(Failure::Bad(format!("{}: no kernel was read, so it was not written", to.display())));
    }
    if let Some(note) = args.get_one::<String>("note") {
        draft.note(note).map_err(|e| Failure::Bad(format!("--note: {e}")))?;
    }
    write(&draft, to, out)?;
    Ok(status)
}

/// Writes an atlas and says what is in it.
///
/// # Errors
/// When it cannot be written.
pub fn write(draft: &Draft, to: &Path, out: &mut Out) -> Result<(), Failure> {
    let bytes = draft.write().map_err(|e| Failure::Bad(format!("{}: {e}", to.display())))?;
    let counts = draft.counts();
    store::save(to, &bytes)?;
    let (kernels, names, forms) = (draft.kernels().len(), counts.names, counts.forms);
    out!(out, "{}: {kernels} kernels, {names} names, {forms} forms, {} bytes\n", to.display(), bytes.len());
    Ok(())
}

fn one(draft: &mut Draft, path: &Path, table: &Table) -> Result<(), Failure> {
    let opened = Which::of(path, None).alone()?;
    let bad = |what: String| Failure::Bad(format!("{}: {what}", path.display()));
    let mut btf = Btf::parse(opened.btf.bytes.clone(), None).map_err(|e| bad(e.to_string()))?;
    if let Some(size) = opened.pointer_size() {
        btf.set_pointer_size(size);
    }
    let kernel = kernel(path, &opened, &btf, table)?;
    draft.add(kernel, &btf).map(|_| ()).map_err(|e| bad(e.to_string()))
}
