//! Phase 4: `.BTF.ext` (`btf_ext__new`).

use crate::elf::Order;
use crate::errno::Errno;
use crate::load_btf::Fault;
use crate::rule;

const MAGIC: u16 = 0xeb9f;
/// The minimum bytes of a record: of func_info, of line_info, of core_relo.
const LEAST: [u64; 3] = [8, 16, 16];

/// Records of a section of code.
#[derive(Clone, Debug)]
pub(crate) struct Records {
    /// The offset of the section's name in the string section of `.BTF`.
    pub(crate) name: u32,
    /// The first word of each record: the byte offset of its instruction in the section.
    pub(crate) offsets: Vec<u32>,
}

/// The records of func_info, of line_info and of core_relo.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ext {
    pub(crate) lists: [Vec<Records>; 3],
}

/// Reads the section, or returns its fault.
pub(crate) fn parse(bytes: &[u8]) -> Result<Ext, Fault> {
    let len = bytes.len() as u64;
    let magic = Order::Little.u16(bytes, 0).unwrap_or(0);
    if len < 8 || magic != MAGIC && magic != MAGIC.swap_bytes() {
        return Err(Fault::new(rule::EXT_HEADER, 0, len.min(8)));
    }
    let swapped = magic != MAGIC;
    let order = if swapped { Order::Big } else { Order::Little };
    if bytes.get(2) != Some(&1) || bytes.get(3) != Some(&0) {
        return Err(Fault { errno: Errno::ENOTSUP, ..Fault::new(rule::EXT_VERSION, 2, 2) });
    }
    let header = u64::from(order.u32(bytes, 4).unwrap_or(0));
    if header >= len {
        return Err(Fault::new(rule::EXT_EMPTY, 4, 4));
    }
    if header < 24 {
        let mut fault = Fault::new(rule::EXT_SHORT, 4, 4);
        fault.line = Some("BTF.ext header missing func_info, line_info".to_owned());
        return Err(fault);
    }
    let mut ext = Ext::default();
    let known = if header >= 32 { 3 } else { 2 };
    for ((list, least), field) in ext.lists.iter_mut().zip(LEAST).zip([8u64, 16, 24]).take(known) {
        let word = |at: u64| u64::from(order.u32(bytes, at).unwrap_or(0));
        let (offset, size) = (word(field), word(field + 4));
        if size > 0 {
            let start = header + offset;
            if offset % 4 != 0 || start + size > len {
                return Err(Fault::new(rule::EXT_RECORDS, field, 8));
            }
            let part = bytes.get(start as usize..(start + size) as usize).unwrap_or_default();
            *list = records(part, order, least, swapped).map_err(|at| Fault::new(rule::EXT_RECORDS, start + at, 4))?;
        }
    }
    Ok(ext)
}

/// True if the section may have CO-RE relocations. False only if a header with a valid magic says that it has none.
pub(crate) fn may_relocate(bytes: &[u8]) -> bool {
    let magic = Order::Little.u16(bytes, 0).unwrap_or(0);
    let order = if magic == MAGIC { Order::Little } else { Order::Big };
    let is_known = magic == MAGIC || magic == MAGIC.swap_bytes();
    let (header, records) = (order.u32(bytes, 4), order.u32(bytes, 28));
    !(is_known && header.is_some_and(|len| (24..32).contains(&len) || len >= 32 && records == Some(0)))
}

/// The records of one kind; the error is the offset of the fault in `bytes`.
fn records(bytes: &[u8], order: Order, least: u64, swapped: bool) -> Result<Vec<Records>, u64> {
    let len = bytes.len() as u64;
    let size = u64::from(order.u32(bytes, 0).ok_or(0u64)?);
    if size < least || swapped && size != least || size % 4 != 0 || len == 4 {
        return Err(0);
    }
    let (mut at, mut sections) = (4u64, Vec::new());
    while at < len {
        if len - at < 8 {
            return Err(at);
        }
        let (name, count) = (order.u32(bytes, at).unwrap_or(0), u64::from(order.u32(bytes, at + 4).unwrap_or(0)));
        let whole = 8 + count * size;
        if count == 0 || whole > len - at {
            return Err(at + 4);
        }
        let offsets = (0..count).map(|i| order.u32(bytes, at + 8 + i * size).unwrap_or(0)).collect();
        sections.push(Records { name, offsets });
        at += whole;
    }
    Ok(sections)
}
