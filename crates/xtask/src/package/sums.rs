//! SHA256SUMS: the digests of all files of a release, as `sha256sum --check` reads them.

use std::fs;
use std::path::Path;

use crate::dist;
use crate::machine::{Doing, Outcome, Project, output};

/// The name of the list.
const LIST: &str = "SHA256SUMS";

/// A line for each file directly in a folder: 64 digits, two spaces, the name; sorted by name, without the list itself.
/// Uses the program `sha256sum`.
pub fn of(project: &Project, folder: &Path) -> Outcome<String> {
    let mut sum = project.program("sha256sum")?;
    sum.current_dir(folder).arg("--");
    for file in dist::files(folder).doing(folder.display())? {
        let name = file.file_name().unwrap_or_default();
        if file.parent() == Some(folder) && name != LIST {
            sum.arg(name);
        }
    }
    // Without names sha256sum would read standard input.
    let lines = if sum.get_args().len() == 1 { String::new() } else { output(&mut sum)? };
    Ok(lines.lines().map(|line| format!("{line}\n")).collect())
}

/// Writes the list of a folder.
pub fn write(project: &Project, folder: &Path) -> Outcome<()> {
    fs::write(folder.join(LIST), of(project, folder)?).doing("write SHA256SUMS")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn lists_each_file_but_itself() {
        let project = Project::find().unwrap();
        let folder = std::env::temp_dir().join(format!("btfscope-sums-{}", std::process::id()));
        fs::create_dir_all(folder.join("below")).unwrap();
        assert_eq!(of(&project, &folder).unwrap(), "");
        fs::write(folder.join("below/c"), "").unwrap();
        fs::write(folder.join("a.tar.gz"), "abc").unwrap();
        fs::write(folder.join("b"), "").unwrap();
        write(&project, &folder).unwrap();
        write(&project, &folder).unwrap();
        // The digests of FIPS 180-4's example and of nothing.
        assert_eq!(
            fs::read_to_string(folder.join(LIST)).unwrap(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a.tar.gz\n\
             e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  b\n"
        );
        fs::remove_dir_all(folder).unwrap();
    }
}
