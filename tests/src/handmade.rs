//! Blobs that no compiler emits, each with a name and a description.
//!
//! `tests/tests/blob/handmade.rs` states how a reader must take them. The tests over all fixtures use them as well.

use crate::blob::{Blob, Form, LAYOUT, LOC_LAYOUT, Order, Part, bits, kind};

/// A blob made by hand.
#[derive(Clone, Debug)]
pub struct Handmade {
    /// A name for messages and file names.
    pub name: &'static str,
    /// A description, for messages.
    pub about: &'static str,
    /// The blob.
    pub bytes: Vec<u8>,
    /// The name of the blob that it continues.
    pub base: Option<&'static str>,
    /// Whether the blob is sound: a reader must report no fault in it.
    pub sound: bool,
}

/// All handmade blobs in one byte order. A base comes before the blob that continues it.
pub fn all(order: Order) -> Vec<Handmade> {
    let sound = |name, about, bytes: Vec<u8>| Handmade { name, about, bytes, base: None, sound: true };
    let damaged = |name, about, bytes: Vec<u8>| Handmade { name, about, bytes, base: None, sound: false };
    let base = split_base(order);
    let middle = split_middle(&base);
    let top = split_top(&middle);
    let plain = all_kinds(order);
    vec![
        sound("all-kinds", "each kind from 1 to 19 with all its fields", plain.build()),
        sound("layout", "a 32-byte header and a layout section of the known kinds", with_layout(order).build()),
        sound("unknown-kind", "a kind that is unknown, and its size by the layout", unknown_kind(order).build()),
        sound("kind-127", "an unknown kind of the largest number, without a name", kind_127(order).build()),
        sound("loc", "the LOC kinds in the form that the layout agrees with", loc(order, LOC_LAYOUT).build()),
        sound("locations", "the LOC kinds without a layout section", locations(order).build()),
        sound(
            "loc-other-form",
            "the LOC kinds' numbers in another form: the layout disagrees",
            loc_other_form(order).build(),
        ),
        sound("old-bitfields", "bitfields by INTs with an offset and few bits", old_bitfields(order).build()),
        sound("kind-flags", "kind_flag on every kind that has one", kind_flags(order).build()),
        sound("shared-strings", "names that start inside other names", shared_strings(order).build()),
        sound(
            "header-40-zero",
            "a header of 40 bytes, the unknown ones zero",
            plain.build_as(&Form { hdr_len: Some(40), ..Form::default() }),
        ),
        damaged(
            "header-40-not-zero",
            "a header of 40 bytes, the unknown ones not zero",
            plain.build_as(&Form { hdr_len: Some(40), hdr_fill: 0x11, ..Form::default() }),
        ),
        sound(
            "header-28",
            "a header that ends between the two layout fields",
            plain.build_as(&Form { hdr_len: Some(28), ..Form::default() }),
        ),
        sound(
            "other-order",
            "strings first, then layout, then types, with gaps and bytes at the end",
            with_layout(order).build_as(&Form {
                parts: [Part::Strings, Part::Layout, Part::Types],
                gap: 6,
                trailing: 10,
                ..Form::default()
            }),
        ),
        sound(
            "gaps",
            "the usual order with gaps and bytes at the end",
            with_layout(order).build_as(&Form { gap: 8, trailing: 3, ..Form::default() }),
        ),
        sound("far-members", "members as far as 24 and 32 bits of offset can say", far_members(order).build()),
        sound("no-types", "a header and one empty string", Blob::new(order).build()),
        sound("split-base", "a base with a layout section and an unknown kind", base.build()),
        Handmade {
            base: Some("split-base"),
            ..sound("split-middle", "a split BTF that uses its base's layout", middle.build())
        },
        Handmade { base: Some("split-middle"), ..sound("split-top", "a split BTF on a split BTF", top.build()) },
        damaged("not-utf8", "names with bytes that are not UTF-8", not_utf8(order).build()),
        damaged("unknown-kind-no-layout", "an unknown kind whose size nothing says", {
            let mut blob = Blob::new(order);
            blob.int("int", 4, 1);
            blob.record(0, 40, 2, false, 0, &[1, 2, 3]);
            blob.int("char", 1, 1);
            blob.build()
        }),
        damaged("bitfield-outside", "a bitfield that starts inside its struct and ends outside", {
            let mut blob = Blob::new(order);
            let int = blob.int("int", 4, 1);
            let members = [("inside", int, bits(0, 30)), ("outside", int, bits(30, 5))];
            blob.composite(kind::STRUCT, "short", 4, true, &members);
            blob.build()
        }),
        damaged(
            "bad-references",
            "type ids, string offsets and sizes that point nowhere",
            bad_references(order).build(),
        ),
        damaged("cycles", "typedefs and arrays that come back to themselves", cycles(order).build()),
        damaged("cut-record", "a struct whose last member is cut off", {
            let mut blob = Blob::new(order);
            let int = blob.int("int", 4, 1);
            let name = blob.string("cut");
            blob.record(name, kind::STRUCT, 2, false, 8, &[0, int, 0, 0, int]);
            blob.build()
        }),
        damaged("vlen-lies", "an enum that says it has 16 million values", {
            let mut blob = Blob::new(order);
            blob.int("int", 4, 1);
            blob.record(0, kind::ENUM, 0x00ff_ffff, false, 4, &[0, 1]);
            blob.build()
        }),
    ]
}

