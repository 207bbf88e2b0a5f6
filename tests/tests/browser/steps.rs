//! Steps that several tests share.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, process};

use serde_json::json;
use tests::browser::{Browser, Row};
use tests::fixture;

/// The empty list, to compare with: no errors on the console, no alerts, no rows.
pub const NONE: [&str; 0] = [];

/// The heading of the start page.
pub const LANDING: &str = "See every type in a kernel or a BPF program.";

/// Records in `window.saved` each file that the page saves: name, type, text and size. The script must run before the
/// page's own code.
pub const CATCH: &str = "window.saved = []; const made = URL.createObjectURL; const blobs = new Map(); \
    URL.createObjectURL = blob => { const url = made.call(URL, blob); blobs.set(url, blob); return url; }; \
    HTMLAnchorElement.prototype.click = function () { if (!this.download) return; const blob = blobs.get(this.href); \
    blob.text().then(text => window.saved.push([this.download, blob.type, text.slice(0, 200000), blob.size])); };";

/// A compiled fixture.
pub fn fixture(name: &str) -> PathBuf {
    fixture::folder().join(name)
}

/// A folder for files of a test. It is removed on drop.
pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new() -> Scratch {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("btfscope-page-{}-{number}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        Scratch(folder)
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file and returns its path.
    pub fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, bytes).unwrap();
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

/// Loads the page anew and opens these files.
pub async fn open(page: &Browser, files: &[&Path]) {
    page.open("").await;
    page.browse(files).await;
}

/// Loads the page anew and opens a compiled fixture.
pub async fn open_fixture(page: &Browser, name: &str) {
    open(page, &[&fixture(name)]).await;
}

/// Shows one of the screens that compare with kernels: "Loads on", "CO-RE", "Changes" or "Fields".
pub async fn on_kernels(page: &Browser, mode: &str) {
    let tabs = page.names("tab").await;
    // The tabs of these screens are there only while one of the screens is shown.
    if !tabs.iter().any(|name| name == mode) {
        let left = if tabs.iter().any(|name| name == "Fits") { "Fits" } else { "Kernels" };
        page.click("tab", left).await;
    }
    page.click("tab", mode).await;
}

/// Shows a type of the current file by changing the address, which is a step of the history.
pub async fn show(page: &Browser, kind: &str, name: &str, view: &str) {
    show_member(page, kind, name, view, "").await;
}

/// Like [`show`], with a selected member.
pub async fn show_member(page: &Browser, kind: &str, name: &str, view: &str, member: &str) {
    ask_for(page, kind, name, view, member).await;
    page.settle().await;
}

/// Like [`show_member`], but waits only for the heading: an answer may never come.
pub async fn ask_for(page: &Browser, kind: &str, name: &str, view: &str, member: &str) {
    let go = "const files = location.hash.slice(1).split('&').filter(part => part.startsWith('f=') && !part.startsWith('f=target,')).join('&'); \
              location.hash = `#v=1&${files}&t=${arguments[1]}&kind=${arguments[0]}&view=${arguments[2]}&m=${arguments[3]}`";
    page.js_with(go, vec![json!(kind), json!(name), json!(view), json!(member)]).await;
    page.by_role("heading", &format!("{kind} {name}")).await;
}

/// Selects the list whose tab begins with this word. A number follows the word once the list is computed.
pub async fn click_tab(page: &Browser, word: &str) {
    let tabs = page.names("tab").await;
    let tab =
        tabs.iter().find(|name| name.split(' ').next() == Some(word)).unwrap_or_else(|| panic!("{word}: {tabs:?}"));
    page.click("tab", tab).await;
}

/// The choice in the menu of kinds that lists types without a name.
pub const DERIVED: &str = "Also pointers, arrays, unnamed types";

/// The choice in the page's menu that switches the theme.
pub const THEME: &str = "Light, dark or the system's theme";

/// Chooses an item of the menu whose button has this name.
pub async fn choose(page: &Browser, menu: &str, item: &str) {
    page.click_css(&format!(".menubutton[aria-label^=\"{menu}\"]")).await;
    page.click_css(&format!(".menu:popover-open [aria-label=\"{item}\"]")).await;
}

/// Shows a screen that is under More.
pub async fn more(page: &Browser, name: &str) {
    choose(page, "More", name).await;
}

/// Unfolds the bytes below the inspector, unless an earlier visit left them unfolded.
pub async fn unfold_bytes(page: &Browser) {
    if page.has("button", "Show the bytes").await {
        page.click("button", "Show the bytes").await;
    }
    page.by_role("grid", "Bytes").await;
}

/// The main heading of the page.
pub async fn heading(page: &Browser) -> String {
    page.texts("h1").await.join(" | ")
}

/// The rows of the treegrid "Members": the cells of each, joined.
pub async fn members(page: &Browser) -> Vec<String> {
    page.rows("treegrid", "Members").await.iter().map(line).collect()
}

/// A row of "Members": the cells, joined.
pub fn line(row: &Row) -> String {
    // The end of a type is an element of its own, so that it is never cut off.
    row.text().replace(" [", "[").replace('▾', "▾ ").replace('▸', "▸ ")
}

/// The names of the selected rows of a list, grid or tree. For a tree, without offset, size and type.
pub async fn selected(page: &Browser, role: &str, name: &str) -> Vec<String> {
    let rows = page.rows(role, name).await.into_iter().filter(|row| row.selected);
    rows.map(|row| if role == "tree" { title(&row).to_owned() } else { row.name }).collect()
}

/// The name of a tree node without the offset, size and type after it.
pub fn title(node: &Row) -> &str {
    let number = |(at, _): &(usize, &str)| {
        let rest = node.name[at + 1..].trim_start_matches("→ ");
        rest.starts_with(|c: char| c.is_ascii_digit() || c == '-')
    };
    let end = node.name.match_indices(' ').find(number).map_or(node.name.len(), |(at, _)| at);
    node.name[..end].trim_start_matches("→ ")
}

/// Clicks the first tree node with this name.
pub async fn click_node(page: &Browser, name: &str) {
    let nodes = page.rows("tree", "Type tree").await;
    let node = nodes.iter().find(|node| title(node) == name);
    let node = node.unwrap_or_else(|| panic!("{name} is not among {nodes:?}"));
    page.click("treeitem", &node.name).await;
}

/// The values of some figures of the selected type, in the order of `terms`.
pub async fn figures(page: &Browser, terms: &[&str]) -> Vec<String> {
    let all = page.definitions().await;
    let value = |term: &&str| {
        let start = format!("{term}: ");
        all.iter().find_map(|line| line.strip_prefix(&start)).unwrap_or("(none)").to_owned()
    };
    terms.iter().map(value).collect()
}

/// Asserts that there are no errors on the console. Most tests end with it.
pub async fn no_errors(page: &Browser) {
    assert_eq!(page.console_errors().await, NONE);
}

/// Unfolds "About this file" of the overview that is shown.
pub async fn about_file(page: &Browser) {
    page.css("details.about summary").await;
    page.js("document.querySelector('details.about:not([open]) summary')?.click()").await;
}

/// Takes the files from the stores of the tabs, as if the tab was closed: a reload then asks for them.
pub async fn lose_files(page: &Browser) {
    page.settle().await;
    page.js("return caches.keys().then(names => Promise.all(names.filter(n => n.startsWith('btfscope-tab-')).map(n => caches.delete(n))))")
        .await;
}

/// Waits until the browser remembers this many files.
pub async fn wait_remembered(page: &Browser, count: usize) {
    let body = format!(
        "return caches.open('btfscope-remembered-1').then(c => c.keys()).then(keys => keys.length === {count})"
    );
    page.wait_for(&body, &format!("{count} files in the browser's storage")).await;
}

/// Has the browser remember the file whose overview is shown.
pub async fn remember(page: &Browser) {
    about_file(page).await;
    page.click("checkbox", "remember this file in this browser").await;
}
