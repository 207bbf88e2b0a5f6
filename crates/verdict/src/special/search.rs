//! The special fields of a struct: its own members, and those of structs and arrays within it (the kernel's
//! `btf_find_field`).

use btf::Kind;

use super::kptr::Kptr;
use super::{Field, KPTR, NAMED, Named, Refusal, Special, SpecialKind};
use crate::blob::Record;
use crate::check::Check;
use crate::rule::Rule;
use crate::version::SpecialRules;

/// The most levels of nested types (`MAX_RESOLVE_DEPTH`).
const DEPTH: u32 = 32;

/// The result for a struct.
#[derive(Clone, Default)]
pub(super) struct Found {
    /// Its fields, with offsets from its own start, in the order of members.
    pub(super) fields: Vec<Field>,
    /// The kinds of its members that a struct may have only once, a bit for each. A member counts even if its size or
    /// alignment keeps it from being a field.
    single: u8,
    /// How many levels of structs it contains.
    height: u32,
}

fn bit(kind: SpecialKind) -> u8 {
    match kind {
        SpecialKind::SpinLock => 1,
        SpecialKind::ResSpinLock => 2,
        SpecialKind::Refcount => 4,
        _ => 0,
    }
}

impl Check<'_> {
    /// The fields of a struct at level `level`. At most `room` fields may be found. `single` has the kinds that were
    /// found before and may be there only once, a bit for each.
    pub(super) fn fields_of(
        &self,
        special: &mut Special<'_>,
        record: &Record,
        level: u32,
        room: usize,
        single: u8,
    ) -> Result<Found, Refusal> {
        let many = Err((Rule::SpecialMany, record.id, None));
        let rules = special.rules;
        let anew = rules.is_once_in_each();
        if let Some(found) = special.found.get(&record.id) {
            if level + found.height >= DEPTH {
                return Err((Rule::SpecialDepth, record.id, None));
            }
            if found.fields.len() > room || (!anew && found.single & single != 0) {
                return many;
            }
            return Ok(found.clone());
        }
        let mut all = Found::default();
        for index in 0..record.vlen {
            let [_, type_id, offset] = self.blob.item(record, index);
            let bits = if record.flag { offset & 0x00ff_ffff } else { offset };
            let refusal = |rule| (rule, record.id, Some(index));
            // Before 6.11 the name is checked first; members with other names are skipped.
            if !rules.is_deep() {
                let of = self.get(type_id);
                let Some(named) = of.and_then(|of| named(self, &of, rules)) else { continue };
                if named.kind.is_single(rules) && all.single & bit(named.kind) != 0 {
                    return Err(refusal(Rule::SpecialMany));
                }
            }
            if !bits.is_multiple_of(8) {
                return Err(refusal(Rule::SpecialBit));
            }
            let offset = bits / 8;
            let (of, count) = match self.peel(type_id) {
                Ok(Some(peeled)) => peeled,
                Ok(None) => continue,
                Err(rule) => return Err(refusal(rule)),
            };
            let left = room.saturating_sub(all.fields.len());
            let met = if anew { all.single } else { all.single | single };
            let (found, size) = match named(self, &of, rules) {
                Some(named) if named.kind.is_single(rules) && met & bit(named.kind) != 0 => {
                    return Err(refusal(Rule::SpecialMany));
                }
                None if of.kind == Kind::Struct => {
                    if level + 1 >= DEPTH {
                        return Err(refusal(Rule::SpecialDepth));
                    }
                    let mut inner = self.fields_of(special, &of, level + 1, left, met)?;
                    all.height = all.height.max(inner.height + 1);
                    if !anew {
                        all.single |= inner.single;
                    }
                    inner.fields.iter_mut().for_each(|field| field.offset = field.offset.wrapping_add(offset));
                    (inner.fields, of.third)
                }
                named => {
                    all.single |= named.map_or(0, |named| bit(named.kind));
                    let size = named.map_or(KPTR, |named| named.size);
                    let field = self.field(special, record, index, &of, offset, named).map_err(refusal)?;
                    if field.is_some() && left == 0 {
                        return Err(refusal(Rule::SpecialMany));
                    }
                    (field.into_iter().collect(), size)
                }
            };
            repeat(&mut all.fields, &found, count, size, room).map_err(refusal)?;
        }
        special.found.insert(record.id, all.clone());
        Ok(all)
    }

    /// The innermost element of an array, and the number of elements; for any other type, the type itself and 1. None
    /// for void, for an array of void and for an array without elements.
    fn peel(&self, id: u32) -> Result<Option<(Record, u32)>, Rule> {
        let Some(mut at) = self.get(id) else { return Ok(None) };
        let mut count = 1u32;
        for _ in 0..DEPTH {
            if at.kind != Kind::Array {
                return Ok((count > 0).then_some((at, count)));
            }
            count = count.wrapping_mul(self.blob.field(at.word(2)));
            match self.get(self.blob.field(at.word(0))) {
                Some(element) => at = element,
                None => return Ok(None),
            }
        }
        Err(Rule::SpecialDepth)
    }

    /// The field for a member of this type, if the member is a special field.
    fn field(
        &self,
        special: &Special<'_>,
        record: &Record,
        index: u32,
        of: &Record,
        offset: u32,
        named: Option<&Named>,
    ) -> Result<Option<Field>, Rule> {
        let field = |kind| Field { kind, offset, owned: 0, tag: 0, is_reference: false };
        let Some(&Named { kind, size, align, .. }) = named else {
            if !special.rules.has_kptrs() || !offset.is_multiple_of(KPTR) {
                return Ok(None);
            }
            return match self.kptr(of, special.rules) {
                Kptr::No => Ok(None),
                Kptr::Wrong => Err(Rule::KptrTags),
                Kptr::To { base, is_reference, is_owner } => {
                    Ok(Some(Field { owned: if is_owner { base } else { 0 }, is_reference, ..field(SpecialKind::Kptr) }))
                }
            };
        };
        if !offset.is_multiple_of(align) || of.kind != Kind::Struct || of.third != size {
            return Ok(None);
        }
        if !kind.is_root() {
            return Ok(Some(field(kind)));
        }
        // contains:TYPE:MEMBER
        let Some(&[tag]) = special.contains.get(&(record.id, index)).map(Vec::as_slice) else {
            return Err(Rule::ContainsTag);
        };
        let Some((holds, member)) = self.contains(tag) else { return Err(Rule::ContainsTag) };
        let owned = *special.structs.get(holds).ok_or(Rule::ContainsType)?;
        if member.is_empty() {
            return Err(Rule::ContainsTag);
        }
        Ok(Some(Field { owned, tag, ..field(kind) }))
    }

    /// TYPE and MEMBER of a tag contains:TYPE:MEMBER.
    pub(super) fn contains(&self, tag: u32) -> Option<(&[u8], &[u8])> {
        let text = self.blob.string(tag, crate::log::PIECE).strip_prefix(b"contains:")?;
        let colon = text.iter().position(|&b| b == b':')?;
        Some((text.get(..colon)?, text.get(colon + 1..)?))
    }
}

/// The entry of [`NAMED`] with a type's name, if these rules know it.
fn named(check: &Check<'_>, of: &Record, rules: SpecialRules) -> Option<&'static Named> {
    if of.name == 0 {
        return None;
    }
    let name = check.blob.string(of.name, 32);
    NAMED.iter().find(|named| named.name.as_bytes() == name && named.since <= rules)
}

/// Adds the fields of one element for each element. An error if there is no room for all of them, or if fields of their
/// kinds cannot be in arrays.
fn repeat(all: &mut Vec<Field>, one: &[Field], count: u32, size: u32, room: usize) -> Result<(), Rule> {
    if one.is_empty() {
        return Ok(());
    }
    if count > 1 && !one.iter().all(|field| field.kind == SpecialKind::Kptr || field.kind.is_root()) {
        return Err(Rule::SpecialRepeat);
    }
    if one.len() as u64 * u64::from(count) > room.saturating_sub(all.len()) as u64 {
        return Err(Rule::SpecialMany);
    }
    for element in 0..count {
        let by = element.wrapping_mul(size);
        all.extend(one.iter().map(|field| Field { offset: field.offset.wrapping_add(by), ..field.clone() }));
    }
    Ok(())
}
