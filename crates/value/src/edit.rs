//! Changes one value: reads a text, writes the bits.

use std::iter::Peekable;
use std::str::Bytes;

use btf::{Kind, TypeId};
use text::counted;

use crate::bits::write_bits;
use crate::flags::value_of;
use crate::scalar::{Scalar, ScalarKind};
use crate::tree::{Node, Record, Shape};

/// Why a text cannot become the value at its place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EditError {
    /// The text is neither a number nor in the notation of the type's values.
    #[error("'{text}' is not {wanted}")]
    NotAValue {
        /// The text.
        text: String,
        /// The notation that was expected.
        wanted: &'static str,
    },
    /// No enumerator of that name.
    #[error("there is no enumerator '{0}'")]
    NoEnumerator(String),
    /// A number that the bits cannot hold.
    #[error("{text} does not fit {}", counted(*.bits, "bit"))]
    DoesNotFit {
        /// The text.
        text: String,
        /// The bits.
        bits: u32,
    },
    /// A text of more bytes than the array has elements.
    #[error("{len} bytes do not fit an array of {room}")]
    TooLong {
        /// Bytes of the text.
        len: usize,
        /// Elements of the array.
        room: u64,
    },
    /// A value with parts cannot be set as a whole: one of its parts must be named.
    #[error("it has parts: name one of them")]
    HasParts,
    /// The value has no readable bits ([`Shape::Missing`]): mostly because the bytes end before it does.
    #[error("the bytes end before it")]
    NotThere,
}

impl Record<'_> {
    /// The record's bytes with one value set to a text, and no other bit changed.
    ///
    /// Numbers are decimal, or begin with `0x`, `0o` or `0b`; with such a prefix a signed value accepts all its bits
    /// (`0xff` is -1 in 8 bits). A character may be in quotes (`'a'`, `'\n'`, `'\x7f'`), a truth value is `true` or
    /// `false`, and an enum takes the names of enumerators, joined by `|`. An array of bytes accepts a text in double
    /// quotes; its other elements become zero.
    ///
    /// # Errors
    /// The text is not a value of the type or does not fit; the value cannot be read; or the value has parts. Of values
    /// with parts, only an array of bytes can be set: to a text in double quotes.
    pub fn set(&self, node: &Node, text: &str) -> Result<Vec<u8>, EditError> {
        let text = text.trim();
        match node.shape {
            Shape::Scalar(scalar) => {
                // The bits stay, because a text does not always show all of them: the payload of a NaN, digits of a
                // long double.
                if text == scalar.text(self.btf) {
                    return Ok(self.bytes.to_vec());
                }
                self.set_bits(node, parse(self, &scalar, text)?)
            }
            Shape::Group(..) => self.set_text(node, text),
            Shape::Missing(_) => Err(EditError::NotThere),
        }
    }

    /// The record's bytes with one value's bits set to a number's low bits.
    ///
    /// # Errors
    /// The value has more than 128 bits, or the bytes end before the value does.
    pub fn set_bits(&self, node: &Node, raw: u128) -> Result<Vec<u8>, EditError> {
        let bits = u32::try_from(node.bits).ok().filter(|&bits| bits <= 128).ok_or(EditError::HasParts)?;
        let mut bytes = self.bytes.to_vec();
        match write_bits(&mut bytes, node.bit_offset, bits, self.order, raw) {
            true => Ok(bytes),
            false => Err(EditError::NotThere),
        }
    }

    fn set_text(&self, node: &Node, text: &str) -> Result<Vec<u8>, EditError> {
        let inner = text.strip_prefix('"').and_then(|t| t.strip_suffix('"')).ok_or(EditError::HasParts)?;
        let array = self.target(node.type_id).filter(|t| t.kind() == Kind::Array).and_then(|t| t.array());
        let array = array.filter(|a| self.btf.size_of(a.element) == Ok(1)).ok_or(EditError::HasParts)?;
        let is_int = self.btf.resolved(array.element).is_some_and(|t| t.kind() == Kind::Int);
        if !is_int || !node.bit_offset.is_multiple_of(8) {
            return Err(EditError::HasParts);
        }
        let wanted = "a text in double quotes";
        let chars = unescape(inner).ok_or_else(|| EditError::NotAValue { text: text.to_owned(), wanted })?;
        let room = node.len();
        if chars.len() as u64 > room {
            return Err(EditError::TooLong { len: chars.len(), room });
        }
        let mut bytes = self.bytes.to_vec();
        let from = usize::try_from(node.bit_offset / 8).map_err(|_| EditError::NotThere)?;
        let end = usize::try_from(room).ok().and_then(|room| from.checked_add(room)).ok_or(EditError::NotThere)?;
        let place = bytes.get_mut(from..end).ok_or(EditError::NotThere)?;
        place.fill(0);
        place.iter_mut().zip(chars).for_each(|(to, c)| *to = c);
        Ok(bytes)
    }
}

