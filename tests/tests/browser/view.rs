//! `btfscope view`: the page with files of this computer, in a browser.

use std::env;
use std::io::{self, BufRead, BufReader};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;

use tests::browser::{Browser, UnwrapOrSkip, dist};
use tests::skip;

use crate::steps::{NONE, Scratch, fixture, no_errors};

/// A running `btfscope view`. It ends on drop.
struct View {
    child: Child,
    /// The address of the page.
    address: String,
}

impl Drop for View {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

impl View {
    /// Starts `btfscope view` with these files. `None`, with the test reported as skipped, if the program is not built.
    fn start(files: &[&Path]) -> Option<View> {
        // The program is beside the folder that has this test's program. `cargo test --workspace` builds both.
        let test = env::current_exe().unwrap();
        let program = test.ancestors().nth(2).unwrap().join(format!("btfscope{}", env::consts::EXE_SUFFIX));
        if !program.is_file() {
            skip(&format!("{} is not built: cargo build -p btfscope", program.display()));
            return None;
        }
        let mut command = Command::new(program);
        command.args(["view", "--no-open", "--page"]).arg(dist()).args(files);
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        Some(View { child, address: line.trim_end().to_owned() })
    }

    /// The address of the page through a tunnel. As with `ssh -L`, the browser's end of the tunnel has another port.
    fn through_tunnel(&self) -> String {
        let rest = self.address.strip_prefix("http://").unwrap();
        let (host, path) = rest.split_once('/').unwrap();
        let host = host.to_owned();
        let there = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://localhost:{}/{path}", there.local_addr().unwrap().port());
        // The threads run until the process ends.
        thread::spawn(move || {
            for from in there.incoming().flatten() {
                let Ok(to) = TcpStream::connect(&host) else { continue };
                for (mut from, mut to) in [
                    (from.try_clone().unwrap(), to.try_clone().unwrap()),
                    (to.try_clone().unwrap(), from.try_clone().unwrap()),
                ] {
                    thread::spawn(move || {
                        io::copy(&mut from, &mut to).ok();
                        to.shutdown(Shutdown::Write).ok();
                    });
                }
                drop((from, to));
            }
        });
        address
    }
}

/// Types a part of a name into the list of offered files; Enter opens the only one.
async fn choose(page: &Browser, part: &str) {
    page.click("searchbox", "Filter the files").await;
    page.type_text(part).await;
    page.press("Enter").await;
}

#[tokio::test]
async fn named_files_are_open_when_the_page_is_there() {
    let Some(page) = Browser::start().await else { return };
    let files = [fixture("kernel.x86_64.btf"), fixture("layout.clang.bpfel.o")];
    let Some(view) = View::start(&[&files[0], &files[1]]) else { return };
    for address in [view.address.clone(), view.through_tunnel()] {
        page.visit_elsewhere(&address).await;
        page.by_role("listitem", "kernel.x86_64.btf").await;
        page.by_role("listitem", "layout.clang.bpfel.o").await;
        assert_eq!(page.names("alert").await, NONE);
        // A reload keeps the open files, and does not open the closed one.
        page.click("button", "Close kernel.x86_64.btf").await;
        page.reload().await;
        page.by_role("listitem", "layout.clang.bpfel.o").await;
        page.settle().await;
        assert_eq!(page.names("listitem").await.iter().filter(|name| *name == "kernel.x86_64.btf").count(), 0);
        no_errors(&page).await;
    }
    // Links that are made here do not lead to this server.
    let fragment = page.fragment().await;
    assert!(fragment.contains("f=sha256:") && !fragment.contains("127.0.0.1"), "{fragment}");
}

#[tokio::test]
async fn of_a_folder_modules_are_opened_when_they_are_chosen() {
    let Some(page) = Browser::start().await else { return };
    let folder = Scratch::new();
    for (name, of) in [("vmlinux", "kernel.x86_64.btf"), ("sample", "module.x86_64.btf"), ("other", "kinds.bpfel.btf")]
    {
        folder.file(name, &std::fs::read(fixture(of)).unwrap());
    }
    let Some(view) = View::start(&[folder.path()]) else { return };
    page.visit_elsewhere(&view.address).await;
    page.by_role("listitem", "vmlinux").await;
    assert!(!page.has("listitem", "sample").await);
    page.click("button", "Add a file").await;
    page.click("menuitem", "Files of btfscope view").await;
    page.by_role("dialog", "Files of btfscope view").await;
    page.screenshot("view-offered").await;
    assert!(page.names("button").await.iter().any(|name| name.starts_with("other")));
    choose(&page, "samp").await;
    page.by_role("listitem", "sample").await;
    page.wait_for_none("dialog", "Files of btfscope view").await;
    // The module stands on the kernel beside it.
    assert_eq!(page.names("alert").await, NONE);
    no_errors(&page).await;
    // A file that has gone meanwhile is named, and nothing hangs.
    std::fs::remove_file(folder.path().join("other")).unwrap();
    page.click("button", "Add a file").await;
    page.click("menuitem", "Files of btfscope view").await;
    choose(&page, "oth").await;
    page.wait_for_alert("btfscope view says: it cannot be read").await;
}

#[tokio::test]
async fn a_folder_without_a_kernel_shows_its_list() {
    let Some(page) = Browser::start().await else { return };
    let folder = Scratch::new();
    folder.file("some.btf", &std::fs::read(fixture("kernel.x86_64.btf")).unwrap());
    let Some(view) = View::start(&[folder.path()]) else { return };
    page.visit_elsewhere(&view.address).await;
    page.by_role("dialog", "Files of btfscope view").await;
    page.press("Escape").await;
    page.wait_for_none("dialog", "Files of btfscope view").await;
    page.click("button", "Files of btfscope view").await;
    choose(&page, "some").await;
    page.by_role("listitem", "some.btf").await;
    no_errors(&page).await;
}

/// A page of another server gets nothing, even if it knows the whole address.
#[tokio::test]
async fn a_foreign_page_reads_nothing() {
    let folder = Scratch::new();
    folder.file("index.html", b"<!doctype html><title>x</title><h1>Foreign</h1>");
    let Some(page) = Browser::launch_over(folder.path(), (800, 600)).await.unwrap_or_skip() else { return };
    let Some(view) = View::start(&[&fixture("kernel.x86_64.btf")]) else { return };
    page.open("").await;
    let tries = "const address = arguments[0]; \
        const file = address + 'given/0/kernel%2Ex86%5F64%2Ebtf'; \
        const said = async asked => asked.then(() => 'read', () => 'refused'); \
        const add = (name, src) => new Promise((done, refused) => { \
            document.body.append(Object.assign(document.createElement(name), { src, onload: done, onerror: refused })); \
        }); \
        Promise.all([ \
            said(fetch(file)), said(fetch(file, { mode: 'no-cors' })), said(fetch(new URL('/', address))), \
            said(add('script', file)), said(add('img', address + 'icon.svg')), \
        ]).then(all => { window.all = all.join(' '); })";
    page.js_with(tries, vec![view.address.clone().into()]).await;
    page.wait_for("return window.all !== undefined", "five answers").await;
    assert_eq!(page.text_of("return window.all").await, "refused refused refused refused refused");
    // The foreign page may read the files of its own server.
    page.js("fetch('index.html').then(() => { window.own = 'read'; })").await;
    page.wait_for("return window.own === 'read'", "its own file").await;
}
