//! Round trips: what one part of the project writes, another part must read as the same.

use atlas::{Atlas, Draft};
use btf::{Btf, Kind, TypeId};
use dump::CFileOptions;
use scratch::{Target, compile};
use std::sync::Arc;

use super::atlases::kernel;
use super::encoded;

/// The C of a blob, in bpftool's sorted order.
fn c_of(btf: &Btf) -> String {
    let mut text = String::new();
    dump::c(btf, &mut text, &CFileOptions { portable: true, ..CFileOptions::default() });
    text
}

/// The C of one type, without the types that it needs.
fn one(btf: &Btf, id: TypeId) -> String {
    let mut text = String::new();
    dump::c_type(btf, id, &mut text, &dump::COptions { portable: true, ..Default::default() });
    text
}

/// A blob of declarations that have no fault.
fn sound(source: &str) -> Option<Btf> {
    let compiled = compile(source, Target::default());
    if !compiled.marks.is_empty() {
        return None;
    }
    Btf::parse(compiled.blob?, None).ok()
}

/// Compiles declarations, prints their C, and compiles the printed C. The types must be the same.
///
/// # Panics
/// When they differ.
pub fn c_again(source: &str) {
    let Some(first) = sound(source) else { return };
    let text = c_of(&first);
    let again = compile(&text, Target::default());
    assert!(again.marks.is_empty(), "{:#?}\n{source}\n{text}", again.marks);
    let Some(blob) = again.blob else { panic!("no blob\n{source}\n{text}") };
    let second = Btf::parse(blob, None).unwrap_or_else(|e| panic!("{e}\n{source}\n{text}"));
    // The printed C declares types of these kinds only. It declares no variables and no functions.
    let printed = [Kind::Struct, Kind::Union, Kind::Enum, Kind::Enum64, Kind::Typedef];
    for t in first.types().filter(|t| !t.is_anonymous() && printed.contains(&t.kind())) {
        let same = second.types().find(|o| o.name() == t.name() && o.kind() == t.kind());
        let same = same.unwrap_or_else(|| panic!("no {:?} {}\n{source}\n{text}", t.kind(), t.name()));
        assert_eq!(one(&second, same.id()), one(&first, t.id()), "{source}");
        assert_eq!(same.size(), t.size(), "{}\n{source}", one(&first, t.id()));
    }
}

/// Puts the types of the declarations, and of each half of the source, into an atlas, and takes
/// them out. Their C must be the same.
///
/// # Panics
/// When the C differs.
pub fn atlas_again(source: &str) {
    let middle = (0..=source.len() / 2).rev().find(|&at| source.is_char_boundary(at)).unwrap_or(0);
    let (before, after) = source.split_at(middle);
    let blobs: Vec<Btf> = [source, before, after].into_iter().filter_map(sound).collect();
    let mut draft = Draft::new();
    let mut texts = Vec::new();
    for (number, btf) in (0u8..).zip(&blobs) {
        match draft.add(kernel(number, btf), btf) {
            Ok(_) => texts.push((format!("6.{number}"), c_of(btf))),
            Err(e) => assert!(!e.to_string().is_empty()),
        }
    }
    let bytes = draft.write().unwrap_or_else(|e| panic!("{e}"));
    let atlas = Atlas::open(Arc::<[u8]>::from(bytes)).unwrap_or_else(|e| panic!("{e}"));
    for (k, kernel) in atlas.kernels().iter().enumerate() {
        let taken = atlas.take_out(k as u32).unwrap_or_else(|e| panic!("{e}"));
        let taken = Btf::parse(taken, None).unwrap_or_else(|e| panic!("{e}"));
        let text = texts.iter().find(|(release, _)| *release == kernel.release).map(|(_, text)| text);
        assert_eq!(Some(&c_of(&taken)), text, "{source}");
    }
}

/// Converts a file with debug information and prints the types. Then converts it again, with a second copy of the file
/// beside it. The printed lines must be the same.
///
/// # Panics
/// When they differ.
pub fn encoded_again(file: &[u8]) {
    let Some(made) = encoded(file, &[], None) else { return };
    let raw = |blob: &[u8]| {
        let mut text = String::new();
        let btf = Btf::parse(blob, None).unwrap_or_else(|e| panic!("{e}"));
        dump::raw(&btf, &mut text);
        text
    };
    let text = raw(&made.blob);
    assert_eq!(text.lines().filter(|line| line.starts_with('[')).count() as u32, made.report.types);
    if let Some(beside) = encoded(file, &[file], None) {
        assert_eq!(raw(&beside.blob), text);
    }
}
