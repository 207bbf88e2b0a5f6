//! Values as text, compared with libbpf in this process (`btf_dump__dump_type_data`).
//!
//! libbpf always reads values in the machine's byte order. A BTF of the other byte order is swapped when libbpf opens
//! it (bit offsets keep their values); bytes of values never are. So our text of a value in the machine's byte order
//! must be equal to libbpf's, for BTFs of both orders. Another test checks the other byte order of values by reversing
//! the bytes of each value.
#![cfg(feature = "libbpf")]

use btf::{Btf, Endian, Kind, TypeId};
use libbpf_tests::LibbpfBtf;
use libbpf_tests::values::{DataOptions, dump_type_data};
use tests::blob::{Blob, Order, bits, kind};
use tests::extended;
use tests::kernels::kernel;
use tests::reference::{Corpus, part_or_skip};
use value::{Node, Printer, Record, Shape, TextOptions, read_bits, text, write_bits};

/// Kernels of both byte orders, with 8-byte pointers.
const KERNELS: [&str; 3] = [
    "linux-6.12.107+deb13-s390x_6.12.107-1.btf",
    "linux-6.18.15+deb13-amd64_6.18.15-1-bpo13+1.btf",
    "linux-6.12.107+deb13-powerpc64le_6.12.107-1.btf",
];

/// A generator of pseudo-random numbers, the same for each seed.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n.max(1)
    }

    /// Bytes in one of five forms: random, mostly zeros, text, small numbers, zeros.
    fn fill(&mut self, form: u64, len: usize) -> Vec<u8> {
        (0..len)
            .map(|_| {
                let n = self.next();
                match form % 5 {
                    0 => n as u8,
                    1 if n.is_multiple_of(8) => (n >> 8) as u8,
                    2 if !n.is_multiple_of(16) => b' ' + (n >> 8) as u8 % 95,
                    3 if n.is_multiple_of(3) => (n >> 8) as u8 % 8,
                    _ => 0,
                }
            })
            .collect()
    }
}

/// Our options and libbpf's, from the bits of a number.
fn options(bits: u64) -> (TextOptions, DataOptions) {
    let flag = |i: u64| bits >> i & 1 == 1;
    let indent = ["\t", "  ", "", "0123456789012345678901234567890123456789"][bits as usize >> 4 & 3].to_owned();
    let level = (bits >> 6 & 3) as u32;
    let ours = TextOptions {
        printer: Printer::Libbpf,
        indent: indent.clone(),
        indent_level: level,
        compact: flag(0),
        skip_names: flag(1),
        emit_zeroes: flag(2),
        emit_strings: flag(3),
    };
    let theirs = DataOptions {
        // `None` for libbpf's default, the tab.
        indent: (indent != "\t").then_some(indent),
        indent_level: level as i32,
        compact: flag(0),
        skip_names: flag(1),
        emit_zeroes: flag(2),
        emit_strings: flag(3),
    };
    (ours, theirs)
}

/// The bytes at a 16-byte aligned address with zeros after them, since libbpf reads past the end.
fn aligned(bytes: &[u8]) -> Vec<u128> {
    let mut padded = bytes.to_vec();
    padded.resize(bytes.len().next_multiple_of(16) + (1 << 17), 0);
    padded.as_chunks::<16>().0.iter().map(|chunk| u128::from_ne_bytes(*chunk)).collect()
}

fn open(corpus: &Corpus, name: &str) -> (std::sync::Arc<Btf>, LibbpfBtf) {
    let ours = kernel(corpus, name);
    let theirs = LibbpfBtf::new(ours.bytes(), None).unwrap_or_else(|errno| panic!("{name}: errno {errno}"));
    (ours, theirs)
}

