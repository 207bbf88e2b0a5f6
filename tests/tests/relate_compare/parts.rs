//! The differences between two types, compared with expectations written by hand.

use btf::{Btf, Budget, TypeId};
use relate::{difference, side_by_side};
use tests::blob::{Blob, Order, bits, kind};

/// Makes two blobs. `old` and `new` return the id of a type in each. Returns the lines that describe the changes from
/// the one type to the other.
fn described(old: impl Fn(&mut Blob) -> u32, new: impl Fn(&mut Blob) -> u32) -> Vec<String> {
    let mut all = Vec::new();
    for order in Order::BOTH {
        let side = |make: &dyn Fn(&mut Blob) -> u32, pad: u32| {
            let mut b = Blob::new(order);
            // Ids make no difference.
            (0..pad).for_each(|_| _ = b.int("char", 1, 1));
            let id = make(&mut b);
            (Btf::parse(b.build(), None).expect("a blob"), TypeId(id))
        };
        let ((old, a), (new, b)) = (side(&old, 0), side(&new, 3));
        let budget = Budget::of([&old, &new]);
        let d = difference(&old, a, &new, b, &budget).expect("enough of a budget");
        // The side-by-side view has the same changes, and the unchanged members.
        let beside = side_by_side(&old, a, &new, b, &budget).expect("enough of a budget");
        assert!(beside.changes.iter().filter(|c| c.is_change()).eq(&d.changes));
        assert!(beside.changes.iter().all(|c| c.is_change() != c.reason.is_empty()));
        let line = |c: &relate::Change| {
            let before =
                c.old.as_ref().filter(|o| o.name != c.name()).map_or(String::new(), |o| format!(" from {}", o.name));
            format!("{}{before}: {}: {}", c.name(), c.words(), c.effect.as_str())
        };
        let lines: Vec<String> = d.changes.iter().map(line).collect();
        if let Some(before) = all.pop() {
            assert_eq!(lines, before, "the same in both byte orders");
        }
        all.push(lines);
    }
    all.pop().unwrap_or_default()
}

#[test]
fn members_are_reported_by_what_happened_to_them() {
    let old = |b: &mut Blob| {
        let int = b.int("int", 4, 1);
        let long = b.int("long", 8, 1);
        let other = b.structure("other", 4, &[("x", int, 0)]);
        let p = b.pointer(other);
        let inner = b.composite(kind::UNION, "", 8, false, &[("u1", int, 0), ("u2", long, 0)]);
        let table = b.array(int, int, 4);
        let members = [
            ("gone", int, 0),
            ("stays", int, 32),
            ("", inner, 64),
            ("moves", long, 128),
            ("old_name", p, 192),
            ("grows", int, 256),
            ("points", p, 320),
            ("table", table, 384),
            ("kind", int, 512),
        ];
        b.structure("s", 72, &members)
    };
    let new = |b: &mut Blob| {
        let int = b.int("int", 4, 1);
        let long = b.int("long", 8, 1);
        let other = b.structure("other", 4, &[("x", int, 0)]);
        let third = b.structure("third", 4, &[("x", int, 0)]);
        let (p, q) = (b.pointer(other), b.pointer(third));
        let table = b.array(int, int, 2);
        let members = [
            ("stays", int, 32),
            ("u1", int, 64),
            ("moves", long, 136),
            ("new_name", p, 192),
            ("grows", long, 256),
            ("points", q, 320),
            ("table", table, 384),
            ("kind", third, 512),
            ("fresh", int, 544),
        ];
        b.structure("s", 80, &members)
    };
    assert_eq!(
        described(old, new),
        [
            ": resized: harmless",
            "gone: removed: refused at load",
            "u2: removed: refused at load",
            "moves: moved: harmless",
            "new_name from old_name: renamed (guess): refused at load",
            "grows: retyped, resized: silently wrong",
            "points: retyped: silently wrong",
            "table: retyped, resized: refused at load",
            "kind: retyped: refused at load",
            "fresh: added: harmless",
        ]
    );
}

