//! Writes tar.gz files of programs.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use ::tar::{Builder, EntryType, Header};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::files;

/// Writes all files of a folder, below `top`. All of them belong to root and have one date, in seconds since 1970.
pub fn gz(folder: &Path, top: &str, date: u64, to: impl Write) -> io::Result<()> {
    write(folder, top, date, GzEncoder::new(to, Compression::best()))?.finish()?.flush()
}

fn write<W: Write>(folder: &Path, top: &str, date: u64, to: W) -> io::Result<W> {
    let mut tar = Builder::new(to);
    for (path, file) in files(folder)? {
        let bytes = fs::read(&file)?;
        let is_program = !path.contains('/') && path.starts_with("btfscope");
        let mut header = Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(if is_program { 0o755 } else { 0o644 });
        header.set_mtime(date);
        header.set_uid(0);
        header.set_gid(0);
        header.set_entry_type(EntryType::Regular);
        tar.append_data(&mut header, format!("{top}/{path}"), &bytes[..])?;
    }
    tar.into_inner()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_has_all_files_and_one_program() {
        let folder = std::env::temp_dir().join(format!("btfscope-tar-{}", std::process::id()));
        fs::create_dir_all(folder.join("man")).unwrap();
        fs::write(folder.join("btfscope"), "program").unwrap();
        fs::write(folder.join("man/btfscope.1"), "page").unwrap();
        let pack = || write(&folder, "btfscope-1", 86_400, Vec::new()).unwrap();
        let bytes = pack();
        fs::write(folder.join("btfscope"), "program").unwrap();
        assert_eq!(bytes, pack(), "dates of files are not in it");
        let mut archive = ::tar::Archive::new(&bytes[..]);
        let found: Vec<String> = archive
            .entries()
            .unwrap()
            .map(|entry| {
                let entry = entry.unwrap();
                let (path, header) = (entry.path().unwrap().display().to_string(), entry.header());
                format!("{path} {:o} {} {}", header.mode().unwrap(), header.mtime().unwrap(), header.uid().unwrap())
            })
            .collect();
        assert_eq!(found, ["btfscope-1/btfscope 755 86400 0", "btfscope-1/man/btfscope.1 644 86400 0"]);
        fs::remove_dir_all(folder).unwrap();
    }
}
