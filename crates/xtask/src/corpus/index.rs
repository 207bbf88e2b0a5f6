//! `INDEX.tsv`: one row for each file. Its facts about types come from bpftool, those about the header from the file.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::take::Item;
use crate::machine::{Doing, Failure, Outcome};

const HEADING: &str =
    "file\twhat\tsource\tlicence\tsize\tendian\tptr\thdr_len\tlayout_len\tntypes\tmaxvlen\tkinds\tsections";

/// Parts of the original corpus that no package contains: a test that needs one of them prints that it is absent, and
/// goes on.
pub const ABSENT: [(&str, &str); 15] = [
    ("btf/vmlinux-retis-", "a kernel of another project's tests"),
    ("btf/mod-retis-", "a module of another project's tests"),
    ("btf/vmlinux-cilium-", "a kernel of another project's tests, with a layout section"),
    ("btf/mod-cilium-", "a module on its distilled base, of another project's tests"),
    ("btf/rawtests/", "the kernel's own tables of tests, with its verdicts"),
    ("objs/cilium/", "programs of another project's tests"),
    ("objs/own/", "programs of our own, by several compilers"),
    ("objs/selftests-", "the kernel's own test programs"),
    ("kernels", "40 kernels of five architectures"),
    ("needs", "the needs of 4,154 programs, and which of these a kernel loaded"),
    ("logs", "logs of a kernel that refuses programs, one for each message"),
    ("cases", "files of public reports"),
    ("verdict", "blobs that four kernels judged"),
    ("dwarf", "objects with debug information, and pahole's BTF of them"),
    ("objs/", "objects that were linked, that gcc made, or of 32-bit machines"),
];

/// Writes `INDEX.tsv` and `ABSENT.tsv`.
pub fn write(corpus: &Path, items: &[Item]) -> Outcome<()> {
    let rows = items.iter().map(|item| row(corpus, item)).collect::<Outcome<String>>()?;
    fs::write(corpus.join("INDEX.tsv"), format!("{HEADING}\n{rows}")).doing("write INDEX.tsv")?;
    let absent = ABSENT.map(|(start, what)| format!("{start}\t{what}\n")).concat();
    fs::write(corpus.join("ABSENT.tsv"), format!("file begins with\twhat it is\n{absent}")).doing("write ABSENT.tsv")
}

fn row(corpus: &Path, item: &Item) -> Outcome<String> {
    let size = fs::metadata(corpus.join("files").join(&item.file)).doing(&item.file)?.len();
    let blob = fs::read(&item.blob).doing(item.blob.display())?;
    let header = Header::read(&blob).ok_or_else(|| Failure(format!("{} does not begin as BTF", item.file)))?;
    // A whole module has no dump of its own; the file with its BTF alone has one.
    let dumped = match item.file.strip_suffix(".ko") {
        Some(_) => {
            let files = corpus.join("files");
            let blob = item.blob.strip_prefix(&files).doing(item.blob.display())?;
            corpus.join("ref").join(blob)
        }
        None => corpus.join("ref").join(&item.file),
    };
    let raw = fs::read_to_string(dumped.join("raw.txt")).doing(format_args!("raw.txt of {}", item.file))?;
    let types = Types::of(&raw);
    Ok(format!(
        "{}\t{}\t{}\tthat of the package\t{size}\t{}\t8\t{}\t{}\t{}\t{}\t{}\t\n",
        item.file,
        item.what,
        item.source,
        if header.big { "BE" } else { "LE" },
        header.length,
        header.layout,
        types.count,
        types.most_items,
        types.kinds,
    ))
}

/// The fields of a header.
struct Header {
    big: bool,
    /// Length of the header in bytes.
    length: u32,
    /// Length of the layout section in bytes; 0 if the header is shorter than 32 bytes, and so has no field for it.
    layout: u32,
}

impl Header {
    fn read(blob: &[u8]) -> Option<Header> {
        let big = match blob.get(..2)? {
            [0x9f, 0xeb] => false,
            [0xeb, 0x9f] => true,
            _ => return None,
        };
        let word = |at: usize| {
            let bytes: [u8; 4] = blob.get(at..at + 4)?.try_into().ok()?;
            Some(if big { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) })
        };
        let length = word(4)?;
        let layout = if length >= 32 { word(28)? } else { 0 };
        Some(Header { big, length, layout })
    }
}

/// The types in bpftool's raw dump: one for each line that begins with an id.
#[derive(Debug, PartialEq, Eq)]
struct Types {
    count: usize,
    most_items: u64,
    /// `KIND=count`, most frequent first.
    kinds: String,
}

impl Types {
    fn of(raw: &str) -> Types {
        let (mut counts, mut most_items) = (BTreeMap::<&str, usize>::new(), 0);
        for line in raw.lines().filter(|line| line.starts_with('[')) {
            let kind = line.split_whitespace().nth(1).unwrap_or_default();
            *counts.entry(kind).or_default() += 1;
            // A name may contain anything, but the text behind the name has no quote.
            let behind = line.rsplit('\'').next().unwrap_or_default();
            let items = behind.split_whitespace().find_map(|word| word.strip_prefix("vlen=")?.parse().ok());
            most_items = most_items.max(items.unwrap_or(0));
        }
        let mut kinds: Vec<(&str, usize)> = counts.into_iter().collect();
        kinds.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let count = kinds.iter().map(|(_, count)| count).sum();
        let kinds: Vec<String> = kinds.iter().map(|(kind, count)| format!("{kind}={count}")).collect();
        Types { count, most_items, kinds: kinds.join(" ") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_counted_in_a_raw_dump() {
        let raw = "[1] INT 'int' size=4 bits_offset=0 nr_bits=32 encoding=SIGNED\n[2] STRUCT 's' size=8 vlen=2\n\
                   \t'a' type_id=1 bits_offset=0\n\t'b' type_id=1 bits_offset=32\n[3] PTR '(anon)' type_id=2\n[4] PTR '(anon)' type_id=3\n";
        let found = Types::of(raw);
        assert_eq!(found, Types { count: 4, most_items: 2, kinds: "PTR=2 INT=1 STRUCT=1".to_owned() });
    }

    #[test]
    fn headers_of_both_orders_are_read() {
        let little =
            [0x9f, 0xeb, 1, 0, 32, 0, 0, 0].into_iter().chain([0; 20]).chain([7, 0, 0, 0]).collect::<Vec<u8>>();
        let header = Header::read(&little).expect("a header");
        assert_eq!((header.big, header.length, header.layout), (false, 32, 7));
        let header = Header::read(&[0xeb, 0x9f, 1, 0, 0, 0, 0, 24]).expect("a header");
        assert_eq!((header.big, header.length, header.layout), (true, 24, 0));
        assert!(Header::read(b"\x7fELF....").is_none());
    }
}
