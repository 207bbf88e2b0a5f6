//! Relocations by kernels, as a table to look at and to save.

use relate::csv_cell;
use relo::Verdict;

use crate::tone::Tone;
use crate::words::quoted;

use super::{CoreList, verdict_word};

/// A cell of the matrix.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// A sign, so that colour is not the only sign.
    pub sign: &'static str,
    /// The result, with the value where there is one: `16`, `40 changed`, `poisoned`.
    pub text: String,
    /// The class of its colour ([`Tone`]).
    pub class: &'static str,
}

/// What a relocation is on a kernel, by their places in the list.
pub fn at(list: &CoreList, row: usize, column: usize) -> Option<Cell> {
    let (row, head) = (list.rows.get(row)?, list.heads.get(column)?);
    let (&verdict, &value) = row.verdicts.get(column).zip(row.values.get(column))?;
    let value = row.value_text(value);
    let loads = head.cannot_load.is_none();
    let (sign, text) = match verdict {
        _ if !loads => ("⊘", verdict_word(verdict, false).to_owned()),
        Verdict::Same => ("✓", value),
        Verdict::Changed => ("✓", format!("{value} changed")),
        Verdict::Absent => ("○", format!("{value} absent")),
        Verdict::Unreached => ("–", verdict_word(verdict, true).to_owned()),
        Verdict::CannotTell => ("?", verdict_word(verdict, true).to_owned()),
        Verdict::Poisoned | Verdict::Refused => ("✗", verdict_word(verdict, true).to_owned()),
    };
    Some(Cell { sign, text, class: Tone::of_verdict(verdict, loads, row.question).css() })
}

/// As CSV: a row a relocation, two columns a kernel (result and value).
pub fn csv(list: &CoreList) -> String {
    let mut out = "section,insn,kind,path,access".to_owned();
    for head in &list.heads {
        out.push_str(&format!(",{},{}", csv_cell(&head.name), csv_cell(&format!("{} value", head.name))));
    }
    out.push('\n');
    for row in &list.rows {
        let place = [row.section.clone(), row.insn.to_string(), row.kind.clone(), row.path.clone(), row.access.clone()];
        out.push_str(&place.iter().map(|text| csv_cell(text)).collect::<Vec<_>>().join(","));
        for (i, head) in list.heads.iter().enumerate() {
            let verdict = row.verdicts.get(i).map_or("", |&v| verdict_word(v, head.cannot_load.is_none()));
            let value = row.values.get(i).map_or(String::new(), u64::to_string);
            out.push_str(&format!(",{verdict},{value}"));
        }
        out.push('\n');
    }
    out
}

/// As JSON: `{kernels: [{name, loads}], relocations: [{section, insn, kind, path, access, results: [{result, value}]}]}`. Values are
/// strings, since they have 64 bits.
pub fn json(list: &CoreList) -> String {
    let mut out = "{\"kernels\": [".to_owned();
    for (i, head) in list.heads.iter().enumerate() {
        let comma = if i > 0 { ", " } else { "" };
        out.push_str(&format!(
            "{comma}{{\"name\": {}, \"loads\": {}}}",
            quoted(&head.name),
            head.cannot_load.is_none()
        ));
    }
    out.push_str("],\n \"relocations\": [");
    for (i, row) in list.rows.iter().enumerate() {
        out.push_str(if i > 0 { ",\n  " } else { "\n  " });
        out.push_str(&format!(
            "{{\"section\": {}, \"insn\": {}, \"kind\": {}, \"path\": {}, \"access\": {}, \"results\": [",
            quoted(&row.section),
            row.insn,
            quoted(&row.kind),
            quoted(&row.path),
            quoted(&row.access)
        ));
        for (j, head) in list.heads.iter().enumerate() {
            let comma = if j > 0 { ", " } else { "" };
            let verdict = row.verdicts.get(j).map_or("", |&v| verdict_word(v, head.cannot_load.is_none()));
            let value = row.values.get(j).copied().unwrap_or_default();
            out.push_str(&format!("{comma}{{\"result\": {}, \"value\": \"{value}\"}}", quoted(verdict)));
        }
        out.push_str("]}");
    }
    out.push_str("\n ]}\n");
    out
}
