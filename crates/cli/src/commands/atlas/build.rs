//! `atlas build` and `atlas add`.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use atlas::{Draft, Unfit};
use btf::Btf;
use text::counted;

use super::AtlasFile;
use crate::args::OutFile;
use crate::atlases::identity::{Table, kernel};
use crate::atlases::store;
use crate::fail::{Failure, say};
use crate::files::AsText;
use crate::files::{Lock, Target, Wait, rewrite, save};
use crate::out::{Out, out};
use crate::with_base::Which;

/// Make an atlas of kernels
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The order of files does not matter: the same kernels give the same bytes. A table says which kernel
a file is: tab-separated columns file, distribution, suite, package_version, upstream, release,
arch, flavour, sha256. Without one, release and architecture are what the file says, or its name.

Examples:
  btfscope atlas build -o debian.atlas --meta INDEX.tsv kernels/*.btf.xz
  btfscope atlas build -o one.atlas linux-image-6.12.94_6.12.94-1_amd64.deb")]
pub struct BuildArgs {
    #[command(flatten)]
    to: OutFile,
    #[command(flatten)]
    kernels: Kernels,
    #[command(flatten)]
    wait: Wait,
}

/// Add kernels to an atlas
#[derive(clap::Args, Debug)]
#[command(after_help = "\
What is in it already changes nothing. Several may add to an atlas at once: they wait for one another.

Examples:
  btfscope atlas add my.atlas vmlinux
  btfscope atlas add my.atlas --meta INDEX.tsv linux-*.btf.xz")]
pub struct AddArgs {
    #[command(flatten)]
    to: AtlasFile,
    #[command(flatten)]
    kernels: Kernels,
    #[command(flatten)]
    wait: Wait,
}

/// What goes into an atlas.
#[derive(clap::Args, Debug)]
struct Kernels {
    /// Kernels: raw BTF, images, vmlinux, packages
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// A table that says which kernels the files are
    #[arg(long, value_name = "TSV")]
    meta: Option<PathBuf>,
    /// Who made the atlas, or from what; kept in it
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
}

/// Runs `atlas build`.
///
/// # Errors
/// When a kernel cannot be read, or the atlas cannot be written.
pub fn build(args: &BuildArgs, out: &mut Out) -> Result<u8, Failure> {
    let to = &args.to.out;
    let draft = with_kernels(Draft::new(), to.path(), &args.kernels)?;
    write(&draft.0, to, args.wait, out)?;
    Ok(draft.1)
}

/// Runs `atlas add`.
///
/// # Errors
/// As [`build`].
pub fn add(args: &AddArgs, out: &mut Out) -> Result<u8, Failure> {
    let path = &args.to.atlas;
    let lock = Lock::wait(path, args.wait)?;
    let mut draft = Draft::new();
    store::merge(&mut draft, path)?;
    let (draft, status) = with_kernels(draft, path, &args.kernels)?;
    write_again(&draft, path, &lock, out)?;
    Ok(status)
}

/// Adds kernels to a draft. Also returns the exit status: 2 when a file could not be read.
fn with_kernels(mut draft: Draft, to: &Path, args: &Kernels) -> Result<(Draft, u8), Failure> {
    let table = args.meta.as_ref().map_or(Ok(Table::default()), |path| Table::read(path))?;
    let files = &args.files;
    let shows = std::io::stderr().is_terminal();
    let mut status = 0;
    for (i, path) in files.iter().enumerate() {
        if let Err(e) = one(&mut draft, path, &table) {
            // Goes on with the other files.
            say(e.message());
            status = 2;
        }
        if shows {
            say(&format!("{} of {}: {}", i + 1, files.len(), path.as_text()));
        }
    }
    if draft.kernels().is_empty() {
        return Err(Failure::Bad(format!("{}: no kernel was read, so it was not written", to.as_text())));
    }
    if let Some(note) = &args.note {
        draft.note(note).map_err(|e| Failure::Bad(format!("--note: {e}")))?;
    }
    Ok((draft, status))
}

/// Writes an atlas once no other process writes it, and prints what is in it.
///
/// # Errors
/// When it cannot be written.
pub fn write(draft: &Draft, to: &Target, wait: Wait, out: &mut Out) -> Result<(), Failure> {
    let bytes = bytes_of(draft, to.path())?;
    let _lock = Lock::if_there(to.path(), wait)?;
    save(to, &bytes)?;
    if to.is_stdout() {
        say(&about(draft, to.path(), bytes.len()));
    } else {
        out!(out, "{}\n", about(draft, to.path(), bytes.len()));
    }
    Ok(())
}

/// The same for an atlas that was read and is locked.
///
/// # Errors
/// When it cannot be written.
pub fn write_again(draft: &Draft, to: &Path, lock: &Lock, out: &mut Out) -> Result<(), Failure> {
    let bytes = bytes_of(draft, to)?;
    rewrite(to, &bytes, lock)?;
    out!(out, "{}\n", about(draft, to, bytes.len()));
    Ok(())
}

fn bytes_of(draft: &Draft, to: &Path) -> Result<Vec<u8>, Failure> {
    draft.write().map_err(|e| Failure::Bad(format!("{}: {e}", to.as_text())))
}

/// Describes an atlas.
fn about(draft: &Draft, to: &Path, size: usize) -> String {
    let counts = draft.counts();
    let (kernels, names, forms) = (draft.kernels().len(), counts.names, counts.forms);
    let all = [counted(kernels, "kernel"), counted(names, "name"), counted(forms, "form"), counted(size, "byte")];
    format!("{}: {}", to.as_text(), all.join(", "))
}

fn one(draft: &mut Draft, path: &Path, table: &Table) -> Result<(), Failure> {
    let opened = Which::of(path, None).alone()?;
    let bad = |what: String| Failure::Bad(format!("{}: {what}", path.as_text()));
    if let Some(need) = &opened.needs_base {
        // Checked before the blob is judged: without its base its strings look damaged.
        return Err(bad(format!("{} ({})", Unfit::Split, need.why)));
    }
    let mut btf = Btf::parse(opened.btf.bytes.clone(), None).map_err(|e| bad(e.to_string()))?;
    if let Some(size) = opened.pointer_size() {
        btf.set_pointer_size(size);
    }
    let kernel = kernel(path, &opened, &btf, table)?;
    draft.add(kernel, &btf).map(|_| ()).map_err(|e| bad(e.to_string()))
}
