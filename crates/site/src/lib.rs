//! A static file server on the loopback interface, for `cargo xtask serve` (by this crate's program) and browser tests.
//!
//! It answers GET and HEAD for the files below one folder, including ranges, and does not list folders. hyper and
//! tower-http implement HTTP, ranges and media types; this module maps addresses to files.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::header::{self, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use mime_guess::{Mime, mime};
use percent_encoding::percent_decode_str;
use tower_http::services::ServeFile;

/// A folder being served on 127.0.0.1; dropping it stops the server.
#[derive(Debug)]
pub struct Site {
    address: SocketAddr,
    mount: String,
    stop: Arc<AtomicBool>,
    sent: Arc<Sent>,
    one_page: Arc<AtomicBool>,
    server: Option<JoinHandle<()>>,
}

/// Bytes of the answers' bodies, by requested path.
type Sent = Mutex<BTreeMap<String, u64>>;

/// The parts of the server that all requests share.
#[derive(Debug)]
struct Folder {
    /// Canonical path of the served folder.
    root: PathBuf,
    /// The path of the site below the host, beginning and ending with a slash.
    mount: String,
    sent: Arc<Sent>,
    one_page: Arc<AtomicBool>,
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
        listener.set_nonblocking(true)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
        let stop = Arc::new(AtomicBool::new(false));
        let sent = Arc::<Sent>::default();
        let one_page = Arc::<AtomicBool>::default();
        let folder = Folder { root, mount: mount.clone(), sent: Arc::clone(&sent), one_page: Arc::clone(&one_page) };
        let folder = Arc::new(folder);
        let stopped = Arc::clone(&stop);
        // Dropping the runtime closes its connections: after `stop`, requests are refused.
        let server = thread::spawn(move || runtime.block_on(serve(listener, &folder, &stopped)));
        Ok(Site { address, mount, stop, sent, one_page, server: Some(server) })
    }

    /// The address of the site's index page.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}{}", self.address, self.mount)
    }

    /// Bytes of the bodies of all answers to GET requests whose path ends with `end`.
    #[must_use]
    pub fn sent(&self, end: &str) -> u64 {
        let Ok(sent) = self.sent.lock() else { return 0 };
        sent.iter().filter(|(path, _)| path.ends_with(end)).map(|(_, bytes)| bytes).sum()
    }

    /// From now on, answers like a host that is set up for a one-page site: a missing file gives index.html with status
    /// 200. Browsers may keep an answer for a year if its name looks hashed (has a `-`), even if it is index.html in
    /// place of a missing file.
    pub fn set_one_page(&self) {
        self.one_page.store(true, Ordering::Release);
    }

    /// Stops serving, and frees the port.
    pub fn stop(&mut self) {
        self.stop.store(true, Ordering::Release);
        // Wakes `accept`, which has no timeout.
        TcpStream::connect(self.address).ok();
        if let Some(server) = self.server.take() {
            server.join().ok();
        }
    }

    /// Serves until the process ends.
    pub fn run(mut self) {
        if let Some(server) = self.server.take() {
            // Only `stop` and `drop` end the server, and neither can run during this call.
            server.join().ok();
        }
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Accepts connections until `stopped` is set. A task answers each connection.
async fn serve(listener: TcpListener, folder: &Arc<Folder>, stopped: &AtomicBool) {
    let Ok(listener) = tokio::net::TcpListener::from_std(listener) else { return };
    loop {
        let accepted = listener.accept().await;
        if stopped.load(Ordering::Acquire) {
            return;
        }
        let Ok((stream, _)) = accepted else { continue };
        let folder = Arc::clone(folder);
        tokio::spawn(async move {
            let answer = service_fn(move |request| {
                let folder = Arc::clone(&folder);
                async move { Ok::<_, Infallible>(folder.answer(request).await) }
            });
            // Errors are ignored: a peer may hang up early.
            http1::Builder::new().title_case_headers(true).serve_connection(TokioIo::new(stream), answer).await.ok();
        });
    }
}

type Body = UnsyncBoxBody<Bytes, io::Error>;

impl Folder {
    async fn answer(&self, request: Request<Incoming>) -> Response<Body> {
        let one_page = self.one_page.load(Ordering::Acquire);
        let (path, with_body) = (request.uri().path().to_owned(), *request.method() == Method::GET);
        let mut response = if matches!(*request.method(), Method::GET | Method::HEAD) {
            match self.find(request.uri().path()) {
                Found::File(path) => file(&path, request).await,
                Found::Folder(location) => match HeaderValue::try_from(location) {
                    Ok(location) => with(plain(StatusCode::MOVED_PERMANENTLY, ""), header::LOCATION, location),
                    Err(_) => plain(StatusCode::NOT_FOUND, "not found\n"),
                },
                // Browsers request it on their own; a 404 would be an error on the console.
                Found::Nothing if request.uri().path() == "/favicon.ico" => plain(StatusCode::NO_CONTENT, ""),
                Found::Nothing if one_page => file(&self.root.join("index.html"), request).await,
                Found::Nothing => plain(StatusCode::NOT_FOUND, "not found\n"),
            }
        } else {
            let refusal = plain(StatusCode::METHOD_NOT_ALLOWED, "GET or HEAD only\n");
            with(refusal, header::ALLOW, HeaderValue::from_static("GET, HEAD"))
        };
        let length =
            response.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
        if let (true, Some(length), Ok(mut sent)) = (with_body, length, self.sent.lock()) {
            *sent.entry(path.clone()).or_default() += length;
        }
        let headers = response.headers_mut();
        let is_hashed = path.rsplit('/').next().is_some_and(|name| name.contains('-'));
        let kept = if one_page && is_hashed { "max-age=31536000, immutable" } else { "no-store" };
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(kept));
        headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        response
    }

    /// The file for the path of an address.
    fn find(&self, path: &str) -> Found {
        if self.mount.strip_suffix('/') == Some(path) && !path.is_empty() {
            return Found::Folder(self.mount.clone());
        }
        let Some(relative) = path.strip_prefix(&self.mount).and_then(percent_decode) else {
            return Found::Nothing;
        };
        let mut file = self.root.clone();
        for part in relative.split('/').filter(|part| !part.is_empty()) {
            // Backslash and colon have a meaning on Windows; dot files are not served.
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
        // Compare the canonical path, so that a symbolic link cannot lead out of the folder either.
        match file.canonicalize() {
            Ok(file) if file.is_file() && file.starts_with(&self.root) => Found::File(file),
            _ => Found::Nothing,
        }
    }
}

/// The result of looking up a path.
#[derive(Debug, PartialEq)]
enum Found {
    File(PathBuf),
    /// A folder requested without the final slash; holds its address with the slash.
    Folder(String),
    Nothing,
}

/// Answers with a file, or the requested range of it; with the packed file beside it (`NAME.br`) if there is one and
/// the client takes brotli.
async fn file(path: &Path, mut request: Request<Incoming>) -> Response<Body> {
    let headers = request.headers_mut();
    let in_bytes = headers.get(header::RANGE).is_some_and(|range| range.as_bytes().starts_with(b"bytes="));
    // Other units must be ignored (RFC 9110, 14.2). Our answers have no tag, so an If-Range can never match.
    if !in_bytes || headers.contains_key(header::IF_RANGE) {
        headers.remove(header::RANGE);
    }
    match ServeFile::new_with_mime(path, &media_type(path)).precompressed_br().try_call(request).await {
        Ok(response) => response.map(|body| body.boxed_unsync()),
        Err(error) => plain(StatusCode::INTERNAL_SERVER_ERROR, &format!("{error}\n")),
    }
}

fn plain(status: StatusCode, text: &str) -> Response<Body> {
    let body = Full::new(Bytes::copy_from_slice(text.as_bytes())).map_err(|never| match never {}).boxed_unsync();
    let mut response = Response::new(body);
    *response.status_mut() = status;
    with(response, header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"))
}

fn with(mut response: Response<Body>, name: header::HeaderName, value: HeaderValue) -> Response<Body> {
    response.headers_mut().insert(name, value);
    response
}

/// Turns `%41` into `A`; `None` when an escape is broken or the result is not UTF-8.
fn percent_decode(text: &str) -> Option<String> {
    let decoded = percent_decode_str(text).decode_utf8().ok()?;
    // The library keeps broken escapes as they are.
    let escapes = text.matches('%').count();
    let whole = text.split('%').skip(1).filter(|rest| {
        rest.as_bytes().first_chunk::<2>().is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    });
    (whole.count() == escapes).then(|| decoded.into_owned())
}

/// The media type by the file's extension. All text here is UTF-8.
fn media_type(path: &Path) -> Mime {
    let guess = mime_guess::from_path(path).first_or_octet_stream();
    if guess.type_() == mime::TEXT { format!("{guess}; charset=utf-8").parse().unwrap_or(guess) } else { guess }
}

#[cfg(test)]
mod tests;
