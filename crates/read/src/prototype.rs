//! The prototypes of a function, as programs declare their arguments beside any `vmlinux.h`.

use std::collections::{BTreeMap, BTreeSet};

use atlas::{Atlas, Partial, Ranges};
use btf::Kind::*;
use btf::{Btf, DeclTags, Kind, MAX_RESOLVE_STEPS, TypeId};

use crate::declare::int;
use crate::form::{all_in_c, is_identifier};
use crate::kernels::Asked;
use crate::{Failed, Unreadable};

/// The tag of a function that programs may call (`__bpf_kfunc`).
const KFUNC: &str = "bpf_kfunc";

/// A parameter, or the returned value, as a program declares it beside any `vmlinux.h`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Argument {
    pub name: String,
    /// As it is written before the name: `struct inode *`, `__u32 `.
    pub before: String,
    /// The struct or union that it points to, which the code declares first: `struct inode`.
    pub points_to: Option<String>,
    /// The kernel's own declaration.
    pub kernel: String,
    /// Its size in bytes, if it is a number or an enum.
    pub number: Option<u32>,
}

/// A prototype, and the kernels that have it.
#[derive(Clone, Debug)]
pub(crate) struct Prototype {
    pub arguments: Vec<Argument>,
    /// The returned value, as a program declares it. None for void, and if the kernels return values that no one
    /// declaration fits.
    pub returns: Option<Argument>,
    /// The prototype as the kernel has it.
    pub text: String,
    pub kernels: Vec<u32>,
    pub is_kfunc: bool,
}

/// The count in words: `2 arguments`.
pub(crate) fn arguments(n: usize) -> String {
    text::counted(n, "argument")
}

/// The kernels on which the arguments of a function cannot be declared, by the reason.
pub(crate) type Undeclared = BTreeMap<Unreadable, Vec<u32>>;

/// The prototypes, and the kernels on which the arguments cannot be declared, by the reason.
pub(crate) fn prototypes<R: Ranges>(
    atlas: &Atlas<R>,
    name: &str,
    asked: &Asked<'_>,
) -> Result<(Vec<Prototype>, Undeclared), Failed> {
    let mut partial = Partial::new(atlas);
    let (mut all, mut unreadable): (Vec<Prototype>, Undeclared) = Default::default();
    for form in atlas.forms_of(&btf::unescaped(name), Some(Kind::Func))? {
        let kernels: Vec<u32> = form.kernels.iter().filter(|k| asked.chosen.binary_search(k).is_ok()).collect();
        let Some(&first) = kernels.first() else { continue };
        all_in_c([name])?;
        partial.want(name.as_bytes(), Some(Kind::Func), first)?;
        let btf = partial.take(first)?.btf;
        match prototype(&btf, name, kernels.clone()) {
            Ok(new) => match all.iter_mut().find(|known| same(known, &new)) {
                Some(known) => {
                    known.kernels.extend(new.kernels);
                    known.is_kfunc |= new.is_kfunc;
                    known.returns = both_return(known.returns.take(), new.returns);
                }
                None => all.push(new),
            },
            Err(why) => unreadable.entry(why).or_default().extend(kernels),
        }
    }
    for kernels in all.iter_mut().map(|p| &mut p.kernels).chain(unreadable.values_mut()) {
        kernels.sort_unstable();
        kernels.dedup();
    }
    Ok((all, unreadable))
}

/// True if a program declares both in the same way. Names of arguments do not matter, nor does the returned value,
/// which a program at the entry does not see.
fn same(a: &Prototype, b: &Prototype) -> bool {
    a.arguments.len() == b.arguments.len() && a.arguments.iter().zip(&b.arguments).all(|(a, b)| a.before == b.before)
}

/// The returned value that a program can declare for both prototypes: the common value, or the smaller of two numbers.
/// None if there is no such value.
fn both_return(a: Option<Argument>, b: Option<Argument>) -> Option<Argument> {
    let (a, b) = (a?, b?);
    match (a.number, b.number) {
        _ if a.before == b.before => Some(a),
        (Some(x), Some(y)) => Some(if x <= y { a } else { b }),
        _ => None,
    }
}

