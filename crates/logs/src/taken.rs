//! Infers the program of a part of a log that does not name it: the selected program, or the program whose instructions
//! and source lines agree best; and how certain that is.

use crate::Reader;
use crate::align::align;
use crate::lines::{insn, source};

/// The most instructions, source lines and programs that are compared, and the most lines of a part that are read.
const MOST_INSNS: usize = 300;
const MOST_SOURCES: usize = 200;
const MOST_PROGRAMS: usize = 1000;
const MOST_LINES: usize = 2000;

/// The most parts of a log for which all programs are searched.
const MOST_SEARCHES: usize = 100;

/// How well a program fits a part of a log.
#[derive(Clone, Copy, Debug)]
struct Fit {
    /// How many of the part's source lines the program has.
    sources: usize,
    /// How many of the part's instructions the program has: with the same numbers or, for a dump, in the same order.
    insns: usize,
    all_sources: usize,
    all_insns: usize,
}

impl Fit {
    fn all(self) -> usize {
        self.all_sources + self.all_insns
    }

    /// The share that agrees, in thousandths.
    fn share(self) -> usize {
        (self.sources + self.insns) * 1000 / self.all().max(1)
    }

    /// Whether at least half of the facts that can be compared agree.
    fn is_good(self) -> bool {
        self.share() >= 500
    }

    fn words(self) -> String {
        let of = |n: usize, all: usize, what: &str| (all > 0).then(|| format!("{n} of {all} {what}"));
        let both = [of(self.insns, self.all_insns, "instructions"), of(self.sources, self.all_sources, "source lines")];
        both.into_iter().flatten().collect::<Vec<_>>().join(" and ")
    }
}

/// The inferred program, and in words how certain that is.
#[derive(Default)]
pub(crate) struct Taken {
    pub(crate) program: Option<usize>,
    pub(crate) words: String,
}

impl Reader<'_, '_> {
    /// The program of lines that name no program. `only`: the object's program, if it has just one. `is_dump`: the
    /// lines are a dump of a program from the kernel.
    pub(crate) fn take(
        &mut self,
        lines: &[(usize, &str)],
        is_dump: bool,
        selected: Option<usize>,
        only: Option<usize>,
    ) -> Taken {
        let lines = lines.get(..lines.len().min(MOST_LINES)).unwrap_or(lines);
        let (mut insns, mut sources) = (Vec::new(), Vec::new());
        for &(_, text) in lines {
            if let Some(found) = source(text).filter(|s| !s.text.is_empty() || s.place.is_some()) {
                if sources.len() < MOST_SOURCES && !sources.contains(&found) {
                    sources.push(found);
                }
            } else if let Some(found) = insn(text).filter(|i| i.code.is_some())
                && insns.len() < MOST_INSNS
            {
                insns.push(found);
            }
        }
        let core = self.core;
        self.searched += 1;
        let searched = self.searched;
        let mut fit = |program: usize| {
            let loaded = self.loaded(program)?;
            let agree = match is_dump {
                true => align(loaded, lines).len().min(insns.len()),
                false => insns.iter().filter(|i| loaded.agrees(i)).count(),
            };
            let known = sources.iter().filter(|s| loaded.source(s).is_some()).count();
            Some(Fit { sources: known, insns: agree, all_sources: sources.len(), all_insns: insns.len() })
        };
        let name = |program: usize| core.program.all().get(program).map_or("", |f| f.name.as_str()).to_owned();
        for (program, why) in [(selected, "which is selected"), (only, "the only one")] {
            let Some((program, fit)) = program.and_then(|p| Some((p, fit(p)?))) else { continue };
            let taken = name(program);
            if fit.all() == 0 {
                return Taken { program: Some(program), words: format!("taken for {taken}, {why}") };
            }
            if fit.is_good() || Some(program) == only {
                let doubt = if fit.is_good() { "" } else { ", so it may be another object's" };
                let words = format!("taken for {taken}, {why}: {} are as in it{doubt}", fit.words());
                return Taken { program: Some(program), words };
            }
        }
        // All programs are searched only for the first `MOST_SEARCHES` parts of a log, because searching very many
        // programs takes long.
        if insns.is_empty() && sources.is_empty() || searched > MOST_SEARCHES {
            return Taken::default();
        }
        let programs = core.program.functions();
        let programs = programs.iter().filter(|f| f.is_program).map(|f| f.index).take(MOST_PROGRAMS);
        let mut fits: Vec<(Fit, usize)> = Vec::new();
        for program in programs.collect::<Vec<_>>() {
            fits.extend(fit(program).map(|fit| (fit, program)));
        }
        // The first of the programs that fit best.
        let rank = |fit: Fit| (fit.share(), fit.insns);
        let Some(&(best, program)) = fits.iter().rev().max_by_key(|(fit, _)| rank(*fit)) else {
            return Taken::default();
        };
        if !best.is_good() {
            let words = format!("no program of this file fits: at best {} are as in {}", best.words(), name(program));
            return Taken { program: None, words };
        }
        let others: Vec<String> =
            fits.iter().filter(|(fit, p)| *p != program && rank(*fit) == rank(best)).map(|(_, p)| name(*p)).collect();
        let also = match others.as_slice() {
            [] => String::new(),
            [one] => format!("; {one} fits as well"),
            [one, rest @ ..] => format!("; {one} and {} more fit as well", rest.len()),
        };
        let words = format!("taken for {}: {} are as in it{also}", name(program), best.words());
        Taken { program: Some(program), words }
    }
}
