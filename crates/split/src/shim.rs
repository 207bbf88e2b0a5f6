//! The JavaScript side: fetches the second module, early or at the first call, and instantiates it beside the first.

/// The bound modules' name for the shim in the page.
pub const MODULE: &str = "./web_bg.js";
/// The function that loads the second module synchronously.
pub const LOAD: &str = "__later";
/// The global that is set when the second module is loaded.
pub const LOADED: &str = "_";
/// The second module's name for the first.
pub const FIRST: &str = "a";

/// The start of the shim's imports.
const IMPORTS: &str = "const import0 = {\n        __proto__: null,";
/// The end of the shim.
const EXPORTS: &str = "export { initSync, __wbg_init as default };";

/// The shim with code that loads the second module, a file of this name beside it.
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
