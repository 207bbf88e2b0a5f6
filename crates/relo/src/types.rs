//! Types as libbpf treats them: void is a type, too, and qualifiers and typedefs can be skipped.

use btf::{Btf, Kind, ResolveError, Type, TypeId};

use crate::problem::{Errno, Problem, Reason};

/// The most qualifiers and typedefs skipped in a row. libbpf has no limit; compilers nest a handful.
const MAX_SKIP: u32 = 1024;

/// A type; `None` stands for void.
#[derive(Clone, Copy)]
pub(crate) struct Ty<'a>(Option<Type<'a>>);

impl<'a> Ty<'a> {
    /// The type of an id (libbpf `btf_type_by_id`).
    pub fn get(btf: &'a Btf, id: TypeId) -> Result<Ty<'a>, Problem> {
        if id.is_void() {
            return Ok(Ty(None));
        }
        btf.get(id).map(|t| Ty(Some(t))).ok_or_else(|| Problem::invalid(Reason::Broken(id)))
    }

    /// The kind; `None` for void.
    pub fn kind(&self) -> Option<Kind> {
        self.0.map(|t| t.kind())
    }

    /// The name, empty where there is none.
    pub fn name(&self) -> &'a [u8] {
        self.0.map(|t| t.name_bytes()).unwrap_or_default()
    }

    /// The type, unless it is void.
    pub fn some(&self) -> Option<Type<'a>> {
        self.0
    }
}

/// Skips qualifiers, tags and typedefs (libbpf `skip_mods_and_typedefs`).
pub(crate) fn skip(btf: &Btf, id: TypeId) -> Result<(TypeId, Ty<'_>), Problem> {
    let mut at = id;
    for _ in 0..MAX_SKIP {
        match Ty::get(btf, at)? {
            Ty(Some(t)) if t.kind().is_modifier() => at = TypeId(t.size_or_type()),
            ty => return Ok((at, ty)),
        }
    }
    Err(Problem::invalid(Reason::Broken(id)))
}

/// A type's size in bytes (libbpf `btf__resolve_size`).
pub(crate) fn size(btf: &Btf, id: TypeId) -> Result<u32, Problem> {
    btf.size_of(id).map_err(|e| {
        let errno = if matches!(e, ResolveError::TooBig(_)) { Errno::TooBig } else { Errno::Invalid };
        Problem::new(errno, Reason::NoSize(e))
    })
}

/// A name without its flavour: cut at the last place with exactly three underscores between two other characters
/// (libbpf `bpf_core_essential_name_len`). `task_struct___old` is `task_struct`; underscores at the ends do not count.
pub fn essential_name(name: &[u8]) -> &[u8] {
    let is_cut = |w: &[u8]| matches!(w, [a, b'_', b'_', b'_', e] if *a != b'_' && *e != b'_');
    match name.windows(5).rposition(is_cut) {
        Some(at) => name.get(..=at).unwrap_or(name),
        None => name,
    }
}

/// Whether two kinds are compatible (libbpf `btf_kind_core_compat`): if they are equal, or both are enums (ENUM,
/// ENUM64).
pub(crate) fn kinds_fit(a: Option<Kind>, b: Option<Kind>) -> bool {
    let is_enum = |k: Option<Kind>| k.is_some_and(Kind::is_any_enum);
    a == b || is_enum(a) && is_enum(b)
}

/// libbpf's word for a kind (`btf_kind_str`): `"struct"`, `"void"`. libbpf does not know the LOC kinds.
pub fn kind_word(kind: Option<Kind>) -> &'static str {
    match kind {
        None => "void",
        Some(kind) if kind.is_location() => Kind::Unknown(0).as_lower_str(),
        Some(kind) => kind.as_lower_str(),
    }
}

#[cfg(test)]
mod tests {
    use super::essential_name;

    #[test]
    fn flavours_are_cut_at_the_last_three_underscores() {
        for (name, essential) in [
            ("a___b", "a"),
            ("a___b____c", "a"),
            ("a___b___c", "a___b"),
            ("a____b", "a____b"),
            ("a__b", "a__b"),
            ("___a", "___a"),
            ("a___", "a___"),
            ("a____b___c", "a____b"),
            ("", ""),
            ("x", "x"),
            ("a_____b", "a_____b"),
        ] {
            assert_eq!(essential_name(name.as_bytes()), essential.as_bytes(), "{name}");
        }
    }
}
