//! Rules of types, each by itself and together, each broken alone.

use tests::blob::{Blob, Order, bits, kind};
use verdict::{Options, Rule, Version, judge};

use crate::rules::{Case, answer, case, case_of};

/// A blob of all kinds that every kernel from 6.1 takes.
pub fn sound(order: Order) -> Blob {
    let mut b = Blob::new(order);
    let int = b.int("int", 4, 1);
    let pointer = b.pointer(0);
    let array = b.array(int, int, 4);
    let structure = b.structure("s", 32, &[("a", int, 0), ("p", pointer, 64), ("", array, 128)]);
    b.composite(kind::STRUCT, "f", 4, true, &[("a", int, bits(0, 3)), ("b", int, bits(3, 29))]);
    b.composite(kind::UNION, "u", 16, false, &[("a", int, 0), ("b", array, 0)]);
    b.enumeration("e", 4, true, &[("A", 1), ("B", u32::MAX)]);
    b.enumeration64("e64", 8, false, &[("C", 1 << 40)]);
    b.fwd("fwd", true);
    let typedef = b.named(kind::TYPEDEF, "t", structure);
    let constant = b.reference(kind::CONST, typedef);
    b.reference(kind::VOLATILE, constant);
    b.reference(kind::RESTRICT, pointer);
    let tag = b.type_tag("user", false, constant);
    b.pointer(tag);
    let proto = b.prototype(int, &[("x", int), ("", 0)]);
    b.function("fn", proto, 1);
    let var = b.variable("v", int, 1);
    b.data_section(".data", 4, &[[var, 0, 4]]);
    b.float("double", 8);
    b.decl_tag("tag", false, structure, 1);
    b
}

/// A blob of an INT [1], then what `add` adds to it.
fn blob(order: Order, add: impl FnOnce(&mut Blob)) -> Blob {
    let mut b = Blob::new(order);
    b.int("int", 4, 0);
    add(&mut b);
    b
}

/// A record with the given name, kind, vlen, flag, third word and words.
type Raw<'a> = (&'a str, u8, u32, bool, u32, &'a [u32]);

fn raw(order: Order, (name, kind, vlen, flag, third, words): Raw<'_>) -> Blob {
    blob(order, |b| {
        let name = b.string(name);
        b.record(name, kind, vlen, flag, third, words);
    })
}

/// Types by themselves: the second of each blob breaks the rule.
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
        // Two entries whose ends wrap around.
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
    // A name of 129 bytes was too long before 6.1.
    let long = "x".repeat(129);
    let long = blob(order, |b| {
        b.fwd(&long, false);
    });
    assert!(answer(&long.build(), Version::V6_1).is_accepted());
    assert_eq!(answer(&long.build(), Version::V5_10).faults[0].rule, Rule::NotIdentifier);
    // The `?` of optional sections came with 6.9, all else that is printable with 6.12.
    let optional = raw(order, ("?.struct_ops", kind::DATASEC, 0, false, 4, &[])).build();
    assert!(!answer(&optional, Version::new(6, 8)).is_accepted());
    assert!(answer(&optional, Version::new(6, 9)).is_accepted() && answer(&optional, Version::V6_12).is_accepted());
    cases
}

