//! Reads the types of a BTF and the records of a `.BTF.ext`.

use btf::{Btf, Ext, Kind, Type};

use super::Digest;

/// Reads all own types of a BTF with their items, and the diagnostics.
pub fn decoded(btf: &Btf, digest: &mut Digest) {
    digest.debug(btf.header());
    digest.debug(&btf.sections());
    digest.words(&[btf.type_cnt(), btf.own_type_count(), btf.strings_end(), btf.pointer_size()]);
    for t in btf.types() {
        record(btf, &t, digest);
    }
    for d in btf.diagnostics() {
        digest.debug(&(d.range, d.place, d.to_string()));
    }
}

fn record(btf: &Btf, t: &Type<'_>, digest: &mut Digest) {
    let range = t.record();
    let kind = u32::from(t.kind().number());
    digest.words(&[t.id().0, kind, t.vlen(), t.kind_flag().into(), t.size_or_type(), range.start, range.end]);
    digest.bytes(t.name().as_bytes());
    digest.debug(&btf.size_of(t.id()));
    digest.words(&[btf.resolve(t.id()).0, btf.skip_qualifiers(t.id()).0]);
    match t.kind() {
        Kind::Int => digest.debug(&t.int()),
        Kind::Array => digest.debug(&t.array()),
        Kind::Func | Kind::Var => digest.debug(&t.linkage()),
        Kind::DeclTag => digest.debug(&t.component_index()),
        _ => {}
    }
    for m in t.members() {
        let bits = m.bits();
        digest.words(&[m.index.0, m.type_id.0, bits.offset, bits.bitfield.unwrap_or(u32::MAX), m.range.start]);
        digest.bytes(m.name().as_bytes());
    }
    for e in t.enumerators() {
        digest.bytes(&e.value().to_le_bytes());
        digest.bytes(e.name().as_bytes());
    }
    for p in t.params() {
        digest.words(&[p.index.0, p.type_id.0, p.is_variadic().into(), p.range.start]);
        digest.bytes(p.name().as_bytes());
    }
    for v in t.vars() {
        digest.words(&[v.index.0, v.type_id.0, v.offset, v.size, v.range.start]);
    }
    for word in t.words() {
        digest.words(&[word]);
    }
}

/// Reads all of a `.BTF.ext`.
pub fn ext(ext: &Ext, digest: &mut Digest) {
    digest.debug(ext.header());
    for record in ext.func_infos() {
        digest.debug(&record);
    }
    for record in ext.line_infos() {
        digest.debug(&record);
    }
    for record in ext.core_relos() {
        digest.debug(&record);
    }
    for d in ext.diagnostics() {
        digest.debug(&(d.range, d.place, d.to_string()));
    }
}
