//! The table of kinds: for each its badge, colour, chip and place in the list.

use btf::Kind;
use btf::Kind::*;
use wire::Wire;

use crate::spelling::nearest;

btf::named! {
    /// A chip above the list: kinds that are counted and filtered together.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Wire)]
    pub enum Chip {
        /// STRUCT.
        Struct = "struct";
        /// UNION.
        Union = "union";
        /// TYPEDEF.
        Typedef = "typedef";
        /// ENUM and ENUM64.
        Enum = "enum";
        /// FUNC.
        Func = "func";
        /// VAR.
        Var = "var";
        /// DATASEC.
        Section = "section";
        /// INT.
        Int = "int";
        /// FLOAT.
        Float = "float";
        /// FWD.
        Forward = "forward";
        /// DECL_TAG and TYPE_TAG.
        Tag = "tag";
        /// PTR.
        Pointer = "pointer";
        /// ARRAY.
        Array = "array";
        /// CONST, VOLATILE and RESTRICT.
        Qualifier = "qualifier";
        /// FUNC_PROTO.
        Prototype = "prototype";
        /// The LOC kinds and unknown ones.
        Other = "other";
    }
    /// All, in the order in which they are shown.
    pub const ALL;
    /// Its name, in lower case.
    pub fn label;
}

/// How the list shows a kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KindInfo {
    /// The badge: one to three characters, which show the kind to people who do not see the colour.
    pub letter: &'static str,
    /// The CSS class of its colour ([`crate::words::kind_class`]).
    pub class: &'static str,
    /// The chip that counts it.
    pub chip: Chip,
}

/// How the list shows a kind.
pub fn kind_info(kind: Kind) -> KindInfo {
    let (letter, chip) = match kind {
        Int => ("I", Chip::Int),
        Ptr => ("P", Chip::Pointer),
        Array => ("A", Chip::Array),
        Struct => ("S", Chip::Struct),
        Union => ("U", Chip::Union),
        Enum | Enum64 => ("E", Chip::Enum),
        Fwd => ("fwd", Chip::Forward),
        Typedef => ("T", Chip::Typedef),
        Volatile => ("vol", Chip::Qualifier),
        Const => ("C", Chip::Qualifier),
        Restrict => ("R", Chip::Qualifier),
        Func => ("ƒ", Chip::Func),
        FuncProto => ("ƒ()", Chip::Prototype),
        Var => ("V", Chip::Var),
        DataSec => ("D", Chip::Section),
        Float => ("F", Chip::Float),
        DeclTag | TypeTag => ("@", Chip::Tag),
        LocParam | LocProto | LocSec => ("L", Chip::Other),
        Unknown(_) => ("?", Chip::Other),
    };
    KindInfo { letter, class: crate::words::kind_class(kind), chip }
}

/// The place of a kind where types are sorted by kind: in the list without a search, in [`crate::Order::Name`], and
/// among types with the same name.
pub fn place(kind: Kind) -> u8 {
    match kind {
        Struct => 0,
        Union => 1,
        Enum | Enum64 => 2,
        Typedef => 3,
        Func => 4,
        Var => 5,
        DataSec => 6,
        Int => 7,
        Float => 8,
        Fwd => 9,
        DeclTag => 10,
        TypeTag => 11,
        Ptr => 12,
        Array => 13,
        Const | Volatile | Restrict => 14,
        FuncProto => 15,
        LocParam | LocProto | LocSec | Unknown(_) => PLACES - 1,
    }
}

/// The number of places.
pub(crate) const PLACES: u8 = 17;

/// A number for ranking: among equally good matches, kinds of a lower group come first. Kinds that people look for
/// have low groups.
pub(crate) fn group(kind: Kind) -> u8 {
    match kind {
        Struct | Union => 0,
        Enum | Enum64 | Typedef | Int | Float => 1,
        Fwd => 2,
        Func => 3,
        Var | DataSec => 4,
        DeclTag | TypeTag => 5,
        Ptr | Array | Volatile | Const | Restrict | FuncProto | LocParam | LocProto | LocSec | Unknown(_) => GROUPS - 1,
    }
}

/// The number of groups.
pub(crate) const GROUPS: u8 = 7;

/// True if the list takes all types of this kind as types without a name. They are listed only if "+ derived" is on, or
/// if `kind:` or an id asks for them. An unknown kind may use `name_off` for something else than a name.
pub(crate) fn is_nameless(kind: Kind) -> bool {
    matches!(kind, Ptr | Array | Const | Volatile | Restrict | FuncProto | LocParam | LocProto | LocSec | Unknown(_))
}

/// A set of kinds: bit n for kind number n, bit 0 for unknown kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct KindSet(u32);

impl KindSet {
    fn bit(kind: Kind) -> u32 {
        match kind {
            Unknown(_) => 1,
            kind => 1 << kind.number(),
        }
    }

    pub(crate) fn of(kinds: &[Kind]) -> KindSet {
        KindSet(kinds.iter().fold(0, |set, &k| set | KindSet::bit(k)))
    }

