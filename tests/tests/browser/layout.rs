//! The Layout view for layout.c, whose sizes and offsets the compiler has checked, in both byte orders.

use serde_json::json;
use tests::browser::Browser;
use tests::reference::corpus_or_skip;

use crate::steps::{NONE, figures, line, members, no_errors, open_fixture, selected, show, show_member};

const ORDERS: [&str; 2] = ["layout.clang.bpfel.o", "layout.clang.bpfeb.o"];

/// The kind and name of a type; its size, number of members, holes, padding; its rows: offset
/// (`byte:bit` for a bitfield), size, name, type.
type Case = (&'static str, &'static str, [&'static str; 4], &'static [&'static str]);

const CASES: &[Case] = &[
    (
        "struct",
        "holes",
        ["32 bytes", "5", "2 holes", "7 bytes"],
        &[
            "0 1 a char",
            "1 7 hole",
            "8 8 b u64",
            "16 2 c u16",
            "18 2 hole",
            "20 4 d u32",
            "24 1 e char",
            "25 7 padding",
        ],
    ),
    (
        "struct",
        "packed",
        ["16 bytes", "5", "no holes", "(none)"],
        &["0 1 a char", "1 8 b u64", "9 2 c u16", "11 4 d u32", "15 1 e char"],
    ),
    (
        "struct",
        "bit_holes",
        ["8 bytes", "5", "3 bit holes", "4 bits"],
        &[
            "0:0 3 bits a u32 : 3",
            "0:3 29 bits bit hole",
            "4:0 5 bits b u32 : 5",
            "4:5 7 bits bit hole",
            "5:4 1 bit c u32 : 1",
            "5:5 3 bits bit hole",
            "6 1 d u8",
            "7:0 4 bits e u16 : 4",
            "7:4 4 bits bit padding",
        ],
    ),
    (
        "struct",
        "bit_crossing",
        ["16 bytes", "4", "no holes", "7 bytes"],
        &[
            "0:0 3 bits low u64 : 3",
            "0:3 58 bits middle u64 : 58",
            "7:5 3 bits high u64 : 3",
            "8 1 tail u8",
            "9 7 padding",
        ],
    ),
    (
        "struct",
        "nested",
        ["24 bytes", "4", "2 holes", "(none)"],
        &[
            "0 4 tag u32",
            "4 4 hole",
            // Of each union, one alternative is shown. If the alternative is an unnamed struct, the struct has no row
            // of its own.
            "8 8 ▾ union › struct, one of 3 alternatives",
            "8 2 left u16",
            "10 2 ▾ union, one of 2 alternatives",
            "10 1 one u8",
            "16 1 ▾ (anonymous) struct {…}",
            "16 1 inner u8",
            "17 3 hole",
            "20 4 last u32",
        ],
    ),
    ("struct", "flexible", ["4 bytes", "2", "no holes", "(none)"], &["0 4 count u32", "4 0 items u16[0]"]),
    (
        "union",
        "word",
        ["4 bytes", "5", "no holes", "(none)"],
        &[
            "0 4 whole u32",
            "0 4 ▸ half u16[2]",
            "0 4 ▸ byte u8[4]",
            "0 4 ▸ parts struct {…}",
            "0:0 9 bits bits u32 : 9",
        ],
    ),
];

#[tokio::test]
pub async fn figures_and_rows_are_those_of_the_compiler() {
    let Some(page) = Browser::start().await else { return };
    for file in ORDERS {
        open_fixture(&page, file).await;
        for (kind, name, expected, rows) in CASES {
            show(&page, kind, name, "layout").await;
            let found = figures(&page, &["size", "members", "holes", "padding"]).await;
            assert_eq!(found, *expected, "{file}: {name}");
            assert_eq!(members(&page).await, *rows, "{file}: {name}");
        }
        // Holes in a nested struct are counted separately.
        show(&page, "struct", "outer", "layout").await;
        let found = figures(&page, &["size", "cache lines", "holes"]).await;
        assert_eq!(found[..2], ["120 bytes", "2"], "{file}");
        assert!(found[2].starts_with("1 hole") && found[2].contains("nested"), "{found:?}");
    }
    no_errors(&page).await;
}

#[tokio::test]
pub async fn members_inside_members_open_by_click_and_by_key() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, ORDERS[0]).await;
    show(&page, "struct", "outer", "layout").await;
    let closed = [
        "0 32 ▸ inner struct holes",
        "32 1 after u8",
        "33 16 ▸ tight struct packed",
        "49 7 hole",
        "56 64 ▸ array struct holes[2]",
    ];
    assert_eq!(members(&page).await, closed);
    // The row's button expands the row, and then collapses it.
    page.click("button", "Expand").await;
    let rows = page.rows("treegrid", "Members").await;
    let opened: Vec<String> = rows.iter().map(|row| format!("{} {}", row.level, row.text())).collect();
    assert_eq!(
        opened,
        [
            "1 0 32 ▾inner struct holes",
            "2 0 1 a char",
            "2 1 7 hole",
            "2 8 8 b u64",
            "2 16 2 c u16",
            "2 18 2 hole",
            "2 20 4 d u32",
            "2 24 1 e char",
            "2 25 7 padding",
            "1 32 1 after u8",
            "1 33 16 ▸tight struct packed",
            "1 49 7 hole",
            "1 56 64 ▸array struct holes [2]",
        ]
    );
    assert_eq!((rows[0].expanded, rows[1].expanded), (Some(true), None));
    page.click("button", "Collapse").await;
    assert_eq!(members(&page).await, closed);

    // The right arrow opens the second struct. The offsets of its members count from the start of the outer struct.
    page.click("row", "tight").await;
    page.press("ArrowRight").await;
    let rows = members(&page).await;
    assert_eq!(rows[2..5], ["33 16 ▾ tight struct packed", "33 1 a char", "34 8 b u64"]);
    page.press("ArrowRight").await;
    page.press("ArrowDown").await;
    page.wait_for("return location.hash.includes('m=tight.b')", "the member in the address").await;
    let said = page.within("region", "Inspector", "return e.innerText.replace(/\\s+/g, ' ')").await;
    let said = said.as_str().unwrap_or_default();
    assert!(said.starts_with("b ") && said.contains("Offset 34 Size 8 bytes"), "{said}");
    // The left arrow goes to the row of `tight`. Pressed again, it collapses this row.
    page.press("ArrowLeft").await;
    page.press("ArrowLeft").await;
    assert_eq!(members(&page).await, closed);
    // An array expands to its elements, at bytes 56 and 88; the first element also shows its members.
    page.click("row", "array").await;
    page.press("ArrowRight").await;
    let rows = members(&page).await;
    let first = ["56 64 ▾ array struct holes[2]", "56 32[0] struct holes", "56 1 a char", "57 7 hole", "64 8 b u64"];
    assert_eq!(rows[4..9], first);
    assert!(rows.contains(&"88 32[1] struct holes".to_owned()), "{rows:?}");
    page.press("ArrowLeft").await;
    assert_eq!(members(&page).await, closed);
    // Enter follows the type.
    page.click("row", "tight").await;
    page.press("Enter").await;
    page.by_role("heading", "struct packed").await;
    no_errors(&page).await;
}

#[tokio::test]
async fn other_kinds_have_their_own_tables() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "kernel.x86_64.btf").await;
    show(&page, "enum", "task_state", "layout").await;
    let values: Vec<String> = page.rows("treegrid", "Enumerators").await.iter().map(|row| row.text()).collect();
    assert_eq!(values, ["TASK_STOPPED -1 -0x1", "TASK_RUNNING 0 0x0", "TASK_WAITING 1 0x1"]);
    assert_eq!(figures(&page, &["size", "values", "sign"]).await, ["4 bytes", "3", "signed"]);
    show(&page, "func", "sum_long", "layout").await;
    let parameters: Vec<String> = page.rows("treegrid", "Parameters").await.iter().map(|row| row.text()).collect();
    assert_eq!(parameters, ["8 first long int", "8 second long unsigned int"]);
    assert_eq!(figures(&page, &["parameters", "linkage"]).await, ["2", "static"]);
    // A typedef shows the members of its type; an int shows a description.
    show(&page, "typedef", "atomic_t", "layout").await;
    assert_eq!(members(&page).await, ["0 4 counter int"]);
    show(&page, "int", "char", "layout").await;
    assert_eq!(figures(&page, &["size", "encoding"]).await, ["1 byte", "signed, 8 bits"]);
    assert_eq!(page.names("treegrid").await, NONE);
    page.wait_for_text("An integer").await;
    no_errors(&page).await;
}

