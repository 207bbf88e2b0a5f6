//! Reads an offset that a person typed.

use text::counted;

/// Why a text is not an offset.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OffsetError {
    /// There is no text.
    #[error("Type an offset: 0x1a4c30, 1a4c30h, 1723440, +16 or -16")]
    Empty,
    /// The text is not a number.
    #[error("“{0}” is not an offset: write 0x1a4c30, 1a4c30h, 1723440, +16 or -16")]
    NotANumber(String),
    /// The number has digits that only hexadecimal has, but no `0x` or `h`.
    #[error("“{0}” is not a decimal number; write 0x{0} for hexadecimal")]
    LooksHex(String),
    /// The offset is before the first byte.
    #[error("That is {} before the first byte", counted(*.by, "byte"))]
    BeforeStart {
        /// By how many bytes.
        by: u64,
    },
    /// The offset is at or beyond the end.
    #[error("{at:#x} is beyond the end: {}", last_byte(*.len))]
    BeyondEnd {
        /// The offset.
        at: u64,
        /// The length of the blob in bytes.
        len: u32,
    },
}

fn last_byte(len: u32) -> String {
    len.checked_sub(1).map_or_else(|| "there are no bytes".to_owned(), |last| format!("the last byte is {last:#x}"))
}

/// Parses an offset: hexadecimal (`0x1a4c30`, `1a4c30h`), decimal, or relative to byte `from` with `+` or `-`. `_`
/// and spaces between digits are allowed. The result is the index of a byte in a blob of `len` bytes.
pub fn parse_offset(text: &str, from: u32, len: u32) -> Result<u32, OffsetError> {
    let text = text.trim();
    let (sign, rest) = match text.as_bytes().first() {
        None => return Err(OffsetError::Empty),
        Some(b'+') => (Some(false), &text[1..]),
        Some(b'-') => (Some(true), &text[1..]),
        Some(_) => (None, text),
    };
    let number = parse_number(rest)?;
    let at = match sign {
        None => number,
        Some(false) => u64::from(from).saturating_add(number),
        Some(true) => u64::from(from)
            .checked_sub(number)
            .ok_or_else(|| OffsetError::BeforeStart { by: number - u64::from(from) })?,
    };
    u32::try_from(at).ok().filter(|&at| at < len).ok_or(OffsetError::BeyondEnd { at, len })
}

fn parse_number(text: &str) -> Result<u64, OffsetError> {
    let digits: String = text.chars().filter(|c| !matches!(c, '_' | ' ')).collect::<String>().to_ascii_lowercase();
    let not_a_number = || OffsetError::NotANumber(text.trim().chars().take(40).collect());
    let hex = digits.strip_prefix("0x").or_else(|| digits.strip_suffix('h'));
    let (digits, radix) = hex.map_or((digits.as_str(), 10), |hex| (hex, 16));
    if digits.is_empty() || !digits.chars().all(|c| c.is_ascii_hexdigit()) {
        return Err(not_a_number());
    }
    if radix == 10 && !digits.chars().all(|c| c.is_ascii_digit()) {
        return Err(OffsetError::LooksHex(digits.chars().take(40).collect()));
    }
    // Parsing digits fails only if the number is larger than a u64. No blob has so many bytes.
    Ok(u64::from_str_radix(digits, radix).unwrap_or(u64::MAX))
}
