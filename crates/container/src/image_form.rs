//! The forms of kernel images, by which [`crate::formats`] tells them apart.

use btf::Endian;

const LE: Endian = Endian::Little;

/// The forms of kernel images.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// The x86 boot protocol (kernel, `Documentation/arch/x86/boot.rst`).
    X86,
    /// A kernel that unpacks itself as an EFI application (kernel, `drivers/firmware/efi/libstub/zboot-header.S`).
    Zboot,
    /// arm64 (`Documentation/arch/arm64/booting.rst`).
    Arm64,
    /// RISC-V (`Documentation/arch/riscv/boot-image-header.rst`).
    RiscV,
    /// arm (`arch/arm/boot/compressed/head.S`).
    Arm,
    /// s390 (`arch/s390/boot/head.S`: the first 8 bytes are a program status word).
    S390,
    /// U-Boot's legacy header.
    UBoot,
    /// An EFI application without more information.
    Efi,
}

/// The machine of a PE file: the u16 after the signature, which lies where the u32 at 0x3c says. None for other files
/// and other machines.
pub(crate) fn pe_machine(head: &[u8]) -> Option<&'static str> {
    let pe = LE.u32_at(head, 0x3c)?;
    if head.get(pe as usize..)?.get(..4)? != b"PE\0\0" {
        return None;
    }
    match LE.u16_at(head, pe.checked_add(4)?)? {
        0x014c => Some("i386"),
        0x01c2 => Some("arm"),
        0x5064 => Some("riscv64"),
        0x6264 => Some("loongarch64"),
        0x8664 => Some("x86-64"),
        0xaa64 => Some("arm64"),
        _ => None,
    }
}
