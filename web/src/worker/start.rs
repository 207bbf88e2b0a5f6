//! Starts a worker and exchanges messages with it.

use std::cell::RefCell;
use std::rc::Rc;

use desk::{FromDesk, ToDesk, UNREADABLE};
use js_sys::Array;
use wasm_bindgen::prelude::*;
use web_sys::{ErrorEvent, MessageEvent, WorkerOptions, WorkerType};
use yew::Callback;

use crate::dom::page::{absolute, meta};

/// A message of a worker, or the reason why it died.
pub type Said = Result<FromDesk, String>;

/// A running worker. Dropping this ends it.
pub struct Started {
    worker: web_sys::Worker,
    queue: Rc<RefCell<Queue>>,
    _onmessage: Closure<dyn FnMut(MessageEvent)>,
    _onerror: Closure<dyn FnMut(ErrorEvent)>,
}

/// Messages to be sent when the worker is ready; `None` from then on.
type Queue = Option<Vec<(js_sys::Object, Array)>>;

impl Started {
    /// Starts a worker; `said` gets its messages. None if the browser cannot start it.
    pub fn new(said: Callback<Said>) -> Option<Started> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        // The build writes the address of the worker's script into the page, because it contains a hash.
        let script = absolute(&meta("btfscope-worker")?)?;
        let worker = web_sys::Worker::new_with_options(&script, &options).ok()?;
        let queue: Rc<RefCell<Queue>> = Rc::new(RefCell::new(Some(Vec::new())));
        let onmessage = {
            let (worker, queue, said) = (worker.clone(), Rc::clone(&queue), said.clone());
            Closure::<dyn FnMut(MessageEvent)>::new(move |e: MessageEvent| match worker::unpack(&e.data()) {
                Some((FromDesk::Ready, _)) => {
                    for (message, transfer) in queue.take().into_iter().flatten() {
                        // The worker never gets this message, so it would not answer: report the failure here.
                        if worker.post_message_with_transfer(&message, &transfer).is_err() {
                            return said.emit(Err(UNREADABLE.to_owned()));
                        }
                    }
                }
                Some((message, _)) => said.emit(Ok(message)),
                None => said.emit(Err(UNREADABLE.to_owned())),
            })
        };
        let onerror = Closure::<dyn FnMut(ErrorEvent)>::new(move |e: ErrorEvent| {
            // If the script cannot be loaded, the event has no message.
            let why = match e.message() {
                why if !why.is_empty() => format!("The work stopped: {why}"),
                _ => "A part of the page could not be loaded: is its folder complete, and is there a network?"
                    .to_string(),
            };
            said.emit(Err(why));
        });
        worker.set_onmessage(Some(onmessage.as_ref().unchecked_ref()));
        worker.set_onerror(Some(onerror.as_ref().unchecked_ref()));
        Some(Started { worker, queue, _onmessage: onmessage, _onerror: onerror })
    }

    /// Sends a message with a JavaScript value (a `File`) beside it. False if it cannot be sent.
    pub fn send(&self, message: &ToDesk, beside: &JsValue) -> bool {
        let Some((message, transfer)) = worker::pack(message, beside) else { return false };
        match &mut *self.queue.borrow_mut() {
            Some(queue) => queue.push((message, transfer)),
            None => return self.worker.post_message_with_transfer(&message, &transfer).is_ok(),
        }
        true
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}