/// Types together.
pub fn together(order: Order) -> Vec<Case> {
    let with = |rule, at: u32, line, add: &dyn Fn(&mut Blob)| case(rule, (at, None), line, &blob(order, |b| add(b)));
    let member = |rule, at, line, add: &dyn Fn(&mut Blob)| case(rule, at, line, &blob(order, |b| add(b)));
    let three = (3, Some(0));
    vec![
        with(Rule::Depth, 2, "[2] CONST (anon) type_id=3 Exceeded max resolving depth:32", &|b| {
            for id in 3..36 {
                b.reference(if id < 20 { kind::CONST } else { kind::PTR }, if id < 35 { id } else { 1 });
            }
        }),
        with(Rule::Loop, 2, "[2] STRUCT s size=8 vlen=1 Loop detected", &|b| {
            b.structure("s", 8, &[("a", 3, 0)]);
            b.structure("t", 8, &[("a", 2, 0)]);
        }),
        with(Rule::Target, 2, "[2] PTR (anon) type_id=9 Invalid type_id", &|b| {
            b.pointer(9);
        }),
        with(Rule::Target, 3, "[3] FUNC f type_id=2 Invalid type_id", &|b| {
            b.pointer(1);
            b.function("f", 2, 0);
        }),
        with(Rule::Index, 3, "[3] ARRAY (anon) type_id=1 index_type_id=2 nr_elems=1 Invalid index", &|b| {
            b.pointer(1);
            b.array(1, 2, 1);
        }),
        with(Rule::Element, 3, "[3] ARRAY (anon) type_id=2 index_type_id=1 nr_elems=1 Invalid elem", &|b| {
            b.fwd("f", false);
            b.array(2, 1, 1);
        }),
        with(Rule::BitArray, 3, "[3] ARRAY (anon) type_id=2 index_type_id=1 nr_elems=1 Invalid array of int", &|b| {
            b.int_of("bits", 4, 0, 0, 31);
            b.array(2, 1, 1);
        }),
        with(
            Rule::ArrayOverflow,
            2,
            "[2] ARRAY (anon) type_id=1 index_type_id=1 nr_elems=1073741824 Array size overflows U32_MAX",
            &|b| {
                b.array(1, 1, 1 << 30);
            },
        ),
        member(Rule::MemberType, three, "\\ta type_id=2 bits_offset=0 Invalid member", &|b| {
            b.fwd("f", false);
            b.structure("s", 8, &[("a", 2, 0)]);
        }),
        member(Rule::NotVar, (2, Some(0)), "\\t type_id=1 offset=0 size=4 Not a VAR kind member", &|b| {
            b.data_section(".data", 4, &[[1, 0, 4]]);
        }),
        member(Rule::EntrySize, three, "\\t type_id=2 offset=0 size=3 Invalid size", &|b| {
            b.variable("v", 1, 0);
            b.data_section(".data", 4, &[[2, 0, 3]]);
        }),
        with(Rule::FuncArgument, 3, "[3] FUNC f type_id=2 Invalid arg#2", &|b| {
            b.prototype(0, &[("a", 1), ("", 1)]);
            b.function("f", 2, 0);
        }),
        with(Rule::Argument, 2, "[2] FUNC_PROTO (anon) return=0 args=(1 a, 0 b, vararg) Invalid arg#2", &|b| {
            b.prototype(0, &[("a", 1), ("b", 0), ("", 0)]);
        }),
        with(Rule::Return, 3, "[3] FUNC_PROTO (anon) return=2 args=(void) Invalid return type", &|b| {
            b.fwd("f", false);
            b.prototype(2, &[]);
        }),
        with(Rule::Component, 3, "[3] DECL_TAG t type=2 component_idx=1 Invalid component_idx", &|b| {
            b.structure("s", 4, &[("a", 1, 0)]);
            b.decl_tag("t", false, 2, 1);
        }),
        member(
            Rule::OffsetOverflow,
            three,
            "\\ta type_id=2 bits_offset=4294967288 bits_offset exceeds U32_MAX",
            &|b| {
                b.int_of("i", 4, 0, 8, 8);
                b.structure("s", 0x2000_0000, &[("a", 2, 0xffff_fff8)]);
            },
        ),
        member(Rule::CopyBits, three, "\\ta type_id=2 bits_offset=4 nr_copy_bits exceeds 128", &|b| {
            b.int("i", 16, 0);
            b.structure("s", 32, &[("a", 2, 4)]);
        }),
        member(Rule::MemberEnd, (2, Some(0)), "\\ta type_id=1 bits_offset=8 Member exceeds struct_size", &|b| {
            b.structure("s", 4, &[("a", 1, 8)]);
        }),
        member(
            Rule::BitfieldBase,
            three,
            "\\ta type_id=2 bitfield_size=3 bits_offset=0 Invalid member base type",
            &|b| {
                b.int_of("i", 4, 0, 0, 31);
                b.composite(kind::STRUCT, "s", 4, true, &[("a", 2, bits(0, 3))]);
            },
        ),
        member(
            Rule::BitfieldStart,
            (2, Some(0)),
            "\\ta type_id=1 bitfield_size=0 bits_offset=4 Invalid member offset",
            &|b| {
                b.composite(kind::STRUCT, "s", 8, true, &[("a", 1, bits(4, 0))]);
            },
        ),
        member(
            Rule::BitfieldSize,
            (2, Some(0)),
            "\\ta type_id=1 bitfield_size=33 bits_offset=0 Invalid member bitfield_size",
            &|b| {
                b.composite(kind::STRUCT, "s", 8, true, &[("a", 1, bits(0, 33))]);
            },
        ),
        member(Rule::NotByteAligned, three, "\\ta type_id=2 bits_offset=4 Member is not byte aligned", &|b| {
            b.pointer(0);
            b.structure("s", 16, &[("a", 2, 4)]);
        }),
        member(Rule::FloatAlign, three, "\\ta type_id=2 bits_offset=32 Member is not properly aligned", &|b| {
            b.float("double", 8);
            b.structure("s", 16, &[("a", 2, 32)]);
        }),
        case_of(
            Version::V6_18,
            Rule::TagOrder,
            (3, None),
            "Type tags don't precede modifiers",
            &blob(order, |b| {
                b.type_tag("user", false, 1);
                b.reference(kind::CONST, 2);
            }),
        ),
    ]
}

