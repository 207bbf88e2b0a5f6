//! Phase 3: the programs of an executable section (`bpf_object__add_programs`).

use crate::elf::{Data, Order, Symbol};
use crate::errno::Errno;
use crate::names::Name;
use crate::rule;
use crate::sort::sort;
use crate::state::{State, Step};

/// Bytes of an instruction slot.
pub(crate) const SLOT: u64 = 8;

/// A program or a function of `.text`.
#[derive(Clone, Debug)]
pub(crate) struct Program<'a> {
    pub(crate) name: Name<'a>,
    pub(crate) section: u32,
    /// The section's name, without a leading `?`.
    pub(crate) section_name: Name<'a>,
    /// The first slot in the section, and the number of slots.
    pub(crate) first: u64,
    pub(crate) slots: u64,
    pub(crate) bytes: &'a [u8],
    pub(crate) order: Order,
    pub(crate) autoload: bool,
    /// True if its symbol is not LOCAL.
    pub(crate) is_global: bool,
    /// True if its symbol is HIDDEN or INTERNAL.
    pub(crate) is_hidden: bool,
    /// True if a member of a struct_ops variable refers to it.
    pub(crate) in_struct_ops: bool,
    /// Its relocations, by slot; slots count from the program's start.
    pub(crate) relos: Vec<(u64, Relo)>,
}

/// The kind that libbpf gives to an ELF relocation of code (`enum reloc_type`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Relo {
    /// A call of a function at this byte offset in `.text`.
    Call(u64),
    /// The address of a function at this byte offset in `.text`.
    Address(u64),
    /// A call of an extern function.
    ExternCall,
    /// A load of an extern.
    ExternLoad,
    /// A load of a map.
    Map,
    /// A load of a variable.
    Data,
    /// A jump table: its offset in `.jumptables` and its size, in bytes.
    JumpTable(u64, u64),
}

impl Relo {
    /// The number in libbpf's `enum reloc_type`.
    pub(crate) fn number(self) -> u32 {
        match self {
            Relo::Map => 0,
            Relo::Call(_) => 1,
            Relo::Data => 2,
            Relo::ExternLoad => 3,
            Relo::ExternCall => 4,
            Relo::Address(_) => 5,
            // 6 is a CO-RE relocation (`RELO_CORE`), which is not one of ELF.
            Relo::JumpTable(..) => 7,
        }
    }
}

/// An instruction slot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Insn {
    pub(crate) code: u8,
    pub(crate) dst: u8,
    pub(crate) src: u8,
    pub(crate) off: i16,
    pub(crate) imm: i32,
}

impl Program<'_> {
    /// The instruction at a slot; slots count from the program's start.
    pub(crate) fn insn(&self, slot: u64) -> Option<Insn> {
        let at = slot.checked_mul(SLOT)?;
        let bytes = self.bytes.get(usize::try_from(at).ok()?..)?.first_chunk::<8>()?;
        let (low, high) = (bytes[1] & 15, bytes[1] >> 4);
        let (dst, src) = if self.order == Order::Little { (low, high) } else { (high, low) };
        Some(Insn {
            code: bytes[0],
            dst,
            src,
            off: self.order.u16(bytes, 2)? as i16,
            imm: self.order.u32(bytes, 4)? as i32,
        })
    }

    pub(crate) fn holds(&self, slot: u64) -> bool {
        slot >= self.first && slot < self.first + self.slots
    }
}

impl<'a> State<'a> {
    pub(crate) fn add_programs(
        &mut self,
        section: u32,
        section_name: Name<'a>,
        data: Data<'a>,
        functions: &[(u64, Symbol)],
    ) -> Step<()> {
        for &(index, symbol) in functions {
            let at = self.symbol_range(index);
            let (start, size) = (symbol.value, symbol.size);
            let Some(name) = self.symbol_name(symbol.name) else {
                let line = format!("sec '{section_name}': failed to get symbol name for offset {start}");
                return self.refuse(rule::PROGRAM_NAME, Errno::FORMAT, line, at);
            };
            let Some(end) = start.checked_add(size).filter(|&end| end <= data.size) else {
                let line = format!("sec '{section_name}': program at offset {start} crosses section boundary");
                return self.refuse(rule::PROGRAM_BOUNDS, Errno::FORMAT, line, at);
            };
            if section != self.text && symbol.bind() == 0 {
                let line = format!("sec '{section_name}': program '{name}' is static and not supported");
                return self.refuse(rule::STATIC_PROGRAM, Errno::ENOTSUP, line, at);
            }
            if size == 0 || !size.is_multiple_of(SLOT) || !start.is_multiple_of(SLOT) {
                let line = format!("sec '{section_name}': corrupted program '{name}', offset {start}, size {size}");
                return self.refuse(rule::PROGRAM_SIZE, Errno::EINVAL, line, at);
            }
            let asked = section_name.starts("?");
            self.programs.push(Program {
                name,
                section,
                section_name: if asked { section_name.tail() } else { section_name },
                first: start / SLOT,
                slots: size / SLOT,
                // `start..end` is within the section, whose bytes are in memory, so both fit in `usize`.
                bytes: data.bytes.and_then(|b| b.get(start as usize..end as usize)).unwrap_or_default(),
                order: self.elf.order,
                autoload: !asked,
                is_global: symbol.bind() != 0,
                is_hidden: symbol.is_hidden(),
                in_struct_ops: false,
                relos: Vec::new(),
            });
        }
        Ok(())
    }

    pub(crate) fn sort_programs(&mut self) {
        // `cmp_progs` never returns 0: of programs at the same place, each comes after the other.
        sort(&mut self.programs, &mut |a, b| {
            if a.section == b.section { a.first >= b.first } else { a.section > b.section }
        });
    }

    /// The index of the program that contains a slot of a section (`find_prog_by_sec_insn`).
    pub(crate) fn program_at(&self, section: u32, slot: u64) -> Option<usize> {
        let (mut low, mut high) = (0usize, self.programs.len().checked_sub(1)?);
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            let p = self.programs.get(middle)?;
            if p.section < section || p.section == section && p.first <= slot {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        let p = self.programs.get(low)?;
        (p.section == section && p.holds(slot)).then_some(low)
    }
}
