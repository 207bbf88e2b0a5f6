//! The look of the page: window, theme, pictures.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};

use super::{Browser, Engine, screenshots};

/// The preferred theme of the system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    /// Light text on dark.
    Dark,
    /// Dark text on light.
    Light,
}

impl Browser {
    /// Resizes the window so that the page has exactly this size, in CSS pixels.
    pub async fn resize(&self, width: u32, height: u32) {
        if self.engine != Engine::Chromium {
            return self.resize_window(width, height).await;
        }
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", size).await;
    }

    /// Resizes the whole window until the page in it has this size.
    async fn resize_window(&self, width: u32, height: u32) {
        // The size of the window's frame is only known afterwards, and resizing takes time.
        for _ in 0..100 {
            let inner = self.js("return [innerWidth, innerHeight]").await;
            let (w, h) = (inner[0].as_i64().unwrap_or_default(), inner[1].as_i64().unwrap_or_default());
            if (w, h) == (width.into(), height.into()) {
                return;
            }
            let (_, _, outer_w, outer_h) = self.check("ask for the window", self.client.get_window_rect().await);
            let corrected = |outer: u64, inner: i64, wanted: u32| {
                let wanted = i64::from(wanted) + outer as i64 - inner;
                u32::try_from(wanted).unwrap_or_default()
            };
            let (w, h) = (corrected(outer_w, w, width), corrected(outer_h, h, height));
            self.check("resize the window", self.client.set_window_size(w, h).await);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        self.fail(&format!("{} makes no window of {width} x {height}", self.engine)).await
    }

    /// Sets the preferences of the system: the theme, and whether animations are reduced (`calm`).
    pub async fn prefer(&self, theme: Theme, calm: bool) {
        let theme = match theme {
            Theme::Dark => "dark",
            Theme::Light => "light",
        };
        let motion = if calm { "reduce" } else { "no-preference" };
        let features = json!([
            { "name": "prefers-color-scheme", "value": theme },
            { "name": "prefers-reduced-motion", "value": motion },
        ]);
        self.devtools("Emulation.setEmulatedMedia", json!({ "features": features })).await;
    }

    /// Makes the system force its own colours onto pages, light or dark ones.
    pub async fn force_colors(&self, theme: Theme) {
        let theme = if theme == Theme::Dark { "dark" } else { "light" };
        let features = json!([
            { "name": "forced-colors", "value": "active" },
            { "name": "prefers-color-scheme", "value": theme },
        ]);
        self.devtools("Emulation.setEmulatedMedia", json!({ "features": features })).await;
    }

    /// The texts in sight whose contrast with their background is below 4.5:1, a line for each class of elements.
    /// Unlike axe-core, it knows translucent and mixed colours.
    pub async fn faint(&self) -> Vec<String> {
        let found = self.js(include_str!("contrast.js")).await;
        found.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    }

    /// Shows the page as on paper, or on the screen again. The page gets the events of printing.
    pub async fn paper(&self, on: bool) {
        let event = if on { "beforeprint" } else { "afterprint" };
        self.js_with("dispatchEvent(new Event(arguments[0]))", vec![json!(event)]).await;
        let media = if on { "print" } else { "" };
        self.devtools("Emulation.setEmulatedMedia", json!({ "media": media })).await;
        self.settle().await;
    }

    /// Prints the page as PDF. Returns the file in base64.
    pub async fn pdf(&self) -> String {
        let printed = self.devtools("Page.printToPDF", json!({ "printBackground": true })).await;
        printed["data"].as_str().unwrap_or_default().to_owned()
    }

    /// Saves a picture of the window as `target/screenshots/{name}.png` and returns the path. In browsers other than
    /// Chromium, the name contains the browser.
    pub async fn screenshot(&self, name: &str) -> PathBuf {
        let engine = if self.engine == Engine::Chromium { String::new() } else { format!("{}-", self.engine) };
        let path = screenshots().join(format!("{engine}{name}.png"));
        self.screenshot_to(&path).await;
        path
    }

    /// Saves a picture of the window as a PNG file.
    pub async fn screenshot_to(&self, path: &Path) {
        let picture = self.check("take a screenshot", self.client.screenshot().await);
        let folder = path.parent().unwrap_or(Path::new(""));
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, picture));
        self.check(&path.display().to_string(), written);
    }
}
