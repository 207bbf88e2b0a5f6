//! Measurements for benchmarks.

use serde_json::{Value, json};

use super::Browser;

/// The memory of a page, in bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Held {
    /// The memory of the page's wasm instance. It never shrinks, so this is its maximum.
    pub wasm: u64,
    /// The JavaScript heap after a garbage collection.
    pub heap: u64,
}

impl Browser {
    /// Runs a script in every document that is loaded from now on, before the document's own scripts.
    pub async fn before_each_page(&self, script: &str) {
        self.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script })).await;
    }

    /// Simulates a slow network from now on: each answer starts after `latency` milliseconds, and all answers share
    /// `down` bytes a second.
    pub async fn slow_line(&self, latency: u32, down: u32) {
        self.devtools("Network.enable", json!({})).await;
        let line = json!({ "offline": false, "latency": latency, "downloadThroughput": down, "uploadThroughput": -1 });
        self.devtools("Network.emulateNetworkConditions", line).await;
    }

    /// Prepares [`Browser::held`] for pages that are loaded from now on.
    pub async fn watch_memory(&self) {
        let script =
            "addEventListener('TrunkApplicationStarted', event => { window.startedWasm = event.detail.wasm; });";
        self.before_each_page(script).await;
    }

    /// The memory that the page holds now. [`Browser::watch_memory`] must have been called before the page was loaded.
    pub async fn held(&self) -> Held {
        self.devtools("HeapProfiler.collectGarbage", json!({})).await;
        // The same time domain as in `worked`, because the browser refuses to change a chosen domain.
        self.devtools("Performance.enable", json!({ "timeDomain": "threadTicks" })).await;
        let metrics = self.devtools("Performance.getMetrics", json!({})).await;
        let metrics = metrics["metrics"].as_array().into_iter().flatten();
        let heap = metrics
            .filter(|metric| metric["name"] == "JSHeapUsedSize")
            .filter_map(|m| m["value"].as_f64())
            .sum::<f64>();
        let wasm = self.js("return window.startedWasm?.memory.buffer.byteLength ?? 0").await;
        Held { wasm: wasm.as_u64().unwrap_or(0), heap: heap as u64 }
    }

    /// The processor time of the page's main thread so far, in milliseconds: in scripts, and in style and layout. Other
    /// work on the machine affects it less than [`Browser::between`].
    pub async fn worked(&self) -> (f64, f64) {
        self.devtools("Performance.enable", json!({ "timeDomain": "threadTicks" })).await;
        let metrics = self.devtools("Performance.getMetrics", json!({})).await;
        let sum = |names: &[&str]| {
            let metrics = metrics["metrics"].as_array().into_iter().flatten();
            let named = metrics.filter(|metric| names.iter().any(|name| metric["name"] == *name));
            named.filter_map(|metric| metric["value"].as_f64()).sum::<f64>() * 1e3
        };
        (sum(&["ScriptDuration"]), sum(&["LayoutDuration", "RecalcStyleDuration"]))
    }

    /// The milliseconds between two performance marks of the page. For marks that were set several times, the last one
    /// counts.
    pub async fn between(&self, from: &str, to: &str) -> Option<f64> {
        let body = "const at = name => performance.getEntriesByName(name).at(-1)?.startTime; \
                    return at(arguments[1]) - at(arguments[0])";
        self.js_with(body, vec![json!(from), json!(to)]).await.as_f64()
    }

    /// Runs a function body that calls its last argument with the result.
    pub async fn js_later(&self, body: &str, arguments: Vec<Value>) -> Value {
        self.check(body, self.client.execute_async(body, arguments).await)
    }
}