/// A sample of the types with a size, evenly spread over a kernel. Most are structs.
fn chosen(btf: &Btf, wanted: usize) -> Vec<TypeId> {
    let has_size = |id: TypeId| btf.size_of(id).is_ok_and(|size| size < 1 << 16);
    let structs: Vec<TypeId> = btf.types().filter(|t| t.kind().is_composite()).map(|t| t.id()).collect();
    let others = btf.types().filter(|t| !t.kind().is_composite() && t.kind() != Kind::DeclTag).map(|t| t.id());
    let others: Vec<TypeId> = others.filter(|&id| has_size(id)).collect();
    let structs: Vec<TypeId> = structs.into_iter().filter(|&id| has_size(id)).collect();
    let even = |all: &[TypeId], n: usize| -> Vec<TypeId> {
        let step = (all.len() / n.max(1)).max(1);
        all.iter().copied().skip(extended::seed(0) as usize % step).step_by(step).take(n).collect()
    };
    let mut ids = even(&structs, wanted * 3 / 4);
    ids.extend(even(&others, wanted - wanted * 3 / 4));
    // Up to 20 types of rare kinds are added: DATASEC, ENUM64, FLOAT.
    let rare = |t: &btf::Type<'_>| matches!(t.kind(), Kind::DataSec | Kind::Enum64 | Kind::Float);
    ids.extend(btf.types().filter(rare).map(|t| t.id()).filter(|&id| has_size(id)).take(20));
    ids
}

fn first_difference(ours: &str, theirs: &str) -> String {
    let at = ours.bytes().zip(theirs.bytes()).position(|(a, b)| a != b).unwrap_or(ours.len().min(theirs.len()));
    let from = at.saturating_sub(160);
    let part = |text: &str| {
        String::from_utf8_lossy(&text.as_bytes()[from.min(text.len())..(at + 80).min(text.len())]).into_owned()
    };
    format!("at {at}:\n--- ours\n{}\n--- libbpf\n{}", part(ours), part(theirs))
}

#[test]
fn the_text_is_libbpfs() {
    let Some(corpus) = part_or_skip("kernels") else { return };
    let order = if cfg!(target_endian = "little") { Endian::Little } else { Endian::Big };
    let mut numbers = Numbers(extended::seed(18));
    let (mut compared, mut types, mut failed, mut bytes) = (0, 0, 0, 0);
    let mut wrong = Vec::new();
    let rounds = extended::rounds(3);
    for name in KERNELS {
        let (btf, theirs) = open(&corpus, name);
        for (i, id) in chosen(&btf, 700).into_iter().enumerate() {
            let size = btf.size_of(id).expect("a size") as usize;
            types += 1;
            for round in 0..rounds {
                // Over the rounds, each of the 256 combinations of options is used.
                let choice = (i as u64 * rounds + round) * 37 % 256;
                let (ours_options, theirs_options) = options(choice);
                let form = numbers.below(5);
                let whole = numbers.fill(form, size);
                let cut = if numbers.below(4) == 0 { numbers.below(size as u64 + 1) as usize } else { size };
                let data = &whole[..cut];
                let record = Record::new(&btf, id, data).expect("a size").in_order(order);
                let ours = text(&record, &ours_options);
                let (text, result) = dump_type_data(&theirs, id.0, &aligned(data), cut, &theirs_options);
                let text = String::from_utf8(text).expect("text");
                let ours_result = ours.result.map_or_else(|e| -e.errno(), |size| size as i32);
                compared += 1;
                failed += u32::from(result < 0);
                bytes += text.len();
                if (ours.text.as_str(), ours_result) != (text.as_str(), result) && wrong.len() < 10 {
                    wrong.push(format!(
                        "{name} [{id}] {}, options {choice}, form {form}, {cut} of {size} bytes: {ours_result}, libbpf {result}, {}",
                        dump::type_name(&btf, id),
                        first_difference(&ours.text, &text)
                    ));
                }
            }
        }
    }
    println!("{types} types, {compared} texts of {bytes} bytes, {failed} of them ended by an error");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(types >= 2000 && compared >= 6000 && failed > 100, "{types} types, {compared} texts, {failed} errors");
}

/// The innermost values of a record, by offset. `None` if two of them share bits (unions), if some are missing, or if
/// there are very many.
fn leaves(record: &Record<'_>) -> Option<Vec<Node>> {
    let mut found = Vec::new();
    let mut left = vec![record.root()];
    while let Some(node) = left.pop() {
        match node.shape {
            Shape::Scalar(_) => found.push(node),
            Shape::Group(value::Group::Union, _) | Shape::Missing(_) => return None,
            Shape::Group(_, len) => left.extend(record.children(&node, 0..len)),
        }
        if found.len() > 1 << 14 {
            return None;
        }
    }
    found.sort_by_key(|n| n.bit_offset);
    found.windows(2).all(|pair| pair[0].end() <= pair[1].bit_offset).then_some(found)
}

