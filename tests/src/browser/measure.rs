//! Measurements for benchmarks.

use serde_json::{Value, json};

use super::Browser;

/// What a page holds, in bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Held {
    /// The memory of the page's wasm instance; it never shrinks, so this is the most that was needed.
    pub wasm: u64,
    /// JavaScript's heap, after the garbage was collected.
    pub heap: u64,
}

impl Browser {
    /// Runs a script in every document that is loaded from now on, before its own.
    pub async fn before_each_page(&self, script: &str) {
        self.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script })).await;
    }

    /// From now on each request of the page takes `latency` milliseconds until its answer comes, and answers come at `down` bytes a
    /// second, all together.
    pub async fn slow_line(&self, latency: u32, down: u32) {
        self.devtools("Network.enable", json!({})).await;
        let line = json!({ "offline": false, "latency": latency, "downloadThroughput": down, "uploadThroughput": -1 });
        self.devtools("Network.emulateNetworkConditions", line).await;
    }

    /// Makes [`Browser::held`] know the wasm memory of pages that are loaded from now on.
    pub async fn watch_memory(&self) {
        let script =
            "addEventListener('TrunkApplicationStarted', event => { window.startedWasm = event.detail.wasm; });";
        self.before_each_page(script).await;
    }

    /// What the page holds now. Needs [`Browser::watch_memory`] before the page was loaded.
    pub async fn held(&self) -> Held {
        self.devtools("HeapProfiler.collectGarbage", json!({})).await;
        self.devtools("Performance.enable", json!({})).await;
        let metrics = self.devtools("Performance.getMetrics", json!({})).await;
        let metrics = metrics["metrics"].as_array().into_iter().flatten();
        let heap = metrics
            .filter(|metric| metric["name"] == "JSHeapUsedSize")
            .filter_map(|m| m["value"].as_f64())
            .sum::<f64>();
        let wasm = self.js("return window.startedWasm?.memory.buffer.byteLength ?? 0").await;
        Held { wasm: wasm.as_u64().unwrap_or(0), heap: heap as u64 }
    }

    /// The processor time that the page's thread has spent, in milliseconds: in scripts, and in style and layout. What else the machine
    /// does counts less than in [`Browser::between`].
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

    /// The times in milliseconds from one of the page's performance marks to another, of their last settings.
    pub async fn between(&self, from: &str, to: &str) -> Option<f64> {
        let body = "const at = name => performance.getEntriesByName(name).at(-1)?.startTime; \
                    return at(arguments[1]) - at(arguments[0])";
        self.js_with(body, vec![json!(from), json!(to)]).await.as_f64()
    }

    /// Runs a function body that calls its last argument with the answer.
    pub async fn js_later(&self, body: &str, arguments: Vec<Value>) -> Value {
        self.check(body, self.client.execute_async(body, arguments).await)
    }
}
