//! Handmade blobs are read as they were written, in both byte orders.

use std::sync::Arc;

use btf::{
    Btf, Endian, ErrorKind, Kind, LayoutEntry, Linkage, Location, MemberBits, Owner, Place, Register, SectionKind,
    Type, TypeId,
};
use tests::blob::{Blob, Form, LAYOUT, LOC_LAYOUT, Order, Part};
use tests::{handmade, large, walk};

fn open(blob: &Blob) -> Btf {
    parse(blob.build(), None)
}

fn parse(bytes: Vec<u8>, base: Option<Arc<Btf>>) -> Btf {
    let btf = Btf::parse(bytes, base).unwrap_or_else(|e| panic!("{e}"));
    walk::everything(&btf);
    btf
}

fn get(btf: &Btf, id: u32) -> Type<'_> {
    btf.get(TypeId(id)).unwrap_or_else(|| panic!("there is no type {id}"))
}

fn kinds(btf: &Btf) -> Vec<Kind> {
    btf.types().map(|t| t.kind()).collect()
}

/// (name, type id, first bit, bits of a bitfield).
fn members<'a>(t: &Type<'a>) -> Vec<(&'a str, u32, u32, Option<u32>)> {
    let describe = |m: btf::Member<'a>| {
        let MemberBits { offset, bitfield } = m.bits();
        (m.name(), m.type_id.0, offset, bitfield)
    };
    t.members().map(describe).collect()
}

fn values<'a>(t: &Type<'a>) -> Vec<(&'a str, i128)> {
    t.enumerators().map(|e| (e.name(), e.value())).collect()
}

#[test]
fn sound_blobs_have_no_diagnostics_and_damaged_ones_do() {
    for order in Order::BOTH {
        let mut opened: Vec<(&str, Arc<Btf>)> = Vec::new();
        for made in handmade::all(order) {
            let base = made.base.and_then(|base| opened.iter().find(|(name, _)| *name == base)).map(|(_, b)| b.clone());
            let btf = parse(made.bytes, base);
            assert_eq!(btf.diagnostics().is_empty(), made.sound, "{}: {:?}", made.name, btf.diagnostics());
            opened.push((made.name, Arc::new(btf)));
        }
    }
}

#[test]
fn every_kind() {
    for order in Order::BOTH {
        let btf = open(&handmade::all_kinds(order));
        assert_eq!(btf.endian(), if order == Order::Little { Endian::Little } else { Endian::Big });
        assert_eq!((btf.own_type_count(), btf.type_cnt(), btf.first_id()), (20, 21, TypeId(1)));
        let numbers: Vec<u8> = btf.types().map(|t| t.kind().number()).collect();
        assert_eq!(numbers, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 1]);

        let int = get(&btf, 1).int().unwrap();
        assert_eq!((get(&btf, 1).name(), int.size, int.bits, int.offset, int.encoding), ("unsigned long", 8, 64, 0, 0));
        assert_eq!(get(&btf, 2).type_ref(), Some(TypeId(4)));
        let array = get(&btf, 3).array().unwrap();
        assert_eq!((array.element, array.index, array.nelems), (TypeId(1), TypeId(20), 6));
        assert_eq!((get(&btf, 4).name(), get(&btf, 4).size(), get(&btf, 4).kind_flag()), ("box", Some(64), true));
        assert_eq!(
            members(&get(&btf, 4)),
            [("plain", 1, 0, None), ("low", 20, 64, Some(3)), ("high", 20, 67, Some(29)), ("list", 3, 128, None)]
        );
        assert_eq!(members(&get(&btf, 5)), [("as_long", 1, 0, None), ("", 4, 0, None), ("as_pointer", 2, 0, None)]);
        assert_eq!(values(&get(&btf, 6)), [("RED", 0), ("GREEN", 2_147_483_648), ("BLUE", 4_294_967_295)]);
        assert_eq!((get(&btf, 7).name(), get(&btf, 7).is_union_fwd()), ("opaque", false));
        assert_eq!((get(&btf, 8).name(), get(&btf, 8).type_ref()), ("box_t", Some(TypeId(4))));
        assert_eq!([9, 10, 11].map(|id| get(&btf, id).type_ref().unwrap().0), [1, 9, 2]);
        assert_eq!((get(&btf, 12).name(), get(&btf, 12).linkage()), ("main", Some(Linkage::Global)));
        let params: Vec<_> = get(&btf, 13).params().map(|p| (p.name(), p.type_id.0, p.is_variadic())).collect();
        assert_eq!(params, [("first", 2, false), ("", 10, false), ("", 0, true)]);
        assert_eq!((get(&btf, 14).name(), get(&btf, 14).linkage()), ("counter", Some(Linkage::Global)));
        let vars: Vec<_> = get(&btf, 15).vars().map(|v| (v.type_id.0, v.offset, v.size)).collect();
        assert_eq!((get(&btf, 15).name(), vars), (".data", vec![(14, 8, 8), (12, 16, 0)]));
        assert_eq!((get(&btf, 16).name(), get(&btf, 16).size()), ("double", Some(8)));
        let tag = get(&btf, 17);
        assert_eq!((tag.name(), tag.type_ref(), tag.component_index()), ("a tag", Some(TypeId(4)), Some(2)));
        assert_eq!((get(&btf, 18).name(), get(&btf, 18).type_ref()), ("rcu", Some(TypeId(4))));
        assert_eq!(values(&get(&btf, 19)), [("LEAST", i64::MIN.into()), ("MINUS", -1), ("MOST", i64::MAX.into())]);
        assert!(get(&btf, 19).is_signed_enum() && !get(&btf, 6).is_signed_enum());

        let size = |id| btf.size_of(TypeId(id)).ok();
        assert_eq!(
            [1, 2, 3, 4, 5, 6, 8, 10, 11, 14, 15, 16, 19].map(size).map(Option::unwrap),
            [8, 8, 48, 64, 64, 4, 64, 8, 8, 8, 24, 8, 8]
        );
        assert_eq!([0, 7, 12, 13].map(size), [None; 4]);
    }
}

