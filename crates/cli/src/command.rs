//! The command line as a whole: global options and the list of commands.

use clap::{Parser, Subcommand};

use crate::commands;
use crate::fail::Failure;
use crate::out::{Colours, Out};

const AFTER: &str = "\
FILE is a BTF blob, an ELF file with a .BTF section (vmlinux, a module, a BPF program), a kernel
image, any of these compressed, a Debian or RPM package, a tar, cpio or zip archive, or text that
spells one: a hex dump, base64, a skeleton, an array; or an ELF file without BTF that has debug
information, whose types are then made from that.
A kernel's header (vmlinux.h) is compiled with the layouts of the machine whose structs it declares;
--machine arm64 (x86-64, arm, riscv64, s390x, ppc64le, loongarch64) names another.
- is standard input. X.atlas#KERNEL is a kernel of an atlas; unless there is a file debian.atlas,
debian.atlas#KERNEL is a kernel of the atlas that `btfscope atlas path` names.

A module is read on the BTF of its kernel: --base FILE, or else a file vmlinux in the same folder,
as in /sys/kernel/btf, or the running kernel if it was made for that.

Output is limited to 8 MB plus 64 bytes for each byte read, since types can contain each other without
end; a message says when it was cut. --limit N (with k, M or G) sets another limit, and --limit 0 none;
for find, path and graph it is how many are listed.

Exit status: 0; 1 when what was asked for is not there; 2 on bad use, and on a file that cannot be
read, or not to its end.

Examples:
  btfscope view
  btfscope info /sys/kernel/btf/vmlinux
  btfscope dump vmlinux --format c > vmlinux.h
  btfscope dump prog.bpf.o --format c --type event
  btfscope layout vmlinux sk_buff task_struct
  btfscope find vmlinux 'kind:struct type:list_head size:>4096'
  btfscope bytes prog.bpf.o 0x1a4
  btfscope extract /boot/vmlinuz -o vmlinux.btf
  btfscope encode a.out -o a.btf
  btfscope relocs prog.bpf.o --target vmlinux
  btfscope relocs prog.bpf.o --elf
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
  btfscope which vmlinux.h
  btfscope read task_struct.__state > state.bpf.h
  btfscope verify prog.bpf.o --kernel 6.1
  btfscope calls prog.bpf.o --kernel 6.1
  btfscope log prog.bpf.o verifier.txt
  btfscope value vmlinux timespec64 @bytes.bin";

/// Parses the name of a machine.
fn machine(name: &str) -> Result<header::Machine, String> {
    header::Machine::named(name).ok_or_else(|| {
        let all: Vec<&str> = header::Machine::ALL.into_iter().filter_map(header::Machine::name).collect();
        format!("no machine of this name; there are {}", all.join(", "))
    })
}

/// See inside BTF, the type information of the Linux kernel and of eBPF programs
#[derive(Parser, Debug)]
#[command(name = "btfscope", version, after_help = AFTER, disable_help_subcommand = true)]
pub struct CommandLine {
    /// Colour the output; auto: on a terminal, unless NO_COLOR is set
    #[arg(long, value_name = "WHEN", global = true, value_enum, default_value_t)]
    pub color: Colours,
    /// The machine of a kernel's header (vmlinux.h) that does not tell it, or tells another
    #[arg(long, value_name = "MACHINE", global = true, hide = true, value_parser = machine)]
    pub machine: Option<header::Machine>,
    #[command(subcommand)]
    pub command: Command,
}

/// Makes the enum of all commands, and the function that runs one, from the list of their names. Each name is the name
/// of a module in [`commands`], and the word that is typed.
macro_rules! commands {
    ($($name:ident)*) => {
        /// A command and what it was given.
        #[derive(Subcommand, Debug)]
        #[expect(non_camel_case_types, reason = "the name of a module, and of what is typed")]
        pub enum Command {
            $($name(commands::$name::Args),)*
        }

        impl Command {
            /// Runs the command that was typed. Returns its exit status, which is 2 if the command did its work on a
            /// damaged file.
            ///
            /// # Errors
            /// The errors of the command.
            pub fn run(&self, out: &mut Out) -> Result<u8, Failure> {
                match self {
                    $(Command::$name(args) => commands::$name::run(args, out),)*
                }
            }
        }
    };
}

// The commands are in the order of the help.
commands! {
    view
    info
    dump
    layout
    find
    bytes
    extract
    encode
    users
    path
    diff
    field
    at
    graph
    picture
    link
    open
    scratch
    disasm
    relocs
    symbols
    calls
    log
    verify
    value
    check
    tailor
    atlas
    history
    which
    read
    lesson
    ids
    kfuncs
    hooks
    inlined
    base
    completions
    man
    help
}
