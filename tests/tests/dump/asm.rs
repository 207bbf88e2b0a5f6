//! The assembler listing: what `clang -S` writes, and bytes that assemble to the blob.

use btf::Btf;
use dump::AsmOptions;
use tests::blob::Order;
use tests::fixture::{project, section};
use tests::{handmade, skip};
use xtask::tools::{CLANG, Found};

use crate::support::parting;

fn listing(btf: &Btf, annotate: bool) -> String {
    let mut text = String::new();
    dump::asm(btf, &mut text, &AsmOptions { annotate });
    text
}

/// Runs clang on a source, or on assembly, in a folder of its own; what it wrote.
fn run(clang: &Found, name: &str, arguments: &[&str], input: &std::path::Path) -> Vec<u8> {
    let out = std::env::temp_dir().join(format!("btfscope-{}-{name}", std::process::id()));
    let status = clang.command().args(arguments).arg("-o").arg(&out).arg(input).output().expect("clang starts");
    assert!(status.status.success(), "{}", String::from_utf8_lossy(&status.stderr));
    let bytes = std::fs::read(&out).expect("what clang wrote");
    std::fs::remove_file(&out).expect("to be removed");
    bytes
}

#[test]
fn identical_to_what_clang_writes() {
    let Ok(clang) = CLANG.found().map_err(|why| skip(&why)) else { return };
    let target = ["-target", "bpfel", "-mcpu=v3", "-g", "-O2", "-w"];
    let mut compared = 0;
    for source in ["kinds.c", "layout.c", "net.c"] {
        let path = project().join("tests/fixtures/src").join(source);
        let text = run(&clang, &format!("{source}.s"), &[&target[..], &["-S"]].concat(), &path);
        let object = run(&clang, &format!("{source}.o"), &[&target[..], &["-c"]].concat(), &path);
        let btf = Btf::parse(section(&object, ".BTF").expect("BTF"), None).expect("a header");
        // An offset in a section is a symbol in clang's listing, and 0 before the linker knows better.
        let plain = |text: &str| -> Vec<String> {
            let symbol = |word: &str| word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
            let line = |line: &str| match line.strip_prefix("\t.long\t") {
                Some(word) if symbol(word) => "\t.long\t0".to_owned(),
                _ => line.to_owned(),
            };
            text.lines().map(line).collect()
        };
        let text = String::from_utf8(text).expect("UTF-8");
        let start = text.find("\t.section\t.BTF,").expect("the section");
        let data =
            |line: &&str| ["\t.byte\t", "\t.short\t", "\t.long\t", "\t.ascii\t"].iter().any(|d| line.starts_with(d));
        let lines = text[start..].lines();
        let theirs: Vec<&str> = lines.clone().take(1).chain(lines.skip(1).take_while(data)).collect();
        let (ours, theirs) = (plain(&listing(&btf, false)).join("\n"), plain(&theirs.join("\n")).join("\n"));
        assert_eq!(parting(ours.as_bytes(), theirs.as_bytes()), None, "{source}");
        compared += 1;
    }
    assert_eq!(compared, 3);
}

/// Whatever a blob holds, known or not, sound or damaged, its listing assembles to it.
#[test]
fn assembles_to_the_same_bytes() {
    let Ok(clang) = CLANG.found().map_err(|why| skip(&why)) else { return };
    for order in Order::BOTH {
        let target = if order == Order::Little { "bpfel" } else { "bpfeb" };
        for blob in handmade::all(order).into_iter().filter(|b| b.base.is_none()) {
            let btf = Btf::parse(blob.bytes.clone(), None).expect("a header");
            for annotate in [false, true] {
                let input = std::env::temp_dir().join(format!("btfscope-{}-{}.s", std::process::id(), blob.name));
                std::fs::write(&input, listing(&btf, annotate)).expect("a file");
                let object = run(&clang, &format!("{}.o", blob.name), &["-target", target, "-c"], &input);
                std::fs::remove_file(&input).expect("to be removed");
                assert_eq!(section(&object, ".BTF"), Some(blob.bytes.clone()), "{} {target}", blob.name);
            }
        }
    }
}
