//! Writes zip files: of the built page, to be unpacked behind any web server, and of the folders of programs.

use std::fs;
use std::io::{self, Seek, Write};
use std::path::Path;

use ::zip::write::SimpleFileOptions;
use ::zip::{CompressionMethod, DateTime, ZipWriter};

use crate::files;

/// The read-me of the unpacked folder.
const READ_ME: &str = "\
btfscope: explore the BTF types of Linux kernels, modules and BPF programs in the browser.

Serve this folder with any web server, at any path. Browsers run no WebAssembly from a folder on the disk. On your
own computer, run

    python3 -m http.server --bind 127.0.0.1 8000

in this folder, and open http://127.0.0.1:8000/. The page asks other servers than its own only for files whose addresses
you give it. Files that you open in it stay on your computer.
";

/// Writes `READ_ME` and all files of a built page, below `top`.
pub fn page(folder: &Path, top: &str, to: impl Write + Seek) -> io::Result<()> {
    let mut zip = ZipWriter::new(to);
    zip.start_file(format!("{top}/READ-ME.txt"), options())?;
    zip.write_all(READ_ME.as_bytes())?;
    all(zip, folder, top)
}

/// Writes all files of a folder, below `top`.
pub fn folder(folder: &Path, top: &str, to: impl Write + Seek) -> io::Result<()> {
    all(ZipWriter::new(to), folder, top)
}

fn options() -> SimpleFileOptions {
    SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644)
}

fn all(mut zip: ZipWriter<impl Write + Seek>, folder: &Path, top: &str) -> io::Result<()> {
    for (path, file) in files(folder)? {
        zip.start_file(format!("{top}/{path}"), options())?;
        zip.write_all(&fs::read(&file)?)?;
    }
    zip.finish()?;
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
            page(&folder, "btfscope-1", &mut bytes).unwrap();
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
