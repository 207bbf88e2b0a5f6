//! What is selected of a type, and where its bytes are.

use btf::{BlobRange, Btf, FieldName, MemberIndex, TypeId};

/// A type, or a part of its record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Focus {
    /// The type.
    pub id: TypeId,
    /// A member, enumerator, parameter or variable of it.
    pub item: Option<MemberIndex>,
    /// A field of that item, or of the record's own.
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

/// Bytes to set off, from the widest to the narrowest. What is hovered over is not among them: it is the `whole` of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Highlights {
    /// The record: set off lightly.
    pub record: Option<BlobRange>,
    /// The member, enumerator, parameter or variable: set off strongly.
    pub item: Option<BlobRange>,
    /// The field: set off strongly, or more so within an item.
    pub field: Option<BlobRange>,
}

impl Highlights {
    /// The narrowest one: what to scroll to.
    pub fn innermost(&self) -> Option<BlobRange> {
        self.field.or(self.item).or(self.record)
    }
}

/// The bytes of `focus` in the blob that `btf` itself has. Nothing for void, for ids without a type, and for types of the base,
/// whose bytes are in another blob: `btf.get(id).btf()` is the one to show then.
pub fn highlights(btf: &Btf, focus: Focus) -> Highlights {
    let Some(t) = btf.get(focus.id).filter(|t| std::ptr::eq(t.btf(), btf)) else { return Highlights::default() };
    let item = focus.item.and_then(|i| t.item(i));
    // An item that is not there has no fields either.
    let part = match focus.item {
        Some(_) => item.unwrap_or_default(),
        None => t.head(),
    };
    // An unknown kind's third word and what follows it are of one name, and adjacent.
    let field = focus.field.and_then(|name| {
        t.fields_in(part)
            .filter(|f| f.part.name == name)
            .map(|f| f.range)
            .reduce(|a, b| BlobRange::new(a.start.min(b.start), a.end.max(b.end)))
    });
    Highlights { record: Some(t.record()), item, field }
}
