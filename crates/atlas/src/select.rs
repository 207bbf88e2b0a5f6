//! Conditions that choose kernels: `distribution=debian version>=6.1 arch=amd64`, or in the notation of the search,
//! `distribution:debian version:>=6.1 arch:amd64`.

use std::cmp::Ordering;

use release::{Named, Version, debian_arch};

use crate::kernel::AtlasKernel;

/// A choice of kernels: all its conditions must hold.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Select {
    conditions: Vec<Condition>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Condition {
    field: Field,
    test: Test,
    /// For `=`, one of these must be equal; for `!=`, none. A test of order has one value.
    values: Vec<String>,
}

btf::named! {
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    enum Field {
        Distribution = "distribution";
        Suite = "suite";
        Version = "version";
        Release = "release";
        Arch = "arch";
        Flavour = "flavour";
    }
    const ALL;
    fn name;
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Test {
    Is,
    IsNot,
    /// The version must compare to the value in this way; true if an equal version is chosen, too.
    Order(Ordering, bool),
}

/// A word that is not a condition.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("“{word}” is no condition: {why}")]
pub struct SelectError {
    word: String,
    why: Why,
}

/// The reason why a word is not a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
enum Why {
    #[error(
        "it lacks : or one of =, !=, <, <=, > and >= between a field and a value, as in arch:amd64 or version:>=6.1"
    )]
    Sign,
    #[error("the fields are distribution, suite, version, release, arch and flavour")]
    Field,
    #[error("a value is missing")]
    Value,
    #[error("a version is numbers, as in 6.1")]
    Version,
    #[error("only a version has an order; another field takes : or != and values")]
    Order,
    #[error("<, <=, > and >= take one version, not several")]
    Several,
}

const TESTS: [(&str, Test); 6] = [
    ("!=", Test::IsNot),
    ("<=", Test::Order(Ordering::Less, true)),
    (">=", Test::Order(Ordering::Greater, true)),
    ("=", Test::Is),
    ("<", Test::Order(Ordering::Less, false)),
    (">", Test::Order(Ordering::Greater, false)),
];

impl Select {
    /// Reads conditions, separated by white space. An empty text chooses all kernels.
    ///
    /// # Errors
    /// On a word that is not a condition.
    pub fn parse(text: &str) -> Result<Select, SelectError> {
        let conditions: Result<Vec<Condition>, SelectError> = text
            .split_whitespace()
            .map(|word| condition(word).map_err(|why| SelectError { word: word.to_owned(), why }))
            .collect();
        Ok(Select { conditions: conditions? })
    }

    /// Whether a condition with `=` names architectures or releases; if not, the choice may have kernels of an
    /// unexpected architecture.
    pub fn names_arch(&self) -> bool {
        let names = |c: &Condition| matches!(c.field, Field::Arch | Field::Release) && c.test == Test::Is;
        self.conditions.iter().any(names)
    }

    /// Whether a kernel is surely chosen.
    pub fn fits(&self, kernel: &AtlasKernel) -> bool {
        self.answer(kernel) == Some(true)
    }

    /// Whether a kernel is chosen. None if the kernel's version decides, and its name gives only the series (6.1 of
    /// Debian's 6.1.0-56) or no version.
    pub fn answer(&self, kernel: &AtlasKernel) -> Option<bool> {
        let mut all = Some(true);
        for condition in &self.conditions {
            match condition.answer(kernel) {
                Some(false) => return Some(false),
                Some(true) => {}
                None => all = None,
            }
        }
        all
    }

    /// A sentence that says which kernels are left out because their version is not known exactly; none if there are no
    /// such kernels.
    pub fn undecided_words<'a>(&self, kernels: impl IntoIterator<Item = &'a AtlasKernel>) -> Option<String> {
        let left: Vec<&AtlasKernel> = kernels.into_iter().filter(|kernel| self.answer(kernel).is_none()).collect();
        let first = left.first()?;
        let said = match first.linux() {
            Some(version) => format!("its name gives {version}, but not which patch level of it"),
            None => "its name gives no version".to_owned(),
        };
        let others = match left.len() {
            1 => String::new(),
            n => format!(" and {} more", n - 1),
        };
        Some(format!("left out, because the version is not known well enough: {first} ({said}){others}"))
    }
}

fn condition(word: &str) -> Result<Condition, Why> {
    let at = word.find([':', '!', '<', '>', '=']).ok_or(Why::Sign)?;
    let (field, rest) = word.split_at(at);
    // In the notation of the search: version:>=6.1, arch:amd64.
    let (colon, rest) = rest.strip_prefix(':').map_or((false, rest), |rest| (true, rest));
    let found = TESTS.into_iter().find(|(sign, _)| rest.starts_with(sign));
    let (sign, test) = found.or(colon.then_some(("", Test::Is))).ok_or(Why::Sign)?;
    let field = Field::ALL.into_iter().find(|known| known.name() == field).ok_or(Why::Field)?;
    let values: Vec<String> = rest.get(sign.len()..).unwrap_or_default().split(',').map(str::to_owned).collect();
    let ordered = matches!(test, Test::Order(..));
    // A version must be numbers, for `=` as well: 6.x compares to nothing.
    let numbers = |value: &String| Named::parse(value).is_some();
    if ordered && field != Field::Version {
        return Err(Why::Order);
    } else if values.contains(&String::new()) {
        return Err(Why::Value);
    } else if field == Field::Version && !values.iter().all(numbers) {
        return Err(Why::Version);
    } else if ordered && values.len() > 1 {
        return Err(Why::Several);
    }
    Ok(Condition { field, test, values })
}

