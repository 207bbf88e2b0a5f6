//! The right answer to a question, and the replies to wrong answers.

use wire::Wire;

use crate::Wrong;
use crate::spelling::{bare_name, is_misspelt, without_marks, words};
use crate::typed::{self, Typed, Unit};

/// The kind of answer to a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Wire)]
pub enum Asked {
    /// A number without a unit: an id, a count, a value in the file. A unit behind it is ignored.
    #[default]
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
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Expected {
    /// Its kind.
    pub asked: Asked,
    /// As a number; none if it is a name or a word.
    pub number: Option<i64>,
    /// The offset of the last right byte, if every byte from `number` to this one is right.
    pub last: Option<i64>,
    /// As text: shown on request.
    pub text: String,
    /// Other words for the same answer.
    pub also: Vec<String>,
    /// Words that are not the answer, each with the reply to it.
    pub near: Vec<Near>,
    /// The wrong answers that the lesson has a reason for, in the lesson's order.
    pub wrong: Vec<String>,
    /// The answers to choose from, sorted, with the right answer among them; empty if the person types the answer.
    pub choices: Vec<String>,
}

/// A word that is not the answer, and what to say about it.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Near {
    /// The word, in lower case.
    pub word: String,
    /// The reply: a sentence or two that do not give the answer away.
    pub why: String,
}

/// The reply to a wrong answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// A sentence or two that do not give the answer away.
    pub text: String,
    /// The lesson's own reason, by its index in [`Expected::wrong`].
    pub wrong: Option<usize>,
}

impl From<String> for Reply {
    fn from(text: String) -> Reply {
        Reply { text, wrong: None }
    }
}

impl Expected {
    fn of(asked: Asked, text: String) -> Expected {
        Expected { asked, text, ..Expected::default() }
    }

    /// A number.
    pub fn number(number: i64) -> Expected {
        Expected { number: Some(number), ..Expected::of(Asked::Number, number.to_string()) }
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
        Expected::of(Asked::Name, text.into())
    }

    /// A word, or one of its synonyms.
    pub fn word(text: impl Into<String>, also: &[&str]) -> Expected {
        let also = also.iter().map(|word| (*word).to_owned()).collect();
        Expected { also, ..Expected::of(Asked::Word, text.into()) }
    }

    /// The answer with its unit, or with its first synonym: `24 bytes`, `0 (accepted)`, `FWD`.
    pub(crate) fn shown(&self) -> String {
        let unit = match (self.asked, self.number) {
            (Asked::Bytes, Some(1)) => " byte",
            (Asked::Bytes, Some(_)) => " bytes",
            (Asked::Bits, Some(1)) => " bit",
            (Asked::Bits, Some(_)) => " bits",
            _ => "",
        };
        let also = self.also.first().filter(|_| self.number.is_some());
        let text = if self.text.is_empty() { "no name" } else { &self.text };
        format!("{text}{unit}{}", also.map(|also| format!(" ({also})")).unwrap_or_default())
    }

    /// The reply to the right answer. It names all numbers that are right, if there are several.
    pub fn right_words(&self) -> String {
        match (self.number, self.last) {
            (Some(first), Some(last)) if first < last => format!("Right: bytes {first} to {last}."),
            _ => "Right.".to_owned(),
        }
    }

    /// Adds a synonym.
    pub(crate) fn or(mut self, word: impl Into<String>) -> Expected {
        self.also.push(word.into());
        self
    }

    /// Adds the lesson's wrong answers. If some of them are offered, these and the right answer become the choices.
    pub(crate) fn with_wrong(mut self, wrong: &[Wrong]) -> Expected {
        self.wrong = wrong.iter().map(|wrong| wrong.value.text.clone()).collect();
        self.choices = wrong.iter().filter(|wrong| wrong.offered).map(|wrong| wrong.value.text.clone()).collect();
        if !self.choices.is_empty() {
            self.choices.push(self.number.map_or_else(|| self.text.clone(), |number| number.to_string()));
            // The choices are sorted by value or alphabet: in the lesson's order, the right answer would always be the
            // last.
            let key = |text: &String| (Typed::read(text).map(|typed| typed.value), text.to_lowercase());
            self.choices.sort_by_key(key);
        }
        self
    }