/// The strip: for each row of bytes, the numbers of its bits, and its cells, from left to right.
async fn strip(page: &Browser) -> Vec<(String, String)> {
    let rows = "return [...e.querySelectorAll('[role=group]')].map(row => [...row.children]).map(cells => \
                [cells.map(e => e.querySelector('small').dataset.n).join(' '), \
                 cells.map(e => `${e.getAttribute('aria-label') ?? 'unused'}:${e.style.gridColumn.replace(/\\D+/g, '')}`).join(' ')])";
    let found = page.within("group", "Bits", rows).await;
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    found.as_array().into_iter().flatten().map(|row| (text(&row[0]), text(&row[1]))).collect()
}

fn pairs(rows: &[(&str, &str)]) -> Vec<(String, String)> {
    rows.iter().map(|(numbers, cells)| ((*numbers).to_owned(), (*cells).to_owned())).collect()
}

/// net.c declares the flags in reverse order for big-endian machines, so that they are the same bits on the wire. So
/// both strips have the same names from left to right, and the numbers of their own byte order.
#[tokio::test]
pub async fn the_bit_strip_numbers_bits_in_the_files_byte_order() {
    let Some(page) = Browser::start().await else { return };
    let flags = "cwr:1 ece:1 urg:1 ack:1 psh:1 rst:1 syn:1 fin:1";
    for (file, numbers, ip) in [
        ("net.clang.bpfel.o", "7 6 5 4 3 2 1 0", "7–4 3–0"),
        ("net.gcc.x86_64.o", "7 6 5 4 3 2 1 0", "7–4 3–0"),
        ("net.clang.bpfeb.o", "0 1 2 3 4 5 6 7", "0–3 4–7"),
        ("net.gcc.s390x.o", "0 1 2 3 4 5 6 7", "0–3 4–7"),
    ] {
        open_fixture(&page, file).await;
        // Without a bitfield there is no strip.
        show_member(&page, "struct", "tcp_header", "layout", "source").await;
        assert!(!page.has("group", "Bits").await, "{file}");
        show_member(&page, "struct", "tcp_header", "layout", "syn").await;
        assert_eq!(strip(&page).await, pairs(&[(numbers, flags)]), "{file}");
        // The flag `syn` is bit 1 of byte 13, counted from the least significant bit. Its bit offset is 105 or 110.
        let bit = if file.contains("bpfel") || file.contains("x86") { 1 } else { 6 };
        let row = page.rows("treegrid", "Members").await.into_iter().find(|row| row.selected).unwrap();
        assert_eq!(line(&row), format!("13:{bit} 1 bit syn u16 : 1"), "{file}");
        page.wait_for_text("Byte 13").await;
        show_member(&page, "struct", "ipv4_header", "layout", "version").await;
        assert_eq!(strip(&page).await, pairs(&[(ip, "version:4 words:4")]), "{file}");
        page.screenshot(&format!("bits-{file}")).await;
    }
    // A click on a cell selects its member.
    page.click("button", "words").await;
    page.wait_for("return location.hash.includes('m=words')", "the member in the address").await;

    // A u64 bitfield that spans several bytes, in both byte orders: the bytes in the middle are one row.
    for (file, first, last) in [
        (ORDERS[0], ("7–3 2–0", "middle:5 low:3"), ("7–5 4–0", "high:3 middle:5")),
        (ORDERS[1], ("0–2 3–7", "low:3 middle:5"), ("0–4 5–7", "middle:5 high:3")),
    ] {
        open_fixture(&page, file).await;
        show_member(&page, "struct", "bit_crossing", "layout", "middle").await;
        assert_eq!(strip(&page).await, pairs(&[first, ("", "middle:8"), last]), "{file}");
        page.wait_for_text("Bytes 0–7").await;
    }
    // The person can reverse the strip, and that is remembered.
    page.click("button", "More of this view").await;
    page.click("menuitemcheckbox", "Reverse the bit strip").await;
    assert_eq!(strip(&page).await[0], ("7–3 2–0".to_owned(), "middle:5 low:3".to_owned()));
    open_fixture(&page, "net.gcc.s390x.o").await;
    show_member(&page, "struct", "ipv4_header", "layout", "version").await;
    assert_eq!(strip(&page).await, pairs(&[("7–4 3–0", "words:4 version:4")]));
    no_errors(&page).await;
}

