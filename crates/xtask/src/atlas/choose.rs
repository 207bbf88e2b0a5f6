//! Finds kernel packages, identifies the kernel in each, and chooses which to take.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

use release::{Release, Version};

use crate::corpus::archive::Offer;
use crate::corpus::table::{Package, Use};

/// The smallest package to look at, in bytes. Smaller packages hold neither a kernel nor modules; they only depend on
/// packages that do.
pub const SMALLEST: u64 = 5_000_000;

/// A package with the image of a kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// The package as apt describes it.
    pub package: Package,
    /// The output of `uname -r`: `6.1.0-56-amd64`.
    pub release: String,
    /// True if its image is unsigned. Then the same kernel may exist signed in another package.
    pub unsigned: bool,
}

impl Image {
    /// True if a package may hold a kernel image, by its name. Up to 6.18 `linux-image-RELEASE` has image and modules;
    /// since 6.19 `linux-binary-RELEASE` has the image, and since 7.2 `linux-modules-RELEASE` the modules.
    pub fn is_named(name: &str) -> bool {
        release(name).is_some_and(|(release, _)| release.starts_with(|c: char| c.is_ascii_digit()))
            && !name.ends_with("-dbg")
    }

    /// The image in a version of a package.
    pub fn of(offer: &Offer, suite: &str) -> Option<Image> {
        let (release, unsigned) = release(&offer.package)?;
        if offer.size < SMALLEST || offer.sha256.len() != 64 {
            return None;
        }
        let package = package(offer, suite);
        Some(Image { release: release.to_owned(), unsigned, package })
    }

    /// The release of Debian: `bookworm` for `bookworm-backports`.
    pub fn debian(&self) -> &str {
        let suite = self.package.suite.as_str();
        suite.strip_suffix("-security").or(suite.strip_suffix("-backports")).unwrap_or(suite)
    }

    /// The version of the kernel's source: `6.12.90` for `6.12.90-2~bpo12+1`.
    pub fn upstream(&self) -> String {
        Version::parse(self.package.plain_version()).map(|v| v.to_string()).unwrap_or_default()
    }

    /// `generic`, `cloud`, `rt`, or a page size that is not the usual one: `16k`, `64k`.
    pub fn flavour(&self) -> &'static str {
        let said = Release::parse(&self.release).flavour;
        let known = |word: &&str| said.split('-').any(|part| part == *word);
        ["cloud", "rt", "16k", "64k"].into_iter().find(known).unwrap_or("generic")
    }

    /// The packages that may hold the modules, if the image's package has none; else empty.
    pub fn modules(&self) -> Vec<String> {
        if !self.is_apart() {
            return Vec::new();
        }
        let unsigned = if self.unsigned { "-unsigned" } else { "" };
        vec![
            format!("linux-modules-{}", self.release),
            format!("linux-image-{}{unsigned}", self.release),
            format!("linux-image-{}", self.release),
        ]
    }

    /// True if the package has an image but no modules.
    fn is_apart(&self) -> bool {
        self.package.package.starts_with("linux-binary-")
    }

    /// The line of kernels that it belongs to: architecture, flavour, branch, Debian's release.
    fn line(&self) -> (String, String, String, String) {
        let branch = Version::parse(&self.upstream()).map(|v| v.series().to_string()).unwrap_or_default();
        let flavour = Release::parse(&self.release).flavour;
        (self.package.architecture.clone(), flavour, branch, self.debian().to_owned())
    }
}

/// A version of a package as the corpus describes it; the corpus's archive module fetches it.
pub fn package(offer: &Offer, suite: &str) -> Package {
    Package {
        used_as: Use::Kernel,
        suite: suite.to_owned(),
        architecture: offer.architecture.clone(),
        package: offer.package.clone(),
        follows: String::new(),
        version: offer.version.clone(),
        size: offer.size,
        sha256: offer.sha256.clone(),
        name: "-".to_owned(),
        parts: Vec::new(),
    }
}

/// The kernel release in a package name, and whether the image is unsigned.
fn release(name: &str) -> Option<(&str, bool)> {
    let rest = name.strip_prefix("linux-image-").or_else(|| name.strip_prefix("linux-binary-"))?;
    let plain = rest.strip_prefix("unsigned-").unwrap_or(rest);
    let plain = plain.strip_suffix("-unsigned").unwrap_or(plain);
    Some((plain, plain.len() != rest.len()))
}

