//! A whole map (bpftool's `map.c`: `do_dump_btf`, `print_entry_json`, `print_entry_plain`).

use btf::{Btf, Budget, Endian, TypeId};

use super::data::Dumper;
use super::writer::Writer;
use crate::error::Trouble;
use crate::input::{MapEntry, MapValue};
use crate::tree::Record;

/// The types of a map's keys and values.
#[derive(Clone, Copy, Debug)]
pub struct MapTypes<'a> {
    /// The BTF of the map.
    pub btf: &'a Btf,
    /// The type of its keys; none for maps without keys.
    pub key: Option<TypeId>,
    /// The type of its values.
    pub value: TypeId,
}

/// The form of a dump.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MapStyle {
    /// `bpftool map dump` of a map with a BTF: values by their types, bitfields as bare hexadecimal. This is the output
    /// in section 5.1 of the kernel's btf.rst; with bitfields it is not valid JSON.
    #[default]
    Plain,
    /// `bpftool -j map dump`: bytes, and values by their types as `formatted`, in one line.
    Json,
    /// `bpftool -p map dump`: the same with line breaks.
    Pretty,
    /// `bpftool map dump` of a map without a BTF: bytes only.
    Bytes,
}

/// How a map is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MapOptions {
    /// The form.
    pub style: MapStyle,
    /// The byte order; none for the byte order of the BTF.
    pub order: Option<Endian>,
}

/// Prints the entries of a map as `bpftool map dump` does, with a line break at the end.
///
/// # Errors
/// The first value that could not be printed; the text has `null` in its place.
pub fn map_dump(types: &MapTypes<'_>, entries: &[MapEntry], options: &MapOptions) -> (String, Result<(), Trouble>) {
    map_dump_within(types, entries, options, &Budget::endless())
}

/// [`map_dump`] with a budget: each value is a step, each byte of its text a byte. When the budget is spent, no more
/// values are printed; open brackets are closed. [`MapStyle::Bytes`] takes nothing from the budget.
///
/// # Errors
/// As [`map_dump`].
pub fn map_dump_within(
    types: &MapTypes<'_>,
    entries: &[MapEntry],
    options: &MapOptions,
    budget: &Budget,
) -> (String, Result<(), Trouble>) {
    if options.style == MapStyle::Bytes {
        return (map_bytes(entries), Ok(()));
    }
    let plain = options.style == MapStyle::Plain;
    let order = options.order.unwrap_or_else(|| types.btf.endian());
    let out = Writer::new(options.style != MapStyle::Json);
    let mut map = Map { types, order, plain, out, budget, trouble: None };
    map.out.begin('[');
    for entry in entries {
        if budget.check().is_err() {
            break;
        }
        match (plain, &entry.value) {
            (_, None) => map.unreadable(entry),
            (true, Some(value)) => map.formatted(entry, value),
            (false, Some(value)) => {
                map.out.begin('{');
                map.bytes(entry, value);
                map.out.name("formatted");
                map.formatted(entry, value);
                map.out.end('}');
            }
        }
    }
    map.out.end(']');
    let (mut text, trouble) = (map.out.finish(), map.trouble);
    text.push('\n');
    (text, trouble.map_or(Ok(()), Err))
}

struct Map<'a, 't> {
    types: &'t MapTypes<'a>,
    order: Endian,
    plain: bool,
    out: Writer,
    budget: &'t Budget,
    trouble: Option<Trouble>,
}

impl Map<'_, '_> {
    fn value(&mut self, id: TypeId, bytes: &[u8]) {
        let result = match Record::new(self.types.btf, id, bytes) {
            Ok(record) => {
                let record = record.in_order(self.order);
                Dumper::new(&record, self.plain, &mut self.out, self.budget).record()
            }
            Err(_) => {
                self.out.bare("null");
                Err(Trouble::Size(btf::ResolveError::Unsized(id)))
            }
        };
        if let Err(trouble) = result {
            self.trouble.get_or_insert(trouble);
        }
    }

