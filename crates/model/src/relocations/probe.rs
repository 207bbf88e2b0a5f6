//! A CO-RE access to a member, without a program: the relocations that it needs, and their values on kernels.

use btf::{Btf, TypeId};
use needs::Nowhere;
use relo::{CoreKind, Options, ReloVerdict, Resolver, Spec};
use wire::Wire;

use super::{NamedKernel, cannot_load, member_of, verdict_word};
use crate::access::{Read, access};
use crate::path::{Path, walk};

/// The relocations of an access that no program makes yet.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Probe {
    /// The heads of the columns: libbpf's word for the kind of relocation; if there are several reads, after the
    /// number of the read: `2: byte_off`.
    pub columns: Vec<String>,
    /// A sentence that says which relocations a read needs, and what the others are for.
    pub needs: String,
    /// The values in the file's own types, and then on each kernel.
    pub rows: Vec<ProbeRow>,
}

/// An access on a kernel.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct ProbeRow {
    /// The index of the kernel in the given list; none for the file's own types.
    pub kernel: Option<usize>,
    /// The name of the kernel or file.
    pub name: String,
    /// In each column the value, or the result in a word if there is no value.
    pub values: Vec<String>,
    /// Whether a relocation fails, or the types are those of a program that cannot load on the kernel.
    pub fails: bool,
    /// The reason, or the programs for which the values are right; may be empty.
    pub why: String,
    /// The type at which the last read starts on this kernel, and the path in it.
    pub there: Option<(TypeId, Path)>,
}

/// A relocation of the access: a column.
struct Column<'a> {
    read: &'a Read,
    kind: CoreKind,
}

/// Probes the access to the item at `path`. None if no CO-RE program can read the item ([`access`]). `is_program`:
/// whether the types are a program's; a program loads only on kernels of its own byte order.
pub fn probe(btf: &Btf, root: TypeId, path: &Path, is_program: bool, kernels: &[NamedKernel<'_>]) -> Option<Probe> {
    let found = access(btf, root, path).filter(|found| found.no_read.is_none())?;
    let bitfield = walk(btf, root, path)?.last()?.item.bitfield.is_some();
    let (last, before) = found.reads.split_last()?;
    let mut kinds = vec![CoreKind::FieldByteOffset, CoreKind::FieldByteSize];
    if bitfield {
        kinds.extend([CoreKind::FieldLShift, CoreKind::FieldRShift, CoreKind::FieldSigned]);
    }
    kinds.push(CoreKind::FieldExists);
    // Reads of pointers on the path need only the offset.
    let mut columns: Vec<Column<'_>> =
        before.iter().map(|read| Column { read, kind: CoreKind::FieldByteOffset }).collect();
    columns.extend(kinds.iter().map(|&kind| Column { read: last, kind }));
    let title = |c: &Column<'_>| match found.reads.iter().position(|r| std::ptr::eq(r, c.read)) {
        Some(i) if !before.is_empty() => format!("{}: {}", i + 1, c.kind.as_str()),
        _ => c.kind.as_str().to_owned(),
    };
    let here = columns.iter().map(|c| by_itself(btf, c)).collect::<Option<Vec<String>>>()?;
    let mut rows = vec![ProbeRow { name: "these types".to_owned(), values: here, ..ProbeRow::default() }];
    rows.extend(kernels.iter().enumerate().map(|(at, kernel)| on(btf, is_program, &columns, at, kernel)));
    let needs = match bitfield {
        true => "The read needs all of these but field_exists, which is for programs that check first.",
        false => "The read needs byte_off; byte_sz and field_exists are for programs that check first.",
    };
    Some(Probe { columns: columns.iter().map(title).collect(), needs: needs.to_owned(), rows })
}

/// The value that the compiler would write, by the file's own types.
fn by_itself(btf: &Btf, column: &Column<'_>) -> Option<String> {
    let spec = Spec::of(btf, column.kind, column.read.root, &column.read.access).ok()?;
    Some(relo::original(btf, &spec).map_or_else(|_| "–".to_owned(), |value| value.to_string()))
}

fn on(btf: &Btf, is_program: bool, columns: &[Column<'_>], at: usize, kernel: &NamedKernel<'_>) -> ProbeRow {
    let mut resolver = Resolver::new(btf, kernel.target(), Options { trace: true, ..Options::default() });
    let mut row = ProbeRow { kernel: Some(at), name: kernel.name.to_owned(), ..ProbeRow::default() };
    for c in columns {
        let outcome = resolver.resolve_path(c.kind, c.read.root, &c.read.access);
        let standing = needs::standing(btf, kernel.on, &Nowhere::default(), &outcome, None);
        let verdict = standing.verdict;
        let (failing, unknown) = (verdict.is_failing(), verdict == ReloVerdict::CannotTell);
        let is_word = failing || unknown;
        row.values.push(if is_word { verdict_word(verdict, true).to_owned() } else { outcome.values.new.to_string() });
        if let Some(words) = standing.words().filter(|_| row.why.is_empty()) {
            row.why = words;
        }
        row.fails |= failing;
        if failing && row.why.is_empty() {
            row.why = relo::explain(btf, c.read.root, kernel.target(), &outcome, None).headline;
        }
        let there = outcome.matched().or(outcome.tried.first());
        row.there = there.and_then(|t| {
            let btf = kernel.target().btf(t.candidate.part)?;
            Some((t.candidate.id, member_of(btf, &t.spec)))
        });
    }
    if !relo::loads_here(btf.endian(), kernel.target().endian()) {
        let orders = match is_program {
            true => cannot_load(btf.endian(), kernel.target().endian()),
            false => format!("for {}-endian programs", kernel.target().endian().as_str()),
        };
        row.fails |= is_program;
        row.why = if row.why.is_empty() { orders } else { format!("{orders}; {}", row.why) };
    }
    row
}
