//! The list of types and its search. The expected counts come from the fixture's records, not from the search.

use btf::{Btf, Kind};
use tests::browser::Browser;
use tests::fixture::{btf_of, read};

use crate::steps::{DERIVED, NONE, choose, no_errors, open_fixture};

const FILE: &str = "layout.clang.bpfel.o";

/// The names of the named types that pass a test, sorted.
fn expected(btf: &Btf, test: impl Fn(&btf::Type<'_>) -> bool) -> Vec<String> {
    let named = btf.types().filter(|t| !t.name().is_empty() && test(t));
    let mut names: Vec<String> = named.map(|t| t.name().to_owned()).collect();
    names.sort();
    names
}

/// Replaces the text in the search.
async fn search(page: &Browser, text: &str) {
    page.press("Escape").await;
    page.click("searchbox", "Search types").await;
    page.press("Ctrl+A").await;
    page.press("Backspace").await;
    page.type_text(text).await;
}

/// The names in the list without their kinds, sorted. The whole list must fit the window.
async fn found(page: &Browser) -> Vec<String> {
    if !page.has("listbox", "Types").await {
        return Vec::new();
    }
    let rows = page.rows("listbox", "Types").await;
    let total = rows.first().map_or(0, |row| row.of) as usize;
    assert_eq!(rows.len(), total, "the list does not fit the window");
    let mut names: Vec<String> = rows
        .iter()
        .map(|row| row.name.split_once(' ').map_or(row.name.as_str(), |(_, name)| name).to_owned())
        .collect();
    names.sort();
    names
}

/// The count, which is shown below the list.
async fn count(page: &Browser) -> String {
    page.text_in("status", "Types found").await
}

#[tokio::test]
pub async fn typing_narrows_the_list() {
    // The window is tall enough for all named types.
    let Some(page) = Browser::start().await else { return };
    page.resize(1440, 1600).await;
    let btf = Btf::parse(btf_of(&read(FILE)).unwrap(), None).unwrap();
    open_fixture(&page, FILE).await;
    let all = expected(&btf, |_| true);
    assert_eq!(found(&page).await, all);
    let total = btf.types().count();
    assert!(count(&page).await.starts_with(&format!("{} of {total} types", all.len())), "{}", count(&page).await);

    let size = |t: &btf::Type<'_>| t.size().filter(|_| !matches!(t.kind(), Kind::DataSec | Kind::Func));
    let member = |t: &btf::Type<'_>, name: &str| t.kind().is_composite() && t.members().any(|m| m.name() == name);
    // The text to type, and a test on records for the expected result.
    let is = |kind: Kind| move |t: &btf::Type<'_>| t.kind() == kind;
    let cases: Vec<(&str, Vec<String>)> = vec![
        ("bit", expected(&btf, |t| t.name().contains("bit"))),
        ("bit_", expected(&btf, |t| t.name().contains("bit_"))),
        ("HOLES", Vec::new()),
        ("kind:struct", expected(&btf, is(Kind::Struct))),
        ("kind:union", expected(&btf, is(Kind::Union))),
        ("kind:typedef u", expected(&btf, |t| t.kind() == Kind::Typedef && t.name().contains('u'))),
        ("kind:struct size:>64", expected(&btf, |t| t.kind() == Kind::Struct && size(t).is_some_and(|n| n > 64))),
        ("kind:struct size:16", expected(&btf, |t| t.kind() == Kind::Struct && size(t) == Some(16))),
        ("kind:struct size:<=8", expected(&btf, |t| t.kind() == Kind::Struct && size(t).is_some_and(|n| n <= 8))),
        ("member:siblings", expected(&btf, |t| member(t, "siblings"))),
        ("kind:struct member:after", expected(&btf, |t| t.kind() == Kind::Struct && member(t, "after"))),
        ("/^bit_.*s$/", expected(&btf, |t| t.name().starts_with("bit_") && t.name().ends_with('s'))),
        ("no_such_type", Vec::new()),
    ];
    for (text, expected) in &cases {
        search(&page, text).await;
        assert_eq!(&found(&page).await, expected, "{text}");
        assert!(count(&page).await.starts_with(&format!("{} of", expected.len())), "{text}: {}", count(&page).await);
    }
    // If nothing is found, the list says so, and suggests what may help.
    let empty = page.text_in("complementary", "Types of the file").await;
    assert!(empty.contains("No type matches") && empty.contains("kind:struct"), "{empty}");
    page.screenshot("search-nothing").await;
    // The button clears the search, and so does Escape.
    page.click("button", "Clear the search").await;
    assert_eq!(found(&page).await.len(), all.len());
    search(&page, "bit").await;
    page.press("Escape").await;
    assert_eq!(found(&page).await.len(), all.len());
    assert_eq!(page.value_in("searchbox", "Search types").await, "");
    no_errors(&page).await;
}

#[tokio::test]
async fn exact_names_come_first_and_chips_count() {
    let Some(page) = Browser::start().await else { return };
    page.resize(1440, 1600).await;
    let btf = Btf::parse(btf_of(&read(FILE)).unwrap(), None).unwrap();
    open_fixture(&page, FILE).await;
    search(&page, "holes").await;
    let names: Vec<String> = page.rows("listbox", "Types").await.into_iter().map(|row| row.name).collect();
    assert_eq!(names, ["struct holes", "struct bit_holes"], "the exact name first");

    // The menu of kinds: their counts, and a choice that keeps only that kind.
    page.press("Escape").await;
    for (label, kind) in
        [("struct", Kind::Struct), ("union", Kind::Union), ("typedef", Kind::Typedef), ("int", Kind::Int)]
    {
        let named = expected(&btf, |t| t.kind() == kind);
        let choice = format!(".menu [aria-label={label}]");
        let hint = "return document.querySelector(arguments[0]).querySelector('kbd').textContent";
        assert_eq!(page.js_with(hint, vec![choice.as_str().into()]).await, named.len().to_string(), "{label}");
        choose(&page, "Kinds", label).await;
        assert_eq!(found(&page).await, named, "{label}");
        let scope = page.text_of("return document.querySelector('[popovertarget=kinds]').textContent").await;
        assert_eq!(scope, format!("{} {label}", named.len()));
        choose(&page, "Kinds", "all").await;
    }
    // With derived types the list is longer, and types without a name have a made-up name.
    let plain = found(&page).await.len();
    choose(&page, "Kinds", DERIVED).await;
    let rows = page.rows("listbox", "Types").await;
    assert!(rows[0].of as usize > plain, "{} of {plain}", rows[0].of);
    assert!(rows.iter().all(|row| !row.name.trim().is_empty()));
    search(&page, "list_head *").await;
    assert!(page.names("option").await.iter().any(|name| name.contains("struct list_head *")));
    choose(&page, "Kinds", DERIVED).await;
    no_errors(&page).await;
}

#[tokio::test]
pub async fn the_list_is_walked_by_keys_and_holds_its_row() {
    let Some(page) = Browser::start().await else { return };
    page.resize(1440, 560).await;
    open_fixture(&page, FILE).await;
    let total = page.rows("listbox", "Types").await[0].of;
    page.click("option", "struct packed").await;
    let active = async |position: u64, name: &str| {
        let rows = page.rows("listbox", "Types").await;
        let chosen: Vec<_> =
            rows.iter().filter(|row| row.selected).map(|row| (row.position, row.name.clone())).collect();
        assert_eq!(chosen, [(position, name.to_owned())]);
        // The element in `aria-activedescendant` exists, even far down the list.
        let id = page.attribute("listbox", "Types", "aria-activedescendant").await;
        let there = page.text_of(&format!("return document.getElementById('{id}')?.ariaLabel ?? ''")).await;
        assert_eq!(there, name);
    };
    active(2, "struct packed").await;
    page.js("document.querySelector('[role=listbox][aria-label=Types]').focus()").await;
    page.press("j").await;
    active(3, "struct packed_but").await;
    page.press("k").await;
    page.press("ArrowUp").await;
    active(1, "struct holes").await;
    page.press("End").await;
    let rows = page.rows("listbox", "Types").await;
    let last = rows.iter().find(|row| row.position == total).unwrap();
    active(total, &last.name.clone()).await;
    // The active row stays in the document when it is scrolled away.
    page.js("document.querySelector('[role=listbox][aria-label=Types]').scrollTop = 0").await;
    page.settle().await;
    active(total, &last.name.clone()).await;
    page.press("Home").await;
    active(1, "struct holes").await;
    page.press("PageDown").await;
    let chosen = page.rows("listbox", "Types").await.into_iter().find(|row| row.selected).unwrap();
    assert!(chosen.position > 5, "{chosen:?}");
    assert_eq!(page.names("alert").await, NONE);
    no_errors(&page).await;
}

#[tokio::test]
async fn rows_stay_under_the_pointer() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, FILE).await;
    // Rows that stay in view while a list scrolls are not replaced by new elements.
    let scroll = "const list = document.querySelector('#types'); list.querySelector('#type-19').before = true; list.scrollTop = 10000;";
    page.js(scroll).await;
    page.wait_for("return document.querySelector('#type-39') !== null", "the rows at the end").await;
    assert_eq!(page.js("return document.querySelector('#type-19').before").await, true);
    // Clicking a row that the edge cuts off scrolls the list by at most one row, even if the page has not yet got the
    // event of the scrolling.
    page.js("document.querySelector('#types').scrollTop = 0").await;
    page.wait_for("return document.querySelector('#type-0') !== null", "the first rows").await;
    let click = "const list = document.querySelector('#types'), box = list.getBoundingClientRect(); list.scrollTop = 32; \
                 const row = document.elementFromPoint(box.x + 40, box.bottom - 3).closest('[role=option]'); row.click(); \
                 return row.getAttribute('aria-label')";
    let name = page.text_of(click).await;
    page.by_role("heading", &name).await;
    page.settle().await;
    let moved = page.js("return document.querySelector('#types').scrollTop - 32").await;
    assert!(moved.as_f64().is_some_and(|by| (0.0..=26.0).contains(&by)), "{moved}");
    no_errors(&page).await;
}
