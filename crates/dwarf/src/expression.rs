//! DWARF expressions that give a place.

use gimli::{EndianSlice, Expression, Operation, RunTimeEndian};

use crate::unit::Tree;

/// An operation with its first byte, because gimli does not distinguish reg0 to reg31 from regx.
pub(crate) type Op<'b> = (u8, Operation<EndianSlice<'b, RunTimeEndian>>);

/// The operations of an expression; none when it is damaged.
pub(crate) fn operations<'b>(tree: &Tree, bytes: &'b [u8]) -> Option<Vec<Op<'b>>> {
    let endian = if tree.big { RunTimeEndian::Big } else { RunTimeEndian::Little };
    let expression = Expression(EndianSlice::new(bytes, endian));
    let mut operations = expression.operations(tree.encoding);
    let mut all = Vec::new();
    loop {
        let at = operations.offset_from(&expression);
        match operations.next().ok()? {
            Some(operation) => all.push((bytes.get(at).copied()?, operation)),
            None => return Some(all),
        }
    }
}

/// The address that an expression begins with, plus the constant that the next operation may add. `indexed` gives
/// addresses by index.
pub(crate) fn address(tree: &Tree, bytes: &[u8], indexed: &mut dyn FnMut(u64) -> Option<u64>) -> Option<u64> {
    let operations = operations(tree, bytes)?;
    let mut operations = operations.into_iter();
    let address = match operations.next()?.1 {
        Operation::Address { address } => address,
        Operation::AddressIndex { index } => indexed(index.0 as u64)?,
        _ => return None,
    };
    match operations.next() {
        Some((_, Operation::PlusConstant { value })) => Some(address.wrapping_add(value)),
        _ => Some(address),
    }
}
