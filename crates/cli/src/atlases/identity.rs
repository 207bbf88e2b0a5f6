//! Identifies the kernel in a file: by a table, or else by the file itself.

use std::path::Path;

use atlas::{AtlasKernel, KernelTable, debian_arch};
use btf::{Btf, Endian};
use container::{Format, Opened, PackageFacts};
use needs::arch_of;
use sha2::{Digest, Sha256};

use super::said::said_by_file;
use crate::fail::Failure;
use crate::files;
use crate::files::AsText;

/// The most bytes of a table. A row has a few hundred bytes, so there is room for many thousands of kernels.
pub const LONGEST: u64 = 64 << 20;

/// Reads a table that describes kernels (`--meta`): tab-separated columns under a line of titles.
///
/// # Errors
/// When the table cannot be read, has more than [`LONGEST`] bytes, or has no column `file`.
pub fn table(path: &Path) -> Result<KernelTable, Failure> {
    let text = files::text(path, LONGEST).map_err(|e| path.bad(e))?;
    let without = || path.bad("expected a first line with the names of columns, one of them “file”");
    KernelTable::parse(&text).ok_or_else(without)
}

/// Identifies the kernel in a file, which may be a package.
///
/// # Errors
/// When the SHA-256 of the kernel's BTF is not the one that the table gives for the file.
pub fn kernel(
    path: &Path,
    opened: &Opened,
    package: Option<&PackageFacts>,
    btf: &Btf,
    table: &KernelTable,
) -> Result<AtlasKernel, Failure> {
    let bytes = &opened.btf.bytes;
    let row = path.file_name().and_then(|name| table.row(name.to_str()?));
    let cell = |name: &str| row.map(|row| row.cell(name).to_owned()).unwrap_or_default();
    let mut kernel = AtlasKernel {
        distribution: cell("distribution"),
        suite: cell("suite"),
        package_version: cell("package_version"),
        upstream: cell("upstream"),
        release: cell("release"),
        arch: cell("arch"),
        flavour: cell("flavour"),
        endian: btf.endian(),
        pointer_size: btf.pointer_size() as u8,
        sha256: Sha256::digest(bytes).into(),
        types: btf.own_type_count(),
        size: u32::try_from(bytes.len()).unwrap_or(u32::MAX),
        from_header: matches!(opened.format, Format::Header(_)),
    };
    let said = cell("sha256");
    if !said.is_empty() && said != kernel.digest() {
        let (path, found) = (path.as_text(), kernel.digest());
        return Err(Failure::Bad(format!("{path}: found BTF with the SHA-256 {found}, expected {said}")));
    }
    if row.is_none() {
        let machine = match (opened.machine(), kernel.endian) {
            (Some("powerpc64"), Endian::Little) => Some("ppc64el"),
            (machine, _) => machine.or_else(|| arch_of(btf)),
        };
        said_by_file(path, opened, package, machine, &mut kernel);
    }
    if kernel.arch.is_empty() {
        kernel.arch = arch_of(btf).unwrap_or_default().to_owned();
    }
    kernel.arch = debian_arch(&kernel.arch).to_owned();
    Ok(kernel)
}
