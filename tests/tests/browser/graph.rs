//! The Graph view: laid out by the worker, used by keys and mouse, saved as pictures.

use serde_json::json;
use tests::browser::{Browser, Theme};

use crate::steps::{CATCH, choose, fixture, heading, no_errors, open, open_fixture, show};

/// The names and centres of the nodes, in the graph's own pixels.
async fn nodes(page: &Browser) -> Vec<(String, f64, f64)> {
    let read = "return [...document.querySelectorAll('[role=graphics-symbol]')].map(g => { const b = g.querySelector('rect').getBBox(); \
                return [g.querySelector('title').textContent, b.x + b.width / 2, b.y + b.height / 2]; })";
    serde_json::from_value(page.js(read).await).unwrap()
}

/// The name of the focused node.
async fn focused(page: &Browser) -> String {
    page.text_of("return document.querySelector('[role=graphics-symbol][aria-current=true] title')?.textContent").await
}

async fn show_graph(page: &Browser, name: &str) {
    show(page, "struct", name, "graph").await;
    page.by_role("graphics-document", "Type graph").await;
    page.wait_for_role("graphics-symbol").await;
    page.settle().await;
}

#[tokio::test]
pub async fn keys_move_expand_and_open() {
    let Some(page) = Browser::start().await else { return };
    for machine in ["x86_64", "s390x"] {
        open_fixture(&page, &format!("kernel.{machine}.btf")).await;
        show(&page, "struct", "list_head", "layout").await;
        page.press("3").await;
        page.by_role("graphics-document", "Type graph").await;
        page.wait_for_role("graphics-symbol").await;
        page.settle().await;
        assert_eq!(page.focus().await, ("graphics-document".to_owned(), "Type graph".to_owned()));
        assert!(page.focus_is_visible().await);
        assert_eq!(focused(&page).await, "struct list_head");
        let before = nodes(&page).await;
        assert!(before.iter().any(|n| n.0 == "struct task_struct"), "{before:?}");
        // Users are on the left.
        assert!(before.iter().skip(1).all(|n| n.1 < before[0].1), "{before:?}");
        page.press("ArrowLeft").await;
        while focused(&page).await != "struct task_struct" {
            let at = focused(&page).await;
            page.press("ArrowUp").await;
            if focused(&page).await == at {
                page.press("ArrowDown").await;
                page.press("ArrowDown").await;
            }
        }
        page.wait_for_text("struct task_struct · ").await;
        // The inspector describes the focused node; the selection does not change.
        let inspector = page.seen_in("region", "Inspector").await;
        assert!(inspector.contains("task_struct"), "{inspector}");
        assert_eq!(heading(&page).await, "struct list_head");
        page.press("Enter").await;
        page.wait_for_text("expanded").await;
        page.settle().await;
        let after = nodes(&page).await;
        assert!(after.len() > before.len(), "{after:?}");
        for old in &before {
            assert!(after.contains(old), "{} moved: {after:?}", old.0);
        }
        assert!(page.fragment().await.contains("g=open:struct/task_struct"), "{}", page.fragment().await);
        // The link shows the same graph.
        let link = page.fragment().await;
        page.press("Enter").await;
        page.settle().await;
        assert_eq!(nodes(&page).await, before);
        page.js_with("location.hash = arguments[0]", vec![json!(link)]).await;
        page.settle().await;
        let mut names: Vec<String> = nodes(&page).await.into_iter().map(|n| n.0).collect();
        let mut wanted: Vec<String> = after.into_iter().map(|n| n.0).collect();
        names.sort();
        wanted.sort();
        assert_eq!(names, wanted);
        // `o` opens the type.
        page.focus_on("graphics-document", "Type graph").await;
        page.press("ArrowLeft").await;
        let opened = focused(&page).await;
        page.press("o").await;
        page.settle().await;
        assert_eq!(heading(&page).await, opened);
        page.wait_for_text(&format!("{opened} · ")).await;
        page.back().await;
        page.settle().await;
        assert_eq!(heading(&page).await, "struct list_head");
        no_errors(&page).await;
    }
}

