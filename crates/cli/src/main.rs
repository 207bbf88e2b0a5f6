//! `btfscope`: BTF in a terminal. The same core that the page uses, behind a few commands.
//!
//! [`command`] is what can be typed, [`args`] what commands share of that; [`with_base`] brings a file and its base; [`commands`] has a file of each
//! command's name; [`out`] is where they print, [`fail`] how they fail. Nothing here knows more of BTF than how to ask the crates below.
#![deny(unsafe_code)]

mod args;
mod command;
mod commands;
mod fail;
mod files;
mod kernel_modules;
mod known_modules;
mod limits;
mod out;
mod progress;
mod room;
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
            let result = files::note_typed(found).and_then(|()| typed.command.run(&mut out));
            (out, result)
        }
        // Bad use. Nothing better can be done about a stderr that is closed.
        Err(e) if e.use_stderr() => {
            let text = e.render().to_string();
            let typed = std::env::args_os().map(|arg| arg.to_string_lossy().into_owned());
            let text = typed
                .filter(|arg| arg.contains('\n'))
                .fold(text, |text, arg| text.replace(&arg, &btf::visible(arg.as_bytes())));
            std::io::stderr().write_all(fail::harmless(&text).as_bytes()).ok();
            return ExitCode::from(2);
        }
        // What `--help` and `--version` print.
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
        // Whatever was found, it is not all that the file had.
        Ok(_) if with_base::any_damaged() => ExitCode::from(2),
        Ok(status) => ExitCode::from(status),
        Err(failure) => {
            say(failure.message());
            ExitCode::from(failure.status())
        }
    }
}
