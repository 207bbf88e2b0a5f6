//! How a file that is neither BTF nor ELF may hold BTF: told by its first bytes.

use std::fmt;

use crate::archive::{cpio, rpm, tar};
use crate::codec::Codec;
use crate::{dump, image, sniff};

/// What has to be taken apart before there is BTF. That is long work: see [`crate::unpack`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wrapping {
    /// The file is compressed.
    Compressed(Codec),
    /// A kernel image, packed or not.
    KernelImage,
    /// A Debian package.
    Deb,
    /// An RPM package.
    Rpm,
    /// A tar archive.
    Tar,
    /// A cpio archive.
    Cpio,
    /// Text that spells the bytes: a hex dump, base64.
    Dump,
    /// Nothing that is known: it is searched for BTF and for compressed data.
    Unknown,
}

impl fmt::Display for Wrapping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrapping::Compressed(codec) => write!(f, "{} data", codec.as_str()),
            Wrapping::KernelImage => write!(f, "a kernel image"),
            Wrapping::Deb => write!(f, "a Debian package"),
            Wrapping::Rpm => write!(f, "an RPM package"),
            Wrapping::Tar => write!(f, "a tar archive"),
            Wrapping::Cpio => write!(f, "a cpio archive"),
            Wrapping::Dump => write!(f, "a hex dump or base64"),
            Wrapping::Unknown => write!(f, "a file of an unknown form"),
        }
    }
}

/// Tells what wraps the BTF, by the first bytes; none when the file can hold none: text, a picture, less than a BTF header.
pub(crate) fn shape(head: &[u8]) -> Option<Wrapping> {
    if let Some(codec) = Codec::detect(head) {
        return Some(Wrapping::Compressed(codec));
    }
    if image::parse(head).is_some() {
        return Some(Wrapping::KernelImage);
    }
    if head.starts_with(b"!<arch>\ndebian-binary") {
        return Some(Wrapping::Deb);
    }
    if rpm::is_rpm(head) {
        return Some(Wrapping::Rpm);
    }
    if tar::is_tar(head) {
        return Some(Wrapping::Tar);
    }
    if cpio::is_cpio(head) {
        return Some(Wrapping::Cpio);
    }
    if sniff::is_text(head) {
        return dump::is_dump(head).then_some(Wrapping::Dump);
    }
    (head.len() > btf::Header::CLASSIC as usize && !sniff::is_hopeless(head)).then_some(Wrapping::Unknown)
}