#[tokio::test]
async fn panning_and_zooming_draw_nothing_again() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "kernel.x86_64.btf").await;
    show_graph(&page, "task_struct").await;
    let transform = async || {
        page.text_of("return document.querySelector('[role=graphics-document] > g').getAttribute('transform')").await
    };
    page.js("window.drawn = 0; new MutationObserver(all => window.drawn += all.filter(m => m.target.localName !== 'g' || m.attributeName !== 'transform').length)\
             .observe(document.querySelector('[role=graphics-document]'), { subtree: true, childList: true, attributes: true, characterData: true })").await;
    let first = transform().await;
    // Drag from a corner, where there is no node.
    let pan = "const svg = document.querySelector('[role=graphics-document]'), r = svg.getBoundingClientRect(); let x = r.left + 5, y = r.top + 5; \
               for (const type of ['pointerdown', 'pointermove', 'pointermove', 'pointerup']) { \
               svg.dispatchEvent(new PointerEvent(type, { clientX: x, clientY: y, pointerId: 1, bubbles: true })); x += 30; y += 20; }";
    page.js(pan).await;
    let panned = transform().await;
    assert_ne!(panned, first);
    page.js("const svg = document.querySelector('[role=graphics-document]'); const e = new WheelEvent('wheel', { deltaY: -200, clientX: 600, clientY: 500, cancelable: true, bubbles: true }); \
             svg.dispatchEvent(e); window.prevented = e.defaultPrevented").await;
    let zoomed = transform().await;
    assert_ne!(zoomed, panned);
    assert_eq!(page.js("return window.prevented").await, json!(true));
    page.focus_on("graphics-document", "Type graph").await;
    page.press("-").await;
    assert_ne!(transform().await, zoomed);
    assert_eq!(page.js("return window.drawn").await, json!(0));
    page.click("button", "fit").await;
    // Dragging a node moves no other node, and its edges follow it. "fit" returns the node and its edges to where they
    // were.
    let before = nodes(&page).await;
    // An edge's `data-e` begins with the numbers of its two nodes.
    let path = async || {
        page.text_of(
            "const node = document.querySelector('[role=graphics-symbol]:last-child').dataset.n; \
             const edges = [...document.querySelectorAll('[data-e]')]; \
             return edges.find(e => e.dataset.e.split('-').slice(0, 2).includes(node)).querySelector('path').getAttribute('d')",
        )
        .await
    };
    let line = path().await;
    let to =
        page.text_of("return [...document.querySelectorAll('[role=graphics-symbol] title')].at(-1).textContent").await;
    let node = page.css("[role=graphics-symbol]:last-child rect").await;
    page.drag(&node, 50.0, 30.0).await;
    let after = nodes(&page).await;
    let moved: Vec<&String> = before.iter().zip(&after).filter(|(a, b)| a != b).map(|(a, _)| &a.0).collect();
    assert_eq!(moved, [&to]);
    assert_ne!(path().await, line);
    page.click("button", "fit").await;
    page.settle().await;
    assert_eq!(nodes(&page).await, before);
    assert_eq!(path().await, line);
    no_errors(&page).await;
}

/// The scale, and in pixels of the window: the box of the root node, the box of all nodes, and the frame (left, top,
/// right, bottom).
async fn in_sight(page: &Browser) -> (f64, [f64; 4], [f64; 4], [f64; 4]) {
    let read = "const box = e => { const r = e.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; }; \
                const svg = document.querySelector('[role=graphics-document]'), group = svg.querySelector(':scope > g'); \
                return [parseFloat(group.getAttribute('transform').split('scale(')[1]), box(svg.querySelector('[role=graphics-symbol] rect')), box(group), box(svg)]";
    serde_json::from_value(page.js(read).await).unwrap()
}

#[tokio::test]
async fn a_tall_graph_stays_readable() {
    let Some(page) = Browser::start().await else { return };
    page.resize(1200, 420).await;
    open_fixture(&page, "kernel.x86_64.btf").await;
    show_graph(&page, "task_struct").await;
    // A view is as high as its pane, so make the frame lower than the graph.
    page.within("graphics-document", "Type graph", "e.parentElement.style.maxHeight = '100px'").await;
    page.settle().await;
    page.focus_on("graphics-document", "Type graph").await;
    page.press("0").await;
    let (scale, root, all, frame) = in_sight(&page).await;
    assert!(scale >= 0.88, "{scale}");
    assert!(all[3] - all[1] > frame[3] - frame[1], "it is taller than its frame: {all:?} {frame:?}");
    let inside = |of: [f64; 4]| (0..2).all(|i| of[i] >= frame[i] - 1.0) && (2..4).all(|i| of[i] <= frame[i] + 1.0);
    assert!(inside(root), "{root:?} {frame:?}");
    let first =
        page.js("return document.querySelector('[role=graphics-document] > g').getAttribute('transform')").await;
    // The graph becomes unreadably small only if the person makes it smaller. "fit", by key and by button, returns to a
    // readable scale.
    page.focus_on("graphics-document", "Type graph").await;
    for _ in 0..6 {
        page.press("-").await;
    }
    let (small, ..) = in_sight(&page).await;
    assert!(small < 0.3, "{small}");
    let transform = async || {
        page.js("return document.querySelector('[role=graphics-document] > g').getAttribute('transform')").await
    };
    page.press("0").await;
    assert_eq!(transform().await, first);
    page.press("-").await;
    page.click("button", "fit").await;
    assert_eq!(transform().await, first);
    // The buttons do not cover the graph.
    let covered = "const svg = document.querySelector('[role=graphics-document]').getBoundingClientRect(); \
                   return [...document.querySelectorAll('main button')].filter(b => b.getBoundingClientRect().bottom > svg.top).length";
    assert_eq!(page.js(covered).await, json!(0));
    no_errors(&page).await;
}

