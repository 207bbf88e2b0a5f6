//! What a CO-RE access to a field would be, with no program at all.

use btf::{Btf, TypeId};
use relo::{Options, ReloKind, Resolver, Verdict};

use super::{Kernel, cannot_load, verdict_word};
use crate::desk::wire::wire;

/// What an access would be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Probe {
    /// The access string.
    pub access: String,
    /// The kinds of relocations that reading the field takes, with their value on each kernel.
    pub rows: Vec<ProbeRow>,
}
wire!(struct Probe { access, rows });

/// A kind of relocation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProbeRow {
    /// libbpf's word for it.
    pub kind: String,
    /// Its value by the types at hand.
    pub here: String,
    /// Its value on each kernel, or the result in a word where there is none.
    pub on: Vec<String>,
}
wire!(struct ProbeRow { kind, here, on });

/// Probes an access by its string. `bitfield`: the field is read by shifts. None when the path leads nowhere.
pub fn probe(btf: &Btf, root: TypeId, access: &str, bitfield: bool, kernels: &[Kernel<'_>]) -> Option<Probe> {
    relo::Spec::of(btf, ReloKind::FieldByteOffset, root, access).ok()?;
    let mut kinds = vec![ReloKind::FieldByteOffset, ReloKind::FieldByteSize, ReloKind::FieldExists];
    if bitfield {
        kinds.extend([ReloKind::FieldSigned, ReloKind::FieldLShift, ReloKind::FieldRShift]);
    }
    let mut rows: Vec<ProbeRow> =
        kinds.iter().map(|k| ProbeRow { kind: k.as_str().to_owned(), here: String::new(), on: Vec::new() }).collect();
    for kernel in kernels {
        let mut resolver = Resolver::new(btf, kernel.target, Options::default());
        let loads = relo::loads_here(btf.endian(), kernel.target.endian());
        for (row, &kind) in rows.iter_mut().zip(&kinds) {
            let outcome = resolver.resolve_path(kind, root, access);
            let verdict = Verdict::of(&outcome, None);
            row.here = outcome.values.original.to_string();
            row.on.push(match verdict.is_failing() {
                _ if !loads => cannot_load(btf.endian(), kernel.target.endian()),
                true => verdict_word(verdict, true).to_owned(),
                false => outcome.values.new.to_string(),
            });
        }
    }
    Some(Probe { access: access.to_owned(), rows })
}
