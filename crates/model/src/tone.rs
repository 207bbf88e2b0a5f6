//! [`Tone`]: how grave a result is, and the colour that it has. Every pane takes its colours from here, so that one result has one colour.

use relate::Effect;
use relo::Verdict;

/// How grave a result is. A sign or a word says it, too: colour is never the only one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tone {
    /// Nothing to say.
    #[default]
    Plain,
    /// It works, as it is or adjusted by the loader.
    Good,
    /// It works another way, or the question does not arise because the program cannot be loaded there at all.
    Warn,
    /// It does not work: refused at load, poisoned, or silently wrong.
    Bad,
    /// Never reached, or not known.
    Dim,
}

impl Tone {
    /// The CSS class of its colour; none of what is plain.
    pub fn css(self) -> &'static str {
        match self {
            Tone::Plain => "",
            Tone::Good => "good",
            Tone::Warn => "warn",
            Tone::Bad => "bad",
            Tone::Dim => "dim",
        }
    }

    /// Of something that is taken, or not.
    pub fn accepted(accepts: bool) -> Tone {
        if accepts { Tone::Good } else { Tone::Bad }
    }

    /// Of a relocation's result on a kernel on which the program can be loaded, or not. `question`: the relocation asks whether something is
    /// there; for another one a type that is absent is a wrong value that nobody notices.
    pub fn of_verdict(verdict: Verdict, loads: bool, question: bool) -> Tone {
        match verdict {
            _ if !loads => Tone::Warn,
            Verdict::Same | Verdict::Changed => Tone::Good,
            Verdict::Absent if question => Tone::Plain,
            Verdict::Absent => Tone::of_effect(Effect::Silent),
            Verdict::Unreached | Verdict::CannotTell => Tone::Dim,
            Verdict::Poisoned | Verdict::Refused => Tone::Bad,
        }
    }

    /// Of what a change means to a program.
    pub fn of_effect(effect: Effect) -> Tone {
        match effect {
            Effect::Harmless => Tone::Good,
            Effect::Refused | Effect::Silent => Tone::Bad,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a loader refuses has one colour, whether two kernels are compared or a program is resolved on one.
    #[test]
    fn refused_is_refused_everywhere() {
        assert_eq!(Tone::of_effect(Effect::Refused), Tone::of_verdict(Verdict::Refused, true, false));
        assert_eq!(Tone::of_effect(Effect::Refused), Tone::accepted(false));
        assert_eq!(Tone::of_effect(Effect::Silent), Tone::of_verdict(Verdict::Absent, true, false));
        assert_eq!(Tone::Plain, Tone::of_verdict(Verdict::Absent, true, true));
        assert_eq!(Tone::of_effect(Effect::Harmless), Tone::of_verdict(Verdict::Changed, true, false));
    }

    #[test]
    fn failing_verdicts_are_the_bad_ones() {
        use Verdict::{Absent, Changed, Poisoned, Refused, Same, Unreached};
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
