//! How much a first visit loads: what the files of the page take after brotli at its best, which is what a good web server sends.

use std::path::{Path, PathBuf};

use xtask::programs;

use crate::machine::{Failure, Outcome, Project, output};

/// What all files together may take, in bytes of brotli.
const MOST: u64 = 400_000;

/// Prints a row for each file and one for all, then the sum as a bare number.
const SIZES: &str = r#"
const fs = require('fs'), path = require('path'), zlib = require('zlib');
const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 11, [zlib.constants.BROTLI_PARAM_LGWIN]: 24 };
const row = (name, size, small) =>
  console.log(`  ${size.toLocaleString('en').padStart(11)} ${small.toLocaleString('en').padStart(11)}   ${name}`);
const [count, ...files] = process.argv.slice(1);
const all = (what, files) => {
  let sum = 0, packed = 0;
  for (const file of files) {
    const bytes = fs.readFileSync(file), small = zlib.brotliCompressSync(bytes, { params }).length;
    sum += bytes.length; packed += small;
    row(path.basename(file), bytes.length, small);
  }
  row(what, sum, packed);
  return packed;
};
const first = all('first load', files.slice(0, count));
all('the worker, when it is needed', files.slice(count));
console.log(first);
"#;

/// The files that a first visit loads, of those in the built page's folder: the samples are loaded on a click.
pub fn is_part(dist: &Path, file: &Path) -> bool {
    let kinds = ["html", "css", "js", "wasm"];
    // The service worker comes when the page is there, and fetches nothing that is not.
    let later = file.file_name().is_some_and(|name| name == "sw.js");
    !later
        && file.parent() == Some(dist)
        && file.extension().is_some_and(|kind| kinds.iter().any(|known| kind == *known))
}

/// Prints what the files take that are loaded first, and those that are loaded later. An error when the first are too much; without
/// node it cannot be told, and that is said.
pub fn check(project: &Project, first: &[PathBuf], later: &[PathBuf]) -> Outcome<()> {
    let Some(node) = programs::on_path("node") else {
        println!("SKIPPED the size of the first load: there is no node to pack it with");
        return Ok(());
    };
    let table =
        output(project.program(node)?.args(["-e", SIZES, "--", &first.len().to_string()]).args(first).args(later))?;
    let (rows, sum) = table.rsplit_once('\n').unwrap_or_default();
    println!("        bytes  in brotli\n{rows}");
    match sum.parse() {
        Ok(0u64) | Err(_) => Err(Failure("the size of the first load could not be measured".to_owned())),
        Ok(sum) if sum > MOST => Err(Failure(format!("the first load takes {sum} bytes of brotli, more than {MOST}"))),
        Ok(_) => Ok(()),
    }
}
