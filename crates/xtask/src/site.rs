//! A static file server on the loopback interface, for `cargo xtask serve` and the browser tests.
//!
//! It answers GET and HEAD for the files below one folder, nothing else: no listing, no ranges, no keep-alive. It is written
//! by hand because a server crate would cost more build time on a fresh machine than these lines.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The longest request head that is read, in bytes.
const MAX_HEAD: u64 = 16 * 1024;

/// How long a silent connection is kept.
const PATIENCE: Duration = Duration::from_secs(10);

/// A folder being served on 127.0.0.1; dropping it stops the server.
#[derive(Debug)]
pub struct Site {
    address: SocketAddr,
    mount: String,
    stop: Arc<AtomicBool>,
    acceptor: Option<JoinHandle<()>>,
}

/// What every connection needs to know.
#[derive(Debug)]
struct Folder {
    /// Canonical path of the served folder.
    root: PathBuf,
    /// The path of the site below the host, beginning and ending with a slash.
    mount: String,
}

impl Site {
    /// Serves `root` below the path `mount` (`""` for the top of the host, `"some/folder"` for a sub-folder).
    ///
    /// Port 0 picks a free port.
    ///
    /// # Errors
    /// When `root` does not exist or the port cannot be bound (`AddrInUse` when somebody else has it).
    pub fn start(root: &Path, mount: &str, port: u16) -> io::Result<Site> {
        let root = root.canonicalize()?;
        let mount = match mount.trim_matches('/') {
            "" => "/".to_owned(),
            path => format!("/{path}/"),
        };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let address = listener.local_addr()?;
        let stop = Arc::new(AtomicBool::new(false));
        let folder = Arc::new(Folder { root, mount: mount.clone() });
        let stopped = Arc::clone(&stop);
        let acceptor = thread::spawn(move || {
            for stream in listener.incoming() {
                if stopped.load(Ordering::Acquire) {
                    break;
                }
                let Ok(stream) = stream else { continue };
                let folder = Arc::clone(&folder);
                // A peer that hangs up early is its own business.
                thread::spawn(move || folder.answer(stream).ok());
            }
        });
        Ok(Site { address, mount, stop, acceptor: Some(acceptor) })
    }

