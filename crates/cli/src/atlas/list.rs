//! `atlas list`: the kernels of an atlas, and what it is made of.

use atlas::{Kernel, Select};
use btf::Endian;
use clap::{Arg, ArgMatches, Command};

use super::{atlas_arg, path_of, store};
use crate::args::flag;
use crate::fail::Failure;
use crate::json::Json;
use crate::out::{Out, out};

/// What can be typed.
pub fn command() -> Command {
    Command::new("list")
        .about("List the kernels of an atlas")
        .arg(atlas_arg())
        .arg(select_arg())
        .arg(flag("json").help("As JSON: {bytes, notes, kernels: [{name, distribution, release, version, arch, ...}]}"))
        .after_help(
            "Examples:
  btfscope atlas list my.atlas
  btfscope atlas list my.atlas --where 'distribution=debian version>=6.1 arch=amd64,arm64'",
        )
}

/// `--where CONDITIONS`.
pub fn select_arg() -> Arg {
    Arg::new("where")
        .long("where")
        .value_name("CONDITIONS")
        .help("Only kernels that fit: distribution, suite, version, release, arch, flavour with =, !=, <, <=, > or >=")
}

/// What `--where` says.
///
/// # Errors
/// On what is no condition.
pub fn selected(args: &ArgMatches) -> Result<Select, Failure> {
    let text = args.get_one::<String>("where").map_or("", String::as_str);
    Select::parse(text).map_err(|e| Failure::Bad(format!("--where: {e}")))
}

/// Runs the command: status 1 when no kernel fits.
///
/// # Errors
/// When the atlas cannot be read.
pub fn run(args: &ArgMatches, out: &mut Out) -> Result<u8, Failure> {
    let path = path_of(args, "atlas");
    let select = selected(args)?;
    let atlas = store::open(path)?;
    let names = atlas.kernel_names();
    let chosen: Vec<(&String, &Kernel)> =
        names.iter().zip(atlas.kernels()).filter(|(_, kernel)| select.fits(kernel)).collect();
    let (names_len, forms_len) = atlas.stored_len();
    let bytes = atlas.directory_len() + names_len + forms_len;
    if args.get_flag("json") {
        Json::object(out, |json| {
            json.number("bytes", bytes);
            json.number("sets", atlas.set_count());
            json.list("notes", |json| atlas.notes().iter().for_each(|note| json.string(note)));
            json.list("kernels", |json| {
                for (name, kernel) in &chosen {
                    json.item(|json| row(name, kernel, json));
                }
            });
        });
    } else {
        for note in atlas.notes() {
            out!(out, "# {note}\n");
        }
        let width = chosen.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        for (name, k) in &chosen {
            let (version, arch, flavour, types) = (k.version(), &k.arch, &k.flavour, k.types);
            out!(out, "{name:<width$}  {version:<10} {arch:<8} {flavour:<8} {:<10} {types:>7} types\n", k.distribution);
        }
        out!(out, "{} of {} kernels, {bytes} bytes\n", chosen.len(), names.len());
    }
    Ok(u8::from(chosen.is_empty() && !names.is_empty()))
}

fn row(name: &str, kernel: &Kernel, json: &mut Json<'_>) {
    json.text("name", name);
    json.text("distribution", &kernel.distribution);
    json.text("suite", &kernel.suite);
    json.text("package_version", &kernel.package_version);
    json.text("version", kernel.version());
    json.text("release", &kernel.release);
    json.text("arch", &kernel.arch);
    json.text("flavour", &kernel.flavour);
    json.text("byte_order", if kernel.endian == Endian::Big { "big" } else { "little" });
    json.number("pointer_size", u32::from(kernel.pointer_size));
    json.number("types", kernel.types);
    json.number("size", kernel.size);
    json.text("sha256", &kernel.digest());
}
