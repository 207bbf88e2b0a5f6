//! Workers that die: the page says so, and continues with a new one.

use std::fs;
use std::path::Path;

use desk::ENDED;
use tests::browser::{Browser, UnwrapOrSkip, dist};
use tests::fixture::read;

use crate::packed::zstd;
use crate::steps::{NONE, Scratch, ask_for, fixture, open, show};

/// Code that runs before the worker's own. After the message `throw at the next`, it throws at the next message, like a
/// bug in the worker.
const TRAP: &str = "let armed = false; addEventListener('message', e => { \
    if (armed) { armed = false; e.stopImmediatePropagation(); throw new Error('thrown for a test'); } \
    if (e.data === 'throw at the next') { armed = true; e.stopImmediatePropagation(); } });\n";

/// Code that runs before the page's own: `made` contains its workers. While `trap` is set, new workers throw at their
/// first message.
const WATCH: &str = "window.made = []; const Plain = Worker; \
    window.Worker = class extends Plain { constructor(...all) { super(...all); made.push(this); \
        if (window.trap) this.addEventListener('message', () => this.postMessage('throw at the next'), { once: true }); } };";

/// A copy of the built page with [`TRAP`]. `None` if the page has no script that loads a worker.
fn trapped() -> Option<Scratch> {
    let page = Scratch::new();
    copy(&dist(), page.path());
    let files = fs::read_dir(page.path()).ok()?.flatten();
    let loader = files.map(|entry| entry.path()).find(|path| path.to_string_lossy().ends_with("_loader.js"))?;
    let text = fs::read_to_string(&loader).unwrap();
    fs::write(loader, format!("{TRAP}{text}")).unwrap();
    Some(page)
}

pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).into_iter().flatten().flatten() {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() { copy(&from, &to) } else { fs::copy(from, to).map(|_| ()).unwrap() }
    }
}

/// A browser with the page of [`trapped`], or with the built page itself if that loads no worker. `None`, with the test
/// reported as skipped, without a browser or a built page.
async fn start() -> Option<(Browser, Option<Scratch>)> {
    let pages = trapped();
    let folder = pages.as_ref().map_or_else(dist, |pages| pages.path().to_owned());
    if pages.is_none() {
        return Browser::start().await.map(|page| (page, None));
    }
    let page = Browser::launch_over(&folder, (1440, 900)).await.unwrap_or_skip()?;
    page.before_each_page(WATCH).await;
    Some((page, pages))
}

/// Asserts that the console has no errors but those thrown for a test. Some browsers report what a worker threw on the
/// console, others leave it to the page.
async fn only_ours(page: &Browser) {
    let errors = page.console_errors().await;
    assert!(errors.iter().all(|error| error.contains("thrown for a test")), "{errors:?}");
}

#[tokio::test]
async fn the_desk_dies_and_another_answers() {
    let Some((page, _pages)) = start().await else { return };
    open(&page, &[&fixture("kernel.x86_64.btf")]).await;
    show(&page, "struct", "list_head", "users").await;
    page.by_role("listbox", "Users").await;
    let before = page.rows("listbox", "Users").await;
    assert!(!before.is_empty());
    // The worker will throw at the next question.
    page.js("made.at(-1).postMessage('throw at the next')").await;
    let workers = page.js("return made.length").await;
    show(&page, "struct", "task_struct", "users").await;
    page.wait_for_text("thrown for a test").await;
    let alerts = page.texts_of("alert").await;
    assert_eq!(alerts.len(), 1, "said once: {alerts:?}");
    page.screenshot("worker-died").await;
    // Views that ask no worker keep working. The next question starts a new worker, which gets the
    // file again.
    show(&page, "struct", "task_struct", "layout").await;
    assert!(!page.rows("treegrid", "Members").await.is_empty());
    show(&page, "struct", "list_head", "users").await;
    page.by_role("listbox", "Users").await;
    assert_eq!(page.rows("listbox", "Users").await, before);
    assert!(page.js("return made.length").await.as_u64() > workers.as_u64(), "a new worker");
    assert_eq!(page.texts_of("alert").await, NONE);
    // The question that failed is asked again.
    show(&page, "struct", "task_struct", "users").await;
    page.by_role("listbox", "Users").await;
    only_ours(&page).await;
}

#[tokio::test]
async fn the_desk_vanishes_and_another_answers() {
    let Some((page, _pages)) = start().await else { return };
    open(&page, &[&fixture("kernel.x86_64.btf")]).await;
    show(&page, "struct", "list_head", "users").await;
    page.by_role("listbox", "Users").await;
    // The worker ends without an error event, as when a browser is short of memory.
    page.js("made.at(-1).terminate()").await;
    let workers = page.js("return made.length").await;
    ask_for(&page, "struct", "task_struct", "users", "").await;
    page.wait_for_text("has not responded for 15 seconds").await;
    page.screenshot("worker-silent").await;
    page.click("button", "Restart it").await;
    page.wait_for_text(ENDED).await;
    assert!(!page.names("button").await.contains(&"Restart it".to_owned()));
    show(&page, "struct", "list_head", "users").await;
    page.by_role("listbox", "Users").await;
    assert!(page.js("return made.length").await.as_u64() > workers.as_u64(), "a new worker");
    assert_eq!(page.console_errors().await, NONE);
}

#[tokio::test]
async fn opening_dies_and_works_when_asked_again() {
    let Some((page, _pages)) = start().await else { return };
    page.open("").await;
    let scratch = Scratch::new();
    let packed = scratch.file("kernel.btf.zst", &zstd(&read("kernel.x86_64.btf")));
    page.js("window.trap = true").await;
    page.browse(&[&packed]).await;
    page.wait_for_text("thrown for a test").await;
    assert_eq!(page.texts_of("alert").await.len(), 1);
    assert_eq!(page.names("progressbar").await, NONE, "nothing is being read any more");
    page.js("window.trap = false").await;
    page.browse(&[&packed]).await;
    page.by_role("listbox", "Types").await;
    assert_eq!(page.texts_of("alert").await, NONE, "what was said of the same file is gone");
    only_ours(&page).await;
}