impl Condition {
    fn answer(&self, kernel: &AtlasKernel) -> Option<bool> {
        let is = |value: &String| match self.field {
            Field::Distribution => Some(kernel.distribution == *value),
            Field::Suite => Some(kernel.suite == *value),
            Field::Version => order(kernel.linux(), value).map(Ordering::is_eq),
            Field::Release => Some(kernel.release == *value),
            Field::Arch => Some(debian_arch(&kernel.arch) == debian_arch(value)),
            Field::Flavour => Some(kernel.flavour == *value),
        };
        let any = || {
            let answers: Vec<Option<bool>> = self.values.iter().map(is).collect();
            match answers.contains(&Some(true)) {
                true => Some(true),
                false => (!answers.contains(&None)).then_some(false),
            }
        };
        match self.test {
            Test::Is => any(),
            Test::IsNot => any().map(|is| !is),
            Test::Order(wanted, or_is) => {
                let order = order(kernel.linux(), self.values.first()?)?;
                Some(order == wanted || or_is && order.is_eq())
            }
        }
    }
}

/// How a kernel's version compares to a value: `Equal` if the version belongs to the value (6.1.192 to 6.1). None if
/// the version is not known exactly enough.
fn order(version: Option<Version>, value: &str) -> Option<Ordering> {
    Named::parse(value)?.order(version?)
}

#[cfg(test)]
mod tests {
    use btf::Endian;

    use super::*;

    fn kernel(upstream: &str, arch: &str) -> AtlasKernel {
        AtlasKernel {
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
            from_header: false,
        }
    }

    #[test]
    fn architectures_are_named_or_left_out() {
        let names = |text: &str| Select::parse(text).expect("conditions").names_arch();
        assert!(names("arch:arm64") && names("version:>=6.1 arch=amd64,arm64") && names("release:6.1.0-56-arm64"));
        assert!(!names("version:>=6.1 distribution:debian") && !names("arch:!=s390x") && !names(""));
    }

    #[test]
    fn conditions_choose() {
        let fits = |text: &str, upstream| Select::parse(text).expect("conditions").fits(&kernel(upstream, "amd64"));
        assert!(fits("", "6.1.1"));
        assert!(fits("distribution=debian version>=6.1 arch=x86_64", "6.1.192"));
        assert!(!fits("version>6.2", "6.1.192") && fits("version>6.1", "6.12.1"));
        assert!(fits("version=6.1", "6.1.192") && !fits("version=6.1", "6.12.1"));
        assert!(fits("version<=6.1", "6.1.192") && !fits("version<6.1", "6.1.0"));
        assert!(!fits("version>6.1", "6.1.192") && fits("version>6.1.191", "6.1.192"), "6.1 is all of its series");
        assert!(fits("arch=arm64,amd64 flavour!=rt,cloud", "6.1") && !fits("arch!=amd64", "6.1"));
        assert!(fits("distribution:debian version:>=6.1 arch:x86_64", "6.1.192"));
        assert!(!fits("version:>6.2", "6.1.192") && fits("version:6.1", "6.1.192") && !fits("arch:!=amd64", "6.1"));
        for (bad, why) in [
            ("version>=6.1.192-1", Why::Version),
            ("arch:", Why::Value),
            ("version:>=", Why::Value),
            ("6.1", Why::Sign),
            ("version!6.1", Why::Sign),
            ("arch>amd64", Why::Order),
            ("version>=6.1,6.2", Why::Several),
            ("colour=red", Why::Field),
            ("arch=", Why::Value),
            ("version>=6.x", Why::Version),
            ("version=v6.1", Why::Version),
        ] {
            assert_eq!(Select::parse(bad).map_err(|e| e.why).err(), Some(why), "{bad}");
        }
    }

    #[test]
    fn the_unknown_part_of_a_version_decides_nothing() {
        let named =
            |release: &str, upstream: &str| AtlasKernel { release: release.to_owned(), ..kernel(upstream, "amd64") };
        let answer = |text: &str, kernel: &AtlasKernel| Select::parse(text).expect("conditions").answer(kernel);
        // Older atlases have kernels with such texts.
        for kernel in [named("vmlinux-5.15.0-91-generic", ""), named("5.15.0-91-generic", "5.15.0")] {
            assert_eq!(answer("version>=6.1", &kernel), Some(false));
            assert_eq!(answer("version>=5.15", &kernel), Some(true));
            assert_eq!(answer("version>=5.15.20", &kernel), None);
            assert_eq!(answer("version!=5.15.20", &kernel), None);
            assert_eq!(answer("version<5.15.20 arch=arm64", &kernel), Some(false));
            assert_eq!(answer("version=5.15.20,5.15", &kernel), Some(true));
            let words = Select::parse("version<5.15.20").expect("conditions").undecided_words([&kernel, &kernel]);
            assert!(
                words
                    .expect("words")
                    .ends_with("-generic (its name gives 5.15, but not which patch level of it) and 1 more")
            );
        }
        assert_eq!(answer("version>=5.0", &named("vmlinux", "")), None);
        assert_eq!(answer("version>=6.1.100", &named("6.1.0-56-amd64", "6.1.192")), Some(true));
        assert_eq!(answer("version<6.12.200", &named("6.12.107+deb13-amd64", "6.12.107")), Some(true));
        assert_eq!(answer("version>=4.12.5", &named("4.12.14-122.103.1-default", "4.12.14")), None);
    }
}
