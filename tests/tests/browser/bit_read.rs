//! The steps of reading a bitfield, on the bit strip.

use tests::browser::{Browser, Theme};

use crate::steps::{no_errors, open_fixture, show_member};

/// The register and the text about it.
async fn register(page: &Browser) -> (String, String) {
    let said = page.texts("[aria-label='The read, step by step'] [role=status]").await.join("");
    (page.names("img").await.into_iter().find(|name| name.starts_with("r1 = ")).unwrap_or_default(), said)
}

#[tokio::test]
async fn a_bitfield_is_read_step_by_step() {
    let Some(page) = Browser::start().await else { return };
    // `syn` is the bit 0x02 of byte 13. It is read with the u16 at byte 12. There it is bit 9 in little-endian, bit 1
    // in big-endian, counted from the least significant bit; so the shift to the left is by 63 - 9 or 63 - 1.
    for (file, load, left) in [("net.clang.bpfel.o", "u16 *)(r1 +12)", 54), ("net.clang.bpfeb.o", "u16 *)(r1 +12)", 62)]
    {
        open_fixture(&page, file).await;
        show_member(&page, "struct", "tcp_header", "layout", "syn").await;
        page.click("button", "Step through the read").await;
        let steps = page.texts("[aria-label='The read, step by step'] button[aria-pressed]").await;
        assert!(steps[0].contains(load), "{file}: {steps:?}");
        assert_eq!(steps[1..], [format!("r1 <<= {left}"), "r1 >>= 63".to_owned()], "{file}");
        assert_eq!(register(&page).await.0, "r1 = 0xffff", "{file}: the neighbours are ones");
        page.click("button", &steps[1]).await;
        page.click("button", "r1 >>= 63").await;
        let (value, said) = register(&page).await;
        assert_eq!(value, "r1 = 0x1", "{file}");
        assert!(said.ends_with("the value is 1"), "{file}: {said}");
        // Another value is read back unchanged; a value that does not fit is refused.
        page.fill("textbox", "when it holds", "0").await;
        page.by_role("img", "r1 = 0x0").await;
        page.fill("textbox", "when it holds", "2").await;
        page.wait_for_text("0 to 1 fit").await;

        // The read in the other byte order is shown beside it: there, the same bytes have another value.
        page.fill("textbox", "or the bytes are", "00 02").await;
        page.by_role("img", "r1 = 0x1").await;
        let other = if left == 54 { "big-endian: r1 = 0x0" } else { "little-endian: r1 = 0x0" };
        page.by_role("img", other).await;
        assert_eq!(page.value_in("textbox", "when it holds").await, "1");
        page.fill("textbox", "or the bytes are", "00").await;
        page.wait_for_text("the load takes 2 bytes, not 1").await;

        // The arrow keys go from step to step.
        page.focus_on("button", "r1 >>= 63").await;
        page.press("ArrowLeft").await;
        page.press("ArrowLeft").await;
        assert_eq!(
            page.texts("[aria-label='The read, step by step'] button[aria-pressed=true]").await,
            [steps[0].clone()]
        );
    }
    no_errors(&page).await;
}

/// Bits move from place to place; where the system asks for less motion, they are in their new places at once.
#[tokio::test]
async fn bits_do_not_move_where_motion_is_reduced() {
    let Some(page) = Browser::start().await else { return };
    let moves = "return getComputedStyle(document.querySelector('.bitread .reg i')).transitionDuration";
    for (calm, durations) in [(false, "0.5s, 0.5s"), (true, "0s")] {
        page.prefer(Theme::Light, calm).await;
        open_fixture(&page, "net.clang.bpfel.o").await;
        show_member(&page, "struct", "tcp_header", "layout", "syn").await;
        page.click("button", "Step through the read").await;
        page.click("button", "r1 <<= 54").await;
        assert_eq!(page.text_of(moves).await, durations, "less motion: {calm}");
        page.click("button", "r1 >>= 63").await;
        page.by_role("img", "r1 = 0x1").await;
    }
    no_errors(&page).await;
}
