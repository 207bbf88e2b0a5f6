//! A `vmlinux.h` opens like a kernel.

use std::fs;
use std::process::Command;

use tests::skip;

use crate::run::{folder, run, text};

/// A header with the registers of s390x, a sound struct (`whole`), a struct with a member of an undefined type
/// (`half`), and a struct that contains `half`.
const HEADER: &str = "typedef unsigned long long u64;\nstruct pt_regs {\n\tunsigned long gprs[16];\n\tunsigned long psw;\n};\n\
    struct whole {\n\tint a: 3;\n\tlong b;\n};\nstruct half {\n\tint first;\n\tstruct missing m;\n\tint last;\n};\n\
    struct of_half {\n\tstruct half h;\n};\nenum {\n\tfalse = 0,\n\ttrue = 1,\n};\n";

#[test]
fn a_header_opens_like_a_kernel() {
    let folder = folder("header");
    let header = folder.join("vmlinux.h");
    fs::write(&header, HEADER).expect("a file");
    let shown = run(&["layout", text(&header), "whole"]);
    assert!(
        shown.status == 0 && shown.text().contains("/* size: 16, cachelines: 1, members: 2 */"),
        "{}",
        shown.text()
    );
    // Nothing is guessed: a struct with a member of an undefined type is only declared, and a message names its line.
    let said = "vmlinux.h: 2 declarations were not taken: line 12: a member of `struct missing`, which is not defined above, is not possible";
    assert!(shown.err.contains(said), "{}", shown.err);
    assert!(shown.err.contains("line 16: "), "{}", shown.err);
    let raw = run(&["dump", text(&header), "--format", "raw"]).text().to_owned();
    assert!(raw.contains("FWD 'half'") && !raw.contains("STRUCT 'half'") && !raw.contains("STRUCT 'of_half'"), "{raw}");
    assert!(raw.contains("'true' val=1"), "{raw}");
    // The registers tell the machine.
    let info = run(&["info", text(&header)]).text().to_owned();
    assert!(info.contains("C declarations, s390x") && info.contains("whose structs it declares"), "{info}");
}

/// A compressed header opens as an uncompressed one does.
#[test]
fn a_compressed_header_opens_like_a_kernel() {
    let folder = folder("header-packed");
    let (plain, packed) = (folder.join("vmlinux.h"), folder.join("vmlinux.h.gz"));
    fs::write(&plain, HEADER).expect("a file");
    let gzip = |content: &[u8]| {
        fs::write(&plain, content).expect("a file");
        let packed_bytes = Command::new("gzip").arg("-c").arg(&plain).output()?.stdout;
        fs::write(&packed, packed_bytes)
    };
    if let Err(why) = gzip(HEADER.as_bytes()) {
        return skip(&format!("no gzip: {why}"));
    }
    assert_eq!(run(&["dump", text(&packed)]).text(), run(&["dump", text(&plain)]).text());
    let info = run(&["info", text(&packed)]).text().to_owned();
    assert!(info.contains("C declarations, s390x") && info.contains("gzip"), "{info}");
    let arm = run(&["layout", text(&packed), "whole", "--machine", "arm"]);
    assert!(arm.text().contains("/* size: 8, cachelines: 1, members: 2 */"), "{}", arm.text());
    // A compressed text that is no header is refused, and the message is about the unpacked text.
    gzip(b"a struct is a type\n").expect("as before");
    let other = run(&["info", text(&packed)]);
    assert!(other.status == 2 && other.err.contains("in gzip, found text"), "{}", other.err);
}

/// `--machine` gives the layouts of another machine, for a header that names none or the wrong one.
#[test]
fn the_machine_of_a_header_can_be_named() {
    let folder = folder("header-machine");
    let header = folder.join("vmlinux.h");
    fs::write(&header, HEADER).expect("a file");
    // A long has four bytes on arm.
    let shown = run(&["layout", text(&header), "whole", "--machine", "arm"]);
    assert!(shown.text().contains("/* size: 8, cachelines: 1, members: 2 */"), "{}", shown.text());
    let info = run(&["--machine", "arm64", "info", text(&header)]).text().to_owned();
    assert!(info.contains("C declarations, arm64") && info.contains("arm64, as asked"), "{info}");
    let wrong = run(&["info", text(&header), "--machine", "vax"]);
    assert!(
        wrong.status == 2 && wrong.err.contains("no machine of this name; there are x86-64, arm64"),
        "{}",
        wrong.err
    );
}

#[test]
fn other_texts_and_open_brackets_are_told() {
    let folder = folder("header-not");
    let of = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, bytes).expect("a file");
        run(&["info", text(&path)])
    };
    let plain = of("notes.txt", b"a struct is a type\n");
    assert!(plain.status == 2 && plain.err.contains("BTF"), "{}", plain.err);
    let open = of("open.h", b"struct s {\n\tint a;\n");
    assert!(open.status == 2 && open.err.contains("open.h: line 1: this `{` is not closed"), "{}", open.err);
    let binary = of("binary.h", b"struct s {\n\tint a;\n};\n\0\0");
    assert_eq!(binary.status, 2, "{}", binary.err);
}
