//! The parts of a kernel that programs use: fields that the programs read, and types, values and functions that they
//! ask for. A report that is given these parts leaves out all other differences.

use std::collections::{BTreeMap, BTreeSet};

use btf::{Btf, Budget, Ext, Kind, MAX_RESOLVE_STEPS, Stopped, SubSectionKind, TypeId};
use needs::Lookup;
use relate::{Change, ChangeEffect, Class, difference};
use relo::{CoreGroup, CoreKind, Spec, essential_name, records};

use super::changes::{ChangedType, name_bytes};

/// The parts of a kernel that programs use, by names without flavours. The names of types, members and enumerators are
/// those in the programs' own BTF, which CO-RE looks up in the kernel.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Used {
    /// For each type, by name: paths to its members as in [`relate::Item::name`], or its enumerators.
    parts: BTreeMap<Vec<u8>, BTreeSet<String>>,
    /// Types in which every change matters: those that programs read as a whole or ask about (whether the type exists
    /// or matches, its size, its id), and typedefs of a field's type or of the type at the start of a path.
    whole: BTreeSet<Vec<u8>>,
    /// Types whose size matters, because programs read elements other than the first from arrays of them.
    strides: BTreeSet<Vec<u8>>,
    /// Targets that programs are attached to (functions; of a tracepoint the typedef `btf_trace_NAME`), and functions
    /// and variables that they call or read.
    symbols: BTreeSet<Vec<u8>>,
}

impl Used {
    /// The parts that a program uses, by its CO-RE relocations, its sections and its externs.
    pub fn of(btf: &Btf, ext: &Ext) -> Used {
        let mut used = Used::default();
        for record in records(btf, ext) {
            // The id of one of the program's own types says nothing about the kernel.
            if record.relo_kind() == Some(CoreKind::TypeIdLocal) {
                continue;
            }
            if let Ok(spec) = Spec::parse(btf, &record) {
                used.add(btf, record.type_id, &spec);
            }
        }
        let functions = ext.subsections().iter().filter(|part| part.kind == SubSectionKind::FuncInfo);
        for section in functions.flat_map(|part| &part.sections) {
            let target = btf.string(section.name_offset).and_then(target_of);
            used.symbols.extend(target.map(String::into_bytes));
        }
        let externs = btf.all_types().filter(|t| t.kind() == Kind::DataSec && t.name() == ".ksyms");
        for variable in externs.flat_map(|section| section.vars().collect::<Vec<_>>()) {
            if let Some(t) = btf.get(variable.type_id) {
                used.symbols.insert(essential_name(t.name_bytes()).to_vec());
            }
        }
        used
    }

    /// Adds the parts that another program uses.
    pub fn join(&mut self, other: Used) {
        for (of, parts) in other.parts {
            self.parts.entry(of).or_default().extend(parts);
        }
        self.whole.extend(other.whole);
        self.strides.extend(other.strides);
        self.symbols.extend(other.symbols);
    }

    fn add(&mut self, btf: &Btf, root: TypeId, spec: &Spec) {
        if spec.kind.group() == CoreGroup::Type {
            self.whole.extend(names(btf, root, true));
            return;
        }
        // A typedef is only the start of the path: the members are in the type behind the typedef.
        let named_root = names(btf, root, true).pop();
        self.whole.extend(names(btf, root, false));
        let mut holder = named_root.unwrap_or_default();
        let mut path = String::new();
        for (at, step) in spec.accessors.iter().enumerate() {
            let of = btf.resolved(step.type_id);
            let own = of.filter(|t| !t.is_anonymous()).map(|t| essential_name(t.name_bytes()).to_vec());
            let Some(name) = step.name.and_then(|name| btf.string(name)) else {
                // An index other than 0 reads an element other than the first, so the size of the element's type
                // matters. If the first index is not 0, the root itself is such an element.
                if step.index != 0 {
                    self.strides.extend(own);
                }
                if at > 0 {
                    path.push_str("[]");
                }
                continue;
            };
            // A member inside an unnamed type belongs to the named type around it.
            if let Some(own) = own {
                self.part(&holder, &path);
                holder = own;
                path.clear();
            }
            if !path.is_empty() {
                path.push('.');
            }
            match spec.kind.group() {
                CoreGroup::Enum => path.push_str(&String::from_utf8_lossy(essential_name(name.as_bytes()))),
                _ => path.push_str(name),
            }
        }
        self.part(&holder, &path);
        if spec.kind.group() == CoreGroup::Field && !spec.kind.is_question() {
            self.read(btf, spec);
        }
    }

