//! A WebDriver server and the browser that it started. Both end when the [`Driver`] is dropped, also after a panic.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Map, Value};

use super::engine::{Engine, Programs};
use super::screen::Screen;

/// How long to wait for a driver to end its session, and for an X server to end, before they are killed.
pub(super) const FAREWELL: Duration = Duration::from_secs(10);

/// How long a driver may take until it listens, if it does not print its port.
const GREETING: Duration = Duration::from_secs(30);

/// An environment variable with the driver's folder. All processes that the driver starts inherit it. By it we find
/// processes that still run after the driver has ended.
const MARK: &str = "BTFSCOPE_BROWSER_SCRATCH";

#[derive(Debug)]
pub(super) struct Driver {
    engine: Engine,
    process: Child,
    port: u16,
    /// The browser's own folder. It is new for each session and removed with it.
    scratch: PathBuf,
    /// Set once the session exists.
    session: Option<String>,
    /// Errors of the page, as the browser printed them.
    errors: Arc<Mutex<Vec<String>>>,
    _screen: Option<Screen>,
}

impl Driver {
    /// Starts an engine's driver on a free port.
    pub(super) fn start(engine: Engine, programs: &Programs) -> io::Result<Driver> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("btfscope-{engine}-{}-{number}", std::process::id()).to_lowercase();
        let scratch = std::env::temp_dir().join(name);
        fs::create_dir_all(&scratch)?;
        let screen = programs.screen.as_deref().map(Screen::start).transpose()?;
        let port = if engine.names_its_port() { 0 } else { free_port()? };
        let mut command = engine.driver(programs, port, &scratch);
        if let Some(screen) = &screen {
            command.env("DISPLAY", screen.name());
        }
        let process =
            command.env(MARK, &scratch).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        // From here on, dropping `driver` ends the process and removes the folder.
        let errors = Arc::default();
        let mut driver = Driver { engine, process, port, scratch, session: None, errors, _screen: screen };
        if engine.names_its_port() {
            let errors = Arc::clone(&driver.errors);
            let keep = move |line: &str| {
                if let Some(error) = engine.error_in(line) {
                    errors.lock().unwrap_or_else(PoisonError::into_inner).push(error.trim_end().to_owned());
                }
            };
            driver.port = announced(&mut driver.process, move |line| engine.port_in(line), keep)?;
        } else {
            driver.await_port()?;
        }
        Ok(driver)
    }

    /// Waits until the driver accepts connections.
    fn await_port(&mut self) -> io::Result<()> {
        let began = Instant::now();
        while let Err(why) = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)) {
            if let Some(status) = self.process.try_wait()? {
                return Err(io::Error::other(format!("it ended without listening ({status})")));
            } else if began.elapsed() > GREETING {
                return Err(why);
            }
            thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    pub(super) fn url(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    pub(super) fn began(&mut self, session: String) {
        self.session = Some(session);
    }

    /// The WebDriver capabilities for a window of this size.
    pub(super) fn capabilities(&self, programs: &Programs, size: (u32, u32)) -> Map<String, Value> {
        self.engine.capabilities(programs, &self.scratch, size)
    }

    /// The page errors that the browser printed since the last call.
    pub(super) fn take_errors(&self) -> Vec<String> {
        std::mem::take(&mut *self.errors.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// A screenshot (PNG bytes) by a blocking request, for a test that is panicking.
    pub(super) fn last_screenshot(&self) -> Option<Vec<u8>> {
        use base64::Engine;
        let path = format!("/session/{}/screenshot", self.session.as_ref()?);
        let answer: Value = serde_json::from_slice(&self.call("GET", &path)?).ok()?;
        base64::engine::general_purpose::STANDARD.decode(answer["value"].as_str()?).ok()
    }

    /// A blocking HTTP request, because `drop` cannot await. Returns the body of the answer.
    fn call(&self, method: &str, path: &str) -> Option<Vec<u8>> {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).ok()?;
        stream.set_read_timeout(Some(FAREWELL)).ok()?;
        write!(stream, "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\r\n", self.port)
            .ok()?;
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        let mut line = String::new();
        // chromedriver keeps the connection open despite the headers, so read the content's length.
        while reader.read_line(&mut line).ok()? > 2 {
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().ok()?;
            }
            line.clear();
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).ok()?;
        Some(body)
    }
}

/// Reads the output of a program until it prints its number, which `number_in` finds in a line. Later lines go to
/// `later`; they must be read, since a program blocks when its pipe is full.
///
/// # Errors
/// When the program ends without a number: its output.
pub(super) fn announced(
    process: &mut Child,
    number_in: impl Fn(&str) -> Option<u16>,
    later: impl Fn(&str) + Send + 'static,
) -> io::Result<u16> {
    let output = process.stdout.take().ok_or_else(|| io::Error::other("its output is not piped"))?;
    let mut output = BufReader::new(output);
    let mut all = String::new();
    loop {
        let before = all.len();
        if output.read_line(&mut all)? == 0 {
            return Err(io::Error::other(format!("it ended without naming its port: {:?}", all.trim_end())));
        }
        if let Some(number) = number_in(&all[before..]) {
            thread::spawn(move || {
                let mut line = vec![];
                while output.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
                    later(&String::from_utf8_lossy(&line));
                    line.clear();
                }
            });
            return Ok(number);
        }
    }
}

/// A port that is free now. Another process may take it before the driver does; the start then fails and is repeated.
fn free_port() -> io::Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}

impl Drop for Driver {
    fn drop(&mut self) {
        // Ending the session closes the browser. The rest is for a driver that does not answer.
        if let Some(session) = &self.session {
            self.call("DELETE", &format!("/session/{session}"));
        }
        self.process.kill().ok();
        self.process.wait().ok();
        self.kill_leftovers();
        fs::remove_dir_all(&self.scratch).ok();
    }
}

impl Driver {
    /// Kills the processes that still run and have our mark in their environment. Works only where there is a /proc.
    fn kill_leftovers(&self) {
        let wanted = format!("{MARK}={}", self.scratch.display());
        for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
            let Ok(variables) = fs::read(entry.path().join("environ")) else { continue };
            let ours = variables.split(|&byte| byte == 0).any(|variable| variable == wanted.as_bytes());
            if let (true, Ok(id)) = (ours, entry.file_name().to_string_lossy().parse::<u32>()) {
                // The shell's builtin, since not every machine has the program `kill`.
                Command::new("sh").args(["-c", &format!("kill -KILL {id} 2>&-")]).status().ok();
            }
        }
    }
}
