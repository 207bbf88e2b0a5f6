//! Kernel versions, and the differences of the rules between them (kernel, `btf.c` of each version). Only the names of
//! special fields have their first versions elsewhere (`special`).

use std::fmt;
use std::str::FromStr;

/// A kernel by its version. Point releases are not distinguished, because distribution kernels carry fixes back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Version {
    /// The first number.
    pub major: u16,
    /// The second number.
    pub minor: u16,
}

/// How sure the rules of a version are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Knowledge {
    /// The parser of this version was compared with the rules.
    Compared,
    /// The version lies between compared ones. Each change counts from the release that brought it.
    Between,
    /// Newer than the compared versions: the newest known rules are used.
    Newer,
    /// Below 6.1: not all differences are known.
    Incomplete,
}

btf::named! {
    /// The rules for special fields, by the release that introduced them.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub(crate) enum SpecialRules {
        /// `bpf_spin_lock`, `bpf_list_head` and `bpf_list_node` as a struct's own members.
        Since6_2 = Version::new(6, 2);
        /// Trees as well.
        Since6_3 = Version::new(6, 3);
        /// `bpf_refcount` as well: at most 11 fields instead of 10.
        Since6_4 = Version::new(6, 4);
        /// In nested structs and arrays as well. In a struct with a special field, a member that does not start at a
        /// whole byte is refused.
        Since6_11 = Version::new(6, 11);
        /// Kptrs as well.
        Since6_12 = Version::V6_12;
        /// `bpf_res_spin_lock` and `uptr` as well.
        Since6_15 = Version::new(6, 15);
        /// Tags of pointers in any order, unknown tags ignored. Structs may own each other through several levels.
        Since7_2 = Version::V7_2;
    }
    /// All, from the oldest on.
    const ALL;
    /// The first release with these rules.
    pub(crate) fn since -> Version;
}

impl SpecialRules {
    /// The most fields of a struct (`BTF_FIELDS_MAX`).
    pub(crate) fn most(self) -> usize {
        if self >= SpecialRules::Since6_4 { 11 } else { 10 }
    }

    /// Whether nested structs and arrays are searched. Earlier rules search only a struct's own members, by the name of
    /// their type.
    pub(crate) fn is_deep(self) -> bool {
        self >= SpecialRules::Since6_11
    }

    /// Whether pointers with tags can be fields.
    pub(crate) fn has_kptrs(self) -> bool {
        self >= SpecialRules::Since6_12
    }

    /// Whether the tag `uptr` is known.
    pub(crate) fn has_uptrs(self) -> bool {
        self >= SpecialRules::Since6_15
    }

    /// Whether fields that a struct may have only once (a lock, say) are counted separately in each nested STRUCT. 6.12
    /// is treated as its later point releases (6.12.117), which do not count separately.
    pub(crate) fn is_once_in_each(self) -> bool {
        !matches!(self, SpecialRules::Since6_12 | SpecialRules::Since7_2)
    }

    /// Whether a struct has at most one `bpf_refcount`. The change that ended the separate counts
    /// ([`is_once_in_each`](Self::is_once_in_each)) brought this limit.
    pub(crate) fn has_one_refcount(self) -> bool {
        !self.is_once_in_each()
    }

    /// Whether only the tag right behind a pointer is read, and a second tag is an error.
    pub(crate) fn has_one_tag(self) -> bool {
        self < SpecialRules::Since7_2
    }
}

