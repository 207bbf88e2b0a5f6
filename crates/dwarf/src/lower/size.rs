//! Sizes of types, where needed: storage of bitfields, variables, parameters.

use gimli::constants as c;

use super::Lower;
use super::arrays::elements;
use crate::unit::cache::MAX_CHAIN;
use crate::unit::{At, Units};

/// The size in bytes of an enum whose entry has neither a size nor an underlying type.
pub(super) const INT_SIZE: u32 = 4;

/// The most children of an array that are looked at: its dimensions. Compilers write no other children. The limit is
/// for all children, not only for dimensions, because thousands of members may have the type of one array.
const MAX_DIMENSIONS: usize = 64;

impl Lower<'_, '_> {
    /// The size in bytes of the target of an entry's attribute; 0 when it has none.
    pub(crate) fn size(&mut self, of: &At, name: gimli::DwAt) -> u64 {
        size(&mut self.maker.units, of, name)
    }
}

/// As [`Lower::size`], for callers without a [`Lower`].
pub(crate) fn size(units: &mut Units<'_>, of: &At, name: gimli::DwAt) -> u64 {
    let mut times = 1_u64;
    let Some(mut at) = units.follow(of, name) else { return 0 };
    for _ in 0..MAX_CHAIN {
        let tree = &at.tree;
        if at.attr(c::DW_AT_signature).is_some() {
            let Some(next) = units.follow(&at, c::DW_AT_signature) else { return 0 };
            at = next;
            continue;
        }
        let own = tree.number(at.die, c::DW_AT_byte_size).and_then(|size| u64::try_from(size).ok());
        match tree.tag(at.die) {
            c::DW_TAG_pointer_type
            | c::DW_TAG_reference_type
            | c::DW_TAG_rvalue_reference_type
            | c::DW_TAG_ptr_to_member_type => {
                return times.saturating_mul(own.unwrap_or(tree.encoding.address_size.into()));
            }
            c::DW_TAG_array_type => {
                let children = tree.children(at.die).take(MAX_DIMENSIONS);
                for child in children.filter(|child| tree.tag(*child) == c::DW_TAG_subrange_type) {
                    times = times.saturating_mul(elements(tree, child));
                }
                if times == 0 {
                    return 0;
                }
            }
            c::DW_TAG_enumeration_type if own.is_some() || at.attr(c::DW_AT_type).is_none() => {
                return times.saturating_mul(own.unwrap_or(INT_SIZE.into()));
            }
            c::DW_TAG_typedef
            | c::DW_TAG_const_type
            | c::DW_TAG_volatile_type
            | c::DW_TAG_restrict_type
            | c::DW_TAG_enumeration_type
            | c::DW_TAG_atomic_type
            | c::DW_TAG_subrange_type => {}
            _ => return times.saturating_mul(own.unwrap_or(0)),
        }
        let Some(next) = units.follow(&at, c::DW_AT_type) else { return 0 };
        at = next;
    }
    0
}
