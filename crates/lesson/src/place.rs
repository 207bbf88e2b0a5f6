//! Places: bytes that a lesson names by their meaning, and how to find them in a file.

use btf::Type;
use btf::{
    BlobRange, Btf, Ext, ExtField, ExtOwner, FieldName, HeaderField, LayoutEntry, MemberIndex, SectionKind,
    StringOffset, SubSectionKind,
};

use crate::Mark;
use crate::refer::{TypeRef, blob_of, label};
use model::bytes::layout_range;
use model::focus::BlobId;
use model::path;

/// A place named by a lesson: a part of the file, or a field of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    /// The field's name, if only the field is meant.
    field: Option<String>,
    thing: Thing,
    /// The place as it was written.
    text: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Thing {
    /// `header`, `base header`.
    Header(bool),
    /// `types`, `layout`, `strings`, or one of these words behind `base `.
    Section(SectionKind, bool),
    /// `layout entry 4`.
    Entry(u32),
    /// `string "pid"`.
    Text(String),
    /// `string of struct task`, `string of member pid of struct task`: the name in the string section.
    NameOf(TypeRef, Option<String>),
    /// `struct task`.
    Type(TypeRef),
    /// `member pid of struct task`, by name or index.
    Member(TypeRef, String),
    /// `ext header`.
    ExtHeader,
    /// `func_info`, `func_info 0`.
    Ext(SubSectionKind, Option<usize>),
    /// `bytes 0x10..0x18`.
    Bytes(u32, u32),
}

/// Whether a text is the name of a field, as in the C headers.
fn is_field(name: &str) -> bool {
    let record = FieldName::ALL.into_iter().map(FieldName::as_str);
    let header = HeaderField::ALL.into_iter().map(|(field, ..)| field.as_str());
    let ext = ExtField::ALL.into_iter().map(ExtField::as_str);
    record.chain(header).chain(ext).any(|of| of == name)
}

/// The words for items.
const ITEMS: [&str; 5] = ["member ", "enumerator ", "parameter ", "variable ", "element "];

impl Place {
    /// Parses a place.
    pub(crate) fn parse(text: &str) -> Result<Place, String> {
        let text = text.trim();
        let (field, thing) = match text.split_once(" of ") {
            Some((field, thing)) if is_field(field) => (Some(field.to_string()), thing.trim()),
            _ => (None, text),
        };
        Ok(Place { field, thing: Thing::parse(thing)?, text: text.into() })
    }

    /// Whether it is a field whose value is a number of bytes.
    pub(crate) fn counts_bytes(&self) -> bool {
        self.field.as_deref().is_some_and(|field| field.ends_with("_off") || field.ends_with("_len") || field == "size")
    }

    /// Finds the place in a file.
    pub(crate) fn find(&self, btf: &Btf, ext: Option<&Ext>) -> Result<Mark, String> {
        let whole = self.thing.find(btf, ext)?;
        let (blob, range) = (whole.blob, whole.range);
        let range = match &self.field {
            None => range,
            Some(field) => {
                field_of(btf, ext, blob, range, field).ok_or_else(|| format!("{:?} has no field {field}", self.text))?
            }
        };
        Ok(Mark { range, label: self.text.clone(), ..whole })
    }
}

fn number(text: &str) -> Option<u32> {
    match text.strip_prefix("0x") {
        Some(hex) => u32::from_str_radix(hex, 16).ok(),
        None => text.parse().ok(),
    }
}

fn quoted(text: &str) -> Option<&str> {
    text.strip_prefix('"')?.strip_suffix('"').filter(|t| !t.contains('"'))
}

