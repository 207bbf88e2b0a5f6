//! The Tree view: nested members, also through pointers, and the access path of the selected member.

use tests::browser::{Browser, Row};

use crate::steps::{click_node, fixture, heading, no_errors, open, open_fixture, show, show_member, title};

/// The nodes of the tree.
async fn tree(page: &Browser) -> Vec<Row> {
    page.rows("tree", "Type tree").await
}

fn lines(rows: &[Row]) -> Vec<String> {
    rows.iter().map(|row| format!("{} {}", row.level, title(row))).collect()
}

#[tokio::test]
pub async fn a_tree_goes_down_through_pointers() {
    let Some(page) = Browser::start().await else { return };
    for machine in ["x86_64", "s390x"] {
        open_fixture(&page, &format!("kernel.{machine}.btf")).await;
        show(&page, "struct", "task_struct", "tree").await;
        let rows = tree(&page).await;
        assert_eq!(
            lines(&rows),
            [
                "1 struct task_struct",
                "2 state",
                "2 pid",
                "2 on_cpu",
                "2 policy",
                "2 parent",
                "2 children",
                "2 comm",
                "2 (anonymous)",
                "3 exit_code",
                "3 exit_data",
                "2 usage",
            ]
        );
        assert_eq!((rows[5].expanded, rows[2].expanded, rows[0].expanded), (Some(false), None, Some(true)));
        assert_eq!((rows[5].position, rows[5].of), (5, 9));

        // Below the pointer are the members of its target, with offsets from the target's start.
        click_node(&page, "parent").await;
        page.press("ArrowRight").await;
        page.press("ArrowRight").await;
        page.press("ArrowDown").await;
        let rows = tree(&page).await;
        assert_eq!((rows[5].expanded, rows[6].level, title(&rows[6])), (Some(true), 3, "state"));
        let chosen: Vec<&Row> = rows.iter().filter(|row| row.selected).collect();
        assert_eq!((chosen.len(), title(chosen[0]), chosen[0].level), (1, "pid", 3));
        assert!(chosen[0].name.contains("→ 4"), "{:?}", chosen[0]);
        let access = page.seen_in("region", "Inspector").await;
        for expected in [
            // `parent` is member 4 of type 15, `pid` member 1 of its target.
            "->parent->pid",
            "0:4",
            "0:1",
            "BPF_CORE_READ(",
            "parent, pid)",
        ] {
            assert!(access.contains(expected), "{expected:?} is missing: {access}");
        }

        // The left arrow goes to the pointer; pressed again, it collapses the pointer.
        page.press("ArrowLeft").await;
        page.press("ArrowLeft").await;
        assert_eq!(tree(&page).await.len(), 12);
        // A cycle can be followed further: a task's parent's parent.
        page.press("ArrowRight").await;
        for _ in 0..5 {
            page.press("ArrowDown").await;
        }
        page.press("ArrowRight").await;
        let rows = tree(&page).await;
        let deep: Vec<&Row> = rows.iter().filter(|row| row.level == 4 && title(row) == "pid").collect();
        assert_eq!(deep.len(), 1, "{:?}", lines(&rows));
    }
    page.screenshot("tree").await;
    no_errors(&page).await;
}

#[tokio::test]
async fn a_bitfield_is_read_by_its_own_macro_and_a_union_by_its_name() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "kernel.x86_64.btf").await;
    page.allow_clipboard().await;
    show(&page, "struct", "task_struct", "tree").await;
    click_node(&page, "policy").await;
    let access = page.seen_in("region", "Inspector").await;
    assert!(access.contains("->policy") && access.contains("0:3"), "{access}");
    assert!(access.contains("BPF_CORE_READ_BITFIELD"), "{access}");
    // C code names a member of an anonymous union like a member of the struct; the CO-RE path names the union, too.
    click_node(&page, "exit_code").await;
    let access = page.seen_in("region", "Inspector").await;
    assert!(access.contains("->exit_code") && access.contains("0:7:0"), "{access}");
    page.click("button", "Copy the CO-RE access string").await;
    assert_eq!(page.clipboard().await, "0:7:0");
    page.click("button", "Copy the code").await;
    let snippet = page.clipboard().await;
    assert!(snippet.contains("BPF_CORE_READ") && snippet.contains("exit_code"), "{snippet}");

    // Pointers to functions show parameters, which have no access path.
    show(&page, "struct", "net_device_ops", "tree").await;
    click_node(&page, "transmit").await;
    page.press("ArrowRight").await;
    let rows = tree(&page).await;
    let parameters = rows.iter().filter(|row| row.level == 3).count();
    assert_eq!(parameters, 3, "{:?}", lines(&rows));
    no_errors(&page).await;
}

