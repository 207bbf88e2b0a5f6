//! The rules of header, sections and strings, each broken alone.

use tests::blob::{Blob, Form, Order, Part};
use verdict::{MAX_SIZE, Mode, Options, Rule, Version, judge};

use crate::rules::{Case, answer};

/// A blob with one INT, and these words of the header changed: offset, value.
fn with(order: Order, layout: bool, changes: &[(usize, u32)]) -> Vec<u8> {
    let mut b = Blob::new(order);
    b.int("", 4, 0);
    if layout {
        b.layout(&[(0, 0), (4, 0)]);
    }
    let mut bytes = b.build();
    for (at, value) in changes {
        bytes[*at..at + 4].copy_from_slice(&order.u32(*value));
    }
    bytes
}

fn formed(order: Order, form: &Form) -> Vec<u8> {
    let mut b = Blob::new(order);
    b.int("", 4, 0);
    b.build_as(form)
}

pub fn cases(order: Order) -> Vec<Case> {
    let case = |rule, line, bytes| Case { rule, version: Version::V7_2, line, at: (0, None), bytes };
    let byte = |at: usize, value: u8| {
        let mut bytes = with(order, false, &[]);
        bytes[at] = value;
        bytes
    };
    // The parts: 24 bytes of header, 16 of types, 1 of strings; or 32 of header, 16 of types, 8 of layout, 1 of
    // strings.
    let last = with(order, false, &[]).len() - 1;
    let cut = |mut bytes: Vec<u8>, len: usize| {
        bytes.truncate(len);
        bytes
    };
    let padded = |by: usize| {
        let mut bytes = with(order, false, &[]);
        bytes.extend(vec![0; by]);
        bytes
    };
    let mut magic = with(order, false, &[]);
    magic[if order == Order::Little { 1 } else { 0 }] = 0xec;
    // Without a magic, the byte order is unknown, and the blob is read as little-endian.
    let magic = if order == Order::Little { magic } else { with(Order::Little, false, &[(0, 0x0001_eb9e)]) };
    vec![
        case(Rule::NoHdrLen, "hdr_len not found", cut(with(order, false, &[]), 7)),
        case(Rule::HeaderCut, "btf_header not found", with(order, false, &[(4, 1000)])),
        case(
            Rule::HeaderUnknown,
            "Unsupported btf_header",
            formed(order, &Form { hdr_len: Some(36), hdr_fill: 1, ..Form::default() }),
        ),
        case(Rule::Magic, "Invalid magic", magic),
        case(Rule::FormatVersion, "Unsupported version", byte(2, 2)),
        case(Rule::Flags, "Unsupported flags", byte(3, 1)),
        case(Rule::NoData, "No data", cut(with(order, false, &[]), 24)),
        case(Rule::SectionOffset, "Invalid section offset", with(order, false, &[(8, 0), (12, 16), (16, 18)])),
        case(Rule::SectionGap, "Unsupported section found", padded(1)),
        case(Rule::SectionOverlap, "Section overlap found", with(order, false, &[(16, 15), (20, 2)])),
        case(Rule::SectionLength, "Total section length too long", with(order, false, &[(20, 2)])),
        case(Rule::StringsNotLast, "String section is not at the end", with_strings_first(order)),
        case(Rule::StringsEnds, "Invalid string section", byte(last, 1)),
        case(Rule::LayoutAlign, "Unaligned layout_off", unaligned_layout(order)),
        case(Rule::LayoutSmall, "Layout section is too small", small_layout(order, 3)),
        case(Rule::LayoutLength, "layout_len is not multiple of 4", small_layout(order, 6)),
        case(Rule::TypesAlign, "Unaligned type_off", unaligned_types(order)),
        case(Rule::NoTypes, "No type found", Blob::new(order).build()),
    ]
}

fn words(order: Order, words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| order.u32(*word)).collect()
}

/// A header of 24 or 32 bytes with these words after the first 8 bytes, then the rest.
fn by_hand(order: Order, fields: &[u32], rest: &[u8]) -> Vec<u8> {
    let mut bytes = order.u16(0xeb9f).to_vec();
    bytes.extend([1, 0]);
    bytes.extend([0; 4]);
    bytes.extend(words(order, fields));
    let len = bytes.len() as u32;
    bytes[4..8].copy_from_slice(&order.u32(len));
    bytes.extend_from_slice(rest);
    bytes
}

