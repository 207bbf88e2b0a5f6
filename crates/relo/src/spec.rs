//! [`Spec`]: an access path, parsed against types (libbpf `bpf_core_parse_spec`, `bpf_core_format_spec`).

use std::fmt::Write;

use btf::{Btf, MemberIndex, StringOffset, Type, TypeId};

use crate::problem::{Errno, Problem, Reason};
use crate::record::Record;
use crate::types::{Ty, kind_word, size, skip};
use crate::{CoreGroup, CoreKind};

/// How many numbers an access string may have (`BPF_CORE_SPEC_MAX_LEN`).
pub const MAX_SPEC_LEN: usize = 64;

/// A step of the high-level path: a named member, an enumerator, or an index into an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Accessor {
    /// The struct, union or enum that has the member or enumerator; for an index, the element's type. Without
    /// qualifiers and typedefs.
    pub type_id: TypeId,
    /// The index of the member, enumerator or element.
    pub index: i32,
    /// The member's or enumerator's name; none for an index.
    pub name: Option<StringOffset>,
}

/// An access path in the types of one BTF.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Spec {
    /// The type that the path starts at.
    pub root: TypeId,
    /// The kind of relocation: the question about the end of the path.
    pub kind: CoreKind,
    /// The turning points: the root's index, named members, indices into arrays. For a relocation of an enumerator,
    /// only the enumerator. Empty for relocations of types.
    pub accessors: Vec<Accessor>,
    /// Every step, members without a name included: the numbers of the access string. Empty for relocations of types.
    pub raw: Vec<i32>,
    /// The bit offset of the path's end from the root; wraps as libbpf's u32 does.
    pub bit_offset: u32,
}

impl Spec {
    pub(crate) fn empty(root: TypeId, kind: CoreKind) -> Spec {
        Spec { root, kind, accessors: Vec::new(), raw: Vec::new(), bit_offset: 0 }
    }

    /// Parses a record against the types of its object. As in libbpf, every error is EINVAL.
    ///
    /// # Errors
    /// When the record's kind, access string or types do not fit each other.
    pub fn parse(btf: &Btf, record: &Record) -> Result<Spec, Problem> {
        let kind = record.relo_kind().ok_or_else(|| Problem::invalid(Reason::UnknownKind(record.kind)))?;
        let access = btf.string(record.access).filter(|s| !s.is_empty());
        let access = access.ok_or_else(|| Problem::invalid(Reason::NoAccess))?;
        Spec::of(btf, kind, record.type_id, access)
    }

    /// Parses an access string against types. As in libbpf, every error is EINVAL.
    ///
    /// # Errors
    /// When the kind, the access string and the types do not fit each other.
    pub fn of(btf: &Btf, kind: CoreKind, root: TypeId, access: &str) -> Result<Spec, Problem> {
        Spec::parse_inner(btf, kind, root, access).map_err(|p| Problem::new(Errno::Invalid, p.reason))
    }

    fn parse_inner(btf: &Btf, kind: CoreKind, root: TypeId, access: &str) -> Result<Spec, Problem> {
        if access.starts_with(':') {
            return Err(Problem::invalid(Reason::BadAccess(access.to_owned())));
        }
        Ty::get(btf, root)?;
        let mut spec = Spec::empty(root, kind);
        if kind.group() == CoreGroup::Type {
            if access != "0" {
                return Err(Problem::invalid(Reason::AccessOfType(access.to_owned())));
            }
            return Ok(spec);
        }
        spec.raw = numbers(access)?;
        let Some(&first) = spec.raw.first() else {
            return Err(Problem::invalid(Reason::BadAccess(access.to_owned())));
        };
        let (id, ty) = skip(btf, root)?;
        if kind.group() == CoreGroup::Enum {
            let Some(t) = ty.some().filter(|t| t.kind().is_any_enum()) else {
                return Err(Problem::invalid(Reason::NotEnum(id)));
            };
            if spec.raw.len() > 1 {
                return Err(Problem::invalid(Reason::AccessOfEnum(access.to_owned())));
            }
            let found = u32::try_from(first).ok().and_then(|i| t.enumerators().from_index(i).next());
            let Some(e) = found else {
                let reason = Reason::NoEnumerator { id, index: first.into(), count: t.item_count() };
                return Err(Problem::invalid(reason));
            };
            spec.accessors.push(Accessor { type_id: id, index: first, name: Some(e.name_offset) });
            return Ok(spec);
        }
        spec.accessors.push(Accessor { type_id: id, index: first, name: None });
        spec.bit_offset = bits_of(first, size(btf, id)?);
        spec.descend(btf, id)?;
        Ok(spec)
    }

