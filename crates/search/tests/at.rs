//! The members at an offset: of structs that were checked by hand, and as pahole has them for the corpus.

use std::fs;

use btf::Btf;
use search::at::{AtError, What, at, roots};
use tests::reference::corpus_or_skip;

const SOURCE: &str = "
struct pair { int a; short b; };
struct outer {
    char tag;
    union {
        unsigned long whole;
        struct { unsigned int low; unsigned int high; };
        struct pair pair;
    };
    struct pair all[3];
    unsigned int x : 3, y : 7;
    char grid[2][4];
    unsigned int count;
    struct pair tail[];
};
typedef struct outer outer_t;
";

fn made() -> Btf {
    let compiled = scratch::compile(SOURCE, scratch::Target::default());
    Btf::parse(compiled.blob.expect("a blob"), None).expect("BTF")
}

/// `names +into` of each answer; for a gap, the path to its struct, `hole` or `padding`, and its size in bytes.
fn said(btf: &Btf, name: &str, byte: u64, size: Option<u32>) -> Vec<String> {
    let id = roots(btf, name)[0];
    let found = at(btf, id, byte, size).expect("an answer");
    assert!(!found.more);
    found
        .places
        .iter()
        .map(|place| match place.what {
            What::Member => format!("{} +{}", place.names, place.into),
            what => format!("{} {} of {}", place.names, what.word(), place.bits / 8),
        })
        .collect()
}

// By hand, for 64 bits: tag 0; the union 8..16; all 16..40 (8 bytes each: a 0, b 4, padding 6..8); x and y in the unit
// at 40 (bits 320..323 and 323..330); grid 42..50; count at 52, after a hole of 2; tail from 56 on.
#[test]
fn alternatives_elements_and_gaps_are_found() {
    let btf = made();
    assert_eq!(said(&btf, "outer", 0, None), ["tag +0"]);
    assert_eq!(said(&btf, "outer", 3, None), [" hole of 7"]);
    assert_eq!(said(&btf, "outer", 8, None), ["whole +0", "low +0", "pair.a +0"]);
    assert_eq!(said(&btf, "struct outer", 12, None), ["whole +4", "high +0", "pair.b +0"]);
    assert_eq!(said(&btf, "outer_t", 14, None), ["whole +6", "high +2", "pair padding of 2"]);
    // A read of 4 bytes at 12 reads `high`.
    assert_eq!(said(&btf, "outer", 12, Some(4))[0], "high +0");
    assert_eq!(said(&btf, "outer", 12, Some(2))[0], "pair.b +0");
    assert_eq!(said(&btf, "outer", 28, None), ["all[1].b +0"]);
    assert_eq!(said(&btf, "outer", 33, None), ["all[2].a +1"]);
    assert_eq!(said(&btf, "outer", 40, None), ["x +0", "y +0"]);
    assert_eq!(said(&btf, "outer", 47, None), ["grid[1][1] +0"]);
    assert_eq!(said(&btf, "outer", 50, None), [" hole of 2"]);
    // A flexible array goes on beyond the end of its struct.
    assert_eq!(said(&btf, "outer", 56 + 8 * 9 + 4, None), ["tail[9].b +0"]);
}

#[test]
fn some_bytes_and_types_have_no_answer() {
    let btf = made();
    let pair = roots(&btf, "pair")[0];
    assert_eq!(at(&btf, pair, 8, None), Err(AtError::Beyond { size: 8 }));
    assert_eq!(at(&btf, pair, u64::MAX, None), Err(AtError::Beyond { size: 8 }));
    let int = btf.types().find(|t| t.name() == "int").expect("int").id();
    assert_eq!(at(&btf, int, 0, None), Err(AtError::NoMembers));
    assert!(roots(&btf, "int").is_empty() && roots(&btf, "union pair").is_empty());
}

/// Unions, each of which holds smaller unions, have more places than can be listed.
#[test]
fn unions_of_unions_end() {
    let mut source = "union u0 { int a; int b; };".to_owned();
    for i in 1..40 {
        source.push_str(&format!("union u{i} {{ union u{} x; union u{0} y; }};", i - 1));
    }
    let compiled = scratch::compile(&source, scratch::Target::default());
    let btf = Btf::parse(compiled.blob.expect("a blob"), None).expect("BTF");
    let found = at(&btf, roots(&btf, "u39")[0], 0, None).expect("an answer");
    assert!(found.more && found.places.len() == 200);
}

/// A line of pahole's text: the declaration, and `offset: bit size` from the comment after it.
fn line(text: &str) -> Option<(&str, u64, Option<u64>, u64)> {
    let (code, comment) = text.rsplit_once("/*")?;
    let mut numbers = comment.trim_end().strip_suffix("*/")?.split([' ', ':']).filter(|n| !n.is_empty());
    let has_bit = comment.contains(':');
    let offset = numbers.next()?.parse().ok()?;
    let bit = if has_bit { Some(numbers.next()?.parse().ok()?) } else { None };
    Some((code.trim(), offset, bit, numbers.next()?.parse().ok()?))
}

