//! `bytes` and `info`: the offsets of sections, and what bytes mean.

use tests::fixture::{self, section};

use crate::run::{bad, good};

/// The offset of a section in a fixture.
fn start_of(file: &str, name: &str) -> usize {
    let elf = fixture::read(file);
    let bytes = section(&elf, name).unwrap_or_else(|| panic!("{file} has no {name}"));
    let starts: Vec<usize> =
        elf.windows(bytes.len()).enumerate().filter(|(_, w)| *w == bytes).map(|(at, _)| at).collect();
    assert_eq!(starts.len(), 1, "{file} {name}");
    starts[0]
}

#[test]
fn a_byte_of_the_file_and_of_the_blob() {
    let start = start_of("kernel.x86_64.o", ".BTF");
    let in_file = good(&format!("bytes kernel.x86_64.o {}", start + 4));
    let expected = format!(
        "file byte {:#x}, byte 0x4 of .BTF: header: hdr_len = 24 bytes\n\nbtf_header (file bytes {:#x}..",
        start + 4,
        start
    );
    assert!(in_file.starts_with(&expected), "{in_file}");
    assert_eq!(good("bytes kernel.x86_64.o --blob 4"), in_file);
    assert_eq!(good("bytes kernel.x86_64.o --blob 0x4"), in_file);
    assert_eq!(good("bytes kernel.x86_64.o --blob 4h"), in_file);
    let two = good("bytes kernel.x86_64.o --blob 4 0");
    assert!(
        two.starts_with(&in_file) && two.contains("\n\nfile byte") && two.contains("magic = little-endian"),
        "{two}"
    );
}

#[test]
fn members_strings_and_both_byte_orders() {
    for file in ["kernel.x86_64.btf", "kernel.s390x.btf"] {
        let blob = fixture::read(file);
        let at = blob.windows(8).position(|w| w == b"\0on_cpu\0").expect("the string") + 1;
        let text = good(&format!("bytes {file} {}", at + 2));
        assert!(text.contains(": string 0x") && text.contains("\"on_cpu\""), "{text}");
        let listing = good(&format!("bytes {file} 24"));
        assert!(listing.contains("[1]: name_off = ") && listing.contains("btf_type [1]"), "{listing}");
    }
}

#[test]
fn other_sections_are_named() {
    let ext = start_of("core.clang.bpfel.o", ".BTF.ext");
    let text = good(&format!("bytes core.clang.bpfel.o {ext}"));
    assert!(text.contains("byte 0x0 of .BTF.ext: ") && text.contains("btf_ext_header"), "{text}");
    let e = bad("bytes core.clang.bpfel.o 0", 1);
    assert!(e.starts_with("core.clang.bpfel.o: file byte 0x0 belongs to no BTF; .BTF is file bytes 0x"), "{e}");
    let strtab = start_of("core.clang.bpfel.o", ".strtab");
    let e = bad(&format!("bytes core.clang.bpfel.o {strtab}"), 1);
    assert!(e.contains("belongs to the section .strtab, which is not BTF"), "{e}");
    let e = bad("bytes kernel.x86_64.btf 1321", 1);
    assert_eq!(e, "kernel.x86_64.btf: file byte 0x529 is beyond the end, which is at 0x529");
    let e = bad("bytes kernel.x86_64.btf 0xffffffff", 1);
    assert_eq!(e, "kernel.x86_64.btf: file byte 0xffffffff is beyond the end, which is at 0x529");
    let e = bad("bytes kernel.x86_64.btf 0x200000000", 1);
    assert_eq!(e, "kernel.x86_64.btf: file byte 0x200000000 is beyond the end, which is at 0x529");
    let e = bad("bytes kernel.x86_64.o --blob 0x7000", 1);
    assert_eq!(e, "kernel.x86_64.o: .BTF ends at byte 0x529, before 0x7000");
    assert!(bad("bytes kernel.x86_64.btf 12zz", 2).contains("is not an offset"));
    assert!(bad("bytes kernel.x86_64.btf 1f", 2).contains("write 0x1f for hexadecimal"));
}

/// The value in the row with this label.
fn value<'a>(text: &'a str, label: &str) -> &'a str {
    let line = text.lines().find(|line| line.split_whitespace().next() == Some(label));
    line.unwrap_or_else(|| panic!("no {label} in {text}")).trim_start().split_once(' ').map_or("", |(_, v)| v.trim())
}

#[test]
fn info_says_what_a_file_is() {
    let text = good("info core.clang.bpfel.o");
    assert_eq!(value(&text, "what"), "BPF program; ELF, 64-bit little-endian, bpf");
    assert_eq!(value(&text, "records"), "4 func_info, 36 line_info, 27 core_relo");
    let len = section(&fixture::read("core.clang.bpfel.o"), ".BTF").expect("BTF").len();
    let start = start_of("core.clang.bpfel.o", ".BTF");
    assert!(value(&text, ".BTF").starts_with(&format!("file bytes {start:#x}..{:#x}: ", start + len)), "{text}");
    assert_eq!(
        (value(&text, "ENUM64"), value(&text, "STRUCT"), value(&text, "problems")),
        ("1", "6", "none in its form; btfscope verify says whether a kernel accepts it")
    );

    let text = good("info kernel.s390x.o");
    assert_eq!(value(&text, "what"), "kernel; ELF, 64-bit big-endian, s390x");
    assert_eq!(value(&text, "header"), "24 bytes, big-endian, pointers of 8 bytes");
    assert_eq!(value(&good("info kinds.gcc.ppc.o"), "header"), "24 bytes, big-endian, pointers of 4 bytes");

    // It has 29 slots: three of its instructions take two.
    let sample = fixture::project().join("static/samples/sample.bpf.o");
    let text = good(&format!("info {}", sample.display()));
    assert!(text.contains("  on_connect: tracing, trace_fentry on tcp_connect, 26 instructions\n"), "{text}");
}

#[test]
fn info_of_a_module_with_and_without_its_kernel() {
    let alone = good("info module.x86_64.ko");
    assert_eq!(value(&alone, "what"), "kernel module; ELF, 64-bit little-endian, x86-64");
    assert!(value(&alone, "base").starts_with("missing: name it by --base"), "{alone}");
    assert_eq!(value(&alone, "types"), "file bytes 0x2f1..0x455: 356 bytes");
    let text = good("info module.x86_64.ko --base kernel.x86_64.o");
    assert_eq!(value(&text, "base"), "kernel.x86_64.o");
    assert!(text.contains("\ntypes       16 of its own, [41] to [56], after 40 of its base\n"), "{text}");
}
