//! `link` puts a type or a relocation into a link, and `open` prints it.

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
    // The same definition as in `dump`, which dump.rs compares with bpftool.
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
    assert!(bad("open #v=1&f=data:A!;name=x&id=1", 2).contains("invalid character at position 1"));
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
    // An option overrides the environment.
    let typed = ["--site", "https://example.org/"];
    let out =
        program().args(words).args(typed).env("BTFSCOPE_SITE", "https://there.example/").output().expect("it runs");
    assert!(out.stdout.starts_with(b"https://example.org/#v=1"));
    assert!(run(&words).text().starts_with("http://127.0.0.1:8080/#v=1"));
}

/// The output of `relocs` for each relocation: its line, and the reasons below it.
fn described(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for line in text.lines().skip(1) {
        match (all.last_mut(), line.starts_with("            ")) {
            (Some(last), true) => *last += &format!("\n{line}"),
            _ => all.push(line.to_owned()),
        }
    }
    all
}

/// Removes the parts of a relocation's description that a link cannot have, because a link holds only one instruction:
/// the instruction's place, whether it is reached, and type ids.
fn without_places(described: &str) -> String {
    let lines = described.lines().filter(|line| {
        !line.trim_start().starts_with("reached ")
            && !line.contains("never reached")
            && !line.trim_start().starts_with("behind instruction ")
    });
    let described = &lines.collect::<Vec<_>>().join("\n");
    let first = described.lines().next().unwrap_or_default();
    let section = first.split_whitespace().nth(1).unwrap_or_default();
    let name = section.split('+').next().unwrap_or_default();
    let mut out = String::new();
    let mut rest = described.replace(section, name);
    while let Some((before, after)) = rest.split_once('[') {
        let (id, behind) = after.split_once(']').unwrap_or((after, ""));
        out += before;
        // A number directly after a name is an index.
        if !before.ends_with(' ') || !id.bytes().all(|b| b.is_ascii_digit()) {
            out += &format!("[{id}]");
        }
        rest = behind.to_owned();
    }
    out + &rest
}

#[test]
fn a_link_carries_why_a_relocation_fails() {
    let kernels = ["--target", "relo-old.bpfel.btf", "--target", "relo-new.bpfel.btf"];
    let all = run(&[&["relocs", "relo.clang.bpfel.o", "--alone"], &kernels[..]].concat());
    let parts: Vec<&str> = all.text().split("\n\n").collect();
    let [old, new, _] = parts[..] else { panic!("not a part for each target and the headline: {parts:?}") };
    let (old, new) = (described(old), described(new));
    assert_eq!((old.len(), new.len()), (83, 83));
    let mut longest = 0;
    // Relocations that ask for type ids are left out: their values differ in a link.
    for row in (0..83).filter(|&row| !new[row].contains("type_id")) {
        let number = row.to_string();
        let made =
            run(&[&["link", "relo.clang.bpfel.o", "--reloc", &number, "--site", "https://example.org/"], &kernels[..]]
                .concat());
        assert_eq!(made.status, 0, "{}", made.err);
        let link = made.text().trim();
        longest = longest.max(link.len());
        let opened = run(&["open", link]);
        assert_eq!((opened.status, opened.err.as_str()), (0, ""));
        let (first, second) = opened.text().split_once("\n\n").expect("a part each");
        assert!(first.starts_with("relo.clang.bpfel.o on relo-old.bpfel.btf: 1 relocation, 1 "), "{first}");
        for (before, after) in [(&old[row], first), (&new[row], second)] {
            let after = described(after);
            assert_eq!(after.len(), 1, "{after:?}");
            assert_eq!(without_places(&after[0]), without_places(before), "row {row}");
        }
    }
    assert!(longest < model::share::CHAT, "{longest}");
}

#[test]
fn a_relocation_is_named_as_relocs_has_it() {
    let link = |words: &[&str]| {
        let made = run(&[&["link", "relo.clang.bpfel.o", "--target", "relo-new.bpfel.btf"], words].concat());
        assert_eq!(made.status, 0, "{}", made.err);
        made.text().to_owned()
    };
    let by_row = link(&["--reloc", "1"]);
    assert_eq!(link(&["--reloc", "raw_tp/moves#1"]), by_row);
    let rows = good("relocs relo.clang.bpfel.o");
    let place = rows.lines().nth(1).and_then(|line| line.split_whitespace().next()).expect("a place");
    assert!(place.starts_with("raw_tp/moves+0x"), "{place}");
    assert_eq!(link(&["--reloc", place]), by_row);
    assert!(by_row.contains(";name=relo.clang.bpfel.o&f=target,data:"), "{by_row}");
    assert!(by_row.ends_with(";name=relo-new.bpfel.btf&r=raw_tp/moves%230\n"), "{by_row}");
    assert!(bad("link relo.clang.bpfel.o --reloc 83", 1).contains("no relocation “83” among its 83"));
    assert!(bad("link relo.clang.bpfel.o --reloc raw_tp/moves+1", 1).contains("raw_tp/moves+1"));
    assert!(bad("link kernel.x86_64.btf --reloc 0", 2).contains("no BPF program object"));
    for wrong in [&["link", "relo.clang.bpfel.o"][..], &["link", "relo.clang.bpfel.o", "moved", "--reloc", "0"]] {
        assert_eq!(run(wrong).status, 2);
    }
    // The object in the link can be read as any other object.
    let file = folder("link-reloc").join("one.o");
    let made = run(&["link", "relo.clang.bpfel.o", "--reloc", "0", "--out", text(&file)]);
    assert_eq!(made.status, 0, "{}", made.err);
    assert!(made.err.contains("1 relocation and no kernel: name some by --target"), "{}", made.err);
    let row = good(&format!("relocs {}", text(&file)));
    assert!(row.contains("struct moved.cell (0:4 @ offset 16)"), "{row}");
    assert_eq!(good(&format!("open {}", made.text().trim())), row);
}
