//! The facts about a kernel that no table describes (release, architecture, distribution): from the file's content, its
//! package and its path.

use std::path::Path;

use atlas::{AtlasKernel, debian_arch};
use container::{Opened, PackageFacts, PackageKind};
use needs::Release;

use crate::fail::say;
use crate::files::AsText;

/// The release from one source, and the name of that source in messages.
struct Said {
    by: &'static str,
    release: Release,
}

/// Fills in facts about a kernel. The sources, from the surest to the least sure: the kernel's own banner, notes or
/// machine; the path within the package; the package; the file's path and name. For the distribution the package counts
/// first; for the architecture the package comes right after the machine; for the suite the file's path counts first. If
/// two sources differ in the release, the architecture or the distribution, a warning says which of the two is taken; a
/// distribution that is only guessed from the form of a name does not count.
pub fn said_by_file(
    path: &Path,
    opened: &Opened,
    package: Option<&PackageFacts>,
    machine: Option<&str>,
    kernel: &mut AtlasKernel,
) {
    let shown = path.as_text();
    let file = of_path(path);
    let mut all = Vec::new();
    let of = |by, name: &str| Said { by, release: Release::parse(name) };
    all.extend(opened.kernel_release.as_deref().map(|name| of("the kernel itself", name)));
    all.extend(within(opened).map(|name| of("the path in it", &name)));
    all.extend(package.map(|package| of("its package", &name_of(package))));
    let by_name = of("its name", &file);
    if !by_name.release.release.is_empty() || by_name.release.arch.is_some() {
        all.push(by_name);
    }

    if let Some((first, other)) = other_release(&all) {
        let (taken, by) = (&first.release.release, first.by);
        say(&format!(
            "warning: {shown}: {} says release {}, {by} {taken}: {taken} is taken",
            other.by, other.release.release
        ));
    }
    let archs = all.iter().map(|said| (said.by, said.release.arch.clone().unwrap_or_default()));
    let by_package = package.map(|package| debian_arch(&package.arch).to_owned());
    let by_machine = machine.map(|word| ("its types", debian_arch(word).to_owned()));
    let archs: Vec<_> =
        by_machine.into_iter().chain(by_package.map(|arch| ("its package", arch))).chain(archs).collect();
    differ(&shown, "architecture", &archs);
    let vendor = package.and_then(of_vendor);
    let by_word = |said: &Said| if said.release.by_form { String::new() } else { said.release.distribution.clone() };
    let distributions: Vec<_> = vendor
        .into_iter()
        .map(|d| ("its package", d.to_owned()))
        .chain(all.iter().map(|s| (s.by, by_word(s))))
        .collect();
    differ(&shown, "distribution", &distributions);

    let name = path.file_name().map(|name| Path::new(name).as_text()).unwrap_or_default();
    let first = |of: &dyn Fn(&Release) -> String| {
        all.iter().map(|said| of(&said.release)).find(|text| !text.is_empty()).unwrap_or_default()
    };
    kernel.release = match opened.kernel_release.clone().unwrap_or_else(|| first(&|r| r.release.clone())) {
        none if none.is_empty() => release::stem(&name).to_owned(),
        release => release,
    };
    let known = |list: &[(&str, String)]| list.iter().map(|(_, text)| text.clone()).find(|text| !text.is_empty());
    kernel.arch = known(&archs).unwrap_or_default();
    kernel.distribution = known(&distributions).unwrap_or_else(|| first(&|r| r.distribution.clone()));
    // The file's path comes first, because only its folders distinguish suites such as 8.4 and 8.
    let by_folder = Release::parse(&file).suite;
    kernel.suite = if by_folder.is_empty() { first(&|r| r.suite.clone()) } else { by_folder };
    kernel.flavour = first(&|r| r.flavour.clone());
    let exact = |r: &Release| r.version.filter(|v| v.patch.is_some()).map(|v| v.to_string()).unwrap_or_default();
    let any = |r: &Release| r.version.map(|v| v.to_string()).unwrap_or_default();
    kernel.upstream = Some(first(&exact)).filter(|text| !text.is_empty()).unwrap_or_else(|| first(&any));
    // NAME_VERSION_ARCH.deb (deb-buildpackage(1)).
    let parts: Vec<&str> = name.strip_suffix(".deb").map(|n| n.split('_').collect()).unwrap_or_default();
    kernel.package_version = match (package, &*parts) {
        (Some(package), _) => package.version.clone(),
        (None, [_, version, _]) => (*version).to_owned(),
        (None, _) => String::new(),
    };
}

