//! CO-RE relocations on kernels: results and reasons, the Tree, the matrix, logs, links, byte orders, narrow screens.

use session::look::relocations::NO_COLUMNS;
use tests::browser::Browser;

use crate::steps::{Scratch, fixture, heading, no_errors, on_kernels, open_fixture, selected};

/// The table of results, each row as one string.
async fn results(page: &Browser) -> Vec<String> {
    page.texts("table[aria-label='On each kernel'] tbody tr").await
}

#[tokio::test]
pub async fn a_relocation_fails_on_one_of_two_kernels() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "relo.clang.bpfel.o").await;
    on_kernels(&page, "CO-RE").await;
    page.by_role("listbox", "CO-RE relocations").await;
    page.wait_for_text("83 relocations · open a kernel").await;
    page.by_role("heading", "byte_off struct moved.cell").await;

    page.drop_files(&[&fixture("relo-old.bpfel.btf"), &fixture("relo-new.bpfel.btf")]).await;
    page.wait_for_text("83 relocations × 2 kernels · 14 fail on 2").await;
    // The program stays the current file.
    assert_eq!(heading(&page).await, "byte_off struct moved.cell");

    page.click("searchbox", "Filter relocations").await;
    page.type_text("lost_member").await;
    page.click("button", "refused at load 14").await;
    page.click("option", "byte_off struct lost_member.state, fails").await;
    page.by_role("heading", "byte_off struct lost_member.state").await;
    page.wait_for_text("Why it fails on relo-new.bpfel.btf").await;
    let rows = results(&page).await;
    assert_eq!(rows.len(), 2, "{rows:?}");
    assert!(rows[0].contains("relo-old.bpfel.btf") && rows[0].contains("ok"), "{rows:?}");
    assert!(
        rows[1].contains("poisoned") && rows[1].contains("struct lost_member [27] has no member “state”."),
        "{rows:?}"
    );
    let why = page.text_in("region", "Why it fails on relo-new.bpfel.btf").await;
    for part in ["has no member “state”", "__state", "no verifier lets pass", "bpf_core_field_exists(p->state)"] {
        assert!(why.contains(part), "{part:?} is missing: {why}");
    }
    // The bytes pane shows the relocation's record.
    let bytes = page.seen_in("region", "Inspector and bytes").await;
    assert!(bytes.contains(".BTF.ext") && bytes.contains("access_str_off"), "{bytes}");
    page.screenshot("core").await;

    // The address names the relocation, so Back shows it again.
    let there = page.fragment().await;
    assert!(there.ends_with("&r=raw_tp/member_gone%230"), "{there}");
    page.click("button", "[45]").await;
    page.by_role("heading", "struct lost_member").await;
    page.back().await;
    page.by_role("heading", "byte_off struct lost_member.state").await;
    assert_eq!(selected(&page, "listbox", "CO-RE relocations").await, ["byte_off struct lost_member.state, fails"]);
    no_errors(&page).await;
}

#[tokio::test]
async fn a_relocation_leads_to_the_tree() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "relo.clang.bpfel.o").await;
    on_kernels(&page, "CO-RE").await;
    page.by_role("heading", "byte_off struct moved.cell").await;
    page.drop_files(&[&fixture("relo-new.bpfel.btf")]).await;
    page.wait_for_text("83 relocations × 1 kernel").await;
    page.click("searchbox", "Filter relocations").await;
    page.type_text("value.bytes[3]").await;
    page.click("option", "byte_off struct moved.value.bytes[3]").await;
    page.by_role("heading", "byte_off struct moved.value.bytes[3]").await;
    let relocation = page.fragment().await;

    // A step of the path leads to its member in the Tree.
    page.click("button", ".value").await;
    page.by_role("heading", "struct moved").await;
    page.by_role("tree", "Type tree").await;
    assert_eq!(selected(&page, "tree", "Type tree").await, ["value"]);
    assert_eq!(page.focus().await.0, "tree");
    page.back().await;
    page.by_role("heading", "byte_off struct moved.value.bytes[3]").await;

    // The key `2` shows the whole path in the Tree, expanded and selected.
    page.focus_on("listbox", "CO-RE relocations").await;
    page.press("2").await;
    page.by_role("tree", "Type tree").await;
    assert_eq!(selected(&page, "tree", "Type tree").await, ["bytes"]);
    page.back().await;
    assert_eq!(page.fragment().await, relocation);

    // A kernel's result leads to the Tree of that kernel, at its path there.
    page.click("button", "0:6:0:0:1:3, in the Tree of relo-new.bpfel.btf").await;
    page.by_role("tree", "Type tree").await;
    assert_eq!(selected(&page, "tree", "Type tree").await, ["bytes"]);
    assert!(page.fragment().await.contains("name=relo-new.bpfel.btf"), "{}", page.fragment().await);
    page.back().await;
    page.by_role("heading", "byte_off struct moved.value.bytes[3]").await;

    // The access string leads to the bytes of the string.
    page.click("button", "\"0:5:0:1:3\"").await;
    let shown = page.seen_in("region", "Inspector and bytes").await;
    assert!(shown.contains(".BTF + ") && shown.contains("0:5:0:1:3"), "{shown}");
    no_errors(&page).await;
}

