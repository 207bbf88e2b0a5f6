//! Makes a wasm module that cargo built usable from JavaScript: wasm-bindgen as a library.
//!
//! A separate program, because the library takes half a minute to compile: xtask starts without it, and builds it in
//! parallel with the page.

use std::env;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

const HELP: &str = "bind web|nodejs NAME FOLDER MODULE.wasm";

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let result = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [target, name, folder, module] => bind(target, name, folder, module),
        _ => Err(HELP.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// Writes `NAME.js` and `NAME_bg.wasm` into the folder.
fn bind(target: &str, name: &str, folder: &str, module: &str) -> Result<(), String> {
    let mut bindgen = Bindgen::new();
    match target {
        "web" => bindgen.web(true),
        "nodejs" => bindgen.nodejs(true),
        _ => return Err(format!("the target is web or nodejs, not {target:?}\n{HELP}")),
    }
    // As the program wasm-bindgen does by default: the shim names the module, so that callers need not.
    .and_then(|bindgen| {
        bindgen.input_path(module).out_name(name).typescript(false).omit_default_module_path(false).generate(folder)
    })
    .map_err(|error| format!("bind {module}: {error:#}"))
}
