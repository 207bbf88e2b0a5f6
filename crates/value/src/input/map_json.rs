//! `bpftool -j map dump` and `-p` (`print_entry_json` of its `map.c`): entries with bytes as `"0x00"`, and the values
//! as bpftool formats them.
//!
//! Only the bytes are read; formatted values are skipped. Some formatted values are not valid JSON, but are accepted:
//! bpftool does not escape the characters `"` and `\` of arrays that are not text (`"""`, `"\"`), and writes
//! `(unsupported-kind` for floating-point numbers.

use super::error::{InputError, InputErrorKind};
use super::{MapEntry, MapValue};

/// The most levels of nested JSON.
const DEEPEST: usize = 128;

/// The entries. The text is read as valid JSON first, because `"\","` is the start of a valid string as well as
/// bpftool's output for a backslash.
pub(super) fn read(text: &str) -> Result<Vec<MapEntry>, InputError> {
    read_as(text, false).or_else(|error| read_as(text, true).map_err(|_| error))
}

fn read_as(text: &str, with_errors: bool) -> Result<Vec<MapEntry>, InputError> {
    let mut reader = Reader { text, at: 0, maps: 0, with_errors };
    let mut entries = Vec::new();
    reader.space();
    if reader.peek() == Some(b'{') {
        reader.dump_or_entry(&mut entries)?;
    } else {
        reader.entries(&mut entries)?;
    }
    reader.space();
    if reader.at < text.len() {
        return Err(reader.fail(InputErrorKind::Json));
    }
    if entries.is_empty() {
        return Err(InputError::at(text, 0..text.len(), InputErrorKind::Empty));
    }
    Ok(entries)
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    /// How many maps enclose the current place.
    maps: usize,
    /// Accept bpftool's errors: `"""` and `"\"` are strings of one character if the end of a value follows, and a value
    /// may begin with `(`.
    with_errors: bool,
}

impl<'t> Reader<'t> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn fail(&self, kind: InputErrorKind) -> InputError {
        let len = self.text.get(self.at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        InputError::at(self.text, self.at..self.at + len, kind)
    }

    fn space(&mut self) {
        while self.peek().is_some_and(|b| b.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// Skips white space, then a byte that must be next.
    fn expect(&mut self, byte: u8) -> Result<(), InputError> {
        self.space();
        if self.peek() != Some(byte) {
            return Err(self.fail(InputErrorKind::Json));
        }
        self.at += 1;
        Ok(())
    }

    /// Reads a list in brackets or braces, with a function for each part.
    fn list(
        &mut self,
        (open, close): (u8, u8),
        mut part: impl FnMut(&mut Reader<'t>) -> Result<(), InputError>,
    ) -> Result<(), InputError> {
        self.expect(open)?;
        self.space();
        if self.peek() == Some(close) {
            self.at += 1;
            return Ok(());
        }
        loop {
            part(self)?;
            self.space();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(byte) if byte == close => {
                    self.at += 1;
                    return Ok(());
                }
                _ => return Err(self.fail(InputErrorKind::Json)),
            }
        }
    }

    /// Skips white space, then reads a string; returns the text between its quotes.
    fn string(&mut self) -> Result<&'t str, InputError> {
        self.expect(b'"')?;
        let start = self.at;
        if self.with_errors
            && let Some([b'"' | b'\\', b'"', b',' | b']' | b'}' | b'\n']) = self.text.as_bytes().get(start..start + 3)
        {
            self.at += 2;
            return Ok(self.text.get(start..start + 1).unwrap_or_default());
        }
        let mut escaped = false;
        while let Some(byte) = self.peek() {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => {
                    let inner = self.text.get(start..self.at).unwrap_or_default();
                    self.at += 1;
                    return Ok(inner);
                }
                _ => {}
            }
            self.at += 1;
        }
        self.at = start - 1;
        Err(self.fail(InputErrorKind::Unclosed("quote")))
    }

    fn entries(&mut self, entries: &mut Vec<MapEntry>) -> Result<(), InputError> {
        self.list((b'[', b']'), |reader| {
            reader.space();
            reader.dump_or_entry(entries)
        })
    }

