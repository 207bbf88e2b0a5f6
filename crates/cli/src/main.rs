//! `btfscope`: BTF in a terminal. The same core that the page uses, behind a few commands.
//!
//! [`command`] is what can be typed, [`args`] what commands share of that; [`open`] brings the file and its base; each command has a file of its name; [`out`] is where they
//! print, [`fail`] how they fail. Nothing here knows more of BTF than how to ask the crates below.
#![forbid(unsafe_code)]

mod args;
mod at_offset;
mod atlas;
mod bytes;
mod calls;
mod check;
mod command;
mod completions;
mod diff;
mod disasm;
mod dump_pieces;
mod dump_types;
mod elf;
mod encode;
mod extract;
mod fail;
mod field;
mod find;
mod graph;
mod history;
mod in_atlas;
mod info;
mod kernel_lists;
mod layout_types;
mod lesson;
mod link;
mod link_reloc;
mod log;
mod man;
mod object;
mod on_base;
mod open;
mod out;
mod paths_between;
mod picture;
mod relocs;
mod scratch_pad;
mod tailor;
mod types;
mod users;
mod values;
mod verify;

use std::process::ExitCode;

use clap::Parser;

use command::CommandLine;
use fail::say;
use out::Out;

fn main() -> ExitCode {
    let typed = CommandLine::parse();
    let mut out = Out::stdout(typed.color);
    let result = typed.command.run(&mut out);
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
