//! A blob that is written byte by byte: the scratch pad for bytes, beside the step of a lesson that asks for it.

use tests::browser::Browser;

use crate::steps::no_errors;

/// The blob of `struct flags { unsigned int level : 3; };`, worked out by hand: the header, STRUCT, its member, INT,
/// strings.
const FLAGS: &str = "9feb0100 18000000 00000000 28000000 28000000 1a000000 \
    01000000 01000084 04000000 07000000 02000000 00000003 0d000000 00000001 04000000 20000000 \
    00 666c61677300 6c6576656c00 756e7369676e656420696e7400";

/// The name of the pad's text area.
const AREA: &str = "Bytes in hexadecimal";

/// Waits until these are the fields of the blob that are right (`good`) or wrong (`bad`). The text of a wrong field
/// says how a reader takes the field.
async fn wait_for_fields(page: &Browser, class: &str, fields: &[&str]) {
    let body = format!(
        "return [...document.querySelectorAll('.written li.{class}')].map(e => [...e.querySelectorAll('code, code ~ span')]
            .map(part => part.textContent.trim()).join(' ')).join('|') === {:?}",
        fields.join("|")
    );
    page.wait_for(&body, &format!("{class} fields: {fields:?}")).await;
}

#[tokio::test]
pub async fn a_blob_is_written_byte_by_byte() {
    let Some(page) = Browser::start().await else { return };
    page.open("v=1&learn=bitfields:13").await;
    page.click("button", "Start the lesson").await;
    page.wait_for_text("step 13 of").await;
    page.click("button", "Open an empty blob").await;
    // Nothing is there that a kernel could judge.
    page.wait_for_text("Decoding stops: the file is empty (byte 0x0)").await;
    assert!(!page.has("button", "Kernel's verdict: No type found").await);
    wait_for_fields(&page, "good", &[]).await;
    // A complete field is shown as right.
    page.within("textbox", AREA, "e.focus(); e.setSelectionRange(0, 0)").await;
    page.type_text("9feb ").await;
    wait_for_fields(&page, "good", &["magic"]).await;
    // A wrong version is shown with what a decoder says about it. The bytes at which decoding stops are marked. Undo
    // removes the version.
    page.type_text("02 ").await;
    wait_for_fields(&page, "bad", &["version decoding stops: version 2, but only version 1 is known"]).await;
    page.wait_for_text("Decoding stops: found 3 bytes, but the header needs 24 (bytes 0x0..0x3)").await;
    assert_eq!(page.text_of("return document.querySelector('u[data-mark=bad]').textContent").await, "9feb 02");
    page.press("Ctrl+Z").await;
    page.wait_for("return !document.querySelector('.pad textarea').value.includes('02')", "no version").await;
    wait_for_fields(&page, "bad", &[]).await;
    // Now the whole blob is written.
    page.within("textbox", AREA, "e.focus(); e.select()").await;
    page.type_text(FLAGS).await;
    page.wait_for_text("A kernel would load what you wrote.").await;
    wait_for_fields(&page, "bad", &[]).await;
    let met = page.texts(".builds li").await;
    assert!(met.len() == 4 && met.iter().all(|one| one.contains("met: ") && !one.contains("not met")), "{met:?}");
    assert!(page.text().await.contains("No errors"));
    no_errors(&page).await;
}
