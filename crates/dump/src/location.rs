//! Where an inlined call keeps an argument, in bpftool's words.

use btf::{Location, Register, Type};

/// The most words that are printed of a LOC_PARAM without a meaning; the format defines one or two.
const WORDS: usize = 4;

/// A LOC_PARAM as bpftool prints it behind `values=`: `reg1`, `fbreg - 0x10`, `*(reg2 + 0x10)`, `0x10 (addr)`. If the
/// format does not define its flags or its number of words, the text is the record's words in hexadecimal, of which the
/// first four are printed: the text of one record is printed in each LOC_PROTO that refers to it.
///
/// bpftool's selftest has no signed constant and no pair of registers. Here, a negative constant is printed like a
/// negative offset, and a pair as both registers.
pub(crate) fn bpftool_text(t: &Type<'_>) -> String {
    let Some(location) = Location::of(t) else {
        let mut words: Vec<String> = t.words().take(WORDS).map(|word| format!("{word:#x}")).collect();
        let more = (t.vlen() as usize).saturating_sub(words.len());
        if more > 0 {
            words.push(format!("({more} more)"));
        }
        return words.join(" ");
    };
    match location {
        Location::Constant { value, signed: true } if value.cast_signed() < 0 => {
            format!("-{:#x}", value.cast_signed().unsigned_abs())
        }
        Location::Constant { value, .. } => format!("{value:#x}"),
        Location::Address(address) => format!("{address:#x} (addr)"),
        Location::Register { register, dereferenced: false } => name(register),
        Location::Register { register, dereferenced: true } => format!("*({})", name(register)),
        Location::Pair(first, second) => format!("{} {}", name(first), name(second)),
        Location::Offset { register, offset, dereferenced } => {
            let sign = if offset < 0 { '-' } else { '+' };
            let sum = format!("{} {sign} {:#x}", name(register), offset.unsigned_abs());
            if dereferenced { format!("*({sum})") } else { sum }
        }
    }
}

fn name(register: Register) -> String {
    match register {
        Register::Numbered(number) => format!("reg{number}"),
        Register::FrameBase => "fbreg".to_owned(),
    }
}