fn int(order: Order) -> Vec<u8> {
    words(order, &[0, 1 << 24, 4, 32])
}

/// The strings take 4 bytes, so that the types after them are aligned.
fn with_strings_first(order: Order) -> Vec<u8> {
    let mut rest = vec![0; 4];
    rest.extend(int(order));
    by_hand(order, &[4, 16, 0, 4], &rest)
}

fn small_layout(order: Order, len: u32) -> Vec<u8> {
    let mut rest = int(order);
    rest.extend(vec![0; len as usize + 1]);
    by_hand(order, &[0, 16, 16 + len, 1, 16, len], &rest)
}

fn unaligned_layout(order: Order) -> Vec<u8> {
    let mut rest = int(order);
    rest.extend(vec![0; 5]);
    by_hand(order, &[0, 16, 16, 1, 17, 4], &rest)
}

fn unaligned_types(order: Order) -> Vec<u8> {
    let mut rest = vec![0; 1];
    rest.extend(int(order));
    by_hand(order, &[1, 16, 0, 1, 0, 0], &rest)
}

/// More than 16 MiB is refused before anything is read, so there is no log.
#[test]
fn too_much_is_refused_silently() {
    let mut bytes = with(Order::Little, false, &[]);
    bytes.resize(MAX_SIZE as usize + 1, 0);
    let verdict = answer(&bytes, Version::V7_2);
    assert_eq!((verdict.errno, verdict.log.as_slice()), (Some(Rule::TooLarge.errno()), &b""[..]));
    assert_eq!(verdict.faults[0].words, "");
    // With one byte less the blob is read, and refused for the bytes after its sections.
    bytes.pop();
    assert_eq!(answer(&bytes, Version::V7_2).faults[0].rule, Rule::SectionGap);
}

/// The log shows the layout's fields only if both the kernel and the header have them.
#[test]
fn the_header_is_dumped() {
    let log = |bytes: &[u8], version| String::from_utf8(answer(bytes, version).log).expect("ASCII");
    let short = with(Order::Little, false, &[]);
    let head =
        "magic: 0xeb9f\nversion: 1\nflags: 0x0\nhdr_len: 24\ntype_off: 0\ntype_len: 16\nstr_off: 16\nstr_len: 1\n";
    let rest = "btf_total_size: 41\n[1] INT (anon) size=4 bits_offset=0 nr_bits=32 encoding=(none)\n";
    for version in Version::OFFERED {
        assert_eq!(log(&short, version), format!("{head}{rest}"), "{version}");
    }
    let long = with(Order::Big, true, &[]);
    assert!(log(&long, Version::V7_2).contains("str_len: 1\nlayout_off: 16\nlayout_len: 8\nbtf_total_size: 57\n"));
    assert_eq!(log(&long, Version::V6_18), "Unsupported btf_header");
}

/// To a kernel of the other byte order, hdr_len is huge.
#[test]
fn the_byte_order_is_the_kernels() {
    for (order, kernel) in [(Order::Little, btf::Endian::Big), (Order::Big, btf::Endian::Little)] {
        let bytes = with(order, false, &[]);
        let verdict = judge(&bytes, &Options { endian: Some(kernel), ..Options::new(Version::V7_2) });
        assert_eq!(verdict.faults[0].rule, Rule::HeaderCut);
        assert!(answer(&bytes, Version::V7_2).is_accepted());
    }
}

/// Trusted BTF (of kernel and modules) may have no types, or types that are not aligned; its layout section is not
/// checked.
#[test]
fn trusted_headers() {
    let trusted = |bytes: &[u8]| judge(bytes, &Options { mode: Mode::Kernel, ..Options::new(Version::V7_2) });
    for order in Order::BOTH {
        for bytes in [small_layout(order, 3), unaligned_types(order), Blob::new(order).build()] {
            assert_eq!(trusted(&bytes).faults, []);
            assert!(!answer(&bytes, Version::V7_2).is_accepted());
        }
        let moved = Form { parts: [Part::Types, Part::Strings, Part::Layout], ..Form::default() };
        let mut b = Blob::new(order);
        b.int("abc", 4, 0);
        b.string("abcdefg");
        b.string("ab");
        b.layout(&[(0, 0)]);
        let bytes = b.build_as(&moved);
        assert_eq!(trusted(&bytes).faults, []);
    }
}
