//! Tables that describe the kernel in each file, for those who build an atlas.

use std::collections::HashMap;

/// A table of kernels: tab-separated, the first line names the columns.
#[derive(Clone, Default, Debug)]
pub struct KernelTable {
    /// By file name.
    rows: HashMap<String, KernelRow>,
}

/// The row of a table for one file: values by column.
#[derive(Clone, Default, Debug)]
pub struct KernelRow(HashMap<String, String>);

impl KernelTable {
    /// Reads a table. The column `file` is required; `distribution`, `suite`, `package_version`, `upstream`, `release`,
    /// `arch`, `flavour` and `sha256` are used, others ignored. `None` without a column `file`.
    pub fn parse(text: &str) -> Option<KernelTable> {
        let mut lines = text.lines();
        let head: Vec<&str> = lines.next().unwrap_or_default().trim_start_matches('#').split('\t').collect();
        if !head.contains(&"file") {
            return None;
        }
        let mut table = KernelTable::default();
        for line in lines.filter(|line| !line.trim().is_empty()) {
            let row: HashMap<String, String> =
                head.iter().zip(line.split('\t')).map(|(k, v)| ((*k).to_owned(), v.to_owned())).collect();
            if let Some(file) = row.get("file") {
                table.rows.insert(file.clone(), KernelRow(row));
            }
        }
        Some(table)
    }

    /// The row of the file of this name, or of the same file compressed by xz.
    pub fn row(&self, name: &str) -> Option<&KernelRow> {
        self.rows.get(name).or_else(|| self.rows.get(&format!("{name}.xz")))
    }
}

impl KernelRow {
    /// The cell of a column, without blanks around it; empty if the row has no such cell.
    pub fn cell(&self, name: &str) -> &str {
        self.0.get(name).map(|cell| cell.trim()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_by_their_file() {
        let table = KernelTable::parse("#release\tfile\tarch\n6.1\ta.btf.xz\t amd64 \n\n6.2\n").unwrap();
        let row = table.row("a.btf").unwrap();
        assert_eq!((row.cell("release"), row.cell("arch"), row.cell("flavour")), ("6.1", "amd64", ""));
        assert!(table.row("6.2").is_none() && table.row("a").is_none());
        assert!(KernelTable::parse("release\tarch\n6.1\tamd64\n").is_none() && KernelTable::parse("").is_none());
    }
}
