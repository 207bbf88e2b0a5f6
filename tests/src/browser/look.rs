//! What a person sees: window, theme, pictures.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::{Browser, screenshots};

/// What the system prefers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    /// Light text on dark.
    Dark,
    /// Dark text on light.
    Light,
}

impl Browser {
    /// Makes the window's inside exactly this large, in CSS pixels.
    pub async fn resize(&self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", size).await;
    }

    /// Tells the page what this person's system prefers: a theme, and whether (`calm`) nothing shall move.
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

    /// Keeps a picture of the window as `target/screenshots/{name}.png`, and says where.
    pub async fn screenshot(&self, name: &str) -> PathBuf {
        let path = screenshots().join(format!("{name}.png"));
        self.screenshot_to(&path).await;
        path
    }

    /// Keeps a picture of the window as a PNG file.
    pub async fn screenshot_to(&self, path: &Path) {
        let picture = self.check("take a screenshot", self.client.screenshot().await);
        let folder = path.parent().unwrap_or(Path::new(""));
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, picture));
        self.check(&path.display().to_string(), written);
    }
}
