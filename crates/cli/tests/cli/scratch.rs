//! `scratch` makes BTF from C declarations.

use std::fs;

use crate::run::{folder, good, run, text, with_input};

const SOURCE: &str = "struct s {\n\tu32 a:3, b:7;\n\tlong c;\n};\n";

#[test]
fn declarations_become_a_blob() {
    let folder = folder("scratch");
    let (source, blob) = (folder.join("types.c"), folder.join("types.btf"));
    fs::write(&source, SOURCE).expect("a file");
    let made = run(&["scratch", text(&source), "-o", text(&blob)]);
    assert_eq!((made.status, made.err.as_str(), made.text()), (0, "", ""));
    assert!(good(&format!("layout {} s", text(&blob))).contains("/* size: 16, cachelines: 1, members: 3 */"));
    let made = run(&["scratch", text(&source), "--bits", "32", "--big-endian", "-o", text(&blob)]);
    assert_eq!(made.status, 0, "{}", made.err);
    assert!(good(&format!("layout {} s", text(&blob))).contains("/* size: 8, cachelines: 1, members: 3 */"));
    assert_eq!(fs::read(&blob).expect("a file")[..2], [0xeb, 0x9f]);
}

#[test]
fn a_pipe_gets_the_blob() {
    let made = with_input(&["scratch", "-"], SOURCE.as_bytes());
    assert_eq!((made.status, made.err.as_str()), (0, ""));
    assert_eq!(made.out[..2], [0x9f, 0xeb]);
}

#[test]
fn what_cannot_be_taken_is_reported_with_its_line() {
    let made = with_input(&["scratch", "-"], b"struct s {\n\tu99 a;\n\tint b;\n};\n#include <x.h>\n");
    assert_eq!(made.status, 2);
    let expected = "btfscope: -:2:2: error: no type `u99` is known here: declare it above, or did you mean `struct u99`?\n\
                    btfscope: -:5:1: note: #include is left out: what the kernel's types.h declares is known\n";
    assert_eq!(made.err, expected);
    // The declarations without errors are compiled.
    assert!(made.out.len() > 24);
    let open = with_input(&["scratch", "-"], b"struct s {");
    assert_eq!((open.status, open.out.len()), (2, 0));
    let binary = with_input(&["scratch", "-"], b"int x;\xff");
    assert_eq!((binary.status, binary.err.as_str()), (2, "btfscope: -: byte 6 is not UTF-8\n"));
}
