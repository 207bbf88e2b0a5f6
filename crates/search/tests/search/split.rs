//! A module on its kernel.

use btf::{Kind, TypeId};
use search::{Columns, Options};

use crate::blob::Blob;
use crate::sample::{ids, kernel, names};

fn module() -> (Columns, u32) {
    let base = kernel(false);
    let mut b = Blob::split(&base);
    let own = b.items(Kind::Struct, "task_extra", 16, &[("task", [10, 0]), ("pid", [1, 64])]);
    b.plain(Kind::Func, "task_extra_get", 14, &[]);
    // A typedef whose name is a string of the kernel.
    let shared = 1 + "int".len() as u32 + 1;
    b.raw(shared, Kind::Typedef, 0, false, 2, &[]);
    (Columns::new(b.open(Some(base.open(None)))), own)
}

#[test]
fn the_list_has_both_and_marks_the_own() {
    let (columns, own) = module();
    let all = ids(&columns, "", &Options::default());
    assert_eq!(all.len(), 21 + 3);
    let marked: Vec<u32> = all.into_iter().filter(|&id| TypeId(id) >= columns.btf().first_id()).collect();
    assert_eq!(marked, [own, own + 2, own + 1], "struct, typedef, func");
    let only = Options { own_only: true, ..Options::default() };
    assert_eq!(names(&columns, "", &only), ["task_extra", "unsigned int", "task_extra_get"]);
    assert_eq!(names(&columns, "unsigned", &only), ["unsigned int"]);
    assert_eq!(names(&columns, "task_e", &Options::default()), ["task_extra", "task_extra_get"]);
}

#[test]
fn words_see_through_to_the_base() {
    let (columns, _) = module();
    let plain = Options::default();
    assert_eq!(names(&columns, "member:pid", &plain), ["task_struct", "task_extra"]);
    assert_eq!(names(&columns, "type:task_struct kind:struct", &plain), ["signal", "task_extra"]);
    assert_eq!(names(&columns, "kind:typedef size:4", &plain), ["pid_t", "atomic_t", "unsigned int"]);
    let target = &columns.goto("task_extra.task.mm.pgd", 5)[0];
    assert_eq!((&target.label[..], &target.path[..]), ("task_extra.task.mm.pgd", &[0, 3, 0][..]));
}
