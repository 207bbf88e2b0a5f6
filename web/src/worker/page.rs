//! The page's side of the worker.

use btf::Btf;
use gloo::utils::document;
use js_sys::{Array, Object, Reflect, Uint8Array};
use view::session::{DumpFormat, Msg, Problem, Reading};
use wasm_bindgen::prelude::*;
use web_sys::{Blob, BlobPropertyBag, File, MessageEvent, Url, WorkerOptions, WorkerType};
use yew::Callback;

use super::message::{self, Answer, Job};

/// The worker's own script: it loads the page's shim, whose name has a hash that only the page knows, and hands it the page's
/// compiled module.
const START: &str = "onmessage = async e => {
  if (!e.data || !e.data.shim) return;
  const shim = await import(e.data.shim);
  await shim.default({ module_or_path: e.data.module });
};";

/// A worker that does one job, and ends.
pub struct Worker {
    worker: web_sys::Worker,
    _onmessage: Closure<dyn FnMut(MessageEvent)>,
    _onerror: Closure<dyn FnMut(web_sys::ErrorEvent)>,
}

/// Where the page's shim is: the page itself has loaded it as a module.
fn shim() -> Option<String> {
    let link = document().query_selector("link[rel=modulepreload]").ok()??;
    let href = link.get_attribute("href")?;
    let base = document().base_uri().ok()??;
    Some(Url::new_with_base(&href, &base).ok()?.href())
}

impl Worker {
    /// Starts a worker for a file, or for one entry of an archive. None where the browser has no workers for this.
    pub fn open(file: File, entry: Option<u32>, send: Callback<Msg>) -> Option<Worker> {
        let name = file.name();
        Worker::start(name.clone(), Job::Open { name, entry }, file.into(), send)
    }

    /// Starts a worker that prints a whole file and answers with a [`Msg::Download`].
    pub fn print(name: &str, btf: &Btf, format: DumpFormat, send: Callback<Msg>) -> Option<Worker> {
        let blobs = Array::new();
        let mut at = Some(btf);
        while let Some(btf) = at {
            blobs.unshift(&Uint8Array::from(btf.bytes()));
            at = btf.base().map(|base| &**base);
        }
        let format_index = DumpFormat::ALL.iter().position(|f| *f == format)?;
        let save_as = format.file_name(name);
        let job = Job::Print { format: format_index, save_as, pointer_size: btf.pointer_size() };
        Worker::start(name.to_string(), job, blobs.into(), send)
    }

    fn start(name: String, job: Job, input: JsValue, send: Callback<Msg>) -> Option<Worker> {
        let kind = BlobPropertyBag::new();
        kind.set_type("text/javascript");
        let script = Blob::new_with_str_sequence_and_options(&Array::of1(&START.into()), &kind).ok()?;
        let url = Url::create_object_url_with_blob(&script).ok()?;
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = web_sys::Worker::new_with_options(&url, &options).ok()?;
        let start = Object::new();
        Reflect::set(&start, &"shim".into(), &shim()?.into()).ok()?;
        Reflect::set(&start, &"module".into(), &wasm_bindgen::module()).ok()?;
        let onmessage = {
            let (worker, send, name) = (worker.clone(), send.clone(), name.clone());
            Closure::<dyn FnMut(MessageEvent)>::new(move |e: MessageEvent| {
                let Some((answer, blobs)) = message::unpack(&e.data()) else { return };
                if let Answer::Ready = answer {
                    let _ = Url::revoke_object_url(&url);
                    give(&worker, &job, &input);
                } else if let Some(msg) = take(&name, answer, blobs) {
                    send.emit(msg);
                }
            })
        };
        let onerror = Closure::<dyn FnMut(web_sys::ErrorEvent)>::new(move |e: web_sys::ErrorEvent| {
            let message = format!("The work on this file stopped: {}", e.message());
            let problem = Problem { file: name.clone(), message, expected: None, found: None, at: None, go: None };
            send.emit(Msg::Failed(problem));
        });
        worker.set_onmessage(Some(onmessage.as_ref().unchecked_ref()));
        worker.set_onerror(Some(onerror.as_ref().unchecked_ref()));
        worker.post_message(&start).ok()?;
        Some(Worker { worker, _onmessage: onmessage, _onerror: onerror })
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

fn give(worker: &web_sys::Worker, job: &Job, input: &JsValue) {
    let message = Object::new();
    let _ = Reflect::set(&message, &"job".into(), &serde_wasm_bindgen::to_value(job).unwrap_or(JsValue::NULL));
    let _ = Reflect::set(&message, &"input".into(), input);
    let _ = worker.post_message(&message);
}

fn take(name: &str, answer: Answer, blobs: Vec<std::sync::Arc<[u8]>>) -> Option<Msg> {
    Some(match answer {
        Answer::Ready => return None,
        Answer::Progress { what, done, total } => {
            Msg::Reading(Some(Reading { name: name.to_string(), what, done: done as u64, total: total as u64 }))
        }
        Answer::Printed { save_as, text } => Msg::Download(save_as, text),
        Answer::Opened(facts) => Msg::Opened(Box::new(message::file(facts, blobs)?)),
        Answer::Listed { name, entries, others } => Msg::Listed(message::archive(name, entries, others)),
        Answer::Failed { file, message, expected, found, at } => {
            Msg::Failed(Problem { file, message, expected, found, at: at.map(|at| at as u64), go: None })
        }
    })
}
