//! Bills of materials (CycloneDX): the libraries in the programs for Linux and in the JavaScript package. `notices.rs`
//! finds these libraries; crate `bill` writes the documents.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use super::{VERSION, program};
use crate::machine::{Doing, Failure, Outcome, Project};
use crate::notices::{self, Library};
use crate::tool;

/// Writes `btfscope-VERSION.cdx.json` for the Linux programs with the page inside, and `btfscope-npm-VERSION.cdx.json`
/// for the JavaScript package.
pub fn write(project: &Project, to: &Path) -> Outcome<()> {
    let lock = fs::read_to_string(project.top.join("Cargo.lock")).doing("read Cargo.lock")?;
    let digests = digests(&lock);
    let mut inside = notices::libraries_of(project, notices::PAGE, None)?;
    for target in &program::LINUX {
        inside.extend(notices::libraries_of(project, notices::PROGRAM, Some(target.triple))?);
    }
    inside.sort();
    inside.dedup();
    let npm = notices::libraries_of(project, notices::NPM, None)?;
    for (name, kind, purl, libraries) in [
        ("btfscope", "application", format!("pkg:github/btfscope/btfscope@v{VERSION}"), inside),
        ("btfscope-npm", "library", format!("pkg:npm/btfscope@{VERSION}"), npm),
    ] {
        let file = to.join(format!("{name}-{VERSION}.cdx.json"));
        let mut bill = tool::command(project, tool::BILL)?;
        bill.args([kind, &purl]).stdin(Stdio::piped()).stdout(File::create(&file).doing(file.display())?);
        let mut child = bill.spawn().doing("the writer of bills does not start")?;
        if let Some(mut input) = child.stdin.take() {
            input.write_all(lines(&libraries, &digests).as_bytes()).doing("pass libraries to the writer of bills")?;
        }
        let status = child.wait().doing("wait for the writer of bills")?;
        if !status.success() {
            return Err(Failure(format!("{} was not written ({status})", file.display())));
        }
    }
    Ok(())
}

/// A library on each line, as crate `bill` reads them.
fn lines(libraries: &[Library], digests: &BTreeMap<(String, String), String>) -> String {
    let line = |library: &Library| {
        let Library { name, version, licence, repository } = library;
        let digest = digests.get(&(name.clone(), version.clone())).map_or("", String::as_str);
        format!("{name}\t{version}\t{licence}\t{repository}\t{digest}\n")
    };
    libraries.iter().map(line).collect()
}

/// The digests of libraries in Cargo.lock, by name and version.
fn digests(lock: &str) -> BTreeMap<(String, String), String> {
    let value = |block: &str, key: &str| {
        let line = block.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \""));
        line.and_then(|line| line.strip_suffix('"')).map(str::to_owned)
    };
    let blocks = lock.split("[[package]]");
    blocks
        .filter_map(|block| Some(((value(block, "name")?, value(block, "version")?), value(block, "checksum")?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_digests_from_the_lock_file() {
        let lock = "version = 4\n\n[[package]]\nname = \"a\"\nversion = \"1.0.0\"\nsource = \"registry\"\nchecksum = \"abc\"\n\n\
                    [[package]]\nname = \"ours\"\nversion = \"0.1.0\"\n";
        let digests = digests(lock);
        assert_eq!(digests.len(), 1);
        let library = |name: &str| {
            let [name, version, licence, repository] = [name, "1.0.0", "MIT", "https://x"].map(str::to_owned);
            Library { name, version, licence, repository }
        };
        assert_eq!(
            lines(&[library("a"), library("b")], &digests),
            "a\t1.0.0\tMIT\thttps://x\tabc\nb\t1.0.0\tMIT\thttps://x\t\n"
        );
    }
}
