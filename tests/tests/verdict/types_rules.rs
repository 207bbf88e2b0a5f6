//! The rules for several types together, each broken alone; sound blobs; and lists of all faults.

use tests::blob::{Blob, Order, bits, kind};
use verdict::{Options, Rule, Version, judge};

use crate::rules::{Case, answer, case, case_of};

/// A blob with all kinds of Linux 6.1. Every kernel from 6.1 on accepts it.
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

/// A blob with an INT [1] and what `add` adds.
pub fn blob(order: Order, add: impl FnOnce(&mut Blob)) -> Blob {
    let mut b = Blob::new(order);
    b.int("int", 4, 0);
    add(&mut b);
    b
}

/// The cases of rules for several types.
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

/// In trusted BTF, references may lead anywhere, but a chain of modifiers must end at a type after at most 32 of them.
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

/// The kernel stops at the first fault. We list the others as well, but not those that only follow from another one.
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

/// Types beyond the largest id are dropped, with a remark without a newline.
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
    let glued = "Exceeded max num of types[1048576] PTR (anon) type_id=1\nExceeded max num of types";
    assert!(end.ends_with(glued), "{end}");
}
