//! `encode`: the types of a file's debug information as a BTF blob.

use std::fs::{self, File};
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use container::{OpenError, Opened, Seekable, Source};
use dwarf::{Counted, ErrorKind, Input, Options, Progress, Report, convert};

use crate::args::{base, flag};
use crate::fail::{Failure, say};
use crate::open::Which;

/// What can be typed after `encode`.
pub fn command() -> Command {
    Command::new("encode")
        .about("Make BTF of DWARF, the debug information of any program, library or kernel")
        .arg(
            Arg::new("file")
                .value_name("FILE")
                .required(true)
                .value_parser(value_parser!(PathBuf))
                .help("An ELF file with debug information"),
        )
        .arg(
            Arg::new("out")
                .long("out")
                .short('o')
                .value_name("OUT")
                .required(true)
                .value_parser(value_parser!(PathBuf))
                .help("The file to write"),
        )
        .arg(base("The kernel that a module is for: only what it has not is written"))
        .arg(
            Arg::new("with")
                .long("with")
                .value_name("FILE")
                .action(ArgAction::Append)
                .value_parser(value_parser!(PathBuf))
                .help(
                    "A file that has more of it: a .dwo or .dwp file, the supplementary file of dwz. Can be repeated",
                ),
        )
        .arg(flag("verbose").help("Name what was left out"))
        .after_help(
            "The types, their order and their ids are those of
  pahole --btf_features=default,global_var --btf_encode_detached=OUT FILE
and C++, _Complex and _Atomic are taken, too. What was left out, and why, is counted.

Examples:
  btfscope encode a.out -o a.btf
  btfscope encode vmlinux -o vmlinux.btf
  btfscope encode module.ko --base vmlinux -o module.btf
  btfscope encode a.out --with a.dwp -o a.btf",
        )
}

/// Runs the command.
///
/// # Errors
/// When a file cannot be read or has no types, and when the other cannot be written.
pub fn run(args: &ArgMatches) -> Result<u8, Failure> {
    let Some(path) = args.get_one::<PathBuf>("file") else { return Ok(2) };
    let base = match args.get_one::<PathBuf>("base") {
        Some(base) => Some(Which::of(base, None).open()?.btf),
        None => None,
    };
    let beside: Vec<&PathBuf> = args.get_many("with").into_iter().flatten().collect();
    let names: Vec<String> =
        [path].into_iter().chain(beside.iter().copied()).map(|p| p.display().to_string()).collect();
    let mut sources: Vec<Box<dyn Source>> = Vec::new();
    for path in [path].into_iter().chain(beside) {
        let opened = File::open(path).and_then(Seekable::new);
        let opened = opened.map_err(|e| Failure::Bad(format!("{}: {e}", path.display())))?;
        sources.push(Box::new(opened));
    }
    let mut inputs = names.iter().zip(&mut sources).map(|(name, source)| Input { name, source: source.as_mut() });
    let Some(file) = inputs.next() else { return Ok(2) };
    let mut shown = Shown::new();
    let converted = convert(file, inputs.collect(), &Options { base }, &mut |progress| shown.tell(progress));
    shown.clear();
    let converted = converted.map_err(|e| Failure::Bad(e.to_string()))?;
    if let Some(to) = args.get_one::<PathBuf>("out") {
        fs::write(to, &converted.blob).map_err(|e| Failure::Bad(format!("{}: {e}", to.display())))?;
        let report = &converted.report;
        say(&format!(
            "{} types of {} are in {} ({} bytes), made from DWARF",
            report.types,
            units(report.units),
            to.display(),
            converted.blob.len()
        ));
        tell(report, args.get_flag("verbose"));
    }
    Ok(0)
}

/// The types of a file that has no BTF, made of its debug information: as all commands open it.
///
/// # Errors
/// `no_btf`, when it has no debug information either; and why that cannot be converted.
pub fn made_of(name: &str, source: &mut dyn Source, no_btf: OpenError) -> Result<Box<Opened>, Failure> {
    let mut shown = Shown::new();
    let made = convert(Input { name, source }, Vec::new(), &Options::default(), &mut |progress| shown.tell(progress));
    shown.clear();
    let made = match made {
        Err(e) if matches!(e.kind, ErrorKind::NoDwarf | ErrorKind::BadElf) => return Err(no_btf.into()),
        made => made.map_err(|e| Failure::Bad(e.to_string()))?,
    };
    let (types, units) = (made.report.types, units(made.report.units));
    say(&format!("{name}: it has no BTF: its {types} types are made from DWARF, of {units}"));
    Ok(Box::new(container::open(name, &made.blob)?))
}

/// So many units.
fn units(count: u32) -> String {
    if count == 1 { "1 unit".to_owned() } else { format!("{count} units") }
}

/// Says what was read and left out.
fn tell(report: &Report, verbose: bool) {
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

/// How far it is, in one line of a terminal.
struct Shown {
    terminal: bool,
    percent: u64,
}

impl Shown {
    fn new() -> Shown {
        Shown { terminal: io::stderr().is_terminal(), percent: u64::MAX }
    }

    fn tell(&mut self, progress: Progress) -> ControlFlow<()> {
        let percent = u64::from(progress.done) * 100 / u64::from(progress.total.max(1));
        if self.terminal && percent != self.percent {
            self.percent = percent;
            write!(io::stderr(), "\rconverting units: {percent} %").ok();
        }
        ControlFlow::Continue(())
    }

    fn clear(&self) {
        if self.terminal && self.percent != u64::MAX {
            write!(io::stderr(), "\r\x1b[K").ok();
        }
    }
}
