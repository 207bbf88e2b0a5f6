//! One chromedriver and the Chromium it starts; both are gone when this is dropped, also after a panic.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// How long chromedriver may take to end a session; after that it is killed.
const FAREWELL: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub(super) struct Driver {
    process: Child,
    port: u16,
    /// The browser's own folder, new for every session and removed with it.
    profile: PathBuf,
    /// Set once the session exists.
    session: Option<String>,
}

impl Driver {
    /// Starts chromedriver on a free port of its choice.
    pub(super) fn start(program: &Path) -> io::Result<Driver> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let profile = std::env::temp_dir().join(format!("btfscope-chromium-{}-{number}", std::process::id()));
        fs::create_dir_all(&profile)?;
        let process = Command::new(program)
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        // From here on dropping `driver` cleans up.
        let mut driver = Driver { process, port: 0, profile, session: None };
        driver.port = announced(&mut driver.process, announced_port)?;
        Ok(driver)
    }

    pub(super) fn url(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    pub(super) fn began(&mut self, session: String) {
        self.session = Some(session);
    }

    /// The capabilities of a session in a headless Chromium that talks to nobody.
    pub(super) fn capabilities(&self, chromium: &Path, width: u32, height: u32) -> serde_json::Map<String, Value> {
        let profile = format!("--user-data-dir={}", self.profile.display());
        let size = format!("--window-size={width},{height}");
        let capabilities = json!({
            "browserName": "chrome",
            // Longer than a page may take to come to rest.
            "timeouts": { "script": 90_000 },
            "goog:loggingPrefs": { "browser": "ALL" },
            "goog:chromeOptions": {
                "binary": chromium,
                "args": [
                    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                    "--disable-background-networking", "--disable-component-update", "--disable-sync",
                    "--disable-background-timer-throttling", "--disable-renderer-backgrounding",
                    "--force-device-scale-factor=1", "--lang=en-US", profile, size,
                ],
            },
        });
        match capabilities {
            Value::Object(map) => map,
            _ => serde_json::Map::new(),
        }
    }

    /// A screenshot without the async client, for a test that is panicking. PNG bytes.
    pub(super) fn last_screenshot(&self) -> Option<Vec<u8>> {
        use base64::Engine;
        let path = format!("/session/{}/screenshot", self.session.as_ref()?);
        let answer: Value = serde_json::from_slice(&self.call("GET", &path)?).ok()?;
        base64::engine::general_purpose::STANDARD.decode(answer["value"].as_str()?).ok()
    }

    /// A plain blocking request: `drop` cannot await. The body of the answer.
    fn call(&self, method: &str, path: &str) -> Option<Vec<u8>> {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).ok()?;
        stream.set_read_timeout(Some(FAREWELL)).ok()?;
        write!(stream, "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\r\n", self.port)
            .ok()?;
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        let mut line = String::new();
        // chromedriver keeps the connection open whatever it is told, so the length has to be read.
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

/// Reads what a driver prints until it names its port, as `port_in` finds it in a line. What comes later is read and dropped: it
/// stops when its pipe is full.
///
/// # Errors
/// When it ends without naming one: with what it printed.
pub fn announced(process: &mut Child, port_in: fn(&str) -> Option<u16>) -> io::Result<u16> {
    let output = process.stdout.take().ok_or_else(|| io::Error::other("its output is not piped"))?;
    let mut output = BufReader::new(output);
    let mut all = String::new();
    loop {
        let before = all.len();
        if output.read_line(&mut all)? == 0 {
            return Err(io::Error::other(format!("it ended without naming its port: {:?}", all.trim_end())));
        }
        if let Some(port) = port_in(&all[before..]) {
            thread::spawn(move || io::copy(&mut output, &mut io::sink()));
            return Ok(port);
        }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // The polite way closes Chromium; the rest is for when it does not answer.
        if let Some(session) = &self.session {
            self.call("DELETE", &format!("/session/{session}"));
        }
        self.process.kill().ok();
        self.process.wait().ok();
        kill_leftovers(&self.profile);
        fs::remove_dir_all(&self.profile).ok();
    }
}

/// The port in chromedriver's "was started successfully on port 12345."
fn announced_port(line: &str) -> Option<u16> {
    let (_, port) = line.split_once("started successfully on port ")?;
    port.trim_end_matches(['.', '\n', '\r']).parse().ok()
}

/// Ends what still runs on our profile folder, whose name nobody else uses. Only where there is a /proc.
fn kill_leftovers(profile: &Path) {
    let wanted = format!("--user-data-dir={}", profile.display());
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Ok(command) = fs::read(entry.path().join("cmdline")) else { continue };
        let ours = command.split(|&byte| byte == 0).any(|argument| argument == wanted.as_bytes());
        if let (true, Ok(id)) = (ours, entry.file_name().to_string_lossy().parse::<u32>()) {
            // The shell's own: not every machine has the program.
            Command::new("sh").args(["-c", &format!("kill -KILL {id}")]).status().ok();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::announced_port;

    #[test]
    fn reads_the_port() {
        assert_eq!(announced_port("ChromeDriver was started successfully on port 36713.\n"), Some(36713));
        assert_eq!(announced_port("Starting ChromeDriver 156.0 on port 0\n"), None);
    }
}
