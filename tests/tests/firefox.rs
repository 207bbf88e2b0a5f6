//! The built site in Firefox: what a person does first, so that it is known to work there. Everything else is tested in Chromium.
#![allow(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, process};

use base64::Engine;
use fantoccini::wd::Capabilities;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tests::browser::announced;
use tests::fixture;
use xtask::site::Site;
use xtask::tools;

/// How long things on the page may take to happen.
const PATIENCE: Duration = Duration::from_secs(30);

/// geckodriver and its scratch folder; both are gone when this is dropped.
struct Driver {
    process: Child,
    port: u16,
    scratch: PathBuf,
}

impl Driver {
    fn start(program: &Path) -> io::Result<Driver> {
        let scratch = env::temp_dir().join(format!("btfscope-firefox-{}", process::id()));
        fs::create_dir_all(&scratch)?;
        let process = Command::new(program)
            .args(["--port", "0", "--profile-root"])
            .arg(&scratch)
            // Where the person has no home of their own, Firefox does not start.
            .env("HOME", &scratch)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let mut driver = Driver { process, port: 0, scratch };
        // "1700000000000 geckodriver INFO Listening on 127.0.0.1:4444"
        let port_in = |line: &str| line.split_once("Listening on 127.0.0.1:")?.1.trim().parse().ok();
        driver.port = announced(&mut driver.process, port_in)?;
        Ok(driver)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
        fs::remove_dir_all(&self.scratch).ok();
    }
}

/// Starts geckodriver and the Firefox that it drives.
async fn connect(program: &Path, capabilities: &Capabilities) -> Result<(Driver, Client), Box<dyn Error>> {
    let driver = Driver::start(program)?;
    let url = format!("http://127.0.0.1:{}/", driver.port);
    let client = ClientBuilder::new(HttpConnector::new()).capabilities(capabilities.clone()).connect(&url).await?;
    Ok((driver, client))
}

struct Page(Client);

impl Page {
    async fn js(&self, body: &str, arguments: Vec<Value>) -> Value {
        self.0.execute(body, arguments).await.unwrap_or_else(|error| panic!("{body}: {error}"))
    }

    async fn text(&self, selector: &str) -> String {
        let body = "return document.querySelector(arguments[0])?.innerText ?? ''";
        self.js(body, vec![selector.into()]).await.as_str().unwrap().to_owned()
    }

    /// Waits until a function body returns something true.
    async fn wait(&self, body: &str) {
        let began = Instant::now();
        while self.js(body, vec![]).await != Value::Bool(true) {
            if began.elapsed() > PATIENCE {
                panic!("waited for {body}\n--- the page:\n{}", self.text("body").await);
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    async fn wait_text(&self, selector: &str, text: &str) {
        let (selector, text) = (json!(selector), json!(text));
        self.wait(&format!("return !!document.querySelector({selector})?.innerText.includes({text})")).await;
    }

    async fn keys(&self, selector: &str, keys: &str) {
        self.0.find(Locator::Css(selector)).await.unwrap().send_keys(keys).await.unwrap();
    }

    /// Drops a file: an event that a page may make itself, since WebDriver has no other.
    async fn drop_file(&self, name: &str, bytes: &[u8]) {
        let body = "const bytes = Uint8Array.from(atob(arguments[1]), c => c.charCodeAt(0)); \
                    const data = new DataTransfer(); \
                    data.items.add(new File([bytes], arguments[0])); \
                    for (const type of ['dragenter', 'dragover', 'drop']) \
                      document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }))";
        let text = base64::engine::general_purpose::STANDARD.encode(bytes);
        self.js(body, vec![name.into(), text.into()]).await;
    }
}

/// A gzip file with the bytes as they are, in stored blocks (RFC 1951, 3.2.4).
fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut out = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
    let count = bytes.chunks(65535).len();
    for (i, part) in bytes.chunks(65535).enumerate() {
        let length = part.len() as u16;
        out.push((i + 1 == count).into());
        out.extend(length.to_le_bytes());
        out.extend((!length).to_le_bytes());
        out.extend(part);
    }
    let crc = bytes.iter().fold(!0u32, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| (crc >> 1) ^ (0xedb8_8320 & 0u32.wrapping_sub(crc & 1)))
    });
    out.extend((!crc).to_le_bytes());
    out.extend((bytes.len() as u32).to_le_bytes());
    out
}

