//! Numbers as people type them, in any notation that the page has.

/// A unit behind a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unit {
    Bytes,
    Bits,
    /// Things that are counted: members, types.
    Things,
}

/// A typed number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Typed {
    /// The number.
    pub value: i64,
    /// Its digits, without sign, prefix and separators.
    pub digits: String,
    /// The unit behind it; none if there is no unit, and for `b`, which can be bytes or bits.
    pub unit: Option<Unit>,
    base: u32,
    negative: bool,
}

/// Words that may precede a number.
const BEFORE: [&str; 10] = ["byte", "bit", "id", "type", "offset", "kind", "line", "slot", "errno", "relocation"];

/// The words for things that questions count.
const THINGS: [&str; 17] = [
    "members",
    "types",
    "elements",
    "entries",
    "values",
    "parameters",
    "holes",
    "lines",
    "records",
    "maps",
    "relocations",
    "items",
    "variables",
    "functions",
    "faults",
    "instructions",
    "programs",
];

impl Typed {
    /// Parses a number: decimal, `9 792`, `0x18`, `18h`, `0b11000`, digits that can only be hexadecimal, `[12]` and
    /// `struct node #12` for ids, and `1:6` for bit 6 of byte 1.
    pub(crate) fn read(text: &str) -> Option<Typed> {
        Typed::readings(text).into_iter().next()
    }

    /// All that a text can mean, the likeliest first: `12B` is 12 bytes, or 0x12b.
    pub(crate) fn readings(text: &str) -> Vec<Typed> {
        let spaced = text.trim().replace(['\u{a0}', '\u{2007}', '\u{2009}', '\u{202f}'], " ");
        let lower = spaced.to_ascii_lowercase();
        let behind = |word: &&str| lower.strip_prefix(*word).filter(|rest| rest.starts_with([' ', ':', '=']));
        let named = BEFORE.iter().find_map(behind);
        let bare = named.map_or(&*lower, |rest| rest.trim_start_matches([' ', ':', '=']));
        let bare = id_at_end(bare);
        if let Some(place) = byte_and_bit(bare) {
            return vec![place];
        }
        let joined = joined_groups(bare);
        let bytes = spaced.strip_suffix('B').and(joined.strip_suffix('b')).filter(|d| is_decimal(d));
        let bytes = bytes.and_then(|digits| Typed::in_unit(digits, Some(Unit::Bytes)));
        let either = joined.strip_suffix('b').filter(|d| is_decimal(d)).and_then(|digits| Typed::in_unit(digits, None));
        let as_said = split_unit(&joined).and_then(|(number, unit)| Typed::in_unit(number, unit));
        // Only `as_said` can read `12 B`, because of the blank. It sees the text in lower case, where the unit of `b`
        // is not certain; but a capital `B` means bytes.
        let as_said = as_said.map(|typed| match (spaced.ends_with(" B"), typed.unit) {
            (true, None) => Typed { unit: Some(Unit::Bytes), ..typed },
            _ => typed,
        });
        bytes.or(either).into_iter().chain(as_said).collect()
    }

    fn in_unit(number: &str, unit: Option<Unit>) -> Option<Typed> {
        let number = number.strip_prefix('#').unwrap_or(number);
        let (negative, number) = match number.strip_prefix(['-', '−']) {
            Some(rest) => (true, rest),
            None => (false, number),
        };
        let digits: String = number.chars().filter(|c| !matches!(c, ',' | '_' | '\'' | '’')).collect();
        let is_hex = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_hexdigit());
        let (base, digits) = if let Some(hex) = digits.strip_prefix("0x") {
            (16, hex)
        } else if let Some(hex) = digits.strip_suffix('h').filter(|d| is_hex(d)) {
            (16, hex)
        } else if let Some(binary) = digits.strip_prefix("0b").filter(|d| d.bytes().all(|b| matches!(b, b'0' | b'1'))) {
            (2, binary)
        } else if digits.bytes().all(|b| b.is_ascii_digit()) || !is_hex(&digits) {
            (10, digits.as_str())
        } else {
            (16, digits.as_str())
        };
        if !is_hex(digits) {
            return None;
        }
        let mut typed = Typed { value: 0, digits: digits.to_owned(), unit, base, negative };
        typed.value = typed.in_base(base)?;
        Some(typed)
    }

    fn in_base(&self, base: u32) -> Option<i64> {
        let value = i64::from_str_radix(&self.digits, base).ok()?;
        Some(if self.negative { -value } else { value })
    }

    /// The value of a decimal number's digits when they are read as hexadecimal digits; none for other numbers.
    pub(crate) fn in_hexadecimal(&self) -> Option<i64> {
        (self.base == 10).then(|| self.in_base(16)).flatten()
    }

    /// The value of a hexadecimal number's digits when they are read as decimal digits; none for other numbers.
    pub(crate) fn in_decimal(&self) -> Option<i64> {
        (self.base == 16).then(|| self.in_base(10)).flatten()
    }
}

