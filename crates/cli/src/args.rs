//! What can be typed.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgAction, Command, value_parser};

use crate::users::SORTS;
use crate::{
    atlas, check, diff, encode, extract, field, graph, history, link, lists, picture, relocs, scratch_pad, verify,
};

/// The formats of `dump`.
pub const FORMATS: [&str; 4] = ["raw", "json", "c", "asm"];

const FILES: &str = "\
FILE is a BTF blob, an ELF file with a .BTF section (vmlinux, a module, a BPF program), a kernel
image, any of these compressed, a Debian or RPM package, a tar or cpio archive, or a hex dump; or an
ELF file without BTF that has debug information, whose types are then made from that.
- is standard input. X.atlas#KERNEL is a kernel of an atlas.

A module is read on the BTF of its kernel: --base FILE, or else a file vmlinux in the same folder,
as in /sys/kernel/btf, or the running kernel if it was made for that.";

const STATUS: &str = "\
Exit status: 0; 1 when what was asked for is not there; 2 on bad use, and on a file that cannot be
read, or not to its end.";

const EXAMPLES: &str = "\
Examples:
  btfscope info /sys/kernel/btf/vmlinux
  btfscope dump vmlinux --format c > vmlinux.h
  btfscope dump prog.bpf.o --format c --type event
  btfscope layout vmlinux sk_buff task_struct
  btfscope find vmlinux 'kind:struct member:list_head size:>4096'
  btfscope bytes prog.bpf.o 0x1a4
  btfscope extract /boot/vmlinuz -o vmlinux.btf
  btfscope encode a.out -o a.btf
  btfscope relocs prog.bpf.o --target vmlinux
  btfscope check prog.bpf.o --target vmlinux
  btfscope users vmlinux sk_buff --count
  btfscope path vmlinux task_struct net
  btfscope diff vmlinux-6.1 vmlinux-6.12 task_struct
  btfscope field task_struct.mm vmlinux-*
  btfscope graph vmlinux sk_buff > sk_buff.svg
  btfscope kfuncs vmlinux
  btfscope base module.ko vmlinux
  btfscope link vmlinux sk_buff --site https://example.org/btfscope/
  btfscope scratch types.c -o types.btf
  btfscope history task_struct.mm --atlas my.atlas
  btfscope verify prog.bpf.o --kernel 6.1";

/// The command line.
pub fn command() -> Command {
    Command::new("btfscope")
        .version(env!("CARGO_PKG_VERSION"))
        .about("See inside BTF, the type information of the Linux kernel and of eBPF programs")
        .after_help(format!("{FILES}\n\n{STATUS}\n\n{EXAMPLES}"))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true)
        .arg(
            Arg::new("color")
                .long("color")
                .value_name("WHEN")
                .global(true)
                .default_value("auto")
                .value_parser(PossibleValuesParser::new(["auto", "always", "never"]))
                .help("Colour the output; auto: on a terminal, unless NO_COLOR is set"),
        )
        .subcommands([
            info(),
            dump(),
            layout(),
            find(),
            bytes(),
            extract::command(),
            encode::command(),
            users(),
            path(),
            diff::command(),
            field::command(),
            graph::command(),
            picture::command(),
            link::command(),
            link::open_command(),
            scratch_pad::command(),
            disasm(),
            relocs::command(),
            verify::command(),
            check::command(),
            atlas::command(),
            history::command(),
        ])
        .subcommands(lists::commands())
}

fn info() -> Command {
    with_file(Command::new("info"))
        .about("Tell what a file is, where its BTF lies, and how many types of which kinds it has")
        .after_help(
            "Examples:
  btfscope info vmlinux
  btfscope info linux-image-6.12.deb
  btfscope info linux-image-6.12.deb --entry veth.ko --base linux-image-6.12.deb
  zcat vmlinux.btf.gz | btfscope info -",
        )
}

fn dump() -> Command {
    with_file(Command::new("dump"))
        .about("Print types: as bpftool's listing, its JSON, C, or an assembler listing")
        .arg(format(&FORMATS, "How to print them"))
        .arg(
            Arg::new("type")
                .long("type")
                .short('t')
                .value_name("NAME|ID")
                .action(ArgAction::Append)
                .help("Only types of this name or id; in C, with all that they need. Can be repeated"),
        )
        .arg(flag("unsorted").help("C: in the order of ids, as bpftool before 7.5"))
        .arg(flag("portable").help("C: lay out rightly where bpftool errs, as on 32-bit targets"))
        .arg(flag("pretty").help("JSON: with line breaks and indentation"))
        .arg(flag("annotate").help("asm: with every field's name and what its value means"))
        .after_help(
            "raw, json and c are what `bpftool btf dump file FILE` (-j, -p, format c) prints. Of a module, raw
and json print its own types only; c prints those of its kernel, too. asm is the whole blob as
`clang -S` writes it, and assembles to the same bytes.

NAME may have the kind in front, as in C: 'struct file'. In C, functions and variables of that name
are declared at the end.

Examples:
  btfscope dump vmlinux
  btfscope dump vmlinux --format c > vmlinux.h
  btfscope dump vmlinux --format c --type sk_buff --type 'union bpf_attr'
  btfscope dump veth.ko --base vmlinux --format json --pretty",
        )
}

