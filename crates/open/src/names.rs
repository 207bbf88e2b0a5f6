//! Names in string sections: bytes up to a NUL, compared and looked up without a copy.

use std::collections::HashMap;
use std::fmt;

/// How many of a name's first bytes are its key in a [`NameMap`]. Names with equal keys are then compared as a whole.
const KEY: usize = 256;

/// The bytes of a string section from the start of a name on. The name ends before their first NUL, or with the last
/// byte if there is no NUL.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Name<'a>(pub(crate) &'a [u8]);

impl<'a> Name<'a> {
    /// The bytes without the NUL.
    pub(crate) fn bytes(self) -> &'a [u8] {
        let end = self.0.iter().position(|&b| b == 0).unwrap_or(self.0.len());
        self.0.get(..end).unwrap_or_default()
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0.first().is_none_or(|&b| b == 0)
    }

    pub(crate) fn is(self, text: &str) -> bool {
        self.starts(text) && self.0.get(text.len()).is_none_or(|&b| b == 0)
    }

    pub(crate) fn starts(self, text: &str) -> bool {
        self.0.starts_with(text.as_bytes())
    }

    /// The name without its first byte.
    pub(crate) fn tail(self) -> Name<'a> {
        Name(self.0.get(1..).unwrap_or_default())
    }

    pub(crate) fn same(self, other: Name<'_>) -> bool {
        let theirs = other.0.iter().take_while(|&&b| b != 0);
        self.0.iter().take_while(|&&b| b != 0).eq(theirs)
    }

    fn key(self) -> &'a [u8] {
        Name(self.0.get(..KEY).unwrap_or(self.0)).bytes()
    }
}

/// Writes the name as text of one line; libbpf writes the bytes unchanged.
impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&btf::visible(self.bytes()))
    }
}

/// A map by name; of equal names it keeps the first.
#[derive(Debug)]
pub(crate) struct NameMap<'a, V>(HashMap<&'a [u8], Vec<(Name<'a>, V)>>);

impl<'a, V: Copy> NameMap<'a, V> {
    pub(crate) fn new() -> NameMap<'a, V> {
        NameMap(HashMap::new())
    }

    /// Adds a name, unless the map has it already.
    pub(crate) fn add(&mut self, name: Name<'a>, value: V) {
        let same_key = self.0.entry(name.key()).or_default();
        if !same_key.iter().any(|(n, _)| n.same(name)) {
            same_key.push((name, value));
        }
    }

    pub(crate) fn get(&self, name: Name<'_>) -> Option<V> {
        let found = self.0.get(name.key())?.iter().find(|(n, _)| n.same(name))?;
        Some(found.1)
    }
}

impl<'a, V: Copy> FromIterator<(Name<'a>, V)> for NameMap<'a, V> {
    fn from_iter<T: IntoIterator<Item = (Name<'a>, V)>>(all: T) -> NameMap<'a, V> {
        let mut map = NameMap::new();
        all.into_iter().for_each(|(name, value)| map.add(name, value));
        map
    }
}