#[test]
fn anonymous_types_are_compared_in_place() {
    let side = |extra: bool| {
        move |b: &mut Blob| {
            let int = b.int("int", 4, 1);
            let from = if extra { 32 } else { 0 };
            let mut fields = vec![("a", int, from), ("b", int, from + 32)];
            if extra {
                fields.insert(0, ("front", int, 0));
            }
            let size = from / 8 + 8;
            let inner = b.structure("", size, &fields);
            let list = b.array(inner, int, 2);
            b.structure("s", size * 3, &[("in", inner, 0), ("list", list, size * 8)])
        }
    };
    assert_eq!(described(side(false), side(false)), [""; 0]);
    assert_eq!(
        described(side(false), side(true)),
        [
            ": resized: harmless",
            "in: resized: harmless",
            "in.front: added: harmless",
            "in.a: moved: harmless",
            "in.b: moved: harmless",
            "list: moved, resized: harmless",
            "list[].front: added: harmless",
            "list[].a: moved: harmless",
            "list[].b: moved: harmless",
        ]
    );
}

#[test]
fn bitfields_enums_and_functions() {
    let fields = |width: u32, second: u32| {
        move |b: &mut Blob| {
            let int = b.int("int", 4, 1);
            b.composite(kind::STRUCT, "s", 4, true, &[("a", int, bits(0, width)), ("b", int, bits(16, second))])
        }
    };
    assert_eq!(described(fields(3, 0), fields(5, 7)), ["a: resized: harmless", "b: resized: silently wrong"]);
    let old = |b: &mut Blob| b.enumeration("e", 4, false, &[("A", 0), ("B", 1), ("C", 2), ("D", 9)]);
    let new = |b: &mut Blob| b.enumeration64("e", 4, false, &[("A", 0), ("B", 5), ("E", 2), ("F", 7)]);
    assert_eq!(
        described(old, new),
        [
            "B: other value: silently wrong",
            "E from C: renamed: refused at load",
            "F: added: harmless",
            "D: removed: refused at load"
        ]
    );
    let function = |params: &'static [&'static str], first: &'static str| {
        move |b: &mut Blob| {
            let int = b.int("int", 4, 1);
            let s = b.structure(first, 4, &[("x", int, 0)]);
            let p = b.pointer(s);
            let all: Vec<(&str, u32)> = params.iter().map(|&name| (name, if name == "p" { p } else { int })).collect();
            let proto = b.prototype(int, &all);
            b.function("f", proto, 0)
        }
    };
    assert_eq!(described(function(&["p", "n"], "one"), function(&["p", "n"], "one")), [""; 0]);
    assert_eq!(
        described(function(&["p", "n"], "one"), function(&["p", "count"], "one")),
        ["count from n: renamed: harmless"]
    );
    assert_eq!(described(function(&["p", "n"], "one"), function(&["p", "n"], "two")), ["p: retyped: silently wrong"]);
    assert_eq!(
        described(function(&["p", "n"], "one"), function(&["x", "p", "n"], "one")),
        ["x: added: silently wrong", "p: moved: silently wrong", "n: moved: silently wrong"]
    );
    assert_eq!(described(function(&["p", "n"], "one"), function(&["p"], "one")), ["n: removed: silently wrong"]);
}

#[test]
fn a_wider_bitfield_has_other_shifts() {
    let reason = |old: (u32, u32), new: (u32, u32)| {
        let of = |(offset, width): (u32, u32)| {
            let mut b = Blob::new(Order::Little);
            let int = b.int("int", 4, 1);
            let id = b.composite(kind::STRUCT, "s", 8, true, &[("a", int, bits(offset, width))]);
            (Btf::parse(b.build(), None).expect("a blob"), TypeId(id))
        };
        let ((old, a), (new, b)) = (of(old), of(new));
        let d = difference(&old, a, &new, b, &Budget::of([&old, &new])).expect("enough of a budget");
        assert_eq!(d.changes.len(), 1);
        d.changes[0].reason
    };
    for (old, new) in [((0, 3), (0, 5)), ((0, 3), (4, 5))] {
        assert!(reason(old, new).contains("shifts"), "{old:?} {new:?}: {}", reason(old, new));
    }
    // A bitfield that only moved has another byte, too.
    assert!(reason((0, 3), (32, 3)).contains("offset"), "{}", reason((0, 3), (32, 3)));
}

