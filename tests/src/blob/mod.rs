//! BTF blobs made by hand, in either byte order: forms that compilers do not emit, and chosen damage.
//!
//! The writer shares no code with `crates/btf`. It writes the words it is given, right or wrong. The tests state how a
//! reader must take each blob.

mod order;

pub use order::Order;

/// The kinds by number (`include/uapi/linux/btf.h`).
#[allow(missing_docs)]
pub mod kind {
    pub const INT: u8 = 1;
    pub const PTR: u8 = 2;
    pub const ARRAY: u8 = 3;
    pub const STRUCT: u8 = 4;
    pub const UNION: u8 = 5;
    pub const ENUM: u8 = 6;
    pub const FWD: u8 = 7;
    pub const TYPEDEF: u8 = 8;
    pub const VOLATILE: u8 = 9;
    pub const CONST: u8 = 10;
    pub const RESTRICT: u8 = 11;
    pub const FUNC: u8 = 12;
    pub const FUNC_PROTO: u8 = 13;
    pub const VAR: u8 = 14;
    pub const DATASEC: u8 = 15;
    pub const FLOAT: u8 = 16;
    pub const DECL_TAG: u8 = 17;
    pub const TYPE_TAG: u8 = 18;
    pub const ENUM64: u8 = 19;
    pub const LOC_PARAM: u8 = 20;
    pub const LOC_PROTO: u8 = 21;
    pub const LOCSEC: u8 = 22;
}

/// `info_sz` and `elem_sz` of kinds 0 to 19, as a layout section has them.
pub const LAYOUT: [(u8, u8); 20] = [
    (0, 0),
    (4, 0),
    (0, 0),
    (12, 0),
    (0, 12),
    (0, 12),
    (0, 8),
    (0, 0),
    (0, 0),
    (0, 0),
    (0, 0),
    (0, 0),
    (0, 0),
    (0, 8),
    (4, 0),
    (0, 12),
    (0, 0),
    (4, 0),
    (0, 0),
    (0, 12),
];

/// `info_sz` and `elem_sz` of kinds 20 to 22 in the form that the kernel merged.
pub const LOC_LAYOUT: [(u8, u8); 3] = [(4, 4), (0, 4), (0, 12)];

/// A section of the blob after its header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The type records.
    Types,
    /// The layout of kinds.
    Layout,
    /// The strings.
    Strings,
}

/// How the sections are put together.
#[derive(Clone, Debug)]
pub struct Form {
    /// The length of the header. `None`: 24, or 32 with a layout section.
    pub hdr_len: Option<u32>,
    /// The byte that fills the rest of a header that is longer than its fields.
    pub hdr_fill: u8,
    /// The sections in file order.
    pub parts: [Part; 3],
    /// Bytes before each section (rounded up to 4 where the section must be aligned); they hold 0xa5.
    pub gap: usize,
    /// Bytes after the last section; they hold 0xa5.
    pub trailing: usize,
}

impl Default for Form {
    fn default() -> Self {
        Form { hdr_len: None, hdr_fill: 0, parts: [Part::Types, Part::Layout, Part::Strings], gap: 0, trailing: 0 }
    }
}

/// The byte in gaps and after the last section.
pub const FILLER: u8 = 0xa5;

/// A blob that is being written.
#[derive(Clone, Debug)]
pub struct Blob {
    order: Order,
    first_id: u32,
    first_string: u32,
    types: Vec<u8>,
    /// The offset of each record in `types`.
    starts: Vec<usize>,
    strings: Vec<u8>,
    layout: Vec<u8>,
}

/// A member: its name, its type's id, and the offset word.
pub type Member<'a> = (&'a str, u32, u32);

/// The offset word of a bitfield in a struct whose kind_flag is set.
pub fn bits(offset: u32, size: u32) -> u32 {
    size << 24 | offset
}

impl Blob {
    /// An empty blob.
    pub fn new(order: Order) -> Blob {
        Blob {
            order,
            first_id: 1,
            first_string: 0,
            types: Vec::new(),
            starts: Vec::new(),
            strings: vec![0],
            layout: Vec::new(),
        }
    }

    /// An empty blob that continues `base`: its ids and its strings.
    pub fn split(base: &Blob) -> Blob {
        Blob {
            order: base.order,
            first_id: base.next_id(),
            first_string: base.first_string + base.strings.len() as u32,
            types: Vec::new(),
            starts: Vec::new(),
            strings: Vec::new(),
            layout: Vec::new(),
        }
    }

