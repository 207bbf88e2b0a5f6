//! Light and dark, the system's own colours, print, reduced motion, narrow and wide windows, and where the bytes are.
//! The pictures are in target/screenshots.

use tests::browser::{Browser, Theme};

use crate::steps::{THEME, choose, fixture, no_errors, open, open_fixture, show, show_member, unfold_bytes};

/// Whether the page is dark, by its attribute and by the brightness of its background.
async fn is_dark(page: &Browser) -> bool {
    let theme = page.text_of("return document.documentElement.dataset.theme").await;
    let bright = "const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/[0-9.]+/g).map(Number); return r + g + b";
    let bright = page.js(bright).await.as_f64().unwrap();
    assert_eq!(theme == "dark", bright < 380.0, "{theme} has a background of {bright}");
    theme == "dark"
}

#[tokio::test]
async fn the_system_and_the_person_choose_the_theme() {
    let Some(page) = Browser::start().await else { return };
    for (theme, dark) in [(Theme::Light, false), (Theme::Dark, true)] {
        page.prefer(theme, false).await;
        page.open("").await;
        assert_eq!(is_dark(&page).await, dark);
    }
    // The person's choice is remembered, whatever the system's theme.
    open_fixture(&page, "kernel.x86_64.btf").await;
    page.press("Shift+D").await;
    assert!(!is_dark(&page).await);
    page.reload().await;
    assert!(!is_dark(&page).await);
    page.prefer(Theme::Light, false).await;
    // The choices follow each other in a circle: the theme opposite to the system's, the system's theme as a fixed
    // choice, and whatever theme the system has. The system is light now and the choice is light, so the next choice
    // follows the system, and the one after it is dark.
    choose(&page, "Menu", THEME).await;
    page.wait_for_text("System theme: light").await;
    choose(&page, "Menu", THEME).await;
    assert!(is_dark(&page).await);
    page.open("").await;
    assert!(is_dark(&page).await);
    no_errors(&page).await;
}

#[tokio::test]
async fn the_theme_follows_the_system_until_one_is_chosen_and_again() {
    let Some(page) = Browser::start().await else { return };
    page.prefer(Theme::Light, false).await;
    open_fixture(&page, "kernel.x86_64.btf").await;
    assert!(!is_dark(&page).await);
    // The system changes to dark.
    page.prefer(Theme::Dark, false).await;
    page.settle().await;
    assert!(is_dark(&page).await);
    let seen = async |keys: &str| {
        page.press(keys).await;
        (is_dark(&page).await, page.text_of("return document.documentElement.dataset.chosen").await)
    };
    assert_eq!(seen("Shift+D").await, (false, "light".to_owned()));
    page.prefer(Theme::Light, false).await;
    page.prefer(Theme::Dark, false).await;
    page.settle().await;
    assert!(!is_dark(&page).await, "what was chosen stays");
    assert_eq!(seen("Shift+D").await, (true, "dark".to_owned()));
    assert_eq!(seen("Shift+D").await, (true, "system".to_owned()));
    page.prefer(Theme::Light, false).await;
    page.settle().await;
    assert!(!is_dark(&page).await);
    no_errors(&page).await;
}

#[tokio::test]
async fn a_print_is_the_view_alone_light_and_whole() {
    let Some(page) = Browser::start().await else { return };
    page.prefer(Theme::Dark, true).await;
    open(&page, &[&fixture("kernel.x86_64.o")]).await;
    show(&page, "struct", "task_struct", "layout").await;
    // In a window this low, most members are out of sight.
    page.resize(900, 500).await;
    let members = "return [...document.querySelectorAll('[role=treegrid] [role=row]')].length";
    let on_screen = page.js(members).await;
    page.paper(true).await;
    assert!(!is_dark(&page).await);
    let wanted = page.text_in("heading", "struct task_struct").await;
    let text = page.text().await;
    assert!(text.contains(&wanted) && text.contains("comm"), "{text}");
    for (role, name) in [("listbox", "Types"), ("grid", "Bytes"), ("button", "Share"), ("tab", "Layout")] {
        assert!(!page.has(role, name).await, "{name} is on paper");
    }
    // Nothing is cut off: no element is lower than its content and scrolls or hides the rest.
    let cut = "return [...document.querySelectorAll('main *')].filter(e => e.scrollHeight > e.clientHeight + 1 && \
               ['auto', 'scroll', 'hidden'].includes(getComputedStyle(e).overflowY) && e.clientHeight > 40).map(e => e.className)";
    assert_eq!(page.js(cut).await, serde_json::json!([]));
    let printed = page.js(members).await;
    assert!(printed.as_u64() >= on_screen.as_u64(), "{printed} rows of {on_screen}");
    page.screenshot("paper").await;
    page.paper(false).await;
    page.prefer(Theme::Dark, true).await;
    page.settle().await;
    assert!(is_dark(&page).await);
    page.resize(1440, 900).await;
    page.by_role("listbox", "Types").await;
    no_errors(&page).await;
}

