//! The history of a field: a shape is a place with a type.

use std::collections::{BTreeMap, BTreeSet};

use atlas::{Atlas, AtlasKernel, Error, FieldIn, Ranges};
use btf::{Btf, Kind, TypeId};
use relate::{FieldAbsent, FieldPath};

use super::renames::{Place, places};
use super::steps::group;
use super::{Fact, History, Shape, StepChange};
use crate::words::{many, offset_text};

/// The history of a field. With `follow`, on kernels that lack the member, the member is looked up under its earlier
/// and later names.
pub(super) fn of_field<R: Ranges>(
    atlas: &Atlas<R>,
    path: &FieldPath,
    follow: bool,
    keep: &dyn Fn(&AtlasKernel) -> bool,
) -> Result<Option<History>, Error> {
    let (found, followed) = places(atlas, path, follow)?;
    if found.iter().all(|place| place.found.slice.types.is_empty()) {
        // No kernel has a type of that name.
        return Ok(None);
    }
    let nothing = Text { about: "absent: there is no such type".to_owned(), absent: true, ..Text::default() };
    let mut texts: Vec<Text> = vec![nothing];
    // For each kernel, the index of its text.
    let mut text_on: Vec<usize> = vec![0; atlas.kernels().len()];
    for place in &found {
        let text = text_of(&place.found, name_in(&place.path));
        let number = texts.iter().position(|known| *known == text).unwrap_or_else(|| {
            texts.push(text);
            texts.len() - 1
        });
        for k in &place.kernels {
            if let Some(at) = text_on.get_mut(*k as usize) {
                *at = number;
            }
        }
    }
    let usual = usual_name(&texts, &text_on);
    let (groups, shape_of) = group(&text_on);
    let groups: Vec<&Text> = groups.iter().filter_map(|(number, _)| texts.get(*number)).collect();
    let first_absent = groups.iter().position(|text| text.absent).unwrap_or(0);
    let several = groups.iter().any(|text| !text.absent && text.name != usual);
    let shape = |(at, text): (usize, &&Text)| {
        let same_place = |other: &&&Text| !other.absent && (&other.label, &other.name) == (&text.label, &text.name);
        let other_name = if text.name == usual { String::new() } else { text.name.clone() };
        let mut short = match (text.absent, groups.iter().filter(same_place).count()) {
            (true, _) => "absent".to_owned(),
            (false, 1) => text.label.clone(),
            // Several shapes have this place and name, and differ in type.
            (false, _) => format!("{} {}", text.label, text.field_type),
        };
        if !text.absent && !other_name.is_empty() {
            short = format!("{other_name} {short}");
        }
        Shape {
            label: if text.absent { "absent".to_owned() } else { text.label.clone() },
            about: if several && !text.absent { format!("{} {}", text.name, text.about) } else { text.about.clone() },
            kernels: 0,
            absent: text.absent,
            like: if text.absent { first_absent } else { at } as u32,
            short,
            name: if text.absent { String::new() } else { text.name.clone() },
            is_other_name: !text.absent && !other_name.is_empty(),
            facts: text.facts.clone(),
            parts: Vec::new(),
        }
    };
    let shapes: Vec<Shape> = groups.iter().enumerate().map(shape).collect();
    let history = History {
        title: path.as_str().to_owned(),
        name: path.root().to_owned(),
        member: path.after_root().trim_start_matches([' ', '.', '-', '>']).to_owned(),
        is_split: !follow,
        shapes,
        ..History::default()
    };
    let mut history = history.on(atlas, &shape_of, keep);
    // Keep a renaming only if, among the kernels that are kept, some have the one name and some the other.
    let has = |name: &str| history.shapes.iter().any(|shape| shape.kernels > 0 && shape.name == name);
    let kept: Vec<_> = followed.into_iter().filter(|f| has(&f.name) && has(&f.other)).collect();
    history.followed = kept;
    if history.forms() == 0 {
        history.near = near(atlas, &found, path)?;
    }
    let shapes = history.shapes.clone();
    let change = |old: usize, new: usize| {
        let (Some(a), Some(b)) = (shapes.get(old), shapes.get(new)) else { return Vec::new() };
        let what = format!("{} → {}", a.about, b.about);
        vec![StepChange { name: path.as_str().to_owned(), what, effect: String::new(), bad: b.absent }]
    };
    Ok(Some(history.with_steps(true, change)))
}

/// The last member of a path, as it was written.
fn name_in(path: &FieldPath) -> &str {
    path.as_str().rsplit(['.', '>']).next().unwrap_or_default()
}

/// The name that the most kernels have; the newer one of two equally common names. `text_on` has the index of each
/// kernel's text.
fn usual_name(texts: &[Text], text_on: &[usize]) -> String {
    // For each name, how many kernels have it, and the last of them.
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (k, number) in text_on.iter().enumerate() {
        if let Some(text) = texts.get(*number).filter(|text| !text.absent) {
            let count = counts.entry(&text.name).or_default();
            *count = (count.0 + 1, k);
        }
    }
    counts.into_iter().max_by_key(|(_, count)| *count).map(|(name, _)| name.to_owned()).unwrap_or_default()
}