    /// A key and a value by their types, as an object.
    fn formatted(&mut self, entry: &MapEntry, value: &MapValue) {
        self.out.begin('{');
        if let Some(id) = self.types.key {
            self.out.name("key");
            self.value(id, &entry.key);
        }
        let id = self.types.value;
        self.each(value, |map, bytes| map.value(id, bytes));
        self.out.end('}');
    }

    /// A key and a value as bytes, in the current object.
    fn bytes(&mut self, entry: &MapEntry, value: &MapValue) {
        self.out.name("key");
        self.hex(&entry.key);
        self.each(value, Self::hex);
    }

    /// The value, or the values of all processors.
    fn each(&mut self, value: &MapValue, one: impl Fn(&mut Self, &[u8])) {
        match value {
            MapValue::One(bytes) => {
                self.out.name("value");
                one(self, bytes);
            }
            MapValue::PerCpu(each) => {
                self.out.name("values");
                self.out.begin('[');
                for (cpu, bytes) in each {
                    self.out.begin('{');
                    self.out.name("cpu");
                    self.out.bare(&cpu.to_string());
                    self.out.name("value");
                    one(self, bytes);
                    self.out.end('}');
                }
                self.out.end(']');
            }
        }
    }

    /// `print_hex_data_json`.
    fn hex(&mut self, bytes: &[u8]) {
        self.out.begin('[');
        for byte in bytes {
            self.out.string(&format!("{byte:#04x}"));
        }
        self.out.end(']');
    }

    /// An entry without a value (`print_entry_error`). Always writes ENOENT, because an entry does not keep its error.
    fn unreadable(&mut self, entry: &MapEntry) {
        self.out.begin('{');
        self.out.name("key");
        self.hex(&entry.key);
        self.out.name("value");
        self.out.begin('{');
        self.out.name("error");
        self.out.string("No such file or directory");
        self.out.end('}');
        self.out.end('}');
    }
}

/// The bytes of a map's entries as `bpftool map dump` prints them without a BTF (`print_entry_plain`,
/// `print_entry_error_msg`); [`crate::read_as`] reads them back.
pub fn map_bytes(entries: &[MapEntry]) -> String {
    let mut out = String::new();
    for entry in entries {
        match &entry.value {
            Some(MapValue::PerCpu(each)) => {
                out.push_str(&format!("key:\n{}\n", hex_lines(&entry.key)));
                for (cpu, bytes) in each {
                    let space = if bytes.len() > 16 { '\n' } else { ' ' };
                    out.push_str(&format!("value (CPU {cpu:02}):{space}{}\n", hex_lines(bytes)));
                }
            }
            one => {
                let (len, text) = match one {
                    Some(MapValue::One(bytes)) => (bytes.len(), hex_lines(bytes)),
                    _ => ("<no entry>".len(), "<no entry>".to_owned()),
                };
                let break_names = entry.key.len() > 16 || len > 16;
                let single_line = entry.key.len() + len <= 24 && !break_names;
                let space = if break_names { '\n' } else { ' ' };
                if !entry.key.is_empty() {
                    let end = if single_line { "  " } else { "\n" };
                    out.push_str(&format!("key:{space}{}{end}", hex_lines(&entry.key)));
                }
                if len > 0 {
                    out.push_str(&format!("value:{space}{text}"));
                }
                out.push('\n');
            }
        }
    }
    let found = entries.iter().filter(|e| e.value.is_some()).count();
    out.push_str(&format!("Found {}\n", text::counted(found, "element")));
    out
}

/// `fprint_hex`.
fn hex_lines(bytes: &[u8]) -> String {
    let mut out = String::new();
    for (i, byte) in bytes.iter().enumerate() {
        out.push_str(match i {
            0 => "",
            i if i % 16 == 0 => "\n",
            i if i % 8 == 0 => "  ",
            _ => " ",
        });
        out.push_str(&format!("{byte:02x}"));
    }
    out
}
