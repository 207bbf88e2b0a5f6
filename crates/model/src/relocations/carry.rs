//! Packs a relocation for a link: an object with only this relocation, and for each kernel the types that the
//! relocation's result depends on.

use std::collections::{BTreeMap, BTreeSet};

use btf::{Btf, TypeId};
use relo::{CoreGroup, CoreKind, Options, ReloVerdict, Resolver, Spec};
use wire::Wire;

use super::Core;
use crate::path;

/// A relocation, packed.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Carry {
    /// The object as text ([`share::pack`]).
    pub text: String,
    /// The key of the relocation in the address.
    pub key: String,
    /// For each kernel its name, and as text the types that the result depends on.
    pub kernels: Vec<(String, String)>,
    /// The size of all these parts when unpacked, in bytes.
    pub size: u64,
}

impl Core<'_> {
    /// Packs the relocation with this index, and everything that its result on the kernels depends on. None if there
    /// is no such relocation.
    ///
    /// # Errors
    /// A part is larger, when unpacked, than a link may hold; the error is the part's size in bytes.
    pub fn carry(&self, index: usize) -> Option<Result<Carry, usize>> {
        let (btf, record) = (self.btf()?, self.program.records().get(index)?);
        let spec = Spec::parse(btf, record).ok();
        let deep = record.relo_kind().is_none_or(|k| k == CoreKind::TypeMatches);
        let mut keep = BTreeSet::new();
        match &spec {
            Some(spec) => drop(walk(btf, spec, &mut keep)),
            None => drop(keep.insert(btf.resolve(record.type_id))),
        }
        let object = self.program.object();
        let section = object.section_named(&record.section);
        let at = record.insn_offset.0;
        let insn = section.and_then(|s| object.insn(s, record.insn_offset));
        let size = if insn.is_some_and(|i| i.is_ldimm64()) { 16 } else { 8 };
        let code = section.and_then(|s| object.section_bytes(s).get(at as usize..)?.get(..size)).unwrap_or_default();
        let lines = section.map(|s| object.lines(s)).unwrap_or_default();
        let line = lines
            .iter()
            .rfind(|l| l.offset <= at)
            .map(|l| (btf::unescaped(l.file), l.bytes, (l.line << 10) | l.column));
        let function = self.function_of(record).and_then(|(i, _)| self.program.all().get(i));
        let bytes = share::relocation(&share::Relocation {
            btf,
            root: record.type_id,
            keep: Some(&keep).filter(|_| !deep),
            kind: record.kind,
            access: btf.string_bytes(record.access).unwrap_or_default(),
            section: &record.section,
            function: function.map_or("program", |f| f.name.as_str()),
            code,
            line: line.as_ref().map(|(file, text, place)| (&**file, *text, *place)),
        });
        let mut carry = Carry {
            text: share::pack(&bytes),
            key: format!("{}#0", record.section),
            kernels: Vec::new(),
            size: bytes.len() as u64,
        };
        if bytes.len() > share::MAX_UNPACKED {
            return Some(Err(bytes.len()));
        }
        for kernel in self.kernels {
            let blob = self.types_of(btf, kernel, record, deep);
            if blob.len() > share::MAX_UNPACKED {
                return Some(Err(blob.len()));
            }
            carry.size += blob.len() as u64;
            carry.kernels.push((kernel.name.to_owned(), share::pack(&blob)));
        }
        Some(Ok(carry))
    }

    /// The types of a kernel and its modules that a relocation's result depends on.
    fn types_of(&self, btf: &Btf, kernel: &super::NamedKernel<'_>, record: &relo::Record, deep: bool) -> Vec<u8> {
        let target = kernel.target();
        let mut resolver = Resolver::new(btf, target, Options { trace: true, ..Options::default() });
        let outcome = resolver.resolve(record);
        let near = match outcome.tried.is_empty() {
            true => Vec::new(),
            false => relo::explain(btf, record.type_id, target, &outcome, None).suggestions,
        };
        // By part of the target, the types to begin with and the structs that have members: the same id is another type
        // in each module.
        let mut parts: BTreeMap<usize, (Vec<TypeId>, BTreeSet<TypeId>)> = BTreeMap::new();
        for tried in &outcome.tried {
            let Some(theirs) = target.btf(tried.candidate.part) else { continue };
            let (roots, keep) = parts.entry(tried.candidate.part).or_default();
            roots.push(tried.candidate.id);
            let end = walk(theirs, &tried.spec, keep);
            for near in &near {
                let way = path::from_names(theirs, end, &near.path).unwrap_or_default();
                let steps = path::walk(theirs, end, &way).unwrap_or_default();
                keep.extend(steps.iter().map(|s| s.parent.id()));
            }
        }
        if parts.is_empty()
            && let Some(t) = btf.get(record.type_id)
        {
            // The explanation also mentions types with this name and another kind.
            for named in target.named(t.name_bytes()).iter().take(MOST_NAMED) {
                let (roots, keep) = parts.entry(named.part).or_default();
                roots.push(named.id);
                keep.insert(named.id);
            }
        }
        // Without any type the blob is empty, but sound.
        let last = parts.keys().next_back().copied().unwrap_or_default();
        let (roots, _) = parts.entry(last).or_default();
        let standing = needs::standing(btf, kernel.on, &needs::Nowhere::default(), &outcome, None);
        if standing.verdict == ReloVerdict::CannotTell {
            // A function is added so that the receiver takes the BTF for a kernel's, whose modules may have the type.
            roots.extend(target.btf(last).and_then(|theirs| function(theirs)));
        }
        let parts = parts.iter().filter_map(|(part, (roots, keep))| {
            Some(share::Part { btf: target.btf(*part)?, roots, keep: Some(keep).filter(|_| !deep) })
        });
        share::carved(&parts.collect::<Vec<_>>()).bytes
    }
}

/// A function without parameters and result, which needs no types but its prototype; if there is none, the first
/// function.
fn function(btf: &Btf) -> Option<TypeId> {
    let is_plain = |t: &btf::Type<'_>| {
        let proto = t.type_ref().and_then(|id| btf.get(id));
        proto.is_some_and(|proto| proto.vlen() == 0 && proto.type_ref().is_none_or(|id| id == TypeId(0)))
    };
    let functions = || btf.all_types().filter(|t| t.kind() == btf::Kind::Func);
    functions().find(is_plain).or_else(|| functions().next()).map(|t| t.id())
}

/// The most types that are included only because they have the name of the relocation's root type.
const MOST_NAMED: usize = 4;

/// Adds the types on the path of a spec, behind typedefs and qualifiers; returns the type at its end.
fn walk(btf: &Btf, spec: &Spec, keep: &mut BTreeSet<TypeId>) -> TypeId {
    let mut at = btf.resolve(spec.root);
    keep.insert(at);
    if spec.kind.group() != CoreGroup::Field {
        return at;
    }
    for &number in spec.raw.iter().skip(1) {
        let Some(t) = btf.get(at) else { break };
        let next = match t.array() {
            Some(array) => array.element,
            None => {
                let member = u32::try_from(number).ok().and_then(|n| t.members().from_index(n).next());
                let Some(member) = member else { break };
                member.type_id
            }
        };
        at = btf.resolve(next);
        keep.insert(at);
    }
    at
}
