//! One field in many BTFs: its place and type in each.

use btf::{Btf, Kind, MAX_RESOLVE_STEPS, Type, TypeId};

/// A field's path as people write it: `task_struct.mm`, `struct sk_buff.cb[3]`, `task_struct.mm->pgd`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldPath {
    text: String,
    root: String,
    /// The keyword before the type's name: `struct` or `union`; none if there is none.
    keyword: Option<Kind>,
    steps: Vec<FieldStep>,
}

/// A step of a [`FieldPath`].
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FieldStep {
    /// Into a member, by its name.
    Member(String),
    /// Into an element, by its index: of an array, or of the memory behind a pointer.
    Element(u32),
}

/// Why a path cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FieldPathError {
    /// No type or no member is named.
    #[error("a field is written as type.member, like task_struct.mm")]
    Short,
    /// The text in brackets is not the number of an element, or the brackets do not close.
    #[error("“{0}” is not the number of an element in brackets")]
    Element(String),
}

impl FieldPath {
    /// Reads a path. Members are joined by `.` or `->`, which mean the same.
    ///
    /// # Errors
    /// The path names no member, or an element is not a number.
    pub fn parse(text: &str) -> Result<FieldPath, FieldPathError> {
        let text = text.trim();
        let (keyword, rest) = after_keyword(text);
        let dotted = rest.replace("->", ".");
        let mut parts = dotted.split('.').map(str::trim);
        let root = parts.next().filter(|r| !r.is_empty()).ok_or(FieldPathError::Short)?;
        let mut steps = Vec::new();
        for part in parts {
            let (name, mut brackets) = part.split_at(part.find('[').unwrap_or(part.len()));
            if name.is_empty() {
                return Err(FieldPathError::Short);
            }
            steps.push(FieldStep::Member(name.to_owned()));
            while !brackets.is_empty() {
                let bad = || FieldPathError::Element(brackets.to_owned());
                let (inside, after) = brackets.strip_prefix('[').and_then(|b| b.split_once(']')).ok_or_else(bad)?;
                steps.push(FieldStep::Element(inside.trim().parse().map_err(|_| bad())?));
                brackets = after;
            }
        }
        if steps.is_empty() {
            return Err(FieldPathError::Short);
        }
        Ok(FieldPath { text: text.to_owned(), root: root.to_owned(), keyword, steps })
    }

    /// The path as it was written.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Its members and elements, after the type that it starts at.
    pub fn parts(&self) -> &[FieldStep] {
        &self.steps
    }

    /// How many members and elements it has after the type that it starts at.
    pub fn steps(&self) -> usize {
        self.steps.len()
    }

    /// The path up to its first `steps` members and elements. [`FieldPath::as_str`] still gives the whole text.
    pub fn prefix(&self, steps: usize) -> FieldPath {
        let steps = self.steps.get(..steps).unwrap_or(&self.steps).to_vec();
        FieldPath { text: self.text.clone(), root: self.root.clone(), keyword: self.keyword, steps }
    }

    /// The name of the type that it starts at.
    pub fn root(&self) -> &str {
        &self.root
    }

    /// The path as it was written, from behind the name of the type that it starts at: `.mm->pgd`.
    pub fn after_root(&self) -> &str {
        let (_, rest) = after_keyword(&self.text);
        rest.strip_prefix(self.root.as_str()).unwrap_or_default()
    }
}

/// The keyword before a type's name, and the text after it. `text` has no spaces around it.
fn after_keyword(text: &str) -> (Option<Kind>, &str) {
    match text.split_once(' ') {
        Some(("struct", rest)) => (Some(Kind::Struct), rest.trim()),
        Some(("union", rest)) => (Some(Kind::Union), rest.trim()),
        _ => (None, text),
    }
}

/// A field in one BTF.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FieldPlace {
    /// The type that the path starts at.
    pub root: TypeId,
    /// The type that the last read starts at: the root, or the target of the last pointer on the path. If the path goes
    /// on into a struct or union at offset 0 of that target, it is this struct or union.
    pub read_from: TypeId,
    /// Bits from the start of `read_from`.
    pub offset: u64,
    /// Its width in bits, if it is a bitfield.
    pub bitfield: Option<u32>,
    /// The size in bytes, where known; for a bitfield, the size of its type.
    pub size: Option<u32>,
    /// The field's own type.
    pub type_id: TypeId,
    /// How many pointers the path follows.
    pub pointers: u32,
}

/// Why a BTF does not have a field.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FieldAbsent {
    /// No struct or union, and no typedef of a struct or union, has this name.
    #[error("no struct or union “{0}”")]
    NoType(String),
    /// The type before this step has no such member.
    #[error("no member “{0}”")]
    NoMember(String),
    /// The type before this step is neither an array nor a pointer, or has fewer elements, or elements without a size.
    #[error("no element [{0}]")]
    NoElement(u32),
}

/// Finds a field. Members of anonymous members are found without naming the anonymous one, and pointers are followed.
/// If several types have the name, the first one that has the field is taken, structs and unions before typedefs.
///
/// # Errors
/// The missing type, member or element. If several types have the name: the part that is missing in the type that has
/// most of the path.
pub fn field(btf: &Btf, path: &FieldPath) -> Result<FieldPlace, FieldAbsent> {
    let name = btf::unescaped(&path.root);
    field_of(btf, btf.all_types().filter(|t| t.name_bytes() == &*name), path)
}

