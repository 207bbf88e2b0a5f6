//! The `bpf()` calls that load an object: `calls --json`.

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use syscalls::{Attribute, Call, Calls, Records, Value};
use verdict::Version;

use crate::Count;
use crate::made::made;

/// The calls.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct CallsOf<'a> {
    file: &'a str,
    /// The version of the kernel that the calls are for.
    kernel: String,
    load: Vec<CallOf<'a>>,
    /// The calls by which a tool then asks the kernel what is loaded.
    ask: Vec<CallOf<'a>>,
    notes: &'a [String],
}

impl<'a> CallsOf<'a> {
    /// The calls for the object with this name, on a kernel of this version.
    pub fn of(file: &'a str, version: Version, found: &'a Calls) -> CallsOf<'a> {
        let calls = |calls: &'a [Call]| calls.iter().map(CallOf::of).collect();
        let (load, ask) = (calls(&found.load), calls(&found.ask));
        CallsOf { file, kernel: version.to_string(), load, ask, notes: &found.notes }
    }
}

made! {
    struct CallOf<'a>(call: &'a Call) with {
            let of = |answer| Attributes(call.attributes.iter().filter(|a| a.answer == answer).collect());
    } {
        number: Count = Count::of(call.number),
        command: &'static str = call.command.as_str(),
        about: &'a str = &call.about,
        attributes: Attributes<'a> = of(false),
        /// The attributes that the kernel fills in.
        #[serde(skip_serializing_if = "Attributes::is_empty")]
        answers: Attributes<'a> = of(true),
        /// The arguments of a light skeleton.
        #[serde(skip_serializing_if = "Option::is_none")]
        light_skeleton: Option<LightSkeleton<'a>> = call.core_relo.as_ref().map(|(size, records)| LightSkeleton {
            core_relo_rec_size: *size,
            core_relo_cnt: Count::of(records.rows.len()),
            core_relo: records.rows.iter().map(|row| RecordOf(records, row)).collect(),
            }),
        notes: &'a [String] = &call.notes,
    }
}

#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
struct LightSkeleton<'a> {
    core_relo_rec_size: u32,
    core_relo_cnt: Count,
    core_relo: Vec<RecordOf<'a>>,
}

/// Written as an object with a key for each attribute, in order.
#[derive(Clone, Debug)]
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
            map.serialize_entry(attribute.name, &ValueOf(&attribute.value))?;
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

#[derive(Clone, Debug)]
struct ValueOf<'a>(&'a Value);

impl Serialize for ValueOf<'_> {
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
                    list.serialize_element(&RecordOf(records, row))?;
                }
                list.end()
            }
        }
    }
}

#[derive(Clone, Debug)]
struct RecordOf<'a>(&'a Records, &'a [u32]);

impl Serialize for RecordOf<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let words = self.0.fields.iter().zip(self.1);
        let mut map = serializer.serialize_map(Some(self.1.len().min(self.0.fields.len())))?;
        for (field, word) in words {
            map.serialize_entry(field.as_str(), word)?;
        }
        map.end()
    }
}

#[cfg(feature = "schema")]
mod schema {
    use std::borrow::Cow;

    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

    use super::{Attributes, RecordOf};

    /// The value of an attribute: a number of up to 64 bits, a name or another text, records, or a placeholder. A
    /// placeholder stands for bytes, for the answer of another call, or for a value that only the kernel knows.
    impl JsonSchema for Attributes<'_> {
        fn schema_name() -> Cow<'static, str> {
            "Attributes".into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> Schema {
            let one = |key: &str, of: &str| {
                json_schema!({
                    "type": "object",
                    "properties": { key: { "type": of } },
                    "required": [key],
                    "additionalProperties": false,
                })
            };
            json_schema!({
                "type": "object",
                "additionalProperties": {
                    "anyOf": [
                        { "type": "integer", "minimum": 0 },
                        { "type": "string" },
                        one("bytes", "integer"),
                        one("call", "integer"),
                        one("kernel", "string"),
                        { "type": "array", "items": generator.subschema_for::<RecordOf<'_>>() },
                    ],
                },
            })
        }
    }

    impl JsonSchema for RecordOf<'_> {
        fn schema_name() -> Cow<'static, str> {
            "RecordOf".into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            json_schema!({
                "type": "object",
                "additionalProperties": { "type": "integer", "minimum": 0 },
            })
        }
    }
}