/// The last four parts of a file's path: in BTFHub, distribution, suite and architecture are the folders above the
/// file. For `lib/modules/RELEASE/vmlinux`, only RELEASE.
fn of_path(path: &Path) -> String {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let parts: Vec<String> = whole.iter().map(|part| Path::new(part).as_text()).collect();
    let end = |count: usize| parts.get(parts.len().saturating_sub(count)..).unwrap_or_default();
    let name = end(4).join("/");
    match end(2) {
        // lib/modules/RELEASE/vmlinux
        [folder, _] if Release::parse(&name).release.is_empty() && Release::parse(folder).version.is_some() => {
            folder.clone()
        }
        _ => name,
    }
}

/// The part of the kernel's path within its package or archive that tells the release: RELEASE of
/// `usr/lib/modules/RELEASE/vmlinuz`, or else the file name.
fn within(opened: &Opened) -> Option<String> {
    let path = opened.layers.iter().map(|layer| layer.what.as_str()).rfind(|what| what.contains('/'))?;
    let part = match path.split_once("lib/modules/") {
        Some((_, behind)) => behind.split('/').next(),
        None => path.rsplit('/').next(),
    };
    part.map(str::to_owned)
}

/// The usual file name of a package.
fn name_of(package: &PackageFacts) -> String {
    let PackageFacts { kind, name, version, arch, .. } = package;
    match kind {
        PackageKind::Deb => format!("{name}_{version}_{arch}.deb"),
        PackageKind::Rpm => format!("{name}-{version}.{arch}.rpm"),
        PackageKind::Pacman => format!("{name}-{version}-{arch}.pkg.tar.zst"),
        PackageKind::Apk => format!("{name}-{version}.apk"),
    }
}

/// The distribution of a package: from its format, or from its vendor.
fn of_vendor(package: &PackageFacts) -> Option<&'static str> {
    match package.kind {
        PackageKind::Pacman => Some("arch"),
        PackageKind::Apk => Some("alpine"),
        PackageKind::Deb | PackageKind::Rpm => release::of_vendor(&package.vendor),
    }
}

/// The first source that gives a version, and the next source that differs from it in the series or in the ABI. Two
/// ABIs do not differ if one is empty, or if one begins with the other and no digit follows there: packages add numbers
/// such as `.1` to an ABI.
fn other_release(all: &[Said]) -> Option<(&Said, &Said)> {
    let mut said = all.iter().filter(|said| said.release.version.is_some());
    let first = said.next()?;
    let series = |said: &Said| said.release.version.map(release::Version::series);
    let is_start = |a: &str, b: &str| {
        a.is_empty() || b.strip_prefix(a).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    let fits = |a: &str, b: &str| is_start(a, b) || is_start(b, a);
    let other = said.find(|said| series(said) != series(first) || !fits(&said.release.abi, &first.release.abi))?;
    Some((first, other))
}

/// Prints a warning if a source differs from the first one. Empty texts do not count.
fn differ(file: &str, what: &str, said: &[(&str, String)]) {
    let mut said = said.iter().filter(|(_, text)| !text.is_empty());
    let Some((by, first)) = said.next() else { return };
    if let Some((other, text)) = said.find(|(_, text)| text != first) {
        say(&format!("warning: {file}: {other} says {what} {text}, {by} {first}: {first} is taken"));
    }
}
