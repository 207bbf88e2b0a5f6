//! `dump`: types as bpftool prints them, as declarations of other languages, and the blob as clang lists it.

mod pieces;

use btf::{Btf, Kind, TypeId};
use clap::ValueEnum;
use dump::{AsmOptions, CFileOptions, JsonOptions, Pieces, RawNames};
use model::program::asm_names;
use text::counted;

use crate::args::OnBase;
use crate::fail::{Failure, say};
use crate::out::Out;
use crate::types::called;
use crate::with_base::Which;
use crate::with_base::object::object_in;

/// Print types: as bpftool's listing, its JSON, C, Rust, Zig, Go, or an assembler listing
#[derive(clap::Args, Debug)]
#[command(after_help = "\
raw, json and c are what `bpftool btf dump file FILE` (-j, -p, format c) prints. Of a module, raw
and json print its own types only; c prints those of its kernel, too. asm is the whole blob as
`clang -S` writes it, of a program with .BTF.ext, labels and symbols; it assembles to the same bytes.
With --type it is the records of these types.

rust, zig and go are declarations of the types and of what they hold, with the same layout, and
assertions of each size and offset by which your compiler proves it. A type that is only behind a
pointer is opaque: name it by --type to have it whole. Without --type they are the file's own types.

Names that are no identifiers of C are spelled as identifiers in C, and a message on standard error
counts them; in all formats control characters are written as escapes. --raw-names writes them as
bpftool does.

NAME may have the kind in front, as in C: 'struct file'. In C, functions and variables of that name
are declared at the end.

Examples:
  btfscope dump vmlinux
  btfscope dump vmlinux --format c > vmlinux.h
  btfscope dump vmlinux --format c --type sk_buff --type 'union bpf_attr'
  btfscope dump vmlinux --format rust --type task_struct --type cred > kernel.rs
  btfscope dump veth.ko --base vmlinux --format json --pretty")]
pub struct Args {
    #[command(flatten)]
    file: OnBase,
    /// How to print them
    #[arg(long, short, value_name = "FORMAT", value_enum, default_value_t)]
    format: Format,
    /// Only types of this name or id; in C, Rust, Zig and Go, with all that they need. Can be repeated
    #[arg(long = "type", short = 't', value_name = "NAME|ID")]
    types: Vec<String>,
    /// C: in the order of ids, as bpftool before 7.5
    #[arg(long)]
    unsorted: bool,
    /// C: lay out rightly where bpftool errs, as on 32-bit targets
    #[arg(long)]
    portable: bool,
    /// C and raw: names as bpftool writes them, even where they are no identifiers or control a terminal
    #[arg(long)]
    raw_names: bool,
    /// JSON: with line breaks and indentation
    #[arg(long)]
    pretty: bool,
    /// Rust, Zig, Go: without the assertions of sizes and offsets
    #[arg(long)]
    no_assertions: bool,
    /// asm: with every field's name and what its value means
    #[arg(long)]
    annotate: bool,
}

/// The formats of types.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Format {
    #[default]
    Raw,
    Json,
    C,
    Rust,
    Zig,
    Go,
    Asm,
}

impl Format {
    /// The word that is typed.
    fn word(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

/// Runs the command.
///
/// # Errors
/// When the file cannot be opened, has no type that `--type` names, or an option does not belong to the format.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let format = args.format;
    for (option, is_on, of) in [
        ("unsorted", args.unsorted, Format::C),
        ("portable", args.portable, Format::C),
        ("pretty", args.pretty, Format::Json),
        ("annotate", args.annotate, Format::Asm),
    ] {
        if is_on && format != of {
            return Err(Failure::Bad(format!("--{option} is for --format {}, not {}", of.word(), format.word())));
        }
    }
    if args.raw_names && !matches!(format, Format::C | Format::Raw) {
        return Err(Failure::Bad(format!("--raw-names is for --format c and raw, not {}", format.word())));
    }
    let declares = matches!(format, Format::Rust | Format::Zig | Format::Go);
    if args.no_assertions && !declares {
        return Err(Failure::Bad(format!("--no-assertions is for --format rust, zig and go, not {}", format.word())));
    }
    let (input, status) = Which::from(&args.file).open_and_warn()?;
    let btf = &*input.btf;
    let mut only: Option<Vec<TypeId>> = None;
    for name in &args.types {
        let only = only.get_or_insert_default();
        for id in called(&input, name)? {
            if !only.contains(&id) {
                only.push(id);
            }
        }
    }
    let c_options = CFileOptions {
        sorted: !args.unsorted,
        portable: args.portable,
        raw_names: args.raw_names,
        ..CFileOptions::default()
    };
    let json_options = JsonOptions { pretty: args.pretty };
    if format == Format::C && !args.raw_names {
        warn_of_names(btf);
    }
    match (format, only) {
        (Format::C, only) if args.raw_names => match only {
            None => dump::c(btf, &mut RawNames(out), &c_options),
            Some(ids) => dump::c_of(btf, &ids, &mut RawNames(out), &c_options),
        },
        (Format::Raw, only) if args.raw_names => match only {
            None => dump::raw(btf, &mut RawNames(out)),
            Some(ids) => ids.iter().for_each(|&id| dump::raw_line(btf, id, &mut RawNames(out))),
        },
        (Format::C, None) => pieces::print_c(btf, &c_options, out),
        (Format::C, Some(ids)) => dump::c_of(btf, &ids, out, &c_options),
        (Format::Json, None) => pieces::print(&Pieces::json(btf, &json_options), out),
        (Format::Json, Some(ids)) => dump::json_of(btf, &ids, out, &json_options),
        (Format::Rust | Format::Zig | Format::Go, only) => {
            // As in C, functions and variables are declared only if `--type` names them.
            let is_type =
                |t: &btf::Type<'_>| t.kind().is_composite() || t.kind().is_any_enum() || t.kind() == Kind::Typedef;
            let roots = only.unwrap_or_else(|| btf.types().filter(is_type).map(|t| t.id()).collect());
            let options = lang::Options { assertions: !args.no_assertions };
            match format {
                Format::Zig => lang::zig(btf, &roots, &options, out),
                Format::Go => lang::go(btf, &roots, &options, out),
                _ => lang::rust(btf, &roots, &options, out),
            }
        }
        (Format::Asm, only) => {
            let options = AsmOptions { annotate: args.annotate };
            let object = object_in(&input.opened);
            let names = object.as_ref().map(asm_names).unwrap_or_default();
            match only {
                None => {
                    let ext = object.as_ref().and_then(|object| object.ext());
                    dump::asm_object(btf, ext.map(|ext| &**ext), &names, out, &options);
                }
                Some(ids) => ids.iter().for_each(|&id| dump::asm_type(btf, id, &names, out, &options)),
            }
        }
        (Format::Raw, None) => pieces::print(&Pieces::raw(btf), out),
        (Format::Raw, Some(ids)) => ids.iter().for_each(|&id| dump::raw_line(btf, id, out)),
    }
    Ok(status)
}

/// Warns of names that are not identifiers of C.
fn warn_of_names(btf: &Btf) {
    let unfit = dump::unfit_names(btf);
    if let Some(first) = unfit.first {
        let are = if unfit.count == 1 { "is no identifier" } else { "are no identifiers" };
        say(&format!(
            "{} {are} of C and spelled as one (the first: type {first}); --raw-names writes them as bpftool does",
            counted(unfit.count, "name"),
        ));
    }
}
