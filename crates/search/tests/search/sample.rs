//! A small kernel, and helpers to query its list.

use std::sync::Arc;

use btf::{Btf, Kind, TypeId};
use search::{Columns, Options, Query};

use crate::blob::Blob;

/// A blob; the comments give the ids of its types.
pub fn kernel(big: bool) -> Blob {
    let mut b = Blob::new(big);
    b.plain(Kind::Int, "int", 4, &[0x0100_0020]); // 1
    b.plain(Kind::Int, "unsigned int", 4, &[0x20]); // 2
    b.plain(Kind::Ptr, "", 4, &[]); // 3 struct list_head *
    b.items(Kind::Struct, "list_head", 16, &[("next", [3, 0]), ("prev", [3, 64])]); // 4
    b.plain(Kind::Typedef, "pid_t", 1, &[]); // 5
    b.items(Kind::Union, "", 8, &[("rcu_users", [1, 0]), ("usage", [2, 0])]); // 6
    b.plain(Kind::Ptr, "", 8, &[]); // 7 struct mm_struct *
    b.items(Kind::Struct, "mm_struct", 64, &[("pgd", [3, 0]), ("mm_users", [1, 320]), ("PAD", [2, 512])]); // 8
    let task = [("pid", [5, 0]), ("tasks", [4, 64]), ("", [6, 192]), ("mm", [7, 256]), ("active_mm", [7, 320])];
    b.items(Kind::Struct, "task_struct", 48, &task); // 9
    b.plain(Kind::Ptr, "", 9, &[]); // 10 struct task_struct *
    b.items(Kind::Enum, "task_state", 4, &[("TASK_RUNNING", [0]), ("TASK_DEAD", [128])]); // 11
    b.items(Kind::Enum64, "big_flags", 8, &[("FLAG_TOP", [0, 1 << 31])]); // 12
    b.items(Kind::Enum, "", 4, &[("NF_DROP", [0]), ("NF_ACCEPT", [1])]); // 13
    b.items(Kind::FuncProto, "", 1, &[("task", [10]), ("pid", [5])]); // 14
    b.plain(Kind::Func, "task_pid", 14, &[]); // 15
    b.plain(Kind::Func, "get_task", 14, &[]); // 16
    b.plain(Kind::Var, "init_task", 9, &[1]); // 17
    let data = b.name(".data");
    b.raw(data, Kind::DataSec, 1, false, 48, &[17, 0, 48]); // 18
    b.plain(Kind::Float, "double", 8, &[]); // 19
    b.plain(Kind::Fwd, "task_group", 0, &[]); // 20
    b.plain(Kind::DeclTag, "kfunc", 15, &[u32::MAX]); // 21
    b.plain(Kind::TypeTag, "rcu", 9, &[]); // 22
    b.plain(Kind::Ptr, "", 22, &[]); // 23 struct task_struct rcu *
    b.items(Kind::Struct, "signal", 24, &[("leader", [23, 0]), ("Pid", [1, 64]), ("tail", [1, 160])]); // 24
    b.plain(Kind::Array, "", 0, &[4, 2, 4]); // 25 list_head[4]
    b.items(Kind::Struct, "hash", 64, &[("buckets", [25, 0])]); // 26
    b.plain(Kind::Const, "", 9, &[]); // 27
    b.items(Kind::Struct, "", 4, &[("counter", [1, 0])]); // 28
    b.plain(Kind::Typedef, "atomic_t", 28, &[]); // 29
    b.plain(Kind::DeclTag, "user_*", 9, &[0]); // 30, on task_struct.pid
    b.plain(Kind::FuncProto, "", 10, &[]); // 31 returns a task
    b.plain(Kind::Func, "find", 31, &[]); // 32
    b
}

pub fn open(big: bool) -> Arc<Btf> {
    kernel(big).open(None)
}

pub fn columns() -> Columns {
    Columns::new(open(false))
}

/// The ids that a query finds.
pub fn ids(columns: &Columns, text: &str, options: &Options) -> Vec<u32> {
    let (query, problems) = Query::parse(text);
    assert!(problems.is_empty(), "{text}: {problems:?}");
    columns.run(&query, options).ids.iter().map(|id| id.0).collect()
}

/// The names that a query finds, as the list shows them.
pub fn names(columns: &Columns, text: &str, options: &Options) -> Vec<String> {
    ids(columns, text, options).into_iter().map(|id| columns.name(TypeId(id))).collect()
}

/// Checks the results of a query, in order, for both byte orders.
#[track_caller]
pub fn check(text: &str, expected: &[&str]) {
    for big in [false, true] {
        let columns = Columns::new(open(big));
        assert_eq!(names(&columns, text, &Options::default()), expected, "{text}");
    }
}

/// As [`check`], with [`Options::derived`], and for one byte order only.
#[track_caller]
pub fn check_derived(text: &str, expected: &[&str]) {
    let options = Options { derived: true, ..Options::default() };
    assert_eq!(names(&columns(), text, &options), expected, "{text}");
}