/// A blob in each byte order, beside its bytes as the format has them: the writer makes these bytes, and the reader
/// reads the big-endian blob.
#[test]
fn the_bytes_are_those_of_the_format() {
    let mut blob = Blob::new(Order::Little);
    blob.int("int", 4, 1);
    let bytes = [
        0x9f, 0xeb, 1, 0, 24, 0, 0, 0, 0, 0, 0, 0, 16, 0, 0, 0, 16, 0, 0, 0, 5, 0, 0, 0, // header
        1, 0, 0, 0, 0, 0, 0, 1, 4, 0, 0, 0, 32, 0, 0, 1, // INT
        0, b'i', b'n', b't', 0,
    ];
    assert_eq!(blob.build(), bytes);
    let mut blob = Blob::new(Order::Big);
    blob.enumeration64("e", 8, true, &[("v", 0x0102_0304_0506_0708)]);
    let bytes = [
        0xeb, 0x9f, 1, 0, 0, 0, 0, 24, 0, 0, 0, 0, 0, 0, 0, 24, 0, 0, 0, 24, 0, 0, 0, 5, // header
        0, 0, 0, 1, 0x93, 0, 0, 1, 0, 0, 0, 8, 0, 0, 0, 3, 5, 6, 7, 8, 1, 2, 3, 4, // ENUM64
        0, b'e', 0, b'v', 0,
    ];
    assert_eq!(blob.build(), bytes);
    let btf = parse(bytes.to_vec(), None);
    assert_eq!(values(&get(&btf, 1)), [("v", 0x0102_0304_0506_0708)]);
    assert_eq!(get(&btf, 1).record().as_usize(), 24..48);
    assert_eq!(get(&btf, 1).enumerators().next().unwrap().range.as_usize(), 36..48);
}

#[test]
fn layout_section() {
    for order in Order::BOTH {
        let btf = open(&handmade::with_layout(order));
        assert_eq!((btf.header().hdr_len, btf.header().layout_len), (32, 80));
        for (kind, (info_sz, elem_sz)) in (0..).zip(LAYOUT) {
            assert_eq!(btf.layout_entry(kind), Some(LayoutEntry { info_sz, elem_sz, flags: 0 }), "kind {kind}");
        }
        assert_eq!(btf.layout_entry(20), None);
        let section = btf.section(SectionKind::Layout);
        assert_eq!(btf.owner(section.start + 4 * 19).unwrap().owner, Owner::Layout(19));
    }
}

