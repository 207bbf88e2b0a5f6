//! Collects the entries of functions while units are converted.

use gimli::constants as c;

use super::location::{Parameter, look};
use super::{Instance, Tag};
use crate::lower::Lower;
use crate::lower::tags::{Annotation, WHOLE};
use crate::maker::Slot;
use crate::unit::attr::GNU_ANNOTATION;
use crate::unit::cache::Key;
use crate::unit::tree::LLVM_ANNOTATION_TAG;
use crate::unit::{At, Value};

/// Adds a DW_TAG_subprogram, if it is an instance of a function in the table.
pub(crate) fn function(lower: &mut Lower<'_, '_>, die: u32) {
    let tree = lower.tree;
    if tree.has(die, c::DW_AT_declaration) {
        return;
    }
    let at = lower.at(die);
    let Some((_, Value::Text(name))) = lower.maker.units.inherited(&at, c::DW_AT_name) else { return };
    let Some(function) = lower.maker.functions.table.find(name) else { return };
    let mut parameters = Vec::new();
    let mut variadic = false;
    for child in tree.children(die) {
        match tree.tag(child) {
            c::DW_TAG_formal_parameter => {
                let at = lower.at(child);
                let Some((_, Value::Text(name))) = lower.maker.units.inherited(&at, c::DW_AT_name) else {
                    let strings = &lower.maker.units.strings;
                    let text = || btf::visible(strings.get(name)).into_owned();
                    lower.maker.tally.functions.add("a parameter has no name", text);
                    return;
                };
                parameters.push((child, name));
            }
            c::DW_TAG_unspecified_parameters => variadic = true,
            _ => {}
        }
    }
    let looked = parameters.iter().zip(0..).map(|((child, _), i)| Parameter::new(lower, *child, i));
    let looked: Vec<Parameter> = looked.collect();
    let found = look(lower, die, function, &looked);
    let functions = &mut lower.maker.functions;
    let (instance, ids, names) =
        (functions.instances.len() as u32, functions.ids.len() as u32, functions.names.len() as u32);
    functions.ids.extend(std::iter::repeat_n(0, parameters.len() + 1));
    functions.names.extend(parameters.iter().map(|p| p.1));
    let low_pc = match tree.attr(die, c::DW_AT_low_pc) {
        Some(Value::Address(address)) => Some(address),
        _ => None,
    };
    let count = parameters.len() as u32;
    functions.instances.push(Instance { function, ids, names, parameters: count, variadic, low_pc, found });
    type_slot(lower, &at, ids);
    for (i, (child, _)) in parameters.iter().enumerate() {
        let at = lower.at(*child);
        type_slot(lower, &at, ids + 1 + i as u32);
    }
    tags(lower, &at, instance);
}

/// Notes that an id is to be filled in with an entry's type: its own, or else that of its origin.
fn type_slot(lower: &mut Lower<'_, '_>, at: &At, slot: u32) {
    let Some((of, value)) = lower.maker.units.inherited(at, c::DW_AT_type) else { return };
    let slot = Slot::Function(slot);
    if of.tree.unit == lower.tree.unit {
        lower.refer_slot(slot, Some(value), of.die);
    } else if let Some(key) = lower.maker.units.key(of.tree.unit, value) {
        lower.maker.want(key.unit);
        lower.maker.pending.push((slot, key));
    }
}

/// Adds the tags of an instance of a function: first those of its parameters and of the function itself in the order of
/// the entries, then those of the function's chain. An instance without tags gets the tags of its origin.
fn tags(lower: &mut Lower<'_, '_>, at: &At, instance: u32) {
    let mut all = own_tags(lower, at);
    let origin =
        if at.attr(c::DW_AT_abstract_origin).is_some() { c::DW_AT_abstract_origin } else { c::DW_AT_specification };
    if all.is_empty()
        && let Some(from) = lower.maker.units.follow(at, origin)
    {
        all = own_tags(lower, &from);
    }
    for (component, Annotation { text, key }, of) in all {
        lower.maker.functions.tags.push(Tag { instance, component, text, annotation: key, of });
    }
}

fn own_tags(lower: &mut Lower<'_, '_>, at: &At) -> Vec<(u32, Annotation, Key)> {
    let tree = &at.tree;
    let name = lower.maker.names.decl_tag;
    let mut all = Vec::new();
    let mut component = 0;
    let mut whole = lower.child_annotations(at, name).into_iter();
    for child in tree.children(at.die) {
        // Instances without tags share the entries of their origin.
        if !lower.maker.functions.step() {
            break;
        }
        let of = At { tree: std::rc::Rc::clone(tree), die: child };
        match tree.tag(child) {
            c::DW_TAG_formal_parameter => {
                let nothing = tree.die(child).is_some_and(|d| d.end == child + 1) && of.attr(GNU_ANNOTATION).is_none();
                if !nothing {
                    let tags = lower.decl_annotations(&of);
                    all.extend(tags.into_iter().map(|tag| (component, tag, of.key())));
                }
                component += 1;
            }
            // Entries with other names are ignored.
            LLVM_ANNOTATION_TAG if whole.as_slice().first().is_some_and(|tag| tag.key == of.key()) => {
                all.extend(whole.next().map(|tag| (WHOLE, tag, at.key())));
            }
            _ => {}
        }
    }
    all.extend(lower.chain(at, name).into_iter().map(|tag| (WHOLE, tag, at.key())));
    all
}
