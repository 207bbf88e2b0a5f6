//! The locations of parameters. Optimised code may pass other parameters than the prototype says, or pass them in other
//! places. A tool that attaches to such a function would read wrong values, so pahole leaves the function out
//! (`parameter__new`, `ftype__recode_dwarf_types`).

use gimli::constants as c;
use gimli::{DebugLoc, DebugLocLists, EndianSlice, LocationListsOffset, Operation, RawLocListEntry, RunTimeEndian};

use super::Functions;
use super::packed::is_packed;
use crate::elf::machine;
use crate::expression::{Op, operations};
use crate::lower::Lower;
use crate::lower::size::size;
use crate::unit::{At, Tree, Value};

/// The most entries of a location list that are read.
const MAX_ENTRIES: usize = 4096;
/// The most parameters that are checked for reordering.
const MAX_PARAMETERS: u32 = 1024;
/// `DW_CC_nocall`: the function does not follow the calling convention.
const NOCALL: i128 = 3;

/// The findings in the locations of a function's parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Found {
    /// A parameter is in another register than the calling convention says.
    pub(crate) unexpected: bool,
    /// A parameter has another index than in the function's declaration.
    pub(crate) reordered: bool,
    /// A parameter is no longer passed.
    pub(crate) optimised: bool,
    /// A packed struct is passed on the stack, where its alignment is uncertain.
    pub(crate) uncertain: bool,
}

/// A parameter.
pub(crate) struct Parameter {
    has_location: bool,
    /// The register that it is in on entry.
    register: Option<u16>,
    has_constant: bool,
    size: u64,
    is_struct: bool,
    is_packed: bool,
    reordered: bool,
}

/// The number of parameters that a machine passes in registers, and these registers in order, by DWARF number; no
/// registers if their numbers are not known here.
fn expected(of: u16) -> (usize, &'static [u16]) {
    match of {
        machine::X86_64 => (6, &[5, 4, 1, 2, 8, 9]),
        machine::AARCH64 | machine::ARM => (8, &[0, 1, 2, 3, 4, 5, 6, 7]),
        machine::S390 => (5, &[2, 3, 4, 5, 6]),
        machine::PPC | machine::PPC64 | machine::RISCV | machine::MIPS => (8, &[]),
        machine::SPARCV9 => (6, &[]),
        _ => (0, &[]),
    }
}

impl Parameter {
    /// Examines a parameter: its entry, and its index among the function's parameters.
    pub(crate) fn new(lower: &mut Lower<'_, '_>, die: u32, index: u32) -> Parameter {
        let at = lower.at(die);
        let (maker, tree) = (&mut *lower.maker, lower.tree);
        let typed = maker.units.inherited(&at, c::DW_AT_type).map(|(of, _)| of);
        let size = typed.map_or(0, |of| size(&mut maker.units, &of, c::DW_AT_type));
        let origin =
            if at.attr(c::DW_AT_type).is_none() { maker.units.follow(&at, c::DW_AT_abstract_origin) } else { None };
        let location = at.attr(c::DW_AT_location);
        let fits = size <= maker.pointer || maker.machine == machine::S390;
        let register = location.and_then(|value| register(lower, tree, value, fits));
        // Needed only for parameters on the stack.
        let is_packed = index as usize >= expected(lower.maker.machine).0 && is_packed(lower, &at);
        let functions = &mut lower.maker.functions;
        let reordered = origin.is_some_and(|origin| place_of(functions, &origin).is_some_and(|place| place != index));
        if functions.gave_up() {
            let key = lower.key(die);
            lower.maker.note("parameters that share too much to be examined in time: taken as regular", key);
        }
        Parameter {
            has_location: location.is_some(),
            register,
            has_constant: at.attr(c::DW_AT_const_value).is_some(),
            size,
            is_struct: is_struct(lower, &at),
            is_packed,
            reordered,
        }
    }
}

