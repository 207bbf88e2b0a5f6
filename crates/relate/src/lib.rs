//! How types hang together: who uses a type, the ways from one to another, and what changed between two kernels.
//!
//! The layers, bottom up:
//!
//! 1. [`cross`]: what lies between a member and the struct that it leads to.
//! 2. [`Users`]: one index of all references; [`Users::of`] and [`Users::counts`] ask it.
//! 3. [`paths`]: the shortest member paths between two types.
//! 4. [`compare`]: two whole BTFs; [`difference`]: one pair of types; [`field`]: one field in many BTFs.
//! 5. [`build`]: the nodes and edges around a type; a [`Drawing`] of them is laid out by a [`Place`], and written by [`svg`] on a
//!    [`Canvas`], on which other pictures are drawn, too.
//! 6. [`relocate_base`]: a module on a distilled base, moved onto a kernel.
//! 7. [`id_lists`]: the lists and sets of `.BTF_ids`; [`kfuncs`]: the functions that programs may call.
//! 8. [`sites`]: where functions were inlined; [`arguments`]: where their arguments live there.
//!
//! Invariants: nothing recurses without a bound, everything ends on every blob; ids of different BTFs are never compared with each
//! other, only names and structure.
#![forbid(unsafe_code)]

mod canvas;
mod compare;
mod cross;
mod distill;
mod field;
mod graph;
mod ids;
mod inline;
mod kfuncs;
mod paths;
mod users;

pub use canvas::{Anchor, Canvas, Colours, Text, Theme};
pub use compare::{
    Change, Changed, Class, CompareOptions, Comparison, Difference, Effect, Item, Marks, Only, compare, counterpart,
    difference, side_by_side,
};
pub use cross::{Crossing, cross};
pub use distill::{Mapping, RelocateError, Relocated, Unmapped, relocate_base};
pub use field::{FieldAbsent, FieldPath, FieldPathError, FieldPlace, csv_cell, field};
pub use graph::{
    Caption, Columns, Drawing, DrawnEdge, DrawnNode, Edge, Expansion, Graph, GraphOptions, Kept, Line, Node, NodeKey,
    Paint, Place, Placed, Point, ROW_GAP, Relation, Shape, build, cut, place_new, svg,
};
pub use ids::{IdEntry, IdList, IdState, ListSort, SET_OF_KFUNCS, id_lists};
pub use inline::{Site, arguments, location, sites};
pub use kfuncs::{Kfunc, kfunc_flags, kfuncs};
pub use paths::{MemberPath, PathError, PathOptions, PathStep, paths};
pub use users::{Counts, Reference, Sort, Through, User, Users};
