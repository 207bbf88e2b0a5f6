//! How a file that is neither BTF nor ELF may hold BTF: recognised by its first bytes.

use std::fmt;

use crate::codec::Codec;
use crate::formats::{self, Reader};
use crate::{dump, sniff};

/// The kind of wrapping around BTF. Unwrapping is long work: see [`crate::unpack`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
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
    /// A zip archive.
    Zip,
    /// A binary that carries BPF objects, or is to be searched for them.
    Binary,
    /// Text that may be a hex dump, base64, or an array.
    Dump,
    /// Other text: it holds no BTF, but may be C from which types can be made (crate `header`).
    Text,
    /// An unknown format: it is searched for BTF and for compressed data.
    Unknown,
}

impl fmt::Display for Wrapping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrapping::Compressed(codec) => f.write_str(phrase(Reader::Codec(*codec))),
            Wrapping::KernelImage => write!(f, "a kernel image"),
            Wrapping::Deb => f.write_str(phrase(Reader::Deb)),
            Wrapping::Rpm => f.write_str(phrase(Reader::Rpm)),
            Wrapping::Tar => f.write_str(phrase(Reader::Tar)),
            Wrapping::Cpio => f.write_str(phrase(Reader::Cpio)),
            Wrapping::Zip => f.write_str(phrase(Reader::Zip)),
            Wrapping::Binary => write!(f, "a binary with BPF objects in it"),
            Wrapping::Dump => write!(f, "a text that may spell bytes"),
            Wrapping::Text => write!(f, "a text"),
            Wrapping::Unknown => write!(f, "a file of an unknown form"),
        }
    }
}

fn phrase(reader: Reader) -> &'static str {
    formats::read_by(reader).map_or("", |format| format.phrase)
}

/// The wrapping of the BTF, by the first bytes; none when the file can hold no BTF, such as a picture, or a binary with
/// no more bytes than a BTF header.
pub(crate) fn shape(head: &[u8]) -> Option<Wrapping> {
    match formats::detect(head).map(|format| format.reader) {
        Some(Reader::Codec(codec)) => Some(Wrapping::Compressed(codec)),
        Some(Reader::Image(_)) => Some(Wrapping::KernelImage),
        Some(Reader::Deb) => Some(Wrapping::Deb),
        Some(Reader::Rpm) => Some(Wrapping::Rpm),
        Some(Reader::Tar) => Some(Wrapping::Tar),
        Some(Reader::Cpio) => Some(Wrapping::Cpio),
        Some(Reader::Zip) => Some(Wrapping::Zip),
        Some(Reader::Nothing) => None,
        Some(Reader::Btf | Reader::Elf | Reader::Search) | None => {
            if sniff::is_text(head) {
                return Some(if dump::may_spell(head) { Wrapping::Dump } else { Wrapping::Text });
            }
            (head.len() > btf::Header::CLASSIC as usize).then_some(Wrapping::Unknown)
        }
    }
}