    /// Follows the numbers after the first.
    fn descend(&mut self, btf: &Btf, root: TypeId) -> Result<(), Problem> {
        let mut at = root;
        for i in 1..self.raw.len() {
            let (id, ty) = skip(btf, at)?;
            let index = self.raw.get(i).copied().unwrap_or_default();
            let Some(t) = ty.some() else { return Err(Problem::invalid(Reason::NothingInside(id))) };
            if t.kind().is_composite() {
                let found = u32::try_from(index).ok().and_then(|i| t.members().from_index(i).next());
                let Some(m) = found else {
                    let reason = Reason::NoMember { id, index: index.into(), count: t.item_count() };
                    return Err(Problem::invalid(reason));
                };
                self.bit_offset = self.bit_offset.wrapping_add(m.bit_offset());
                if m.name_offset.0 != 0 {
                    if btf.string_bytes(m.name_offset).is_none_or(<[u8]>::is_empty) {
                        return Err(Problem::invalid(Reason::EmptyName(id)));
                    }
                    self.accessors.push(Accessor { type_id: id, index, name: Some(m.name_offset) });
                }
                at = m.type_id;
            } else if let Some(array) = t.array() {
                let (element, _) = skip(btf, array.element)?;
                let beyond = u32::try_from(index).map_or(true, |i| i >= array.nelems);
                if beyond && !self.ends_flexible(btf, array.nelems) {
                    let reason = Reason::BeyondArray { index: index.into(), nelems: array.nelems };
                    return Err(Problem::invalid(reason));
                }
                self.accessors.push(Accessor { type_id: element, index, name: None });
                self.bit_offset = self.bit_offset.wrapping_add(bits_of(index, size(btf, element)?));
                at = element;
            } else {
                return Err(Problem::invalid(Reason::NothingInside(id)));
            }
        }
        Ok(())
    }

    /// Whether an array of `nelems` at the end of the path so far is flexible (libbpf `is_flex_arr`): it has no
    /// elements, and is the last member of its struct or union.
    pub(crate) fn ends_flexible(&self, btf: &Btf, nelems: u32) -> bool {
        let Some(last) = self.accessors.last().filter(|a| a.name.is_some()) else { return false };
        nelems == 0
            && btf
                .get(last.type_id)
                .is_some_and(|t| u32::try_from(last.index).ok().and_then(|i| i.checked_add(1)) == Some(t.item_count()))
    }

    /// The last turning point; none for relocations of types.
    pub fn last(&self) -> Option<&Accessor> {
        self.accessors.last()
    }

    /// The type at the path's end: of a member, as the member refers to it; of an element, without qualifiers and
    /// typedefs; the root for relocations of types and enumerators.
    pub fn field_type(&self, btf: &Btf) -> TypeId {
        match self.accessors.last() {
            Some(a) if self.kind.group() == CoreGroup::Field => match a.name {
                Some(_) => member(btf, a).map_or(a.type_id, |(_, m)| m.type_id),
                None => a.type_id,
            },
            _ => self.root,
        }
    }

    /// The path in C, without the root's name: `.mm`, `[1].a[2]`, `::VALUE`; empty for relocations of types.
    pub fn path(&self, btf: &Btf) -> String {
        let mut out = String::new();
        if self.kind.group() == CoreGroup::Enum {
            out.push_str("::");
            out.push_str(self.accessors.first().and_then(|a| a.name).and_then(|n| btf.string(n)).unwrap_or_default());
            return out;
        }
        for (i, a) in self.accessors.iter().enumerate() {
            match a.name {
                Some(name) => {
                    out.push('.');
                    out.push_str(btf.string(name).unwrap_or_default());
                }
                None if i > 0 || a.index > 0 => {
                    let _ = write!(out, "[{}]", a.index as u32);
                }
                None => {}
            }
        }
        out
    }

    /// The access string: `0:1:2`; empty for relocations of types.
    pub fn access(&self) -> String {
        let numbers: Vec<String> = self.raw.iter().map(i32::to_string).collect();
        numbers.join(":")
    }

