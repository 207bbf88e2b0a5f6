//! The formats of files: for each its first bytes, its name and its reader.

use crate::codec::Codec;
use crate::image_form::{Form, pe_machine};
use crate::tar_header;

/// A format of files.
pub(crate) struct FileFormat {
    /// Where its magic is, in bytes from the start of the file.
    at: usize,
    /// The lowest and the highest first byte of the magic, both included.
    first: (u8, u8),
    /// The bytes of the magic behind the first.
    rest: &'static [u8],
    /// A further test of the file's first bytes.
    check: fn(&[u8]) -> bool,
    /// The format's name in a sentence: `an ELF file`, `gzip data`.
    pub(crate) phrase: &'static str,
    /// The code that reads the format.
    pub(crate) reader: Reader,
}

/// The code that reads a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reader {
    /// No reader is needed: the file is BTF.
    Btf,
    /// An ELF file, read by its sections.
    Elf,
    /// A decompressor.
    Codec(Codec),
    /// A kernel image, whose header `image.rs` reads.
    Image(Form),
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
    /// No reader: the whole file is searched for BTF.
    Search,
    /// No reader and no search: the format holds no BTF, or its compression (LZO) is not supported.
    Nothing,
}

const fn row(at: usize, magic: &'static [u8], phrase: &'static str, reader: Reader) -> FileFormat {
    let [first, rest @ ..] = magic else { panic!("a magic has bytes") };
    FileFormat { at, first: (*first, *first), rest, check: |_| true, phrase, reader }
}

const fn checked(row: FileFormat, check: fn(&[u8]) -> bool) -> FileFormat {
    FileFormat { check, ..row }
}

const BTF_LITTLE: [u8; 2] = btf::Endian::Little.magic();
const BTF_BIG: [u8; 2] = btf::Endian::Big.magic();

