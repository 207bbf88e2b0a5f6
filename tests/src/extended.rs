//! The long form of sweeps: what `cargo xtask test --extended` adds to the plain run. docs/testing.md lists it.

use std::env;

/// Whether this is the extended run.
#[must_use]
pub fn is_extended() -> bool {
    env::var_os("BTFSCOPE_EXTENDED").is_some()
}

/// How far a sweep over all bytes of something goes at a time: `plain`, and 1 in the extended run.
#[must_use]
pub fn step(plain: usize) -> usize {
    if is_extended() { 1 } else { plain }
}

/// How many made-up inputs are tried: `plain`, and ten times as many in the extended run.
#[must_use]
pub fn rounds(plain: u64) -> u64 {
    if is_extended() { plain * 10 } else { plain }
}
