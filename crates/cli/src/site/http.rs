//! A small HTTP server for one person: GET and HEAD, one request for each connection. httparse reads the requests.
//!
//! Anybody on this computer may connect, so everything has a bound: the number of connections, the length of a request,
//! the time to receive it, and the time that each write of the answer may take.

use std::borrow::Cow;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::ops::Range;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use container::Source;

use crate::files::Input;

/// The most connections that are served at a time. More connections wait.
const CONNECTIONS: usize = 64;

/// The most bytes of a request, which has no body.
const LONGEST: usize = 16 << 10;

/// How long it may take to receive a request.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long each write of an answer may take.
const STALLED: Duration = Duration::from_secs(60);

/// How many bytes of a file are read at a time.
const PART: usize = 256 << 10;

/// The parts of a request that decide the answer.
pub struct Request {
    /// Whether the method is HEAD, so that only the head of the answer is wanted; else it is GET.
    pub head: bool,
    /// The path as it was sent, without the query.
    pub path: String,
    /// `Host`, if it was sent once.
    pub host: Option<String>,
    /// `Range`, if it was sent once, and without an `If-Range`.
    range: Option<String>,
}

/// The kinds of answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    Whole,
    Part,
    Elsewhere,
    Bad,
    Forbidden,
    NotFound,
    Method,
    Gone,
    Unfit,
    TooLong,
}

impl Status {
    fn line(self) -> &'static str {
        match self {
            Status::Whole => "200 OK",
            Status::Part => "206 Partial Content",
            Status::Elsewhere => "303 See Other",
            Status::Bad => "400 Bad Request",
            Status::Forbidden => "403 Forbidden",
            Status::NotFound => "404 Not Found",
            Status::Method => "405 Method Not Allowed",
            Status::Gone => "410 Gone",
            Status::Unfit => "416 Range Not Satisfiable",
            Status::TooLong => "431 Request Header Fields Too Large",
        }
    }
}

/// An answer.
pub struct Answer {
    status: Status,
    headers: Vec<(&'static str, String)>,
    body: Body,
}

enum Body {
    Bytes(Cow<'static, [u8]>, Range<u64>),
    File(Input, Range<u64>),
}

impl Answer {
    fn new(status: Status, media: &str, body: Body) -> Answer {
        Answer { status, headers: vec![("Content-Type", media.to_owned())], body }
    }

    /// A line of text for a person.
    pub fn text(status: Status, text: &str) -> Answer {
        let bytes = format!("{text}\n").into_bytes();
        let all = 0..bytes.len() as u64;
        let mut answer = Answer::new(status, "text/plain; charset=utf-8", Body::Bytes(bytes.into(), all));
        if status == Status::Method {
            answer.headers.push(("Allow", "GET, HEAD".to_owned()));
        }
        answer
    }

    /// Redirects to another path.
    pub fn elsewhere(path: String) -> Answer {
        let mut answer = Answer::text(Status::Elsewhere, &path);
        answer.headers.push(("Location", path));
        answer
    }

    /// A file, or the part that was asked for.
    pub fn file(input: Input, media: &str, request: &Request) -> Answer {
        let length = input.len();
        Answer::part(length, media, request, |range| Body::File(input, range))
    }

    /// Bytes, or the part that was asked for.
    pub fn bytes(bytes: impl Into<Cow<'static, [u8]>>, media: &str, request: &Request) -> Answer {
        let bytes = bytes.into();
        Answer::part(bytes.len() as u64, media, request, |range| Body::Bytes(bytes, range))
    }

    fn part(length: u64, media: &str, request: &Request, body: impl FnOnce(Range<u64>) -> Body) -> Answer {
        // A Range is for GET only (RFC 9110, 14.2).
        let range = request.range.as_deref().filter(|_| !request.head).and_then(|range| wanted(range, length));
        let (status, of) = match range {
            None => (Status::Whole, 0..length),
            Some(None) => {
                let mut answer = Answer::text(Status::Unfit, &format!("the content has {length} bytes"));
                answer.headers.push(("Content-Range", format!("bytes */{length}")));
                return answer;
            }
            Some(Some(range)) => (Status::Part, range),
        };
        let mut answer = Answer::new(status, media, body(of.clone()));
        answer.headers.push(("Accept-Ranges", "bytes".to_owned()));
        if status == Status::Part {
            answer.headers.push(("Content-Range", format!("bytes {}-{}/{length}", of.start, of.end.saturating_sub(1))));
        }
        answer
    }

