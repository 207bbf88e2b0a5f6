//! The rows of values beside their bytes: which row has which byte.

use btf::{Btf, Endian, TypeId};
use model::values::{By, MOST_ROWS, Sheet, Shown};
use tests::blob::{Blob, Order, kind};
use tests::clock::ends;
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
    const LEN: u32 = 1 << 24;
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
