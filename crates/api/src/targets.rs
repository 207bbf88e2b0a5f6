//! What relocations are resolved on: open files, which are no plain values.

use std::sync::Arc;

use btf::Btf;
use js_sys::{Array, Reflect};
use json::options::RelocationOptions;
use wasm_bindgen::{JsCast, JsValue};

use crate::argument;
use crate::failure::Failure;
use crate::open::lent;

/// The targets and whether relocations are taken one by one.
///
/// # Errors
/// When they are something else than files.
pub fn targets(options: JsValue) -> Result<(Vec<Arc<Btf>>, bool), Failure> {
    let targets = match options.is_object() {
        true => argument::maybe(Reflect::get(&options, &"targets".into()).unwrap_or_default()),
        false => None,
    };
    let RelocationOptions { alone } = argument::options(options)?;
    let Some(targets) = targets else { return Ok((Vec::new(), alone)) };
    let list = targets.dyn_ref::<Array>().ok_or_else(|| Failure::argument("targets must be an array"))?;
    let targets = list.iter().map(|target| lent(&target, "a target must be a BtfFile of this copy of btfscope"));
    Ok((targets.collect::<Result<_, _>>()?, alone))
}
