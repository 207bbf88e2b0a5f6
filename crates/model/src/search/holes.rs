//! The column that `holes:` reads.

use btf::{Btf, TypeId};
use layout::{Layouts, Options};

/// How many holes each of these structs and unions has; none where there is no layout. It answers for all at once, so that what is
/// found about a type embedded in many is found once.
pub type HolesColumn = fn(&Btf, &[TypeId]) -> Vec<Option<u32>>;

/// Holes as pahole counts them: gaps of whole bytes between direct members ([`layout::Figures::holes`]).
pub fn layout_holes(btf: &Btf, ids: &[TypeId]) -> Vec<Option<u32>> {
    let mut layouts = Layouts::new(btf, Options::default());
    ids.iter().map(|&id| layouts.figures(id).ok().map(|f| f.holes)).collect()
}
