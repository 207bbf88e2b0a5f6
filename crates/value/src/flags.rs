//! The names of enumerators, also of enumerators that are flags.

use btf::{Enumerator, Kind, Type};

/// The most enumerators of an enum of flags.
const MOST: usize = 4096;

/// The value that an enumerator stands for in the bytes of its enum. An ENUM of 8 bytes has only 32 bits of each value,
/// which are sign-extended.
pub(crate) fn value_of(t: &Type<'_>, e: &Enumerator<'_>) -> i128 {
    match (t.kind() == Kind::Enum && t.size_or_type() == 8, e.signed) {
        (true, false) => i128::from(i64::from(e.raw as u32 as i32) as u64),
        _ => e.value(),
    }
}

/// The name of an enum's first enumerator with this value that has a name.
pub(crate) fn name_of<'a>(t: &Type<'a>, value: i128) -> Option<&'a str> {
    t.enumerators().find(|e| value_of(t, e) == value && !e.name().is_empty()).map(|e| e.name())
}

/// True if the enumerators of an enum are flags: two or more are single bits, one of them at least 4; all others are 0
/// or combinations of these bits; and they are not consecutive numbers.
pub(crate) fn are_flags(t: &Type<'_>) -> bool {
    let (mut single, mut all) = (0u64, 0u64);
    let (mut bits, mut count) = (0u32, 0u64);
    let (mut least, mut most) = (u64::MAX, 0);
    if t.enumerators().len() > MOST {
        return false;
    }
    for e in t.enumerators() {
        let Ok(value) = u64::try_from(e.value()) else { return false };
        if value.is_power_of_two() && single & value == 0 {
            single |= value;
            bits += 1;
        }
        all |= value;
        count += 1;
        (least, most) = (least.min(value), most.max(value));
    }
    let counts_up = most.saturating_sub(least).saturating_add(1) == count;
    bits >= 2 && most >= 4 && all == single && !counts_up
}

/// A value of an enum of flags as names, in ascending order of their values, joined by ` | `. The name of several bits
/// is preferred to the names of its single bits; bits without a name follow as hex. None when the value is 0, the
/// enumerators are not flags, or no part of the value has a name.
pub fn flag_names(t: &Type<'_>, value: u64) -> Option<String> {
    if value == 0 || !are_flags(t) {
        return None;
    }
    let mut left = value;
    let mut parts: Vec<(u64, &str)> = Vec::new();
    // In damaged BTF enumerators may have no name: their bits are shown as a number.
    let named = t.enumerators().filter(|e| !e.name().is_empty());
    let mut sorted: Vec<(u64, &str)> =
        named.filter_map(|e| Some((u64::try_from(e.value()).ok().filter(|&v| v != 0)?, e.name()))).collect();
    sorted.sort_by_key(|(value, _)| std::cmp::Reverse(value.count_ones()));
    for (bits, name) in sorted {
        if left & bits == bits {
            left &= !bits;
            parts.push((bits, name));
        }
    }
    if parts.is_empty() {
        return None;
    }
    parts.sort_by_key(|&(bits, _)| bits);
    let mut text = parts.iter().map(|(_, name)| *name).collect::<Vec<_>>().join(" | ");
    if left != 0 {
        text.push_str(&format!(" | {left:#x}"));
    }
    Some(text)
}
