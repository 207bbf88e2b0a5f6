//! The rules of single types, each broken alone.

use tests::blob::{Blob, Order, kind};
use verdict::{Rule, Version};

use crate::rules::{Case, answer, case, case_of};
use crate::types_rules::blob;

/// A record: name, kind, vlen, flag, third word, and the words after it.
type Raw<'a> = (&'a str, u8, u32, bool, u32, &'a [u32]);

fn raw(order: Order, (name, kind, vlen, flag, third, words): Raw<'_>) -> Blob {
    blob(order, |b| {
        let name = b.string(name);
        b.record(name, kind, vlen, flag, third, words);
    })
}

/// In each blob, the second or the third type breaks the rule.
pub fn alone(order: Order) -> Vec<Case> {
    let two = (2, None);
    let one = |rule, line, record| case(rule, two, line, &raw(order, record));
    let item = |rule, line, record, index| case(rule, (2, Some(index)), line, &raw(order, record));
    let mut short = blob(order, |_| {});
    short.bytes(&[0; 8]);
    let members = blob(order, |b| {
        b.record(0, kind::STRUCT, 3, false, 12, &[0, 1, 0]);
    });
    let name_out = blob(order, |b| {
        b.record(99, kind::FWD, 0, false, 0, &[]);
    });
    let value = b"v";
    let enumerators = |name: u32| {
        blob(order, |b| {
            b.string_bytes(value);
            b.record(0, kind::ENUM, 1, false, 4, &[name, 7]);
        })
    };
    let mut cases = vec![
        case(Rule::Truncated, two, "[2] meta_left:8 meta_needed:12", &short),
        case(Rule::Truncated, two, "[2] STRUCT (anon) meta_left:12 meta_needed:36", &members),
        case_of(
            Version::V6_18,
            Rule::InfoBits,
            two,
            "[2] Invalid btf_info:2010000",
            &raw(order, ("", kind::PTR, 1 << 16, false, 1, &[])),
        ),
        case(Rule::UnknownKind, two, "[2] Invalid kind:20", &raw(order, ("", kind::LOC_PARAM, 0, false, 1, &[]))),
        case_of(Version::V5_10, Rule::UnknownKind, two, "[2] Invalid kind:0", &raw(order, ("", 0, 0, false, 1, &[]))),
        case(Rule::NameOffset, two, "[2] Invalid name_offset:99", &name_out),
        one(Rule::Vlen, "[2] PTR (anon) type_id=1 vlen != 0", ("", kind::PTR, 1, false, 1, &[])),
        case_of(
            Version::V5_10,
            Rule::NoEntries,
            two,
            "[2] DATASEC .data size=4 vlen=0 vlen == 0",
            &raw(order, (".data", kind::DATASEC, 0, false, 4, &[])),
        ),
        one(
            Rule::KindFlag,
            "[2] CONST (anon) type_id=1 Invalid btf_info kind_flag",
            ("", kind::CONST, 0, true, 1, &[]),
        ),
        case_of(
            Version::V6_12,
            Rule::KindFlag,
            two,
            "[2] TYPE_TAG a type_id=1 Invalid btf_info kind_flag",
            &raw(order, ("a", kind::TYPE_TAG, 0, true, 1, &[])),
        ),
        one(Rule::NotIdentifier, "[2] FWD a$ struct Invalid name", ("a$", kind::FWD, 0, false, 0, &[])),
        one(Rule::NameMissing, "[2] TYPEDEF (anon) type_id=1 Invalid name", ("", kind::TYPEDEF, 0, false, 1, &[])),
        one(Rule::NameUnwanted, "[2] PTR p type_id=1 Invalid name", ("p", kind::PTR, 0, false, 1, &[])),
        one(
            Rule::SectionName,
            "[2] DATASEC a\\x01 size=4 vlen=0 Invalid name",
            ("a\u{1}", kind::DATASEC, 0, false, 4, &[]),
        ),
        case_of(
            Version::V6_1,
            Rule::SectionName,
            two,
            "[2] DATASEC a-b size=4 vlen=0 Invalid name",
            &raw(order, ("a-b", kind::DATASEC, 0, false, 4, &[])),
        ),
        one(Rule::TypeTagEmpty, "[2] TYPE_TAG (anon) type_id=1 Invalid name", ("", kind::TYPE_TAG, 0, false, 1, &[])),
        one(Rule::IntData, "[2] INT (anon) Invalid int_data:10000020", ("", kind::INT, 0, false, 4, &[0x1000_0020])),
        one(
            Rule::IntBits,
            "[2] INT (anon) size=32 bits_offset=9 nr_bits=120 encoding=(none) nr_bits exceeds 128",
            ("", kind::INT, 0, false, 32, &[9 << 16 | 120]),
        ),
        one(
            Rule::IntSize,
            "[2] INT (anon) size=4 bits_offset=0 nr_bits=33 encoding=(none) nr_bits exceeds type_size",
            ("", kind::INT, 0, false, 4, &[33]),
        ),
        one(
            Rule::IntEncoding,
            "[2] INT (anon) size=4 bits_offset=0 nr_bits=32 encoding=UNKN Unsupported encoding",
            ("", kind::INT, 0, false, 4, &[3 << 24 | 32]),
        ),
        one(Rule::TypeId, "[2] PTR (anon) type_id=1048576 Invalid type_id", ("", kind::PTR, 0, false, 0x10_0000, &[])),
        one(
            Rule::ArraySizeField,
            "[2] ARRAY (anon) type_id=1 index_type_id=1 nr_elems=2 size != 0",
            ("", kind::ARRAY, 0, false, 8, &[1, 1, 2]),
        ),
        one(
            Rule::Element,
            "[2] ARRAY (anon) type_id=0 index_type_id=1 nr_elems=2 Invalid elem",
            ("", kind::ARRAY, 0, false, 0, &[0, 1, 2]),
        ),
        one(
            Rule::Index,
            "[2] ARRAY (anon) type_id=1 index_type_id=0 nr_elems=2 Invalid index",
            ("", kind::ARRAY, 0, false, 0, &[1, 0, 2]),
        ),
        item(
            Rule::MemberNameOffset,
            "\\t(invalid-name-offset) type_id=1 bits_offset=0 Invalid member name_offset:99",
            ("", kind::STRUCT, 1, false, 4, &[99, 1, 0]),
            0,
        ),
        item(
            Rule::MemberOffset,
            "\\t(anon) type_id=1 bits_offset=0 Invalid member bits_offset",
            ("", kind::STRUCT, 2, false, 8, &[0, 1, 32, 0, 1, 0]),
            1,
        ),
        item(
            Rule::MemberOffset,
            "\\t(anon) type_id=1 bitfield_size=0 bits_offset=8 Invalid member bits_offset",
            ("", kind::UNION, 1, true, 8, &[0, 1, 8]),
            0,
        ),
        item(
            Rule::MemberBehindEnd,
            "\\t(anon) type_id=1 bits_offset=33 Member bits_offset exceeds its struct size",
            ("", kind::STRUCT, 1, false, 4, &[0, 1, 33]),
            0,
        ),
        one(Rule::EnumSize, "[2] ENUM (anon) size=3 vlen=0 Unexpected size", ("", kind::ENUM, 0, false, 3, &[])),
        case(Rule::EnumeratorNameOffset, (2, Some(0)), "\\tInvalid name_offset:99", &enumerators(99)),
        case(Rule::NameMissing, (2, Some(0)), "[2] ENUM (anon) size=4 vlen=1 Invalid name", &enumerators(0)),
        one(Rule::FwdType, "[2] FWD a union type != 0", ("a", kind::FWD, 0, true, 1, &[])),
        one(Rule::SectionSize, "[2] DATASEC .data size=0 vlen=0 size == 0", (".data", kind::DATASEC, 0, false, 0, &[])),
        one(Rule::FloatSize, "[2] FLOAT (anon) size=3 Invalid type_size", ("", kind::FLOAT, 0, false, 3, &[])),
        item(
            Rule::TypeId,
            "\\t type_id=0 offset=0 size=4 Invalid type_id",
            (".data", kind::DATASEC, 1, false, 4, &[0, 0, 4]),
            0,
        ),
    ];
    let linkage = blob(order, |b| {
        let proto = b.prototype(0, &[]);
        b.function("f", proto, 2);
    });
    cases.push(case(Rule::FuncLinkage, (3, None), "[3] FUNC f type_id=2 Invalid func linkage", &linkage));
    let var = blob(order, |b| {
        b.variable("v", 1, 2);
    });
    cases.push(case(Rule::VarLinkage, two, "[2] VAR v type_id=1 linkage=2 Linkage not supported", &var));
    let section = |size: u32, entries: &[[u32; 3]]| {
        blob(order, |b| {
            b.variable("v", 1, 0);
            b.data_section(".data", size, entries);
        })
    };
    let at = |index| (3, Some(index));
    cases.extend([
        case(
            Rule::EntryOffset,
            at(1),
            "\\t type_id=2 offset=2 size=4 Invalid offset",
            &section(8, &[[2, 0, 4], [2, 2, 4]]),
        ),
        case(Rule::EntryOffset, at(0), "\\t type_id=2 offset=8 size=4 Invalid offset", &section(8, &[[2, 8, 4]])),
        case(Rule::EntrySize, at(0), "\\t type_id=2 offset=0 size=0 Invalid size", &section(8, &[[2, 0, 0]])),
        case(Rule::EntryEnd, at(0), "\\t type_id=2 offset=6 size=4 Invalid offset+size", &section(8, &[[2, 6, 4]])),
        // The end of the first entry overflows 32 bits to 0, so the second entry does not overlap
        // it. The sum of the sizes is too large.
        case(
            Rule::EntriesSum,
            (3, None),
            "[3] DATASEC .data size=4026531840 vlen=2 Invalid btf_info size",
            &section(0xf000_0000, &[[2, 0x2000_0000, 0xe000_0000], [2, 0x2000_0000, 0x8000_0000]]),
        ),
    ]);
    let tag = |text: &str, component: i32| {
        blob(order, |b| {
            b.structure("s", 0, &[]);
            b.decl_tag(text, false, 2, component);
        })
    };
    cases.push(case(
        Rule::DeclTagEmpty,
        (3, None),
        "[3] DECL_TAG (anon) type=2 component_idx=-1 Invalid value",
        &tag("", -1),
    ));
    cases.push(case(
        Rule::Component,
        (3, None),
        "[3] DECL_TAG t type=2 component_idx=-2 Invalid component_idx",
        &tag("t", -2),
    ));
    // Before 6.1, a name of 129 bytes was too long.
    let long = "x".repeat(129);
    let long = blob(order, |b| {
        b.fwd(&long, false);
    });
    assert!(answer(&long.build(), Version::V6_1).is_accepted());
    assert_eq!(answer(&long.build(), Version::V5_10).faults[0].rule, Rule::NotIdentifier);
    // `?` (optional sections) is allowed since 6.9, all other printable characters since 6.12.
    let optional = raw(order, ("?.struct_ops", kind::DATASEC, 0, false, 4, &[])).build();
    assert!(!answer(&optional, Version::new(6, 8)).is_accepted());
    assert!(answer(&optional, Version::new(6, 9)).is_accepted() && answer(&optional, Version::V6_12).is_accepted());
    cases
}

/// The kinds of inlined calls are known since Linux 7.4.
#[test]
fn kinds_of_inlined_calls_by_version() {
    for order in Order::BOTH {
        let bytes = tests::handmade::locations(order).build();
        let before = answer(&bytes, Version::new(7, 3));
        assert_eq!(verdict::escape(before.last_line()), "[4] Invalid kind:20");
        let since = answer(&bytes, Version::new(7, 4));
        assert!(since.is_accepted(), "{since:?}");
    }
}
