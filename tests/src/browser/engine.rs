//! The browsers that the page is tested in, and how to start each.

use std::cell::Cell;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Map, Value, json};
use xtask::tools;

use crate::extended::{is_extended, seed};

/// A browser engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Engine {
    /// Chromium, the default.
    #[default]
    Chromium,
    /// Firefox ESR.
    Firefox,
    /// MiniBrowser of WebKitGTK: the engine nearest to Safari's that runs here.
    WebKit,
}

thread_local! {
    /// The engine of browsers that this thread starts.
    static CHOSEN: Cell<Engine> = const { Cell::new(Engine::Chromium) };
}

/// Restores the previous choice when dropped, also after a panic.
struct Before(Engine);

impl Drop for Before {
    fn drop(&mut self) {
        CHOSEN.set(self.0);
    }
}

/// The programs that an engine needs.
#[derive(Debug)]
pub(super) struct Programs {
    driver: PathBuf,
    /// `None`: the driver finds the browser itself.
    browser: Option<PathBuf>,
    /// Whether the browser is Chromium's headless shell.
    is_shell: bool,
    /// The X server that stands in for a screen.
    pub(super) screen: Option<PathBuf>,
}

/// Whether Chromium is started as a whole, and not its headless shell.
static WHOLE_CHROMIUM: AtomicBool = AtomicBool::new(false);

/// From now on, starts Chromium as a whole: measurements are to have the times of the browser that people use. Without
/// this, tests start its headless shell, if it is installed, except in the extended run.
pub fn start_whole_chromium() {
    WHOLE_CHROMIUM.store(true, Ordering::Relaxed);
}

impl Engine {
    /// Runs a test with this engine. The test must start its browsers on the calling thread.
    pub fn run(self, test: fn()) {
        let _before = Before(CHOSEN.replace(self));
        test();
    }

    /// Runs a test with this engine if the test's name and the seed choose it: they choose Firefox for a sixth of the
    /// tests, WebKit for another sixth. In the extended run, runs every test.
    pub fn run_in_its(self, name: &str, test: fn()) {
        let number = name.bytes().fold(seed(0), |sum, byte| sum.wrapping_add(byte.into()));
        let its = match number % 6 {
            0 => Some(Engine::Firefox),
            1 => Some(Engine::WebKit),
            _ => None,
        };
        if its == Some(self) || is_extended() {
            self.run(test);
        }
    }

    /// The engine of browsers that are started now.
    #[must_use]
    pub fn chosen() -> Engine {
        CHOSEN.get()
    }

    /// Finds the programs of this engine. The error says which one is missing.
    pub(super) fn programs(self) -> Result<Programs, String> {
        let is_whole = WHOLE_CHROMIUM.load(Ordering::Relaxed) || is_extended();
        let shell = tools::headless_shell().filter(|_| self == Engine::Chromium && !is_whole);
        let is_shell = shell.is_some();
        let (driver, browser, screen) = match self {
            Engine::Chromium => {
                let (browser, driver) = shell.map_or_else(tools::chromium, Ok)?;
                (driver.path, Some(browser.path), None)
            }
            Engine::Firefox => (tools::GECKODRIVER.found()?.path, Some(tools::FIREFOX.found()?.path), None),
            Engine::WebKit => {
                let (driver, xvfb) = tools::webkit()?;
                (driver, None, Some(xvfb))
            }
        };
        Ok(Programs { driver, browser, is_shell, screen })
    }

    /// The command that starts the driver on this port; 0 lets the driver choose.
    pub(super) fn driver(self, programs: &Programs, port: u16, scratch: &Path) -> Command {
        let mut command = Command::new(&programs.driver);
        command.arg(format!("--port={port}"));
        match self {
            // The headless shell's folder is a temporary one of the driver: with `--user-data-dir`, no session begins.
            Engine::Chromium => {
                command.env("TMPDIR", scratch);
            }
            // Neither Firefox nor WebKit starts without a home directory.
            Engine::Firefox => {
                command.arg("--profile-root").arg(scratch).env("HOME", scratch);
            }
            // Draw on the processor, and without threads for painting: with several threads, WebKitGTK 2.50.6 crashed
            // in about one test of 400 (a null shader in Skia).
            Engine::WebKit => {
                command.env("HOME", scratch).env_remove("WAYLAND_DISPLAY").env("GDK_BACKEND", "x11");
                command.env("WEBKIT_SKIA_ENABLE_CPU_RENDERING", "1").env("WEBKIT_SKIA_CPU_PAINTING_THREADS", "0");
                // With its JIT compilers, wasm trapped twice in full runs (docs/testing.md). So they are on only in the
                // extended run.
                if !is_extended() {
                    command.env("JSC_useJIT", "0");
                }
            }
        }
        command
    }

