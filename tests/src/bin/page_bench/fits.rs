//! Checks a program's needs against the kernels of the page's atlas.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use atlas::Atlas;
use btf::Btf;
use session::look::relocations::NO_COLUMNS;
use tests::browser::{Browser, dist};
use tests::large;

use super::{Row, row, times};

/// The number of relocations of the program.
const RELOCATIONS: u32 = 500;
/// The most kernels in the question about a part of the atlas. The other question is about all kernels.
const KERNELS: usize = 117;
const RUNS: usize = 5;

/// Notes when a message of the worker comes. Each time that the first count above the table changes, notes the time
/// since the question and the time since the last message. The count is the number of kernels that are checked. Kernels
/// of the other byte order are not among them, because a program cannot load there.
const WATCH: &str = "window.spans = []; window.said = 0; window.had = ''; \
    window.Worker = class extends window.Worker { \
        constructor(...all) { super(...all); this.addEventListener('message', () => window.said = performance.now()); } }; \
    new MutationObserver(() => { \
        const n = document.querySelector('.counts button b')?.textContent; \
        if (n && n !== window.had) { \
            const now = performance.now(); \
            window.spans.push({[`on${n}`]: now - window.began, [`drawn${n}`]: now - window.said}); \
            window.had = n; } \
    }).observe(document.body, {subtree: true, childList: true, characterData: true})";

/// Measures the check of all that a program needs on the kernels of the atlas. The first question fetches the atlas.
pub async fn fits(page: &Browser, scratch: &Path, rows: &mut Vec<Row>) -> Result<(), String> {
    let path = dist().join("atlas/debian.atlas");
    let Ok(bytes) = fs::read(&path) else {
        println!("SKIPPED: Fits: the page was built without an atlas");
        return Ok(());
    };
    let bytes: Arc<[u8]> = bytes.into();
    let atlas = Atlas::open(bytes).map_err(|e| e.to_string())?;
    let releases: Vec<&str> = atlas.kernels().iter().map(|kernel| kernel.release.as_str()).collect();
    let newest = atlas.take_out(releases.len() as u32 - 1).map_err(|e| e.to_string())?;
    let types = Btf::parse(newest, None).map_err(|e| e.to_string())?;
    let object = scratch.join("many.bpf.o");
    fs::write(&object, large::relocations(&types, RELOCATIONS)).map_err(|e| e.to_string())?;
    // Kernels spread over all of the atlas, by their releases.
    let step = releases.len() as f64 / KERNELS as f64;
    let mut chosen: Vec<&str> =
        (0..KERNELS).filter_map(|i| releases.get((i as f64 * step) as usize).copied()).collect();
    chosen.dedup();
    let select = format!("release:{}", chosen.join(","));
    page.open("").await;
    page.js(WATCH).await;
    page.browse(&[&object]).await;
    page.click("tab", "Kernels").await;
    page.click("tab", "Loads on").await;
    page.wait_for_text(NO_COLUMNS).await;
    let ask = page.names("button").await.into_iter().find(|name| name.starts_with("Ask ")).ok_or("no atlas")?;
    page.js("window.began = performance.now()").await;
    page.click("button", &ask).await;
    page.wait_for("return window.had !== ''", "the answer").await;
    let all = page.js("return window.had").await;
    let all = all.as_str().unwrap_or_default().to_owned();
    let mut asked = String::new();
    for _ in 0..RUNS {
        for text in [select.as_str(), ""] {
            let before = page.js("return window.had").await;
            // As with a paste, the field gets the whole text at once.
            let set = "const field = document.querySelector('.asking input'); window.began = performance.now(); \
                Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, arguments[0]); \
                field.dispatchEvent(new Event('input', {bubbles: true}))";
            page.js_with(set, vec![serde_json::json!(text)]).await;
            page.wait_for(&format!("return window.had !== {before}"), "the answer").await;
            if !text.is_empty() {
                asked = page.js("return window.had").await.as_str().unwrap_or_default().to_owned();
            }
        }
    }
    let spans = page.js("return window.spans").await;
    let spans = spans.as_array().cloned().unwrap_or_default();
    let what = |kernels: &str| {
        format!("{RELOCATIONS} relocations x {kernels} kernels of the atlas, from the question to the table")
    };
    rows.extend(row(what(&asked), &mut times(&spans, &format!("on{asked}")), 1000.0, "ms"));
    rows.extend(row(what(&all), &mut times(&spans, &format!("on{all}")), 1000.0, "ms"));
    let drawn = "Fits: from the answer to the table";
    rows.extend(row(format!("{drawn}, {asked} kernels"), &mut times(&spans, &format!("drawn{asked}")), 100.0, "ms"));
    rows.extend(row(format!("{drawn}, {all} kernels"), &mut times(&spans, &format!("drawn{all}")), 100.0, "ms"));
    Ok(())
}
