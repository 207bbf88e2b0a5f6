//! Finishes the wasm modules of the page and of the npm package after cargo has built them.
//!
//! wasm-bindgen, used as a library, makes a module usable from JavaScript. `bind split` and `bind parts` first split a
//! module that has marks of wasm_split_helpers in two. `bind sizes` measures files after brotli.
//!
//! This is a separate program, because the library takes half a minute to compile: xtask starts without it, and builds
//! it in parallel with the page.

mod parts;
mod sizes;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;
use wasm_split_cli_support::{Options, transform};

const HELP: &str = "\
bind web|split NAME FOLDER MODULE.wasm          write the files that a page loads; split: its module in two parts
bind parts NAME FOLDER MODULE.wasm              write the JavaScript package's module in two parts, with bindings in FOLDER/web and
                                                FOLDER/nodejs
bind sizes NUMBER FILE...                       what the first NUMBER of the files take in brotli, and the others; the last line is the
                                                first sum alone";

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let result = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["split", name, folder, module] => split(name, folder, module),
        ["sizes", number, ..] => sizes(number, words.get(2..).unwrap_or_default()),
        ["parts", name, folder, module] => parts::parts(name, Path::new(folder), module),
        ["web", name, folder, module] => bind(Target::Web, name, folder, module),
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

/// Cuts the module of a page in two, and binds the first part. The folder then has the files that [`bind`] writes, the
/// second part, and `NAME_split.js`, which fetches it.
fn split(name: &str, folder: &str, module: &str) -> Result<(), String> {
    let folder = Path::new(folder);
    let first = cut(name, folder, module)?;
    rewrite(&folder.join(format!("{name}_split.js")), with_any_type)?;
    let path = first.to_string_lossy();
    bind(Target::Split, name, &folder.to_string_lossy(), &path)?;
    fs::remove_file(&first).map_err(|error| format!("remove {path}: {error}"))
}

/// Cuts a module in two. Returns the path of the first part, which is still to be bound; the second part is
/// `split_later.wasm`, and `NAME_split.js` fetches it.
fn cut(name: &str, folder: &Path, module: &str) -> Result<PathBuf, String> {
    let bytes = fs::read(module).map_err(|error| format!("read {module}: {error}"))?;
    // The files written here stay: wasm-bindgen does not clear the folder, and its module has another name.
    let first = folder.join(format!("{name}.first.wasm"));
    let (link, main) = (format!("./{name}_split.js"), format!("./{name}.js"));
    let mut options = Options::new(&bytes);
    options.output_dir = folder;
    options.main_out_path = &first;
    options.link_name = &link;
    options.main_module = &main;
    transform(options).map_err(|error| format!("split {module}: {error:#}"))?;
    Ok(first)
}

/// Replaces the text of a script by the text that `change` makes of it.
fn rewrite(script: &Path, change: impl FnOnce(&str) -> Result<String, String>) -> Result<(), String> {
    let text = fs::read_to_string(script).map_err(|error| format!("read {}: {error}", script.display()))?;
    fs::write(script, change(&text)?).map_err(|error| format!("write {}: {error}", script.display()))
}

/// Changes the script that fetches the second module so that any server will do. The generated script works only if the
/// server sends the media type `application/wasm`; the first module loads without this type.
fn with_any_type(script: &str) -> Result<String, String> {
    const STREAMED: &str = "WebAssembly.instantiateStreaming(src, imports)";
    const ANY_TYPE: &str = "\nconst instantiated = async (src, imports) => {
    const answer = await src;
    if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
    return WebAssembly.instantiate(await answer.arrayBuffer(), imports);
};\n";
    match script.matches(STREAMED).count() {
        1 => Ok(script.replace(STREAMED, "instantiated(src, imports)") + ANY_TYPE),
        found => Err(format!("the script of the second module has {STREAMED} {found} times, not once")),
    }
}

/// The form in which a module is bound.
#[derive(Clone, Copy)]
enum Target {
    /// A page.
    Web,
    /// A page, as the first of two parts.
    Split,
    /// Node, as the first of two parts.
    Node,
}

/// Writes `NAME.js` and `NAME_bg.wasm` into the folder.
fn bind(target: Target, name: &str, folder: &str, module: &str) -> Result<(), String> {
    let mut bindgen = Bindgen::new();
    match target {
        Target::Web => bindgen.web(true),
        // The second part shares the table of functions, which wasm-bindgen would otherwise not export.
        Target::Split => bindgen.keep_lld_exports(true).web(true),
        Target::Node => bindgen.keep_lld_exports(true).nodejs(true),
    }
    // The generated script names the module itself, so that callers need not. This is the default of the program
    // wasm-bindgen, but not of the library.
    .and_then(|bindgen| {
        bindgen.input_path(module).out_name(name).typescript(false).omit_default_module_path(false).generate(folder)
    })
    .map_err(|error| format!("bind {module}: {error:#}"))
}

fn sizes(number: &str, files: &[String]) -> Result<(), String> {
    let files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
    let number = number.parse().ok().filter(|number| *number <= files.len()).ok_or(HELP)?;
    let (first, later) = files.split_at(number);
    print!("{}", sizes::table(first, later)?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::with_any_type;

    #[test]
    fn the_second_module_is_taken_from_any_server() {
        let script = "export const load = () => (WebAssembly.instantiateStreaming(src, imports));";
        let text = with_any_type(script).unwrap();
        assert!(text.contains("=> (instantiated(src, imports))") && text.contains("arrayBuffer"), "{text}");
        assert!(!text.contains("instantiateStreaming"));
        // If another version of the tool writes the script otherwise, the page must not be published.
        assert!(with_any_type("export const load = 1;").is_err());
    }
}