#[tokio::test]
async fn a_long_list_is_printed_to_its_end() {
    let Some(page) = Browser::start().await else { return };
    let Some(corpus) = tests::reference::corpus_or_skip() else { return };
    let kernel = corpus.path(&corpus.actual("btf/vmlinux-deb-6.1.176-amd64.btf"));
    open(&page, &[&kernel]).await;
    show(&page, "struct", "sk_buff", "users").await;
    page.wait_for_text("pointed to by").await;
    let rows = "return document.querySelectorAll('main [role=option]').length";
    assert!(page.js(rows).await.as_u64().unwrap() < 200);
    page.paper(true).await;
    let number = page.js(rows).await.as_u64().unwrap();
    assert!(number > 1000, "{number} rows");
    page.paper(false).await;
    assert!(page.js(rows).await.as_u64().unwrap() < 200);
    // Now the browser itself prints the page, so it sends its own events. If most rows were missing, the PDF would have
    // fewer than 40 characters for each row.
    let pdf = page.pdf().await;
    assert!(pdf.len() as u64 > number * 40, "{} characters of PDF for {number} rows", pdf.len());
    // All members of a type are drawn when the browser prints the page, though the list beside has thousands of types.
    show(&page, "struct", "task_struct", "layout").await;
    let rows = "document.querySelectorAll('main [role=row]').length";
    page.js(&format!("window.printed = 0; addEventListener('afterprint', () => window.printed = {rows})")).await;
    let on_screen = page.js(&format!("return {rows}")).await.as_u64().unwrap();
    page.pdf().await;
    let printed = page.js("return window.printed").await.as_u64().unwrap();
    assert!(on_screen < 60 && printed > 200, "{on_screen} rows on the screen, {printed} printed");
    no_errors(&page).await;
}

#[tokio::test]
async fn what_is_selected_is_seen_in_the_systems_own_colours() {
    let Some(page) = Browser::start().await else { return };
    for theme in [Theme::Dark, Theme::Light] {
        page.force_colors(theme).await;
        open_fixture(&page, "layout.clang.bpfel.o").await;
        show_member(&page, "struct", "bit_crossing", "layout", "middle").await;
        unfold_bytes(&page).await;
        page.settle().await;
        let highlight = page
            .text_of(
                "const e = document.body.appendChild(document.createElement('i')); e.style.color = 'Highlight'; \
                      const c = getComputedStyle(e).color; e.remove(); return c",
            )
            .await;
        // The marked elements: type, view, chip, the member's row, its bytes.
        for what in [
            "[role=option][aria-selected=true]",
            "[role=tab][aria-selected=true]",
            "[aria-label=Files] [aria-current=true]",
            "[role=row][aria-selected=true]",
            "[data-mark~=strong], [data-mark~=item]",
        ] {
            let outline = format!(
                "const s = getComputedStyle(document.querySelector(`{what}`)); return s.outlineStyle === 'solid' ? s.outlineColor : s.outlineStyle"
            );
            assert_eq!(page.text_of(&outline).await, highlight, "{what}");
        }
        show(&page, "struct", "nested", "layout").await;
        page.settle().await;
        let hatched = "return [...document.querySelectorAll('[aria-label^=Map] [title^=hole]')].every(e => getComputedStyle(e).backgroundImage.includes('gradient'))";
        assert_eq!(page.js(hatched).await, serde_json::json!(true));
        assert!(
            page.js("return document.querySelectorAll('[aria-label^=Map] [title^=hole]').length")
                .await
                .as_u64()
                .unwrap()
                > 0
        );
    }
    page.screenshot("forced-colors").await;
    no_errors(&page).await;
}

