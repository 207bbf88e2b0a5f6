//! Identifies the kernel in a file: by a table, or else by the file itself.

use std::collections::HashMap;
use std::path::Path;

use atlas::{AtlasKernel, debian_arch};
use btf::{Btf, Endian};
use container::Opened;
use needs::{Release, arch_of};
use sha2::{Digest, Sha256};

use crate::fail::Failure;
use crate::files;
use crate::files::AsText;

/// The most bytes of a table: thousands of kernels need some hundred bytes each.
const LONGEST: u64 = 64 << 20;

/// A table of kernels: tab-separated, the first line names the columns.
#[derive(Default)]
pub struct Table {
    /// By file name.
    rows: HashMap<String, HashMap<String, String>>,
}

impl Table {
    /// Reads a table. The column `file` is required; `distribution`, `suite`, `package_version`, `upstream`, `release`,
    /// `arch`, `flavour` and `sha256` are used, others ignored.
    ///
    /// # Errors
    /// When it cannot be read or has no column `file`.
    pub fn read(path: &Path) -> Result<Table, Failure> {
        let bad = |what: String| Failure::Bad(format!("{}: {what}", path.as_text()));
        let text = files::text(path, LONGEST).map_err(|e| bad(e.to_string()))?;
        let mut lines = text.lines();
        let head: Vec<&str> = lines.next().unwrap_or_default().trim_start_matches('#').split('\t').collect();
        if !head.contains(&"file") {
            return Err(bad("expected a first line with the names of columns, one of them “file”".to_owned()));
        }
        let mut table = Table::default();
        for line in lines.filter(|line| !line.trim().is_empty()) {
            let row: HashMap<String, String> =
                head.iter().zip(line.split('\t')).map(|(k, v)| ((*k).to_owned(), v.to_owned())).collect();
            if let Some(file) = row.get("file") {
                table.rows.insert(file.clone(), row);
            }
        }
        Ok(table)
    }

    fn row(&self, path: &Path) -> Option<&HashMap<String, String>> {
        let name = path.file_name()?.to_str()?;
        self.rows.get(name).or_else(|| self.rows.get(&format!("{name}.xz")))
    }
}

/// Identifies the kernel in a file.
///
/// # Errors
/// When the file's digest is not that of the table.
pub fn kernel(path: &Path, opened: &Opened, btf: &Btf, table: &Table) -> Result<AtlasKernel, Failure> {
    let bytes = &opened.btf.bytes;
    let row = table.row(path);
    let cell = |name: &str| row.and_then(|row| row.get(name)).map(|v| v.trim().to_owned()).unwrap_or_default();
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
    };
    let said = cell("sha256");
    if !said.is_empty() && said != kernel.digest() {
        let (path, found) = (path.as_text(), kernel.digest());
        return Err(Failure::Bad(format!("{path}: found BTF with the SHA-256 {found}, expected {said}")));
    }
    if row.is_none() {
        said_by_file(path, opened, &mut kernel);
    }
    if kernel.arch.is_empty() {
        kernel.arch = arch_of(btf).unwrap_or_default().to_owned();
    }
    kernel.arch = debian_arch(&kernel.arch).to_owned();
    Ok(kernel)
}

/// Fills in facts from the file itself: its banner or notes, the machine, and the name of a package.
fn said_by_file(path: &Path, opened: &Opened, kernel: &mut AtlasKernel) {
    let name = &*path.file_name().map(|name| Path::new(name).as_text()).unwrap_or_default();
    let said = Release::parse(opened.kernel_release.as_deref().unwrap_or(name));
    kernel.release = match &opened.kernel_release {
        Some(release) => release.clone(),
        None if said.release.is_empty() => name.trim_end_matches(".xz").trim_end_matches(".btf").to_owned(),
        None => said.release.clone(),
    };
    kernel.upstream = said.version.map(|version| version.to_string()).unwrap_or_default();
    let machine = match (opened.machine(), kernel.endian) {
        (Some("powerpc64"), Endian::Little) => Some("ppc64el"),
        (machine, _) => machine,
    };
    kernel.arch = machine.or(said.arch.as_deref()).unwrap_or_default().to_owned();
    kernel.distribution = said.distribution;
    let flavours = ["cloud", "rt"];
    kernel.flavour =
        flavours.into_iter().find(|f| said.flavour.split('-').any(|word| word == *f)).unwrap_or_default().to_owned();
    // NAME_VERSION_ARCH.deb (deb-buildpackage(1)); the upstream part of the version is before its last hyphen.
    let parts: Vec<&str> = name.strip_suffix(".deb").map(|n| n.split('_').collect()).unwrap_or_default();
    if let [_, version, arch] = *parts {
        kernel.package_version = version.to_owned();
        arch.clone_into(&mut kernel.arch);
        kernel.upstream = version.rsplit_once('-').map_or(version, |(upstream, _)| upstream).to_owned();
    }
}
