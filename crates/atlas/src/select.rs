//! Which kernels are meant: `distribution=debian version>=6.1 arch=amd64`, or as words of the search,
//! `distribution:debian version:>=6.1 arch:amd64`.

use std::cmp::Ordering;
use std::fmt;

use crate::kernel::{Kernel, debian_arch};
use crate::version;

/// A choice of kernels: all of its conditions hold.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Select {
    conditions: Vec<Condition>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Condition {
    field: Field,
    test: Test,
    /// Of `=` and `!=` several, of which one is enough.
    values: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Field {
    Distribution,
    Suite,
    Version,
    Release,
    Arch,
    Flavour,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Test {
    Is,
    IsNot,
    Order(Ordering, bool),
}

/// A word that is not a condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelectError(String);

impl fmt::Display for SelectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = &self.0;
        write!(
            f,
            "“{word}” is no condition: expected distribution, suite, version, release, arch or flavour, then : or one of \
             =, !=, <, <=, > and >=, and a value; only a version has an order, and it is numbers (6.1)"
        )
    }
}

impl std::error::Error for SelectError {}

const TESTS: [(&str, Test); 6] = [
    ("!=", Test::IsNot),
    ("<=", Test::Order(Ordering::Less, true)),
    (">=", Test::Order(Ordering::Greater, true)),
    ("=", Test::Is),
    ("<", Test::Order(Ordering::Less, false)),
    (">", Test::Order(Ordering::Greater, false)),
];

impl Select {
    /// Reads conditions, separated by white space. None chooses all kernels.
    ///
    /// # Errors
    /// On a word that is not a condition.
    pub fn parse(text: &str) -> Result<Select, SelectError> {
        let conditions: Result<Vec<Condition>, SelectError> =
            text.split_whitespace().map(|word| condition(word).ok_or_else(|| SelectError(word.to_owned()))).collect();
        Ok(Select { conditions: conditions? })
    }

    /// Whether a kernel is meant.
    pub fn fits(&self, kernel: &Kernel) -> bool {
        self.conditions.iter().all(|condition| condition.fits(kernel))
    }
}

fn condition(word: &str) -> Option<Condition> {
    let at = word.find([':', '!', '<', '>', '='])?;
    let (field, rest) = word.split_at(at);
    // As words of the search have it: version:>=6.1, arch:amd64.
    let (colon, rest) = rest.strip_prefix(':').map_or((false, rest), |rest| (true, rest));
    let found = TESTS.into_iter().find(|(sign, _)| rest.starts_with(sign));
    let (sign, test) = found.or(colon.then_some(("", Test::Is)))?;
    let field = match field {
        "distribution" => Field::Distribution,
        "suite" => Field::Suite,
        "version" => Field::Version,
        "release" => Field::Release,
        "arch" => Field::Arch,
        "flavour" => Field::Flavour,
        _ => return None,
    };
    let values: Vec<String> = rest.get(sign.len()..)?.split(',').map(str::to_owned).collect();
    let ordered = matches!(test, Test::Order(..));
    // Of 6.x nobody can say which versions come after it.
    let numbers = |value: &String| value.split('.').all(|part| part.starts_with(|c: char| c.is_ascii_digit()));
    let fits = field != Field::Version || values.iter().all(numbers);
    let fits = fits && (!ordered || field == Field::Version && values.len() == 1);
    (fits && !values.contains(&String::new())).then_some(Condition { field, test, values })
}

impl Condition {
    fn fits(&self, kernel: &Kernel) -> bool {
        let is = |value: &String| match self.field {
            Field::Distribution => kernel.distribution == *value,
            Field::Suite => kernel.suite == *value,
            Field::Version => starts_as(kernel.version(), value),
            Field::Release => kernel.release == *value,
            Field::Arch => kernel.arch == debian_arch(value),
            Field::Flavour => kernel.flavour == *value,
        };
        match self.test {
            Test::Is => self.values.iter().any(is),
            Test::IsNot => !self.values.iter().any(is),
            Test::Order(order, or_is) => self.values.first().is_some_and(|value| {
                or_is && starts_as(kernel.version(), value) || version::compare(kernel.version(), value) == order
            }),
        }
    }
}

/// Whether a version is that one or a part of it: 6.1.192 is 6.1, 6.12 is not.
fn starts_as(version: &str, value: &str) -> bool {
    let Some(rest) = version.strip_prefix(value) else { return version::compare(version, value).is_eq() };
    !rest.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use btf::Endian;

    use super::*;

    fn kernel(upstream: &str, arch: &str) -> Kernel {
        Kernel {
            distribution: "debian".to_owned(),
            suite: String::new(),
            package_version: String::new(),
            upstream: upstream.to_owned(),
            release: String::new(),
            arch: arch.to_owned(),
            flavour: "generic".to_owned(),
            endian: Endian::Little,
            pointer_size: 8,
            sha256: [0; 32],
            types: 0,
            size: 0,
        }
    }

    #[test]
    fn conditions_choose() {
        let fits = |text: &str, upstream| Select::parse(text).expect("conditions").fits(&kernel(upstream, "amd64"));
        assert!(fits("", "6.1.1"));
        assert!(fits("distribution=debian version>=6.1 arch=x86_64", "6.1.192"));
        assert!(!fits("version>6.2", "6.1.192") && fits("version>6.1", "6.12.1"));
        assert!(fits("version=6.1", "6.1.192") && !fits("version=6.1", "6.12.1"));
        assert!(fits("version<=6.1", "6.1.192") && !fits("version<6.1", "6.1.0"));
        assert!(fits("arch=arm64,amd64 flavour!=rt,cloud", "6.1") && !fits("arch!=amd64", "6.1"));
        assert!(fits("distribution:debian version:>=6.1 arch:x86_64", "6.1.192"));
        assert!(!fits("version:>6.2", "6.1.192") && fits("version:6.1", "6.1.192") && !fits("arch:!=amd64", "6.1"));
        for bad in [
            "arch:",
            "version:>=",
            "6.1",
            "arch>amd64",
            "version>=6.1,6.2",
            "colour=red",
            "arch=",
            "version>=6.x",
            "version=v6.1",
        ] {
            assert!(Select::parse(bad).is_err(), "{bad}");
        }
    }
}
