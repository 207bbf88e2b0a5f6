//! `atlas build` and `atlas add`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use atlas::{Draft, KernelTable};
use sha2::{Digest, Sha256};
use text::counted;

use super::AtlasFile;
use crate::args::OutFile;
use crate::atlases::identity;
use crate::atlases::part::Part;
use crate::atlases::several::Several;
use crate::atlases::taking::Taking;
use crate::atlases::{store, walk};
use crate::fail::{Failure, say};
use crate::files::{self, AsText};
use crate::files::{Lock, Target, Wait, rewrite, save};
use crate::out::{Out, out};

/// Make an atlas of kernels
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The order of files does not matter: the same kernels give the same bytes. Folders are walked; archives
may have several kernels; files that cannot be read are listed at the end (status 2), and the rest is
built. The facts about a kernel come from the file, its package and its path
(DISTRIBUTION/SUITE/ARCH/RELEASE.btf.tar.xz); a warning says where these differ. A table says more:
tab-separated columns file, distribution, suite, package_version, upstream, release, arch, flavour, sha256.
An interrupted build goes on when the same command is given again.

Examples:
  btfscope atlas build -o btfhub.atlas btfhub-archive
  btfscope atlas build -o debian.atlas --meta INDEX.tsv kernels/*.btf.xz
  btfscope atlas build -o one.atlas linux-image-6.12.94_6.12.94-1_amd64.deb")]
pub struct BuildArgs {
    #[command(flatten)]
    to: OutFile,
    #[command(flatten)]
    kernels: Kernels,
    /// How often OUT.part is written, from which an interrupted build goes on
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    save_every: u32,
    #[command(flatten)]
    wait: Wait,
}

/// Add kernels to an atlas
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A kernel that the atlas has already changes nothing. Several processes may add to an atlas at once: they
wait for one another.

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

/// The kernels that go into an atlas, and the table that describes them.
#[derive(clap::Args, Debug)]
struct Kernels {
    /// Kernels: BTF, images, vmlinux with BTF or DWARF, packages, archives, folders of these
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// A table that says which kernels the files are
    #[arg(long, value_name = "TSV")]
    meta: Option<PathBuf>,
    /// Who made the atlas, or from what; kept in it
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
}

/// The `head` of [`Part::find`]: the version of btfscope, and the SHA-256 of the table. With another version or table
/// the kernels may be described otherwise, so an interrupted build is then not continued.
fn head(args: &Kernels) -> Result<String, Failure> {
    let mut digest = Sha256::new();
    if let Some(path) = &args.meta {
        digest.update(files::text(path, identity::LONGEST).map_err(|e| path.bad(e))?);
    }
    let digest: String = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(format!("btfscope {} {digest}", env!("CARGO_PKG_VERSION")))
}

/// Runs `atlas build`.
///
/// # Errors
/// When a given folder or the table cannot be read, no kernel was read, the note cannot be taken, the atlas or its part
/// cannot be written, or another process holds the atlas for too long. A file that cannot be read only makes the exit
/// status 2.
pub fn build(args: &BuildArgs, out: &mut Out) -> Result<u8, Failure> {
    let to = &args.to.out;
    let mut draft = Draft::new();
    let mut files = walk::files(&args.kernels.files)?;
    let mut part = None;
    if !to.is_stdout() {
        let every = Duration::from_secs(args.save_every.into());
        let found = Part::find(to.path(), &head(&args.kernels)?, every, &mut draft);
        let all = files.len();
        files.retain(|path| !found.has(path));
        if files.len() < all {
            say(&format!("{} of {all} files were read by a build that was interrupted", all - files.len()));
        }
        part = Some(found);
    }
    let status = with_kernels(&mut draft, to.path(), &args.kernels, &files, &mut part)?;
    write(&draft, to, args.wait, out)?;
    if let Some(part) = part {
        part.remove();
    }
    Ok(status)
}

/// Runs `atlas add`.
///
/// # Errors
/// As [`build`], and when the atlas that is there cannot be read.
pub fn add(args: &AddArgs, out: &mut Out) -> Result<u8, Failure> {
    let path = &args.to.atlas;
    let lock = Lock::wait(path, args.wait)?;
    let mut draft = Draft::new();
    store::merge(&mut draft, path)?;
    let files = walk::files(&args.kernels.files)?;
    let status = with_kernels(&mut draft, path, &args.kernels, &files, &mut None)?;
    write_again(&draft, path, &lock, out)?;
    Ok(status)
}

/// Adds the kernels of files to a draft. Returns the exit status: 2 when a file could not be read, else 0.
fn with_kernels(
    draft: &mut Draft,
    to: &Path,
    args: &Kernels,
    files: &[PathBuf],
    part: &mut Option<Part>,
) -> Result<u8, Failure> {
    let table = args.meta.as_ref().map_or(Ok(KernelTable::default()), |path| identity::table(path))?;
    let mut progress = Several::new(files.len());
    let mut failed = Vec::new();
    let mut taking = Taking::new(draft, &table);
    for path in files {
        match taking.add(path) {
            // The other files are still read.
            Err(e) => {
                progress.clear();
                say(e.message());
                failed.push(path);
            }
            Ok(()) => {
                if let Some(part) = part {
                    part.note(path, taking.draft)?;
                }
            }
        }
        progress.one(&path.as_text());
    }
    progress.clear();
    if draft.kernels().is_empty() {
        return Err(to.bad("no kernel was read, so it was not written"));
    }
    if failed.len() > 1 {
        // All failed files are named once more at the end: in a large build, their own messages are far above.
        let names: Vec<String> = failed.iter().map(|path| path.as_text()).collect();
        say(&format!("{} of {} files could not be read: {}", failed.len(), files.len(), names.join(" ")));
    }
    if let Some(note) = &args.note {
        draft.note(note).map_err(|e| Failure::Bad(format!("--note: {e}")))?;
    }
    Ok(if failed.is_empty() { 0 } else { 2 })
}

/// Waits until no other process writes the atlas, writes it, and prints a line about its content.
///
/// # Errors
/// When another process takes longer than `wait`, or the atlas cannot be written.
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

/// [`write()`] for an atlas that was read and is locked.
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
    draft.write().map_err(|e| to.bad(e))
}

/// The line about an atlas: its path, and how many kernels, names, forms and bytes it has.
fn about(draft: &Draft, to: &Path, size: usize) -> String {
    let counts = draft.counts();
    let (kernels, names, forms) = (draft.kernels().len(), counts.names, counts.forms);
    let all = [counted(kernels, "kernel"), counted(names, "name"), counted(forms, "form"), counted(size, "byte")];
    format!("{}: {}", to.as_text(), all.join(", "))
}
