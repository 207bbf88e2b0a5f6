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
        load: found.load.iter().map(CallJson::of).collect(),
        ask: found.ask.iter().map(CallJson::of).collect(),
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

model::made! {
    #[derive(Serialize)]
    struct CallJson<'a>(call: &'a Call) with {
            let of = |answer| Attributes(call.attributes.iter().filter(|a| a.answer == answer).collect());
    } {
        number: usize,
        command: &'static str = call.command.as_str(),
        about: &'a str = &call.about,
        attributes: Attributes<'a> = of(false),
        /// The attributes in which the kernel answers.
        #[serde(skip_serializing_if = "Attributes::is_empty")]
        answers: Attributes<'a> = of(true),
        /// The arguments of a light skeleton.
        #[serde(skip_serializing_if = "Option::is_none")]
        light_skeleton: Option<LightJson<'a>> = call.core_relo.as_ref().map(|(size, records)| LightJson {
            core_relo_rec_size: *size,
            core_relo_cnt: records.rows.len(),
            core_relo: records.rows.iter().map(|row| RecordJson(records, row)).collect(),
            }),
        notes: &'a [String] = &call.notes,
    }
}

#[derive(Serialize)]
struct LightJson<'a> {
    core_relo_rec_size: u32,
    core_relo_cnt: usize,
    core_relo: Vec<RecordJson<'a>>,
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
