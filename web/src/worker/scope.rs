//! The worker's side: takes one job, reads the file synchronously, tells how far it is.

use std::ops::ControlFlow;
use std::sync::Arc;

use btf::Btf;
use container::{Found, Limits, Progress, Source, unpack, unpack_entry};
use js_sys::{Array, Object, Reflect, Uint8Array};
use view::open;
use view::session::DumpFormat;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, File, FileReaderSync, MessageEvent};

use super::message::{self, Answer, Job};

/// Whether this instance runs in a worker; if so, it takes jobs from now on.
pub fn start() -> bool {
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else { return false };
    let onmessage = Closure::<dyn FnMut(MessageEvent)>::new(|e: MessageEvent| {
        let data = e.data();
        let get = |key: &str| Reflect::get(&data, &key.into()).unwrap_or(JsValue::UNDEFINED);
        let job = serde_wasm_bindgen::from_value::<Job>(get("job"));
        match job {
            Ok(Job::Open { name, entry }) => {
                if let Ok(file) = get("input").dyn_into::<File>() {
                    open_file(&name, entry, &file);
                }
            }
            Ok(Job::Print { format, save_as, pointer_size }) => print(format, save_as, pointer_size, &get("input")),
            Err(_) => {}
        }
    });
    scope.set_onmessage(Some(onmessage.as_ref().unchecked_ref()));
    // It lives as long as the worker.
    onmessage.forget();
    post(&Answer::Ready, &[]);
    true
}

fn post(answer: &Answer, blobs: &[&[u8]]) {
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else { return };
    if let Some((message, transfer)) = message::pack(answer, blobs) {
        let message: &Object = &message;
        let _ = scope.post_message_with_transfer(message, &transfer);
    }
}

/// A file, read part by part.
struct Parts {
    file: File,
    reader: FileReaderSync,
}

impl Source for Parts {
    fn len(&self) -> u64 {
        self.file.size() as u64
    }

    fn read_at(&mut self, at: u64, buf: &mut [u8]) -> Result<usize, String> {
        let end = at.saturating_add(buf.len() as u64).min(self.len());
        let say = |e: JsValue| {
            e.dyn_ref::<js_sys::Error>().map_or("the browser refused".into(), |e| String::from(e.message()))
        };
        // As numbers with a fraction: integers would end at 2 GB.
        let part = self.file.slice_with_f64_and_f64(at.min(end) as f64, end as f64).map_err(say)?;
        let bytes = Uint8Array::new(&self.reader.read_as_array_buffer(&part).map_err(say)?.into());
        let count = (bytes.length() as usize).min(buf.len());
        bytes.subarray(0, count as u32).copy_to(&mut buf[..count]);
        Ok(count)
    }
}

/// A report every so many milliseconds is enough for the eye.
const REPORT_MS: f64 = 60.0;

/// Prints blobs, each the base of the next.
fn print(format: usize, save_as: String, pointer_size: u32, blobs: &JsValue) {
    let mut base: Option<Arc<Btf>> = None;
    for blob in Array::from(blobs).iter().filter_map(|b| b.dyn_into::<Uint8Array>().ok()) {
        // They were open on the page, so they open here.
        let Ok(mut btf) = Btf::parse(blob.to_vec(), base.take()) else { return };
        btf.set_pointer_size(pointer_size);
        base = Some(Arc::new(btf));
    }
    if let (Some(btf), Some(format)) = (base, DumpFormat::ALL.get(format)) {
        let text = format.print(&btf);
        post(&Answer::Printed { save_as, text }, &[]);
    }
}

fn open_file(name: &str, entry: Option<u32>, file: &File) {
    let mut last = 0.0;
    let mut on_progress = |p: Progress| {
        let now = js_sys::Date::now();
        if now - last >= REPORT_MS {
            last = now;
            post(&Answer::Progress { what: p.stage.to_string(), done: p.done as f64, total: p.total as f64 }, &[]);
        }
        ControlFlow::Continue(())
    };
    let Ok(reader) = FileReaderSync::new() else { return };
    let mut parts = Parts { file: file.clone(), reader };
    // Half of what a 32-bit wasm memory has: what is unpacked and what unpacks it must both fit.
    let limits = Limits { output: 768 << 20, ..Limits::default() };
    let outcome = match entry {
        Some(entry) => unpack_entry(name, &mut parts, entry, &limits, &mut on_progress),
        None => unpack(name, &mut parts, &limits, &mut on_progress),
    };
    match outcome {
        Ok(Found::File(opened)) => {
            let input = open::input(*opened);
            let (answer, blobs) = message::opened(&input);
            post(&answer, &blobs);
        }
        Ok(Found::Archive(archive)) => post(&message::listed(open::archive(*archive)), &[]),
        Err(e) => post(&message::failed(open::problem(name, &e)), &[]),
    }
}
