//! [`Version`]: the version of one kernel. [`Named`]: a version in a condition, which can stand for many versions.

use std::cmp::Ordering;
use std::fmt;

/// A version of Linux.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Version {
    /// 6 of 6.12.107.
    pub major: u8,
    /// 12 of 6.12.107.
    pub minor: u8,
    /// 107 of 6.12.107. `None` where it is unknown. Some distributions never change the third number in the names of
    /// their kernels (Debian's 6.1.0-56 is 6.1.192). [`crate::Release`] does not take such a number; [`Version::parse`]
    /// does, because it does not know the distribution.
    pub patch: Option<u16>,
    /// 3 of 6.10.0-rc3. Only versions before the first release of their series have one.
    pub candidate: Option<u16>,
}

impl Version {
    /// A series as a version with an unknown patch level. In the order of versions it is before all others of the
    /// series.
    pub const fn new(major: u8, minor: u8) -> Version {
        Version { major, minor, patch: None, candidate: None }
    }

    /// Reads `6.12`, `6.12.107`, `6.10.0-rc3`, `6.18~rc1`; anything may follow. `None` if the text does not begin with
    /// two numbers, joined by a dot, of at most 255 each. A third number above 65535 is not read, nor what follows it:
    /// the patch level is then unknown.
    pub fn parse(text: &str) -> Option<Version> {
        let (major, rest) = number(text)?;
        let (minor, mut rest) = number(rest.strip_prefix('.')?)?;
        let mut version = Version::new(u8::try_from(major).ok()?, u8::try_from(minor).ok()?);
        let patch = rest.strip_prefix('.').and_then(number);
        if let Some((patch, behind)) = patch.and_then(|(n, behind)| Some((u16::try_from(n).ok()?, behind))) {
            (version.patch, rest) = (Some(patch), behind);
        }
        version.candidate = rest.strip_prefix(['-', '~']).and_then(candidate);
        if version.candidate.is_some() {
            version.patch = Some(version.patch.unwrap_or(0));
        }
        Some(version)
    }

    /// Whether the version is of the series of `since` or of a later series. Patch levels are not compared.
    pub fn is_at_least(self, since: Version) -> bool {
        (self.major, self.minor) >= (since.major, since.minor)
    }

    /// The value of `LINUX_KERNEL_VERSION` (`KERNEL_VERSION` of linux/version.h). `otherwise` stands for an unknown
    /// patch level; a patch level above 255 counts as 255.
    pub fn code(self, otherwise: u16) -> u64 {
        let patch = u64::from(self.patch.unwrap_or(otherwise)).min(255);
        u64::from(self.major) << 16 | u64::from(self.minor) << 8 | patch
    }

    /// The order of versions: a version with an unknown patch level comes before all others of its series, a candidate
    /// before its release.
    fn key(self) -> (u8, u8, Option<u16>, u16) {
        (self.major, self.minor, self.patch, self.candidate.unwrap_or(u16::MAX))
    }
}

/// The number at the start of a text, and the rest.
fn number(text: &str) -> Option<(u64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    Some((digits.parse().ok()?, rest))
}

/// 3 of `rc3`; no letter or digit may follow, anything else may.
pub(crate) fn candidate(text: &str) -> Option<u16> {
    let (n, rest) = number(text.strip_prefix("rc")?)?;
    let ends = !rest.starts_with(|c: char| c.is_ascii_alphanumeric());
    u16::try_from(n).ok().filter(|_| ends)
}

impl Ord for Version {
    fn cmp(&self, other: &Version) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Version) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)?;
        if let Some(patch) = self.patch {
            write!(f, ".{patch}")?;
        }
        self.candidate.map_or(Ok(()), |rc| write!(f, "-rc{rc}"))
    }
}

/// A version in a condition. `6` stands for all versions that begin with 6, `6.1` for all of this series, `6.1.192` for
/// this version alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Named {
    major: u64,
    minor: Option<u64>,
    patch: Option<u64>,
    candidate: Option<u16>,
}

