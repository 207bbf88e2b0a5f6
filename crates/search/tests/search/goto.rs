//! The command box.

use search::{Columns, Target};

use crate::sample::{columns, open};

fn go(text: &str) -> Vec<Target> {
    columns().goto(text, 10)
}

fn labels(text: &str) -> Vec<String> {
    go(text).into_iter().map(|t| t.label).collect()
}

#[test]
fn types_and_functions() {
    // First types and functions, then members and enumerators that begin with the text.
    let types = ["task_struct", "task_state", "task_group", "task_pid", "get_task", "init_task"];
    assert_eq!(labels("task"), [&types[..], &["task_struct.tasks", "TASK_RUNNING", "TASK_DEAD"]].concat());
    let first = &go("task_struct")[0];
    assert_eq!((first.letter, first.class, &first.detail[..], first.id.0), ("S", "struct", "struct · 48 B", 9));
    assert!(first.path.is_empty());
    let func = &go("task_pid")[0];
    assert_eq!((func.letter, &func.detail[..]), ("ƒ", "int (struct task_struct *task, pid_t pid)"));
    assert_eq!(go("pid_t")[0].detail, "typedef · int");
    assert_eq!(go("init_task")[0].detail, "var · struct task_struct");
    assert_eq!(go("task_group")[0].detail, "forward struct");
    assert!(go("").is_empty() && go("  ").is_empty());
    assert_eq!(columns().goto("a", 3).len(), 3);
}

#[test]
fn members_and_enumerators_by_their_own_names() {
    let dead = &go("TASK_DEAD")[0];
    assert_eq!((&dead.label[..], &dead.detail[..], &dead.path[..]), ("TASK_DEAD", "= 128 · task_state", &[1][..]));
    assert_eq!(go("task_dead")[0].label, "TASK_DEAD");
    let pgd = &go("pgd")[0];
    assert_eq!((&pgd.label[..], &pgd.path[..]), ("mm_struct.pgd", &[0][..]));
    assert_eq!(labels("rcu_users").len(), 1);
    // A capital letter makes the search case-sensitive.
    assert!(labels("Task_Dead").is_empty());
}

/// Members of anonymous types are shown with the type that has them in C: the struct around a union, or a typedef.
#[test]
fn members_of_anonymous_types() {
    let usage = &go("usage")[0];
    assert_eq!((&usage.label[..], &usage.detail[..]), ("task_struct.usage", "+24 unsigned int"));
    assert_eq!((usage.id.0, &usage.path[..]), (9, &[2, 1][..]));
    let counter = &go("counter")[0];
    assert_eq!((&counter.label[..], &counter.detail[..], counter.id.0), ("atomic_t.counter", "+0 int", 29));
}

#[test]
fn offsets() {
    let columns = columns();
    let at = |text: &str, open: Option<u32>| {
        let asked = search::at::ask(text).expect("an offset");
        let found = columns.at(&asked, open.map(btf::TypeId));
        let lines = found.targets.iter().map(|t| format!("{}  {}", t.label, t.detail)).collect::<Vec<_>>();
        (lines, found.problem)
    };
    // struct task_struct is [9]; the anonymous union at 24 has two alternatives.
    let union = ["task_struct.rcu_users  +24 int, 4 B", "task_struct.usage  +24 unsigned int, 4 B"].map(String::from);
    assert_eq!(at("task_struct+0x18", None).0, union);
    assert_eq!(at("24", Some(9)).0, union);
    assert_eq!(at("*(u64 *)(r6 +32)", Some(9)).0, ["task_struct.mm  +32 struct mm_struct *, 8 B"]);
    assert_eq!(at("*(u64 *)(r6 +36)", Some(9)).0, ["task_struct.mm  +32 struct mm_struct *, 8 B, byte 4 of it"]);
    assert_eq!(at("nothing+8", None).1, Some("No struct or union is called “nothing” here.".to_owned()));
    assert!(at("task_struct+4096", None).1.is_some_and(|why| why.contains("48 (0x30) bytes")));
    assert!(at("8", None).1.is_some());
}

#[test]
fn ids() {
    let found = go("#7");
    assert_eq!(found.len(), 1);
    assert_eq!((&found[0].label[..], &found[0].detail[..], found[0].id.0), ("struct mm_struct *", "pointer · 8 B", 7));
    assert!(go("#99").is_empty());
}

#[test]
fn fields() {
    // A whole name comes first, then a name with a word that begins with the text.
    assert_eq!(labels("task_struct.mm"), ["task_struct.mm", "task_struct.active_mm"]);
    let mm = &go("task_struct.mm")[0];
    assert_eq!((mm.letter, mm.class, &mm.detail[..], &mm.path[..]), ("P", "ptr", "+32 struct mm_struct *", &[3][..]));
    // All members; the members of the anonymous union are in its place.
    assert_eq!(
        labels("task_struct."),
        ["pid", "tasks", "rcu_users", "usage", "mm", "active_mm"].map(|f| format!("task_struct.{f}"))
    );
    let usage = &go("task_struct.usage")[0];
    assert_eq!((&usage.detail[..], &usage.path[..]), ("+24 unsigned int", &[2, 1][..]));
}

#[test]
fn fields_through_pointers() {
    let pgd = &go("task_struct.mm.pg")[0];
    assert_eq!(
        (&pgd.label[..], &pgd.detail[..], &pgd.path[..]),
        ("task_struct.mm.pgd", "+0 struct list_head *", &[3, 0][..])
    );
    assert_eq!(go("task_struct->mm->mm_users")[0].label, "task_struct.mm.mm_users");
    assert_eq!(go("hash.buckets[3].next")[0].path, [0, 0]);
    assert_eq!(go("struct task_struct.tasks.prev")[0].path, [1, 1]);
    assert!(labels("task_struct.nothing.x").is_empty());
    // Items of other kinds; and through typedefs and variables.
    assert_eq!(go("task_state.dead")[0].detail, "= 128");
    assert_eq!(go("atomic_t.counter")[0].detail, "+0 int");
    assert_eq!(go("init_task.pid")[0].detail, "+0 pid_t");
    assert_eq!(go("task_pid.task")[0].path, [0]);
}

#[test]
fn a_type_that_is_still_being_typed() {
    assert_eq!(go("task_str.pid")[0].label, "task_struct.pid");
    assert_eq!(go("mm_.pgd")[0].label, "mm_struct.pgd");
}

#[test]
fn names_with_points() {
    assert_eq!(labels(".data"), [".data"]);
}

#[test]
fn every_target_leads_somewhere() {
    for big in [false, true] {
        let columns = Columns::new(open(big));
        for text in [
            "t",
            "task_struct.",
            "task_struct.mm.",
            "list_head.next.next.next.",
            "hash.",
            "signal.leader.mm.",
            "task_state.",
        ] {
            let found = columns.goto(text, 100);
            assert!(!found.is_empty(), "{text}");
            for t in found {
                let path = search::path::Path(t.path.clone());
                assert!(search::path::walk(columns.btf(), t.id, &path).is_some(), "{text}: {t:?}");
                let names = search::path::to_names(columns.btf(), t.id, &path);
                assert!(
                    names.is_some_and(|n| t.path.is_empty() || t.label.ends_with(n.rsplit('.').next().unwrap_or("?"))),
                    "{t:?}"
                );
            }
        }
    }
}
