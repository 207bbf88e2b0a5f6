//! Drives a real browser over the built site: Chromium, or the one that [`Engine::run`] chooses.
//!
//! ```no_run
//! # async fn example() {
//! use tests::browser::Browser;
//! let Some(page) = Browser::start().await else { return };
//! page.open("").await;
//! page.browse(&["vmlinux.btf".as_ref()]).await;
//! page.by_role("heading", "vmlinux").await;
//! page.press("Ctrl+K").await;
//! assert_eq!(page.console_errors().await, [""; 0]);
//! # }
//! ```
//!
//! A [`Browser`] is one WebDriver server, one browser with a fresh profile, and one server of the site. The site is
//! served below a sub-folder, so the tests show that it works at any path. As many browsers as there are processors,
//! and one more, run at a time; others wait. A command that fails panics. When a wait times out, the message says what
//! was waited for, and what the page showed instead. A test that panics leaves a screenshot in `target/screenshots`.

mod axe;
mod command;
mod console;
mod driver;
mod engine;
mod history;
mod input;
mod keys;
mod look;
mod measure;
mod read;
mod screen;
mod tabs;
mod turn;
mod why;

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use site::Site;

use self::command::Post;
use self::console::Entry;
use self::driver::Driver;
use self::engine::Programs;
pub use self::engine::{Engine, start_whole_chromium};
pub use self::look::Theme;
pub use self::measure::Held;
pub use self::read::Row;
pub use self::tabs::BrowserTab;
use self::turn::Turn;

/// The path at which the tests serve the site.
const MOUNT: &str = "some/folder";

/// How long to wait for a change of the page. On a slow machine, decoding a kernel takes long.
const PATIENCE: Duration = Duration::from_secs(60);

/// How often starting a browser is tried. On a busy machine a start may fail.
const TRIES: u32 = 3;

/// The default window size, in CSS pixels.
const WINDOW: (u32, u32) = (1440, 900);

/// A browser that looks at the built site.
#[derive(Debug)]
pub struct Browser {
    engine: Engine,
    client: Client,
    /// Console entries that were already fetched, since the browser reports each only once.
    console: Mutex<Vec<Entry>>,
    driver: Driver,
    site: Site,
    _turn: Turn,
}

impl Browser {
    /// Starts a browser with a window of 1440 x 900 and an empty page; see [`Browser::open`].
    ///
    /// `None`, with the test reported as skipped, when the browser, its driver or the built site is missing, or browser
    /// tests are switched off.
    ///
    /// # Panics
    /// When they exist but the browser does not start.
    pub async fn start() -> Option<Browser> {
        Browser::launch(WINDOW).await.unwrap_or_skip()
    }

    /// Like [`Browser::start`] with a window of another size in CSS pixels, but returns the error instead of skipping.
    ///
    /// # Errors
    /// When the built site or a program is missing, browser tests are switched off, or the static server or the browser
    /// did not start; the error says which.
    pub async fn launch(size: (u32, u32)) -> Result<Browser, Refusal> {
        let dist = dist();
        if !dist.join("index.html").is_file() {
            return Err(Refusal::missing("the site is not built; run `cargo xtask dist`"));
        }
        Browser::launch_over(&dist, size).await
    }

    /// Like [`Browser::launch`], serving another folder of pages, which is not checked.
    ///
    /// # Errors
    /// When a program is missing, browser tests are switched off, or the static server or the browser did not start;
    /// the error says which.
    pub async fn launch_over(pages: &Path, (width, height): (u32, u32)) -> Result<Browser, Refusal> {
        if env::var_os("BTFSCOPE_NO_BROWSER").is_some() {
            return Err(Refusal::missing("browser tests are switched off"));
        }
        let engine = Engine::chosen();
        let programs = engine.programs().map_err(Refusal::Missing)?;
        why::say_at_once();
        let turn = Turn::take();
        let site = Site::start(pages, MOUNT, 0).map_err(Refusal::failed("the static server"))?;
        let mut tries = 0..TRIES;
        let (driver, client) = loop {
            tries.next();
            match connect(engine, &programs, (width, height)).await {
                Ok(both) => break both,
                Err(Refusal::Failed(why)) if !tries.is_empty() => eprintln!("once more: {why}"),
                Err(refusal) => return Err(refusal),
            }
        };
        let browser = Browser { engine, client, console: Mutex::default(), driver, site, _turn: turn };
        browser.resize(width, height).await;
        Ok(browser)
    }

    /// The address of the site's folder, with a slash at the end.
    #[must_use]
    pub fn url(&self) -> String {
        self.site.url()
    }

    /// How many bytes the server has sent of files whose address ends with `end`.
    #[must_use]
    pub fn sent(&self, end: &str) -> u64 {
        self.site.sent(end)
    }

