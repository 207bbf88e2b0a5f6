//! The lists that a file has beside its types (`.BTF_ids`, kfuncs, distilled bases, inlined calls), and modules on
//! their kernels.

use std::sync::Arc;

use serde_json::json;
use session::look::kernel_lists::NO_KERNEL;
use tests::blob::{Blob, LAYOUT, LOC_LAYOUT, Order, kind};
use tests::browser::Browser;
use tests::distilled;
use tests::elf::{Class, Elf, Section};
use tests::id_elf::{elf, types};
use tests::reference::corpus_or_skip;

use crate::steps::{NONE, Scratch, choose, figures, heading, members, no_errors, open, show};

/// The rows in the centre, each with its cells joined.
async fn rows(page: &Browser, of: &str) -> Vec<String> {
    page.rows("listbox", of).await.into_iter().map(|row| row.name).collect()
}

/// The names of a file's lists, without the section table, which every ELF file has.
async fn names(page: &Browser) -> Vec<String> {
    rows(page, "Lists").await.into_iter().filter(|row| !row.starts_with("Sections of the ELF file")).collect()
}

#[tokio::test]
pub async fn ids_and_kfuncs_of_a_kernel() {
    let Some(page) = Browser::start().await else { return };
    let scratch = Scratch::new();
    for (class, order) in [(Class::Elf64, Order::Little), (Class::Elf32, Order::Big)] {
        let file = scratch.file("vmlinux", &elf(class, order, true, true));
        let (_, ids) = types(order);
        open(&page, &[&file]).await;
        page.click("tab", "Lists").await;
        assert_eq!(
            names(&page).await,
            [
                "kfuncs for programs to call 3",
                "task_ids list 4",
                "allowed set 2",
                "task_kfunc_ids set of kfuncs 2",
                "hooks set with flags 1",
                "nothing set 0"
            ]
        );
        assert_eq!(heading(&page).await, "kfuncs");
        let first = format!(
            "{} bpf_task_acquire KF_ACQUIRE | KF_RET_NULL struct task_struct *bpf_task_acquire(struct task_struct *p) \
             task_kfunc_ids bpf_kfunc",
            ids.acquire
        );
        assert_eq!(rows(&page, "kfuncs").await[0], first);

        // By keys: to the next list, into its rows, and to a type. Back returns to the list.
        page.click("option", "kfuncs for programs to call 3").await;
        page.by_role("listbox", "Lists").await;
        page.focus_on("listbox", "Lists").await;
        page.press("ArrowDown").await;
        assert_eq!(heading(&page).await, "task_ids");
        let expected = [
            format!("0x0 {} struct task_struct", ids.task),
            "0x4 0 unused".to_owned(),
            format!("0x8 {} typedef pid_t", ids.pid_t),
            "0xc 0 struct not_built_in not resolved".to_owned(),
        ];
        assert_eq!(rows(&page, "task_ids").await, expected);
        assert!(page.fragment().await.ends_with("&l=task_ids"), "{}", page.fragment().await);
        page.press("Enter").await;
        for key in ["ArrowDown", "ArrowDown", "ArrowDown", "Enter"] {
            page.press(key).await;
        }
        assert_eq!(heading(&page).await, "typedef pid_t");
        page.back().await;
        assert_eq!(heading(&page).await, "task_ids");

        // The filter matches in any column.
        page.click("searchbox", "Filter the rows").await;
        page.type_text("PID").await;
        assert_eq!(rows(&page, "task_ids").await, expected[2..3]);
        page.wait_for_text("1 of 4 rows").await;
        page.click("tab", "Types").await;
        assert!(page.has("searchbox", "Search types").await);
    }
    no_errors(&page).await;
}

/// A kernel with tasks and static functions: one tracepoint, one LSM hook and one iterator, beside names that only look
/// similar; and a struct that programs implement.
const HOOKS: &str = "
struct task_struct { int pid; };
struct file { int f; };
typedef void (*btf_trace_switch)(void *__data, int preempt, struct task_struct *prev);
static int __traceiter_switch(void *__data, int preempt, struct task_struct *prev) { return 0; }
typedef int btf_trace_wrong;
union security_list_options { int (*file_open)(struct file *file); };
static int bpf_lsm_file_open(struct file *file) { return 0; }
static int bpf_lsm_verify_prog(int x) { return 0; }
struct bpf_iter__task { struct task_struct *task; };
static int bpf_iter_task(struct task_struct *task) { return 0; }
struct cong_ops { unsigned int (*ssthresh)(struct task_struct *t); char name[16]; };
struct bpf_struct_ops_cong_ops { int common; struct cong_ops data; };
";

