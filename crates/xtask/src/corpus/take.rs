//! Unpacks packages into kernels, modules and programs of the corpus.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::carve;
use super::table::{Package, Use};
use crate::machine::{Doing, Failure, Outcome, Project, output, run};

/// A file of the corpus.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Its name below `files/`.
    pub file: String,
    /// A short description.
    pub what: &'static str,
    /// The package and version that it comes from.
    pub source: String,
    /// The base kernel, by its name below `files/`.
    pub base: Option<String>,
    /// The path of a file with only the `.BTF`; the file itself if it has nothing else.
    pub blob: PathBuf,
}

/// The project's own program, which finds BTF inside other files.
#[derive(Debug)]
pub struct Btfscope(PathBuf);

impl Btfscope {
    /// Builds it.
    pub fn build(project: &Project) -> Outcome<Btfscope> {
        println!("Building btfscope, which takes the BTF out ...");
        run(project.cargo()?.args(["build", "--quiet", "-p", "btfscope"]))?;
        Ok(Btfscope(project.target()?.join(format!("debug/btfscope{}", std::env::consts::EXE_SUFFIX))))
    }

    /// Saves the `.BTF` of a file.
    pub fn extract(&self, from: &Path, to: &Path) -> Outcome<()> {
        output(Command::new(&self.0).arg("extract").arg(from).arg("--out").arg(to)).map(|_| ())
    }
}

/// Unpacks a package, or only its `members`, into a folder.
pub fn unpack(project: &Project, package: &Path, folder: &Path, members: &[String]) -> Outcome<()> {
    fs::create_dir_all(folder).doing(format_args!("create {}", folder.display()))?;
    let mut deb = project.program("dpkg-deb")?;
    let mut deb = deb
        .arg("--fsys-tarfile")
        .arg(package)
        .stdout(Stdio::piped())
        .spawn()
        .doing("`dpkg-deb` does not start; it is Debian's")?;
    let archive = deb.stdout.take().ok_or(Failure("dpkg-deb has no output".to_owned()))?;
    let mut tar = project.program("tar")?;
    tar.arg("-x").arg("-C").arg(folder).stdin(archive);
    if !members.is_empty() {
        tar.args(["--wildcards", "--no-anchored"]).args(members);
    }
    let unpacked = run(&mut tar);
    let status = deb.wait().doing("wait for dpkg-deb")?;
    // Report tar's error first: when tar stops reading, dpkg-deb fails, too.
    unpacked?;
    if status.success() { Ok(()) } else { Err(Failure(format!("dpkg-deb cannot read {}", package.display()))) }
}

/// All files below a folder, sorted by name, without links.
pub fn files(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).doing(folder.display())? {
        let entry = entry.doing(folder.display())?;
        let kind = entry.file_type().doing(entry.path().display())?;
        if kind.is_dir() {
            found.extend(files(&entry.path())?);
        } else if kind.is_file() {
            found.push(entry.path());
        }
    }
    found.sort();
    Ok(found)
}

/// Unpacks packages.
#[derive(Debug)]
pub struct Taker<'p> {
    /// The project.
    pub project: &'p Project,
    /// The corpus being made.
    pub corpus: PathBuf,
    /// A folder for temporary files.
    pub scratch: PathBuf,
    /// Finds the BTF.
    pub btfscope: Btfscope,
    /// Unpacks `.xz`.
    pub xz: Command,
}

