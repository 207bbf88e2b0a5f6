//! `scratch`: C declarations as a BTF blob.

use std::fs;
use std::io::{self, IsTerminal, Read, Write};
use std::path::PathBuf;

use btf::{Btf, Endian};
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use dump::CFileOptions;
use scratch::{Bits, MAX_SOURCE, Mark, Severity, Target, compile};

use crate::fail::{Failure, say};
use crate::out::Out;

/// What can be typed after `scratch`.
pub fn command() -> Command {
    Command::new("scratch")
        .about("Make BTF of C declarations")
        .arg(Arg::new("file").value_name("FILE").required(true).help("The declarations; - is standard input"))
        .arg(
            Arg::new("bits")
                .long("bits")
                .value_name("BITS")
                .default_value("64")
                .value_parser(PossibleValuesParser::new(["64", "32"]))
                .help("The size of long and of pointers"),
        )
        .arg(
            Arg::new("big-endian")
                .long("big-endian")
                .action(ArgAction::SetTrue)
                .help("For machines with the most significant byte first"),
        )
        .arg(
            Arg::new("out")
                .long("out")
                .short('o')
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help("Save the BTF here; without it the types are printed as C, or written to a pipe as BTF"),
        )
        .after_help(
            "Layouts are those of clang: with 64 bits for BPF and x86-64; with 32 bits for Arm,
where what has 8 bytes is aligned to 8. The names of linux/types.h are known. What cannot be taken
is told with its line and left out; the exit status is then 2.

Examples:
  btfscope scratch types.c -o types.btf
  btfscope scratch types.c --bits 32 --big-endian -o types.btf
  echo 'struct s { u32 a:3, b:7; };' | btfscope scratch - | btfscope layout -",
        )
}

/// Runs `scratch`.
///
/// # Errors
/// When the file cannot be read, or not as a whole.
pub fn run(args: &ArgMatches, out: &mut Out) -> Result<u8, Failure> {
    let name = args.get_one::<String>("file").map_or("", String::as_str);
    let bad = |e: io::Error| Failure::Bad(format!("{name}: {e}"));
    let mut bytes = Vec::new();
    // One more than may be: the compiler says that it is too much.
    let limit = MAX_SOURCE as u64 + 1;
    match name {
        "-" => io::stdin().lock().take(limit).read_to_end(&mut bytes).map_err(bad)?,
        path => fs::File::open(path).map_err(bad)?.take(limit).read_to_end(&mut bytes).map_err(bad)?,
    };
    let source = String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        Failure::Bad(format!("{name}: byte {at} is not UTF-8"))
    })?;
    let bits = if args.get_one::<String>("bits").is_some_and(|bits| bits == "32") { Bits::B32 } else { Bits::B64 };
    let endian = if args.get_flag("big-endian") { Endian::Big } else { Endian::Little };
    let compiled = compile(&source, Target { bits, endian });
    for mark in &compiled.marks {
        say(&told(name, mark));
    }
    let status = if compiled.has_errors() { 2 } else { 0 };
    let Some(blob) = compiled.blob else { return Ok(2) };
    if let Some(path) = args.get_one::<PathBuf>("out") {
        fs::write(path, &blob).map_err(|e| Failure::Bad(format!("{}: {e}", path.display())))?;
    } else if io::stdout().is_terminal() {
        let btf = Btf::parse(blob, None).map_err(|e| Failure::Bad(e.to_string()))?;
        let roots: Vec<_> = btf.types().map(|t| t.id()).collect();
        dump::c_of(&btf, &roots, out, &CFileOptions { portable: true, ..CFileOptions::default() });
    } else {
        io::stdout().lock().write_all(&blob).map_err(bad)?;
    }
    Ok(status)
}

/// A mark in the form that editors know.
pub fn told(name: &str, mark: &Mark) -> String {
    let word = match mark.severity {
        Severity::Error => "error",
        Severity::Note => "note",
    };
    format!("{name}:{}:{}: {word}: {}", mark.line, mark.column, mark.message)
}