/// A kernel of the corpus in windows of usual sizes: the type of a member stays readable in each.
#[tokio::test]
async fn types_of_members_are_readable_in_narrow_and_wide_windows() {
    let Some(corpus) = corpus_or_skip() else { return };
    let Some(page) = Browser::start().await else { return };
    // For each cell: the visible width of the type's beginning, in characters, or 99 if all of it
    // fits.
    let cells = "const cells = [...document.querySelectorAll('[role=treegrid] [role=gridcell]:last-child > :last-child > :first-child')]; \
                 return cells.map(e => { const c = parseFloat(getComputedStyle(e).fontSize) * 0.6; \
                 return [e.textContent, e.scrollWidth <= e.clientWidth + 1 ? 99 : Math.floor(e.clientWidth / c)]; })";
    // If a type is cut: the unused width of the column of names.
    let unused = "const rows = document.querySelector('[role=treegrid]'), block = rows.closest('[style*=names]'); \
                  const cut = [...rows.querySelectorAll('[role=gridcell]:last-child > :last-child > :first-child')] \
                  .some(e => e.scrollWidth > e.clientWidth + 1); \
                  const name = rows.querySelector('[role=gridcell]:nth-last-child(2)'); \
                  const letter = parseFloat(getComputedStyle(name).fontSize) * 0.6; \
                  return cut ? Math.floor(name.clientWidth - letter * block.style.getPropertyValue('--names')) : 0";
    page.open("").await;
    page.drop_file(&corpus.path("btf/vmlinux-deb-6.1.176-amd64.btf")).await;
    for (width, height) in [(1440, 900), (700, 700), (1024, 700), (1280, 800), (1920, 1080), (2560, 1440), (900, 700)] {
        page.resize(width, height).await;
        for name in ["file_operations", "sk_buff", "task_struct"] {
            show(&page, "struct", name, "layout").await;
            let found = page.js(cells).await;
            let found = found.as_array().unwrap();
            assert!(found.len() >= 5, "{width}: {name} has rows");
            for cell in found {
                assert!(cell[1].as_u64().is_some_and(|n| n >= 9), "{width}: {name}: {cell}");
            }
            let left = page.js(unused).await;
            // Beside the longest name, there is only room for the sign that opens a row, and for the gap to the type.
            assert!(left.as_i64().is_some_and(|n| n < 30), "{width}: {name}: {left} pixels beside types that are cut");
            // The tooltip has the whole text.
            let titles = "return [...document.querySelectorAll('[role=treegrid] [role=gridcell]:last-child')].every(e => !e.textContent || e.title === e.textContent)";
            assert_eq!(page.js(titles).await, json!(true), "{width}: {name}");
            page.screenshot(&format!("types-{name}-{width}")).await;
        }
    }
    no_errors(&page).await;
}