/// The new nodes (not there when `window.before` was set) whose boxes are not wholly inside the frame.
const NEW_AND_OUTSIDE: &str = "const f = document.querySelector('[role=graphics-document]').getBoundingClientRect(); \
    return [...document.querySelectorAll('[role=graphics-symbol]')].filter(g => !window.before.has(g)).map(g => [g.querySelector('title').textContent, \
    g.querySelector('rect').getBoundingClientRect()]).filter(([, r]) => r.left < f.left || r.top < f.top || r.right > f.right || r.bottom > f.bottom).map(([name]) => name)";

#[tokio::test]
pub async fn what_is_added_comes_into_sight_and_the_rest_is_left_alone() {
    let Some(page) = Browser::start().await else { return };
    page.resize(1100, 560).await;
    open_fixture(&page, "kernel.x86_64.btf").await;
    show_graph(&page, "list_head").await;
    page.fill("searchbox", "Find a node", "task_struct").await;
    page.settle().await;
    assert_eq!(focused(&page).await, "struct task_struct");
    // Enter moves the focus into the graph. Zooming in moves the node away from the centre, to the left, so
    // the node that expanding adds on its left may be out of view at first.
    page.focus_on("searchbox", "Find a node").await;
    page.press("Enter").await;
    assert_eq!(page.focus().await, ("graphics-document".to_owned(), "Type graph".to_owned()));
    for _ in 0..2 {
        page.press("+").await;
    }
    page.js("window.before = new Set(document.querySelectorAll('[role=graphics-symbol]')); window.changed = []; \
             new MutationObserver(all => window.changed.push(...all.map(m => (m.target.closest ? m.target : m.target.parentElement)?.closest('[role=graphics-symbol]')?.querySelector('title').textContent).filter(Boolean))) \
             .observe(document.querySelector('[role=graphics-document]'), { subtree: true, childList: true, attributes: true, characterData: true })").await;
    page.press("Enter").await;
    page.wait_for_text("expanded").await;
    page.settle().await;
    let number =
        page.js("return document.querySelectorAll('[role=graphics-symbol]').length - window.before.size").await;
    assert_eq!(number, json!(1));
    assert_eq!(page.js(NEW_AND_OUTSIDE).await, json!([]));
    let (scale, ..) = in_sight(&page).await;
    assert!(scale >= 0.88, "{scale}");
    // Of the old nodes, two kinds are drawn again: the expanded node, and neighbours of it whose `+` or `−` appears,
    // changes or goes. `list_head` is neither.
    let changed = page.js("return [...new Set(window.changed)]").await;
    assert!(changed.as_array().unwrap().iter().any(|name| name == "struct task_struct"), "{changed}");
    assert!(!changed.as_array().unwrap().iter().any(|name| name == "struct list_head"), "{changed}");
    no_errors(&page).await;
}

#[tokio::test]
pub async fn a_node_is_found_by_its_name() {
    let Some(page) = Browser::start().await else { return };
    page.resize(1200, 560).await;
    open_fixture(&page, "kernel.x86_64.btf").await;
    show_graph(&page, "task_struct").await;
    page.focus_on("searchbox", "Find a node").await;
    page.type_text("list").await;
    assert_eq!(focused(&page).await, "struct list_head");
    let shown = "const f = document.querySelector('[role=graphics-document]').getBoundingClientRect(), \
                 r = document.querySelector('[role=graphics-symbol][aria-current=true] rect').getBoundingClientRect(); \
                 return r.left >= f.left && r.top >= f.top && r.right <= f.right && r.bottom <= f.bottom";
    assert_eq!(page.js(shown).await, json!(true));
    page.wait_for_text("struct list_head · ").await;
    // Arrows go through all nodes that are found.
    page.fill("searchbox", "Find a node", "s").await;
    page.focus_on("searchbox", "Find a node").await;
    let first = focused(&page).await;
    page.press("ArrowDown").await;
    let second = focused(&page).await;
    assert_ne!(first, second);
    assert_eq!(page.js(shown).await, json!(true));
    page.press("ArrowUp").await;
    assert_eq!(focused(&page).await, first);
    page.fill("searchbox", "Find a node", "no_such_name").await;
    page.wait_for_text("No node is called no_such_name").await;
    assert_eq!(focused(&page).await, first);
    no_errors(&page).await;
}

