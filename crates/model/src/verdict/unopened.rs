//! The verdict on an object that libbpf does not open; it never gets to a kernel.

use bpf::Object;
use btf::BlobRange;
use open::Refusal;

use super::{FaultRow, Ruling};
use crate::focus::BlobId;

/// The blobs that can be shown, and their sections.
const BLOBS: [(&str, BlobId); 2] = [(".BTF", BlobId::Own), (".BTF.ext", BlobId::Ext)];

/// The refusal of libbpf in the form of a ruling.
pub(super) fn ruling(object: &Object, refusal: &Refusal) -> Ruling {
    Ruling {
        load: true,
        faults: vec![fault(object, refusal)],
        unopened: format!("libbpf does not open it: {}", refusal.errno),
        ..Ruling::default()
    }
}

fn fault(object: &Object, refusal: &Refusal) -> FaultRow {
    let blob = blob(object, refusal);
    let about = if refusal.about.is_empty() { String::new() } else { format!(": {}", refusal.about) };
    FaultRow {
        words: refusal.line.clone().unwrap_or_else(|| "(libbpf prints nothing)".to_owned()),
        rule: format!("{}{about} (libbpf's {}, rule {})", refusal.rule.says, refusal.rule.source, refusal.rule.id),
        place: format!("{} of the file", refusal.range),
        id: None,
        item: None,
        blob: blob.map(|(blob, _)| blob),
        range: blob.map(|(_, range)| range).unwrap_or_default(),
    }
}

/// The bytes at fault as a part of a blob that can be shown; none if they do not begin in such a blob.
fn blob(object: &Object, refusal: &Refusal) -> Option<(BlobId, BlobRange)> {
    BLOBS.into_iter().find_map(|(name, blob)| {
        let section = object.section_named(name)?.file_range;
        let within = |byte: u64| u32::try_from(byte.min(section.end).checked_sub(section.start)?).ok();
        let (start, end) = (refusal.range.start, refusal.range.end);
        (start < section.end).then_some(())?;
        Some((blob, BlobRange::new(within(start)?, within(end.max(start))?)))
    })
}
