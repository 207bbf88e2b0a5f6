//! `scratch`: C declarations as a BTF blob.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use btf::{Btf, Endian};
use clap::ValueEnum;
use dump::CFileOptions;
use scratch::{Bits, MAX_SOURCE, Target, compile};

use crate::fail::{Failure, say_mark};
use crate::files::{self, AsText};
use crate::out::Out;
use crate::room;

/// Make BTF of C declarations
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Layouts are those of clang: with 64 bits for BPF and x86-64; with 32 bits for Arm,
where types of 8 bytes are aligned to 8. The names of linux/types.h are known. Declarations that
cannot be taken are reported with their lines and left out. BPF_MAP_TYPE_*, typeof of a type and
functions with a body are taken, too. Write type tags before the star, as for clang; below a
line `#pragma btf_type_tag gcc` write them behind the star, as for GCC.

Exit status: 0; 2 when something could not be taken, on bad use, and on a file that cannot be read.

Examples:
  btfscope scratch types.c -o types.btf
  btfscope scratch types.c --bits 32 --big-endian -o types.btf
  echo 'struct s { u32 a:3, b:7; };' | btfscope scratch - | btfscope layout -")]
pub struct Args {
    /// The declarations; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The size of long and of pointers
    #[arg(long, value_name = "BITS", value_enum, default_value_t)]
    bits: Width,
    /// For machines with the most significant byte first
    #[arg(long)]
    big_endian: bool,
    /// Save the BTF here, - is standard output; without it the types are printed as C, or written to a pipe as BTF
    #[arg(long, short, value_name = "FILE")]
    out: Option<files::Target>,
}

/// The size of long and of pointers.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Width {
    #[default]
    #[value(name = "64")]
    Wide,
    #[value(name = "32")]
    Narrow,
}

/// Runs `scratch`.
///
/// # Errors
/// When the file cannot be read or is not UTF-8, or the BTF cannot be written. Errors in the declarations are printed,
/// and make the exit status 2.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let name = &*args.file.as_text();
    let bad = |e: io::Error| Failure::Bad(format!("{name}: {e}"));
    // If the file is longer than the limit, one more byte is read, so that the compiler reports the excess.
    let bytes = files::first(&args.file, MAX_SOURCE as u64 + 1).map_err(bad)?;
    room::read(bytes.len());
    let source = String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        Failure::Bad(format!("{name}: byte {at} is not UTF-8"))
    })?;
    let bits = match args.bits {
        Width::Wide => Bits::B64,
        Width::Narrow => Bits::B32,
    };
    let endian = if args.big_endian { Endian::Big } else { Endian::Little };
    let compiled = compile(&source, Target { bits, endian });
    for mark in &compiled.marks {
        say_mark(name, mark);
    }
    let status = if compiled.has_errors() { 2 } else { 0 };
    let Some(blob) = compiled.blob else { return Ok(2) };
    if let Some(to) = &args.out {
        files::save(to, &blob)?;
    } else if io::stdout().is_terminal() {
        let btf = Btf::parse(blob, None).map_err(|e| Failure::Bad(e.to_string()))?;
        let roots: Vec<_> = btf.types().map(|t| t.id()).collect();
        dump::c_of(&btf, &roots, out, &CFileOptions { portable: true, ..CFileOptions::default() });
    } else {
        files::save(&files::Target::stdout(), &blob)?;
    }
    Ok(status)
}