    /// Adds a part of a type. If the path ends in an element of an array, the array itself is added: `grid` for
    /// `grid[]`.
    fn part(&mut self, of: &[u8], path: &str) {
        let path = path.strip_suffix("[]").unwrap_or(path);
        if !path.is_empty() {
            self.parts.entry(of.to_vec()).or_default().insert(path.to_owned());
        }
    }

    /// Adds the type of the field at the end of a path: the typedefs that name it, and the struct or union behind them,
    /// which is read as a whole.
    fn read(&mut self, btf: &Btf, spec: &Spec) {
        let Some((last, member)) = spec.accessors.iter().enumerate().rfind(|(_, step)| step.name.is_some()) else {
            return;
        };
        let found = u32::try_from(member.index)
            .ok()
            .and_then(|index| btf.resolved(member.type_id)?.members().from_index(index).next().map(|m| m.type_id));
        // Indices may follow the last member: elements of arrays.
        let indices = spec.accessors.len().saturating_sub(last + 1);
        let Some(mut id) = found else { return };
        self.whole.extend(names(btf, id, false));
        for _ in 0..indices {
            let Some(array) = btf.resolved(id).and_then(|t| t.array()) else { break };
            id = array.element;
            self.whole.extend(names(btf, id, false));
        }
        self.embedded(btf, id);
    }

    /// Adds a struct or union that is read as a whole, and those embedded in it. Looks at each type once only: types
    /// without a name may contain each other in so many ways that the walk would not end in time.
    fn embedded(&mut self, btf: &Btf, id: TypeId) {
        let (mut looked, mut todo) = (BTreeSet::new(), vec![id]);
        while let Some(id) = todo.pop() {
            let Some(t) = btf.resolved(id).filter(|t| looked.insert(t.id())) else { continue };
            todo.extend(t.array().map(|array| array.element));
            let is_new = t.is_anonymous()
                || t.kind().is_composite() && self.whole.insert(essential_name(t.name_bytes()).to_vec());
            if t.kind().is_composite() && is_new {
                todo.extend(t.members().map(|m| m.type_id));
            }
        }
    }

    /// Whether programs use a part of a type: a member by its path, or an enumerator. True for any part of a type
    /// that they use as a whole.
    pub fn uses(&self, of: &str, part: &str) -> bool {
        let of = essential_name(of.as_bytes());
        self.whole.contains(of) || self.parts.get(of).is_some_and(|parts| parts.iter().any(|read| touches(read, part)))
    }

    /// Whether a change matters to the programs. `of`: the name of the type that has the changed part.
    pub fn is_of_use(&self, of: &[u8], change: &Change) -> bool {
        let of = essential_name(of);
        if self.whole.contains(of) || self.symbols.contains(of) {
            return true;
        }
        let Some(parts) = self.parts.get(of).filter(|_| !change.name().is_empty()) else {
            let kind_or_size = change.marks.retyped || self.strides.contains(of);
            return change.name().is_empty() && kind_or_size;
        };
        let items = [&change.old, &change.new];
        items.into_iter().flatten().any(|item| parts.iter().any(|read| touches(read, &item.name)))
    }