impl Thing {
    fn parse(text: &str) -> Result<Thing, String> {
        let (bare, base) = match text.strip_prefix("base ") {
            Some(rest) => (rest, true),
            None => (text, false),
        };
        match bare {
            "header" => return Ok(Thing::Header(base)),
            "types" => return Ok(Thing::Section(SectionKind::Types, base)),
            "layout" => return Ok(Thing::Section(SectionKind::Layout, base)),
            "strings" => return Ok(Thing::Section(SectionKind::Strings, base)),
            "ext header" => return Ok(Thing::ExtHeader),
            _ => {}
        }
        if let Some(entry) = text.strip_prefix("layout entry ") {
            return number(entry).map(Thing::Entry).ok_or_else(|| format!("{entry:?} is no kind's number"));
        }
        if let Some(named) = text.strip_prefix("string of ") {
            return Ok(match split_member(named) {
                Some((member, of)) => Thing::NameOf(TypeRef::parse(of)?, Some(member.into())),
                None => Thing::NameOf(TypeRef::parse(named)?, None),
            });
        }
        if let Some(stored) = text.strip_prefix("string ") {
            return match quoted(stored) {
                Some(stored) => Ok(Thing::Text(stored.into())),
                None => Err(format!("{stored:?}: a string stands in \"quotes\"")),
            };
        }
        if let Some(range) = text.strip_prefix("bytes ") {
            let ends = range.split_once("..").and_then(|(a, b)| Some((number(a.trim())?, number(b.trim())?)));
            return match ends {
                Some((start, end)) if start < end => Ok(Thing::Bytes(start, end)),
                _ => Err(format!("{range:?}: bytes are written 0x10..0x18, the last one not included")),
            };
        }
        for sub in SubSectionKind::ALL {
            if let Some(rest) = text.strip_prefix(sub.as_str()) {
                if rest.is_empty() {
                    return Ok(Thing::Ext(sub, None));
                }
                let record = rest.strip_prefix(' ').and_then(number);
                let record = record.ok_or_else(|| format!("{text:?}: expected the number of a record, from 0"))?;
                return Ok(Thing::Ext(sub, Some(record as usize)));
            }
        }
        if let Some((member, of)) = split_member(text) {
            return Ok(Thing::Member(TypeRef::parse(of)?, member.into()));
        }
        let of = TypeRef::parse(text).map_err(|_| {
            format!(
                "{text:?} is no place: header, types, strings, string \"x\", struct x, member y of struct x, func_info 0, \
                 bytes 0x10..0x18, or a field of one (hdr_len of header)"
            )
        })?;
        Ok(Thing::Type(of))
    }

    fn find(&self, btf: &Btf, ext: Option<&Ext>) -> Result<Mark, String> {
        let mark = |blob, range| Mark { blob, range, label: String::new(), member: None };
        let with_base = |base: bool| match base {
            true => btf.base().map(|b| (&**b, BlobId::Base(1))).ok_or_else(|| "the file has no base".to_string()),
            false => Ok((btf, BlobId::Own)),
        };
        let needs_ext = || ext.ok_or_else(|| "the file has no .BTF.ext".to_string());
        match self {
            Thing::Header(base) => {
                let (of, blob) = with_base(*base)?;
                Ok(mark(blob, of.section(SectionKind::Header)))
            }
            Thing::Section(kind, base) => {
                let (of, blob) = with_base(*base)?;
                let range = of.section(*kind);
                match range.is_empty() {
                    true => Err(format!("the file has no {} section", kind.as_str())),
                    false => Ok(mark(blob, range)),
                }
            }
            Thing::Entry(kind) => {
                let range =
                    layout_range(btf, *kind).ok_or_else(|| format!("the layout section has no entry {kind}"))?;
                Ok(mark(BlobId::Own, range))
            }
            Thing::Text(text) => {
                let range = stored(btf, text).map(|range| (BlobId::Own, range)).or_else(|| {
                    let base = btf.base()?;
                    Some((BlobId::Base(1), stored(base, text)?))
                });
                let (blob, range) = range.ok_or_else(|| format!("no string is {text:?}"))?;
                Ok(mark(blob, range))
            }
            Thing::NameOf(of, member) => {
                let t = of.find(btf)?;
                let offset = match member {
                    None => t.name_offset(),
                    Some(member) => name_of_item(&t, item(&t, member)?),
                };
                let (holder, at) = btf.locate_string(offset).ok_or_else(|| "that name is not there".to_string())?;
                let owned = holder.owner(at).ok_or_else(|| "that name is not there".to_string())?;
                let range = BlobRange::new(at, owned.range.end);
                Ok(mark(if std::ptr::eq(holder, btf) { BlobId::Own } else { BlobId::Base(1) }, range))
            }
            Thing::Type(of) => {
                let t = of.find(btf)?;
                Ok(mark(blob_of(btf, t.id()), t.record()))
            }
            Thing::Member(of, member) => {
                let t = of.find(btf)?;
                let index = item(&t, member)?;
                let range = t.item(MemberIndex(index)).ok_or_else(|| format!("{} has no {member}", label(&t)))?;
                Ok(Mark { member: Some((t.id(), index)), ..mark(blob_of(btf, t.id()), range) })
            }
            Thing::ExtHeader => Ok(mark(BlobId::Ext, BlobRange::new(0, needs_ext()?.header().hdr_len))),
            Thing::Ext(kind, record) => {
                let ext = needs_ext()?;
                let none = || format!(".BTF.ext has no {}", kind.as_str());
                let sub = ext.subsection(*kind).ok_or_else(none)?;
                let Some(record) = record else { return Ok(mark(BlobId::Ext, sub.range)) };
                let mut left = u32::try_from(*record).unwrap_or(u32::MAX);
                for section in &sub.sections {
                    if left < section.count {
                        let start = section.records_at().saturating_add(left.saturating_mul(sub.record_size));
                        return Ok(mark(BlobId::Ext, BlobRange::at(start, sub.record_size)));
                    }
                    left -= section.count;
                }
                Err(format!(".BTF.ext has no {} {record}", kind.as_str()))
            }
            Thing::Bytes(start, end) => {
                let range = BlobRange::new(*start, *end);
                let inside = u64::from(*end) <= btf.bytes().len() as u64;
                if inside { Ok(mark(BlobId::Own, range)) } else { Err(format!("the blob ends before byte {end:#x}")) }
            }
        }
    }
}

