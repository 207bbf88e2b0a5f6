//! `extract`: the BTF of a file as a file of its own.

use std::fs;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command, value_parser};
use container::{Opened, Piece};

use crate::args::with_lone_file;
use crate::fail::{Failure, say};
use crate::open::Which;

/// The sections that can be saved.
const SECTIONS: [&str; 4] = [".BTF", ".BTF.ext", ".BTF.base", ".BTF.inline"];

/// What can be typed.
pub fn command() -> Command {
    with_lone_file(Command::new("extract"))
        .about("Save the BTF of a file: of an ELF, a kernel image, a package, whatever is around it")
        .arg(
            Arg::new("out")
                .long("out")
                .short('o')
                .value_name("OUT")
                .required(true)
                .value_parser(value_parser!(PathBuf))
                .help("The file to write"),
        )
        .arg(
            Arg::new("section")
                .long("section")
                .short('s')
                .value_name("NAME")
                .default_value(SECTIONS[0])
                .value_parser(PossibleValuesParser::new(SECTIONS))
                .help("Which section to save"),
        )
        .after_help(
            "The bytes are saved as they are, whether they are sound or not; a module's own types only.

Examples:
  btfscope extract /boot/vmlinuz -o vmlinux.btf
  btfscope extract linux-image-6.12.deb -o vmlinux.btf
  btfscope extract linux-image-6.12.deb --entry veth.ko.xz -o veth.btf
  btfscope extract prog.bpf.o --section .BTF.ext -o prog.ext",
        )
}

/// Runs the command.
///
/// # Errors
/// When the file cannot be opened or has no such section, and when the other cannot be written.
pub fn run(args: &ArgMatches) -> Result<u8, Failure> {
    let which = Which::new(args);
    let opened = which.alone()?;
    let name = args.get_one::<String>("section").map_or(SECTIONS[0], String::as_str);
    let piece =
        section(&opened, name).ok_or_else(|| Failure::NotFound(format!("{}: has no section {name}", which.name())))?;
    if let Some(path) = args.get_one::<PathBuf>("out") {
        fs::write(path, &piece.bytes).map_err(|e| Failure::Bad(format!("{}: {e}", path.display())))?;
        say(&format!("{} bytes of {name} are in {}", piece.bytes.len(), path.display()));
    }
    Ok(0)
}

fn section<'o>(opened: &'o Opened, name: &str) -> Option<&'o Piece> {
    match name {
        ".BTF.ext" => opened.btf_ext.as_ref(),
        ".BTF.base" => opened.btf_base.as_ref(),
        ".BTF.inline" => opened.btf_inline.as_ref(),
        _ => Some(&opened.btf),
    }
}
