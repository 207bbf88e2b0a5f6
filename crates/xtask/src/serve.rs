//! Serves the page on this computer.

use std::io::{self, Write};
use std::process::{Command, Stdio};

use xtask::site::Site;

use crate::dist::{self, Mode};
use crate::machine::{Doing, Failure, Outcome, Project};

/// The default port.
const PORT: u16 = 8080;

/// How many further ports are tried.
const ATTEMPTS: u16 = 50;

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

/// Builds the page if needed, serves it on the loopback interface, and prints its address as the last line.
pub fn serve(project: &Project, options: &Options) -> Outcome<()> {
    let dist = match options.mode {
        Mode::Release => dist::dist(project)?,
        // dist/ is only for publishing.
        mode => dist::build(project, mode, true, project.work().join("served"))?,
    };
    let mut port = options.port;
    let site = loop {
        match Site::start(&dist, "", port) {
            Err(error)
                if error.kind() == io::ErrorKind::AddrInUse && port - options.port < ATTEMPTS && port < u16::MAX =>
            {
                println!("Port {port} is taken, trying the next one.");
                port += 1;
            }
            result => break result.doing(format_args!("serve on port {port}"))?,
        }
    };
    let address = site.url();
    if options.open {
        open(&address);
    }
    println!("Ctrl+C ends this. Files that you open in the page stay on this computer.\n{address}");
    io::stdout().flush().ok();
    site.run();
    Ok(())
}

/// Asks the desktop to open its browser. The address is printed anyway, so a failure is only a message.
fn open(address: &str) {
    let (program, arguments): (_, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/c", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let started = Command::new(program)
        .args(arguments)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if let Err(error) = started {
        println!("{program} does not start ({error}); open the address yourself.");
    }
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
