//! Questions to the index: the users of one type, sorted.

use btf::Kind::*;
use btf::{Btf, Kind, Member, Type, TypeId};

use super::index::Users;

btf::named! {
    /// How a user uses the type.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Usage {
        /// A struct or union with a member of this type, or of an array of it.
        Embedded = "embedded in", "embedded";
        /// A struct or union with a member that points to the type; if pointers are not looked through, a PTR.
        Pointed = "pointed to by", "pointed";
        /// An ARRAY of the type (or of pointers to it).
        Array = "array of", "array";
        /// A typedef of the type (or of a pointer to it).
        Typedef = "typedef'd as", "typedef";
        /// A function or prototype that takes the type.
        Param = "parameter of", "param";
        /// A function or prototype that returns the type.
        Return = "returned by", "return";
        /// A variable of the type.
        Variable = "variable", "variable";
        /// A declaration tag on the type.
        Tagged = "tagged by", "tagged";
        /// A function with this prototype.
        Function = "prototype of", "function";
        /// A section that has this variable or function.
        Section = "in section", "section";
        /// `const`, `volatile`, `restrict` or a type tag on the type; only if qualifiers are not looked through.
        Qualified = "qualified by", "qualified";
        /// A LOC kind that lists it as an inlined function or as an argument's place.
        Inlined = "inlined at", "inlined";
    }
    /// All, in the order in which they are shown.
    pub const ALL;
    /// A heading for the users with this usage, in lower case.
    pub fn title;
    /// In one word, as it is typed on the command line and as JSON has it.
    pub fn word;
}

impl Usage {
    /// Its place in [`Usage::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }
}

/// The types that are looked through between a user and the type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Through {
    /// `const`, `volatile`, `restrict`, type tags, and arrays.
    pub qualifiers: bool,
    /// Typedefs.
    pub typedefs: bool,
    /// Pointers.
    pub pointers: bool,
}

impl Through {
    /// Nothing: only records that hold the id of the type itself.
    pub const NOTHING: Through = Through { qualifiers: false, typedefs: false, pointers: false };
    /// Everything: also members, parameters and variables that lead to the type over pointers, arrays, typedefs and
    /// qualifiers.
    pub const EVERYTHING: Through = Through { qualifiers: true, typedefs: true, pointers: true };
}

/// A user of a type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct User {
    /// How it uses the type.
    pub usage: Usage,
    /// The user: the struct or union of a member; the function of a parameter, or its prototype if no function has
    /// it; else the type whose record refers to it.
    pub from: TypeId,
    /// The index of the member, of the parameter, of the variable in a section, or of the word of a LOC kind; for a
    /// tag, the index of the member or parameter that it is on; else 0.
    pub slot: u32,
    /// The type that the user's record names: the type itself, or the outermost of those looked through.
    pub held: TypeId,
    /// Pointers between the user and the type.
    pub pointers: u32,
    /// Array dimensions between the user and the type.
    pub arrays: u32,
}

impl User {
    /// The member, for usages that have one.
    pub fn member<'a>(&self, btf: &'a Btf) -> Option<Member<'a>> {
        let t = btf.get(self.from).filter(|t| t.kind().is_composite())?;
        t.members().from_index(self.slot).next()
    }

    /// The offset of the member, in bits from the start of its struct or union; of a variable, in bits from the start
    /// of its section. None for other usages.
    pub fn bit_offset(&self, btf: &Btf) -> Option<u64> {
        if self.usage == Usage::Section {
            let section = btf.get(self.from)?;
            return section.vars().from_index(self.slot).next().map(|v| u64::from(v.offset) * 8);
        }
        self.member(btf).map(|m| u64::from(m.bits().offset))
    }

    /// The name of the member or parameter; for a tag, of the member or parameter that it is on. None for other
    /// usages, and for a tag on a whole type.
    pub fn part<'a>(&self, btf: &'a Btf) -> Option<&'a str> {
        match self.usage {
            Usage::Tagged => component_name(&btf.get(self.from)?),
            Usage::Param => {
                let from = btf.get(self.from)?;
                let proto = if from.kind() == Kind::Func { btf.get(TypeId(from.size_or_type()))? } else { from };
                proto.params().from_index(self.slot).next().map(|p| p.name())
            }
            _ => self.member(btf).map(|m| m.name()),
        }
    }
}

