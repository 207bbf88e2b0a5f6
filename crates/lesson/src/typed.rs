//! Numbers as people type them.

/// A unit behind a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unit {
    Bytes,
    Bits,
}

/// A typed number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Typed {
    /// The number.
    pub value: i64,
    /// Its digits, without sign, prefix and separators.
    pub digits: String,
    /// The unit behind it; none without one, and for `b`, which can be either.
    pub unit: Option<Unit>,
    base: u32,
    negative: bool,
}

/// Words that may precede a number.
const BEFORE: [&str; 5] = ["byte ", "bit ", "id ", "type ", "offset "];

impl Typed {
    /// Parses a number: decimal, `0x18`, `18h`, `0b11000`, or digits that can only be hexadecimal.
    pub(crate) fn read(text: &str) -> Option<Typed> {
        let lower = text.trim().to_ascii_lowercase();
        let bare = BEFORE.iter().find_map(|word| lower.strip_prefix(word)).unwrap_or(&lower).trim_start();
        let (number, unit) = split_unit(bare)?;
        let number = number.strip_prefix('#').unwrap_or(number);
        let (negative, number) = match number.strip_prefix(['-', '−']) {
            Some(rest) => (true, rest),
            None => (false, number),
        };
        let digits: String = number.chars().filter(|c| *c != ',' && *c != '_').collect();
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

    /// The digits of a decimal number read as hexadecimal ones.
    pub(crate) fn in_hexadecimal(&self) -> Option<i64> {
        (self.base == 10).then(|| self.in_base(16)).flatten()
    }

    /// The digits of a hexadecimal number read as decimal ones.
    pub(crate) fn in_decimal(&self) -> Option<i64> {
        (self.base == 16).then(|| self.in_base(10)).flatten()
    }
}

/// A number and its unit, if that is known.
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
        // Without a blank between them; a `b` is a digit there.
        let joined = UNITS.iter().take(4).find_map(|(word, unit)| Some((first.strip_suffix(word)?, *unit)));
        return Some(joined.filter(|(number, _)| !number.is_empty()).unwrap_or((first, None)));
    }
    let (_, unit) = UNITS.iter().find(|(word, _)| *word == behind)?;
    Some((first, *unit))
}

/// Bytes as in a dump, `18 00 00 00`, read as two numbers: least significant byte first, and last.
pub(crate) fn bytes(text: &str) -> Option<[u64; 2]> {
    let bytes: Option<Vec<u8>> =
        text.split_whitespace().map(|part| u8::from_str_radix(part, 16).ok().filter(|_| part.len() == 2)).collect();
    let bytes = bytes.filter(|b| (2..=8).contains(&b.len()))?;
    let add = |sum: u64, byte: &u8| sum << 8 | u64::from(*byte);
    Some([bytes.iter().rev().fold(0, add), bytes.iter().fold(0, add)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_its_value_and_unit() {
        let read = |text: &str| Typed::read(text).map(|t| (t.value, t.unit));
        assert_eq!(read("0x1f"), Some((31, None)));
        assert_eq!(read("1fh"), Some((31, None)));
        assert_eq!(read("1F"), Some((31, None)));
        assert_eq!(read("0b101"), Some((5, None)));
        assert_eq!(read("-0x10 bytes"), Some((-16, Some(Unit::Bytes))));
        assert_eq!(read("12bits"), Some((12, Some(Unit::Bits))));
        assert_eq!(read("12 b"), Some((12, None)));
        assert_eq!(read("type #7"), Some((7, None)));
        for text in ["", "bytes", "0x", "0b", "1 2", "1.5", "12 words", "xyz", "-", "9223372036854775808"] {
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
}