fn layout() -> Command {
    with_file(Command::new("layout"))
        .about("Print how structs and unions lie in memory, as pahole does")
        .arg(
            Arg::new("type")
                .value_name("TYPE")
                .required(true)
                .num_args(1..)
                .help("Names or ids of structs, unions, or typedefs of them"),
        )
        .arg(flag("json").help("As JSON: every member, hole and padding with its bits, and the sums"))
        .arg(flag("reorganize").help("In an order with fewer holes, with the moves to it and the bytes saved"))
        .arg(
            Arg::new("cache-line")
                .long("cache-line")
                .value_name("BYTES")
                .default_value("64")
                .value_parser(value_parser!(u32).range(1..=4096))
                .help("Bytes of a cache line"),
        )
        .after_help(
            "Of several types of one name, the first struct or union is printed, as by pahole; an id names one
exactly.

JSON: {\"layouts\": [{id, kind, name, size, align, natural_align, byte_order, cache_line, rows,
figures}]}. A row is a \"member\", \"hole\" or \"padding\" with bit_offset and bits, counted from the
start of the type; in big-endian BTF bit 0 is the most significant one of byte 0. Everything else is
in bytes, unless its name says bits. With --reorganize there is also reorganized: {moves: [{members,
from_behind, to_behind}], saved, cache_lines_saved}, where members are told by their indices.

Examples:
  btfscope layout vmlinux sk_buff
  btfscope layout veth.ko veth_priv --base vmlinux
  btfscope layout vmlinux task_struct --reorganize
  btfscope layout vmlinux task_struct --json | jq '.layouts[0].figures.hole_bytes'",
        )
}

fn find() -> Command {
    with_file(Command::new("find"))
        .about("List the types that fit a query: id, kind, name, size in bytes")
        .arg(Arg::new("query").value_name("QUERY").required(true).num_args(1..).help("Words, all of which must hold"))
        .arg(
            Arg::new("limit")
                .long("limit")
                .short('n')
                .value_name("COUNT")
                .value_parser(value_parser!(usize))
                .help("At most so many, the best first"),
        )
        .arg(flag("own").help("Only a module's own types, not those of its kernel"))
        .arg(flag("derived").help("Types without a name, too: pointers, arrays, anonymous structs"))
        .arg(flag("json").help("As JSON: an array of {id, kind, name, size}"))
        .after_help(
            "The words of a query:
  sk_buff           the name has this text; without capitals, in any case
  \"unsigned int\"    text with spaces
  /^tcp_.*_ops$/    a regular expression
  kind:struct,union what it is; `struct sk_buff` asks for both
  size:>4096        bytes: 64, >64, <=64, 16..32
  holes:>0          how many holes between members
  member:pid        has such a member; patterns too: member:*_lock
  value:TASK_DEAD   has such an enumerator
  type:list_head    has a member, parameter or element of that type
  tag:rcu           has such a tag
  id:123 or #123    this id

Examples:
  btfscope find vmlinux sk_buff
  btfscope find vmlinux kind:struct 'size:>4096' --limit 20
  btfscope find vmlinux 'member:rcu_head holes:>0' --json",
        )
}

fn bytes() -> Command {
    with_file(Command::new("bytes"))
        .about("Tell what a byte belongs to, and what that means")
        .arg(
            Arg::new("offset")
                .value_name("OFFSET")
                .required(true)
                .num_args(1..)
                .help("Offsets in the file: 0x1a4, 1a4h or 420"),
        )
        .arg(flag("blob").help("Offsets count from the first byte of .BTF instead"))
        .after_help(
            "In a compressed file or an archive, offsets count in what was unpacked.

Examples:
  btfscope bytes vmlinux.btf 0x1a4
  btfscope bytes prog.bpf.o --blob 4 8",
        )
}

