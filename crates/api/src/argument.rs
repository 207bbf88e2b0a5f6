//! What a caller gives. JavaScript checks nothing, so each value is looked at before it is used.

use btf::{Btf, TypeId};
use js_sys::{Array, Object};
use json::ErrorCode;
use json::options::{Options, check_keys};
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsValue};

use crate::failure::Failure;

/// Neither null nor undefined.
fn is_given(value: &JsValue) -> bool {
    !value.is_null() && !value.is_undefined()
}

/// A whole number from 0 on.
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

/// A text.
///
/// # Errors
/// When it is anything else.
pub fn text(value: &JsValue, what: &str) -> Result<String, Failure> {
    value.as_string().ok_or_else(|| Failure::argument(format!("{what} must be a string")))
}

/// Options: an object, or nothing for what is usual.
///
/// # Errors
/// When it is anything else, a key of it is no option, or a value in it is of another type than it should be.
pub fn options<T: DeserializeOwned + Options>(value: JsValue) -> Result<T, Failure> {
    if !is_given(&value) {
        return Ok(T::default());
    }
    let Some(object) = value.dyn_ref::<Object>().filter(|_| value.is_object()) else {
        return Err(Failure::argument("options must be an object"));
    };
    // Deserializing a struct asks for its fields only, and never sees the others.
    check_keys::<T>(Object::keys(object).iter().filter_map(|key| key.as_string())).map_err(Failure::argument)?;
    serde_wasm_bindgen::from_value(value).map_err(|e| Failure::argument(format!("options: {e}")))
}

/// A value, if one is given.
pub fn maybe(value: JsValue) -> Option<JsValue> {
    is_given(&value).then_some(value)
}

/// The id of a type that there is.
///
/// # Errors
/// When it is not a number, or no type has it.
pub fn type_id(btf: &Btf, value: &JsValue) -> Result<TypeId, Failure> {
    let n = whole(value, "a type id")?;
    let id = u32::try_from(n).ok().map(TypeId).filter(|&id| btf.get(id).is_some());
    id.ok_or_else(|| {
        let last = btf.type_cnt().saturating_sub(1);
        Failure::new(ErrorCode::NotFound, format!("there is no type [{n}]; the last is [{last}]"))
    })
}

/// An id or an array of them; nothing for all types.
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
