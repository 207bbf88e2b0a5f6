//! The rows of the list: all ids in the order of the list without a search, found from the heads of the records and the
//! first byte of each name.

use btf::{Btf, Kind, SectionKind, Type, TypeId};
use names::Names;

use crate::kinds::{PLACES, is_nameless, place};
use crate::strings::bounded;

/// All types: named ones by kind and id, then those without a name by kind and id.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    pub(crate) ids: Vec<TypeId>,
    pub(crate) kinds: Vec<Kind>,
    /// How many rows have a name.
    pub(crate) named: usize,
}

/// True if a type has a name for the list: its kind is not nameless ([`is_nameless`]), and its name is not empty.
pub(crate) fn is_named(btf: &Btf, t: &Type<'_>) -> bool {
    if is_nameless(t.kind()) {
        return false;
    }
    let offset = t.name_offset();
    offset.0 != 0
        && btf.locate_string(offset).is_some_and(|(blob, at)| {
            at < blob.section(SectionKind::Strings).end && blob.bytes().get(at as usize).is_some_and(|&b| b != 0)
        })
}

impl Rows {
    /// Makes the rows in two passes: the first counts the types of each bucket, the second puts each id into its row.
    pub(crate) fn new(btf: &Btf) -> Rows {
        const NONE: u8 = u8::MAX;
        let count = btf.type_cnt() as usize;
        // For each id, its bucket; the buckets of unnamed types come after all buckets of named types.
        let mut buckets: Vec<(u8, Kind)> = Vec::with_capacity(count);
        let mut next = [0usize; 2 * PLACES as usize];
        buckets.push((NONE, Kind::Unknown(0)));
        for id in 1..btf.type_cnt() {
            let Some(t) = btf.get(TypeId(id)) else {
                buckets.push((NONE, Kind::Unknown(0)));
                continue;
            };
            let bucket = place(t.kind()) + if is_named(btf, &t) { 0 } else { PLACES };
            next[usize::from(bucket)] += 1;
            buckets.push((bucket, t.kind()));
        }
        let named = next[..usize::from(PLACES)].iter().sum();
        let mut total = 0;
        for slot in &mut next {
            total += std::mem::replace(slot, total);
        }
        let mut ids = vec![TypeId::VOID; total];
        let mut kinds = vec![Kind::Unknown(0); total];
        for (id, &(bucket, kind)) in buckets.iter().enumerate() {
            if bucket == NONE {
                continue;
            }
            let at = &mut next[usize::from(bucket)];
            ids[*at] = TypeId(id as u32);
            kinds[*at] = kind;
            *at += 1;
        }
        Rows { ids, kinds, named }
    }

    pub(crate) fn len(&self) -> usize {
        self.ids.len()
    }
}

/// The names of these types.
pub(crate) fn names_of(btf: &Btf, ids: &[TypeId]) -> Names {
    let share = Names::share(ids.len());
    Names::collect(ids.len(), &mut |i, text| {
        let name = ids.get(i).and_then(|&id| btf.get(id)).map(|t| bounded(btf, t.name_offset(), share));
        text.extend_from_slice(name.unwrap_or_default());
    })
}

/// The rows with a name, sorted by kind, then by name without regard to case, then by id.
pub(crate) fn by_name(rows: &Rows, names: &Names) -> Vec<u32> {
    // Most names differ in their first bytes, so the kind and these bytes are compared as one number.
    let mut keyed: Vec<(u64, u32)> = (0..rows.named)
        .map(|row| {
            let name = names.get(row, true).as_bytes();
            let mut key = [0; 8];
            key[0] = rows.kinds.get(row).map_or(PLACES, |&k| place(k));
            let len = name.len().min(7);
            key[1..=len].copy_from_slice(&name[..len]);
            (u64::from_be_bytes(key), row as u32)
        })
        .collect();
    keyed.sort_unstable_by(|a, b| {
        let rest = |row: u32| names.get(row as usize, true).as_bytes().get(7..).unwrap_or_default();
        a.0.cmp(&b.0).then_with(|| rest(a.1).cmp(rest(b.1))).then(a.1.cmp(&b.1))
    });
    keyed.into_iter().map(|(_, row)| row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_that_begin_alike_are_distinguished() {
        let texts = [
            "abcdefg",
            "abcdefgh",
            "ABCDEFGHIJKLMNOPQ",
            "abcdefghijklmno",
            "abcdefghijklmnop",
            "b",
            "",
            "abcdefgh",
            "aa",
        ];
        let names = Names::collect(texts.len(), &mut |i, text| text.extend_from_slice(texts[i].as_bytes()));
        let kinds = vec![Kind::Struct; texts.len()];
        let rows = Rows { ids: (1..).map(TypeId).take(texts.len()).collect(), kinds, named: texts.len() };
        let mut expected: Vec<u32> = (0..texts.len() as u32).collect();
        expected.sort_by_key(|&row| (texts[row as usize].to_ascii_lowercase(), row));
        assert_eq!(by_name(&rows, &names), expected);
    }
}