/// The index of a parameter among those of its function; none if too many entries were looked at already.
fn place_of(functions: &mut Functions, at: &At) -> Option<u32> {
    let parent = at.tree.die(at.die).map_or(0, |d| d.parent);
    let mut place = 0;
    for child in at.tree.children(parent) {
        if !functions.step() {
            return None;
        }
        if at.tree.tag(child) != c::DW_TAG_formal_parameter {
            continue;
        }
        if child == at.die || place == MAX_PARAMETERS {
            break;
        }
        place += 1;
    }
    Some(place)
}

/// Whether the parameter is a struct, through const and typedef.
fn is_struct(lower: &mut Lower<'_, '_>, at: &At) -> bool {
    let Some((mut at, _)) = lower.maker.units.inherited(at, c::DW_AT_type) else { return false };
    for _ in 0..crate::unit::cache::MAX_CHAIN {
        let Some(next) = lower.maker.units.follow(&at, c::DW_AT_type) else { return false };
        match next.tree.tag(next.die) {
            c::DW_TAG_structure_type | c::DW_TAG_class_type | c::DW_TAG_interface_type => return true,
            c::DW_TAG_const_type | c::DW_TAG_typedef => at = next,
            _ => return false,
        }
    }
    false
}

/// Judges a function by its parameters.
pub(crate) fn look(lower: &mut Lower<'_, '_>, die: u32, function: u32, parameters: &[Parameter]) -> Found {
    let at = lower.at(die);
    let clang = lower.tree.root.clang;
    let (of_machine, pointer) = (lower.maker.machine, lower.maker.pointer.max(1));
    let s390 = of_machine == machine::S390;
    let (count, expected) = expected(of_machine);
    let changed = is_changed(lower, &at);
    let (mut i, mut unexpected, mut optimised) = (0_usize, false, false);
    for p in parameters {
        let slots = if p.size <= pointer || s390 { 1 } else { p.size.div_ceil(pointer) };
        let slots = usize::try_from(slots).unwrap_or(usize::MAX);
        let in_memory = p.size > if s390 { pointer } else { 2 * pointer };
        if clang && !changed {
            if in_memory {
                continue;
            }
            if i >= count {
                break;
            }
            let here = expected.get(i..i.saturating_add(slots).min(expected.len())).unwrap_or_default();
            unexpected |= !expected.is_empty() && p.register.is_some_and(|r| !here.contains(&r));
            i = i.saturating_add(slots);
            continue;
        }
        if p.has_location {
            if i >= count {
                continue;
            }
            match (p.register, expected.get(i)) {
                (None, _) => optimised = true,
                (Some(r), Some(e)) => unexpected |= r != *e,
                _ => {}
            }
        } else if p.has_constant && !clang {
            optimised = true;
        }
        i = i.saturating_add(if in_memory { 1 } else { slots });
    }
    let low_pc = match at.attr(c::DW_AT_low_pc) {
        Some(Value::Address(address)) => Some(address),
        _ => None,
    };
    let remade = low_pc.is_some_and(|address| lower.maker.functions.table.is_remade_at(function, address));
    let missing = optimised || parameters.iter().any(|p| !p.has_location);
    Found {
        unexpected: unexpected && !parameters.iter().any(|p| p.is_struct),
        reordered: parameters.iter().any(|p| p.reordered),
        optimised: missing && (changed || remade),
        uncertain: parameters.iter().skip(count).any(|p| p.is_packed),
    }
}

/// Whether the function, or its origin, is marked as not following the calling convention.
fn is_changed(lower: &mut Lower<'_, '_>, at: &At) -> bool {
    let nocall = |at: &At| {
        let convention = at.tree.number(at.die, c::DW_AT_calling_convention);
        convention == Some(NOCALL) && at.attr(c::DW_AT_inline).is_none()
    };
    let origin = lower.maker.units.follow(at, c::DW_AT_abstract_origin);
    nocall(at) || origin.is_some_and(|origin| nocall(&origin))
}

