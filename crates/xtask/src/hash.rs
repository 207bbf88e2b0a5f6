//! Hashes in names of files and in stamps. Equal content has the same hash; another version of Rust may give other
//! hashes.

use std::hash::{DefaultHasher, Hash, Hasher};

/// The hash of a value.
pub fn of(what: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

/// The hash of a value, as 16 hexadecimal digits.
pub fn hex(what: impl Hash) -> String {
    format!("{:016x}", of(what))
}
