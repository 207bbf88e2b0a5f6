//! `cargo xtask atlas`: renews the atlas of the page from Debian's archive. See docs/atlas.md.

mod choose;
mod readme;
mod record;
pub mod ship;
mod suites;
mod taken;

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use crate::machine::{Doing, Failure, Outcome, Project, output, run};

use choose::{Image, choose};
use record::{Record, Row};
use suites::Place;
use taken::Taken;

/// The folder of the atlas in the repository.
const FOLDER: &str = "static/atlas";

/// The intended limit of the atlas's size, in bytes. Exceeding it prints a message, but drops no kernel.
const AIM: u64 = 3_000_000;

/// The options of the command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// How many kernels of each line to take, the newest first.
    depth: usize,
    /// Take only kernels whose name (`ARCHITECTURE/RELEASE`) contains one of these; all if empty.
    only: Vec<String>,
    /// The most packages to fetch in this run.
    at_most: usize,
    /// Take kernels of the atlas again if their modules, or the types of these, were not read.
    modules: bool,
    /// Take no kernel that is not in the atlas.
    known: bool,
    /// Fetch nothing: merge the results of earlier runs.
    offline: bool,
}

impl Options {
    /// Reads the arguments.
    ///
    /// # Errors
    /// When an argument is unknown or invalid.
    pub fn parse(words: Vec<String>) -> Outcome<Options> {
        let mut options =
            Options { depth: 1, only: Vec::new(), at_most: usize::MAX, modules: false, known: false, offline: false };
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            let number = |of: Option<String>| {
                let number = of.as_deref().and_then(|text| text.parse().ok());
                number.ok_or_else(|| Failure(format!("{word} needs a number")))
            };
            match word.as_str() {
                "--depth" => options.depth = number(words.next())?,
                "--at-most" => options.at_most = number(words.next())?,
                "--modules" => options.modules = true,
                "--known" => options.known = true,
                "--offline" => options.offline = true,
                "--only" => options.only.push(words.next().ok_or(Failure("--only needs a text".to_owned()))?),
                _ => return Err(Failure(format!("unknown argument: {word}"))),
            }
        }
        Ok(options)
    }

    fn wants(&self, image: &Image) -> bool {
        let name = format!("{}/{}", image.package.architecture, image.release);
        self.only.is_empty() || self.only.iter().any(|part| name.contains(part))
    }
}

/// Renews the atlas.
///
/// # Errors
/// When another run is at work, there is no apt, no wanted kernel can be fetched, or the build fails. A single package
/// that cannot be fetched is left to the next run.
pub fn atlas(project: &Project, options: &Options) -> Outcome<()> {
    let folder = project.top.join("target/atlas");
    let _lock = lock(&folder)?;
    let to = project.top.join(FOLDER);
    fs::create_dir_all(&to).doing(format_args!("create {FOLDER}"))?;
    println!("Building the program that takes the BTF out ...");
    let mut cargo = project.cargo()?;
    run(cargo.args(["build", "--quiet", "--release", "-p", "atlas", "--features", "examples", "--example", "pool"]))?;
    let program = project.target()?.join(format!("release/examples/pool{}", std::env::consts::EXE_SUFFIX));
    let taken = Taken::new(project, folder.clone(), program.clone());
    let mut record = Record::read(&to)?;
    println!("The lists of Debian's suites:");
    let (places, images): (Vec<Place<'_>>, Vec<Vec<Image>>) =
        suites::open(project, &folder.join("apt"), !options.offline)?.into_iter().unzip();
    let offered: Vec<Image> = images.into_iter().flatten().filter(|image| options.wants(image)).collect();
    let wanted: Vec<_> = choose(offered.clone(), options.depth)
        .into_iter()
        .filter(|(image, _)| match record.of(image) {
            Some(row) => options.modules && row.modules_with_types() == 0,
            None => !options.known,
        })
        .filter(|(image, others)| !options.offline || std::iter::once(image).chain(others).any(|i| taken.has(i)))
        .take(options.at_most)
        .collect();
    println!("{} kernels to take, {} are in the atlas.", wanted.len(), record.rows().len());
    let mut new = Vec::new();
    for (i, (image, others)) in wanted.iter().enumerate() {
        let all = std::iter::once(image).chain(others);
        match all.clone().find(|image| taken.has(image)) {
            Some(image) => new.push(image.clone()),
            None => new.extend(first_taken(&taken, &places, all, &format!("{} of {}", i + 1, wanted.len()))),
        }
    }
    if new.is_empty() {
        return if wanted.is_empty() { Ok(()) } else { Err(Failure("none of them could be had now".to_owned())) };
    }
    build(project, &program, &taken, &new, &to, &mut record)?;
    readme::write(&to, &record)?;
    println!("The first answer of the start page ...");
    let mut cargo = project.cargo()?;
    run(cargo.env("UPDATE", "1").args(["test", "--quiet", "-p", "tests", "--test", "atlas", "the_first_answer"]))
}

/// Allows one run at a time in the folder. This is not the lock of the other xtask commands: a run may take hours, and
/// those need not wait for it.
fn lock(folder: &Path) -> Outcome<File> {
    fs::create_dir_all(folder).doing("create target/atlas")?;
    let file = File::create(folder.join("lock")).doing("create target/atlas/lock")?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(_) => Err(Failure("another run is making the atlas".to_owned())),
    }
}