/// The most fields that are suggested if no kernel has the field.
const NEAR: usize = 3;

/// The least number of equal letters at the start of two similar names, and the least length of a name that is a part
/// of a similar name.
const ALIKE: usize = 3;

/// Fields with names like the missing member's, from the last group of kernels that has the type without the member.
fn near<R: Ranges>(atlas: &Atlas<R>, found: &[Place], path: &FieldPath) -> Result<Vec<String>, Error> {
    let missing = found.iter().rev().map(|place| &place.found).find_map(|group| match &group.place {
        Err(FieldAbsent::NoMember(name)) => Some((group, name)),
        _ => None,
    });
    let Some((group, name)) = missing else { return Ok(Vec::new()) };
    let btf = &atlas.path_types(group, group.kernels.iter().next().unwrap_or(0))?.btf;
    let start = path.as_str().rfind(name.as_str()).and_then(|at| path.as_str().get(..at)).unwrap_or_default();
    let mut names = Vec::new();
    for steps in (0..path.steps()).rev() {
        // The member is missing in the type at the end of the longest part of the path that can be followed.
        let parents: Vec<TypeId> = match steps {
            0 => btf.types().filter(|t| t.name() == path.root()).map(|t| t.id()).collect(),
            _ => relate::field(btf, &path.prefix(steps)).map(|place| place.type_id).into_iter().collect(),
        };
        if !parents.is_empty() {
            let mut looked = BTreeSet::new();
            parents.iter().for_each(|id| members(btf, *id, 0, &mut looked, &mut names));
            let mut known = BTreeSet::new();
            names.retain(|name| known.insert(name.clone()));
            break;
        }
    }
    let plain = |name: &str| name.trim_start_matches('_').to_ascii_lowercase();
    let wanted = plain(name);
    let like = |other: &String| {
        let other = plain(other);
        let common = other.chars().zip(wanted.chars()).take_while(|(a, b)| a == b).count();
        let within =
            wanted.len() >= ALIKE && (other.contains(&wanted) || other.len() >= ALIKE && wanted.contains(&other));
        (within, common, std::cmp::Reverse(other.len()))
    };
    names.retain(|other| matches!(like(other), (within, common, _) if within || common >= ALIKE));
    names.sort_by_key(|other| std::cmp::Reverse(like(other)));
    Ok(names.iter().take(NEAR).map(|other| format!("{start}{other}")).collect())
}

/// The names of the members of a type (for a pointer, of the type that it points to), and of the members of its unnamed
/// members. Some names may occur twice. Each type is read only once, because types without a name may contain each
/// other in many ways.
fn members(btf: &Btf, id: TypeId, depth: u32, looked: &mut BTreeSet<TypeId>, names: &mut Vec<String>) {
    let Some(t) = btf.resolved(id).filter(|t| depth < btf::MAX_RESOLVE_STEPS && looked.insert(t.id())) else { return };
    if t.kind() == Kind::Ptr {
        return t.type_ref().into_iter().for_each(|to| members(btf, to, depth + 1, looked, names));
    }
    for member in t.members() {
        match member.name() {
            "" => members(btf, member.type_id, depth + 1, looked, names),
            name => names.push(name.to_owned()),
        }
    }
}

/// The place of a field in words.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Text {
    /// The place in a few characters: `+88`; empty if the field is absent.
    label: String,
    /// The place in one line, or the reason why the field is absent.
    about: String,
    absent: bool,
    /// The name of the field's type.
    field_type: String,
    /// The member's name; empty if the field is absent.
    name: String,
    /// The facts that [`super::Sides`] compares, with their values.
    facts: Vec<(Fact, String)>,
}

fn text_of(group: &FieldIn, name: &str) -> Text {
    let btf = &group.slice.btf;
    match &group.place {
        Err(why) => Text { about: format!("absent: {why}"), absent: true, ..Text::default() },
        Ok(place) => {
            let at = offset_text(place.offset, place.bitfield.is_some());
            let mut about = format!("at byte {at}");
            let field_type = dump::type_name(btf, place.type_id);
            let mut facts =
                vec![(Fact::Name, name.to_owned()), (Fact::Type, field_type.clone()), (Fact::Offset, at.clone())];
            if place.pointers > 0 {
                let of = dump::type_name(btf, place.read_from);
                about.push_str(&format!(" of {of}"));
                facts.push((Fact::In, of));
            }
            match (place.bitfield, place.size) {
                (Some(bits), _) => {
                    about.push_str(&format!(", {}", many(bits.into(), "bit")));
                    facts.push((Fact::Bits, bits.to_string()));
                }
                (None, Some(size)) => {
                    about.push_str(&format!(", {}", many(size.into(), "byte")));
                    facts.push((Fact::Bytes, size.to_string()));
                }
                (None, None) => {}
            }
            about.push_str(&format!(", {field_type}"));
            Text { label: format!("+{at}"), about, absent: false, field_type, name: name.to_owned(), facts }
        }
    }
}
