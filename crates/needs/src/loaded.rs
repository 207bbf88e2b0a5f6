//! The modules that must be loaded for a verdict to hold.

use crate::answer::{Attach, Load};
use crate::check::{Report, Verdict};
use crate::object::Needs;

/// A need that only a loaded module meets: without the module, the program does not load or does not attach.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OfModule {
    /// The need's index among the object's needs.
    pub need: usize,
    /// The module.
    pub module: String,
    /// How many other modules meet the need, too: any one of them is enough.
    pub others: usize,
    /// Whether the module is needed for attaching, and not for loading.
    pub attach: bool,
}

/// Adds to each verdict the modules that it depends on; `without` is the report with no module loaded.
pub(crate) fn note_modules(needs: &Needs, report: &mut Report, without: &Report) {
    let answers = &report.answers;
    for (p, (verdict, bare)) in report.programs.iter_mut().zip(&without.programs).enumerate() {
        let module = |need: usize| answers.get(need).and_then(|a| Some((a.module.clone()?, a.other_modules)));
        if bare.load() == Load::Fails && !verdict.load().is_bad() {
            let failing = bare.reasons.iter().filter(|r| r.load == Load::Fails);
            verdict.of_modules = failing
                .filter_map(|r| {
                    module(r.need).map(|(module, others)| OfModule { need: r.need, module, others, attach: false })
                })
                .collect();
        }
        if bare.attach > verdict.attach {
            let mine = needs.needs().iter().enumerate().filter(|(_, need)| need.program == Some(p));
            for (need, _) in mine {
                let lacks = without.answers.get(need).and_then(|a| a.attach) >= Some(Attach::Unlikely);
                let is_known = verdict.of_modules.iter().any(|of| of.need == need);
                if let Some((module, others)) = module(need).filter(|_| lacks && !is_known) {
                    verdict.of_modules.push(OfModule { need, module, others, attach: true });
                }
            }
        }
    }
}

/// `when btrfs is loaded`, `when a, b and c are loaded`, `when hid or one of 54 others is loaded`; none for no modules.
fn when(mut modules: Vec<(&str, usize)>) -> Option<String> {
    modules.sort_unstable();
    modules.dedup_by_key(|module| module.0);
    let words = |&(module, others): &(&str, usize)| match others {
        0 => module.to_owned(),
        1 => format!("{module} or another"),
        n => format!("{module} or one of {n} others"),
    };
    let words: Vec<String> = modules.iter().map(words).collect();
    Some(match words.as_slice() {
        [] => return None,
        [one] => format!("when {one} is loaded"),
        [first @ .., last] => format!("when {} and {last} are loaded", first.join(", ")),
    })
}

impl Verdict {
    fn when(&self, attach: bool) -> Option<String> {
        when(
            self.of_modules.iter().filter(|of| of.attach == attach).map(|of| (of.module.as_str(), of.others)).collect(),
        )
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

    /// Whether it attaches, in words: `likely when btrfs is loaded`. Modules that are needed for loading are not
    /// repeated.
    pub fn attach_words(&self) -> String {
        let attach = self.attach.as_str();
        self.when(true).map_or_else(|| attach.to_owned(), |when| format!("{attach} {when}"))
    }
}

#[cfg(test)]
mod tests {
    use super::when;

    #[test]
    fn one_of_several_modules_is_enough() {
        assert_eq!(when(vec![]), None);
        assert_eq!(when(vec![("btrfs", 0), ("btrfs", 0)]).as_deref(), Some("when btrfs is loaded"));
        assert_eq!(when(vec![("hid", 54)]).as_deref(), Some("when hid or one of 54 others is loaded"));
        // With a second need that only hid meets, hid must be loaded.
        assert_eq!(when(vec![("hid", 54), ("hid", 0)]).as_deref(), Some("when hid is loaded"));
        assert_eq!(when(vec![("b", 0), ("a", 1)]).as_deref(), Some("when a or another and b are loaded"));
    }
}
