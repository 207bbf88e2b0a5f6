//! The chain of records behind a type or a member: each record refers to the next one. A chain ends at void, at a
//! FUNC_PROTO, or at a record without a reference. Also the three stages of a tag: source, DWARF, BTF.

use btf::{Btf, DeclTags, Kind, MAX_RESOLVE_STEPS, TypeId};

use crate::access::declaration;
use crate::path::{self, Path};
use crate::words::{kind_class, kind_word};

/// A record of a chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChainBox {
    /// The type's id; 0 is void.
    pub id: TypeId,
    /// Its kind; none for void, which has no record.
    pub kind: Option<Kind>,
    /// The CSS class of its colour.
    pub class: &'static str,
    /// Its name, or a text in place of a name: `× 16`, `2 parameters`; may be empty.
    pub name: String,
}

impl ChainBox {
    /// Its kind as records show it: `TYPE_TAG`; `VOID` for void.
    pub fn kind_text(&self) -> &'static str {
        self.kind.map_or("VOID", Kind::as_str)
    }
}

/// The chain of a type, from the record of the type on; if `path` leads to a member, the chain of the member's type.
pub fn chain_boxes(btf: &Btf, id: TypeId, path: &Path) -> Vec<ChainBox> {
    let mut out: Vec<ChainBox> = Vec::new();
    let mut at = if path.is_root() { id } else { path::type_at(btf, id, path).unwrap_or(id) };
    for _ in 0..MAX_RESOLVE_STEPS {
        if at.is_void() {
            out.push(ChainBox { id: at, kind: None, class: "", name: "void".to_owned() });
            break;
        }
        let Some(t) = btf.get(at) else { break };
        // In damaged BTF the chain may be a circle.
        if out.iter().any(|b| b.id == at) {
            break;
        }
        let name = match (t.array(), t.name()) {
            (Some(array), _) => format!("× {}", array.nelems),
            (None, "") if t.kind() == Kind::FuncProto => crate::words::many(t.item_count().into(), "parameter"),
            (None, "") if t.kind().is_composite() || t.kind().is_any_enum() => "(anonymous)".to_owned(),
            (None, name) => name.to_owned(),
        };
        out.push(ChainBox { id: at, kind: Some(t.kind()), class: kind_class(t.kind()), name });
        let next = t.array().map(|array| array.element).or(t.type_ref());
        match next.filter(|_| t.kind() != Kind::FuncProto) {
            Some(next) => at = next,
            None => break,
        }
    }
    out
}

/// A tag in C source, in DWARF, and in BTF.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TagStages {
    /// The tag's name.
    pub tag: String,
    /// The declaration in C.
    pub source: String,
    /// The DWARF entries that clang makes: for the tag, and for the pointer or declaration that has the tag. Each entry
    /// and each attribute has a line of its own.
    pub dwarf: String,
    /// The record of the tag, and those of the pointer and its target or of the declaration, as bpftool prints them.
    /// Items are left out.
    pub btf: String,
}

/// The stages of a tag on a type or a member: of the first TYPE_TAG in its chain that follows a pointer; if there is
/// none, or it does not count, of the first DECL_TAG. A tag with `kind_flag` does not count: its name is a whole
/// attribute (btf.rst), and not the argument of `btf_type_tag` or `btf_decl_tag`. Several type tags in a row do not
/// count, because DWARF has them in another order. None in all other cases.
pub fn tag_stages(btf: &Btf, declared: &DeclTags, id: TypeId, path: &Path) -> Option<TagStages> {
    of_pointer(btf, id, path).or_else(|| of_declaration(btf, declared, id, path))
}

/// For each record, the first line that bpftool prints, which is without items.
fn lines(btf: &Btf, ids: &[TypeId]) -> String {
    let line = |id: &TypeId| {
        let mut out = String::new();
        dump::raw_line(btf, *id, &mut out);
        out.lines().next().unwrap_or_default().to_owned()
    };
    ids.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The name of the member to which `path` leads; without a path, the name of the type.
fn declared_name(btf: &Btf, id: TypeId, path: &Path) -> String {
    let steps = path::walk(btf, id, path).unwrap_or_default();
    match steps.last() {
        Some(step) => step.item.name.to_owned(),
        None => btf.get(id).map(|t| t.name().to_owned()).unwrap_or_default(),
    }
}

fn of_pointer(btf: &Btf, id: TypeId, path: &Path) -> Option<TagStages> {
    let boxes = chain_boxes(btf, id, path);
    let at = boxes.windows(2).position(|w| w[0].kind == Some(Kind::Ptr) && w[1].kind == Some(Kind::TypeTag))?;
    let (pointer, tag) = (btf.get(boxes.get(at)?.id)?, btf.get(boxes.get(at + 1)?.id)?);
    let target = boxes.get(at + 2)?;
    if tag.kind_flag() || target.kind == Some(Kind::TypeTag) {
        return None;
    }
    let name = declared_name(btf, id, path);
    let name = if name.is_empty() { "p" } else { &name };
    let whole = dump::type_name(btf, target.id);
    Some(TagStages {
        tag: tag.name().to_owned(),
        source: format!("{};", declaration(btf, pointer.id(), name)),
        dwarf: format!(
            "DW_TAG_pointer_type\n  DW_AT_type  {whole}\n  DW_TAG_LLVM_annotation\n    DW_AT_name         btf_type_tag\n    DW_AT_const_value  {}",
            tag.name()
        ),
        btf: lines(btf, &[pointer.id(), tag.id(), target.id]),
    })
}

fn of_declaration(btf: &Btf, declared: &DeclTags, id: TypeId, path: &Path) -> Option<TagStages> {
    let steps = path::walk(btf, id, path).unwrap_or_default();
    let (owner, component) = match steps.last() {
        Some(step) => (step.parent.id(), i32::try_from(step.item.index).ok()?),
        None => (id, -1),
    };
    let tag = btf.get(declared.of_component(owner, component).first()?.tag)?;
    if tag.kind_flag() {
        return None;
    }
    let t = btf.get(owner)?;
    let name = declared_name(btf, id, path);
    let attribute = format!("__attribute__((btf_decl_tag(\"{}\")))", tag.name());
    let declared = |of: TypeId| format!("{} {attribute};", declaration(btf, of, &name));
    let whole = || format!("{} {name} {{ … }} {attribute};", kind_word(&t));
    let (source, entry) = match (component, t.kind()) {
        (-1, Kind::Struct) => (whole(), "DW_TAG_structure_type"),
        (-1, Kind::Union) => (whole(), "DW_TAG_union_type"),
        (-1, Kind::Var) => (declared(t.type_ref()?), "DW_TAG_variable"),
        (-1, Kind::Typedef) => (format!("typedef {}", declared(t.type_ref()?)), "DW_TAG_typedef"),
        (-1, Kind::Func) => (declared(t.type_ref()?), "DW_TAG_subprogram"),
        (_, Kind::Struct | Kind::Union) => (declared(path::type_at(btf, id, path)?), "DW_TAG_member"),
        _ => return None,
    };
    Some(TagStages {
        tag: tag.name().to_owned(),
        source,
        dwarf: format!(
            "{entry}\n  DW_AT_name  {name}\n  DW_TAG_LLVM_annotation\n    DW_AT_name         btf_decl_tag\n    DW_AT_const_value  {}",
            tag.name()
        ),
        btf: lines(btf, &[owner, tag.id()]),
    })
}
