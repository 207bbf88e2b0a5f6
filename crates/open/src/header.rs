//! Phase 1: the ELF header (`bpf_object__elf_init`).

use crate::elf::{HEADER, Order, text};
use crate::errno::Errno;
use crate::rule;
use crate::state::{FileBytes, State, Step};

const ET_REL: u16 = 1;
const EM_BPF: u16 = 247;
/// The section index that means "the index is in the first section's header".
const SHN_XINDEX: u16 = 0xffff;
/// Bytes of the ELF header, by class.
const SIZES: [usize; 2] = [52, 64];

impl State<'_> {
    pub(crate) fn header(&mut self) -> Step<()> {
        let bytes = self.bytes;
        let whole = FileBytes::at(0, bytes.len() as u64);
        if bytes.is_empty() {
            return self.silent(rule::EMPTY, Errno::EINVAL, "", whole);
        }
        let ident = bytes
            .first_chunk::<16>()
            .filter(|id| id.starts_with(b"\x7fELF") && matches!(id[4], 1 | 2) && matches!(id[5], 1 | 2) && id[6] == 1);
        let Some(ident) = ident else {
            let line = format!("elf: '{}' is not a proper ELF object", self.path);
            return self.refuse(rule::NOT_ELF, Errno::FORMAT, line, FileBytes::at(0, 16));
        };
        let is_64 = ident[4] == 2;
        self.elf.order = if ident[5] == 1 { Order::Little } else { Order::Big };
        let count = if bytes.len() < SIZES[usize::from(is_64)] { None } else { self.section_count(is_64) };
        let Some(count) = count else {
            let line = format!("elf: failed to open {} as ELF file: {}", self.path, text::INVALID_FILE);
            return self.refuse(rule::ELF_CUT, Errno::LIBELF, line, whole);
        };
        if !is_64 {
            let line = format!("elf: '{}' is not a 64-bit ELF object", self.path);
            return self.refuse(rule::NOT_64, Errno::FORMAT, line, FileBytes::at(4, 1));
        }
        let order = self.elf.order;
        let table = order.u64(bytes, 40).unwrap_or(0);
        let sections = (0..count).map_while(|i| self.elf.read_section(table + i * HEADER)).collect();
        self.elf.sections = sections;
        self.roles = vec![Default::default(); self.elf.sections.len()];
        self.names_section()?;
        let (kind, machine) = (order.u16(bytes, 16).unwrap_or(0), order.u16(bytes, 18).unwrap_or(0));
        if kind != ET_REL || !matches!(machine, 0 | EM_BPF) {
            let line = format!("elf: {} is not a valid eBPF object file", self.path);
            return self.refuse(rule::NOT_RELOCATABLE, Errno::FORMAT, line, FileBytes::at(16, 4));
        }
        Ok(())
    }

    /// How many sections libelf finds; none if it does not open the file. For a 32-bit file, which is refused in any
    /// case, 0.
    fn section_count(&self, is_64: bool) -> Option<u64> {
        let (bytes, order) = (self.bytes, self.elf.order);
        if !is_64 {
            return Some(0);
        }
        let table = order.u64(bytes, 40)?;
        let mut count = u64::from(order.u16(bytes, 60)?);
        let len = bytes.len() as u64;
        if count == 0 && table != 0 {
            if table >= len || table.checked_add(HEADER).is_none_or(|end| end > len) {
                return Some(0);
            }
            count = order.u64(bytes, table + 32)?;
            if count > u32::MAX.into() {
                return None;
            }
        }
        let fits = len.checked_sub(table).is_some_and(|left| left >= count * HEADER);
        Some(if fits { count } else { 0 })
    }

    fn names_section(&mut self) -> Step<()> {
        let at = FileBytes::at(62, 2);
        let mut index = u32::from(self.elf.order.u16(self.bytes, 62).unwrap_or(0));
        if index == u32::from(SHN_XINDEX) {
            let why = match self.elf.section(0) {
                None => Some(text::INVALID_HEADER),
                // libelf reads the section's header through a file descriptor, which a file in memory does not have.
                Some(_) if self.elf.order == Order::Big => Some(text::INVALID_DESCRIPTOR),
                Some(first) => {
                    index = first.link;
                    None
                }
            };
            if let Some(why) = why {
                let line = format!("elf: failed to get section names section index for {}: {why}", self.path);
                return self.refuse(rule::NAMES_INDEX, Errno::FORMAT, line, at);
            }
        }
        self.elf.names = index;
        let why = match self.elf.section(index) {
            None => Some(text::INVALID_HANDLE),
            Some(section) => self.elf.data(section).err(),
        };
        match why {
            None => Ok(()),
            Some(why) => {
                let line = format!("elf: failed to get section names strings from {}: {why}", self.path);
                self.refuse(rule::NAMES, Errno::FORMAT, line, at)
            }
        }
    }
}