/// The name of a declaration: `int (*open)(..);`, `char name[16];`, `u32 x:3;`.
fn name(code: &str) -> &str {
    let code = code.split("__attribute__").next().unwrap_or(code);
    let at = code.find("(*").map_or(0, |i| i + 2);
    let rest = code[at..].trim_end_matches([' ', ';']);
    let end = if at > 0 { rest.find([')', '[']) } else { rest.find(['[', ':']) };
    let head = rest[..end.unwrap_or(rest.len())].trim_end();
    head.rsplit([' ', '*', '\t']).next().unwrap_or(head)
}

#[test]
fn as_pahole_has_the_members_and_holes() {
    let Some(corpus) = corpus_or_skip() else { return };
    let (mut members, mut holes) = (0, 0);
    for kernel in fs::read_dir(corpus.root().join("ref/pahole")).expect("ref/pahole") {
        let kernel = kernel.expect("an entry").path();
        let file = kernel.file_name().expect("a name").to_string_lossy().into_owned();
        let btf = Btf::parse(corpus.read(&format!("btf/{file}")), None).expect("a kernel's BTF");
        for entry in fs::read_dir(&kernel).expect("a folder") {
            let path = entry.expect("an entry").path();
            let of = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let text = fs::read_to_string(&path).expect("text");
            // If several types have the name, pahole takes a struct, not a typedef or union.
            let Some(id) = roots(&btf, &of).into_iter().next() else { continue };
            let mut end = 0;
            for row in text.lines().map(str::trim) {
                if let Some(hole) = row.strip_prefix("/* XXX ").and_then(|r| r.split_once(" bytes hole")) {
                    let bytes: u64 = hole.0.parse().expect("a number");
                    let found = at(&btf, id, end, None).unwrap_or_else(|e| panic!("{file} {of} +{end}: {e}"));
                    let fits = |p: &search::at::AtPlace| p.what == What::Hole && p.bits == bytes * 8;
                    assert!(found.places.iter().any(fits), "{file} {of} +{end}: no hole of {bytes}: {found:?}");
                    holes += 1;
                    continue;
                }
                let Some((code, offset, bit, size)) = line(row) else { continue };
                end = offset + size;
                // Markers have no bytes, and pahole numbers bits in another way in big-endian BTF.
                if code.starts_with('}') || size == 0 || (bit.is_some() && file.contains("s390x")) {
                    continue;
                }
                let byte = offset + bit.unwrap_or(0) / 8;
                let wanted = name(code);
                let found = at(&btf, id, byte, None).unwrap_or_else(|e| panic!("{file} {of} +{byte}: {e}"));
                let here = |names: &str| names.split('.').any(|n| n.split('[').next() == Some(wanted));
                // An unnamed bitfield is not a member in BTF.
                let ok = wanted.is_empty() || found.places.iter().any(|p| here(&p.names));
                assert!(ok, "{file} {of} +{byte}: no {wanted} ({code}) in {:?}", found.places);
                members += 1;
            }
        }
    }
    assert!(members > 3_000 && holes > 100, "only {members} members and {holes} holes were compared");
}

#[test]
fn a_type_in_the_line_precedes_the_typed_type() {
    let columns = search::Columns::new(std::sync::Arc::new(made()));
    let found = |of: &str, line: &str| {
        let (targets, said) = columns.at_line(of, line);
        (targets.len(), said)
    };
    // At offset 20 is only all[0].b: `all` begins at 16, and each of its elements has 8 bytes.
    assert_eq!(found(" outer ", "0x14"), (1, "at 0x14 of outer".to_owned()));
    assert_eq!(
        found("pair", "outer+20"),
        (1, "at 0x14 of outer".to_owned()),
        "the type in the line is taken, not the typed one"
    );
    let (count, said) = found("outer", "*(u16 *)(r6 +20)");
    assert_eq!((count, said.as_str()), (1, "2 bytes read at 0x14 of outer; r6 is assumed to point to it"));
    assert_eq!(found("none", "4").1, "No struct or union is called “none” here.");
    assert_eq!(found("", "4").1, "Say the type: sock+0x4");
    let of_r6 = "Put the type that r6 points to before the line: task_struct *(u64 *)(r6 +1936)";
    assert_eq!(found("", "r1 = *(u64 *)(r6 +4)").1, of_r6);
    for line in ["", "  ", "no number"] {
        let (count, said) = found("outer", line);
        assert!(count == 0 && said.contains("0x4c · 76"), "{said}");
    }
}
