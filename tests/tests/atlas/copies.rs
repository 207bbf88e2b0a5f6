//! Several types of one name in a kernel, and types that nothing refers to.

use blob::Writer;
use btf::{Btf, Endian, Kind};

use crate::support::{Given, atlas_of, open, pairs};

fn head(w: &mut Writer, name: &str, kind: Kind, vlen: u32, third: u32) {
    let name = w.string(name.as_bytes());
    w.begin();
    for word in [name, u32::from(kind.number()) << 24 | vlen, third] {
        w.word(word);
    }
}

fn member(w: &mut Writer, name: &str, of: u32, at: u32) {
    let name = w.string(name.as_bytes());
    for word in [name, of, at] {
        w.word(word);
    }
}

/// Two structs `ring`, and a user of each.
fn two_rings(endian: Endian) -> Vec<u8> {
    let mut w = Writer::new(endian);
    head(&mut w, "int", Kind::Int, 0, 4);
    w.word(1 << 24 | 32);
    // [2] and [3]: two structs of the same name.
    head(&mut w, "ring", Kind::Struct, 1, 4);
    member(&mut w, "head", 1, 0);
    head(&mut w, "ring", Kind::Struct, 2, 8);
    member(&mut w, "tail", 1, 0);
    member(&mut w, "size", 1, 32);
    head(&mut w, "", Kind::Ptr, 0, 2);
    head(&mut w, "", Kind::Ptr, 0, 3);
    head(&mut w, "first", Kind::Struct, 1, 8);
    member(&mut w, "of", 4, 0);
    head(&mut w, "second", Kind::Struct, 1, 8);
    member(&mut w, "of", 5, 0);
    // Nothing refers to these: two equal enums, another, and a pointer.
    for value in [7, 7, 8] {
        head(&mut w, "", Kind::Enum, 1, 4);
        let name = w.string(b"LOOSE");
        w.word(name);
        w.word(value);
    }
    head(&mut w, "", Kind::Ptr, 0, 1);
    // Tags: on a member, on a whole struct, and on a member of a struct without a name.
    head(&mut w, "user", Kind::DeclTag, 0, 3);
    w.word(1);
    head(&mut w, "whole", Kind::DeclTag, 0, 3);
    w.word(u32::MAX);
    head(&mut w, "", Kind::Struct, 1, 4);
    member(&mut w, "inner", 1, 0);
    head(&mut w, "outer", Kind::Typedef, 0, 14);
    head(&mut w, "deep", Kind::DeclTag, 0, 14);
    w.word(0);
    // A section with variables of the same name.
    for _ in 0..2 {
        head(&mut w, "counter", Kind::Var, 0, 1);
        w.word(0);
    }
    head(&mut w, ".data", Kind::DataSec, 2, 64);
    for (var, at) in [(17, 8), (18, 0)] {
        for word in [var, at, 4] {
            w.word(word);
        }
    }
    // The third word of a FWD, which FWD does not use, is not 0.
    head(&mut w, "odd", Kind::Fwd, 0, 5);
    w.finish()
}

#[test]
fn names_with_several_contents_keep_apart() {
    for endian in [Endian::Little, Endian::Big] {
        let given = Given::new("6.1", two_rings(endian));
        let original = given.btf();
        assert_eq!(original.own_type_count(), 20);
        let bytes = atlas_of(&[&given]);
        let atlas = open(&bytes);
        let taken = Btf::parse(atlas.take_out(0).expect("sound"), None).expect("BTF");
        assert_eq!((taken.endian(), taken.own_type_count()), (endian, 20));
        let text = |btf: &Btf, id| {
            let mut out = String::new();
            dump::c_with_dependencies(btf, &[id], &mut out, &dump::CFileOptions::default());
            out
        };
        for (a, b) in pairs(&original, &taken) {
            assert_eq!(text(&original, a), text(&taken, b));
        }
        let find = |name: &str| taken.types().find(|t| t.name() == name).expect("it is there");
        let ring = |user: &str| {
            let pointer = find(user).members().next().expect("a member").type_id;
            taken.get(taken.get(pointer).expect("a pointer").type_ref().expect("a pointee")).expect("a struct")
        };
        assert_eq!((ring("first").item_count(), ring("second").item_count()), (1, 2));
        let tags = btf::DeclTags::new(&taken);
        let tag_of = |id, component| {
            tags.of_component(id, component).iter().map(|t| taken.get(t.tag).expect("a tag").name()).collect::<Vec<_>>()
        };
        assert_eq!(tag_of(ring("second").id(), 1), ["user"]);
        assert_eq!(tag_of(ring("second").id(), -1), ["whole"]);
        assert_eq!(tag_of(find("outer").type_ref().expect("a struct"), 0), ["deep"]);
        assert_eq!(find("odd").size_or_type(), 5);
        let mut offsets: Vec<u32> = find(".data").vars().map(|v| v.offset).collect();
        assert_eq!(offsets, [8, 0]);
        offsets.sort_unstable();
        let loose = taken.types().filter(|t| t.kind() == Kind::Enum && t.is_anonymous()).count();
        assert_eq!(loose, 3);
        let forms = atlas.forms_of(b"ring", Some(Kind::Struct)).expect("sound");
        assert_eq!(forms.iter().map(|f| f.ordinal).collect::<Vec<_>>(), [0, 1]);
    }
}

#[test]
fn what_cannot_be_written_is_reported() {
    let unfit = |bytes: Vec<u8>| {
        let given = Given::new("6.1", bytes);
        atlas::Draft::new().add(given.kernel.clone(), &given.btf()).expect_err("unfit").to_string()
    };
    // A CONST and a VOLATILE that refer to each other.
    let mut w = Writer::new(Endian::Little);
    head(&mut w, "", Kind::Const, 0, 2);
    head(&mut w, "", Kind::Volatile, 0, 1);
    assert!(!unfit(w.finish()).is_empty());
    let mut w = Writer::new(Endian::Little);
    head(&mut w, "", Kind::Ptr, 0, 1);
    assert!(unfit(w.finish()).contains("nested"));
    // A chain that is too long.
    let mut w = Writer::new(Endian::Little);
    for i in 1..=80 {
        head(&mut w, "", Kind::Ptr, 0, if i == 80 { 0 } else { i + 1 });
    }
    assert!(unfit(w.finish()).contains("nested over 64 deep"));
    // A tag on itself.
    let mut w = Writer::new(Endian::Little);
    head(&mut w, "a", Kind::DeclTag, 0, 1);
    w.word(u32::MAX);
    assert!(!unfit(w.finish()).is_empty());
}
