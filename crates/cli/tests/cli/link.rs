//! `link` and `open`: a type in a link and out of it.

use std::fs;

use crate::run::{bad, folder, good, program, run, text};

#[test]
fn a_link_opens_as_the_type_it_was_made_of() {
    let made = run(&["link", "kernel.x86_64.btf", "task_struct", "--site", "https://example.org/"]);
    assert_eq!(made.status, 0, "{}", made.err);
    assert!(made.err.contains("characters: fits in a chat message"), "{}", made.err);
    let link = made.text().trim();
    assert!(link.starts_with("https://example.org/#v=1&f=data:"), "{link}");
    assert!(link.ends_with(";name=kernel.x86_64.btf&t=task_struct&kind=struct&id=1&view=layout"), "{link}");
    let opened = run(&["open", link]);
    assert_eq!((opened.status, opened.err.as_str()), (0, ""));
    let first = opened.text().lines().next().unwrap_or_default();
    assert!(first.starts_with("/* struct task_struct of kernel.x86_64.btf: "), "{first}");
    // The definition of the kernel itself, which dump.rs compares with bpftool.
    let all = good("dump kernel.x86_64.btf --format c --portable --type task_struct");
    let from = all.find("struct task_struct {").expect("the definition");
    let definition = &all[from..from + all[from..].find("\n};\n").expect("its end")];
    assert!(opened.text().contains(definition), "{}", opened.text());
}

#[test]
fn the_blob_can_be_kept() {
    let folder = folder("link");
    let (one, two) = (folder.join("one.btf"), folder.join("two.btf"));
    let made = run(&["link", "kernel.x86_64.btf", "net_device", "--depth", "0", "--out", text(&one)]);
    assert_eq!(made.status, 0, "{}", made.err);
    assert!(made.err.contains("cargo xtask serve"), "{}", made.err);
    let opened = run(&["open", made.text().trim(), "--out", text(&two)]);
    assert_eq!(opened.status, 0, "{}", opened.err);
    assert_eq!(fs::read(&one).expect("one"), fs::read(&two).expect("two"));
    let layout = |file: &str| good(&format!("layout {file} net_device"));
    assert_eq!(layout(text(&one)), layout("kernel.x86_64.btf"));
}

#[test]
fn links_that_cannot_be_opened_say_why() {
    assert!(bad("open nothing", 2).contains("no # part"));
    assert!(bad("open #v=9", 2).contains("newer"));
    assert!(bad("open #v=1&f=data:AQ;name=x&id=1", 2).contains("cut off after 2 characters"));
    assert!(bad("open #v=1&f=data:A!;name=x&id=1", 2).contains("character 1"));
    let digest = "ab".repeat(32);
    let asked = bad(&format!("open #v=1&f=sha256:{digest};name=vmlinux&t=sk_buff&kind=struct&view=tree"), 1);
    assert!(asked.contains("struct sk_buff of vmlinux") && asked.contains(&digest), "{asked}");
    assert!(bad("link kernel.x86_64.btf no_such_type", 1).contains("no_such_type"));
}

#[test]
fn the_environment_says_where_links_point() {
    let words = ["link", "kernel.x86_64.btf", "task_struct"];
    let out = program().args(words).env("BTFSCOPE_SITE", "https://there.example/b/#x").output().expect("it runs");
    assert!(
        out.stdout.starts_with(b"https://there.example/b/#v=1&f=data:"),
        "{}",
        String::from_utf8_lossy(&out.stdout)
    );
    assert!(!String::from_utf8_lossy(&out.stderr).contains("on this computer"));
    // What is typed counts more.
    let typed = ["--site", "https://example.org/"];
    let out =
        program().args(words).args(typed).env("BTFSCOPE_SITE", "https://there.example/").output().expect("it runs");
    assert!(out.stdout.starts_with(b"https://example.org/#v=1"));
    assert!(run(&words).text().starts_with("http://127.0.0.1:8080/#v=1"));
}
