//! Tab-separated output: a row for each relocation, for comparison with libbpf's results.

use dump::Sink;
use relo::COLUMNS;

use super::{Answers, Program, shown, unresolved};
use crate::out::{Out, out};

/// Prints a table for each target.
pub fn print(program: &Program<'_>, targets: &[Answers], out: &mut Out) {
    for t in targets {
        if targets.len() > 1 {
            out!(out, "#target\t{}\n", text::tsv_cell(&t.name));
        }
        out!(out, "#{}\n", COLUMNS.join("\t"));
        for (record, a) in shown(program, t) {
            if out.is_closed() {
                return;
            }
            let cells = relo::cells(program.btf, record, &a.outcome, relo::insn_of(program.object, record));
            out!(out, "{}\n", cells.join("\t"));
        }
    }
}

/// The columns that need no target.
const LOCAL: [usize; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 18];

/// Prints the columns that are known without a target.
pub fn local(program: &Program<'_>, out: &mut Out) {
    out!(out, "#{}\n", LOCAL.map(|i| COLUMNS[i]).join("\t"));
    for record in &program.records {
        let outcome = unresolved(program, record);
        let cells = relo::cells(program.btf, record, &outcome, relo::insn_of(program.object, record));
        out!(out, "{}\n", LOCAL.map(|i| cells[i].as_str()).join("\t"));
    }
}