/// The texts of the rows of the table “CO-RE access”.
async fn access(page: &Browser) -> Vec<String> {
    let rows = page.texts("table[aria-label='CO-RE access'][aria-busy=false] tr").await;
    rows.iter().map(|row| row.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

#[tokio::test]
async fn an_access_is_shown_for_every_open_kernel() {
    let Some(page) = Browser::start().await else { return };
    open(&page, &[&fixture("relo-new.bpfel.btf"), &fixture("relo-old.bpfeb.btf"), &fixture("relo-old.bpfel.btf")])
        .await;
    page.by_role("heading", "relo-old.bpfel.btf").await;
    show_member(&page, "struct", "moved", "tree", "cell").await;
    page.by_role("table", "CO-RE access").await;
    page.wait_for_text("for big-endian programs").await;
    assert_eq!(
        access(&page).await,
        [
            "on byte_off byte_sz field_exists",
            "these types 16 8 1",
            "relo-new.bpfel.btf 40 8 1",
            "relo-old.bpfeb.btf 16 8 1",
            "for big-endian programs"
        ]
    );
    // A bitfield also has relocations for its shifts.
    click_node(&page, "level").await;
    page.wait_for_text("lshift_u64").await;
    page.wait_for_text("needs all of these but field_exists").await;
    assert_eq!(access(&page).await[1], "these types 4 4 56 59 1 1");
    page.screenshot("tree-access").await;

    show_member(&page, "struct", "lost_member", "tree", "state").await;
    page.wait_for_text("has no member “state”").await;
    let why = ["relo-new.bpfel.btf poisoned poisoned 0", "✗ struct lost_member [27] has no member “state”."];
    assert_eq!(access(&page).await[2..4], why);
    // The name of a kernel leads to its Tree.
    page.click_css("table[aria-label='CO-RE access'] tr:nth-child(2) button").await;
    page.wait_for("return location.hash.includes('name=relo-new.bpfel.btf')", "the other kernel").await;
    assert_eq!(heading(&page).await, "struct lost_member");
    no_errors(&page).await;
}

#[tokio::test]
async fn offsets_are_in_hexadecimal_too_when_that_is_wanted() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "kernel.x86_64.btf").await;
    show(&page, "struct", "task_struct", "tree").await;
    let line = async |name: &str| {
        let rows = tree(&page).await;
        rows.iter().find(|row| title(row) == name).map(Row::text).unwrap_or_default()
    };
    assert!(!line("comm").await.contains("0x"), "{}", line("comm").await);
    page.click("button", "More of this view").await;
    page.click("menuitemcheckbox", "Hexadecimal").await;
    page.settle().await;
    let (comm, policy, exit) = (line("comm").await, line("policy").await, line("exit_data").await);
    // comm is at 40 with 16 bytes, policy at bit 1 of byte 8 with 5 bits, the union at 56.
    assert!(comm.contains("0x28") && comm.contains("0x10"), "{comm}");
    assert!(policy.contains("0x8:1") && policy.contains("5 bits"), "{policy}");
    // In this window, the type stays visible. A wider window also shows the offset in the parent in hexadecimal.
    assert!(exit.contains("0x38") && exit.contains("void *"), "{exit}");
    page.resize(1920, 1080).await;
    let exit = line("exit_data").await;
    assert!(exit.contains("0x38") && exit.contains("+0x0"), "{exit}");
    // Layout has the same switch.
    page.press("1").await;
    page.click("button", "More of this view").await;
    assert_eq!(page.attribute("menuitemcheckbox", "Hexadecimal", "aria-checked").await, "true");
    no_errors(&page).await;
}
