//! Refusals by libbpf at load, before it asks the kernel. The objects are made by clang, or by changing bytes. Our prediction is
//! checked; in the extended run also against libbpf in this process (which needs root and bpf()).
#![cfg(feature = "libbpf")]

use std::fs;
use std::path::{Path, PathBuf};

use libbpf_tests::load::{Only, load_on};
use tests::extended::is_extended;
use tests::skip;

/// Compiles a program with the declaration tag `tag`, and a function `cb` that the tag may name. Returns `None` without
/// clang.
fn callback(before_callback: &str, tag: &str, before_program: &str) -> Option<Vec<u8>> {
    let source = format!(
        "#define SEC(name) __attribute__((section(name), used))\n\
         #define TAG(text) __attribute__((btf_decl_tag(text)))\n\
         {before_callback} __attribute__((noinline, used)) int cb(unsigned long long cookie) {{ return cookie + 1; }}\n\
         {before_program}\n\
         TAG(\"{tag}\") SEC(\"tc\") int p(void *ctx) {{ return 0; }}\n\
         char LICENSE[] SEC(\"license\") = \"GPL\";\n"
    );
    let clang = xtask::tools::CLANG.found().map_err(|why| skip(&why)).ok()?;
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let (c, o) = (folder.join("callback.c"), folder.join("callback.o"));
    fs::write(&c, source).expect("a file for the source");
    let args = ["-target", "bpf", "-O2", "-g", "-c", "-o"];
    let status = clang.command().args(args).arg(&o).arg(&c).status().expect("clang starts");
    assert!(status.success(), "clang compiles");
    Some(fs::read(&o).expect("an object"))
}

/// The rule and the line of our refusal. In the extended run, also checks that libbpf prints the
/// same line.
fn refused(what: &str, bytes: &[u8]) -> Option<(&'static str, String)> {
    let opened = open::open(bytes, "object");
    assert!(opened.opens(), "{what}: {:?}", opened.refusal);
    let first = opened.load.first().map(|load| (load.refusal.rule.id, load.refusal.line.clone().unwrap_or_default()));
    if is_extended() {
        let loaded = load_on(bytes, Only::ByItself, None);
        match &first {
            _ if loaded.not_permitted => skip("there is no right to load programs (CAP_BPF)"),
            Some((rule, line)) => {
                let said = loaded.log.lines().any(|said| said.trim_start_matches("libbpf: ") == line);
                assert!(!loaded.ok && said, "{what}, {rule}: {line}\n{}", loaded.log);
            }
            None => assert!(!loaded.log.contains("failed to relocate"), "{what}: {}", loaded.log),
        }
    }
    first
}

#[test]
fn exception_callbacks_are_global_functions() {
    let tag = "exception_callback:cb";
    let say = |line: &str| Some(("L13", format!("prog 'p': {line}")));
    let on_static = "TAG(\"exception_callback:cb\") static __attribute__((noinline, used)) int q(void) { return 1; }";
    let cases = [
        ("", tag, "", None),
        ("", "exception_callback:other", "", say("cannot find exception callback 'other'")),
        ("", "exception_callback:", "", say("exception_callback:<value> decl tag contains empty value")),
        ("static", tag, "", say("exception callback cb must be a global non-hidden function")),
        (
            "__attribute__((visibility(\"hidden\")))",
            tag,
            "",
            say("exception callback cb must be a global non-hidden function"),
        ),
        ("", tag, on_static, say("exception_callback:<value> decl tag not applied to the main program")),
        ("", "exception_callbacks", "", None),
    ];
    for (before, text, other, expected) in cases {
        let Some(bytes) = callback(before, text, other) else { return };
        assert_eq!(refused(&format!("{before} {text} {other}"), &bytes), expected, "{before} {text} {other}");
    }
}

/// The first CO-RE record of a sample gets an offset within an instruction; or its section header
/// loses its name. Each is refused.
#[test]
fn records_are_at_instructions() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../static/samples/lessons/sizes.bpf.o");
    let bytes = fs::read(path).expect("the sample");
    assert_eq!(refused("sound", &bytes), None);
    let object = bpf::Object::parse(bytes.clone()).expect("an object");
    let ext = object.section_named(".BTF.ext").expect(".BTF.ext").file_range;
    let word = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]) as usize;
    let start = ext.start as usize;
    // After the header: the size of a record, then a section's name and count.
    let records = start + word(start + 4) + word(start + 24) + 4;
    let line = "failed to perform CO-RE relocations: -EINVAL";
    for (what, at, value) in [("within an instruction", records + 8, 4u32), ("without a name", records, 0)] {
        let mut broken = bytes.clone();
        broken[at..at + 4].copy_from_slice(&value.to_le_bytes());
        // libbpf 1.7 prints -22 in place of -EINVAL.
        let first = open::open(&broken, "object").load.first().map(|l| (l.refusal.rule.id, l.refusal.line.clone()));
        assert_eq!(first, Some(("L7", Some(line.to_owned()))), "{what}");
        if is_extended() {
            let loaded = load_on(&broken, Only::ByItself, None);
            let said = loaded.log.contains("failed to perform CO-RE relocations: -22") || loaded.log.contains(line);
            assert!(loaded.not_permitted || !loaded.ok && said, "{what}: {}", loaded.log);
        }
    }
}
