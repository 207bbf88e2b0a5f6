//! JSON Schemas of what commands print with `--json`: docs/schema, for people who read it with programs.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::{
    FORMAT_VERSION, at, compare, fields, fits, graphs, layouts, logs, owner, paths_between, programs, search, tables,
    users, values, verdicts,
};

/// Where the schemas lie.
const PLACE: &str = "https://raw.githubusercontent.com/btfscope/btfscope/main/docs/schema";

/// The schemas, each with its name: that of the command, or `table` of those that print a table.
pub fn all() -> Vec<(&'static str, Value)> {
    vec![
        ("at", Form::new().rows::<at::AtOffset<'static>>("types").end("at")),
        ("bytes", Form::new().rows::<owner::ByteOwner>("owners").end("bytes")),
        ("check", Form::new().object::<fits::Fits<'static>>().rows::<fits::Fits<'static>>("objects").end("check")),
        ("diff", Form::new().object::<compare::Differences<'static>>().end("diff")),
        ("disasm", Form::new().rows::<programs::Code>("functions").end("disasm")),
        ("field", Form::new().rows::<fields::Field<'static>>("fields").end("field")),
        ("find", Form::new().rows::<search::FoundType>("types").end("find")),
        ("graph", Form::new().object::<graphs::GraphOf<'static>>().end("graph")),
        ("layout", Form::new().rows::<layouts::Layout<'static>>("layouts").end("layout")),
        ("log", Form::new().object::<logs::Log>().end("log")),
        ("path", Form::new().object::<paths_between::Paths<'static>>().end("path")),
        ("table", Form::new().object::<tables::TableOf<'static>>().end("table")),
        (
            "users",
            Form::new().object::<users::Used<'static>>().rows::<users::Container<'static>>("containers").end("users"),
        ),
        ("value", Form::new().object::<values::Values>().end("value")),
        ("verify", Form::new().object::<verdicts::Verdict>().end("verify")),
    ]
}

/// A schema as it is put together.
struct Form {
    generator: SchemaGenerator,
    /// The forms that an output may have.
    forms: Vec<Value>,
}

impl Form {
    fn new() -> Form {
        let settings = SchemaSettings::draft2020_12().for_serialize();
        Form { generator: settings.into_generator(), forms: Vec::new() }
    }

    /// An object, with the version.
    fn object<T: JsonSchema>(mut self) -> Form {
        let of = self.generator.subschema_for::<T>();
        self.forms.push(json!({ "allOf": [of, version(&[])] }));
        self
    }

    /// Rows under a key.
    fn rows<T: JsonSchema>(mut self, key: &str) -> Form {
        let rows = self.generator.subschema_for::<Vec<T>>();
        let mut form = version(&[key]);
        if let Some(properties) = form.get_mut("properties").and_then(Value::as_object_mut) {
            properties.insert(key.to_owned(), rows.into());
        }
        self.forms.push(form);
        self
    }

    /// The whole schema.
    fn end(mut self, name: &str) -> Value {
        let mut schema = Map::new();
        schema.insert("$schema".to_owned(), "https://json-schema.org/draft/2020-12/schema".into());
        schema.insert("$id".to_owned(), format!("{PLACE}/{name}.json").into());
        schema.insert("title".to_owned(), format!("btfscope {name} --json").into());
        if let [one] = self.forms.as_slice() {
            schema.extend(one.as_object().cloned().unwrap_or_default());
        } else {
            schema.insert("oneOf".to_owned(), self.forms.into());
        }
        schema.insert("$defs".to_owned(), self.generator.take_definitions(true).into());
        schema.into()
    }
}

/// The form of an object with the version and this key.
fn version(key: &[&str]) -> Value {
    let required: Vec<&str> = ["format_version"].iter().chain(key).copied().collect();
    json!({
        "type": "object",
        "properties": { "format_version": { "const": FORMAT_VERSION } },
        "required": required,
    })
}
