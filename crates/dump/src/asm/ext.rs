//! The section `.BTF.ext`.

use btf::{Ext, ExtField, ExtOwner, StringOffset, SubSectionKind};

use super::line::{Asm, number};
use crate::raw::shown_name;
use crate::token::{Print, Sink, TokenKind};

/// The names of a subsection in clang's comments: first the name beside its record size, then the name beside each
/// block.
fn called(kind: SubSectionKind) -> [&'static str; 2] {
    match kind {
        SubSectionKind::FuncInfo => ["FuncInfo", "FuncInfo"],
        SubSectionKind::LineInfo => ["LineInfo", "LineInfo"],
        SubSectionKind::CoreRelo => ["FieldReloc", "Field reloc"],
    }
}

impl<S: Sink + ?Sized> Asm<'_, '_, S> {
    /// Prints all bytes, in file order.
    pub(super) fn ext(&mut self, ext: &Ext) {
        let mut at = 0;
        while let Some(end) = self.ext_owned(ext, at, u32::MAX) {
            at = end;
        }
    }

    /// Prints the bytes from `at` to the end of their owner, or to `end` if it comes first. Returns the end of the
    /// owner's bytes; `None` at the end of the section.
    pub(super) fn ext_owned(&mut self, ext: &Ext, at: u32, end: u32) -> Option<u32> {
        let owned = ext.owner(at).filter(|owned| owned.range.end > at)?;
        let bytes = ext.bytes().get(at as usize..owned.range.end.min(end) as usize).unwrap_or_default();
        let whole = owned.range.start == at && matches!(bytes.len(), 1 | 2 | 4);
        match owned.owner {
            ExtOwner::Gap => self.bytes(bytes, "gap"),
            ExtOwner::Unreadable => self.bytes(bytes, "unreadable"),
            _ if !whole => self.bytes(bytes, "unknown"),
            owner => self.word(ext, owner, bytes, at),
        }
        Some(owned.range.end)
    }

    fn word(&mut self, ext: &Ext, owner: ExtOwner, bytes: &[u8], at: u32) {
        let endian = ext.header().endian;
        let names = self.names;
        let value = match names.in_ext.get(&at) {
            Some(symbol) => {
                self.symbol(symbol);
                number(endian, bytes)
            }
            None if matches!(owner, ExtOwner::Record { field: ExtField::TypeId, .. }) => self.type_id(endian, bytes),
            None => self.value_in(endian, bytes),
        };
        let comment = match owner {
            ExtOwner::Header(ExtField::Magic) => format!("{value:#x}"),
            ExtOwner::RecordSize(kind) => called(kind)[0].to_owned(),
            ExtOwner::Section { sub, field: ExtField::SecNameOff, .. } => {
                format!("{} section string offset={value}", called(sub)[1])
            }
            ExtOwner::Record { field: ExtField::LineCol, .. } => format!("Line {} Col {}", value >> 10, value & 0x3ff),
            _ => String::new(),
        };
        if !comment.is_empty() || self.annotate {
            self.comment();
            self.say(&comment);
        }
        if self.annotate {
            self.say(if comment.is_empty() { "" } else { " " });
            match owner {
                ExtOwner::Header(field) | ExtOwner::Section { field, .. } | ExtOwner::Record { field, .. } => {
                    self.say(field.as_str());
                    self.means(owner, field, value);
                }
                ExtOwner::RecordSize(_) => self.say("rec_size"),
                ExtOwner::Gap | ExtOwner::Unreadable => {}
            }
        }
        self.end();
    }

    /// Prints the string or type that a value refers to.
    fn means(&mut self, owner: ExtOwner, field: ExtField, value: u32) {
        match field {
            ExtField::SecNameOff | ExtField::FileNameOff | ExtField::LineOff | ExtField::AccessStrOff => {
                self.say(": ");
                self.plain(TokenKind::Comment, shown_name(&self.strings, StringOffset(value)));
            }
            ExtField::TypeId => {
                self.say(": ");
                self.type_name(btf::TypeId(value));
            }
            ExtField::InsnOff => {
                self.say(": byte ");
                self.sink.number(value.into());
            }
            ExtField::NumInfo => {
                self.say(": records of ");
                self.say(if let ExtOwner::Section { sub, .. } = owner { sub.as_str() } else { "" });
            }
            _ => {}
        }
    }

    /// Prints `.set` for a symbol.
    pub(super) fn set(&mut self, name: &str, value: u32) {
        self.directive(".set");
        self.sink.token(TokenKind::Name, name);
        self.sink.punct(", ");
        self.sink.number(value.into());
        self.end();
    }
}
