//! Compares the prototypes of a function: which parts changed, and which tags differ.

use std::collections::BTreeMap;

use atlas::Slice;
use btf::{Btf, DeclTags, Kind, Type};
use text::many;

use super::Shape;

/// A function's return type, name and parameters, as C writes them.
struct Prototype {
    returns: String,
    name: String,
    /// The name and the declaration of each parameter: `start` and `u32 start`.
    parameters: Vec<(String, String)>,
}

fn prototype(btf: &Btf, function: &Type<'_>) -> Option<Prototype> {
    let proto = btf.get(function.type_ref()?).filter(|t| t.kind() == Kind::FuncProto)?;
    let parameter = |name: &str, id: btf::TypeId| {
        let mut text = String::new();
        match id.is_void() {
            true => text.push_str("..."),
            false => dump::declaration(btf, id, name, &mut text),
        }
        (name.to_owned(), text)
    };
    Some(Prototype {
        returns: proto.type_ref().map_or_else(|| "void".to_owned(), |id| dump::type_name(btf, id)),
        name: function.name().to_owned(),
        parameters: proto.params().map(|p| parameter(p.name(), p.type_id)).collect(),
    })
}

/// The parts of a prototype, in order; joined, they are the prototype in C. Each has true if the prototype before does
/// not have this part.
fn parts(new: &Prototype, old: Option<&Prototype>) -> Vec<(String, bool)> {
    let mut out = vec![(new.returns.clone(), old.is_some_and(|old| old.returns != new.returns))];
    let space = if new.returns.ends_with('*') { "" } else { " " };
    out.push((format!("{space}{}(", new.name), false));
    for (i, (_, declaration)) in new.parameters.iter().enumerate() {
        if i > 0 {
            out.push((", ".to_owned(), false));
        }
        let known = old.is_none_or(|old| old.parameters.iter().any(|(_, other)| other == declaration));
        out.push((declaration.clone(), !known));
    }
    if new.parameters.is_empty() {
        out.push(("void".to_owned(), old.is_some_and(|old| !old.parameters.is_empty())));
    }
    out.push((")".to_owned(), false));
    out
}

/// Sets [`Shape::parts`] of the shapes of a function. Returns the tags that only some of the kernels with the same
/// prototype have, one line each.
pub(super) fn marked(shapes: &mut [Shape], slices: &[Option<Slice>]) -> Vec<String> {
    let function = |slice: &Slice| {
        let t = slice.types.first().and_then(|id| slice.btf.get(*id)).filter(|t| t.kind() == Kind::Func)?;
        let tags = DeclTags::new(&slice.btf);
        let tags =
            tags.of_component(t.id(), -1).iter().filter_map(|tag| Some(slice.btf.get(tag.tag)?.name().to_owned()));
        let tags: Vec<String> = tags.collect();
        Some((prototype(&slice.btf, &t)?, tags))
    };
    let mut before: Option<Prototype> = None;
    // For each prototype: its letter, the number of its kernels, and for each tag how many of these kernels have it.
    let mut tagged: BTreeMap<u32, (String, u32, BTreeMap<String, u32>)> = BTreeMap::new();
    let mut asked: BTreeMap<u32, u32> = BTreeMap::new();
    for shape in shapes.iter() {
        *asked.entry(shape.like).or_default() += shape.kernels;
    }
    for (at, (shape, slice)) in (0u32..).zip(shapes.iter_mut().zip(slices)) {
        // None of the kernels that were asked has the prototype.
        if asked.get(&shape.like) == Some(&0) {
            continue;
        }
        let Some((this, tags)) = slice.as_ref().and_then(function) else { continue };
        let (_, kernels, with) = tagged.entry(shape.like).or_insert_with(|| (shape.short.clone(), 0, BTreeMap::new()));
        *kernels += shape.kernels;
        for tag in tags {
            *with.entry(tag).or_default() += shape.kernels;
        }
        if shape.like == at {
            shape.parts = parts(&this, before.as_ref());
            before = Some(this);
        }
    }
    let mut out = Vec::new();
    for (letter, kernels, with) in tagged.into_values() {
        for (tag, has) in with.into_iter().filter(|(_, has)| *has < kernels) {
            out.push(format!("{letter}: the tag {tag} is on {has} of {}", many(kernels.into(), "kernel")));
        }
    }
    out
}
