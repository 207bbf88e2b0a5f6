//! `.BTF.ext` as clang and gcc write it, and handmade: long records, short and long headers, an empty section.

use btf::{Btf, Endian, ErrorKind, Ext, ExtField, ExtOwner, InsnOffset, Place, StringOffset, SubSectionKind, TypeId};
use tests::blob::Order;
use tests::ext_blob::{ExtBlob, SubSection};
use tests::fixture::{self, section};
use tests::walk;

fn open(bytes: Vec<u8>) -> Ext {
    let ext = Ext::parse(bytes).unwrap_or_else(|e| panic!("{e}"));
    walk::ext(&ext);
    ext
}

fn open_fixture(name: &str) -> (Btf, Ext) {
    let file = fixture::read(name);
    let part = |which: &str| section(&file, which).unwrap_or_else(|| panic!("{name} has no {which}"));
    (Btf::parse(part(".BTF"), None).unwrap_or_else(|e| panic!("{e}")), open(part(".BTF.ext")))
}

/// Every kind of CO-RE relocation, as llvm-objdump lists them for both byte orders.
#[test]
fn core_relocations_of_clang() {
    for name in ["core.clang.bpfel.o", "core.clang.bpfeb.o"] {
        let (btf, ext) = open_fixture(name);
        assert_eq!(ext.diagnostics(), []);
        let relos: Vec<_> = ext
            .core_relos()
            .map(|(s, r)| {
                let name = |offset| btf.string(offset).unwrap();
                (name(s.name_offset), r.insn_offset.0, btf.get(r.type_id).unwrap().name(), name(r.access), r.kind)
            })
            .collect();
        assert_eq!(
            relos,
            [
                ("kprobe/offsets", 0x00, "task", "0:6", 0),
                ("kprobe/offsets", 0x08, "task", "0:5", 0),
                ("kprobe/offsets", 0x10, "task", "0:0", 0),
                ("kprobe/offsets", 0x18, "cred", "0:0", 0),
                ("kprobe/offsets", 0x28, "task", "0:9:1", 0),
                ("kprobe/offsets", 0x40, "task", "0:7:0:0", 0),
                ("kprobe/offsets", 0x50, "task", "0:8:2:1", 0),
                ("kprobe/offsets", 0x70, "task", "0:7:1:1:3", 0),
                ("kprobe/fields", 0x00, "task", "0:0", 1),
                ("kprobe/fields", 0x08, "task", "0:8", 1),
                ("kprobe/fields", 0x18, "task", "0:10", 2),
                ("kprobe/fields", 0x28, "task", "0:3", 3),
                ("kprobe/fields", 0x38, "task", "0:2", 0),
                ("kprobe/fields", 0x48, "task", "0:2", 1),
                ("kprobe/fields", 0x58, "task", "0:2", 4),
                ("kprobe/fields", 0x68, "task", "0:2", 5),
                ("kprobe/fields", 0x78, "task", "0:4", 4),
                ("kprobe/fields", 0x88, "task", "0:4", 5),
                ("kprobe/fields", 0x98, "task___old", "0:1", 2),
                ("kprobe/types", 0x00, "task", "0", 6),
                ("kprobe/types", 0x10, "only_the_type", "0", 7),
                ("kprobe/types", 0x28, "task_t", "0", 8),
                ("kprobe/types", 0x38, "payload", "0", 9),
                ("kprobe/types", 0x48, "cred", "0", 12),
                ("kprobe/values", 0x00, "access", "1", 10),
                ("kprobe/values", 0x10, "access", "2", 11),
                ("kprobe/values", 0x28, "wide_access", "1", 11),
            ]
        );
    }
}

