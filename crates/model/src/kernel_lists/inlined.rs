//! The table of inlined calls.

use btf::Btf;
use relate::{arguments, sites};

use super::{Table, called, hex};

/// The sites where the functions of `btf` were inlined: by function, then by section and offset.
pub fn inlined_table(btf: &Btf) -> Table {
    let columns = [
        ("id", "id", true),
        ("function", "function", false),
        ("section", "section", false),
        ("offset", "offset", false),
        ("arguments", "its arguments there", false),
    ];
    let mut table = Table::new("Inlined calls", &columns, 1);
    table.about.push("Where functions were inlined, and where their arguments live there.".to_owned());
    let mut all: Vec<_> = sites(btf).collect();
    let name = |id| btf.get(id).map_or(&[][..], |t| t.name_bytes());
    all.sort_by(|a, b| {
        name(a.func).cmp(name(b.func)).then(a.func.cmp(&b.func)).then((a.section, a.offset).cmp(&(b.section, b.offset)))
    });
    for site in all {
        let cells = vec![
            site.func.0.to_string(),
            called(btf, site.func).1,
            called(btf, site.section).1,
            hex(site.offset),
            arguments(btf, &site),
        ];
        table.push(cells, Some(site.func), btf.get(site.func).is_none());
    }
    table
}
