//! The rows of the list: ids in the order of the unsearched list, found from the records' heads alone.

use btf::{Btf, Kind, SectionKind, Type, TypeId};
use names::Names;

use super::kinds::{PLACES, is_nameless, place};
use super::strings::bounded;

/// All types: named ones by kind and id, then those without a name by kind and id.
#[derive(Debug, Default)]
pub(super) struct Rows {
    pub(super) ids: Vec<TypeId>,
    pub(super) kinds: Vec<Kind>,
    /// How many rows have a name.
    pub(super) named: usize,
}

/// Whether a type has a name to be listed by. Of an unknown kind not even the name is sure to be one.
pub(super) fn is_named(btf: &Btf, t: &Type<'_>) -> bool {
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
    /// Two passes: what goes where, then each id to its place.
    pub(super) fn new(btf: &Btf) -> Rows {
        const NONE: u8 = u8::MAX;
        let count = btf.type_cnt() as usize;
        // By id: the bucket, in which the kind's places of nameless types follow those of named ones.
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

    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }
}

/// The names of these types.
pub(super) fn names_of(btf: &Btf, ids: &[TypeId]) -> Names {
    let share = Names::share(ids.len());
    Names::collect(ids.len(), &mut |i, text| {
        let name = ids.get(i).and_then(|&id| btf.get(id)).map(|t| bounded(btf, t.name_offset(), share));
        text.extend_from_slice(name.unwrap_or_default());
    })
}

/// The rows with a name, by kind and then by name without regard to case; of the same name, by id.
pub(super) fn by_name(rows: &Rows, names: &Names) -> Vec<u32> {
    let mut keyed: Vec<(u64, u32)> = (0..rows.named as u32).map(|row| (0, row)).collect();
    // Eight bytes at a time make a number: the kind and seven of the name, then those that follow where these are equal.
    let mut open = vec![(0..keyed.len(), 0)];
    while let Some((range, depth)) = open.pop() {
        let Some(part) = keyed.get_mut(range.clone()) else { continue };
        for (key, row) in part.iter_mut() {
            let name = names.get(*row as usize, true).as_bytes();
            let mut eight = [0; 8];
            let (room, from) = match depth {
                0 => (&mut eight[1..], 0),
                _ => (&mut eight[..], depth * 8 - 1),
            };
            for (to, from) in room.iter_mut().zip(name.get(from..).unwrap_or_default()) {
                *to = *from;
            }
            if depth == 0 {
                eight[0] = rows.kinds.get(*row as usize).map_or(PLACES, |&k| place(k));
            }
            *key = u64::from_be_bytes(eight);
        }
        btf::sort(part);
        let mut at = range.start;
        for alike in part.chunk_by(|a, b| a.0 == b.0) {
            let from = at;
            at += alike.len();
            // No name has a NUL: one in the last place is behind its end.
            if alike.len() > 1 && alike.first().is_some_and(|first| first.0 & 0xff != 0) {
                open.push((from..at, depth + 1));
            }
        }
    }
    keyed.into_iter().map(|(_, row)| row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_that_begin_alike_are_told_apart() {
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
