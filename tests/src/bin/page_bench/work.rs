//! Actions on open files: a graph, relocations, users of a type, a comparison, scrolling, keys in the search.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tests::browser::Browser;
use tests::large;

use crate::{DROPS, Row, in_page, kernel, row, times};

/// Measures a graph of some 300 nodes. It is panned, a node is dragged, keys walk through it, nodes are expanded and
/// collapsed.
pub async fn graph(page: &Browser, rows: &mut Vec<Row>) -> Result<(), String> {
    let Some(kernel) = kernel() else {
        println!("SKIPPED: the graph: there is no kernel");
        return Ok(());
    };
    page.open("").await;
    page.browse(&[&kernel]).await;
    let files =
        page.text_of("return location.hash.slice(1).split('&').filter(p => p.startsWith('f=')).join('&')").await;
    let show = format!("v=1&{files}&t=task_struct&kind=struct&view=graph&g=uses:4;by:1;most:300;each");
    page.js_with("location.hash = arguments[0]", vec![json!(show)]).await;
    page.wait_for("return document.querySelectorAll('.graph .node').length > 200", "a graph of 300 nodes").await;
    page.settle().await;
    // A button to show the table follows the count.
    let drawn = page.text_of("return document.querySelector('.graphview .count span').firstChild.textContent").await;
    let what = drawn.split(" ·").next().unwrap_or_default();
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
        let (mut answers, mut script, mut layout) = (Vec::new(), Vec::new(), Vec::new());
        for turn in 0..count {
            let before = page.worked().await;
            answers.extend(in_page(page, vec![json!("graph"), json!(word), json!(1), json!(turn)]).await?);
            let after = page.worked().await;
            script.push(after.0 - before.0);
            layout.push(after.1 - before.1);
        }
        let label = format!("{what}: {does}");
        rows.extend(row(format!("{label}, longest task"), &mut times(&answers, "longest"), 16.0, "ms"));
        rows.extend(row(format!("{label}:   script, processor time"), &mut script, 16.0, "ms"));
        rows.extend(row(format!("{label}:   style and layout, processor time"), &mut layout, 0.0, "ms"));
        rows.extend(row(format!("{label}, until drawn"), &mut times(&answers, "ms"), 0.0, "ms"));
    }
    Ok(())
}

/// Measures 500 relocations on five kernels. Each time that a kernel is opened or closed, the page
/// resolves all relocations on all open kernels.
pub async fn relocations(page: &Browser, scratch: &Path, rows: &mut Vec<Row>) -> Result<(), String> {
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
        // Kernel number `i` has `i` additional bytes at its end, so the page takes it for a different file.
        let path = scratch.join(format!("kernel-{i}.btf"));
        let other = bytes.iter().copied().chain(std::iter::repeat_n(0, i)).collect::<Vec<u8>>();
        fs::write(&path, other).map_err(|error| error.to_string())?;
        kernels.push(path);
    }
    page.open("").await;
    page.browse(&[&object]).await;
    page.click("tab", "Kernels").await;
    page.click("tab", "CO-RE").await;
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

/// Measures the users of a type of the file that is open and on the desk: the first question makes the index.
pub async fn users(page: &Browser, rows: &mut Vec<Row>) -> Result<(), String> {
    let files =
        page.text_of("return location.hash.slice(1).split('&').filter(p => p.startsWith('f=')).join('&')").await;
    let hash = |i: u32| json!(format!("v=1&{files}&t=record_{i:06}&kind=struct&view=users"));
    // Show a record first, so that the list of users is not on the page yet.
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

/// Measures the comparison of two whole kernels of the corpus, up to the list of changed types.
pub async fn beside(page: &Browser, rows: &mut Vec<Row>) -> Result<(), String> {
    let folder = std::env::var_os("BTFSCOPE_CORPUS").map(|folder| PathBuf::from(folder).join("files/btf"));
    let files = ["vmlinux-deb-6.1.176-amd64.btf", "vmlinux-cilium-testdata.btf"];
    let Some(files) = folder.map(|f| files.map(|name| f.join(name))).filter(|f| f.iter().all(|f| f.is_file())) else {
        println!("SKIPPED: comparing kernels: BTFSCOPE_CORPUS names no folder with files/btf/{}", files.join(" and "));
        return Ok(());
    };
    page.open("").await;
    page.browse(&[&files[0], &files[1]]).await;
    page.press("Ctrl+K").await;
    page.type_text("struct task_struct").await;
    page.press("Enter").await;
    page.press("6").await;
    page.by_role("listbox", "Side by side").await;
    page.click_css(".menubutton[aria-label^=More]").await;
    page.click_css(".menu:popover-open [aria-label=Changes]").await;
    page.by_role("listbox", "Changed types").await;
    let swap = "[title^='Changes are judged']";
    let answers = in_page(page, vec![json!("click"), json!(swap), json!("#changes.rows"), json!(7)]).await?;
    let what = "two kernels of 100,642 and 103,406 types compared, to the list".to_owned();
    rows.extend(row(what, &mut times(&answers, "ms"), 2000.0, "ms"));
    Ok(())
}

/// Scrolls the list of the open kernel and its bytes, each by lines and by jumps.
pub async fn scrolling(page: &Browser, rows: &mut Vec<Row>) -> Result<(), String> {
    page.click_css(".left .row").await;
    // The view of the bytes is folded at first.
    page.press("b").await;
    page.css(".right .rows").await;
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
pub async fn keys(page: &Browser, rows: &mut Vec<Row>) -> Result<(), String> {
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
    for round in ["first time", "again", "third"] {
        let (mut answers, mut worked) = (Vec::new(), Vec::new());
        for text in texts {
            let before = page.worked().await;
            answers.extend(in_page(page, vec![json!("keys"), json!([text])]).await?);
            let after = page.worked().await;
            worked.push(after.0 - before.0);
        }
        for slow in answers.iter().filter(|answer| answer["script"].as_f64().is_some_and(|ms| ms > 16.0)) {
            println!("a slow key: {slow} ({round})");
        }
        let label = format!("a key in the search over 140,000 types, {round}");
        rows.extend(row(format!("{label}: script"), &mut times(&answers, "script"), 16.0, "ms"));
        rows.extend(row(format!("{label}:   of it, processor time"), &mut worked, 0.0, "ms"));
        rows.extend(row(format!("{label}:   of it, the search"), &mut times(&answers, "search"), 0.0, "ms"));
        rows.extend(row(format!("{label}: painted"), &mut times(&answers, "painted"), 0.0, "ms"));
    }
    Ok(())
}