/// Rules that kernels have from a release on.
macro_rules! from_release {
    ($($(#[$doc:meta])* $vis:vis fn $rule:ident = $major:literal, $minor:literal;)*) => {
        impl Version {
            $($(#[$doc])* $vis fn $rule(self) -> bool {
                self.since($major, $minor)
            })*

            fn flags(self) -> [bool; [$(stringify!($rule)),*].len()] {
                [$(self.$rule()),*]
            }
        }
    };
}

from_release! {
    /// Whether the kernel knows the layout section.
    pub fn has_layout = 7, 1;
    /// Whether vlen has 24 bits and the kind 7; before, they had 16 and 5.
    pub fn has_wide_info = 7, 2;
    /// Whether the name of a DATASEC may be any printable text.
    pub(crate) fn has_printable_sections = 6, 12;
    /// Whether the name of a DATASEC may begin with `?`.
    pub(crate) fn has_optional_sections = 6, 9;
    /// Whether an ENUM may have kind_flag, which makes its values signed.
    pub(crate) fn has_signed_enums = 6, 0;
    /// Whether a DATASEC may have no entries.
    pub(crate) fn has_empty_sections = 5, 11;
    /// Whether DECL_TAG and TYPE_TAG may have kind_flag, which makes the text a whole attribute.
    pub(crate) fn has_attribute_tags = 6, 15;
    /// Whether a TYPE_TAG may stand behind other modifiers.
    pub(crate) fn has_tags_anywhere = 7, 2;
    /// Whether a FUNC is resolved when a walk meets it, as other types are. Before, it was resolved only when the loop
    /// over all ids came to it.
    pub(crate) fn walks_functions = 6, 1;
}

impl Version {
    /// Linux 5.10; its rules are not complete.
    pub const V5_10: Version = Version::new(5, 10);
    /// Linux 6.1.
    pub const V6_1: Version = Version::new(6, 1);
    /// Linux 6.12.
    pub const V6_12: Version = Version::new(6, 12);
    /// Linux 6.18.
    pub const V6_18: Version = Version::new(6, 18);
    /// Linux 7.2; 7.3 has the same rules.
    pub const V7_2: Version = Version::new(7, 2);

    /// The versions to choose from, oldest first.
    pub const OFFERED: [Version; 5] = [Version::V5_10, Version::V6_1, Version::V6_12, Version::V6_18, Version::V7_2];

    /// The newest offered version.
    pub const NEWEST: Version = Version::V7_2;

    /// A version by its numbers.
    pub const fn new(major: u16, minor: u16) -> Version {
        Version { major, minor }
    }

    fn since(self, major: u16, minor: u16) -> bool {
        self >= Version::new(major, minor)
    }

    /// How sure the rules are.
    pub fn knowledge(self) -> Knowledge {
        match (self.major, self.minor) {
            _ if !self.since(6, 1) => Knowledge::Incomplete,
            (6, 1 | 12 | 18) | (7, 2 | 3) => Knowledge::Compared,
            _ if self.since(7, 4) => Knowledge::Newer,
            _ => Knowledge::Between,
        }
    }

    /// Whether it is certain that this version refuses a blob that breaks the rules for special fields. The kernel
    /// gives no message for them, and they changed from release to release, so only compared versions are certain.
    pub fn knows_special_fields(self) -> bool {
        self.knowledge() == Knowledge::Compared
    }

    /// The bytes of the header that this kernel knows.
    pub fn header_len(self) -> u32 {
        if self.has_layout() { 32 } else { 24 }
    }

    /// The bits that the info word may have set.
    pub(crate) fn info_mask(self) -> u32 {
        match () {
            () if self.has_wide_info() => u32::MAX,
            () if self.since(5, 13) => 0x9f00_ffff,
            () => 0x8f00_ffff,
        }
    }

    /// The number of the last kind that is known.
    pub fn last_kind(self) -> u8 {
        match () {
            () if self.since(7, 4) => 22,
            () if self.since(6, 0) => 19,
            () if self.since(5, 17) => 18,
            () if self.since(5, 16) => 17,
            () if self.since(5, 13) => 16,
            () => 15,
        }
    }

    /// The longest name, in bytes.
    pub fn longest_name(self) -> u32 {
        if self.since(6, 1) { 512 } else { 128 }
    }

    /// The rules for special fields; none for versions before 6.2.
    pub(crate) fn special_rules(self) -> Option<SpecialRules> {
        SpecialRules::ALL.into_iter().rev().find(|rules| self >= rules.since())
    }

    /// The rules of a version: two versions with equal values have the same rules. They may still be known less surely
    /// of one of them ([`Version::knowledge`]).
    fn rules(self) -> (u32, u8, u32, [bool; 9], Option<SpecialRules>) {
        (self.info_mask(), self.last_kind(), self.longest_name(), self.flags(), self.special_rules())
    }

    /// A compared version with the rules of this one (possibly itself), and true; or, if there is none, the nearest
    /// compared version, and false.
    pub fn judged_as(self) -> (Version, bool) {
        let compared = Version::OFFERED.into_iter().filter(|version| version.knowledge() == Knowledge::Compared);
        let alike = compared.clone().rev().find(|version| version.rules() == self.rules());
        // The nearest compared version below, or the oldest.
        let nearest = || compared.clone().rev().find(|version| *version <= self).unwrap_or(Version::V6_1);
        match alike {
            _ if self.knowledge() == Knowledge::Compared => (self, true),
            Some(version) => (version, true),
            None => (nearest(), false),
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// A text that names no kernel version.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a kernel version of 5.10 or later, such as 6.1 or 6.12.107+deb12-amd64")]
pub struct NoVersion;

impl FromStr for Version {
    type Err = NoVersion;

    /// Reads `6.1`, or a whole release such as `6.12.107+deb12-amd64`.
    ///
    /// # Errors
    /// When the text does not begin with two numbers, or they are below 5.10.
    fn from_str(text: &str) -> Result<Version, NoVersion> {
        let series = release::Version::parse(text).ok_or(NoVersion)?.series();
        let version = Version::new(series.major.into(), series.minor.into());
        if version < Version::V5_10 { Err(NoVersion) } else { Ok(version) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_are_read() {
        let read = |text: &str| text.parse::<Version>();
        assert_eq!(read("6.1"), Ok(Version::V6_1));
        assert_eq!(read("6.12.107+deb12-amd64"), Ok(Version::V6_12));
        assert_eq!(read("7.0-rc1"), Ok(Version::new(7, 0)));
        for wrong in ["", "6", "6.", "x.1", "5.9", "4.19.0", "-6.1", "6.99999"] {
            assert_eq!(read(wrong), Err(NoVersion), "{wrong}");
        }
    }

    #[test]
    fn only_compared_versions_are_called_so() {
        let of = |major, minor| Version::new(major, minor).knowledge();
        assert_eq!([of(6, 1), of(6, 18), of(7, 3)], [Knowledge::Compared; 3]);
        assert_eq!([of(6, 6), of(7, 0), of(7, 1)], [Knowledge::Between; 3]);
        assert_eq!([of(5, 10), of(6, 0), of(5, 15)], [Knowledge::Incomplete; 3]);
        assert_eq!(of(7, 4), Knowledge::Newer);
    }

    #[test]
    fn a_version_that_was_not_compared_is_judged_as_one_with_the_same_rules() {
        let of = |major, minor| Version::new(major, minor).judged_as();
        // No known rule changed between these.
        assert_eq!([of(6, 13), of(6, 14)], [(Version::V6_12, true); 2]);
        assert_eq!([of(6, 15), of(6, 17), of(6, 19)], [(Version::V6_18, true); 3]);
        assert_eq!(of(7, 3), (Version::new(7, 3), true));
        // Between 6.1 and 6.12 special fields and names of sections changed, 7.1 has a layout, 7.4 kinds.
        assert_eq!([of(6, 2), of(6, 6), of(6, 11)], [(Version::V6_1, false); 3]);
        assert_eq!(of(7, 1), (Version::V6_18, false));
        assert_eq!(of(7, 4), (Version::V7_2, false));
        assert_eq!(of(5, 10), (Version::V6_1, false));
    }

    #[test]
    fn each_release_has_the_latest_rules_for_special_fields() {
        let since = |minor| Version::new(6, minor).special_rules().map(SpecialRules::since);
        assert_eq!(since(1), None);
        let begins = [2, 3, 4, 11, 12, 15].map(|minor| Some(Version::new(6, minor)));
        assert_eq!([2, 3, 4, 11, 12, 15].map(since), begins);
        assert_eq!([since(10), since(14), since(19)], [begins[2], begins[4], begins[5]]);
        assert_eq!(Version::new(7, 1).special_rules(), Some(SpecialRules::Since6_15));
        assert_eq!(Version::new(7, 3).special_rules(), Some(SpecialRules::Since7_2));
    }
}
