//! The Values view: bytes read as a type, changed, copied, and put into a link; and declarations in other languages.

use std::path::{Path, PathBuf};

use serde_json::json;
use tests::blob::Order;
use tests::browser::Browser;

use crate::steps::{choose, no_errors, open, open_fixture, selected, show};

fn file(name: &str, bytes: &[u8]) -> PathBuf {
    tests::put(Path::new(env!("CARGO_TARGET_TMPDIR")), name, bytes)
}

/// The path of a file with the example of btf.rst, section 5.1.
fn document() -> PathBuf {
    file("values-document.btf", &tests::document::document(Order::Little).0.build())
}

/// The bytes of the first entry in that example: 0x2, 0x4, 0x6, 7, 0x8, 0xa.
const ENTRY: &str = "42 60 00 00 07 00 00 00 a8 00 00 00";

async fn row(page: &Browser, name: &str) -> String {
    let rows = page.rows("treegrid", "Values").await;
    rows.iter().find(|row| row.name.starts_with(&format!("{name}, "))).map(|row| row.name.clone()).unwrap_or_default()
}

#[tokio::test]
pub async fn rows_bytes_and_bits_are_one() {
    let Some(page) = Browser::start().await else { return };
    open(&page, &[&document()]).await;
    show(&page, "struct", "tmp_t", "layout").await;
    page.press("8").await;
    assert_eq!(page.attribute("tab", "Values", "aria-selected").await, "true");
    page.click("textbox", "Bytes").await;
    page.type_text(ENTRY).await;
    page.wait_for_text("12 bytes: hexadecimal").await;
    assert_eq!(row(&page, "a3").await, "a3, 6, 4 bits at 1:4");
    // Selecting a row marks its bytes and bits, here and in the other views.
    page.click("row", "a3, 6, 4 bits at 1:4").await;
    assert_eq!(selected(&page, "treegrid", "Values").await, ["a3, 6, 4 bits at 1:4"]);
    assert!(page.fragment().await.contains("&m=a3"), "{}", page.fragment().await);
    page.by_role("gridcell", "a3, byte 1: 60").await;
    let pressed = async |bit: u32| page.attribute("button", &format!("bit {bit} of byte 1, a3"), "aria-pressed").await;
    assert_eq!((pressed(4).await, pressed(5).await), ("false".to_owned(), "true".to_owned()));
    // Setting a bit changes the value, and typing a value changes the bits.
    page.click("button", "bit 4 of byte 1, a3").await;
    page.by_role("row", "a3, 7, 4 bits at 1:4").await;
    page.click("textbox", "Value").await;
    page.press("Ctrl+A").await;
    page.type_text("16").await;
    page.press("Enter").await;
    page.wait_for_alert("16 does not fit 4 bits").await;
    page.press("Ctrl+A").await;
    page.type_text("0xf").await;
    page.press("Enter").await;
    page.by_role("row", "a3, 15, 4 bits at 1:4").await;
    assert_eq!(pressed(4).await, "true");
    page.click("button", "Undo").await;
    page.click("button", "Undo").await;
    page.by_role("row", "a3, 6, 4 bits at 1:4").await;
    // An enumerator can be typed by its name.
    page.click("row", "b2, 10, 4 bits at 8:4").await;
    page.click("combobox", "Value").await;
    page.press("Ctrl+A").await;
    page.type_text("A3").await;
    page.press("Enter").await;
    page.by_role("row", "b2, A3, 4 bits at 8:4").await;
    // A member selected in another view is selected here. A click on a byte selects the member that contains it.
    page.click("tab", "Layout").await;
    page.click("row", "b").await;
    page.click("tab", "Values").await;
    assert_eq!(selected(&page, "treegrid", "Values").await, ["b, 7, 4 bytes at 4"]);
    page.click("gridcell", "a1, byte 0: 42").await;
    assert_eq!(selected(&page, "treegrid", "Values").await, ["a1, 2, 4 bits at 0:0"]);
    page.screenshot("values").await;
    no_errors(&page).await;
}

