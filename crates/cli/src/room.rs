//! How much a run may print: what is read is in memory anyway, what is made of it need not have an end.
//!
//! The rule is that of [`btf::Budget`]: so much for every run, and so much more for each byte that is read. [`crate::out::Out`] keeps it, so
//! no command can print without end. [`crate::args::Limit`] allows more.

use std::sync::atomic::{AtomicU64, Ordering};

use btf::Budget;

/// Bytes that were read, unpacked.
static READ: AtomicU64 = AtomicU64::new(0);

/// What was typed was set: so many bytes may be printed.
static SET: AtomicU64 = AtomicU64::new(UNSET);

const UNSET: u64 = u64::MAX;

/// Notes bytes that were read.
pub fn read(bytes: usize) {
    // So many are never read.
    READ.fetch_add(bytes as u64, Ordering::Relaxed);
}

/// So much may be printed, whatever was read.
pub fn set(most: u64) {
    SET.store(most.min(UNSET - 1), Ordering::Relaxed);
}

/// Bytes that the run may print.
pub fn most() -> u64 {
    match SET.load(Ordering::Relaxed) {
        UNSET => Budget::for_bytes(READ.load(Ordering::Relaxed)).most(),
        most => most,
    }
}
