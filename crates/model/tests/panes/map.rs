//! The map of a struct: the texts on its segments.

use btf::{Btf, Kind};
use layout::Options;
use model::alternatives::Alternatives;
use model::map::{map, open_map};
use model::path::Path;
use model::tree::Expanded;

/// A group of members as the kernel declares it, and unions that only look like such a group.
const SOURCE: &str = "
    struct like { int a; };
    struct s {
        union { struct { int a; char b; }; struct { int a; char b; } group; };
        union { struct { int a; char b; }; struct like shorter; };
        union { struct like first; struct { int c; }; };
        union { struct { int d; }; int number; };
        union { struct { int e; }; struct { int f; } one; struct { int g; } more; };
        struct { int h; };
    };";

#[test]
fn a_group_of_members_has_the_name_that_its_struct_has() {
    let compiled = scratch::compile(SOURCE, scratch::Target::default());
    let btf = Btf::parse(compiled.blob.expect("a blob"), None).expect("a header");
    let s = btf.types().find(|t| t.kind() == Kind::Struct && t.name() == "s").expect("s");
    let layout = layout::layout(&btf, s.id(), &Options::default()).expect("a layout");
    let labels: Vec<String> =
        map(&btf, &layout, 64).lines.into_iter().flat_map(|line| line.segments).map(|segment| segment.label).collect();
    // An unnamed member that is no group shows the names of its members; a union, the names in its first alternative.
    assert_eq!(labels[..6], ["group", "a, b", "first", "d", "e", "h"]);
}

#[test]
fn an_unnamed_member_has_the_names_in_it() {
    const SOURCE: &str = "
        struct s {
            union { struct { long next; long prev; union { long dev; int scratch; }; }; int node[6]; };
            struct { char a; char b; char c; char d; };
        };";
    let compiled = scratch::compile(SOURCE, scratch::Target::default());
    let btf = Btf::parse(compiled.blob.expect("a blob"), None).expect("a header");
    let s = btf.types().find(|t| t.kind() == Kind::Struct && t.name() == "s").expect("s");
    let layout = layout::layout(&btf, s.id(), &Options::default()).expect("a layout");
    let line = map(&btf, &layout, 64).lines.remove(0);
    assert_eq!(line.segments[0].texts(), ["next, prev, dev", "next, …"]);
    assert_eq!(line.segments[1].label, "a, b, c, …");
}

#[test]
fn a_selected_array_shows_its_elements() {
    const SOURCE: &str = "
        struct item { int x; };
        struct s { short pair[2][3]; char *names[2]; char c; struct item items[2]; char long_one[300]; };";
    let compiled = scratch::compile(SOURCE, scratch::Target::default());
    let btf = Btf::parse(compiled.blob.expect("a blob"), None).expect("a header");
    let s = btf.types().find(|t| t.kind() == Kind::Struct && t.name() == "s").expect("s");
    let layout = layout::layout(&btf, s.id(), &Options::default()).expect("a layout");
    let segments = |selected: Option<u32>| -> Vec<(String, u64, u64)> {
        let path = selected.map_or(Path::root(), |n| Path::root().child(n));
        let map = open_map(&btf, &layout, 64, &Expanded::default(), &Alternatives::default(), &path);
        map.lines.into_iter().flat_map(|line| line.segments).map(|s| (s.label, s.start / 8, s.bits / 8)).collect()
    };
    let shown = |selected: u32, name: &str| -> Vec<(String, u64, u64)> {
        segments(Some(selected)).into_iter().filter(|s| s.0.starts_with(name)).collect()
    };
    let at = |label: &str, start: u64, bytes: u64| (label.to_owned(), start, bytes);
    // By hand: 6 shorts at 0, a hole of 4, two pointers at 16, c at 32, items at 36 and 40, long_one at 44.
    let pair = ["pair[0][0]", "pair[0][1]", "pair[0][2]", "pair[1][0]", "pair[1][1]", "pair[1][2]"];
    let pair: Vec<_> = (0u64..).zip(pair).map(|(n, label)| at(label, 2 * n, 2)).collect();
    assert_eq!(shown(0, "pair"), pair);
    assert_eq!(shown(1, "names"), [at("names[0]", 16, 8), at("names[1]", 24, 8)]);
    // Members that are not arrays do not change. Arrays of structs show their elements only if they are open.
    assert_eq!(segments(Some(2)), segments(None));
    assert_eq!(segments(Some(3)), segments(None));
    // A long array: 256 elements have a segment each, and the rest is one segment, which continues on further lines.
    let long = shown(4, "long_one");
    assert_eq!((&long[0], &long[255]), (&at("long_one[0]", 44, 1), &at("long_one[255]", 299, 1)));
    assert!(long[256..].iter().all(|s| s.0 == "long_one[256..]"));
    assert_eq!(long[256..].iter().map(|s| s.2).sum::<u64>(), 300 - 256);
}

/// The map ends after 2,000 lines, here of a byte each: the lines of a long member behind them are left out.
#[test]
fn lines_behind_the_last_one_are_left_out() {
    let members: String = (0..2000).map(|n| format!("char c{n}; ")).collect();
    let source = format!("struct s {{ {members} char long_one[100]; }};");
    let compiled = scratch::compile(&source, scratch::Target::default());
    let btf = Btf::parse(compiled.blob.expect("a blob"), None).expect("a header");
    let s = btf.types().find(|t| t.kind() == Kind::Struct && t.name() == "s").expect("s");
    let layout = layout::layout(&btf, s.id(), &Options::default()).expect("a layout");
    let map = map(&btf, &layout, 1);
    let last = map.lines.last().expect("a line");
    let labels: Vec<&str> = last.segments.iter().map(|segment| segment.label.as_str()).collect();
    assert_eq!((map.lines.len(), last.number, labels, map.left_out), (2000, 1999, vec!["c1999"], 100));
}

