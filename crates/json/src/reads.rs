//! C that reads a field on every kernel of an atlas: `read --json`, and `Atlas.read()` of the npm package.

use read::{Checked, Code};

use crate::made::made;

made! {
    /// The code, its limits, and the result of checking it.
    pub struct ReadCode<'a>(code: &'a Code, names: &'a [String]) {
        path: &'a str = &code.title,
        /// The code without `#include`.
        code: String = code.text(),
        /// The lines with `#include` that the code needs in a file of its own.
        includes: &'a str = &code.includes,
        /// The loader's part; empty if the loader need not choose between prototypes, or if it was not asked for.
        loader: &'a str = &code.loader,
        /// A sentence on the kernels where nothing can be read; empty if there are none.
        nothing: &'a str = &code.nothing,
        limits: &'a [String] = &code.limits,
        forms: u32,
        kernels: u32,
        checked: Option<CheckedCode<'a>> = code.checked.as_ref().map(|checked| CheckedCode::of(checked, names)),
    }

    /// The results of resolving the code's relocations on each kernel.
    struct CheckedCode<'a>(checked: &'a Checked, names: &'a [String]) with {
            let name = |k: &u32| names.get(*k as usize).map(String::as_str);
    } {
        /// On how many kernels the code reads the field at its place.
        right: u32,
        /// On how many kernels without such a field the code gives "not known".
        not_known: u32,
        /// The kernels where the code is refused, reads something else, or gives "not known" though the field is there.
        wrong: Vec<&'a str> = checked.wrong.iter().filter_map(name).collect(),
        relocations: &'a [String] = &checked.relocations,
    }
}
