//! Bytes read as a type. This code is in the second part of the module ([`crate::later`]).

use std::sync::Arc;

use bpf::Object;
use btf::{Btf, Budget, Endian, Stopped, TypeId};
use container::FileRange;
use js_sys::Uint8Array;
use json::ErrorCode;
use json::options::{MapDumpOptions, ValueOptions};
use json::values::Values;
use model::values::{own_bytes, types_of_map};
use value::{
    Form, Input, MapOptions, MapStyle, MapTypes, Printer, Record, TextOptions, map_dump_within, read_as, recognise,
    usual_budget,
};
use wasm_bindgen::{JsCast, JsValue};

use crate::answer::answer;
use crate::argument;
use crate::failure::{Failure, TEXT};
use crate::file::{BtfFile, Outcome};

/// Bytes read as a type; without `bytes`, the bytes that the file has for the type.
///
/// # Errors
/// When there is no such type, it cannot be read from bytes, these bytes cannot be read, an option is wrong, or the
/// budget is exceeded.
pub fn value(file: &BtfFile, id: JsValue, bytes: JsValue, options: JsValue) -> Outcome {
    let id = argument::type_id(&file.btf, &id)?;
    let options: ValueOptions = argument::options(options)?;
    let object = file.parsed();
    Ok(answer(&value_within(&file.btf, object.as_ref(), id, argument::maybe(bytes), &options)?)?)
}

/// A dump of a map of the file, printed by the map's types.
///
/// # Errors
/// When there is no such map, the dump cannot be read or does not fit the map's types, an option is wrong, or the
/// budget is exceeded.
pub fn map_dump(file: &BtfFile, name: JsValue, dump: JsValue, options: JsValue) -> Outcome {
    let name = argument::text(&name, "a map's name")?;
    let options: MapDumpOptions = argument::options(options)?;
    let object = file.parsed();
    Ok(dump_of_map(&file.btf, object.as_ref(), &file.opened.name, &name, &dump, &options)?.into())
}

/// The byte order that `given` names (`little` or `big`); `None` if it is not given.
///
/// # Errors
/// When `given` is another text.
pub fn byte_order(given: Option<&str>) -> Result<Option<Endian>, Failure> {
    argument::word("byteOrder", given, &[("little", Endian::Little), ("big", Endian::Big)])
}

/// The given budget, or the usual one. Infinity is a budget without an end.
///
/// # Errors
/// When it is NaN or below 0.
pub fn limited(given: Option<f64>, usual: impl FnOnce() -> Budget) -> Result<Budget, Failure> {
    match given {
        None => Ok(usual()),
        Some(most) if most == f64::INFINITY => Ok(Budget::endless()),
        Some(most) if most >= 0.0 => Ok(Budget::new(most as u64)),
        Some(_) => Err(Failure::argument("limit must be a number of at least 0")),
    }
}

/// The error of work that exceeds its budget.
pub fn stopped(stopped: Stopped) -> Failure {
    Failure::new(ErrorCode::Stopped, format!("{stopped}; a larger value of the option “limit” allows more"))
}

/// The forms of bytes, by their words.
const FORMS: [(&str, Form); 8] = [
    ("hex", Form::Hex),
    ("base64", Form::Base64),
    ("c", Form::CArray),
    ("xxd", Form::HexDump { unit: 0 }),
    ("gdb", Form::Gdb { unit: 0 }),
    ("map", Form::MapDumpPlain),
    ("map-json", Form::MapDumpJson),
    ("raw", Form::Raw),
];

/// The bytes that a text or a `Uint8Array` holds in this form. Without a form, the form of a text is recognised, and a
/// `Uint8Array` holds the bytes themselves.
fn read(given: &JsValue, form: Option<Form>, order: Endian) -> Result<Input, Failure> {
    let bad = |e: value::InputError| {
        Failure::new(ErrorCode::BadBytes, e.to_string())
            .at(TEXT, FileRange::new(e.range.start as u64, e.range.end as u64))
    };
    if let Some(text) = given.as_string() {
        return match form {
            Some(form) => read_as(form, text.as_bytes(), order),
            None => recognise(text.as_bytes(), order),
        }
        .map_err(bad);
    }
    let bytes =
        given.dyn_ref::<Uint8Array>().ok_or_else(|| Failure::argument("bytes must be a Uint8Array or a string"))?;
    read_as(form.unwrap_or(Form::Raw), &bytes.to_vec(), order).map_err(bad)
}

