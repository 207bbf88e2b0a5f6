//! The selected part of a type, and its bytes.

use btf::{BlobRange, Btf, FieldName, MemberIndex, TypeId};

/// A type, or a part of its record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Focus {
    /// The type.
    pub id: TypeId,
    /// A member, enumerator, parameter or variable of the type; none for the type's own record.
    pub item: Option<MemberIndex>,
    /// A field of that item; without an item, a field of the record itself.
    pub field: Option<FieldName>,
}

impl Focus {
    /// A whole type.
    pub fn of_type(id: TypeId) -> Focus {
        Focus { id, item: None, field: None }
    }

    /// A member, enumerator, parameter or variable.
    pub fn of_item(id: TypeId, item: MemberIndex) -> Focus {
        Focus { id, item: Some(item), field: None }
    }
}

/// Ranges of bytes to highlight, the widest first. The bytes under the mouse pointer are not in here: they are the
/// `whole` of a [`Run`](super::Run).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Highlights {
    /// The record: highlighted lightly.
    pub record: Option<BlobRange>,
    /// The member, enumerator, parameter or variable: highlighted more strongly.
    pub item: Option<BlobRange>,
    /// The field: highlighted most strongly.
    pub field: Option<BlobRange>,
}

impl Highlights {
    /// The narrowest range: the one to scroll to.
    pub fn innermost(&self) -> Option<BlobRange> {
        self.field.or(self.item).or(self.record)
    }
}

/// The bytes of `focus` in the blob of `btf` itself. Empty for void, for ids without a type, and for types of the
/// base, whose bytes are in the blob of the base (`btf.get(id).btf()`).
pub fn highlights(btf: &Btf, focus: Focus) -> Highlights {
    let Some(t) = btf.get(focus.id).filter(|t| std::ptr::eq(t.btf(), btf)) else { return Highlights::default() };
    let item = focus.item.and_then(|i| t.item(i));
    // An item that does not exist has no fields.
    let part = match focus.item {
        Some(_) => item.unwrap_or_default(),
        None => t.head(),
    };
    // In an unknown kind, the third word and the words after it have the same name; they are adjacent, so their
    // ranges are joined.
    let field = focus.field.and_then(|name| {
        t.fields_in(part)
            .filter(|f| f.part.name == name)
            .map(|f| f.range)
            .reduce(|a, b| BlobRange::new(a.start.min(b.start), a.end.max(b.end)))
    });
    Highlights { record: Some(t.record()), item, field }
}
