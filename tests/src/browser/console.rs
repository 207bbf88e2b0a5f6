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

/// The level of errors in chromedriver. Other browsers' errors get it as well.
const ERROR: &str = "SEVERE";

impl Entry {
    fn error(message: String) -> Entry {
        Entry { level: ERROR.to_owned(), message }
    }
}

impl Browser {
    /// All messages on the console so far, each with its level (`SEVERE`, `WARNING`, `INFO`, `DEBUG`). In browsers
    /// other than Chromium: errors only.
    pub async fn console(&self) -> Vec<String> {
        self.fetch_console().await;
        self.entries().iter().map(|entry| format!("{} {}", entry.level, entry.message)).collect()
    }

    /// The errors so far: calls of `console.error`, uncaught exceptions and, except in Firefox, failed loads.
    /// In WebKit only those after the page's load event, because we cannot listen earlier.
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
                // The browser prints errors into a pipe, which takes a moment.
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

    /// Saves the errors that are stored in the page itself. Call it before a page is left, and after another one was
    /// loaded.
    pub(super) async fn keep_errors(&self) {
        if self.engine == Engine::WebKit {
            self.fetch_console().await;
        }
    }
}
