//! `help`: the help of a command, as its `--help` prints it.

use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue};

use crate::args::with_limit;
use crate::command::CommandLine;
use crate::fail::Failure;
use crate::out::{Out, out};

/// Print the help of a command, as its --help does
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Without COMMAND the help of the whole is printed.

Examples:
  btfscope help layout
  btfscope help atlas build")]
pub struct Args {
    /// The command; of a command with commands of its own, both words
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,
}

/// Runs the command.
///
/// # Errors
/// When there is no such command.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let mut command = with_limit(CommandLine::command());
    let words = args.command.iter().map(String::as_str);
    match command.try_get_matches_from_mut(["btfscope"].into_iter().chain(words).chain(["--help"])) {
        Err(e) if !e.use_stderr() => {
            out!(out, "{}", e.render());
            Ok(0)
        }
        Err(e) => Err(Failure::Bad(no_command(&args.command, &e))),
        Ok(_) => Err(Failure::Bad(format!("help: there is no command “{}”", args.command.join(" ")))),
    }
}

/// The message for words that are no command, with the commands that may be meant.
fn no_command(words: &[String], e: &clap::Error) -> String {
    let word = match e.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(word)) => word.clone(),
        _ => words.join(" "),
    };
    let meant = match e.get(ContextKind::SuggestedSubcommand) {
        Some(ContextValue::String(meant)) => vec![meant.clone()],
        Some(ContextValue::Strings(meant)) => meant.clone(),
        _ => Vec::new(),
    };
    match meant.as_slice() {
        [] => format!("help: there is no command “{word}”; `btfscope help` lists all"),
        near => format!("help: there is no command “{word}”: did you mean {}?", near.join(" or ")),
    }
}
