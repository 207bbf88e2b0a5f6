//! [`Series`]: the first two numbers of a version, and sentences about the series that are at hand.
//!
//! A collection of kernels holds some series and lacks others: Debian's archive has 6.1 and 6.12, and nothing in
//! between. A sentence must not speak of series that were not looked at. So `6.1 to 6.16` means that all series at hand
//! between the two agree, and two neighbours alone are not joined with "to".

use std::borrow::Borrow;
use std::fmt;

use crate::version::Version;

/// A series of Linux: 6.12 of 6.12.107.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Series {
    /// 6 of 6.12.
    pub major: u8,
    /// 12 of 6.12.
    pub minor: u8,
}

impl fmt::Display for Series {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

impl Version {
    /// The series that this version belongs to.
    pub const fn series(self) -> Series {
        Series { major: self.major, minor: self.minor }
    }
}

/// The places for which `holds` is true, in words: `5.10, 6.1 and 6.12 to 7.3`. `all` are the places at hand, in order;
/// a run of three or more is written with "to". A place that [`stands_alone`] is never part of a run.
///
/// [`stands_alone`]: Place::stands_alone
pub fn places<P: Place>(all: &[P], holds: impl Fn(&P) -> bool) -> String {
    let mut runs: Vec<Vec<&P>> = Vec::new();
    let mut goes_on = false;
    for place in all {
        let alone = place.stands_alone();
        match runs.last_mut().filter(|_| goes_on && !alone) {
            _ if !holds(place) => {}
            Some(run) => run.push(place),
            None => runs.push(vec![place]),
        }
        goes_on = holds(place) && !alone;
    }
    let mut parts: Vec<String> = Vec::new();
    for run in runs {
        match run.as_slice() {
            [first, _, .., last] => parts.push(format!("{first} to {last}")),
            few => parts.extend(few.iter().map(|place| place.to_string())),
        }
    }
    joined(&parts)
}

/// Major and minor number of the last series of each complete major version from 3 on, as kernel.org released them.
const LAST: [(u8, u8); 4] = [(3, 19), (4, 20), (5, 19), (6, 19)];

impl Series {
    /// The next series: the first of the next major version after a series in [`LAST`], else the next minor number.
    fn next(self) -> Series {
        match LAST.contains(&(self.major, self.minor)) {
            true => Series { major: self.major + 1, minor: 0 },
            false => Series { minor: self.minor.saturating_add(1), ..self },
        }
    }

    /// The series before. `None` for the first series of a major version if [`LAST`] does not have the major version
    /// before it.
    fn before(self) -> Option<Series> {
        match self.minor.checked_sub(1) {
            Some(minor) => Some(Series { minor, ..self }),
            None => LAST.map(|(major, minor)| Series { major, minor }).into_iter().find(|last| last.next() == self),
        }
    }
}

/// The series that are missing between the series at hand, in words: `5.11 to 6.0, 6.2 to 6.11 and 6.13 to 6.15`. Empty
/// if none are missing. `at_hand` must be in ascending order.
pub fn missing(at_hand: &[Series]) -> String {
    let gap = |pair: &[Series]| {
        let [a, b] = *pair else { return None };
        let (first, last) = (a.next(), b.before()?);
        match first.cmp(&last) {
            std::cmp::Ordering::Less => Some(format!("{first} to {last}")),
            std::cmp::Ordering::Equal => Some(first.to_string()),
            std::cmp::Ordering::Greater => None,
        }
    };
    joined(&at_hand.windows(2).filter_map(gap).collect::<Vec<_>>())
}

/// The sentence that names the series of [`missing`]; empty if none are missing.
pub fn not_among(at_hand: &[Series]) -> String {
    match missing(at_hand).as_str() {
        "" => String::new(),
        missing => format!("Not among them: {missing}."),
    }
}

/// A place in a statement: a series, or a kernel by its name.
pub trait Place: fmt::Display {
    /// Whether the place has no neighbours in the order of versions, such as a file whose name has no version.
    fn stands_alone(&self) -> bool {
        false
    }
}

impl Place for Series {}

/// Joins parts with commas and a last "and": `a`, `a and b`, `a, b and c`.
pub fn joined<S: Borrow<str>>(parts: &[S]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.borrow().to_owned(),
        [first @ .., last] => format!("{} and {}", first.join(", "), last.borrow()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(text: &str) -> Vec<Series> {
        text.split(' ').map(|s| Version::parse(s).expect("a version").series()).collect()
    }

    #[test]
    fn series_between_that_are_not_at_hand_are_named() {
        let of = |text: &str| missing(&series(text));
        assert_eq!(of("5.10 6.1 6.12 6.16 6.17 6.18 6.19 7.0 7.1"), "5.11 to 6.0, 6.2 to 6.11 and 6.13 to 6.15");
        assert_eq!(of("6.19 7.0 7.2"), "7.1");
        assert_eq!(of("4.20 5.0"), "");
        assert_eq!(of("4.19 5.1"), "4.20 to 5.0");
        assert_eq!(of("6.1"), "");
        assert_eq!(not_among(&series("6.12 6.14")), "Not among them: 6.13.");
        assert_eq!(not_among(&[]), "");
    }

    #[test]
    fn a_run_has_no_series_at_hand_that_differs() {
        let all = series("5.10 6.1 6.12 6.16 6.17 7.3");
        let on = |text: &str| {
            let wanted = series(text);
            places(&all, |s| wanted.contains(s))
        };
        assert_eq!(on("6.12 6.16 6.17 7.3"), "6.12 to 7.3");
        assert_eq!(on("5.10 6.12 6.16 6.17 7.3"), "5.10 and 6.12 to 7.3");
        assert_eq!(on("5.10 6.1 7.3"), "5.10, 6.1 and 7.3");
        assert_eq!(on("6.1 6.12 6.16 7.3"), "6.1 to 6.16 and 7.3");
        assert_eq!(on("6.17"), "6.17");
        assert_eq!(places(&all, |_| false), "");
    }
}
