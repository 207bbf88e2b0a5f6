//! Steps of the browser's history, and loading a page again.

use fantoccini::error::CmdError;

use super::{Browser, Engine};

impl Browser {
    /// The browser's own back button.
    pub async fn back(&self) {
        self.step("go back", self.client.back()).await;
    }

    /// The browser's own forward button.
    pub async fn forward(&self) {
        self.step("go forward", self.client.forward()).await;
    }

    /// Takes a step of the history. WebKit's driver answers before the page gets the event, so the page records it.
    async fn step(&self, doing: &str, command: impl Future<Output = Result<(), CmdError>>) {
        self.keep_errors().await;
        if self.engine == Engine::WebKit {
            self.js("window.stepped = false; addEventListener('popstate', () => { window.stepped = true; }, { once: true })").await;
        }
        self.check(doing, command.await);
        if self.engine == Engine::WebKit {
            // A new document does not have the variable; the step is done then as well.
            self.wait_for("return window.stepped !== false", "the step of the history").await;
        }
        self.keep_errors().await;
        self.settle().await;
    }

    /// Reloads the page with its present address, and waits for its main heading.
    pub async fn reload(&self) {
        self.keep_errors().await;
        if self.engine == Engine::Firefox {
            // geckodriver's own reload bypasses the service worker; a person's reload does not.
            self.js("window.isOld = true; setTimeout(() => location.reload())").await;
            self.wait_for("return !window.isOld && document.readyState === 'complete'", "the reload").await;
        } else {
            self.check("reload", self.client.refresh().await);
        }
        self.keep_errors().await;
        // Not every engine delays the load event until the page's program has started.
        self.wait_for("return document.querySelector('h1') !== null", "the page's main heading").await;
        self.settle().await;
    }
}