/// What the kernel trusts may lead anywhere, but chains end.
#[test]
fn chains_of_trusted_modifiers() {
    let trusted = |b: &Blob| {
        let options = Options { mode: verdict::Mode::Kernel, whole_log: true, ..Options::new(Version::V7_2) };
        judge(&b.build(), &options)
    };
    for order in Order::BOTH {
        let cycle = blob(order, |b| {
            b.reference(kind::CONST, 3);
            b.reference(kind::VOLATILE, 2);
        });
        let verdict = trusted(&cycle);
        assert_eq!(verdict.faults[0].rule, Rule::Chain);
        assert_eq!(verdict.log, b"BPF: Max chain length or cycle detected\n");
        let missing = trusted(&blob(order, |b| {
            b.reference(kind::CONST, 9);
        }));
        assert_eq!((missing.faults[0].rule, missing.log.as_slice()), (Rule::ChainTarget, &b""[..]));
        let anything = blob(order, |b| {
            b.structure("s", 1, &[("a", 9, 0)]);
            b.pointer(77);
        });
        assert!(trusted(&anything).is_accepted());
        for (count, accepted) in [(32, true), (33, false)] {
            let chain = blob(order, |b| {
                for i in 0..count {
                    b.reference(kind::CONST, if i + 1 < count { 3 + i } else { 1 });
                }
            });
            assert_eq!(trusted(&chain).is_accepted(), accepted, "{count}");
        }
    }
}

/// The kernel stops at the first fault; the others are listed, and what follows from a fault is none.
#[test]
fn all_faults_are_found() {
    let mut b = Blob::new(Order::Little);
    let int = b.int("int", 4, 3);
    b.fwd("a$", false);
    let missing = b.pointer(99);
    let typedef = b.named(kind::TYPEDEF, "t", missing);
    b.structure("s", 16, &[("ok", int, 0), ("too_far", int, 104), ("bad", 0, 112)]);
    b.array(typedef, int, 3);
    b.variable("v", typedef, 7);
    let verdict = answer(&b.build(), Version::V7_2);
    assert_eq!(verdict.errno, Some(Rule::IntEncoding.errno()));
    let found: Vec<(Rule, String)> = verdict.faults.iter().map(|f| (f.rule, f.place.to_string())).collect();
    let expected = [
        (Rule::IntEncoding, "type [1]"),
        (Rule::NotIdentifier, "type [2]"),
        (Rule::TypeId, "type [5], item 2"),
        (Rule::VarLinkage, "type [7]"),
        (Rule::Target, "type [3]"),
    ];
    let expected: Vec<(Rule, String)> = expected.iter().map(|(rule, at)| (*rule, (*at).to_owned())).collect();
    assert_eq!(found, expected);
}

/// More types than there are ids: those beyond are dropped, with a remark that has no newline.
#[test]
fn types_beyond_the_last_id_are_dropped() {
    let mut b = Blob::new(Order::Little);
    b.int("", 4, 0);
    for _ in 0..0xf_fffd {
        b.reference(kind::PTR, 1);
    }
    assert_eq!(b.next_id(), 0xf_ffff);
    assert!(answer(&b.build(), Version::V7_2).is_accepted());
    b.record(0, kind::PTR, 1, false, 1, &[]);
    assert_eq!(answer(&b.build(), Version::V7_2).faults[0].rule, Rule::Vlen);
    let mut b2 = Blob::new(Order::Little);
    b2.int("", 4, 0);
    for _ in 0..0xf_ffff {
        b2.reference(kind::PTR, 1);
    }
    let verdict = answer(&b2.build(), Version::V7_2);
    assert!(verdict.is_accepted());
    let end = String::from_utf8_lossy(&verdict.log[verdict.log.len() - 120..]).into_owned();
    let glued = "Exceeded max num of types[1048575] PTR (anon) type_id=1\nExceeded max num of types";
    assert!(end.ends_with(glued), "{end}");
}