    /// The address of the site's index page.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}{}", self.address, self.mount)
    }

    /// Serves no more, and gives the port back.
    pub fn stop(&mut self) {
        self.stop.store(true, Ordering::Release);
        // Wakes `accept`, which has no timeout.
        TcpStream::connect(self.address).ok();
        if let Some(acceptor) = self.acceptor.take() {
            acceptor.join().ok();
        }
    }

    /// Serves until the process ends.
    pub fn run(mut self) {
        if let Some(acceptor) = self.acceptor.take() {
            // The acceptor only ends by `drop`, which cannot happen while it is waited for.
            acceptor.join().ok();
        }
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Folder {
    fn answer(&self, mut stream: TcpStream) -> io::Result<()> {
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let mut line = String::new();
        let mut head = BufReader::new(Read::by_ref(&mut stream).take(MAX_HEAD));
        head.read_line(&mut line)?;
        // The headers do not matter, but they must be read: closing a socket with unread data resets it.
        let mut header = String::new();
        while head.read_line(&mut header)? > 2 {
            header.clear();
        }
        let mut words = line.split_ascii_whitespace();
        let (method, target) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
        if method != "GET" && method != "HEAD" {
            return respond(
                &mut stream,
                "405 Method Not Allowed",
                "Allow: GET, HEAD\r\n",
                "text/plain",
                b"GET or HEAD only\n",
                true,
            );
        }
        let with_body = method == "GET";
        match self.find(target) {
            Found::File(path) => {
                let body = fs::read(&path)?;
                respond(&mut stream, "200 OK", "", media_type(&path), &body, with_body)
            }
            Found::Folder(location) => {
                let location = format!("Location: {location}\r\n");
                respond(&mut stream, "301 Moved Permanently", &location, "text/plain", b"", with_body)
            }
            // Browsers ask the host for it without being told to; a 404 would be an error on the console.
            Found::Nothing if target == "/favicon.ico" => {
                respond(&mut stream, "204 No Content", "", "image/x-icon", b"", false)
            }
            Found::Nothing => respond(&mut stream, "404 Not Found", "", "text/plain", b"not found\n", with_body),
        }
    }

    /// The file that a request target names.
    fn find(&self, target: &str) -> Found {
        let path = target.split(['?', '#']).next().unwrap_or("");
        if self.mount.strip_suffix('/') == Some(path) && !path.is_empty() {
            return Found::Folder(self.mount.clone());
        }
        let Some(relative) = path.strip_prefix(&self.mount).and_then(percent_decode) else {
            return Found::Nothing;
        };
        let mut file = self.root.clone();
        for part in relative.split('/').filter(|part| !part.is_empty()) {
            // Backslash and colon mean something on Windows; dot files are nobody's to ask for.
            if part.starts_with('.') || part.contains(['\\', ':', '\0']) {
                return Found::Nothing;
            }
            file.push(part);
        }
        if file.is_dir() {
            if !path.ends_with('/') {
                return Found::Folder(format!("{path}/"));
            }
            file.push("index.html");
        }
        // Canonical paths, so that a symbolic link does not lead out of the folder either.
        match file.canonicalize() {
            Ok(file) if file.is_file() && file.starts_with(&self.root) => Found::File(file),
            _ => Found::Nothing,
        }
    }
}

/// What a request target means.
#[derive(Debug, PartialEq)]
enum Found {
    File(PathBuf),
    /// A folder asked for without its slash: where it really is.
    Folder(String),
    Nothing,
}

fn respond(
    stream: &mut TcpStream,
    status: &str,
    extra: &str,
    media_type: &str,
    body: &[u8],
    with_body: bool,
) -> io::Result<()> {
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {media_type}\r\nContent-Length: {}\r\n{extra}Cache-Control: no-store\r\n\
         X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    if with_body {
        stream.write_all(body)?;
    }
    stream.flush()
}

/// Turns `%41` into `A`; `None` when an escape is broken or the result is not UTF-8.
fn percent_decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let mut digit = || char::from(rest.next()?).to_digit(16);
            let value = digit()? * 16 + digit()?;
            bytes.push(u8::try_from(value).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

/// The media type by the file's extension. Browsers compile wasm while it loads only under `application/wasm`.
fn media_type(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()).unwrap_or("") {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "wasm" => "application/wasm",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" | "md" | "c" | "h" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with a few files that goes away with the test.
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
        ask(site, &format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n"))
    }

    #[test]
    fn serves_files_with_their_media_type() {
        let folder = Scratch::new("files");
        let site = Site::start(&folder.0.join("dist"), "", 0).unwrap();
        let index = get(&site, "/");
        assert!(index.starts_with("HTTP/1.1 200 OK\r\n"), "{index}");
        assert!(
            index.contains("Content-Type: text/html; charset=utf-8\r\n") && index.ends_with("<h1>top</h1>"),
            "{index}"
        );
        assert!(index.contains("Cache-Control: no-store\r\n"), "{index}");
        assert!(get(&site, "/app_bg.wasm?x=1").contains("Content-Type: application/wasm\r\n"));
        assert!(get(&site, "/deep/a%20b.txt").ends_with("deep"));
        assert!(get(&site, "/missing").starts_with("HTTP/1.1 404 "));
        assert!(get(&site, "/favicon.ico").starts_with("HTTP/1.1 204 "));
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
            "",
        ] {
            let answer = get(&site, path);
            assert!(answer.starts_with("HTTP/1.1 404 "), "{path}: {answer}");
        }
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
        let head = ask(&site, "HEAD / HTTP/1.1\r\n\r\n");
        assert!(
            head.starts_with("HTTP/1.1 200 ") && head.contains("Content-Length: 12\r\n") && head.ends_with("\r\n\r\n"),
            "{head}"
        );
        assert!(ask(&site, "DELETE / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 405 "));
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
}
