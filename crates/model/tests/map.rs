//! The map of a struct: the texts on its segments.

use btf::{Btf, Kind};
use layout::Options;
use model::map::{map, open_map};
use model::path::Path;
use model::tree::Expanded;

/// A group of members as the kernel declares it, and unions that only look like one.
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
    let anon = "(anon union)";
    assert_eq!(labels[..6], ["group", anon, anon, anon, anon, "(anon struct)"]);
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
        let map = open_map(&btf, &layout, 64, &Expanded::default(), &path);
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
    // Members that are no arrays, and structs, which are expanded by rows, stay unchanged.
    assert_eq!(segments(Some(2)), segments(None));
    assert_eq!(segments(Some(3)), segments(None));
    // A long one: 256 elements, and the rest together, which goes over lines.
    let long = shown(4, "long_one");
    assert_eq!((&long[0], &long[255]), (&at("long_one[0]", 44, 1), &at("long_one[255]", 299, 1)));
    assert!(long[256..].iter().all(|s| s.0 == "long_one[256..]"));
    assert_eq!(long[256..].iter().map(|s| s.2).sum::<u64>(), 300 - 256);
}

#[test]
fn an_open_union_shows_its_alternatives_one_above_the_other() {
    const SOURCE: &str = "
        struct pair { char a; int b; };
        struct s { long head; union { struct { char a; int b; }; struct pair second; char text[60]; } u; union { int only; } last; };";
    let compiled = scratch::compile(SOURCE, scratch::Target::default());
    let btf = Btf::parse(compiled.blob.expect("a blob"), None).expect("a header");
    let s = btf.types().find(|t| t.kind() == Kind::Struct && t.name() == "s").expect("s");
    let layout = layout::layout(&btf, s.id(), &Options::default()).expect("a layout");
    let mut open = Expanded::default();
    let closed = open_map(&btf, &layout, 64, &open, &Path::root());
    assert!(closed.lines.iter().flat_map(|line| &line.segments).all(|segment| segment.stack.is_empty()));
    open.0.insert(Path(vec![1]));
    let map = open_map(&btf, &layout, 64, &open, &Path::root());
    // By hand: u lies at 8 to 67 and so in two lines; an int behind a char is at 12, padding before it; text fills all of it.
    let row = |row: &Vec<model::map::Segment>| -> Vec<(String, u64, u64)> {
        row.iter().map(|s| (s.label.clone(), s.start / 8, s.bits / 8)).collect()
    };
    let stacks: Vec<Vec<_>> = map
        .lines
        .iter()
        .flat_map(|line| &line.segments)
        .filter(|segment| segment.label == "u")
        .map(|segment| segment.stack.iter().map(row).collect())
        .collect();
    let at = |label: &str, start: u64, bytes: u64| (label.to_owned(), start, bytes);
    assert_eq!(
        stacks,
        [
            vec![
                vec![at("a", 8, 1), at("hole", 9, 3), at("b", 12, 4), at("", 16, 48)],
                vec![at("second", 8, 8), at("", 16, 48)],
                vec![at("text", 8, 56)],
            ],
            vec![vec![at("", 64, 4)], vec![at("", 64, 4)], vec![at("text", 64, 4)]],
        ]
    );
    let first = map.lines[0].segments.iter().find(|segment| segment.label == "u").expect("u");
    // Members that are open in an alternative show their parts, too.
    open.0.insert(Path(vec![1, 1]));
    let map = open_map(&btf, &layout, 64, &open, &Path::root());
    let again = map.lines[0].segments.iter().find(|segment| segment.label == "u").expect("u");
    assert_eq!(row(&again.stack[1]), [at("a", 8, 1), at("hole", 9, 3), at("b", 12, 4), at("", 16, 48)]);
    let b = first.stack[0].iter().find(|segment| segment.label == "b").expect("b");
    assert_eq!(b.path(), Some(Path(vec![1, 0, 1])));
}