#[tokio::test]
async fn files_open_are_searched_and_shown() {
    let dist = env::var_os("BTFSCOPE_DIST").map_or_else(|| PathBuf::from("../dist"), PathBuf::from);
    if env::var_os("BTFSCOPE_NO_BROWSER").is_some() {
        return tests::skip("browser tests are switched off");
    } else if !dist.join("index.html").is_file() {
        return tests::skip("the site is not built; run `cargo xtask dist`");
    }
    let Ok(firefox) = tools::FIREFOX.found().map_err(|why| tests::skip(&why)) else { return };
    let Ok(geckodriver) = tools::GECKODRIVER.found().map_err(|why| tests::skip(&why)) else { return };
    let site = Site::start(&dist, "some/folder", 0).unwrap();
    let capabilities = json!({
        "browserName": "firefox",
        "moz:firefoxOptions": { "binary": firefox.path, "args": ["-headless", "-width", "1440", "-height", "900"] },
    });
    let Value::Object(capabilities) = capabilities else { unreachable!() };
    // On a busy machine a start may fail; the third time it is a failure.
    let mut tries = 0..3;
    let (_driver, client) = loop {
        tries.next();
        match connect(&geckodriver.path, &capabilities).await {
            Ok(both) => break both,
            Err(why) if !tries.is_empty() => eprintln!("once more: {why}"),
            Err(why) => panic!("Firefox does not start: {why}"),
        }
    };
    let page = Page(client);
    page.0.goto(&site.url()).await.unwrap();
    page.wait("return document.querySelector('h1') !== null").await;
    page.js(
        "window.errors = []; addEventListener('error', e => errors.push(e.message)); \
             addEventListener('unhandledrejection', e => errors.push(String(e.reason)))",
        vec![],
    )
    .await;

    // By the file dialog.
    let kernel = fixture::folder().join("kernel.x86_64.btf").canonicalize().unwrap();
    page.keys("input[type=file]", kernel.to_str().unwrap()).await;
    page.wait_text("[aria-label=Files]", "kernel.x86_64.btf").await;
    // The digest is the browser's, and enters the address.
    page.wait("return location.hash.includes('sha256:')").await;

    // Search: at once, and beside the page.
    page.keys("#search", "task_struct").await;
    page.wait_text("#types [role=option]", "task_struct").await;
    page.js("document.querySelector('#search').value = ''", vec![]).await;
    page.keys("#search", " member:pid").await;
    page.wait("return document.querySelector('[data-searching]') === null").await;
    page.wait_text("#types [role=option]", "task_struct").await;
    page.js("document.querySelector('#types [role=option]').click()", vec![]).await;
    page.wait_text("h1", "task_struct").await;

    // The views, by key and by click.
    page.js("document.activeElement.blur()", vec![]).await;
    page.keys("body", "2").await;
    page.wait_text("[aria-label='Type tree']", "pid").await;
    for (tab, selector, text) in [
        ("C", "main", "struct task_struct {"),
        ("Record", "main", "STRUCT 'task_struct'"),
        ("Layout", "[aria-label=Members]", "pid"),
    ] {
        let tab = page.0.find(Locator::XPath(&format!("//*[@role='tab'][.='{tab}']"))).await.unwrap();
        tab.click().await.unwrap();
        page.wait_text(selector, text).await;
    }
    page.wait_text("[aria-label=Bytes]", "00").await;

    // By a drop: a module finds its kernel. Packed, so that the worker has to open it.
    page.drop_file("module.x86_64.ko.gz", &gzip(&fixture::read("module.x86_64.ko"))).await;
    page.wait_text("[aria-label=Files]", "module.x86_64.ko.gz").await;
    page.keys("#search", "fixture_device").await;
    page.wait_text("#types [role=option]", "fixture_device").await;
    assert_eq!(page.js("return errors", vec![]).await, json!([]));
    page.0.clone().close().await.unwrap();
}
