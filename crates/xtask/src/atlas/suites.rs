//! Debian's suites and architectures with kernels, and what apt offers in each.

use std::collections::BTreeSet;
use std::path::Path;

use super::choose::Image;
use crate::corpus::archive::{Suite, mirror};
use crate::machine::{Failure, Outcome, Project};

/// The suites in order of preference: a kernel in several is taken from the first.
const SUITES: [&str; 10] = [
    "trixie",
    "trixie-security",
    "trixie-backports",
    "bookworm",
    "bookworm-security",
    "bookworm-backports",
    "bullseye",
    "bullseye-security",
    "bullseye-backports",
    "sid",
];

/// The architectures with kernels that have BTF. 32-bit ones, mips64el (up to 6.12) and loong64 (7.2) have none.
const ARCHITECTURES: [&str; 5] = ["amd64", "arm64", "ppc64el", "riscv64", "s390x"];

/// A suite for one architecture. Each suite has its own apt state, so that changing lists of one suite do not affect
/// the others.
#[derive(Debug)]
pub struct Place<'p> {
    /// The suite: `bookworm-backports`.
    pub suite: &'static str,
    /// Debian's name of the architecture.
    pub architecture: &'static str,
    /// The suite in apt.
    pub apt: Suite<'p>,
}

/// Fetches the lists of all suites, or uses the lists of the last run, and finds the images in each suite. A suite that
/// is not available is reported, and left to the next run.
///
/// # Errors
/// When this machine has no apt for Debian, or no suite offers a kernel.
pub fn open<'p>(project: &'p Project, state: &Path, fetches: bool) -> Outcome<Vec<(Place<'p>, Vec<Image>)>> {
    let (main, keys) = mirror(project)?;
    let main = main.trim_end_matches('/');
    let security = format!("{}-security", main.strip_suffix("-security").unwrap_or(main));
    let mut found = Vec::new();
    for suite in SUITES {
        for architecture in ARCHITECTURES {
            let from = if suite.ends_with("-security") { &security } else { main };
            let from = (from.to_owned(), keys.clone());
            match place(project, &state.join(architecture), suite, architecture, from, fetches) {
                Ok((_, images)) if images.is_empty() => {}
                Ok(place) => found.push(place),
                Err(Failure(why)) => println!("    {suite} has no lists for {architecture} now: {}", first_error(&why)),
            }
        }
        let of_suite = found.iter().filter(|(place, _)| place.suite == suite);
        let images: usize = of_suite.map(|(_, images)| images.len()).sum();
        println!("    {suite}: {images} kernels");
    }
    if found.is_empty() {
        return Err(Failure("no suite of Debian offers a kernel; is there a network?".to_owned()));
    }
    Ok(found)
}

fn place<'p>(
    project: &'p Project,
    state: &Path,
    suite: &'static str,
    architecture: &'static str,
    from: (String, String),
    fetches: bool,
) -> Outcome<(Place<'p>, Vec<Image>)> {
    let apt = Suite::open_at(project, state, suite, &BTreeSet::from([architecture]), from, fetches)?;
    let names = apt.names("linux-")?.into_iter().filter(|name| Image::is_named(name));
    let specs: Vec<String> = names.map(|name| format!("{name}:{architecture}")).collect();
    let offers = if specs.is_empty() { Vec::new() } else { apt.offers(&specs)? };
    let images = offers.iter().filter_map(|offer| Image::of(offer, suite)).collect();
    Ok((Place { suite, architecture, apt }, images))
}

/// The first error in apt's output; if there is none, the first line.
pub fn first_error(why: &str) -> &str {
    let line = why.lines().find(|line| line.starts_with("E: ")).or_else(|| why.lines().next());
    line.unwrap_or_default()
}