    /// The byte order.
    pub fn order(&self) -> Order {
        self.order
    }

    /// The id that the next record gets.
    pub fn next_id(&self) -> u32 {
        self.first_id + self.starts.len() as u32
    }

    /// Where the record of `id` starts in the type section, in bytes.
    pub fn start_of(&self, id: u32) -> usize {
        self.starts[(id - self.first_id) as usize]
    }

    /// Stores a string and returns its offset; the empty one is 0. The same text again is stored again.
    pub fn string(&mut self, text: &str) -> u32 {
        self.string_bytes(text.as_bytes())
    }

    /// Stores a string that need not be UTF-8.
    pub fn string_bytes(&mut self, text: &[u8]) -> u32 {
        if text.is_empty() {
            return 0;
        }
        let at = self.first_string + self.strings.len() as u32;
        self.strings.extend_from_slice(text);
        self.strings.push(0);
        at
    }

    /// Writes a record: its three words, then `words`. Returns its id.
    pub fn record(&mut self, name: u32, kind: u8, vlen: u32, flag: bool, third: u32, words: &[u32]) -> u32 {
        let info = u32::from(flag) << 31 | u32::from(kind) << 24 | vlen;
        let id = self.next_id();
        self.starts.push(self.types.len());
        for word in [name, info, third].iter().chain(words) {
            self.types.extend_from_slice(&self.order.u32(*word));
        }
        id
    }