/// A big-endian record, made from a little-endian one by reversing each value, must give the same text. (A test above
/// compares the little-endian text with libbpf's.) Types with unions are left out, and types with bitfields, whose
/// places differ (`crates/value/tests` has some).
#[test]
fn big_endian_values_give_the_same_text() {
    let Some(corpus) = part_or_skip("kernels") else { return };
    let mut numbers = Numbers(extended::seed(5));
    let mut compared = 0;
    for name in KERNELS {
        let btf = kernel(&corpus, name);
        for id in chosen(&btf, 700) {
            let size = btf.size_of(id).expect("a size") as usize;
            let bytes = numbers.fill(0, size);
            let little = Record::new(&btf, id, &bytes).expect("a size").in_order(Endian::Little);
            let Some(leaves) = leaves(&little) else { continue };
            if leaves.iter().any(|n| n.bitfield || n.bit_offset % 8 != 0 || n.bits % 8 != 0) {
                continue;
            }
            let mut turned = bytes.clone();
            for leaf in &leaves {
                let raw = read_bits(&bytes, leaf.bit_offset, leaf.bits as u32, Endian::Little).expect("bits");
                assert!(write_bits(&mut turned, leaf.bit_offset, leaf.bits as u32, Endian::Big, raw));
            }
            let big = Record::new(&btf, id, &turned).expect("a size").in_order(Endian::Big);
            for printer in [Printer::Kernel, Printer::Libbpf] {
                let options = TextOptions { printer, emit_zeroes: true, ..TextOptions::default() };
                assert_eq!(text(&little, &options), text(&big, &options), "{name} [{id}] {printer:?}");
            }
            compared += 1;
        }
    }
    assert!(compared > 500, "{compared} compared");
}