#[tokio::test]
async fn the_matrix_has_all_relocations_on_all_kernels() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "relo.clang.bpfel.o").await;
    on_kernels(&page, "CO-RE").await;
    page.by_role("heading", "byte_off struct moved.cell").await;
    page.click("tab", "Matrix").await;
    page.wait_for_text(NO_COLUMNS).await;
    let kernels = ["relo-old.bpfel.btf", "relo-new.bpfel.btf", "relo-old.bpfeb.btf"];
    page.drop_files(&kernels.map(fixture).iter().map(|p| p.as_path()).collect::<Vec<_>>()).await;
    page.wait_for_text("83 relocations × 3 kernels · 14 fail on 2 · cannot load on 1").await;
    page.by_role("grid", "Relocations on kernels").await;
    assert_eq!(
        page.texts("[aria-label='Relocations on kernels'] [role=columnheader]").await,
        ["relocation", "…old.bpfel.btf", "…new.bpfel.btf", "…old.bpfeb.btf"],
        "without their common beginning"
    );
    let first = page.texts("[aria-label='Relocations on kernels'] [aria-rowindex='2']").await.remove(0);
    let first: Vec<&str> = first.split_whitespace().collect();
    assert_eq!(first.join(" "), "byte_off struct moved .cell moves · insn 0 16 40 changed cannot load here");
    // There is a sign beside the colour.
    let signs = "return [...document.querySelectorAll('[role=grid] [aria-rowindex=\"2\"] [aria-colindex]')].map(c => c.innerText[0]).join('')";
    assert_eq!(page.text_of(signs).await, "✓✓⊘");
    // Only the rows on the screen are in the document, but `aria-rowcount` counts all.
    let rows = page.rows("grid", "Relocations on kernels").await.len();
    let counted = page.attribute("grid", "Relocations on kernels", "aria-rowcount").await;
    assert!(rows < 60 && counted == "84", "{rows:?} {counted}");

    // By keys: to the last row and the next kernel, then to the first row, whose relocation Enter opens.
    page.focus_on("grid", "Relocations on kernels").await;
    page.press("End").await;
    page.press("ArrowRight").await;
    let active = "return document.getElementById(e.getAttribute('aria-activedescendant')).innerText.trim()";
    let last = page.within("grid", "Relocations on kernels", active).await;
    assert!(last.as_str().is_some_and(|text| !text.is_empty()), "{last}");
    page.screenshot("core-matrix").await;
    page.press("Home").await;
    assert_eq!(page.within("grid", "Relocations on kernels", active).await, "✓ 40 changed");
    page.press("Enter").await;
    page.by_role("heading", "byte_off struct moved.cell").await;
    page.wait_for_text("Why, on relo-new.bpfel.btf").await;
    page.back().await;
    page.by_role("grid", "Relocations on kernels").await;

    // List and matrix share the filter; a click on a cell opens its relocation.
    page.click("searchbox", "Filter relocations").await;
    page.type_text("lost_member").await;
    page.click("button", "refused at load 14").await;
    page.wait_for_rows("grid", "Relocations on kernels", |rows| rows == 2).await;
    page.click_css("[role=gridcell][title$='on relo-new.bpfel.btf']").await;
    page.wait_for_text("Why it fails on relo-new.bpfel.btf").await;
    page.by_role("heading", "byte_off struct lost_member.state").await;
    no_errors(&page).await;
}

/// A log that is pasted or dropped before its program: the error is explained at once, and located when the program is
/// opened.
#[tokio::test]
async fn a_log_before_its_program_is_explained() {
    let Some(page) = Browser::start().await else { return };
    let text =
        "libbpf: prog 'member_gone': BPF program load failed: Permission denied\nR1 invalid mem access 'scalar'\n";
    let paste = "const data = new DataTransfer(); data.setData('text/plain', arguments[0]); \
                 document.activeElement.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true}))";
    page.open("").await;
    page.js_with(paste, vec![serde_json::json!(text)]).await;
    page.by_role("dialog", "Log").await;
    page.wait_for_text("R1 holds a number here").await;
    page.screenshot("log-alone").await;
    page.press("Escape").await;
    page.wait_for_none("dialog", "Log").await;

    let scratch = Scratch::new();
    // An instruction in a log looks like a line of a hex dump, but the file is taken for a log.
    let text = format!("0: R1=ctx() R10=fp0\n0: (61) r0 = *(u32 *)(r1 +1264)\n{text}");
    page.drop_file(&scratch.file("verifier.log", text.as_bytes())).await;
    page.by_role("dialog", "Log").await;
    page.wait_for_text("R1 holds a number here").await;
    page.drop_file(&fixture("relo.clang.bpfel.o")).await;
    page.by_role("grid", "Lines of the log").await;
    page.wait_for_none("dialog", "Log").await;
    no_errors(&page).await;
}