    /// From now on the server answers a request for a missing file with index.html, as hosts of
    /// single-page sites do.
    pub fn set_one_page(&self) {
        self.site.set_one_page();
    }

    /// Stops the server, as if the network was lost.
    pub fn unplug(&mut self) {
        self.site.stop();
    }

    /// Loads a page of another server and waits until it has settled.
    pub async fn visit_elsewhere(&self, address: &str) {
        self.keep_errors().await;
        self.check("open a page elsewhere", self.client.goto(address).await);
        self.keep_errors().await;
        self.settle().await;
    }

    /// Loads the site with this fragment (without `#`; empty for none) in a new document, and waits for its main
    /// heading.
    pub async fn open(&self, fragment: &str) {
        self.go(fragment).await;
        self.wait_for("return document.querySelector('h1') !== null", "the page's main heading").await;
        self.settle().await;
    }

    /// Loads the site with this fragment in a new document, without waiting.
    pub async fn go(&self, fragment: &str) {
        self.keep_errors().await;
        // A change of only the fragment would not load a document.
        self.check("leave the page", self.client.goto("about:blank").await);
        let hash = if fragment.is_empty() { "" } else { "#" };
        self.check("open the site", self.client.goto(&format!("{}{hash}{fragment}", self.url())).await);
        self.keep_errors().await;
    }

    /// Loads another page of the site, given by its path below the site's address, and waits until it has settled.
    pub async fn visit(&self, path: &str) {
        self.keep_errors().await;
        self.check("open a page", self.client.goto(&format!("{}{path}", self.url())).await);
        self.keep_errors().await;
        self.settle().await;
    }

    /// The address bar's fragment, without `#`.
    pub async fn fragment(&self) -> String {
        self.text_of("return location.hash.slice(1)").await
    }

    /// Runs a function body in the page and returns its result (`return`) as JSON.
    pub async fn js(&self, body: &str) -> Value {
        self.js_with(body, vec![]).await
    }

    /// Like [`Browser::js`], with `arguments`.
    pub async fn js_with(&self, body: &str, arguments: Vec<Value>) -> Value {
        self.check(body, self.client.execute(body, arguments).await)
    }

    /// The string that a function body returns; empty if it returns something else.
    pub async fn text_of(&self, body: &str) -> String {
        self.js(body).await.as_str().unwrap_or_default().to_owned()
    }

    /// The visible text of the page.
    pub async fn text(&self) -> String {
        self.text_of("return document.body?.innerText ?? ''").await
    }

    /// Waits until a function body returns a value other than null and false. `what` completes the sentence "waited
    /// for ...".
    ///
    /// # Panics
    /// After a minute. The message contains the page's address, text and console.
    pub async fn wait_for(&self, body: &str, what: &str) {
        if self.until(body, vec![]).await.is_none() {
            self.fail(&format!("waited for {what}")).await;
        }
    }

    /// Runs a function body in the page repeatedly until its result is neither null nor false, and returns this result;
    /// `None` after a minute. The loop is in the page, because each command through a driver costs milliseconds.
    async fn until(&self, body: &str, arguments: Vec<Value>) -> Option<Value> {
        let script = include_str!("until.js").replace("CHECK", body);
        let began = Instant::now();
        loop {
            let mut arguments = arguments.clone();
            arguments.push(json!(PATIENCE.saturating_sub(began.elapsed()).as_millis() as u64));
            match self.client.execute_async(&script, arguments).await {
                Ok(Value::Array(mut found)) => return found.pop(),
                // Firefox: another page was loaded meanwhile, so ask the new page.
                Ok(Value::Null) if began.elapsed() < PATIENCE => tokio::time::sleep(Duration::from_millis(25)).await,
                Ok(error) => panic!("{body}: {error}"),
                // Other browsers: another page was loaded meanwhile.
                Err(error) if is_unloaded(&error.to_string()) && began.elapsed() < PATIENCE => {
                    tokio::time::sleep(Duration::from_millis(25)).await;
                }
                Err(error) => panic!("{body}: {error}"),
            }
        }
    }

    /// Makes the next commands go to a frame of the page, by its number in the document.
    pub async fn enter_frame(&self, number: u16) {
        self.check("enter a frame", self.client.enter_frame(number).await);
    }

    /// Waits until the page shows this text.
    pub async fn wait_for_text(&self, text: &str) {
        let body = format!("return document.body.innerText.includes({})", Value::from(text));
        self.wait_for(&body, &format!("the text {text:?}")).await;
    }

    /// Waits until the page is idle: nothing is marked as busy, and the document has not changed for a moment.
    pub async fn settle(&self) {
        self.settle_for(150).await;
    }

