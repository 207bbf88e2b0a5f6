//! Reads files by ranges, so that only the needed bytes of a large file are read.

use std::sync::Arc;

use container::{FileRange, OpenErrorKind, OpenStep, Opener};
use desk::open::{input, problem};
use desk::{FileId, Origin, Problem};
use gloo::utils::window;
use js_sys::Function;
use lesson::MAX_LESSON;
use model::atlas::is_atlas;
use session::look::atlas::AtlasMsg;
use session::{FilesMsg, LearnMsg, Msg, ReadResult};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, File, FileList, ReadableWritablePair, Response};
use yew::Callback;

use super::busy;
use crate::samples::samples;

/// The kinds of files that can be opened, as the start page lists them, in two lines.
pub const ACCEPTED: [&str; 2] = ["vmlinux · vmlinuz · .ko · .bpf.o", ".deb · .rpm · raw BTF · vmlinux.h"];

/// Reads a range of a file.
async fn read(blob: &Blob, range: FileRange) -> Result<Arc<[u8]>, String> {
    // Offsets are f64, because the method with i32 ends at 2 GiB.
    let part = blob
        .slice_with_f64_and_f64(range.start as f64, range.end as f64)
        .map_err(|_| "the browser refused to read the file")?;
    let buffer = JsFuture::from(part.array_buffer()).await.map_err(|e| {
        let message = e.dyn_ref::<js_sys::Error>().map(|e| String::from(e.message()));
        message.unwrap_or_else(|| "it changed while it was read, or reading it is not allowed".into())
    })?;
    // This copies the bytes twice. In safe Rust, filling shared memory directly would need a loop over the bytes, which
    // is slower.
    Ok(js_sys::Uint8Array::new(&buffer).to_vec().into())
}

/// Finds BTF in a file, reading no more of it than needed.
async fn read_and_open(file: &File) -> ReadResult {
    let name = file.name();
    let mut opener = Opener::new(&name, file.size() as u64).with_bare_programs();
    let mut supplied = None;
    loop {
        match opener.step_shared(supplied.take()) {
            Ok(OpenStep::Need(range)) => match read(file, range).await {
                Ok(bytes) => supplied = Some((range, bytes)),
                Err(why) => return ReadResult::Failed(Problem { at: Some(range.start), ..unreadable(&name, &why) }),
            },
            Ok(OpenStep::Done(opened)) => return ReadResult::Opened(Box::new(input(*opened))),
            // There may be BTF to unpack. First see whether the file is a log: its instructions look like a hex dump.
            Ok(OpenStep::Unpack(_)) => return log(file).await.map_or(ReadResult::LongWork, ReadResult::Log),
            // There is no BTF, but perhaps debug information. A worker makes types of it.
            Err(e) if e.kind == OpenErrorKind::NoBtf => return ReadResult::LongWork,
            Err(e) => return log(file).await.map_or_else(|| ReadResult::Failed(problem(&name, &e)), ReadResult::Log),
        }
    }
}

/// The text of the file, if it is a log of a verifier or loader.
async fn log(file: &File) -> Option<String> {
    const START: u64 = 64 << 10;
    const MOST: u64 = 32 << 20;
    let size = Some(file.size() as u64).filter(|&size| size <= MOST)?;
    let is_log = |text: &str| !text.contains('\0') && logs::is_log_alone(text);
    let start = read(file, FileRange { start: 0, end: size.min(START) }).await.ok()?;
    Some(logs::decode(&start)).filter(|text| is_log(text))?;
    let all = read(file, FileRange { start: 0, end: size }).await.ok()?;
    Some(logs::decode(&all))
}

/// The problem when the browser cannot start a worker.
pub fn no_worker(name: &str) -> Problem {
    Problem::new(name, "This file has to be unpacked, and this browser does not let the page start a worker for that.")
}

/// Reads all bytes of a file, for the view Values.
pub fn read_bytes(file: File, done: Callback<Result<Arc<[u8]>, String>>) {
    busy::spawn(async move {
        let range = FileRange { start: 0, end: file.size() as u64 };
        done.emit(read(&file, range).await.map_err(|why| format!("{} could not be read: {why}", file.name())));
    });
}

/// The files of a `FileList`. Call it before the first await: the browser empties the list afterwards.
pub fn list(files: &FileList) -> Vec<File> {
    (0..files.length()).filter_map(|i| files.get(i)).collect()
}

/// Pasted text as a file: as a lesson if it starts with `---`, else as a file to open. A hex dump or base64 is then
/// unpacked like any compressed file.
pub fn pasted(text: &str) -> Option<File> {
    let parts = js_sys::Array::of1(&text.into());
    let name = if text.starts_with("---") { "pasted lesson.md" } else { "pasted text" };
    File::new_with_str_sequence(&parts, name).ok()
}

/// Opens a file in the way that its kind needs.
pub fn open(file: File, done: Callback<ReadResult>) {
    busy::spawn(async move {
        let is = |end: &str| file.name().ends_with(end);
        done.emit(match (is(".atlas"), is(".md")) {
            (true, _) => read_atlas(&file).await,
            (_, true) => read_lesson(&file).await,
            _ => read_and_open(&file).await,
        });
    });
}

