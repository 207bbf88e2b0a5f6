//! Finishes the wasm modules of the page and of the npm package after cargo has built them.
//!
//! wasm-bindgen, used as a library, makes a module usable from JavaScript. `bind split` and `bind parts` first cut a
//! module in two, at the marks of wasm_split_helpers. `bind sizes` measures files after brotli.
//!
//! This is a separate program, because the library takes half a minute to compile: xtask starts without it, and builds
//! it in parallel with the page.

#[cfg(feature = "publish")]
mod publish;

use std::env;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

const HELP: &str = "bind web NAME FOLDER MODULE.wasm                write the files that a page loads";

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let result = match words[..] {
        ["web", name, folder, module] => bind(Target::Web, name, folder, module),
        _ => published(&words),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// Runs one of the commands for publishing.
#[cfg(feature = "publish")]
fn published(words: &[&str]) -> Result<(), String> {
    publish::run(words).unwrap_or_else(|| Err([HELP, publish::HELP].concat()))
}

/// Says that this program knows one command only.
#[cfg(not(feature = "publish"))]
fn published(_: &[&str]) -> Result<(), String> {
    Err(format!("{HELP}\nall other commands need the feature `publish`"))
}

/// The form in which a module is bound.
#[derive(Clone, Copy)]
enum Target {
    /// A page.
    Web,
    /// A page, for the first part of a module that was cut in two.
    #[cfg(feature = "publish")]
    Split,
    /// Node, for the first part of a module that was cut in two.
    #[cfg(feature = "publish")]
    Node,
}

/// Writes `NAME.js` and `NAME_bg.wasm` into the folder.
fn bind(target: Target, name: &str, folder: &str, module: &str) -> Result<(), String> {
    let mut bindgen = Bindgen::new();
    match target {
        Target::Web => bindgen.web(true),
        // The second part shares the table of functions, which wasm-bindgen would otherwise not export.
        #[cfg(feature = "publish")]
        Target::Split => bindgen.keep_lld_exports(true).web(true),
        #[cfg(feature = "publish")]
        Target::Node => bindgen.keep_lld_exports(true).nodejs(true),
    }
    // The generated script names the module itself, so that callers need not. This is the default of the program
    // wasm-bindgen, but not of the library.
    .and_then(|bindgen| {
        bindgen.input_path(module).out_name(name).typescript(false).omit_default_module_path(false).generate(folder)
    })
    .map_err(|error| format!("bind {module}: {error:#}"))
}
