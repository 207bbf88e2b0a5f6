//! Selecting a byte shows its meaning, and selecting a type or member shows its bytes.

use btf::{Btf, Kind, MemberIndex};
use tests::browser::Browser;
use tests::fixture::read;

use crate::steps::{click_node, heading, no_errors, open_fixture, selected, show, unfold_bytes};

/// The bytes with this mark (`strong`, `item`, `rec`, `hov`), as (offset, hex). `""` means any of the first three
/// marks.
async fn marked(page: &Browser, tone: &str) -> Vec<(u64, String)> {
    let tones = if tone.is_empty() { vec!["strong", "item", "rec"] } else { vec![tone] };
    let selector = tones.iter().map(|tone| format!("[data-at][data-mark~={tone}], [data-mark~={tone}] [data-at]"));
    let selector = selector.collect::<Vec<_>>().join(", ");
    let body = "return [...document.querySelectorAll(arguments[0])].flatMap(e => \
                e.textContent.trim().split(' ').map((hex, i) => [Number(e.dataset.at) + i, hex]))";
    let found = page.js_with(body, vec![selector.into()]).await;
    let pair = |pair: &serde_json::Value| (pair[0].as_u64().unwrap(), pair[1].as_str().unwrap().to_owned());
    found.as_array().unwrap().iter().map(pair).collect()
}

/// Moves the mouse to a byte, and clicks it if `click`. The bytes of a field are one element, so the mouse is put on
/// the byte within that element.
async fn point(page: &Browser, at: usize, click: bool) {
    let body = "const cell = [...document.querySelectorAll('[aria-label=Bytes] [data-at]')].findLast(e => e.dataset.at <= arguments[0] && e.checkVisibility()); \
                const box = cell.getBoundingClientRect(), count = cell.textContent.length / 3; \
                return [cell.dataset.at, ((arguments[0] - cell.dataset.at + 0.5) / count - 0.5) * box.width]";
    let found = page.js_with(body, vec![at.into()]).await;
    let first: usize = found[0].as_str().unwrap().parse().unwrap();
    let element = page.css(&format!("[aria-label=Bytes] [data-at='{first}']")).await;
    page.point(&element, found[1].as_f64().unwrap(), click).await;
}

/// The bytes of a range of a blob, in the form of [`marked`].
fn bytes(blob: &[u8], range: std::ops::Range<usize>) -> Vec<(u64, String)> {
    range.map(|at| (at as u64, format!("{:02x}", blob[at]))).collect()
}

/// The text of the inspector, in one line.
async fn inspector(page: &Browser) -> String {
    page.text_in("region", "Fields of the bytes").await
}

/// The offset of the active byte.
async fn active_byte(page: &Browser) -> Option<u64> {
    let at = page
        .js("return Number(document.querySelector('[aria-label=Bytes] [aria-selected=true]')?.dataset.at ?? NaN)")
        .await;
    at.as_u64()
}

/// The offset of a struct's record, and the range of one of its members, in a blob.
fn place(blob: &[u8], name: &str, member: u32) -> (usize, std::ops::Range<usize>) {
    let btf = Btf::parse(blob.to_vec(), None).unwrap();
    let t = btf.types().find(|t| t.kind() == Kind::Struct && t.name() == name).unwrap();
    let item = t.item(MemberIndex(member)).unwrap();
    // The format: a head of 12 bytes, and 12 bytes for each member.
    let start = t.record().start as usize;
    let from = start + 12 + member as usize * 12;
    assert_eq!(item.start as usize..item.end as usize, from..from + 12);
    (start, from..from + 12)
}

#[tokio::test]
pub async fn a_member_marks_its_bytes_and_is_read_field_by_field() {
    let Some(page) = Browser::start().await else { return };
    for machine in ["x86_64", "s390x"] {
        let file = format!("kernel.{machine}.btf");
        let blob = read(&file);
        let (start, member) = place(&blob, "task_struct", 4);
        open_fixture(&page, &file).await;
        show(&page, "struct", "task_struct", "layout").await;
        unfold_bytes(&page).await;
        // The whole record is marked: a head of 12 bytes and 9 members of 12.
        let record = marked(&page, "").await;
        assert!(record.contains(&(start as u64, format!("{:02x}", blob[start]))), "{record:?}");
        let said = inspector(&page).await;
        assert!(said.contains("[15]") && said.contains("task_struct") && said.contains("72"), "{said}");

        for view in ["layout", "tree"] {
            show(&page, "struct", "task_struct", view).await;
            match view {
                "tree" => click_node(&page, "parent").await,
                _ => page.click("row", "parent").await,
            }
            assert_eq!(marked(&page, "item").await, bytes(&blob, member.clone()), "{file} {view}");
            let said = inspector(&page).await;
            for expected in ["btf_member[4]", "parent", "struct task_struct", "128 = byte 16", "not a bitfield"] {
                assert!(said.contains(expected), "{expected:?} is missing: {said}");
            }
            let place = page.text_in("region", "Bytes of the file").await;
            assert!(place.contains(&format!(".BTF + {:#x}", member.start)), "{place}");
        }
    }
    page.screenshot("bytes").await;
    no_errors(&page).await;
}

