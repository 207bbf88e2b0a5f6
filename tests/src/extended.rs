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

/// Where made-up numbers begin: `usual`, so that each run tries the same, and another course of all with `BTFSCOPE_SEED`.
#[must_use]
pub fn seed(usual: u64) -> u64 {
    chosen_seed().unwrap_or(usual)
}

/// The seed of `BTFSCOPE_SEED`, where there is one.
#[must_use]
pub fn chosen_seed() -> Option<u64> {
    env::var("BTFSCOPE_SEED").ok().and_then(|seed| seed.parse().ok())
}