#[test]
fn functions_and_lines_of_clang() {
    for name in ["core.clang.bpfel.o", "core.clang.bpfeb.o"] {
        let (btf, ext) = open_fixture(name);
        let text = |offset| btf.string(offset).unwrap();
        let funcs: Vec<_> = ext
            .func_infos()
            .map(|(s, f)| (text(s.name_offset), f.insn_offset, btf.get(f.type_id).unwrap().name()))
            .collect();
        let at_0 = InsnOffset(0);
        assert_eq!(
            funcs,
            [
                ("kprobe/offsets", at_0, "offsets"),
                ("kprobe/fields", at_0, "fields"),
                ("kprobe/types", at_0, "types"),
                ("kprobe/values", at_0, "values")
            ]
        );
        assert_eq!(ext.line_infos().count(), 14 + 12 + 6 + 4);
        // The text of each line is the line in the source.
        let source = std::fs::read_to_string(fixture::project().join("tests/fixtures/src/core.bpf.c")).unwrap();
        let lines: Vec<&str> = source.lines().collect();
        for (_, line) in ext.line_infos() {
            assert_eq!(text(line.file), "./core.bpf.c");
            let bytes = btf.string_bytes(line.text).unwrap();
            assert_eq!(lines[line.line as usize - 1], btf::source_line(bytes), "line {}", line.line);
        }
        let (_, second) = ext.line_infos().nth(1).unwrap();
        assert_eq!((second.insn_offset.0, second.line, second.column), (8, 68, 37));
    }
}

/// gcc-bpf 12 writes a header, and four bytes that nothing refers to.
#[test]
fn the_empty_section_of_gcc() {
    let (_, ext) = open_fixture("kinds.gcc.bpf.o");
    assert_eq!((ext.bytes().len(), ext.header().hdr_len, ext.subsections().len()), (36, 32, 0));
    assert_eq!(ext.owner(32).map(|o| (o.owner, o.range.len())), Some((ExtOwner::Gap, 4)));
}

fn sample(order: Order, hdr_len: u32, longer: u32) -> ExtBlob {
    let blocks = |words: usize| {
        let record = |base: u32| (base..).take(words).collect::<Vec<u32>>();
        vec![(1, vec![record(0x10), record(0x20)]), (7, vec![record(0x30)])]
    };
    ExtBlob {
        func_info: Some(SubSection { record_size: 8 + longer, blocks: blocks(2) }),
        line_info: Some(SubSection { record_size: 16 + longer, blocks: blocks(4) }),
        core_relo: (hdr_len >= 32).then(|| SubSection { record_size: 16 + longer, blocks: blocks(4) }),
        ..ExtBlob::new(order, hdr_len)
    }
}

#[test]
fn headers_and_records_of_all_lengths() {
    for order in Order::BOTH {
        for hdr_len in [24, 32, 36, 64] {
            for longer in [0, 4, 16] {
                for gap in [0, 4] {
                    let blob = ExtBlob { gap, trailing: gap * 2, ..sample(order, hdr_len, longer) };
                    let ext = open(blob.build());
                    assert_eq!(ext.diagnostics(), [], "{hdr_len} {longer} {gap}");
                    assert_eq!(ext.header().endian == Endian::Big, order == Order::Big);
                    assert_eq!(ext.subsections().len(), if hdr_len >= 32 { 3 } else { 2 });
                    let funcs: Vec<_> =
                        ext.func_infos().map(|(s, f)| (s.name_offset.0, f.insn_offset.0, f.type_id.0)).collect();
                    assert_eq!(funcs, [(1, 0x10, 0x11), (1, 0x20, 0x21), (7, 0x30, 0x31)]);
                    let lines: Vec<_> = ext.line_infos().map(|(_, l)| (l.insn_offset.0, l.file.0, l.text.0)).collect();
                    assert_eq!(lines, [(0x10, 0x11, 0x12), (0x20, 0x21, 0x22), (0x30, 0x31, 0x32)]);
                    let relos: Vec<_> = ext.core_relos().map(|(_, r)| (r.type_id, r.access, r.kind)).collect();
                    let expected = [
                        (TypeId(0x11), StringOffset(0x12), 0x13),
                        (TypeId(0x21), StringOffset(0x22), 0x23),
                        (TypeId(0x31), StringOffset(0x32), 0x33),
                    ];
                    assert_eq!(relos, if hdr_len >= 32 { &expected[..] } else { &[] });
                    // The bytes after the known part of a record belong to that record, as one range.
                    let (_, first) = ext.func_infos().next().unwrap();
                    let owned = ext.owner(first.range.end).unwrap();
                    if longer > 0 {
                        let ExtOwner::Record { record: 0, field: ExtField::Unknown, .. } = owned.owner else {
                            panic!("{owned:?}");
                        };
                        assert_eq!(owned.range.len(), longer);
                    }
                }
            }
        }
    }
}

