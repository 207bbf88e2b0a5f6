//! More than one tab of the same browser: they share what it stores.

use fantoccini::wd::WindowHandle;
use serde_json::json;

use super::Browser;

/// A tab.
#[derive(Debug, Clone)]
pub struct BrowserTab(WindowHandle);

impl Browser {
    /// The tab that commands go to.
    pub async fn tab(&self) -> BrowserTab {
        BrowserTab(self.check("ask for the tab", self.client.window().await))
    }

    /// Opens another tab, which commands go to from now on; nothing is loaded in it.
    pub async fn new_tab(&self) -> BrowserTab {
        let made = self.check("open a tab", self.client.new_window(true).await);
        let tab = BrowserTab(made.handle);
        self.switch_to(&tab).await;
        tab
    }

    /// Has commands go to this tab.
    pub async fn switch_to(&self, tab: &BrowserTab) {
        self.check("go to a tab", self.client.switch_to_window(tab.0.clone()).await);
    }

    /// How many bytes the pages of this site may store from now on; more is refused, as by a full disk.
    pub async fn limit_storage(&self, bytes: u64) {
        let origin = self.text_of("return location.origin").await;
        self.devtools("Storage.overrideQuotaForOrigin", json!({ "origin": origin, "quotaSize": bytes })).await;
    }
}
