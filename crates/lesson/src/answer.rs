//! The right answer to a question, and the replies to wrong ones.

use wire::Wire;

use crate::typed::{self, Typed, Unit};

/// The kind of answer to a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Wire)]
pub enum Asked {
    /// A number without a unit: an id, a count, a word of the file. A unit behind it is ignored.
    Number,
    /// A number of bytes.
    Bytes,
    /// A number of bits.
    Bits,
    /// A name or a string of the file: case matters.
    Name,
    /// A word of btfscope or of BTF, such as a kind or a verdict: case does not matter.
    Word,
}

/// The right answer to a question.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Expected {
    /// Its kind.
    pub asked: Asked,
    /// As a number; none if it is a name or a word.
    pub number: Option<i64>,
    /// As text: shown on request.
    pub text: String,
    /// Other words for the same.
    pub also: Vec<String>,
}

impl Expected {
    /// A number.
    pub fn number(number: i64) -> Expected {
        Expected { asked: Asked::Number, number: Some(number), text: number.to_string(), also: Vec::new() }
    }

    /// A number of bytes.
    pub fn bytes(number: i64) -> Expected {
        Expected { asked: Asked::Bytes, ..Expected::number(number) }
    }

    /// A number of bits.
    pub fn bits(number: i64) -> Expected {
        Expected { asked: Asked::Bits, ..Expected::number(number) }
    }

    /// A name or a string of the file.
    pub fn text(text: impl Into<String>) -> Expected {
        Expected { asked: Asked::Name, number: None, text: text.into(), also: Vec::new() }
    }

    /// A word, or one of its synonyms.
    pub fn word(text: impl Into<String>, also: &[&str]) -> Expected {
        let also = also.iter().map(|word| (*word).to_owned()).collect();
        Expected { asked: Asked::Word, number: None, text: text.into(), also }
    }

    /// Adds a synonym.
    pub(crate) fn or(mut self, word: impl Into<String>) -> Expected {
        self.also.push(word.into());
        self
    }

    /// Whether a typed text is the answer. Numbers may be decimal, `0x18` or `18h`, `0b11000`, with commas or
    /// underscores, a `#` before and a unit behind; names may be quoted.
    pub fn is(&self, typed: &str) -> bool {
        self.check(typed).is_ok()
    }

    /// Checks a typed text.
    ///
    /// # Errors
    /// Why it is not the answer, in a sentence or two that do not give it away.
    pub fn check(&self, typed: &str) -> Result<(), String> {
        let typed = typed.trim();
        match self.number {
            _ if self.also.iter().any(|other| words(other) == words(typed)) => Ok(()),
            _ if typed.is_empty() => Err(self.missing()),
            Some(number) => self.check_number(number, typed),
            None => self.check_text(typed),
        }
    }

    /// The reply if nothing was typed.
    fn missing(&self) -> String {
        match self.asked {
            Asked::Name => "Type the name first.",
            Asked::Word => "Type the word first.",
            _ => "Type a number first, such as 24 or 0x18.",
        }
        .into()
    }

