//! The checks of `BPF_PROG_LOAD` on the records that libbpf makes from `.BTF.ext`: func_info, line_info and core_relo
//! (the kernel's `check_btf_func`, `check_btf_line`, `check_core_relo`).
//!
//! Records are as the kernel gets them, in its byte order. Offsets in func_info and line_info count instructions of 8
//! bytes; offsets in core_relo count bytes.

mod object;

use std::fmt;

use btf::{Btf, Endian, Kind, StringOffset, TypeId};

use open::Errno;

pub use object::{Checked, passed, programs, relocations};

/// The most bytes of a record that the kernel accepts (`MAX_FUNCINFO_REC_SIZE`; the other kinds have the same limit).
const LONGEST: u32 = 252;

/// Bytes of an instruction.
const INSN: u32 = 8;

/// The modes of the old packet loads (class LD): at a fixed offset (ABS), and at a register's offset (IND).
const LD_ABS: u8 = 0x20;
const LD_IND: u8 = 0x40;

/// The helper that jumps into another program (`BPF_FUNC_tail_call`).
const TAIL_CALL: i32 = 12;

/// Records of one kind, one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Records<'a> {
    /// The bytes of all records.
    pub bytes: &'a [u8],
    /// The size of one record, in bytes.
    pub size: u32,
}

/// A program as it is loaded.
#[derive(Clone, Copy, Debug)]
pub struct Program<'a> {
    /// The byte order of records and instructions.
    pub endian: Endian,
    /// The instructions, 8 bytes each.
    pub insns: &'a [u8],
    /// The first instruction of each function, ascending; the main function comes first.
    pub starts: &'a [u32],
    /// The BTF that the program refers to.
    pub btf: &'a Btf,
}

/// Why a program is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The kernel's errno.
    pub errno: Errno,
    /// The line of the verifier's log; empty if the kernel logs nothing.
    pub words: String,
    /// The faulty record, from 0, if there is one.
    pub record: Option<u32>,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.words.as_str() {
            "" => write!(f, "refused without a word: {}", self.errno),
            words => write!(f, "{words}: {}", self.errno),
        }
    }
}

fn refuse<T>(errno: Errno, words: impl Into<String>, record: Option<u32>) -> Result<T, Refusal> {
    Err(Refusal { errno, words: words.into(), record })
}

impl Records<'_> {
    /// How many there are.
    pub fn count(&self) -> u32 {
        u32::try_from(self.bytes.len()).unwrap_or(u32::MAX) / self.size.max(1)
    }

    /// Whether the kernel, which knows `known` bytes of each record, accepts records of this size.
    fn is_size(&self, known: u32) -> bool {
        (known..=LONGEST).contains(&self.size) && self.size.is_multiple_of(4)
    }

    fn word(&self, endian: Endian, record: u32, index: u32) -> u32 {
        let at = record.saturating_mul(self.size).saturating_add(index * 4);
        endian.u32_at(self.bytes, at).unwrap_or_default()
    }

    /// Whether a record has nonzero bytes behind its first `known` bytes.
    fn has_tail(&self, record: u32, known: u32) -> bool {
        let start = record.saturating_mul(self.size);
        let tail = start.saturating_add(known) as usize..start.saturating_add(self.size) as usize;
        self.bytes.get(tail).is_some_and(|tail| tail.iter().any(|&b| b != 0))
    }
}

impl Program<'_> {
    /// How many instructions there are.
    fn len(&self) -> u32 {
        u32::try_from(self.insns.len()).unwrap_or(u32::MAX) / INSN
    }

    fn insn(&self, index: u32) -> Option<bpf::Insn> {
        let bytes = self.insns.get(index.checked_mul(INSN)? as usize..)?.first_chunk::<8>()?;
        Some(bpf::Insn::decode(*bytes, self.endian))
    }
}

/// Checks func_info: one record for each function, at its start, with the id of a FUNC.
///
/// # Errors
/// Why the kernel refuses the program.
pub fn func_info(program: &Program<'_>, records: Option<Records<'_>>) -> Result<(), Refusal> {
    const KNOWN: u32 = 8;
    let Some(records) = records.filter(|records| records.count() > 0) else {
        // The verifier has to know the return types of functions with tail calls or old packet loads.
        for part in 1..program.starts.len() {
            if let Some(what) = special(program, part) {
                return refuse(Errno::EINVAL, format!("{what} is not allowed in subprogs without BTF"), None);
            }
        }
        return Ok(());
    };
    if !records.is_size(KNOWN) {
        return refuse(Errno::EINVAL, format!("invalid func info rec size {}", records.size), None);
    }
    let word = |record, index| records.word(program.endian, record, index);
    let mut previous = 0;
    for record in 0..records.count() {
        let here = Some(record);
        if records.has_tail(record, KNOWN) {
            return refuse(Errno::E2BIG, "nonzero tailing record in func info", here);
        }
        let (offset, type_id) = (word(record, 0), word(record, 1));
        if record == 0 && offset != 0 {
            return refuse(Errno::EINVAL, format!("nonzero insn_off {offset} for the first func info record"), here);
        }
        if record > 0 && offset <= previous {
            let text = format!("same or smaller insn offset ({offset}) than previous func info record ({previous})");
            return refuse(Errno::EINVAL, text, here);
        }
        if program.btf.kind(TypeId(type_id)) != Some(Kind::Func) {
            return refuse(Errno::EINVAL, format!("invalid type id {} in func info", type_id as i32), here);
        }
        previous = offset;
    }
    if records.count() as usize != program.starts.len() {
        return refuse(Errno::EINVAL, "number of funcs in func_info doesn't match number of subprogs", None);
    }
    for (record, start) in (0..).zip(program.starts) {
        let here = Some(record);
        if word(record, 0) != *start {
            let text = "func_info BTF section doesn't match subprog layout in BPF program";
            return refuse(Errno::EINVAL, text, here);
        }
        if record > 0
            && !returns_int(program.btf, TypeId(word(record, 1)))
            && let Some(what) = special(program, record as usize)
        {
            return refuse(Errno::EINVAL, format!("{what} is only allowed in functions that return 'int'."), here);
        }
    }
    Ok(())
}