#[tokio::test]
pub async fn a_map_dump_is_read_and_its_link_carries_it() {
    let Some(page) = Browser::start().await else { return };
    let document = document();
    open(&page, &[&document]).await;
    show(&page, "struct", "tmp_t", "values").await;
    // Pasting works anywhere on the page.
    page.paste(&format!("key: 00 00 00 00  value: {ENTRY}\nFound 1 element\n")).await;
    page.wait_for_text("12 bytes").await;
    page.wait_for_text("1 entry").await;
    assert_eq!(row(&page, "[0] key").await, "[0] key, 0, 4 bytes at 0");
    assert_eq!(row(&page, "b1").await, "b1, 8, 4 bits at 8:0");
    page.click("tab", "Text").await;
    page.click("button", "Copy").await;
    let expected = "[{\n        \"key\": 0,\n        \"value\": {\n            \"a1\": 0x2,\n            \"a2\": 0x4,\n            \"a3\": 0x6,\n            \"b\": 7,\n            \"b1\": 0x8,\n            \"b2\": 0xa\n        }\n    }\n]\n";
    assert_eq!(page.clipboard().await, expected);
    page.click("tab", "JSON").await;
    page.wait_for_text("\"a3\": \"0x6\"").await;
    // The link in Share contains the type and the bytes.
    page.click("button", "Share").await;
    page.by_role("region", "A link that carries the type").await;
    let link =
        page.within("region", "A link that carries the type", "return e.querySelector('code').textContent").await;
    let link = link.as_str().expect("a link").split_once('#').expect("a fragment").1.to_owned();
    assert!(link.contains("&b=entries;map=tmpmap;key=int;"), "{link}");
    page.open("").await;
    page.open(&link).await;
    page.by_role("row", "b1, 8, 4 bits at 8:0").await;
    page.by_role("row", "[0] key, 0, 4 bytes at 0").await;
    no_errors(&page).await;
}

/// Browsers ignore changes of the address that come too often. Fast typing changes it only a few times, and the last
/// text is in it at the end.
#[tokio::test]
pub async fn typing_fast_leaves_the_last_bytes_in_the_address() {
    let Some(page) = Browser::start().await else { return };
    open(&page, &[&document()]).await;
    show(&page, "struct", "tmp_t", "values").await;
    let (last, has_bytes) = (format!("{:024x}", 400), "return location.hash.includes('&b=')");
    page.fill("textbox", "Bytes", &last).await;
    page.wait_for(has_bytes, "an address with bytes").await;
    let expected = page.fragment().await;
    page.fill("textbox", "Bytes", "").await;
    page.wait_for(&format!("{has_bytes} === false"), "an address without").await;
    let type_fast = "
        const replace = history.replaceState, area = document.querySelector('textarea[aria-label=Bytes]');
        window.replaced = 0;
        history.replaceState = function (...all) { window.replaced++; return replace.apply(this, all); };
        let i = 0;
        const letter = () => {
            area.value = (++i).toString(16).padStart(24, '0');
            area.dispatchEvent(new InputEvent('input', { bubbles: true }));
            if (i < 400) setTimeout(letter, 5);
        };
        letter();";
    page.js(type_fast).await;
    page.wait_for(&format!("return location.hash === {}", json!(format!("#{expected}"))), "the last bytes").await;
    let replaced = page.js("return window.replaced").await.as_u64().expect("a number");
    assert!((1..100).contains(&replaced), "{replaced} times");
    no_errors(&page).await;
}