#[tokio::test]
async fn a_pasted_log_leads_to_instructions_and_relocations() {
    let Some(page) = Browser::start().await else { return };
    let text = "libbpf: prog 'member_gone': relo #0: no matching targets found\n\
                libbpf: prog 'member_gone': BPF program load failed: Invalid argument\n\
                ; return l->state + FIELD(l->state, 2) + l->kept; @ relo.bpf.c:147\n\
                0: (85) call unknown#195896080\n\
                invalid func unknown#195896080\n";
    let paste = "const data = new DataTransfer(); data.setData('text/plain', arguments[0]); \
                 document.activeElement.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true}))";
    open_fixture(&page, "relo.clang.bpfel.o").await;
    on_kernels(&page, "CO-RE").await;
    page.by_role("listbox", "CO-RE relocations").await;

    // A log is typed into the field below the relocation. Letters are text there, not keys.
    page.click("button", "Paste a log").await;
    page.by_role("textbox", "Log").await;
    assert_eq!(page.focus().await.0, "textbox");
    page.type_text("y2/no log").await;
    page.by_role("region", "Log").await;
    page.click("button", "Read it").await;
    page.wait_for_text("No line leads to this program").await;
    page.click("button", "Close the log").await;
    page.wait_for_none("region", "Log").await;

    // Pasting anywhere works while a program is open.
    page.js_with(paste, vec![serde_json::json!(text)]).await;
    page.by_role("grid", "Lines of the log").await;
    page.wait_for_text("4 of 5 lines lead into the program").await;
    assert_eq!(
        page.texts("[aria-label='Lines of the log'] [aria-selected=true] button").await,
        ["relocation #0", "instruction 0"]
    );
    // The lines with errors are marked by more than their colour.
    let wrong = page.within(
        "grid",
        "Lines of the log",
        "return [...e.querySelectorAll('[role=gridcell][aria-invalid=true]')].map(c => c.innerText)",
    );
    let expected = [0, 1, 3, 4].map(|i| text.lines().nth(i).unwrap());
    assert_eq!(wrong.await, serde_json::json!(expected));
    page.screenshot("core-log").await;
    page.focus_on("grid", "Lines of the log").await;
    page.press("Enter").await;
    page.by_role("heading", "byte_off struct lost_member.state").await;

    // The log stays; a source line leads to its first instruction, beside the log.
    page.by_role("grid", "Lines of the log").await;
    assert_eq!(page.focus().await, ("grid".to_owned(), "Lines of the log".to_owned()));
    page.click("button", "relo.bpf.c:147").await;
    page.by_role("grid", "Instructions").await;
    assert_eq!(selected(&page, "listbox", "Programs").await, ["member_gone"]);
    let line = selected(&page, "grid", "Instructions").await.join("");
    assert!(line.starts_with("0: "), "{line}");
    page.by_role("grid", "Lines of the log").await;
    page.screenshot("program-log").await;
    // Keys move the edge between the panes.
    let height = "return Math.round(e.getBoundingClientRect().height)";
    let before = page.within("region", "Log", height).await;
    page.focus_on("separator", "Height of the log").await;
    page.press("ArrowUp").await;
    assert_ne!(page.within("region", "Log", height).await, before);
    no_errors(&page).await;
}

#[tokio::test]
async fn a_link_carries_a_relocation_and_why_it_fails() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "relo.clang.bpfel.o").await;
    page.allow_clipboard().await;
    on_kernels(&page, "CO-RE").await;
    page.drop_files(&[&fixture("relo-old.bpfel.btf"), &fixture("relo-new.bpfel.btf")]).await;
    page.wait_for_text("14 fail on 2").await;
    page.click("button", "refused at load 14").await;
    page.click("option", "byte_off struct lost_member.state, fails").await;
    page.wait_for_text("Why it fails on relo-new.bpfel.btf").await;
    let why = page.text_in("region", "Why it fails on relo-new.bpfel.btf").await;
    page.click("button", "Share").await;
    page.wait_for_text("Opens without the files: the relocation").await;
    page.screenshot("core-share").await;
    page.click_nth("button", "Copy link", 0).await;
    page.wait_for_text("Link copied").await;
    let link = page.clipboard().await;
    let fragment = link.split_once('#').expect("a fragment").1.to_owned();

    // Without the files, and also after a reload, result and reason are the same.
    for again in [false, true] {
        match again {
            false => page.open(&fragment).await,
            true => page.reload().await,
        }
        page.by_role("heading", "byte_off struct lost_member.state").await;
        page.wait_for_text("Why it fails on relo-new.bpfel.btf").await;
        let there = page.text_in("region", "Why it fails on relo-new.bpfel.btf").await;
        assert_eq!(there.split('[').next(), why.split('[').next());
        assert!(results(&page).await[0].contains("poisoned"));
        assert_eq!(page.texts_of("alert").await, crate::steps::NONE);
        let files = page.texts("[aria-label=Files] li b").await;
        assert_eq!(files, ["relo.clang.bpfel.o", "relo-new.bpfel.btf"]);
    }
    no_errors(&page).await;
}