/// The feature of a function that restricts its return type, if any: old packet loads or tail calls.
fn special(program: &Program<'_>, part: usize) -> Option<&'static str> {
    let start = *program.starts.get(part)?;
    let end = program.starts.get(part + 1).copied().unwrap_or(program.len());
    let mut insns = (start..end).map_while(|index| program.insn(index));
    let mut tail_call = false;
    let is_load = |insn: bpf::Insn| insn.code & 7 == 0 && matches!(insn.code & 0xe0, LD_ABS | LD_IND);
    let load = insns.any(|insn| {
        tail_call |= insn.is_call() && insn.src == 0 && insn.imm == TAIL_CALL;
        is_load(insn)
    });
    if load { Some("LD_ABS") } else { tail_call.then_some("tail_call") }
}

/// Whether a FUNC returns an INT of up to 64 bits, or an enum.
fn returns_int(btf: &Btf, func: TypeId) -> bool {
    let target = |id: TypeId| btf.get(id).and_then(|t| t.type_ref());
    let mut at = target(func).and_then(target);
    for _ in 0..32 {
        let Some(t) = at.and_then(|id| btf.get(id)) else { return false };
        match t.kind() {
            Kind::Int => return t.size().is_some_and(|size| size <= 8),
            Kind::Enum | Kind::Enum64 => return true,
            Kind::Typedef | Kind::Const | Kind::Volatile | Kind::Restrict | Kind::TypeTag => at = t.type_ref(),
            _ => return false,
        }
    }
    false
}

/// Checks line_info: ascending offsets within the program, none in the second half of a 64-bit load, and one at each
/// function's start.
///
/// # Errors
/// Why the kernel refuses the program.
pub fn line_info(program: &Program<'_>, records: Records<'_>) -> Result<(), Refusal> {
    const KNOWN: u32 = 16;
    if records.count() == 0 {
        return Ok(());
    }
    if !records.is_size(KNOWN) {
        return refuse(Errno::EINVAL, "", None);
    }
    let (mut previous, mut part) = (0, 0);
    for record in 0..records.count() {
        let here = Some(record);
        if records.has_tail(record, KNOWN) {
            return refuse(Errno::E2BIG, "nonzero tailing record in line_info", here);
        }
        let [offset, file, text] = [0, 1, 2].map(|index| records.word(program.endian, record, index));
        let len = program.len();
        if (record > 0 && offset <= previous) || offset >= len {
            let text =
                format!("Invalid line_info[{record}].insn_off:{offset} (prev_offset:{previous} prog->len:{len})");
            return refuse(Errno::EINVAL, text, here);
        }
        if program.insn(offset).is_none_or(|insn| insn.code == 0) {
            return refuse(Errno::EINVAL, format!("Invalid insn code at line_info[{record}].insn_off"), here);
        }
        let is_string = |at| program.btf.string_bytes(StringOffset(at)).is_some();
        if !is_string(file) || !is_string(text) {
            let text = format!("Invalid line_info[{record}].line_off or .file_name_off");
            return refuse(Errno::EINVAL, text, here);
        }
        if let Some(&start) = program.starts.get(part) {
            if offset == start {
                part += 1;
            } else if offset > start {
                return refuse(Errno::EINVAL, format!("missing bpf_line_info for func#{part}"), here);
            }
        }
        previous = offset;
    }
    let missing = program.starts.len() - part;
    if missing > 0 {
        let text = format!("missing bpf_line_info for {missing} funcs starting from func#{part}");
        return refuse(Errno::EINVAL, text, None);
    }
    Ok(())
}

/// Checks core_relo, which only light skeletons pass to the kernel; otherwise libbpf resolves these relocations itself.
///
/// # Errors
/// Why the kernel refuses the program.
pub fn core_relo(program: &Program<'_>, records: Records<'_>) -> Result<(), Refusal> {
    const KNOWN: u32 = 16;
    if records.count() == 0 {
        return Ok(());
    }
    if !records.is_size(KNOWN) {
        return refuse(Errno::EINVAL, "", None);
    }
    for record in 0..records.count() {
        if records.has_tail(record, KNOWN) {
            return refuse(Errno::E2BIG, "nonzero tailing record in core_relo", Some(record));
        }
        let offset = records.word(program.endian, record, 0);
        if !offset.is_multiple_of(INSN) || offset / INSN >= program.len() {
            let text = format!("Invalid core_relo[{record}].insn_off:{offset} prog->len:{}", program.len());
            return refuse(Errno::EINVAL, text, Some(record));
        }
    }
    Ok(())
}