#[tokio::test]
pub async fn what_programs_attach_to_and_implement() {
    let Some(page) = Browser::start().await else { return };
    let scratch = Scratch::new();
    let blob = scratch::compile(HOOKS, scratch::Target::default()).blob.unwrap();
    open(&page, &[&scratch.file("hooks.btf", &blob)]).await;
    page.click("tab", "Lists").await;
    assert_eq!(
        names(&page).await,
        [
            "Tracepoints tp_btf: btf_trace_* 1",
            "LSM hooks lsm: bpf_lsm_* 1",
            "Iterators iter: bpf_iter__* 1",
            "struct_ops structs that programs implement 1"
        ]
    );
    let after_id = |row: &str| row.split_once(' ').map(|(_, rest)| rest.to_owned()).unwrap_or_default();
    for (list, of, row) in [
        (
            "Tracepoints tp_btf: btf_trace_* 1",
            "Tracepoints",
            "switch int preempt, struct task_struct *prev tp_btf/switch",
        ),
        ("LSM hooks lsm: bpf_lsm_* 1", "LSM hooks", "file_open struct file *file lsm/file_open"),
        ("Iterators iter: bpf_iter__* 1", "Iterators", "task struct task_struct *task iter/task"),
        ("struct_ops structs that programs implement 1", "struct_ops", "cong_ops ssthresh"),
    ] {
        page.click("option", list).await;
        assert_eq!(heading(&page).await, of);
        let found = rows(&page, of).await;
        assert!(after_id(&found[0]).starts_with(row), "{of}: {found:?}");
    }
    // A row leads to its type; Back returns to the list.
    page.click("option", "LSM hooks lsm: bpf_lsm_* 1").await;
    page.focus_on("listbox", "LSM hooks").await;
    page.press("ArrowDown").await;
    page.press("Enter").await;
    assert_eq!(heading(&page).await, "func bpf_lsm_file_open");
    page.back().await;
    assert_eq!(heading(&page).await, "LSM hooks");
    no_errors(&page).await;
}

#[tokio::test]
async fn without_symbols_and_without_lists() {
    let Some(page) = Browser::start().await else { return };
    let scratch = Scratch::new();
    let (blob, _) = types(Order::Little);
    open(&page, &[&scratch.file("vmlinux", &elf(Class::Elf64, Order::Little, true, false))]).await;
    page.click("tab", "Lists").await;
    assert_eq!(names(&page).await, ["kfuncs for programs to call 2", "without a name words 18"]);
    page.wait_for_text("Flags are not known").await;
    page.click("option", "without a name words 18").await;
    page.wait_for_text("The file has no symbols").await;
    assert_eq!(rows(&page, ".BTF_ids").await.len(), 18);
    // A raw BTF only has the tags. A kernel without tags lists nothing.
    open(&page, &[&scratch.file("raw.btf", &blob.build())]).await;
    page.click("tab", "Lists").await;
    assert_eq!(names(&page).await, ["kfuncs for programs to call 2"]);
    open(&page, &[&crate::steps::fixture("kernel.x86_64.btf")]).await;
    page.click("tab", "Lists").await;
    page.wait_for_text("This file has no lists besides its types.").await;
    no_errors(&page).await;
}

