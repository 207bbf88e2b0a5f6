//! `cargo xtask fuzz`: runs a target of `fuzz/` for some time (docs/fuzzing.md).

use std::collections::BTreeSet;
use std::fs;

use xtask::programs;

use crate::machine::{Doing, Failure, Outcome, Project, run};
use crate::setup;

/// How long a target runs by default, in seconds.
const SECONDS: u32 = 600;

/// Seconds of wall-clock time after which an input counts as a hang. The limit is high, because machines are shared and
/// debug assertions are on.
const TIMEOUT: u32 = 60;

/// The most memory that a target may take, in MB.
const MEMORY: u32 = 2048;

/// The target to run, and for how long.
#[derive(Debug, PartialEq, Eq)]
pub struct Options {
    /// The target; if it is `None`, the targets are listed.
    target: Option<String>,
    seconds: u32,
}

impl Options {
    /// Reads `TARGET --seconds N`.
    pub fn parse(words: Vec<String>) -> Outcome<Options> {
        let mut options = Options { target: None, seconds: SECONDS };
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            if word == "--seconds" {
                let given = words.next().and_then(|text| text.parse().ok()).filter(|&n| n > 0);
                options.seconds = given.ok_or(Failure("--seconds needs a number from 1 on".to_owned()))?;
            } else if word.starts_with('-') || options.target.is_some() {
                return Err(Failure(format!("unknown argument: {word}")));
            } else {
                options.target = Some(word);
            }
        }
        Ok(options)
    }
}

/// Runs a target, or lists all.
///
/// # Errors
/// When the target does not exist, a tool is missing, or the target finds a fault.
pub fn fuzz(project: &Project, options: &Options) -> Outcome<()> {
    let targets = targets(project)?;
    let Some(target) = options.target.as_ref().filter(|target| targets.contains(*target)) else {
        let all: Vec<&str> = targets.iter().map(String::as_str).collect();
        return match &options.target {
            None => {
                println!("{}", all.join("\n"));
                Ok(())
            }
            Some(other) => Err(Failure(format!("no target {other:?}; there are {}", all.join(", ")))),
        };
    };
    if programs::on_path("c++").is_none() {
        return Err(Failure("libFuzzer needs a C++ compiler, and there is no c++ (Debian: g++)".to_owned()));
    }
    setup::fuzzer(project)?;
    let folder = project.top.join("fuzz");
    // This folder also has the inputs that earlier runs found.
    let corpus = folder.join("corpus").join(target);
    if !corpus.is_dir() {
        run(project.cargo()?.current_dir(&folder).args(["run", "--quiet", "--release", "--example", "seeds"]))?;
        fs::create_dir_all(&corpus).doing("create the folder of inputs")?;
    }
    println!("Building {target} (minutes the first time), then running it for {} s ...", options.seconds);
    let mut fuzz = project.program("cargo-fuzz")?;
    // The crates that are tested have no unsafe code: no sanitizer is needed, and so no nightly compiler.
    fuzz.current_dir(&folder).env("RUSTC_BOOTSTRAP", "1");
    fuzz.args(["fuzz", "run", "--sanitizer", "none", target]).arg(&corpus);
    let seeds = folder.join("seeds").join(target);
    if seeds.is_dir() {
        fuzz.arg(seeds);
    }
    fuzz.args(["--", &format!("-max_total_time={}", options.seconds), &format!("-timeout={TIMEOUT}")]);
    run(fuzz.args([&format!("-rss_limit_mb={MEMORY}"), "-print_final_stats=1"]))
}

/// The names of all targets.
fn targets(project: &Project) -> Outcome<BTreeSet<String>> {
    let folder = project.top.join("fuzz/fuzz_targets");
    let entries = fs::read_dir(&folder).doing(folder.display())?;
    let names = entries.map(|entry| Some(entry.ok()?.file_name().to_str()?.strip_suffix(".rs")?.to_owned()));
    Ok(names.flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(words: &[&str]) -> Option<(Option<String>, u32)> {
        let options = Options::parse(words.iter().map(|word| (*word).to_owned()).collect()).ok()?;
        Some((options.target, options.seconds))
    }

    #[test]
    fn arguments() {
        assert_eq!(parsed(&[]), Some((None, 600)));
        assert_eq!(parsed(&["btf", "--seconds", "5"]), Some((Some("btf".to_owned()), 5)));
        for bad in [&["btf", "dump"] as &[&str], &["--seconds"], &["--seconds", "0"], &["--jobs"]] {
            assert_eq!(parsed(bad), None, "{bad:?}");
        }
    }

    /// Each target is in docs/fuzzing.md, and in fuzz/Cargo.toml: cargo builds only the targets that are named there.
    #[test]
    fn every_target_is_built_and_documented() {
        let project = Project::find().unwrap();
        let manifest = fs::read_to_string(project.top.join("fuzz/Cargo.toml")).unwrap();
        let document = fs::read_to_string(project.top.join("docs/fuzzing.md")).unwrap();
        let targets = targets(&project).unwrap();
        assert!(targets.len() > 25, "{targets:?}");
        for target in &targets {
            assert!(manifest.contains(&format!("path = \"fuzz_targets/{target}.rs\"")), "{target}");
            assert!(document.contains(&format!("\n| `{target}` |")), "{target}");
        }
        assert_eq!(manifest.matches("[[bin]]").count(), targets.len());
    }
}