    pub(crate) fn contains(self, kind: Kind) -> bool {
        self.0 & KindSet::bit(kind) != 0
    }

    pub(crate) fn union(self, other: KindSet) -> KindSet {
        KindSet(self.0 | other.0)
    }
}

/// The words for `kind:`. A prefix stands for the first word that begins with it.
const KIND_WORDS: &[(&str, &[Kind])] = &[
    ("struct", &[Kind::Struct]),
    ("union", &[Kind::Union]),
    ("typedef", &[Kind::Typedef]),
    ("enum", &[Kind::Enum, Kind::Enum64]),
    ("enum64", &[Kind::Enum64]),
    ("func", &[Kind::Func]),
    ("function", &[Kind::Func]),
    ("var", &[Kind::Var]),
    ("variable", &[Kind::Var]),
    ("datasec", &[Kind::DataSec]),
    ("section", &[Kind::DataSec]),
    ("int", &[Kind::Int]),
    ("float", &[Kind::Float]),
    ("forward", &[Kind::Fwd]),
    ("fwd", &[Kind::Fwd]),
    ("pointer", &[Kind::Ptr]),
    ("ptr", &[Kind::Ptr]),
    ("array", &[Kind::Array]),
    ("const", &[Kind::Const]),
    ("volatile", &[Kind::Volatile]),
    ("restrict", &[Kind::Restrict]),
    ("qualifier", &[Kind::Const, Kind::Volatile, Kind::Restrict]),
    ("func_proto", &[Kind::FuncProto]),
    ("prototype", &[Kind::FuncProto]),
    ("tag", &[Kind::DeclTag, Kind::TypeTag]),
    ("decl_tag", &[Kind::DeclTag]),
    ("type_tag", &[Kind::TypeTag]),
    ("loc_param", &[Kind::LocParam]),
    ("loc_proto", &[Kind::LocProto]),
    ("locsec", &[Kind::LocSec]),
    ("loc", &[Kind::LocParam, Kind::LocProto, Kind::LocSec]),
    ("other", &[Kind::LocParam, Kind::LocProto, Kind::LocSec, Kind::Unknown(0)]),
    ("unknown", &[Kind::Unknown(0)]),
    ("s", &[Kind::Struct]),
    ("u", &[Kind::Union]),
    ("t", &[Kind::Typedef]),
    ("e", &[Kind::Enum, Kind::Enum64]),
    ("f", &[Kind::Func]),
    ("ƒ", &[Kind::Func]),
    ("v", &[Kind::Var]),
    ("d", &[Kind::DataSec]),
    ("i", &[Kind::Int]),
    ("p", &[Kind::Ptr]),
    ("a", &[Kind::Array]),
];

/// The word for kinds that is nearest to `word`, if `word` is a misspelling.
pub(crate) fn kind_meant(word: &str) -> Option<&'static str> {
    nearest(word, KIND_WORDS.iter().map(|(name, _)| *name))
}

/// The kinds that a word names; a prefix is enough. Case does not matter.
pub(crate) fn kinds_called(word: &str) -> Option<KindSet> {
    let word = word.to_ascii_lowercase();
    let found = KIND_WORDS
        .iter()
        .find(|(name, _)| *name == word)
        .or_else(|| KIND_WORDS.iter().find(|(name, _)| !word.is_empty() && name.starts_with(&word)))?;
    Some(KindSet::of(found.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: std::ops::RangeInclusive<u8> = 0..=23;

    #[test]
    fn every_kind_has_a_badge_a_chip_and_a_word() {
        for n in KINDS {
            let kind = Kind::from_number(n);
            let info = kind_info(kind);
            assert!((1..=3).contains(&info.letter.chars().count()), "{kind:?}");
            let named = Chip::ALL.into_iter().find(|chip| chip.label() == info.chip.label());
            assert_eq!(named, Some(info.chip));
            let word = kinds_called(info.chip.label()).unwrap_or_else(|| panic!("kind:{}", info.chip.label()));
            assert!(word.contains(kind), "kind:{} has {kind:?}", info.chip.label());
            let number = if matches!(kind, Kind::Unknown(_)) { "unknown" } else { kind.as_str() };
            assert!(kinds_called(number).is_some_and(|set| set.contains(kind)), "kind:{number}");
            assert!(place(kind) < PLACES && group(kind) < GROUPS);
        }
    }

    #[test]
    fn words_are_completed_and_letters_are_badges() {
        let only = |word: &str, kind: Kind| assert_eq!(kinds_called(word), Some(KindSet::of(&[kind])), "{word}");
        only("st", Kind::Struct);
        only("S", Kind::Struct);
        only("f", Kind::Func);
        only("fl", Kind::Float);
        only("func_", Kind::FuncProto);
        only("PTR", Kind::Ptr);
        only("vo", Kind::Volatile);
        assert_eq!(kinds_called("enum"), Some(KindSet::of(&[Kind::Enum, Kind::Enum64])));
        assert_eq!(kinds_called("structs"), None);
        assert_eq!(kinds_called(""), None);
    }
}
