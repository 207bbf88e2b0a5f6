//! Relations between types: who uses a type, the member paths from one type to another, and the differences of two
//! kernels.
//!
//! ```
//! use btf::{Btf, NameIndex};
//! use relate::{FieldPath, Through, Users, field};
//!
//! // The blob of these declarations, or the bytes of /sys/kernel/btf/vmlinux.
//! # let source = "struct list { struct list *next; }; struct job { int id; struct list all; }; struct queue { struct job *first; };";
//! # let blob = scratch::compile(source, scratch::Target::default()).blob.expect("a blob");
//! let btf = Btf::parse(blob, None)?;
//! let names = NameIndex::new(&btf);
//! let job = names.find(&btf, "job").next().expect("there is a struct job").id();
//!
//! // Who uses `struct job`, directly or through pointers: `queue.first`.
//! let users = Users::new(&btf);
//! for user in users.of(&btf, job, Through::EVERYTHING) {
//!     let from = btf.get(user.from).expect("users are types of this blob");
//!     assert_eq!((from.name(), user.part(&btf)), ("queue", Some("first")));
//! }
//! assert_eq!(users.of(&btf, job, Through::EVERYTHING).len(), 1);
//!
//! // Where a field is, over members and pointers.
//! let all = field(&btf, &FieldPath::parse("queue.first.all")?)?;
//! assert_eq!((all.offset, all.pointers), (64, 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The layers, bottom up:
//!
//! 1. [`cross`]: the pointers, arrays and qualifiers between a member and the struct that it leads to.
//! 2. [`Users`]: one index of all references; [`Users::of`] and [`Users::each`] ask it.
//! 3. [`paths_between()`]: the shortest member paths between two types.
//! 4. [`compare`]: two whole BTFs; [`difference`]: one pair of types; [`field`]: one field in many BTFs.
//! 5. [`build`]: the graph around a type; crate `picture` draws it.
//! 6. [`relocate_base`]: a module on a distilled base, moved onto a kernel.
//! 7. [`id_lists`]: the lists and sets of `.BTF_ids`; [`kfuncs`]: the functions that programs may call.
//! 8. [`sites`]: where functions were inlined; [`arguments`]: where their arguments are at these places.
//!
//! Invariants: no recursion without a bound, and every function ends on every blob. Ids of different BTFs are never
//! compared with each other, only names and structure.
#![forbid(unsafe_code)]

mod compare;
mod cross;
mod distill;
mod field;
mod graph;
mod ids;
mod inline;
mod kfuncs;
mod meant;
mod paths_between;
mod users;

pub use compare::{
    AlikeName, Change, ChangeEffect, Changed, Class, CompareOptions, Comparison, Difference, Item, ItemKind, Marks,
    Only, Renamed, changes, compare, counterpart, difference, renamed, side_by_side,
};
pub use cross::{Crossing, cross};
pub use distill::{Mapping, RelocateError, Relocated, Unmapped, relocate_base};
pub use field::{FieldAbsent, FieldPath, FieldPathError, FieldPlace, FieldStep, field, field_of};
pub use graph::{
    BoxKind, BoxOptions, Boxed, Edge, Expansion, Graph, GraphOptions, Node, NodeKey, Relation, boxed, build,
};
pub use ids::{IdEntry, IdList, IdListKind, IdName, IdState, id_lists};
pub use inline::{Site, arguments, location, register_name, sites};
pub use kfuncs::{Kfunc, kfunc_flags, kfuncs};
pub use meant::{renamed_member, suggestions};
pub use paths_between::{MemberPath, PathError, PathOptions, PathStep, paths_between};
pub use users::{Reference, Through, Usage, User, Users};