/// The images to take, the most useful first: the newest of each line, then the second of each, up to `depth`. A kernel
/// in several packages is listed once, with the other packages as alternatives.
pub fn choose(images: Vec<Image>, depth: usize) -> Vec<(Image, Vec<Image>)> {
    let mut kernels: BTreeMap<(String, String, String), Vec<Image>> = BTreeMap::new();
    for image in images {
        let key = (image.package.architecture.clone(), image.release.clone(), image.package.version.clone());
        kernels.entry(key).or_default().push(image);
    }
    let mut lines: BTreeMap<_, Vec<(Image, Vec<Image>)>> = BTreeMap::new();
    for mut same in kernels.into_values() {
        // The sort is stable: among equals the first suite wins. An image that has a package of its own comes first,
        // because the other package of that kernel has only modules.
        same.sort_by_key(|image| (!image.is_apart(), image.unsigned));
        let first = same.remove(0);
        lines.entry(first.line()).or_default().push((first, same));
    }
    let mut ranked = Vec::new();
    for (line, mut kernels) in lines {
        kernels.sort_by(|a, b| newer(&b.0, &a.0));
        let newest = kernels.into_iter().take(depth).enumerate();
        ranked.extend(newest.map(|(rank, kernel)| (rank, line.clone(), kernel)));
    }
    ranked
        .sort_by_key(|(rank, (architecture, feature, ..), _)| (*rank, architecture.clone(), Reverse(feature.clone())));
    ranked.into_iter().map(|(.., kernel)| kernel).collect()
}

/// Compares the versions of two packages as Debian orders them.
fn newer(a: &Image, b: &Image) -> Ordering {
    release::compare(a.package.plain_version(), b.package.plain_version())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(suite: &str, architecture: &str, package: &str, version: &str) -> Image {
        let offer = Offer {
            package: package.to_owned(),
            architecture: architecture.to_owned(),
            version: version.to_owned(),
            size: 50_000_000,
            sha256: "0".repeat(64),
            depends: String::new(),
        };
        Image::of(&offer, suite).expect("an image")
    }

    #[test]
    fn packages_are_recognised_by_their_names() {
        for name in ["linux-image-6.1.0-56-amd64", "linux-binary-unsigned-7.2.13+deb14-rt-amd64"] {
            assert!(Image::is_named(name), "{name}");
        }
        for name in ["linux-image-amd64", "linux-image-6.1.0-56-amd64-dbg", "linux-headers-6.1.0-56-amd64"] {
            assert!(!Image::is_named(name), "{name}");
        }
    }

    #[test]
    fn a_kernel_is_recognised_by_its_package() {
        let of = |architecture, package, version| {
            let image = image("bookworm-backports", architecture, package, version);
            (image.release.clone(), image.upstream(), image.flavour().to_owned(), image.line().1)
        };
        let four = |a: &str, b: &str, c: &str, d: &str| (a.to_owned(), b.to_owned(), c.to_owned(), d.to_owned());
        assert_eq!(
            of("amd64", "linux-image-6.1.0-0.deb11.52-cloud-amd64-unsigned", "6.1.180-1~deb11u1"),
            four("6.1.0-0.deb11.52-cloud-amd64", "6.1.180", "cloud", "cloud")
        );
        assert_eq!(
            of("arm64", "linux-image-6.12.90+deb12.1-arm64-16k", "6.12.90-2~bpo12+1"),
            four("6.12.90+deb12.1-arm64-16k", "6.12.90", "16k", "16k")
        );
        assert_eq!(
            of("ppc64el", "linux-binary-7.2.13+deb14-powerpc64le", "7.2.13-1"),
            four("7.2.13+deb14-powerpc64le", "7.2.13", "generic", "")
        );
        assert_eq!(
            of("amd64", "linux-binary-7.3~rc4+deb14-amd64", "7.3~rc4-1~exp1"),
            four("7.3~rc4+deb14-amd64", "7.3.0-rc4", "generic", "")
        );
        let split = image("sid", "amd64", "linux-binary-unsigned-7.2.13+deb14-amd64", "7.2.13-1");
        assert_eq!(split.modules()[0], "linux-modules-7.2.13+deb14-amd64");
        assert_eq!(
            image("bullseye-security", "amd64", "linux-image-5.10.0-46-amd64", "5.10.262-1").debian(),
            "bullseye"
        );
    }

    #[test]
    fn the_newest_of_each_line_comes_first_and_signed() {
        let images = vec![
            image("trixie", "amd64", "linux-image-6.12.94+deb13-amd64", "6.12.94-1"),
            image("trixie", "amd64", "linux-image-6.12.107+deb13-amd64-unsigned", "6.12.107-1"),
            image("trixie", "amd64", "linux-image-6.12.107+deb13-amd64", "6.12.107-1"),
            image("trixie", "amd64", "linux-image-6.12.94+deb13-rt-amd64", "6.12.94-1"),
            image("bookworm-backports", "amd64", "linux-image-6.12.95+deb12-amd64", "6.12.95-1~bpo12+1"),
        ];
        let names = |depth| -> Vec<String> {
            choose(images.clone(), depth).into_iter().map(|(image, _)| image.package.package).collect()
        };
        let newest = names(1);
        assert_eq!(newest.len(), 3, "{newest:?}");
        assert!(newest.contains(&"linux-image-6.12.107+deb13-amd64".to_owned()), "{newest:?}");
        assert_eq!(names(2).len(), 4);
        assert_eq!(names(2)[3], "linux-image-6.12.94+deb13-amd64");
        let (_, others) = choose(images.clone(), 1).into_iter().find(|(i, _)| i.release.contains("107")).expect("it");
        assert_eq!(others.len(), 1);
    }
}
