//! Prints JSON: indented, coloured by kind of token. Characters that a terminal takes for commands are escaped.

use std::cell::Cell;
use std::io::{self, Write};

use dump::{Sink, TokenKind};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::ser::{self, CharEscape, Formatter, PrettyFormatter};

/// The version of the commands' JSON; each output has it. It grows when a key goes away or gets another meaning; new
/// keys may come at any time (docs/json.md).
pub const FORMAT_VERSION: u32 = 1;

/// A value that is an object; it is written with the version before its keys.
#[derive(Serialize)]
struct Versioned<'a, T: Serialize + ?Sized> {
    format_version: u32,
    #[serde(flatten)]
    value: &'a T,
}

/// Prints an object with [`FORMAT_VERSION`] and with a newline at its end. Stops when the sink is closed.
pub fn print<T: Serialize + ?Sized>(value: &T, out: &mut dyn Sink) {
    plain(&Versioned { format_version: FORMAT_VERSION, value }, out);
}

/// [`print()`] for rows: an object with the version, and with the rows under `key`.
pub fn rows<T: Serialize>(key: &str, rows: &[T], out: &mut dyn Sink) {
    print(&OneKey { key, rows }, out);
}

struct OneKey<'a, T> {
    key: &'a str,
    rows: &'a [T],
}

impl<T: Serialize> Serialize for OneKey<'_, T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(1))?;
        map.serialize_entry(self.key, self.rows)?;
        map.end()
    }
}

/// Prints a value whose form another specification defines (SARIF): without the version, but with a newline at its end.
/// Stops when the sink is closed.
pub fn plain<T: Serialize + ?Sized>(value: &T, out: &mut dyn Sink) {
    let kind = Cell::new(TokenKind::Punct);
    let mut writer = ToSink { out, kind: &kind };
    let colours = Colours { pretty: PrettyFormatter::new(), kind: &kind, in_key: false };
    // This fails only if the sink is closed: our types have only string keys, and their serialization has no errors
    // of its own.
    let written = value.serialize(&mut ser::Serializer::with_formatter(&mut writer, colours));
    if written.is_ok() {
        out.token(TokenKind::Text, "\n");
    }
}

/// A value on one line with a newline: a row of NDJSON.
pub fn line<T: Serialize + ?Sized>(value: &T) -> String {
    // Serializing our types into a String cannot fail.
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

struct ToSink<'a> {
    out: &'a mut dyn Sink,
    /// The kind of token being written.
    kind: &'a Cell<TokenKind>,
}

impl Write for ToSink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.out.is_closed() {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        // serde_json writes UTF-8 in whole characters.
        self.out.token(self.kind.get(), &String::from_utf8_lossy(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Colours<'a> {
    pretty: PrettyFormatter<'static>,
    kind: &'a Cell<TokenKind>,
    in_key: bool,
}

impl Colours<'_> {
    /// Writes with the pretty formatter; its output is tokens of this kind.
    fn as_kind(
        &mut self,
        kind: TokenKind,
        write: impl FnOnce(&mut PrettyFormatter<'static>) -> io::Result<()>,
    ) -> io::Result<()> {
        self.kind.set(kind);
        let done = write(&mut self.pretty);
        self.kind.set(TokenKind::Punct);
        done
    }

    fn text(&self) -> TokenKind {
        if self.in_key { TokenKind::Keyword } else { TokenKind::Name }
    }
}

/// Makes methods of [`Formatter`] that call the same method of the pretty formatter, each with its kind of token.
macro_rules! delegate {
    ($($method:ident($($arg:ident: $ty:ty),*) $kind:expr;)*) => { $(
        fn $method<W: ?Sized + Write>(&mut self, to: &mut W $(, $arg: $ty)*) -> io::Result<()> {
            self.as_kind($kind, |pretty| pretty.$method(to $(, $arg)*))
        }
    )* };
}

impl Formatter for Colours<'_> {
    delegate! {
        begin_array() TokenKind::Punct;
        end_array() TokenKind::Punct;
        begin_array_value(first: bool) TokenKind::Punct;
        end_array_value() TokenKind::Punct;
        begin_object() TokenKind::Punct;
        end_object() TokenKind::Punct;
        begin_object_value() TokenKind::Punct;
        end_object_value() TokenKind::Punct;
        write_null() TokenKind::Number;
        write_bool(value: bool) TokenKind::Number;
        write_u8(value: u8) TokenKind::Number;
        write_i32(value: i32) TokenKind::Number;
        write_i64(value: i64) TokenKind::Number;
        write_i128(value: i128) TokenKind::Number;
        write_u32(value: u32) TokenKind::Number;
        write_u64(value: u64) TokenKind::Number;
        write_f64(value: f64) TokenKind::Number;
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, to: &mut W, first: bool) -> io::Result<()> {
        self.in_key = true;
        self.as_kind(TokenKind::Punct, |pretty| pretty.begin_object_key(to, first))
    }

    fn end_object_key<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        self.in_key = false;
        self.as_kind(TokenKind::Punct, |pretty| pretty.end_object_key(to))
    }

