//! Measures the built site in a real Chromium, mostly by the page's own performance marks, and prints a table.

use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::{Value, json};
use tests::blob::Order;
use tests::browser::{Browser, Refusal};
use tests::elf::{Class, Elf, Section};
use tests::large;

const HELP: &str = "\
Measures the built site (dist/, or BTFSCOPE_DIST) in a headless Chromium and prints a table.

    cargo run -q --release -p tests --bin page_bench [beside | graph | relocations]

With a word, only what two kernels beside each other take, and who uses a type; or a graph of 300 nodes; or 500 relocations on five
kernels.

The kernel is the corpus's (BTFSCOPE_CORPUS), or else the running one's (/sys/kernel/btf/vmlinux).
";

/// The window, in CSS pixels.
const WINDOW: (u32, u32) = (1440, 900);
/// How often a file is dropped, each time onto a page that was just loaded.
const DROPS: usize = 7;
/// Five types each.
const STRUCTS: u32 = 28_000;
/// Where the sparse file's BTF begins.
const FAR: u64 = 1 << 30;

/// A measured time in milliseconds, or a size in MB, and what it should be.
struct Row {
    what: String,
    median: f64,
    worst: f64,
    aim: f64,
    unit: &'static str,
}

fn main() -> ExitCode {
    if std::env::args().skip(1).any(|word| !["beside", "graph", "relocations"].contains(&word.as_str())) {
        print!("{HELP}");
        return ExitCode::SUCCESS;
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    match runtime.map_err(|error| error.to_string()).and_then(|runtime| runtime.block_on(run())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("page_bench: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<(), String> {
    let page = match Browser::launch(WINDOW).await {
        Ok(page) => page,
        Err(Refusal::Missing(why)) => {
            println!("SKIPPED: the page's own times: {why}");
            return Ok(());
        }
        Err(Refusal::Failed(why)) => return Err(why),
    };
    page.watch_memory().await;
    let scratch = std::env::temp_dir().join(format!("btfscope-page-bench-{}", std::process::id()));
    fs::create_dir_all(&scratch).map_err(|error| format!("{}: {error}", scratch.display()))?;
    let mut rows = Vec::new();
    let outcome = measure(&page, &scratch, &mut rows).await;
    fs::remove_dir_all(&scratch).ok();
    println!("{:<58} {:>9} {:>9} {:>9}", "in Chromium", "median", "worst", "aim");
    for row in &rows {
        let over = if row.aim > 0.0 && row.median > row.aim { "  over" } else { "" };
        let aim = if row.aim > 0.0 { format!("{:.0} {}", row.aim, row.unit) } else { String::new() };
        println!(
            "{:<58} {:>6.1} {:<2} {:>6.1} {:<2} {aim:>9}{over}",
            row.what, row.median, row.unit, row.worst, row.unit
        );
    }
    outcome
}

async fn measure(page: &Browser, scratch: &Path, rows: &mut Vec<Row>) -> Result<(), String> {
    if std::env::args().any(|word| word == "beside") {
        let many = scratch.join("many.btf");
        fs::write(&many, large::many_types(Order::Little, STRUCTS).build()).map_err(|error| error.to_string())?;
        page.open("").await;
        page.browse(&[&many]).await;
        // A word that the desk has to read a column for puts the file there.
        page.press("/").await;
        page.type_text("/_0+1/").await;
        page.wait_for_text(" of 140,002 types").await;
        page.settle().await;
        users(page, rows).await?;
        return beside(page, rows).await;
    }
    if std::env::args().any(|word| word == "graph") {
        return graph(page, rows).await;
    }
    if std::env::args().any(|word| word == "relocations") {
        return relocations(page, scratch, rows).await;
    }
    match kernel() {
        Some(kernel) => {
            let size = fs::metadata(&kernel).map_err(|error| error.to_string())?.len() as f64 / 1e6;
            drops(page, &kernel, &format!("a raw kernel of {size:.1} MB"), [100.0, 0.0], rows).await;
            scrolling(page, rows).await?;
            let sparse = scratch.join("vmlinux");
            make_sparse(&sparse, &kernel).map_err(|error| format!("{}: {error}", sparse.display()))?;
            drops(page, &sparse, "an ELF of 1 GB, .BTF at its end", [500.0, 64.0], rows).await;
        }
        None => println!("SKIPPED: opening a kernel: neither BTFSCOPE_CORPUS nor /sys/kernel/btf/vmlinux has one"),
    }
    match vmlinuz() {
        Some(image) => unpacking(page, &image, rows).await?,
        None => println!("SKIPPED: unpacking a kernel image: there is no vmlinuz in BTFSCOPE_KERNELS or /boot"),
    }
    let many = scratch.join("many.btf");
    fs::write(&many, large::many_types(Order::Little, STRUCTS).build()).map_err(|error| error.to_string())?;
    drops(page, &many, "140,000 types", [0.0, 0.0], rows).await;
    keys(page, rows).await?;
    users(page, rows).await?;
    beside(page, rows).await?;
    graph(page, rows).await?;
    relocations(page, scratch, rows).await
}

/// A graph of some 300 nodes: panned, a node of it dragged, walked by keys, expanded and collapsed.
async fn graph(page: &Browser, rows: &mut Vec<Row>) -> Result<(), String> {
    let Some(kernel) = kernel() else {
        println!("SKIPPED: the graph: there is no kernel");
        return Ok(());
    };
    page.open("").await;
    page.browse(&[&kernel]).await;
    let files =
        page.text_of("return location.hash.slice(1).split('&').filter(p => p.startsWith('f=')).join('&')").await;
    let show = format!("v=1&{files}&t=task_struct&kind=struct&view=graph&g=uses:4;by:1;most:300");
    page.js_with("location.hash = arguments[0]", vec![json!(show)]).await;
    page.wait_for("return document.querySelectorAll('.graph .node').length > 200", "a graph of 300 nodes").await;
    page.settle().await;
    let drawn = page.texts(".graphview .count span").await;
    let what = drawn.first().and_then(|text| text.split(" ·").next()).unwrap_or_default().to_owned();
    for (does, word) in [("panned", "pan"), ("a node dragged", "drag")] {
        let answers = in_page(page, vec![json!("graph"), json!(word), json!(60)]).await?;
        rows.extend(row(format!("{what}: {does}, script of a move"), &mut times(&answers, "script"), 16.0, "ms"));
        rows.extend(row(format!("{what}: {does}, painted"), &mut times(&answers, "painted"), 0.0, "ms"));
        page.settle().await;
    }
    page.js("document.querySelector('svg.graph').focus()").await;
    page.press("Home").await;
    page.press("ArrowRight").await;
    for (does, word, count) in [("a step by key", "step", 24), ("a node expanded or collapsed", "expand", 12)] {
        let answers = in_page(page, vec![json!("graph"), json!(word), json!(count)]).await?;
        let label = format!("{what}: {does}");
        rows.extend(row(format!("{label}, longest task"), &mut times(&answers, "longest"), 16.0, "ms"));
        rows.extend(row(format!("{label}, until drawn"), &mut times(&answers, "ms"), 0.0, "ms"));
    }
    Ok(())
}

/// 500 relocations on five kernels: each time that one comes or goes, all are resolved on all.
async fn relocations(page: &Browser, scratch: &Path, rows: &mut Vec<Row>) -> Result<(), String> {
    const COUNT: u32 = 500;
    const KERNELS: usize = 5;
    const WATCH: &str = "window.spans = []; window.began = 0; window.had = '4'; \
        for (const what of ['drop', 'click']) addEventListener(what, () => window.began = performance.now(), true); \
        new MutationObserver(() => { \
            const n = document.querySelector('.count [role=status]')?.textContent.match(/× ([0-9]) kernel/)?.[1]; \
            if (n && n !== window.had) { window.spans.push({[`on${n}`]: performance.now() - window.began}); window.had = n } \
        }).observe(document.body, {subtree: true, childList: true, characterData: true})";
    let Some(kernel) = kernel() else {
        println!("SKIPPED: resolving relocations: there is no kernel");
        return Ok(());
    };
    let bytes = fs::read(&kernel).map_err(|error| error.to_string())?;
    let types = btf::Btf::parse(bytes.clone(), None).map_err(|error| error.to_string())?;
    let object = scratch.join("many.bpf.o");
    fs::write(&object, large::relocations(&types, COUNT)).map_err(|error| error.to_string())?;
    let mut kernels = Vec::new();
    for i in 1..=KERNELS {
        // A byte at the end makes another file of it.
        let path = scratch.join(format!("kernel-{i}.btf"));
        let other = bytes.iter().copied().chain(std::iter::repeat_n(0, i)).collect::<Vec<u8>>();
        fs::write(&path, other).map_err(|error| error.to_string())?;
        kernels.push(path);
    }
    page.open("").await;
    page.browse(&[&object]).await;
    page.click("tab", &format!("CO-RE {COUNT}")).await;
    let files: Vec<&Path> = kernels.iter().map(PathBuf::as_path).collect();
    let (last, first) = files.split_last().ok_or("no kernels")?;
    page.drop_files(first).await;
    page.wait_for_text(&format!("{COUNT} relocations × 4 kernels")).await;
    page.js(WATCH).await;
    for _ in 0..DROPS {
        page.drop_file(last).await;
        page.wait_for_text("× 5 kernels").await;
        page.click("button", "Close kernel-5.btf").await;
        page.wait_for_text("× 4 kernels").await;
    }
    let spans = page.js("return window.spans").await;
    let spans = spans.as_array().cloned().unwrap_or_default();
    let text = format!("{COUNT} relocations");
    rows.extend(row(format!("{text} on 4 kernels, all resolved anew"), &mut times(&spans, "on4"), 1000.0, "ms"));
    let what = format!("{text} on 5 kernels, the fifth dropped: read, indexed, and all resolved anew");
    rows.extend(row(what, &mut times(&spans, "on5"), 1000.0, "ms"));
    Ok(())
}

/// Who uses a type of the file that is open and on the desk: the first question makes the index.
async fn users(page: &Browser, rows: &mut Vec<Row>) -> Result<(), String> {
    let files =
        page.text_of("return location.hash.slice(1).split('&').filter(p => p.startsWith('f=')).join('&')").await;
    let hash = |i: u32| json!(format!("v=1&{files}&t=record_{i:06}&kind=struct&view=users"));
    // The page shows a type first; its view of users is there, and waits.
    page.js_with("location.hash = arguments[0]", vec![json!(format!("v=1&{files}&t=int&kind=int&view=record"))]).await;
    page.settle().await;
    let answers =
        in_page(page, vec![json!("go"), Value::Array((0..9).map(hash).collect()), json!("#users.rows")]).await?;
    let mut all = times(&answers, "ms");
    let mut first: Vec<f64> = all.drain(..1).collect();
    rows.extend(row("Used by, 140,000 types: the first answer, with the index".into(), &mut first, 150.0, "ms"));
    rows.extend(row("Used by, 140,000 types: the next ones".into(), &mut all, 0.0, "ms"));
    Ok(())
}

/// Two kernels of the corpus compared as wholes, to the list, and one type of them.
async fn beside(page: &Browser, rows: &mut Vec<Row>) -> Result<(), String> {
    let folder = std::env::var_os("BTFSCOPE_CORPUS").map(|folder| PathBuf::from(folder).join("files/btf"));
    let files = ["vmlinux-deb-6.1.176-amd64.btf", "vmlinux-cilium-testdata.btf"];
    let Some(files) = folder.map(|f| files.map(|name| f.join(name))).filter(|f| f.iter().all(|f| f.is_file())) else {
        println!("SKIPPED: comparing kernels: BTFSCOPE_CORPUS has none");
        return Ok(());
    };
    page.open("").await;
    page.browse(&[&files[0], &files[1]]).await;
    page.press("Ctrl+K").await;
    page.type_text("struct task_struct").await;
    page.press("Enter").await;
    page.press("7").await;
    page.by_role("listbox", "Side by side").await;
    page.click("tab", "Changes").await;
    page.by_role("listbox", "Changed types").await;
    let swap = "[title^='A change means']";
    let answers = in_page(page, vec![json!("click"), json!(swap), json!("#changes.rows"), json!(7)]).await?;
    let what = "two kernels of 100,642 and 103,406 types compared, to the list".to_owned();
    rows.extend(row(what, &mut times(&answers, "ms"), 2000.0, "ms"));
    Ok(())
}

fn kernel() -> Option<PathBuf> {
    let corpus = std::env::var_os("BTFSCOPE_CORPUS")
        .map(|folder| PathBuf::from(folder).join("files/btf/vmlinux-deb-6.1.176-amd64.btf"));
    corpus.into_iter().chain([PathBuf::from("/sys/kernel/btf/vmlinux")]).find(|path| path.is_file())
}

/// A kernel image: in the folder that `BTFSCOPE_KERNELS` names, or this machine's.
fn vmlinuz() -> Option<PathBuf> {
    let folders = std::env::var_os("BTFSCOPE_KERNELS").map(PathBuf::from).into_iter().chain([PathBuf::from("/boot")]);
    let images = folders.filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten().map(|entry| entry.path());
    images.into_iter().find(|path| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("vmlinuz")) && File::open(path).is_ok()
    })
}

/// Drops a kernel image: the worker has to be loaded, and to unpack it. Beside it the same unpacking natively.
async fn unpacking(page: &Browser, image: &Path, rows: &mut Vec<Row>) -> Result<(), String> {
    let bytes = fs::read(image).map_err(|error| error.to_string())?;
    let mut native = Vec::new();
    for _ in 0..3 {
        let began = std::time::Instant::now();
        container::open("vmlinuz", &bytes).map_err(|error| error.to_string())?;
        native.push(began.elapsed().as_secs_f64() * 1e3);
    }
    let what = format!("a vmlinuz of {:.1} MB", bytes.len() as f64 / 1e6);
    rows.extend(row(format!("{what}: unpacked natively"), &mut native, 0.0, "ms"));
    let (mut told, mut painted) = (Vec::new(), Vec::new());
    for _ in 0..3 {
        page.open("").await;
        // When something is first said of it.
        page.js("const seen = new MutationObserver(() => { \
               if (!document.querySelector('[role=progressbar]')) return; \
               performance.mark('bench:told'); seen.disconnect(); }); \
             seen.observe(document.body, { childList: true, subtree: true })")
            .await;
        page.drop_file(image).await;
        page.wait_for("return performance.getEntriesByName('btfscope:list').length > 0", "the list to be painted")
            .await;
        told.extend(page.between("btfscope:drop", "bench:told").await);
        painted.extend(page.between("btfscope:drop", "btfscope:list").await);
    }
    rows.extend(row(format!("{what}: dropped, to the progress told"), &mut told, 0.0, "ms"));
    rows.extend(row(format!("{what}: dropped, to the list painted"), &mut painted, 0.0, "ms"));
    Ok(())
}

/// An ELF file of a gigabyte that takes up no more on the disk than its BTF.
fn make_sparse(path: &Path, kernel: &Path) -> std::io::Result<()> {
    let btf = fs::read(kernel)?;
    let far = Section { size: Some(btf.len() as u64), offset: Some(FAR), ..Section::new(".BTF", Vec::new()) };
    let debug = Section { size: Some(FAR - 4096), offset: Some(4096), ..Section::new(".debug_info", Vec::new()) };
    let elf = Elf { kind: 2, ..Elf::new(Class::Elf64, Order::Little, 62) }.with(debug).with(far);
    let mut file = File::create(path)?;
    file.write_all(&elf.build())?;
    file.seek(SeekFrom::Start(FAR))?;
    file.write_all(&btf)
}

/// Drops a file onto fresh pages. `aims` are those for the time to the painted list, in milliseconds, and for memory, in MB.
async fn drops(page: &Browser, file: &Path, what: &str, aims: [f64; 2], rows: &mut Vec<Row>) {
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

fn row(what: String, values: &mut [f64], aim: f64, unit: &'static str) -> Option<Row> {
    values.sort_by(f64::total_cmp);
    let (median, worst) = (*values.get(values.len() / 2)?, *values.last()?);
    Some(Row { what, median, worst, aim, unit })
}

/// Runs one of the measurements of `page_bench.js`: what took how long.
async fn in_page(page: &Browser, call: Vec<Value>) -> Result<Vec<Value>, String> {
    match page.js_later(include_str!("page_bench.js"), call).await {
        Value::Array(answers) => Ok(answers),
        other => Err(format!("the page answers {other}")),
    }
}

fn times(answers: &[Value], name: &str) -> Vec<f64> {
    answers.iter().filter_map(|answer| answer[name].as_f64()).collect()
}

/// Scrolls the list of the kernel that is open, by screens and by jumps, and its bytes.
async fn scrolling(page: &Browser, rows: &mut Vec<Row>) -> Result<(), String> {
    page.click_css(".left .row").await;
    for (what, selector, pixels) in [
        ("the list, by lines", ".left .rows", 78),
        ("the list, by jumps", ".left .rows", 20_011),
        ("the bytes, by lines", ".right .rows", 63),
        ("the bytes, by jumps", ".right .rows", 20_011),
    ] {
        let answers = in_page(page, vec![json!("scroll"), json!(selector), json!(120), json!(pixels)]).await?;
        rows.extend(row(format!("scrolling {what}: script of a frame"), &mut times(&answers, "script"), 16.0, "ms"));
        rows.extend(row(format!("scrolling {what}: the whole frame"), &mut times(&answers, "painted"), 0.0, "ms"));
    }
    Ok(())
}

/// Types into the search over the file that is open.
async fn keys(page: &Browser, rows: &mut Vec<Row>) -> Result<(), String> {
    // The names are gathered when the page has come to rest.
    tokio::time::sleep(std::time::Duration::from_millis(1500)).await;
    let texts = [
        "r",
        "re",
        "rec",
        "reco",
        "record",
        "record_0",
        "record_01",
        "record_012",
        "record_0123",
        "0",
        "07",
        "_t",
        "kind:struct",
        "size:>8",
        "member:next",
        "/_0+1/",
        "",
    ];
    for round in ["first time", "again"] {
        let answers = in_page(page, vec![json!("keys"), json!(texts)]).await?;
        for slow in answers.iter().filter(|answer| answer["script"].as_f64().is_some_and(|ms| ms > 16.0)) {
            println!("a slow key: {slow} ({round})");
        }
        let label = format!("a key in the search over 140,000 types, {round}");
        rows.extend(row(format!("{label}: script"), &mut times(&answers, "script"), 16.0, "ms"));
        rows.extend(row(format!("{label}:   of it, the search"), &mut times(&answers, "search"), 0.0, "ms"));
        rows.extend(row(format!("{label}: painted"), &mut times(&answers, "painted"), 0.0, "ms"));
    }
    Ok(())
}
