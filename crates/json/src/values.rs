//! Values of a type in bytes.

use std::fmt;

use ::value::{Form, JsonOptions, Open, Record, TextOptions, View};
use btf::{Budget, Stopped};
use model::values::{OwnBytes, OwnPart};
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::Count;
use crate::made::made;

/// Bytes read as a type: as many records as fit, one after the other.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(serde::Serialize, Clone, Debug)]
pub struct Values {
    type_id: u32,
    #[serde(rename = "type")]
    type_name: String,
    size: u32,
    byte_order: &'static str,
    /// The form in which the bytes were written; null for the file's own bytes.
    form: Option<String>,
    bytes: Count,
    records: Vec<RecordValues>,
    /// Whether there are more rows than these.
    more: bool,
}

/// One record.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(serde::Serialize, Clone, Debug)]
struct RecordValues {
    byte_offset: Count,
    /// The text of the record as the kernel or libbpf prints it, up to the part that cannot be read.
    text: String,
    /// bpftool's JSON of the record; null if a part of it cannot be read.
    #[cfg_attr(feature = "schema", schemars(with = "Option<serde_json::Value>"))]
    formatted: Option<Formatted>,
    error: Option<String>,
    rows: Vec<Row>,
}

made! {
    /// A value, or a group of parts.
    struct Row(row: ::value::ValueRow) {
        depth: u32,
        name: String,
        #[serde(rename = "type")]
        type_name: String = row.type_text,
        type_id: u32 = row.type_id.0,
        /// The value for people to read; empty for a group.
        value: String,
        /// The bits as a hexadecimal number; empty for a group.
        hex: String,
        /// In bits, from the first byte of the record.
        bit_offset: Count,
        bits: Count,
        bitfield: bool,
        /// How many equal elements this row stands for.
        repeats: Count,
        /// Whether the bytes cannot be read; `value` is the reason then.
        unreadable: bool = row.trouble,
    }
}

/// The records in some bytes. `form` is the form in which the bytes were written.
///
/// # Errors
/// The budget is spent ([`::value::usual_budget`]).
pub fn values(record: &Record<'_>, form: Option<Form>, text: &TextOptions, budget: &Budget) -> Result<Values, Stopped> {
    let size = u64::from(record.size());
    let pieces = (0..record.count()).filter_map(|i| Some((size.saturating_mul(i), record.nth(i)?)));
    pieces_of(record, pieces, form, text, budget)
}

/// The variables of a section, or one variable, with their bytes in the object; each is a record. `whole`: the
/// section or the variable.
///
/// # Errors
/// The budget is spent.
pub fn own_values(whole: &Record<'_>, own: &OwnBytes, text: &TextOptions, budget: &Budget) -> Result<Values, Stopped> {
    let record = |part: &OwnPart| {
        let start = part.offset as usize;
        let bytes = own.bytes.get(start..start.saturating_add(part.size as usize)).unwrap_or_default();
        let record = Record::new(whole.btf(), part.id, bytes).ok()?;
        Some((u64::from(part.offset), record.in_order(whole.order())))
    };
    pieces_of(whole, own.parts.iter().filter_map(record), None, text, budget)
}

impl Values {
    /// Whether a record could not be read to its end.
    pub fn has_errors(&self) -> bool {
        self.records.iter().any(|record| record.error.is_some())
    }
}

fn pieces_of<'a>(
    whole: &Record<'_>,
    pieces: impl Iterator<Item = (u64, Record<'a>)>,
    form: Option<Form>,
    text: &TextOptions,
    budget: &Budget,
) -> Result<Values, Stopped> {
    let open = Open { levels: u32::MAX, ..Open::default() };
    let mut records: Vec<RecordValues> = Vec::new();
    let (mut room, mut more) = (MOST_ROWS, false);
    for (offset, record) in pieces {
        if room == 0 {
            more = true;
            break;
        }
        let found = View::new(record).first_rows_within(&open, room, budget);
        budget.check()?;
        room -= found.rows.len() as u64;
        more |= found.more;
        let mut one = RecordValues::new(&record, offset, text, budget)?;
        one.rows = found.rows.into_iter().map(Row::of).collect();
        records.push(one);
    }
    Ok(Values {
        type_id: whole.type_id().0,
        type_name: dump::type_name(whole.btf(), whole.type_id()),
        size: whole.size(),
        byte_order: whole.order().as_str(),
        form: form.map(|form| form.to_string()),
        bytes: (whole.bytes().len() as u64).into(),
        records,
        more,
    })
}

/// The most rows of an answer.
const MOST_ROWS: u64 = 1 << 20;

impl RecordValues {
    fn new(record: &Record<'_>, offset: u64, options: &TextOptions, budget: &Budget) -> Result<RecordValues, Stopped> {
        let printed = ::value::text_within(record, options, budget);
        let (json, readable) = ::value::json_within(record, &JsonOptions::default(), budget);
        budget.check()?;
        let formatted = readable.is_ok().then(|| serde_json::from_str(&json).ok()).flatten();
        let error = match (printed.result, readable) {
            (Err(e), _) => Some(e.to_string()),
            (_, Err(e)) => Some(e.to_string()),
            _ => None,
        };
        Ok(RecordValues { byte_offset: Count(offset), text: printed.text, formatted, error, rows: Vec::new() })
    }
}

/// A value in the form of JSON that bpftool prints, parsed so that names keep their spelling and order. JavaScript gets
/// it as text.
#[derive(Clone, PartialEq, Debug)]
enum Formatted {
    Null,
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    Float(f64),
    Text(String),
    List(Vec<Formatted>),
    Named(Vec<(String, Formatted)>),
}

impl Serialize for Formatted {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if !to.is_human_readable() {
            return to.serialize_str(&serde_json::to_string(self).unwrap_or_default());
        }
        match self {
            Formatted::Null => to.serialize_none(),
            Formatted::Bool(value) => to.serialize_bool(*value),
            Formatted::Unsigned(value) => to.serialize_u64(*value),
            Formatted::Signed(value) => to.serialize_i64(*value),
            Formatted::Float(value) => to.serialize_f64(*value),
            Formatted::Text(value) => to.serialize_str(value),
            Formatted::List(values) => to.collect_seq(values),
            Formatted::Named(values) => to.collect_map(values.iter().map(|(name, value)| (name, value))),
        }
    }
}

impl<'de> Deserialize<'de> for Formatted {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Formatted, D::Error> {
        from.deserialize_any(AnyJson)
    }
}

struct AnyJson;

impl<'de> Visitor<'de> for AnyJson {
    type Value = Formatted;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Formatted, E> {
        Ok(Formatted::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Formatted, E> {
        Ok(Formatted::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Formatted, E> {
        Ok(Formatted::Unsigned(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Formatted, E> {
        Ok(Formatted::Signed(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Formatted, E> {
        Ok(Formatted::Float(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Formatted, E> {
        Ok(Formatted::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Formatted, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = from.next_element()? {
            values.push(value);
        }
        Ok(Formatted::List(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Formatted, A::Error> {
        let mut values = Vec::new();
        while let Some(entry) = from.next_entry()? {
            values.push(entry);
        }
        Ok(Formatted::Named(values))
    }
}
