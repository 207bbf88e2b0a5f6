//! JSON Schemas of the output of `--json`, in docs/schema: for programs that read that output.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::{
    FORMAT_VERSION, at, atlases, calls, compare, elf, facts, fields, fits, from_dwarf, graphs, histories, layouts,
    links, logs, owner, paths_between, programs, reads, resolved, search, tables, tailored, users, values, verdicts,
    whose,
};

/// The address under which the schemas are published.
const PLACE: &str = "https://raw.githubusercontent.com/btfscope/btfscope/main/docs/schema";

/// All schemas, each with its name: the name of the command, or `table` for all commands that print a table.
pub fn all() -> Vec<(&'static str, Value)> {
    vec![
        ("at", Form::new().rows::<at::AtOffset<'static>>("types").end("at")),
        ("atlas-list", Form::new().object::<atlases::AtlasOf<'static>>().end("atlas list")),
        ("atlas-modules", Form::new().object::<atlases::ModulesOf<'static>>().end("atlas modules")),
        ("atlas-path", Form::new().object::<atlases::AtlasPath>().end("atlas path")),
        ("bytes", Form::new().rows::<owner::ByteOwner>("owners").end("bytes")),
        ("calls", Form::new().object::<calls::CallsOf<'static>>().end("calls")),
        ("check", Form::new().object::<fits::Fits<'static>>().rows::<fits::Fits<'static>>("objects").end("check")),
        ("diff", Form::new().object::<compare::Differences<'static>>().end("diff")),
        ("disasm", Form::new().rows::<programs::Code>("functions").end("disasm")),
        ("encode", Form::new().object::<from_dwarf::Encoded<'static>>().end("encode")),
        ("field", Form::new().rows::<fields::Field<'static>>("fields").end("field")),
        ("find", Form::new().rows::<search::FoundType>("types").end("find")),
        ("graph", Form::new().object::<graphs::GraphOf<'static>>().end("graph")),
        ("history", Form::new().object::<histories::HistoryOf<'static>>().end("history")),
        (
            "info",
            Form::new().object::<facts::FileFacts<'static>>().object::<facts::ArchiveFacts<'static>>().end("info"),
        ),
        ("layout", Form::new().rows::<layouts::Layout<'static>>("layouts").end("layout")),
        ("link", Form::new().object::<links::LinkOf<'static>>().end("link")),
        ("log", Form::new().object::<logs::Log>().end("log")),
        ("open", Form::new().object::<links::Carried<'static>>().object::<resolved::Resolved<'static>>().end("open")),
        ("path", Form::new().object::<paths_between::Paths<'static>>().end("path")),
        ("read", Form::new().object::<reads::ReadCode<'static>>().end("read")),
        (
            "relocs",
            Form::new()
                .object::<resolved::Resolved<'static>>()
                .object::<elf::ElfRelocationsOf<'static>>()
                .end("relocs"),
        ),
        ("symbols", Form::new().object::<elf::ElfSymbolsOf<'static>>().end("symbols")),
        ("table", Form::new().object::<tables::TableOf<'static>>().end("table")),
        ("tailor", Form::new().object::<tailored::Tailored<'static>>().end("tailor")),
        ("users", Form::new().object::<users::Used<'static>>().object::<users::Containers<'static>>().end("users")),
        ("value", Form::new().object::<values::Values>().end("value")),
        ("verify", Form::new().object::<verdicts::Verdict>().end("verify")),
        ("which", Form::new().object::<whose::WhoseTypes<'static>>().end("which")),
    ]
}

/// A schema under construction.
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

    /// Adds an object with the version.
    fn object<T: JsonSchema>(mut self) -> Form {
        let of = self.generator.subschema_for::<T>();
        self.forms.push(json!({ "allOf": [of, version(&[])] }));
        self
    }

    /// Adds an object with the version, and with rows under `key`.
    fn rows<T: JsonSchema>(mut self, key: &str) -> Form {
        let rows = self.generator.subschema_for::<Vec<T>>();
        let mut form = version(&[key]);
        if let Some(properties) = form.get_mut("properties").and_then(Value::as_object_mut) {
            properties.insert(key.to_owned(), rows.into());
        }
        self.forms.push(form);
        self
    }

    /// The finished schema of this command's output.
    fn end(mut self, command: &str) -> Value {
        let mut schema = Map::new();
        let name = command.replace(' ', "-");
        schema.insert("$schema".to_owned(), "https://json-schema.org/draft/2020-12/schema".into());
        schema.insert("$id".to_owned(), format!("{PLACE}/{name}.json").into());
        schema.insert("title".to_owned(), format!("btfscope {command} --json").into());
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
