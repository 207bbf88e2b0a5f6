//! Arguments of calls. JavaScript does not check them, so each is checked here before use.

use btf::{Btf, TypeId};
use js_sys::{Array, Object};
use json::ErrorCode;
use json::options::{Options, check_keys};
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsValue};

use crate::failure::Failure;

/// Whether a value is neither null nor undefined.
fn is_given(value: &JsValue) -> bool {
    !value.is_null() && !value.is_undefined()
}

/// An integer from 0 to 2^53 - 1. `what` names the argument in the error.
///
/// # Errors
/// When it is anything else.
pub fn whole(value: &JsValue, what: &str) -> Result<u64, Failure> {
    const LARGEST: f64 = 9_007_199_254_740_991.0;
    match value.as_f64() {
        Some(n) if (0.0..=LARGEST).contains(&n) && n.trunc() == n => Ok(n as u64),
        _ => Err(Failure::argument(format!("{what} must be a whole number from 0 on"))),
    }
}

/// A string. `what` names the argument in the error.
///
/// # Errors
/// When it is anything else.
pub fn text(value: &JsValue, what: &str) -> Result<String, Failure> {
    value.as_string().ok_or_else(|| Failure::argument(format!("{what} must be a string")))
}

/// Options: an object, or nothing for the defaults.
///
/// # Errors
/// When it is anything else, a key is not an option, or a value has the wrong type.
pub fn options<T: DeserializeOwned + Options>(value: JsValue) -> Result<T, Failure> {
    if !is_given(&value) {
        return Ok(T::default());
    }
    let Some(object) = value.dyn_ref::<Object>().filter(|_| value.is_object()) else {
        return Err(Failure::argument("options must be an object"));
    };
    // Deserializing a struct ignores keys that are not its fields, so the keys are checked before.
    check_keys::<T>(Object::keys(object).iter().filter_map(|key| key.as_string())).map_err(Failure::argument)?;
    serde_wasm_bindgen::from_value(value).map_err(|e| Failure::argument(format!("options: {e}")))
}

/// The value of the option `name`, which is one of some words; `None` if the option is not given.
///
/// # Errors
/// When another word is given. The message lists the words.
pub fn word<T: Copy>(name: &str, given: Option<&str>, words: &[(&str, T)]) -> Result<Option<T>, Failure> {
    let Some(given) = given else { return Ok(None) };
    if let Some((_, value)) = words.iter().find(|(word, _)| *word == given) {
        return Ok(Some(*value));
    }
    let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
    let known = match known.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        all => all.concat(),
    };
    Err(Failure::argument(format!("{name} is “{given}”; expected {known}")))
}

/// The value, unless it is null or undefined.
pub fn maybe(value: JsValue) -> Option<JsValue> {
    is_given(&value).then_some(value)
}

/// The id of an existing type.
///
/// # Errors
/// When it is not a whole number from 0 on, or no type has it.
pub fn type_id(btf: &Btf, value: &JsValue) -> Result<TypeId, Failure> {
    let n = whole(value, "a type id")?;
    let id = u32::try_from(n).ok().map(TypeId).filter(|&id| btf.get(id).is_some());
    id.ok_or_else(|| {
        let last = btf.type_cnt().saturating_sub(1);
        Failure::new(ErrorCode::NotFound, format!("there is no type [{n}]; the last is [{last}]"))
    })
}

/// An id or an array of ids; `None` for null, which stands for all types.
///
/// # Errors
/// As [`type_id`].
pub fn type_ids(btf: &Btf, value: &JsValue) -> Result<Option<Vec<TypeId>>, Failure> {
    if value.is_null() {
        return Ok(None);
    }
    match value.dyn_ref::<Array>() {
        Some(list) => list.iter().map(|id| type_id(btf, &id)).collect::<Result<_, _>>().map(Some),
        None => Ok(Some(vec![type_id(btf, value)?])),
    }
}