/// One type of each kind from 1 to 19; its id is the number of the kind. Type 20, an int, is there
/// to be referred to.
pub fn all_kinds(order: Order) -> Blob {
    let mut b = Blob::new(order);
    b.int("unsigned long", 8, 0);
    b.pointer(4);
    b.array(1, 20, 6);
    b.composite(
        kind::STRUCT,
        "box",
        64,
        true,
        &[("plain", 1, bits(0, 0)), ("low", 20, bits(64, 3)), ("high", 20, bits(67, 29)), ("list", 3, bits(128, 0))],
    );
    b.composite(kind::UNION, "either", 64, false, &[("as_long", 1, 0), ("", 4, 0), ("as_pointer", 2, 0)]);
    b.enumeration("color", 4, false, &[("RED", 0), ("GREEN", 0x8000_0000), ("BLUE", 0xffff_ffff)]);
    b.fwd("opaque", false);
    b.named(kind::TYPEDEF, "box_t", 4);
    b.reference(kind::VOLATILE, 1);
    b.reference(kind::CONST, 9);
    b.reference(kind::RESTRICT, 2);
    b.function("main", 13, 1);
    b.prototype(1, &[("first", 2), ("", 10), ("", 0)]);
    b.variable("counter", 1, 1);
    b.data_section(".data", 24, &[[14, 8, 8], [12, 16, 0]]);
    b.float("double", 8);
    b.decl_tag("a tag", false, 4, 2);
    b.type_tag("rcu", false, 4);
    b.enumeration64("wide", 8, true, &[("LEAST", i64::MIN as u64), ("MINUS", -1i64 as u64), ("MOST", i64::MAX as u64)]);
    b.int("int", 4, 1);
    b
}

/// The types of [`all_kinds`] with a layout section.
pub fn with_layout(order: Order) -> Blob {
    let mut b = all_kinds(order);
    b.layout(&LAYOUT);
    b
}

/// [1] int, [2] and [3] of kind 23 (8 bytes, and 12 for each item), [4] of kind 24 (nothing follows), [5] a typedef.
pub fn unknown_kind(order: Order) -> Blob {
    let mut b = Blob::new(order);
    let int = b.int("int", 4, 1);
    let name = b.string("riddle");
    b.record(name, 23, 2, true, 77, &[0xaaaa_aaaa, 0xbbbb_bbbb, 1, 2, 3, 4, 5, 6]);
    b.record(0, 23, 0, false, 0, &[0xcccc_cccc, 0xdddd_dddd]);
    b.record(0xffff_ffff, 24, 9, false, 0xffff_ffff, &[]);
    b.named(kind::TYPEDEF, "after", int);
    b.layout(&LAYOUT);
    b.layout(&LOC_LAYOUT);
    b.layout(&[(8, 12), (0, 0)]);
    b
}

