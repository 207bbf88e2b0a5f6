//! A field as code reads it: the pointers that are followed on the way, the members between them, and its value.
//!
//! Two kernels have the same form if the same CO-RE code reads the field on both: the same names and the same kinds of
//! types (libbpf `bpf_core_fields_are_compat`). Offsets, sizes of integers and bitfields may differ: they come from
//! relocations.

use std::collections::BTreeSet;

use btf::Kind::*;
use btf::{Btf, Kind, MAX_RESOLVE_STEPS, TypeId};
use model::atlas::Place;
use relate::{FieldPlace, FieldStep};

use crate::Unreadable;
use crate::known::Name;

/// The most steps of a path behind its root. With the root's own step they are the 64 of CO-RE (libbpf
/// `BPF_CORE_SPEC_MAX_LEN`).
const MOST_STEPS: usize = 63;

/// The keyword of a type that a read starts at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Keyword {
    Struct,
    Union,
    /// A typedef of a struct or union without a name.
    Typedef,
}

impl Keyword {
    pub fn word(self) -> &'static str {
        match self {
            Keyword::Struct => "struct",
            Keyword::Union => "union",
            Keyword::Typedef => "typedef",
        }
    }
}

/// One read: from a type that a pointer leads to, over its members, to the next pointer or to the field.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Hop {
    pub keyword: Keyword,
    /// The name of the type.
    pub root: String,
    pub steps: Vec<FieldStep>,
}

/// The kind of the field's type, as far as CO-RE tells types apart.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Leaf {
    Int,
    Enum,
    Pointer,
    /// A struct or union.
    Record,
    Float,
    /// An array with elements of this kind.
    Array(Box<Leaf>),
}

/// The value of a field on a kernel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Value {
    /// Its size in bytes; for a bitfield, the size of its type.
    pub bytes: u32,
    /// Its width in bits, if it is a bitfield.
    pub bitfield: Option<u32>,
    pub signed: bool,
}

impl Value {
    /// Its width in bits.
    pub fn bits(self) -> u32 {
        self.bitfield.unwrap_or(self.bytes.saturating_mul(8))
    }
}

/// How code reads a field, without offsets and sizes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Way {
    pub hops: Vec<Hop>,
    pub leaf: Leaf,
}

/// A way to read the field, and the kernels on which this way leads to it.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    pub way: Way,
    /// The name of the last member.
    pub name: String,
    pub kernels: Vec<u32>,
    pub values: BTreeSet<Value>,
    /// The types of the field as C writes them: `struct mm_struct *`.
    pub types: BTreeSet<String>,
    /// The entry of the table (`known`), if no kernel of the atlas has this name.
    pub off_board: Option<&'static Name>,
    /// The marks of the field, if it is a pointer.
    pub marks: BTreeSet<Mark>,
}

impl Form {
    /// True if the value has the same size and sign on all kernels, and is not a bitfield.
    pub fn is_plain(&self) -> bool {
        self.values.len() == 1 && self.values.iter().all(|value| value.bitfield.is_none())
    }

    /// True if the field is an element of an array: CO-RE has no shifts and no sign for elements (libbpf
    /// `bpf_core_calc_field_relo`).
    pub fn is_element(&self) -> bool {
        let last = self.way.hops.last().and_then(|hop| hop.steps.last());
        matches!(last, Some(FieldStep::Element(_)))
    }

    /// True if `BPF_CORE_READ` or `BPF_CORE_READ_BITFIELD_PROBED` reads the field's value. Only `BPF_CORE_READ` reads
    /// elements, and only if they have the same size on all kernels.
    pub fn has_a_reading_macro(&self) -> bool {
        let sizes: BTreeSet<u32> = self.values.iter().map(|value| value.bytes).collect();
        !self.is_element() || sizes.len() == 1
    }
}

/// A mark of a pointer, which is a type tag before its target.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Mark {
    User,
    PerCpu,
}

/// The form of a field on kernels that have it in one place.
pub(crate) fn form_of(place: &Place, at: &FieldPlace) -> Result<Form, Unreadable> {
    let btf = &place.found.slice.btf;
    let hops = hops(btf, at.root, place.path.parts())?;
    let names = hops.iter().flat_map(|hop| hop.steps.iter().filter_map(member_name).chain([hop.root.as_str()]));
    all_in_c(names)?;
    let leaf = leaf(btf, at.type_id, 0)?;
    let marks = mark(btf, at.type_id).filter(|_| leaf == Leaf::Pointer).into_iter().collect();
    let resolved = btf.resolved(at.type_id).ok_or(Unreadable::NoValue)?;
    let signed = match resolved.kind() {
        Int => resolved.int().is_some_and(|int| int.is_signed()),
        // The flag of an enum says that its values are signed.
        Enum | Enum64 => resolved.kind_flag(),
        _ => false,
    };
    let value = Value { bytes: at.size.ok_or(Unreadable::NoValue)?, bitfield: at.bitfield, signed };
    Ok(Form {
        way: Way { hops, leaf },
        name: last_name(place.path.parts()).to_owned(),
        kernels: place.kernels.clone(),
        values: [value].into(),
        types: [dump::type_name(btf, at.type_id)].into(),
        off_board: None,
        marks,
    })
}

/// The name of the last member among some steps; empty if there is none.
pub(crate) fn last_name(steps: &[FieldStep]) -> &str {
    steps.iter().rev().find_map(member_name).unwrap_or_default()
}

pub(crate) fn member_name(step: &FieldStep) -> Option<&str> {
    match step {
        FieldStep::Member(name) => Some(name),
        FieldStep::Element(_) => None,
    }
}

