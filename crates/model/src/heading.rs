//! The heading above the views: name, figures, chain, tags; and the text of the status line.

use btf::Kind::*;
use btf::{Btf, DeclTags, Kind, MAX_RESOLVE_STEPS, Type, TypeId};
use layout::{Layout, Options};

use crate::focus::Selection;
use crate::path;
use crate::table::GapKind;
use crate::words::{bits_text, grouped, kind_class, kind_word, many, members_unrecorded, offset_text};

/// A figure: a term and its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figure {
    /// `size`, `members`, `holes`.
    pub term: &'static str,
    /// `224 bytes`, `28`.
    pub value: String,
    /// The word after the value: `members`; empty if the value contains its unit or has none.
    pub unit: &'static str,
    /// Whether it is shown as a warning.
    pub warn: bool,
    /// Kinds of gaps, each with the text of its link; shown after the value.
    pub gaps: Vec<(GapKind, String)>,
}

/// The heading of a type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heading {
    /// `struct`, `typedef`, `func`.
    pub word: &'static str,
    /// The CSS class of the colour of `word`.
    pub class: &'static str,
    /// The name; for a type without a name, `(anonymous)` or its spelling in C.
    pub name: String,
    /// Figures in order.
    pub figures: Vec<Figure>,
    /// The types that this type leads to, one after the other, with their names.
    pub chain: Vec<(TypeId, String)>,
    /// Declaration tags on the type.
    pub tags: Vec<String>,
}

fn figure(term: &'static str, value: impl Into<String>) -> Figure {
    Figure { term, value: value.into(), unit: "", warn: false, gaps: Vec::new() }
}

/// A figure that is a count of things: `term` is the word for several of them, `one` for a single one.
fn count(term: &'static str, n: u64, one: &'static str) -> Figure {
    Figure { unit: if n == 1 { one } else { term }, ..figure(term, grouped(n)) }
}

/// The size of a type, as a figure.
fn size(bytes: u32) -> Figure {
    figure("size", many(bytes.into(), "byte"))
}

/// The heading of a type; none if there is no such type. `declared`: the declaration tags of `btf`.
pub fn heading(btf: &Btf, declared: &DeclTags, id: TypeId) -> Option<Heading> {
    let t = btf.get(id)?;
    let name = match t.name() {
        "" if t.kind().is_composite() || t.kind().is_any_enum() => "(anonymous)".to_string(),
        "" => dump::type_name(btf, id),
        name => name.to_string(),
    };
    let tags = declared.of_component(id, -1).iter().filter_map(|tag| Some(btf.get(tag.tag)?.name().to_string()));
    Some(Heading {
        word: kind_word(&t),
        class: kind_class(t.kind()),
        name,
        figures: figures(btf, &t),
        chain: chain(btf, &t),
        tags: tags.collect(),
    })
}

fn figures(btf: &Btf, t: &Type<'_>) -> Vec<Figure> {
    let mut out = vec![];
    let of = btf.get(crate::table::table_type(btf, t.id())).unwrap_or(*t);
    if of.kind().is_composite() {
        match layout::layout(btf, of.id(), &Options::default()) {
            Ok(layout) if members_unrecorded(&of) => {
                out.push(size(layout.size));
                out.push(figure("members", "members not recorded"));
            }
            Ok(layout) => composite(&layout, &mut out),
            Err(e) => {
                out.push(size(of.size_or_type()));
                out.push(Figure { warn: true, ..figure("layout", e.to_string()) });
            }
        }
    } else {
        if let Ok(bytes) = btf.size_of(t.id())
            && !matches!(t.kind(), Kind::Func | Kind::FuncProto)
        {
            out.push(size(bytes));
        }
        match of.kind() {
            Enum | Enum64 => {
                out.push(count("values", of.vlen().into(), "value"));
                out.push(figure("sign", if of.kind_flag() { "signed" } else { "unsigned" }));
            }
            FuncProto => out.push(count("parameters", of.vlen().into(), "parameter")),
            DataSec => out.push(count("variables", of.vlen().into(), "variable")),
            Array => out.extend(of.array().map(|a| count("elements", a.nelems.into(), "element"))),
            Int => out.extend(of.int().map(|i| figure("encoding", int_words(&i)))),
            Ptr | Struct | Union | Fwd | Typedef | Volatile | Const | Restrict | Func | Var | Float | DeclTag
            | TypeTag | LocParam | LocProto | LocSec | Unknown(_) => {}
        }
        out.extend(t.linkage().map(|l| Figure { unit: "linkage", ..figure("linkage", l.as_str()) }));
    }
    if btf.is_split() {
        let own = t.id() >= btf.first_id();
        out.push(figure("from", if own { "from the module" } else { "from its base" }));
    }
    out
}

