//! `encode`: BTF made from a file's debug information.

use std::path::{Path, PathBuf};

use container::Source;
use dwarf::{Counted, Input, Options, Report, convert};
use json::Count;
use json::from_dwarf::{Encoded, FromDwarf};
use text::counted;

use crate::args::OutFile;
use crate::fail::{Failure, say};
use crate::files::AsText;
use crate::files::{self, save_and_say};
use crate::out::Out;
use crate::progress::Shown;
use crate::with_base::from_dwarf::{converting, units};
use crate::with_base::{Which, debug_elf, name_of};

/// Make BTF of DWARF, the debug information of any program, library or kernel
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The types, their order and their ids are those of
  pahole --btf_features=default,global_var --btf_encode_detached=OUT FILE
and C++, _Complex and _Atomic are taken, too. What was left out, and why, is counted.

Examples:
  btfscope encode a.out -o a.btf
  btfscope encode vmlinux -o vmlinux.btf
  btfscope encode module.ko --base vmlinux -o module.btf
  btfscope encode a.out --with a.dwp -o a.btf
  btfscope encode linux-image-6.1.0-dbg.deb -o vmlinux.btf")]
pub struct Args {
    /// An ELF file with debug information, as it is, compressed, or in a package; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Which file of an archive or package to read, by the end of its path; else its kernel
    #[arg(long, value_name = "PATH")]
    entry: Option<String>,
    #[command(flatten)]
    to: OutFile,
    /// The kernel that a module is for: only types that it lacks are written
    #[arg(long, short = 'B', value_name = "FILE")]
    base: Option<PathBuf>,
    /// A file with more of the debug information: a .dwo or .dwp file, or the supplementary file of dwz. Can be
    /// repeated
    #[arg(long, value_name = "FILE")]
    with: Vec<PathBuf>,
    /// Name what was left out
    #[arg(long)]
    verbose: bool,
    /// Print counts of the input and of what was left out as JSON: {file, out, bytes, units, units_elsewhere, entries,
    /// records, types, languages: [{name, units}], missing_files, functions: [{reason, count, places}], variables,
    /// notes}
    #[arg(long, conflicts_with = "verbose")]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// When a file cannot be read, or has no debug information that can be converted, and when the output cannot be
/// written.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    if args.json {
        args.to.out.not_stdout("the JSON")?;
    }
    let base = args.base.as_ref().map(|base| Which::of(base, None).open()).transpose()?.map(|base| base.btf);
    let mut file = source_of(&args.file)?;
    let mut head = [0; 16];
    let is_elf = file.read_at(0, &mut head).is_ok_and(|count| container::is_elf(head.get(..count).unwrap_or_default()));
    let mut unpacked = match is_elf && args.entry.is_none() {
        true => None,
        false => Some(debug_elf(&args.file, &mut file, args.entry.as_deref())?),
    };
    let source: &mut dyn Source = match &mut unpacked {
        Some(elf) => elf.source(),
        None => &mut file,
    };
    let mut others = args.with.iter().map(|path| source_of(path)).collect::<Result<Vec<_>, _>>()?;
    let name = name_of(&args.file);
    let names: Vec<String> = args.with.iter().map(|path| name_of(path)).collect();
    let beside = names.iter().zip(&mut others).map(|(name, source)| Input { name, source });
    let mut shown = Shown::new();
    let converted = convert(Input { name: &name, source }, beside.collect(), &Options { base }, &mut |progress| {
        converting(&mut shown, progress)
    });
    shown.clear();
    let converted = converted.map_err(|e| Failure::Bad(e.to_string()))?;
    let report = &converted.report;
    let what = format!("{} of {}, made from DWARF", counted(report.types, "type"), units(report.units));
    save_and_say(&args.to.out, &converted.blob, &what)?;
    match args.json {
        true => {
            let (to, bytes) = (args.to.out.path().as_text(), converted.blob.len());
            json::print(&Encoded { file: &name, out: to, bytes: Count::of(bytes), from: FromDwarf::of(report) }, out);
        }
        false => summarize(report, args.verbose),
    }
    Ok(0)
}

fn source_of(path: &Path) -> Result<files::Input, Failure> {
    files::source(path).map_err(|e| Failure::Bad(format!("{}: {e}", name_of(path))))
}

/// Prints the languages of the input, the files that are missing, and what was left out.
fn summarize(report: &Report, verbose: bool) {
    if !report.languages.is_empty() {
        let languages: Vec<String> = report.languages.iter().map(|(name, count)| format!("{name} ({count})")).collect();
        say(&format!("languages: {}", languages.join(", ")));
    }
    if report.units_elsewhere > 0 || !report.missing_files.is_empty() {
        let (of, all) = (report.units_elsewhere, report.units);
        say(&format!(
            "warning: types are in files that are not here ({of} of {all} units are in .dwo files); give them by --with:"
        ));
        for name in &report.missing_files {
            say(&format!("  {name}"));
        }
    }
    for (what, list) in [
        ("functions left out", &report.functions),
        ("variables left out", &report.variables),
        ("notes", &report.diagnostics),
    ] {
        for Counted { reason, count, places } in list {
            say(&format!("{what}: {count}: {reason}"));
            for place in places.iter().filter(|place| verbose && !place.is_empty()) {
                say(&format!("  {place}"));
            }
        }
    }
}