    /// Appends bytes to the type section, as part of the last record.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.types.extend_from_slice(bytes);
    }

    /// An INT of `size` bytes. `encoding`: 1 signed, 2 char, 4 bool. Its value has `bits` bits, from bit `offset` on.
    pub fn int_of(&mut self, name: &str, size: u32, encoding: u32, offset: u32, bits: u32) -> u32 {
        let name = self.string(name);
        self.record(name, kind::INT, 0, false, size, &[encoding << 24 | offset << 16 | bits])
    }

    /// An ordinary INT of `size` bytes.
    pub fn int(&mut self, name: &str, size: u32, encoding: u32) -> u32 {
        self.int_of(name, size, encoding, 0, size * 8)
    }

    /// A record without a name that refers to one type: PTR, CONST, VOLATILE, RESTRICT, or FUNC_PROTO without
    /// parameters.
    pub fn reference(&mut self, kind: u8, target: u32) -> u32 {
        self.record(0, kind, 0, false, target, &[])
    }

    /// A record with a name that refers to one type: TYPEDEF, TYPE_TAG, or a static FUNC.
    pub fn named(&mut self, kind: u8, name: &str, target: u32) -> u32 {
        let name = self.string(name);
        self.record(name, kind, 0, false, target, &[])
    }

    /// A PTR.
    pub fn pointer(&mut self, target: u32) -> u32 {
        self.reference(kind::PTR, target)
    }

    /// An ARRAY.
    pub fn array(&mut self, element: u32, index: u32, nelems: u32) -> u32 {
        self.record(0, kind::ARRAY, 0, false, 0, &[element, index, nelems])
    }

    /// A FWD, of a union when `union`.
    pub fn fwd(&mut self, name: &str, union: bool) -> u32 {
        let name = self.string(name);
        self.record(name, kind::FWD, 0, union, 0, &[])
    }

    /// A STRUCT or UNION. With `flag` the offset words are those of [`bits`].
    pub fn composite(&mut self, kind: u8, name: &str, size: u32, flag: bool, members: &[Member<'_>]) -> u32 {
        let name = self.string(name);
        let mut words = Vec::with_capacity(members.len() * 3);
        for (member, type_id, offset) in members {
            words.extend([self.string(member), *type_id, *offset]);
        }
        self.record(name, kind, members.len() as u32, flag, size, &words)
    }

    /// A STRUCT of plain members.
    pub fn structure(&mut self, name: &str, size: u32, members: &[Member<'_>]) -> u32 {
        self.composite(kind::STRUCT, name, size, false, members)
    }

    /// An ENUM. `flag`: its values are signed.
    pub fn enumeration(&mut self, name: &str, size: u32, flag: bool, values: &[(&str, u32)]) -> u32 {
        let name = self.string(name);
        let mut words = Vec::with_capacity(values.len() * 2);
        for (value, number) in values {
            words.extend([self.string(value), *number]);
        }
        self.record(name, kind::ENUM, values.len() as u32, flag, size, &words)
    }

    /// An ENUM64. `flag`: its values are signed.
    pub fn enumeration64(&mut self, name: &str, size: u32, flag: bool, values: &[(&str, u64)]) -> u32 {
        let name = self.string(name);
        let mut words = Vec::with_capacity(values.len() * 3);
        for (value, number) in values {
            words.extend([self.string(value), *number as u32, (*number >> 32) as u32]);
        }
        self.record(name, kind::ENUM64, values.len() as u32, flag, size, &words)
    }

    /// A FUNC_PROTO; a last parameter `("", 0)` is `...`.
    pub fn prototype(&mut self, returns: u32, params: &[(&str, u32)]) -> u32 {
        let mut words = Vec::with_capacity(params.len() * 2);
        for (param, type_id) in params {
            words.extend([self.string(param), *type_id]);
        }
        self.record(0, kind::FUNC_PROTO, params.len() as u32, false, returns, &words)
    }

    /// A FUNC.
    pub fn function(&mut self, name: &str, prototype: u32, linkage: u32) -> u32 {
        let name = self.string(name);
        self.record(name, kind::FUNC, linkage, false, prototype, &[])
    }

    /// A VAR.
    pub fn variable(&mut self, name: &str, type_id: u32, linkage: u32) -> u32 {
        let name = self.string(name);
        self.record(name, kind::VAR, 0, false, type_id, &[linkage])
    }

    /// A DATASEC of variables: type id, offset and size in bytes.
    pub fn data_section(&mut self, name: &str, size: u32, vars: &[[u32; 3]]) -> u32 {
        let name = self.string(name);
        self.record(name, kind::DATASEC, vars.len() as u32, false, size, vars.as_flattened())
    }

    /// A FLOAT.
    pub fn float(&mut self, name: &str, size: u32) -> u32 {
        let name = self.string(name);
        self.record(name, kind::FLOAT, 0, false, size, &[])
    }

    /// A DECL_TAG on a type (component -1) or one of its members or parameters.
    pub fn decl_tag(&mut self, name: &str, flag: bool, target: u32, component: i32) -> u32 {
        let name = self.string(name);
        self.record(name, kind::DECL_TAG, 0, flag, target, &[component as u32])
    }

    /// A TYPE_TAG.
    pub fn type_tag(&mut self, name: &str, flag: bool, target: u32) -> u32 {
        let name = self.string(name);
        self.record(name, kind::TYPE_TAG, 0, flag, target, &[])
    }

    /// Adds entries to the layout section: (info_sz, elem_sz) of the next kinds, from 0.
    pub fn layout(&mut self, entries: &[(u8, u8)]) {
        for (info, elem) in entries {
            self.layout.extend_from_slice(&[*info, *elem]);
            self.layout.extend_from_slice(&self.order.u16(0));
        }
    }

    /// The string section so far.
    pub fn strings(&self) -> &[u8] {
        &self.strings
    }

    /// The blob with a header of 24 bytes (32 with a layout) and no gaps.
    pub fn build(&self) -> Vec<u8> {
        self.build_as(&Form::default())
    }

    /// The blob in another form.
    pub fn build_as(&self, form: &Form) -> Vec<u8> {
        let hdr_len = form.hdr_len.unwrap_or(if self.layout.is_empty() { 24 } else { 32 });
        let mut body = Vec::new();
        let mut place = |bytes: &[u8], aligned: bool| {
            body.resize(body.len() + form.gap, FILLER);
            if aligned {
                body.resize(body.len().next_multiple_of(4), FILLER);
            }
            let at = body.len() as u32;
            body.extend_from_slice(bytes);
            (at, bytes.len() as u32)
        };
        let (mut types, mut layout, mut strings) = ((0, 0), (0, 0), (0, 0));
        for part in form.parts {
            match part {
                Part::Types => types = place(&self.types, true),
                Part::Layout if self.layout.is_empty() => {}
                Part::Layout => layout = place(&self.layout, true),
                Part::Strings => strings = place(&self.strings, false),
            }
        }
        body.resize(body.len() + form.trailing, FILLER);
        let mut blob = Vec::with_capacity(hdr_len as usize + body.len());
        blob.extend_from_slice(&self.order.u16(0xeb9f));
        blob.extend_from_slice(&[1, 0]);
        let words = [hdr_len, types.0, types.1, strings.0, strings.1, layout.0, layout.1];
        let known = if hdr_len >= 32 { 7 } else { 5 };
        for word in &words[..known] {
            blob.extend_from_slice(&self.order.u32(*word));
        }
        blob.resize(hdr_len as usize, form.hdr_fill);
        blob.append(&mut body);
        blob
    }
}
