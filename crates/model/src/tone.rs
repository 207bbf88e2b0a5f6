//! [`Tone`]: the severity of a result, and its colour. Every pane takes its colours from here, so that equal results
//! have equal colours.

use relate::ChangeEffect;
use relo::ReloVerdict;

btf::named! {
    /// The severity of a result. Wherever it is shown, a sign or word says the same as its colour.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum Tone {
        /// Neither good nor bad.
        #[default]
        Plain = "";
        /// It works, unchanged or adjusted by the loader.
        Good = "good";
        /// It works with a fallback. Also the result of a relocation on a kernel where its program cannot load at all.
        Warn = "warn";
        /// It does not work: refused at load, poisoned, or silently wrong.
        Bad = "bad";
        /// Never reached, or not known.
        Dim = "dim";
    }
    /// The CSS class of its colour; none for a plain result.
    pub fn css;
}

impl Tone {
    /// Good for something that is accepted, bad for something that is refused.
    pub fn accepted(accepts: bool) -> Tone {
        if accepts { Tone::Good } else { Tone::Bad }
    }

    /// The tone of a relocation's result on a kernel. `loads`: whether the program can load there. `question`:
    /// whether the relocation asks if something exists; for other relocations, an absent type means a wrong value
    /// without an error.
    pub fn of_verdict(verdict: ReloVerdict, loads: bool, question: bool) -> Tone {
        match verdict {
            _ if !loads => Tone::Warn,
            ReloVerdict::Same | ReloVerdict::Changed => Tone::Good,
            ReloVerdict::Absent if question => Tone::Plain,
            ReloVerdict::Absent => Tone::of_effect(ChangeEffect::Silent),
            ReloVerdict::Unreached | ReloVerdict::CannotTell => Tone::Dim,
            ReloVerdict::Poisoned | ReloVerdict::Refused => Tone::Bad,
        }
    }

    /// The tone of a change's effect on a program.
    pub fn of_effect(effect: ChangeEffect) -> Tone {
        match effect {
            ChangeEffect::Harmless => Tone::Good,
            ChangeEffect::Refused | ChangeEffect::Silent => Tone::Bad,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A refusal has the same colour in a comparison and in relocations.
    #[test]
    fn refused_is_refused_everywhere() {
        assert_eq!(Tone::of_effect(ChangeEffect::Refused), Tone::of_verdict(ReloVerdict::Refused, true, false));
        assert_eq!(Tone::of_effect(ChangeEffect::Refused), Tone::accepted(false));
        assert_eq!(Tone::of_effect(ChangeEffect::Silent), Tone::of_verdict(ReloVerdict::Absent, true, false));
        assert_eq!(Tone::Plain, Tone::of_verdict(ReloVerdict::Absent, true, true));
        assert_eq!(Tone::of_effect(ChangeEffect::Harmless), Tone::of_verdict(ReloVerdict::Changed, true, false));
    }

    #[test]
    fn failing_verdicts_are_the_bad_ones() {
        use ReloVerdict::{Absent, Changed, Poisoned, Refused, Same, Unreached};
        for verdict in [Same, Changed, Absent, Poisoned, Unreached, Refused] {
            assert_eq!(
                Tone::of_verdict(verdict, true, true) == Tone::Bad,
                verdict.is_failing(),
                "{}",
                verdict.as_str()
            );
            assert_eq!(Tone::of_verdict(verdict, false, true), Tone::Warn);
        }
    }
}