/// The prototype of the function in one kernel.
fn prototype(btf: &Btf, name: &str, kernels: Vec<u32>) -> Result<Prototype, Unreadable> {
    let function = btf.types().find(|t| t.kind() == Kind::Func && t.name() == name).ok_or(Unreadable::NoValue)?;
    let proto = function.type_ref().and_then(|id| btf.get(id)).filter(|t| t.kind() == Kind::FuncProto);
    let proto = proto.ok_or(Unreadable::NoValue)?;
    if proto.params().last().is_some_and(|last| last.is_variadic()) {
        return Err(Unreadable::Variadic);
    }
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut arguments = Vec::new();
    for (at, parameter) in proto.params().enumerate() {
        let usable = is_identifier(parameter.name()) && !KEYWORDS.contains(&parameter.name());
        let plain = if usable { parameter.name().to_owned() } else { format!("arg{at}") };
        let name = if taken.insert(plain.clone()) { plain } else { format!("arg{at}") };
        arguments.push(argument(btf, name, parameter.type_id)?);
    }
    let returned = proto.type_ref().filter(|id| !id.is_void());
    let returns = match returned {
        Some(id) => Some(argument(btf, "ret".to_owned(), id)?),
        None => None,
    };
    let kernel: Vec<&str> = arguments.iter().map(|argument| argument.kernel.as_str()).collect();
    let of = returned.map_or_else(|| "void".to_owned(), |id| dump::type_name(btf, id));
    let space = if of.ends_with('*') { "" } else { " " };
    let text = format!("{of}{space}{name}({})", if kernel.is_empty() { "void".to_owned() } else { kernel.join(", ") });
    let tags = DeclTags::new(btf);
    let mut tags = tags.of_component(function.id(), -1).iter().filter_map(|tag| btf.get(tag.tag));
    Ok(Prototype { arguments, returns, text, kernels, is_kfunc: tags.any(|tag| tag.name() == KFUNC) })
}

/// Names that parameters must not have: `ctx`, which the macros of `bpf_tracing.h` use, and some keywords of C and C++.
const KEYWORDS: [&str; 8] = ["ctx", "new", "class", "private", "template", "this", "default", "register"];

fn argument(btf: &Btf, name: String, id: TypeId) -> Result<Argument, Unreadable> {
    let t = btf.resolved(id).ok_or(Unreadable::NoValue)?;
    let size = || t.size().ok_or(Unreadable::NoValue);
    let (before, points_to) = match t.kind() {
        Int if t.int().is_some_and(|int| int.is_bool()) => ("bool ".to_owned(), None),
        Int => (format!("{} ", int(size()?, t.int().is_some_and(|int| int.is_signed()))), None),
        Enum | Enum64 => (format!("{} ", int(size()?, t.kind_flag())), None),
        Ptr => match pointed_to(btf, TypeId(t.size_or_type())) {
            Some(to) => (format!("{to} *"), Some(to)),
            None => ("void *".to_owned(), None),
        },
        Struct | Union => return Err(Unreadable::ByValue),
        Float => return Err(Unreadable::Float),
        Array | Fwd | Typedef | Volatile | Const | Restrict | TypeTag | Func | FuncProto | Var | DataSec | DeclTag
        | LocParam | LocProto | LocSec | Unknown(_) => return Err(Unreadable::NoValue),
    };
    let mut kernel = String::new();
    dump::declaration(btf, id, &name, &mut kernel);
    let number = t.size().filter(|_| t.kind() != Kind::Ptr);
    Ok(Argument { name, before, points_to, kernel, number })
}

/// The struct or union that a pointer leads to; none if it has no name, or if the pointer leads to another type.
fn pointed_to(btf: &Btf, id: TypeId) -> Option<String> {
    let mut at = id;
    for _ in 0..MAX_RESOLVE_STEPS {
        let t = btf.get(at)?;
        let keyword = match t.kind() {
            Struct => "struct",
            Union => "union",
            Fwd if t.kind_flag() => "union",
            Fwd => "struct",
            Const | Volatile | Restrict | TypeTag | Typedef => {
                at = TypeId(t.size_or_type());
                continue;
            }
            _ => return None,
        };
        return is_identifier(t.name()).then(|| format!("{keyword} {}", t.name()));
    }
    None
}
