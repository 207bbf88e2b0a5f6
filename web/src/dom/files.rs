//! Reading files: by range, so that a large one costs only what is needed of it.

use container::{FileRange, Opener, Step};
use view::open::{input, problem};
use view::session::{Msg, Problem};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, File, FileList};
use yew::Callback;

use crate::samples::Sample;

/// What can be opened, for the landing page.
pub const ACCEPTED: &str = "vmlinux · *.ko · *.bpf.o · /sys/kernel/btf/* · raw BTF";

/// Reads some bytes of a file.
async fn read(blob: &Blob, range: FileRange) -> Result<Vec<u8>, String> {
    // As numbers with a fraction: integers would end at 2 GB.
    let part = blob.slice_with_f64_and_f64(range.start as f64, range.end as f64).map_err(|_| "the browser refused")?;
    let buffer = JsFuture::from(part.array_buffer()).await.map_err(|e| {
        let message = e.dyn_ref::<js_sys::Error>().map(|e| String::from(e.message()));
        message.unwrap_or_else(|| "it changed while it was read, or may not be read".into())
    })?;
    Ok(js_sys::Uint8Array::new(&buffer).to_vec())
}

async fn open(file: &File) -> Msg {
    let name = file.name();
    let mut opener = Opener::new(&name, file.size() as u64);
    let mut supplied: Option<(FileRange, Vec<u8>)> = None;
    loop {
        let step = opener.step(supplied.as_ref().map(|(range, bytes)| (*range, bytes.as_slice())));
        match step {
            Ok(Step::Need(range)) => match read(file, range).await {
                Ok(bytes) => supplied = Some((range, bytes)),
                Err(why) => {
                    let message = format!("could not be read: {why}");
                    return failed(Problem { at: Some(range.start), ..plain(&name, message) });
                }
            },
            Ok(Step::Done(opened)) => return Msg::Opened(Box::new(input(*opened))),
            Err(e) => return failed(problem(&name, &e)),
        }
    }
}

fn failed(problem: Problem) -> Msg {
    Msg::Failed(problem)
}

fn plain(name: &str, message: String) -> Problem {
    Problem { file: name.to_string(), message, expected: None, found: None, at: None, go: None }
}

/// Opens files, one after the other.
pub fn open_all(list: &FileList, send: Callback<Msg>, reading: Callback<Option<String>>) {
    // Before the first await: the browser takes the list away afterwards.
    let files: Vec<File> = (0..list.length()).filter_map(|i| list.get(i)).collect();
    spawn_local(async move {
        for file in files {
            reading.emit(Some(file.name()));
            send.emit(open(&file).await);
        }
        reading.emit(None);
    });
}

/// Opens a sample that is part of the page.
pub fn open_sample(sample: &Sample, send: Callback<Msg>) {
    match container::open(sample.file, sample.bytes) {
        Ok(opened) => {
            let mut input = input(opened);
            input.sample = Some(sample.name.to_string());
            input.start = Some(sample.start.to_string());
            send.emit(Msg::Opened(Box::new(input)));
        }
        Err(e) => send.emit(failed(problem(sample.file, &e))),
    }
}