#[tokio::test]
async fn pictures_of_the_views_in_both_themes() {
    let Some(page) = Browser::start().await else { return };
    for (theme, word) in [(Theme::Dark, "dark"), (Theme::Light, "light")] {
        page.prefer(theme, true).await;
        page.open("").await;
        page.screenshot(&format!("landing-{word}")).await;
        open(&page, &[&fixture("net.gcc.s390x.o"), &fixture("layout.clang.bpfel.o")]).await;
        page.screenshot(&format!("overview-{word}")).await;
        for view in ["layout", "tree", "c", "record"] {
            show_member(&page, "struct", "nested", view, "last").await;
            page.screenshot(&format!("{view}-{word}")).await;
        }
        show_member(&page, "struct", "bit_crossing", "layout", "middle").await;
        page.screenshot(&format!("bits-{word}")).await;
        assert_eq!(is_dark(&page).await, word == "dark");
    }
    no_errors(&page).await;
}

#[tokio::test]
pub async fn a_narrow_window_shows_one_pane_at_a_time() {
    let Some(page) = Browser::start().await else { return };
    page.resize(800, 700).await;
    open_fixture(&page, "kernel.x86_64.btf").await;
    // Each pane has a tab, and only the pane of the chosen tab is shown.
    let panes = [("Types", "listbox", "Types"), ("Inspector", "region", "Inspector"), ("Type", "treegrid", "Members")];
    show(&page, "struct", "task_struct", "layout").await;
    for (tab, role, name) in panes {
        page.click_css(&format!(
            "[role=tablist][aria-label=Panes] [role=tab]:nth-child({})",
            match tab {
                "Types" => 1,
                "Type" => 2,
                _ => 3,
            }
        ))
        .await;
        for (other, role, name) in panes {
            assert_eq!(page.has(role, name).await, other == tab, "{tab}: {role} {name}");
        }
        page.by_role(role, name).await;
        page.screenshot(&format!("narrow-{tab}")).await;
        // Nothing is wider than the window.
        let width = page.js("return document.documentElement.scrollWidth").await;
        assert_eq!(width, serde_json::json!(800), "{tab}");
    }
    // Choosing a type shows its pane; `/` shows the search.
    page.press("/").await;
    assert_eq!(page.focus().await.1, "Search types");
    page.type_text("net_device").await;
    page.press("Enter").await;
    page.by_role("heading", "struct net_device").await;
    page.by_role("treegrid", "Members").await;
    // In a wide window, all panes are shown again.
    page.resize(1440, 900).await;
    page.by_role("region", "Inspector").await;
    page.by_role("listbox", "Types").await;
    // A window of 1280 by 800 that is zoomed to 200 % has 640 by 400 pixels of CSS.
    page.resize(640, 400).await;
    page.by_role("heading", "struct net_device").await;
    let width = page.js("return document.documentElement.scrollWidth").await;
    assert_eq!(width, serde_json::json!(640));
    page.screenshot("zoomed").await;
    no_errors(&page).await;
}

#[tokio::test]
async fn nothing_moves_for_those_who_want_calm() {
    let Some(page) = Browser::start().await else { return };
    page.prefer(Theme::Dark, true).await;
    open_fixture(&page, "kernel.x86_64.btf").await;
    show(&page, "struct", "task_struct", "layout").await;
    let moving = "return [...document.querySelectorAll('*')].filter(e => { const s = getComputedStyle(e); \
                  const long = times => times.split(',').some(time => parseFloat(time) * (time.includes('ms') ? 1 : 1000) > 1); \
                  return s.animationName !== 'none' && long(s.animationDuration) || long(s.transitionDuration) \
                  || s.scrollBehavior === 'smooth'; }).map(e => e.className)";
    assert_eq!(page.js(moving).await, serde_json::json!([]));
    page.press("Ctrl+K").await;
    assert_eq!(page.js(moving).await, serde_json::json!([]));
    assert_eq!(page.js("return document.getAnimations().length").await, serde_json::json!(0));
    no_errors(&page).await;
}

#[tokio::test]
pub async fn panes_keep_the_width_that_they_were_given() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "kernel.x86_64.btf").await;
    let width = async || {
        page.within("complementary", "Types of the file", "return e.getBoundingClientRect().width")
            .await
            .as_f64()
            .unwrap()
    };
    let before = width().await;
    let edge = page.by_role("separator", "Width of the type list").await;
    page.drag(&edge, 90.0, 0.0).await;
    let after = width().await;
    assert!((after - before - 90.0).abs() < 3.0, "{before} {after}");
    // Keys move the edge, too.
    page.focus_on("separator", "Width of the type list").await;
    page.press("ArrowLeft").await;
    let by_key = width().await;
    assert!(by_key < after, "{after} {by_key}");
    open_fixture(&page, "kernel.x86_64.btf").await;
    assert!((width().await - by_key).abs() < 1.0);
    no_errors(&page).await;
}