    /// Whether a typed text is the answer, in any notation of the page. Numbers may be decimal (`9 792`), hexadecimal
    /// (`0x18`, `18h`) or binary (`0b11000`), have commas or underscores, a `#` before them and a unit behind them, or
    /// be the place of a bit (`1:6`: byte 1, bit 6). Names may be quoted, and have their kind before them. A text may
    /// have two forms of the answer, as `EINVAL (22)` has.
    pub fn is(&self, typed: &str) -> bool {
        self.check(typed).is_ok()
    }

    /// Checks a typed text.
    ///
    /// # Errors
    /// Why it is not the answer.
    pub fn check(&self, typed: &str) -> Result<(), Reply> {
        let typed = typed.trim();
        let bare = without_marks(typed);
        match self.check_forms(typed) {
            Err(said) if said.wrong.is_none() && bare != typed && !bare.is_empty() => self.check_forms(bare),
            checked => checked,
        }
    }

    /// Checks a text that may say the same in two forms.
    fn check_forms(&self, typed: &str) -> Result<(), Reply> {
        let said = match self.check_form(typed) {
            Ok(()) => return Ok(()),
            Err(said) => match typed::two_forms(typed) {
                Some((one, other)) => match (self.check_form(one), self.check_form(other)) {
                    (Ok(()), Ok(())) => return Ok(()),
                    // `INT (1)`, where a number is asked for: a word beside the number does not contradict it.
                    (Ok(()), _) if self.says_nothing(other) => return Ok(()),
                    (_, Ok(())) if self.says_nothing(one) => return Ok(()),
                    (Ok(()), _) | (_, Ok(())) => "One of the two is right, and the other one is not.".to_owned(),
                    (Err(said), Err(_)) => said,
                },
                None => said,
            },
        };
        let is_it = |wrong: &String| !typed.is_empty() && self.is_the_same(wrong, typed);
        match self.wrong.iter().position(is_it) {
            Some(at) => {
                let quoted = typed.contains(' ') && Typed::read(typed).is_none();
                let text = if quoted { format!("Not “{typed}”.") } else { format!("Not {typed}.") };
                Err(Reply { text, wrong: Some(at) })
            }
            None => Err(said.into()),
        }
    }

    /// Whether a text in brackets, or before them, can be left out: beside a number, any text that is no number; beside
    /// a word, any text that is not in [`Expected::near`].
    fn says_nothing(&self, text: &str) -> bool {
        match self.number {
            Some(_) => Typed::read(text).is_none(),
            None => self.near.iter().all(|near| near.word != words(text)),
        }
    }

    /// Whether a typed text is the wrong answer `wrong`, in any notation.
    fn is_the_same(&self, wrong: &str, typed: &str) -> bool {
        let number = Typed::read(wrong).filter(|_| self.number.is_some());
        let expected = match number {
            Some(number) => Expected { number: Some(number.value), ..Expected::of(self.asked, wrong.to_owned()) },
            None if self.asked == Asked::Name => Expected::text(wrong),
            None => Expected::word(wrong, &[]),
        };
        expected.check_form(typed).is_ok()
    }

    /// Checks a text that is in one form.
    fn check_form(&self, typed: &str) -> Result<(), String> {
        match self.number {
            _ if self.also.iter().any(|other| words(other) == words(typed)) => Ok(()),
            _ if typed.is_empty() => Err(self.missing()),
            Some(number) => self.check_number(number, typed),
            None => self.check_text(typed),
        }
    }

