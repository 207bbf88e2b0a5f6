//! Tags as attributes of C (clang's `btf_decl_tag` and `btf_type_tag`).

use btf::{Type, TypeId};

use super::spelling::{in_quotes, whole_attribute};
use super::writer::Writer;
use crate::token::{Print, Sink, TokenKind};

/// The component of a tag on a declaration as a whole.
pub(crate) const WHOLE: i32 = -1;

impl<'a, S: Sink + ?Sized> Writer<'a, '_, S> {
    /// The declaration tags on a type, or on its member or parameter of this index.
    pub(crate) fn decl_tags(&mut self, of: TypeId, component: i32) {
        let Some(tags) = &self.tags else { return };
        let ids: Vec<TypeId> = tags.of_component(of, component).iter().map(|tag| tag.tag).collect();
        for id in ids {
            if !self.spend() {
                return;
            }
            if let Some(tag) = self.btf.get(id) {
                self.attribute(&tag, "btf_decl_tag");
            }
        }
    }

    /// A tag as an attribute with a space before it. With kind_flag its name is the whole attribute (btf.rst,
    /// "BTF_KIND_DECL_TAG", "BTF_KIND_TYPE_TAG").
    pub(crate) fn attribute(&mut self, tag: &Type<'a>, attribute: &str) {
        let name = self.strings.name(tag.name_offset());
        if tag.kind_flag() {
            self.sink.directive(" __attribute__((");
            let spelled = if self.spelled { whole_attribute(name) } else { name.into() };
            self.sink.token(TokenKind::TypeName(tag.id()), &spelled);
            self.sink.directive("))");
        } else {
            self.sink.directive(&format!(" __attribute__(({attribute}(\""));
            let spelled = if self.spelled { in_quotes(name) } else { name.into() };
            self.sink.token(TokenKind::TypeName(tag.id()), &spelled);
            self.sink.directive("\")))");
        }
    }
}
