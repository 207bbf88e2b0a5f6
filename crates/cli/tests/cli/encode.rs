//! `encode` makes BTF from debug information.

use std::fs;
use std::process::Command;

use tests::fixture::dwarf_folder;
use tests::skip;

use crate::run::{folder, good, run, text};

#[test]
fn debug_information_becomes_a_blob() {
    let (object, blob) = (dwarf_folder().join("dwarf.gcc.x86_64.o"), folder("encode").join("dwarf.btf"));
    let made = run(&["encode", text(&object), "-o", text(&blob)]);
    assert_eq!((made.status, made.text()), (0, ""));
    let len = fs::read(&blob).expect("a file").len();
    let expected = format!(
        "btfscope: wrote {}, {len} bytes: 43 types of 1 unit, made from DWARF\n\
         btfscope: languages: C (1)\n\
         btfscope: variables left out: 1: only declared here\n",
        text(&blob)
    );
    assert_eq!(made.err, expected);
    let reference = fs::read_to_string(dwarf_folder().join("dwarf.gcc.x86_64.txt")).expect("a reference");
    assert_eq!(good(&format!("dump {}", text(&blob))), reference);
    let said = run(&["encode", text(&object), "-o", text(&blob), "--json"]);
    let said: serde_json::Value = serde_json::from_str(said.text()).expect("JSON");
    assert_eq!(
        (said["bytes"].as_u64(), said["units"].as_u64(), said["types"].as_u64()),
        (Some(len as u64), Some(1), Some(43))
    );
    assert_eq!(said["languages"], serde_json::json!([{ "name": "C", "units": 1 }]));
    let left_out = serde_json::json!([{ "reason": "only declared here", "count": 1, "places": ["elsewhere"] }]);
    assert_eq!(said["variables"], left_out);
    let verbose = run(&["encode", text(&object), "-o", text(&blob), "--verbose"]);
    assert!(verbose.err.ends_with("only declared here\nbtfscope:   elsewhere\n"), "{}", verbose.err);
}

#[test]
fn a_file_that_is_read_is_not_written_over() {
    let folder = folder("encode-over");
    let (object, link) = (folder.join("a.o"), folder.join("."));
    fs::copy(dwarf_folder().join("dwarf.gcc.x86_64.o"), &object).expect("a copy");
    let before = fs::read(&object).expect("a file");
    let same = link.join("a.o");
    for (command, to) in [("encode", &object), ("encode", &same), ("extract", &object)] {
        let refused = run(&[command, text(&object), "-o", text(to)]);
        let (to, read) = (text(to), text(&object));
        let said = format!("btfscope: {to}: it is the file that is read as {read}: write to another file\n");
        assert_eq!((refused.status, refused.err), (2, said));
    }
    assert_eq!(fs::read(&object).expect("a file"), before);
}

#[test]
fn on_a_base_only_the_rest_is_written() {
    let folder = folder("encode-base");
    let (object, base, rest) =
        (dwarf_folder().join("dwarf.gcc.x86_64.o"), folder.join("base.btf"), folder.join("rest.btf"));
    assert_eq!(run(&["encode", text(&object), "-o", text(&base)]).status, 0);
    let made = run(&["encode", text(&object), "--base", text(&base), "-o", text(&rest)]);
    assert_eq!(made.status, 0, "{}", made.err);
    // Variables and sections are never merged.
    let dump = good(&format!("dump {} --base {}", text(&rest), text(&base)));
    assert_eq!(dump.lines().filter(|line| line.starts_with('[')).count(), 6, "{dump}");
    assert!(dump.starts_with("[44] VAR 'packets' type_id=20, linkage=global\n"), "{dump}");
}

#[test]
fn what_cannot_be_converted_is_reported() {
    let folder = folder("encode-none");
    let none = run(&["encode", "kernel.x86_64.o", "-o", text(&folder.join("x.btf"))]);
    assert_eq!(none.status, 2);
    assert!(none.err.contains("it has no debug information (no section .debug_info)"), "{}", none.err);
    let object = dwarf_folder().join("dwarf.gcc.x86_64.o");
    let beside = run(&["encode", text(&object), "--with", text(&object), "-o", text(&folder.join("x.btf"))]);
    assert_eq!(beside.status, 2);
    assert!(beside.err.contains("refers to no other file"), "{}", beside.err);
    assert!(!folder.join("x.btf").exists());
}