#[tokio::test]
pub async fn what_is_wrong_has_a_place_and_files_are_bytes() {
    let Some(page) = Browser::start().await else { return };
    open(&page, &[&document()]).await;
    show(&page, "struct", "tmp_t", "values").await;
    page.fill("textbox", "Bytes", "42 60 00 00 07\n00 0?").await;
    page.wait_for_alert("line 2, column 5: ").await;
    page.click("button", "Show it").await;
    let chosen = "return [document.activeElement.ariaLabel, document.activeElement.selectionStart, document.activeElement.selectionEnd]";
    assert_eq!(page.js(chosen).await, json!(["Bytes", 19, 20]));
    page.fill("textbox", "Bytes", "42 60 00 00 07").await;
    page.wait_for_text("5 of 12 bytes are there").await;
    assert_eq!(row(&page, "b").await, "b, the bytes end here: 8 are needed, 5 are there, 4 bytes at 4");
    // A file with three records is chosen in the view.
    let raw = [0x42, 0x60, 0, 0, 7, 0, 0, 0, 0xa8, 0, 0, 0].repeat(3);
    page.browse_into("input[aria-label='File with bytes']", &[&file("values.bin", &raw)]).await;
    page.wait_for_text("36 bytes: raw bytes, values.bin · 3 records of 12 bytes").await;
    assert_eq!(page.rows("treegrid", "Values").await.iter().filter(|row| row.name.starts_with("a3, 6")).count(), 3);
    // The other byte order: the first byte is 0100 0010, whose first four bits are 4.
    page.within(
        "combobox",
        "Byte order",
        "e.selectedIndex = 1; e.dispatchEvent(new Event('change', { bubbles: true }))",
    )
    .await;
    page.by_role("row", "a1, 4, 4 bits at 0:0").await;
    // A file that is dropped into the field gives its bytes, and is not opened.
    page.click("button", "Other bytes").await;
    page.fill("textbox", "Bytes", "").await;
    page.drop_file(&file("dropped.bin", &raw[..12])).await;
    page.wait_for_text("12 bytes: raw bytes, dropped.bin").await;
    assert_eq!(page.texts("[aria-label=Files] li").await.len(), 1);
    no_errors(&page).await;
}

#[tokio::test]
pub async fn values_by_keys_on_a_phone() {
    let Some(page) = Browser::start().await else { return };
    page.resize(390, 844).await;
    open_fixture(&page, "kernel.x86_64.btf").await;
    show(&page, "struct", "task_struct", "values").await;
    page.click("button", "Zeros").await;
    page.focus_on("treegrid", "Values").await;
    for _ in 0..3 {
        page.press("ArrowDown").await;
    }
    assert_eq!(selected(&page, "treegrid", "Values").await, ["pid, 0, 4 bytes at 4"]);
    page.press("Enter").await;
    assert_eq!(page.focus().await, ("textbox".to_owned(), "Value".to_owned()));
    page.type_text("-2").await;
    page.press("Enter").await;
    page.by_role("row", "pid, -2, 4 bytes at 4").await;
    // The bits are one stop of the Tab key; arrows move between them.
    for _ in 0..3 {
        page.press("Tab").await;
    }
    assert_eq!(page.focus().await.1, "bit 7 of byte 4, pid");
    page.press("ArrowRight").await;
    page.press("ArrowDown").await;
    assert_eq!(page.focus().await.1, "bit 6 of byte 5, pid");
    page.press("Space").await;
    page.by_role("row", "pid, -16386, 4 bytes at 4").await;
    assert_eq!(page.focus().await.1, "bit 6 of byte 5, pid");
    assert_eq!(page.js("return document.documentElement.scrollWidth").await, json!(390));
    page.screenshot("values-phone").await;
    no_errors(&page).await;
}

#[tokio::test]
pub async fn declarations_in_other_languages() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "kernel.x86_64.btf").await;
    page.allow_clipboard().await;
    show(&page, "struct", "task_struct", "c").await;
    choose(&page, "Format", "Rust").await;
    page.wait_for_text("pub struct task_struct {").await;
    page.wait_for_text("assert!(core::mem::size_of::<task_struct>()").await;
    page.click("button", "Copy").await;
    assert!(page.clipboard().await.contains("pub comm: [i8; 16],"), "{}", page.clipboard().await);
    choose(&page, "Format", "Assert sizes and offsets").await;
    page.wait_for("return !document.querySelector('#view pre').textContent.includes('assert!')", "no assertions").await;
    // Type names are links, and the language stays.
    page.click_nth("link", "list_head", 0).await;
    page.by_role("heading", "struct list_head").await;
    page.wait_for_text("pub struct list_head {").await;
    choose(&page, "Format", "Zig").await;
    page.wait_for_text("pub const list_head = extern struct {").await;
    choose(&page, "Format", "Go").await;
    page.wait_for_text("type List_head struct {").await;
    page.reload().await;
    open_fixture(&page, "kernel.x86_64.btf").await;
    show(&page, "struct", "list_head", "c").await;
    page.wait_for_text("type List_head struct {").await;
    no_errors(&page).await;
}
