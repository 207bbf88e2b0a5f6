//! Benchmarks: the crates against their peers, and the page in a browser. See docs/performance.md.

use xtask::tools;

use crate::dist;
use crate::machine::{Failure, Outcome, Project, run};

/// Runs the benchmarks and prints their tables. `--native` and `--page` choose one half.
pub fn bench(project: &Project, words: Vec<String>) -> Outcome<()> {
    let (with_native, with_page) = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => (true, true),
        ["--native"] => (true, false),
        ["--page"] => (false, true),
        _ => return Err(Failure(format!("unknown arguments: {}", words.join(" ")))),
    };
    if with_native {
        native(project)?;
    }
    if with_page {
        page(project)?;
    }
    Ok(())
}

/// Measures the crates and their peers, and prints the tables. The peers are in a separate workspace, to keep them out
/// of the project's lock file.
fn native(project: &Project) -> Outcome<()> {
    if let Some(why) = tools::LIBBPF.iter().find_map(|tool| tool.found().err()) {
        println!("SKIPPED: the peers, since libbpf cannot be built here: {why}");
        return Ok(());
    }
    let target = project.top.join("target/benches");
    let cargo = |command: &str| -> Outcome<std::process::Command> {
        let mut cargo = project.cargo()?;
        cargo.arg(command).args(["--quiet", "--manifest-path", "benches/Cargo.toml", "--target-dir"]).arg(&target);
        Ok(cargo)
    };
    println!("Building and measuring (some minutes; the machine should have nothing else to do) ...");
    // Without CRITERION_HOME, criterion asks cargo for the target folder, and gets the folder of the main workspace.
    run(cargo("bench")?.args(["--bench", "peers"]).env("CRITERION_HOME", target.join("criterion")))?;
    println!("Building the program ...");
    run(project.cargo()?.args(["build", "--quiet", "--release", "-p", "btfscope"]))?;
    run(cargo("build")?.arg("--release"))?;
    let built = |name: &str| project.program(target.join("release").join(name));
    println!();
    run(built("table")?.arg(target.join("criterion")))?;
    println!();
    run(&mut built("memory")?)?;
    println!();
    let program = format!("release/btfscope{}", std::env::consts::EXE_SUFFIX);
    run(built("processes")?.arg(project.target()?.join(program)))
}

fn page(project: &Project) -> Outcome<()> {
    if let Err(why) = tools::chromium() {
        println!("SKIPPED: the page: {why}; `cargo xtask test` installs it where it may");
        return Ok(());
    }
    let dist = dist::dist(project)?;
    println!("Measuring the page ...");
    let mut cargo = project.cargo()?;
    cargo.args(["run", "--quiet", "-p", "tests", "--bin", "page_bench"]);
    run(cargo.env("BTFSCOPE_DIST", dist))
}
