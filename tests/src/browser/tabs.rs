//! Several tabs of one browser, which share its storage.

use fantoccini::wd::WindowHandle;
use serde_json::json;

use super::Browser;

/// A handle of a tab.
#[derive(Debug, Clone)]
pub struct BrowserTab(WindowHandle);

impl Browser {
    /// The tab that commands go to now.
    pub async fn tab(&self) -> BrowserTab {
        BrowserTab(self.check("ask for the tab", self.client.window().await))
    }

    /// Opens an empty tab and makes commands go to it.
    pub async fn new_tab(&self) -> BrowserTab {
        let made = self.check("open a tab", self.client.new_window(true).await);
        let tab = BrowserTab(made.handle);
        self.switch_to(&tab).await;
        tab
    }

    /// Makes commands go to this tab.
    pub async fn switch_to(&self, tab: &BrowserTab) {
        self.check("go to a tab", self.client.switch_to_window(tab.0.clone()).await);
    }

    /// Closes the tab that commands go to. Go to another one afterwards.
    pub async fn close_tab(&self) {
        self.check("close a tab", self.client.close_window().await);
    }

    /// Limits the storage of this site to some bytes. Writing more fails, as on a full disk.
    pub async fn limit_storage(&self, bytes: u64) {
        let origin = self.text_of("return location.origin").await;
        self.devtools("Storage.overrideQuotaForOrigin", json!({ "origin": origin, "quotaSize": bytes })).await;
    }
}
