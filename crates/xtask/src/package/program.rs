//! The program for releases: with page and atlas inside, for Linux without any library of the system.

use std::env;
use std::path::PathBuf;

use crate::machine::{Failure, Outcome, Project, cargo_home, output, run};
use crate::setup;

/// The package of the command.
pub const PACKAGE: &str = "btfscope";

/// The features that releases are built with.
pub const FEATURES: &str = "page";

/// The profile of releases.
pub const PROFILE: &str = "packaged";

/// A machine for which releases contain a program for Linux.
#[derive(Debug, PartialEq, Eq)]
pub struct Target {
    /// The machine's name in `--only`.
    pub machine: &'static str,
    /// The compiler's name of Linux on this machine; it is also in the names of archives.
    pub triple: &'static str,
}

/// All machines for which releases contain a program for Linux. The C library is musl, linked statically, so that one
/// program runs on all distributions.
pub const LINUX: [Target; 2] = [
    Target { machine: "x86_64", triple: "x86_64-unknown-linux-musl" },
    Target { machine: "aarch64", triple: "aarch64-unknown-linux-musl" },
];

/// Builds the program for Linux on a machine.
pub fn build(project: &Project, target: &Target) -> Outcome<PathBuf> {
    setup::compiler_target(project, target.triple)?;
    println!("Building the program for {} (minutes: it is optimised as a whole) ...", target.machine);
    let variable = target.triple.to_uppercase().replace('-', "_");
    let mut cargo = project.cargo()?;
    cargo.args(["build", "--profile", PROFILE, "-p", PACKAGE, "--features", FEATURES, "--target", target.triple]);
    // Use the compiler's own linker and musl, so that no C compiler for that machine is needed.
    cargo.env(format!("CARGO_TARGET_{variable}_LINKER"), "rust-lld");
    // A panic ends the program, so nothing reads unwind tables: leave out the tables and their index. Store relative
    // relocations as a bitmap (RELR). Both together save nine tenths of a megabyte.
    let script = format!("-Clink-arg=--script={}", project.top.join("packaging/no-unwind-tables.ld").display());
    let small = [&script, "-Clink-arg=--no-eh-frame-hdr", "-Clink-arg=--pack-dyn-relocs=relr"];
    cargo.env("CARGO_ENCODED_RUSTFLAGS", flags(project, &small));
    run(&mut cargo)?;
    Ok(project.target()?.join(target.triple).join(PROFILE).join(PACKAGE))
}

/// Builds the program for the machine that runs xtask. Returns it and the compiler's name of the machine.
pub fn build_here(project: &Project) -> Outcome<(PathBuf, String)> {
    let about = output(project.program("rustc")?.args(["--version", "--verbose"]))?;
    let triple = about.lines().find_map(|line| line.strip_prefix("host: "));
    let triple = triple.ok_or(Failure("rustc does not name this machine".to_owned()))?.to_owned();
    println!("Building the program for this machine (minutes: it is optimised as a whole) ...");
    let mut cargo = project.cargo()?;
    cargo.args(["build", "--profile", PROFILE, "-p", PACKAGE, "--features", FEATURES, "--target", &triple]);
    run(cargo.env("CARGO_ENCODED_RUSTFLAGS", flags(project, &[])))?;
    let name = format!("{PACKAGE}{}", env::consts::EXE_SUFFIX);
    Ok((project.target()?.join(&triple).join(PROFILE).join(name), triple))
}

/// The compiler's flags for releases, and `more`. They replace the paths of the builder's folders, which the messages
/// of panics would otherwise contain.
fn flags(project: &Project, more: &[&str]) -> String {
    // cargo does not strip symbols itself if the profile has settings for this package.
    let mut flags = vec!["-Cstrip=symbols".to_owned()];
    flags.push(format!("--remap-path-prefix={}=.", project.top.display()));
    if let Some(home) = cargo_home() {
        flags.push(format!("--remap-path-prefix={}=cargo", home.display()));
    }
    flags.extend(more.iter().map(|&flag| flag.to_owned()));
    flags.join("\u{1f}")
}
