//! Large files made by a script: a wide struct, a long enum, types of size 0, many types.

use btf::{Btf, MemberBits, MemberIndex, TypeId};
use tests::blob::Order;
use tests::browser::Browser;
use tests::large;

use crate::steps::{DERIVED, NONE, Scratch, choose, figures, no_errors, open, selected, show};

#[tokio::test]
async fn a_struct_of_300_members() {
    let Some(page) = Browser::start().await else { return };
    let scratch = Scratch::new();
    for order in [Order::Little, Order::Big] {
        let bytes = large::wide_struct(order, 300).build();
        let btf = Btf::parse(bytes.clone(), None).unwrap();
        let wide = btf.types().find(|t| t.name() == "wide").unwrap();
        open(&page, &[&scratch.file("wide.btf", &bytes)]).await;
        show(&page, "struct", "wide", "layout").await;
        assert_eq!(figures(&page, &["members"]).await, ["300"]);
        // From the first member to the last by keys; the offsets are those in the blob.
        page.click("row", "member_000").await;
        page.press("End").await;
        assert_eq!(selected(&page, "treegrid", "Members").await, ["member_299"]);
        let rows = page.rows("treegrid", "Members").await;
        assert!(rows.len() < 100, "only the rows on the screen exist, not {}", rows.len());
        for row in rows.iter().filter(|row| row.name.starts_with("member_")) {
            let index: u32 = row.name["member_".len()..].parse().unwrap();
            let MemberBits { offset, bitfield } = wide.members().nth(index as usize).unwrap().bits();
            let expected = match bitfield {
                Some(_) => format!("{}:{}", offset / 8, offset % 8),
                None => (offset / 8).to_string(),
            };
            // An array has a button before it, which expands it.
            let cell = row.cells.iter().find(|cell| *cell != "▸").unwrap();
            assert_eq!(*cell, expected, "{}", row.name);
        }
        page.screenshot(&format!("wide-struct-{}", order.as_str())).await;
        // Its bytes are shown as well.
        let item = wide.item(MemberIndex(299)).unwrap();
        let place = page.text_in("region", "Bytes").await;
        assert!(place.contains(&format!("{:#x}", item.start)), "{place}");
        page.press("2").await;
        assert_eq!(selected(&page, "tree", "Type tree").await, ["member_299"]);
        page.press("4").await;
        page.wait_for_text("member_000").await;
        choose(&page, "Format", "Record (bpftool)").await;
        page.wait_for_text("'member_000' type_id=").await;
    }
    no_errors(&page).await;
}

#[tokio::test]
async fn an_enum_of_2400_values_and_types_of_no_bytes() {
    let Some(page) = Browser::start().await else { return };
    let scratch = Scratch::new();
    open(&page, &[&scratch.file("enum.btf", &large::wide_enum(Order::Big, 2400).build())]).await;
    for (name, last) in
        [("many", "VALUE_2399 7197 0x1c1d"), ("many64", "VALUE_2399 -2637728395034624 -0x95f0000000000")]
    {
        show(&page, "enum", name, "layout").await;
        assert_eq!(figures(&page, &["values"]).await, ["2,400"]);
        page.click("row", "VALUE_0000").await;
        page.press("End").await;
        let rows = page.rows("treegrid", "Enumerators").await;
        let row = rows.iter().find(|row| row.selected).unwrap();
        assert_eq!((row.text().as_str(), row.position), (last, 2400));
        assert!(rows.len() < 100, "{}", rows.len());
        assert_eq!(page.attribute("treegrid", "Enumerators", "aria-rowcount").await, "2400");
    }
    page.screenshot("wide-enum").await;
    // Of the 2,400 lines of C, only those on the screen are elements.
    page.press("4").await;
    page.wait_for_text("2,40").await;
    let lines = page
        .js("return document.querySelectorAll('[role=document] [role=presentation] > [role=presentation] > *').length")
        .await;
    assert!(lines.as_u64().unwrap() < 120, "{lines}");

    open(&page, &[&scratch.file("nothing.btf", &large::zero_bytes(Order::Little).build())]).await;
    show(&page, "struct", "nothing", "layout").await;
    assert_eq!(figures(&page, &["size", "members"]).await, ["0 bytes", "0"]);
    page.wait_for_text("It has no members").await;
    show(&page, "struct", "all_nothing", "layout").await;
    assert_eq!(figures(&page, &["size", "members"]).await, ["0 bytes", "4"]);
    let rows: Vec<String> =
        page.rows("treegrid", "Members").await.iter().map(|row| format!("{} {}", row.cells[0], row.name)).collect();
    assert_eq!(rows, ["0 a", "0 b", "0 c", "0 d"]);
    page.screenshot("nothing").await;
    for view in ["tree", "c", "record"] {
        show(&page, "struct", "all_nothing", view).await;
        show(&page, "union", "either_nothing", view).await;
    }
    assert_eq!(page.names("alert").await, NONE);
    no_errors(&page).await;
}

#[tokio::test]
async fn a_list_of_140_000_types() {
    let Some(page) = Browser::start().await else { return };
    let scratch = Scratch::new();
    let bytes = large::many_types(Order::Little, 28_000).build();
    open(&page, &[&scratch.file("many.btf", &bytes)]).await;
    let first = page.rows("listbox", "Types").await;
    assert!(first.len() < 100, "only the rows on the screen exist, not {}", first.len());
    // The file has 28,000 structs, 28,000 typedefs and two ints with names.
    assert_eq!(first[0].of, 56_002);
    page.click("option", &first[0].name).await;
    page.js("document.querySelector('[role=listbox][aria-label=Types]').focus()").await;
    page.press("End").await;
    let rows = page.rows("listbox", "Types").await;
    let last = rows.iter().find(|row| row.selected).unwrap();
    assert_eq!(last.position, 56_002);
    // All 140,002 types: the last one can be reached by scrolling.
    choose(&page, "Kinds", DERIVED).await;
    assert_eq!(page.rows("listbox", "Types").await[0].of, 140_002);
    page.js("document.querySelector('[role=listbox][aria-label=Types]').scrollTop = 1e9").await;
    page.settle().await;
    let rows = page.rows("listbox", "Types").await;
    assert!(rows.iter().any(|row| row.position == 140_002), "{:?}", rows.last());
    choose(&page, "Kinds", DERIVED).await;

    page.press("/").await;
    page.type_text("record_027999").await;
    let names: Vec<String> = page.rows("listbox", "Types").await.into_iter().map(|row| row.name).collect();
    assert_eq!(names, ["struct record_027999", "typedef record_027999_t"]);
    page.press("Enter").await;
    page.by_role("heading", "struct record_027999").await;
    // Two ints come first, then five types for each struct.
    let id = TypeId(3 + 27_999 * 5);
    assert_eq!(figures(&page, &["BTF id", "size", "members"]).await, [id.0.to_string().as_str(), "24 bytes", "3"]);
    page.press("4").await;
    choose(&page, "Format", "Record (bpftool)").await;
    page.wait_for_text(&format!("[{}] STRUCT 'record_027999' size=24 vlen=3", id.0)).await;
    // The strip of bytes names the place of the record, which is near the end.
    let btf = Btf::parse(bytes, None).unwrap();
    let at = btf.get(id).unwrap().record().start;
    let place = page.text_in("region", "Bytes").await;
    assert!(place.contains(&format!("{at:#x}")), "{place}");
    page.screenshot("many-types").await;
    no_errors(&page).await;
}
