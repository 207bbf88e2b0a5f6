//! The history of a field: each shape is its place and type.

use atlas::{Atlas, Error, FieldIn, Ranges};
use btf::{Btf, Kind, TypeId};
use relate::{FieldAbsent, FieldPath};

use super::headline;
use super::lanes::laid_out;
use super::steps::{group, steps};
use super::{History, Shape, StepChange};
use crate::words::{many, point_offset};

pub(super) fn of_field<R: Ranges>(atlas: &Atlas<R>, path: &FieldPath) -> Result<Option<History>, Error> {
    let found = atlas.members(path)?;
    if found.iter().all(|group| group.slice.types.is_empty()) {
        // No kernel has a type of that name.
        return Ok(None);
    }
    let nothing = Text { about: "absent: there is no such type".to_owned(), absent: true, ..Text::default() };
    let mut texts: Vec<Text> = vec![nothing; atlas.kernels().len()];
    for group in &found {
        let text = text_of(group);
        for k in group.kernels.iter() {
            if let Some(at) = texts.get_mut(k as usize) {
                at.clone_from(&text);
            }
        }
    }
    let (groups, shape_of) = group(&texts);
    let first_absent = groups.iter().position(|(text, _)| text.absent).unwrap_or(0);
    let shape = |(at, (text, kernels)): (usize, &(Text, Vec<u32>))| {
        let same_place = |(other, _): &(Text, Vec<u32>)| !other.absent && other.label == text.label;
        let short = match (text.absent, groups.iter().filter(|group| same_place(group)).count()) {
            (true, _) => "absent".to_owned(),
            (false, 1) => text.label.clone(),
            // Of another type at the same place.
            (false, _) => format!("{} {}", text.label, text.field_type),
        };
        Shape {
            label: if text.absent { "absent".to_owned() } else { text.label.clone() },
            about: text.about.clone(),
            kernels: kernels.len() as u32,
            absent: text.absent,
            like: if text.absent { first_absent } else { at } as u32,
            short,
        }
    };
    let shapes: Vec<Shape> = groups.iter().enumerate().map(shape).collect();
    let mut history = laid_out(atlas, shapes, &shape_of);
    history.title = path.as_str().to_owned();
    history.name = path.root().to_owned();
    history.member =
        path.as_str().strip_prefix(path.root()).unwrap_or_default().trim_start_matches(['.', '-', '>']).to_owned();
    history.headline = headline(atlas.kernels(), &history, "place");
    if history.forms() == 0 {
        history.near = near(&found, path);
    }
    let shapes = history.shapes.clone();
    history.steps = steps(atlas.kernels(), &groups, &shapes, |old, new| {
        let about = |i: usize| shapes.get(i).map_or("", |s| s.about.as_str());
        let what = format!("{} → {}", about(old), about(new));
        let bad = shapes.get(new).is_some_and(|s| s.absent);
        vec![StepChange { name: path.as_str().to_owned(), what, effect: String::new(), bad }]
    });
    Ok(Some(history))
}

/// How many fields are suggested for one that no kernel has.
const NEAR: usize = 3;

/// The shortest common start of names that are alike.
const ALIKE: usize = 3;

/// Fields with names like that of a missing member, in the newest kernels that have the type.
fn near(found: &[FieldIn], path: &FieldPath) -> Vec<String> {
    let missing = found.iter().rev().find_map(|group| match &group.place {
        Err(FieldAbsent::NoMember(name)) => Some((&group.slice.btf, name)),
        _ => None,
    });
    let Some((btf, name)) = missing else { return Vec::new() };
    let start = path.as_str().rfind(name.as_str()).and_then(|at| path.as_str().get(..at)).unwrap_or_default();
    let mut names = Vec::new();
    for steps in (0..path.steps()).rev() {
        // The member is missing in the type that the longest part of the path leads to.
        let parents: Vec<TypeId> = match steps {
            0 => btf.types().filter(|t| t.name() == path.root()).map(|t| t.id()).collect(),
            _ => relate::field(btf, &path.prefix(steps)).map(|place| place.type_id).into_iter().collect(),
        };
        if !parents.is_empty() {
            parents.iter().for_each(|id| members(btf, *id, 0, &mut names));
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
    names.iter().take(NEAR).map(|other| format!("{start}{other}")).collect()
}

/// The names of a type's members, and of those of its unnamed members.
fn members(btf: &Btf, id: TypeId, depth: u32, names: &mut Vec<String>) {
    let Some(t) = btf.resolved(id).filter(|_| depth < btf::MAX_RESOLVE_STEPS) else { return };
    if t.kind() == Kind::Ptr {
        return t.type_ref().into_iter().for_each(|to| members(btf, to, depth + 1, names));
    }
    for member in t.members() {
        match member.name() {
            "" => members(btf, member.type_id, depth + 1, names),
            name if !names.iter().any(|known| known == name) => names.push(name.to_owned()),
            _ => {}
        }
    }
}

/// The place of a field in words.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
struct Text {
    /// In short: `+88`; empty if it is absent.
    label: String,
    /// In a line.
    about: String,
    absent: bool,
    /// The name of the field's type.
    field_type: String,
}

fn text_of(group: &FieldIn) -> Text {
    let btf = &group.slice.btf;
    match &group.place {
        Err(why) => Text { about: format!("absent: {why}"), absent: true, ..Text::default() },
        Ok(place) => {
            let at = point_offset(place.offset);
            let mut about = format!("at byte {at}");
            if place.pointers > 0 {
                about.push_str(&format!(" of {}", dump::type_name(btf, place.read_from)));
            }
            match (place.bitfield, place.size) {
                (Some(bits), _) => about.push_str(&format!(", {}", many(bits.into(), "bit"))),
                (None, Some(size)) => about.push_str(&format!(", {}", many(size.into(), "byte"))),
                (None, None) => {}
            }
            let field_type = dump::type_name(btf, place.type_id);
            about.push_str(&format!(", {field_type}"));
            Text { label: format!("+{at}"), about, absent: false, field_type }
        }
    }
}