    /// Whether the answer is a name and not exactly `text`: `unsigned char` is another name than `char`.
    pub(crate) fn is_other_name(&self, text: &str) -> bool {
        self.asked == Asked::Name && self.text != text
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
        let readings = Typed::readings(text);
        let unit_of = |typed: &Typed| match typed.unit {
            Some(Unit::Bytes) => Asked::Bytes,
            Some(Unit::Bits) => Asked::Bits,
            Some(Unit::Things) => Asked::Number,
            None => self.asked,
        };
        let is_it = |typed: &Typed| {
            let place = text.ends_with(":0") && self.asked == Asked::Bytes && typed.value == number.saturating_mul(8);
            let right = number..=self.last.unwrap_or(number);
            place || right.contains(&typed.value) && (unit_of(typed) == self.asked || self.asked == Asked::Number)
        };
        if readings.iter().any(is_it) {
            return Ok(());
        }
        let Some(typed) = readings.into_iter().next() else {
            let near = self.near.iter().find(|near| near.word == words(text)).map(|near| near.why.clone());
            return Err(match typed::bytes(text) {
                _ if near.is_some() => near.unwrap_or_default(),
                Some(both) if both.contains(&(number as u64)) => {
                    "Those are the right bytes. What number do they make?".into()
                }
                Some(_) => "Type one number, not single bytes.".into(),
                None if matches!(words(text).as_str(), "yes" | "true") => "Type 1 for yes.".into(),
                None if matches!(words(text).as_str(), "no" | "false" | "none") => "Type 0 for no.".into(),
                None => format!("{text} is not a number. Type it like 24 or 0x18."),
            });
        };
        let (value, unit) = (typed.value, unit_of(&typed));
        let times_eight = |n: i64| n.checked_mul(8);
        Err(match (self.asked, unit) {
            (Asked::Bytes, Asked::Bits) if times_eight(number) == Some(value) => {
                "That is the right size, in bits. The question asks for bytes.".into()
            }
            (Asked::Bits, Asked::Bytes) if times_eight(value) == Some(number) => {
                "That is the right size, in bytes. The question asks for bits.".into()
            }
            (Asked::Bytes, Asked::Number) => "The question asks for bytes.".into(),
            (Asked::Bits, Asked::Number) => "The question asks for bits.".into(),
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
            _ => match self.near.iter().find(|near| near.word == value.to_string()) {
                Some(near) => near.why.clone(),
                None => format!("Not {text}. Try again."),
            },
        })
    }

    fn check_text(&self, typed: &str) -> Result<(), String> {
        let bare = typed.trim_matches(['"', '\'', '`', '“', '”']);
        let found = match self.asked {
            // Where `absent: 0` is right, `absent` is right, too.
            Asked::Word => {
                let first = self.text.split(':').next().unwrap_or_default();
                [self.text.as_str(), first].iter().any(|right| words(right) == words(bare))
            }
            _ => typed == self.text || bare == self.text || bare_name(bare) == bare_name(&self.text),
        };
        if found {
            return Ok(());
        }
        let near = self.near.iter().find(|near| near.word == words(bare));
        Err(match self.asked {
            _ if near.is_some() => near.map(|near| near.why.clone()).unwrap_or_default(),
            Asked::Name if words(bare) == words(&self.text) => {
                "Almost: in names, upper and lower case and each underscore matter.".into()
            }
            Asked::Name if self.text.strip_prefix("0:") == Some(bare) => {
                "The first index is missing: that of the element that the pointer points to.".into()
            }
            _ if is_misspelt(&words(bare), &words(&self.text)) => "Nearly: one letter differs.".into(),
            Asked::Name if Typed::read(bare).is_some() && !self.text.contains(':') => {
                "The question asks for a name, not a number.".into()
            }
            Asked::Word if Typed::read(bare).is_some() => "The question asks for a word, not a number.".into(),
            _ => format!("Not {typed}. Try again."),
        })
    }
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

/// Whether two numbers are the same 32 bits, one with and one without a sign.
fn is_other_sign(number: i64, value: i64) -> bool {
    let (low, high) = (number.min(value), number.max(value));
    low < 0 && low >= i64::from(i32::MIN) && i64::from(low as i32 as u32) == high
}

#[cfg(test)]
mod tests;
