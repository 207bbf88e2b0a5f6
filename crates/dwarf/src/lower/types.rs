//! Types of one record or few: numbers, pointers, qualifiers, typedefs, prototypes, and those of other languages.

use btf::Kind;
use gimli::constants as c;

use super::{Lower, NONE, SAME};
use crate::records::{BOOL, MAX_ITEMS, SIGNED, info};

/// pahole's name for integers of a size that BTF does not have.
const FAKE_INT: &[u8] = b"__SANITIZED_FAKE_INT__";

impl Lower<'_, '_> {
    /// Makes the records of an entry. Returns the id of its type, [`NONE`] if the entry is not a type, or [`SAME`] if
    /// it is the same type as the entry that it refers to.
    pub(super) fn type_of(&mut self, at: u32) -> u32 {
        if self.tree.attr(at, c::DW_AT_signature).is_some() {
            return SAME;
        }
        match self.tree.tag(at) {
            c::DW_TAG_base_type => self.base(at),
            c::DW_TAG_pointer_type => self.pointer(at),
            c::DW_TAG_reference_type | c::DW_TAG_rvalue_reference_type => self.reference(at, Kind::Ptr, 0),
            c::DW_TAG_const_type => self.reference(at, Kind::Const, 0),
            c::DW_TAG_volatile_type => self.reference(at, Kind::Volatile, 0),
            c::DW_TAG_restrict_type => self.reference(at, Kind::Restrict, 0),
            c::DW_TAG_typedef | c::DW_TAG_template_alias => {
                let id = self.reference(at, Kind::Typedef, self.tree.name(at));
                self.note_tags(id, at, Vec::new());
                id
            }
            c::DW_TAG_structure_type | c::DW_TAG_class_type | c::DW_TAG_interface_type => {
                self.composite(at, Kind::Struct)
            }
            c::DW_TAG_union_type => self.composite(at, Kind::Union),
            c::DW_TAG_enumeration_type => self.enumeration(at),
            c::DW_TAG_array_type => self.array(at),
            c::DW_TAG_string_type => self.string(at),
            c::DW_TAG_subroutine_type => self.prototype(at),
            c::DW_TAG_ptr_to_member_type => self.member_pointer(at),
            c::DW_TAG_unspecified_type => 0,
            c::DW_TAG_atomic_type | c::DW_TAG_subrange_type => SAME,
            _ => NONE,
        }
    }

    /// Adds a record that refers to the type of the entry.
    fn reference(&mut self, at: u32, kind: Kind, name: u32) -> u32 {
        let id = self.push(name, info(kind, false, 0), 0, &[]);
        self.refer(id, 2, self.tree.attr(at, c::DW_AT_type), at);
        id
    }

    /// A size in bytes; 0 when there is none, or it does not fit BTF.
    pub(super) fn byte_size(&mut self, at: u32) -> u32 {
        let size = self.tree.number(at, c::DW_AT_byte_size).unwrap_or(0);
        u32::try_from(size).unwrap_or_else(|_| {
            self.note("a size of more than 32 bits: written as 0", at);
            0
        })
    }

    fn base(&mut self, at: u32) -> u32 {
        let (name, size) = (self.tree.name(at), self.byte_size(at));
        let encoded = self.tree.number(at, c::DW_AT_encoding).and_then(|number| u8::try_from(number).ok());
        let encoded = encoded.map(c::DwAte);
        let is_complex = matches!(encoded, Some(c::DW_ATE_complex_float | c::DW_ATE_imaginary_float));
        if is_complex && size % 2 == 0 && matches!(size / 2, 2 | 4 | 8 | 12 | 16) {
            return self.complex(name, size);
        }
        if encoded == Some(c::DW_ATE_float) && matches!(size, 2 | 4 | 8 | 12 | 16) {
            return self.push(name, info(Kind::Float, false, 0), size, &[]);
        }
        let flags = match encoded {
            Some(c::DW_ATE_signed | c::DW_ATE_signed_char) => SIGNED,
            Some(c::DW_ATE_boolean) => BOOL,
            _ => 0,
        };
        let fits = size.is_power_of_two() && size <= 16;
        let (name, size) = if fits { (name, size) } else { (self.maker.units.strings.intern(FAKE_INT), 4) };
        let id = self.int(name, size, flags);
        if name == self.maker.names.int && self.maker.int.is_none() {
            self.maker.int = Some(id);
        }
        id
    }

    pub(super) fn int(&mut self, name: u32, size: u32, flags: u32) -> u32 {
        self.push(name, info(Kind::Int, false, 0), size, &[(flags << 24) | (size * 8)])
    }

    /// A complex number: a typedef of an array of two floats.
    fn complex(&mut self, name: u32, size: u32) -> u32 {
        let half = size / 2;
        let part = match half {
            4 => "float",
            8 => "double",
            _ => "long double",
        };
        let part = self.maker.units.strings.intern(part.as_bytes());
        let float = self.push(part, info(Kind::Float, false, 0), half, &[]);
        let array = self.array_of(float, 2);
        self.push(name, info(Kind::Typedef, false, 0), array, &[])
    }

    fn prototype(&mut self, at: u32) -> u32 {
        let mut words = Vec::new();
        let mut parameters = Vec::new();
        let (mut variadic, mut lost) = (false, false);
        for child in self.tree.children(at) {
            let tag = self.tree.tag(child);
            if !matches!(tag, c::DW_TAG_formal_parameter | c::DW_TAG_unspecified_parameters) {
                continue;
            }
            // Three dots take an item, too.
            if parameters.len() + usize::from(variadic) >= MAX_ITEMS as usize {
                lost = true;
                break;
            }
            if tag == c::DW_TAG_formal_parameter {
                words.extend([self.tree.name(child), 0]);
                parameters.push(child);
            } else {
                variadic = true;
            }
        }
        if lost {
            self.note("more parameters than a record can have: the rest is left out", at);
        }
        if variadic {
            words.extend([0, 0]);
        }
        let id = self.push(0, info(Kind::FuncProto, false, words.len() as u32 / 2), 0, &words);
        self.refer(id, 2, self.tree.attr(at, c::DW_AT_type), at);
        for (i, child) in parameters.into_iter().enumerate() {
            self.refer(id, 3 + 2 * i as u32 + 1, self.tree.attr(child, c::DW_AT_type), child);
        }
        id
    }

    /// A pointer to a member, as C++ compilers lay it out: an offset, or for a function a pointer and an adjustment.
    fn member_pointer(&mut self, at: u32) -> u32 {
        let size = u32::from(self.tree.encoding.address_size);
        let name = self.maker.units.strings.intern(b"__ptr_to_member");
        let int = self.int(name, size, SIGNED);
        let pointee = self.maker.units.follow(&self.at(at), c::DW_AT_type);
        if pointee.is_none_or(|p| p.tree.tag(p.die) != c::DW_TAG_subroutine_type) {
            return int;
        }
        let strings = &mut self.maker.units.strings;
        let (name, ptr, adj) = (strings.intern(b"__ptr_to_member_fn"), strings.intern(b"ptr"), strings.intern(b"adj"));
        self.push(name, info(Kind::Struct, false, 2), 2 * size, &[ptr, int, 0, adj, int, 8 * size])
    }

    /// A string of Fortran: an array of characters.
    fn string(&mut self, at: u32) -> u32 {
        let size = self.byte_size(at);
        let name = self.maker.units.strings.intern(b"unsigned char");
        let char = self.int(name, 1, 0);
        self.array_of(char, size)
    }
}
