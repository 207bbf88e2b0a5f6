//! The meanings of member paths, checked by hand against the sample's C and the rules of CO-RE access strings.

use std::sync::Arc;

use btf::{Btf, Kind, TypeId};
use model::access::{Access, access};
use model::path::from_names;

fn sample() -> Arc<Btf> {
    let path = format!("{}/../../static/samples/sample.bpf.o", env!("CARGO_MANIFEST_DIR"));
    let opened = container::open("sample.bpf.o", &std::fs::read(path).expect("the sample")).expect("it opens");
    Arc::new(Btf::parse(opened.btf.bytes, None).expect("it decodes"))
}

fn named(btf: &Btf, name: &str) -> TypeId {
    btf.types().find(|t| t.kind() == Kind::Struct && t.name() == name).map(|t| t.id()).expect(name)
}

fn of(root: &str, member: &str) -> Access {
    let btf = sample();
    let id = named(&btf, root);
    let path = from_names(&btf, id, member).unwrap_or_else(|| panic!("{root}.{member}"));
    access(&btf, id, &path).unwrap_or_else(|| panic!("{root}.{member} is read"))
}

#[track_caller]
fn check(root: &str, member: &str, expression: &str, reads: &[&str], snippet: &str) {
    let a = of(root, member);
    assert_eq!(a.expression, expression);
    let got: Vec<String> = a.reads.iter().map(|r| format!("{} {}", r.root_name, r.access)).collect();
    assert_eq!(got, reads);
    assert_eq!(a.snippet.lines().last(), Some(snippet), "{}", a.snippet);
}

#[test]
fn plain_and_nested_members() {
    check("task_struct", "tgid", "task->tgid", &["struct task_struct 0:0"], "int v = BPF_CORE_READ(task, tgid);");
    check(
        "sock",
        "__sk_common.skc_family",
        "sock->__sk_common.skc_family",
        &["struct sock 0:0:2"],
        "u16 v = BPF_CORE_READ(sock, __sk_common.skc_family);",
    );
}

#[test]
fn reads_say_where_they_start() {
    let one = of("task_struct", "tgid");
    let offset = one.reads[0].offset.expect("a place");
    assert_eq!(one.reads[0].note(false), format!("on struct task_struct · byte {offset}"));
    let first = model::access::Read { offset: None, ..one.reads[0].clone() };
    let two = Access { reads: vec![first, one.reads[0].clone()], ..one };
    assert_eq!(two.reads[0].note(false), "on struct task_struct");
    let note = format!("on struct task_struct · byte {offset} · a new read: the pointer before it is followed");
    assert_eq!(two.reads[1].note(true), note);
}

#[test]
fn anonymous_steps_are_indices_and_have_no_name() {
    check(
        "event",
        "destination",
        "event->destination",
        &["struct event 0:4:0:1"],
        "be32 v = BPF_CORE_READ(event, destination);",
    );
}

#[test]
fn a_pointer_starts_a_new_read() {
    check(
        "task_struct",
        "real_parent.tgid",
        "task->real_parent->tgid",
        &["struct task_struct 0:1", "struct task_struct 0:0"],
        "int v = BPF_CORE_READ(task, real_parent, tgid);",
    );
}

#[test]
fn arrays_are_read_into_a_variable() {
    check("task_struct", "comm", "task->comm", &["struct task_struct 0:2"], "BPF_CORE_READ_INTO(&v, task, comm);");
    assert!(of("task_struct", "comm").snippet.contains("char v[16];"));
}

#[test]
fn bitfields_have_their_own_macro() {
    check(
        "event",
        "segment.syn",
        "event->segment.syn",
        &["struct event 0:9:7"],
        "__u64 v = BPF_CORE_READ_BITFIELD_PROBED(event, segment.syn);",
    );
    check(
        "event",
        "next.urgent",
        "event->next->urgent",
        &["struct event 0:0", "struct event 0:7"],
        "__u64 v = BPF_CORE_READ_BITFIELD_PROBED(event, urgent);",
    );
}

#[test]
fn an_enumerator_has_no_access() {
    let btf = sample();
    let direction = btf.types().find(|t| t.name() == "direction" && t.kind() == Kind::Enum).expect("direction").id();
    let path = from_names(&btf, direction, "OUTBOUND").expect("an enumerator");
    assert_eq!(access(&btf, direction, &path), None);
}