fn parse(record: &Record<'_>, scalar: &Scalar, text: &str) -> Result<u128, EditError> {
    let fail = |wanted| EditError::NotAValue { text: text.to_owned(), wanted };
    if let Some(number) = number(text) {
        let float_without_prefix = matches!(scalar.kind, ScalarKind::Float(_)) && !text.contains(['x', 'b', 'o']);
        if !float_without_prefix {
            return fit(number, scalar, text);
        }
    }
    match scalar.kind {
        ScalarKind::Unsigned | ScalarKind::Signed => Err(fail("a number")),
        ScalarKind::Char => match quoted(text, '\'').as_deref() {
            Some([c]) => Ok(u128::from(*c)),
            _ => Err(fail("a character in quotes or a number")),
        },
        ScalarKind::Bool => match text {
            "true" => Ok(1),
            "false" => Ok(0),
            _ => Err(fail("true, false or a number")),
        },
        ScalarKind::Pointer => match text {
            "NULL" | "(nil)" => Ok(0),
            _ => Err(fail("an address")),
        },
        ScalarKind::Enum(id) => enumerators(record, id, scalar, text),
        ScalarKind::Float(_) => match scalar.bits {
            32 => text.parse::<f32>().map(|f| u128::from(f.to_bits())).map_err(|_| fail("a floating-point number")),
            64 => text.parse::<f64>().map(|f| u128::from(f.to_bits())).map_err(|_| fail("a floating-point number")),
            _ => Err(fail("the bits in hexadecimal (0x...)")),
        },
    }
}

fn enumerators(record: &Record<'_>, id: TypeId, scalar: &Scalar, text: &str) -> Result<u128, EditError> {
    let mut sum = 0;
    let t = record.btf.get(id);
    for part in text.split('|').map(str::trim) {
        let named = t.and_then(|t| t.enumerators().find(|e| e.name() == part).map(|e| value_of(&t, &e)));
        sum |= match named {
            Some(value) if !part.is_empty() => fit(Number::of(value), scalar, part)?,
            _ => match number(part) {
                Some(number) => fit(number, scalar, part)?,
                None => return Err(EditError::NoEnumerator(part.to_owned())),
            },
        };
    }
    Ok(sum)
}

/// A number as it was typed.
#[derive(Clone, Copy)]
struct Number {
    negative: bool,
    size: u128,
    /// True if it is decimal. For a signed type a decimal number must be in the type's range; in other notations the
    /// number is the bits of the value.
    decimal: bool,
}

impl Number {
    fn of(value: i128) -> Number {
        Number { negative: value < 0, size: value.unsigned_abs(), decimal: false }
    }
}

fn number(text: &str) -> Option<Number> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (radix, digits) = match digits.get(..2) {
        Some("0x" | "0X") => (16, &digits[2..]),
        Some("0b" | "0B") => (2, &digits[2..]),
        Some("0o") => (8, &digits[2..]),
        _ => (10, digits),
    };
    if digits.starts_with('+') {
        return None;
    }
    Some(Number { negative, size: u128::from_str_radix(digits, radix).ok()?, decimal: radix == 10 })
}

/// The bits of a number, if it fits.
fn fit(number: Number, scalar: &Scalar, text: &str) -> Result<u128, EditError> {
    let bits = scalar.bits;
    let mask = if bits >= 128 { u128::MAX } else { (1 << bits) - 1 };
    let half = if bits == 0 { 0 } else { mask / 2 + 1 };
    let signed = matches!(scalar.kind, ScalarKind::Signed);
    let fits = match (number.negative, signed && number.decimal) {
        (true, _) => number.size <= half,
        (false, true) => number.size < half,
        (false, false) => number.size <= mask,
    };
    if !fits {
        return Err(EditError::DoesNotFit { text: text.to_owned(), bits });
    }
    Ok(if number.negative { number.size.wrapping_neg() & mask } else { number.size })
}

fn quoted(text: &str, quote: char) -> Option<Vec<u8>> {
    unescape(text.strip_prefix(quote)?.strip_suffix(quote)?)
}

/// Text with C's escapes, as bytes.
pub(crate) fn unescape(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut rest = text.bytes().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        out.push(match rest.next()? {
            b'n' => b'\n',
            b't' => b'\t',
            b'r' => b'\r',
            b'a' => 7,
            b'b' => 8,
            b'v' => 11,
            b'f' => 12,
            b'x' => escaped(&mut rest, None, 16)?,
            digit @ b'0'..=b'7' => escaped(&mut rest, Some(u32::from(digit - b'0')), 8)?,
            same @ (b'\\' | b'\'' | b'"' | b'?') => same,
            _ => return None,
        });
    }
    Some(out)
}

/// Reads the digits of an escape (`\x7f`, `\033`), at most two, behind `first` if one digit was already read. None if
/// there is no digit, or if the number is above 255.
fn escaped(rest: &mut Peekable<Bytes<'_>>, first: Option<u32>, radix: u32) -> Option<u8> {
    let mut value = first;
    for _ in 0..2 {
        let Some(digit) = rest.peek().and_then(|&b| char::from(b).to_digit(radix)) else { break };
        value = Some(value.unwrap_or(0) * radix + digit);
        rest.next();
    }
    u8::try_from(value?).ok()
}
