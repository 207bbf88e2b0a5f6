//! Which modules have to be loaded, so that a program comes out as its verdict says.

use crate::answer::{Attach, Load};
use crate::check::{Report, Verdict};
use crate::object::Needs;

/// A need that a module meets, and without which the program does not load, or not attach.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OfModule {
    /// The need's place among those of the object.
    pub need: usize,
    /// The module.
    pub module: String,
    /// Whether the program loads without it, and only does not attach.
    pub attach: bool,
}

/// Notes in each verdict which modules it goes by: `without` is what the kernel says with none of its modules loaded.
pub(crate) fn note_modules(needs: &Needs, report: &mut Report, without: &Report) {
    let answers = &report.answers;
    for (p, (verdict, bare)) in report.programs.iter_mut().zip(&without.programs).enumerate() {
        let module = |need: usize| answers.get(need)?.module.clone();
        if bare.load() == Load::Fails && !verdict.load().is_bad() {
            let failing = bare.reasons.iter().filter(|r| r.load == Load::Fails);
            verdict.of_modules = failing
                .filter_map(|r| Some(OfModule { need: r.need, module: module(r.need)?, attach: false }))
                .collect();
        }
        if bare.attach > verdict.attach {
            let mine = needs.needs().iter().enumerate().filter(|(_, need)| need.program == Some(p));
            for (need, _) in mine {
                let lacks = without.answers.get(need).and_then(|a| a.attach) >= Some(Attach::Unlikely);
                let is_known = verdict.of_modules.iter().any(|of| of.need == need);
                if let Some(module) = module(need).filter(|_| lacks && !is_known) {
                    verdict.of_modules.push(OfModule { need, module, attach: true });
                }
            }
        }
    }
}

/// `when btrfs is loaded`, `when a, b and c are loaded`; nothing for no modules.
fn when(mut modules: Vec<&str>) -> Option<String> {
    modules.sort_unstable();
    modules.dedup();
    Some(match modules.as_slice() {
        [] => return None,
        [one] => format!("when {one} is loaded"),
        [first @ .., last] => format!("when {} and {last} are loaded", first.join(", ")),
    })
}

impl Verdict {
    fn when(&self, attach: bool) -> Option<String> {
        when(self.of_modules.iter().filter(|of| of.attach == attach).map(|of| of.module.as_str()).collect())
    }

    /// Whether it loads, in words, with the modules that have to be loaded: `loads when btrfs is loaded`.
    pub fn load_words(&self) -> String {
        let load = self.load().as_str();
        match self.when(false) {
            None => load.to_owned(),
            Some(when) if self.load() == Load::CannotTell => format!("{load}, and only {when}"),
            Some(when) => format!("{load} {when}"),
        }
    }

    /// Whether it attaches, in words: `likely when btrfs is loaded`. What it needs to load is not said again.
    pub fn attach_words(&self) -> String {
        let attach = self.attach.as_str();
        self.when(true).map_or_else(|| attach.to_owned(), |when| format!("{attach} {when}"))
    }
}
