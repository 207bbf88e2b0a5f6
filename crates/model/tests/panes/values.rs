//! The Values view: which row has which byte, and the maps and bytes of a file of its own.

use bpf::Object;
use btf::{Btf, Endian, TypeId};
use model::values::{By, MOST_ROWS, Sheet, Shown, maps, own_bytes};
use tests::blob::{Blob, Order, kind};
use tests::clock::ends;
use tests::elf::{Class, Elf, Section};
use value::Open;

/// Zeros that a type of this blob reads, with values open up to this depth.
fn shown(blob: &Blob, id: u32, len: u32, levels: u32) -> Shown {
    let btf = Btf::parse(blob.build(), None).expect("types");
    let sheet = Sheet { bytes: vec![0; len as usize].into(), by: By::Type(TypeId(id)), order: Endian::Little };
    Shown::of(&btf, &sheet, &Open { levels, ..Open::default() })
}

#[test]
fn a_byte_belongs_to_the_first_member_of_a_union_that_has_it() {
    let mut blob = Blob::new(Order::Little);
    let char = blob.int("char", 1, 1);
    let two = blob.structure("two", 2, &[("x", char, 0), ("y", char, 8)]);
    let three = blob.structure("three", 3, &[("a", char, 0), ("b", char, 8), ("c", char, 16)]);
    let union = blob.composite(kind::UNION, "all", 4, false, &[("two", two, 0), ("three", three, 0)]);
    let shown = shown(&blob, union, 4, 3);
    let titles: Vec<&str> = shown.rows.iter().map(|row| row.title()).collect();
    assert_eq!(titles, ["union all", "two", "x", "y", "three", "a", "b", "c"]);
    let owners: Vec<Option<&str>> = (0..5).map(|byte| shown.row_at(byte).map(|row| titles[row])).collect();
    assert_eq!(owners, [Some("x"), Some("y"), Some("c"), Some("union all"), None]);
}

#[test]
fn a_union_of_many_large_arrays_is_shown_at_once() {
    const LEN: u32 = 1 << 25;
    let mut blob = Blob::new(Order::Little);
    let int = blob.int("int", 4, 1);
    // The first array leaves an element to the second.
    let first = blob.array(int, int, LEN / 4 - 1);
    let other = blob.array(int, int, LEN / 4);
    let names: Vec<String> = (0..20_000).map(|i| format!("m{i}")).collect();
    let members: Vec<(&str, u32, u32)> =
        (0..).zip(&names).map(|(i, name)| (name.as_str(), if i == 0 { first } else { other }, 0)).collect();
    let union = blob.composite(kind::UNION, "all", LEN, false, &members);
    let shown = ends("a union of 20,000 arrays", || shown(&blob, union, LEN, 1));
    assert!(shown.more && shown.rows.len() as u64 == MOST_ROWS, "{} rows", shown.rows.len());
    let at = |byte: u32| shown.row_at(byte.into());
    assert_eq!([at(0), at(LEN - 5), at(LEN - 4), at(LEN - 1)], [Some(1), Some(1), Some(2), Some(2)]);
}

#[test]
fn many_maps_that_structs_declare_are_listed_at_once() {
    const MAPS: u32 = 500_000;
    let mut blob = Blob::new(Order::Little);
    let int = blob.int("int", 4, 1);
    for i in 0..MAPS {
        blob.structure(&format!("____btf_map_{i}"), 0, &[]);
    }
    // Another struct for the first map, which has no types yet.
    blob.structure("____btf_map_0", 8, &[("key", int, 0), ("value", int, 32)]);
    let btf = Btf::parse(blob.build(), None).expect("types");
    let found = ends("many maps", || maps(&btf, None, "x.o"));
    assert_eq!(found.len(), MAPS as usize);
    assert_eq!((found[0].name.as_str(), found[0].key, found[0].value), ("0", Some(TypeId(int)), Some(TypeId(int))));
    assert_eq!((found[1].name.as_str(), found[1].key, found[1].value), ("1", None, None));
}

#[test]
fn many_sections_of_maps_are_searched_at_once() {
    const MANY: u32 = 40_000;
    let mut blob = Blob::new(Order::Little);
    let map = blob.structure("definition", 8, &[]);
    let vars: Vec<[u32; 3]> = (0..MANY).map(|i| [blob.variable(&format!("m{i}"), map, 1), i * 8, 8]).collect();
    blob.data_section(".maps", MANY * 8, &vars);
    for _ in 0..MANY {
        blob.data_section(".maps", 0, &[]);
    }
    let last = blob.data_section(".maps", 8, &vars[1..2]);
    let elf = Elf::new(Class::Elf64, Order::Little, 247)
        .with(Section { flags: 2, ..Section::new(".maps", vec![0; 16]) })
        .with(Section::new(".BTF", blob.build()));
    let object = Object::parse(elf.build()).expect("an object");
    let btf = object.btf().expect("types");
    let own = ends("many sections", || own_bytes(btf, &object, TypeId(last))).expect("it has bytes");
    let parts: Vec<_> = own.parts.iter().map(|part| (part.name.as_str(), part.offset, part.size)).collect();
    assert_eq!((own.section.as_str(), parts), (".maps", vec![("m1", 8, 8)]));
}