    /// The number and worst effect of those differences of a type that matter to the programs. None if none matters.
    ///
    /// # Errors
    /// The budget of the comparison is spent.
    pub fn of_type(
        &self,
        old: &Btf,
        new: &Btf,
        t: &ChangedType,
        budget: &Budget,
    ) -> Result<Option<ChangedType>, Stopped> {
        let of = essential_name(name_bytes(old, new, t));
        let (is_whole, is_symbol) = (self.whole.contains(of), self.symbols.contains(of));
        if matches!(t.class, Class::Func | Class::Var) {
            return Ok(is_symbol.then_some(*t));
        }
        if is_whole || is_symbol && t.class == Class::Typedef {
            return Ok(Some(*t));
        }
        if !self.parts.contains_key(of) && !self.strides.contains(of) || t.class == Class::Typedef {
            return Ok(None);
        }
        if t.old.is_void() || t.new.is_void() {
            return Ok(Some(*t));
        }
        let d = difference(old, t.old, new, t.new, budget)?;
        let of_use: Vec<ChangeEffect> = d.changes.iter().filter(|c| self.is_of_use(of, c)).map(|c| c.effect).collect();
        let worst = of_use.iter().copied().max();
        Ok(worst.map(|effect| ChangedType { changes: of_use.len() as u32, effect, ..*t }))
    }
}

/// The name in the kernel's BTF of the function or tracepoint that programs in this section are attached to. None if
/// the section names none, if it names several by a pattern, and for a system call, whose function has another name on
/// each architecture.
fn target_of(section: &str) -> Option<String> {
    let lookup = Lookup::of(&bpf::program_type(section)?);
    if matches!(&lookup, Lookup::Pattern(pattern) if pattern.contains(['*', '?'])) {
        return None;
    }
    // The suffix of a compiler's copy (`.isra.0`) is not in the name of the function in BTF.
    lookup.symbol()?.split('.').next().map(str::to_owned)
}

/// Whether a change at path `changed` affects a read of path `read`: the paths are equal, or one contains the other.
fn touches(read: &str, changed: &str) -> bool {
    let within = |inner: &str, outer: &str| {
        inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    within(read, changed) || within(changed, read)
}

/// The names of all typedefs on the way from a type to the type behind typedefs and qualifiers. With `last`, also the
/// name of the type at the end.
fn names(btf: &Btf, id: TypeId, last: bool) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    let mut at = id;
    for _ in 0..MAX_RESOLVE_STEPS {
        let Some(t) = btf.get(at).filter(|_| !at.is_void()) else { break };
        let through = t.kind().is_modifier();
        let named = t.kind() == Kind::Typedef || !through && last;
        if named && !t.is_anonymous() {
            all.push(essential_name(t.name_bytes()).to_vec());
        }
        if !through {
            break;
        }
        at = TypeId(t.size_or_type());
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_touches_what_holds_it_and_what_it_holds() {
        for (read, changed) in [("mm", "mm"), ("uw.tp_value", "uw"), ("uw", "uw.tp_value"), ("list[].next", "list")] {
            assert!(touches(read, changed), "{read} {changed}");
        }
        for (read, changed) in [("mm", "mmap"), ("uw.tp_value", "uw.tp2_value"), ("pid", "tgid")] {
            assert!(!touches(read, changed) && !touches(changed, read), "{read} {changed}");
        }
    }

    #[test]
    fn fields_on_the_paths_and_functions_it_attaches_to() {
        // static/samples/sample.bpf.c reads sk->__sk_common.* and members of a task, and is attached to
        // fentry/tcp_connect.
        let opened =
            container::open("s.o", include_bytes!("../../../../static/samples/sample.bpf.o")).expect("it opens");
        let btf = Btf::parse(opened.btf.bytes.clone(), None).expect("BTF");
        let ext = Ext::parse(opened.btf_ext.expect(".BTF.ext").bytes).expect("it parses");
        let used = Used::of(&btf, &ext);
        let of: Vec<String> = used.parts.keys().map(|name| String::from_utf8_lossy(name).into_owned()).collect();
        assert_eq!(of, ["sock", "sock_common", "task_struct"]);
        assert!(used.uses("sock", "__sk_common") && !used.uses("sock", "sk_lock"));
        assert!(used.symbols.contains(b"tcp_connect".as_slice()));
    }
}
