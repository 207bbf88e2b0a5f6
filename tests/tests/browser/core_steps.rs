//! A relocation step by step: by click, by keys, by link, on a phone.

use tests::browser::Browser;

use crate::steps::{fixture, no_errors, on_kernels, open_fixture};

/// The current step: its title in the list of steps, and the text about it.
async fn step(page: &Browser) -> (String, String) {
    let title = page.texts(".walkbar [aria-current=step]").await.join("");
    (title, page.texts(".walk [role=status] p").await.join(""))
}

#[tokio::test]
async fn a_relocation_is_walked_by_click_and_by_keys() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "relo.clang.bpfel.o").await;
    on_kernels(&page, "CO-RE").await;
    page.by_role("heading", "byte_off struct moved.cell").await;
    page.click("tab", "Step by step").await;
    page.wait_for_text("Open a kernel beside this program").await;
    page.drop_files(&[&fixture("relo-old.bpfel.btf"), &fixture("relo-new.bpfel.btf")]).await;
    page.wait_for_text("83 relocations × 2 kernels").await;
    page.click("searchbox", "Filter relocations").await;
    page.type_text("lost_member").await;
    page.click("option", "byte_off struct lost_member.state, fails").await;
    page.by_role("heading", "byte_off struct lost_member.state").await;
    page.wait_for_text("Step 1 of 5").await;
    assert_eq!(page.attribute("button", "← Back", "aria-disabled").await, "true");
    assert_eq!(
        step(&page).await,
        ("✓ candidates".into(), "relo-new.bpfel.btf has 1 candidate by the name of struct “lost_member”.".into())
    );
    page.click("button", "Next →").await;
    page.wait_for_text("Step 2 of 5").await;
    let (title, said) = step(&page).await;
    assert!(title == "✗ .state" && said.contains("has that name"), "{title}: {said}");
    assert_eq!(page.texts("[aria-label='Access path: In the program'] [aria-current=step] b").await, [".state"]);

    // The arrow keys go on, from the button that has the focus and from the view.
    assert_eq!(page.focus().await, ("button".to_owned(), "Next →".to_owned()));
    page.press("ArrowRight").await;
    page.press("ArrowRight").await;
    page.wait_for_text("Step 4 of 5").await;
    let patch = page.text_in("region", "The instruction before and after, on relo-new.bpfel.btf").await;
    assert!(patch.contains("r2 = *(u32 *)(r1 +4)") && patch.contains("call unknown#195896080"), "{patch}");
    let there = page.fragment().await;
    assert!(there.ends_with("&r=raw_tp/member_gone%230~4"), "{there}");
    page.click_css("#view").await;
    page.press("ArrowRight").await;
    page.press("ArrowRight").await;
    page.wait_for_text("Step 5 of 5").await;
    assert!(step(&page).await.1.contains("reached on this kernel"));
    page.press("ArrowLeft").await;
    page.wait_for_text("Step 4 of 5").await;

    // The kernel on which the relocation works is chosen; the address names it.
    page.click("button", "relo-old.bpfel.btf").await;
    page.wait_for_text("The bytes stay as the compiler wrote them.").await;
    let on_old = page.fragment().await;
    assert!(on_old.ends_with("~4%40relo-old.bpfel.btf"), "{on_old}");
    page.reload().await;
    page.wait_for_text("The bytes stay as the compiler wrote them.").await;
    page.screenshot("core-steps").await;
    // A tab leads to the whole relocation, and Back to the step.
    page.click("tab", "Relocation").await;
    page.by_role("table", "On each kernel").await;
    page.back().await;
    page.wait_for_text("Step 4 of 5").await;
    no_errors(&page).await;
}

#[tokio::test]
async fn steps_fit_on_a_phone() {
    let Some(page) = Browser::start().await else { return };
    page.resize(390, 844).await;
    page.open("").await;
    let files = ["relo.clang.bpfel.o", "relo-new.bpfel.btf"];
    page.drop_files(&files.map(fixture).iter().map(|p| p.as_path()).collect::<Vec<_>>()).await;
    page.by_role("grid", "Programs on kernels").await;
    on_kernels(&page, "CO-RE").await;
    page.click("option", "byte_off struct moved.value.bytes[3]").await;
    page.click("tab", "Step by step").await;
    page.wait_for_text("Step 1 of 7").await;
    for number in 2..=7 {
        page.click("button", "Next →").await;
        page.wait_for_text(&format!("Step {number} of 7")).await;
        let wide = "const v = document.querySelector('#view'); return v.scrollWidth - v.clientWidth";
        assert_eq!(page.js(wide).await, 0, "step {number} is wider than the screen");
    }
    no_errors(&page).await;
}

/// Linux 5.14 renamed `state` of `struct task_struct` to `__state`, so a program that reads `__state` fails on the
/// kernels before.
#[tokio::test]
async fn a_slider_moves_a_relocation_over_the_kernels() {
    let Some(page) = Browser::start().await else { return };
    page.open("v=1&f=sample:variant-index.bpf.o&r=raw_tp/sched_switch%230").await;
    page.click("button", "Open the sample").await;
    page.by_role("heading", "byte_off struct task_struct.__state").await;
    page.focus_on("button", "Slide over the kernels of the atlas").await;
    page.press("Enter").await;
    // The button is gone, so the slider takes the focus; all of its answer is in sight.
    page.by_role("slider", "Kernel").await;
    page.wait_within("slider", "Kernel", "return document.activeElement === e").await;
    let in_sight =
        "return e.getBoundingClientRect().bottom <= e.closest('.core').parentElement.getBoundingClientRect().bottom";
    page.wait_within("table", "On this kernel", in_sight).await;
    let said = "return e.getAttribute('aria-valuetext')";
    page.press("Home").await;
    page.wait_within("slider", "Kernel", "return e.value === '0'").await;
    let first = page.within("slider", "Kernel", said).await.as_str().unwrap_or_default().to_owned();
    assert!(page.text_in("table", "On this kernel").await.contains("call unknown#195896080"));
    page.press("End").await;
    page.wait_within("slider", "Kernel", "return e.value === e.max").await;
    let last = page.within("slider", "Kernel", said).await.as_str().unwrap_or_default().to_owned();
    assert!(first.contains("poisoned") && !last.contains("poisoned"), "{first}; {last}");
    page.screenshot("core-slider").await;
    // The address leads back to the kernel.
    assert!(page.fragment().await.contains("~over%40"), "{}", page.fragment().await);
    page.reload().await;
    if page.has("button", "Open the sample").await {
        page.click("button", "Open the sample").await;
    }
    page.by_role("slider", "Kernel").await;
    assert_eq!(page.within("slider", "Kernel", said).await.as_str(), Some(last.as_str()));
    // An arrow key goes back by one kernel.
    page.focus_on("slider", "Kernel").await;
    page.press("ArrowLeft").await;
    page.wait_within("slider", "Kernel", "return Number(e.value) === Number(e.max) - 1").await;
    no_errors(&page).await;
}
