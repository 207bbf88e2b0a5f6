//! The limit on the bytes that a run prints. Without a limit, the output could be larger than the input by any factor.
//!
//! The rule is that of [`btf::Budget`]: a fixed number of bytes for every run, and more for each byte that is read.
//! [`crate::out::Out`] enforces the limit, so no command can print without end. `--limit` sets another limit
//! ([`crate::args::note_limit`]).

use std::sync::atomic::{AtomicU64, Ordering};

use btf::Budget;

/// The number of bytes that were read, after unpacking. A byte of a value counts several times (`commands/value.rs`).
static READ: AtomicU64 = AtomicU64::new(0);

/// The limit of `--limit` in bytes; [`UNSET`] if none was given.
static SET: AtomicU64 = AtomicU64::new(UNSET);

const UNSET: u64 = u64::MAX;

/// Notes bytes that were read.
pub fn read(bytes: usize) {
    // The sum does not overflow: no run reads so much input.
    READ.fetch_add(bytes as u64, Ordering::Relaxed);
}

/// Sets the limit in bytes, regardless of the bytes read.
pub fn set(most: u64) {
    SET.store(most.min(UNSET - 1), Ordering::Relaxed);
}

/// How many bytes the run may print.
pub fn most() -> u64 {
    match SET.load(Ordering::Relaxed) {
        UNSET => Budget::for_bytes(READ.load(Ordering::Relaxed)).most(),
        most => most,
    }
}
