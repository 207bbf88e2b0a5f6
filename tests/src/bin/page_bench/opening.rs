//! Measures the time from the drop of a file onto the page to the painted list.

use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use tests::blob::Order;
use tests::browser::Browser;
use tests::elf::{Class, Elf, Section};

use crate::{DROPS, Row, row};

/// Where the sparse file's BTF begins.
const FAR: u64 = 1 << 30;

/// Drops a kernel image onto the page. The page loads a worker, and the worker unpacks the image. For comparison, the
/// same unpacking is measured natively.
pub async fn unpacking(page: &Browser, image: &Path, rows: &mut Vec<Row>) -> Result<(), String> {
    let bytes = fs::read(image).map_err(|error| error.to_string())?;
    let mut native = Vec::new();
    for _ in 0..3 {
        let began = std::time::Instant::now();
        container::open("vmlinuz", &bytes).map_err(|error| error.to_string())?;
        native.push(began.elapsed().as_secs_f64() * 1e3);
    }
    let what = format!("a vmlinuz of {:.1} MB", bytes.len() as f64 / 1e6);
    rows.extend(row(format!("{what}: unpacked natively"), &mut native, 0.0, "ms"));
    let (mut said, mut painted) = (Vec::new(), Vec::new());
    for _ in 0..3 {
        page.open("").await;
        // Mark the moment when the page first shows progress.
        page.js("const seen = new MutationObserver(() => { \
               if (!document.querySelector('[role=progressbar]')) return; \
               performance.mark('bench:said'); seen.disconnect(); }); \
             seen.observe(document.body, { childList: true, subtree: true })")
            .await;
        page.drop_file(image).await;
        page.wait_for("return performance.getEntriesByName('btfscope:list').length > 0", "the list to be painted")
            .await;
        said.extend(page.between("btfscope:drop", "bench:said").await);
        painted.extend(page.between("btfscope:drop", "btfscope:list").await);
    }
    rows.extend(row(format!("{what}: dropped, to the progress said"), &mut said, 0.0, "ms"));
    rows.extend(row(format!("{what}: dropped, to the list painted"), &mut painted, 0.0, "ms"));
    Ok(())
}

/// An ELF file of a gigabyte that takes up hardly more on the disk than its BTF.
pub fn make_sparse(path: &Path, kernel: &Path) -> std::io::Result<()> {
    let btf = fs::read(kernel)?;
    let far = Section { size: Some(btf.len() as u64), offset: Some(FAR), ..Section::new(".BTF", Vec::new()) };
    let debug = Section { size: Some(FAR - 4096), offset: Some(4096), ..Section::new(".debug_info", Vec::new()) };
    let elf = Elf { kind: 2, ..Elf::new(Class::Elf64, Order::Little, 62) }.with(debug).with(far);
    let mut file = File::create(path)?;
    file.write_all(&elf.build())?;
    file.seek(SeekFrom::Start(FAR))?;
    file.write_all(&btf)
}

/// Drops a file onto pages that were just loaded. `aims`: the time to the painted list in milliseconds, and the memory
/// in MB; 0 is no aim.
pub async fn drops(page: &Browser, file: &Path, what: &str, aims: [f64; 2], rows: &mut Vec<Row>) {
    const SPANS: [(&str, &str, &str); 5] = [
        ("dropped, to the list painted", "btfscope:drop", "btfscope:list"),
        ("  of it, reading", "btfscope:drop", "btfscope:read"),
        ("  of it, decoding and listing", "btfscope:read", "btfscope:opened"),
        ("  of it, drawing", "btfscope:opened", "btfscope:drawn"),
        ("  of it, the browser's layout and paint", "btfscope:drawn", "btfscope:list"),
    ];
    let mut times = SPANS.map(|_| Vec::new());
    let (mut wasm, mut all) = (Vec::new(), Vec::new());
    for _ in 0..DROPS {
        page.open("").await;
        page.drop_file(file).await;
        let painted = "return performance.getEntriesByName('btfscope:list').length > 0";
        page.wait_for(painted, "the list to be painted").await;
        for (times, (_, from, to)) in times.iter_mut().zip(SPANS) {
            times.extend(page.between(from, to).await);
        }
        let held = page.held().await;
        wasm.push(held.wasm as f64 / 1e6);
        all.push((held.wasm + held.heap) as f64 / 1e6);
    }
    for ((mut times, (part, ..)), aim) in times.into_iter().zip(SPANS).zip([aims[0], 0.0, 0.0, 0.0, 0.0]) {
        rows.extend(row(format!("{what}: {part}"), &mut times, aim, "ms"));
    }
    rows.extend(row(format!("{what}: wasm memory"), &mut wasm, 0.0, "MB"));
    rows.extend(row(format!("{what}: wasm memory and JS heap"), &mut all, aims[1], "MB"));
}
