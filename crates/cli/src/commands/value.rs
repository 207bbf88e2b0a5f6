//! `value`: bytes read by a type.

use std::path::Path;
use std::sync::Arc;

use btf::{Btf, Budget, Endian, Kind, TypeId};
use clap::ValueEnum;
use dump::{Limited, Sink, TokenKind};
use model::values::{OwnPart, own_bytes, types_of_map};
use text::counted;
use value::{
    Form, MapOptions, MapStyle, MapTypes, Printer, Record, TextOptions, map_dump_within, read_as, recognise,
    usual_budget,
};

use crate::args::{Limit, OnBase, Order};
use crate::fail::{Failure, say};
use crate::files;
use crate::out::{Out, out};
use crate::room;
use crate::types::called;
use crate::with_base::object::object_in;
use crate::with_base::{Input, Which, name_of};

/// The most bytes of values that are read.
const MOST: u64 = 64 << 20;

/// Read bytes by a type: values as the kernel or libbpf prints them, as JSON, or a map's entries as bpftool dumps them
#[derive(clap::Args, Debug)]
#[command(after_help = "\
BYTES are hexadecimal digits, base64, an array or string (of C, Python, Rust, Go, JavaScript), a hex
dump (xxd, hexdump, od, lldb, crash's rd, the kernel's log), gdb's x/ output, a map dump of bpftool
(plain or JSON), or, from a file, the bytes themselves. Their form is recognised; --form names it.
Numbers of gdb, od and hexdump are in --order. @FILE reads a file, - standard input. Without BYTES a
variable or a section of an object (.data, .rodata) is read from the object itself. More bytes than the
type has are several records, one after the other.

With --map, TYPE is left out, and BYTES is a dump of that map: keys and values are read by its types
and printed as `bpftool map dump` prints them (--json as with -j, --pretty as with -p). --key names
the keys' type for a file that does not declare the map. NAME is that of a declared map, or of one that
libbpf makes of a section: prog.bss as `btfscope calls` has it, or .bss.

JSON: {\"type_id\", \"type\", \"size\", \"byte_order\", \"form\", \"bytes\", \"records\": [{\"byte_offset\",
\"text\", \"formatted\", \"error\", \"rows\"}], \"more\"}; text is as without --json, formatted bpftool's, a row is a
value with its name, type, bit_offset and bits, counted from the start of its record.

Exit status: 2 if the bytes cannot be read, or end before a value does, or it takes more than --limit;
what could be read is printed.

Examples:
  btfscope value vmlinux timespec64 '01 00 00 00 00 00 00 00 ff 00 00 00 00 00 00 00'
  btfscope value vmlinux 'struct list_head' - --form gdb < x.txt
  btfscope value prog.bpf.o .rodata
  btfscope value prog.bpf.o --map counts @dump.json --json")]
pub struct Args {
    #[command(flatten)]
    file: OnBase,
    /// The type, variable or section, by name or id
    #[arg(value_name = "TYPE")]
    name: Option<String>,
    /// The bytes; @FILE is a file, - standard input
    #[arg(value_name = "BYTES", allow_hyphen_values = true)]
    bytes: Option<String>,
    /// The bytes are a dump of this map
    #[arg(long, value_name = "NAME")]
    map: Option<String>,
    /// The bytes are a map dump: this is the type of its keys, TYPE that of its values
    #[arg(long, value_name = "TYPE", conflicts_with = "map")]
    key: Option<String>,
    /// The form of the bytes
    #[arg(long, value_name = "FORM", value_enum)]
    form: Option<FormName>,
    /// By whose rules values are printed: as the kernel shows them, or as libbpf's btf_dump does
    #[arg(long = "as", value_name = "PRINTER", value_enum, default_value_t = By::Kernel)]
    by: By,
    /// The bytes' order; else that of the file
    #[arg(long, value_name = "ORDER", value_enum)]
    order: Option<Order>,
    /// On one line
    #[arg(long)]
    compact: bool,
    /// Without names of members and types
    #[arg(long)]
    skip_names: bool,
    /// Members that are zero, too
    #[arg(long)]
    emit_zeroes: bool,
    /// Arrays of characters as strings
    #[arg(long)]
    emit_strings: bool,
    /// As JSON
    #[arg(long)]
    json: bool,
    /// A map as JSON with line breaks and indentation
    #[arg(long)]
    pretty: bool,
    #[command(flatten)]
    limit: Limit,
}

impl Args {
    /// The budget for printing `bytes` bytes of values: the given limit, or else [`usual_budget`].
    fn budget(&self, btf: &Btf, bytes: usize) -> Budget {
        self.limit.or(usual_budget(btf, bytes as u64))
    }
}

/// The forms of the bytes, by the words that are typed.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum FormName {
    Hex,
    Base64,
    C,
    Xxd,
    Gdb,
    Map,
    MapJson,
    Raw,
}

