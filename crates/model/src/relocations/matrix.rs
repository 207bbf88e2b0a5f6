//! Relocations and kernels as a table, to look at and to save.

use relo::ReloVerdict;
use serde::Serialize;
use text::csv_row;

use crate::json_file::json_file;
use crate::tone::Tone;

use super::{CoreList, CoreRow, Head, verdict_word};

/// A cell of the matrix.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// A sign, so that colour is not the only difference.
    pub sign: &'static str,
    /// The result, with the value if there is one: `16`, `40 changed`, `poisoned`.
    pub text: String,
    /// The class of its colour ([`Tone`]).
    pub class: &'static str,
}

/// The cell for a relocation (`row`) on a kernel (`column`), by their indices in the list.
pub fn at(list: &CoreList, row: usize, column: usize) -> Option<Cell> {
    let (row, head) = (list.rows.get(row)?, list.heads.get(column)?);
    let &verdict = row.verdicts.get(column)?;
    let value = row.value_text(column);
    let loads = head.cannot_load.is_none();
    let (sign, text) = match verdict {
        _ if !loads => ("⊘", verdict_word(verdict, false).to_owned()),
        ReloVerdict::Same => ("✓", value),
        ReloVerdict::Changed => ("✓", format!("{value} changed")),
        ReloVerdict::Absent => ("○", format!("{value} absent")),
        ReloVerdict::Unreached => ("–", verdict_word(verdict, true).to_owned()),
        ReloVerdict::CannotTell => ("?", verdict_word(verdict, true).to_owned()),
        ReloVerdict::Poisoned | ReloVerdict::Refused => ("✗", verdict_word(verdict, true).to_owned()),
    };
    Some(Cell { sign, text, class: Tone::of_verdict(verdict, loads, row.is_question()).css() })
}

/// As CSV: a row for each relocation, two columns for each kernel (result and value).
pub fn csv(list: &CoreList) -> String {
    let heads = list.heads.iter().flat_map(|head| [head.name.clone(), format!("{} value", head.name)]);
    let mut out = csv_row(["section", "insn", "kind", "path", "access"].map(str::to_owned).into_iter().chain(heads));
    for row in &list.rows {
        let insn = row.insn.to_string();
        let mut cells =
            [&row.section, insn.as_str(), row.kind_str(), &row.path, &row.access].map(str::to_owned).to_vec();
        for (i, head) in list.heads.iter().enumerate() {
            let verdict = row.verdicts.get(i).map_or("", |&v| verdict_word(v, head.cannot_load.is_none()));
            cells.extend([verdict.to_owned(), row.values.get(i).map_or(String::new(), u64::to_string)]);
        }
        out.push_str(&csv_row(cells));
    }
    out
}

#[derive(Serialize)]
struct JsonTable<'a> {
    kernels: Vec<JsonKernel<'a>>,
    relocations: Vec<JsonRow<'a>>,
}

crate::made! {
    #[derive(Serialize)]
    struct JsonKernel<'a>(head: &'a Head) {
        name: &'a str = &head.name,
        loads: bool = head.cannot_load.is_none(),
    }
}

crate::made! {
    #[derive(Serialize)]
    struct JsonRow<'a>(row: &'a CoreRow, results: Vec<JsonResult>) {
        section: &'a str = &row.section,
        insn: u32,
        kind: &'static str = row.kind_str(),
        path: &'a str = &row.path,
        access: &'a str = &row.access,
        results: Vec<JsonResult> = results,
    }
}

crate::made! {
    #[derive(Serialize)]
    struct JsonResult(row: &CoreRow, head: &Head, at: usize) {
        result: &'static str = row.verdicts.get(at).map_or("", |&v| verdict_word(v, head.cannot_load.is_none())),
        /// As a string, because numbers of JavaScript cannot hold 64 bits.
        value: String = row.values.get(at).copied().unwrap_or_default().to_string(),
    }
}

/// As JSON: `{kernels: [{name, loads}], relocations: [{section, insn, kind, path, access, results: [{result,
/// value}]}]}`. Values are strings, because they have 64 bits.
pub fn json(list: &CoreList) -> String {
    let results = |row: &CoreRow| -> Vec<JsonResult> {
        list.heads.iter().enumerate().map(|(at, head)| JsonResult::of(row, head, at)).collect()
    };
    let kernels = list.heads.iter().map(JsonKernel::of);
    let relocations = list.rows.iter().map(|row| JsonRow::of(row, results(row)));
    json_file(&JsonTable { kernels: kernels.collect(), relocations: relocations.collect() })
}
