//! `relocs`: the result of each CO-RE relocation of a program on kernels; with `--elf` its ELF relocations.

mod elf;

use std::path::PathBuf;
use std::sync::Arc;

use model::relocations::not_applied;
use needs::{Kernel, Needs, Release};

use crate::args::{Printed, TableFormat};
use crate::atlases::known_modules::KnownModules;
use crate::fail::{Failure, say};
use crate::kernel_modules::modules;
use crate::out::Out;
use crate::relocations::{Answer, Answers, Program, answers, cannot_load, print};
use crate::with_base::object::warn;
use crate::with_base::{Which, open_all};

/// Say what each CO-RE relocation of a program becomes on kernels, and why it fails; or list its ELF relocations
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Results are those of libbpf. Without --target, the access paths in the object's own types are listed.

A relocation is same, changed, absent (the program gets 0), poisoned (the verifier refuses the program
if it reaches the instruction; a line below says whether it does) or refused (the loader gives up). tsv
has a row for each relocation: where it is, its access path as libbpf prints it, the candidates, the
values, and the instruction before and after as code:dst:src:off:imm. With several targets, each has a
table below a line '#target NAME'.

A module is searched after its kernel, and only for types that the kernel lacks. The result for a type
that the kernel lacks is unknown unless its modules are known (--modules), because libbpf searches those,
too. tsv has what libbpf makes of it on this kernel alone.

--elf lists the relocations of the ELF file instead, section by section: r_offset, r_info, type, bits,
symbol, where that is defined, and what is written: S is the symbol's value, A the addend, which
stands in the place that is patched. The object need not have BTF.

A program cannot load on a kernel of the other byte order, and an object that libbpf does not open cannot
load on any; the table is printed all the same, with a warning on stderr. The same holds where libbpf goes
on without a broken .BTF.ext: then it applies no relocation.

Exit status: 0; 1 when a relocation fails on a target, or the program cannot load there; 2 on bad
use, and on files that cannot be read; 3 when none fails and the result of one is unknown.

Examples:
  btfscope relocs prog.bpf.o
  btfscope relocs prog.bpf.o --elf --section xdp
  btfscope relocs prog.bpf.o --target /sys/kernel/btf/vmlinux
  btfscope relocs prog.bpf.o --target vmlinux-5.10 --target vmlinux-6.12 --failing
  btfscope relocs prog.bpf.o --target veth.ko --base vmlinux --format tsv")]
pub struct Args {
    /// A BPF program object; - is standard input
    #[arg(value_name = "OBJ")]
    file: PathBuf,
    /// A kernel, a module, or another object to resolve against. Can be repeated
    #[arg(long, short, value_name = "KERNEL")]
    target: Vec<PathBuf>,
    /// The kernel of targets that are modules
    #[arg(long, short = 'B', value_name = "FILE")]
    base: Option<PathBuf>,
    /// The kernel's modules: none, or all in this folder; without it, a module may have what a kernel lacks
    #[arg(long, value_name = "none|DIR", requires = "target")]
    modules: Option<String>,
    /// Which file of an archive or package OBJ is, by the end of its path
    #[arg(long, value_name = "PATH")]
    entry: Option<String>,
    #[command(flatten)]
    printed: Printed,
    /// Only relocations that fail
    #[arg(long)]
    failing: bool,
    /// Resolve each relocation by itself, without libbpf's candidate cache; tsv always does
    #[arg(long)]
    alone: bool,
    /// List the ELF relocations; those of debug information are only counted
    #[arg(long, conflicts_with_all = ["target", "base", "failing", "alone"])]
    elf: bool,
    /// With --elf, only ELF relocations that patch this section
    #[arg(long, short, value_name = "NAME", requires = "elf")]
    section: Option<String>,
    /// List relocations of debug information, too
    #[arg(long, requires = "elf")]
    debug: bool,
}

/// Runs the command.
///
/// # Errors
/// When a file cannot be opened or is no program object, when the object has no `.BTF.ext`, and when an atlas with the
/// modules of the kernels is damaged.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    if args.elf {
        let format = args.printed.format();
        let (entry, section) = (args.entry.as_deref(), args.section.as_deref());
        return elf::relocations(&args.file, entry, section, args.debug, format, out);
    }
    let (input, status) = Which::entry(&args.file, args.entry.as_deref()).open_and_warn()?;
    let object = input.program()?;
    let status = status.max(warn(&input.name, &object));
    let Some(piece) = &input.opened.btf_ext else { return Ok(status) };
    let Some(mut program) = Program::new(&input.name, &object, args.failing) else { return Ok(status) };
    let format = args.printed.format();
    // For tsv each relocation is resolved by itself, because tests compare tsv with tables that were made in this way.
    let alone = args.alone || format == TableFormat::Tsv;
    let needs = Needs::of(Arc::new(object.clone()));
    program.not_applied = not_applied(needs.opened());
    let inputs = open_all(&args.target, args.base.as_deref())?;
    let ask_atlas = args.modules.is_none() && !inputs.is_empty();
    let known = if ask_atlas { KnownModules::open(None, &[&needs])? } else { None };
    let mut targets: Vec<Answers> = Vec::new();
    for (input, path) in inputs.into_iter().zip(&args.target) {
        let modules = modules(args.modules.as_deref(), &input.name, path, &input.btf)?;
        let mut kernel = Kernel::new(Release::parse(&input.name), input.btf, modules);
        if let Some(known) = &known {
            kernel = known.name_modules(kernel)?;
        }
        targets.push(answers(&program, input.name, kernel, alone, Some(&needs)));
    }
    if let Some(why) = &program.not_applied {
        say(&format!("warning: {}: {why}", program.name));
    }
    for t in targets.iter().filter(|t| !t.loads) {
        say(&format!("warning: {}: {}", t.name, cannot_load(&program, t)));
    }
    print(&program, piece, &targets, format, out);
    let fails = |t: &Answers| program.not_applied.is_some() || !t.loads || t.all.iter().any(Answer::fails);
    let is_unknown = |t: &Answers| t.all.iter().any(Answer::is_unknown);
    Ok(match status {
        0 if targets.iter().any(fails) => 1,
        0 if targets.iter().any(is_unknown) => 3,
        status => status,
    })
}
