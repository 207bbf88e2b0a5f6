//! Names registers and parts of the context as the program's source does, as far as the program's BTF tells.

use bpf::helper_name;
use btf::{Btf, Kind, TypeId};
use relo::Spec;
use relo::reach::Reach;

use crate::object::Needs;

/// A program with its walk.
pub(crate) struct Origins<'a> {
    pub(crate) needs: &'a Needs,
    pub(crate) program: usize,
    pub(crate) reach: &'a Reach,
}

/// The most levels of nested members that are looked into.
const MAX_NESTING: u32 = 16;

impl Origins<'_> {
    /// The origin of a number that is used as a pointer: `ctx->di`, `task_struct.stack`, `what bpf_get_current_task()
    /// returned`, or its register: `r1`.
    pub(crate) fn of_number(&self, slot: u32, register: u8, from: Option<u32>) -> String {
        let named = from.and_then(|from| {
            let insn = self.needs.code.insn(from);
            let context = || {
                let (at, _) = self.reach.context().find(|(_, slots)| slots.contains(&from))?;
                self.in_context(at)
            };
            match insn.is_call() {
                true => helper_name(insn.imm).filter(|_| insn.src == 0).map(|name| format!("what {name}() returned")),
                false => context().or_else(|| self.by_record(from)),
            }
        });
        let named = named.or_else(|| self.in_context(self.reach.read_through(slot)?));
        named.unwrap_or_else(|| format!("r{register}"))
    }

    /// The name of bytes of the context, by their offset in bytes on the kernel.
    pub(crate) fn in_context(&self, at: i64) -> Option<String> {
        let slot = self.reach.context().find(|(offset, _)| *offset == at).and_then(|(_, slots)| slots.first().copied());
        let btf = self.needs.object.btf()?;
        let function = *self.needs.programs.get(self.program)?.functions.first()?;
        let func = btf.get(self.needs.functions.get(function)?.type_id?)?;
        let proto = btf.get(func.type_ref()?).filter(|t| t.kind() == Kind::FuncProto)?;
        let parameter = proto.params().next()?;
        let name = if parameter.name().is_empty() { "ctx" } else { parameter.name() };
        let pointer = btf.resolved(parameter.type_id).filter(|t| t.kind() == Kind::Ptr)?;
        let pointee = btf.resolve(pointer.type_ref()?);
        // If a relocation gave the offset, its path names the member: the offset is the kernel's, not the offset in the
        // program's own types.
        if let Some(spec) = slot.and_then(|slot| self.record(slot)) {
            let path = spec.path(btf);
            let of_context = btf.resolve(spec.root) == pointee;
            return path.strip_prefix('.').filter(|_| of_context).map(|path| format!("{name}->{path}"));
        }
        let at = u32::try_from(at).ok()?;
        match btf.get(pointee)?.kind() {
            Kind::Int if btf.size_of(pointee) == Ok(8) && at.is_multiple_of(8) => Some(format!("{name}[{}]", at / 8)),
            Kind::Struct | Kind::Union => Some(format!("{name}->{}", member_at(btf, pointee, at, MAX_NESTING)?)),
            _ => None,
        }
    }

    /// The member that an instruction reads, by its relocation.
    fn by_record(&self, slot: u32) -> Option<String> {
        let btf = self.needs.object.btf()?;
        let spec = self.record(slot)?;
        Some(format!("{}{}", btf.get(spec.root)?.name(), spec.path(btf)))
    }

    /// The path of an instruction's relocation.
    fn record(&self, slot: u32) -> Option<Spec> {
        let i = self.needs.record_slots.iter().position(|s| *s == Some(slot))?;
        Spec::parse(self.needs.object.btf()?, self.needs.records.get(i)?).ok()
    }
}

/// The member that begins at a byte, as a path: `ent.type`, `args[1]`.
fn member_at(btf: &Btf, of: TypeId, at: u32, depth: u32) -> Option<String> {
    let deeper = depth.checked_sub(1)?;
    for m in btf.get(of)?.members() {
        let start = m.bit_offset() / 8;
        let size = btf.size_of(m.type_id).ok()?;
        let Some(inside) = at.checked_sub(start).filter(|inside| *inside < size) else { continue };
        let t = btf.get(btf.resolve(m.type_id))?;
        let (index, rest, inner) = match t.array() {
            Some(array) => {
                let element = btf.size_of(array.element).ok().filter(|size| *size > 0)?;
                (format!("[{}]", inside / element), inside % element, btf.resolve(array.element))
            }
            None => (String::new(), inside, t.id()),
        };
        let head = format!("{}{index}", m.name());
        let is_composite = btf.get(inner).is_some_and(|t| t.kind().is_composite());
        return match (is_composite, rest) {
            (true, _) => {
                let path = member_at(btf, inner, rest, deeper)?;
                Some(if head.is_empty() { path } else { format!("{head}.{path}") })
            }
            (false, 0) => Some(head),
            (false, _) => None,
        };
    }
    None
}
