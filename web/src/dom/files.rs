//! Reading files: by range, so that a large one costs only what is needed of it.

use std::sync::Arc;

use container::{FileRange, OpenErrorKind, OpenStep, Opener};
use desk::open::{input, problem};
use desk::{FileId, Origin, Problem};
use gloo::utils::window;
use js_sys::Function;
use model::atlas::is_atlas;
use model::lesson::MAX_LESSON;
use session::{Came, FilesMsg, LearnMsg, Msg};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, File, FileList, ReadableWritablePair, Response};
use yew::Callback;

use super::busy;
use crate::samples::samples;

/// What can be opened, for the landing page.
pub const ACCEPTED: &str =
    "vmlinux · vmlinuz · *.ko (.xz .zst .gz) · *.bpf.o · /sys/kernel/btf/* · raw BTF · .deb · .rpm";

/// Reads some bytes of a file.
async fn read(blob: &Blob, range: FileRange) -> Result<Arc<[u8]>, String> {
    // As numbers with a fraction: integers would end at 2 GB.
    let part = blob.slice_with_f64_and_f64(range.start as f64, range.end as f64).map_err(|_| "the browser refused")?;
    let buffer = JsFuture::from(part.array_buffer()).await.map_err(|e| {
        let message = e.dyn_ref::<js_sys::Error>().map(|e| String::from(e.message()));
        message.unwrap_or_else(|| "it changed while it was read, or reading it is not allowed".into())
    })?;
    // Twice copied, which takes a millisecond: to fill shared memory byte by byte first, as safe code has to, takes longer.
    Ok(js_sys::Uint8Array::new(&buffer).to_vec().into())
}

/// Reads as much of a file as is needed to find BTF in it.
async fn read_and_open(file: &File) -> Came {
    let name = file.name();
    let mut opener = Opener::new(&name, file.size() as u64).with_bare_programs();
    let mut supplied = None;
    loop {
        match opener.step_shared(supplied.take()) {
            Ok(OpenStep::Need(range)) => match read(file, range).await {
                Ok(bytes) => supplied = Some((range, bytes)),
                Err(why) => return Came::Failed(Problem { at: Some(range.start), ..unreadable(&name, &why) }),
            },
            Ok(OpenStep::Done(opened)) => return Came::Opened(Box::new(input(*opened))),
            // No BTF that stands there as it is: a log is none, though its instructions begin as lines of a hex dump.
            Ok(OpenStep::Unpack(_)) => return log(file).await.map_or(Came::LongWork, Came::Log),
            // It may have debug information, of which types are made.
            Err(e) if e.kind == OpenErrorKind::NoBtf => return Came::LongWork,
            Err(e) => return log(file).await.map_or_else(|| Came::Failed(problem(&name, &e)), Came::Log),
        }
    }
}

/// The text of a file that is a log of a verifier or loader.
async fn log(file: &File) -> Option<String> {
    const START: u64 = 64 << 10;
    const MOST: u64 = 32 << 20;
    let size = Some(file.size() as u64).filter(|&size| size <= MOST)?;
    let is_log = |text: &str| !text.contains('\0') && model::log::is_log_alone(text);
    let start = read(file, FileRange { start: 0, end: size.min(START) }).await.ok()?;
    Some(model::log::decode(&start)).filter(|text| is_log(text))?;
    let all = read(file, FileRange { start: 0, end: size }).await.ok()?;
    Some(model::log::decode(&all))
}

/// A problem with nothing but its message.
pub fn plain(name: &str, message: String) -> Problem {
    Problem::new(name, &message)
}

/// The problem of a browser without workers.
pub fn no_worker(name: &str) -> Problem {
    plain(name, "This file has to be unpacked, and this browser does not let the page start a worker for that.".into())
}

/// Reads a whole file of at most `most` bytes, to be read by a type; one byte more of a larger one, which says that it is.
pub fn read_bytes(file: File, most: u64, done: Callback<Result<Arc<[u8]>, String>>) {
    busy::spawn(async move {
        let range = FileRange { start: 0, end: (file.size() as u64).min(most.saturating_add(1)) };
        done.emit(read(&file, range).await.map_err(|why| format!("{} could not be read: {why}", file.name())));
    });
}

/// The files of a list. To be called before the first await: the browser takes the list away afterwards.
pub fn list(files: &FileList) -> Vec<File> {
    (0..files.length()).filter_map(|i| files.get(i)).collect()
}

/// A file of pasted text: a hex dump or base64, which is unpacked like any other wrapping.
pub fn pasted(text: &str) -> Option<File> {
    let parts = js_sys::Array::of1(&text.into());
    let name = if text.starts_with("---") { "pasted lesson.md" } else { "pasted text" };
    File::new_with_str_sequence(&parts, name).ok()
}

/// Opens a file, by what it is.
pub fn open(file: File, done: Callback<Came>) {
    busy::spawn(async move {
        let is = |end: &str| file.name().ends_with(end);
        done.emit(match (is(".atlas"), is(".md")) {
            (true, _) => read_atlas(&file).await,
            (_, true) => read_lesson(&file).await,
            _ => read_and_open(&file).await,
        });
    });
}

