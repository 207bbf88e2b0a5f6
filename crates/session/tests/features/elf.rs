//! The ELF relocations and symbols of a program, as the page shows them; and programs without BTF.

use container::{OpenStep, Opener};
use desk::FileInput;
use model::kernel_lists::{hex_parts, shown_section};
use model::program::Goes;
use session::look::kernel_lists::ListsMsg;
use session::look::verdict::VerdictMsg;
use session::{Msg, ProgramMsg, Screen};

use crate::page::Page;

impl Page {
    /// The chosen row, and its cells.
    fn chosen(&self) -> (usize, String) {
        let look = &self.look().lists;
        let row = look.row.expect("a row is chosen");
        (row, look.table().expect("a table").rows[row].cells.join("|"))
    }
}

fn bytes(name: &str) -> Vec<u8> {
    let path = format!("{}/../../static/samples/lessons/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// Reads a file as the page does.
fn opened(name: &str, bytes: &[u8]) -> FileInput {
    let mut opener = Opener::new(name, bytes.len() as u64).with_bare_programs();
    let mut supplied = None;
    loop {
        match opener.step(supplied).expect("it opens") {
            OpenStep::Need(range) => supplied = Some((range, &bytes[range.start as usize..range.end as usize])),
            OpenStep::Done(opened) => return desk::open::input(*opened),
            OpenStep::Unpack(_) => panic!("{name} is not packed"),
        }
    }
}

const LISTS: [&str; 5] = [
    "Symbols Symbols 7",
    "Relocations .rel.text 3",
    "Relocations .rel.BTF 1",
    "Relocations .rel.BTF.ext 16",
    "Sections Sections 11",
];

#[test]
fn relocations_and_symbols_are_lists_of_a_program() {
    let mut page = Page::of(opened("elf-calls.o", &bytes("elf-calls.o")));
    page.lists(ListsMsg::Show(true));
    assert_eq!(page.names(), LISTS);
    page.lists(ListsMsg::Pick(1));
    assert!(page.address().ends_with("&l=.rel.text"), "{}", page.address());
    page.lists(ListsMsg::Row(1));
    let border = "0x30|000000020000000a|R_BPF_64_32|32|2|workers|workers|(S 0 + A 0x18) / 8 - 1 = 2|border";
    assert_eq!(page.chosen(), (1, border.to_owned()));

    // The patched bytes, the bytes of the record and the bytes of the symbol are each shown in their section. A byte in
    // one of these sections leads back to its row.
    let look = |page: &Page| page.look().lists.clone();
    for (mark, name, len) in [(0, ".text", 4), (1, ".rel.text", 16), (2, ".symtab", 24)] {
        page.lists(ListsMsg::Mark(mark));
        let (table, row) = (look(&page).table().expect("a table").clone(), look(&page).row);
        assert_eq!(look(&page).mark(), mark);
        let section = shown_section(&table, row, mark).expect("a section");
        assert_eq!(section.name, name);
        let at = table.rows[1].bytes[mark];
        assert_eq!(at.len(), len);
        let parts = hex_parts(&table, row, mark, section.range);
        assert!(parts.iter().any(|part| part.range == at && part.row == Some(1)), "{parts:?}");
    }
    // The section table leads to the bytes of each section.
    page.lists(ListsMsg::Find("Sections".into(), 3));
    assert_eq!(page.chosen(), (3, "4|workers|PROGBITS|AX|0xa8|48|||8||programs".to_owned()));
    let sections = look(&page);
    let section = shown_section(sections.table().expect("a table"), Some(3), 0).expect("bytes");
    assert_eq!((section.name.as_str(), section.range.start, section.range.end), ("workers", 0xa8, 0xd8));
    page.lists(ListsMsg::Pick(1));
    page.lists(ListsMsg::Row(1));
    page.lists(ListsMsg::Mark(0));
    let place = look(&page).table().expect("a table").rows[2].bytes[0].start;
    page.lists(ListsMsg::Byte(place));
    assert_eq!(page.chosen().0, 2);
    page.lists(ListsMsg::Byte(0));
    assert_eq!(page.chosen().0, 2, "the ELF header belongs to no relocation");
}

#[test]
fn an_instruction_leads_to_its_relocation() {
    let mut page = Page::of(opened("elf-calls.o", &bytes("elf-calls.o")));
    page.send(Msg::Program(ProgramMsg::Show(true)));
    let functions = page
        .session
        .program()
        .and_then(|f| page.session.looks()[f.id].program.overview().cloned())
        .expect("the desk answered");
    let measure = functions.functions.iter().find(|f| f.name == "measure").expect("a function");
    assert_eq!(measure.prototype, "int measure(int width, int height)");
    page.send(Msg::Program(ProgramMsg::Function(measure.index)));
    page.send(Msg::Program(ProgramMsg::Slot(6)));
    let file = page.session.program().expect("a program");
    let relo = page.session.looks()[file.id].program.insn().expect("an instruction").relos[0].clone();
    assert_eq!((relo.name.as_str(), relo.formula.as_str()), ("R_BPF_64_32", "(S 0 + A 0x18) / 8 - 1 = 2"));
    assert_eq!(relo.goes, Goes::Relocation(".rel.text".to_owned(), 1));
    page.send(Msg::Program(ProgramMsg::Go(relo.goes)));
    assert_eq!(page.chosen().0, 1);
    assert!(page.chosen().1.starts_with("0x30|"));
    // The first time, another list with a filter is shown; the second time, the list itself is already shown.
    page.lists(ListsMsg::Pick(0));
    page.lists(ListsMsg::Filter("area".into()));
    for row in [2, 0] {
        page.lists(ListsMsg::Find(".rel.text".into(), row));
        assert_eq!(page.chosen().0, row as usize);
    }
    // Afterwards any other list can be picked, although no answer came for the second link.
    page.lists(ListsMsg::Pick(0));
    let lists = &page.session.looks()[page.session.lists().expect("lists").id].lists;
    assert_eq!((lists.at, lists.row), (0, None));
}

#[test]
fn programs_without_btf_open() {
    let mut bare = bytes("elf-calls.o");
    for at in 0..bare.len() - 4 {
        if bare[at..].starts_with(b".BTF") {
            bare[at + 1] = b'X';
        }
    }
    assert!(container::open("bare.o", &bare).is_err(), "a program without BTF opens only on request");
    let mut page = Page::of(opened("bare.o", &bare));
    assert_eq!(page.session.problems(), []);
    let file = page.session.file().expect("it is open");
    assert_eq!(file.btf.own_type_count(), 0);
    assert!(file.no_btf);
    let why: String = file.look.list.empty_text(file.no_btf).into_iter().map(|part| part.1).collect();
    assert!(why.contains("no section .BTF") && why.contains("clang -g"), "{why}");
    assert!(file.facts().contains("no BTF"), "{}", file.facts());
    // No kernel is asked about a file without BTF.
    page.send(Msg::Verdict(VerdictMsg::Show(true)));
    assert!(page.session.verdict().ruling(&page.session).is_none());
    assert_eq!(page.session.verdict().problem(&page.session), Some(why.as_str()));
    page.send(Msg::Program(ProgramMsg::Show(true)));
    let functions = page
        .session
        .program()
        .and_then(|f| page.session.looks()[f.id].program.overview().cloned())
        .expect("the desk answered");
    let names: Vec<&str> = functions.functions.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["measure", "area", "border"]);
    page.send(Msg::Program(ProgramMsg::Function(0)));
    let texts: Vec<String> = page
        .session
        .program()
        .and_then(|f| page.session.looks()[f.id].program.model().cloned())
        .into_iter()
        .flat_map(|m| {
            m.listing
                .rows
                .iter()
                .filter_map(|row| match row {
                    model::program::ListingRow::Insn(insn) => Some(insn.text()),
                    model::program::ListingRow::Source(_) => None,
                })
                .collect::<Vec<_>>()
        })
        .collect();
    assert_eq!((texts.len(), texts[0].as_str()), (12, "w6 = w2"));
    page.lists(ListsMsg::Show(true));
    assert_eq!(page.session.screen(), Screen::Lists);
    assert_eq!(page.names()[..2], LISTS[..2]);
    // A file with BTF does not have the text about missing BTF.
    let with = Page::of(opened("elf-calls.o", &bytes("elf-calls.o")));
    let file = with.session.file().expect("it is open");
    assert!(!file.no_btf);
    assert!(file.facts().contains(" types"), "{}", file.facts());
    let filled = (0..4096).filter(|&at| file.is_filled(model::focus::BlobId::Own, at)).count();
    assert_eq!(filled, 1, "the offset of margin in its DATASEC");
}