/// Lines of 2 bytes: behind the 2,000 lines of the members `c0` to `c1999` there are two, of two members each.
#[test]
fn a_line_with_several_members_is_left_out_once() {
    let members: String = (0..2000).map(|n| format!("short c{n}; ")).collect();
    let source = format!("struct s {{ {members} char d; char e; char f; char g; }};");
    let compiled = scratch::compile(&source, scratch::Target::default());
    let btf = Btf::parse(compiled.blob.expect("a blob"), None).expect("a header");
    let s = btf.types().find(|t| t.kind() == Kind::Struct && t.name() == "s").expect("s");
    let layout = layout::layout(&btf, s.id(), &Options::default()).expect("a layout");
    let map = map(&btf, &layout, 2);
    assert_eq!((map.lines.len(), map.left_out, map.line_count()), (2000, 2, 2002));
}

#[test]
fn an_open_union_shows_one_alternative() {
    const SOURCE: &str = "
        struct pair { char a; int b; };
        struct s { long head; union { struct { char a; int b; }; struct pair second; char text[60]; } u; union { int only; } last; };";
    let compiled = scratch::compile(SOURCE, scratch::Target::default());
    let btf = Btf::parse(compiled.blob.expect("a blob"), None).expect("a header");
    let s = btf.types().find(|t| t.kind() == Kind::Struct && t.name() == "s").expect("s");
    let layout = layout::layout(&btf, s.id(), &Options::default()).expect("a layout");
    let mut open = Expanded::default();
    let shown = |open: &Expanded, alternatives: &Alternatives| -> Vec<(String, u64, u64)> {
        let map = open_map(&btf, &layout, 64, open, alternatives, &Path::root());
        map.lines.iter().flat_map(|line| &line.segments).map(|s| (s.label.clone(), s.start / 8, s.bits / 8)).collect()
    };
    let at = |label: &str, start: u64, bytes: u64| (label.to_owned(), start, bytes);
    // By hand: u is at 8 to 67, which is in two lines; an int after a char is at 12, with a hole before it; text
    // fills all of u.
    let rest = [at("last", 68, 4), at("beyond the struct", 72, 56)];
    let lines = |u: &[(String, u64, u64)]| [&[at("head", 0, 8)], u, &rest].concat();
    let mut chosen = Alternatives::default();
    assert_eq!(shown(&open, &chosen), lines(&[at("u", 8, 56), at("u", 64, 4)]));
    open.0.insert(Path(vec![1]));
    let (first, other) = ([at("a", 8, 1), at("hole", 9, 3), at("b", 12, 4)], "other alternatives");
    let others = [at(other, 16, 48), at(other, 64, 4)];
    assert_eq!(shown(&open, &chosen), lines(&[&first[..], &others].concat()));
    chosen.choose(&Path(vec![1, 2]));
    assert_eq!(shown(&open, &chosen), lines(&[at("text", 8, 56), at("text", 64, 4)]));
    chosen.choose(&Path(vec![1, 1]));
    assert_eq!(shown(&open, &chosen), lines(&[&[at("second", 8, 8)][..], &others].concat()));
    // An expanded member of an alternative shows its parts, too.
    open.0.insert(Path(vec![1, 1]));
    assert_eq!(shown(&open, &chosen), lines(&[&first[..], &others].concat()));
    let map = open_map(&btf, &layout, 64, &open, &chosen, &Path::root());
    let b = map.lines[0].segments.iter().find(|segment| segment.label == "b").expect("b");
    assert_eq!(b.path(), Some(Path(vec![1, 1, 1])));
    // A hole in the alternative can be selected: its struct is the alternative, and its bit counts from the outermost
    // struct.
    let hole = map.lines[0].segments.iter().find(|segment| segment.label == "hole").expect("the hole");
    assert_eq!((hole.gap(), b.gap()), (Some((Path(vec![1, 1]), 9 * 8)), None));
    // The line of a member, and of a bit.
    assert_eq!(
        [map.line_of(&Path(vec![1, 1, 1])), map.line_of(&Path(vec![2])), map.line_of(&Path::root())],
        [Some(0), Some(1), None]
    );
    assert_eq!([map.line_at(9 * 8), map.line_at(64 * 8), map.line_at(128 * 8)], [Some(0), Some(1), None]);
}

#[test]
fn bits_of_a_segment_are_selected_one_by_one() {
    const SOURCE: &str = "struct s { unsigned char a : 3, : 2, b : 1; char c; };";
    let compiled = scratch::compile(SOURCE, scratch::Target::default());
    let btf = Btf::parse(compiled.blob.expect("a blob"), None).expect("a header");
    let s = btf.types().find(|t| t.kind() == Kind::Struct && t.name() == "s").expect("s");
    let layout = layout::layout(&btf, s.id(), &Options::default()).expect("a layout");
    let line = map(&btf, &layout, 64).lines.remove(0);
    let bits = &line.segments[0];
    assert_eq!((bits.texts(), bits.title()), (vec!["8 bits".to_owned()], "2 bitfields: 1 byte at 0:0".to_owned()));
    let paths: Vec<_> = (0..bits.parts.len()).map(|part| bits.part_path(part).map(|path| path.0)).collect();
    assert_eq!(paths, [Some(vec![0]), None, Some(vec![1]), None]);
    // Bits 3 and 4 are unused, and so are bits 6 and 7.
    let gaps: Vec<_> = (0..bits.parts.len()).map(|part| bits.part_gap(part)).collect();
    assert_eq!(gaps, [None, Some((Path::root(), 3)), None, Some((Path::root(), 6))]);
}
