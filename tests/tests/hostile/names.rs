//! Long names: an escape, and comparisons.

use std::sync::Arc;

use btf::{Btf, TypeId};
use relo::{CoreKind, Options, Reason, Resolver, Target};
use tests::blob::{Blob, Order, kind};
use tests::clock::ends;

/// Names that overlap, in a blob in which another name needs an escape.
#[test]
fn names_that_overlap_beside_an_escape() {
    const MANY: u32 = 400_000;
    let mut blob = Blob::new(Order::Little);
    blob.int("a\nb", 4, 1);
    let long = blob.string(&"n".repeat(32 << 20));
    for i in 0..MANY {
        blob.record(long + i, kind::INT, 0, false, 8, &[64]);
    }
    let btf = ends("parse", || Btf::parse(blob.build(), None)).expect("a header");
    let names = ends("names", || btf.types().map(|t| t.name().len()).collect::<Vec<_>>());
    assert_eq!((names.len(), names[0]), (MANY as usize + 1, "a\\x0ab".len()));
    assert!(names[1..].iter().all(|&len| len == 4096));
}

/// A comparison of long names takes more steps than one of short names.
#[test]
fn enumerators_with_long_names() {
    const MANY: u32 = 80_000;
    // An enum with enumerators of one name.
    let made = |count: u32, text: &str| {
        let mut blob = Blob::new(Order::Little);
        let (name, of_each) = (blob.string("e"), blob.string(text));
        let id = blob.record(name, kind::ENUM, count, false, 4, &[of_each, 0].repeat(count as usize));
        (TypeId(id), Btf::parse(blob.build(), None).expect("a header"))
    };
    let (id, local) = made(1, "local");
    for (text, reason) in [("n".repeat(9000), Some(Reason::TooManySteps)), ("n".repeat(200), None)] {
        let target = Target::new(Arc::new(made(MANY, &text).1));
        let mut resolver = Resolver::new(&local, &target, Options::default());
        let outcome = resolver.resolve_path(CoreKind::TypeMatches, id, "0");
        assert_eq!((outcome.tried.len(), outcome.error.map(|e| e.reason)), (1, reason), "{}", text.len());
    }
}
