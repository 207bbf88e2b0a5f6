//! Bytes as the text of a link: a version, a checksum, raw deflate, base64url without padding.

use base64::alphabet::URL_SAFE;
use base64::engine::general_purpose::{GeneralPurpose, NO_PAD};
use base64::{DecodeError, Engine};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};

/// The most bytes that a link's text may unpack to.
pub const MAX_UNPACKED: usize = 1 << 20;

/// The version that is written.
const VERSION: u8 = 1;
/// miniz_oxide's best compression.
const LEVEL: u8 = 10;

/// Why the text of a link cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LinkError {
    /// The text has a character that is not in base64url.
    #[error("invalid character at position {at} of the text in the link")]
    Character {
        /// Its index in the text, in characters from 0.
        at: usize,
    },
    /// The text is cut off.
    #[error("the text in the link is cut off after {length} characters")]
    Short {
        /// How many characters the text has.
        length: usize,
    },
    /// The text has another version than [`pack`] writes: a newer btfscope made it.
    #[error("the text in the link has version {version}, but this btfscope only reads version {VERSION}")]
    Newer {
        /// The text's version.
        version: u8,
    },
    /// The compressed data is damaged.
    #[error("the text in the link is damaged: it does not unpack")]
    Deflate,
    /// The text unpacks to more than [`MAX_UNPACKED`] bytes.
    #[error("the text in the link unpacks to more than {MAX_UNPACKED} bytes")]
    TooLarge,
    /// The checksum of the unpacked bytes is wrong.
    #[error("the text in the link is damaged: its checksum is wrong")]
    Checksum,
}

/// The text that holds `bytes`. More than [`MAX_UNPACKED`] bytes make a text that [`unpack`] refuses.
pub fn pack(bytes: &[u8]) -> String {
    let mut raw = vec![VERSION];
    raw.extend_from_slice(&adler2::adler32_slice(bytes).to_be_bytes());
    raw.extend_from_slice(&compress_to_vec(bytes, LEVEL));
    BASE64.encode(raw)
}

/// The bytes that a text holds.
///
/// # Errors
/// See [`LinkError`]: the text is checked completely.
pub fn unpack(text: &str) -> Result<Vec<u8>, LinkError> {
    let raw = decode(text)?;
    // The version and the Adler-32 of the bytes, before the deflated bytes.
    let (&[version, a, b, c, d], deflated) = raw.split_first_chunk().ok_or(LinkError::Short { length: text.len() })?;
    if version != VERSION {
        return Err(LinkError::Newer { version });
    }
    let bytes = decompress_to_vec_with_limit(deflated, MAX_UNPACKED).map_err(|e| match e.status {
        TINFLStatus::HasMoreOutput => LinkError::TooLarge,
        TINFLStatus::NeedsMoreInput | TINFLStatus::FailedCannotMakeProgress => LinkError::Short { length: text.len() },
        _ => LinkError::Deflate,
    })?;
    if adler2::adler32_slice(&bytes) != u32::from_be_bytes([a, b, c, d]) {
        return Err(LinkError::Checksum);
    }
    Ok(bytes)
}

/// base64url without padding (RFC 4648, section 5). Bits of the last character that are not part of a byte are ignored.
const BASE64: GeneralPurpose = GeneralPurpose::new(&URL_SAFE, NO_PAD.with_decode_allow_trailing_bits(true));

fn decode(text: &str) -> Result<Vec<u8>, LinkError> {
    BASE64.decode(text).map_err(|e| match e {
        DecodeError::InvalidByte(at, _) | DecodeError::InvalidLastSymbol(at, _) => LinkError::Character { at },
        DecodeError::InvalidPadding => LinkError::Character { at: text.find('=').unwrap_or(text.len()) },
        DecodeError::InvalidLength(_) => LinkError::Short { length: text.len() },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_comes_back_as_the_bytes_it_was_made_of() {
        for n in 0..300usize {
            let bytes: Vec<u8> = (0..n).map(|i| (i * i * 7) as u8).collect();
            let text = pack(&bytes);
            assert!(text.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'-' || c == b'_'), "{text}");
            assert_eq!(unpack(&text).as_deref(), Ok(bytes.as_slice()), "{n} bytes");
        }
    }

    #[test]
    fn base64url_is_that_of_the_standard() {
        // RFC 4648, section 10, without the padding.
        for (bytes, text) in
            [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(BASE64.encode(bytes), text);
            assert_eq!(decode(text).as_deref(), Ok(bytes.as_bytes()));
        }
        assert_eq!(BASE64.encode([0xfb, 0xff]), "-_8");
    }

    #[test]
    fn damage_is_reported() {
        let text = pack(b"struct task_struct, struct task_struct, struct mm_struct");
        assert_eq!(unpack(""), Err(LinkError::Short { length: 0 }));
        assert_eq!(unpack("AQ=="), Err(LinkError::Character { at: 2 }));
        assert!(unpack("Zm9vYmFy").is_err_and(|e| e == LinkError::Newer { version: b'f' }));
        for cut in 0..text.len() {
            assert!(unpack(&text[..cut]).is_err(), "cut at {cut}");
        }
        for at in 0..text.len() {
            let mut other = text.clone().into_bytes();
            other[at] = if other[at] == b'A' { b'B' } else { b'A' };
            let other = String::from_utf8(other).unwrap_or_default();
            if other != text {
                // Bits of the last character that are not part of a byte may differ.
                let result = unpack(&other);
                assert!(result.is_err() || at + 1 == text.len(), "changed at {at}");
            }
        }
    }

    #[test]
    fn a_bomb_is_refused_within_the_limit() {
        let bomb = pack(&vec![0; 64 << 20]);
        assert!(bomb.len() < 100_000, "{}", bomb.len());
        assert_eq!(unpack(&bomb), Err(LinkError::TooLarge));
        assert_eq!(unpack(&pack(&vec![7; MAX_UNPACKED])).map(|b| b.len()), Ok(MAX_UNPACKED));
    }
}