/// The table. If the bytes of one format may also fit another, the narrower one comes first.
const TABLE: &[FileFormat] = &[
    row(0, &BTF_LITTLE, "BTF", Reader::Btf),
    row(0, &BTF_BIG, "BTF", Reader::Btf),
    row(0, b"\x7fELF", "an ELF file", Reader::Elf),
    // RFC 1952. Method 8 (deflate), no reserved flag.
    checked(
        row(0, &[0x1f, 0x8b], "gzip data", Reader::Codec(Codec::Gzip)),
        |head| matches!(head, [_, _, 8, flags, ..] if flags & 0xe0 == 0),
    ),
    // The .xz File Format, section 2.1.1: the second byte of the flags is the kind of checksum.
    checked(row(0, b"\xfd7zXZ\0", "xz data", Reader::Codec(Codec::Xz)), |head| {
        matches!(head.get(6..8), Some([0, 0 | 1 | 4 | 10]))
    }),
    // RFC 8878; a skippable frame (section 3.1.2) may come first.
    row(0, &[0x28, 0xb5, 0x2f, 0xfd], "zstd data", Reader::Codec(Codec::Zstd)),
    FileFormat { first: (0x50, 0x5f), ..row(0, &[0x50, 0x2a, 0x4d, 0x18], "zstd data", Reader::Codec(Codec::Zstd)) },
    // Byte 3 is the level, '1' to '9'; then comes the magic of a block, or of the end if there is no block.
    checked(row(0, b"BZh", "bzip2 data", Reader::Codec(Codec::Bzip2)), |head| {
        const BLOCK: &[u8] = &[0x31, 0x41, 0x59, 0x26, 0x53, 0x59];
        const END: &[u8] = &[0x17, 0x72, 0x45, 0x38, 0x50, 0x90];
        matches!(head.get(3), Some(b'1'..=b'9')) && matches!(head.get(4..10), Some(BLOCK | END))
    }),
    row(0, &[0x04, 0x22, 0x4d, 0x18], "lz4 data", Reader::Codec(Codec::Lz4)),
    row(0, &[0x02, 0x21, 0x4c, 0x18], "lz4 (legacy) data", Reader::Codec(Codec::Lz4Legacy)),
    checked(row(0, &[0x5d], "lzma data", Reader::Codec(Codec::Lzma)), is_lzma),
    // Kernel images: `image_form.rs` names the documents.
    checked(row(0x202, b"HdrS", "an x86 bzImage", Reader::Image(Form::X86)), |head| {
        head.get(0x1fe..0x200) == Some(&[0x55, 0xaa])
    }),
    checked(row(0, b"MZ", "an EFI zboot image", Reader::Image(Form::Zboot)), |head| head.get(4..8) == Some(b"zimg")),
    row(0x38, b"ARM\x64", "an arm64 Image", Reader::Image(Form::Arm64)),
    checked(row(0x30, b"RISCV\0\0\0", "a RISC-V Image", Reader::Image(Form::RiscV)), |head| {
        head.get(0x38..0x3c) == Some(b"RSC\x05")
    }),
    row(0x24, &[0x18, 0x28, 0x6f, 0x01], "an arm zImage", Reader::Image(Form::Arm)),
    row(0x24, &[0x01, 0x6f, 0x28, 0x18], "an arm zImage", Reader::Image(Form::Arm)),
    row(0, &[0x00, 0x08, 0x00, 0x00, 0x80, 0x00, 0x02, 0x00], "an s390 image", Reader::Image(Form::S390)),
    row(0, &[0x27, 0x05, 0x19, 0x56], "a U-Boot image", Reader::Image(Form::UBoot)),
    checked(row(0, b"MZ", "an EFI image", Reader::Image(Form::Efi)), |head| pe_machine(head).is_some()),
    row(0, b"!<arch>\ndebian-binary", "a Debian package", Reader::Deb),
    row(0, &[0xed, 0xab, 0xee, 0xdb], "an RPM package", Reader::Rpm),
    row(257, b"ustar", "a tar archive", Reader::Tar),
    row(0, b"070701", "a cpio archive", Reader::Cpio),
    row(0, b"070702", "a cpio archive", Reader::Cpio),
    // RPM's variant.
    row(0, b"07070X", "a cpio archive", Reader::Cpio),
    row(0, b"PK\x03\x04", "a zip archive", Reader::Zip),
    // An archive without files.
    row(0, b"PK\x05\x06", "a zip archive", Reader::Zip),
    row(0, b"!<arch>\n", "an ar archive", Reader::Search),
    row(0, b"!<thin>\n", "a thin ar archive, which has only the names of its files", Reader::Nothing),
    // A compressed kernel is inside of it.
    row(0, b"ANDROID!", "an Android boot image", Reader::Search),
    row(0, b"MZ", "a PE or DOS executable", Reader::Search),
    row(0, b"\x89LZO", "LZO data", Reader::Nothing),
    row(0, b"\x89PNG", "a PNG picture", Reader::Nothing),
    row(0, b"\xff\xd8\xff", "a JPEG picture", Reader::Nothing),
    row(0, b"%PDF", "a PDF document", Reader::Nothing),
    row(0, b"\0asm", "a WebAssembly module", Reader::Nothing),
    row(0, b"BC\xc0\xde", "LLVM bitcode, as clang -flto writes it", Reader::Nothing),
    row(0, b"\xcf\xfa\xed\xfe", "a Mach-O file", Reader::Nothing),
];

/// LZMA data has no magic: the row of the table checks the properties byte, 0x5d in practice. This function checks that
/// the dictionary has at least 4 KiB, that its size is a power of two or three times such a power, and that the
/// unpacked length is unknown or plausible.
fn is_lzma(head: &[u8]) -> bool {
    let Some((&[_, a, b, c, d, ref size @ ..], _)) = head.split_first_chunk::<13>() else { return false };
    let dictionary = u32::from_le_bytes([a, b, c, d]);
    let size = u64::from_le_bytes(*size);
    let even = dictionary.is_power_of_two() || (dictionary % 3 == 0 && (dictionary / 3).is_power_of_two());
    even && dictionary >= 1 << 12 && (size == u64::MAX || (size > 0 && size < 1 << 32))
}

/// For each first byte, a bit set of the rows that it may belong to; only rows whose magic is at the start.
const BY_FIRST: [u64; 256] = {
    assert!(TABLE.len() <= 64);
    let mut rows = [0; 256];
    let mut i = 0;
    while i < TABLE.len() {
        if TABLE[i].at == 0 {
            let mut byte = TABLE[i].first.0 as usize;
            while byte <= TABLE[i].first.1 as usize {
                rows[byte] |= 1 << i;
                byte += 1;
            }
        }
        i += 1;
    }
    rows
};

/// A bit set of the rows that the search looks for: BTF and compressed data.
const SEARCHED: u64 = {
    let mut rows = 0;
    let mut i = 0;
    while i < TABLE.len() {
        if matches!(TABLE[i].reader, Reader::Btf | Reader::Codec(_)) {
            rows |= 1 << i;
        }
        i += 1;
    }
    rows
};