/// Other commands also open files that have debug information and no BTF.
#[test]
fn files_without_btf_open_too() {
    let object = dwarf_folder().join("dwarf.gcc.x86_64.o");
    let dump = run(&["dump", text(&object)]);
    assert_eq!(dump.status, 0, "{}", dump.err);
    let expected = format!("btfscope: {}: it has no BTF: its 43 types are made from DWARF, of 1 unit\n", text(&object));
    assert_eq!(dump.err, expected);
    let reference = fs::read_to_string(dwarf_folder().join("dwarf.gcc.x86_64.txt")).expect("a reference");
    assert_eq!(dump.text(), reference);
    let layout = run(&["layout", text(&object), "packet"]);
    assert!(layout.text().contains("/* size: 56, cachelines: 1, members: 10 */"), "{}", layout.text());
    // `info` describes the BTF that was made, not the file.
    let info = run(&["info", text(&object)]);
    assert!(info.text().contains("note        made from DWARF, of 1 unit: "), "{}", info.text());
    let what = "what        object file; ELF, 64-bit little-endian, x86-64; types made from DWARF\n";
    assert!(info.text().contains(what), "{}", info.text());
    let said = run(&["info", text(&object), "--json"]);
    let said: serde_json::Value = serde_json::from_str(said.text()).expect("JSON");
    let said = &said["info"];
    assert_eq!(
        (&said["role"], &said["format"], &said["machine"]),
        (&"other".into(), &"dwarf".into(), &"x86-64".into())
    );
    // The BTF that was made can be extracted.
    let blob = folder("encode-extract").join("x.btf");
    let extract = run(&["extract", text(&object), "-o", text(&blob)]);
    assert!(extract.status == 0 && extract.err.contains("made from DWARF"), "{}", extract.err);
    assert_eq!(good(&format!("dump {}", text(&blob))), reference);
}

/// Compressed and archived objects without BTF: `encode` and `dump` read their debug information.
#[test]
fn debug_information_in_a_wrapping() {
    let (Ok(gzip), Ok(tar)) =
        (Command::new("gzip").arg("--version").output(), Command::new("tar").arg("--version").output())
    else {
        return skip("no gzip or tar");
    };
    assert!(gzip.status.success() && tar.status.success());
    let folder = folder("encode-packed");
    let name = "dwarf.gcc.x86_64.o";
    let (packed, archive, blob) = (folder.join("packed.o.gz"), folder.join("a.tar.gz"), folder.join("out.btf"));
    let object = dwarf_folder().join(name);
    let gz = Command::new("gzip").arg("-c").arg(&object).output().expect("gzip").stdout;
    fs::write(&packed, gz).expect("written");
    let done = Command::new("tar").arg("-C").arg(dwarf_folder()).arg("-czf").arg(&archive).arg(name).status();
    assert!(done.expect("tar").success());
    let reference = fs::read_to_string(dwarf_folder().join("dwarf.gcc.x86_64.txt")).expect("a reference");
    for (file, entry) in [(&packed, None), (&archive, Some(name))] {
        let chosen: Vec<&str> = entry.map_or(vec![], |entry| vec!["--entry", entry]);
        let made = run(&[&["encode", text(file), "-o", text(&blob)], &chosen[..]].concat());
        assert_eq!(made.status, 0, "{}", made.err);
        assert_eq!(good(&format!("dump {}", text(&blob))), reference);
        let shown = run(&[&["dump", text(file)], &chosen[..]].concat());
        assert_eq!((shown.status, shown.text()), (0, reference.as_str()), "{}", shown.err);
        assert!(shown.err.contains("its 43 types are made from DWARF, of 1 unit"), "{}", shown.err);
    }
    // If an archive has only one candidate, it is used.
    let made = run(&["encode", text(&archive), "-o", text(&blob)]);
    assert_eq!(made.status, 0, "{}", made.err);
    assert_eq!(good(&format!("dump {}", text(&blob))), reference);
}
