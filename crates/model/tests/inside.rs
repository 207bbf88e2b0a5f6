//! Types that contain a type, at any depth: offsets by hand, for 64 bits.

use btf::{Btf, Budget};
use model::used_by::embeddings;
use relate::Users;

#[test]
fn offsets_add_up_through_members_arrays_and_anonymous_unions() {
    let source = "
        struct node { void *next; };
        typedef struct node node_t;
        struct inner { int a; node_t n; };
        struct outer { long l; struct inner pair[2]; union { struct node first; struct inner *away; }; };
        struct whole { char c; struct outer o; };
        struct none { struct node *n; };";
    let compiled = scratch::compile(source, scratch::Target::default());
    let btf = Btf::parse(compiled.blob.expect("a blob"), None).expect("BTF");
    let id = btf.types().find(|t| t.name() == "node").expect("node").id();
    let (all, more) = embeddings(&btf, &Users::new(&btf), id, &Budget::of([&btf]));
    let mut said: Vec<String> =
        all.iter().map(|e| format!("{}.{} @ {}", dump::type_name(&btf, e.from), e.names, e.bit_offset / 8)).collect();
    said.sort();
    // inner: a 0, n 8. outer: l 0, pair 8..40, the union 40. whole: c 0, o 8.
    assert_eq!(
        said,
        [
            "struct inner.n @ 8",
            "struct outer.first @ 40",
            "struct outer.pair[0].n @ 16",
            "struct whole.o.first @ 48",
            "struct whole.o.pair[0].n @ 24",
        ]
    );
    assert!(!more);
    for e in &all {
        let steps = model::path::walk(&btf, e.from, &e.path).expect("a way");
        assert_eq!(steps.last().and_then(|s| s.offset), Some(e.bit_offset));
    }
}
