//! Words with a key.

use std::sync::atomic::{AtomicU32, Ordering};

use btf::{Btf, TypeId};
use search::{Columns, Options, Order, Query};

use crate::sample::{check, check_derived, columns, names, open};

#[test]
fn kind() {
    check("kind:enum", &["task_state", "big_flags"]);
    check("kind:enum64", &["big_flags"]);
    check("kind:e,fwd", &["task_state", "big_flags", "task_group"]);
    check("kind:func task", &["task_pid", "get_task"]);
    check("kind:func kind:struct", &[]);
    check("struct task", &["task_struct", "task_group"]);
    check("enum task", &["task_state"]);
    check("kind:tag", &["kfunc", "user_*", "rcu"]);
}

#[test]
fn kind_of_nameless_types_needs_no_switch() {
    check("kind:const", &["const struct task_struct"]);
    check("kind:ptr mm", &["struct mm_struct *"]);
    check("kind:union", &[]);
    check_derived("kind:union", &["union {…} in task_struct"]);
}

#[test]
fn size() {
    check("size:64", &["mm_struct", "hash"]);
    check("size:>48", &["mm_struct", "hash"]);
    check("size:>=48 kind:struct", &["mm_struct", "task_struct", "hash"]);
    check("size:<=4 kind:typedef", &["pid_t", "atomic_t"]);
    check("size:0x10..0x18", &["list_head", "signal"]);
    check("kind:func size:>=0", &[]);
}

#[test]
fn members() {
    check("member:pid", &["task_struct"]);
    check("member:Pid", &["signal"]);
    check("member:*pid*", &["task_struct", "signal"]);
    check("member:mm_*", &["mm_struct"]);
    check("member:pad", &[]);
    check("member:NF_DROP", &[]);
    // Members of an anonymous union count as members of its struct, as in C.
    check("member:usage", &["task_struct"]);
    check("member:counter", &["atomic_t"]);
    check_derived("member:usage", &["task_struct", "union {…} in task_struct"]);
}

#[test]
fn enumerators() {
    check("value:TASK_DEAD", &["task_state"]);
    check("value:FLAG_*", &["big_flags"]);
    // Most constants of a kernel are in unnamed enums, so these are included without a switch.
    check("value:*", &["task_state", "big_flags", "enum { NF_DROP, … }"]);
    check("value:NF_ACCEPT", &["enum { NF_DROP, … }"]);
    check("value:NF_ACCEPT kind:struct", &[]);
    check("value:NF_ACCEPT member:usage", &[]);
}

#[test]
fn types_of_parts() {
    check("type:list_head", &["list_head", "mm_struct", "task_struct", "hash"]);
    check("type:list_head kind:struct member:buckets", &["hash"]);
    // Functions count by their prototypes, including their return values; variables count, too.
    check("type:task_struct", &["signal", "task_pid", "get_task", "find", "init_task"]);
    // The written name counts, not the name behind a typedef.
    check("type:pid_t", &["task_struct", "task_pid", "get_task"]);
    check("type:\"unsigned int\"", &["mm_struct"]);
    check("type:no_such_type", &[]);
    check_derived("type:list_head kind:array", &["struct list_head[4]"]);
}

#[test]
fn tags() {
    check("tag:kfunc", &["task_pid", "kfunc"]);
    check("tag:user*", &["task_struct", "user_*"]);
    check("tag:rcu", &["signal", "rcu"]);
    check_derived("tag:rcu kind:ptr", &["struct task_struct __attribute__((btf_type_tag(\"rcu\"))) *"]);
    check("tag:nothing", &[]);
}

#[test]
fn holes() {
    // task_struct has one hole, 4 bytes after pid; its union fills 8 bytes, so no hole follows it. mm_struct has two
    // holes, after pgd and after mm_users.
    check("holes:>0", &["mm_struct", "task_struct", "signal"]);
    check("holes:0", &["list_head", "hash"]);
    check("holes:2", &["mm_struct"]);
}

#[test]
fn holes_come_from_the_caller_once() {
    static CALLS: AtomicU32 = AtomicU32::new(0);
    fn holes(_: &Btf, ids: &[TypeId]) -> Vec<Option<u32>> {
        CALLS.fetch_add(1, Ordering::Relaxed);
        ids.iter().map(|id| (id.0 != 4).then_some(id.0)).collect()
    }
    let columns = Columns::with_holes(open(false), holes);
    assert_eq!(names(&columns, "task", &Options::default()).len(), 6);
    assert_eq!(CALLS.load(Ordering::Relaxed), 0);
    assert_eq!(names(&columns, "holes:9..24", &Options::default()), ["task_struct", "signal"]);
    assert_eq!(
        names(&columns, "holes:0..8", &Options::default()),
        ["mm_struct"],
        "a struct without a layout has no number of holes"
    );
    assert_eq!(CALLS.load(Ordering::Relaxed), 1);
}

