//! Modules cut in two by the marks of wasm_split_helpers.

use std::fs;
use std::path::{Path, PathBuf};

use wasm_split_cli_support::{Options, transform};

use crate::{Target, bind};

/// Cuts the module of a page in two, and binds the first part. The folder then has the files that [`bind`] writes, the
/// second part, and `NAME_split.js`, which fetches it.
pub fn split(name: &str, folder: &str, module: &str) -> Result<(), String> {
    let folder = Path::new(folder);
    let first = cut(name, folder, module)?;
    rewrite(&folder.join(format!("{name}_split.js")), with_any_type)?;
    let path = first.to_string_lossy();
    bind(Target::Split, name, &folder.to_string_lossy(), &path)?;
    fs::remove_file(&first).map_err(|error| format!("remove {path}: {error}"))
}

/// Cuts a module in two. Returns the path of the first part, which is still to be bound; the second part is
/// `split_later.wasm`, and `NAME_split.js` fetches it.
pub fn cut(name: &str, folder: &Path, module: &str) -> Result<PathBuf, String> {
    let bytes = fs::read(module).map_err(|error| format!("read {module}: {error}"))?;
    // For a page, wasm-bindgen later writes its module, `NAME_bg.wasm`, into the same folder. So the first part needs
    // another name.
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
pub fn rewrite(script: &Path, change: impl FnOnce(&str) -> Result<String, String>) -> Result<(), String> {
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