fn is_decimal(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// `12` of `[12]`, `#12` of `struct node #12`; else the text.
fn id_at_end(text: &str) -> &str {
    let last = text.split_whitespace().next_back().unwrap_or_default();
    let inside = last.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    inside.or(Some(last).filter(|last| last.starts_with('#'))).unwrap_or(text)
}

/// `1:6`, as tables write the offset of a bitfield: bit 6 of byte 1.
fn byte_and_bit(text: &str) -> Option<Typed> {
    let (byte, bit) = text.split_once(':').filter(|(byte, bit)| is_decimal(byte) && is_decimal(bit))?;
    let bit: i64 = bit.parse().ok().filter(|bit| *bit < 8)?;
    let value = byte.parse::<i64>().ok()?.checked_mul(8)?.checked_add(bit)?;
    Some(Typed { value, digits: value.to_string(), unit: Some(Unit::Bits), base: 10, negative: false })
}

/// A text that starts with digits in groups of three, without the blanks between them: `9 792 bytes` is `9792 bytes`.
fn joined_groups(text: &str) -> String {
    let mut parts = text.split(' ');
    let first = parts.next().unwrap_or_default();
    let mut out = first.to_owned();
    let digits = first.strip_prefix(['-', '−']).unwrap_or(first);
    let mut grouped = is_decimal(digits) && digits.len() <= 3;
    for part in parts {
        // A unit may be joined to the last group.
        let digits = part.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        grouped &= digits.len() == 3 && is_decimal(digits);
        if !grouped {
            out.push(' ');
        }
        out.push_str(part);
        grouped &= digits == part;
    }
    out
}

/// Splits a text into a number and its unit: `24 bits` into `24` and bits. `24` and `24 b` give no unit. Returns `None`
/// if a word that is no unit follows the number.
fn split_unit(text: &str) -> Option<(&str, Option<Unit>)> {
    const UNITS: [(&str, Option<Unit>); 5] = [
        ("bytes", Some(Unit::Bytes)),
        ("byte", Some(Unit::Bytes)),
        ("bits", Some(Unit::Bits)),
        ("bit", Some(Unit::Bits)),
        ("b", None),
    ];
    let first = text.split_whitespace().next()?;
    let behind = text.strip_prefix(first).unwrap_or_default().trim();
    if behind.is_empty() {
        // Number and unit are joined. A `b` is not split off, because it may be a hexadecimal digit.
        let joined = UNITS.iter().take(4).find_map(|(word, unit)| Some((first.strip_suffix(word)?, *unit)));
        return Some(joined.filter(|(number, _)| !number.is_empty()).unwrap_or((first, None)));
    }
    let thing = |word: &&&str| **word == behind || word.strip_suffix('s') == Some(behind);
    let unit = UNITS.iter().find(|(word, _)| *word == behind).map(|(_, unit)| *unit);
    unit.or_else(|| THINGS.iter().find(thing).map(|_| Some(Unit::Things))).map(|unit| (first, unit))
}

/// Bytes as in a dump, `18 00 00 00`, read as two numbers: least significant byte first, and last.
pub(crate) fn bytes(text: &str) -> Option<[u64; 2]> {
    let bytes: Option<Vec<u8>> =
        text.split_whitespace().map(|part| u8::from_str_radix(part, 16).ok().filter(|_| part.len() == 2)).collect();
    let bytes = bytes.filter(|b| (2..=8).contains(&b.len()))?;
    let add = |sum: u64, byte: &u8| sum << 8 | u64::from(*byte);
    Some([bytes.iter().rev().fold(0, add), bytes.iter().fold(0, add)])
}

/// `EINVAL` and `22` of `EINVAL (22)` and `EINVAL = 22`, as the page writes a number that also has a name.
pub(crate) fn two_forms(text: &str) -> Option<(&str, &str)> {
    let equal = text.split_once('=');
    let (before, inside) = equal.or_else(|| text.trim().strip_suffix(')')?.split_once('('))?;
    let (before, inside) = (before.trim(), inside.trim());
    (!before.is_empty() && !inside.is_empty()).then_some((before, inside))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(i64, Option<Unit>)> {
        Typed::read(text).map(|t| (t.value, t.unit))
    }

    #[test]
    fn a_number_has_its_value_and_unit() {
        assert_eq!(read("0x1f"), Some((31, None)));
        assert_eq!(read("1fh"), Some((31, None)));
        assert_eq!(read("1F"), Some((31, None)));
        assert_eq!(read("0b101"), Some((5, None)));
        assert_eq!(read("-0x10 bytes"), Some((-16, Some(Unit::Bytes))));
        assert_eq!(read("12bits"), Some((12, Some(Unit::Bits))));
        assert_eq!(read("12 b"), Some((12, None)));
        assert_eq!(read("type #7"), Some((7, None)));
        for text in ["", "bytes", "0x", "1 2", "1.5", "12 words", "xyz", "-", "9223372036854775808"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn the_notations_of_the_page_are_read() {
        assert_eq!(read("1:6"), Some((14, Some(Unit::Bits))));
        assert_eq!(read("[12]"), Some((12, None)));
        assert_eq!(read("struct node #9"), Some((9, None)));
        assert_eq!(read("id [9]"), Some((9, None)));
        for text in ["9 792", "9\u{a0}792", "9\u{202f}792", "9,792", "9'792", "9 792 bytes", "9 792B"] {
            assert_eq!(read(text).map(|r| r.0), Some(9792), "{text}");
        }
        assert_eq!(read("1 234 567"), Some((1_234_567, None)));
        let both = |text: &str| Typed::readings(text).iter().map(|t| (t.value, t.unit)).collect::<Vec<_>>();
        assert_eq!(both("12B"), [(12, Some(Unit::Bytes)), (0x12b, None)]);
        assert_eq!(both("12b"), [(12, None), (0x12b, None)]);
        assert_eq!(both("0B"), [(0, Some(Unit::Bytes))]);
        assert_eq!(both("1fB"), [(0x1fb, None)]);
        assert_eq!(both("12 B"), [(12, Some(Unit::Bytes))]);
        for text in ["1:8", "1:", ":6", "9 79", "9792 1", "1:6:7", "9 792 1", "[]", "[x]"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn dumped_bytes_are_two_numbers() {
        assert_eq!(bytes("18 00 00 00"), Some([0x18, 0x1800_0000]));
        assert_eq!(bytes("eb 9f"), Some([0x9feb, 0xeb9f]));
        for text in ["18", "1 2", "18 0x0", "118 00", "00 00 00 00 00 00 00 00 00"] {
            assert_eq!(bytes(text), None, "{text}");
        }
    }

    #[test]
    fn two_forms_are_told_apart() {
        assert_eq!(two_forms("EINVAL (22)"), Some(("EINVAL", "22")));
        assert_eq!(two_forms(" 24 (0x18) "), Some(("24", "0x18")));
        for text in ["EINVAL", "(22)", "22 ()", "22 (", "22)"] {
            assert_eq!(two_forms(text), None, "{text}");
        }
    }
}
