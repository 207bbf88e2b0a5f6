//! Lines made of numbers and words, in singular and plural.

use bpf::Object;
use btf::Btf;
use model::address::load_words;
use model::fits::{FitRow, Fits, RowKind};
use model::from_dwarf::offer;
use model::map::map;
use model::overview::header_words;
use model::program::{Overview, Program};
use model::relocations::PatchField;
use model::values::ByteRun;
use model::words::{many, more_words, of_all};
use needs::NeedKind;
use tests::fixture;

#[test]
fn counts_of_lists() {
    assert_eq!([many(1, "entry"), many(12_345, "entry"), many(0, "array")], ["1 entry", "12,345 entries", "0 arrays"]);
    assert_eq!([of_all(1, 1, "row"), of_all(2, 1_031, "row")], ["1 of 1 row", "2 of 1,031 rows"]);
    assert_eq!(more_words(1_200), "1,200 more: type into the filter to narrow them");
    let run = |start, len| ByteRun { start, len, row: None }.words();
    assert_eq!([run(3, 1), run(4, 4)], ["byte 3", "bytes 4 to 7"]);
}

#[test]
fn functions_and_maps_of_a_program() {
    let bytes: &[u8] = include_bytes!("../../../../static/samples/sample.bpf.o");
    let program = Program::new(Object::parse(bytes).expect("the sample"));
    let overview = Overview { functions: program.functions(), data: program.data(), ..Overview::default() };
    let maps = many(overview.data.maps.len() as u64, "map");
    assert_eq!(overview.counts(2), format!("2 functions, {maps}"));
    assert_eq!(overview.counts(1), format!("1 of 2 functions, {maps}"));
}

#[test]
fn words_of_the_table_of_fits() {
    let met = |met| Fits { needs: 60, met, ..Fits::default() }.met_words();
    assert_eq!(
        [met(0), met(52), met(60)],
        ["", "52 of 60 needs are met everywhere", "All 60 needs are met everywhere"]
    );
    let row = |kind| FitRow {
        kind,
        name: String::new(),
        of: String::new(),
        since: String::new(),
        programs: vec![],
        others: vec![],
        relocation: None,
        relo_kind: None,
        question: String::new(),
        cells: vec![],
    };
    assert_eq!(
        [row(RowKind::Program).of_words(), row(RowKind::Need(NeedKind::Helper)).of_words()],
        ["section ", "needed by "]
    );
}

#[test]
fn a_file_and_its_parts() {
    let btf = Btf::parse(fixture::read("kernel.x86_64.btf"), None).expect("a header");
    let strings = btf.section(btf::SectionKind::Strings).len();
    let words = format!("header of 24 bytes, version 1, little-endian, {strings} B of strings");
    assert_eq!(header_words(&btf), words);
    assert_eq!(load_words("https://example.org/x/a.btf"), "Load it from example.org");
    assert!(offer(true).1.ends_with("no BTF.") && offer(false).0.starts_with("Also "));
    let field =
        |changed| PatchField { name: "offset".into(), class: String::new(), hex: "28 00".into(), changed }.words();
    assert_eq!([field(true), field(false)], ["offset: 28 00, changed", "offset: 28 00"]);
}

#[test]
fn cache_lines_are_counted_or_numbered() {
    let compiled = scratch::compile("struct big { char a[64]; char b[6400]; };", scratch::Target::default());
    let btf = Btf::parse(compiled.blob.expect("a blob"), None).expect("a header");
    let id = btf.types().find(|t| t.name() == "big").map(|t| t.id()).expect("it is there");
    let layout = layout::layout(&btf, id, &layout::Options::default()).expect("a layout");
    let lines: Vec<String> = map(&btf, &layout, 64).lines.iter().map(|line| line.cache_lines()).collect();
    assert_eq!(lines, ["line 0", "100 lines"]);
}
