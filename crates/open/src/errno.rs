//! The error numbers with which libbpf and kernels refuse.

use std::fmt;

/// An error number, positive: Linux's, or one of libbpf's own (4000 and above, `enum libbpf_errno`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Errno(pub i32);

macro_rules! errnos {
    ($($name:ident = $number:literal, $says:literal;)*) => {
        impl Errno {
            $(#[doc = $says] pub const $name: Errno = Errno($number);)*

            /// The name without prefix: `EINVAL`, `FORMAT`; `?` for a number without a constant here.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Errno::$name => stringify!($name),)* _ => "?" }
            }
        }
    };
}

errnos! {
    ENOENT = 2, "No such thing.";
    ESRCH = 3, "No such entry.";
    E2BIG = 7, "A limit is exceeded, or bytes that the kernel does not know are not 0.";
    EFAULT = 14, "A struct whose special fields cannot be used.";
    EEXIST = 17, "A loop, or fields that overlap.";
    EINVAL = 22, "Not valid: most faults.";
    ENAMETOOLONG = 36, "A name that is too long.";
    ELOOP = 40, "A chain that is too long or has no end.";
    ENOTSUP = 95, "Not supported (EOPNOTSUPP has the same number).";
    ENOTSUPP = 524, "Something that the kernel does not support; the C library has no name for it.";
    LIBELF = 4000, "`LIBBPF_ERRNO__LIBELF`: libelf does not read the file.";
    FORMAT = 4001, "`LIBBPF_ERRNO__FORMAT`: the object's form is not one that libbpf reads.";
    ENDIAN = 4003, "`LIBBPF_ERRNO__ENDIAN`: the byte order is not the machine's.";
    RELOC = 4005, "`LIBBPF_ERRNO__RELOC`: a relocation that libbpf does not know.";
}

impl Errno {
    /// The errno as libbpf's messages write it (`libbpf_errstr`).
    pub(crate) fn text(self) -> String {
        match self {
            Errno::ENOTSUP => "-EOPNOTSUPP".to_owned(),
            other => format!("-{}", other.name()),
        }
    }
}

impl fmt::Display for Errno {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let prefix = if self.0 >= 4000 { "LIBBPF_ERRNO__" } else { "" };
        write!(f, "{prefix}{} ({})", self.name(), self.0)
    }
}
