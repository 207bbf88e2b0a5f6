//! The workspace's own build tools: separate programs, because their libraries take long to compile and not every
//! command needs them.

use std::path::Path;

use crate::machine::{Outcome, Project, run};

/// Runs wasm-bindgen.
pub const BIND: &str = "bind";

/// Minifies styles and measures sizes.
pub const SHRINK: &str = "shrink";

/// Splits a module in two.
pub const SPLIT: &str = "split";

/// Compiles a tool. May run in parallel with other builds, without waiting for them.
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
