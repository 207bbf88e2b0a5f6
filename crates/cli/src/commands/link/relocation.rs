//! `link --reloc`: a link that carries a CO-RE relocation and the types that it meets on kernels.

use std::path::PathBuf;

use model::program::Program;
use model::relocations::{Core, NamedKernel};
use model::share;
use needs::{Modules, Release};
use relo::Record;
use text::counted;

use super::{last_part, print};
use crate::fail::Failure;
use crate::out::Out;
use crate::with_base::object::warn;
use crate::with_base::{Which, open_all};

/// The arguments that choose a relocation instead of a type.
#[derive(clap::Args, Debug)]
pub struct Relocation {
    /// A relocation in place of a type: SECTION+OFFSET as relocs prints it, SECTION#NUMBER, or its row there, from 0
    #[arg(long, short, value_name = "RELOC")]
    pub reloc: Option<String>,
    /// With --reloc: a kernel or module to resolve it on; --base is for modules. Can be repeated
    #[arg(long, short, value_name = "KERNEL", requires = "reloc")]
    target: Vec<PathBuf>,
}

/// The index of the wanted relocation: a row, SECTION+OFFSET or SECTION#NUMBER.
fn find(records: &[Record], wanted: &str) -> Option<usize> {
    if let Ok(row) = wanted.parse() {
        return records.get(row).map(|_| row);
    }
    let at = |(section, offset): (&str, &str)| {
        let offset = match offset.strip_prefix("0x") {
            Some(hex) => u32::from_str_radix(hex, 16),
            None => offset.parse(),
        };
        records.iter().position(|r| &*r.section == section && Ok(r.insn_offset.0) == offset)
    };
    let numbered = |(section, number): (&str, &str)| {
        let number = number.parse();
        records.iter().position(|r| &*r.section == section && Ok(r.index) == number)
    };
    // Section names may contain + or #, so the text is split at the last of these.
    wanted.rsplit_once('+').and_then(at).or_else(|| wanted.rsplit_once('#').and_then(numbered))
}

/// Runs `link --reloc`.
///
/// # Errors
/// When a file cannot be opened, the object has no such relocation, the relocation has no types or needs more than a
/// link may hold, or the file of `--out` cannot be written.
pub fn link(wanted: &str, args: &super::Args, out: &mut Out) -> Result<u8, Failure> {
    let (input, status) = Which::from(&args.file.one).open_and_warn()?;
    let object = input.program()?;
    let status = status.max(warn(&input.name, &object));
    let program = Program::new(object);
    let Some(index) = find(program.records(), wanted) else {
        let all = program.records().len();
        return Err(input.not_found(format!("no relocation “{wanted}” among its {all}")));
    };
    let known = |name: &str, btf| needs::Kernel::new(Release::parse(name), btf, Modules::Unknown);
    let targets: Vec<(String, needs::Kernel)> = open_all(&args.relocation.target, args.file.base.as_deref())?
        .into_iter()
        .map(|t| (known(&t.name, t.btf), t.name))
        .map(|(k, name)| (name, k))
        .collect();
    let kernels: Vec<NamedKernel<'_>> =
        targets.iter().map(|(name, on)| NamedKernel { name: last_part(name), on }).collect();
    let core = Core { program: &program, kernels: &kernels };
    let too_large = |size| {
        let most = ::share::MAX_UNPACKED;
        Failure::Bad(format!("{}: “{wanted}” needs {size} bytes; a link holds {most}", input.name))
    };
    let Some(carry) = core.carry(index).transpose().map_err(too_large)? else {
        return Err(input.not_found("it has no types"));
    };
    args.saved.write(&::share::unpack(&carry.text).map_err(|e| Failure::Bad(e.to_string()))?)?;
    let fragment = share::relocation_address(&carry, last_part(&input.name)).to_fragment();
    let on = match carry.kernels.len() {
        0 => "no kernel: name some by --target".to_owned(),
        n => format!("the types that it meets in {}", counted(n, "kernel")),
    };
    print(&fragment, &format!("1 relocation and {on}, {} bytes", carry.size), args, out);
    Ok(status)
}
