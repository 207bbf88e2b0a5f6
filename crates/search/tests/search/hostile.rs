//! Invalid blobs, and blobs that would take forever if lengths were trusted.

use btf::Kind;
use search::{Columns, Options, Order, Query};
use tests::clock::ends;

use crate::blob::Blob;
use crate::sample::kernel;

const TEXTS: [&str; 16] = [
    "",
    "a",
    "task",
    "/a.*b/",
    "/./",
    "kind:struct",
    "size:>0",
    "member:pid",
    "member:*a*",
    "value:*",
    "type:int",
    "type:*t*",
    "tag:*",
    "holes:>=0",
    "id:1..",
    "#3",
];

/// Runs each of [`TEXTS`] in two orders, with and without derived types, and completes some texts.
fn ask_all(columns: &Columns) {
    for text in TEXTS {
        for derived in [false, true] {
            for order in [Order::Id, Order::Name] {
                let results = columns.run(&Query::parse(text).0, &Options { derived, order, ..Options::default() });
                assert!(results.ids.iter().all(|&id| columns.btf().get(id).is_some()));
                assert_eq!(results.total, results.chips.iter().map(|c| c.count).sum::<usize>());
            }
        }
    }
    for text in ["a", "task_struct.", "a.b.c", "s.next.next.", "#1"] {
        columns.goto(text, 20);
    }
}

#[test]
fn every_prefix_and_many_flips() {
    let blob = kernel(false).build();
    for len in (0..blob.len()).step_by(7) {
        if let Ok(btf) = btf::Btf::parse(&blob[..len], None) {
            ask_all(&Columns::new(btf.into()));
        }
    }
    let mut state = 1u32;
    for at in 4..blob.len() {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let mut blob = blob.clone();
        blob[at] ^= 1 << (state >> 24 & 7);
        if let Ok(btf) = btf::Btf::parse(blob, None) {
            let columns = Columns::new(btf.into());
            // All queries run for a tenth of the flips only, so that a debug build takes about a second.
            match at % 10 {
                0 => ask_all(&columns),
                _ => {
                    drop(columns.run(
                        &Query::parse("task member:*i* type:*").0,
                        &Options { derived: true, ..Options::default() },
                    ))
                }
            }
        }
    }
}

/// Twenty thousand types whose names are one long string, each from another offset on.
#[test]
fn names_that_overlap_are_bounded() {
    let mut b = Blob::new(false);
    let long = b.name(&"x".repeat(1 << 20));
    for i in 0..20_000 {
        b.raw(
            long + i,
            [Kind::Func, Kind::Struct, Kind::DeclTag][i as usize % 3],
            0,
            false,
            0,
            &[0; 1][..usize::from(i % 3 == 2)],
        );
    }
    // Pointers to these types have made-up names.
    for i in 0..2_000 {
        b.plain(Kind::Ptr, "", i + 1, &[]);
    }
    let columns = Columns::new(b.open(None));
    // Reading every name completely would take hours.
    ends("names", || ask_all(&columns));
    assert_eq!(columns.run(&Query::parse("xx").0, &Options::default()).total, 20_000);
    assert_eq!(columns.run(&Query::parse("kind:ptr ptr").0, &Options::default()).total, 2_000);
}

/// Thousands of functions that share a prototype of many parameters.
#[test]
fn a_shared_prototype_is_looked_at_once() {
    let mut b = Blob::new(false);
    let int = b.plain(Kind::Int, "int", 4, &[0x20]);
    let params: Vec<u32> = (0..50_000).flat_map(|_| [0, int]).collect();
    let proto = b.raw(0, Kind::FuncProto, 50_000, false, 0, &params);
    for _ in 0..20_000 {
        b.plain(Kind::Func, "f", proto, &[]);
    }
    let columns = Columns::new(b.open(None));
    let found = |query| ends(query, || columns.run(&Query::parse(query).0, &Options::default()).total);
    assert_eq!(found("type:int kind:func"), 20_000);
    assert_eq!(found("type:*x* kind:func"), 0);
}

#[test]
fn chains_and_circles_end() {
    let mut b = Blob::new(false);
    // 1 and 2 are const of each other, 3 is a struct that contains itself, 4 an anonymous one, 5 a typedef of itself.
    b.plain(Kind::Const, "", 2, &[]);
    b.plain(Kind::Const, "", 1, &[]);
    b.items(Kind::Struct, "s", 8, &[("", [3, 0]), ("next", [1, 0]), ("", [4, 0])]);
    b.items(Kind::Struct, "", 8, &[("", [4, 0]), ("a", [5, 0])]);
    b.plain(Kind::Typedef, "t", 5, &[]);
    for i in 6..5_000 {
        b.plain(Kind::Ptr, "", i + 1, &[]);
    }
    let columns = Columns::new(b.open(None));
    ask_all(&columns);
    assert!(!columns.goto("s.", 10).is_empty());
}

#[test]
fn odd_queries() {
    let columns = Columns::new(kernel(false).open(None));
    for text in [
        "\0",
        "a\0b",
        "/\0/",
        "member:\0",
        "//",
        "/",
        "\"",
        "kind:,",
        "size:..",
        "é",
        "/(?i)TASK/",
        ":",
        "::",
        "type:",
        "#",
        &"x ".repeat(5_000),
    ] {
        let (query, problems) = Query::parse(text);
        let results = columns.run(&query, &Options { derived: true, ..Options::default() });
        assert!(results.ids.len() <= 32, "{text:?}");
        for p in problems {
            assert!(text.get(p.range).is_some(), "{text:?}");
        }
        columns.goto(text, 5);
    }
    assert_eq!(columns.run(&Query::parse("/(?i)TASK/").0, &Options::default()).total, 6);
    assert_eq!(columns.run(&Query::parse("member:\0").0, &Options::default()).total, 0);
}
