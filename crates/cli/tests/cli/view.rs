//! `view`: the files that its server gives, to whom, and the requests that it refuses.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tests::fixture;

use crate::run::{bad, folder, program, text};

/// A running `view`, which is killed when this value is dropped.
struct View {
    child: Child,
    /// The host and port.
    host: String,
    /// The path of the page: `/TOKEN/`.
    path: String,
}

impl Drop for View {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// An answer: the status, the head in lower case, the body.
struct Answer {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl View {
    fn start(command: &mut Command) -> View {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("it runs");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut line = String::new();
        out.read_line(&mut line).expect("an address");
        let address = line.trim_end().strip_prefix("http://").unwrap_or_else(|| panic!("{line:?}"));
        let (host, path) = address.split_once('/').expect("a path");
        let view = View { child, host: host.to_owned(), path: format!("/{path}") };
        let mut tunnel = String::new();
        out.read_line(&mut tunnel).expect("a second line");
        let port = host.rsplit(':').next().expect("a port");
        assert!(tunnel.contains(&format!("ssh -C -L {port}:127.0.0.1:{port} ")), "{tunnel}");
        view
    }

    fn raw(&self, request: &str) -> Answer {
        let mut stream = TcpStream::connect(&self.host).expect("it listens");
        stream.write_all(request.as_bytes()).expect("sent");
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("an answer");
        let end = bytes.windows(4).position(|w| w == b"\r\n\r\n").expect("a head");
        let head = String::from_utf8(bytes[..end].to_vec()).expect("UTF-8").to_ascii_lowercase();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        Answer { status, head, body: bytes[end + 4..].to_vec() }
    }