#[test]
fn ids_find_types_that_are_not_listed() {
    check("#9", &["task_struct"]);
    check("#10", &["struct task_struct *"]);
    check("id:13", &["enum { NF_DROP, … }"]);
    check("id:9..11", &["task_struct", "task_state", "struct task_struct *"]);
    check("#0", &[]);
    check("#33", &[]);
    check("#4294967296", &[]);
    check("id:9..11 kind:struct", &["task_struct"]);
}

#[test]
fn all_words_must_hold_and_unknown_keys_are_text() {
    check("kind:struct size:<64 member:pid task", &["task_struct"]);
    check("kind:struct size:<64 member:pid mm", &[]);
    let (query, problems) = Query::parse("foo:bar");
    assert_eq!(columns().run(&query, &Options::default()).total, 0);
    assert!(problems[0].message.contains("member:"), "{problems:?}");
    check("*", &["user_*"]);
}

#[test]
fn a_broken_regex_finds_nothing() {
    let (query, problems) = Query::parse("kind:struct /(/");
    assert_eq!((columns().run(&query, &Options::default()).total, problems.len()), (0, 1));
}

#[test]
fn flexible_arrays_and_orders() {
    let source = "
        struct plain { int a; };
        struct tail { int n; char data[]; };
        struct deep { int n; struct tail tail; };
        struct made { int n; union { struct { struct { } empty; long all[]; }; }; };
        struct large { char all[64]; struct plain *one, *two; };
        int take(struct plain *p);";
    let compiled = scratch::compile(source, scratch::Target::default());
    let columns =
        Columns::new(std::sync::Arc::new(btf::Btf::parse(compiled.blob.expect("a blob"), None).expect("BTF")));
    let names = |text: &str, order: Order| {
        let found = columns.run(&Query::parse(text).0, &Options { order, ..Options::default() });
        found.ids.iter().map(|&id| columns.name(id)).collect::<Vec<_>>()
    };
    assert_eq!(names("flexible: kind:struct", Order::Alphabet), ["deep", "made", "tail"]);
    assert_eq!(names("flexible:no", Order::Alphabet), ["large", "plain"]);
    assert_eq!(names("kind:struct", Order::Size)[0], "large");
    // Two members and a parameter use `plain`, through pointers.
    assert_eq!(names("kind:struct", Order::Users)[..2], ["plain", "tail"]);
}

#[test]
fn words_with_invalid_values_are_left_out() {
    let (query, problems) = Query::parse("task kind:foo");
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].range, 5..13);
    assert_eq!(columns().run(&query, &Options::default()).total, 6);
    assert!(Query::parse("kind:").0.is_empty() && !query.is_empty() && query.is_ranked());
    assert!(!Query::parse("size:4").0.is_ranked());
}

#[test]
fn answers_are_the_same_when_they_are_kept() {
    let columns = columns();
    let words = [
        "member:pid",
        "member:*pid*",
        "value:TASK_DEAD",
        "type:list_head",
        "type:pid_t",
        "tag:rcu",
        "tag:kfunc",
        "member:mm",
        "value:*",
        "type:int",
    ];
    let first: Vec<_> = words.iter().map(|w| names(&columns, w, &Options::default())).collect();
    for _ in 0..2 {
        for (word, first) in words.iter().zip(&first) {
            assert_eq!(names(&columns, word, &Options::default()), *first, "{word}");
        }
    }
}

/// Each word in the help is a valid query with a meaning. The first order to choose, "best match", has no [`Order`];
/// all others have one.
#[test]
fn the_words_of_the_help_are_queries() {
    for (word, what) in search::WORDS {
        let (_, problems) = Query::parse(word);
        assert!(problems.is_empty() && !what.is_empty(), "{word}: {problems:?}");
    }
    let orders = Order::CHOICES.map(|(title, order)| (title, order.is_none()));
    assert_eq!(orders[0], ("best match", true));
    assert!(orders[1..].iter().all(|(_, fitting)| !fitting), "only one has no order of its own");
}
