//! The command line as a whole: what every command can be given, and which commands there are.

use clap::{Parser, Subcommand};

use crate::commands::{
    at, atlas, bytes, calls, check, completions, diff, disasm, dump, encode, extract, field, find, graph, history,
    info, kernel_lists, layout, lesson, link, log, man, path, picture, relocs, scratch, symbols, tailor, users, value,
    verify,
};
use crate::fail::Failure;
use crate::out::{Colours, Out};

const AFTER: &str = "\
FILE is a BTF blob, an ELF file with a .BTF section (vmlinux, a module, a BPF program), a kernel
image, any of these compressed, a Debian or RPM package, a tar, cpio or zip archive, or text that
spells one: a hex dump, base64, a skeleton, an array; or an ELF file without BTF that has debug
information, whose types are then made from that.
- is standard input. X.atlas#KERNEL is a kernel of an atlas.

A module is read on the BTF of its kernel: --base FILE, or else a file vmlinux in the same folder,
as in /sys/kernel/btf, or the running kernel if it was made for that.

What is printed has an end, for a few hundred bytes of types may hold each other without one: 8 MB, and
64 bytes for each byte that was read; it is told. --limit N (with k, M or G) allows another number, and
--limit 0 all; of find, path and graph it is how many are listed.

Exit status: 0; 1 when what was asked for is not there; 2 on bad use, and on a file that cannot be
read, or not to its end.

Examples:
  btfscope info /sys/kernel/btf/vmlinux
  btfscope dump vmlinux --format c > vmlinux.h
  btfscope dump prog.bpf.o --format c --type event
  btfscope layout vmlinux sk_buff task_struct
  btfscope find vmlinux 'kind:struct type:list_head size:>4096'
  btfscope bytes prog.bpf.o 0x1a4
  btfscope extract /boot/vmlinuz -o vmlinux.btf
  btfscope encode a.out -o a.btf
  btfscope relocs prog.bpf.o --target vmlinux
  btfscope relocs prog.bpf.o --symbols
  btfscope symbols prog.bpf.o
  btfscope check prog.bpf.o --target vmlinux
  btfscope tailor prog.bpf.o --atlas my.atlas -o btfs
  btfscope users vmlinux sk_buff --count
  btfscope path vmlinux task_struct net
  btfscope diff vmlinux-6.1 vmlinux-6.12 task_struct
  btfscope field task_struct.mm vmlinux-*
  btfscope at vmlinux sock+0x4c
  btfscope graph vmlinux sk_buff > sk_buff.svg
  btfscope kfuncs vmlinux
  btfscope hooks vmlinux tracepoints
  btfscope base module.ko vmlinux
  btfscope link vmlinux sk_buff --site https://example.org/btfscope/
  btfscope scratch types.c -o types.btf
  btfscope history task_struct.mm --atlas my.atlas
  btfscope verify prog.bpf.o --kernel 6.1
  btfscope calls prog.bpf.o --kernel 6.1
  btfscope log prog.bpf.o verifier.txt
  btfscope value vmlinux timespec64 @bytes.bin";

/// See inside BTF, the type information of the Linux kernel and of eBPF programs
#[derive(Parser, Debug)]
#[command(name = "btfscope", version, after_help = AFTER, disable_help_subcommand = true)]
pub struct CommandLine {
    /// Colour the output; auto: on a terminal, unless NO_COLOR is set
    #[arg(long, value_name = "WHEN", global = true, value_enum, default_value_t)]
    pub color: Colours,
    #[command(subcommand)]
    pub command: Command,
}

/// A command and what it was given.
#[derive(Subcommand, Debug)]
pub enum Command {
    Info(info::Args),
    Dump(dump::Args),
    Layout(layout::Args),
    Find(find::Args),
    Bytes(bytes::Args),
    Extract(extract::Args),
    Encode(encode::Args),
    Users(users::Args),
    Path(path::Args),
    Diff(diff::Args),
    Field(field::Args),
    At(at::Args),
    Graph(graph::Args),
    Picture(picture::Args),
    Link(link::Args),
    Open(link::OpenArgs),
    Scratch(scratch::Args),
    Disasm(disasm::Args),
    Relocs(relocs::Args),
    Symbols(symbols::Args),
    Calls(calls::Args),
    Log(log::Args),
    Verify(verify::Args),
    Value(value::Args),
    Check(check::Args),
    Tailor(tailor::Args),
    Atlas(atlas::Args),
    History(history::Args),
    Lesson(lesson::Args),
    Ids(kernel_lists::IdsArgs),
    Kfuncs(kernel_lists::KfuncsArgs),
    Hooks(kernel_lists::HooksArgs),
    Inlined(kernel_lists::InlinedArgs),
    Base(kernel_lists::BaseArgs),
    Completions(completions::Args),
    Man(man::Args),
}

impl Command {
    /// Does what was typed. The status is that of a command that got to its end: 2 when the file is damaged.
    ///
    /// # Errors
    /// Those of the command.
    pub fn run(&self, out: &mut Out) -> Result<u8, Failure> {
        match self {
            Command::Info(args) => info::run(args, out),
            Command::Dump(args) => dump::run(args, out),
            Command::Layout(args) => layout::run(args, out),
            Command::Find(args) => find::run(args, out),
            Command::Bytes(args) => bytes::run(args, out),
            Command::Extract(args) => extract::run(args),
            Command::Encode(args) => encode::run(args, out),
            Command::Users(args) => users::run(args, out),
            Command::Path(args) => path::run(args, out),
            Command::Diff(args) => diff::run(args, out),
            Command::Field(args) => field::run(args, out),
            Command::At(args) => at::run(args, out),
            Command::Graph(args) => graph::run(args, out),
            Command::Picture(args) => picture::run(args, out),
            Command::Link(args) => link::link(args, out),
            Command::Open(args) => link::open(args, out),
            Command::Scratch(args) => scratch::run(args, out),
            Command::Disasm(args) => disasm::run(args, out),
            Command::Relocs(args) => relocs::run(args, out),
            Command::Symbols(args) => symbols::run(args, out),
            Command::Calls(args) => calls::run(args, out),
            Command::Log(args) => log::run(args, out),
            Command::Verify(args) => verify::run(args, out),
            Command::Value(args) => value::run(args, out),
            Command::Check(args) => check::run(args, out),
            Command::Tailor(args) => tailor::run(args, out),
            Command::Atlas(args) => atlas::run(args, out),
            Command::History(args) => history::run(args, out),
            Command::Lesson(args) => lesson::run(args),
            Command::Ids(args) => kernel_lists::ids(args, out),
            Command::Kfuncs(args) => kernel_lists::kfuncs(args, out),
            Command::Hooks(args) => kernel_lists::hooks(args, out),
            Command::Inlined(args) => kernel_lists::inlined(args, out),
            Command::Base(args) => kernel_lists::base(args, out),
            Command::Completions(args) => completions::run(args, out),
            Command::Man(args) => man::run(args, out),
        }
    }
}