/// Three numbers: lines of the map that are cut, cells of the strip that are cut, rows of the table that are whole.
const CUT: &str = "const view = document.getElementById('view').getBoundingClientRect(); \
    const table = document.querySelector('[role=treegrid]').getBoundingClientRect(); \
    const box = document.querySelector('[aria-label=Map]').getBoundingClientRect(); \
    const cut = (e, of) => { const r = e.getBoundingClientRect(); return r.top < of.top - 1 || r.bottom > of.bottom + 1; }; \
    return [[...document.querySelectorAll('.cl')].filter(e => cut(e, box)).length, \
            [...document.querySelectorAll('.cell')].filter(e => cut(e, view) || e.scrollWidth > e.clientWidth + 1).length, \
            [...document.querySelectorAll('[role=treegrid] [role=row]')].filter(e => !cut(e, table)).length]";

/// Map and bit strip leave room for the table, so that members can be compared. With a bitfield selected, at least 14
/// rows are whole at 1440x900, in other windows at least 4. No window cuts a line of the map or the name of a cell.
#[tokio::test]
async fn lines_and_names_are_whole_and_there_is_room_for_members() {
    let Some(corpus) = corpus_or_skip() else { return };
    let Some(page) = Browser::start().await else { return };
    page.open("").await;
    page.drop_file(&corpus.path("btf/vmlinux-deb-6.1.176-amd64.btf")).await;
    for (width, height) in [(1440, 900), (1024, 700), (1920, 1080), (700, 800), (390, 844)] {
        page.resize(width, height).await;
        for (of, member) in [("sk_buff", "fclone"), ("task_struct", "in_execve"), ("task_struct", "in_memstall")] {
            show_member(&page, "struct", of, "layout", member).await;
            page.wait_for("return !!document.querySelector('.bits-box .cell.sel')", "its bits").await;
            page.settle().await;
            let found = page.js(CUT).await;
            assert_eq!((&found[0], &found[1]), (&json!(0), &json!(0)), "{width}: {of}.{member}");
            let rows = found[2].as_u64().unwrap();
            assert!(rows >= if width == 1440 { 14 } else { 4 }, "{width}: {of}.{member}: {rows} rows");
            page.screenshot(&format!("whole-{of}-{member}-{width}")).await;
        }
    }
    // On a phone, the selection is named below the view; a button there leads to the inspector.
    let peek = page.text_in("region", "Selected").await;
    assert!(peek.contains("in_memstall") && peek.contains("1 bit") && peek.contains("0:"), "{peek}");
    page.click("button", "Inspect →").await;
    page.wait_for("return document.querySelector('.right').offsetWidth > 0", "the inspector").await;
    no_errors(&page).await;
}

