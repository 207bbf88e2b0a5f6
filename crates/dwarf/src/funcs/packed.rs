//! Finds out whether a parameter is a packed struct. Compilers do not record this: a struct is taken for packed if a
//! member or the struct's size is misaligned and there is neither a hole nor padding (pahole
//! `class__infer_packed_attributes`).

use gimli::constants as c;

use crate::lower::Lower;
use crate::lower::size::size;
use crate::unit::At;
use crate::unit::cache::MAX_CHAIN;

/// The most levels of nested structs that are examined for alignment, and the most types for one parameter.
const DEPTH: u32 = 8;
const TYPES: u32 = 4096;
/// The most members of a struct that are examined.
const MEMBERS: usize = 256;

/// Whether a parameter's type is a named struct that is packed. False if too many entries were looked at already.
pub(super) fn is_packed(lower: &mut Lower<'_, '_>, parameter: &At) -> bool {
    let Some((of, _)) = lower.maker.units.inherited(parameter, c::DW_AT_type) else { return false };
    let Some(at) = lower.maker.units.follow(&of, c::DW_AT_type) else { return false };
    let tree = &at.tree;
    let is_struct = matches!(tree.tag(at.die), c::DW_TAG_structure_type | c::DW_TAG_class_type);
    if !is_struct || tree.name(at.die) == 0 {
        return false;
    }
    let key = at.key();
    if let Some(&known) = lower.maker.functions.packed.get(&key) {
        return known;
    }
    let packed = is_packed_struct(lower, &at);
    lower.maker.functions.packed.insert(key, packed);
    packed
}

/// Whether a struct is packed.
fn is_packed_struct(lower: &mut Lower<'_, '_>, at: &At) -> bool {
    let tree = std::rc::Rc::clone(&at.tree);
    let Some(whole) = tree.number(at.die, c::DW_AT_byte_size) else { return false };
    let mut left = TYPES;
    let (mut end, mut most, mut off, mut members) = (0_i128, 1_i128, false, 0);
    for child in tree.children(at.die) {
        if !lower.maker.functions.step() {
            return false;
        }
        if tree.tag(child) != c::DW_TAG_member {
            continue;
        }
        members += 1;
        if members > MEMBERS {
            break;
        }
        let member = At { tree: std::rc::Rc::clone(&tree), die: child };
        let align = i128::from(alignment(lower, &member, DEPTH, &mut left).max(1));
        most = most.max(align);
        let bits = tree.number(child, c::DW_AT_bit_size).unwrap_or(0);
        let start = match tree.number(child, c::DW_AT_data_bit_offset) {
            Some(offset) => offset,
            None => tree.number(child, c::DW_AT_data_member_location).unwrap_or(0).saturating_mul(8),
        };
        let len = if bits == 0 { i128::from(size(&mut lower.maker.units, &member, c::DW_AT_type)) * 8 } else { bits };
        if start > end {
            return false;
        }
        off |= bits == 0 && start % (align * 8) != 0;
        end = end.max(start.saturating_add(len));
    }
    end >= whole.saturating_mul(8) && (off || whole % most != 0)
}

/// The natural alignment, in bytes, of the type of `of`, such as a member. 1 if it is not known or a limit is reached.
fn alignment(lower: &mut Lower<'_, '_>, of: &At, depth: u32, left: &mut u32) -> u64 {
    let Some(mut at) = lower.maker.units.follow(of, c::DW_AT_type) else { return 1 };
    for _ in 0..MAX_CHAIN {
        *left = left.saturating_sub(1);
        if *left == 0 || !lower.maker.functions.step() {
            return 1;
        }
        let tree = std::rc::Rc::clone(&at.tree);
        let own = tree.number(at.die, c::DW_AT_byte_size).and_then(|size| u64::try_from(size).ok());
        match tree.tag(at.die) {
            c::DW_TAG_typedef
            | c::DW_TAG_const_type
            | c::DW_TAG_volatile_type
            | c::DW_TAG_restrict_type
            | c::DW_TAG_atomic_type
            | c::DW_TAG_array_type => {}
            c::DW_TAG_pointer_type | c::DW_TAG_reference_type | c::DW_TAG_rvalue_reference_type => {
                return tree.encoding.address_size.into();
            }
            c::DW_TAG_structure_type | c::DW_TAG_class_type | c::DW_TAG_union_type => {
                if depth == 0 {
                    return 1;
                }
                let (mut most, mut members) = (1, 0);
                for child in tree.children(at.die) {
                    if members == MEMBERS || !lower.maker.functions.step() {
                        break;
                    }
                    if tree.tag(child) != c::DW_TAG_member {
                        continue;
                    }
                    members += 1;
                    let member = At { tree: std::rc::Rc::clone(&tree), die: child };
                    most = most.max(alignment(lower, &member, depth - 1, left));
                }
                return most;
            }
            _ => return own.unwrap_or(1),
        }
        let Some(next) = lower.maker.units.follow(&at, c::DW_AT_type) else { return 1 };
        at = next;
    }
    1
}