/// Takes the first available of the packages with the same kernel.
fn first_taken<'i>(
    taken: &Taken<'_>,
    places: &[Place<'_>],
    images: impl Iterator<Item = &'i Image>,
    which: &str,
) -> Option<Image> {
    for image in images {
        let package = &image.package;
        let is_here = |place: &&Place<'_>| place.suite == package.suite && place.architecture == package.architecture;
        let Some(place) = places.iter().find(is_here) else { continue };
        println!("{which}: {} ({} MB)", package.file_name(), package.size / 1_000_000);
        match taken.take(place, image) {
            Ok(said) => {
                println!("    {said}");
                return Some(image.clone());
            }
            Err(Failure(why)) => println!("    not taken: {}", suites::first_error(&why)),
        }
    }
    None
}

/// Merges the results into the two atlas files and `kernels.tsv`, and prints how the atlas files grew.
fn build(
    project: &Project,
    program: &Path,
    taken: &Taken<'_>,
    new: &[Image],
    to: &Path,
    record: &mut Record,
) -> Outcome<()> {
    let line = |image: &Image| {
        [
            &*taken.of(image).to_string_lossy(),
            "debian",
            image.debian(),
            &image.package.version,
            &image.upstream(),
            &image.release,
            &image.package.architecture,
            image.flavour(),
        ]
        .join("\t")
    };
    let table = project.top.join("target/atlas/table.tsv");
    let lines: Vec<String> = new.iter().map(line).collect();
    fs::write(&table, lines.join("\n")).doing("write the table of kernels")?;
    let files: [PathBuf; 2] = [to.join("debian.atlas"), to.join("debian-modules.atlas")];
    let sizes = || files.each_ref().map(|file| fs::metadata(file).map_or(0, |about| about.len()));
    let before = sizes();
    println!("Merging {} kernels ...", new.len());
    let mut pool = project.program(program)?;
    let note = "made by `cargo xtask atlas` of btfscope from packages of deb.debian.org";
    let said = output(pool.arg("build").args(&files).arg(&table).arg(note))?;
    for (image, said) in new.iter().zip(said.lines()) {
        record.add(Row::of(image, said)?);
    }
    record.write(to)?;
    let after = sizes();
    for ((file, before), after) in files.iter().zip(before).zip(after) {
        let grown = after.saturating_sub(before);
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        println!("{name}: {after} bytes, {grown} more, {} for each new kernel", grown / new.len() as u64);
    }
    if after[0] > AIM {
        println!("NOTE: debian.atlas is larger than its aim of {AIM} bytes. Nothing was left out for that.");
    }
    Ok(())
}
