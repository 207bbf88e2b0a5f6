//! How the numbers of a dump are written, and the bytes that they stand for.

use btf::Endian;

/// The digits of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Digits {
    /// Two hex digits for each byte; a word is any number of bytes, in the order of the text.
    Bytes,
    /// Hexadecimal, filled up with zeros; a number may have fewer bytes than the unit, because the last number of a
    /// line may be incomplete.
    Hex,
    /// Hexadecimal, filled up with zeros; a number always has all bytes of the unit.
    WholeHex,
    /// Binary, eight digits.
    Binary,
    /// Octal, filled up with zeros.
    Octal,
    /// Decimal.
    Decimal,
    /// Decimal, with a minus sign below zero.
    Signed,
}

/// How numbers are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Notation {
    pub(super) digits: Digits,
    /// How many bytes a number has.
    pub(super) unit: usize,
    /// The byte order of the numbers in memory.
    pub(super) order: Endian,
}

impl Notation {
    /// Bytes in the order of the text.
    pub(super) const BYTES: Notation = Notation::new(Digits::Bytes, 1);

    pub(super) const fn new(digits: Digits, unit: usize) -> Notation {
        Notation { digits, unit, order: Endian::Little }
    }

    /// Appends the bytes of a number; false when the word is no number.
    pub(super) fn push(self, word: &[u8], out: &mut Vec<u8>) -> bool {
        match self.number(word) {
            Some((value, len)) => {
                let bytes = value.to_le_bytes();
                let bytes = bytes.get(..len).unwrap_or_default();
                match self.order {
                    Endian::Little => out.extend_from_slice(bytes),
                    Endian::Big => out.extend(bytes.iter().rev()),
                }
                true
            }
            None if self.digits == Digits::Bytes => pairs(word, out),
            None => false,
        }
    }

    /// The number, and how many bytes it has.
    fn number(self, word: &[u8]) -> Option<(u64, usize)> {
        let text = std::str::from_utf8(word).ok()?;
        let (unit, digits) = (self.unit, text.len());
        let unsigned = |radix: u32| {
            let all = text.bytes().all(|b| char::from(b).is_digit(radix));
            let value = all.then(|| u64::from_str_radix(text, radix).ok()).flatten()?;
            (unit >= 8 || value >> (8 * unit) == 0).then_some((value, unit))
        };
        match self.digits {
            Digits::Bytes => None,
            Digits::WholeHex => (digits == 2 * unit).then(|| unsigned(16)).flatten(),
            Digits::Hex => {
                let fits = digits.is_multiple_of(2) && digits <= 2 * unit;
                fits.then(|| unsigned(16)).flatten().map(|(value, _)| (value, digits / 2))
            }
            Digits::Binary => (digits == 8).then(|| unsigned(2)).flatten(),
            Digits::Octal => (digits == octal_digits(unit)).then(|| unsigned(8)).flatten(),
            // hexdump -d writes five digits, od -d no leading zeros.
            Digits::Decimal => {
                let plain = !text.starts_with('0') || digits == 1 || (unit == 2 && digits == 5);
                plain.then(|| unsigned(10)).flatten()
            }
            Digits::Signed => {
                let Some(negative) = text.strip_prefix('-') else {
                    let plain = !text.starts_with('0') || digits == 1;
                    return plain.then(|| unsigned(10)).flatten().filter(|(value, _)| value >> (8 * unit - 1) == 0);
                };
                if negative.starts_with('0') || !negative.bytes().all(|b| b.is_ascii_digit()) {
                    return None;
                }
                let value = text.parse::<i64>().ok()?;
                let least = i64::MIN >> (64 - 8 * unit.min(8));
                (value >= least).then_some((value as u64, unit))
            }
        }
    }

    /// Whether od or hexdump writes a number in this many columns, blanks included. True for notations of other tools.
    pub(super) fn has_columns(self, columns: usize) -> bool {
        let (of_od, of_hexdump) = match (self.digits, self.unit) {
            (Digits::WholeHex, 2) => (5, Some(8)),
            (Digits::WholeHex, unit) => (2 * unit + 1, None),
            (Digits::Octal, 2) => (7, Some(8)),
            (Digits::Octal, unit) => (octal_digits(unit) + 1, None),
            (Digits::Decimal, 1) => (4, None),
            (Digits::Decimal, 2) => (6, Some(8)),
            (Digits::Decimal, 4) => (11, None),
            (Digits::Decimal, _) => (21, None),
            (Digits::Signed, 1) => (5, None),
            (Digits::Signed, 2) => (7, None),
            (Digits::Signed, 4) => (12, None),
            (Digits::Signed, _) => (21, None),
            (Digits::Bytes | Digits::Hex | Digits::Binary, _) => return true,
        };
        columns == of_od || Some(columns) == of_hexdump
    }
}

/// How many octal digits the largest number of `unit` bytes has.
fn octal_digits(unit: usize) -> usize {
    (8 * unit).div_ceil(3)
}

/// Appends pairs of hex digits; false when the word is something else.
pub(super) fn pairs(word: &[u8], out: &mut Vec<u8>) -> bool {
    let digit = |b: u8| char::from(b).to_digit(16).map(|digit| digit as u8);
    let (pairs, rest) = word.as_chunks::<2>();
    for &[high, low] in pairs {
        let (Some(high), Some(low)) = (digit(high), digit(low)) else { return false };
        out.push(high << 4 | low);
    }
    rest.is_empty() && !word.is_empty()
}