impl FileFormat {
    fn has_magic(&self, head: &[u8]) -> bool {
        let Some((first, rest)) = head.get(self.at..).and_then(<[u8]>::split_first) else { return false };
        (self.first.0..=self.first.1).contains(first) && rest.starts_with(self.rest)
    }

    /// Its name without an article: `ELF file`, `gzip`.
    pub(crate) fn name(&self) -> &'static str {
        let phrase = self.phrase;
        let name = phrase.strip_prefix("an ").or_else(|| phrase.strip_prefix("a ")).unwrap_or(phrase);
        name.strip_suffix(" data").unwrap_or(name)
    }
}

impl Codec {
    /// `"gzip"`, `"xz"`, `"lzma"`, `"zstd"`, `"bzip2"`, `"lz4"`, `"lz4 (legacy)"`.
    pub fn as_str(self) -> &'static str {
        read_by(Reader::Codec(self)).map_or("", FileFormat::name)
    }

    /// The codec by the first bytes of the data.
    pub(crate) fn detect(head: &[u8]) -> Option<Codec> {
        match detect(head)?.reader {
            Reader::Codec(codec) => Some(codec),
            _ => None,
        }
    }
}

/// Whether bytes begin as an ELF file of either class does.
pub fn is_elf(head: &[u8]) -> bool {
    detect(head).is_some_and(|format| matches!(format.reader, Reader::Elf))
}

/// The format of a file by its first bytes: the first row of the table whose magic and check fit. An old tar archive
/// (v7) has no magic, and is recognised after all rows of the table.
pub(crate) fn detect(head: &[u8]) -> Option<&'static FileFormat> {
    let by_magic = TABLE.iter().find(|format| format.has_magic(head) && (format.check)(head));
    by_magic.or_else(|| tar_header::is_v7(head).then(|| read_by(Reader::Tar)).flatten())
}

/// The format by magic and check, or, for damaged compressed data, by its magic alone.
pub(crate) fn looks_like(head: &[u8]) -> Option<&'static FileFormat> {
    let is_enough = |format: &&FileFormat| matches!(format.reader, Reader::Codec(_)) && !format.rest.is_empty();
    detect(head).or_else(|| TABLE.iter().filter(is_enough).find(|format| format.has_magic(head)))
}

/// Whether BTF or compressed data may start with this byte.
#[inline]
pub(crate) fn is_searched(byte: u8) -> bool {
    BY_FIRST[usize::from(byte)] & SEARCHED != 0
}

/// The reader of BTF or compressed data that starts here. Fast, because the search calls it at every byte: it tries no
/// other rows.
pub(crate) fn search_at(head: &[u8]) -> Option<Reader> {
    let mut rows = BY_FIRST[usize::from(*head.first()?)] & SEARCHED;
    while rows != 0 {
        let format = TABLE.get(rows.trailing_zeros() as usize)?;
        if format.has_magic(head) && (format.check)(head) {
            return Some(format.reader);
        }
        rows &= rows - 1;
    }
    None
}

