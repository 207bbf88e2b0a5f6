//! The places of a field on the kernels of an atlas, one line for each place.

use std::collections::BTreeMap;

use ::atlas::{Atlas, AtlasKernel, Error, FieldIn, Ranges};
use relate::{FieldAbsent, FieldPath};
use text::counted;

use crate::words::offset_text;

/// A place of a field, and the kernels that have it there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldLine {
    /// The place in words: `@ 24  8 bytes  u64`, or `absent: ..`.
    pub place: String,
    /// The kernels, by their indices in the atlas, in ascending order.
    pub kernels: Vec<u32>,
    /// Whether these kernels have the field.
    pub is_there: bool,
}

/// The places of a field on the kernels for which `keep` is true, in the order of the first kernel of each place. None
/// if no kernel of the atlas has the type.
///
/// # Errors
/// A block of the atlas is damaged or cannot be read.
pub fn field_lines<R: Ranges>(
    atlas: &Atlas<R>,
    path: &FieldPath,
    keep: &dyn Fn(&AtlasKernel) -> bool,
) -> Result<Option<Vec<FieldLine>>, Error> {
    let found = atlas.members(path)?;
    if found.iter().all(|f| matches!(f.place, Err(FieldAbsent::NoType(_)))) {
        return Ok(None);
    }
    let is_kept = |k: &u32| atlas.kernels().get(*k as usize).is_some_and(keep);
    let mut places: BTreeMap<String, (bool, Vec<u32>)> = BTreeMap::new();
    for group in &found {
        let kernels: Vec<u32> = group.kernels.iter().filter(is_kept).collect();
        if !kernels.is_empty() {
            let line = places.entry(place(group)).or_default();
            line.0 = group.place.is_ok();
            line.1.extend(kernels);
        }
    }
    let line = |(place, (is_there, mut kernels)): (String, (bool, Vec<u32>))| {
        kernels.sort_unstable();
        FieldLine { place, kernels, is_there }
    };
    let mut lines: Vec<FieldLine> = places.into_iter().map(line).collect();
    lines.sort_by_key(|line| line.kernels.first().copied());
    Ok(Some(lines))
}

fn place(group: &FieldIn) -> String {
    let btf = &group.slice.btf;
    match &group.place {
        Err(why) => format!("absent: {why}"),
        Ok(place) => {
            let mut text = format!("@ {}", offset_text(place.offset, place.bitfield.is_some()));
            if place.pointers > 0 {
                text += &format!(" of {}", dump::type_name(btf, place.read_from));
            }
            match (place.bitfield, place.size) {
                (Some(bits), _) => text += &format!("  {}", counted(bits, "bit")),
                (None, Some(size)) => text += &format!("  {}", counted(size, "byte")),
                (None, None) => {}
            }
            text + "  " + &dump::type_name(btf, place.type_id)
        }
    }
}
