//! A screen of its own for a browser that has no headless mode: with its own clipboard, and gone when this is dropped.

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
    /// Starts Xvfb on a free number of its choice. Large enough for all windows that tests ask for.
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

    /// What `DISPLAY` is for it.
    pub(super) fn name(&self) -> String {
        format!(":{}", self.number)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // Asked to end it takes its lock and socket away itself. They are not ours to remove: another one may have the number by then.
        Command::new("sh").args(["-c", &format!("kill -TERM {} 2>&-", self.process.id())]).status().ok();
        let began = Instant::now();
        while matches!(self.process.try_wait(), Ok(None)) && began.elapsed() < FAREWELL {
            thread::sleep(Duration::from_millis(10));
        }
        self.process.kill().ok();
        self.process.wait().ok();
    }
}