/// Bytes read as a type. Without `bytes`, `id` must be a variable or section: its bytes in the object are read.
///
/// # Errors
/// When the type cannot be read from bytes, there are no bytes or they cannot be read, an option is wrong, or the
/// budget is exceeded.
fn value_within(
    btf: &Btf,
    object: Option<&Object>,
    id: TypeId,
    bytes: Option<JsValue>,
    options: &ValueOptions,
) -> Result<Values, Failure> {
    let order = byte_order(options.byte_order.as_deref())?.unwrap_or(btf.endian());
    let printers = [("kernel", Printer::Kernel), ("libbpf", Printer::Libbpf)];
    let text = TextOptions {
        printer: argument::word("printer", options.printer.as_deref(), &printers)?.unwrap_or(Printer::Kernel),
        compact: options.compact,
        skip_names: options.skip_names,
        emit_zeroes: options.emit_zeroes,
        emit_strings: options.emit_strings,
        ..TextOptions::default()
    };
    let no_value = |why: String| Failure::new(ErrorCode::NoValue, why);
    let Some(bytes) = bytes else {
        let own = object.and_then(|object| own_bytes(btf, object, id));
        let own = own.ok_or_else(|| {
            no_value(format!("the file has no bytes of [{id}]: only variables and sections of an object have bytes"))
        })?;
        let whole = Record::new(btf, id, &own.bytes).map_err(|e| no_value(e.to_string()))?.in_order(order);
        let budget = limited(options.limit, || usual_budget(btf, own.bytes.len() as u64))?;
        return json::values::own_values(&whole, &own, &text, &budget).map_err(stopped);
    };
    let input = read(&bytes, argument::word("form", options.form.as_deref(), &FORMS)?, order)?;
    let record = Record::new(btf, id, &input.bytes).map_err(|e| no_value(e.to_string()))?;
    let budget = limited(options.limit, || usual_budget(btf, input.bytes.len() as u64))?;
    json::values::values(&record.in_order(order), Some(input.form), &text, &budget).map_err(stopped)
}

/// A dump of a map of the file, printed by the map's types.
///
/// # Errors
/// When there is no such map, the dump cannot be read or does not fit the map's types, an option is wrong, or the
/// budget is exceeded.
fn dump_of_map(
    btf: &Arc<Btf>,
    object: Option<&Object>,
    file: &str,
    name: &str,
    dump: &JsValue,
    options: &MapDumpOptions,
) -> Result<String, Failure> {
    let order = byte_order(options.byte_order.as_deref())?.unwrap_or(btf.endian());
    let styles = [("plain", MapStyle::Plain), ("json", MapStyle::Json), ("pretty", MapStyle::Pretty)];
    let style = argument::word("style", options.style.as_deref(), &styles)?.unwrap_or(MapStyle::Plain);
    let (btf, key, value) = types_of_map(btf, object, file, name).map_err(|all| {
        let names: Vec<&str> = all.iter().map(|map| map.name.as_str()).collect();
        let there = match names.is_empty() {
            true => "the file declares none".to_owned(),
            false => format!("there are {}", names.join(", ")),
        };
        Failure::new(ErrorCode::NotFound, format!("no map “{name}” with types; {there}"))
    })?;
    let input = read(dump, None, order)?;
    if !matches!(input.form, Form::MapDumpPlain | Form::MapDumpJson) {
        return Err(Failure::new(ErrorCode::BadBytes, format!("expected a dump of a map, and this is {}", input.form)));
    }
    let types = MapTypes { btf: &btf, key, value };
    let bytes = input.entries.iter().fold(input.bytes.len(), |sum, entry| sum.saturating_add(entry.key.len() + 8));
    let budget = limited(options.limit, || usual_budget(&btf, bytes as u64))?;
    let (text, result) = map_dump_within(&types, &input.entries, &MapOptions { style, order: Some(order) }, &budget);
    budget.check().map_err(stopped)?;
    result.map_err(|e| Failure::new(ErrorCode::NoValue, e.to_string()))?;
    Ok(text)
}