/// Loads a sample from the page's folder and opens it as file `id`.
pub fn open_sample(id: FileId, name: &str, send: Callback<Msg>) {
    let sample = samples().into_iter().find(|sample| sample.name == name);
    // Samples of lessons are not on the start page. They are named by their files, so their names have a dot.
    if sample.is_none() && !name.contains('.') {
        return send.emit(Msg::Files(FilesMsg::Failed(Problem::new(name, "This page was built without that sample."))));
    }
    let path = sample.as_ref().map_or_else(|| format!("lessons/{name}"), |s| s.file.to_string());
    let size = sample.as_ref().map_or(String::new(), |s| format!(" ({})", s.size));
    let (name, start) = (name.to_string(), sample.map(|s| s.start.to_string()));
    send.emit(Msg::Notice(format!("Loading the sample{size} …")));
    busy::spawn(async move {
        let file = path.rsplit('/').next().unwrap_or(&path);
        let Some(bytes) = fetch(&format!("samples/{path}")).await else {
            let why = "The sample could not be loaded: is the page's folder complete, and is there a network?";
            return send.emit(Msg::Files(FilesMsg::Failed(Problem::new(&name, why).about(id))));
        };
        if is_atlas(&bytes) {
            return send.emit(Msg::Atlas(AtlasMsg::Sample(id, name, bytes.into())));
        }
        let mut msg = open_bytes(file.trim_end_matches(PACKED), &bytes);
        match &mut msg {
            Msg::Files(FilesMsg::Opened(input)) => {
                input.origin = Origin::Sample(name);
                input.start = start;
            }
            // A link waits for the sample by this name.
            Msg::Files(FilesMsg::Failed(problem)) => problem.file = name,
            _ => {}
        }
        send.emit(msg.about(id));
    });
}

/// Loads one of the page's own lessons.
pub fn open_lesson(name: &str, send: Callback<Msg>) {
    let file = format!("{name}.md");
    busy::spawn(async move {
        let bytes = fetch(&format!("lessons/{file}")).await;
        send.emit(match bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()) {
            Some(text) => Msg::Learn(LearnMsg::Text(file, text)),
            None => {
                let why = "The lesson could not be loaded: is the page's folder complete?";
                Msg::Files(FilesMsg::Problem(Problem::new(&file, why)))
            }
        });
    });
}

/// The largest atlas that is read into memory, in bytes. An atlas of some thousand kernels is much smaller.
const MAX_ATLAS: u64 = 256 << 20;

/// Reads a dropped atlas.
async fn read_atlas(file: &File) -> ReadResult {
    let (name, size) = (file.name(), file.size() as u64);
    if size > MAX_ATLAS {
        return ReadResult::Failed(Problem::new(&name, "It is larger than any atlas that this page reads."));
    }
    match read(file, FileRange { start: 0, end: size }).await {
        Ok(bytes) if is_atlas(&bytes) => ReadResult::Atlas(bytes),
        Ok(_) => ReadResult::Failed(Problem::new(&name, "It is named like an atlas but does not start like one.")),
        Err(why) => ReadResult::Failed(unreadable(&name, &why)),
    }
}

/// Reads a lesson from a file of the person's.
async fn read_lesson(file: &File) -> ReadResult {
    // One byte more than allowed, so that the parser reports a file that is too long.
    let range = FileRange { start: 0, end: (file.size() as u64).min(MAX_LESSON as u64 + 1) };
    match read(file, range).await {
        Ok(bytes) => ReadResult::Lesson(String::from_utf8_lossy(&bytes).into_owned()),
        Err(why) => ReadResult::Failed(unreadable(&file.name(), &why)),
    }
}

/// The problem when the browser cannot read a file.
fn unreadable(name: &str, why: &str) -> Problem {
    Problem::new(name, &format!("The file could not be read: {why}"))
}

/// Opens a file whose bytes are in memory. Compressed files are refused: stored files are never compressed, and samples
/// are unpacked when they are fetched.
pub fn open_bytes(name: &str, bytes: &[u8]) -> Msg {
    let mut opener = Opener::new(name, bytes.len() as u64).with_bare_programs();
    let mut supplied = None;
    loop {
        match opener.step_shared(supplied.take()) {
            Ok(OpenStep::Need(range)) => match bytes.get(range.start as usize..range.end as usize) {
                Some(part) => supplied = Some((range, Arc::from(part))),
                None => return Msg::Files(FilesMsg::Failed(Problem::new(name, "It ends too early."))),
            },
            Ok(OpenStep::Done(opened)) => return Msg::Files(FilesMsg::Opened(Box::new(input(*opened)))),
            Ok(OpenStep::Unpack(_)) => {
                return Msg::Files(FilesMsg::Failed(Problem::new(name, "It has to be unpacked: open it as a file.")));
            }
            Err(e) => return Msg::Files(FilesMsg::Failed(problem(name, &e))),
        }
    }
}

/// The ending of samples that the browser unpacks.
const PACKED: &str = ".gz";

/// Loads a file from the page's folder, and unpacks it when its name ends in [`PACKED`].
async fn fetch(name: &str) -> Option<Vec<u8>> {
    let mut response: Response = JsFuture::from(window().fetch_with_str(name)).await.ok()?.dyn_into().ok()?;
    if !response.ok() {
        return None;
    }
    if name.ends_with(PACKED) {
        // web-sys has no DecompressionStream. The object has a readable and a writable side, so it can be used as a
        // ReadableWritablePair.
        let class = js_sys::Reflect::get(&window(), &"DecompressionStream".into()).ok()?.dyn_into::<Function>().ok()?;
        let unpack = js_sys::Reflect::construct(&class, &js_sys::Array::of1(&"gzip".into())).ok()?;
        let plain = response.body()?.pipe_through(unpack.unchecked_ref::<ReadableWritablePair>());
        response = Response::new_with_opt_readable_stream(Some(&plain)).ok()?;
    }
    let buffer = JsFuture::from(response.array_buffer().ok()?).await.ok()?;
    Some(js_sys::Uint8Array::new(&buffer).to_vec())
}
