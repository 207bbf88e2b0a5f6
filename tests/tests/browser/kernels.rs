//! Real kernels of the corpus: opened, searched, browsed, and compared with bpftool and pahole.

use std::fs;

use serde_json::json;
use tests::browser::Browser;
use tests::reference::{Corpus, corpus_or_skip};

use crate::steps::{NONE, Scratch, figures, heading, no_errors, selected, show, show_member};

/// A kernel: the path of its file, its pointer size and byte order as the page shows them beside the file's name, and
/// the path of one of its modules.
struct Kernel {
    file: &'static str,
    order: &'static str,
    module: Option<&'static str>,
}

const KERNELS: [Kernel; 3] = [
    Kernel { file: "btf/vmlinux-deb-6.1.176-amd64.btf", order: "64-bit LE", module: Some("btf/6.1.176-amd64-veth.ko") },
    Kernel {
        file: "btf/vmlinux-deb-6.12.107-s390x.btf",
        order: "64-bit BE",
        module: Some("btf/6.12.107-s390x-xt_tcpudp.ko"),
    },
    Kernel { file: "btf/vmlinux-cilium-testdata.btf", order: "64-bit LE", module: None },
];

fn name(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}

/// The numbers in pahole's summary: size, members, cache lines.
fn pahole(corpus: &Corpus, kernel: &str, of: &str) -> [u64; 3] {
    let path = corpus.root().join("ref/pahole").join(name(kernel)).join(format!("{of}.txt"));
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let line = text.lines().rfind(|line| line.contains("/* size: ") && line.contains("cachelines")).unwrap();
    ["size: ", "members: ", "cachelines: "].map(|word| {
        let digits: String = line.split(word).nth(1).unwrap().chars().take_while(char::is_ascii_digit).collect();
        digits.parse().unwrap()
    })
}

/// The lines of a struct in bpftool's raw dump, and its id.
fn record(raw: &str, of: &str) -> (String, String) {
    let start = raw.find(&format!("] STRUCT '{of}' ")).unwrap();
    let start = raw[..start].rfind('[').unwrap();
    let end = raw[start + 1..].find("\n[").map_or(raw.len(), |end| start + 1 + end);
    let text = raw[start..end].trim_end().to_owned();
    let id = text[1..].split(']').next().unwrap().to_owned();
    (text, id)
}

/// A number as the page writes it: `1,234`.
fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let first = digits.len() % 3;
    let mut groups: Vec<&str> = Vec::new();
    if first > 0 {
        groups.push(&digits[..first]);
    }
    groups.extend((first..digits.len()).step_by(3).map(|i| &digits[i..i + 3]));
    groups.join(",")
}

#[tokio::test]
async fn kernels_are_opened_and_walked() {
    let Some(corpus) = corpus_or_skip() else { return };
    let Some(page) = Browser::start().await else { return };
    let index = corpus.index();
    for kernel in &KERNELS {
        let row = index.iter().find(|row| row.file == kernel.file).unwrap();
        let short = name(kernel.file).trim_end_matches(".btf").to_owned();
        page.open("").await;
        page.drop_file(&corpus.path(kernel.file)).await;
        assert_eq!(page.names("listitem").await, [name(kernel.file)]);
        let chip = page.text_of("return document.querySelector('header li button').title").await;
        let types = format!("{} types", grouped(row.types.unwrap().into()));
        assert!(chip.contains(&types) && chip.contains(kernel.order) && chip.contains("kernel"), "{chip}");
        assert_eq!(page.names("alert").await, NONE);
        page.screenshot(&format!("{short}-overview")).await;

        for of in ["sk_buff", "task_struct", "page", "inet_sock"] {
            show(&page, "struct", of, "layout").await;
            let [size, members, lines] = pahole(&corpus, kernel.file, of);
            let expected = [format!("{} bytes", grouped(size)), grouped(members), grouped(lines)];
            assert_eq!(figures(&page, &["size", "members", "cache lines"]).await, expected, "{short}: {of}");
            page.screenshot(&format!("{short}-{of}")).await;
        }
        // The record is exactly bpftool's.
        let raw = String::from_utf8(corpus.reference(kernel.file, "raw.txt").unwrap()).unwrap();
        let (record, id) = record(&raw, "sk_buff");
        show(&page, "struct", "sk_buff", "record").await;
        assert_eq!(figures(&page, &["BTF id"]).await, [id]);
        let shown = page.within("tabpanel", "Code", "return e.querySelector('pre').textContent").await;
        assert_eq!(shown.as_str().unwrap_or_default().trim_end(), record, "{short}");

        // The search finds a type, and the Tree goes through a pointer.
        page.press("/").await;
        page.type_text("sk_buff").await;
        let first = page.rows("listbox", "Types").await[0].clone();
        assert_eq!(first.name, "struct sk_buff", "{short}");
        let all = raw
            .lines()
            .filter(|line| line.starts_with('[') && line.split('\'').nth(1).is_some_and(|n| n.contains("sk_buff")));
        let all = all.filter(|line| !line.contains("DECL_TAG") && !line.contains("TYPE_TAG")).count();
        assert_eq!(first.of as usize, all, "{short}");
        page.press("Escape").await;
        show_member(&page, "struct", "task_struct", "tree", "mm.pgd").await;
        assert_eq!(selected(&page, "tree", "Type tree").await, ["pgd"]);
        let access = page.seen_in("region", "Inspector").await;
        assert!(
            access.contains("->mm->pgd") && access.contains("BPF_CORE_READ(") && access.contains("mm, pgd)"),
            "{access}"
        );
        page.screenshot(&format!("{short}-tree")).await;
        for view in ["c", "record", "layout"] {
            show(&page, "struct", "task_struct", view).await;
        }
        headers(&page, &short).await;
        if let Some(module) = kernel.module {
            modules(&page, &corpus, kernel, module).await;
        }
    }
    no_errors(&page).await;
}