    /// Whether the driver accepts port 0 and prints the port that it chose.
    pub(super) fn names_its_port(self) -> bool {
        self != Engine::WebKit
    }

    /// The port in a line that the driver printed.
    pub(super) fn port_in(self, line: &str) -> Option<u16> {
        let before = match self {
            Engine::Chromium => "started successfully on port ",
            Engine::Firefox => "Listening on 127.0.0.1:",
            Engine::WebKit => return None,
        };
        let (_, port) = line.split_once(before)?;
        port.trim_end_matches(['.', '\n', '\r']).parse().ok()
    }

    /// The page error in a line that the driver or its browser printed.
    pub(super) fn error_in(self, line: &str) -> Option<&str> {
        if self != Engine::Firefox {
            return None;
        }
        // Errors of Firefox's own scripts are left out: their addresses have other schemes, and what they print with
        // `console.error` begins without a quotation mark.
        line.strip_prefix("JavaScript error: ")
            .filter(|rest| rest.starts_with("http") || rest.starts_with("blob:"))
            .or_else(|| line.strip_prefix("console.error: ").filter(|rest| rest.starts_with('"')))
    }

    /// The capabilities of a session that contacts no other server.
    pub(super) fn capabilities(
        self,
        programs: &Programs,
        scratch: &Path,
        (width, height): (u32, u32),
    ) -> Map<String, Value> {
        let browser = &programs.browser;
        let mut capabilities = match self {
            Engine::Chromium => {
                let mut args = vec![
                    "--no-sandbox".to_owned(),
                    "--disable-gpu".to_owned(),
                    "--disable-dev-shm-usage".to_owned(),
                    "--disable-background-timer-throttling".to_owned(),
                    "--disable-renderer-backgrounding".to_owned(),
                    "--force-device-scale-factor=1".to_owned(),
                    "--lang=en-US".to_owned(),
                    format!("--window-size={width},{height}"),
                ];
                if programs.is_shell {
                    args.push("--headless".to_owned());
                } else {
                    let whole = [
                        "--headless=new",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                    ];
                    args.extend(whole.map(str::to_owned));
                    args.push(format!("--user-data-dir={}", scratch.display()));
                }
                json!({
                    "browserName": "chrome",
                    "goog:loggingPrefs": { "browser": "ALL" },
                    "goog:chromeOptions": { "binary": browser, "args": args },
                })
            }
            Engine::Firefox => json!({
                "browserName": "firefox",
                "moz:firefoxOptions": {
                    "binary": browser,
                    "args": ["-headless"],
                    "prefs": {
                        // Lets scripts read the clipboard without asking the person.
                        "dom.events.testing.asyncClipboard": true,
                        // Prints the console of pages, but not Firefox's own messages.
                        "devtools.console.stdout.content": true,
                        "devtools.console.stdout.chrome": false,
                        "app.normandy.enabled": false,
                        "messaging-system.rsexperimentloader.enabled": false,
                    },
                },
            }),
            Engine::WebKit => json!({ "browserName": "MiniBrowser" }),
        };
        // Longer than a page may take to settle.
        capabilities["timeouts"] = json!({ "script": 90_000 });
        match capabilities {
            Value::Object(map) => map,
            _ => Map::new(),
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Engine::Chromium => "Chromium",
            Engine::Firefox => "Firefox",
            Engine::WebKit => "WebKit",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Engine;

    #[test]
    fn reads_the_port() {
        let cases = [
            (Engine::Chromium, "ChromeDriver was started successfully on port 36713.\n", Some(36713)),
            (Engine::Chromium, "Starting ChromeDriver 156.0 on port 0\n", None),
            (Engine::Firefox, "1795380507411\tgeckodriver\tINFO\tListening on 127.0.0.1:8767\n", Some(8767)),
        ];
        for (engine, line, port) in cases {
            assert_eq!(engine.port_in(line), port, "{line}");
        }
    }

    #[test]
    fn finds_errors_of_the_page() {
        let error = "http://127.0.0.1:8765/index.html, line 2: Error: uncaught here";
        assert_eq!(Engine::Firefox.error_in(&format!("JavaScript error: {error}")), Some(error));
        assert_eq!(Engine::Firefox.error_in("console.error: \"as said\""), Some("\"as said\""));
        assert_eq!(Engine::Firefox.error_in("console.error: RSLoader: "), None);
        assert_eq!(Engine::Firefox.error_in("JavaScript error: resource://gre/modules/X.sys.mjs, line 50: no"), None);
    }

    #[test]
    fn a_chosen_engine_is_for_one_test() {
        assert_eq!(Engine::chosen(), Engine::Chromium);
        Engine::WebKit.run(|| assert_eq!(Engine::chosen(), Engine::WebKit));
        assert_eq!(Engine::chosen(), Engine::Chromium);
    }
}
