//! The error numbers of a load.

use std::fmt;

/// An error number of Linux, positive.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Errno(pub i32);

impl Errno {
    /// No such type.
    pub const ENOENT: Errno = Errno(2);
    /// A limit is exceeded: bytes, depth, fields.
    pub const E2BIG: Errno = Errno(7);
    /// A special field that lies outside of its struct.
    pub const EFAULT: Errno = Errno(14);
    /// A loop, or fields that overlap.
    pub const EEXIST: Errno = Errno(17);
    /// Most faults.
    pub const EINVAL: Errno = Errno(22);
    /// A chain that is too long.
    pub const ELOOP: Errno = Errno(40);
    /// Something that the kernel does not support; the C library has no name for it.
    pub const ENOTSUPP: Errno = Errno(524);

    /// Its name, such as `"EINVAL"`; `"?"` for a number that no load returns.
    pub fn name(self) -> &'static str {
        match self {
            Errno::ENOENT => "ENOENT",
            Errno::E2BIG => "E2BIG",
            Errno::EFAULT => "EFAULT",
            Errno::EEXIST => "EEXIST",
            Errno::EINVAL => "EINVAL",
            Errno::ELOOP => "ELOOP",
            Errno::ENOTSUPP => "ENOTSUPP",
            _ => "?",
        }
    }
}

impl fmt::Display for Errno {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name(), self.0)
    }
}
