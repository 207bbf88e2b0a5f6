//! `btfscope`: BTF in a terminal, on the same core as the page.
//!
//! [`command`] is the command line, [`args`] the arguments that commands share. [`with_base`] opens a file and its
//! base, [`atlases`] an atlas. [`commands`] has a module for each command. Commands print to [`mod@out`], and their
//! errors are those of [`fail`]. This crate has no logic of BTF: it asks the library crates of the workspace.
#![deny(unsafe_code)]

#[cfg(target_env = "musl")]
mod allocator;
mod args;
mod atlases;
mod command;
mod commands;
mod fail;
mod files;
mod in_turn;
mod kernel_modules;
mod limits;
mod out;
mod progress;
mod relocations;
mod room;
mod site;
mod table;
mod types;
mod with_base;

use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

use command::CommandLine;
use fail::say;
use out::{Colours, Out, out};

fn main() -> ExitCode {
    limits::take_calmly();
    let mut command = args::with_limit(CommandLine::command());
    let typed = command.try_get_matches_from_mut(std::env::args_os());
    let typed = typed.and_then(|found| Ok((CommandLine::from_arg_matches(&found)?, found)));
    let (out, result) = match &typed {
        Ok((typed, found)) => {
            let mut out = Out::stdout(typed.color);
            args::note_limit(found);
            if let Some(machine) = typed.machine {
                with_base::set_machine(machine);
            }
            let result = files::note_typed(found).and_then(|()| typed.command.run(&mut out));
            if result.is_err() {
                files::tidy();
            }
            (out, result)
        }
        // Invalid arguments. If stderr is closed, the message is lost.
        Err(e) if e.use_stderr() => {
            let text = e.render().to_string();
            let typed = std::env::args_os().map(|arg| arg.to_string_lossy().into_owned());
            let text = typed
                .filter(|arg| arg.contains('\n'))
                .fold(text, |text, arg| text.replace(&arg, &btf::visible(arg.as_bytes())));
            std::io::stderr().write_all(fail::harmless(&text).as_bytes()).ok();
            return ExitCode::from(2);
        }
        // clap returns `--help` and `--version` as errors, too.
        Err(e) => {
            let mut out = Out::stdout(Colours::Never);
            out!(out, "{}", e.render());
            (out, Ok(0))
        }
    };
    if let Err(e) = out.finish() {
        say(e.message());
        return ExitCode::from(2);
    }
    match result {
        // The result is incomplete, because a file is damaged.
        Ok(_) if with_base::any_damaged() => ExitCode::from(2),
        Ok(status) => ExitCode::from(status),
        Err(failure) => {
            say(failure.message());
            ExitCode::from(failure.status())
        }
    }
}