    /// Reads an entry, or in a dump of several maps, a map with its `elements`.
    fn dump_or_entry(&mut self, entries: &mut Vec<MapEntry>) -> Result<(), InputError> {
        let start = self.at;
        let mut entry = MapEntry { key: Vec::new(), value: None };
        let (mut is_entry, mut is_map) = (false, false);
        self.list((b'{', b'}'), |reader| {
            let name = reader.string()?;
            reader.expect(b':')?;
            match name {
                "key" => {
                    is_entry = true;
                    entry.key = reader.bytes()?;
                }
                "value" => {
                    reader.space();
                    // If bpftool could not read an entry, the value is an object with the error.
                    if reader.peek() == Some(b'{') {
                        let before = reader.at;
                        return match reader.error()? {
                            true => Ok(()),
                            false => {
                                reader.at = before;
                                Err(reader.fail(InputErrorKind::Formatted))
                            }
                        };
                    }
                    is_entry = true;
                    entry.value = Some(MapValue::One(reader.bytes()?));
                }
                "values" => {
                    is_entry = true;
                    entry.value = Some(MapValue::PerCpu(reader.per_cpu()?));
                }
                "elements" => {
                    is_map = true;
                    // bpftool never nests maps.
                    if reader.maps > 0 {
                        return Err(reader.fail(InputErrorKind::Json));
                    }
                    reader.maps += 1;
                    reader.entries(entries)?;
                    reader.maps -= 1;
                }
                _ => reader.skip(0)?,
            }
            Ok(())
        })?;
        match (is_entry, is_map) {
            (true, _) => entries.push(entry),
            (false, true) => {}
            (false, false) => return Err(InputError::at(self.text, start..start + 1, InputErrorKind::MapDump)),
        }
        Ok(())
    }

    /// Skips an object; returns whether it contains an error.
    fn error(&mut self) -> Result<bool, InputError> {
        let mut is_error = false;
        self.list((b'{', b'}'), |reader| {
            is_error |= reader.string()? == "error";
            reader.expect(b':')?;
            reader.skip(0)
        })?;
        Ok(is_error)
    }

    /// `["0x00","0x01"]`.
    fn bytes(&mut self) -> Result<Vec<u8>, InputError> {
        self.space();
        if self.peek() != Some(b'[') {
            return Err(self.fail(InputErrorKind::Formatted));
        }
        let mut bytes = Vec::new();
        self.list((b'[', b']'), |reader| {
            reader.space();
            if reader.peek() != Some(b'"') {
                return Err(reader.fail(InputErrorKind::Formatted));
            }
            let start = reader.at;
            let text = reader.string()?;
            let byte = text.strip_prefix("0x").filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
            let byte = byte.and_then(|digits| u8::from_str_radix(digits, 16).ok());
            let fail = || InputError::at(reader.text, start..reader.at, InputErrorKind::NotAByte);
            bytes.push(byte.ok_or_else(fail)?);
            Ok(())
        })?;
        Ok(bytes)
    }

    fn per_cpu(&mut self) -> Result<Vec<(u32, Vec<u8>)>, InputError> {
        let mut each = Vec::new();
        self.list((b'[', b']'), |reader| {
            let (mut cpu, mut value) = (None, None);
            reader.list((b'{', b'}'), |reader| {
                let name = reader.string()?;
                reader.expect(b':')?;
                reader.space();
                let start = reader.at;
                match name {
                    "value" => value = Some(reader.bytes()?),
                    _ => {
                        reader.skip(0)?;
                        let number = reader.text.get(start..reader.at).unwrap_or_default();
                        if name == "cpu" {
                            let fail = || InputError::at(reader.text, start..reader.at, InputErrorKind::Json);
                            cpu = Some(number.parse::<u32>().map_err(|_| fail())?);
                        }
                    }
                }
                Ok(())
            })?;
            match (cpu, value) {
                (Some(cpu), Some(value)) => each.push((cpu, value)),
                _ => return Err(reader.fail(InputErrorKind::Json)),
            }
            Ok(())
        })?;
        Ok(each)
    }

    /// Skips any value.
    fn skip(&mut self, depth: usize) -> Result<(), InputError> {
        if depth > DEEPEST {
            return Err(self.fail(InputErrorKind::Json));
        }
        self.space();
        match self.peek() {
            Some(b'"') => self.string().map(|_| ()),
            Some(b'[') => self.list((b'[', b']'), |reader| reader.skip(depth + 1)),
            Some(b'{') => self.list((b'{', b'}'), |reader| {
                reader.string()?;
                reader.expect(b':')?;
                reader.skip(depth + 1)
            }),
            _ => {
                let start = self.at;
                if self.with_errors && self.peek() == Some(b'(') {
                    self.at += 1;
                }
                while self.peek().is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'+' | b'.')) {
                    self.at += 1;
                }
                if self.at == start { Err(self.fail(InputErrorKind::Json)) } else { Ok(()) }
            }
        }
    }
}
