//! The effect of a change on a CO-RE program that was made for the old BTF and runs on the new one.

use btf::{Btf, Kind, Type, TypeId};

use super::signature::Signatures;

btf::named! {
    /// The effect of a change on a CO-RE program. The effect of several changes is the effect of the worst.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
    pub enum ChangeEffect {
        /// No effect, or libbpf adjusts the program when it loads the program.
        #[default]
        Harmless = "harmless", "harmless";
        /// Something that the program asks for is not found: the program is refused at load, unless it checks first
        /// (`bpf_core_field_exists` and its like) and has an alternative.
        Refused = "refused", "refused at load";
        /// No error: the program runs and gets a wrong value.
        Silent = "silent", "silently wrong";
    }
    /// All effects, the mildest first.
    pub const ALL;
    /// In one word, as it is typed and as JSON has it: `"harmless"`, `"refused"`, `"silent"`.
    pub fn word;
    /// In words, to be read: `"refused at load"`.
    pub fn as_str;
}

/// The effect of a change, and its reason.
pub(crate) type Reasoned = (ChangeEffect, &'static str);

/// The worse of two effects; the first if they are equal.
pub(crate) fn worse(a: Reasoned, b: Reasoned) -> Reasoned {
    if b.0 > a.0 { b } else { a }
}

/// The effect if a field gets another type. libbpf decides in `bpf_core_fields_are_compat` whether two fields count as
/// the same.
pub(crate) fn retyped(old: &mut Signatures<'_>, a: TypeId, new: &mut Signatures<'_>, b: TypeId) -> Reasoned {
    let (mut a, mut b) = (a, b);
    let mut grown = None;
    for _ in 0..btf::MAX_RESOLVE_STEPS {
        let (ra, rb) = (old.btf.resolve(a), new.btf.resolve(b));
        if old.reference(ra) == new.reference(rb) {
            return grown.unwrap_or_else(|| named_alike(old.btf, ra, new.btf, rb));
        }
        let (Some(ta), Some(tb)) = (old.btf.get(ra), new.btf.get(rb)) else {
            return (ChangeEffect::Refused, "the type is void before or after, and void cannot be read");
        };
        match (ta.array(), tb.array()) {
            (Some(x), Some(y)) => {
                grown = grown.or(match x.nelems.cmp(&y.nelems) {
                    std::cmp::Ordering::Greater => Some((
                        ChangeEffect::Refused,
                        "fewer elements: an access beyond them is refused when the program is loaded",
                    )),
                    std::cmp::Ordering::Less => {
                        Some((ChangeEffect::Harmless, "more elements than the program knows of"))
                    }
                    std::cmp::Ordering::Equal => None,
                });
                (a, b) = (x.element, y.element);
            }
            _ => {
                let verdict = by_kind(old, &ta, new, &tb);
                return grown.map_or(verdict, |grown| worse(verdict, grown));
            }
        }
    }
    (ChangeEffect::Refused, "a type that cannot be followed to its end")
}

/// The effect for two types whose references have equal hashes: integers may still differ in size.
fn named_alike(old: &Btf, a: TypeId, new: &Btf, b: TypeId) -> Reasoned {
    match (old.get(a), new.get(b)) {
        (Some(a), Some(b)) if a.kind() == Kind::Int && b.kind() == Kind::Int => integers(&a, &b),
        _ => (ChangeEffect::Harmless, "the same type by another name, or with other qualifiers"),
    }
}

fn integers(a: &Type<'_>, b: &Type<'_>) -> Reasoned {
    let signed = |t: &Type<'_>| t.int().is_some_and(|i| i.is_signed());
    if a.size_or_type() != b.size_or_type() {
        (
            ChangeEffect::Silent,
            "an integer of another size: a program that reads the old size misses bytes, or reads those of the next member",
        )
    } else if signed(a) != signed(b) {
        (ChangeEffect::Silent, "the sign changed, but the program still reads with the sign of its own type")
    } else {
        (ChangeEffect::Harmless, "an integer of the same size and sign")
    }
}

fn by_kind(old: &mut Signatures<'_>, a: &Type<'_>, new: &mut Signatures<'_>, b: &Type<'_>) -> Reasoned {
    let is = |t: &Type<'_>, kind| t.kind() == kind;
    if a.kind().is_composite() && b.kind().is_composite() {
        if a.is_anonymous() && b.is_anonymous() {
            return (ChangeEffect::Harmless, "its members changed: each change has its own effect");
        }
        return (ChangeEffect::Refused, "another struct: its members are looked for by name, and may not be there");
    }
    if is(a, Kind::Int) && is(b, Kind::Int) {
        return integers(a, b);
    }
    if is(a, Kind::Ptr) && is(b, Kind::Ptr) {
        let (pa, pb) = (old.btf.resolve(TypeId(a.size_or_type())), new.btf.resolve(TypeId(b.size_or_type())));
        if old.reference(pa) == new.reference(pb) {
            return (ChangeEffect::Harmless, "a pointer to the same type");
        }
        let code = |btf: &Btf, id: TypeId| btf.kind(id) == Some(Kind::FuncProto);
        if code(old.btf, pa) && code(new.btf, pb) {
            return (ChangeEffect::Harmless, "a function of another prototype, which a program does not call");
        }
        if pa.is_void() || pb.is_void() {
            return (ChangeEffect::Harmless, "a pointer to or from void: what it points to may still be the same");
        }
        return (ChangeEffect::Silent, "points to another type: libbpf does not compare what pointers point to");
    }
    if is(a, Kind::Float) && is(b, Kind::Float) {
        return (ChangeEffect::Silent, "a floating-point number of another size");
    }
    if a.kind().is_any_enum() && b.kind().is_any_enum() && (a.is_anonymous() || b.is_anonymous()) {
        return match a.size_or_type() == b.size_or_type() {
            true => (ChangeEffect::Harmless, "an enum of the same size"),
            false => (ChangeEffect::Silent, "an enum of another size"),
        };
    }
    (ChangeEffect::Refused, "libbpf does not take these types for the same field, so the field is not found")
}