#[tokio::test]
async fn a_distilled_base_finds_its_types_in_kernels() {
    let Some(page) = Browser::start().await else { return };
    let scratch = Scratch::new();
    for order in Order::BOTH {
        let module = scratch.file("mine.ko", &distilled::module(order));
        open(&page, &[&module]).await;
        page.click("tab", "Lists").await;
        assert_eq!(names(&page).await, ["Distilled base .BTF.base 4"]);
        page.wait_for_text(NO_KERNEL).await;
        assert_eq!(
            rows(&page, "Distilled base").await,
            ["1 int int 4", "2 struct list_head 16", "3 struct task_struct 64", "4 enum mode 4"]
        );

        page.drop_file(&scratch.file("vmlinux-other", &distilled::other_kernel(order))).await;
        page.wait_for_text("3 of 4 types have no counterpart in vmlinux-other").await;
        // Types that do not fit come first, with their reasons.
        assert_eq!(
            rows(&page, "Distilled base").await,
            [
                "2 struct list_head 16 by value its size differs from that of [3]",
                "3 struct task_struct 64 the kernel has several of the name and size: [6], [7]",
                "4 enum mode 4 the kernel has no such type",
                "1 int int 4 2 int",
            ]
        );
        assert!(!page.has("button", "Move it onto the kernel").await);

        page.drop_file(&scratch.file("vmlinux", &distilled::kernel(order))).await;
        page.wait_for_text("All 4 types have their counterpart in vmlinux").await;
        assert_eq!(page.attribute("button", "vmlinux", "aria-pressed").await, "true");
        page.click("button", "vmlinux-other").await;
        page.wait_for_text("3 of 4 types have no counterpart in vmlinux-other").await;
        page.click_css("[aria-label='Kernels'] button").await;
        page.wait_for_text("All 4 types").await;

        page.click("button", "Move it onto the kernel").await;
        page.wait_for_text("Opened mine.ko on vmlinux").await;
        assert_eq!(page.names("listitem").await, ["mine.ko", "vmlinux-other", "vmlinux", "mine.ko on vmlinux"]);
        // The kernel's types take the place of those of the distilled base: `list_head` has members now.
        show(&page, "struct", "mine", "layout").await;
        assert_eq!(figures(&page, &["size", "members", "from"]).await, ["32 bytes", "4", "from the module"]);
        assert_eq!(members(&page).await[0], "0 16 ▸ node struct list_head");
        page.click("button", "struct list_head").await;
        assert_eq!(figures(&page, &["members", "from"]).await, ["2", "from its base"]);
        assert_eq!(page.names("alert").await, NONE);
    }
    no_errors(&page).await;
}

/// A kernel whose `.BTF.inline` lists two calls of a function. We have no real kernel with that section.
fn with_inline(order: Order) -> Vec<u8> {
    let (mut types, ids) = types(order);
    types.layout(&LAYOUT);
    types.layout(&LOC_LAYOUT);
    let mut inline = Blob::split(&types);
    let constant = inline.record(0, kind::LOC_PARAM, 1, false, 4, &[3, 0xffff_ffff]);
    let register = inline.record(0, kind::LOC_PARAM, 2, false, 8, &[0x38, 5, 8]);
    let places = inline.record(0, kind::LOC_PROTO, 2, false, 0, &[register, constant]);
    let text = inline.string(".text");
    inline.record(text, kind::LOCSEC, 2, false, 0, &[ids.read, places, 0x40, ids.read, places, 0x10]);
    Elf::new(Class::Elf64, order, 62)
        .with(Section::new(".BTF", types.build()))
        .with(Section::new(".BTF.inline", inline.build()))
        .build()
}

#[tokio::test]
async fn inlined_calls_and_their_records() {
    let Some(page) = Browser::start().await else { return };
    let scratch = Scratch::new();
    for order in Order::BOTH {
        open(&page, &[&scratch.file("vmlinux", &with_inline(order))]).await;
        page.click("tab", "Lists").await;
        assert_eq!(names(&page).await, ["kfuncs for programs to call 2", "Inlined calls .BTF.inline 2"]);
        page.click("option", "Inlined calls .BTF.inline 2").await;
        let (_, ids) = types(order);
        let site = |at: &str| format!("{} vfs_read .text {at} file = *(register 5 + 8), count = -1", ids.read);
        assert_eq!(rows(&page, "Inlined calls").await, [site("0x10"), site("0x40")]);
        page.click("button", "Open its records").await;
        page.wait_for_text("vmlinux .BTF.inline").await;
        // The records of .BTF.inline are shown as all others are, and count among the users of a function.
        show(&page, "loc section", ".text", "record").await;
        let record = page.text().await;
        assert!(record.contains("LOCSEC '.text' vlen=2") && record.contains("offset=64"), "{record}");
        show(&page, "func", "vfs_read", "users").await;
        let users = page.rows("listbox", "Users").await;
        assert!(users.iter().any(|u| u.name.starts_with("inlined")), "{users:?}");
    }
    no_errors(&page).await;
}

