//! `atlas list`: the kernels of an atlas, and its notes.

use std::path::PathBuf;

use atlas::AtlasKernel;
use json::atlases::AtlasOf;
use text::counted;

use crate::atlases::kernels::{Where, say_undecided};
use crate::atlases::{ours, store};
use crate::fail::Failure;
use crate::out::{Out, out};

/// List the kernels of an atlas
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  btfscope atlas list
  btfscope atlas list my.atlas
  btfscope atlas list my.atlas --where 'distribution=debian version>=6.1 arch=amd64,arm64'")]
pub struct Args {
    /// The atlas; else that in BTFSCOPE_ATLAS, or debian.atlas beside btfscope or inside of it
    #[arg(value_name = "ATLAS")]
    atlas: Option<PathBuf>,
    #[command(flatten)]
    only: Where,
    /// As JSON: {bytes, notes, kernels: [{name, distribution, release, version, arch, ...}]}
    #[arg(long)]
    json: bool,
}

/// Runs the command: status 1 when the atlas has kernels, but none fits.
///
/// # Errors
/// When there is no atlas, or the atlas or a condition cannot be read.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let select = args.only.select()?;
    let atlas = store::open(&ours::given_or_ours(args.atlas.as_deref(), "")?)?;
    let names = atlas.kernel_names();
    say_undecided("--where", &select, atlas.kernels());
    let chosen: Vec<(&String, &AtlasKernel)> =
        names.iter().zip(atlas.kernels()).filter(|(_, kernel)| select.fits(kernel)).collect();
    let about = AtlasOf::of(&atlas, names, &select);
    if args.json {
        json::print(&about, out);
    } else {
        for note in atlas.notes() {
            out!(out, "# {note}\n");
        }
        let width = chosen.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        for (name, k) in &chosen {
            let (version, arch, flavour, types) = (k.version(), &k.arch, k.shown_flavour(), k.types);
            out!(out, "{name:<width$}  {version:<10} {arch:<8} {flavour:<8} {:<10} {types:>7} types\n", k.distribution);
        }
        let (of, bytes) = (counted(names.len(), "kernel"), about.bytes.0);
        out!(out, "{} of {of}, {bytes} bytes\n", chosen.len());
    }
    Ok(u8::from(chosen.is_empty() && !names.is_empty()))
}
