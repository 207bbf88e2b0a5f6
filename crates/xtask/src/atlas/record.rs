//! `kernels.tsv`: the source of each kernel of the atlas. A kernel in it is not fetched again, except with `--modules`
//! if no types of its modules were noted.

use std::fs;
use std::path::Path;

use super::choose::Image;
use crate::machine::{Doing, Failure, Outcome};

const FILE: &str = "kernels.tsv";

/// The first line.
const HEADING: &str = "architecture\trelease\tpackage_version\tsuite\tpackage\tpackage_sha256\tbtf_sha256\tbtf_size\tmodules\tmodules_with_types";

/// The first line of older tables, written before the types of modules were read.
const EARLIER: &str =
    "architecture\trelease\tpackage_version\tsuite\tpackage\tpackage_sha256\tbtf_sha256\tbtf_size\tmodules";

/// The source of a kernel; a line of the table.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Row {
    cells: [String; 10],
}

impl Row {
    /// The line of a kernel. `said` is the line that `pool build` printed about it, four cells with tabs between them:
    /// the digest of its BTF, the size of its BTF in bytes, how many modules have BTF, and for how many of them types
    /// were noted.
    ///
    /// # Errors
    /// When `said` has more or fewer cells.
    pub fn of(image: &Image, said: &str) -> Outcome<Row> {
        let cells: Vec<&str> = said.split('\t').collect();
        let [digest, size, modules, types] = *cells else {
            return Err(Failure(format!("found {said:?}, expected digest, bytes, modules, modules with types")));
        };
        let p = &image.package;
        let cells = [
            &p.architecture,
            &image.release,
            &p.version,
            &p.suite,
            &p.package,
            &p.sha256,
            &digest.to_owned(),
            &size.to_owned(),
            &modules.to_owned(),
            &types.to_owned(),
        ];
        Ok(Row { cells: cells.map(String::clone) })
    }

    /// Debian's name of the architecture.
    pub fn architecture(&self) -> &str {
        &self.cells[0]
    }

    /// The suite that had its package: `bookworm-security`.
    pub fn suite(&self) -> &str {
        &self.cells[3]
    }

    /// The upstream version's first two numbers.
    pub fn branch(&self) -> String {
        release::Version::parse(&self.cells[2]).map(|v| v.series().to_string()).unwrap_or_default()
    }

    /// How many modules with BTF were read.
    pub fn modules(&self) -> u64 {
        self.cells[8].parse().unwrap_or(0)
    }

    /// For how many modules the names of types were noted, too.
    pub fn modules_with_types(&self) -> u64 {
        self.cells[9].parse().unwrap_or(0)
    }
}

/// The table.
#[derive(Debug, Default)]
pub struct Record {
    rows: Vec<Row>,
}

impl Record {
    /// Reads the table of a folder; empty if there is none. Lines of an older table get 0 for the missing column.
    ///
    /// # Errors
    /// When it cannot be read, has another heading, or has a line with more or fewer cells.
    pub fn read(folder: &Path) -> Outcome<Record> {
        let path = folder.join(FILE);
        if !path.exists() {
            return Ok(Record::default());
        }
        let text = fs::read_to_string(&path).doing(FILE)?;
        let mut lines = text.lines();
        let heading = lines.next();
        let earlier = heading == Some(EARLIER);
        if !earlier && heading != Some(HEADING) {
            return Err(Failure(format!("{FILE} has other columns than expected")));
        }
        let row = |line: &str| {
            let mut cells: Vec<String> = line.split('\t').map(str::to_owned).collect();
            if earlier {
                cells.push("0".to_owned());
            }
            let expected = HEADING.split('\t').count();
            let wrong = |cells: Vec<String>| {
                Failure(format!("{FILE}: found {} cells, expected {expected}, in the line {line:?}", cells.len()))
            };
            Ok(Row { cells: cells.try_into().map_err(wrong)? })
        };
        Ok(Record { rows: lines.map(row).collect::<Outcome<_>>()? })
    }

    /// The lines.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The line with the architecture, release and version of an image. It may be about another package: several
    /// packages can have the same kernel, for example signed and unsigned.
    pub fn of(&self, image: &Image) -> Option<&Row> {
        let wanted = [&image.package.architecture, &image.release, &image.package.version];
        self.rows.iter().find(|row| row.cells.iter().take(3).eq(wanted))
    }

    /// Adds a line, or replaces the line of the same kernel.
    pub fn add(&mut self, row: Row) {
        self.rows.retain(|old| old.cells[..3] != row.cells[..3]);
        self.rows.push(row);
    }

    /// Writes the table, sorted.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&mut self, folder: &Path) -> Outcome<()> {
        self.rows.sort();
        self.rows.dedup();
        let lines: Vec<String> = self.rows.iter().map(|row| row.cells.join("\t")).collect();
        fs::write(folder.join(FILE), format!("{HEADING}\n{}\n", lines.join("\n"))).doing(FILE)
    }
}
