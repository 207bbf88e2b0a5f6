//! `atlas list`: the kernels of an atlas, and its notes.

use atlas::AtlasKernel;
use serde::Serialize;
use text::counted;

use super::AtlasFile;
use crate::atlases::kernels::{Where, say_undecided};
use crate::atlases::store;
use crate::fail::Failure;
use crate::out::{Out, out};

/// List the kernels of an atlas
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  btfscope atlas list my.atlas
  btfscope atlas list my.atlas --where 'distribution=debian version>=6.1 arch=amd64,arm64'")]
pub struct Args {
    #[command(flatten)]
    from: AtlasFile,
    #[command(flatten)]
    only: Where,
    /// As JSON: {bytes, notes, kernels: [{name, distribution, release, version, arch, ...}]}
    #[arg(long)]
    json: bool,
}

/// Runs the command: status 1 when no kernel fits.
///
/// # Errors
/// When the atlas cannot be read.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let path = &args.from.atlas;
    let select = args.only.select()?;
    let atlas = store::open(path.as_path())?;
    let names = atlas.kernel_names();
    say_undecided("--where", &select, atlas.kernels());
    let chosen: Vec<(&String, &AtlasKernel)> =
        names.iter().zip(atlas.kernels()).filter(|(_, kernel)| select.fits(kernel)).collect();
    let (names_len, forms_len) = atlas.stored_len();
    let bytes = atlas.directory_len() + names_len + forms_len;
    if args.json {
        let kernels = chosen.iter().map(|(name, kernel)| KernelRow::of(kernel, name)).collect();
        json::print(&All { bytes, sets: atlas.set_count(), notes: atlas.notes(), kernels }, out);
    } else {
        for note in atlas.notes() {
            out!(out, "# {note}\n");
        }
        let width = chosen.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        for (name, k) in &chosen {
            let (version, arch, flavour, types) = (k.version(), &k.arch, k.shown_flavour(), k.types);
            out!(out, "{name:<width$}  {version:<10} {arch:<8} {flavour:<8} {:<10} {types:>7} types\n", k.distribution);
        }
        out!(out, "{} of {}, {bytes} bytes\n", chosen.len(), counted(names.len(), "kernel"));
    }
    Ok(u8::from(chosen.is_empty() && !names.is_empty()))
}

/// The output of `--json`.
#[derive(Serialize)]
struct All<'a> {
    bytes: u64,
    sets: u32,
    notes: &'a [String],
    kernels: Vec<KernelRow<'a>>,
}

model::made! {
    /// A kernel of an atlas.
    #[derive(Serialize)]
    pub struct KernelRow<'a>(kernel: &'a AtlasKernel, name: &'a str) {
        name: &'a str = name,
        distribution: &'a str = &kernel.distribution,
        suite: &'a str = &kernel.suite,
        package_version: &'a str = &kernel.package_version,
        version: &'a str = kernel.version(),
        release: &'a str = &kernel.release,
        arch: &'a str = &kernel.arch,
        flavour: &'a str = &kernel.flavour,
        byte_order: &'static str = kernel.endian.as_str(),
        pointer_size: u8,
        types: u32,
        /// Bytes of its BTF.
        size: u32,
        sha256: String = kernel.digest(),
    }
}