    /// GET of a path below the host, with further header lines.
    fn get(&self, path: &str, headers: &str) -> Answer {
        self.raw(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\n{headers}\r\n", self.host))
    }

    /// GET of a path below the page.
    fn page(&self, path: &str) -> Answer {
        self.get(&format!("{}{path}", self.path), "")
    }
}

/// The folder of a page: a start page, a script, an atlas, a hidden file, and a link to a file beside the folder.
fn page(test: &str) -> PathBuf {
    let page = folder(test).join("page");
    fs::create_dir_all(page.join("atlas")).expect("a folder");
    let files = [
        ("index.html", "<html><head><title>x</title></head><body></body></html>"),
        ("start.js", "1"),
        ("atlas/a.atlas", "0123456789"),
        (".hidden", "secret"),
        ("../beside.txt", "secret"),
    ];
    for (name, text) in files {
        fs::write(page.join(name), text).expect("written");
    }
    symlink(page.join("../beside.txt"), page.join("link.txt")).expect("a link");
    page
}

fn view(page: &Path) -> Command {
    let mut command = program();
    command.args(["view", "--page", text(page), "--no-open"]);
    command
}

#[test]
fn the_page_and_the_named_files_are_served() {
    let page = page("view-served");
    let view = View::start(view(&page).args(["kernel.x86_64.btf", "broken"].map(|name| match name {
        "broken" => page.join("../beside.txt"),
        name => PathBuf::from(name),
    })));
    let index = view.page("");
    let html = String::from_utf8(index.body).expect("UTF-8");
    assert_eq!(index.status, 200);
    assert!(index.head.contains("content-type: text/html"), "{}", index.head);
    let kernel = fixture::read("kernel.x86_64.btf");
    let size = kernel.len();
    let meta = format!("<meta name=\"btfscope-given\" content=\"given/0/kernel%2Ex86%5F64%2Ebtf; {size}\">");
    assert!(html.contains(&meta) && html.ends_with("</head><body></body></html>"), "{html}");
    let script = view.page("start.js?v=1");
    assert_eq!((script.status, script.body.as_slice()), (200, &b"1"[..]));
    assert!(script.head.contains("text/javascript"), "{}", script.head);
    let file = view.page("given/0/kernel%2Ex86%5F64%2Ebtf");
    assert_eq!(file.status, 200);
    assert!(file.body == kernel);
    for line in [
        "content-type: application/octet-stream",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "cache-control: no-store",
        "cross-origin-resource-policy: same-origin",
    ] {
        assert!(file.head.contains(line), "{line}: {}", file.head);
    }
    assert!(!file.head.contains("access-control"), "{}", file.head);
    // The answer to HEAD is only the head.
    let head = view.raw(&format!("HEAD {}start.js HTTP/1.1\r\nHost: {}\r\n\r\n", view.path, view.host));
    assert!(head.status == 200 && head.body.is_empty() && head.head.contains("content-length: 1"), "{}", head.head);
    // Without the last slash, relative addresses would lead to another folder.
    let short = view.get(view.path.trim_end_matches('/'), "");
    assert!(short.status == 303 && short.head.contains(&format!("location: {}", view.path)), "{}", short.head);
}

#[test]
fn a_range_of_bytes_is_served() {
    let view = View::start(view(&page("view-ranges")).arg("kernel.x86_64.btf"));
    let kernel = fixture::read("kernel.x86_64.btf");
    let size = kernel.len();
    let path = format!("{}given/0/kernel%2Ex86%5F64%2Ebtf", view.path);
    let part = |range: &str| view.get(&path, &format!("Range: {range}\r\n"));
    let middle = part("bytes=24-99");
    assert_eq!((middle.status, middle.body.as_slice()), (206, &kernel[24..100]));
    assert!(middle.head.contains(&format!("content-range: bytes 24-99/{size}")), "{}", middle.head);
    let end = part("bytes=-7");
    assert_eq!((end.status, end.body.as_slice()), (206, &kernel[size - 7..]));
    let beyond = part(&format!("bytes={size}-"));
    assert_eq!(beyond.status, 416);
    assert!(beyond.head.contains(&format!("content-range: bytes */{size}")), "{}", beyond.head);
    assert_eq!(part("bytes=0-1,4-5").status, 200, "a request for several ranges gets the whole file");
    let atlas = view.get(&format!("{}atlas/a.atlas", view.path), "Range: bytes=2-3\r\n");
    assert_eq!((atlas.status, atlas.body.as_slice()), (206, &b"23"[..]));
}

#[test]
fn nothing_else_is_served() {
    let page = page("view-refused");
    let view = View::start(view(&page).arg("kernel.x86_64.btf"));
    let token = view.path.trim_matches('/').to_owned();
    let (first, rest) = token.split_at(1);
    let other = format!("{}{rest}", if first == "0" { "1" } else { "0" });
    let paths = [
        // Without the token, or with another one.
        "/".to_owned(),
        "/start.js".to_owned(),
        format!("/{other}/"),
        format!("/{}/", &token[..31]),
        format!("/{token}0/"),
        // Out of the page's folder, in several spellings; and a hidden file.
        format!("/{token}/../beside.txt"),
        format!("/{token}/../{token}/start.js"),
        format!("/{token}/%2e%2e/beside.txt"),
        format!("/{token}/atlas/../start.js"),
        format!("/{token}//etc/passwd"),
        format!("/{token}/..%2fbeside.txt"),
        format!("/{token}/link.txt"),
        format!("/{token}/.hidden"),
        // Other paths than that of the given file.
        format!("/{token}/given/0/"),
        format!("/{token}/given/0/kernel.x86_64.btf"),
        format!("/{token}/given/1/kernel%2Ex86%5F64%2Ebtf"),
        format!("/{token}/given/0/kernel%2Es390x%2Ebtf"),
        format!("/{token}/given/0/..%2F..%2Fkernel%2Es390x%2Ebtf"),
        format!("/{token}/index.html"),
    ];
    for path in &paths {
        let answer = view.get(path, "");
        assert_eq!(answer.status, 404, "{path}: {}", answer.head);
        assert_eq!(answer.body, b"nothing is here\n", "{path}");
    }
    // DNS rebinding: the name of another site can resolve to this computer.
    for host in ["example.org", "localhost.example.org", "10.0.0.1"] {
        let request = format!("GET {} HTTP/1.1\r\nHost: {host}\r\n\r\n", view.path);
        assert_eq!(view.raw(&request).status, 403, "{host}");
    }
    let request = |host: &str| format!("GET {} HTTP/1.1\r\n{host}\r\n", view.path);
    assert_eq!(view.raw(&request("")).status, 403, "no Host");
    assert_eq!(view.raw(&request("Host: localhost\r\nHost: example.org\r\n")).status, 403, "two of them");
    // At the other end of a tunnel the port is another one.
    for host in ["localhost:1", "127.0.0.1:65535", "[::1]:9"] {
        assert_eq!(view.raw(&request(&format!("Host: {host}\r\n"))).status, 200, "{host}");
    }
    // Methods other than GET and HEAD are refused, and bytes that are no request get an answer, too.
    for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
        let request = format!("{method} {}start.js HTTP/1.1\r\nHost: {}\r\n\r\n", view.path, view.host);
        assert_eq!(view.raw(&request).status, 405, "{method}");
    }
    assert_eq!(view.raw("\x16\x03\x01 what\r\n\r\n").status, 400);
    assert_eq!(view.get(&view.path, &format!("A: {}\r\n", "b".repeat(20_000))).status, 431);
}

#[test]
fn many_silent_clients_do_not_keep_others_out() {
    let view = View::start(view(&page("view-silent")).arg("kernel.x86_64.btf"));
    let silent: Vec<TcpStream> = (0..70).map(|_| TcpStream::connect(&view.host).expect("it listens")).collect();
    let start = Instant::now();
    assert_eq!(view.page("").status, 200);
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
    drop(silent);
    assert_eq!(view.page("").status, 200);
}

#[test]
fn of_a_folder_the_kernel_opens_and_the_rest_is_offered() {
    let page = page("view-folder");
    let files = page.join("../btf");
    fs::create_dir_all(files.join("inner")).expect("a folder");
    for name in ["vmlinux", "nf_tables", "inner/deep", ".hidden"] {
        fs::write(files.join(name), name).expect("written");
    }
    let view = View::start(view(&page).arg(&files));
    let html = String::from_utf8(view.page("").body).expect("UTF-8");
    let metas: Vec<&str> = html.lines().filter_map(|line| line.trim().split("<meta ").nth(1)).collect();
    assert_eq!(
        metas,
        [
            "name=\"btfscope-offered\" content=\"given/0/nf%5Ftables; 9\">",
            "name=\"btfscope-given\" content=\"given/1/vmlinux; 7\">"
        ]
    );
    // A file is read when it is requested.
    fs::write(files.join("nf_tables"), "changed later").expect("written");
    assert_eq!(view.page("given/0/nf%5Ftables").body, b"changed later");
    fs::remove_file(files.join("nf_tables")).expect("removed");
    assert_eq!(view.page("given/0/nf%5Ftables").status, 410);
}

/// Everybody on the computer sees the arguments that a browser is started with, so the address in them works only once.
#[test]
fn the_browser_gets_an_address_that_works_once() {
    let page = page("view-browser");
    let (script, said) = (page.join("../browser"), page.join("../said"));
    fs::write(&script, format!("#!/bin/sh\necho \"$1\" > {0}.new && mv {0}.new {0}\n", text(&said))).expect("written");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("it may run");
    let mut command = program();
    command.args(["view", "--page", text(&page), "kernel.x86_64.btf"]).env("BROWSER", &script);
    let view = View::start(&mut command);
    let start = Instant::now();
    let address = loop {
        match fs::read_to_string(&said) {
            Ok(address) => break address,
            Err(_) if start.elapsed() < Duration::from_secs(60) => std::thread::sleep(Duration::from_millis(20)),
            Err(e) => panic!("no browser was started: {e}"),
        }
    };
    let once = address.trim_end().strip_prefix(&format!("http://{}", view.host)).expect("its address").to_owned();
    assert!(once.len() == 33 && !view.path.contains(&once), "{once}");
    let answer = view.get(&once, "");
    assert!(answer.status == 303 && answer.head.contains(&format!("location: {}", view.path)), "{}", answer.head);
    assert_eq!(view.get(&once, "").status, 404);
}

#[test]
fn what_cannot_be_served_is_said_at_once() {
    let page = page("view-refuses");
    let page = text(&page);
    assert!(bad("view kernel.x86_64.btf", 2).contains("--page FOLDER"));
    assert!(bad(&format!("view none.btf --page {page}"), 2).starts_with("none.btf: "));
    assert!(bad("view kernel.x86_64.btf --page kernel.x86_64.btf", 2).starts_with("kernel.x86_64.btf: "));
    assert!(bad(&format!("view {page}/atlas/none --page {page}"), 2).contains("none"));
    assert!(bad(&format!("view kernel.x86_64.btf --page {page}/atlas"), 2).contains("it has no index.html"));
    let first = View::start(view(Path::new(page)).arg("kernel.x86_64.btf"));
    let port = first.host.rsplit(':').next().expect("a port");
    let taken = bad(&format!("view kernel.x86_64.btf --no-open --page {page} --port {port}"), 2);
    assert!(taken.starts_with(&format!("port {port}: ")), "{taken}");
}
