//! Marks the types and members that stay (bpftool `btfgen_mark_type`, `btfgen_mark_type_match`,
//! `btfgen_record_field_relo`).

use std::collections::{BTreeMap, BTreeSet, HashSet};

use btf::Kind::*;
use btf::{Btf, MemberIndex, TypeId};
use relo::{CoreGroup, CoreKind, Spec};

/// The other types that are marked when a type is marked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Mode {
    /// The types that it refers to, but none behind a pointer. Structs and unions are marked without members.
    Plain,
    /// Like `Plain`, but also through pointers.
    Pointers,
    /// Like `Pointers`, but structs and unions that are not behind a pointer are marked with all members.
    Match {
        /// Whether a pointer was followed on the way to the type.
        behind: bool,
    },
}

impl Mode {
    /// The mode for the element of an array and for the types of a function prototype: a pointer before the array or
    /// prototype no longer counts.
    fn inner(self) -> Mode {
        match self {
            Mode::Match { .. } => Mode::Match { behind: false },
            mode => mode,
        }
    }
}

/// The types to keep by id, with the indices of the members of structs and unions.
#[derive(Default, Debug)]
pub(crate) struct Keep {
    types: BTreeMap<TypeId, BTreeSet<MemberIndex>>,
    /// The types marked already, each with the mode; a circle of references ends at them.
    seen: HashSet<(TypeId, Mode)>,
}

impl Keep {
    /// The types to keep, in the order of ids, each with its members to keep.
    pub(crate) fn types(&self) -> impl Iterator<Item = (TypeId, &BTreeSet<MemberIndex>)> {
        self.types.iter().map(|(id, members)| (*id, members))
    }

    /// Keeps the types and members that a relocation of this kind reads; `found` is the kernel's spec that it matched
    /// (bpftool `btfgen_record_reloc`).
    pub(crate) fn found(&mut self, btf: &Btf, kind: CoreKind, found: &Spec) {
        match (kind, kind.group()) {
            (CoreKind::TypeIdLocal, _) => {}
            (CoreKind::TypeMatches, _) => self.mark(btf, found.root, Mode::Match { behind: false }),
            (_, CoreGroup::Type) => self.mark(btf, found.root, Mode::Pointers),
            (_, CoreGroup::Enum) => self.mark(btf, found.root, Mode::Plain),
            (_, CoreGroup::Field) => {
                self.mark(btf, found.root, Mode::Plain);
                self.path(btf, found);
            }
        }
    }

    /// Keeps a type and, by its mode, types that it refers to.
    fn mark(&mut self, btf: &Btf, id: TypeId, mode: Mode) {
        let mut todo = vec![(id, mode)];
        while let Some((id, mode)) = todo.pop() {
            let Some(t) = btf.get(id).filter(|_| !id.is_void()) else { continue };
            if !self.seen.insert((id, mode)) {
                continue;
            }
            let members = self.types.entry(id).or_default();
            match t.kind() {
                Const | Volatile | Restrict | TypeTag | Typedef => {
                    todo.push((TypeId(t.size_or_type()), mode));
                }
                Ptr => match mode {
                    Mode::Plain => {}
                    Mode::Pointers => todo.push((TypeId(t.size_or_type()), mode)),
                    Mode::Match { .. } => todo.push((TypeId(t.size_or_type()), Mode::Match { behind: true })),
                },
                Struct | Union if mode == (Mode::Match { behind: false }) => {
                    for m in t.members() {
                        members.insert(m.index);
                        todo.push((m.type_id, mode));
                    }
                }
                Array | FuncProto => todo.extend(t.references().map(|(_, id)| (id, mode.inner()))),
                Int | Struct | Union | Enum | Fwd | Func | Var | DataSec | Float | DeclTag | Enum64 | LocParam
                | LocProto | LocSec | Unknown(_) => {}
            }
        }
    }

    /// Keeps the members that an access path of this BTF goes through, and their types.
    fn path(&mut self, btf: &Btf, spec: &Spec) {
        let mut at = spec.root;
        // The first number of an access string is an index into an array of the root type, not the index of a member.
        for &index in spec.raw.iter().skip(1) {
            let Some(t) = btf.resolved(at) else { return };
            match t.kind() {
                Struct | Union => {
                    let member = u32::try_from(index).ok().and_then(|i| t.members().nth(i as usize));
                    let Some(member) = member else { return };
                    self.types.entry(t.id()).or_default().insert(member.index);
                    self.mark(btf, member.type_id, Mode::Plain);
                    at = member.type_id;
                }
                // The element was kept together with its array, as in bpftool.
                Array => match t.array() {
                    Some(array) => at = array.element,
                    None => return,
                },
                _ => return,
            }
        }
    }
}
