//! Each type of ELF relocation by hand, in both byte orders: its place, addend, rule and result (llvm_reloc.rst).

use bpf::{Object, ReloKind};
use model::elf::{ReloRow, relo_rows, relo_sections};
use tests::blob::Order;
use tests::elf::{Class, Elf, REL, STRTAB, SYMTAB, Section};

const RELA: u32 = 4;

/// Symbols: the null symbol; `.text` (section 1, 0); `target` (section 1, 0x18); `gone` (undefined).
fn symbols(order: Order) -> Vec<u8> {
    let mut bytes = vec![0; 24];
    for (name, info, section, value) in [(0, 0x03, 1, 0u64), (1, 0x12, 1, 0x18), (8, 0x10, 0, 0)] {
        bytes.extend_from_slice(&order.u32(name));
        bytes.extend_from_slice(&[info, 0]);
        bytes.extend_from_slice(&order.u16(section));
        bytes.extend_from_slice(&order.u64(value));
        bytes.extend_from_slice(&order.u64(8));
    }
    bytes
}

/// An object with one relocation, for a section of 32 bytes with these words.
fn one(order: Order, code: bool, words: [u32; 8], record: (u64, u32, u32), addend: Option<i64>) -> Object {
    let (offset, symbol, kind) = record;
    let mut rel = order.u64(offset).to_vec();
    rel.extend_from_slice(&order.u64(u64::from(symbol) << 32 | u64::from(kind)));
    rel.extend(addend.map(|a| order.u64(a as u64)).into_iter().flatten());
    let data = words.iter().flat_map(|&word| order.u32(word)).collect();
    let patched = Section { flags: if code { 6 } else { 2 }, ..Section::new(if code { "xdp" } else { ".data" }, data) };
    let kind = if addend.is_some() { RELA } else { REL };
    let bytes = Elf::new(Class::Elf64, order, 247)
        .with(patched)
        .with(Section { kind, link: 3, info: 1, entry_size: rel.len() as u64, ..Section::new(".relxdp", rel) })
        .with(Section { kind: SYMTAB, link: 4, entry_size: 24, ..Section::new(".symtab", symbols(order)) })
        .with(Section { kind: STRTAB, ..Section::new(".strtab", b"\0target\0gone\0".to_vec()) })
        .build();
    Object::parse(bytes).expect("an object")
}

fn row(object: &Object) -> ReloRow {
    let sections = relo_sections(object);
    assert_eq!((sections.len(), sections[0].count), (1, 1));
    relo_rows(object, &sections[0]).remove(0)
}

/// The offset of the place in its section, its width in bits, A, the result, and the formula.
fn said(object: &Object) -> (Option<u64>, u32, Option<i64>, Option<i64>, String) {
    let row = row(object);
    let start = object.section(1).expect("a section").file_range.start;
    (row.place.map(|p| p.start - start), row.bits, row.addend, row.result, row.formula)
}