#[tokio::test]
async fn pictures_are_files_that_stand_alone() {
    let Some(page) = Browser::start().await else { return };
    page.prefer(Theme::Dark, true).await;
    page.before_each_page(CATCH).await;
    open_fixture(&page, "kernel.x86_64.btf").await;
    for (view, name) in [("graph", "task_struct.graph"), ("layout", "task_struct.layout"), ("tree", "task_struct.tree")]
    {
        show(&page, "struct", "task_struct", view).await;
        page.settle().await;
        page.js("window.saved = []").await;
        choose(&page, "Export", "SVG").await;
        page.wait_for("return window.saved.length === 1", "an SVG file").await;
        let parsed = "const [name, type, text] = window.saved[0]; const xml = new DOMParser().parseFromString(text, 'image/svg+xml'); \
                      return [name, type, xml.documentElement.localName, xml.querySelectorAll('parsererror').length, \
                      [...xml.querySelectorAll('text')].map(t => t.textContent).join('|'), xml.querySelectorAll('[class],style,script,image').length]";
        let (file, kind, root, errors, text, foreign): (String, String, String, u32, String, u32) =
            serde_json::from_value(page.js(parsed).await).unwrap();
        assert_eq!((file.as_str(), kind.as_str()), (format!("{name}.svg").as_str(), "image/svg+xml"));
        assert_eq!((root.as_str(), errors, foreign), ("svg", 0, 0), "{view}");
        assert!(
            text.contains(&format!("struct task_struct: {view}")) && text.contains("kernel.x86_64.btf · btfscope"),
            "{text}"
        );
        choose(&page, "Export", "PNG").await;
        page.wait_for("return window.saved.length === 2", "a PNG file").await;
        let (file, kind, text, size): (String, String, String, u32) =
            serde_json::from_value(page.js("return window.saved[1]").await).unwrap();
        assert_eq!((file.as_str(), kind.as_str()), (format!("{name}.png").as_str(), "image/png"));
        assert!(text.contains("PNG") && size > 5000, "{size} bytes");
    }
    no_errors(&page).await;
}

#[tokio::test]
pub async fn the_table_says_the_same() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "kernel.x86_64.btf").await;
    show_graph(&page, "list_head").await;
    page.click("button", "table").await;
    let rows = || async { page.texts("[aria-label='Type graph'] tbody tr").await };
    let all = rows().await;
    assert!(
        all.iter().any(|r| r.contains("struct task_struct") && r.contains("embeds") && r.contains("children")),
        "{all:?}"
    );
    page.by_role("table", "Type graph").await;
    page.click("button", "Expand struct task_struct").await;
    page.settle().await;
    assert!(rows().await.len() > all.len());
    assert!(page.fragment().await.contains("g=table;open:struct/task_struct"), "{}", page.fragment().await);
    page.click("button", "struct net_device").await;
    page.settle().await;
    assert_eq!(heading(&page).await, "struct net_device");
    no_errors(&page).await;
}

#[tokio::test]
async fn a_program_has_a_graph_of_calls() {
    let Some(page) = Browser::start().await else { return };
    page.open("v=1&f=sample:small-program&p=.calls:").await;
    page.browse(&[&fixture("../../../static/samples/sample.bpf.o")]).await;
    if !page.has("heading", "Calls and maps").await {
        page.click("tab", "Programs").await;
        page.click("option", "Calls and maps graph").await;
    }
    page.by_role("graphics-document", "Call graph").await;
    page.wait_for_role("graphics-symbol").await;
    let names: Vec<String> = nodes(&page).await.into_iter().map(|n| n.0).collect();
    for wanted in ["on_connect", "on_exit", "events", "bpf_map_lookup_elem()", ".rodata", ".bss"] {
        assert!(names.iter().any(|n| n == wanted), "{wanted}: {names:?}");
    }
    assert!(page.fragment().await.contains("p=.calls:"), "{}", page.fragment().await);
    page.focus_on("graphics-document", "Call graph").await;
    page.press("Enter").await;
    page.settle().await;
    assert!(heading(&page).await.contains("on_"), "{}", heading(&page).await);
    no_errors(&page).await;
}

#[tokio::test]
async fn no_barriers_in_the_graph() {
    let Some(page) = Browser::start().await else { return };
    for theme in [Theme::Dark, Theme::Light] {
        page.prefer(theme, true).await;
        open(&page, &[&fixture("kernel.x86_64.btf")]).await;
        for name in ["task_struct", "list_head"] {
            show_graph(&page, name).await;
            let Some(found) = page.axe(&[]).await else {
                return tests::skip("axe-core is not installed; `cargo xtask test` installs it where there is npm");
            };
            assert!(found.is_empty(), "{}", found.join("\n"));
        }
        page.click("button", "table").await;
        assert_eq!(page.axe(&[]).await.unwrap_or_default(), crate::steps::NONE);
    }
    no_errors(&page).await;
}
