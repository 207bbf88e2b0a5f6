//! Names in string sections: bytes up to a NUL, compared and looked up without a copy.

use std::collections::HashMap;
use std::fmt;

/// The most bytes of a name that are read. libbpf has no limit. But names may overlap: a string of a megabyte ends
/// hundreds of thousands of names, and each of them would be read to the same end. Compilers write no names of this
/// length, and the kernel has a limit of 512 bytes (`KSYM_NAME_LEN`).
const LONGEST: usize = 4096;

/// The bytes of a string section from the start of a name on, at most [`LONGEST`]. The name ends before their first
/// NUL, or with the last byte if there is no NUL.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Name<'a>(pub(crate) &'a [u8]);

impl<'a> Name<'a> {
    /// The name at the start of these bytes, which may go on behind it to the end of the section.
    pub(crate) fn new(rest: &'a [u8]) -> Name<'a> {
        Name(rest.get(..LONGEST).unwrap_or(rest))
    }

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
}

/// Writes the name as text of one line; libbpf writes the bytes unchanged.
impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&btf::visible(self.bytes()))
    }
}

/// A map by name; of equal names it keeps the first.
#[derive(Debug)]
pub(crate) struct NameMap<'a, V>(HashMap<&'a [u8], V>);

impl<'a, V: Copy> NameMap<'a, V> {
    pub(crate) fn new() -> NameMap<'a, V> {
        NameMap(HashMap::new())
    }

    /// Adds a name, unless the map has it already.
    pub(crate) fn add(&mut self, name: Name<'a>, value: V) {
        self.0.entry(name.bytes()).or_insert(value);
    }

    pub(crate) fn get(&self, name: Name<'_>) -> Option<V> {
        self.0.get(name.bytes()).copied()
    }
}

impl<'a, V: Copy> FromIterator<(Name<'a>, V)> for NameMap<'a, V> {
    fn from_iter<T: IntoIterator<Item = (Name<'a>, V)>>(all: T) -> NameMap<'a, V> {
        let mut map = NameMap::new();
        all.into_iter().for_each(|(name, value)| map.add(name, value));
        map
    }
}