impl Named {
    /// Reads one to three numbers: `6`, `6.1`, `6.1.192`. Two or three numbers can have a candidate behind them:
    /// `6.12-rc3`, `6.12.0~rc3`. `None` if anything else follows.
    pub fn parse(text: &str) -> Option<Named> {
        let (major, mut rest) = number(text)?;
        let mut next = || {
            let (n, behind) = rest.strip_prefix('.').and_then(number)?;
            rest = behind;
            Some(n)
        };
        let minor = next();
        let mut patch = minor.and_then(|_| next());
        let candidate = rest.strip_prefix(['-', '~']).map(candidate);
        let digits = |t: &str| t.chars().all(|c| c.is_ascii_digit());
        match candidate {
            None if !rest.is_empty() => return None,
            Some(rc) if rc.is_none() || minor.is_none() || !rest.get(3..).is_some_and(digits) => return None,
            Some(_) => patch = Some(patch.unwrap_or(0)),
            None => {}
        }
        Some(Named { major, minor, patch, candidate: candidate.flatten() })
    }

    /// Compares a kernel's version to this one: `Equal` for every version that this one includes. `None` where the
    /// kernel's unknown patch level would decide.
    pub fn order(self, version: Version) -> Option<Ordering> {
        let by_major = u64::from(version.major).cmp(&self.major);
        let Some(minor) = self.minor else { return Some(by_major) };
        let by_series = by_major.then(u64::from(version.minor).cmp(&minor));
        let Some(patch) = self.patch.filter(|_| by_series.is_eq()) else { return Some(by_series) };
        let last = |candidate: Option<u16>| candidate.unwrap_or(u16::MAX);
        let by_patch = u64::from(version.patch?).cmp(&patch);
        Some(by_patch.then(last(version.candidate).cmp(&last(self.candidate))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_those_of_the_macro() {
        assert_eq!(Version::parse("5.10.223").unwrap().code(0), 0x050adf);
        assert_eq!(Version::parse("4.19.325").unwrap().code(0), 0x0413ff);
        assert!(Version::new(6, 1).is_at_least(Version::new(5, 19)));
    }

    #[test]
    fn versions_rise() {
        let rising = ["5.4", "5.10.9", "5.10.218", "6.1", "6.1.0", "6.1.192", "6.10.0-rc3", "6.10.0", "6.12.1"];
        let versions: Vec<Version> = rising.iter().map(|t| Version::parse(t).unwrap()).collect();
        assert!(versions.is_sorted());
        assert_eq!(versions.iter().map(Version::to_string).collect::<Vec<_>>(), rising);
        assert_eq!(Version::parse("6.18~rc1-1").unwrap().to_string(), "6.18.0-rc1");
        assert_eq!(Version::parse("6.1-rcu").unwrap().to_string(), "6.1");
        assert!(["", "6", "x6.1", "300.1", "6.", ".1"].iter().all(|t| Version::parse(t).is_none()));
    }

    #[test]
    fn numbers_that_are_too_large_are_unknown() {
        let read = |text| Version::parse(text).map(|version| version.to_string());
        assert_eq!(read("255.255.65535").as_deref(), Some("255.255.65535"));
        for text in ["256.1", "6.256.1", "6.99999999999999999999", "18446744073709551622.1"] {
            assert_eq!(read(text), None, "{text}");
        }
        for text in ["6.1.65536", "6.1.65536-rc3", "6.1.99999999999999999999-rc3"] {
            assert_eq!(read(text).as_deref(), Some("6.1"), "{text}");
        }
    }

    #[test]
    fn a_condition_is_compared_as_far_as_the_kernel_s_version_is_known() {
        let order = |kernel, named| Named::parse(named).unwrap().order(Version::parse(kernel).unwrap());
        use Ordering::{Equal, Greater, Less};
        assert_eq!(order("6.1.192", "6"), Some(Equal));
        assert_eq!(order("6.1", "6.1"), Some(Equal));
        assert_eq!(order("6.1", "6.1.5"), None);
        assert_eq!(order("6.1", "6.2.5"), Some(Less));
        assert_eq!(order("6.12", "6.1.5"), Some(Greater));
        assert_eq!(order("6.1.192", "6.01.5"), Some(Greater));
        assert_eq!(order("6.10.0-rc3", "6.10.0"), Some(Less));
        assert_eq!(order("6.10.0-rc3", "6.10~rc3"), Some(Equal));
        assert_eq!(order("6.10.1", "6.10-rc3"), Some(Greater));
        for bad in ["", "v6.1", "6.x", "6.1.192-1", "6.1.2.3", "6-rc1", "6.1-rc", "6.1.", "6.1-rc1x"] {
            assert_eq!(Named::parse(bad), None, "{bad}");
        }
    }
}
