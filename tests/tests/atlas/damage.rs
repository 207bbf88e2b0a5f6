//! Damaged atlases: every flipped byte and every prefix is reported as an error.

use std::sync::Arc;

use atlas::{Atlas, Draft, ErrorKind};
use relate::FieldPath;

use crate::support::{Given, atlas_of, small};

/// The answers of an atlas to questions that read every part of it.
#[derive(PartialEq, Eq, Debug)]
struct Answers {
    kernels: Vec<String>,
    taken: Vec<Vec<u8>>,
    forms: usize,
    field: String,
}

fn answers(bytes: Vec<u8>) -> Result<Answers, atlas::Error> {
    let atlas = Atlas::open(Arc::<[u8]>::from(bytes))?;
    let path = FieldPath::parse("task.v").expect("a path");
    let taken: Result<_, _> = (0..atlas.kernels().len() as u32).map(|k| atlas.take_out(k)).collect();
    let field = atlas.members(&path)?.iter().map(|f| format!("{:?} {:?}", f.kernels, f.place)).collect();
    let mut draft = Draft::new();
    draft.merge(&atlas).map_err(|e| match e {
        atlas::MergeError::Atlas(e) => e,
        atlas::MergeError::Unfit(e) => panic!("{e}"),
    })?;
    Ok(Answers {
        kernels: atlas.kernel_names().to_vec(),
        taken: taken?,
        forms: atlas.forms_of(b"task", None)?.len(),
        field,
    })
}

fn sound() -> (Vec<u8>, Answers) {
    let given = small();
    let bytes = atlas_of(&given.iter().take(3).collect::<Vec<&Given>>());
    let right = answers(bytes.clone()).expect("sound");
    assert_eq!((right.kernels.len(), right.forms), (3, 3));
    (bytes, right)
}

#[test]
fn every_flipped_byte_is_reported() {
    let (bytes, _) = sound();
    for at in 0..bytes.len() {
        for flip in [1u8, 0x80, 0xff] {
            let mut damaged = bytes.clone();
            damaged[at] ^= flip;
            // A checksum covers each byte, so every change is found.
            let error = answers(damaged).expect_err("a flipped byte");
            let range = error.range;
            let header = at < 64 && range.start < 64 || range.start == 0;
            assert!(header || range.contains(at as u64), "byte {at:#x}: {error} names other bytes");
        }
    }
}

#[test]
fn every_prefix_is_reported() {
    let (bytes, _) = sound();
    for len in 0..bytes.len() {
        let error = answers(bytes[..len].to_vec()).expect_err("a prefix");
        assert!(!error.to_string().is_empty());
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(matches!(answers(longer).expect_err("a byte more").kind, ErrorKind::Length { .. }));
}

#[test]
fn a_broken_block_costs_its_names_only() {
    let given = small();
    let bytes = atlas_of(&given.iter().collect::<Vec<_>>());
    let whole = Atlas::open(Arc::<[u8]>::from(bytes.as_slice())).expect("sound");
    let functions = whole.forms_of(b"count", None).expect("sound").len();
    assert!(functions > 0);
    // The last byte belongs to the last block's forms: types without names, or variables.
    let mut damaged = bytes.clone();
    *damaged.last_mut().expect("bytes") ^= 1;
    let atlas = Atlas::open(Arc::<[u8]>::from(damaged)).expect("its directory is sound");
    assert!(matches!(atlas.take_out(0).expect_err("damaged").kind, ErrorKind::Checksum(_)));
    let form = &atlas.forms_of(b"task", None).expect("sound")[0];
    let kernel = form.kernels.iter().next().expect("a kernel");
    assert!(atlas.slice(kernel, &[form]).is_ok());
}

#[test]
fn other_files_are_reported() {
    for bytes in [&b""[..], b"\x9f\xeb\x01\x00", b"\x89ATLAS\n\n", &[0; 100]] {
        let e = Atlas::open(Arc::<[u8]>::from(bytes)).expect_err("no atlas");
        assert_eq!(e.kind, ErrorKind::NotAtlas(bytes[..bytes.len().min(8)].to_vec()), "{e}");
    }
    let (mut bytes, _) = sound();
    bytes[8] = 4;
    assert_eq!(Atlas::open(Arc::<[u8]>::from(bytes)).expect_err("version 4").kind, ErrorKind::Version(4));
}