#[tokio::test]
pub async fn a_byte_selects_its_owner_everywhere() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "kernel.s390x.btf").await;
    let blob = read("kernel.s390x.btf");
    let (_, member) = place(&blob, "net_device", 2);
    show(&page, "struct", "task_struct", "layout").await;
    unfold_bytes(&page).await;
    // The second byte of the type of net_device.ops.
    let at = member.start + 5;
    page.js_with("document.querySelector('[aria-label=Bytes]').scrollTop = 0", vec![]).await;
    go_to_offset(&page, &format!("{at:#x}")).await;
    assert_eq!(active_byte(&page).await, Some(at as u64));
    // Moving the cursor does not select: the shown type stays.
    assert_eq!(heading(&page).await, "struct task_struct");
    point(&page, at, true).await;
    assert_eq!(heading(&page).await, "struct net_device");
    assert_eq!(selected(&page, "treegrid", "Members").await, ["ops"]);
    assert_eq!(selected(&page, "listbox", "Types").await, ["struct net_device"]);
    assert!(page.fragment().await.contains("m=ops"));
    let field = bytes(&blob, member.start + 4..member.start + 8);
    assert_eq!(marked(&page, "strong").await, field);
    let said = inspector(&page).await;
    assert!(said.contains("btf_member[2]") && said.contains("const struct net_device_ops"), "{said}");
    // The tree has the same selection.
    page.press("2").await;
    assert_eq!(selected(&page, "tree", "Type tree").await, ["ops"]);

    // Keys move by byte, row or field; Enter selects.
    point(&page, at, true).await;
    assert_eq!(page.focus().await, ("grid".to_owned(), "Bytes".to_owned()));
    for (keys, to) in [
        ("ArrowRight", at + 1),
        ("ArrowLeft", at),
        ("ArrowUp", at - 16),
        ("ArrowDown", at),
        ("Home", at / 16 * 16),
        ("End", at / 16 * 16 + 15),
        ("Ctrl+End", blob.len() - 1),
        ("Ctrl+Home", 0),
        // magic, version, flags, hdr_len: 2, 1, 1 and 4 bytes.
        ("Ctrl+ArrowRight", 2),
        ("Ctrl+ArrowRight", 3),
        ("Ctrl+ArrowRight", 4),
        ("Ctrl+ArrowLeft", 3),
    ] {
        page.press(keys).await;
        assert_eq!(active_byte(&page).await, Some(to as u64), "{keys}");
    }
    let said = inspector(&page).await;
    assert!(said.contains("flags"), "{said}");
    go_to_offset(&page, &format!("{}", place(&blob, "list_head", 1).1.start)).await;
    page.press("Enter").await;
    assert_eq!(heading(&page).await, "struct list_head");
    assert!(page.fragment().await.contains("m=prev"));

    // An offset beyond the end gets a message, and Escape changes nothing.
    point(&page, place(&blob, "list_head", 1).1.start, true).await;
    page.press("g").await;
    page.by_role("dialog", "Go to offset").await;
    page.type_text("0x99999").await;
    page.press("Enter").await;
    let alerts = page.texts_of("alert").await;
    assert!(alerts.len() == 1 && !alerts[0].is_empty(), "{alerts:?}");
    page.press("Escape").await;
    page.wait_for_none("dialog", "Go to offset").await;
    assert_eq!(heading(&page).await, "struct list_head");
    // An offset with a sign counts from the cursor.
    let before = active_byte(&page).await.unwrap();
    go_to_offset(&page, "+16").await;
    assert_eq!(active_byte(&page).await, Some(before + 16));
    no_errors(&page).await;
}

/// Presses `g` in the bytes and types an offset.
async fn go_to_offset(page: &Browser, text: &str) {
    page.focus_on("grid", "Bytes").await;
    page.press("g").await;
    page.by_role("dialog", "Go to offset").await;
    assert_eq!(page.focus().await.0, "textbox");
    page.type_text(text).await;
    page.press("Enter").await;
    page.wait_for_none("dialog", "Go to offset").await;
}

#[tokio::test]
pub async fn pointing_at_a_byte_says_what_it_means() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "kernel.x86_64.btf").await;
    let blob = read("kernel.x86_64.btf");
    show(&page, "struct", "task_struct", "layout").await;
    unfold_bytes(&page).await;
    let (start, member) = place(&blob, "task_struct", 1);
    for (at, expected) in [(start + 8, "size"), (member.start, "pid"), (member.start + 8, "32")] {
        point(&page, at, false).await;
        let said = page.text_in("note", "What the byte means").await;
        assert!(said.contains(expected), "{at:#x}: {said}");
    }
    // The table marks the member whose byte is under the mouse.
    assert_eq!(page.texts("[role=row][data-mark=hov] .c-name").await, ["pid"]);
    // The bytes mark the member under the mouse in the table.
    let row = page.by_role("row", "comm").await;
    page.hover(&row).await;
    let (_, comm) = place(&blob, "task_struct", 6);
    assert_eq!(marked(&page, "hov").await, bytes(&blob, comm));

    // A program also shows the bytes of its .BTF.ext.
    open_fixture(&page, "core.clang.bpfeb.o").await;
    page.click("tab", "Types").await;
    page.click_css("#types [role=option]").await;
    unfold_bytes(&page).await;
    page.click("button", ".BTF.ext").await;
    assert_eq!(active_byte(&page).await, Some(0));
    let said = inspector(&page).await;
    assert!(said.contains("magic") && said.contains("hdr_len"), "{said}");
    no_errors(&page).await;
}
