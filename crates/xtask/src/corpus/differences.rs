//! Differences between the tools of the table and the versions that the project follows (bpftool 7.8, pahole 1.31):
//! `differences.tsv`.

use crate::machine::{Failure, Outcome};

/// The folder of structs that pahole 1.30 prints differently from 1.31; `tests/tests/dump/pahole.rs` knows the
/// differences.
pub const OLD_PAHOLE: &str = "ref/pahole-1.30";

/// The tools that differ, each with its argument for the version and the version that the differences are for. Other
/// versions are refused, because their differences are unknown.
pub const VERSIONS: [(&str, &str, &str); 3] =
    [("bpftool", "version", "7.5."), ("pahole", "--version", "1.30"), ("llvm-objdump", "--version", "22.")];

/// A line of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    tool: String,
    file: String,
    part: String,
}

impl Difference {
    /// True if it is about this tool, file and part. The file in the table may contain a `*`.
    pub fn is_of(&self, tool: &str, file: &str, part: &str) -> bool {
        let fits = match self.file.split_once('*') {
            Some((start, end)) => {
                file.len() >= start.len() + end.len() && file.starts_with(start) && file.ends_with(end)
            }
            None => self.file == file,
        };
        fits && self.tool == tool && self.part == part
    }
}

/// The table.
pub fn table() -> Vec<Difference> {
    let text = include_str!("differences.tsv");
    let line = |line: &str| {
        let mut cells = line.split('\t').map(str::to_owned);
        Some(Difference { tool: cells.next()?, file: cells.next()?, part: cells.next()? })
    };
    text.lines().skip(1).filter_map(line).collect()
}

/// A block that bpftool prints in every C file from version 7.6 on, after the definition of `__weak`.
const FASTCALL: &str = "\
#ifndef __bpf_fastcall
#if __has_attribute(bpf_fastcall)
#define __bpf_fastcall __attribute__((bpf_fastcall))
#else
#define __bpf_fastcall
#endif
#endif

";

/// The end of the text before [`FASTCALL`].
const WEAK: &str = "#define __weak __attribute__((weak))\n#endif\n\n";

/// Adds `FASTCALL` to the C of bpftool 7.5, as 7.8 prints it.
///
/// # Errors
/// When the text has no `WEAK`, or already has `__bpf_fastcall`.
pub fn with_fastcall(text: &str) -> Outcome<String> {
    match text.split_once(WEAK) {
        Some((before, behind)) if !text.contains("__bpf_fastcall") => Ok([before, WEAK, FASTCALL, behind].concat()),
        _ => Err(Failure("its C does not begin like that of bpftool 7.5".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_block_is_put_behind_weak_once() {
        let text = format!("#ifndef __weak\n{WEAK}enum;\n");
        let with = with_fastcall(&text).unwrap_or_else(|Failure(why)| panic!("{why}"));
        assert_eq!(with, format!("#ifndef __weak\n{WEAK}{FASTCALL}enum;\n"));
        assert!(with_fastcall(&with).is_err(), "a newer bpftool's text");
        assert!(with_fastcall("enum;\n").is_err());
    }

    #[test]
    fn lines_of_the_table_are_of_files() {
        let d =
            Difference { tool: "pahole".into(), file: "btf/vmlinux-deb-6.12.*-s390x.btf".into(), part: "net".into() };
        assert!(d.is_of("pahole", "btf/vmlinux-deb-6.12.107-s390x.btf", "net"));
        assert!(!d.is_of("pahole", "btf/vmlinux-deb-6.12.107-s390x.btf", "page"));
        assert!(!d.is_of("pahole", "btf/vmlinux-deb-6.1.107-s390x.btf", "net"));
        assert!(!d.is_of("pahole", "btf/vmlinux-deb-6.12.-s390x", "net"));
    }
}
