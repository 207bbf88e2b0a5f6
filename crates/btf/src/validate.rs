//! Finds which rule is broken, and where. It runs only when the scan saw something out of the ordinary, so a sound
//! kernel does not pay for it. The scan and this module take their rules from [`crate::rules`].

use crate::blob::Btf;
use crate::chains::circles;
use crate::error::{Diagnostics, ErrorKind, Place};
use crate::ids::{BlobRange, MemberIndex};
use crate::kind::Kind;
use crate::parts::Linkage;
use crate::record::Type;
use crate::rules::{self, Vlen};
use crate::schema::FieldName;

pub(crate) fn validate(btf: &Btf, diagnostics: &mut Diagnostics) {
    let mut check = Check { btf, in_circle: circles(btf), diagnostics };
    for t in btf.types() {
        check.references(&t);
        check.head(&t);
        check.items(&t);
    }
}

struct Check<'a> {
    btf: &'a Btf,
    /// For each own type, whether it is on a circle of chained types.
    in_circle: Vec<bool>,
    diagnostics: &'a mut Diagnostics,
}

impl Check<'_> {
    fn push(&mut self, kind: ErrorKind, range: BlobRange, t: &Type<'_>, item: Option<MemberIndex>) {
        let place = item.map_or(Place::Type(t.id()), |i| Place::Item(t.id(), i));
        self.diagnostics.push(kind, range, place);
    }

    /// Checks every type id and string offset of the record.
    fn references(&mut self, t: &Type<'_>) {
        let max = self.btf.type_cnt() - 1;
        let end = self.btf.strings_end();
        for field in t.fields() {
            let Some(value) = self.btf.endian().u32_at(self.btf.bytes(), field.range.start) else { continue };
            let kind = match field.part.name {
                // In a record of unknown kind, even the word of the name may mean something else.
                FieldName::NameOff if matches!(t.kind(), Kind::Unknown(_)) => continue,
                FieldName::NameOff if value >= end => ErrorKind::BadStringOffset { offset: value, end },
                name if name.is_type_id() && value > max => ErrorKind::BadTypeId { id: value, max },
                _ => continue,
            };
            self.push(kind, field.range, t, field.part.item);
        }
    }

    fn head(&mut self, t: &Type<'_>) {
        let head = t.head();
        let (info, third, extra) = (
            BlobRange::at(head.start + 4, 4),
            BlobRange::at(head.start + 8, 4),
            BlobRange::new(head.start + 12, head.end),
        );
        if Vlen::of(t.kind()) == Vlen::Zero && t.vlen() != 0 {
            self.push(ErrorKind::UnexpectedVlen(t.vlen()), info, t, None);
        }
        if t.kind_flag() && !rules::may_have_flag(t.kind()) {
            self.push(ErrorKind::UnexpectedKindFlag, info, t, None);
        }
        let size = t.size_or_type();
        if !rules::size_is_possible(t.kind(), size, t.vlen()) {
            self.push(ErrorKind::BadSize(size), third, t, None);
        }
        if let Some(int) = t.int().filter(|int| !rules::int_is_possible(int)) {
            self.push(ErrorKind::BadIntEncoding { raw: int.raw, size: int.size }, extra, t, None);
        }
        if let Some(linkage) = t.linkage().map(Linkage::number).filter(|&n| !rules::linkage_is_possible(n)) {
            self.push(ErrorKind::BadLinkage(linkage), if t.kind() == Kind::Func { info } else { extra }, t, None);
        }
        if let Some(component) = t.component_index().filter(|&n| !rules::component_is_possible(n)) {
            self.push(ErrorKind::BadComponent(component), extra, t, None);
        }
        let own = t.id().0 - self.btf.first_id().0;
        if self.in_circle.get(own as usize) == Some(&true) {
            self.push(ErrorKind::Cycle, third, t, None);
        }
    }

    fn items(&mut self, t: &Type<'_>) {
        let size = t.size_or_type();
        for m in t.members() {
            let bits = m.bits();
            let end = u64::from(bits.offset) + u64::from(bits.bitfield.unwrap_or(0));
            if !rules::member_fits(end, size) {
                let size = u64::from(size) * 8;
                self.push(ErrorKind::MemberOutside { end, size }, m.range, t, Some(m.index));
            }
        }
        for v in t.vars() {
            let end = u64::from(v.offset) + u64::from(v.size);
            if !rules::var_fits(end, size) {
                self.push(ErrorKind::VariableOutside { end, size: size.into() }, v.range, t, Some(v.index));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::validate;
    use crate::blob::Btf;
    use crate::error::Diagnostics;

    /// Adds the words of a record whose name is at string offset 1; `rest` are the words after the first three.
    fn record(words: &mut Vec<u32>, kind: u32, vlen: u32, third: u32, rest: &[u32]) {
        words.extend([1, kind << 24 | vlen, third]);
        words.extend(rest);
    }

    /// The words of sound records, one of each kind from 1 to 19.
    fn words() -> Vec<u32> {
        let mut w = Vec::new();
        record(&mut w, 1, 0, 4, &[0x0100_0020]);
        record(&mut w, 2, 0, 4, &[]);
        record(&mut w, 3, 0, 0, &[1, 1, 2]);
        record(&mut w, 4, 2, 8, &[1, 1, 0, 1, 2, 32]);
        record(&mut w, 5, 1, 4, &[1, 1, 0]);
        record(&mut w, 6, 2, 4, &[1, 0, 1, 1]);
        record(&mut w, 7, 0, 0, &[]);
        record(&mut w, 8, 0, 9, &[]);
        record(&mut w, 9, 0, 10, &[]);
        record(&mut w, 10, 0, 11, &[]);
        record(&mut w, 11, 0, 2, &[]);
        record(&mut w, 12, 1, 13, &[]);
        record(&mut w, 13, 2, 1, &[1, 1, 1, 2]);
        record(&mut w, 14, 0, 1, &[1]);
        record(&mut w, 15, 1, 4, &[14, 0, 4]);
        record(&mut w, 16, 0, 8, &[]);
        record(&mut w, 17, 0, 4, &[1]);
        record(&mut w, 18, 0, 1, &[]);
        record(&mut w, 19, 1, 8, &[1, 1, 0]);
        w
    }

    fn blob(words: &[u32], big: bool) -> Vec<u8> {
        let len = words.len() as u32 * 4;
        let word = |w: u32| if big { w.to_be_bytes() } else { w.to_le_bytes() };
        let mut bytes = if big { vec![0xeb, 0x9f, 1, 0] } else { vec![0x9f, 0xeb, 1, 0] };
        bytes.extend([24, 0, len, len, 3].into_iter().chain(words.iter().copied()).flat_map(word));
        bytes.extend(b"\0a\0");
        bytes
    }

    /// How many faults validation finds. It runs here even if the scan did not ask for it.
    fn closer(btf: &Btf) -> usize {
        let mut found = Diagnostics::default();
        validate(btf, &mut found);
        found.finish(crate::error::Place::Types).len()
    }

    /// Changes each word of each record alone: whenever validation finds a fault, the scan must have asked for
    /// validation.
    #[test]
    fn the_scan_misses_nothing() {
        let sound = words();
        let mut faulty = 0;
        for big in [false, true] {
            let btf = Btf::parse(blob(&sound, big), None).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!((btf.own_type_count(), btf.diagnostics()), (19, &[][..]));
            for at in 0..sound.len() {
                let old = sound[at];
                let near = [old.wrapping_add(1), old.wrapping_sub(1), 0, 3, 40, 0xffff, u32::MAX];
                let bits = (0..32).map(|bit| old ^ 1 << bit);
                for value in (0..24).chain(near).chain(bits) {
                    let mut changed = sound.clone();
                    changed[at] = value;
                    let btf = Btf::parse(blob(&changed, big), None).unwrap_or_else(|e| panic!("{e}"));
                    let found = closer(&btf);
                    assert!(btf.diagnostics().len() >= found, "word {at} = {value:#x}: {found} faults pass in silence");
                    faulty += usize::from(found > 0);
                }
            }
        }
        assert!(faulty > 2000, "only {faulty} of the changes are faults");
    }
}