    fn check_number(&self, number: i64, text: &str) -> Result<(), String> {
        let Some(typed) = Typed::read(text) else {
            return Err(match typed::bytes(text) {
                Some(both) if both.contains(&(number as u64)) => {
                    "Those are the right bytes. What number do they make?".into()
                }
                Some(_) => "Type one number, not single bytes.".into(),
                None => format!("{text} is not a number. Type it like 24 or 0x18."),
            });
        };
        let value = typed.value;
        let unit = match typed.unit {
            Some(Unit::Bytes) => Asked::Bytes,
            Some(Unit::Bits) => Asked::Bits,
            None => self.asked,
        };
        if value == number && (unit == self.asked || self.asked == Asked::Number) {
            return Ok(());
        }
        let times_eight = |n: i64| n.checked_mul(8);
        Err(match (self.asked, unit) {
            (Asked::Bytes, Asked::Bits) if times_eight(number) == Some(value) => {
                "That is the right size, in bits. The question asks for bytes.".into()
            }
            (Asked::Bits, Asked::Bytes) if times_eight(value) == Some(number) => {
                "That is the right size, in bytes. The question asks for bits.".into()
            }
            (Asked::Bytes, Asked::Bits) => "The question asks for bytes, not bits.".into(),
            (Asked::Bits, Asked::Bytes) => "The question asks for bits, not bytes.".into(),
            (Asked::Bytes, _) if number != 0 && times_eight(number) == Some(value) => {
                "That is the number of bits. The question asks for bytes.".into()
            }
            (Asked::Bits, _) if number != 0 && times_eight(value) == Some(number) => {
                "That is the number of bytes. The question asks for bits.".into()
            }
            _ if typed.in_hexadecimal() == Some(number) => {
                format!("Right in hexadecimal: write 0x{}.", typed.digits)
            }
            _ if typed.in_decimal() == Some(number) => {
                format!("{} is the decimal number; 0x{} is {value}.", typed.digits, typed.digits)
            }
            _ if is_swapped(number, value) => {
                "The right bytes in the wrong order. Mind the file's byte order: the magic number shows it.".into()
            }
            _ if is_other_sign(number, value) => match number < 0 {
                true => "Those are the right bits, but the number is signed.".into(),
                false => "Those are the right bits, but the number is unsigned.".into(),
            },
            _ => format!("Not {text}. Try again."),
        })
    }

    fn check_text(&self, typed: &str) -> Result<(), String> {
        let bare = typed.trim_matches(['"', '\'', '`', '“', '”']);
        let found = match self.asked {
            // `absent: 0` counts as `absent`.
            Asked::Word => {
                let first = self.text.split(':').next().unwrap_or_default();
                [self.text.as_str(), first].iter().any(|right| words(right) == words(bare))
            }
            _ => bare == self.text || typed == self.text,
        };
        if found {
            return Ok(());
        }
        Err(match self.asked {
            Asked::Name if words(bare) == words(&self.text) => {
                "Almost: in names, upper and lower case and each underscore matter.".into()
            }
            Asked::Name if self.text.strip_prefix("0:") == Some(bare) => {
                "The first index is missing: that of the element that the pointer points to.".into()
            }
            _ => format!("Not {typed}. Try again."),
        })
    }
}

