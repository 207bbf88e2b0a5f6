//! JSON output.

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use syscalls::{Attribute, Call, Calls, Records, Value};
use verdict::Version;

use crate::out::Out;

/// Prints calls as JSON.
pub fn print(file: &str, version: Version, found: &Calls, out: &mut Out) {
    let all = AllJson {
        file,
        kernel: version.to_string(),
        load: found.load.iter().map(CallJson::new).collect(),
        ask: found.ask.iter().map(CallJson::new).collect(),
        notes: &found.notes,
    };
    json::print(&all, out);
}

/// The output of `--json`.
#[derive(Serialize)]
struct AllJson<'a> {
    file: &'a str,
    kernel: String,
    load: Vec<CallJson<'a>>,
    ask: Vec<CallJson<'a>>,
    notes: &'a [String],
}

#[derive(Serialize)]
struct CallJson<'a> {
    number: usize,
    command: &'static str,
    about: &'a str,
    attributes: Attributes<'a>,
    /// What the kernel returns.
    #[serde(skip_serializing_if = "Attributes::is_empty")]
    answers: Attributes<'a>,
    /// The arguments of a light skeleton.
    #[serde(skip_serializing_if = "Option::is_none")]
    light_skeleton: Option<LightJson<'a>>,
    notes: &'a [String],
}

#[derive(Serialize)]
struct LightJson<'a> {
    core_relo_rec_size: u32,
    core_relo_cnt: usize,
    core_relo: Vec<RecordJson<'a>>,
}

impl CallJson<'_> {
    fn new(call: &Call) -> CallJson<'_> {
        let of = |answer| Attributes(call.attributes.iter().filter(|a| a.answer == answer).collect());
        CallJson {
            number: call.number,
            command: call.command.as_str(),
            about: &call.about,
            attributes: of(false),
            answers: of(true),
            light_skeleton: call.core_relo.as_ref().map(|(size, records)| LightJson {
                core_relo_rec_size: *size,
                core_relo_cnt: records.rows.len(),
                core_relo: records.rows.iter().map(|row| RecordJson(records, row)).collect(),
            }),
            notes: &call.notes,
        }
    }
}

/// An object with a key for each attribute, in order.
struct Attributes<'a>(Vec<&'a Attribute>);

impl Attributes<'_> {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Attributes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for attribute in &self.0 {
            map.serialize_entry(attribute.name, &ValueJson(&attribute.value))?;
        }
        map.end()
    }
}

/// An object with one key.
fn one<S: Serializer>(serializer: S, key: &str, value: &impl Serialize) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(1))?;
    map.serialize_entry(key, value)?;
    map.end()
}

struct ValueJson<'a>(&'a Value);

impl Serialize for ValueJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Number(n) => serializer.serialize_u64(*n),
            Value::Name(text) | Value::Text(text) => serializer.serialize_str(text),
            Value::Bytes(n) => one(serializer, "bytes", n),
            Value::Of(call) => one(serializer, "call", call),
            Value::Kernel(what) => one(serializer, "kernel", what),
            Value::Records(records) => {
                let mut list = serializer.serialize_seq(Some(records.rows.len()))?;
                for row in &records.rows {
                    list.serialize_element(&RecordJson(records, row))?;
                }
                list.end()
            }
        }
    }
}

struct RecordJson<'a>(&'a Records, &'a [u32]);

impl Serialize for RecordJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let words = self.0.fields.iter().zip(self.1);
        let mut map = serializer.serialize_map(Some(self.1.len().min(self.0.fields.len())))?;
        for (field, word) in words {
            map.serialize_entry(field.as_str(), word)?;
        }
        map.end()
    }
}
