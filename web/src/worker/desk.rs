//! The line to the desk: a worker that stays.

use desk::{FromDesk, Line, TICK_MS, ToDesk};
use gloo::timers::callback::Interval;
use wasm_bindgen::JsValue;
use yew::Callback;

use super::start::{Said, Started};
use crate::dom::atlas;

/// The desk's worker, started when there is something for it.
pub struct DeskLine {
    worker: Option<Started>,
    /// Runs while there is a worker.
    ticks: Option<Interval>,
    said: Callback<Said>,
}

impl DeskLine {
    /// No worker yet; `said` will get what it says.
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