/// A text reduced to its words for comparison: `DECL_TAG` is `decl tag`.
fn words(text: &str) -> String {
    let text = text.trim().to_lowercase().replace(['_', '-'], " ");
    let text = text.strip_prefix("btf kind ").unwrap_or(&text);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether two numbers are the same 2, 4 or 8 bytes in the two byte orders.
fn is_swapped(number: i64, value: i64) -> bool {
    let (number, value) = (number as u64, value as u64);
    [2, 4, 8].iter().any(|bytes| {
        let empty = 64 - 8 * bytes;
        let fits = empty == 0 || number >> (64 - empty) == 0;
        fits && number != value && number.swap_bytes() >> empty == value
    })
}

/// Whether two numbers are the same 32 or 64 bits, one with and one without a sign.
fn is_other_sign(number: i64, value: i64) -> bool {
    let (low, high) = (number.min(value), number.max(value));
    low < 0 && low >= i64::from(i32::MIN) && i64::from(low as i32 as u32) == high
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The reply to a wrong answer; empty for a right one.
    fn said(expected: &Expected, typed: &str) -> String {
        expected.check(typed).err().unwrap_or_default()
    }

    #[test]
    fn numbers_are_read_as_people_type_them() {
        for typed in [
            "24", " 24 ", "0x18", "0X18", "0b11000", "#24", "24 bytes", "24 B", "2_4", "024", "18h", "byte 24",
            "24bytes",
        ] {
            assert!(Expected::number(24).is(typed), "{typed}");
        }
        for typed in ["", "25", "24 cows", "0x24", "24 24", "twenty-four", "0x", "99999999999999999999"] {
            assert!(!Expected::number(24).is(typed), "{typed}");
        }
        assert!(Expected::number(-3).is("-3") && Expected::number(1234).is("1,234") && !Expected::number(3).is("-3"));
        assert!(Expected::number(0xeb9f).is("EB9F") && Expected::number(0xeb9f).is("0xEb9F"));
    }

    #[test]
    fn a_unit_has_to_be_the_right_one() {
        let three = Expected::bytes(3);
        assert!(three.is("3") && three.is("3 bytes") && three.is("0x3 B") && !three.is("3 bits"));
        assert_eq!(said(&three, "24 bits"), "That is the right size, in bits. The question asks for bytes.");
        assert_eq!(said(&three, "24"), "That is the number of bits. The question asks for bytes.");
        assert_eq!(said(&three, "3 bits"), "The question asks for bytes, not bits.");
        let wide = Expected::bits(24);
        assert!(wide.is("24") && wide.is("24 bit") && !wide.is("24 bytes"));
        assert_eq!(said(&wide, "3 bytes"), "That is the right size, in bytes. The question asks for bits.");
        assert_eq!(said(&wide, "3"), "That is the number of bytes. The question asks for bits.");
        assert_eq!(said(&wide, "24 bytes"), "The question asks for bits, not bytes.");
        assert_eq!(
            said(&Expected::bytes(0), "0 bits"),
            "That is the right size, in bits. The question asks for bytes."
        );
    }

    #[test]
    fn a_wrong_number_is_diagnosed() {
        let length = Expected::bytes(88);
        assert_eq!(said(&length, ""), "Type a number first, such as 24 or 0x18.");
        assert_eq!(said(&length, "58"), "Right in hexadecimal: write 0x58.");
        assert_eq!(said(&length, "0x88"), "88 is the decimal number; 0x88 is 136.");
        let swapped = "The right bytes in the wrong order. Mind the file's byte order: the magic number shows it.";
        for typed in ["0x58000000", "1476395008", "0x5800", "0x5800000000000000"] {
            assert_eq!(said(&length, typed), swapped, "{typed}");
        }
        assert_eq!(said(&length, "58 00 00 00"), "Those are the right bytes. What number do they make?");
        assert_eq!(said(&length, "00 00 00 58"), "Those are the right bytes. What number do they make?");
        assert_eq!(said(&length, "58 01 00 00"), "Type one number, not single bytes.");
        assert_eq!(said(&length, "much"), "much is not a number. Type it like 24 or 0x18.");
        assert_eq!(said(&length, "89"), "Not 89. Try again.");
        assert_eq!(said(&Expected::number(-1), "4294967295"), "Those are the right bits, but the number is signed.");
        assert_eq!(said(&Expected::number(0xffff_ffff), "-1"), "Those are the right bits, but the number is unsigned.");
        // A palindrome is not taken for a byte-swapped answer.
        assert_eq!(said(&Expected::number(0x0101), "0x0102"), "Not 0x0102. Try again.");
    }

    #[test]
    fn names_may_be_quoted() {
        let pid = Expected::text("pid");
        assert!(pid.is(" \"pid\" ") && pid.is("pid"));
        assert!(!pid.is("PID") && !pid.is(""));
        assert_eq!(said(&pid, "PID"), "Almost: in names, upper and lower case and each underscore matter.");
        assert_eq!(said(&pid, " "), "Type the name first.");
        assert_eq!(said(&pid, "tgid"), "Not tgid. Try again.");
        let access = Expected::text("0:1");
        assert!(access.is("0:1"));
        assert_eq!(said(&access, "1"), "The first index is missing: that of the element that the pointer points to.");
    }

    #[test]
    fn words_are_right_in_any_case() {
        let absent = Expected::word("absent: 0", &[]);
        assert!(absent.is("Absent") && absent.is("absent: 0") && absent.is(" ABSENT ") && !absent.is("present"));
        assert!(Expected::word("poisoned", &[]).is("Poisoned"));
        let kind = Expected::word("decl tag", &["DECL_TAG"]);
        assert!(kind.is("DECL_TAG") && kind.is("BTF_KIND_DECL_TAG") && kind.is("Decl Tag") && kind.is("`decl tag`"));
        assert_eq!(said(&kind, ""), "Type the word first.");
        assert_eq!(said(&kind, "type tag"), "Not type tag. Try again.");
        assert!(Expected::number(22).or("EINVAL").is("einval") && !Expected::number(22).or("EINVAL").is(""));
    }
}