/// `struct tcphdr` and `struct iphdr`: their bitfields are declared so that they are the same bits in both byte orders.
async fn headers(page: &Browser, short: &str) {
    let cells = "return [...e.querySelectorAll('[role=group] > button')].map(e => e.getAttribute('aria-label'))";
    let cells = async || page.within("group", "Bits", cells).await;
    show_member(page, "struct", "iphdr", "layout", "version").await;
    assert_eq!(cells().await, json!(["version", "ihl"]), "{short}");
    page.screenshot(&format!("{short}-iphdr")).await;
    show_member(page, "struct", "tcphdr", "layout", "syn").await;
    assert_eq!(cells().await, json!(["cwr", "ece", "urg", "ack", "psh", "rst", "syn", "fin"]), "{short}");
    page.screenshot(&format!("{short}-tcphdr")).await;
}

/// Opens a module after its kernel, and before it.
async fn modules(page: &Browser, corpus: &Corpus, kernel: &Kernel, module: &str) {
    let (kernel_path, module_path) = (corpus.path(kernel.file), corpus.path(module));
    page.drop_file(&module_path).await;
    assert_eq!(page.names("listitem").await, [name(kernel.file), name(module)]);
    assert_eq!((page.names("alert").await, heading(page).await.as_str()), (vec![], name(module)));
    let after = page.rows("listbox", "Types").await;

    page.open("").await;
    page.drop_file(&module_path).await;
    // The module's .modinfo names its kernel.
    let version = name(module).split('-').next().unwrap().trim_end_matches(".107").trim_end_matches(".176");
    let is_told =
        |alerts: &[String]| alerts.len() == 1 && alerts[0].starts_with(name(module)) && alerts[0].contains(version);
    let mut alerts = page.names("alert").await;
    // The page may come to rest before the module is judged.
    for _ in 0..100 {
        if is_told(&alerts) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        alerts = page.names("alert").await;
    }
    assert!(is_told(&alerts), "{version}: {alerts:?}");
    page.drop_file(&kernel_path).await;
    assert_eq!(page.names("listitem").await, [name(kernel.file), name(module)]);
    assert_eq!(page.names("alert").await, NONE);
    assert_eq!(page.rows("listbox", "Types").await, after);
}

#[tokio::test]
async fn a_kernel_that_was_cut_off_is_reported_with_its_place() {
    let Some(corpus) = corpus_or_skip() else { return };
    let Some(page) = Browser::start().await else { return };
    let scratch = Scratch::new();
    let bytes = corpus.read(KERNELS[0].file);
    page.open("").await;
    // Cut within the types, and within the strings.
    for (name, length) in [("types.btf", 1_000_000), ("strings.btf", bytes.len() - 1000)] {
        page.drop_file(&scratch.file(name, &bytes[..length])).await;
        let alerts = page.texts_of("alert").await;
        let about = alerts.iter().find(|text| text.starts_with(name)).unwrap_or_else(|| panic!("{alerts:?}"));
        assert!(about.contains("byte 0x"), "{about}");
    }
    page.drop_file(&corpus.path(KERNELS[0].file)).await;
    show(&page, "struct", "list_head", "layout").await;
    no_errors(&page).await;
}

#[tokio::test]
async fn a_link_into_a_kernel_lands_there() {
    let Some(corpus) = corpus_or_skip() else { return };
    let Some(page) = Browser::start().await else { return };
    let file = corpus.path(KERNELS[1].file);
    crate::steps::open(&page, &[&file]).await;
    show_member(&page, "struct", "task_struct", "tree", "mm.pgd").await;
    page.wait_for("return location.hash.includes('sha256:')", "the digest in the address").await;
    let fragment = page.fragment().await;
    page.open(&fragment).await;
    assert!(page.names("alert").await[0].contains(name(KERNELS[1].file)));
    page.drop_file(&file).await;
    page.by_role("heading", "struct task_struct").await;
    assert_eq!(selected(&page, "tree", "Type tree").await, ["pgd"]);
    no_errors(&page).await;
}