    /// The spec as libbpf prints it (`bpf_core_format_spec`):
    /// `<byte_off> [7] struct task_struct.mm (0:15 @ offset 2296)`.
    pub fn text(&self, btf: &Btf) -> String {
        let root = btf.get(self.root);
        let name = root.map(|t| t.name()).filter(|n| !n.is_empty()).unwrap_or("<anon>");
        let kind = kind_word(root.map(|t| t.kind()));
        let mut out = format!("<{}> [{}] {kind} {name}", self.kind.as_str(), self.root);
        match self.kind.group() {
            CoreGroup::Type => {}
            // A candidate that does not match has no enumerator, so libbpf prints the first one.
            CoreGroup::Enum => {
                let index = self.raw.first().and_then(|&i| u32::try_from(i).ok()).unwrap_or(0);
                let t = btf.get(self.accessors.first().map_or_else(|| btf.resolve(self.root), |a| a.type_id));
                if let Some(e) = t.and_then(|t| t.enumerators().from_index(index).next()) {
                    let _ = write!(out, "::{} = {}", e.name(), e.value());
                }
            }
            CoreGroup::Field => {
                out.push_str(&self.path(btf));
                let _ = write!(out, " ({} @ offset {}", self.access(), self.bit_offset / 8);
                if !self.bit_offset.is_multiple_of(8) {
                    let _ = write!(out, ".{}", self.bit_offset % 8);
                }
                out.push(')');
            }
        }
        out
    }
}

/// The member of a named accessor.
pub(crate) fn member<'a>(btf: &'a Btf, accessor: &Accessor) -> Option<(Type<'a>, btf::Member<'a>)> {
    let t = btf.get(accessor.type_id).filter(|t| t.kind().is_composite())?;
    let m = t.members().from_index(u32::try_from(accessor.index).ok()?).next()?;
    Some((t, m))
}

/// An element's distance from the first one, in bits, wrapped to 32 bits as in libbpf.
pub(crate) fn bits_of(index: i32, size: u32) -> u32 {
    i64::from(index).wrapping_mul(i64::from(size)).wrapping_mul(8) as u32
}

/// The numbers of an access string as `sscanf("%d%n")` reads them: each may have blanks and a sign before it, and the
/// colon between two may be missing.
fn numbers(access: &str) -> Result<Vec<i32>, Problem> {
    let mut out = Vec::new();
    let mut rest = access.as_bytes();
    let bad = || Problem::invalid(Reason::BadAccess(access.to_owned()));
    while !rest.is_empty() {
        rest = rest.strip_prefix(b":").unwrap_or(rest);
        let blanks = rest.iter().take_while(|b| matches!(b, b' ' | 9..=13)).count();
        rest = rest.get(blanks..).unwrap_or_default();
        let (negative, digits) = match rest {
            [b'-', more @ ..] => (true, more),
            [b'+', more @ ..] => (false, more),
            more => (false, more),
        };
        let len = digits.iter().take_while(|b| b.is_ascii_digit()).count();
        let (number, more) = digits.split_at_checked(len).filter(|(n, _)| !n.is_empty()).ok_or_else(bad)?;
        if out.len() == MAX_SPEC_LEN {
            return Err(Problem::new(Errno::TooBig, Reason::LongAccess));
        }
        let value = number.iter().fold(0i64, |v, d| v.saturating_mul(10).saturating_add(i64::from(d - b'0')));
        out.push(if negative { value.saturating_neg() } else { value } as i32);
        rest = more;
    }
    Ok(out)
}

/// A member's index, as access paths have it.
pub(crate) fn index_of(index: MemberIndex) -> i32 {
    i32::try_from(index.0).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::numbers;

    #[test]
    fn access_strings_are_read_as_sscanf_reads_them() {
        for (text, want) in [
            ("0", Some(&[0][..])),
            ("0:1:20", Some(&[0, 1, 20])),
            ("0: 1", Some(&[0, 1])),
            ("0 1", Some(&[0, 1])),
            ("0:+1", Some(&[0, 1])),
            ("-1:2", Some(&[-1, 2])),
            ("0-1", Some(&[0, -1])),
            ("007", Some(&[7])),
            ("0:", None),
            ("0::1", None),
            ("x", None),
            ("0:x", None),
            ("0:1x", None),
            ("0x1", None),
            (" ", None),
        ] {
            assert_eq!(numbers(text).ok().as_deref(), want, "{text}");
        }
        let long = vec!["0"; 64].join(":");
        assert_eq!(numbers(&long).map(|n| n.len()), Ok(64));
        assert!(numbers(&format!("{long}:0")).is_err());
    }
}