impl Taker<'_> {
    /// Adds the files of a package.
    pub fn take(&mut self, package: &Package, deb: &Path) -> Outcome<Vec<Item>> {
        match package.used_as {
            Use::Kernel => self.kernel(package, deb),
            Use::Programs => self.programs(package, deb),
            Use::Tool => Ok(Vec::new()),
        }
    }

    fn item(&self, package: &Package, file: String, what: &'static str) -> Item {
        let source =
            format!("Debian {} {} {} ({})", package.package, package.version, package.architecture, package.suite);
        Item { blob: self.corpus.join("files").join(&file), file, what, source, base: None }
    }

    fn kernel(&mut self, package: &Package, deb: &Path) -> Outcome<Vec<Item>> {
        let folder = self.scratch.join(package.tag());
        let module = |part: &String| part.strip_suffix(".ko").unwrap_or(part).to_owned();
        let mut members = vec!["boot/vmlinu*".to_owned()];
        let mut names: Vec<String> = package.parts.iter().map(module).collect();
        names.sort();
        names.dedup();
        // Newer releases compress the modules: `.ko.xz`.
        members.extend(names.iter().map(|name| format!("{name}.ko*")));
        unpack(self.project, deb, &folder, &members)?;
        let unpacked = files(&folder)?;
        let is_image = |path: &&PathBuf| path.parent().is_some_and(|p| p.ends_with("boot"));
        let image =
            unpacked.iter().find(is_image).ok_or_else(|| Failure(format!("{} has no kernel", deb.display())))?;
        let kernel = self.item(package, format!("btf/vmlinux-{}.btf", package.tag()), "vmlinux BTF, raw");
        self.btfscope.extract(image, &kernel.blob)?;
        let mut items = vec![kernel.clone()];
        for name in &names {
            let of_name = |path: &&PathBuf| {
                let file = path.file_name().unwrap_or_default().to_string_lossy();
                file == format!("{name}.ko") || file == format!("{name}.ko.xz")
            };
            let found = unpacked.iter().find(of_name);
            let module = found.ok_or_else(|| Failure(format!("{} has no module {name}", deb.display())))?;
            let mut item = self.item(package, format!("btf/mod-{}-{name}.btf", package.tag()), "module split BTF");
            item.base = Some(kernel.file.clone());
            self.btfscope.extract(module, &item.blob)?;
            items.push(item.clone());
            if package.parts.contains(&format!("{name}.ko")) {
                let tag = package.tag();
                let file = format!("btf/{}-{name}.ko", tag.strip_prefix("deb-").unwrap_or(&tag));
                let mut whole = self.item(package, file, "whole kernel module ELF");
                self.plain(module, &whole.blob)?;
                (whole.base, whole.blob) = (item.base, item.blob);
                items.push(whole);
            }
        }
        Ok(items)
    }

    /// Copies a file, and decompresses it if needed.
    fn plain(&mut self, from: &Path, to: &Path) -> Outcome<()> {
        if from.extension().is_none_or(|e| e != "xz") {
            return fs::copy(from, to).map(|_| ()).doing(to.display());
        }
        let out = File::create(to).doing(to.display())?;
        let mut xz = Command::new(self.xz.get_program());
        xz.args(self.xz.get_args()).arg("-dc").arg(from).stdout(out);
        run(&mut xz)
    }

    fn programs(&mut self, package: &Package, deb: &Path) -> Outcome<Vec<Item>> {
        let mut name = format!("{}-{}", package.package, package.plain_version());
        if package.architecture != "amd64" {
            name += &format!("-{}", package.architecture);
        }
        let folder = self.scratch.join(&name);
        unpack(self.project, deb, &folder, &[])?;
        let to = format!("objs/debian/{name}");
        fs::create_dir_all(self.corpus.join("files").join(&to)).doing(format_args!("create {to}"))?;
        let mut items = Vec::new();
        for path in files(&folder)? {
            let bytes = fs::read(&path).doing(path.display())?;
            let stem = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let stem = stem.trim_end_matches(".o").trim_end_matches(".bpf");
            let mut number = 0;
            for object in carve::objects(&bytes) {
                let file = if number == 0 { format!("{stem}.bpf.o") } else { format!("{stem}-{number}.bpf.o") };
                let mut item = self.item(package, format!("{to}/{file}"), "program object");
                fs::write(&item.blob, object).doing(item.blob.display())?;
                let blob = self.scratch.join(format!("{name}-{file}.btf"));
                // A program without types is useless here.
                if self.btfscope.extract(&item.blob, &blob).is_err() {
                    fs::remove_file(&item.blob).doing(item.blob.display())?;
                    continue;
                }
                number += 1;
                item.blob = blob;
                items.push(item);
            }
        }
        if items.is_empty() {
            return Err(Failure(format!("{} has no BPF object with BTF", deb.display())));
        }
        Ok(items)
    }
}
