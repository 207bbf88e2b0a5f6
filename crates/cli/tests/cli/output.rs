//! Pipes, colours, full disks.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

use tests::blob::Order;
use tests::large::many_types;

use crate::run::{folder, good, program, run, text};

/// A file whose listings are larger than a pipe's buffer.
fn large(test: &str) -> String {
    let path = folder(test).join("large.btf");
    fs::write(&path, many_types(Order::Little, 4000).build()).expect("written");
    text(&path).to_owned()
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let file = large("pipe");
    let commands: [&[&str]; 6] = [
        &["dump", &file],
        &["dump", &file, "--format", "json"],
        &["dump", &file, "--format", "c"],
        &["find", &file, "record"],
        &["find", &file, "record", "--json"],
        &["dump", &file, "--color", "always"],
    ];
    for args in commands {
        let mut child = program().args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
        // As in `| head -1`: read one line, then close the pipe.
        let mut line = String::new();
        BufReader::with_capacity(16, child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        assert!(!line.is_empty());
        let mut errors = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut errors).expect("text");
        let status = child.wait().expect("it ends");
        assert_eq!((status.code(), errors.as_str()), (Some(0), ""), "{args:?}");
    }
}

#[test]
fn a_full_disk_is_reported() {
    let Ok(full) = File::options().write(true).open("/dev/full") else { return };
    for args in [
        vec!["dump", "kernel.x86_64.btf"],
        vec!["info", "kernel.x86_64.btf"],
        vec!["--help"],
        vec!["extract", "--help"],
        vec!["--version"],
        vec!["extract", "kernel.x86_64.btf", "-o", "-"],
    ] {
        let out = program().args(&args).stdout(full.try_clone().expect("a handle")).output().expect("it runs");
        let errors = String::from_utf8(out.stderr).expect("text");
        assert_eq!(out.status.code(), Some(2));
        assert!(errors.starts_with("btfscope: cannot write: "), "{errors}");
    }
}

/// Removes the colours.
fn plain(coloured: &str) -> String {
    let mut pieces = coloured.split("\x1b[");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |all, piece| all + piece.split_once('m').expect("a colour").1)
}

#[test]
fn colours_only_when_asked_or_on_a_terminal() {
    let dump = "dump kinds.clang.bpfel.o --format c";
    for words in [dump, "layout kernel.x86_64.btf task_struct", "find kernel.x86_64.btf net", "info kernel.x86_64.btf"]
    {
        let without = good(words);
        assert!(!without.contains('\x1b'), "{words}");
        assert_eq!(good(&format!("{words} --color never")), without);
        let with = good(&format!("{words} --color always"));
        assert!(with.contains("\x1b["), "{words}");
        assert_eq!(plain(&with), without, "{words}");
    }
    assert!(good(&format!("{dump} --color always")).contains("\x1b[34mstruct\x1b[0m"), "keywords have their colour");
    assert_eq!(run(&["--color", "purple", "info", "kernel.x86_64.btf"]).status, 2);
    assert_eq!(run(&["--color", "always", "info", "kernel.x86_64.btf"]).status, 0);
}
