//! The bytes in the Values view as a part of an address: `big;map=counts;TEXT`.

use btf::Endian;

/// The most bytes in a link: an address with more is too long to be useful.
pub const MAX_LINKED: usize = 64 << 10;

/// Bytes in a link, and how they are read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LinkedBytes {
    /// The byte order, if it is another than the file's.
    pub order: Option<Endian>,
    /// Whether the bytes are entries of a map, in the form in which `bpftool map dump` prints them.
    pub entries: bool,
    /// The map's name, if one was chosen.
    pub map: String,
    /// The name of the keys' type, if one was given.
    pub key: String,
    /// The bytes, as [`share::pack`] writes them; empty for the file's own bytes.
    pub text: String,
}

impl LinkedBytes {
    /// The value of key `b` in the address. Names that contain a semicolon are left out.
    pub fn to_text(&self) -> String {
        let mut words: Vec<String> = self.order.map(|order| order.as_str().to_owned()).into_iter().collect();
        if self.entries {
            words.push("entries".to_owned());
        }
        for (word, name) in [("map", &self.map), ("key", &self.key)] {
            if !name.is_empty() && !name.contains(';') {
                words.push(format!("{word}={name}"));
            }
        }
        if words.is_empty() && self.text.is_empty() {
            return String::new();
        }
        words.push(self.text.clone());
        words.join(";")
    }

    /// Parses the text of [`LinkedBytes::to_text`]. None if a word in it is not known.
    pub fn parse(text: &str) -> Option<LinkedBytes> {
        let (words, packed) = text.rsplit_once(';').unwrap_or(("", text));
        let mut out = LinkedBytes { text: packed.to_owned(), ..LinkedBytes::default() };
        for word in words.split(';').filter(|word| !word.is_empty()) {
            match word.split_once('=') {
                None if word == "little" => out.order = Some(Endian::Little),
                None if word == "big" => out.order = Some(Endian::Big),
                None if word == "entries" => out.entries = true,
                Some(("map", name)) => out.map = name.to_owned(),
                Some(("key", name)) => out.key = name.to_owned(),
                _ => return None,
            }
        }
        Some(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_back() {
        let text = share::pack(b"bytes");
        for linked in [
            LinkedBytes::default(),
            LinkedBytes { text: text.clone(), ..LinkedBytes::default() },
            LinkedBytes { order: Some(Endian::Big), ..LinkedBytes::default() },
            LinkedBytes { order: Some(Endian::Little), entries: true, map: "counts".into(), key: "u32".into(), text },
        ] {
            assert_eq!(LinkedBytes::parse(&linked.to_text()), Some(linked));
        }
        assert_eq!(LinkedBytes::parse("loud;AAAA"), None);
        assert_eq!(LinkedBytes { map: "a;b".into(), ..LinkedBytes::default() }.to_text(), "");
    }
}
