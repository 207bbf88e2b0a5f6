//! The module of the JavaScript package in two parts, and its bindings.

use std::fs;
use std::path::Path;

use super::cut::{cut, rewrite};
use crate::{Target, bind};

/// Writes `NAME_bg.wasm`, the first part, and `NAME_later.wasm`, the second one, into the folder, and the bindings for
/// pages and for Node as `web/NAME.js` and `nodejs/NAME.js`. These bindings differ only in how they load the first
/// part. Both call the function that loads the second part without importing it ([`OURS`]), so the script that they are
/// put into must define this function.
///
/// # Errors
/// When the module cannot be cut or bound, or a file cannot be written.
pub fn parts(name: &str, folder: &Path, module: &str) -> Result<(), String> {
    let first = cut(name, folder, module)?;
    let mut modules = vec![];
    for (target, called) in [(Target::Split, "web"), (Target::Node, "nodejs")] {
        let own = folder.join(called);
        bind(target, name, &own.to_string_lossy(), &first.to_string_lossy())?;
        rewrite(&own.join(format!("{name}.js")), |text| with_ours(text, &format!("./{name}_split.js")))?;
        let bound = own.join(format!("{name}_bg.wasm"));
        modules.push(fs::read(&bound).map_err(|error| format!("read {}: {error}", bound.display()))?);
    }
    match &modules[..] {
        [one, other] if one == other => {
            let (first_part, later) =
                (folder.join(format!("{name}_bg.wasm")), folder.join(format!("{name}_later.wasm")));
            fs::write(&first_part, one).map_err(|error| format!("write {}: {error}", first_part.display()))?;
            fs::rename(folder.join("split_later.wasm"), &later)
                .map_err(|error| format!("rename the second part to {}: {error}", later.display()))
        }
        _ => Err("wasm-bindgen makes different modules for web and Node".to_owned()),
    }
}

/// An object with the function that loads the second part. In the bindings it replaces the script that would be
/// imported for this function.
const OURS: &str = "{ __wasm_split_load_later }";

/// Replaces the import of the script `from` by [`OURS`].
fn with_ours(bindings: &str, from: &str) -> Result<String, String> {
    let forms = [
        (format!("import * as __wbg_star0 from '{from}'"), format!("const __wbg_star0 = {OURS};")),
        (format!("import * as import1 from \"{from}\""), format!("const import1 = {OURS};")),
        (format!("require(\"{from}\")"), OURS.to_owned()),
        (format!("require('{from}')"), OURS.to_owned()),
    ];
    let found: Vec<_> = forms.iter().filter(|(form, _)| bindings.contains(form)).collect();
    match found[..] {
        [(form, ours)] if bindings.matches(form).count() == 1 => Ok(bindings.replace(form, ours)),
        _ => Err(format!("the bindings do not import {from} once, in a form that is known")),
    }
}

#[cfg(test)]
mod tests {
    use super::with_ours;

    #[test]
    fn both_forms_of_bindings_take_what_loads_the_second_part_from_their_own_scope() {
        let page = "import * as import1 from \"./p_split.js\"\n\nlet wasm;";
        assert_eq!(
            with_ours(page, "./p_split.js").unwrap(),
            "const import1 = { __wasm_split_load_later };\n\nlet wasm;"
        );
        let node = "const import1 = require(\"./p_split.js\");";
        assert_eq!(with_ours(node, "./p_split.js").unwrap(), "const import1 = { __wasm_split_load_later };");
        // If another version of wasm-bindgen writes it otherwise, the package must not be built.
        assert!(with_ours("import x from './p_split.js';", "./p_split.js").is_err());
        assert!(with_ours(&[node, node].concat(), "./p_split.js").is_err());
    }
}
