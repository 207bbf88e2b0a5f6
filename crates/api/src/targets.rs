//! Kernels that programs are checked against, given as open files.

use std::collections::BTreeMap;
use std::sync::Arc;

use btf::Btf;
use js_sys::{Array, Reflect};
use json::options::{CheckOptions, RelocationOptions};
use needs::{Kernel, Modules};
use wasm_bindgen::{JsCast, JsValue};

use crate::argument;
use crate::failure::Failure;
use crate::open::{Lent, lent};

/// The targets, and whether each relocation is resolved alone.
///
/// # Errors
/// As [`kernels`].
pub fn targets(options: JsValue) -> Result<(Vec<Kernel>, bool), Failure> {
    let (targets, modules) = lent_files(&options)?;
    let RelocationOptions { alone } = argument::options(options)?;
    Ok((on_modules(targets, modules)?, alone))
}

/// The kernels that a program is checked against.
///
/// # Errors
/// When kernels or modules are not open files, a module belongs to none of the kernels, or an option is unknown.
pub fn kernels(options: JsValue) -> Result<Vec<Kernel>, Failure> {
    let (targets, modules) = lent_files(&options)?;
    argument::options::<CheckOptions>(options)?;
    on_modules(targets, modules)
}

/// The targets, and all modules that were given: `None` without the option `modules`, so that nothing is known about
/// modules; an empty list for the word "none".
fn lent_files(options: &JsValue) -> Result<(Vec<Lent>, Option<Vec<Lent>>), Failure> {
    let targets = files(get(options, "targets"), "targets must be an array", TARGET)?;
    let modules = get(options, "modules");
    let known = match &modules {
        None => None,
        Some(word) if word.as_string().as_deref() == Some("none") => Some(Vec::new()),
        Some(word) if word.is_string() => return Err(Failure::argument(MODULES)),
        Some(_) => Some(files(modules, MODULES, "a module must be a BtfFile of this copy of btfscope")?),
    };
    Ok((targets, known))
}

/// The kernels, each with its modules.
fn on_modules(targets: Vec<Lent>, known: Option<Vec<Lent>>) -> Result<Vec<Kernel>, Failure> {
    let mut of_kernel: BTreeMap<usize, Vec<(String, Arc<Btf>)>> = BTreeMap::new();
    for module in known.iter().flatten() {
        let base = module.btf.base();
        let at = targets.iter().position(|target| base.is_some_and(|base| Arc::ptr_eq(base, &target.btf)));
        let Some(at) = at else {
            return Err(Failure::argument("a module must be opened on one of the targets as its base"));
        };
        let name = module.module.clone().unwrap_or_else(|| module.release.name.clone());
        of_kernel.entry(at).or_default().push((name, Arc::clone(&module.btf)));
    }
    let one = |(at, target): (usize, Lent)| {
        let modules = match (of_kernel.remove(&at), &known) {
            (Some(list), _) => Modules::Given(list),
            (None, Some(list)) if list.is_empty() => Modules::Absent,
            // No modules were given, or only those of other kernels.
            (None, _) => Modules::Unknown,
        };
        Kernel::new(target.release, target.btf, modules)
    };
    Ok(targets.into_iter().enumerate().map(one).collect())
}

const TARGET: &str = "a target must be a BtfFile of this copy of btfscope";
const MODULES: &str = "modules must be \"none\" or an array of BtfFile";

/// An option that is not a plain value, such as an array of files; `None` if it is not given.
pub fn get(options: &JsValue, name: &str) -> Option<JsValue> {
    options.is_object().then(|| argument::maybe(Reflect::get(options, &name.into()).unwrap_or_default())).flatten()
}

/// The open files of an array; an empty list if no array is given.
///
/// # Errors
/// When it is not an array, or something in it is not an open file.
pub fn files(list: Option<JsValue>, no_list: &str, no_file: &str) -> Result<Vec<Lent>, Failure> {
    let Some(list) = list else { return Ok(Vec::new()) };
    let list = list.dyn_ref::<Array>().ok_or_else(|| Failure::argument(no_list))?;
    list.iter().map(|file| lent(&file, no_file)).collect()
}