/// `member pid of struct task` as `pid` and `struct task`.
fn split_member(text: &str) -> Option<(&str, &str)> {
    let rest = ITEMS.iter().find_map(|word| text.strip_prefix(word))?;
    let (member, of) = rest.split_once(" of ")?;
    Some((member.trim(), of.trim()))
}

/// The index of a member (or enumerator, parameter, variable) by its name or number.
fn item(t: &Type<'_>, member: &str) -> Result<u32, String> {
    if let Some(index) = number(member).filter(|n| *n < t.item_count()) {
        return Ok(index);
    }
    path::items(t, 0)
        .find(|i| i.name == member && !member.is_empty())
        .map(|i| i.index)
        .ok_or_else(|| format!("{} has no {member:?}", label(t)))
}

fn name_of_item(t: &Type<'_>, index: u32) -> StringOffset {
    let member = t.members().from_index(index).next().map(|m| m.name_offset);
    let value = t.enumerators().from_index(index).next().map(|e| e.name_offset);
    let param = t.params().from_index(index).next().map(|p| p.name_offset);
    member.or(value).or(param).unwrap_or_default()
}

/// The bytes of the stored string with exactly this text, with its NUL.
fn stored(btf: &Btf, text: &str) -> Option<BlobRange> {
    let section = btf.section(SectionKind::Strings);
    let bytes = btf.bytes().get(section.as_usize())?;
    let mut at = section.start;
    for part in bytes.split_inclusive(|&b| b == 0) {
        let len = part.len() as u32;
        if part.strip_suffix(&[0]) == Some(text.as_bytes()) {
            return Some(BlobRange::at(at, len));
        }
        at = at.saturating_add(len);
    }
    None
}

/// The BTF with a blob's types: the file's own, or one of its bases.
fn holder(btf: &Btf, blob: BlobId) -> Option<&Btf> {
    let bases = if let BlobId::Base(n) = blob { n } else { 0 };
    (0..bases).try_fold(btf, |b, _| b.base().map(|b| &**b))
}

/// The bytes of a field of the structure at `range`.
fn field_of(btf: &Btf, ext: Option<&Ext>, blob: BlobId, range: BlobRange, field: &str) -> Option<BlobRange> {
    let mut at = range.start;
    while at < range.end {
        let (name, own) = match blob {
            BlobId::Ext => {
                let owned = ext?.owner(at)?;
                let name = match owned.owner {
                    ExtOwner::Header(field) | ExtOwner::Section { field, .. } | ExtOwner::Record { field, .. } => {
                        field.as_str()
                    }
                    _ => "",
                };
                (name, owned.range)
            }
            _ => {
                let owned = holder(btf, blob)?.owner(at)?;
                let name = match owned.owner {
                    btf::Owner::Header(name) => HeaderField::as_str(name),
                    btf::Owner::Type(_, part) => part.name.as_str(),
                    _ => "",
                };
                (name, owned.range)
            }
        };
        if name == field {
            return Some(own);
        }
        at = own.end.max(at.saturating_add(1));
    }
    None
}

/// The number in the bytes of a mark, in the file's byte order; none for more than 8 bytes.
pub(crate) fn value(btf: &Btf, ext: Option<&Ext>, mark: &Mark) -> Option<u64> {
    let holder = holder(btf, mark.blob)?;
    let (bytes, endian) = match mark.blob {
        BlobId::Ext => (ext?.bytes(), ext?.header().endian),
        _ => (holder.bytes(), holder.endian()),
    };
    let bytes = bytes.get(mark.range.as_usize()).filter(|b| b.len() <= 8)?;
    let add = |sum: u64, b: &u8| sum << 8 | u64::from(*b);
    Some(match endian {
        btf::Endian::Little => bytes.iter().rev().fold(0, add),
        btf::Endian::Big => bytes.iter().fold(0, add),
    })
}

/// The sizes of a kind in the layout section: of the fixed part, and of each item.
pub(crate) fn layout_sizes(btf: &Btf, kind: u32) -> Option<LayoutEntry> {
    btf.layout_entry(u8::try_from(kind).ok()?)
}
