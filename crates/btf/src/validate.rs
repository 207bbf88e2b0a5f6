//! The closer look: what exactly is wrong in the records. It runs only when the scan saw something out of the ordinary, so a
//! sound kernel does not pay for it. The rules are libbpf's `btf_validate_type` and those of the kernel's `btf_*_check_meta`
//! that a reader's picture depends on.

use crate::blob::Btf;
use crate::error::{Diagnostics, ErrorKind, Place};
use crate::ids::{BlobRange, MemberIndex, TypeId};
use crate::items::Linkage;
use crate::kind::Kind;
use crate::record::Type;
use crate::schema::FieldName;

pub(crate) fn validate(btf: &Btf, diagnostics: &mut Diagnostics) {
    let mut check = Check { btf, diagnostics };
    for t in btf.types() {
        check.references(&t);
        check.head(&t);
        check.items(&t);
    }
}

struct Check<'a> {
    btf: &'a Btf,
    diagnostics: &'a mut Diagnostics,
}

impl Check<'_> {
    fn push(&mut self, kind: ErrorKind, range: BlobRange, t: &Type<'_>, item: Option<MemberIndex>) {
        let place = item.map_or(Place::Type(t.id()), |i| Place::Item(t.id(), i));
        self.diagnostics.push(kind, range, place);
    }

    /// Every type id and string offset of the record.
    fn references(&mut self, t: &Type<'_>) {
        let max = self.btf.type_cnt() - 1;
        let end = self.btf.strings_end();
        for field in t.fields() {
            let Some(value) = self.btf.endian().u32_at(self.btf.bytes(), field.range.start) else { continue };
            let kind = match field.part.name {
                // Of an unknown kind even the name may be something else.
                FieldName::NameOff if matches!(t.kind(), Kind::Unknown(_)) => continue,
                FieldName::NameOff if value >= end => ErrorKind::BadStringOffset { offset: value, end },
                FieldName::Type | FieldName::IndexType | FieldName::Func | FieldName::LocProto if value > max => {
                    ErrorKind::BadTypeId { id: value, max }
                }
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
        let counts = t.item_count() > 0 || matches!(t.kind(), Kind::Func | Kind::Unknown(_));
        if !counts && t.vlen() != 0 {
            self.push(ErrorKind::UnexpectedVlen(t.vlen()), info, t, None);
        }
        let may_flag = t.kind().is_composite()
            || t.kind().is_any_enum()
            || matches!(t.kind(), Kind::Fwd | Kind::DeclTag | Kind::TypeTag | Kind::Unknown(_))
            || matches!(t.kind(), Kind::LocParam | Kind::LocProto | Kind::LocSec);
        if t.kind_flag() && !may_flag {
            self.push(ErrorKind::UnexpectedKindFlag, info, t, None);
        }
        let size = t.size_or_type();
        let size_is_bad = match t.kind() {
            // Without size and values it is an enum that was only declared: clang writes so.
            Kind::Enum | Kind::Enum64 => !matches!(size, 1 | 2 | 4 | 8) && (size, t.vlen()) != (0, 0),
            Kind::Float => !matches!(size, 2 | 4 | 8 | 12 | 16),
            Kind::Int => size > 16,
            _ => false,
        };
        if size_is_bad {
            self.push(ErrorKind::BadSize(size), third, t, None);
        }
        if let Some(int) = t.int() {
            let bits = u32::from(int.offset) + u32::from(int.bits);
            if int.raw & 0xf000_ff00 != 0 || int.bits > 128 || bits > size.saturating_mul(8) {
                self.push(ErrorKind::BadIntEncoding(int.raw), extra, t, None);
            }
        }
        if let Some(Linkage::Unknown(n)) = t.linkage() {
            self.push(ErrorKind::BadLinkage(n), if t.kind() == Kind::Func { info } else { extra }, t, None);
        }
        if let Some(component) = t.component_index()
            && component < -1
        {
            self.push(ErrorKind::BadComponent(component), extra, t, None);
        }
        if matches!(t.kind(), Kind::Typedef | Kind::Const | Kind::Volatile | Kind::Restrict | Kind::TypeTag)
            && self.is_endless(t)
        {
            self.push(ErrorKind::Cycle, third, t, None);
        }
    }

    /// Whether a chain of qualifiers and typedefs comes back to where it started.
    fn is_endless(&self, t: &Type<'_>) -> bool {
        let mut at = t.id();
        for _ in 0..crate::resolve::MAX_RESOLVE_STEPS {
            match self.btf.get(at) {
                Some(next) if next.kind().is_qualifier() || next.kind() == Kind::Typedef => {
                    at = TypeId(next.size_or_type());
                }
                _ => return false,
            }
            if at == t.id() {
                return true;
            }
        }
        false
    }

    fn items(&mut self, t: &Type<'_>) {
        let size = u64::from(t.size_or_type());
        for m in t.members() {
            let bits = m.bits();
            let end = u64::from(bits.offset) + u64::from(bits.bitfield.unwrap_or(0));
            if end > size * 8 {
                self.push(ErrorKind::OutsideType { end, size: size * 8 }, m.range, t, Some(m.index));
            }
        }
        for v in t.vars() {
            let end = u64::from(v.offset) + u64::from(v.size);
            if size != 0 && end > size {
                self.push(ErrorKind::OutsideType { end, size }, v.range, t, Some(v.index));
            }
        }
    }
}