#[tokio::test]
pub async fn a_union_switches_between_its_alternatives() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, ORDERS[0]).await;
    show(&page, "struct", "nested", "layout").await;
    let segments = "return [...document.querySelectorAll('[aria-label^=\"Map of\"] [title]')].map(e => e.title)";
    let scope = "union › struct, one of 3 alternatives";
    assert!(page.js(segments).await.as_array().unwrap().contains(&json!("left: 2 bytes at 8")));
    page.click("button", scope).await;
    assert_eq!(page.names("menuitemcheckbox").await, ["left, one", "both", "named"]);
    page.click("menuitemcheckbox", "both").await;
    let rows = members(&page).await;
    assert_eq!(rows[2..4], ["8 8 ▾ union, one of 3 alternatives", "8 4 both u32"]);
    assert_eq!(selected(&page, "treegrid", "Members").await, ["both"]);
    // The map shows the same alternative, and the bytes that only other alternatives use.
    let found = page.js(segments).await;
    let titles: Vec<&str> = found.as_array().unwrap().iter().filter_map(|title| title.as_str()).collect();
    let shown: Vec<&str> = titles.into_iter().skip_while(|title| !title.starts_with("both")).take(2).collect();
    assert_eq!(shown, ["both: 4 bytes at 8", "other alternatives: 4 bytes at 12"]);
    // The key goes through all alternatives, and then to the first one again.
    page.focus_on("treegrid", "Members").await;
    page.press(" ").await;
    assert_eq!(selected(&page, "treegrid", "Members").await, ["named"]);
    page.press(" ").await;
    assert_eq!(selected(&page, "treegrid", "Members").await, [scope]);
    no_errors(&page).await;
}

/// The row of a union stays in view while its members are scrolled through, and covers no selected row.
#[tokio::test]
async fn the_row_of_a_union_stays_at_the_top() {
    let Some(corpus) = corpus_or_skip() else { return };
    let Some(page) = Browser::start().await else { return };
    page.open("").await;
    page.drop_file(&corpus.path("btf/vmlinux-deb-6.1.176-amd64.btf")).await;
    show_member(&page, "struct", "sk_buff", "layout", "mac_header").await;
    let above = "const e = document.querySelector('.trow.above'), list = document.querySelector('[role=treegrid]'); \
                 return e && e.getBoundingClientRect().top - list.getBoundingClientRect().top < 2 ? e.innerText : ''";
    assert!(page.text_of(above).await.contains("union › struct, one of 2 alternatives"));
    let hidden = "const row = document.querySelector('[role=treegrid] [aria-selected=true]').getBoundingClientRect(); \
                  return row.top < (document.querySelector('.trow.above')?.getBoundingClientRect().bottom ?? 0) - 1";
    page.focus_on("treegrid", "Members").await;
    for _ in 0..30 {
        page.press("ArrowUp").await;
        assert_eq!(page.js(hidden).await, json!(false));
    }
    // Outside of the union there is no such row.
    page.press("Home").await;
    page.wait_for("return !document.querySelector('.trow.above')", "no row above members of the struct itself").await;
    no_errors(&page).await;
}