/// A rename together with a change of type is guessed from the name and the neighbours, and only if both agree:
/// `i_atime` became seconds and nanoseconds in Linux 6.11, `state` became `__state` in 5.14.
#[test]
fn renames_with_another_type_are_guessed_by_name() {
    let inode = |new: bool| {
        move |b: &mut Blob| {
            let (long, int) = (b.int("long", 8, 1), b.int("int", 4, 1));
            let time = b.structure("timespec64", 16, &[("tv_sec", long, 0)]);
            match new {
                false => {
                    b.structure("inode", 40, &[("i_size", long, 0), ("i_atime", time, 64), ("i_version", long, 192)])
                }
                true => {
                    let nsec = ("i_atime_nsec", int, 128);
                    b.structure(
                        "inode",
                        40,
                        &[("i_size", long, 0), ("i_atime_sec", long, 64), nsec, ("i_version", long, 192)],
                    )
                }
            }
        }
    };
    let nsec = "i_atime_nsec: added: harmless";
    let sec = "i_atime_sec from i_atime: renamed (guess), retyped, resized: refused at load";
    assert_eq!(described(inode(false), inode(true)), [sec, nsec]);

    let pair = |from: &'static str, to: &'static str| {
        let side = |name: &'static str, size: u32| {
            move |b: &mut Blob| {
                let int = b.int(if size == 4 { "int" } else { "long" }, size, 1);
                b.structure("s", 16, &[(name, int, 64)])
            }
        };
        described(side(from, 8), side(to, 4))
    };
    assert_eq!(pair("state", "__state"), ["__state from state: renamed (guess), retyped, resized: refused at load"]);
    assert_eq!(
        pair("_mapcount", "mapcount_"),
        ["mapcount_ from _mapcount: renamed (guess), retyped, resized: refused at load"]
    );
    // A common part of a word does not make names similar.
    assert_eq!(pair("state", "statement"), ["state: removed: refused at load", "statement: added: harmless"]);
}

/// Nested unions: each level has two members of the same type, so the number of members doubles with each level.
fn unions(levels: u32, names: [&str; 2]) -> (Btf, TypeId) {
    let mut b = Blob::new(Order::Little);
    let int = b.int("int", 4, 1);
    let mut inner = b.structure("", 4, &[("x", int, 0)]);
    for _ in 0..levels {
        inner = b.composite(kind::UNION, "", 4, false, &[(names[0], inner, 0), (names[1], inner, 0)]);
    }
    let top = b.structure("top", 4, &[("t", inner, 0)]);
    (Btf::parse(b.build(), None).expect("a blob"), TypeId(top))
}

#[test]
fn unions_in_unions_take_a_step_a_member_and_end_with_the_budget() {
    // One side has 2 + 4 + .. + 2^8 named members, `t`, and 2^8 `x`; the other has 2^8 `t.x`, and `t`.
    let (old, new) = (unions(8, ["a", "b"]), unions(8, ["", ""]));
    let budget = Budget::of([&old.0, &new.0]);
    let d = difference(&old.0, old.1, &new.0, new.1, &budget).expect("a few hundred members");
    let gone = d.changes.iter().filter(|c| c.new.is_none()).count();
    assert_eq!((gone, d.changes.len() - gone), (510 + 256, 256));
    assert!(budget.steps_taken() < 5_000, "{}", budget.steps_taken());
    // This would take a million times a million comparisons: the budget must end the work before.
    let (old, new) = (unions(20, ["a", "b"]), unions(20, ["", ""]));
    for most in [1_000, 1_000_000] {
        let budget = Budget::new(most);
        let stopped = difference(&old.0, old.1, &new.0, new.1, &budget).expect_err("too many members");
        assert_eq!(stopped.most, most);
        assert!(budget.steps_taken() <= most && budget.bytes_taken() <= most);
        let whole = relate::compare(&old.0, &new.0, &relate::CompareOptions::default(), &budget, &mut |_, _| {
            std::ops::ControlFlow::Continue(())
        });
        assert_eq!(whole, Err(stopped));
    }
}