/// The name of the member or parameter that a DECL_TAG is on (btf.rst, "BTF_KIND_DECL_TAG"); none for a tag on a
/// whole type.
pub(crate) fn component_name<'a>(tag: &Type<'a>) -> Option<&'a str> {
    let btf = tag.btf();
    let index = u32::try_from(tag.component_index()?).ok()?;
    let on = btf.get(TypeId(tag.size_or_type()))?;
    if on.kind().is_composite() {
        return on.members().from_index(index).next().map(|m| m.name());
    }
    let proto = btf.get(TypeId(on.size_or_type())).filter(|_| on.kind() == Kind::Func)?;
    proto.params().from_index(index).next().map(|p| p.name())
}

/// A type between the type that is asked about and its users.
#[derive(Clone, Copy)]
struct At {
    id: TypeId,
    pointers: u32,
    arrays: u32,
}

impl Users {
    /// Calls `each` with every user, until `each` returns false.
    ///
    /// Linear for any blob: a type that is looked through refers to one other type, so the types that are looked
    /// through form a tree, whose root is the type `id`. Only a chain of types in a circle leads back to `id`; the walk
    /// ends there.
    pub fn each(&self, btf: &Btf, id: TypeId, through: Through, mut each: impl FnMut(User) -> bool) {
        let mut todo = vec![At { id, pointers: 0, arrays: 0 }];
        while let Some(at) = todo.pop() {
            for r in self.direct(at.id) {
                let Some(from) = btf.get(r.from) else { continue };
                let user = |usage| User {
                    usage,
                    from: r.from,
                    slot: r.slot,
                    held: at.id,
                    pointers: at.pointers,
                    arrays: at.arrays,
                };
                let next = At { id: r.from, ..at };
                let mut go = |deeper: At| {
                    if deeper.id != id {
                        todo.push(deeper);
                    }
                    true
                };
                let goes_on = match from.kind() {
                    Struct | Union if at.pointers > 0 => each(user(Usage::Pointed)),
                    Struct | Union => each(user(Usage::Embedded)),
                    Ptr if through.pointers => go(At { pointers: at.pointers.saturating_add(1), ..next }),
                    Ptr => each(user(Usage::Pointed)),
                    Const | Volatile | Restrict | TypeTag if through.qualifiers => go(next),
                    Const | Volatile | Restrict | TypeTag => each(user(Usage::Qualified)),
                    Array => {
                        let on = each(user(Usage::Array));
                        on && (!through.qualifiers || go(At { arrays: at.arrays.saturating_add(1), ..next }))
                    }
                    Typedef => each(user(Usage::Typedef)) && (!through.typedefs || go(next)),
                    FuncProto => self.takers(btf, user(Usage::Return), &mut each),
                    Func => each(user(Usage::Function)),
                    Var => each(user(Usage::Variable)),
                    DeclTag => {
                        let slot = from.component_index().and_then(|index| u32::try_from(index).ok()).unwrap_or(0);
                        each(User { slot, ..user(Usage::Tagged) })
                    }
                    DataSec => each(user(Usage::Section)),
                    LocProto | LocSec => each(user(Usage::Inlined)),
                    Int | Enum | Enum64 | Fwd | Float | LocParam | Unknown(_) => true,
                };
                if !goes_on {
                    return;
                }
            }
        }
    }

    /// Calls `each` with the functions of a prototype; with the prototype itself, if no function has it.
    fn takers(&self, btf: &Btf, of: User, each: &mut dyn FnMut(User) -> bool) -> bool {
        let user = match of.slot.checked_sub(1) {
            Some(param) => User { usage: Usage::Param, slot: param, ..of },
            None => of,
        };
        let mut any = false;
        for r in self.direct(of.from) {
            if btf.kind(r.from) == Some(Kind::Func) {
                any = true;
                if !each(User { from: r.from, ..user }) {
                    return false;
                }
            }
        }
        any || each(user)
    }

    /// The users of a type, sorted by usage, then by the user's id, then by slot.
    pub fn of(&self, btf: &Btf, id: TypeId, through: Through) -> Vec<User> {
        let mut all = Vec::new();
        self.each(btf, id, through, |user| {
            all.push(user);
            true
        });
        all.sort_unstable();
        all
    }
}
