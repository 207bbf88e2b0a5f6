//! The history of a field: each shape is its place and type.

use atlas::{Atlas, Error, FieldIn, Ranges};
use relate::FieldPath;

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
    let shapes = history.shapes.clone();
    history.steps = steps(atlas.kernels(), &groups, &shapes, |old, new| {
        let about = |i: usize| shapes.get(i).map_or("", |s| s.about.as_str());
        let what = format!("{} → {}", about(old), about(new));
        let bad = shapes.get(new).is_some_and(|s| s.absent);
        vec![StepChange { name: path.as_str().to_owned(), what, effect: String::new(), bad }]
    });
    Ok(Some(history))
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
