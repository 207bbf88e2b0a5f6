//! Kernel images that are not ELF files: the machine, the release, and the place of the compressed kernel, as far as
//! the header gives them.

use btf::Endian;

use crate::FileRange;
use crate::formats::{self, Reader};
use crate::image_form::{Form, pe_machine};

/// The facts in the header of a kernel image.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ImageFacts {
    /// The kind of image: `x86 bzImage`, `arm64 Image`; `binary` for one that is not known.
    pub what: &'static str,
    /// The machine it is for, as in [`crate::ElfFacts::machine_name`], when the header gives it.
    pub machine: Option<&'static str>,
}

/// The contents of an image's header.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Image {
    pub(crate) facts: ImageFacts,
    /// The release of the kernel.
    pub(crate) release: Option<String>,
    /// Where its compressed kernel is, if the header gives it.
    pub(crate) payload: Option<FileRange>,
}

const LE: Endian = Endian::Little;

/// Reads the header of a kernel image.
pub(crate) fn parse(head: &[u8]) -> Option<Image> {
    let format = formats::detect(head)?;
    let Reader::Image(form) = format.reader else { return None };
    let plain = |machine| Image {
        facts: ImageFacts { what: format.name(), machine },
        release: None,
        // The headers of these forms do not give the place of the payload.
        payload: None,
    };
    match form {
        Form::X86 => x86(head, format.name()),
        Form::Zboot => zboot(head, format.name()),
        Form::Arm64 => Some(plain(Some("arm64"))),
        // The text offset is 2 MiB for 64-bit kernels and 4 MiB for 32-bit kernels.
        Form::RiscV if LE.u32_at(head, 8) == Some(4 << 20) => Some(plain(Some("riscv32"))),
        Form::RiscV => Some(plain(Some("riscv64"))),
        Form::Arm => Some(plain(Some("arm"))),
        Form::S390 => Some(plain(Some("s390x"))),
        Form::UBoot => Some(plain(None)),
        Form::Efi => Some(plain(pe_machine(head))),
    }
}

/// [`Form::X86`]: `setup_sects` at 0x1f1, the version at 0x206, the release's place at 0x20e; since version 2.08 also
/// the payload's place, counted from the end of the setup sectors.
fn x86(head: &[u8], what: &'static str) -> Option<Image> {
    let setup = match *head.get(0x1f1)? {
        0 => 4,
        sectors => u64::from(sectors),
    };
    let version = LE.u16_at(head, 0x206)?;
    let payload = (version >= 0x208).then(|| {
        let at = LE.u32_at(head, 0x248)?;
        let len = LE.u32_at(head, 0x24c)?;
        Some(FileRange::at((setup + 1) * 512 + u64::from(at), len.into()))
    });
    let release = LE.u16_at(head, 0x20e).filter(|&at| at != 0).and_then(|at| {
        let text = head.get(usize::from(at) + 0x200..)?;
        release(text)
    });
    // XLF_KERNEL_64 of `xloadflags` (version 2.12).
    let is_64 = version >= 0x20c && LE.u16_at(head, 0x236)? & 1 != 0;
    let facts = ImageFacts { what, machine: Some(if is_64 { "x86-64" } else { "i386" }) };
    Some(Image { facts, release, payload: payload.flatten().filter(|p| !p.is_empty()) })
}

/// [`Form::Zboot`]: the payload's place at 8 and 12, the PE header's at 0x3c.
fn zboot(head: &[u8], what: &'static str) -> Option<Image> {
    let payload = FileRange::at(LE.u32_at(head, 8)?.into(), LE.u32_at(head, 12)?.into());
    let facts = ImageFacts { what, machine: pe_machine(head) };
    Some(Image { facts, release: None, payload: Some(payload).filter(|p| !p.is_empty()) })
}

/// The release at the start of a text: the first word, when it looks like a version.
pub(crate) fn release(text: &[u8]) -> Option<String> {
    let end = text.iter().position(|b| !b.is_ascii_graphic())?;
    let word = std::str::from_utf8(text.get(..end)?).ok()?;
    let looks = word.len() <= 64 && word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.');
    looks.then(|| word.to_owned())
}
