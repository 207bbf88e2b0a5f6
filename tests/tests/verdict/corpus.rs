//! The corpus: what the parsers of four kernels say of small blobs, and nothing of real files.

use btf::Endian;
use tests::reference::corpus_or_skip;
use verdict::{Options, Version, escape, judge};

/// Columns of the index, and whose they are.
const COLUMNS: [(usize, Version); 4] =
    [(1, Version::V7_2), (2, Version::V6_18), (3, Version::V6_12), (4, Version::V6_1)];

/// The log's last line, by 7.2.
const LAST_LINE: usize = 6;

/// Errno of every kernel, and the last line of 7.2's log.
#[test]
fn small_blobs_are_judged_as_by_four_kernels() {
    let Some(corpus) = corpus_or_skip() else { return };
    let folder = corpus.root().join("verdict");
    let index = std::fs::read_to_string(folder.join("index.tsv")).expect("the index");
    let (mut wrong, mut answers, mut lines) = (Vec::new(), 0, 0);
    for row in index.lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let blob = std::fs::read(folder.join(cells[0])).unwrap_or_else(|e| panic!("{}: {e}", cells[0]));
        for (column, version) in COLUMNS {
            answers += 1;
            let options = Options { endian: Some(Endian::Little), whole_log: true, ..Options::new(version) };
            let verdict = judge(&blob, &options);
            let errno = verdict.errno.map_or(0, |errno| -errno.0);
            if errno.to_string() != cells[column] {
                let line = escape(verdict.last_line());
                wrong.push(format!("{} on {version}: {errno} ({line}), expected {}", cells[0], cells[column]));
            }
            let brief = judge(&blob, &Options { whole_log: false, ..options });
            assert_eq!(brief.faults, verdict.faults, "{} on {version}", cells[0]);
            let silent = verdict.faults.first().is_some_and(|fault| fault.words.is_empty());
            if errno != 0 && !silent {
                assert_eq!(brief.last_line(), verdict.last_line(), "{} on {version}", cells[0]);
                let words = &verdict.faults[0].words;
                assert_eq!(*words, escape(verdict.last_line()), "{} on {version}", cells[0]);
            }
            if version == Version::V7_2 && errno != 0 {
                lines += 1;
                let line = if silent { String::new() } else { escape(verdict.last_line()) };
                if line != cells[LAST_LINE] {
                    wrong.push(format!("{}: {line:?}, expected {:?}", cells[0], cells[LAST_LINE]));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {answers} answers:\n{}", wrong.len(), wrong.join("\n"));
    assert!(answers >= 1120 && lines >= 150, "only {answers} answers, {lines} lines");
}
