//! `site FOLDER PORT [--open]`: serves a folder on this computer until the process ends. `cargo xtask serve` runs it.

use std::env;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use site::Site;

/// The number of ports that are tried after the wanted one.
const ATTEMPTS: u16 = 50;

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let done = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [folder, port] => serve(folder, port, false),
        [folder, port, "--open"] => serve(folder, port, true),
        _ => Err("usage: site FOLDER PORT [--open]".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// Serves a folder, on the first free port from `port` on, and prints the address as the last line.
fn serve(folder: &str, port: &str, is_opened: bool) -> Result<(), String> {
    let wanted: u16 = port.parse().map_err(|_| format!("{port:?}: expected a port up to 65535"))?;
    let mut port = wanted;
    let site = loop {
        match Site::start(Path::new(folder), "", port) {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse && port - wanted < ATTEMPTS && port < u16::MAX => {
                println!("Port {port} is taken, trying the next one.");
                port += 1;
            }
            result => break result.map_err(|error| format!("cannot serve {folder} on port {port}: {error}"))?,
        }
    };
    let address = site.url();
    if is_opened {
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
