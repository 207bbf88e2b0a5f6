//! Packs the built page into a zip file, to be unpacked behind any web server; also packs the folders of programs.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use ::zip::write::SimpleFileOptions;
use ::zip::{CompressionMethod, DateTime, ZipWriter};

use crate::dist;
use crate::machine::{Doing, Outcome, Project};

/// The read-me of the unpacked folder.
const READ_ME: &str = "\
btfscope: explore the BTF types of Linux kernels, modules and BPF programs in the browser.

Serve this folder with any web server, at any path. Browsers run no WebAssembly from a folder on the disk. On your
own computer, run

    python3 -m http.server --bind 127.0.0.1 8000

in this folder, and open http://127.0.0.1:8000/. The page asks other servers than its own only for files whose addresses
you give it. Files that you open in it stay on your computer.
";

/// Packs `dist/` into `target/btfscope-VERSION.zip`.
pub fn pack(project: &Project, dist: &Path) -> Outcome<PathBuf> {
    let top = format!("btfscope-{}", env!("CARGO_PKG_VERSION"));
    let place = project.top.join("target").join(format!("{top}.zip"));
    fs::create_dir_all(project.top.join("target")).doing("create target")?;
    write(dist, &top, File::create(&place).doing(place.display())?).doing(place.display())?;
    Ok(place)
}

/// Packs a folder with a program into a file, without adding `READ_ME`.
pub fn folder(tree: &Path, place: &Path) -> Outcome<()> {
    let top = tree.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut zip = ZipWriter::new(File::create(place).doing(place.display())?);
    files(&mut zip, tree, &top).doing(place.display())?;
    zip.finish().doing(place.display())?;
    Ok(())
}

/// Writes `READ_ME` and all files of a folder into a zip file, below `top`. The same folder always gives the same
/// bytes.
fn write(folder: &Path, top: &str, to: impl io::Write + io::Seek) -> io::Result<()> {
    let mut zip = ZipWriter::new(to);
    zip.start_file(format!("{top}/READ-ME.txt"), options())?;
    zip.write_all(READ_ME.as_bytes())?;
    files(&mut zip, folder, top)?;
    zip.finish()?;
    Ok(())
}

fn options() -> SimpleFileOptions {
    SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644)
}

fn files(zip: &mut ZipWriter<impl io::Write + io::Seek>, folder: &Path, top: &str) -> io::Result<()> {
    for file in dist::files(folder)? {
        let parts: Vec<_> =
            file.strip_prefix(folder).unwrap_or(&file).iter().map(|part| part.to_string_lossy()).collect();
        zip.start_file(format!("{top}/{}", parts.join("/")), options())?;
        zip.write_all(&fs::read(&file)?)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Read};

    use super::*;

    #[test]
    fn all_files_are_in_it_and_the_same_files_give_the_same_bytes() {
        let folder = std::env::temp_dir().join(format!("btfscope-zip-{}", std::process::id()));
        fs::create_dir_all(folder.join("samples")).unwrap();
        fs::write(folder.join("index.html"), "<html>").unwrap();
        fs::write(folder.join("samples/a.o"), [0; 1000]).unwrap();
        let pack = || {
            let mut bytes = Cursor::new(Vec::new());
            write(&folder, "btfscope-1", &mut bytes).unwrap();
            bytes.into_inner()
        };
        let bytes = pack();
        assert_eq!(bytes, pack());
        assert!(bytes.len() < 1500, "it is packed");
        let mut zip = ::zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
        let mut names: Vec<_> = zip.file_names().map(str::to_owned).collect();
        names.sort();
        assert_eq!(names, ["btfscope-1/READ-ME.txt", "btfscope-1/index.html", "btfscope-1/samples/a.o"]);
        let mut text = String::new();
        zip.by_name("btfscope-1/index.html").unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, "<html>");
        fs::remove_dir_all(folder).unwrap();
    }
}
