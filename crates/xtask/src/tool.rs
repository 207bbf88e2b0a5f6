//! The workspace's own build tools: separate programs, because their libraries take long to compile and not every
//! command needs them.

use std::path::Path;

use crate::machine::{Outcome, Project, run};

/// The tool with wasm-bindgen and the other steps on built modules.
pub const BIND: &str = "bind";

/// Bills of materials.
pub const BILL: &str = "bill";

/// Compiles a tool; to be called beside other builds, which it does not wait for.
pub fn build(project: &Project, tool: &str) -> Outcome<()> {
    run(project.cargo()?.args(["build", "--quiet", "-p", tool]))
}

/// The command of a tool, without arguments.
pub fn command(project: &Project, tool: &str) -> Outcome<std::process::Command> {
    let mut cargo = project.cargo()?;
    cargo.args(["run", "--quiet", "-p", tool, "--"]);
    Ok(cargo)
}

/// Writes `NAME.js` and `NAME_bg.wasm` for a module that cargo built. The target is `web` or `nodejs`.
pub fn bind(project: &Project, target: &str, name: &str, folder: &Path, module: &Path) -> Outcome<()> {
    run(command(project, BIND)?.args([target, name]).arg(folder).arg(module))
}