#[test]
fn unknown_kinds_are_stepped_over() {
    for order in Order::BOTH {
        let btf = open(&handmade::unknown_kind(order));
        assert_eq!(kinds(&btf), [Kind::Int, Kind::Unknown(23), Kind::Unknown(23), Kind::Unknown(24), Kind::Typedef]);
        let riddle = get(&btf, 2);
        assert_eq!((riddle.name(), riddle.vlen(), riddle.item_count()), ("riddle", 2, 2));
        assert_eq!((riddle.record().len(), riddle.head().len()), (12 + 8 + 2 * 12, 12 + 8));
        assert_eq!(riddle.words().collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
        assert_eq!((get(&btf, 4).vlen(), get(&btf, 4).item_count(), get(&btf, 4).record().len()), (9, 0, 12));
        assert_eq!((get(&btf, 5).name(), get(&btf, 5).type_ref()), ("after", Some(TypeId(1))));
        assert_eq!(riddle.size(), None);

        let btf = open(&handmade::kind_127(order));
        assert_eq!(kinds(&btf), [Kind::Unknown(127), Kind::Int]);
        assert_eq!((get(&btf, 1).item_count(), get(&btf, 1).record().len()), (3, 28));
        assert_eq!(get(&btf, 2).name(), "int");
    }
}

#[test]
fn loc_kinds_when_the_layout_agrees() {
    for order in Order::BOTH {
        let btf = open(&handmade::loc(order, LOC_LAYOUT));
        assert_eq!(kinds(&btf)[3..], [Kind::LocParam, Kind::LocParam, Kind::LocParam, Kind::LocProto, Kind::LocSec]);
        let words = |id| get(&btf, id).words().collect::<Vec<_>>();
        assert_eq!((get(&btf, 4).loc_flags(), get(&btf, 4).size(), words(4)), (Some(3), Some(4), vec![0xffff_fff6]));
        assert_eq!((get(&btf, 5).loc_flags(), words(5)), (Some(2), vec![0x89ab_cdef, 0x0123_4567]));
        assert_eq!((get(&btf, 6).loc_flags(), words(6)), (Some(0x38), vec![7, 16]));
        assert_eq!(words(7), [4, 5, 6, 0]);
        assert_eq!((get(&btf, 8).name(), words(8)), (".text", vec![3, 7, 0x10, 3, 7, 0x400]));

        // The layout section says that a LOC_PARAM has 4 more bytes than in the form that we know.
        let btf = Btf::parse(handmade::loc(order, [(8, 4), (0, 4), (0, 12)]).build(), None).unwrap();
        assert_eq!(get(&btf, 4).kind(), Kind::Unknown(20));

        let btf = open(&handmade::loc_other_form(order));
        assert_eq!(kinds(&btf), [Kind::Int, Kind::Unknown(20), Kind::Unknown(21), Kind::Unknown(22), Kind::Typedef]);
        assert_eq!((get(&btf, 2).words().count(), get(&btf, 3).words().count()), (0, 4));
    }
}

#[test]
fn loc_kinds_without_a_layout() {
    for order in Order::BOTH {
        let btf = open(&handmade::locations(order));
        assert!(btf.diagnostics().is_empty(), "{:?}", btf.diagnostics());
        assert_eq!(kinds(&btf)[3..], [[Kind::LocParam; 6].as_slice(), &[Kind::LocProto, Kind::LocSec]].concat());
        let register = |n| Register::Numbered(n);
        let locations: Vec<_> = (4..10).map(|id| Location::of(&get(&btf, id)).unwrap()).collect();
        assert_eq!(
            locations,
            [
                Location::Register { register: register(1), dereferenced: false },
                Location::Offset { register: register(2), offset: 0x10, dereferenced: true },
                Location::Offset { register: Register::FrameBase, offset: -0x10, dereferenced: false },
                Location::Address(0x1234_5678_9abc_def0),
                Location::Constant { value: 0xdead_beef_feed_face, signed: false },
                Location::Offset { register: Register::FrameBase, offset: -0x20, dereferenced: true },
            ]
        );
    }
    // kind_flag has no meaning in a LOC_PARAM.
    let mut blob = Blob::new(Order::Little);
    blob.record(0, 20, 1, true, 4, &[8, 0]);
    let btf = open(&blob);
    assert_eq!(btf.diagnostics().len(), 1, "{:?}", btf.diagnostics());
}

#[test]
fn old_bitfields() {
    for order in Order::BOTH {
        let btf = open(&handmade::old_bitfields(order));
        assert_eq!(
            members(&get(&btf, 4)),
            [
                ("plain", 1, 0, None),
                ("by_int", 2, 102, Some(4)),
                ("by_member", 3, 106, Some(4)),
                ("through_typedef", 5, 128, Some(4)),
                ("after", 1, 160, None)
            ]
        );
        let raw: Vec<u32> = get(&btf, 4).members().map(|m| m.raw_offset).collect();
        assert_eq!(raw, [0, 100, 106, 128, 160]);
    }
}

#[test]
fn kind_flags() {
    for order in Order::BOTH {
        let btf = open(&handmade::kind_flags(order));
        assert_eq!(members(&get(&btf, 2)), [("all", 1, 0, None), ("some", 1, 0, Some(7))]);
        assert_eq!(values(&get(&btf, 3)), [("MINUS", -1), ("PLUS", 1)]);
        assert_eq!(values(&get(&btf, 4)), [("ALL", u64::MAX.into())]);
        assert_eq!([5, 9].map(|id| get(&btf, id).is_union_fwd()), [true, false]);
        assert_eq!([6, 7, 10].map(|id| get(&btf, id).kind_flag()), [true, true, false]);
        assert_eq!(get(&btf, 6).component_index(), Some(-1));
        assert_eq!(values(&get(&btf, 8)), [("ALL", 0xffff_ffff)]);
        assert_eq!((get(&btf, 11).size(), get(&btf, 11).enumerators().count()), (Some(0), 0));
    }
}

#[test]
fn far_members() {
    for order in Order::BOTH {
        let btf = open(&handmade::far_members(order));
        assert_eq!(members(&get(&btf, 2)), [("near", 1, 8, Some(3)), ("far", 1, 0xff_fff8, Some(5))]);
        assert_eq!(members(&get(&btf, 3)), [("near", 1, 8, None), ("far", 1, 0xffff_fff8, None)]);
    }
}

#[test]
fn names_inside_names() {
    for order in Order::BOTH {
        let btf = open(&handmade::shared_strings(order));
        assert_eq!([1, 2, 3].map(|id| get(&btf, id).name()), ["task_struct", "struct", ""]);
        assert!(get(&btf, 3).is_anonymous());
        // A stored string owns all its bytes, even if names start inside it.
        let strings = btf.section(SectionKind::Strings);
        let owned = btf.owner(strings.start + 7).unwrap();
        assert_eq!((owned.owner, owned.range.len()), (Owner::String(btf::StringOffset(1)), 12));
    }
}

#[test]
fn forms_of_the_same_types() {
    for order in Order::BOTH {
        let blob = handmade::with_layout(order);
        let usual = open(&blob);
        for form in [
            Form { hdr_len: Some(32), ..Form::default() },
            Form { hdr_len: Some(40), ..Form::default() },
            Form { hdr_len: Some(4096), ..Form::default() },
            Form { gap: 4, ..Form::default() },
            Form { gap: 5, trailing: 1, ..Form::default() },
            Form { parts: [Part::Strings, Part::Types, Part::Layout], ..Form::default() },
            Form { parts: [Part::Layout, Part::Strings, Part::Types], gap: 9, trailing: 2, ..Form::default() },
        ] {
            let btf = parse(blob.build_as(&form), None);
            assert_eq!(btf.diagnostics(), [], "{form:?}");
            let texts = |btf: &Btf| btf.types().map(|t| format!("{t:?} {:?}", members(&t))).collect::<Vec<_>>();
            assert_eq!(texts(&btf), texts(&usual), "{form:?}");
        }
    }
}

#[test]
fn a_longer_header_is_shown_and_read_past() {
    for order in Order::BOTH {
        let btf = parse(
            handmade::all_kinds(order).build_as(&Form { hdr_len: Some(40), hdr_fill: 0x11, ..Form::default() }),
            None,
        );
        assert_eq!(btf.own_type_count(), 20);
        let [only] = btf.diagnostics() else { panic!("{:?}", btf.diagnostics()) };
        assert_eq!((&only.kind, only.range.as_usize(), only.place), (&ErrorKind::HeaderExtra, 32..40, Place::Header));
    }
}

#[test]
fn split_on_split() {
    for order in Order::BOTH {
        let (base, middle, top) = {
            let base = handmade::split_base(order);
            let middle = handmade::split_middle(&base);
            let top = handmade::split_top(&middle);
            (base, middle, top)
        };
        let base = Arc::new(open(&base));
        let middle = Arc::new(parse(middle.build(), Some(base)));
        let top = parse(top.build(), Some(middle.clone()));
        assert_eq!((middle.first_id(), middle.type_cnt()), (TypeId(4), 7));
        assert_eq!((top.first_id(), top.type_cnt(), top.own_type_count()), (TypeId(7), 9, 2));
        assert_eq!(get(&middle, 4).kind(), Kind::Unknown(23));
        assert_eq!(members(&get(&middle, 6)), [("base_member", 5, 0, None)]);
        let names: Vec<&str> = top.all_types().map(|t| t.name()).collect();
        assert_eq!(names, ["int", "", "base_box", "", "", "middle_box", "top_box", "top_t"]);
        assert_eq!(members(&get(&top, 7)), [("of_base", 1, 0, None), ("of_middle", 6, 64, None)]);
        assert_eq!(top.size_of(TypeId(8)), Ok(4));
        let (holder, _) = top.locate_string(get(&top, 6).name_offset()).unwrap();
        assert_eq!(holder.first_id(), TypeId(4));
        assert_eq!(top.base().and_then(|b| b.base()).map(|b| b.own_type_count()), Some(3));
        // Without its base, the blob opens, and reports what is missing.
        let alone = parse(handmade::split_top(&handmade::split_middle(&handmade::split_base(order))).build(), None);
        assert!(alone.own_type_count() == 2 && !alone.diagnostics().is_empty());
    }
}

#[test]
fn large_ones() {
    for order in Order::BOTH {
        let btf = open(&large::wide_struct(order, 300));
        let wide = btf.types().last().unwrap();
        assert_eq!((wide.name(), wide.item_count(), btf.diagnostics().len()), ("wide", 300, 0));
        assert_eq!(
            members(&wide)[..6],
            [
                ("member_000", 2, 0, None),
                ("member_001", 1, 32, Some(2)),
                ("member_002", 3, 64, None),
                ("member_003", 2, 128, None),
                ("member_004", 1, 160, Some(5)),
                ("member_005", 3, 192, None)
            ]
        );

        let btf = open(&large::wide_enum(order, 2400));
        assert_eq!(values(&get(&btf, 1))[2399], ("VALUE_2399", 7197));
        assert_eq!(values(&get(&btf, 2))[2399], ("VALUE_2399", -(1i128 << 40) * 2399));
        assert_eq!(btf.diagnostics(), []);

        let btf = open(&large::zero_bytes(order));
        assert_eq!((2..=6).map(|id| btf.size_of(TypeId(id)).unwrap()).sum::<u32>(), 0);
        assert_eq!(btf.diagnostics(), []);
    }
}

/// More items than a vlen of 16 bits can count: in the newer format, a vlen has 24 bits.
#[test]
fn more_than_65535_values() {
    let btf = Btf::parse(large::wide_enum(Order::Big, 70_000).build(), None).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(btf.diagnostics(), []);
    assert_eq!(get(&btf, 1).item_count(), 70_000);
    assert_eq!(get(&btf, 1).enumerators().last().map(|e| (e.name(), e.value())), Some(("VALUE_69999", 209_997)));
    assert_eq!(
        get(&btf, 2).enumerators().from_index(69_998).map(|e| e.value()).collect::<Vec<_>>(),
        [-(1i128 << 40) * 69_998, -(1i128 << 40) * 69_999]
    );
}
