//! Opens the user's browser.

use std::env;
use std::process::{Command, Stdio};
use std::thread;

/// The program that opens an address, with its arguments: the one in `BROWSER`, else that of the desktop. `None` if
/// `BROWSER` is not set and the machine has no screen.
fn opener() -> Option<(String, &'static [&'static str])> {
    let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    let desktop = |program: &str, args: &'static [&'static str]| Some((program.to_owned(), args));
    match env::var("BROWSER") {
        Ok(program) if !program.is_empty() => Some((program, &[])),
        _ if cfg!(target_os = "macos") => desktop("open", &[]),
        _ if cfg!(windows) => desktop("cmd", &["/c", "start", ""]),
        _ if is_set("DISPLAY") || is_set("WAYLAND_DISPLAY") => desktop("xdg-open", &[]),
        _ => None,
    }
}

/// Opens an address in the browser. Returns why the browser does not start; `None` if it starts, and if [`opener`]
/// gives no program.
pub fn open(address: &str) -> Option<String> {
    let (program, args) = opener()?;
    let mut command = Command::new(&program);
    command.args(args).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // In a process group of its own, the browser goes on when Ctrl+C in the terminal ends `view`.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    match command.spawn() {
        Ok(mut child) => {
            // Wait for the child, so that it does not stay as a zombie.
            thread::spawn(move || child.wait().ok());
            None
        }
        Err(e) => Some(format!("{program} does not start ({e}): open the address yourself")),
    }
}