fn disasm() -> Command {
    with_file(Command::new("disasm"))
        .about("Disassemble a BPF program object, with what its relocations mean")
        .arg(
            Arg::new("section")
                .long("section")
                .short('s')
                .value_name("NAME")
                .help("Only this section, such as xdp or kprobe/do_unlinkat"),
        )
        .arg(flag("source").help("With the source lines that instructions were made of"))
        .arg(flag("llvm").conflicts_with("source").help("As llvm-objdump -dr prints it"))
        .after_help(
            "Instructions are in the notation of the kernel's verifier, numbered from the start of each function
as in its log, with the opcode in parentheses. Behind them stand relocations: a map, a variable, a
function, and what CO-RE patches.

Examples:
  btfscope disasm prog.bpf.o --source
  btfscope disasm prog.bpf.o --section xdp
  btfscope disasm prog.bpf.o --llvm",
        )
}

fn users() -> Command {
    with_file(Command::new("users"))
        .about("List who uses a type: embeds it, points to it, takes or returns it")
        .arg(Arg::new("type").value_name("TYPE").required(true).help("Its name or id"))
        .arg(
            Arg::new("sort")
                .long("sort")
                .short('s')
                .value_name("SORT")
                .action(ArgAction::Append)
                .value_parser(PossibleValuesParser::new(SORTS))
                .help("Only users of this sort. Can be repeated"),
        )
        .arg(flag("direct").help("Only records that refer to the type itself, not through pointers and qualifiers"))
        .arg(flag("count").help("Only how many there are of each sort"))
        .arg(flag("json").help("As JSON: {id, name, users: [{sort, id, name, part, bit_offset, type, ...}]}"))
        .after_help(
            "Pointers, arrays, typedefs and qualifiers between a user and the type are looked through, and the
type that the user has stands behind its name. After @ is where a member lies, in bytes. TYPE may be a
field: task_struct.mm asks for the users of struct mm_struct.

Examples:
  btfscope users vmlinux sk_buff --count
  btfscope users vmlinux list_head --sort embedded
  btfscope users vmlinux task_struct.mm
  btfscope users veth.ko net_device --base vmlinux --json",
        )
}

fn path() -> Command {
    with_file(Command::new("path"))
        .about("Find the shortest ways over members from one type to another")
        .arg(Arg::new("from").value_name("FROM").required(true).help("Name or id of a struct or union"))
        .arg(Arg::new("to").value_name("TO").required(true).help("Name or id of any type"))
        .arg(
            Arg::new("limit")
                .long("limit")
                .short('n')
                .value_name("COUNT")
                .default_value("10")
                .value_parser(value_parser!(u16).map(usize::from))
                .help("At most so many, the shortest first"),
        )
        .arg(
            Arg::new("longest")
                .long("longest")
                .value_name("MEMBERS")
                .default_value("16")
                .value_parser(value_parser!(u8).range(1..=64).map(usize::from))
                .help("At most so many members in a path"),
        )
        .arg(flag("embedded").help("Follow no pointers"))
        .arg(flag("json").help("As JSON: {from, to, paths: [{expression, pointers, reads}]}"))
        .after_help(
            "Below each path are its reads: the type, the CO-RE access string, the members, and the offset in
bytes. A pointer starts a new read.

Examples:
  btfscope path vmlinux task_struct net
  btfscope path vmlinux sk_buff 'struct net_device' --limit 3
  btfscope path vmlinux task_struct list_head --embedded --json",
        )
}

/// A command with FILE, and how to read it.
pub fn with_file(command: Command) -> Command {
    with_lone_file(command).arg(base("The BTF that FILE continues: the kernel of a module"))
}

/// `--base FILE`.
pub fn base(help: &'static str) -> Arg {
    Arg::new("base").long("base").short('B').value_name("FILE").value_parser(value_parser!(PathBuf)).help(help)
}

/// `--format FORMAT`: one of these, and the first without it.
pub fn format(formats: &[&'static str], help: &'static str) -> Arg {
    Arg::new("format")
        .long("format")
        .short('f')
        .value_name("FORMAT")
        .default_value(formats.first().copied().unwrap_or_default())
        .value_parser(PossibleValuesParser::new(formats.to_vec()))
        .help(help)
}

/// A command with FILE, whose base does not matter.
pub fn with_lone_file(command: Command) -> Command {
    command
        .arg(
            Arg::new("file")
                .value_name("FILE")
                .required(true)
                .value_parser(value_parser!(PathBuf))
                .help("What to open; - is standard input"),
        )
        .arg(
            Arg::new("entry")
                .long("entry")
                .value_name("PATH")
                .help("Which file of an archive or package to open, by the end of its path; else its kernel"),
        )
}

/// A switch.
pub fn flag(name: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue)
}
