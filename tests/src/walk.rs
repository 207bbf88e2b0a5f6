//! Reads blobs, and checks what must hold for any blob, however damaged.

use btf::{BlobRange, Btf, DeclTags, Ext, ExtOwner, NameIndex, Owner, StringOffset, TypeId};

/// Reads the types of a BTF with their items, its names, its tags and its diagnostics, and checks the owners of its
/// bytes ([`owners`]).
///
/// # Panics
/// When an answer contradicts another one.
pub fn everything(btf: &Btf) {
    for t in btf.all_types() {
        assert_eq!(btf.get(t.id()).map(|t| t.id()), Some(t.id()));
        let record = t.record();
        assert!(record.end as usize <= t.btf().bytes().len(), "{t:?} ends beyond the blob");
        assert_eq!(fields_len(t.fields().map(|f| f.range), record), record.len(), "{t:?}: fields and record differ");
        let mut items = 0;
        for (i, m) in (0..).zip(t.members()) {
            assert_eq!(t.item(m.index), Some(m.range));
            assert_eq!(m.index.0, i);
            let _ = (m.name(), m.bits(), btf.size_of(m.type_id));
            items += 1;
        }
        for e in t.enumerators() {
            assert_eq!(t.item(e.index), Some(e.range));
            let _ = (e.name(), e.value());
            items += 1;
        }
        for p in t.params() {
            assert_eq!(t.item(p.index), Some(p.range));
            let _ = (p.name(), p.is_variadic());
            items += 1;
        }
        for v in t.vars() {
            assert_eq!(t.item(v.index), Some(v.range));
            items += 1;
        }
        let counted = t.kind().is_composite()
            || t.kind().is_any_enum()
            || matches!(t.kind(), btf::Kind::FuncProto | btf::Kind::DataSec);
        assert_eq!(items, if counted { t.item_count() } else { 0 });
        let _ = (t.name(), t.int(), t.array(), t.linkage(), t.component_index(), t.loc_flags(), t.words().count());
        let _ = (btf.resolve(t.id()), btf.skip_qualifiers(t.id()), btf.size_of(t.id()), format!("{t:?}"));
    }
    assert!(btf.get(TypeId(0)).is_none() && btf.get(TypeId(btf.type_cnt())).is_none());
    let names = NameIndex::new(btf);
    for t in btf.types().take(200) {
        let found = names.find(btf, t.name()).any(|other| other.id() == t.id());
        // A name that is cut at a byte that is not UTF-8 is not found by its text.
        assert!(found || t.name().len() != t.name_bytes().len() || t.is_anonymous(), "{t:?} is not found by its name");
    }
    let tags = DeclTags::new(btf);
    for tag in tags.all() {
        assert!(tags.of_component(tag.target, tag.component).contains(tag));
    }
    for d in btf.diagnostics() {
        let _ = d.to_string();
        assert!(d.range.start <= d.range.end);
    }
    let _ = (btf.string(StringOffset(btf.strings_end())), btf.string(StringOffset(u32::MAX)));
    owners(btf);
}

fn fields_len(fields: impl Iterator<Item = BlobRange>, record: BlobRange) -> u32 {
    let mut at = record.start;
    for range in fields {
        assert_eq!(range.start, at, "a field does not start where the one before ends");
        assert!(!range.is_empty());
        at = range.end;
    }
    at - record.start
}

/// Checks that the owners of a blob's bytes follow each other without gap or overlap from the first byte to the last,
/// and that each byte has its owner. Returns the number of owners, and of bytes that could not be decoded.
///
/// # Panics
/// When a byte has no owner, or two.
pub fn owners(btf: &Btf) -> (usize, u32) {
    let len = btf.bytes().len() as u32;
    let (mut at, mut count, mut unreadable) = (0, 0, 0);
    for owned in btf.owners_from(0) {
        assert_eq!(owned.range.start, at, "{owned:?} does not start where the one before ends");
        assert!(!owned.range.is_empty(), "{owned:?} owns nothing");
        for byte in owned.range.start..owned.range.end {
            assert_eq!(btf.owner(byte), Some(owned), "byte {byte:#x}");
        }
        if owned.owner == Owner::Unreadable {
            unreadable += owned.range.len();
        }
        at = owned.range.end;
        count += 1;
    }
    assert_eq!(at, len, "the last owner ends before the blob");
    assert_eq!(btf.owner(len), None);
    (count, unreadable)
}

/// Like [`owners`], for `.BTF.ext`, after reading all its records.
///
/// # Panics
/// When a byte has no owner, or two.
pub fn ext(ext: &Ext) -> (usize, u32) {
    let records = ext.func_infos().map(|(_, r)| r.range);
    let records = records.chain(ext.line_infos().map(|(_, r)| r.range));
    for range in records.chain(ext.core_relos().map(|(_, r)| r.range)) {
        assert!(ext.owner(range.start).is_some_and(|owned| owned.range.contains(range.start)));
    }
    for d in ext.diagnostics() {
        let _ = d.to_string();
    }
    let len = ext.bytes().len() as u32;
    let (mut at, mut count, mut unreadable) = (0, 0, 0);
    while let Some(owned) = ext.owner(at) {
        assert_eq!(owned.range.start, at, "{owned:?} does not start where the one before ends");
        assert!(!owned.range.is_empty(), "{owned:?} owns nothing");
        for byte in owned.range.start..owned.range.end {
            assert_eq!(ext.owner(byte), Some(owned), "byte {byte:#x}");
        }
        if owned.owner == ExtOwner::Unreadable {
            unreadable += owned.range.len();
        }
        at = owned.range.end;
        count += 1;
    }
    assert_eq!(at, len, "the last owner ends before the section");
    (count, unreadable)
}
