//! The workspace's own build tools: separate programs, because their libraries take long to compile and not every
//! command needs them.

use std::collections::BTreeSet;
use std::env;
use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::lint::ONLY_WASM;
use crate::machine::{Outcome, Project, run};

/// The tool with wasm-bindgen and the other steps on built modules.
pub const BIND: &str = "bind";

/// The tool that writes bills of materials.
pub const BILL: &str = "bill";

/// The tool that packs archives.
pub const PACK: &str = "pack";

/// The tool that serves the built page.
pub const SITE: &str = "site";

/// The tools that this process has compiled: they run without cargo, which would wait for other builds to end.
static COMPILED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Compiles a tool, unless this process has compiled it already, in cargo's profile `dev`. This can run beside release
/// builds: cargo makes it wait only for other builds in the same profile. Without its default features the tool is
/// compiled sooner and knows fewer commands.
pub fn build(project: &Project, tool: &str, has_defaults: bool) -> Outcome<()> {
    if is_compiled(tool) {
        return Ok(());
    }
    let mut cargo = project.cargo()?;
    // Half of the processors: the builds that run beside this one take longer, and they are waited for at the end.
    let jobs = thread::available_parallelism().map_or(1, |all| all.get().div_ceil(2));
    cargo.args(["build", "--quiet", "-p", tool, "--jobs", &jobs.to_string()]);
    if !has_defaults {
        cargo.arg("--no-default-features");
    }
    run(&mut cargo)?;
    compiled(tool);
    Ok(())
}

/// As [`build`], with the features of libraries that the whole workspace asks for. `cargo test --workspace` then finds
/// these libraries compiled, and cargo need not wait for its end to compile the tool.
pub fn build_before_tests(project: &Project, tool: &str) -> Outcome<()> {
    let mut cargo = project.cargo()?;
    cargo.args(["build", "--workspace", "--bin", tool]).args(ONLY_WASM.map(|name| format!("--exclude={name}")));
    run(&mut cargo)?;
    compiled(tool);
    Ok(())
}

fn compiled(tool: &str) {
    COMPILED.lock().unwrap_or_else(PoisonError::into_inner).insert(tool.to_owned());
}

fn is_compiled(tool: &str) -> bool {
    COMPILED.lock().unwrap_or_else(PoisonError::into_inner).contains(tool)
}

/// The command of a tool, without arguments.
pub fn command(project: &Project, tool: &str) -> Outcome<Command> {
    if is_compiled(tool) {
        return project.program(project.target()?.join("debug").join(format!("{tool}{}", env::consts::EXE_SUFFIX)));
    }
    let mut cargo = project.cargo()?;
    cargo.args(["run", "--quiet", "-p", tool, "--"]);
    Ok(cargo)
}

/// Writes the scripts and modules for a module that cargo built. The target is `web`, `split` or `parts`.
pub fn bind(project: &Project, target: &str, name: &str, folder: &Path, module: &Path) -> Outcome<()> {
    run(command(project, BIND)?.args([target, name]).arg(folder).arg(module))
}
