//! Kernel images that are no ELF files: what machine, which release, and where the compressed kernel is, when the header tells.

use btf::Endian;

use crate::FileRange;

/// What the header of a kernel image tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImageFacts {
    /// What it is: `x86 bzImage`, `arm64 Image`; `binary` for one that is not known.
    pub what: &'static str,
    /// The machine it is for, as [`crate::ElfFacts::machine_name`] has it, when the header tells.
    pub machine: Option<&'static str>,
}

/// An image's header, read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Image {
    pub(crate) facts: ImageFacts,
    /// The release of the kernel.
    pub(crate) release: Option<String>,
    /// Where its compressed kernel is, and nothing else.
    pub(crate) payload: Option<FileRange>,
}

const LE: Endian = Endian::Little;

/// Tells a kernel image by its first bytes.
pub(crate) fn parse(head: &[u8]) -> Option<Image> {
    x86(head).or_else(|| zboot(head)).or_else(|| plain(head))
}

/// The x86 boot protocol (kernel, `Documentation/arch/x86/boot.rst`): `setup_sects` at 0x1f1, "HdrS" at 0x202, the version at 0x206,
/// the release's place at 0x20e; since version 2.08 where the payload lies, from the end of the setup sectors.
fn x86(head: &[u8]) -> Option<Image> {
    if head.get(0x1fe..0x200)? != [0x55, 0xaa] || head.get(0x202..0x206)? != b"HdrS" {
        return None;
    }
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
    let facts = ImageFacts { what: "x86 bzImage", machine: Some(if is_64 { "x86-64" } else { "i386" }) };
    Some(Image { facts, release, payload: payload.flatten().filter(|p| !p.is_empty()) })
}

/// A kernel that unpacks itself as an EFI application (kernel, `drivers/firmware/efi/libstub/zboot-header.S`): "zimg" at 4, where
/// the payload lies at 8 and 12, where the PE header lies at 0x3c.
fn zboot(head: &[u8]) -> Option<Image> {
    if head.get(..2)? != b"MZ" || head.get(4..8)? != b"zimg" {
        return None;
    }
    let payload = FileRange::at(LE.u32_at(head, 8)?.into(), LE.u32_at(head, 12)?.into());
    let facts = ImageFacts { what: "EFI zboot image", machine: pe_machine(head) };
    Some(Image { facts, release: None, payload: Some(payload).filter(|p| !p.is_empty()) })
}

/// The machine of a PE file: a u16 after the signature that u32 0x3c points to.
fn pe_machine(head: &[u8]) -> Option<&'static str> {
    let pe = LE.u32_at(head, 0x3c)?;
    if head.get(pe as usize..)?.get(..4)? != b"PE\0\0" {
        return None;
    }
    match LE.u16_at(head, pe.checked_add(4)?)? {
        0x014c => Some("i386"),
        0x01c2 => Some("arm"),
        0x5064 => Some("riscv64"),
        0x6264 => Some("loongarch"),
        0x8664 => Some("x86-64"),
        0xaa64 => Some("arm64"),
        _ => None,
    }
}

/// Images whose header does not tell where a payload is: arm64 (`Documentation/arch/arm64/booting.rst`), RISC-V
/// (`Documentation/arch/riscv/boot-image-header.rst`), arm (`arch/arm/boot/compressed/head.S`), s390 (`arch/s390/boot/head.S`: the
/// first PSW and the 24 bytes of channel programs after it), U-Boot.
fn plain(head: &[u8]) -> Option<Image> {
    let at = |offset: usize, bytes: &[u8]| head.get(offset..).is_some_and(|rest| rest.starts_with(bytes));
    let (what, machine) = if at(0x38, b"ARM\x64") {
        ("arm64 Image", Some("arm64"))
    } else if at(0x30, b"RISCV\0\0\0") && at(0x38, b"RSC\x05") {
        // The text offset: 2 MiB on 64 bits, 4 MiB on 32.
        let is_32 = LE.u32_at(head, 8) == Some(4 << 20);
        ("RISC-V Image", Some(if is_32 { "riscv32" } else { "riscv64" }))
    } else if at(0x24, &[0x18, 0x28, 0x6f, 0x01]) || at(0x24, &[0x01, 0x6f, 0x28, 0x18]) {
        ("arm zImage", Some("arm"))
    } else if at(0, &[0x00, 0x08, 0x00, 0x00, 0x80, 0x00, 0x02, 0x00]) {
        ("s390 image", Some("s390x"))
    } else if at(0, &[0x27, 0x05, 0x19, 0x56]) {
        ("U-Boot image", None)
    } else if at(0, b"MZ") && pe_machine(head).is_some() {
        ("EFI image", pe_machine(head))
    } else {
        return None;
    };
    Some(Image { facts: ImageFacts { what, machine }, release: None, payload: None })
}

/// The release at the start of a text: the first word, when it starts like a version.
pub(crate) fn release(text: &[u8]) -> Option<String> {
    let end = text.iter().position(|b| !b.is_ascii_graphic())?;
    let word = std::str::from_utf8(text.get(..end)?).ok()?;
    let looks = word.len() <= 64 && word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.');
    looks.then(|| word.to_owned())
}
