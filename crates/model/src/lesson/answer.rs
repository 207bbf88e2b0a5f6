//! What a person answers.

use wire::wire;

/// The right answer to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expected {
    /// As a number; none when it is a text.
    pub number: Option<i64>,
    /// As text: what is shown when somebody wants to see it.
    pub text: String,
}
wire!(struct Expected { number, text });

impl Expected {
    /// A number is the answer.
    pub fn number(number: i64) -> Expected {
        Expected { number: Some(number), text: number.to_string() }
    }

    /// A text is the answer.
    pub fn text(text: impl Into<String>) -> Expected {
        Expected { number: None, text: text.into() }
    }

    /// Whether what was typed is the answer. Numbers may be decimal, `0x` hexadecimal or `0b` binary, with commas or underscores, a
    /// `#` before and a unit behind; texts may be quoted.
    pub fn is(&self, typed: &str) -> bool {
        let typed = typed.trim();
        match self.number {
            Some(number) => read_number(typed) == Some(number),
            None => {
                let bare = typed.trim_matches(['"', '\'', '`', '“', '”']);
                bare == self.text || typed == self.text
            }
        }
    }
}

/// A number as people type it.
fn read_number(typed: &str) -> Option<i64> {
    let first = typed.split_whitespace().next()?;
    let unit = typed[first.len()..].trim();
    let units = ["", "b", "byte", "bytes", "bit", "bits"];
    if !units.iter().any(|known| known.eq_ignore_ascii_case(unit)) {
        return None;
    }
    let first = first.strip_prefix('#').unwrap_or(first);
    let (negative, digits) = match first.strip_prefix(['-', '−']) {
        Some(rest) => (true, rest),
        None => (false, first),
    };
    let digits: String = digits.chars().filter(|c| *c != ',' && *c != '_').collect();
    let lower = digits.to_ascii_lowercase();
    let value = match (lower.strip_prefix("0x"), lower.strip_prefix("0b")) {
        (Some(hex), _) => i64::from_str_radix(hex, 16),
        (_, Some(binary)) => i64::from_str_radix(binary, 2),
        _ => lower.parse(),
    };
    value.ok().map(|n| if negative { -n } else { n })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_type_them() {
        for typed in ["24", " 24 ", "0x18", "0X18", "0b11000", "#24", "24 bytes", "24 B", "2_4", "024"] {
            assert!(Expected::number(24).is(typed), "{typed}");
        }
        for typed in ["", "25", "24 cows", "0x24", "24 24", "twenty-four", "0x", "99999999999999999999"] {
            assert!(!Expected::number(24).is(typed), "{typed}");
        }
        assert!(Expected::number(-3).is("-3") && Expected::number(1234).is("1,234") && !Expected::number(3).is("-3"));
    }

    #[test]
    fn texts_may_be_quoted() {
        assert!(Expected::text("pid").is(" \"pid\" ") && Expected::text("pid").is("pid"));
        assert!(!Expected::text("pid").is("PID") && !Expected::text("pid").is(""));
    }
}
