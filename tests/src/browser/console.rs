//! The browser's console.

use std::sync::PoisonError;
use std::time::Duration;

use serde_json::{Value, json};

use super::{Browser, Engine};

/// One line of the browser's console.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    level: String,
    message: String,
}

/// How chromedriver calls errors, and so we.
const ERROR: &str = "SEVERE";

impl Entry {
    fn error(message: String) -> Entry {
        Entry { level: ERROR.to_owned(), message }
    }
}

impl Browser {
    /// Everything on the console so far, each line with its level (`SEVERE`, `WARNING`, `INFO`, `DEBUG`); only errors where the browser
    /// is not Chromium.
    pub async fn console(&self) -> Vec<String> {
        self.fetch_console().await;
        self.entries().iter().map(|entry| format!("{} {}", entry.level, entry.message)).collect()
    }

    /// The errors on the console so far: calls of `console.error`, uncaught exceptions, and in Chromium failed loads.
    /// In WebKit only those after a page's load event: nothing listens before.
    pub async fn console_errors(&self) -> Vec<String> {
        self.fetch_console().await;
        self.entries().iter().filter(|entry| entry.level == ERROR).map(|entry| entry.message.clone()).collect()
    }

    fn entries(&self) -> Vec<Entry> {
        self.console.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    async fn fetch_console(&self) {
        let new: Vec<Entry> = match self.engine {
            Engine::Chromium => {
                let new = self.post("se/log", json!({ "type": "browser" })).await;
                let text = |entry: &Value, key: &str| entry[key].as_str().unwrap_or_default().to_owned();
                let entries = new.as_array().into_iter().flatten();
                entries.map(|entry| Entry { level: text(entry, "level"), message: text(entry, "message") }).collect()
            }
            Engine::Firefox => {
                // What the page said comes through a pipe.
                tokio::time::sleep(Duration::from_millis(100)).await;
                self.driver.take_errors().into_iter().map(Entry::error).collect()
            }
            Engine::WebKit => {
                let new = self.js(include_str!("errors.js")).await;
                let new = new.as_array().into_iter().flatten();
                new.filter_map(Value::as_str).map(|message| Entry::error(message.to_owned())).collect()
            }
        };
        self.console.lock().unwrap_or_else(PoisonError::into_inner).extend(new);
    }

    /// To be called before a page goes away and when another one came: where the page itself keeps its errors, they go with it.
    pub(super) async fn keep_errors(&self) {
        if self.engine == Engine::WebKit {
            self.fetch_console().await;
        }
    }
}