impl From<FormName> for Form {
    fn from(name: FormName) -> Form {
        match name {
            FormName::Hex => Form::Hex,
            FormName::Base64 => Form::Base64,
            FormName::C => Form::CArray,
            FormName::Xxd => Form::HexDump { unit: 0 },
            FormName::Gdb => Form::Gdb { unit: 0 },
            FormName::Map => Form::MapDumpPlain,
            FormName::MapJson => Form::MapDumpJson,
            FormName::Raw => Form::Raw,
        }
    }
}

/// Whose rules of printing are used.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum By {
    Kernel,
    Libbpf,
}

impl From<By> for Printer {
    fn from(by: By) -> Printer {
        match by {
            By::Kernel => Printer::Kernel,
            By::Libbpf => Printer::Libbpf,
        }
    }
}

/// Runs the command.
///
/// # Errors
/// When the arguments do not go together, when the file cannot be opened or has no such type or map, when the bytes are
/// missing or in no known form, and when printing takes more than the limit.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    if args.pretty && args.map.is_none() && args.key.is_none() {
        return Err(Failure::Bad("--pretty is for a map: give --map or --key".to_owned()));
    }
    let (input, status) = Which::from(&args.file).open_and_warn()?;
    let order = args.order.map_or(input.btf.endian(), Endian::from);
    if let Some(name) = &args.map {
        if args.bytes.is_some() {
            return Err(Failure::Bad("with --map, leave out TYPE: the map declares its types".to_owned()));
        }
        let (btf, key, value) = map_called(&input, name)?;
        return print_map(args, (&input.name, &btf), args.name.as_deref(), key, value, order, out)
            .map(|new| new.max(status));
    }
    let name = args.name.as_deref().ok_or_else(|| Failure::Bad("expected a TYPE, or --map NAME".to_owned()))?;
    if let Some(key) = &args.key {
        let (key, value) = (with_size(&input, key, &[])?.type_id(), with_size(&input, name, &[])?.type_id());
        return print_map(args, (&input.name, &input.btf), args.bytes.as_deref(), Some(key), value, order, out)
            .map(|new| new.max(status));
    }
    let pasted = args.bytes.as_ref().map(|bytes| read(bytes, args.form, order)).transpose()?;
    let text = TextOptions {
        printer: args.by.into(),
        compact: args.compact,
        skip_names: args.skip_names,
        emit_zeroes: args.emit_zeroes,
        emit_strings: args.emit_strings,
        ..TextOptions::default()
    };
    let Some(pasted) = pasted else {
        return print_own(args, &input, name, order, &text, out).map(|new| new.max(status));
    };
    let record = with_size(&input, name, &pasted.bytes)?.in_order(order);
    let mut wrong = None;
    let budget = args.budget(&input.btf, pasted.bytes.len());
    if args.json {
        print_json(&json::values::values(&record, Some(pasted.form), &text, &budget)?, &budget, out)?;
    }
    for (index, one) in (0..record.count()).filter_map(|i| record.nth(i).map(|one| (i, one))) {
        let printed = value::text_within(&one, &text, &budget);
        if !args.json {
            out.token(TokenKind::Text, &printed.text);
            out!(out, "\n");
        }
        budget.check()?;
        if let Err(e) = printed.result {
            wrong.get_or_insert((index, e));
        }
    }
    let Some((index, e)) = wrong else { return Ok(status) };
    let which = if record.count() > 1 { format!("record {index} of {}: ", record.count()) } else { String::new() };
    let (need, have) = (record.size(), record.bytes().len());
    say(&format!(
        "{}: {which}{e}; a record has {}, {have} are given",
        dump::type_name(&input.btf, record.type_id()),
        counted(need, "byte")
    ));
    Ok(2)
}

