//! [`Type`]: a view of one record.

use std::fmt;

use crate::blob::Btf;
use crate::ids::{BlobRange, MemberIndex, StringOffset, TypeId};
use crate::item_lists::{Enumerators, Members, Params, SecVars, Words};
use crate::kind::Kind;
use crate::kind::Kind::*;
use crate::parts::{Array, Int, Linkage};
use crate::rules::split_info;
use crate::schema::{Field, Fields, HEAD, LayoutEntry, RecordFields, RecordForm};

/// A type record, read on demand. It is small and cheap to copy.
#[derive(Clone, Copy)]
pub struct Type<'a> {
    btf: &'a Btf,
    id: TypeId,
    at: u32,
    kind: Kind,
    vlen: u32,
    flag: bool,
    name: StringOffset,
    third: u32,
}

impl PartialEq for Type<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.btf, other.btf) && self.id == other.id
    }
}

impl Eq for Type<'_> {}

impl fmt::Debug for Type<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}] {} '{}'", self.id, self.kind.as_str(), self.name())
    }
}

impl<'a> Type<'a> {
    #[cfg_attr(not(target_family = "wasm"), inline)]
    pub(crate) fn read(btf: &'a Btf, id: TypeId, at: u32) -> Option<Type<'a>> {
        let head = btf.bytes.get(at as usize..)?.first_chunk::<12>()?;
        let endian = btf.header.endian;
        let &[a, b, c, d, e, f, g, h, i, j, k, l] = head;
        let (number, vlen, flag) = split_info(endian.u32([e, f, g, h]));
        Some(Type {
            btf,
            id,
            at,
            kind: btf.kind_of(number),
            vlen,
            flag,
            name: StringOffset(endian.u32([a, b, c, d])),
            third: endian.u32([i, j, k, l]),
        })
    }

    /// The blob that holds the record: for a type of the base, the base.
    pub fn btf(&self) -> &'a Btf {
        self.btf
    }

    /// The id.
    pub fn id(&self) -> TypeId {
        self.id
    }

    /// The kind.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// `vlen` of the info word: how many items follow; of a FUNC, its linkage.
    pub fn vlen(&self) -> u32 {
        self.vlen
    }

    /// `kind_flag` of the info word.
    pub fn kind_flag(&self) -> bool {
        self.flag
    }

    /// The name's offset in the strings.
    pub fn name_offset(&self) -> StringOffset {
        self.name
    }