/// Refuses a name that does not have the form of a C identifier.
pub(crate) fn all_in_c<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<(), Unreadable> {
    match names.into_iter().find(|name| !is_identifier(name)) {
        Some(name) => Err(Unreadable::NotC(btf::visible(name.as_bytes()).into_owned())),
        None => Ok(()),
    }
}

/// True if a name has the form of a C identifier.
pub(crate) fn is_identifier(name: &str) -> bool {
    let is = |c: char| c.is_ascii_alphanumeric() || c == '_';
    name.chars().all(is) && name.starts_with(|c: char| !c.is_ascii_digit() && is(c))
}

fn hops(btf: &Btf, root: TypeId, steps: &[FieldStep]) -> Result<Vec<Hop>, Unreadable> {
    if steps.len() > MOST_STEPS {
        return Err(Unreadable::Long);
    }
    let (mut keyword, mut name) = named(btf, root)?;
    let mut at = root;
    let mut done = Vec::new();
    let mut now: Vec<FieldStep> = Vec::new();
    for step in steps {
        let mut t = btf.resolved(at).ok_or(Unreadable::NoValue)?;
        if t.kind() == Kind::Ptr {
            if matches!(step, FieldStep::Element(_)) {
                return Err(Unreadable::ElementBehindPointer);
            }
            match mark(btf, at) {
                Some(Mark::User) => return Err(Unreadable::UserMemory),
                Some(Mark::PerCpu) => return Err(Unreadable::PerCpu),
                None => {}
            }
            let to = TypeId(t.size_or_type());
            let next = named(btf, to)?;
            done.push(Hop { keyword, root: std::mem::replace(&mut name, next.1), steps: std::mem::take(&mut now) });
            keyword = next.0;
            t = btf.resolved(to).ok_or(Unreadable::NoValue)?;
            if t.kind() == Kind::Ptr {
                return Err(Unreadable::PointerToPointer);
            }
        }
        at = match step {
            FieldStep::Member(member) => self::member(btf, t.id(), member).ok_or(Unreadable::NoValue)?,
            FieldStep::Element(_) => t.array().ok_or(Unreadable::NoValue)?.element,
        };
        now.push(step.clone());
    }
    done.push(Hop { keyword, root: name, steps: now });
    Ok(done)
}

/// The keyword and name by which C and CO-RE name a struct or union; the keyword and name of its typedef if it has no
/// name itself.
fn named(btf: &Btf, id: TypeId) -> Result<(Keyword, String), Unreadable> {
    let mut typedef = None;
    let mut at = id;
    for _ in 0..MAX_RESOLVE_STEPS {
        let t = btf.get(at).ok_or(Unreadable::NoValue)?;
        match t.kind() {
            Struct if !t.is_anonymous() => return Ok((Keyword::Struct, t.name().to_owned())),
            Union if !t.is_anonymous() => return Ok((Keyword::Union, t.name().to_owned())),
            Struct | Union => return typedef.ok_or(Unreadable::NoName),
            Typedef => typedef = Some((Keyword::Typedef, t.name().to_owned())),
            Const | Volatile | Restrict | TypeTag => {}
            _ => return Err(Unreadable::PointerToPointer),
        }
        at = TypeId(t.size_or_type());
    }
    Err(Unreadable::NoValue)
}

/// The type of a member of this name, also inside members without a name. Each type is searched once, because a type
/// may be contained in many ways.
fn member(btf: &Btf, id: TypeId, name: &str) -> Option<TypeId> {
    let (mut searched, mut todo) = (BTreeSet::new(), vec![id]);
    while let Some(id) = todo.pop() {
        let Some(t) = btf.resolved(id).filter(|t| t.kind().is_composite() && searched.insert(t.id())) else { continue };
        if let Some(member) = t.members().find(|member| member.name() == name) {
            return Some(member.type_id);
        }
        let inner: Vec<TypeId> = t.members().filter(|m| m.name().is_empty()).map(|m| m.type_id).collect();
        todo.extend(inner.into_iter().rev());
    }
    None
}

fn leaf(btf: &Btf, id: TypeId, depth: u32) -> Result<Leaf, Unreadable> {
    let t = btf.resolved(id).filter(|_| depth < MAX_RESOLVE_STEPS).ok_or(Unreadable::NoValue)?;
    Ok(match t.kind() {
        Int => Leaf::Int,
        Enum | Enum64 => Leaf::Enum,
        Ptr => Leaf::Pointer,
        Struct | Union => Leaf::Record,
        Float => Leaf::Float,
        Array => {
            let element = t.array().ok_or(Unreadable::NoValue)?.element;
            Leaf::Array(Box::new(leaf(btf, element, depth + 1)?))
        }
        Fwd | Typedef | Volatile | Const | Restrict | Func | FuncProto | Var | DataSec | DeclTag | TypeTag
        | LocParam | LocProto | LocSec | Unknown(_) => return Err(Unreadable::NoValue),
    })
}

/// The mark of a pointer: the type tags of its target (the kernel's `__user` and `__percpu`).
fn mark(btf: &Btf, pointer: TypeId) -> Option<Mark> {
    let mut at = TypeId(btf.resolved(pointer).filter(|t| t.kind() == Kind::Ptr)?.size_or_type());
    for _ in 0..MAX_RESOLVE_STEPS {
        let t = btf.get(at)?;
        match (t.kind(), t.name()) {
            (TypeTag, "user") => return Some(Mark::User),
            (TypeTag, "percpu") => return Some(Mark::PerCpu),
            (TypeTag | Const | Volatile | Restrict, _) => at = TypeId(t.size_or_type()),
            _ => return None,
        }
    }
    None
}
