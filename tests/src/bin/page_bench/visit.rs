//! First visits over a slow line: nothing is cached yet, and every file comes packed with brotli, as public hosts send
//! it.

use std::fs;
use std::io::Write;
use std::path::Path;

use site::Site;
use tests::blob::Order;
use tests::browser::{self, Browser, Refusal};
use tests::large;

use crate::{Row, WINDOW, row};

/// How often the page is visited, each time by a new browser.
const VISITS: usize = 5;
/// From a request to its answer, in milliseconds.
const LATENCY: u32 = 150;
/// The lines: their name, bytes a second, and the aim in milliseconds from the visit to the page that takes files. An
/// aim is the time that 750,000 bytes need on the line, three answers that wait for each other (450), and the start of
/// the page on a quick machine (300).
const LINES: [(&str, u32, f64); 2] = [("1.6 Mbit/s", 200_000, 4500.0), ("10 Mbit/s", 1_250_000, 1350.0)];

/// Sets the mark `bench:usable` in the first task after the frame that shows the program's start
/// page. Until the program runs, the page shows a text (`.shell`).
const WATCH: &str = "new MutationObserver((_, seen) => { \
    if (document.querySelector('.shell') || !document.querySelector('.landing .drop')) return; \
    seen.disconnect(); \
    requestAnimationFrame(() => setTimeout(() => performance.mark('bench:usable'))); \
}).observe(document, { subtree: true, childList: true })";

/// The times of the first paint and of the usable page, and the bytes of everything that had come until then, as sent
/// and as unpacked.
const TIMES: &str = "const usable = performance.getEntriesByName('bench:usable')[0].startTime; \
    const came = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')] \
        .filter(file => file.responseEnd <= usable); \
    const sum = what => came.reduce((all, file) => all + file[what], 0); \
    return { paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime, usable, \
        sent: sum('encodedBodySize'), unpacked: sum('decodedBodySize') }";

/// The times from the visit to the first painted text and to the page that takes files.
pub async fn first_visits(scratch: &Path, rows: &mut Vec<Row>) -> Result<(), String> {
    let small = scratch.join("small.btf");
    fs::write(&small, large::many_types(Order::Little, 10).build()).map_err(|error| error.to_string())?;
    let (dist, packed) = (browser::dist(), scratch.join("packed"));
    pack(&dist, &packed).map_err(|error| format!("{}: {error}", dist.display()))?;
    let site = Site::start(&packed, "", 0).map_err(|error| error.to_string())?;
    for (line, down, aim) in LINES {
        visits(&site, &small, line, down, aim, rows).await?;
    }
    Ok(())
}

/// The times over one line.
async fn visits(site: &Site, small: &Path, line: &str, down: u32, aim: f64, rows: &mut Vec<Row>) -> Result<(), String> {
    let (mut paint, mut usable, mut sent) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..VISITS {
        let page = match Browser::launch(WINDOW).await {
            Ok(page) => page,
            Err(Refusal::Missing(why) | Refusal::Failed(why)) => return Err(why),
        };
        page.before_each_page(WATCH).await;
        page.slow_line(LATENCY, down).await;
        page.visit_elsewhere(&site.url()).await;
        page.wait_for("return performance.getEntriesByName('bench:usable').length > 0", "the landing page").await;
        let times = page.js(TIMES).await;
        let number = |name: &str| times[name].as_f64().ok_or(format!("the page measured no {name}: {times}"));
        paint.push(number("paint")?);
        usable.push(number("usable")?);
        sent.push(number("sent")? / 1e3);
        if number("sent")? * 2.0 > number("unpacked")? {
            return Err(format!("the browser did not take brotli: {times}"));
        }
        // Check that the page takes files.
        page.drop_file(small).await;
        page.wait_for("return performance.getEntriesByName('btfscope:list').length > 0", "the list").await;
    }
    let what = format!("first visit, {line} and {LATENCY} ms");
    rows.extend(row(format!("{what}: text painted"), &mut paint, 0.0, "ms"));
    rows.extend(row(format!("{what}: takes files"), &mut usable, aim, "ms"));
    rows.extend(row(format!("{what}: had come, in brotli"), &mut sent, 0.0, "KB"));
    Ok(())
}

/// Copies the HTML, CSS, JavaScript and wasm files of `dist` to another folder, but not the samples. Beside each file
/// is the same packed with brotli's highest level (`NAME.br`), which [`Site`] sends in its place.
fn pack(dist: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(dist)? {
        let path = entry?.path();
        let extension = path.extension().and_then(|extension| extension.to_str());
        let (Some(name), Some("html" | "css" | "js" | "wasm")) = (path.file_name(), extension) else { continue };
        let bytes = fs::read(&path)?;
        let mut packer = brotli::CompressorWriter::new(Vec::new(), 4096, 11, 22);
        packer.write_all(&bytes)?;
        fs::write(to.join(format!("{}.br", name.display())), packer.into_inner())?;
        fs::write(to.join(name), bytes)?;
    }
    Ok(())
}
