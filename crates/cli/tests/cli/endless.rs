//! Input that never ends is refused with a message by every command that reads a file.
#![cfg(target_os = "linux")]

use std::fs::{self, File};
use std::process::{Command, Stdio};

use tests::fixture;

use crate::help::each_is_typed;
use crate::run::{bad, folder, run, text, with_input};

/// Commands that search the file `F` for BTF.
const SEARCHED: [&str; 32] = [
    "info F",
    "dump F",
    "layout F s",
    "find F s",
    "users F s",
    "graph F s",
    "diff F F",
    "field a.b F",
    "at F s+0",
    "extract F -o /dev/null",
    "encode F -o /dev/null",
    "relocs F",
    "relocs F --elf",
    "symbols F",
    "disasm F",
    "calls F",
    "value F s 00",
    "ids F",
    "kfuncs F",
    "base F",
    "which F",
    "link F s",
    "log F",
    "check core.clang.bpfel.o --target F",
    "tailor F --target F -o /dev/null",
    "relocs core.clang.bpfel.o -t F",
    "diff relo-old.bpfel.btf relo-old.bpfel.btf --used-by F",
    "bytes F 0",
    "path F s t",
    "picture F s",
    "hooks F tracepoints",
    "inlined F",
];

/// Commands that read the file `F` in another way, each with a part of its message.
const OTHERS: [(&str, &str); 16] = [
    ("lesson F -o /dev/null", "more than 4194304 bytes"),
    ("atlas build -o /dev/null --meta F relo-old.bpfel.btf", "more than 67108864 bytes"),
    ("value relo-old.bpfel.btf int @F", "more than 67108864 bytes"),
    ("scratch F", "up to 262144 are taken"),
    ("atlas list F", "expected an atlas"),
    ("which relo-old.bpfel.btf --atlas F", "expected an atlas"),
    ("check core.clang.bpfel.o --atlas F", "expected an atlas"),
    ("history s --atlas F", "expected an atlas"),
    ("read s --atlas F", "expected an atlas"),
    ("atlas add F relo-old.bpfel.btf", "expected an atlas"),
    ("atlas remove F x", "expected an atlas"),
    ("atlas merge F -o /dev/null", "expected an atlas"),
    ("atlas extract F x -o /dev/null", "expected an atlas"),
    ("atlas export F -o /dev/null", "expected an atlas"),
    ("atlas modules F x", "expected an atlas"),
    ("atlas index F -o /dev/null", "Not a directory"),
];

const LEFT_OUT: [(&str, &str); 5] = [
    ("view", "it gives a file away as it is, part by part"),
    ("verify", "it is searched as by `info`, after a search of its first GiB"),
    ("open", "it takes a link"),
    ("completions", "it reads no file"),
    ("man", "it reads no file"),
];

/// A file of 1 TB that is a single hole.
#[test]
fn a_sparse_file_is_not_searched() {
    let folder = folder("endless-sparse");
    let path = folder.join("sparse");
    if File::create(&path).and_then(|file| file.set_len(1 << 40)).is_err() {
        eprintln!("SKIPPED a_sparse_file_is_not_searched: the disk has no files of 1 TB");
        return;
    }
    let sparse = text(&path);
    each_is_typed(&[&SEARCHED[..], &OTHERS.map(|(words, _)| words)].concat(), &LEFT_OUT);
    for words in SEARCHED {
        let said = bad(&words.replace('F', sparse), 2);
        assert!(said.contains("at most 34359738368 bytes to search for BTF"), "{words}: {said}");
    }
    for (words, why) in OTHERS {
        let said = bad(&words.replace('F', sparse), 2);
        assert!(said.contains(why), "{words}: {said}");
    }
    fs::remove_file(path).expect("removed");
}

#[test]
fn devices_have_an_end_or_are_refused() {
    for (words, why) in [
        ("info /dev/zero", "more than 1073741824 bytes"),
        ("lesson /dev/zero -o /dev/null", "more than 4194304 bytes"),
        ("atlas build -o /dev/null --meta /dev/zero relo-old.bpfel.btf", "more than 67108864 bytes"),
        ("value relo-old.bpfel.btf int @/dev/zero", "more than 67108864 bytes"),
        ("scratch /dev/zero", "up to 262144 are taken"),
        ("log core.clang.bpfel.o /dev/zero", "more than 268435456 bytes"),
        ("atlas list /dev/zero", "a pipe or a device cannot be read at many places"),
        ("history int --atlas /dev/zero", "a pipe or a device cannot be read at many places"),
        ("atlas list -", "standard input cannot be read at many places"),
    ] {
        let said = bad(words, 2);
        assert!(said.contains(why), "{words}: {said}");
    }
}

/// Pipes, such as `<(..)` in a shell, can be read only once. A command that needs the input twice keeps it.
#[test]
fn pipes_are_read_once() {
    let shell = |script: &str| {
        let run = Command::new("bash")
            .args(["-c", script, env!("CARGO_BIN_EXE_btfscope")])
            .current_dir(fixture::folder())
            .stdin(Stdio::null())
            .output();
        run.map(|run| {
            (
                run.status.code(),
                String::from_utf8_lossy(&run.stdout).into_owned(),
                String::from_utf8_lossy(&run.stderr).into_owned(),
            )
        })
    };
    let Ok(piped) = shell(
        "\"$0\" check <(cat core.clang.bpfel.o) --target relo-old.bpfel.btf --json | sed 's#/dev/fd/[0-9]*#core.clang.bpfel.o#'",
    ) else {
        eprintln!("SKIPPED pipes_are_read_once: there is no bash");
        return;
    };
    let file = run(&["check", "core.clang.bpfel.o", "--target", "relo-old.bpfel.btf", "--json"]);
    assert_eq!(piped.1, file.text());
    let (status, _, said) =
        shell("\"$0\" diff relo-old.bpfel.btf relo-old.bpfel.btf --used-by <(cat core.clang.bpfel.o)").expect("bash");
    assert_eq!((status, said.as_str()), (Some(0), ""));
    for args in [&["encode", "-", "-o", "-"][..], &["check", "-", "--target", "relo-old.bpfel.btf"]] {
        let object = fixture::read("kernel.x86_64.o");
        let run = with_input(args, &object);
        assert!(run.err.starts_with("btfscope: standard input: "), "{args:?}: {}", run.err);
    }
    let source = fixture::project().join("docs/lessons/core.md");
    let run = with_input(&["lesson", "-", "-o", "-"], &fs::read(source).expect("a lesson"));
    assert!(run.err.contains("is not there: name its folder by --files"), "{}", run.err);
}
