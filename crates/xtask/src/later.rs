//! The second half of the page's module, loaded after the first paint. `web/later.txt` lists its functions.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::machine::{Doing, Outcome, Project, run};
use crate::tool;

/// How its file name ends.
const END: &str = "_later.wasm";

/// Whether a file of the built page is the second half.
pub fn is_part(file: &Path) -> bool {
    file.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.ends_with(END))
}

/// Splits the module of the page in the folder `stage`.
pub fn split(project: &Project, stage: &Path) -> Outcome<()> {
    let (shim, module) = main_module(stage).doing("find the page's module")?;
    let name = module.file_name().unwrap_or_default().display().to_string().replace("_bg.wasm", END);
    let list = project.top.join("web/later.txt");
    run(tool::command(project, tool::SPLIT)?.arg(list).arg(shim).arg(&module).arg(stage.join(name)))
}

/// The page's shim and module; their names contain a hash.
fn main_module(stage: &Path) -> io::Result<(PathBuf, PathBuf)> {
    for entry in fs::read_dir(stage)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if let Some(base) = name.strip_suffix("_bg.wasm").filter(|base| base.starts_with("web-")) {
            return Ok((stage.join(format!("{base}.js")), stage.join(name)));
        }
    }
    Err(io::Error::new(io::ErrorKind::NotFound, "the page has no web-*_bg.wasm"))
}
