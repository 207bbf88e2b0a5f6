//! The column for `holes:`.

use btf::{Btf, TypeId};
use layout::{Layouts, Options};

/// A function that counts the holes of each of the given structs and unions; none for a type without a layout. It gets
/// all types at once, so that an embedded type is laid out only once.
pub type HolesColumn = fn(&Btf, &[TypeId]) -> Vec<Option<u32>>;

/// Holes as pahole counts them: gaps of whole bytes before or between direct members ([`layout::Figures::holes`]).
pub fn layout_holes(btf: &Btf, ids: &[TypeId]) -> Vec<Option<u32>> {
    let mut layouts = Layouts::new(btf, Options::default());
    ids.iter().map(|&id| layouts.figures(id).ok().map(|f| f.holes)).collect()
}