    fn begin_string<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        self.as_kind(self.text(), |pretty| pretty.begin_string(to))
    }

    fn end_string<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        self.as_kind(self.text(), |pretty| pretty.end_string(to))
    }

    /// Escapes U+007F to U+009F: JSON allows them as they are, but terminals take some of them for commands.
    fn write_string_fragment<W: ?Sized + Write>(&mut self, to: &mut W, fragment: &str) -> io::Result<()> {
        let kind = self.text();
        let mut rest = fragment;
        while let Some((before, c)) = rest.find(char::is_control).and_then(|at| {
            let (before, from) = rest.split_at_checked(at)?;
            Some((before, from.chars().next()?))
        }) {
            let escape = format!("{before}\\u{:04x}", u32::from(c));
            self.as_kind(kind, |_| to.write_all(escape.as_bytes()))?;
            rest = rest.get(before.len() + c.len_utf8()..).unwrap_or_default();
        }
        if rest.is_empty() { Ok(()) } else { self.as_kind(kind, |_| to.write_all(rest.as_bytes())) }
    }

    fn write_char_escape<W: ?Sized + Write>(&mut self, to: &mut W, escape: CharEscape) -> io::Result<()> {
        self.as_kind(self.text(), |pretty| pretty.write_char_escape(to, escape))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Tokens(Vec<(TokenKind, String)>, Option<usize>);

    impl Sink for Tokens {
        fn token(&mut self, kind: TokenKind, text: &str) {
            self.0.push((kind, text.to_owned()));
        }

        fn is_closed(&self) -> bool {
            self.1.is_some_and(|most| self.0.len() >= most)
        }
    }

    #[test]
    fn text_is_indented_and_control_characters_are_escaped() {
        let value = serde_json::json!({"a": [1, null], "b\u{9b}2J": "x\u{1b}\"é", "c": {}});
        let mut text = String::new();
        plain(&value, &mut text);
        let expected = "{\n  \"a\": [\n    1,\n    null\n  ],\n  \"b\\u009b2J\": \"x\\u001b\\\"é\",\n  \"c\": {}\n}\n";
        assert_eq!(text, expected);
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).expect("JSON"), value);
    }

    #[test]
    fn keys_texts_and_numbers_have_their_colours() {
        let mut tokens = Tokens::default();
        plain(&serde_json::json!({"key": ["name", 7]}), &mut tokens);
        let of = |kind| tokens.0.iter().filter(|t| t.0 == kind).map(|t| t.1.as_str()).collect::<String>();
        assert_eq!(of(TokenKind::Keyword), "\"key\"");
        assert_eq!(of(TokenKind::Name), "\"name\"");
        assert_eq!(of(TokenKind::Number), "7");
    }

    #[test]
    fn printing_stops_when_the_output_is_closed() {
        let mut tokens = Tokens(Vec::new(), Some(3));
        plain(&vec![1; 1000], &mut tokens);
        assert_eq!(tokens.0.len(), 3);
    }

    #[test]
    fn the_first_key_of_each_object_is_format_version() {
        let mut text = String::new();
        print(&serde_json::json!({"a": 1}), &mut text);
        assert_eq!(text, "{\n  \"format_version\": 1,\n  \"a\": 1\n}\n");
        text.clear();
        rows::<u32>("all", &[], &mut text);
        assert_eq!(text, "{\n  \"format_version\": 1,\n  \"all\": []\n}\n");
    }
}
