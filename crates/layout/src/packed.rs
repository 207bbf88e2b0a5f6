//! Whether a struct must have been declared packed.

use btf::{Btf, TypeId};

use crate::error::LayoutError;
use crate::facts::Layouts;
use crate::model::Options;

/// Whether a struct or union must have been declared `__attribute__((packed))`, as libbpf's `btf_is_struct_packed`
/// decides when it writes C: a member that is not a bitfield does not lie at a multiple of its alignment, or the size
/// is not a multiple of the largest alignment. A packed struct whose members happen to be aligned is not noticed.
/// Alignments are those of [`crate::align_of`].
///
/// pahole decides by other rules: see [`crate::Figures::packed`].
pub fn is_packed(btf: &Btf, id: TypeId) -> Result<bool, LayoutError> {
    Layouts::new(btf, Options::default()).is_packed(id)
}