/// The format that this reader reads.
pub(crate) fn read_by(reader: Reader) -> Option<&'static FileFormat> {
    TABLE.iter().find(|format| format.reader == reader)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The start of a file: these bytes at their places, zeros between.
    fn start(parts: &[(usize, &[u8])]) -> Vec<u8> {
        let mut head = vec![0; 600];
        for (at, bytes) in parts {
            head[*at..*at + bytes.len()].copy_from_slice(bytes);
        }
        head
    }

    /// For each row of the table, in its order: the start of a file, written by hand from the format's document, and
    /// the phrase.
    fn files() -> Vec<(Vec<u8>, &'static str)> {
        let at_0 = |bytes: &[u8]| start(&[(0, bytes)]);
        let pe: &[(usize, &[u8])] = &[(0, b"MZ"), (0x3c, &[0x40]), (0x40, b"PE\0\0\x64\x86")];
        vec![
            (at_0(b"\x9f\xeb\x01\0"), "BTF"),
            (at_0(b"\xeb\x9f\x01\0"), "BTF"),
            (at_0(b"\x7fELF\x02\x01\x01"), "an ELF file"),
            (at_0(b"\x1f\x8b\x08\x08"), "gzip data"),
            (at_0(b"\xfd7zXZ\0\0\x04"), "xz data"),
            (at_0(b"\x28\xb5\x2f\xfd\x04"), "zstd data"),
            (at_0(b"\x5c\x2a\x4d\x18\x04\0\0\0"), "zstd data"),
            (at_0(b"BZh91AY&SY"), "bzip2 data"),
            (at_0(b"\x04\x22\x4d\x18\x64"), "lz4 data"),
            (at_0(b"\x02\x21\x4c\x18"), "lz4 (legacy) data"),
            (at_0(b"\x5d\0\0\x80\0\xff\xff\xff\xff\xff\xff\xff\xff"), "lzma data"),
            (start(&[(0x1fe, &[0x55, 0xaa]), (0x202, b"HdrS")]), "an x86 bzImage"),
            (at_0(b"MZ\0\0zimg"), "an EFI zboot image"),
            (start(&[(0, b"MZ"), (0x38, b"ARM\x64")]), "an arm64 Image"),
            (start(&[(0, b"MZ"), (0x30, b"RISCV\0\0\0RSC\x05")]), "a RISC-V Image"),
            (start(&[(0x24, &[0x18, 0x28, 0x6f, 0x01])]), "an arm zImage"),
            (start(&[(0x24, &[0x01, 0x6f, 0x28, 0x18])]), "an arm zImage"),
            (at_0(&[0x00, 0x08, 0x00, 0x00, 0x80, 0x00, 0x02, 0x00]), "an s390 image"),
            (at_0(&[0x27, 0x05, 0x19, 0x56]), "a U-Boot image"),
            (start(pe), "an EFI image"),
            (at_0(b"!<arch>\ndebian-binary   "), "a Debian package"),
            (at_0(b"\xed\xab\xee\xdb\x03\0"), "an RPM package"),
            (start(&[(0, b"boot/"), (257, b"ustar\x0000")]), "a tar archive"),
            (at_0(b"0707010000"), "a cpio archive"),
            (at_0(b"0707020000"), "a cpio archive"),
            (at_0(b"07070X0000"), "a cpio archive"),
            (at_0(b"PK\x03\x04"), "a zip archive"),
            (at_0(b"PK\x05\x06"), "a zip archive"),
            (at_0(b"!<arch>\nlib.o/   "), "an ar archive"),
            (at_0(b"!<thin>\n/       "), "a thin ar archive, which has only the names of its files"),
            (at_0(b"ANDROID!"), "an Android boot image"),
            (at_0(b"MZ\x90\0"), "a PE or DOS executable"),
            (at_0(b"\x89LZO\0\r\n\x1a\n"), "LZO data"),
            (at_0(b"\x89PNG\r\n\x1a\n"), "a PNG picture"),
            (at_0(b"\xff\xd8\xff\xe0"), "a JPEG picture"),
            (at_0(b"%PDF-1.7"), "a PDF document"),
            (at_0(b"\0asm\x01\0\0\0"), "a WebAssembly module"),
            (at_0(b"BC\xc0\xde"), "LLVM bitcode, as clang -flto writes it"),
            (at_0(b"\xcf\xfa\xed\xfe"), "a Mach-O file"),
        ]
    }

    #[test]
    fn each_format_is_recognised_by_its_first_bytes() {
        let files = files();
        assert_eq!(files.len(), TABLE.len());
        for (i, (head, phrase)) in files.iter().enumerate() {
            let found = detect(head).expect(phrase);
            assert_eq!((found.phrase, found.reader), (*phrase, TABLE[i].reader));
            assert_eq!(looks_like(head).map(|f| f.phrase), Some(*phrase));
        }
        assert!(detect(b"").is_none() && detect(b"#!/bin/sh\n").is_none());
    }

    /// The search finds BTF and every format that has a decompressor.
    #[test]
    fn the_search_knows_what_is_compressed() {
        for (head, phrase) in files() {
            let reader = detect(&head).expect(phrase).reader;
            let wanted = matches!(reader, Reader::Btf | Reader::Codec(_));
            assert_eq!(search_at(&head), Some(reader).filter(|_| wanted), "{phrase}");
            assert_eq!(search_at(&head[..crate::codec::HEAD]), Some(reader).filter(|_| wanted), "{phrase}");
            assert!(is_searched(head[0]) || !wanted, "{phrase}");
        }
    }

    /// A magic with a fault behind it has a name, but no reader.
    #[test]
    fn damaged_starts_have_a_name() {
        for (head, phrase) in
            [(&b"\x1f\x8b\x07\0"[..], "gzip data"), (b"BZh0", "bzip2 data"), (b"\xfd7zXZ\0\xff", "xz data")]
        {
            assert!(detect(head).is_none(), "{phrase}");
            assert_eq!(looks_like(head).map(|f| f.phrase), Some(phrase));
        }
        assert!(looks_like(b"\x5d\0\0\0\0").is_none());
    }
}