/// Types that kernels rarely have: floating-point numbers, ENUM64, variables and sections, packed members, tags, types
/// of the same name.
fn made_by_hand() -> Blob {
    let mut blob = Blob::new(Order::Little);
    let (int, u32_, u8_) = (blob.int("int", 4, 1), blob.int("unsigned int", 4, 0), blob.int("unsigned char", 1, 0));
    let (long, char_, wide) = (blob.int("long", 8, 1), blob.int("char", 1, 1), blob.int("__int128", 16, 0));
    let bool_ = blob.int("_Bool", 1, 4);
    let three = blob.int("odd", 3, 0);
    let (float, double) = (blob.float("float", 4), blob.named(kind::FLOAT, "double", 8));
    let half = blob.float("half", 2);
    let signed = blob.enumeration("signed", 4, true, &[("MINUS", u32::MAX), ("ZERO", 0), ("ONE", 1)]);
    let unsigned = blob.enumeration("unsigned", 4, false, &[("FIRST", 1), ("LAST", u32::MAX)]);
    let tiny = blob.enumeration("tiny", 1, true, &[("LEAST", -128i32 as u32), ("ONE", 1)]);
    let far = blob.enumeration64("far", 8, true, &[("FAR", 1 << 40), ("NEG", u64::MAX)]);
    let up = blob.enumeration64("up", 8, false, &[("UP", 1 << 63)]);
    let none = blob.enumeration("", 4, false, &[("X", 1)]);
    let tag = blob.named(kind::TYPE_TAG, "user", char_);
    let constant = blob.reference(kind::CONST, tag);
    let pointer = blob.pointer(constant);
    let volatile = blob.reference(kind::VOLATILE, pointer);
    let proto = blob.prototype(int, &[("a", pointer), ("", volatile), ("", 0)]);
    let handler = blob.pointer(proto);
    let handlers = blob.array(handler, u32_, 2);
    let to_array = blob.array(int, u32_, 3);
    let to_array = blob.pointer(to_array);
    let (name, flat) = (blob.array(char_, u32_, 6), blob.array(u8_, u32_, 3));
    let deep = blob.array(flat, u32_, 2);
    let empty = blob.structure("empty", 0, &[]);
    let none_of = blob.array(empty, u32_, 4);
    let flexible = blob.array(u8_, u32_, 0);
    let same = blob.structure("same", 4, &[("a", int, 0)]);
    let other = blob.structure("same", 8, &[("b", float, 0), ("c", signed, 32)]);
    let (first, second) = (blob.named(kind::TYPEDEF, "t", same), blob.named(kind::TYPEDEF, "t", other));
    let forward = blob.fwd("fwd", true);
    let forward = blob.pointer(forward);
    let anonymous = blob.composite(kind::UNION, "", 8, false, &[("d", double, 0), ("p", forward, 0), ("up", up, 0)]);
    let packed = [
        ("c", u8_, 0),
        ("e", signed, 8),
        ("u", unsigned, 40),
        ("p", pointer, 72),
        ("far", far, 136),
        ("t", tiny, 200),
        ("w", wide, 208),
        ("d", double, 336),
    ];
    let packed = blob.structure("packed", 50, &packed);
    let fields = [
        ("a", int, bits(0, 3)),
        ("b", long, bits(3, 40)),
        ("c", unsigned, bits(43, 7)),
        ("d", signed, bits(57, 7)),
        ("e", bool_, bits(64, 1)),
        // A bitfield beyond the end of its storage unit, and a bitfield of a pointer type.
        ("f", u8_, bits(69, 8)),
        ("g", pointer, bits(80, 3)),
        ("h", first, bits(96, 0)),
    ];
    let fields = blob.composite(kind::STRUCT, "fields", 16, true, &fields);
    let all = [
        ("", anonymous, 0),
        ("handlers", handlers, 64),
        ("to", to_array, 192),
        ("first", first, 256),
        ("second", second, 288),
        ("same", other, 352),
        ("name", name, 416),
        ("deep", deep, 464),
        ("none", none, 512),
        ("none_of", none_of, 544),
        ("fields", fields, 544),
        ("rest", flexible, 672),
    ];
    let all = blob.structure("all", 84, &all);
    let many = blob.array(all, u32_, 2);
    let odd = blob.structure("odd", 8, &[("a", three, 0), ("b", half, 32)]);
    let (v, w, x) = (blob.variable("v", fields, 0), blob.variable("w", pointer, 1), blob.variable("x", name, 2));
    let y = blob.variable("y", many, 1);
    let section = blob.data_section(".data", 200, &[[v, 0, 16], [w, 16, 8], [x, 24, 6], [y, 32, 168]]);
    assert!([packed, section, odd].iter().all(|&id| id > 0));
    blob
}

#[test]
fn rare_types_are_printed_alike() {
    let blob = made_by_hand().build();
    let btf = Btf::parse(blob.as_slice(), None).expect("a blob");
    let theirs = LibbpfBtf::new(&blob, None).expect("a blob");
    let mut numbers = Numbers(extended::seed(9));
    let mut wrong = Vec::new();
    for t in btf.types() {
        let Ok(size) = btf.size_of(t.id()) else { continue };
        for round in 0..extended::rounds(64) {
            let data = numbers.fill(round, size as usize);
            let cut = if round % 7 == 6 { numbers.below(u64::from(size) + 1) as usize } else { data.len() };
            let choice = (numbers.next() >> 4) % 256;
            let (ours_options, theirs_options) = options(choice);
            let record = Record::new(&btf, t.id(), &data[..cut]).expect("a size").in_order(Endian::Little);
            let ours = text(&record, &ours_options);
            let (text, result) = dump_type_data(&theirs, t.id().0, &aligned(&data[..cut]), cut, &theirs_options);
            let text = String::from_utf8(text).expect("text");
            let ours_result = ours.result.map_or_else(|e| -e.errno(), |size| size as i32);
            if (ours.text.as_str(), ours_result) != (text.as_str(), result) && wrong.len() < 8 {
                wrong.push(format!(
                    "[{}] {}, options {choice}, {cut} of {size} bytes: {ours_result}, libbpf {result}, {}",
                    t.id(),
                    dump::type_name(&btf, t.id()),
                    first_difference(&ours.text, &text)
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
