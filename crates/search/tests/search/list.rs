//! The list without a search, chips, ranks.

use btf::Kind;
use search::{Chip, Columns, Options, Order, Query};

use crate::blob::Blob;
use crate::sample::{check, check_derived, columns, ids, names, open};

#[test]
fn named_types_by_kind_then_id() {
    let expected = [
        "list_head",
        "mm_struct",
        "task_struct",
        "signal",
        "hash", // structs
        "task_state",
        "big_flags", // enums
        "pid_t",
        "atomic_t",
        "task_pid",
        "get_task",
        "find",
        "init_task",
        ".data",
        "int",
        "unsigned int",
        "double",
        "task_group",
        "kfunc",
        "user_*",
        "rcu",
    ];
    check("", &expected);
}

#[test]
fn derived_types_follow() {
    let all = names(&columns(), "", &Options { derived: true, ..Options::default() });
    let expected = [
        "struct {…} in atomic_t",
        "union {…} in task_struct",
        "enum { NF_DROP, … }",
        "struct list_head *",
        "struct mm_struct *",
        "struct task_struct *",
        "struct task_struct __attribute__((btf_type_tag(\"rcu\"))) *",
        "struct list_head[4]",
        "const struct task_struct",
        "int (struct task_struct *task, pid_t pid)",
        "struct task_struct * (void)",
    ];
    assert_eq!(all[21..], expected);
    assert_eq!(all.len(), 32, "all types are listed once");
}

#[test]
fn order_by_name_ignores_case_and_keeps_kinds_together() {
    let options = Options { order: Order::Name, ..Options::default() };
    let found = names(&columns(), "", &options);
    assert_eq!(
        found[..9],
        ["hash", "list_head", "mm_struct", "signal", "task_struct", "big_flags", "task_state", "atomic_t", "pid_t"]
    );
    let found = names(&columns(), "size:4", &options);
    assert_eq!(found, ["task_state", "atomic_t", "pid_t", "int", "unsigned int"]);
    // Names that begin alike, and one that is the beginning of another.
    let mut b = Blob::new(false);
    for name in ["abcdefgh_2", "abcdefg", "Abcdefgh_1", "abcdefgh", "zz", "abc", "abcdefgh_1"] {
        b.plain(Kind::Typedef, name, 0, &[]);
    }
    let columns = Columns::new(b.open(None));
    let expected = ["abc", "abcdefg", "abcdefgh", "Abcdefgh_1", "abcdefgh_1", "abcdefgh_2", "zz"];
    assert_eq!(names(&columns, "", &options), expected);
}

#[test]
fn results_are_ranked() {
    // The order of ranks: whole name, beginning, word, inside; then data before functions, and shorter names before
    // longer ones.
    let mut b = Blob::new(false);
    b.plain(Kind::Func, "sk", 0, &[]); // 1
    b.plain(Kind::Func, "skb", 0, &[]); // 2
    b.plain(Kind::Typedef, "sk_data_t", 0, &[]); // 3
    b.items::<2>(Kind::Struct, "sk_buff_head", 8, &[]); // 4
    b.items::<2>(Kind::Struct, "sk_buff", 8, &[]); // 5
    b.items::<2>(Kind::Struct, "__sk_buff", 8, &[]); // 6
    b.items::<2>(Kind::Struct, "task", 8, &[]); // 7
    b.items::<2>(Kind::Union, "ask_sk", 8, &[]); // 8
    b.plain(Kind::Var, "netSk", 0, &[0]); // 9
    b.plain(Kind::Fwd, "sk_fwd", 0, &[]); // 10
    b.items::<2>(Kind::Struct, "SK_UPPER", 8, &[]); // 11
    let columns = Columns::new(b.open(None));
    let plain = Options::default();
    assert_eq!(ids(&columns, "sk", &plain), [1, 5, 11, 4, 3, 10, 2, 8, 6, 9, 7]);
    assert_eq!(ids(&columns, "SK", &plain), [11], "an upper-case letter asks for this case");
    assert_eq!(ids(&columns, "Sk", &plain), [9]);
    assert_eq!(
        ids(&columns, "sk buff", &plain),
        [5, 6, 4],
        "the worse rank counts: in all three names it is that of a word's start; then the shorter name comes first"
    );
    assert_eq!(ids(&columns, "buff sk", &plain), [5, 6, 4]);
    assert_eq!(ids(&columns, "sk_buff", &plain), [5, 4, 6]);
    assert_eq!(ids(&columns, "sk /d/", &plain), [3, 4, 10]);
    assert_eq!(ids(&columns, "/^sk/", &plain), [1, 5, 11, 4, 3, 10, 2], "a regex ranks by where it matches");
}

#[test]
fn chips_count_the_results_of_all_chips() {
    let columns = columns();
    let (query, _) = Query::parse("task");
    let all = columns.run(&query, &Options::default());
    let chips = |r: &search::Results| r.chips.iter().map(|c| (c.chip.label(), c.count)).collect::<Vec<_>>();
    let expected = [("struct", 1), ("enum", 1), ("func", 2), ("var", 1), ("forward", 1)];
    assert_eq!(chips(&all), expected);
    assert_eq!((all.total, all.ids.len()), (6, 6));
    let funcs = columns.run(&query, &Options { chip: Some(Chip::Func), ..Options::default() });
    assert_eq!(chips(&funcs), expected);
    assert_eq!((funcs.total, funcs.ids.len()), (6, 2));
    // A chosen chip stays, even if no result belongs to it.
    let none = columns.run(&Query::parse("list_head").0, &Options { chip: Some(Chip::Func), ..Options::default() });
    assert_eq!(chips(&none), [("struct", 1), ("func", 0)]);
    assert_eq!(none.ids.len(), 0);
}

#[test]
fn derived_names_are_searched_when_asked() {
    check("task_struct", &["task_struct"]);
    check_derived(
        "task_struct",
        &[
            "task_struct",
            "union {…} in task_struct",
            "struct task_struct *",
            "const struct task_struct",
            "struct task_struct * (void)",
            "int (struct task_struct *task, pid_t pid)",
            "struct task_struct __attribute__((btf_type_tag(\"rcu\"))) *",
        ],
    );
    check_derived("nf_drop", &["enum { NF_DROP, … }"]);
    check_derived("\"list_head *\"", &["struct list_head *"]);
}

#[test]
fn names_for_rows() {
    let columns = columns();
    assert_eq!(columns.name(btf::TypeId(0)), "[0]");
    assert_eq!(columns.name(btf::TypeId(1000)), "[1000]");
    assert_eq!(columns.name(btf::TypeId(9)), "task_struct");
    assert_eq!(open(true).type_cnt(), 33, "the tests above list 32 types");
}
