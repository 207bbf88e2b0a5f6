//! `cargo xtask`: the commands for working on this project.

mod api;
mod atlas;
mod bench;
mod bundle;
mod corpus;
mod course;
mod dist;
mod finish;
mod first_load;
mod fuzz;
mod hash;
mod head;
mod lint;
mod machine;
mod notices;
mod offline;
mod package;
mod page;
mod policy;
mod provide;
mod samples;
mod serve;
mod setup;
mod small;
mod styles;
mod test;
mod tool;
mod worker;

use std::env;
use std::process::ExitCode;

use machine::{Failure, Outcome, Project};

const HELP: &str = "\
cargo xtask COMMAND

    serve [--port N] [--open]           build the page, serve it on this computer, print its address
                                        (port 8080 or the next free one; --port 0: any; --open: show it
                                        in the browser; --dev: a build without optimisation; --release:
                                        the page of dist, small and fast)
    dist [--dev|--zip] [--without-atlas]
                                        build the page into dist/: files for any web server and any folder
                                        (--zip: and as one file, target/btfscope-VERSION.zip)
    package [--only MACHINE] [--sums FOLDER]
                                        pack a release into target/packages: programs for Linux (.tar.gz, .deb, .rpm),
                                        page, npm package, bills of materials, sums (--only: x86_64 or aarch64, or here:
                                        an archive for this machine; --sums: SHA256SUMS and the Homebrew formula of
                                        what lies in a folder)
    notices                             write the licences of the libraries in page, npm package and program into
                                        target/notices
    samples                             take the types out of a Debian kernel, as a sample for the next dist
    api                                 build the JavaScript package into target/npm/btfscope
    test [--no-browser] [--browsers all] [--extended] [ARGS]
                                        run all tests (--browsers all: those of the page in Firefox and WebKit,
                                        too; --extended: with the long forms of sweeps; ARGS go to cargo test:
                                        a filter, -p CRATE, -- OPTIONS)
    corpus [--renew]                    make the corpus that the tests compare with, of Debian's packages (420 MB;
                                        --renew: of the versions that the archive has now)
    atlas [--depth N] [--only TEXT] [--at-most N] [--modules] [--known] [--offline]
                                        add the newest kernels of Debian's archive to the atlas that the page
                                        comes with (--depth: the N newest of each line; --only: those with this
                                        in ARCHITECTURE/RELEASE; --at-most: end after so many packages;
                                        --modules: again those whose modules, or their types, were not
                                        looked at; --known: only kernels that are in the atlas;
                                        --offline: merge what earlier runs took)
    bench [--native|--page]             measure us beside libbpf, btf-rs, aya-obj and bpftool, and the page in Chromium
    fuzz [TARGET] [--seconds N]         run a fuzz target (none: list them; 600 seconds; needs a C++ compiler)
    lint                                format, clippy for here and for wasm; warnings are errors
    setup [--trunk]                     install what serve and dist need, and nothing else (--trunk: trunk, too,
                                        which can build the same page; five minutes)

Missing tools are installed into .tools/. Nothing is installed elsewhere, except parts of the Rust
toolchain (rustup) and, on a Debian machine as root, the packages of docs/testing.md (apt).
";

fn main() -> ExitCode {
    let mut words = env::args().skip(1);
    let command = words.next().unwrap_or_default();
    match run(&command, words.collect()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure(why)) => {
            // The message is empty when the command has already printed it.
            if !why.is_empty() {
                eprintln!("\nxtask {command}: {why}");
            }
            ExitCode::FAILURE
        }
    }
}

fn run(command: &str, words: Vec<String>) -> Outcome<()> {
    if words.first().is_some_and(|word| word == "--help" || word == "-h") {
        print!("{HELP}");
        return Ok(());
    }
    let project = Project::find()?;
    match command {
        "serve" => serve::serve(&project, &serve::Options::parse(words)?),
        "dist" => dist::command(&project, words),
        "samples" => no_words(words).and_then(|()| samples::samples(&project)),
        "package" => package::package(&project, &package::Options::parse(&words)?),
        "notices" => no_words(words).and_then(|()| notices::notices(&project)),
        "api" => no_words(words).and_then(|()| api::sizes(&project, &api::api(&project)?)),
        "test" => test::test(&project, words),
        "corpus" => corpus::command(&project, &words),
        "atlas" => atlas::atlas(&project, &atlas::Options::parse(words)?),
        "bench" => bench::bench(&project, words),
        "fuzz" => fuzz::fuzz(&project, &fuzz::Options::parse(words)?),
        "lint" => no_words(words).and_then(|()| lint::lint(&project)),
        "setup" => setup_command(&project, &words),
        // Only trunk calls it, so it is not in the help.
        "finish" => no_words(words).and_then(|()| finish::command(&project)),
        "" | "help" | "--help" | "-h" => {
            print!("{HELP}");
            Ok(())
        }
        other => Err(Failure(format!("unknown command {other:?}; `cargo xtask help` lists the commands"))),
    }
}

fn setup_command(project: &Project, words: &[String]) -> Outcome<()> {
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => {}
        ["--trunk"] => setup::trunk(project)?,
        _ => return Err(Failure(format!("unknown arguments: {}", words.join(" ")))),
    }
    setup::setup(project, dist::Mode::Release)?;
    println!("Everything is there.");
    Ok(())
}

fn no_words(words: Vec<String>) -> Outcome<()> {
    match words.first() {
        Some(word) => Err(Failure(format!("unknown argument: {word}"))),
        None => Ok(()),
    }
}
