//! Help and bad use.

use std::env;
use std::fs;
use std::path::Path;

use crate::run::{good, run, same};

// One a line: each command comes with its own.
#[rustfmt::skip]
const COMMANDS: &[&str] = &[
    "info",
    "dump",
    "layout",
    "find",
    "bytes",
    "users",
    "path",
    "diff",
    "field",
    "graph",
    "link",
    "relocs",
    "open",
    "disasm",
    "scratch",
    "history",
    "verify",
    "encode",
];

#[test]
fn help_is_as_it_was() {
    let mut text = good("--help");
    for command in COMMANDS {
        text += &format!("\n==== {command} ====\n\n{}", good(&format!("{command} --help")));
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/help.txt");
    if env::var_os("UPDATE").is_some() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, &text).expect("written");
    }
    let golden = fs::read_to_string(&path).expect("tests/golden/help.txt: UPDATE=1 writes it");
    same("help (UPDATE=1 accepts it)", &text, &golden);
}

#[test]
fn every_command_has_examples() {
    for command in COMMANDS {
        let help = good(&format!("{command} --help"));
        let examples = help.lines().filter(|line| line.contains(&format!("btfscope {command} "))).count();
        assert!(examples >= 2, "{command}: {help}");
    }
}

#[test]
fn bad_use_is_status_2() {
    let uses: [&[&str]; 8] = [
        &[],
        &["dance"],
        &["dump"],
        &["dump", "kernel.x86_64.btf", "--format", "pdf"],
        &["dump", "kernel.x86_64.btf", "--type"],
        &["info", "kernel.x86_64.btf", "another"],
        &["find", "kernel.x86_64.btf"],
        &["bytes", "kernel.x86_64.btf"],
    ];
    for args in uses {
        let run = run(args);
        assert_eq!((run.status, run.text()), (2, ""), "{args:?}");
        assert!(!run.err.is_empty(), "{args:?}");
    }
    assert_eq!(good("--version"), format!("btfscope {}\n", env!("CARGO_PKG_VERSION")));
}
