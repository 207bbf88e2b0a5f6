//! The extended run (`cargo xtask test --extended`) does more than the plain run. docs/testing.md lists the
//! differences.

use std::env;

/// Whether this is the extended run.
#[must_use]
pub fn is_extended() -> bool {
    env::var_os("BTFSCOPE_EXTENDED").is_some()
}

/// The step width of a sweep over all bytes: `plain`, but 1 in the extended run.
#[must_use]
pub fn step(plain: usize) -> usize {
    if is_extended() { 1 } else { plain }
}

/// Every n-th element for n = `plain`, the first of them chosen by the seed; in the extended run all elements.
pub fn sample<T>(all: &[T], plain: usize) -> impl Iterator<Item = &T> {
    let step = step(plain);
    all.iter().skip((seed(0) % step as u64) as usize).step_by(step)
}

/// The number of generated inputs: `plain`, but ten times as many in the extended run.
#[must_use]
pub fn rounds(plain: u64) -> u64 {
    if is_extended() { plain * 10 } else { plain }
}

/// The seed of generated inputs: `usual`, so that each run tries the same inputs, or the value of `BTFSCOPE_SEED`.
#[must_use]
pub fn seed(usual: u64) -> u64 {
    chosen_seed().unwrap_or(usual)
}

/// The seed in `BTFSCOPE_SEED`, if it is set.
#[must_use]
pub fn chosen_seed() -> Option<u64> {
    env::var("BTFSCOPE_SEED").ok().and_then(|seed| seed.parse().ok())
}
