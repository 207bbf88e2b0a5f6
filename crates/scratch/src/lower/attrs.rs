//! Attributes, sorted by their effect.

use super::{Known, Lower};
use crate::syntax::{Attr, AttrKind, Basic};
use crate::types::{Id, Shape};

/// The attributes of a declaration, taken together.
#[derive(Debug, Default)]
pub(super) struct Attrs {
    pub packed: bool,
    /// The size in bytes that `mode` gives an enum.
    pub mode: Option<u32>,
    /// The largest alignment asked for, in bytes.
    pub aligned: Option<u64>,
    pub decl_tags: Vec<String>,
    pub section: Option<String>,
    /// The size of a vector in bytes, and its place in the source.
    pub vector: Option<(i128, std::ops::Range<u32>)>,
}

/// The largest alignment that clang takes, in bytes.
const MAX_ALIGN: i128 = 1 << 28;

impl<'s> Lower<'s> {
    /// Reads the attributes of `lists`, except type tags.
    pub(super) fn attrs(&mut self, lists: &[&[Attr<'s>]]) -> Known<Attrs> {
        let mut out = Attrs::default();
        for attr in lists.iter().flat_map(|list| list.iter()) {
            match &attr.kind {
                AttrKind::Packed => out.packed = true,
                AttrKind::Aligned(value) => {
                    let align = match value {
                        None => self.types.target.largest_align(),
                        Some(value) => {
                            let align = self.constant(value)?.value;
                            if align <= 0 || align & (align - 1) != 0 || align > MAX_ALIGN {
                                return self.error(
                                    &value.range,
                                    format!("the alignment {align} is not a power of two up to {MAX_ALIGN}"),
                                );
                            }
                            align as u64
                        }
                    };
                    out.aligned = Some(out.aligned.unwrap_or(1).max(align));
                }
                AttrKind::Vector(value) => out.vector = Some((self.constant(value)?.value, value.range.clone())),
                AttrKind::Mode(bytes) => out.mode = Some(bytes.unwrap_or(self.types.target.word())),
                AttrKind::DeclTag(says) => out.decl_tags.push(says.clone()),
                AttrKind::Section(name) => out.section = Some(name.clone()),
                AttrKind::TypeTag(_) => {}
            }
        }
        Ok(out)
    }

    /// Refuses `mode` on a type that is not an enum.
    pub(super) fn no_mode(&mut self, attrs: &Attrs, range: &std::ops::Range<u32>) -> Known<()> {
        match attrs.mode {
            None => Ok(()),
            Some(_) => self.error(range, "the attribute `mode` is for enums only"),
        }
    }

    /// The vector type that an attribute makes of a type.
    pub(super) fn as_vector(&mut self, of: Id, attrs: &Attrs, range: &std::ops::Range<u32>) -> Known<Id> {
        let Some((bytes, at)) = &attrs.vector else { return Ok(of) };
        let element = match self.types.shape(self.types.plain(of)) {
            Shape::Basic(Basic::Void | Basic::Bool | Basic::LongDouble) => None,
            Shape::Basic(_) => self.types.size(of),
            _ => None,
        };
        let Some(element) = element else {
            return self.error(range, "the elements of a vector are numbers");
        };
        match u32::try_from(*bytes).ok().filter(|&bytes| bytes > 0 && u64::from(bytes) % element == 0) {
            Some(bytes) => Ok(self.types.add(Shape::Vector(of, bytes / element as u32))),
            None => self.error(at, format!("a vector of {bytes} bytes is not made of elements of {element}")),
        }
    }

    /// The type tags among attributes.
    pub(super) fn type_tags(attrs: &[Attr<'s>]) -> Vec<String> {
        let tag = |attr: &Attr<'s>| match &attr.kind {
            AttrKind::TypeTag(says) => Some(says.clone()),
            _ => None,
        };
        attrs.iter().filter_map(tag).collect()
    }

    /// Marks attributes that have no effect where they are; `fits` tells whether an attribute has an effect.
    pub(super) fn without_effect(&mut self, attrs: &[Attr<'s>], fits: &dyn Fn(&AttrKind<'s>) -> bool) {
        for attr in attrs.iter().filter(|attr| !fits(&attr.kind)) {
            let message = match attr.kind {
                AttrKind::TypeTag(_) if self.gcc_tags => {
                    "btf_type_tag is for a pointer, behind its star, as GCC has it"
                }
                AttrKind::TypeTag(_) => "btf_type_tag is for what a pointer points to: `int __user *p`",
                _ => "this attribute has no effect here",
            };
            self.marks.note(attr.range.clone(), message);
        }
    }
}
