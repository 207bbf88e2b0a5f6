//! Recognises the pointers that are kptrs, by the type tags between pointer and struct.

use btf::Kind;

use crate::blob::Record;
use crate::check::Check;
use crate::version::SpecialRules;

/// The tags of pointers that the kernel tracks. The first, `kptr`, is a reference that must be released.
const TAGS: [&[u8]; 4] = [b"kptr", b"kptr_untrusted", b"percpu_kptr", UPTR];

/// The tag of a pointer into a task's memory; allowed only in a map's value.
const UPTR: &[u8] = b"uptr";

/// Whether a type is a kptr.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kptr {
    /// It is not a kptr.
    No,
    /// A pointer with tags that are not allowed, or a tagged pointer to something other than a STRUCT.
    Wrong,
    /// A kptr to this STRUCT.
    To {
        /// The STRUCT.
        base: u32,
        /// Whether the kptr owns a reference.
        is_reference: bool,
        /// Whether the kptr is the only owner of the STRUCT: `kptr` and `percpu_kptr`.
        is_owner: bool,
    },
}

impl Check<'_> {
    /// Whether a member of this type is a kptr. The type can be a PTR or a VOLATILE of one.
    pub(super) fn kptr(&self, of: &Record, rules: SpecialRules) -> Kptr {
        let pointer = match of.kind {
            Kind::Volatile => self.get(of.third),
            _ => Some(*of),
        };
        let Some(pointer) = pointer.filter(|pointer| pointer.kind == Kind::Ptr) else { return Kptr::No };
        let tag =
            if rules.has_one_tag() { self.only_tag(pointer.third, rules) } else { self.common_tag(pointer.third) };
        let tag = match tag {
            Ok(Some(tag)) if tag == UPTR => return Kptr::No,
            Ok(Some(tag)) => tag,
            Ok(None) => return Kptr::No,
            Err(()) => return Kptr::Wrong,
        };
        match self.behind_modifiers(pointer.third) {
            Some(base) if base.kind == Kind::Struct => {
                Kptr::To { base: base.id, is_reference: tag == TAGS[0], is_owner: tag == TAGS[0] || tag == TAGS[2] }
            }
            _ => Kptr::Wrong,
        }
    }

    /// The tag right behind the pointer, which must be the only one: the rule of kernels before 7.2.
    fn only_tag(&self, target: u32, rules: SpecialRules) -> Result<Option<&[u8]>, ()> {
        let Some(tag) = self.get(target).filter(|tag| self.is_tag(tag)) else { return Ok(None) };
        if self.get(tag.third).is_some_and(|next| next.kind == Kind::TypeTag) {
            return Err(());
        }
        let text = self.blob.string(tag.name, 16);
        let known = TAGS.contains(&text) && (rules.has_uptrs() || text != UPTR);
        if known { Ok(Some(text)) } else { Err(()) }
    }

    /// The tag that all known tags behind the pointer must agree on.
    fn common_tag(&self, target: u32) -> Result<Option<&[u8]>, ()> {
        let mut common = None;
        let mut at = self.get(target);
        while let Some(record) = at.filter(|record| record.kind.is_modifier()) {
            let text = self.blob.string(record.name, 16);
            if record.kind == Kind::TypeTag && !record.flag && TAGS.contains(&text) {
                if common.is_some_and(|common| common != text) {
                    return Err(());
                }
                common = Some(text);
            }
            at = self.get(record.third);
        }
        Ok(common)
    }

    /// Whether a record is a TYPE_TAG that counts as a tag. A kernel that knows whole attributes does not count a
    /// TYPE_TAG with kind_flag.
    fn is_tag(&self, record: &Record) -> bool {
        record.kind == Kind::TypeTag && !(record.flag && self.version.has_attribute_tags())
    }

    /// The type behind modifiers. Chains were checked before, so they end.
    fn behind_modifiers(&self, id: u32) -> Option<Record> {
        let mut at = self.get(id);
        while let Some(record) = at.filter(|record| record.kind.is_modifier()) {
            at = self.get(record.third);
        }
        at
    }
}
