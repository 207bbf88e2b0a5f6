//! The facts in a package's own headers: rpm's header, Debian's control file, `.PKGINFO` of Arch and Alpine.

use std::io::{self, Read};
use std::ops::ControlFlow;

use crate::FileRange;
use crate::archive::{ar, deb, rpm, tar};
use crate::codec::{Codec, HEAD};
use crate::source::{Input, Meter, Source, read_range};

/// The most bytes of a package that are unpacked in search of its facts: the facts are at its start.
const MOST: u64 = 1 << 20;

/// The most files of a package that are looked at in search of its facts.
const MAX_FILES: usize = 16;

btf::named! {
    /// The packages whose headers are read.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum PackageKind {
        /// Debian's and Ubuntu's (deb(5)).
        Deb = "deb";
        /// RPM's.
        Rpm = "rpm";
        /// Arch's (PKGINFO(5) of pacman).
        Pacman = "pacman";
        /// Alpine's (abuild writes it).
        Apk = "apk";
    }
    /// `"deb"`, `"rpm"`, `"pacman"`, `"apk"`.
    pub fn as_str;
}

/// The facts in a package's headers; those that are missing are empty.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PackageFacts {
    /// The format of the package.
    pub kind: PackageKind,
    /// Its name: `linux-image-6.1.0-21-amd64`, `kernel-core`.
    pub name: String,
    /// Its version, with the release: `6.1.90-1`, `5.14.0-427.13.1.el9_4`.
    pub version: String,
    /// The architecture, in the package's own words.
    pub arch: String,
    /// The maker: distribution and vendor of an rpm, maintainer or packager of others.
    pub vendor: String,
}

/// Reads the headers of a package: `None` when the file is no such package, or its headers are damaged. Reads at most
/// some MB.
pub fn package_facts(source: &mut dyn Source) -> Option<PackageFacts> {
    let head = read_range(source, FileRange::at(0, HEAD as u64)).ok()?;
    if head.starts_with(ar::MAGIC) {
        let control = deb::control_member(source).ok()?;
        return of_control(&file_of_tar(source, control, "control")?);
    }
    if head.starts_with(&[0xed, 0xab, 0xee, 0xdb]) {
        return of_rpm(source);
    }
    let all = FileRange::new(0, source.len());
    of_pkginfo(&file_of_tar(source, all, ".PKGINFO")?)
}

fn of_control(text: &str) -> Option<PackageFacts> {
    let field = |name: &str| field(text, |line| line.strip_prefix(name)?.strip_prefix(':'));
    let name = field("Package")?;
    let rest = |name| field(name).unwrap_or_default();
    let (version, arch, vendor) = (rest("Version"), rest("Architecture"), rest("Maintainer"));
    Some(PackageFacts { kind: PackageKind::Deb, name, version, arch, vendor })
}

fn of_pkginfo(text: &str) -> Option<PackageFacts> {
    let field = |name: &str| field(text, |line| line.strip_prefix(name)?.trim_start().strip_prefix('='));
    let name = field("pkgname")?;
    let rest = |name| field(name).unwrap_or_default();
    // The first line names the tool that wrote the file: makepkg for Arch, abuild for Alpine.
    let kind = if text.contains("makepkg") { PackageKind::Pacman } else { PackageKind::Apk };
    Some(PackageFacts { kind, name, version: rest("pkgver"), arch: rest("arch"), vendor: rest("packager") })
}

fn field<'t>(text: &'t str, value: impl Fn(&'t str) -> Option<&'t str>) -> Option<String> {
    text.lines().find_map(value).map(|value| value.trim().to_owned())
}

/// Tags of an rpm's header (rpmtag.h): all are texts.
const NAME: u32 = 1000;
const VERSION: u32 = 1001;
const RELEASE: u32 = 1002;
const DISTRIBUTION: u32 = 1010;
const VENDOR: u32 = 1011;
const ARCH: u32 = 1022;

fn of_rpm(source: &mut dyn Source) -> Option<PackageFacts> {
    let (index, store) = rpm::header(source).ok()?;
    let bounded = |range: FileRange| FileRange::new(range.start, range.end.min(range.start + MOST));
    let (index, store) = (read_range(source, bounded(index)).ok()?, read_range(source, bounded(store)).ok()?);
    let text = |wanted: u32| {
        let entry = index.chunks_exact(16).find(|entry| entry.starts_with(&wanted.to_be_bytes()))?;
        let at = u32::from_be_bytes(entry.get(8..12)?.try_into().ok()?);
        let bytes = store.get(at as usize..)?.split(|&b| b == 0).next()?;
        Some(String::from_utf8_lossy(bytes.get(..255).unwrap_or(bytes)).into_owned())
    };
    let rest = |tag| text(tag).unwrap_or_default();
    let vendor = [DISTRIBUTION, VENDOR].map(rest).into_iter().filter(|text| !text.is_empty() && text != "(none)");
    Some(PackageFacts {
        kind: PackageKind::Rpm,
        name: text(NAME)?,
        version: [VERSION, RELEASE].map(rest).into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("-"),
        arch: rest(ARCH),
        vendor: vendor.collect::<Vec<_>>().join(", "),
    })
}

/// A small file of a tar archive, compressed or not, as text.
fn file_of_tar(source: &mut dyn Source, range: FileRange, name: &str) -> Option<String> {
    let head = read_range(source, FileRange::at(range.start, HEAD as u64)).ok()?;
    let codec = Codec::detect(&head);
    let input = Input::new(source, range, &Quiet);
    let reader: Box<dyn Read + '_> = match codec {
        Some(codec) => codec.reader(input, Some(Codec::detect), 256 << 20).ok()?,
        None => Box::new(input),
    };
    let mut reader = reader.take(MOST);
    let (mut seen, mut found) = (0, None);
    // Damage is ignored: the file may have been found before it.
    let _ = tar::walk(&mut reader, &mut |file, content| {
        seen += 1;
        if file.path == name {
            let mut bytes = Vec::new();
            content.read_to_end(&mut bytes)?;
            found = Some(String::from_utf8_lossy(&bytes).into_owned());
        }
        Ok(if found.is_some() || seen >= MAX_FILES { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    });
    found
}

/// Reports nothing: the work is too short for progress.
struct Quiet;

impl Meter for Quiet {
    fn tick(&self, _: u64, _: u64) -> io::Result<()> {
        Ok(())
    }

    fn consumed(&self, _: u64) {}

    fn failed_read(&self, message: String) -> io::Error {
        io::Error::other(message)
    }
}