/// Prints values as JSON. `budget` does not count indents and names, so the output has another budget of the same size.
fn print_json(values: &json::values::Values, budget: &Budget, out: &mut Out) -> Result<(), Failure> {
    let room = Budget::new(budget.most());
    json::print(values, &mut Limited::new(out, &room));
    Ok(room.check()?)
}

/// Prints the entries of a map.
fn print_map(
    args: &Args,
    (name, btf): (&str, &Btf),
    bytes: Option<&str>,
    key: Option<TypeId>,
    value: TypeId,
    order: Endian,
    out: &mut Out,
) -> Result<u8, Failure> {
    let bytes =
        bytes.ok_or_else(|| Failure::Bad("expected a dump of the map: @FILE, or - for standard input".to_owned()))?;
    let pasted = read(bytes, args.form, order)?;
    if !matches!(pasted.form, Form::MapDumpPlain | Form::MapDumpJson) {
        let message = format!(
            "found {}, expected a dump of a map by bpftool: to read it as a TYPE, leave out --map",
            pasted.form
        );
        return Err(Failure::Bad(message));
    }
    let style = match (args.json, args.pretty) {
        (_, true) => MapStyle::Pretty,
        (true, false) => MapStyle::Json,
        (false, false) => MapStyle::Plain,
    };
    let types = MapTypes { btf, key, value };
    let entries = pasted.entries.iter().map(|entry| entry.key.len() as u64 + 8).sum::<u64>();
    let budget = args.budget(btf, pasted.bytes.len().saturating_add(usize::try_from(entries).unwrap_or(usize::MAX)));
    let options = MapOptions { style, order: Some(order) };
    let (text, result) = map_dump_within(&types, &pasted.entries, &options, &budget);
    out.token(TokenKind::Text, &text);
    budget.check()?;
    match result {
        Ok(()) => Ok(0),
        Err(trouble) => {
            say(&format!("{name}: not all of it could be read: {trouble}"));
            Ok(2)
        }
    }
}

/// The key and value types of a map, and their BTF.
fn map_called(input: &Input, name: &str) -> Result<(Arc<Btf>, Option<TypeId>, TypeId), Failure> {
    let maps = match types_of_map(&input.btf, object_in(&input.opened).as_ref(), &input.name, name) {
        Ok(found) => return Ok(found),
        Err(maps) => maps,
    };
    let found = maps.iter().find(|map| map.is_called(name));
    let names: Vec<&str> = maps.iter().map(|map| map.name.as_str()).collect();
    let why = match (found, names.is_empty()) {
        (Some(_), _) => format!("the map {name} does not say the type of its values: give TYPE and --key"),
        (None, true) => format!("no map “{name}”, nor any other: give TYPE and --key"),
        (None, false) => format!("no map “{name}”; there are {}", names.join(", ")),
    };
    Err(input.not_found(why))
}

