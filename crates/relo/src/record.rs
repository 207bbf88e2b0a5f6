//! The CO-RE relocations of `.BTF.ext`, each with its index in its section.

use std::sync::Arc;

use bpf::{Insn, Object};
use btf::{BlobRange, Btf, CoreRelo, Ext, InsnOffset, StringOffset, TypeId};

use crate::CoreKind;

/// A core_relo record, and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The ELF section's name, shared by the records of a block.
    pub section: Arc<str>,
    /// Its index among the records of its block in `.BTF.ext`, from 0: libbpf's `relo #N`.
    pub index: u32,
    /// The instruction, in bytes into the section.
    pub insn_offset: InsnOffset,
    /// The local root type.
    pub type_id: TypeId,
    /// The access string.
    pub access: StringOffset,
    /// The number of its kind.
    pub kind: u32,
    /// The known words of the record in `.BTF.ext`.
    pub range: BlobRange,
}

/// libbpf's word for an unknown kind number (`core_relo_kind_str`).
pub const UNKNOWN_KIND: &str = "unknown";

impl Record {
    /// The kind; none if its number is unknown.
    pub fn relo_kind(&self) -> Option<CoreKind> {
        CoreKind::from_number(self.kind)
    }

    /// The access string as text ([`Btf::string`]); empty if its offset is outside the strings.
    pub fn access_str<'a>(&self, btf: &'a Btf) -> &'a str {
        btf.string(self.access).unwrap_or_default()
    }

    /// The word for its kind (libbpf's `core_relo_kind_str`).
    pub fn kind_str(&self) -> &'static str {
        self.relo_kind().map_or(UNKNOWN_KIND, CoreKind::as_str)
    }
}

/// All CO-RE relocations of an object, in file order.
pub fn records(btf: &Btf, ext: &Ext) -> Vec<Record> {
    let mut records: Vec<Record> = Vec::new();
    let mut block = None;
    for (section, relo) in ext.core_relos() {
        let (name, index) = match records.last() {
            Some(last) if block == Some(section.at) => (Arc::clone(&last.section), last.index + 1),
            _ => (btf.string(section.name_offset).unwrap_or_default().into(), 0),
        };
        block = Some(section.at);
        let CoreRelo { insn_offset, type_id, access, kind, range } = relo;
        records.push(Record { section: name, index, insn_offset, type_id, access, kind, range });
    }
    records
}

/// The instruction of a relocation, with its second slot where it has one.
pub fn insn_of(object: &Object, record: &Record) -> Option<(Insn, Option<Insn>)> {
    let section = object.section_named(&record.section)?;
    let insn = object.insn(section, record.insn_offset)?;
    let next = InsnOffset(record.insn_offset.0.checked_add(Insn::SIZE)?);
    Some((insn, insn.is_ldimm64().then(|| object.insn(section, next)).flatten()))
}
