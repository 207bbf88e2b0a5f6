//! Minifies a built page with wasm-opt and terser, for publishing. A page that is not minified works, too.

use std::fs;
use std::path::{Path, PathBuf};

use crate::hash;
use crate::machine::{Doing, Failure, Outcome, Project, run};
use crate::setup::{self, WasmOpt};

/// The wasm features that rustc uses today; wasm-opt refuses code with features that are not among its arguments.
pub const FEATURES: [&str; 7] = [
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// Minifies the modules and scripts among these files. Does nothing without wasm-opt; scripts need terser, too.
pub fn small(project: &Project, tool: Option<&WasmOpt>, built: &[PathBuf]) {
    if let Some(tool) = tool {
        optimise(project, tool, built);
        if let Some(terser) = setup::terser(project) {
            scripts(project, &terser, tool, built);
        }
    }
}

fn with_extension<'a>(files: &'a [PathBuf], extension: &'a str) -> impl Iterator<Item = &'a PathBuf> {
    files.iter().filter(move |file| file.extension().is_some_and(|own| own == extension))
}

/// The level of wasm-opt. The compiler has already optimised the code for size or for speed. Higher levels take four
/// times as long, and their output, after compression, is one percent larger.
const LEVEL: &str = "-O1";

/// Runs wasm-opt on the wasm files of the assembled page. Trunk could run it, but would choose or download another one.
/// The optimised files no longer match trunk's digests, so index.html has `data-integrity="none"`.
pub fn optimise(project: &Project, tool: &WasmOpt, built: &[PathBuf]) {
    for file in with_extension(built, "wasm") {
        let smaller = file.with_extension("smaller");
        let optimised = kept(project, tool, file).and_then(|kept| {
            if kept.is_file() {
                fs::copy(&kept, file).doing("take the optimised file of an earlier build")?;
                return Ok(());
            }
            println!("Optimising {} (a minute) ...", file.file_name().unwrap_or_default().display());
            run(project
                .program(&tool.node)?
                .arg(&tool.script)
                .arg(LEVEL)
                .args(FEATURES)
                // Rust keeps its stack below its data, so nothing is in the first kilobyte.
                .args(["--low-memory-unused", "--merge-similar-functions"])
                // Only build tools read these sections, and all have run by now.
                .args(["--strip-debug", "--strip-producers", "--strip-target-features"])
                .arg(file)
                .arg("-o")
                .arg(&smaller))?;
            fs::copy(&smaller, &kept).doing("keep the optimised file")?;
            fs::rename(&smaller, file).doing("put the optimised file in place")
        });
        if let Err(Failure(why)) = optimised {
            fs::remove_file(&smaller).ok();
            println!("NOTE: the wasm file is not optimised, the page works but is larger to load: {why}");
        }
    }
}

/// The path at which the optimised form of a file is kept for later builds. Optimising the worker takes a minute, and
/// most changes of the page leave the worker as it is.
fn kept(project: &Project, tool: &WasmOpt, file: &Path) -> Outcome<PathBuf> {
    let (own, script) = (fs::read(file).doing(file.display())?, fs::read(&tool.script).doing(tool.script.display())?);
    let folder = project.work().join("optimised");
    fs::create_dir_all(&folder).doing("create target/xtask/optimised")?;
    Ok(folder.join(format!("{}.wasm", hash::hex((own, script, LEVEL, FEATURES)))))
}

/// Minifies the scripts, such as the shims that wasm-bindgen writes.
fn scripts(project: &Project, terser: &Path, tool: &WasmOpt, built: &[PathBuf]) {
    for file in with_extension(built, "js") {
        let shorter: Outcome<()> = project.program(&tool.node).and_then(|mut node| {
            run(node.arg(terser).args(["--module", "--compress", "--mangle", "--output"]).arg(file).arg("--").arg(file))
        });
        if let Err(Failure(why)) = shorter {
            println!("NOTE: {} stays as long as it is: {why}", file.display());
        }
    }
}
