//! The map of a struct: what is written on its segments.

use btf::{Btf, Kind};
use layout::Options;
use model::map::map;

/// A group of members as the kernel writes it, and unions that only look like one.
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
