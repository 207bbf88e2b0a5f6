//! The connection to the desk, a worker that keeps running.

use desk::{FromDesk, Line, TICK_MS, ToDesk};
use gloo::timers::callback::Interval;
use wasm_bindgen::JsValue;
use yew::Callback;

use super::start::{Said, Started};
use crate::dom::atlas;

/// The desk's worker. It is started with the first message.
pub struct DeskLine {
    worker: Option<Started>,
    /// Sends a tick every [`TICK_MS`] while there is a worker, so that the desk's silence is noticed.
    ticks: Option<Interval>,
    said: Callback<Said>,
}

impl DeskLine {
    /// A connection without a worker yet. `said` gets the worker's messages.
    pub fn new(said: Callback<Said>) -> DeskLine {
        DeskLine { worker: None, ticks: None, said }
    }
}

impl Line for DeskLine {
    fn send(&mut self, message: &ToDesk) -> bool {
        if self.worker.is_none() {
            self.worker = Started::new(self.said.clone());
            let said = self.said.clone();
            self.ticks = Some(Interval::new(TICK_MS, move || said.emit(Ok(FromDesk::Tick))));
            if let (Some(worker), Some(address)) = (&self.worker, atlas::address()) {
                worker.send(&ToDesk::Atlas(address), &JsValue::NULL);
            }
        }
        self.worker.as_ref().is_some_and(|worker| worker.send(message, &JsValue::NULL))
    }

    fn end(&mut self) {
        self.worker = None;
        self.ticks = None;
    }
}