/// The encoding of an integer in words: `signed, 32 bits`.
fn int_words(int: &btf::Int) -> String {
    let mut words = vec![if int.is_signed() { "signed" } else { "unsigned" }];
    if int.is_char() {
        words.push("char");
    }
    if int.is_bool() {
        words.push("bool");
    }
    let mut out = words.join(" ");
    out.push_str(&format!(", {}", bits_text(int.bits.into())));
    if int.offset > 0 {
        out.push_str(&format!(" from bit {}", int.offset));
    }
    out
}

fn composite(layout: &Layout, out: &mut Vec<Figure>) {
    let f = &layout.figures;
    out.push(size(layout.size));
    out.push(count("cache lines", f.cache_lines.into(), "cache line"));
    out.push(count("members", f.members.into(), "member"));
    let mut gaps = Vec::new();
    if f.holes > 0 {
        gaps.push((GapKind::Hole, many(f.holes.into(), "hole")));
    }
    if f.bit_holes > 0 {
        gaps.push((GapKind::BitHole, many(f.bit_holes.into(), "bit hole")));
    }
    if f.nested.holes > 0 {
        gaps.push((GapKind::Nested, format!("{} nested", grouped(f.nested.holes))));
    }
    out.push(Figure { gaps, ..figure("holes", if f.holes + f.bit_holes == 0 { "no holes" } else { "" }) });
    if f.padding > 0 || f.bit_padding > 0 {
        let bytes = (f.padding > 0).then(|| many(f.padding, "byte"));
        let bits = (f.bit_padding > 0).then(|| bits_text(f.bit_padding));
        let both: Vec<String> = bytes.into_iter().chain(bits).collect();
        out.push(Figure { unit: "of padding", ..figure("padding", both.join(" and ")) });
    }
    if f.packed {
        out.push(figure("packed", "packed"));
    }
    out.extend(f.aligned.map(|n| figure("aligned", format!("aligned to {n}"))));
}

/// The types that a type leads to, step by step, without the type itself. Each step goes from a type to the one that it
/// refers to, from an array to the type of its elements. A FUNC_PROTO ends the chain.
fn chain(btf: &Btf, t: &Type<'_>) -> Vec<(TypeId, String)> {
    let mut out = Vec::new();
    let mut at = *t;
    for _ in 0..MAX_RESOLVE_STEPS {
        let next = at.array().map(|array| array.element).or(at.type_ref());
        let Some(next) = next.filter(|_| at.kind() != Kind::FuncProto) else { break };
        out.push((next, dump::type_name(btf, next)));
        let Some(t) = btf.get(next) else { break };
        at = t;
    }
    out
}

/// The selected type, with the path to the selected member: `struct sk_buff.fclone`.
pub fn path_text(btf: &Btf, s: &Selection) -> String {
    let Some(t) = btf.get(s.id) else { return String::new() };
    let mut out = crate::selected::type_title(btf, &t);
    for step in path::walk(btf, s.id, &s.path).unwrap_or_default() {
        out.push_str(if step.crossing.pointers > 0 { "->" } else { "." });
        let anonymous = match btf.resolved(step.item.type_id).map(|t| t.kind()) {
            Some(Union) => "(union)",
            Some(Struct) => "(struct)",
            _ => "(unnamed)",
        };
        out.push_str(if step.item.name.is_empty() { anonymous } else { step.item.name });
    }
    out
}

/// The offset and size of the selected item: `16` and `8 bytes`, or for a bitfield `130:6` (byte 130, bit 6) and
/// `1 bit`; the size may be empty. The offset counts from the start of the selected type; if the path follows pointers,
/// from the start of the type that the last one points to. None for an item without an offset.
pub fn offset_and_size(btf: &Btf, s: &Selection) -> Option<(String, String)> {
    let steps = path::walk(btf, s.id, &s.path)?;
    let last = steps.last()?;
    let at = offset_text(last.offset?, last.item.bitfield.is_some());
    let size = match last.item.bitfield {
        Some(bits) => bits_text(bits.into()),
        None => btf.size_of(last.item.type_id).map(|size| many(size.into(), "byte")).unwrap_or_default(),
    };
    Some((at, size))
}

/// The offset and size of the selected item ([`offset_and_size`]) in words: `offset 16, 8 bytes`,
/// `offset 130:6, 1 bit`; for an enumerator its value, as `value 3`. Empty for an item with neither.
pub fn offset_words(btf: &Btf, s: &Selection) -> String {
    let value = path::walk(btf, s.id, &s.path).and_then(|steps| steps.last()?.item.value);
    match (value, offset_and_size(btf, s)) {
        (Some(value), _) => format!("value {value}"),
        (None, Some((at, size))) if size.is_empty() => format!("offset {at}"),
        (None, Some((at, size))) => format!("offset {at}, {size}"),
        (None, None) => String::new(),
    }
}
