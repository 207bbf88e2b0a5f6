//! The Layout view for layout.c, whose sizes and offsets the compiler has checked, in both byte orders.

use serde_json::json;
use tests::browser::Browser;
use tests::reference::corpus_or_skip;

use crate::steps::{NONE, figures, members, no_errors, open_fixture, selected, show, show_member};

const ORDERS: [&str; 2] = ["layout.clang.bpfel.o", "layout.clang.bpfeb.o"];

/// A struct; its size, number of members, holes, padding; its rows: offset (`byte:bit` for a bitfield), size, type, name.
type Case = (&'static str, &'static str, [&'static str; 4], &'static [&'static str]);

const CASES: &[Case] = &[
    (
        "struct",
        "holes",
        ["32 B", "5", "2 (9 B)", "7"],
        &[
            "0 1 char a",
            "1 7 hole",
            "8 8 u64 b",
            "16 2 u16 c",
            "18 2 hole",
            "20 4 u32 d",
            "24 1 char e",
            "25 7 padding",
        ],
    ),
    (
        "struct",
        "packed",
        ["16 B", "5", "0", "0"],
        &["0 1 char a", "1 8 u64 b", "9 2 u16 c", "11 4 u32 d", "15 1 char e"],
    ),
    (
        "struct",
        "bit_holes",
        ["8 B", "5", "3 bit holes (39 bits)", "0 + 4 bits"],
        &[
            "0:0 3 bits u32 : 3 a",
            "0:3 29 bits bit hole",
            "4:0 5 bits u32 : 5 b",
            "4:5 7 bits bit hole",
            "5:4 1 bit u32 : 1 c",
            "5:5 3 bits bit hole",
            "6 1 u8 d",
            "7:0 4 bits u16 : 4 e",
            "7:4 4 bits bit padding",
        ],
    ),
    (
        "struct",
        "bit_crossing",
        ["16 B", "4", "0", "7"],
        &[
            "0:0 3 bits u64 : 3 low",
            "0:3 58 bits u64 : 58 middle",
            "7:5 3 bits u64 : 3 high",
            "8 1 u8 tail",
            "9 7 padding",
        ],
    ),
    (
        "struct",
        "nested",
        ["24 B", "4", "2 (7 B)", "0"],
        &[
            "0 4 u32 tag",
            "4 4 hole",
            "▾ 8 8 union {…} (anonymous)",
            "▾ 8 4 struct {…} (anonymous)",
            "8 2 u16 left",
            "▾ 10 2 union {…} (anonymous)",
            "10 1 u8 one",
            "10 2 u16 right",
            "8 4 u32 both",
            "▸ 8 8 struct {…} named",
            "▾ 16 1 struct {…} (anonymous)",
            "16 1 u8 inner",
            "17 3 hole",
            "20 4 u32 last",
        ],
    ),
    ("struct", "flexible", ["4 B", "2", "0", "0"], &["0 4 u32 count", "4 0 u16[0] items"]),
    (
        "union",
        "word",
        ["4 B", "5", "0", "0"],
        &[
            "0 4 u32 whole",
            "▸ 0 4 u16[2] half",
            "▸ 0 4 u8[4] byte",
            "▸ 0 4 struct {…} parts",
            "0:0 9 bits u32 : 9 bits",
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
        assert_eq!(found[..2], ["120 B", "2 × 64"], "{file}");
        assert!(found[2].starts_with("1 (7 B)") && found[2].contains("nested"), "{found:?}");
    }
    no_errors(&page).await;
}

#[tokio::test]
pub async fn members_inside_members_open_by_click_and_by_key() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, ORDERS[0]).await;
    show(&page, "struct", "outer", "layout").await;
    let closed = [
        "▸ 0 32 struct holes inner",
        "32 1 u8 after",
        "▸ 33 16 struct packed tight",
        "49 7 hole",
        "▸ 56 64 struct holes[2] array",
    ];
    assert_eq!(members(&page).await, closed);
    // Expand by the row's button, and collapse.
    page.click("button", "Expand").await;
    let rows = page.rows("treegrid", "Members").await;
    let opened: Vec<String> = rows.iter().map(|row| format!("{} {}", row.level, row.text())).collect();
    assert_eq!(
        opened,
        [
            "1 ▾ 0 32 struct holes inner",
            "2 0 1 char a",
            "2 1 7 hole",
            "2 8 8 u64 b",
            "2 16 2 u16 c",
            "2 18 2 hole",
            "2 20 4 u32 d",
            "2 24 1 char e",
            "2 25 7 padding",
            "1 32 1 u8 after",
            "1 ▸ 33 16 struct packed tight",
            "1 49 7 hole",
            "1 ▸ 56 64 struct holes [2] array",
        ]
    );
    assert_eq!((rows[0].expanded, rows[1].expanded), (Some(true), None));
    page.click("button", "Collapse").await;
    assert_eq!(members(&page).await, closed);

    // By keys: the second struct. Its members' offsets count from the start of the outer struct.
    page.click("row", "tight").await;
    page.press("ArrowRight").await;
    let rows = members(&page).await;
    assert_eq!(rows[2..5], ["▾ 33 16 struct packed tight", "33 1 char a", "34 8 u64 b"]);
    page.press("ArrowRight").await;
    page.press("ArrowDown").await;
    page.wait_for("return location.hash.includes('m=tight.b')", "the member in the address").await;
    let status = page.texts_of("contentinfo").await.join("");
    assert!(status.contains("struct outer.tight.b") && status.contains("offset 34, 8 B"), "{status}");
    // The left arrow goes to the parent; pressed again, it collapses it.
    page.press("ArrowLeft").await;
    page.press("ArrowLeft").await;
    assert_eq!(members(&page).await, closed);
    // An array expands to its elements; the first element shows its members, at bytes 56 and 88.
    page.click("row", "array").await;
    page.press("ArrowRight").await;
    let rows = members(&page).await;
    let first = ["▾ 56 64 struct holes[2] array", "56 32 struct holes[0]", "56 1 char a", "57 7 hole", "64 8 u64 b"];
    assert_eq!(rows[4..9], first);
    assert!(rows.contains(&"88 32 struct holes[1]".to_owned()), "{rows:?}");
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
    assert_eq!(parameters, ["8 long int first", "8 long unsigned int second"]);
    assert_eq!(figures(&page, &["parameters", "linkage"]).await, ["2", "static"]);
    // A typedef shows the members of its type; an int shows a description.
    show(&page, "typedef", "atomic_t", "layout").await;
    assert_eq!(members(&page).await, ["0 4 int counter"]);
    show(&page, "int", "char", "layout").await;
    assert_eq!(figures(&page, &["size", "encoding"]).await, ["1 byte", "signed, 8 bits"]);
    assert_eq!(page.names("treegrid").await, NONE);
    page.wait_for_text("An integer").await;
    no_errors(&page).await;
}

/// The storage unit that is shown: for each byte, its bit numbers and its cells, from left to right.
async fn strip(page: &Browser) -> Vec<(String, String)> {
    let rows = "return [...e.querySelectorAll('[role=group]')].map(row => \
                [[...row.querySelectorAll(':scope > span')].map(e => e.textContent).join(' '), \
                 [...row.querySelectorAll(':scope > :not(span)')].map(e => `${e.getAttribute('aria-label') ?? 'unused'}:${e.style.gridColumn.replace(/\\D+/g, '')}`).join(' ')])";
    let found = page.within("group", "Bits of the storage unit", rows).await;
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    found.as_array().into_iter().flatten().map(|row| (text(&row[0]), text(&row[1]))).collect()
}

fn pairs(rows: &[(&str, &str)]) -> Vec<(String, String)> {
    rows.iter().map(|(numbers, cells)| ((*numbers).to_owned(), (*cells).to_owned())).collect()
}

/// net.c declares the flags in reverse order for big-endian machines, so that they are the same bits on the wire. So both strips
/// have the same names from left to right, and the numbers of their own byte order.
#[tokio::test]
pub async fn the_bit_strip_numbers_bits_in_the_files_byte_order() {
    let Some(page) = Browser::start().await else { return };
    let first = "words:4 reserved:3 accurate_ecn:1";
    let second = "cwr:1 ece:1 urg:1 ack:1 psh:1 rst:1 syn:1 fin:1";
    let little = pairs(&[("7 6 5 4 3 2 1 0", first), ("15 14 13 12 11 10 9 8", second)]);
    let big = pairs(&[("0 1 2 3 4 5 6 7", first), ("8 9 10 11 12 13 14 15", second)]);
    for (file, tcp, ip) in [
        ("net.clang.bpfel.o", &little, "7 6 5 4 3 2 1 0"),
        ("net.gcc.x86_64.o", &little, "7 6 5 4 3 2 1 0"),
        ("net.clang.bpfeb.o", &big, "0 1 2 3 4 5 6 7"),
        ("net.gcc.s390x.o", &big, "0 1 2 3 4 5 6 7"),
    ] {
        open_fixture(&page, file).await;
        show_member(&page, "struct", "tcp_header", "layout", "syn").await;
        assert_eq!(&strip(&page).await, tcp, "{file}");
        // The flag `syn` is bit 1 of byte 13, counted from the least significant bit. Its bit offset is 105 or 110.
        let status = page.texts_of("contentinfo").await.join("");
        let bit = if file.contains("bpfel") || file.contains("x86") { 1 } else { 6 };
        assert!(status.contains(&format!("offset 13, bit {bit}")), "{file}: {status}");
        show_member(&page, "struct", "ipv4_header", "layout", "version").await;
        assert_eq!(strip(&page).await, pairs(&[(ip, "version:4 words:4")]), "{file}");
        page.screenshot(&format!("bits-{file}")).await;
    }
    // A click on a cell selects its member.
    page.click("button", "words").await;
    page.wait_for("return location.hash.includes('m=words')", "the member in the address").await;

    // A u64 bitfield that spans several bytes, in both orders.
    for (file, top, last) in
        [(ORDERS[0], "middle:5 low:3", "high:3 middle:5"), (ORDERS[1], "low:3 middle:5", "middle:5 high:3")]
    {
        open_fixture(&page, file).await;
        show_member(&page, "struct", "bit_crossing", "layout", "middle").await;
        let rows = strip(&page).await;
        assert_eq!(rows.len(), 8, "{file}");
        assert_eq!((rows[0].1.as_str(), rows[7].1.as_str()), (top, last), "{file}");
        assert!(rows[1..7].iter().all(|row| row.1 == "middle:8"), "{file}: {rows:?}");
    }
    // The person can reverse the strip, and that is remembered.
    page.click("button", "MSB left ⇄: reverse the strip").await;
    assert_eq!(strip(&page).await[0], ("7 6 5 4 3 2 1 0".to_owned(), "middle:5 low:3".to_owned()));
    open_fixture(&page, "net.gcc.s390x.o").await;
    show_member(&page, "struct", "ipv4_header", "layout", "version").await;
    assert_eq!(strip(&page).await, pairs(&[("7 6 5 4 3 2 1 0", "words:4 version:4")]));
    no_errors(&page).await;
}

/// A kernel of the corpus in windows of usual sizes: the type of a member stays readable in each.
#[tokio::test]
async fn types_of_members_are_readable_in_narrow_and_wide_windows() {
    let Some(corpus) = corpus_or_skip() else { return };
    let Some(page) = Browser::start().await else { return };
    // For each cell: the visible width of the type's beginning, in characters; all of the text if it fits.
    let cells = "const cells = [...document.querySelectorAll('[role=treegrid] [role=gridcell]:nth-last-child(2) > :last-child > :first-child')]; \
                 return cells.map(e => { const c = parseFloat(getComputedStyle(e).fontSize) * 0.6; \
                 return [e.textContent, e.scrollWidth <= e.clientWidth + 1 ? 99 : Math.floor(e.clientWidth / c)]; })";
    // Where a type is cut: the unused width in the column of names.
    let unused = "const rows = document.querySelector('[role=treegrid]'), block = rows.closest('[style*=names]'); \
                  const cut = [...rows.querySelectorAll('[role=gridcell]:nth-last-child(2) > :last-child > :first-child')] \
                  .some(e => e.scrollWidth > e.clientWidth + 1); \
                  const name = rows.querySelector('[role=gridcell]:last-child'); \
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
            assert!(left.as_i64().is_some_and(|n| n < 12), "{width}: {name}: {left} pixels beside types that are cut");
            // The tooltip has the whole text.
            let titles = "return [...document.querySelectorAll('[role=treegrid] [role=gridcell]:nth-last-child(2)')].every(e => !e.textContent || e.title === e.textContent)";
            assert_eq!(page.js(titles).await, json!(true), "{width}: {name}");
            page.screenshot(&format!("types-{name}-{width}")).await;
        }
    }
    no_errors(&page).await;
}