    /// Writes the answer. A file is read and written in parts.
    fn send(self, to: &mut TcpStream, with_body: bool) -> io::Result<()> {
        let range = match &self.body {
            Body::Bytes(_, range) | Body::File(_, range) => range.clone(),
        };
        let mut head = format!("HTTP/1.1 {}\r\n", self.status.line());
        for (name, value) in &self.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        // The path is a secret: no other site may get it by Referer or in a frame, and no cache may keep it.
        head.push_str(&format!(
            "Content-Length: {}\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n\
             Referrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n\
             Content-Security-Policy: frame-ancestors 'self'\r\nConnection: close\r\n\r\n",
            range.end - range.start
        ));
        to.write_all(head.as_bytes())?;
        if !with_body {
            return Ok(());
        }
        match self.body {
            Body::Bytes(bytes, range) => {
                let part = usize::try_from(range.start).ok().zip(usize::try_from(range.end).ok());
                to.write_all(part.and_then(|(from, end)| bytes.get(from..end)).unwrap_or_default())
            }
            Body::File(mut input, range) => {
                let mut buffer = vec![0; PART];
                let mut at = range.start;
                while at < range.end {
                    let most = usize::try_from(range.end - at).map_or(PART, |left| left.min(PART));
                    let part = buffer.get_mut(..most).unwrap_or_default();
                    let count = input.read_at(at, part).map_err(io::Error::other)?;
                    // The file has become shorter. The client sees it, because the connection ends too early.
                    if count == 0 {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                    to.write_all(part.get(..count).unwrap_or_default())?;
                    at += count as u64;
                }
                Ok(())
            }
        }
    }
}

/// The one range that a `Range` asks for, in content of `length` bytes. `None`: the whole content is to be sent,
/// because of another unit, several ranges or bad syntax (RFC 9110, 14.2). `Some(None)`: the content has no such bytes.
fn wanted(range: &str, length: u64) -> Option<Option<Range<u64>>> {
    let number = |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse::<u64>().ok()).flatten();
    let (first, last) = range.trim().strip_prefix("bytes=")?.split_once('-')?;
    let range = match (first, last) {
        ("", last) => length.saturating_sub(number(last)?)..length,
        (first, "") => number(first)?..length,
        (first, last) => {
            let (first, last) = (number(first)?, number(last)?);
            if last < first {
                return None;
            }
            first..last.saturating_add(1).min(length)
        }
    };
    Some((range.start < range.end).then_some(range))
}

/// Answers all connections, for as long as the process lives.
pub fn serve(listener: &TcpListener, answer: impl Fn(&Request) -> Answer + Send + Sync + 'static) -> ! {
    let answer = Arc::new(answer);
    let free = Arc::new((Mutex::new(CONNECTIONS), Condvar::new()));
    loop {
        {
            let count = free.0.lock().unwrap_or_else(PoisonError::into_inner);
            let mut count = free.1.wait_while(count, |count| *count == 0).unwrap_or_else(PoisonError::into_inner);
            *count -= 1;
        }
        let place = Place(Arc::clone(&free));
        let Ok((stream, _)) = listener.accept() else {
            // The reason may pass, such as too many open files.
            thread::sleep(Duration::from_millis(50));
            continue;
        };
        let answer = Arc::clone(&answer);
        let thread = thread::Builder::new().name("connection".to_owned());
        // If no thread can be started, the connection is closed. Errors of a connection are ignored: the client may
        // hang up at any time.
        let talk = move || {
            let _place = place;
            talk(stream, &*answer).ok();
        };
        thread.spawn(talk).ok();
    }
}

/// The place of a connection among [`CONNECTIONS`]. Dropping it makes the place free.
struct Place(Arc<(Mutex<usize>, Condvar)>);

impl Drop for Place {
    fn drop(&mut self) {
        *self.0.0.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.0.1.notify_one();
    }
}

/// Reads a request and answers it.
fn talk(mut stream: TcpStream, answer: &impl Fn(&Request) -> Answer) -> io::Result<()> {
    stream.set_write_timeout(Some(STALLED))?;
    let (answer, with_body) = match read(&mut stream)? {
        Ok(request) => (answer(&request), !request.head),
        Err(status) => (Answer::text(status, status.line()), true),
    };
    let was_read = answer.status != Status::TooLong;
    answer.send(&mut stream, with_body)?;
    stream.shutdown(Shutdown::Write)?;
    if !was_read {
        // Closing a connection while it has unread bytes resets it, and then the client may not see the answer.
        stream.set_read_timeout(Some(Duration::from_secs(1)))?;
        io::copy(&mut (&stream).take(LONGEST as u64), &mut io::sink())?;
    }
    Ok(())
}

/// Reads a request up to its empty line, or returns the status that says why the request is refused.
fn read(stream: &mut TcpStream) -> io::Result<Result<Request, Status>> {
    let end = Instant::now() + PATIENCE;
    let mut bytes = Vec::new();
    let mut part = [0; 4096];
    loop {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        stream.set_read_timeout(Some(left))?;
        let count = stream.read(&mut part)?;
        if count == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        bytes.extend_from_slice(part.get(..count).unwrap_or_default());
        if bytes.len() > LONGEST {
            return Ok(Err(Status::TooLong));
        }
        if let Some(read) = parse(&bytes) {
            return Ok(read);
        }
    }
}

/// The request in these bytes; `None` if more of it is still to come.
fn parse(bytes: &[u8]) -> Option<Result<Request, Status>> {
    let mut headers = [httparse::EMPTY_HEADER; 64];
    let mut request = httparse::Request::new(&mut headers);
    match request.parse(bytes) {
        Ok(httparse::Status::Partial) => return None,
        Ok(httparse::Status::Complete(_)) => {}
        Err(httparse::Error::TooManyHeaders) => return Some(Err(Status::TooLong)),
        Err(_) => return Some(Err(Status::Bad)),
    }
    let head = match request.method {
        Some("GET") => false,
        Some("HEAD") => true,
        _ => return Some(Err(Status::Method)),
    };
    let all = |name: &str| {
        let named = request.headers.iter().filter(|header| header.name.eq_ignore_ascii_case(name));
        named.map(|header| String::from_utf8_lossy(header.value).into_owned()).collect::<Vec<_>>()
    };
    let one = |name| <[String; 1]>::try_from(all(name)).ok().map(|[value]| value);
    let path = request.path.unwrap_or_default().split('?').next().unwrap_or_default().to_owned();
    // No answer has a tag or a date, so an If-Range never matches, and the Range is ignored.
    let range = one("range").filter(|_| all("if-range").is_empty());
    Some(Ok(Request { head, path, host: one("host"), range }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        let of = |range| wanted(range, 100);
        assert_eq!(of("bytes=0-9"), Some(Some(0..10)));
        assert_eq!(of("bytes=90-"), Some(Some(90..100)));
        assert_eq!(of("bytes=90-1000"), Some(Some(90..100)));
        assert_eq!(of("bytes=-10"), Some(Some(90..100)));
        assert_eq!(of("bytes=-1000"), Some(Some(0..100)));
        assert_eq!(of("bytes=5-18446744073709551615"), Some(Some(5..100)));
        for none in ["bytes=100-", "bytes=100-200", "bytes=-0"] {
            assert_eq!(of(none), Some(None), "{none}");
        }
        for whole in ["lines=0-9", "bytes=9-0", "bytes=0-1,3-4", "bytes=a-b", "bytes=-", "bytes=+1-2", "bytes", ""] {
            assert_eq!(of(whole), None, "{whole}");
        }
        assert_eq!(wanted("bytes=0-", 0), Some(None));
    }

    type Parsed = (bool, String, Option<String>);

    fn parsed(text: &str) -> Option<Result<Parsed, Status>> {
        parse(text.as_bytes()).map(|read| read.map(|r| (r.head, r.path, r.host)))
    }

    #[test]
    fn requests() {
        let read = parsed("GET /a%2fb?c HTTP/1.1\r\nHost: x\r\n\r\n");
        assert_eq!(read, Some(Ok((false, "/a%2fb".to_owned(), Some("x".to_owned())))));
        assert_eq!(parsed("HEAD / HTTP/1.1\r\n\r\n"), Some(Ok((true, "/".to_owned(), None))));
        assert_eq!(parsed("GET / HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n"), Some(Ok((false, "/".to_owned(), None))));
        assert_eq!(parsed("GET / HTTP/1.1\r\nHost: x\r\n"), None);
        assert_eq!(parsed("POST / HTTP/1.1\r\nHost: x\r\n\r\n"), Some(Err(Status::Method)));
        assert_eq!(parsed("\0\x01"), Some(Err(Status::Bad)));
        let many = format!("GET / HTTP/1.1\r\n{}\r\n", "A: b\r\n".repeat(65));
        assert_eq!(parsed(&many), Some(Err(Status::TooLong)));
    }
}
