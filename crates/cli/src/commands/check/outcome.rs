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

/// The result of a program on the kernels that count for the exit status. The variants go from the best to the worst.
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

fn outcome(verdict: &Verdict) -> Outcome {
    match (verdict.load(), verdict.attach) {
        (Load::Unrelocated | Load::Fails | Load::DoesNotOpen, _) => Outcome::Fails,
        (_, Attach::Fails) => Outcome::DoesNotAttach,
        (Load::CannotTell, _) => Outcome::CannotTell,
        (Load::Loads | Load::Fallback, _) => Outcome::Loads,
    }
}

/// The result of each program that counts: its worst result on the kernels that count.
fn outcomes(checked: &Checked) -> Vec<Outcome> {
    let worst = |p: usize| checked.reports().filter_map(|report| report.programs.get(p)).map(outcome).max();
    checked.programs().into_iter().filter_map(worst).collect()
}

/// The exit status: 1 if a program fails to load or to attach, or an object is refused; else 3 if it is unknown whether
/// a program loads; else 0. `unknown` replaces the 3 by 0 (such a program passes) or by 1 (it fails). With `strict` a
/// program also fails if it loads with fallback, if it is unknown whether it loads, or if attaching is unknown or
/// unlikely.
pub fn status(all: &[Checked], strict: bool, unknown: Option<Unknown>) -> u8 {
    let outcomes: Vec<Outcome> = all.iter().flat_map(outcomes).collect();
    let is_open = outcomes.contains(&Outcome::CannotTell);
    let fails = outcomes.iter().any(|&outcome| outcome > Outcome::CannotTell);
    // An object without programs can be refused, too.
    let refuses = |report: &Report| report.foreign == Some(Foreign::ByteOrder) || report.load == Load::DoesNotOpen;
    let refused = all.iter().flat_map(Checked::reports).any(refuses);
    match unknown {
        _ if fails || refused || strict && all.iter().any(is_strictly_failing) => 1,
        Some(Unknown::Fail) if is_open => 1,
        Some(Unknown::Ok) => 0,
        _ if is_open => 3,
        _ => 0,
    }
}

fn is_strictly_failing(checked: &Checked) -> bool {
    let not_plain = |v: &Verdict| v.load() > Load::Loads || matches!(v.attach, Attach::Unlikely | Attach::CannotTell);
    checked.reports().any(|report| checked.programs().into_iter().filter_map(|p| report.programs.get(p)).any(not_plain))
}

/// The last line: `6 programs: 4 load, 1 fails, 1 cannot be told on 6.1.0-53-amd64`. A program counts once, with its
/// worst result on the kernels that count for the exit status.
pub fn summary(all: &[Checked], kernels: &[AskedKernel]) -> String {
    let outcomes: Vec<Outcome> = all.iter().flat_map(outcomes).collect();
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
