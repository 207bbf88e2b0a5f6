//! The line to the desk: a worker that stays.

use desk::{Line, ToDesk};
use wasm_bindgen::JsValue;
use yew::Callback;

use super::start::{Said, Started};

/// The desk's worker, started when there is something for it.
pub struct DeskLine {
    worker: Option<Started>,
    said: Callback<Said>,
}

impl DeskLine {
    /// No worker yet; `said` will get what it says.
    pub fn new(said: Callback<Said>) -> DeskLine {
        DeskLine { worker: None, said }
    }
}

impl Line for DeskLine {
    fn send(&mut self, message: &ToDesk) -> bool {
        if self.worker.is_none() {
            self.worker = Started::new(self.said.clone());
        }
        self.worker.as_ref().is_some_and(|worker| worker.send(message, &JsValue::NULL))
    }

    fn end(&mut self) {
        self.worker = None;
    }
}
