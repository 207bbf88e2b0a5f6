//! Measures the built site in a real Chromium, mostly by the page's own performance marks, and prints a table.

mod fits;
mod history;
mod opening;
mod visit;
mod work;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::Value;
use tests::blob::Order;
use tests::browser::{Browser, Refusal};
use tests::large;

use self::fits::fits;
use self::history::history;
use self::opening::{drops, make_sparse, unpacking};
use self::visit::first_visits;
use self::work::{beside, graph, keys, relocations, scrolling, users};

const HELP: &str = "\
Measures the built site (dist/, or BTFSCOPE_DIST) in a headless Chromium and prints a table.

    cargo run -q --release -p tests --bin page_bench [visit | open | keys | beside | graph | relocations | fits | history]

Without a word, measures everything. With a word, only first visits over a slow line (visit); opening a kernel, and
scrolling in it (open); keys in the search over 140,000 types (keys); a comparison of two kernels, and the users of a
type (beside); a graph of 300 nodes (graph); 500 relocations on five kernels (relocations); the needs of a program
with 500 relocations on kernels of the atlas (fits); or histories of types over the atlas (history), also over the atlas
file that BTFSCOPE_ATLAS names.

The kernel is the corpus's (BTFSCOPE_CORPUS), or else the running one's (/sys/kernel/btf/vmlinux).
";

/// The words that measure one part.
const PARTS: [&str; 8] = ["visit", "open", "keys", "beside", "graph", "relocations", "fits", "history"];

/// The window, in CSS pixels.
const WINDOW: (u32, u32) = (1440, 900);
/// How often a file is dropped for a measurement.
const DROPS: usize = 7;
/// The number of structs in the file of many types; each makes five types.
const STRUCTS: u32 = 28_000;

/// A measured time or size, and the aim for its median; an aim of 0 is none.
struct Row {
    what: String,
    median: f64,
    worst: f64,
    aim: f64,
    unit: &'static str,
}

fn main() -> ExitCode {
    if std::env::args().skip(1).any(|word| !PARTS.contains(&word.as_str())) {
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
    tests::browser::start_whole_chromium();
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
        let many = many_types(scratch)?;
        page.open("").await;
        page.browse(&[&many]).await;
        // The page itself cannot search by pattern, so it gives the file to the desk.
        page.press("/").await;
        page.type_text("/_0+1/").await;
        page.wait_for_text(" of 140,002 types").await;
        page.settle().await;
        users(page, rows).await?;
        return beside(page, rows).await;
    }
    if std::env::args().any(|word| word == "keys") {
        let many = many_types(scratch)?;
        page.open("").await;
        page.browse(&[&many]).await;
        return keys(page, rows).await;
    }
    if std::env::args().any(|word| word == "graph") {
        return graph(page, rows).await;
    }
    if std::env::args().any(|word| word == "relocations") {
        return relocations(page, scratch, rows).await;
    }
    if std::env::args().any(|word| word == "fits") {
        return fits(page, scratch, rows).await;
    }
    if std::env::args().any(|word| word == "history") {
        return history(page, scratch, rows).await;
    }
    if std::env::args().any(|word| word == "open") {
        let kernel = kernel().ok_or("there is no kernel: set BTFSCOPE_CORPUS")?;
        drops(page, &kernel, "a raw kernel", [100.0, 0.0], rows).await;
        return scrolling(page, rows).await;
    }
    first_visits(scratch, rows).await?;
    if std::env::args().any(|word| word == "visit") {
        return Ok(());
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
    let many = many_types(scratch)?;
    drops(page, &many, "140,000 types", [0.0, 0.0], rows).await;
    keys(page, rows).await?;
    users(page, rows).await?;
    beside(page, rows).await?;
    graph(page, rows).await?;
    relocations(page, scratch, rows).await?;
    fits(page, scratch, rows).await?;
    history(page, scratch, rows).await
}

/// Writes a file of 140,002 types.
fn many_types(scratch: &Path) -> Result<PathBuf, String> {
    let many = scratch.join("many.btf");
    fs::write(&many, large::many_types(Order::Little, STRUCTS).build()).map_err(|error| error.to_string())?;
    Ok(many)
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

fn row(what: String, values: &mut [f64], aim: f64, unit: &'static str) -> Option<Row> {
    values.sort_by(f64::total_cmp);
    let (median, worst) = (*values.get(values.len() / 2)?, *values.last()?);
    Some(Row { what, median, worst, aim, unit })
}

/// Runs one of the measurements of `in_page.js`. Returns an object of times for each of its steps.
async fn in_page(page: &Browser, call: Vec<Value>) -> Result<Vec<Value>, String> {
    match page.js_later(include_str!("in_page.js"), call).await {
        Value::Array(answers) => Ok(answers),
        other => Err(format!("the page answers {other}")),
    }
}

fn times(answers: &[Value], name: &str) -> Vec<f64> {
    answers.iter().filter_map(|answer| answer[name].as_f64()).collect()
}
