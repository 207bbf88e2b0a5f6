use std::fs;
use std::io::{Read, Write};

use super::*;

/// A folder with a few files; it is removed when this is dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("btfscope-site-{name}-{}", std::process::id()));
        fs::create_dir_all(path.join("dist/deep")).unwrap();
        fs::write(path.join("secret.txt"), "secret").unwrap();
        fs::write(path.join("dist/.hidden"), "hidden").unwrap();
        fs::write(path.join("dist/index.html"), "<h1>top</h1>").unwrap();
        fs::write(path.join("dist/app_bg.wasm"), b"\0asm").unwrap();
        fs::write(path.join("dist/deep/a b.txt"), "deep").unwrap();
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

fn ask(site: &Site, request: &str) -> String {
    let mut stream = TcpStream::connect(site.address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

fn get(site: &Site, path: &str) -> String {
    get_with(site, path, "")
}

/// As `get`, with more headers, each with its line end.
fn get_with(site: &Site, path: &str, headers: &str) -> String {
    ask(site, &format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}\r\n"))
}

#[test]
fn serves_files_with_their_media_type() {
    let folder = Scratch::new("files");
    let site = Site::start(&folder.0.join("dist"), "", 0).unwrap();
    let index = get(&site, "/");
    assert!(index.starts_with("HTTP/1.1 200 OK\r\n"), "{index}");
    assert!(index.contains("Content-Type: text/html; charset=utf-8\r\n") && index.ends_with("<h1>top</h1>"), "{index}");
    assert!(index.contains("Cache-Control: no-store\r\n"), "{index}");
    assert!(get(&site, "/app_bg.wasm?x=1").contains("Content-Type: application/wasm\r\n"));
    assert!(get(&site, "/deep/a%20b.txt").ends_with("deep"));
    assert!(get(&site, "/missing").starts_with("HTTP/1.1 404 "));
    assert!(get(&site, "/favicon.ico").starts_with("HTTP/1.1 204 "));
}

#[test]
fn sends_a_packed_file_to_those_who_take_it() {
    let folder = Scratch::new("packed");
    fs::write(folder.0.join("dist/app_bg.wasm.br"), "packed").unwrap();
    let site = Site::start(&folder.0.join("dist"), "", 0).unwrap();
    let packed = get_with(&site, "/app_bg.wasm", "Accept-Encoding: gzip, br\r\n");
    assert!(packed.contains("Content-Encoding: br\r\n") && packed.ends_with("packed"), "{packed}");
    assert!(packed.contains("Content-Type: application/wasm\r\n"), "{packed}");
    assert!(get(&site, "/app_bg.wasm").ends_with("\0asm"));
    assert!(get_with(&site, "/", "Accept-Encoding: br\r\n").ends_with("<h1>top</h1>"));
}

/// A browser opens several connections at once and keeps them open.
#[test]
fn answers_while_other_connections_stay_open() {
    let folder = Scratch::new("connections");
    let site = Site::start(&folder.0.join("dist"), "", 0).unwrap();
    let mut open: Vec<TcpStream> = (0..40).map(|_| TcpStream::connect(site.address).unwrap()).collect();
    for stream in &mut open {
        stream.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    }
    for stream in &mut open {
        stream.set_read_timeout(Some(std::time::Duration::from_secs(20))).unwrap();
        let mut start = [0; 15];
        stream.read_exact(&mut start).unwrap();
        assert_eq!(&start, b"HTTP/1.1 200 OK");
    }
}

#[test]
fn does_not_leave_its_folder() {
    let folder = Scratch::new("traversal");
    let site = Site::start(&folder.0.join("dist"), "", 0).unwrap();
    for path in [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/deep/../../secret.txt",
        "/..%2fsecret.txt",
        "/..%5csecret.txt",
        "/.hidden",
        "//etc/passwd",
        "/%zz",
        "/%4",
    ] {
        let answer = get(&site, path);
        assert!(answer.starts_with("HTTP/1.1 404 "), "{path}: {answer}");
    }
    // A request line without a target.
    assert!(get(&site, "").starts_with("HTTP/1.1 400 "));
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.0.join("secret.txt"), folder.0.join("dist/link.txt")).unwrap();
        assert!(get(&site, "/link.txt").starts_with("HTTP/1.1 404 "));
    }
}

#[test]
fn lives_below_a_mount_path() {
    let folder = Scratch::new("mount");
    let site = Site::start(&folder.0.join("dist"), "some/place", 0).unwrap();
    assert!(site.url().ends_with("/some/place/"), "{}", site.url());
    assert!(get(&site, "/some/place/").ends_with("<h1>top</h1>"));
    assert!(get(&site, "/some/place").contains("Location: /some/place/\r\n"));
    assert!(get(&site, "/some/place/deep").contains("Location: /some/place/deep/\r\n"));
    assert!(get(&site, "/index.html").starts_with("HTTP/1.1 404 "));
}

