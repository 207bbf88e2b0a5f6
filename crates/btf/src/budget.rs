//! How much work and output one question may take.
//!
//! A type may be embedded in many places. If its members count again in each of them, a few hundred bytes of nested
//! unions can have more members than fit in memory. A question that counts or prints members in this way takes a
//! [`Budget`] and ends with [`Stopped`] when the budget is spent. The budget grows with the blobs, so work that is
//! linear in them is never stopped.

use std::cell::Cell;
use std::fmt;

use crate::blob::Btf;

/// The limit of a [`Budget`] that was reached.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Spent {
    /// Steps of work: a step is about as much as reading a record or a member.
    Steps,
    /// Bytes of the answer, and of the memory that is needed to make it.
    Bytes,
}

/// A question ended early because its [`Budget`] is spent: the answer is not complete.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stopped {
    /// The limit that was reached.
    pub spent: Spent,
    /// The value of that limit: a number of steps or of bytes.
    pub most: u64,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.spent {
            Spent::Steps => "steps of work",
            Spent::Bytes => "bytes of output",
        };
        write!(f, "stopped after {} {what}", self.most)
    }
}

impl std::error::Error for Stopped {}

/// The steps and bytes that one question may take, and those that it took. A spent budget stays spent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Budget {
    most: u64,
    steps: Cell<u64>,
    bytes: Cell<u64>,
    stopped: Cell<Option<Stopped>>,
}

impl Budget {
    /// The steps and the bytes that every question has, however small the blobs are: well below a second of work, and
    /// 8 MB of output.
    pub const LEAST: u64 = 8_000_000;
    /// How many steps and bytes each byte of the blobs adds. A whole kernel as JSON needs about 12 bytes for each
    /// byte of its BTF.
    pub const PER_BYTE: u64 = 64;

    /// A budget of `most` steps and `most` bytes.
    pub fn new(most: u64) -> Budget {
        Budget { most, steps: Cell::new(0), bytes: Cell::new(0), stopped: Cell::new(None) }
    }

    /// A budget that is never spent.
    pub fn endless() -> Budget {
        Budget::new(u64::MAX)
    }

    /// The usual budget of a question about these BTFs: [`Self::LEAST`], and [`Self::PER_BYTE`] for each byte of them
    /// and of their bases.
    pub fn of<'a>(btfs: impl IntoIterator<Item = &'a Btf>) -> Budget {
        let mut bytes = 0u64;
        for btf in btfs {
            let mut at = Some(btf);
            while let Some(one) = at {
                bytes = bytes.saturating_add(one.bytes().len() as u64);
                at = one.base().map(|base| &**base);
            }
        }
        Budget::for_bytes(bytes)
    }

    /// The usual budget of a question about an input of `bytes` bytes.
    pub fn for_bytes(bytes: u64) -> Budget {
        Budget::new(Budget::LEAST.saturating_add(bytes.saturating_mul(Budget::PER_BYTE)))
    }

    /// Takes a step.
    ///
    /// # Errors
    /// When no step is left, or the budget was spent before.
    #[inline]
    pub fn step(&self) -> Result<(), Stopped> {
        self.steps(1)
    }

    /// Takes some steps at once.
    ///
    /// # Errors
    /// When fewer steps are left, or the budget was spent before.
    #[inline]
    pub fn steps(&self, count: u64) -> Result<(), Stopped> {
        self.take(&self.steps, count, Spent::Steps)
    }

    /// Takes bytes.
    ///
    /// # Errors
    /// When fewer bytes are left, or the budget was spent before.
    #[inline]
    pub fn bytes(&self, count: u64) -> Result<(), Stopped> {
        self.take(&self.bytes, count, Spent::Bytes)
    }

    #[inline]
    fn take(&self, from: &Cell<u64>, count: u64, spent: Spent) -> Result<(), Stopped> {
        let sum = from.get().saturating_add(count);
        if sum > self.most || self.stopped.get().is_some() {
            return Err(self.stop(spent));
        }
        from.set(sum);
        Ok(())
    }

    #[cold]
    fn stop(&self, spent: Spent) -> Stopped {
        let stopped = self.stopped.get().unwrap_or(Stopped { spent, most: self.most });
        self.stopped.set(Some(stopped));
        stopped
    }

    /// Checks that the budget is not spent.
    ///
    /// # Errors
    /// When it is spent. The error names the limit that was reached first.
    pub fn check(&self) -> Result<(), Stopped> {
        self.stopped.get().map_or(Ok(()), Err)
    }

    /// The most steps, which is also the most bytes, that this budget allows.
    pub fn most(&self) -> u64 {
        self.most
    }

    /// The steps that were taken.
    pub fn steps_taken(&self) -> u64 {
        self.steps.get()
    }

    /// The bytes that were taken.
    pub fn bytes_taken(&self) -> u64 {
        self.bytes.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spent_budget_stays_spent() {
        let budget = Budget::new(10);
        assert_eq!(budget.steps(10), Ok(()));
        assert_eq!(budget.bytes(4), Ok(()));
        let stopped = Stopped { spent: Spent::Steps, most: 10 };
        assert_eq!(budget.step(), Err(stopped));
        // The first reason is the one reported, and a refused step or byte is not counted.
        assert_eq!(budget.bytes(1), Err(stopped));
        assert_eq!((budget.check(), budget.steps_taken(), budget.bytes_taken()), (Err(stopped), 10, 4));
        assert_eq!(stopped.to_string(), "stopped after 10 steps of work");
        let endless = Budget::endless();
        assert_eq!((endless.steps(u64::MAX), endless.check()), (Ok(()), Ok(())));
    }
}