/// Prints the object's own bytes of a variable or a section. Of a section in an unlinked object, and of a section with a
/// single variable, the variables are printed one by one: in an unlinked object only the symbols say where they lie.
fn print_own(
    args: &Args,
    input: &Input,
    name: &str,
    order: Endian,
    options: &TextOptions,
    out: &mut Out,
) -> Result<u8, Failure> {
    let expected = || {
        Failure::Bad(format!(
            "expected the bytes of “{name}”: only variables and sections of an object have bytes of their own"
        ))
    };
    let object = object_in(&input.opened).ok_or_else(expected)?;
    let is_own = |id: &TypeId| input.btf.get(*id).is_some_and(|t| matches!(t.kind(), Kind::Var | Kind::DataSec));
    let id = called(input, name)?.into_iter().find(is_own).ok_or_else(expected)?;
    let own = own_bytes(&input.btf, &object, id)
        .ok_or_else(|| input.not_found(format!("the file has no bytes of “{name}”: they are zero, or not its own")))?;
    let budget = args.budget(&input.btf, own.bytes.len());
    note_values(own.bytes.len());
    let whole = record(input, id, &own.bytes)?;
    if args.json {
        let values = json::values::own_values(&whole.in_order(order), &own, options, &budget)?;
        print_json(&values, &budget, out)?;
        return Ok(if values.has_errors() { 2 } else { 0 });
    }
    let linked = whole.size() > 0 && own.parts.len() > 1;
    let records: Vec<(&str, Record<'_>)> = if linked {
        vec![(name, whole)]
    } else {
        let read = |part: &OwnPart| {
            let start = part.offset as usize;
            let bytes = own.bytes.get(start..start.saturating_add(part.size as usize)).unwrap_or_default();
            record(input, part.id, bytes)
        };
        own.parts.iter().map(|part| Ok((part.name.as_str(), read(part)?))).collect::<Result<_, Failure>>()?
    };
    let mut status = 0;
    for (name, record) in records {
        let printed = value::text_within(&record.in_order(order), options, &budget);
        out.token(TokenKind::Text, &printed.text);
        out!(out, "\n");
        budget.check()?;
        if let Err(e) = printed.result {
            say(&format!("{name}: {e}"));
            status = 2;
        }
    }
    Ok(status)
}

/// Reads bytes as a type of this name: the first one that has a size.
fn with_size<'a>(input: &'a Input, name: &str, bytes: &'a [u8]) -> Result<Record<'a>, Failure> {
    let ids = called(input, name)?;
    let sized = ids.iter().find_map(|&id| Record::new(&input.btf, id, bytes).ok());
    match (sized, ids.first()) {
        (Some(record), _) => Ok(record),
        (None, first) => record(input, first.copied().unwrap_or(TypeId(0)), bytes),
    }
}

fn record<'a>(input: &'a Input, id: TypeId, bytes: &'a [u8]) -> Result<Record<'a>, Failure> {
    Record::new(&input.btf, id, bytes).map_err(|e| input.not_found(format!("[{id}]: {e}")))
}

/// Reads BYTES, or the content of the file that it names, in the given or the recognised form.
fn read(bytes: &str, form: Option<FormName>, order: Endian) -> Result<value::Input, Failure> {
    let path = if bytes == "-" { Some(bytes) } else { bytes.strip_prefix('@') }.map(Path::new);
    let name = path.map_or_else(|| "BYTES".to_owned(), name_of);
    let content = match path {
        Some(path) => files::at_most(path, MOST).map_err(|e| Failure::Bad(format!("{name}: {e}")))?,
        None => bytes.as_bytes().to_vec(),
    };
    let read = match form {
        Some(form) => read_as(form.into(), &content, order),
        None => recognise(&content, order),
    };
    let pasted = read.map_err(|e| Failure::Bad(format!("{name}: {e}")))?;
    note_values(pasted.bytes.len());
    Ok(pasted)
}

/// Notes bytes of values for the limit of the output. Each byte counts 32 times, because a byte of a value allows more
/// output than a byte of a file ([`usual_budget`]).
fn note_values(bytes: usize) {
    room::read(bytes.saturating_mul(32));
}