/// [1] kind 127 with 4 bytes and 3 items of 4 bytes, [2] int.
pub fn kind_127(order: Order) -> Blob {
    let mut b = Blob::new(order);
    b.record(0, 127, 3, false, 0, &[0x0102_0304]);
    b.bytes(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    b.int("int", 4, 1);
    b.layout(&LAYOUT);
    b.layout(&[(0, 0); 107]);
    b.layout(&[(4, 4)]);
    b
}

/// [4] to [6] are LOC_PARAMs (a constant, a 64-bit constant, a register), [7] a LOC_PROTO of them, [8] a LOCSEC with
/// two sites.
pub fn loc(order: Order, layout: [(u8, u8); 3]) -> Blob {
    let mut b = Blob::new(order);
    let int = b.int("int", 4, 1);
    let proto = b.prototype(int, &[("a", int), ("b", int), ("c", int)]);
    let func = b.function("inlined", proto, 0);
    let small = b.record(0, kind::LOC_PARAM, 1, false, 4, &[3, 0xffff_fff6]);
    let large = b.record(0, kind::LOC_PARAM, 2, false, 8, &[2, 0x89ab_cdef, 0x0123_4567]);
    let register = b.record(0, kind::LOC_PARAM, 2, false, 8, &[0x38, 7, 16]);
    let locs = b.record(0, kind::LOC_PROTO, 4, false, 0, &[small, large, register, 0]);
    let name = b.string(".text");
    b.record(name, kind::LOCSEC, 2, false, 0, &[func, locs, 0x10, func, locs, 0x400]);
    b.layout(&LAYOUT);
    b.layout(&layout);
    b
}

/// The LOC kinds without a layout section, as libbpf's `btf__new_empty` makes them: the types of bpftool's selftest
/// `bpftool_btf_dump.c` ([1] to [11]).
pub fn locations(order: Order) -> Blob {
    let mut b = Blob::new(order);
    let int = b.int("int", 4, 1);
    let proto = b.prototype(int, &["arg1", "arg2", "arg3", "arg4", "arg5"].map(|name| (name, int)));
    let func = b.function("foo", proto, 0);
    let params: [(u32, &[u32]); 6] = [
        (4, &[8, 1]),
        (8, &[0x38, 2, 0x10]),
        (8, &[0x29, u32::MAX, 0x10_u32.wrapping_neg()]),
        (8, &[6, 0x9abc_def0, 0x1234_5678]),
        (8, &[2, 0xfeed_face, 0xdead_beef]),
        (8, &[0x39, u32::MAX, 0x20_u32.wrapping_neg()]),
    ];
    let params = params.map(|(size, words)| b.record(0, kind::LOC_PARAM, words.len() as u32 - 1, false, size, words));
    let locs = b.record(0, kind::LOC_PROTO, 6, false, 0, &params);
    let name = b.string("inline.text");
    b.record(name, kind::LOCSEC, 1, false, 0, &[func, locs, 64]);
    b
}

/// Kinds 20 to 22 in the form of an older proposal, with other sizes: [2] 20, [3] 21, [4] 22, all unknown, [5] a
/// typedef.
pub fn loc_other_form(order: Order) -> Blob {
    let mut b = Blob::new(order);
    let int = b.int("int", 4, 1);
    b.record(0, kind::LOC_PARAM, 1, false, 4, &[1, 2, 3, 4]);
    b.record(0, kind::LOC_PROTO, 2, false, 0, &[1, 2, 3, 4]);
    b.record(0, kind::LOCSEC, 1, false, 0, &[1, 2, 3, 4]);
    b.named(kind::TYPEDEF, "after", int);
    b.layout(&LAYOUT);
    b.layout(&[(16, 0), (0, 8), (0, 16)]);
    b
}

/// The kernel documentation's example of the two ways to declare a bitfield, and variants. All are members of struct
/// [4].
pub fn old_bitfields(order: Order) -> Blob {
    let mut b = Blob::new(order);
    let int = b.int("unsigned int", 4, 0);
    let four_from_two = b.int_of("unsigned int", 4, 0, 2, 4);
    let four = b.int_of("unsigned int", 4, 0, 0, 4);
    b.structure(
        "old",
        24,
        &[
            ("plain", int, 0),
            ("by_int", four_from_two, 100),
            ("by_member", four, 106),
            ("through_typedef", 5, 128),
            ("after", int, 160),
        ],
    );
    b.named(kind::TYPEDEF, "nibble_t", 6);
    b.reference(kind::CONST, four);
    b
}

/// kind_flag on UNION [2], ENUM [3], FWD [5], DECL_TAG [6] and TYPE_TAG [7]. Without it: ENUM64 [4], ENUM [8], FWD [9]
/// and TYPE_TAG [10]. [11] is an enum that was only declared.
pub fn kind_flags(order: Order) -> Blob {
    let mut b = Blob::new(order);
    let int = b.int("int", 4, 1);
    b.composite(kind::UNION, "views", 4, true, &[("all", int, bits(0, 0)), ("some", int, bits(0, 7))]);
    b.enumeration("signed_enum", 1, true, &[("MINUS", 0xffff_ffff), ("PLUS", 1)]);
    b.enumeration64("unsigned_enum64", 8, false, &[("ALL", u64::MAX)]);
    b.fwd("some_union", true);
    b.decl_tag("deprecated, aligned(8)", true, 2, -1);
    b.type_tag("address_space(1)", true, int);
    b.enumeration("unsigned_enum", 8, false, &[("ALL", 0xffff_ffff)]);
    b.fwd("some_struct", false);
    b.type_tag("rcu", false, int);
    b.enumeration("only_declared", 0, false, &[]);
    b
}

/// [2] and [3] have their last member at the largest offset that their offset word can hold: 24 bits with kind_flag, 32
/// without.
pub fn far_members(order: Order) -> Blob {
    let mut b = Blob::new(order);
    let byte = b.int("unsigned char", 1, 0);
    b.composite(
        kind::STRUCT,
        "far_24",
        0x20_0000,
        true,
        &[("near", byte, bits(8, 3)), ("far", byte, bits(0xff_fff8, 5))],
    );
    b.structure("far_32", 0x2000_0000, &[("near", byte, 8), ("far", byte, 0xffff_fff8)]);
    b
}

/// [1] is named "task_struct", [2] by its tail "struct" (an offset into the string), [3] by its empty end.
pub fn shared_strings(order: Order) -> Blob {
    let mut b = Blob::new(order);
    let whole = b.string("task_struct");
    b.record(whole, kind::STRUCT, 0, false, 0, &[]);
    b.record(whole + 5, kind::STRUCT, 0, false, 0, &[]);
    b.record(whole + 11, kind::STRUCT, 0, false, 0, &[]);
    b
}

/// [1] int, [2] a kind 23 (4 bytes follow), [3] struct base_box; the layout section describes kind 23.
pub fn split_base(order: Order) -> Blob {
    let mut b = Blob::new(order);
    let int = b.int("int", 4, 1);
    b.record(0, 23, 0, false, 0, &[5]);
    b.structure("base_box", 4, &[("base_member", int, 0)]);
    b.layout(&LAYOUT);
    b.layout(&LOC_LAYOUT);
    b.layout(&[(4, 0)]);
    b
}

/// [4] a kind 23, described by the base's layout, [5] a pointer to the base's struct, [6] struct middle_box. The name
/// of its member is a string of the base.
pub fn split_middle(base: &Blob) -> Blob {
    let mut b = Blob::split(base);
    b.record(0, 23, 0, false, 0, &[6]);
    let pointer = b.pointer(3);
    let name = b.string("middle_box");
    // "base_box" and "base_member" are the base's strings 5 and 14.
    b.record(name, kind::STRUCT, 1, false, 8, &[14, pointer, 0]);
    b
}

/// [7] struct top_box with a member of a type of the base and one of the middle blob, [8] a typedef
/// of the base's int.
pub fn split_top(middle: &Blob) -> Blob {
    let mut b = Blob::split(middle);
    b.structure("top_box", 16, &[("of_base", 1, 0), ("of_middle", 6, 64)]);
    b.named(kind::TYPEDEF, "top_t", 1);
    b
}

fn not_utf8(order: Order) -> Blob {
    let mut b = Blob::new(order);
    let name = b.string_bytes(b"caf\xe9");
    b.record(name, kind::STRUCT, 0, false, 0, &[]);
    b.int("int", 4, 1);
    b
}

fn bad_references(order: Order) -> Blob {
    let mut b = Blob::new(order);
    let int = b.int("int", 4, 1);
    b.pointer(99);
    b.record(0x0100_0000, kind::STRUCT, 1, false, 4, &[0x7fff_ffff, 0xffff_ffff, 0]);
    b.structure("too_small", 4, &[("inside", int, 0), ("outside", int, 32)]);
    b.array(int, 77, u32::MAX);
    b.enumeration("size_three", 3, false, &[("A", 1)]);
    b.int_of("odd", 4, 9, 200, 250);
    b.function("nowhere", 0, 7);
    b.data_section(".data", 4, &[[int, 2, 4], [200, 0, 4]]);
    b.decl_tag("far", false, 4, 9);
    b.decl_tag("negative", false, 4, -5);
    b.float("strange", 3);
    b
}

/// [1] a typedef of itself, [2] and [3] of each other, [4] an array of itself, [5] a struct that contains itself, [6] a
/// const of [2], [7] a function and [8] its prototype, which takes [7] and returns itself, [9] a variable of itself.
fn cycles(order: Order) -> Blob {
    let mut b = Blob::new(order);
    b.named(kind::TYPEDEF, "self", 1);
    b.named(kind::TYPEDEF, "ping", 3);
    b.named(kind::TYPEDEF, "pong", 2);
    b.array(4, 4, 2);
    b.structure("inside_out", 8, &[("me", 5, 0), ("", 5, 0)]);
    b.reference(kind::CONST, 2);
    b.function("f", 8, 1);
    b.prototype(8, &[("", 7)]);
    b.variable("v", 9, 1);
    b
}
