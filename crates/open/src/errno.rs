//! The error numbers with which libbpf refuses.

use std::fmt;

/// An error number: errno's, or one of libbpf's own (4000 and above, `enum libbpf_errno`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Errno(pub u16);

impl Errno {
    /// No such thing.
    pub const ENOENT: Errno = Errno(2);
    /// No such entry.
    pub const ESRCH: Errno = Errno(3);
    /// Too large.
    pub const E2BIG: Errno = Errno(7);
    /// Not valid.
    pub const EINVAL: Errno = Errno(22);
    /// A name that is too long.
    pub const ENAMETOOLONG: Errno = Errno(36);
    /// Not supported (EOPNOTSUPP has the same number).
    pub const ENOTSUP: Errno = Errno(95);
    /// `LIBBPF_ERRNO__LIBELF`: libelf does not read the file.
    pub const LIBELF: Errno = Errno(4000);
    /// `LIBBPF_ERRNO__FORMAT`: the object's form is not one that libbpf reads.
    pub const FORMAT: Errno = Errno(4001);
    /// `LIBBPF_ERRNO__ENDIAN`: the byte order is not the machine's.
    pub const ENDIAN: Errno = Errno(4003);
    /// `LIBBPF_ERRNO__RELOC`: a relocation that libbpf does not know.
    pub const RELOC: Errno = Errno(4005);

    /// The name without prefix: `EINVAL`, `FORMAT`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Errno::ENOENT => "ENOENT",
            Errno::ESRCH => "ESRCH",
            Errno::E2BIG => "E2BIG",
            Errno::EINVAL => "EINVAL",
            Errno::ENAMETOOLONG => "ENAMETOOLONG",
            Errno::ENOTSUP => "ENOTSUP",
            Errno::LIBELF => "LIBELF",
            Errno::FORMAT => "FORMAT",
            Errno::ENDIAN => "ENDIAN",
            Errno::RELOC => "RELOC",
            _ => "?",
        }
    }

    /// As libbpf's lines write it (`libbpf_errstr`).
    pub(crate) fn text(self) -> String {
        match self {
            Errno::ENOTSUP => "-EOPNOTSUPP".to_owned(),
            other => format!("-{}", other.name()),
        }
    }
}

impl fmt::Display for Errno {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 >= 4000 {
            write!(f, "LIBBPF_ERRNO__{} ({})", self.name(), self.0)
        } else {
            write!(f, "{} ({})", self.name(), self.0)
        }
    }
}