/// As [`field`], but the path starts at one of these types, whatever their names are.
///
/// # Errors
/// As [`field`].
pub fn field_of<'b>(
    btf: &'b Btf,
    types: impl Iterator<Item = Type<'b>>,
    path: &FieldPath,
) -> Result<FieldPlace, FieldAbsent> {
    let mut furthest: Option<(usize, FieldAbsent)> = None;
    let fits = |t: &Type<'_>| match path.keyword {
        Some(keyword) => t.kind() == keyword,
        None => matches!(t.kind(), Kind::Struct | Kind::Union | Kind::Typedef),
    };
    // Structs and unions before typedefs, as in C programs.
    let mut roots: Vec<Type<'_>> = types.filter(fits).collect();
    roots.sort_by_key(|t| (t.kind() == Kind::Typedef, t.id()));
    for root in roots.iter().filter(|t| btf.resolved(t.id()).is_some_and(|t| t.kind().is_composite())) {
        match follow(btf, root.id(), path) {
            Ok(place) => return Ok(place),
            Err((step, why)) if furthest.as_ref().is_none_or(|f| f.0 < step) => furthest = Some((step, why)),
            Err(_) => {}
        }
    }
    Err(furthest.map_or_else(|| FieldAbsent::NoType(path.root.clone()), |f| f.1))
}

fn follow(btf: &Btf, root: TypeId, path: &FieldPath) -> Result<FieldPlace, (usize, FieldAbsent)> {
    let mut at = FieldPlace { root, read_from: btf.resolve(root), type_id: root, ..FieldPlace::default() };
    let mut looked = 0;
    for (step, part) in path.steps.iter().enumerate() {
        match part {
            FieldStep::Member(name) => {
                let missing = || (step, FieldAbsent::NoMember(name.clone()));
                let parent = through_pointers(btf, &mut at).ok_or_else(missing)?;
                let found = member(btf, parent, name, 0, &mut looked).ok_or_else(missing)?;
                at.offset = at.offset.saturating_add(found.0);
                at.bitfield = found.1;
                at.type_id = found.2;
            }
            FieldStep::Element(index) => {
                let missing = || (step, FieldAbsent::NoElement(*index));
                element(btf, &mut at, *index).ok_or_else(missing)?;
            }
        }
    }
    at.size = btf.size_of(at.type_id).ok();
    Ok(at)
}

/// The struct or union at this place, or behind the pointers at this place. Counts these pointers in `at`.
fn through_pointers(btf: &Btf, at: &mut FieldPlace) -> Option<TypeId> {
    for _ in 0..MAX_RESOLVE_STEPS {
        let id = btf.resolve(at.type_id);
        let t = btf.get(id)?;
        match t.kind() {
            Kind::Struct | Kind::Union => {
                if at.offset == 0 && at.pointers > 0 {
                    at.read_from = id;
                }
                return Some(id);
            }
            Kind::Ptr => {
                at.pointers += 1;
                at.offset = 0;
                at.type_id = TypeId(t.size_or_type());
                at.read_from = btf.resolve(at.type_id);
            }
            _ => return None,
        }
    }
    None
}

fn element(btf: &Btf, at: &mut FieldPlace, index: u32) -> Option<()> {
    let t = btf.resolved(at.type_id)?;
    let array = t.array();
    let element = match t.kind() {
        Kind::Array => array.filter(|a| index < a.nelems || a.nelems == 0)?.element,
        Kind::Ptr => {
            at.pointers += 1;
            at.offset = 0;
            at.read_from = btf.resolve(TypeId(t.size_or_type()));
            TypeId(t.size_or_type())
        }
        _ => return None,
    };
    at.offset = at.offset.saturating_add(u64::from(btf.size_of(element).ok()?).saturating_mul(8 * u64::from(index)));
    at.bitfield = None;
    at.type_id = element;
    Some(())
}

/// The most members to look at: more than any type has.
const MOST: u32 = 1 << 20;
/// The most levels of anonymous members.
const DEEPEST: u32 = 16;

/// A member of this name, in the type or in its anonymous members: bit offset, bits of a bitfield, type.
fn member(btf: &Btf, id: TypeId, name: &str, depth: u32, looked: &mut u32) -> Option<(u64, Option<u32>, TypeId)> {
    let t = btf.get(id)?;
    *looked = looked.saturating_add(t.item_count()).saturating_add(1);
    if *looked > MOST {
        return None;
    }
    if let Some(m) = t.members().find(|m| btf.string_bytes(m.name_offset) == Some(&*btf::unescaped(name))) {
        let bits = m.bits();
        return Some((bits.offset.into(), bits.bitfield, m.type_id));
    }
    if depth >= DEEPEST {
        return None;
    }
    for m in t.members().filter(|m| m.name().is_empty()) {
        let Some(inner) = btf.resolved(m.type_id).filter(|t| t.kind().is_composite()) else { continue };
        if let Some((offset, bitfield, type_id)) = member(btf, inner.id(), name, depth + 1, looked) {
            return Some((offset.saturating_add(m.bits().offset.into()), bitfield, type_id));
        }
    }
    None
}