/// The register of a location; `fits`: one register can hold the parameter.
fn register(lower: &mut Lower<'_, '_>, tree: &Tree, location: Value, fits: bool) -> Option<u16> {
    match location {
        Value::Block(start, len) => {
            let mut known = None;
            entry(tree, tree.block(start, len), 0, fits, &mut known);
            known
        }
        Value::List(at) => list(lower, tree, at, fits),
        _ => None,
    }
}

fn list(lower: &mut Lower<'_, '_>, tree: &Tree, at: u64, fits: bool) -> Option<u16> {
    let maker = &mut *lower.maker;
    let units = &maker.units;
    let sections = &units.files.get(units.file_of(tree.unit))?.sections;
    let lists = gimli::LocationLists::new(
        DebugLoc::new(&sections.loc, sections.endian),
        DebugLocLists::new(&sections.loclists, sections.endian),
    );
    let offset = LocationListsOffset(usize::try_from(at).ok()?);
    let mut raw = if sections.split {
        lists.raw_locations_dwo(offset, tree.encoding).ok()?
    } else {
        lists.raw_locations(offset, tree.encoding).ok()?
    };
    let (mut known, mut number) = (None, 0);
    let left = &mut maker.functions.lists_left;
    while *left > 0
        && let Ok(Some(found)) = raw.next()
    {
        *left -= 1;
        let data: gimli::Expression<EndianSlice<'_, RunTimeEndian>> = match found {
            RawLocListEntry::AddressOrOffsetPair { data, .. }
            | RawLocListEntry::StartxEndx { data, .. }
            | RawLocListEntry::StartxLength { data, .. }
            | RawLocListEntry::OffsetPair { data, .. }
            | RawLocListEntry::DefaultLocation { data }
            | RawLocListEntry::StartEnd { data, .. }
            | RawLocListEntry::StartLength { data, .. } => data,
            _ => continue,
        };
        *left = left.saturating_sub(data.0.slice().len() as u64);
        entry(tree, data.0.slice(), number, fits, &mut known);
        number += 1;
        if number >= MAX_ENTRIES {
            break;
        }
    }
    known
}

/// Evaluates an entry of a location list, or the only expression: sets `known` to the register that it gives, if any.
fn entry(tree: &Tree, bytes: &[u8], number: usize, fits: bool, known: &mut Option<u16>) {
    let Some(mut ops) = operations(tree, bytes) else { return };
    let is_stack = |op: &Op<'_>| op.1 == Operation::StackValue;
    let stack = ops.len() == 2 && ops.last().is_some_and(is_stack);
    if stack {
        ops.pop();
    }
    let first = number == 0;
    match ops.as_slice() {
        [] => {}
        [only] => match direct(only) {
            Some(r) if first => *known = Some(r),
            Some(_) => {}
            None if first && stack && based(only).is_some() => *known = based(only),
            None => {
                if let Operation::EntryValue { expression } = only.1
                    && known.is_none()
                    && let Some([inner]) = operations(tree, expression.slice()).as_deref()
                {
                    *known = direct(inner);
                }
            }
        },
        [start, ..] if first && fits => {
            let later = ops.iter().skip(1).any(is_stack);
            if let Some(r) = direct(start).or_else(|| based(start).filter(|_| later)) {
                *known = Some(r);
            }
        }
        _ if first => *known = known.or_else(|| ops.iter().find_map(direct)),
        _ => {}
    }
}

/// The register of `DW_OP_reg0` to `DW_OP_reg31`.
fn direct(op: &Op<'_>) -> Option<u16> {
    (0x50..=0x6f).contains(&op.0).then(|| u16::from(op.0) - 0x50)
}

/// The register of `DW_OP_breg0` to `DW_OP_breg31`.
fn based(op: &Op<'_>) -> Option<u16> {
    (0x70..=0x8f).contains(&op.0).then(|| u16::from(op.0) - 0x70)
}