    /// Like [`Browser::settle`] after a key or a click: their effect comes at once or in the next timer.
    async fn settle_soon(&self) {
        self.settle_for(50).await;
    }

    async fn settle_for(&self, quiet: u32) {
        let settled = self.client.execute_async(include_str!("settle.js"), vec![json!(quiet)]).await;
        if self.check("wait for the page to settle", settled) != Value::Bool(true) {
            self.fail("the page does not come to rest").await;
        }
    }

    /// Panics with the expectation and the current state of the page.
    pub async fn fail(&self, wanted: &str) -> ! {
        let mut text = self.text().await;
        if let Some((end, _)) = text.char_indices().nth(2000) {
            text.truncate(end);
            text.push_str(" ...");
        }
        let console = self.console().await.join("\n");
        let url = self.client.current_url().await.map(String::from).unwrap_or_default();
        panic!("{wanted}\n  at {url}\n--- the page:\n{text}\n--- its console:\n{console}\n---")
    }

    /// A command of the Chrome DevTools Protocol.
    async fn devtools(&self, command: &str, parameters: Value) -> Value {
        assert_eq!(self.engine, Engine::Chromium, "{command} is for Chromium only");
        self.post("goog/cdp/execute", json!({ "cmd": command, "params": parameters })).await
    }

    async fn post(&self, path: &'static str, body: Value) -> Value {
        let answer = self.client.issue_cmd(Post::new(path, &body)).await;
        self.check(&format!("{path} {body}"), answer)
    }

    /// The value, or a panic that says what failed.
    fn check<T, E: std::fmt::Display>(&self, doing: &str, result: Result<T, E>) -> T {
        result.unwrap_or_else(|error| panic!("{doing}: {error}"))
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !thread::panicking() {
            return;
        }
        let name = thread::current().name().unwrap_or("panic").replace("::", "-");
        if let Some(picture) = self.driver.last_screenshot() {
            let path = screenshots().join(format!("{name}-failed.png"));
            if fs::create_dir_all(screenshots()).and_then(|()| fs::write(&path, picture)).is_ok() {
                eprintln!("the page at that moment: {}", path.display());
            }
        }
    }
}

/// Whether a driver's error means that the page was left while it was asked.
fn is_unloaded(error: &str) -> bool {
    const PARTS: [&str; 6] = [
        "document unloaded",
        "Document was unloaded",
        "aborted by navigation",
        "execution context",
        "context with specified id",
        "frame detached",
    ];
    PARTS.iter().any(|part| error.contains(part))
}

/// The reason why there is no browser.
#[derive(Debug)]
pub enum Refusal {
    /// Something is not installed or not built: the test is skipped.
    Missing(String),
    /// Something exists but does not work: the test fails.
    Failed(String),
}

/// Unwraps a browser, or skips the test.
pub trait UnwrapOrSkip {
    /// The browser; `None`, with the test reported as skipped, when something is missing.
    ///
    /// # Panics
    /// When everything exists but the browser does not start.
    fn unwrap_or_skip(self) -> Option<Browser>;
}

impl UnwrapOrSkip for Result<Browser, Refusal> {
    fn unwrap_or_skip(self) -> Option<Browser> {
        match self {
            Ok(browser) => Some(browser),
            Err(Refusal::Missing(what)) => {
                crate::skip(&what);
                None
            }
            Err(Refusal::Failed(why)) => panic!("{why}"),
        }
    }
}

impl Refusal {
    fn missing(what: &str) -> Refusal {
        Refusal::Missing(what.to_owned())
    }

    fn failed<E: std::fmt::Display>(what: &'static str) -> impl Fn(E) -> Refusal {
        move |error| Refusal::Failed(format!("{what} does not start: {error}"))
    }
}

/// Starts a driver and its browser.
async fn connect(engine: Engine, programs: &Programs, size: (u32, u32)) -> Result<(Driver, Client), Refusal> {
    let mut driver = Driver::start(engine, programs).map_err(Refusal::failed("the driver"))?;
    let client = ClientBuilder::new(HttpConnector::new())
        .capabilities(driver.capabilities(programs, size))
        .connect(&driver.url())
        .await
        .map_err(Refusal::failed("the browser"))?;
    let session = client.session_id().await.map_err(Refusal::failed("the session"))?;
    driver.began(session.unwrap_or_default());
    Ok((driver, client))
}

/// The folder of the built site: `BTFSCOPE_DIST`, or `dist` in the project's folder.
pub fn dist() -> PathBuf {
    env::var_os("BTFSCOPE_DIST").map_or_else(|| top().join("dist"), PathBuf::from)
}

/// The folder for screenshots.
fn screenshots() -> PathBuf {
    top().join("target/screenshots")
}

fn top() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().unwrap_or(tests).to_owned()
}