/// Loads a sample from beside the page and opens it, to be known as `id`.
pub fn open_sample(id: FileId, name: &str, send: Callback<Msg>) {
    let sample = samples().into_iter().find(|sample| sample.name == name);
    // What the landing page does not offer is a lesson's: those go by their files' names.
    if sample.is_none() && !name.contains('.') {
        return send.emit(Msg::Files(FilesMsg::Failed(plain(name, "This page was built without that sample.".into()))));
    }
    let path = sample.as_ref().map_or_else(|| format!("lessons/{name}"), |s| s.file.to_string());
    let size = sample.as_ref().map_or(String::new(), |s| format!(" ({})", s.size));
    let (name, start) = (name.to_string(), sample.map(|s| s.start.to_string()));
    send.emit(Msg::Notice(format!("Loading the sample{size} …")));
    busy::spawn(async move {
        let file = path.rsplit('/').next().unwrap_or(&path);
        let Some(bytes) = fetch(&format!("samples/{path}")).await else {
            let message =
                "The sample could not be loaded: is the page's folder complete, and the network there?".to_string();
            return send.emit(Msg::Files(FilesMsg::Failed(plain(file, message).about(id))));
        };
        let mut msg = open_bytes(file.trim_end_matches(PACKED), &bytes);
        if let Msg::Files(FilesMsg::Opened(input)) = &mut msg {
            input.origin = Origin::Sample(name);
            input.start = start;
        }
        send.emit(msg.about(id));
    });
}

/// Reads one of the page's lessons from beside the page.
pub fn open_lesson(name: &str, send: Callback<Msg>) {
    let file = format!("{name}.md");
    busy::spawn(async move {
        let bytes = fetch(&format!("lessons/{file}")).await;
        send.emit(match bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()) {
            Some(text) => Msg::Learn(LearnMsg::Text(file, text)),
            None => Msg::Files(FilesMsg::Failed(plain(
                &file,
                "The lesson could not be loaded: is the page's folder complete?".into(),
            ))),
        });
    });
}

/// The largest atlas that is read into memory, in bytes: that of 5,000 kernels takes a tenth.
const MAX_ATLAS: u64 = 256 << 20;

/// Reads an atlas that was dropped.
async fn read_atlas(file: &File) -> Came {
    let (name, size) = (file.name(), file.size() as u64);
    if size > MAX_ATLAS {
        return Came::Failed(plain(&name, "It is larger than any atlas that this page reads.".into()));
    }
    match read(file, FileRange { start: 0, end: size }).await {
        Ok(bytes) if is_atlas(&bytes) => Came::Atlas(bytes),
        Ok(_) => Came::Failed(plain(&name, "It is named like an atlas but does not start like one.".into())),
        Err(why) => Came::Failed(unreadable(&name, &why)),
    }
}

/// Reads a lesson that somebody wrote.
async fn read_lesson(file: &File) -> Came {
    // One byte more than there may be: the reader finds that it is too long.
    let range = FileRange { start: 0, end: (file.size() as u64).min(MAX_LESSON as u64 + 1) };
    match read(file, range).await {
        Ok(bytes) => Came::Lesson(String::from_utf8_lossy(&bytes).into_owned()),
        Err(why) => Came::Failed(unreadable(&file.name(), &why)),
    }
}

/// The problem of a file that the browser does not read.
fn unreadable(name: &str, why: &str) -> Problem {
    plain(name, format!("The file could not be read: {why}"))
}

/// Opens a file whose bytes are all there. What would have to be unpacked is refused: nothing of that kind is kept or sampled.
pub fn open_bytes(name: &str, bytes: &[u8]) -> Msg {
    let mut opener = Opener::new(name, bytes.len() as u64).with_bare_programs();
    let mut supplied = None;
    loop {
        match opener.step_shared(supplied.take()) {
            Ok(OpenStep::Need(range)) => match bytes.get(range.start as usize..range.end as usize) {
                Some(part) => supplied = Some((range, Arc::from(part))),
                None => return Msg::Files(FilesMsg::Failed(plain(name, "It ends too early.".into()))),
            },
            Ok(OpenStep::Done(opened)) => return Msg::Files(FilesMsg::Opened(Box::new(input(*opened)))),
            Ok(OpenStep::Unpack(_)) => {
                return Msg::Files(FilesMsg::Failed(plain(name, "It has to be unpacked: open it as a file.".into())));
            }
            Err(e) => return Msg::Files(FilesMsg::Failed(problem(name, &e))),
        }
    }
}

/// What samples are called that the browser itself unpacks.
const PACKED: &str = ".gz";

/// A file of the page's own folder, unpacked.
async fn fetch(name: &str) -> Option<Vec<u8>> {
    let mut response: Response = JsFuture::from(window().fetch_with_str(name)).await.ok()?.dyn_into().ok()?;
    if !response.ok() {
        return None;
    }
    if name.ends_with(PACKED) {
        // web-sys does not have it. It is what a pair is taken for: readable and writable.
        let class = js_sys::Reflect::get(&window(), &"DecompressionStream".into()).ok()?.dyn_into::<Function>().ok()?;
        let unpack = js_sys::Reflect::construct(&class, &js_sys::Array::of1(&"gzip".into())).ok()?;
        let plain = response.body()?.pipe_through(unpack.unchecked_ref::<ReadableWritablePair>());
        response = Response::new_with_opt_readable_stream(Some(&plain)).ok()?;
    }
    let buffer = JsFuture::from(response.array_buffer().ok()?).await.ok()?;
    Some(js_sys::Uint8Array::new(&buffer).to_vec())
}
