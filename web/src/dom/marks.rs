//! The page's own performance marks: benchmarks read them, nothing else does.

/// Sets a mark of this name.
pub fn mark(name: &str) {
    if let Some(performance) = gloo::utils::window().performance() {
        let _ = performance.mark(name);
    }
}

/// Milliseconds since the page was opened.
pub fn now() -> f64 {
    gloo::utils::window().performance().map_or(0.0, |p| p.now())
}