#[tokio::test]
async fn the_other_byte_order_is_said_first() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "relo.clang.bpfel.o").await;
    on_kernels(&page, "CO-RE").await;
    page.by_role("listbox", "CO-RE relocations").await;
    page.drop_files(&[&fixture("relo-old.bpfeb.btf")]).await;
    page.wait_for_text("cannot load here: object little-endian, kernel big-endian").await;
    page.wait_for_text("cannot load on 1").await;
    let rows = results(&page).await;
    assert!(rows.iter().all(|row| row.contains("cannot load here")), "{rows:?}");
    // No advice when only the byte order differs.
    let regions = page.names("region").await;
    let title = regions.iter().find(|name| name.starts_with("It cannot load on relo-old.bpfeb.btf"));
    let why = page.text_in("region", title.expect("why")).await;
    assert!(why.starts_with("It cannot load on relo-old.bpfeb.btf") && why.contains("The field itself: "), "{why}");
    assert!(!why.contains("Guard it") && !why.contains("Why it fails"), "{why}");
    page.focus_on("listbox", "CO-RE relocations").await;
    page.press("End").await;
    page.by_role("heading", "field_exists nameless.inside").await;
    no_errors(&page).await;
}

/// On a narrow screen, which shows one pane at a time, choosing in the list by click or Enter shows the view.
#[tokio::test]
async fn a_narrow_screen_goes_on_to_what_is_chosen() {
    let Some(page) = Browser::start().await else { return };
    page.resize(800, 900).await;
    open_fixture(&page, "relo.clang.bpfel.o").await;
    let list = "return [...document.querySelectorAll('[role=listbox]')].some(e => e.checkVisibility())";
    page.click("tab", "Programs").await;
    on_kernels(&page, "CO-RE").await;
    page.click("option", "byte_off struct moved.cell").await;
    page.by_role("heading", "byte_off struct moved.cell").await;
    assert_eq!(page.js(list).await, false);
    page.click("tab", "List").await;
    page.focus_on("listbox", "CO-RE relocations").await;
    page.press("ArrowDown").await;
    assert_eq!(page.js(list).await, true, "a step stays in the list");
    page.press("Enter").await;
    assert_eq!(page.js(list).await, false);
    assert_eq!(page.focus().await.0, "tabpanel");

    page.click("tab", "List").await;
    page.click("tab", "Programs").await;
    page.click_css("#programs [role=option]:nth-child(3)").await;
    page.by_role("grid", "Instructions").await;
    assert_eq!(page.js(list).await, false);
    page.click("tab", "List").await;
    page.focus_on("listbox", "Programs").await;
    page.press("Enter").await;
    assert_eq!(page.focus().await.0, "grid");
    no_errors(&page).await;
}

#[tokio::test]
async fn a_program_dropped_with_its_kernels_opens_on_them() {
    let Some(page) = Browser::start().await else { return };
    page.open("").await;
    let files = ["relo.clang.bpfel.o", "relo-old.bpfel.btf", "relo-new.bpfel.btf"];
    page.drop_files(&files.map(fixture).iter().map(|p| p.as_path()).collect::<Vec<_>>()).await;
    page.by_role("grid", "Programs on kernels").await;
    assert_eq!(page.attribute("tab", "Loads on", "aria-selected").await, "true");
    on_kernels(&page, "CO-RE").await;
    page.by_role("listbox", "CO-RE relocations").await;
    page.wait_for_text("83 relocations × 2 kernels").await;
    // The names of kernels share their beginnings; chips must show how they differ.
    let chips = page.texts_of("listitem").await.join("|");
    assert!(chips.contains("…old.bpfel.btf") && chips.contains("…new.bpfel.btf"), "{chips}");
    assert_eq!(page.texts("p[title]").await.len(), 1);
    page.screenshot("core-together").await;
    no_errors(&page).await;
}
