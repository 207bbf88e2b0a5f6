//! Types that contain a type, at any depth; the offsets were found by hand, for 64 bits.

use btf::{Btf, Budget};
use model::used_by::{Outers, embeddings, is_by_macro};
use relate::{Through, Users};

#[test]
fn offsets_add_up_through_members_arrays_and_anonymous_unions() {
    let source = "
        struct node { void *next; };
        typedef struct node node_t;
        struct inner { int a; node_t n; };
        struct outer { long l; struct inner pair[2]; union { struct node first; struct inner *away; }; };
        struct whole { char c; struct outer o; };
        typedef struct { int seq; node_t n; } named_t;
        struct holder { long l; named_t by_name; };
        struct none { struct node *n; };";
    let compiled = scratch::compile(source, scratch::Target::default());
    let btf = Btf::parse(compiled.blob.expect("a blob"), None).expect("BTF");
    let id = btf.types().find(|t| t.name() == "node").expect("node").id();
    let (all, more) = embeddings(&btf, &Users::new(&btf), id, &Budget::of([&btf]));
    let mut said: Vec<String> =
        all.iter().map(|e| format!("{}.{} @ {}", dump::type_name(&btf, e.from), e.names, e.bit_offset / 8)).collect();
    said.sort();
    // inner: a 0, n 8. outer: l 0, pair 8..40, the union 40. whole: c 0, o 8. named_t: seq 0, n 8; its struct has no name
    // of its own. holder: l 0, by_name 8.
    assert_eq!(
        said,
        [
            "named_t.n @ 8",
            "struct holder.by_name.n @ 16",
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

#[test]
fn a_user_without_a_name_is_shown_as_the_named_type_around_it() {
    let source = "
        struct buff { int a; };
        struct sock { long l; struct { int len; struct buff *head; } backlog; union { struct { int n; struct buff *deep; }; }; };
        typedef struct { struct buff *own; } named_t;
        struct two { struct { struct buff *p; } part[2]; };";
    let compiled = scratch::compile(source, scratch::Target::default());
    let btf = Btf::parse(compiled.blob.expect("a blob"), None).expect("BTF");
    let id = btf.types().find(|t| t.name() == "buff").expect("buff").id();
    let users = Users::new(&btf);
    let mut outers = Outers::new(&btf, &users);
    let found: Vec<_> = users.of(&btf, id, Through::EVERYTHING).iter().map(|user| outers.of(user)).collect();
    let mut said: Vec<String> = found
        .iter()
        .flatten()
        .map(|o| format!("{}.{} @ {}", dump::type_name(&btf, o.from), o.names(&btf), o.bit_offset / 8))
        .collect();
    said.sort();
    // sock: l 0, backlog 8 (len 8, head 16), the union 24 (n 24, deep 32). two: the first element of part. named_t has
    // a name.
    assert_eq!(said, ["struct sock.backlog.head @ 16", "struct sock.deep @ 32", "struct two.part.p @ 0"]);
    assert_eq!(found.len(), 4);
    for o in found.iter().flatten() {
        let steps = model::path::walk(&btf, o.from, &o.path).expect("a way");
        assert_eq!(steps.last().and_then(|s| s.offset), Some(o.bit_offset));
    }
}

#[test]
fn types_made_by_macros_are_known_by_their_names() {
    // Linux 6.1: names of BTF_TYPE_EMIT and of TRACE_EVENT(netif_rx).
    for name in ["bpf_ctx_convert", "trace_event_raw_net_dev_template", "btf_trace_netif_rx", "__traceiter_netif_rx"] {
        assert!(is_by_macro(name), "{name}");
    }
    assert!(!["sk_buff", "trace_event_call", "bpf_ctx_arg_aux"].into_iter().any(is_by_macro));
}
