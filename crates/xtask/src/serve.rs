//! Serves the page on this computer.

use std::process::Command;

use crate::dist::{self, Mode};
use crate::machine::{Doing, Failure, Outcome, Project};
use crate::tool;

/// The default port.
const PORT: u16 = 8080;

/// The options of the command line.
#[derive(Debug, PartialEq, Eq)]
pub struct Options {
    /// The wanted port; 0 takes any.
    port: u16,
    /// True if the page is to be opened in the user's browser.
    open: bool,
    mode: Mode,
}

impl Options {
    /// Reads the words after `serve`.
    pub fn parse(words: Vec<String>) -> Outcome<Options> {
        let mut options = Options { port: PORT, open: false, mode: Mode::Serve };
        let mut words = words.iter().map(String::as_str);
        while let Some(word) = words.next() {
            let port = match (word, word.strip_prefix("--port=")) {
                ("--port", _) => Some(words.next().unwrap_or_default()),
                (_, port) => port,
            };
            match (word, port) {
                (_, Some(port)) => {
                    options.port =
                        port.parse().map_err(|_| Failure(format!("--port {port:?}: expected a number up to 65535")))?;
                }
                ("--open", _) => options.open = true,
                ("--dev", _) => options.mode = Mode::Dev,
                ("--release", _) => options.mode = Mode::Release,
                _ => return Err(Failure(format!("unknown argument: {word}"))),
            }
        }
        Ok(options)
    }
}

/// Builds the page if needed, and hands over to the tool that serves it on the loopback interface and prints its
/// address.
pub fn serve(project: &Project, options: &Options) -> Outcome<()> {
    let dist = match options.mode {
        Mode::Release => dist::dist(project)?,
        // dist/ is only for publishing.
        mode => dist::build(project, mode, true, project.work().join("served"))?,
    };
    let mut server = tool::command(project, tool::SITE)?;
    server.arg(dist).arg(options.port.to_string());
    if options.open {
        server.arg("--open");
    }
    become_program(&mut server)
}

/// Runs a program in place of this process, so that a signal to this process ends the program.
#[cfg(unix)]
fn become_program(command: &mut Command) -> Outcome<()> {
    use std::os::unix::process::CommandExt;
    Err(command.exec()).doing("start the server")
}

/// Runs a program to its end: only Unix can put it in the place of this process.
#[cfg(not(unix))]
fn become_program(command: &mut Command) -> Outcome<()> {
    crate::machine::run(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Options, String> {
        Options::parse(line.split_ascii_whitespace().map(str::to_owned).collect()).map_err(|failure| failure.0)
    }

    #[test]
    fn options() {
        assert_eq!(parse("").unwrap(), Options { port: 8080, open: false, mode: Mode::Serve });
        assert_eq!(parse("--port 0 --open --dev").unwrap(), Options { port: 0, open: true, mode: Mode::Dev });
        assert_eq!(parse("--port=9000").unwrap().port, 9000);
        assert_eq!(parse("--release").unwrap().mode, Mode::Release);
        assert!(parse("--port").unwrap_err().contains("number"));
        assert!(parse("--port 70000").unwrap_err().contains("70000"));
        assert!(parse("--fast").unwrap_err().contains("--fast"));
    }
}