/// A case: whether the section is code, the relocation type, the symbol, the two words at offset 8,
/// and the expected result.
type Case = (bool, u32, u32, [u32; 2], (Option<u64>, u32, Option<i64>, Option<i64>, &'static str));

const CASES: &[Case] = &[
    (true, 1, 2, [0x18, 0], (Some(12), 32, Some(0), Some(0x18), "S 0x18 + A 0 = 0x18, into both immediates")),
    (true, 1, 1, [0x18, 0xc], (Some(12), 32, Some(0xc), Some(0xc), "S 0 + A 0xc = 0xc, into both immediates")),
    // Both calls in the document's example: gfunc(), whose symbol is at 0, and the static lfunc() at 0x18.
    (true, 10, 1, [0x85, u32::MAX], (Some(12), 32, Some(0), Some(-1), "(S 0 + A 0) / 8 - 1 = -1")),
    (true, 10, 1, [0x85, 2], (Some(12), 32, Some(0x18), Some(2), "(S 0 + A 0x18) / 8 - 1 = 2")),
    (true, 10, 2, [0x85, u32::MAX], (Some(12), 32, Some(0), Some(2), "(S 0x18 + A 0) / 8 - 1 = 2")),
    (true, 10, 3, [0x85, u32::MAX], (Some(12), 32, Some(0), None, "(S + A 0) / 8 - 1; S is for the loader to find")),
    (false, 3, 2, [4, 0], (Some(8), 32, Some(4), Some(0x1c), "S 0x18 + A 0x4 = 0x1c")),
    (false, 4, 2, [4, 0], (Some(8), 32, Some(4), Some(0x1c), "S 0x18 + A 0x4 = 0x1c")),
    (false, 3, 2, [u32::MAX, 0], (Some(8), 32, Some(-1), Some(0x17), "S 0x18 + A -0x1 = 0x17")),
    // LLVM before 13 used type 10 for data as well.
    (false, 10, 2, [4, 0], (Some(8), 32, Some(4), Some(0x1c), "S 0x18 + A 0x4 = 0x1c")),
    (false, 0, 2, [4, 0], (None, 0, None, None, "nothing is patched")),
    (false, 12, 2, [4, 0], (None, 0, None, None, "no rule is known for type 12 (R_BPF_DATA_64 of older GNU tools)")),
    (false, 99, 2, [4, 0], (None, 0, None, None, "no rule is known for type 99")),
    (false, 3, 77, [4, 0], (Some(8), 32, Some(4), None, "there is no symbol 77")),
];

#[test]
fn each_type_has_its_place_addend_and_rule() {
    for order in [Order::Little, Order::Big] {
        for &(code, kind, symbol, [third, fourth], ref expected) in CASES {
            let words = [0, 0, third, fourth, 0, 0, 0, 0];
            let (place, bits, addend, result, formula) = said(&one(order, code, words, (8, symbol, kind), None));
            assert_eq!((place, bits, addend, result, formula.as_str()), *expected, "type {kind}, {order:?}");
        }
    }
}

#[test]
fn data_of_64_bits_has_the_byte_order_of_the_file() {
    for (order, words) in [(Order::Little, [0x10, 1]), (Order::Big, [1, 0x10])] {
        // R_BPF_64_ABS64, and R_BPF_64_64 as LLVM before 13 used it for data.
        for kind in [2, 1] {
            let words = [0, 0, words[0], words[1], 0, 0, 0, 0];
            let said = said(&one(order, false, words, (8, 2, kind), None));
            let expected = (Some(8), 64, Some(0x1_0000_0010), Some(0x1_0000_0028));
            assert_eq!((said.0, said.1, said.2, said.3), expected, "{order:?}");
            assert_eq!(said.4, "S 0x18 + A 0x100000010 = 0x100000028");
        }
    }
}

#[test]
fn addends_of_rela_are_in_the_record() {
    for order in [Order::Little, Order::Big] {
        let object = one(order, true, [u32::MAX; 8], (8, 2, 1), Some(-8));
        let said = said(&object);
        assert_eq!((said.2, said.3), (Some(-8), Some(0x10)));
        assert_eq!(row(&object).record.len(), 24);
        assert!(relo_sections(&object)[0].rela);
    }
}

#[test]
fn places_that_are_not_there_are_reported() {
    for offset in [28, 32, u64::MAX - 3, u64::MAX] {
        let object = one(Order::Little, true, [0; 8], (offset, 2, 1), None);
        let said = said(&object);
        assert_eq!((said.0, said.2, said.3), (None, None, None), "{offset:#x}");
        assert_eq!(said.4, "the place is not in the file");
    }
    // A relocation section that does not belong to a section of the file.
    let bytes = Elf::new(Class::Elf64, Order::Little, 247)
        .with(Section { kind: REL, link: 9, info: 99, entry_size: 16, ..Section::new(".rel", vec![0; 16]) })
        .build();
    let object = Object::parse(bytes).expect("an object");
    assert_eq!(row(&object).formula, "the section that it patches is not in the file");
    assert_eq!(relo_sections(&object)[0].patches, "[99]");
}

#[test]
fn names_are_those_of_the_document() {
    let names: Vec<&str> = [0, 1, 2, 3, 4, 10].map(|n| ReloKind::from_number(n).as_str()).to_vec();
    let all = ["R_BPF_NONE", "R_BPF_64_64", "R_BPF_64_ABS64", "R_BPF_64_ABS32", "R_BPF_64_NODYLD32", "R_BPF_64_32"];
    assert_eq!(names, all);
    assert_eq!(ReloKind::from_number(1).older_name(), Some("R_BPF_INSN_64"));
}
