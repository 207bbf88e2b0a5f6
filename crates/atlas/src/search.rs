//! Searches names by a prefix or a part.

use btf::Kind;

use crate::error::Error;
use crate::names::Class;
use crate::open::Atlas;
use crate::ranges::Ranges;

/// A name of an atlas.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    /// The kind.
    pub kind: Kind,
    /// The name.
    pub name: Vec<u8>,
    /// How many forms it has.
    pub forms: u32,
}

/// The text to search for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sought<'a> {
    /// A prefix. Reads the blocks of names that may have it.
    Prefix(&'a [u8]),
    /// Any part of the name. Reads all names of the class, which are one range of the file.
    Part(&'a [u8]),
}

/// The shortest prefix that is tried, in bytes: shorter prefixes would match unrelated names.
const SHORTEST: usize = 3;
/// The longest prefix that is tried, in bytes: no kernel symbol is longer (KSYM_NAME_LEN, include/linux/kallsyms.h).
const LONGEST: usize = 512;

impl<R: Ranges> Atlas<R> {
    /// The names of a class that have the longest prefix in common with `name`, at most `limit`, without repetitions.
    ///
    /// # Errors
    /// When a block is damaged or not at hand.
    pub fn near(&self, class: Class, name: &[u8], limit: usize) -> Result<Vec<Named>, Error> {
        for len in (SHORTEST..=name.len().min(LONGEST)).rev() {
            // A name may have several kinds.
            let mut near = self.search(class, Sought::Prefix(name.get(..len).unwrap_or_default()), limit * 2)?;
            near.dedup_by(|a, b| a.name == b.name);
            near.truncate(limit);
            if !near.is_empty() {
                return Ok(near);
            }
        }
        Ok(Vec::new())
    }

    /// The matching names of a class, in order, at most `limit`.
    ///
    /// # Errors
    /// When a block is damaged or not at hand.
    pub fn search(&self, class: Class, sought: Sought<'_>, limit: usize) -> Result<Vec<Named>, Error> {
        let blocks = match sought {
            Sought::Prefix(prefix) => self.directory.with_prefix(class, prefix),
            Sought::Part(_) => self.directory.of_class(class),
        };
        let fits = |name: &[u8]| match sought {
            Sought::Prefix(prefix) => name.starts_with(prefix),
            Sought::Part(part) => part.is_empty() || name.windows(part.len()).any(|window| window == part),
        };
        let mut out: Vec<Named> = Vec::new();
        for block in blocks {
            for item in self.names(block)?.items.iter().filter(|item| fits(&item.name)) {
                let forms = item.places.len() as u32;
                // A name may continue in the next block.
                let same = |last: &&mut Named| (last.kind, &last.name) == (item.kind, &item.name);
                if class != Class::Nameless
                    && let Some(last) = out.last_mut().filter(same)
                {
                    last.forms += forms;
                    continue;
                }
                if out.len() == limit {
                    return Ok(out);
                }
                out.push(Named { kind: item.kind, name: item.name.clone(), forms });
            }
        }
        Ok(out)
    }
}