    /// The name as text ([`Btf::string`]); empty for an anonymous type and for an offset outside the strings.
    pub fn name(&self) -> &'a str {
        self.btf.string(self.name).unwrap_or_default()
    }

    /// The bytes of the name, without escapes ([`Btf::string_bytes`]).
    pub fn name_bytes(&self) -> &'a [u8] {
        self.btf.string_bytes(self.name).unwrap_or_default()
    }

    /// Whether the name is empty or its offset is outside the strings.
    pub fn is_anonymous(&self) -> bool {
        self.btf.string_start(self.name, 1).is_none_or(<[u8]>::is_empty)
    }

    /// The third word: a size, a type id or unused, depending on the kind.
    pub fn size_or_type(&self) -> u32 {
        self.third
    }

    /// The size in bytes, for kinds whose record has a size.
    pub fn size(&self) -> Option<u32> {
        self.kind.has_size().then_some(self.third)
    }

    /// The type in the third word: pointee, typedef'd type, return type, tagged type. None for a kind without such a
    /// type.
    pub fn type_ref(&self) -> Option<TypeId> {
        self.kind.has_type_ref().then_some(TypeId(self.third))
    }

    /// Whether it is an enum whose values are signed; false for any other kind.
    pub fn is_signed_enum(&self) -> bool {
        self.kind.is_any_enum() && self.flag
    }

    /// The C keyword before its name: `struct`, `union` or `enum`, also of a forward declaration; none for other kinds.
    pub fn tag_keyword(&self) -> Option<&'static str> {
        Some(match self.kind() {
            Struct => "struct",
            Union => "union",
            Enum | Enum64 => "enum",
            Fwd if self.is_union_fwd() => "union",
            Fwd => "struct",
            Int | Ptr | Array | Typedef | Volatile | Const | Restrict | Func | FuncProto | Var | DataSec | Float
            | DeclTag | TypeTag | LocParam | LocProto | LocSec | Unknown(_) => return None,
        })
    }

    /// A name behind [`Type::tag_keyword`], as C writes it: `struct sock`; none for kinds without a keyword. `name` is
    /// usually the type's own, with or without its flavour (`___v1`).
    pub fn tagged(&self, name: &str) -> Option<String> {
        Some(format!("{} {name}", self.tag_keyword()?))
    }

    /// Whether it is a forward declaration of a union.
    pub fn is_union_fwd(&self) -> bool {
        self.kind == Kind::Fwd && self.flag
    }

    pub(crate) fn form(&self) -> RecordForm {
        let layout = match self.kind {
            Unknown(n) => self.btf.layout_entry(n),
            _ => None,
        };
        RecordForm { schema: RecordFields::of(self.kind), start: self.at, items: self.item_count_of(layout), layout }
    }

    fn item_count_of(&self, layout: Option<LayoutEntry>) -> u32 {
        let each = layout.map_or(RecordFields::of(self.kind).sizes().1, |l| u32::from(l.elem_sz));
        if each == 0 { 0 } else { self.vlen }
    }

    /// How many items (members, enumerators, parameters, variables) follow; 0 for kinds without items.
    pub fn item_count(&self) -> u32 {
        self.item_count_of(self.form().layout)
    }

    /// The bytes of the whole record, items included.
    pub fn record(&self) -> BlobRange {
        let form = self.form();
        let head = form.head();
        match form.items.checked_sub(1).and_then(|last| form.item(last)) {
            Some(last) => BlobRange::new(self.at, last.end),
            None => head,
        }
    }

    /// The bytes of the record's own fields, without its items.
    pub fn head(&self) -> BlobRange {
        self.form().head()
    }

    /// The bytes of one member, enumerator, parameter or variable; none for an index that the record does not have.
    pub fn item(&self, index: MemberIndex) -> Option<BlobRange> {
        self.form().item(index.0)
    }

    /// All fields with their bytes, in file order.
    pub fn fields(&self) -> Fields {
        let record = self.record();
        Fields { form: self.form(), at: record.start, end: record.end }
    }

    /// All fields of the record that hold a type id, in file order, with the id as it stands in the file. 0 is void; in
    /// a damaged blob there may be no type with the id.
    pub fn references(&self) -> impl Iterator<Item = (Field, TypeId)> + use<'a> {
        let btf = self.btf;
        self.fields()
            .filter(|field| field.part.name.is_type_id())
            .filter_map(|field| Some((field, TypeId(btf.endian().u32_at(&btf.bytes, field.range.start)?))))
    }

    /// The fields within some bytes of this record, in file order.
    pub fn fields_in(&self, range: BlobRange) -> Fields {
        let range = range.intersect(self.record());
        Fields { form: self.form(), at: range.start, end: range.end }
    }

    /// The field that byte `at` of the blob belongs to; none if the byte is outside this record.
    pub fn field_at(&self, at: u32) -> Option<Field> {
        self.record().contains(at).then(|| self.form().field_at(at))
    }

    /// Word `index`, from 0, of the words after the first three; 0 beyond the blob's end.
    fn word_after(&self, index: u32) -> u32 {
        let at = self.at.saturating_add(HEAD + index * 4);
        self.btf.header.endian.u32_at(&self.btf.bytes, at).unwrap_or(0)
    }

    /// The encoding of an INT.
    pub fn int(&self) -> Option<Int> {
        (self.kind == Kind::Int).then(|| Int::new(self.word_after(0), self.third))
    }

    /// Element, index and length of an ARRAY.
    pub fn array(&self) -> Option<Array> {
        (self.kind == Kind::Array).then(|| Array {
            element: TypeId(self.word_after(0)),
            index: TypeId(self.word_after(1)),
            nelems: self.word_after(2),
        })
    }

    /// The linkage of a FUNC or VAR.
    pub fn linkage(&self) -> Option<Linkage> {
        match self.kind {
            Func => Some(Linkage::from_number(self.vlen)),
            Var => Some(Linkage::from_number(self.word_after(0))),
            _ => None,
        }
    }

    /// The component that a DECL_TAG marks: -1 is the type as a whole, else the index of a member or parameter. None
    /// for other kinds.
    pub fn component_index(&self) -> Option<i32> {
        (self.kind == Kind::DeclTag).then(|| self.word_after(0) as i32)
    }

    /// The flags of a LOC_PARAM.
    pub fn loc_flags(&self) -> Option<u32> {
        (self.kind == Kind::LocParam).then(|| self.word_after(0))
    }

    /// The bytes of the items, and where they start in the blob.
    fn body(&self) -> (&'a [u8], u32) {
        self.items(self.form().head().end, self.record().end)
    }

    /// The same as [`Type::body`], faster: `schema` is that of the record's kind, which the caller knows.
    #[inline]
    fn body_of(&self, schema: RecordFields) -> (&'a [u8], u32) {
        let (once, each) = schema.sizes();
        let start = self.at.saturating_add(HEAD + once);
        let end = u64::from(start) + u64::from(each) * u64::from(self.vlen);
        self.items(start, u32::try_from(end).unwrap_or(start))
    }

    #[inline]
    fn items(&self, start: u32, end: u32) -> (&'a [u8], u32) {
        (self.btf.bytes.get(start as usize..end as usize).unwrap_or_default(), start)
    }

    /// The members of a STRUCT or UNION; none for other kinds.
    pub fn members(&self) -> Members<'a> {
        let (bytes, at) = if self.kind.is_composite() {
            self.body_of(const { RecordFields::of(Kind::Struct) })
        } else {
            (&[][..], self.at)
        };
        Members { btf: self.btf, bytes, at, index: 0, flag: self.flag }
    }

    /// The enumerators of an ENUM or ENUM64; none for other kinds.
    pub fn enumerators(&self) -> Enumerators<'a> {
        let (bytes, at) = match self.kind {
            Enum => self.body_of(const { RecordFields::of(Kind::Enum) }),
            Enum64 => self.body_of(const { RecordFields::of(Kind::Enum64) }),
            _ => (&[][..], self.at),
        };
        Enumerators { btf: self.btf, bytes, at, index: 0, signed: self.flag, wide: self.kind == Kind::Enum64 }
    }

    /// The parameters of a FUNC_PROTO; none for other kinds.
    pub fn params(&self) -> Params<'a> {
        let (bytes, at) = if self.kind == Kind::FuncProto {
            self.body_of(const { RecordFields::of(Kind::FuncProto) })
        } else {
            (&[][..], self.at)
        };
        Params { btf: self.btf, bytes, at, index: 0 }
    }

    /// The variables of a DATASEC; none for other kinds.
    pub fn vars(&self) -> SecVars<'a> {
        let (bytes, at) = if self.kind == Kind::DataSec {
            self.body_of(const { RecordFields::of(Kind::DataSec) })
        } else {
            (&[][..], self.at)
        };
        SecVars { btf: self.btf, bytes, at, index: 0 }
    }

    /// The items of a LOC_PARAM (values), LOC_PROTO (type ids) or LOCSEC (func, loc_proto, offset) as words. The items
    /// of an unknown kind, whose size the layout section gives, are words, too. None for other kinds.
    pub fn words(&self) -> Words<'a> {
        let wanted = self.kind.is_location() || matches!(self.kind, Kind::Unknown(_));
        Words { endian: self.btf.header.endian, bytes: if wanted { self.body().0 } else { &[] } }
    }
}
