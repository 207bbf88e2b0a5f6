//! The atlas of the page, read from a web server that counts the bytes of its answers.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use atlas::{Atlas, Class, Fetched, ModulesFile, Sought};
use container::FileRange;
use relate::FieldPath;

/// The most bytes that a question about one name may fetch, besides the directory.
const MOST: u64 = 200 << 10;

/// Like [`MOST`], for names in modules, whose blocks are larger.
const MOST_OF_MODULES: u64 = 256_000;

/// The largest directory, in bytes.
const DIRECTORY: u64 = 300 << 10;

/// A file on a web server, which answers range requests (RFC 9110, section 14) or always sends the whole file.
struct Served {
    address: SocketAddr,
    len: u64,
    /// The bytes in the bodies of all answers so far.
    sent: Arc<AtomicU64>,
}

impl Served {
    fn start(bytes: Vec<u8>, ranges: bool) -> Served {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let address = listener.local_addr().expect("an address");
        let (len, sent) = (bytes.len() as u64, Arc::new(AtomicU64::new(0)));
        let counter = Arc::clone(&sent);
        // The thread runs until the process ends.
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                answer(stream, &bytes, ranges, &counter);
            }
        });
        Served { address, len, sent }
    }

    /// Fetches a range, and adds the answer's bytes at their offset.
    fn fetch(&self, range: FileRange, into: &mut Fetched) {
        let mut stream = TcpStream::connect(self.address).expect("the server");
        let (first, last) = (range.start, range.end - 1);
        write!(stream, "GET /debian.atlas HTTP/1.1\r\nHost: x\r\nRange: bytes={first}-{last}\r\n\r\n").expect("sent");
        let mut reader = BufReader::new(stream);
        let mut head = Vec::new();
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).expect("a head");
            if line.trim().is_empty() {
                break;
            }
            head.push(line);
        }
        let mut body = Vec::new();
        reader.read_to_end(&mut body).expect("a body");
        let start = if head[0].starts_with("HTTP/1.1 206") { range.start } else { 0 };
        into.add(start, Arc::from(body));
    }

    /// Repeats a question, fetching the missing bytes, until it has an answer.
    fn ask<T>(&self, fetched: &mut Fetched, question: impl Fn(&Fetched) -> Result<T, atlas::Error>) -> T {
        loop {
            let missing = match question(fetched) {
                Ok(answer) => return answer,
                Err(e) => e.missing().unwrap_or_else(|| panic!("{e}")),
            };
            self.fetch(missing, fetched);
        }
    }

    fn sent(&self) -> u64 {
        self.sent.load(Ordering::SeqCst)
    }
}

/// Answers one request.
fn answer(stream: TcpStream, bytes: &[u8], ranges: bool, sent: &AtomicU64) {
    let mut reader = BufReader::new(&stream);
    let mut range = None;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or(0) == 0 || line.trim().is_empty() {
            break;
        }
        if let Some(wanted) = line.trim().strip_prefix("Range: bytes=") {
            let (first, last) = wanted.split_once('-').expect("a range");
            range = Some((first.parse::<usize>().expect("a number"), last.parse::<usize>().expect("a number")));
        }
    }
    let (status, body) = match range {
        Some((first, last)) if ranges => ("206 Partial Content", &bytes[first..=last]),
        _ => ("200 OK", bytes),
    };
    sent.fetch_add(body.len() as u64, Ordering::SeqCst);
    let mut out = &stream;
    let head = format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
    out.write_all(head.as_bytes()).and_then(|()| out.write_all(body)).ok();
}

fn file(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/atlas").join(name);
    fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

#[test]
fn a_name_of_the_atlas_of_the_page_takes_few_bytes() {
    let served = Served::start(file("debian.atlas"), true);
    let mut directory = Fetched::new(served.len);
    let kernels = served.ask(&mut directory, |fetched| Ok(Atlas::open(fetched)?.kernels().len()));
    assert!(kernels >= 100, "{kernels} kernels");
    assert!(served.sent() <= DIRECTORY, "{} bytes of directory", served.sent());
    let whole: Arc<[u8]> = Arc::from(file("debian.atlas"));
    let whole = Atlas::open(whole).expect("sound");
    let mut names: Vec<Vec<u8>> =
        ["task_struct", "sk_buff", "inode", "file", "key", "u32", "vfs_read", "list_head", "hash", "runqueues"]
            .map(|name| name.as_bytes().to_vec())
            .to_vec();
    for class in [Class::Types, Class::Functions, Class::Variables] {
        let all = whole.search(class, Sought::Prefix(b""), usize::MAX).expect("sound");
        names.extend(all.iter().step_by(all.len() / 60 + 1).map(|n| n.name.clone()));
    }
    let mut largest = (0, Vec::new());
    for name in &names {
        // Each question is asked by a visitor who has only the directory.
        let (mut fetched, before) = (directory.clone(), served.sent());
        let forms = served.ask(&mut fetched, |fetched| {
            let atlas = Atlas::open(fetched)?;
            let forms = atlas.forms_of(name, None)?;
            for form in &forms {
                atlas.slice(form.kernels.iter().next().unwrap_or(0), &[form])?;
            }
            Ok(forms.len())
        });
        assert!(forms > 0);
        largest = largest.max((served.sent() - before, name.clone()));
    }
    let name = String::from_utf8_lossy(&largest.1);
    println!("{} names of {kernels} kernels: at most {} bytes, for {name}", names.len(), largest.0);
    assert!(names.len() > 150 && largest.0 <= MOST, "{} bytes for {name}", largest.0);
}

#[test]
fn a_member_path_takes_few_bytes() {
    let served = Served::start(file("debian.atlas"), true);
    let mut fetched = Fetched::new(served.len);
    served.ask(&mut fetched, |fetched| Atlas::open(fetched).map(|_| ()));
    let before = served.sent();
    let path = FieldPath::parse("task_struct.mm").expect("a path");
    let found = served.ask(&mut fetched, |fetched| Atlas::open(fetched)?.members(&path));
    assert!(found.iter().any(|f| f.place.is_ok()));
    assert!(served.sent() - before <= MOST, "{} bytes", served.sent() - before);
}

#[test]
fn a_module_is_found_by_few_bytes() {
    let served = Served::start(file("debian-modules.atlas"), true);
    let mut fetched = Fetched::new(served.len);
    served.ask(&mut fetched, |fetched| ModulesFile::open(fetched).map(|_| ()));
    let directory = served.sent();
    assert!(directory <= DIRECTORY, "{directory} bytes of directory");
    let found = served.ask(&mut fetched, |fetched| ModulesFile::open(fetched)?.with(b"bpf_xdp_ct_alloc"));
    // The module has this kfunc since Linux 6.0: `BTF_ID_FLAGS(func, bpf_xdp_ct_alloc, ...)` in
    // net/netfilter/nf_conntrack_bpf.c.
    assert!(found.iter().any(|b| b.module == b"nf_conntrack" && b.kind == atlas::BroughtKind::Kfunc), "{found:?}");
    assert!(served.sent() - directory <= MOST_OF_MODULES, "{} bytes", served.sent() - directory);
}

#[test]
fn a_server_without_ranges_sends_it_once() {
    let bytes = file("debian.atlas");
    let served = Served::start(bytes.clone(), false);
    let mut fetched = Fetched::new(served.len);
    for name in [&b"task_struct"[..], b"vfs_read", b"inode"] {
        let forms = served.ask(&mut fetched, |fetched| Atlas::open(fetched)?.forms_of(name, None));
        assert!(!forms.is_empty());
    }
    assert_eq!(served.sent(), bytes.len() as u64);
}
