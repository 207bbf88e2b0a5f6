//! `btfscope`: BTF in a terminal. The same core that the page uses, behind a few commands.
//!
//! [`args`] is what can be typed; [`open`] brings the file and its base; each command has a file of its name; [`out`] is where they
//! print, [`fail`] how they fail. Nothing here knows more of BTF than how to ask the crates below.
#![forbid(unsafe_code)]

mod args;
mod atlas;
mod bytes;
mod check;
mod diff;
mod disasm;
mod dump_types;
mod encode;
mod extract;
mod fail;
mod field;
mod find;
mod graph;
mod history;
mod in_atlas;
mod info;
mod json;
mod layout_types;
mod link;
mod link_reloc;
mod lists;
mod open;
mod out;
mod path_between;
mod picture;
mod relocs;
mod scratch_pad;
mod types;
mod users;
mod verify;

use std::process::ExitCode;

use clap::ArgMatches;

use fail::{Failure, say};
use out::{Colours, Out};

/// Does what was typed. The status is that of a command that got to its end: 2 when the file is damaged.
fn run(matches: &ArgMatches, out: &mut Out) -> Result<u8, Failure> {
    match matches.subcommand() {
        Some(("info", args)) => info::run(args, out),
        Some(("dump", args)) => dump_types::run(args, out),
        Some(("layout", args)) => layout_types::run(args, out),
        Some(("find", args)) => find::run(args, out),
        Some(("relocs", args)) => relocs::run(args, out),
        Some(("check", args)) => check::run(args, out),
        Some(("bytes", args)) => bytes::run(args, out),
        Some(("extract", args)) => extract::run(args),
        Some(("encode", args)) => encode::run(args),
        Some(("users", args)) => users::run(args, out),
        Some(("path", args)) => path_between::run(args, out),
        Some(("link", args)) => link::link(args, out),
        Some(("open", args)) => link::open(args, out),
        Some(("disasm", args)) => disasm::run(args, out),
        Some(("diff", args)) => diff::run(args, out),
        Some(("field", args)) => field::run(args, out),
        Some(("ids", args)) => lists::ids(args, out),
        Some(("kfuncs", args)) => lists::kfuncs(args, out),
        Some(("inlined", args)) => lists::inlined(args, out),
        Some(("base", args)) => lists::base(args, out),
        Some(("graph", args)) => graph::run(args, out),
        Some(("picture", args)) => picture::run(args, out),
        Some(("scratch", args)) => scratch_pad::run(args, out),
        Some(("atlas", args)) => atlas::run(args, out),
        Some(("history", args)) => history::run(args, out),
        Some(("verify", args)) => verify::run(args, out),
        // clap asks for one of these.
        _ => Ok(2),
    }
}

fn main() -> ExitCode {
    let matches = args::command().get_matches();
    let colours = match matches.get_one::<String>("color").map(String::as_str) {
        Some("always") => Colours::Always,
        Some("never") => Colours::Never,
        _ => Colours::Auto,
    };
    let mut out = Out::stdout(colours);
    let result = run(&matches, &mut out);
    if let Err(e) = out.finish() {
        say(&format!("cannot write: {e}"));
        return ExitCode::from(2);
    }
    match result {
        Ok(status) => ExitCode::from(status),
        Err(failure) => {
            say(failure.message());
            ExitCode::from(failure.status())
        }
    }
}
