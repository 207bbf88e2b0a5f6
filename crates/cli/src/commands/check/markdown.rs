//! Markdown output for pull requests: one table for each program.

use text::markdown_cell;

use super::ranges::{Group, groups};
use super::{AskedKernel, Checked, outcome};
use crate::out::{Out, out};

/// Prints each object under its name, with the answer in a sentence and a table for each of its programs. Kernels with
/// equal results share a row; only required kernels are shown.
///
/// A common folder of several objects or targets is named once, above all tables.
pub fn print(all: &[Checked], kernels: &[AskedKernel], out: &mut Out) {
    let objects: Vec<&str> = all.iter().map(|checked| checked.name.as_str()).collect();
    let targets: Vec<&str> = kernels.iter().map(|kernel| kernel.release.name.as_str()).collect();
    let (of_objects, of_targets) = (folder(&objects).to_owned(), folder(&targets).to_owned());
    for (what, folder) in [("Objects", &of_objects), ("Kernels", &of_targets)] {
        if !folder.is_empty() {
            out!(out, "{what} in {}\n\n", markdown_cell(folder));
        }
    }
    let mut kernels = kernels.to_vec();
    for kernel in &mut kernels {
        kernel.release.name.drain(..of_targets.len());
    }
    let kernels = kernels.as_slice();
    for checked in all {
        out!(out, "### {}\n\n", markdown_cell(checked.name.get(of_objects.len()..).unwrap_or_default()));
        if let Some(headline) = checked.headline(kernels) {
            out!(out, "{}\n\n", markdown_cell(&headline.text()));
        }
        for &p in &checked.shown {
            let Some(program) = checked.needs.programs().get(p) else { continue };
            let note = if program.autoload { "" } else { ", not loaded by itself" };
            let required: Vec<Group> = groups(checked, kernels, p).into_iter().filter(|group| group.required).collect();
            if required.is_empty() {
                continue;
            }
            out!(out, "**{}** ({}{note})\n\n", markdown_cell(&program.name), markdown_cell(&program.section));
            out!(out, "| kernels | load | attach | why |\n|---|---|---|---|\n");
            for group in required {
                let Some(range) = group.ranges.first() else { continue };
                let names: Vec<String> = group.kernels(kernels).iter().map(|name| markdown_cell(name)).collect();
                let why = markdown_cell(&checked.why(range));
                out!(
                    out,
                    "| {} | {} | {} | {why} |\n",
                    names.join("<br>"),
                    markdown_cell(&range.load_words),
                    markdown_cell(&range.attach_words)
                );
            }
            out!(out, "\n");
        }
    }
    out!(out, "{}\n", markdown_cell(&outcome::summary(all, kernels)));
}

/// The folder that several paths begin with, including its last `/`; empty for a single path, and if there is none.
fn folder<'a>(paths: &[&'a str]) -> &'a str {
    let [first, rest @ ..] = paths else { return "" };
    let same = |other: &&str| first.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let common = rest.iter().map(same).min().unwrap_or(0);
    let common = first.as_bytes().get(..common).unwrap_or_default();
    let end = common.iter().rposition(|b| *b == b'/').map_or(0, |at| at + 1);
    first.get(..end).unwrap_or_default()
}
