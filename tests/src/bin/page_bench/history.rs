//! Asks an atlas for histories of types, in the page's dialog of the atlas.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fs};

use atlas::Atlas;
use serde_json::json;
use tests::blob::Order;
use tests::browser::{Browser, Refusal, dist};
use tests::large;

use crate::{Row, WINDOW, in_page, row, times};

/// Two types and two fields, one of them behind a pointer.
const QUESTIONS: [&str; 4] = ["net_device", "task_struct", "sk_buff.len", "task_struct.mm.pgd"];
/// The aim for an answer whose bytes were fetched before, in milliseconds from the question to the painted answer.
const AIM: f64 = 150.0;
/// How often each question is asked again after its bytes were fetched.
const RUNS: usize = 7;

/// Notes the times, in milliseconds, at which the page sends a message to its workers and at which one comes from them.
const WATCH: &str = "window.sent = []; window.came = []; \
    window.Worker = class extends window.Worker { \
        constructor(...all) { \
            super(...all); this.addEventListener('message', () => window.came.push(performance.now())); } \
        postMessage(...all) { window.sent.push(performance.now()); super.postMessage(...all); } }";

/// Measures histories over the page's atlas, and over the one that `BTFSCOPE_ATLAS` names, if it is set.
pub async fn history(page: &Browser, scratch: &Path, rows: &mut Vec<Row>) -> Result<(), String> {
    let own = dist().join("atlas/debian.atlas");
    if own.is_file() {
        ask(page, &own, scratch, rows).await?;
    } else {
        println!("SKIPPED: histories: the page was built without an atlas");
    }
    let Some(other) = env::var_os("BTFSCOPE_ATLAS").map(PathBuf::from) else { return Ok(()) };
    // The other atlas stands in the place of the page's own, and not among files that a person opened: only an atlas on
    // the server is read by ranges, as it is for most visitors.
    let pages = scratch.join("pages");
    copy_page(&pages, &other).map_err(|error| format!("{}: {error}", other.display()))?;
    let page = match Browser::launch_over(&pages, WINDOW).await {
        Ok(page) => page,
        Err(Refusal::Missing(why) | Refusal::Failed(why)) => return Err(why),
    };
    ask(&page, &other, scratch, rows).await
}

/// Asks for each history once, which fetches its ranges of the atlas, and then [`RUNS`] times. All questions are asked
/// on one page. They take turns, because the page does not send a question that is the same as the last one.
///
/// The aim is for the later rounds. The worker keeps the ranges that it fetched, but no answers, so these rounds need
/// no fetch, and the worker does all other work again. The whole time, up to the paint, is measured in the page,
/// because a person waits for all of it; the worker's part alone would leave out the drawing.
async fn ask(page: &Browser, file: &Path, scratch: &Path, rows: &mut Vec<Row>) -> Result<(), String> {
    let bytes: Arc<[u8]> = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?.into();
    let kernels = Atlas::open(bytes).map_err(|error| format!("{}: {error}", file.display()))?.kernels().len();
    // With a file open, the dialog shows a history itself. On the start page it would open a kernel of the atlas.
    let small = scratch.join("small.btf");
    fs::write(&small, large::many_types(Order::Little, 10).build()).map_err(|error| error.to_string())?;
    page.open("").await;
    page.js(WATCH).await;
    page.browse(&[&small]).await;
    page.press("Ctrl+K").await;
    page.type_text("Atlas: open a kernel").await;
    page.press("Enter").await;
    page.by_role("dialog", "Kernels of the atlas").await;
    let mut all = QUESTIONS.map(|_| (Vec::new(), Vec::new(), Vec::new()));
    for round in 0..=RUNS {
        for ((answers, script, layout), question) in all.iter_mut().zip(QUESTIONS) {
            // A name is searched while it is typed. The question is asked when that is done, by Enter.
            page.js_with(
                "const field = document.querySelector('#askindialog'); field.value = arguments[0]; \
                 field.dispatchEvent(new InputEvent('input', { bubbles: true }))",
                vec![json!(question)],
            )
            .await;
            if !question.contains('.') {
                page.by_role("listbox", "Names in the atlas").await;
            }
            page.settle().await;
            let before = page.worked().await;
            answers.extend(in_page(page, vec![json!("history"), json!(question)]).await?);
            let after = page.worked().await;
            if round > 0 {
                script.push(after.0 - before.0);
                layout.push(after.1 - before.1);
            }
        }
    }
    for ((answers, mut script, mut layout), question) in all.into_iter().zip(QUESTIONS) {
        let what = format!("history of {question}, {kernels} kernels");
        let (first, again) = answers.split_at(1);
        let mut add = |part: &str, values: &mut [f64], aim: f64| {
            rows.extend(row(format!("{what}: {part}"), values, aim, "ms"));
        };
        add("asked first, with the fetch", &mut times(first, "painted"), 0.0);
        add("asked again, painted", &mut times(again, "painted"), AIM);
        add("  of it, to the worker's answer", &mut times(again, "answered"), 0.0);
        add("  of it, from that to the paint", &mut times(again, "drawn"), 0.0);
        add("  script of the page, processor time", &mut script, 0.0);
        add("  style and layout, processor time", &mut layout, 0.0);
    }
    Ok(())
}

/// Copies the files of the built page, but not its folders, and puts an atlas in the place of its own. If a file with
/// the names in modules is beside the atlas (`NAME-modules.atlas`), copies it as well.
fn copy_page(to: &Path, atlas: &Path) -> std::io::Result<()> {
    let folder = to.join("atlas");
    fs::create_dir_all(&folder)?;
    for entry in fs::read_dir(dist())? {
        let from = entry?.path();
        if let Some(name) = from.file_name().filter(|_| from.is_file()) {
            fs::copy(&from, to.join(name))?;
        }
    }
    fs::copy(atlas, folder.join("debian.atlas"))?;
    let stem = atlas.file_stem().unwrap_or_default().to_string_lossy();
    let modules = atlas.with_file_name(format!("{stem}-modules.atlas"));
    if modules.is_file() {
        fs::copy(modules, folder.join("debian-modules.atlas"))?;
    }
    Ok(())
}
