//! Problems of a file, each with its bytes.

use std::sync::Arc;

use btf::Ext;
use container::{Opened, Piece};
use model::inspect::ProblemView;
use model::words::grouped;

use super::{LISTED, row};
use crate::fail::say;
use crate::out::{Out, out};
use crate::with_base::{Input, place};

/// All problems as text, each with its byte range: those of `.BTF`, then those of `.BTF.ext`.
fn all_problems(input: &Input) -> Vec<String> {
    let opened = &input.opened;
    let text = |p: ProblemView, piece: &Piece| format!("{} ({})", p.text, place(opened, piece, p.range));
    let own = model::inspect::problems(&input.btf).into_iter();
    let mut all: Vec<String> = own.map(|p| text(p, &opened.btf)).collect();
    all.extend(model::inspect::unfit_names(&input.btf).map(|p| text(p, &opened.btf)));
    all.extend(ext_problems(opened).into_iter().filter_map(|p| Some(text(p, opened.btf_ext.as_ref()?))));
    all
}

/// The problems of `.BTF.ext`.
fn ext_problems(opened: &Opened) -> Vec<ProblemView> {
    let Some(piece) = &opened.btf_ext else { return Vec::new() };
    match Ext::parse(Arc::clone(&piece.bytes)) {
        Ok(ext) => model::inspect::problems_ext(&ext),
        Err(e) => vec![ProblemView { text: format!(".BTF.ext: {}", e.kind), range: e.range, place: e.place }],
    }
}

/// Lists the problems. Returns the exit status, as [`damaged`].
pub fn print(input: &Input, out: &mut Out) -> u8 {
    let problems = all_problems(input);
    if problems.is_empty() {
        row(out, "problems", "none in its form; btfscope verify says whether a kernel accepts it");
        return 0;
    }
    row(out, "problems", &grouped(problems.len() as u64));
    for text in problems.iter().take(LISTED) {
        out!(out, "  {text}\n");
    }
    if problems.len() > LISTED {
        out!(out, "  and {} more\n", problems.len() - LISTED);
    }
    damaged(input)
}

/// Prints a warning if types are missing, or if `.BTF.ext` has a problem because of which libbpf takes none of its
/// records. The exit status is then 2, else 0.
pub fn damaged(input: &Input) -> u8 {
    let opened = &input.opened;
    let (what, at) = match (input.cut(), ext_problems(opened).into_iter().next(), &opened.btf_ext) {
        (Some(cut), ..) => {
            let what = format!("damaged, so this is not all of it: {}: {}", cut.place, cut.kind);
            (what, place(opened, &opened.btf, cut.range))
        }
        (None, Some(p), Some(ext)) => {
            (format!("libbpf takes none of its .BTF.ext: {}", p.text), place(opened, ext, p.range))
        }
        _ => return 0,
    };
    say(&format!("{}: {what} ({at})", input.name));
    2
}
