//! What JavaScript does for it: fetches the second module, early or when it is called, and puts it beside the first.

/// What bound modules call the shim, which is named after them in the page.
pub const MODULE: &str = "./web_bg.js";
/// The function that has the second module loaded at once.
pub const LOAD: &str = "__later";
/// The global that says whether it is there.
pub const LOADED: &str = "_";
/// What the second module calls the first.
pub const FIRST: &str = "a";

/// What the shim begins its imports with.
const IMPORTS: &str = "const import0 = {\n        __proto__: null,";
/// What it ends with.
const EXPORTS: &str = "export { initSync, __wbg_init as default };";

/// The shim with what loads the second module, a file beside it of this name.
///
/// # Errors
/// When the shim is not as wasm-bindgen writes it.
pub fn with_later(shim: &str, name: &str) -> Result<String, String> {
    let expected = |text: &str| {
        if shim.matches(text).count() == 1 { Ok(()) } else { Err(format!("the shim does not have, once: {text}")) }
    };
    expected(IMPORTS)?;
    expected(EXPORTS)?;
    let imports = format!("{IMPORTS}\n        {LOAD}: laterNow,");
    let loader = LOADER.replace("LATER", name).replace("LOADED", LOADED).replace("FIRST", FIRST);
    let exports = "export { initSync, start as default };";
    Ok(shim.replace(IMPORTS, &imports).replace(EXPORTS, &format!("{loader}\n{exports}")))
}

const LOADER: &str = include_str!("later.js");