#[tokio::test]
async fn the_next_type_opens_in_the_view_that_was_last() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "kernel.x86_64.btf").await;
    show(&page, "struct", "task_struct", "layout").await;
    page.press("2").await;
    page.by_role("tree", "Type tree").await;
    // On a later visit, the page is opened without an address.
    open_fixture(&page, "kernel.x86_64.btf").await;
    page.press("Ctrl+K").await;
    page.type_text("net_device").await;
    page.press("Enter").await;
    page.by_role("heading", "struct net_device").await;
    page.by_role("tree", "Type tree").await;
    no_errors(&page).await;
}

#[tokio::test]
pub async fn the_bytes_unfold_below_in_the_middle_and_on_the_whole_side() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "kernel.x86_64.btf").await;
    show(&page, "struct", "task_struct", "layout").await;
    // While the bytes are folded, the inspector is shown, and the record as one strip.
    assert!(!page.has("grid", "Bytes").await);
    page.by_role("region", "Inspector").await;
    let strip = page.text_in("region", "Bytes").await;
    assert!(strip.contains(".BTF + 0x"), "{strip}");
    // The bytes are in the lower half of the right side, below the inspector, which stays.
    page.press("b").await;
    page.by_role("grid", "Bytes").await;
    page.by_role("region", "Inspector").await;
    assert_eq!(page.attribute("grid", "Bytes", "aria-colcount").await, "16");
    // On a later visit, the bytes are unfolded at once.
    open_fixture(&page, "kernel.x86_64.btf").await;
    show(&page, "struct", "task_struct", "layout").await;
    page.by_role("grid", "Bytes").await;
    // The bytes are in the middle, in the place of the view: rows of 32 bytes with their text and owners.
    page.press("b").await;
    page.wait_for("return document.querySelector('main .hexrow .owners') !== null", "owners").await;
    assert_eq!(page.attribute("grid", "Bytes", "aria-colcount").await, "32");
    let rows = page.text_in("grid", "Bytes").await;
    assert!(rows.contains("struct task_struct"), "{rows}");
    assert!(!page.has("treegrid", "Members").await);
    page.by_role("region", "Inspector").await;
    page.screenshot("bytes-middle").await;
    page.press("b").await;
    page.by_role("treegrid", "Members").await;
    assert!(!page.has("grid", "Bytes").await);
    // The bytes are on the whole right side.
    page.press("Shift+B").await;
    page.by_role("grid", "Bytes").await;
    assert!(!page.has("region", "Inspector").await);
    page.click("button", "Fold the bytes").await;
    page.by_role("region", "Inspector").await;
    no_errors(&page).await;
}

#[tokio::test]
async fn columns_stay_together_on_a_wide_screen() {
    let Some(page) = Browser::start().await else { return };
    page.resize(2560, 1440).await;
    open_fixture(&page, "kernel.x86_64.btf").await;
    // The distance from the first column to the last is short enough for the eye.
    for view in ["tree", "users"] {
        let name = if view == "tree" { "task_struct" } else { "list_head" };
        show(&page, "struct", name, view).await;
        page.wait_for("return document.querySelector('main [role=treeitem], main [role=option]') !== null", "the rows")
            .await;
        let ends = "const row = document.querySelector('main [role=treeitem], main [role=option]'), left = e => e.getBoundingClientRect().left; \
                    return left(row.lastElementChild) - left(row)";
        let across = page.js(ends).await.as_f64().unwrap();
        assert!(across > 200.0 && across < 1150.0, "{view}: {across} pixels");
    }
    // In the layout, the column of names is as wide as the longest name, and the type follows
    // directly.
    show(&page, "struct", "list_head", "layout").await;
    let ends = "const row = document.querySelector('main [role=row][aria-label]'), left = e => e.getBoundingClientRect().left; \
                return left(row.lastElementChild) - left(row)";
    let across = page.js(ends).await.as_f64().unwrap();
    assert!(across > 200.0 && across < 560.0, "layout: {across} pixels");
    no_errors(&page).await;
}
