//! `completions`: completion scripts for shells.

use clap::CommandFactory;
use clap_complete::{Shell, generate};
use dump::{Sink, TokenKind};

use crate::command::CommandLine;
use crate::fail::Failure;
use crate::out::Out;

/// Print the completions of commands and options for a shell
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  btfscope completions bash > ~/.local/share/bash-completion/completions/btfscope
  btfscope completions zsh > ~/.zfunc/_btfscope
  btfscope completions fish > ~/.config/fish/completions/btfscope.fish")]
pub struct Args {
    /// The shell
    #[arg(value_name = "SHELL", value_enum)]
    shell: Shell,
}

/// Runs the command.
///
/// # Errors
/// Never: a failed write is reported when the output ends.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let mut text = Vec::new();
    generate(args.shell, &mut CommandLine::command(), "btfscope", &mut text);
    out.token(TokenKind::Text, &String::from_utf8_lossy(&text));
    Ok(0)
}
