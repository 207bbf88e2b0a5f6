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
    let mut texts: Vec<(String, String, bool)> =
        vec![(String::new(), "absent: there is no such type".to_owned(), true); atlas.kernels().len()];
    for group in &found {
        let text = place(group);
        for k in group.kernels.iter() {
            if let Some(at) = texts.get_mut(k as usize) {
                at.clone_from(&text);
            }
        }
    }
    let (groups, shape_of) = group(&texts);
    let shapes = groups.iter().map(|((label, about, absent), kernels)| Shape {
        label: if *absent { "absent".to_owned() } else { label.clone() },
        about: about.clone(),
        kernels: kernels.len() as u32,
        absent: *absent,
    });
    let mut history = laid_out(atlas, shapes.collect(), &shape_of);
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

/// The place of a field: in short, in words, and whether it is absent.
fn place(group: &FieldIn) -> (String, String, bool) {
    let btf = &group.slice.btf;
    match &group.place {
        Err(why) => ("absent".to_owned(), format!("absent: {why}"), true),
        Ok(place) => {
            let at = point_offset(place.offset);
            let mut text = format!("at byte {at}");
            if place.pointers > 0 {
                text.push_str(&format!(" of {}", dump::type_name(btf, place.read_from)));
            }
            match (place.bitfield, place.size) {
                (Some(bits), _) => text.push_str(&format!(", {}", many(bits.into(), "bit"))),
                (None, Some(size)) => text.push_str(&format!(", {}", many(size.into(), "byte"))),
                (None, None) => {}
            }
            text.push_str(&format!(", {}", dump::type_name(btf, place.type_id)));
            (format!("+{at}"), text, false)
        }
    }
}
