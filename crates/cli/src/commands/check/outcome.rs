//! The exit status of a check, and the line that sums it up.

use clap::ValueEnum;
use needs::{Attach, Foreign, Load, Report, Verdict};
use text::counted;

use super::{AskedKernel, Checked};

/// How a program counts if it is unknown whether it loads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Unknown {
    /// It passes: exit status 0.
    Ok,
    /// It fails: exit status 1.
    Fail,
}

/// The result of a program on the kernels that count; the worst is last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Outcome {
    /// It loads.
    Loads,
    /// It is unknown whether it loads.
    CannotTell,
    /// It loads, but does not attach.
    DoesNotAttach,
    /// It does not load.
    Fails,
}

/// How strict a check is.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Whether a program also fails if it loads with fallback, if it is unknown whether it loads, or if attaching is
    /// unknown or unlikely.
    pub strict: bool,
    /// How a program counts if it is unknown whether it loads. `None`: such a program makes the exit status 3.
    pub unknown: Option<Unknown>,
    /// Whether programs were named: then programs without autoload count, too.
    pub named: bool,
}

fn outcome(verdict: &Verdict) -> Outcome {
    match (verdict.load(), verdict.attach) {
        (Load::Unrelocated | Load::Fails | Load::DoesNotOpen, _) => Outcome::Fails,
        (_, Attach::Fails) => Outcome::DoesNotAttach,
        (Load::CannotTell, _) => Outcome::CannotTell,
        (Load::Loads | Load::Fallback, _) => Outcome::Loads,
    }
}

/// The result of each program that counts: the worst on the required kernels.
fn outcomes(checked: &Checked, named: bool) -> Vec<Outcome> {
    let counts = |p: &&usize| named || checked.needs.programs().get(**p).is_some_and(|p| p.autoload);
    let worst = |&p: &usize| {
        let reports = checked.reports.iter().zip(&checked.counts).filter(|(_, counts)| **counts);
        reports.filter_map(|(report, _)| report.programs.get(p)).map(outcome).max()
    };
    checked.shown.iter().filter(counts).filter_map(worst).collect()
}

/// The exit status: 1 if a program fails to load or to attach, or an object is refused; 3 if none does, but it is
/// unknown whether a program loads; else 0. An unknown result of attaching counts only with `--strict`.
/// [`Rules::unknown`] changes the 3 to 0 or 1.
pub fn status(all: &[Checked], rules: Rules) -> u8 {
    let outcomes: Vec<Outcome> = all.iter().flat_map(|checked| outcomes(checked, rules.named)).collect();
    let is_open = outcomes.contains(&Outcome::CannotTell);
    let fails = outcomes.iter().any(|&outcome| outcome > Outcome::CannotTell);
    // An object without programs can be refused, too.
    let refused = all.iter().any(|checked| {
        let mut reports = checked.reports.iter().zip(&checked.counts);
        let refuses = |report: &Report| report.foreign == Some(Foreign::ByteOrder) || report.load == Load::DoesNotOpen;
        reports.any(|(report, &counts)| counts && refuses(report))
    });
    match rules.unknown {
        _ if fails
            || refused
            || rules.strict && all.iter().any(|checked| is_strictly_failing(checked, rules.named)) =>
        {
            1
        }
        Some(Unknown::Fail) if is_open => 1,
        Some(Unknown::Ok) => 0,
        _ if is_open => 3,
        _ => 0,
    }
}

fn is_strictly_failing(checked: &Checked, named: bool) -> bool {
    let counts = |p: &&usize| named || checked.needs.programs().get(**p).is_some_and(|p| p.autoload);
    let not_plain = |v: &Verdict| v.load() > Load::Loads || matches!(v.attach, Attach::Unlikely | Attach::CannotTell);
    let mut reports = checked.reports.iter().zip(&checked.counts).filter(|(_, counts)| **counts);
    reports
        .any(|(report, _)| checked.shown.iter().filter(counts).filter_map(|&p| report.programs.get(p)).any(not_plain))
}

/// The last line: `6 programs: 4 load, 1 fails, 1 cannot be told on 6.1.0-53-amd64`. A program counts once, with its
/// worst result on the required kernels.
pub fn summary(all: &[Checked], kernels: &[AskedKernel], named: bool) -> String {
    let outcomes: Vec<Outcome> = all.iter().flat_map(|checked| outcomes(checked, named)).collect();
    let count = |wanted: Outcome| outcomes.iter().filter(|&&outcome| outcome == wanted).count();
    let verb = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
    let parts = [
        (count(Outcome::Loads), "loads", "load"),
        (count(Outcome::Fails), "fails", "fail"),
        (count(Outcome::DoesNotAttach), "does not attach", "do not attach"),
        (count(Outcome::CannotTell), "cannot be told", "cannot be told"),
    ];
    let parts: Vec<String> =
        parts.into_iter().filter(|part| part.0 > 0).map(|(n, one, many)| verb(n, one, many)).collect();
    let required = |i: &usize| all.iter().any(|checked| checked.counts.get(*i) == Some(&true));
    let places: Vec<usize> = (0..kernels.len()).filter(required).collect();
    let on = match places.as_slice() {
        [one] => kernels.get(*one).map_or(String::new(), |kernel| kernel.release.name.clone()),
        several => counted(several.len(), "kernel"),
    };
    let programs = counted(outcomes.len(), "program");
    if parts.is_empty() { programs } else { format!("{programs}: {} on {on}", parts.join(", ")) }
}