#[test]
fn lines_and_columns_share_a_word() {
    let mut blob = ExtBlob::new(Order::Big, 32);
    blob.line_info = Some(SubSection { record_size: 16, blocks: vec![(0, vec![vec![0, 0, 0, 70_000 << 10 | 1023]])] });
    let ext = open(blob.build());
    assert_eq!(ext.line_infos().map(|(_, l)| (l.line, l.column)).collect::<Vec<_>>(), [(70_000, 1023)]);
}

#[test]
fn damage_is_reported() {
    for order in Order::BOTH {
        let kinds =
            |bytes: Vec<u8>| -> Vec<ErrorKind> { open(bytes).diagnostics().iter().map(|d| d.kind.clone()).collect() };
        let mut short = sample(order, 32, 0);
        short.func_info = Some(SubSection { record_size: 4, blocks: vec![(1, vec![vec![1]])] });
        assert_eq!(kinds(short.build()), [ErrorKind::BadRecordSize { size: 4, min: 8 }]);

        let mut none = sample(order, 32, 0);
        none.line_info = Some(SubSection { record_size: 16, blocks: Vec::new() });
        assert_eq!(kinds(none.build()), [ErrorKind::NoRecords]);
        none.line_info = Some(SubSection { record_size: 16, blocks: vec![(1, Vec::new())] });
        assert_eq!(kinds(none.build()), [ErrorKind::NoRecords]);

        // Cut within the last record of core_relo.
        let whole = sample(order, 32, 0).build();
        let ext = open(whole[..whole.len() - 1].to_vec());
        assert_eq!((ext.func_infos().count(), ext.core_relos().count()), (3, 2));
        assert_eq!(ext.subsection(SubSectionKind::CoreRelo).map(|s| s.sections.len()), Some(2));
        assert!(!ext.diagnostics().is_empty());

        let mut version = whole.clone();
        version[2] = 2;
        assert_eq!(Ext::parse(version).map_err(|e| e.kind).err(), Some(ErrorKind::BadVersion(2)));
        assert_eq!(Ext::parse(Vec::new()).map_err(|e| e.kind).err(), Some(ErrorKind::Empty));
        let cut = Ext::parse(whole[..20].to_vec()).map_err(|e| e.kind).err();
        assert_eq!(cut, Some(ErrorKind::TruncatedHeader { need: 32, have: 20 }));
    }
}

/// Faults in `.BTF.ext` are diagnostics of that section, not of the BTF.
#[test]
fn problems_are_those_of_this_section() {
    for order in Order::BOTH {
        let header = |hdr_len: u32, func_info_len: u32| -> Vec<u8> {
            let words = [hdr_len, 0, func_info_len, func_info_len, 0].map(|word| order.u32(word));
            [&order.u16(0xeb9f)[..], &[1, 0], words.as_flattened()].concat()
        };
        let short = Ext::parse(header(7, 0)).unwrap_err();
        assert_eq!(short.kind, ErrorKind::HeaderTooShort { len: 7, min: 8 });
        assert!(short.to_string().starts_with(".BTF.ext: hdr_len is 7, but at least 8 is needed"), "{short}");

        let records = |size: u32| [header(24, 4), order.u32(size).to_vec()].concat();
        let odd = Ext::parse(records(10)).unwrap();
        let text = odd.diagnostics()[0].to_string();
        assert!(text.starts_with(".BTF.ext: record size 10, but it must be a multiple of 4 and at least 8"), "{text}");

        // 600 section headers without records: at most 500 diagnostics are listed.
        let mut many = header(24, 4 + 600 * 8);
        many.extend(order.u32(8));
        many.extend((0..600).flat_map(|_| [order.u32(1), order.u32(0)].concat()));
        let many = Ext::parse(many).unwrap();
        let last = many.diagnostics().last().unwrap();
        assert_eq!((&last.kind, last.place), (&ErrorKind::More { count: 100 }, Place::Ext));
        assert_eq!(last.to_string().split(" (").next(), Some(".BTF.ext: 100 more problems are not listed"));
    }
}
