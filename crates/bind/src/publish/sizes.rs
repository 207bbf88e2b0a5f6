//! Sizes of files after brotli at its best, as a good web server sends them.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use brotli::CompressorWriter;

/// The best quality, and the largest window that every browser unpacks (16 MiB).
const QUALITY: u32 = 11;
const WINDOW: u32 = 24;

/// A row for each file and for each of the two sums (the second only if there are files for it); the last line is the first sum alone, in bytes.
///
/// # Errors
/// When a file cannot be read.
pub fn table(first: &[PathBuf], later: &[PathBuf]) -> Result<String, String> {
    let mut out = String::new();
    let sum = rows(&mut out, "first load", first)?;
    if !later.is_empty() {
        rows(&mut out, "later, when it is needed", later)?;
    }
    Ok(format!("{out}{sum}\n"))
}

/// Appends the rows of some files and of their sum. Returns the sum after brotli in bytes.
fn rows(out: &mut String, what: &str, files: &[PathBuf]) -> Result<usize, String> {
    let (mut bytes, mut packed) = (0, 0);
    for file in files {
        let (size, small) = file_sizes(file).map_err(|error| format!("{}: {error}", file.display()))?;
        row(out, &file.file_name().unwrap_or_default().to_string_lossy(), size, small);
        bytes += size;
        packed += small;
    }
    row(out, what, bytes, packed);
    Ok(packed)
}

fn file_sizes(file: &Path) -> std::io::Result<(usize, usize)> {
    let bytes = fs::read(file)?;
    Ok((bytes.len(), packed(&bytes)?))
}

/// The length of these bytes after brotli.
fn packed(bytes: &[u8]) -> std::io::Result<usize> {
    let mut packer = CompressorWriter::new(Vec::new(), 1 << 16, QUALITY, WINDOW);
    packer.write_all(bytes)?;
    Ok(packer.into_inner().len())
}

fn row(out: &mut String, name: &str, bytes: usize, packed: usize) {
    out.push_str(&format!("  {:>11} {:>11}   {name}\n", text::grouped(bytes as u64), text::grouped(packed as u64)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_text_is_small_and_noise_is_not() {
        assert!(packed("the same words ".repeat(1000).as_bytes()).unwrap() < 60);
        let mut state = 1u32;
        let noise: Vec<u8> = (0..10_000)
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                state.to_be_bytes()[0]
            })
            .collect();
        assert!((10_000..10_100).contains(&packed(&noise).unwrap()));
    }

    #[test]
    fn the_last_line_is_the_sum_of_the_first_files() {
        let file = std::env::temp_dir().join(format!("btfscope-sizes-{}", std::process::id()));
        fs::write(&file, "x".repeat(5000)).unwrap();
        let alone = packed(&[b'x'; 5000]).unwrap();
        let text = table(&[file.clone(), file.clone()], std::slice::from_ref(&file)).unwrap();
        assert_eq!(text.lines().last(), Some((2 * alone).to_string().as_str()));
        let alone = table(std::slice::from_ref(&file), &[]).unwrap();
        assert!(alone.contains("first load") && !alone.contains("when it is needed"), "{alone}");
        assert!(text.contains("10,000") && text.contains("first load") && text.contains("when it is needed"), "{text}");
        fs::remove_file(&file).unwrap();
        assert!(table(&[file], &[]).unwrap_err().contains("btfscope-sizes"));
    }
}
