//! Compares a blob that a person writes byte by byte with the right blob: which fields are there, and what a reader
//! says about the wrong ones.

use btf::{BlobRange, Btf};
use wire::Wire;

use super::hex::named;
use crate::inspect::describe_byte;

/// A field of the blob that is to be written.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct WrittenField {
    /// The part of the blob: `header`, `[1] struct s`, `strings`.
    pub part: String,
    /// Its name.
    pub name: String,
    /// Its bytes.
    pub range: BlobRange,
    /// Whether the person has written it, and correctly.
    pub state: FieldState,
    /// For a wrong field, the remark of a reader on its bytes; else empty.
    pub says: String,
}

/// The state of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Wire)]
pub enum FieldState {
    /// Some of its bytes are not written yet; those that are written are right.
    Open,
    /// It has the bytes of the right blob.
    Right,
    /// It has other bytes.
    Wrong,
}

/// The fields of the right blob, `wanted`, each compared with `bytes`.
pub fn fields(wanted: &Btf, bytes: &[u8]) -> Vec<WrittenField> {
    // A reader first needs a whole header, so zeros stand for the bytes of the header that are not written yet.
    let mut whole = bytes.to_vec();
    whole.resize(bytes.len().max(btf::Header::CLASSIC as usize), 0);
    let read = Btf::parse(whole, None);
    let field = |owned: btf::Owned| {
        let (part, name) = named(wanted, owned.owner, owned.range);
        let right = wanted.bytes().get(owned.range.as_usize()).unwrap_or_default();
        let have = bytes.get(owned.range.start as usize..).unwrap_or_default();
        let have = have.get(..right.len()).unwrap_or(have);
        let state = match () {
            () if have == right => FieldState::Right,
            () if right.starts_with(have) => FieldState::Open,
            () => FieldState::Wrong,
        };
        let says = if state == FieldState::Wrong { decoder_says(&read, owned.range) } else { String::new() };
        WrittenField { part, name, range: owned.range, state, says }
    };
    wanted.owners_from(0).map(field).collect()
}

/// The remark of the decoder on these bytes: the fault that is about them, or their meaning.
fn decoder_says(read: &Result<Btf, btf::Error>, range: BlobRange) -> String {
    let about = |e: &&btf::Error| e.range.start < range.end && range.start < e.range.end;
    match read {
        Err(e) if about(&e) => format!("decoding stops: {}", e.kind),
        // The header cannot be decoded, so nothing else is.
        Err(_) => "decoding stops at a fault of the header".to_owned(),
        Ok(btf) => match btf.diagnostics().iter().find(about) {
            Some(e) => e.to_string(),
            None => describe_byte(btf, range.start, &|id| crate::inspect::type_label(btf, id)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_light_up_as_they_are_written() {
        let source = "struct s { int a; };";
        let blob = scratch::compile(source, scratch::Target::default()).blob.unwrap();
        let wanted = Btf::parse(blob.clone(), None).unwrap();
        let states = |bytes: &[u8]| -> Vec<FieldState> { fields(&wanted, bytes).iter().map(|f| f.state).collect() };
        assert!(states(&[]).iter().all(|s| *s == FieldState::Open));
        assert!(states(&blob).iter().all(|s| *s == FieldState::Right));
        // Only half of hdr_len is written.
        assert_eq!(
            states(&blob[..6])[..5],
            [FieldState::Right, FieldState::Right, FieldState::Right, FieldState::Open, FieldState::Open]
        );
        // Version 2 is wrong, and decoding stops there.
        let mut bad = blob.clone();
        bad[2] = 2;
        let found = fields(&wanted, &bad);
        assert_eq!(
            (found[1].state, found[1].says.as_str()),
            (FieldState::Wrong, "decoding stops: version 2, but only version 1 is known")
        );
        // The result is the same if nothing more is written.
        assert_eq!(fields(&wanted, &bad[..4])[1].says, "decoding stops: version 2, but only version 1 is known");
        // The third word of the struct is its size: 1 is too small, because its int has 4 bytes.
        let size = wanted.get(btf::TypeId(1)).unwrap().record().start + 8;
        let mut bad = blob;
        bad[size as usize] = 1;
        let found = fields(&wanted, &bad);
        let size = found.iter().find(|f| f.range.start == size).unwrap();
        assert_eq!(size.state, FieldState::Wrong);
        assert!(size.says.contains('1'), "{}", size.says);
    }
}