#[tokio::test]
pub async fn holes_are_links_and_the_map_follows_the_selection() {
    let Some(corpus) = corpus_or_skip() else { return };
    let Some(page) = Browser::start().await else { return };
    page.open("").await;
    page.drop_file(&corpus.path("btf/vmlinux-deb-6.1.176-amd64.btf")).await;
    show(&page, "struct", "task_struct", "layout").await;
    // The button goes from one hole to the next.
    let gap = "return document.querySelector('[role=treegrid] [aria-selected=true]')?.innerText.replace(/\\s+/g, ' ').trim() ?? ''";
    page.click_css("[title='Go to the next hole']").await;
    let first = page.text_of(gap).await;
    page.click_css("[title='Go to the next hole']").await;
    let second = page.text_of(gap).await;
    assert!(first.ends_with("hole") && second.ends_with("hole") && first != second, "{first}, {second}");
    // A click on a hatched segment selects it, too; the inspector says what it is.
    page.click_css("[aria-label^='Map of'] [title^='hole: ']").await;
    let picked = page.text_of(gap).await;
    assert!(picked.ends_with("hole"), "{picked}");
    let said = page.within("region", "Inspector", "return e.innerText").await;
    let said = said.as_str().unwrap_or_default();
    assert!(said.starts_with("hole") && said.contains("between "), "{said}");
    // Keys go through holes, as through members.
    page.focus_on("treegrid", "Members").await;
    page.press("ArrowDown").await;
    assert_ne!(page.text_of(gap).await, picked);
    page.press("ArrowUp").await;
    assert_eq!(page.text_of(gap).await, picked);
    // The switch for hexadecimal is remembered.
    page.click("button", "More of this view").await;
    page.click("menuitemcheckbox", "Hexadecimal").await;
    page.reload().await;
    page.drop_file(&corpus.path("btf/vmlinux-deb-6.1.176-amd64.btf")).await;
    show_member(&page, "struct", "task_struct", "layout", "comm").await;
    let row = page.rows("treegrid", "Members").await.into_iter().find(|row| row.selected).unwrap().text();
    let (before, after) = row.split_once("0x").unwrap_or_else(|| panic!("{row}"));
    let digits = before.trim_end().rsplit(|c: char| !c.is_ascii_digit()).next().unwrap();
    let hex: String = after.chars().take_while(char::is_ascii_hexdigit).collect();
    assert_eq!(digits.parse::<u64>().ok(), u64::from_str_radix(&hex, 16).ok(), "{row}");
    // The map shows the line of the selection; a button shows all lines.
    let seen = "const box = document.querySelector('[aria-label=Map]').getBoundingClientRect(); \
                const seg = document.querySelector('[aria-label^=\"Map of\"] [title^=comm]').getBoundingClientRect(); \
                return seg.top >= box.top - 1 && seg.bottom <= box.bottom + 1";
    assert_eq!(page.js(seen).await, json!(true));
    let lines = "return document.querySelectorAll('.cl').length";
    let some = page.js(lines).await.as_u64().unwrap();
    let all = figures(&page, &["cache lines"]).await[0].split_whitespace().next().unwrap().to_owned();
    page.click("button", &format!("all {all} lines")).await;
    assert!(page.js(lines).await.as_u64().unwrap() > some);
    assert_eq!(page.js(seen).await, json!(true));
    page.screenshot("layout-all").await;
    page.click("button", "fewer").await;
    assert_eq!(page.js(lines).await.as_u64().unwrap(), some);
    no_errors(&page).await;
}

#[tokio::test]
pub async fn a_selected_array_shows_its_elements_in_the_map() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "kernel.x86_64.btf").await;
    let segments = "return [...document.querySelectorAll('[aria-label^=\"Map of\"] [title]')].map(e => e.title).filter(title => title.startsWith('comm'))";
    show_member(&page, "struct", "task_struct", "layout", "children").await;
    assert_eq!(page.js(segments).await, serde_json::json!(["comm: 16 bytes at 40"]));
    page.click("row", "comm").await;
    page.settle().await;
    let elements: Vec<String> = (0..16).map(|n| format!("comm[{n}]: 1 byte at {}", 40 + n)).collect();
    assert_eq!(page.js(segments).await, serde_json::json!(elements));
    // A click on an element selects the array, because a path names arrays and not their elements.
    page.click_css("[aria-label^='Map of'] [title^='comm[7]']").await;
    assert_eq!(selected(&page, "treegrid", "Members").await, ["comm"]);
    no_errors(&page).await;
}
