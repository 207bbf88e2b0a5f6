//! `extract`: the BTF of a file as a file of its own.

use clap::ValueEnum;
use container::{Opened, Piece};

use crate::args::{OneFile, OutFile};
use crate::fail::Failure;
use crate::files::save_and_say;
use crate::out::Out;
use crate::with_base::{self, Which};

/// Save the BTF of a file: of an ELF, a kernel image, a package, whatever is around it
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The bytes are saved as they are, whether they are sound or not; a module's own types only. If the
compression or archive around them is damaged (a wrong checksum, an end that is missing), a message
says so, and the exit status is 2.

Examples:
  btfscope extract /boot/vmlinuz -o vmlinux.btf
  btfscope extract linux-image-6.12.deb -o vmlinux.btf
  btfscope extract linux-image-6.12.deb --entry veth.ko.xz -o veth.btf
  btfscope extract prog.bpf.o --section .BTF.ext -o prog.ext
  btfscope extract /boot/vmlinuz -o - | bpftool btf dump file /dev/stdin")]
pub struct Args {
    #[command(flatten)]
    file: OneFile,
    #[command(flatten)]
    to: OutFile,
    /// Which section to save
    #[arg(long, short, value_name = "NAME", value_enum, default_value_t)]
    section: Section,
}

/// The sections that can be saved.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Section {
    #[default]
    #[value(name = ".BTF")]
    Btf,
    #[value(name = ".BTF.ext")]
    Ext,
    #[value(name = ".BTF.base")]
    Base,
    #[value(name = ".BTF.inline")]
    Inline,
}

impl Section {
    /// The section's name, and its piece of the file; `None` if the file has no such section.
    fn of(self, opened: &Opened) -> (&'static str, Option<&Piece>) {
        match self {
            Section::Btf => (".BTF", Some(&opened.btf)),
            Section::Ext => (".BTF.ext", opened.btf_ext.as_ref()),
            Section::Base => (".BTF.base", opened.btf_base.as_ref()),
            Section::Inline => (".BTF.inline", opened.btf_inline.as_ref()),
        }
    }
}

/// Runs the command.
///
/// # Errors
/// When the file cannot be opened or has no such section, and when the output cannot be written.
pub fn run(args: &Args, _: &mut Out) -> Result<u8, Failure> {
    let which = Which::from(&args.file);
    let opened = which.alone()?;
    let (name, piece) = args.section.of(&opened);
    let piece = piece.ok_or_else(|| Failure::NotFound(format!("{}: has no section {name}", which.name())))?;
    save_and_say(&args.to.out, &piece.bytes, name)?;
    Ok(with_base::damaged(&opened))
}
