//! Prints the sentence, the lanes and the steps of a history, as the page shows them.

use json::histories::change;
use model::atlas::{History, wide};

use crate::out::{Out, out};

/// Prints the sentence that sums up the history. If the sentence names series of kernels, a second line names the
/// series between them that have no chosen kernel. Then prints a sentence for each member that was followed under
/// another name.
pub(super) fn sentence(history: &History, out: &mut Out) {
    out!(out, "{}\n", history.headline);
    if !history.not_among.is_empty() {
        out!(out, "{}\n", history.not_among);
    }
    for followed in &history.followed {
        out!(out, "{} --split keeps them apart.\n", followed.words());
    }
}

/// Prints the lanes with a column for each series, and `-` where there is no kernel; then the forms that the letters in
/// the lanes stand for, the tags, and the steps.
pub(super) fn lanes(history: &History, out: &mut Out) {
    let strip = wide(history);
    let mut rows: Vec<Vec<String>> = vec![vec![strip.unit.clone()]];
    rows[0].extend(strip.columns.iter().cloned());
    for lane in &strip.lanes {
        let cell = |at: u32| {
            let run = lane.runs.iter().find(|run| run.from <= at && at < run.to);
            run.map_or_else(|| "-".to_owned(), |run| run.text.clone())
        };
        let name = format!("{} {}", lane.title, lane.aside).trim_end().to_owned();
        rows.push([name].into_iter().chain((0..strip.columns.len() as u32).map(cell)).collect());
    }
    let letters = |text: &String| text.chars().count();
    let wide: Vec<usize> = (0..=strip.columns.len())
        .map(|at| rows.iter().filter_map(|row| row.get(at)).map(letters).max().unwrap_or(0))
        .collect();
    out!(out, "\n");
    for row in &rows {
        let line: Vec<String> = row.iter().zip(&wide).map(|(text, wide)| format!("{text:wide$}")).collect();
        out!(out, "{}\n", line.join("  ").trim_end());
    }
    out!(out, "\n");
    for form in &strip.forms {
        out!(out, "{}  {}  ({})\n", form.letter, form.about, text::counted(form.kernels, "kernel"));
    }
    for line in &history.tags {
        out!(out, "{line}\n");
    }
    // The steps of a type are left out here: its changes are printed with its forms.
    for step in history.steps.iter().filter(|_| history.kind.is_none_or(|kind| kind == btf::Kind::Func)) {
        out!(out, "{}: {}\n", step.title(), change(history, step));
    }
    if !history.steps.is_empty() || !strip.forms.is_empty() {
        out!(out, "\n");
    }
}