/// In a low window, the strip shows the whole byte that contains the selected bitfield.
#[tokio::test]
async fn the_bits_of_what_is_selected_are_in_sight() {
    let Some(corpus) = corpus_or_skip() else { return };
    let Some(page) = Browser::start().await else { return };
    page.open("").await;
    page.resize(1024, 700).await;
    page.drop_file(&corpus.path("btf/vmlinux-deb-6.1.176-amd64.btf")).await;
    let hidden = "const cell = document.querySelector('.bits-box .cell.sel').getBoundingClientRect(); \
                  const box = document.querySelector('.bits-box').getBoundingClientRect(); \
                  return [cell.top - box.top >= 0, box.bottom - cell.bottom >= 0]";
    for (of, member) in [("sk_buff", "fclone"), ("task_struct", "in_execve"), ("task_struct", "in_memstall")] {
        show_member(&page, "struct", of, "layout", member).await;
        page.wait_for("return !!document.querySelector('.bits-box .cell.sel')", "its bits").await;
        assert_eq!(page.js(hidden).await, json!([true, true]), "{of}.{member}");
    }
    no_errors(&page).await;
}

#[tokio::test]
pub async fn holes_are_links_and_the_map_follows_the_selection() {
    let Some(corpus) = corpus_or_skip() else { return };
    let Some(page) = Browser::start().await else { return };
    page.open("").await;
    page.drop_file(&corpus.path("btf/vmlinux-deb-6.1.176-amd64.btf")).await;
    show(&page, "struct", "task_struct", "layout").await;
    // From one hole to the next.
    let gap = "return document.querySelector('[role=treegrid] [aria-selected=true]')?.innerText.replace(/\\s+/g, ' ').trim() ?? ''";
    page.click_css("[title='Go to the next hole']").await;
    let first = page.text_of(gap).await;
    page.click_css("[title='Go to the next hole']").await;
    let second = page.text_of(gap).await;
    assert!(first.ends_with("hole") && second.ends_with("hole") && first != second, "{first}, {second}");
    // The switch for hexadecimal is remembered.
    page.click("checkbox", "hex").await;
    page.reload().await;
    page.drop_file(&corpus.path("btf/vmlinux-deb-6.1.176-amd64.btf")).await;
    show_member(&page, "struct", "task_struct", "layout", "comm").await;
    assert!(page.has("checkbox", "hex").await);
    let row = page.rows("treegrid", "Members").await.into_iter().find(|row| row.selected).unwrap().text();
    let (before, after) = row.split_once("0x").unwrap_or_else(|| panic!("{row}"));
    let digits = before.trim_end().rsplit(|c: char| !c.is_ascii_digit()).next().unwrap();
    let hex: String = after.chars().take_while(char::is_ascii_hexdigit).collect();
    assert_eq!(digits.parse::<u64>().ok(), u64::from_str_radix(&hex, 16).ok(), "{row}");
    // Both the segment and the row are in view.
    let seen = "const box = document.querySelector('[aria-label=\"Map and bits\"]').getBoundingClientRect(); \
                const seg = document.querySelector('[aria-label^=\"Map of\"] [title^=comm]').getBoundingClientRect(); \
                return seg.top >= box.top - 1 && seg.bottom <= box.bottom + 1";
    assert_eq!(page.js(seen).await, json!(true));
    // The strip of a bitfield stays between map and table.
    show_member(&page, "struct", "task_struct", "layout", "in_execve").await;
    let pinned = "const s = document.querySelector('[aria-label=\"Bits of the storage unit\"]').getBoundingClientRect(); \
                  const t = document.querySelector('[role=treegrid]').getBoundingClientRect(); \
                  return s.height > 60 && s.bottom <= t.top && s.top > 0";
    assert_eq!(page.js(pinned).await, json!(true));
    // Keys move the edge below the map.
    let height = async || {
        page.js("return document.querySelector('[aria-label=\"Map and bits\"]').offsetHeight").await.as_f64().unwrap()
    };
    let before = height().await;
    page.focus_on("separator", "Height of the map").await;
    page.press("ArrowUp").await;
    page.press("ArrowUp").await;
    assert!(height().await < before - 30.0, "{before}");
    page.screenshot("layout-split").await;
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
    // A click on an element selects the array, since a path names the array.
    page.click_css("[aria-label^='Map of'] [title^='comm[7]']").await;
    assert_eq!(selected(&page, "treegrid", "Members").await, ["comm"]);
    no_errors(&page).await;
}