#[tokio::test]
async fn modules_over_their_kernel_and_the_wrong_one() {
    let Some(corpus) = corpus_or_skip() else { return };
    let Some(page) = Browser::start().await else { return };
    let modules = ["veth", "bridge", "dummy"].map(|m| format!("btf/mod-deb-6.1.176-amd64-{m}.btf"));
    let paths = modules.each_ref().map(|m| corpus.path(m));
    let other = corpus.either("btf/vmlinux-retis-6.15.1-tiny-x86_64.btf", "btf/vmlinux-deb-6.12.107-amd64.btf");
    let (own, other) = (corpus.actual("btf/vmlinux-deb-6.1.176-amd64.btf"), corpus.actual(other));
    page.open("").await;
    page.drop_file(&corpus.path(&other)).await;
    page.drop_files(&[&paths[0], &paths[1], &paths[2]]).await;
    // The page notices that the modules are of another kernel: each message names something that is wrong on this one.
    let alerts = page.texts_of("alert").await;
    assert_eq!(alerts.len(), 3, "{alerts:?}");
    for alert in &alerts {
        let why = alert
            .split(&format!("{} is not its kernel: ", other.trim_start_matches("btf/")))
            .nth(1)
            .unwrap_or_else(|| panic!("{alert}"));
        let described = ["refers to", "has a name at", "begin inside a string"];
        assert!(described.iter().any(|words| why.contains(words)), "{why}");
    }
    // The right kernel resolves all three modules at once.
    page.drop_file(&corpus.path(&own)).await;
    assert_eq!(page.names("alert").await, NONE);
    assert_eq!(page.names("listitem").await.len(), 5);
    for (module, of) in [("veth", "struct veth_priv"), ("bridge", "struct net_bridge_port_group")] {
        let file = corpus.actual(&format!("btf/mod-deb-6.1.176-amd64-{module}.btf"));
        let chip = format!("[aria-label='Files'] [aria-label='{}'] button", file.trim_start_matches("btf/"));
        page.click_css(&chip).await;
        // At first, only the module's own types are listed. The kernel's types are added on demand; the module's own
        // types are marked then.
        let all = page.rows("listbox", "Types").await[0].of;
        let own = ".menu [aria-label=\"Only this module\"]";
        let pressed = page.text_of(&format!("return document.querySelector('{own}').ariaChecked")).await;
        assert_eq!(pressed, "true");
        choose(&page, "Kinds", "Only this module").await;
        assert!(page.rows("listbox", "Types").await[0].of > all + 50_000);
        page.click("searchbox", "Search types").await;
        page.type_text(of.trim_start_matches("struct ")).await;
        page.wait_for("return document.querySelector('[data-searching]') === null", "the search").await;
        let marked = "return [...e.querySelectorAll('[role=option]')].filter(e => e.querySelector('[title=\"the module\\'s own\"]')).map(e => e.getAttribute('aria-label'))";
        let marked = page.within("listbox", "Types", marked).await;
        assert!(marked.as_array().unwrap().contains(&json!(of)), "{marked}");
    }
    no_errors(&page).await;
}

/// A module on its distilled base, and the kernel of the same build.
#[tokio::test]
async fn the_corpus_pair_moves_onto_its_kernel() {
    let Some(corpus) = corpus_or_skip().filter(|c| c.has_or_skip("btf/mod-cilium-")) else { return };
    let Some(page) = Browser::start().await else { return };
    let file = |name: &str| corpus.path(&format!("btf/{name}"));
    let [base, module, own, other] = [
        "mod-cilium-btf_testmod.btf.base",
        "mod-cilium-btf_testmod.btf",
        "vmlinux-cilium-testdata.btf",
        "vmlinux-deb-6.1.176-amd64.btf",
    ];
    page.open("").await;
    page.drop_file(&file(base)).await;
    page.drop_file(&file(module)).await;
    page.click("tab", "Lists").await;
    assert_eq!(
        names(&page).await,
        [
            "Distilled base .BTF.base 157",
            "kfuncs for programs to call 69",
            "Tracepoints tp_btf: btf_trace_* 7",
            "struct_ops structs that programs implement 5"
        ]
    );
    page.drop_file(&file(other)).await;
    page.wait_for_text("13 of 157 types have no counterpart in").await;
    page.drop_file(&file(own)).await;
    page.wait_for_text("All 157 types have their counterpart").await;
    page.screenshot("distilled-base").await;
    page.click("button", "Move it onto the kernel").await;
    let moved = format!("{module} on {own}");
    page.wait_for_text(&format!("Opened {moved}")).await;
    show(&page, "struct", "bpf_testmod_ops", "layout").await;

    // tests/libbpf compares the bytes with libbpf's. Here, they must open without a problem.
    let split = corpus.read(&format!("btf/{module}"));
    let base = Arc::new(btf::Btf::parse(corpus.read(&format!("btf/{base}")), None).unwrap());
    let own_types = btf::Btf::parse(split, Some(base)).unwrap().own_type_count();
    let chip = page.text_of("return [...document.querySelectorAll('header li button')].map(b => b.title).join()").await;
    assert!(chip.contains(&format!("{},{:03} types", own_types / 1000, own_types % 1000)), "{chip}");
    assert_eq!(page.names("alert").await, NONE);
    no_errors(&page).await;
}
