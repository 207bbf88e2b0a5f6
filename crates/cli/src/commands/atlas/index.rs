//! `atlas index`: writes the list of atlases that a page offers besides its own.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use atlas::Content;

use crate::args::OutFile;
use crate::atlases::store;
use crate::fail::Failure;
use crate::files::{self, AsText, save};
use crate::out::{Out, out};

/// List the atlases of a folder for the page
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A page with a folder atlas/ beside it, and this list in it as index.tsv, offers the listed atlases with
their sizes before it fetches any of them. The page's own atlas is left out by its name.

Examples:
  btfscope atlas index dist/atlas -o dist/atlas/index.tsv
  btfscope atlas index dist/atlas --without debian.atlas -o dist/atlas/index.tsv")]
pub struct Args {
    /// The folder
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// A file of the folder that is left out
    #[arg(long, value_name = "NAME", default_value = "debian.atlas")]
    without: String,
    #[command(flatten)]
    to: OutFile,
}

/// Runs the command.
///
/// # Errors
/// When the folder or an atlas in it cannot be read, or the list cannot be written.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let bad = |e: std::io::Error| args.folder.bad(e);
    let mut paths: Vec<PathBuf> =
        fs::read_dir(&args.folder).map_err(bad)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    let mut list = "file\tbytes\tkernels\tdistributions\n".to_owned();
    let mut count = 0;
    for path in paths.iter().filter(|path| is_listed(path, &args.without)) {
        let atlas = store::open(path.as_path())?;
        let distributions: BTreeSet<&str> = atlas.kernels().iter().map(|kernel| kernel.distribution.as_str()).collect();
        let name = Path::new(path.file_name().unwrap_or_default()).as_text();
        let bytes = fs::metadata(path).map_err(bad)?.len();
        let distributions = distributions.into_iter().collect::<Vec<_>>().join(" ");
        list += &format!("{name}\t{bytes}\t{}\t{distributions}\n", atlas.kernels().len());
        count += 1;
    }
    save(&args.to.out, list.as_bytes())?;
    if !args.to.out.is_stdout() {
        out!(out, "{}: {}\n", args.to.out.path().as_text(), text::counted(count, "line"));
    }
    Ok(0)
}

/// Whether a path is a file with an atlas of types, and has another name than `without`.
fn is_listed(path: &Path, without: &str) -> bool {
    let is_types = |head: Vec<u8>| atlas::is_atlas(&head) && Content::of(&head) == Some(Content::Types);
    path.is_file() && !path.ends_with(without) && files::first(path, 12).is_ok_and(is_types)
}
