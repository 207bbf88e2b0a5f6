//! `cargo xtask`: everything one does with this project, each a command.

mod api;
mod bench;
mod dist;
mod first_load;
mod lint;
mod machine;
mod offline;
mod policy;
mod samples;
mod serve;
mod setup;
mod test;
mod told;
mod worker;
mod zip;

use std::env;
use std::process::ExitCode;

use machine::{Failure, Outcome, Project};

const HELP: &str = "\
cargo xtask COMMAND

    serve [--port N] [--open] [--dev]   build the page, serve it on this computer, print its address
                                        (port 8080 or the next free one; --port 0: any; --open: show it
                                        in the browser; --dev: a build without optimisation)
    dist [--dev|--zip]                  build the page into dist/: files for any web server and any folder
                                        (--zip: and as one file, target/btfscope-VERSION.zip)
    samples                             take the types out of a Debian kernel, as a sample for the next dist
    api                                 build the JavaScript package into target/npm/btfscope
    test [--no-browser] [--extended] [ARGS]
                                        run all tests (--extended: with the long forms of sweeps; ARGS go to
                                        cargo test: a filter, -p CRATE, -- OPTIONS)
    bench [--native|--page]             measure us beside libbpf, btf-rs, aya-obj and bpftool, and the page in Chromium
    lint                                format, clippy for here and for wasm; warnings are errors
    setup                               install what serve and dist need, and nothing else

What is missing gets installed into .tools/ (a few minutes, once). Nothing is installed elsewhere, except
the wasm target (rustup) and, for test on a Debian machine as root, the packages of docs/testing.md (apt).
";

fn main() -> ExitCode {
    let mut words = env::args().skip(1);
    let command = words.next().unwrap_or_default();
    match run(&command, words.collect()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure(why)) => {
            // A command that has said it all already fails without a word.
            if !why.is_empty() {
                eprintln!("\nxtask {command}: {why}");
            }
            ExitCode::FAILURE
        }
    }
}

fn run(command: &str, words: Vec<String>) -> Outcome<()> {
    let project = Project::find()?;
    match command {
        "serve" => serve::serve(&project, &serve::Options::parse(words)?),
        "dist" => dist::command(&project, words),
        "samples" => no_words(words).and_then(|()| samples::samples(&project)),
        "api" => no_words(words).and_then(|()| api::api(&project)).map(|_| ()),
        "test" => test::test(&project, words),
        "bench" => bench::bench(&project, words),
        "lint" => no_words(words).and_then(|()| lint::lint(&project)),
        "setup" => no_words(words).and_then(|()| setup::setup(&project)).map(|_| println!("Everything is there.")),
        "" | "help" | "--help" | "-h" => {
            print!("{HELP}");
            Ok(())
        }
        other => Err(Failure(format!("there is no such command ({other:?}); `cargo xtask help` lists them"))),
    }
}

fn no_words(words: Vec<String>) -> Outcome<()> {
    match words.first() {
        Some(word) => Err(Failure(format!("{word:?} means nothing here"))),
        None => Ok(()),
    }
}
