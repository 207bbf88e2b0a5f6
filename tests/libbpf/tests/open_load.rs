//! Refusals by libbpf at load, before it asks the kernel. The objects are made by clang, or by changing bytes. Our
//! prediction is checked; in the extended run also against libbpf in this process (which needs root and bpf()).
#![cfg(feature = "libbpf")]

use std::fs;
use std::path::{Path, PathBuf};

use bpf::Insn;
use btf::Endian;
use libbpf_tests::load::{Only, load_on};
use tests::blob::Order;
use tests::elf::{Class, Elf, REL, STRTAB, SYMTAB, Section};
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

/// A load of a function's address (source register 4) with a relocation against something else: the line has the number
/// of libbpf's kind of relocation, 7 for a jump table (`RELO_INSN_ARRAY`) and 2 for a variable (`RELO_DATA`).
#[test]
fn a_functions_address_is_no_table() {
    for (section, number) in [(".jumptables", 7), (".data", 2)] {
        let load = Insn { code: 0x18, dst: 1, src: 4, off: 0, imm: 0 };
        let rest = [(0, 0), (0xb7, 0), (0x95, 0)].map(|(code, imm)| Insn { code, dst: 0, src: 0, off: 0, imm });
        let code: Vec<u8> = [load].into_iter().chain(rest).flat_map(|insn| insn.encode(Endian::Little)).collect();
        let mut symbols = vec![0; 24];
        // A local variable `t`, and a global function `p`: name, binding and type, section, value, size.
        for (name, info, section, size) in [(3u32, 0x01, 2u16, 8), (1, 0x12, 1, code.len() as u64)] {
            symbols.extend(name.to_le_bytes());
            symbols.extend([info, 0]);
            symbols.extend(section.to_le_bytes());
            symbols.extend([0, size].into_iter().flat_map(u64::to_le_bytes));
        }
        let relocation = [0u64, 1 << 32 | 1].into_iter().flat_map(u64::to_le_bytes).collect();
        let elf = Elf::new(Class::Elf64, Order::Little, 247)
            .with(Section { flags: 6, align: 8, ..Section::new("tc", code) })
            .with(Section { flags: 2, align: 8, ..Section::new(section, vec![0; 8]) })
            .with(Section {
                kind: REL,
                link: 4,
                info: 1,
                entry_size: 16,
                align: 8,
                ..Section::new(".reltc", relocation)
            })
            .with(Section {
                kind: SYMTAB,
                link: 5,
                info: 2,
                entry_size: 24,
                align: 8,
                ..Section::new(".symtab", symbols)
            })
            .with(Section { kind: STRTAB, ..Section::new(".strtab", b"\0p\0t\0".to_vec()) });
        let line = format!("prog 'p': unexpected relo for insn #0, type {number}");
        assert_eq!(refused(section, &elf.build()), Some(("L10", line)));
    }
}
