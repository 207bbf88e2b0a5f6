//! The formula by which a relocation is computed, with its numbers.

use bpf::{ElfRelo, Relo, ReloForm, Symbol};

/// A number in hexadecimal, with its sign: `0x18`, `-0x8`, `0`.
fn hex(n: i64) -> String {
    match n {
        0 => "0".to_owned(),
        n if n < 0 => format!("-{:#x}", n.unsigned_abs()),
        n => format!("{n:#x}"),
    }
}

/// The value that is written into the place, cut to the width of the place. None if only the loader knows it.
pub(super) fn result(relo: &Relo) -> Option<i64> {
    let value = relo.value?;
    Some(match relo.form {
        ReloForm::Data32 | ReloForm::LdImm64 => i64::from(value as u32),
        ReloForm::Call => i64::from(value as i32),
        ReloForm::Data64 | ReloForm::Nothing | ReloForm::Unknown => value,
    })
}

/// The formula with its numbers, or the reason why there is none. `relo` is none if the patched section is not in the
/// file.
pub(crate) fn formula(relo: Option<&Relo>, raw: &ElfRelo, symbol: Option<&Symbol>) -> String {
    let Some(relo) = relo else { return "the section that it patches is not in the file".to_owned() };
    match relo.form {
        ReloForm::Nothing => return "nothing is patched".to_owned(),
        ReloForm::Unknown => {
            let older = relo.kind.older_name().map_or(String::new(), |name| format!(" ({name} of older GNU tools)"));
            return format!("no rule is known for type {}{older}", raw.relo_type);
        }
        _ => {}
    }
    let Some(symbol) = symbol else { return format!("there is no symbol {}", raw.symbol) };
    if relo.place.is_none() {
        return "the place is not in the file".to_owned();
    }
    let a = hex(relo.addend);
    let is_call = relo.form == ReloForm::Call;
    let Some(result) = result(relo) else {
        let rule = if is_call { format!("(S + A {a}) / 8 - 1") } else { format!("S + A {a}") };
        return format!("{rule}; S is for the loader to find");
    };
    let s = hex(symbol.value as i64);
    match relo.form {
        ReloForm::Call => format!("(S {s} + A {a}) / 8 - 1 = {result}"),
        ReloForm::LdImm64 => format!("S {s} + A {a} = {}, into both immediates", hex(result)),
        ReloForm::Data64 => format!("S {s} + A {a} = {:#x}", result as u64),
        _ => format!("S {s} + A {a} = {}", hex(result)),
    }
}
