//! Golden files: expected output, stored in the repository. `UPDATE=1` rewrites them.

use std::path::Path;
use std::{env, fs};

/// Compares with a golden file, or writes it when `UPDATE=1` is set.
///
/// # Panics
/// When they differ (the message has the first line that does), or when the file cannot be read or written.
pub fn golden(path: &Path, ours: &[u8]) {
    if env::var_os("UPDATE").is_some() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, ours).expect("a file");
        return;
    }
    let theirs = fs::read(path).unwrap_or_else(|e| panic!("{}: {e}; UPDATE=1 writes it", path.display()));
    if ours == theirs {
        return;
    }
    let lines = |bytes: &[u8]| -> Vec<String> {
        bytes.split(|&b| b == b'\n').map(|line| String::from_utf8_lossy(line).into_owned()).collect()
    };
    let (ours, theirs) = (lines(ours), lines(&theirs));
    let same = ours.iter().zip(&theirs).take_while(|(a, b)| a == b).count();
    let at = |lines: &[String]| lines.get(same).map_or("(its end)", String::as_str).to_owned();
    panic!(
        "{}, line {}:\n  theirs {}\n  ours   {}\nUPDATE=1 writes it anew",
        path.display(),
        same + 1,
        at(&theirs),
        at(&ours)
    );
}