#[test]
fn answers_get_and_head_only() {
    let folder = Scratch::new("methods");
    let site = Site::start(&folder.0.join("dist"), "", 0).unwrap();
    let head = ask(&site, "HEAD / HTTP/1.1\r\nConnection: close\r\n\r\n");
    assert!(
        head.starts_with("HTTP/1.1 200 ") && head.contains("Content-Length: 12\r\n") && head.ends_with("\r\n\r\n"),
        "{head}"
    );
    assert!(ask(&site, "DELETE / HTTP/1.1\r\nConnection: close\r\n\r\n").starts_with("HTTP/1.1 405 "));
}

#[test]
fn answers_ranges() {
    let folder = Scratch::new("ranges");
    fs::write(folder.0.join("dist/data.btf"), "0123456789").unwrap();
    let site = Site::start(&folder.0.join("dist"), "", 0).unwrap();
    assert!(get(&site, "/data.btf").contains("Accept-Ranges: bytes\r\n"));
    let ranges = [
        ("bytes=2-4", "bytes 2-4/10", "234"),
        ("bytes=7-", "bytes 7-9/10", "789"),
        ("bytes=-3", "bytes 7-9/10", "789"),
        ("bytes=0-0", "bytes 0-0/10", "0"),
        ("bytes=8-99", "bytes 8-9/10", "89"),
    ];
    let mut before = site.sent("data.btf");
    assert_eq!((before, site.sent("index.html")), (10, 0));
    for (range, sent_range, body) in ranges {
        let answer = get_with(&site, "/data.btf", &format!("Range: {range}\r\n"));
        assert!(answer.starts_with("HTTP/1.1 206 Partial Content\r\n"), "{range}: {answer}");
        assert!(answer.contains(&format!("Content-Range: {sent_range}\r\n")), "{range}: {answer}");
        let sent = site.sent("data.btf");
        assert!(sent >= before + body.len() as u64, "{range}: {sent}");
        before = sent;
        assert!(answer.contains(&format!("Content-Length: {}\r\n", body.len())), "{range}: {answer}");
        assert!(answer.contains("Content-Type: application/octet-stream\r\n"), "{range}: {answer}");
        assert!(answer.ends_with(&format!("\r\n\r\n{body}")), "{range}: {answer}");
    }
    for range in ["bytes=10-", "bytes=99-100", "bytes=4-2"] {
        let answer = get_with(&site, "/data.btf", &format!("Range: {range}\r\n"));
        assert!(answer.starts_with("HTTP/1.1 416 "), "{range}: {answer}");
        assert!(answer.contains("Content-Range: bytes */10\r\n"), "{range}: {answer}");
    }
    // Unknown units, and conditions that can never match, give the whole file.
    for headers in ["Range: lines=1-2\r\n", "Range: bytes=1-2\r\nIf-Range: \"tag\"\r\n"] {
        let answer = get_with(&site, "/data.btf", headers);
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.ends_with("0123456789"), "{headers}: {answer}");
    }
}

#[test]
fn a_connection_serves_one_request_after_the_other_until_the_site_stops() {
    let folder = Scratch::new("keep");
    let mut site = Site::start(&folder.0.join("dist"), "", 0).unwrap();
    let mut stream = TcpStream::connect(site.address).unwrap();
    let mut answer = |length: usize| {
        let mut bytes = vec![];
        while !bytes.ends_with(b"<h1>top</h1>") && bytes.len() < length {
            let mut byte = [0];
            stream.read_exact(&mut byte)?;
            bytes.extend(byte);
        }
        stream.write_all(b"GET / HTTP/1.1\r\n\r\n")?;
        io::Result::Ok(bytes)
    };
    answer(0).unwrap();
    assert!(answer(1000).unwrap().starts_with(b"HTTP/1.1 200 OK\r\n"));
    assert!(answer(1000).unwrap().starts_with(b"HTTP/1.1 200 OK\r\n"));
    site.stop();
    // Data in flight may still arrive, but then the connection ends.
    assert!((0..3).any(|_| answer(1000).is_err()));
    assert!(TcpStream::connect(site.address).is_err());
}

#[test]
fn a_taken_port_is_an_error_and_a_dropped_site_gives_it_back() {
    let folder = Scratch::new("port");
    let site = Site::start(&folder.0, "", 0).unwrap();
    let port = site.address.port();
    assert_eq!(Site::start(&folder.0, "", port).unwrap_err().kind(), io::ErrorKind::AddrInUse);
    drop(site);
    Site::start(&folder.0, "", port).unwrap();
}

#[test]
fn a_host_of_one_page_answers_with_it() {
    let folder = Scratch::new("one-page");
    let site = Site::start(&folder.0.join("dist"), "", 0).unwrap();
    site.set_one_page();
    let missing = get(&site, "/app-0123.wasm");
    assert!(missing.starts_with("HTTP/1.1 200 OK\r\n") && missing.ends_with("<h1>top</h1>"), "{missing}");
    assert!(
        missing.contains("Content-Type: text/html; charset=utf-8\r\n") && missing.contains("immutable"),
        "{missing}"
    );
    assert!(get(&site, "/app_bg.wasm").contains("Cache-Control: no-store\r\n"));
}
