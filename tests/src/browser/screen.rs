//! An X server (Xvfb) for a browser without a headless mode. The server has its own clipboard, and ends when the
//! [`Screen`] is dropped.

use std::io;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::driver::{FAREWELL, announced};

#[derive(Debug)]
pub(super) struct Screen {
    process: Child,
    number: u16,
}

impl Screen {
    /// Starts Xvfb, which chooses a free display number. Its screen is large enough for all windows of the tests.
    pub(super) fn start(xvfb: &Path) -> io::Result<Screen> {
        let process = Command::new(xvfb)
            .args(["-displayfd", "1", "-screen", "0", "2700x1700x24", "-nolisten", "tcp"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let mut screen = Screen { process, number: 0 };
        screen.number = announced(&mut screen.process, |line| line.trim().parse().ok(), |_| {})?;
        Ok(screen)
    }

    /// The value of the variable `DISPLAY` for a browser on this server.
    pub(super) fn name(&self) -> String {
        format!(":{}", self.number)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // Xvfb removes its lock and socket itself on SIGTERM. We must not remove them: another
        // server may have the number by then.
        Command::new("sh").args(["-c", &format!("kill -TERM {} 2>&-", self.process.id())]).status().ok();
        let began = Instant::now();
        while matches!(self.process.try_wait(), Ok(None)) && began.elapsed() < FAREWELL {
            thread::sleep(Duration::from_millis(10));
        }
        self.process.kill().ok();
        self.process.wait().ok();
    }
}
