//! The Values view, driven by messages: reading bytes, rows with their bytes and bits, changes, links.

use std::sync::Arc;

use btf::TypeId;
use model::path::Path;
use model::values::{By, Output, OwnPart, PrintOptions, Sheet, Shown, print};
use model::views::View;
use session::look::values::{FORMS, ValuesLook};
use session::{BrowserHistory, FilesMsg, Msg, Overlay, ShareMsg, ValuesMsg};
use tests::blob::{Blob, Order};
use tests::fixture;

use crate::page::Page;

impl Page {
    fn open_file(name: &str, bytes: &[u8]) -> Page {
        let mut page = Page::new();
        let opened = container::open(name, bytes).expect("opens");
        page.send(Msg::Files(FilesMsg::Opened(Box::new(desk::open::input(opened)))));
        page
    }

    fn values(&mut self, msg: ValuesMsg) {
        self.send(Msg::Values(msg));
    }

    /// Goes to a type by its name, in the Values view.
    fn to(&mut self, name: &str) {
        let btf = Arc::clone(&self.session.file().expect("a file").btf);
        let id = btf.types().find(|t| t.name() == name).expect("the type").id();
        self.send(Msg::GoTo(id, Path::root(), BrowserHistory::Push));
        self.send(Msg::View(View::Values));
    }

    fn sheets(&self) -> &ValuesLook {
        &self.session.looks()[self.session.file().expect("a file").id].values
    }

    /// Name and value of each row.
    fn rows(&self) -> Vec<(String, String)> {
        let shown = self.sheets().shown.as_ref().expect("bytes");
        shown.rows.iter().map(|row| (row.title().to_owned(), row.row.value.clone())).collect()
    }

    fn values_of(&self, name: &str) -> Vec<String> {
        self.rows().into_iter().filter(|row| row.0 == name).map(|row| row.1).collect()
    }

    fn row(&self, name: &str) -> usize {
        self.rows().iter().position(|row| row.0 == name).expect("the row")
    }

    fn bytes(&self) -> Vec<u8> {
        self.sheets().sheet.as_ref().expect("bytes").bytes.to_vec()
    }

    fn path(&self) -> Vec<u32> {
        self.session.selection().expect("a selection").path.0.clone()
    }

    fn printed(&mut self, output: Output) -> String {
        self.values(ValuesMsg::Show(output));
        let file = self.session.file().expect("a file");
        self.session.looks()[file.id].values.printed(file).expect("bytes").text
    }
}

/// The blob of the example in btf.rst, section 5.1.
fn document(order: Order) -> Vec<u8> {
    tests::document::document(order).0.build()
}

/// The bytes of the first entry in the example of btf.rst, section 5.1: 0x2, 0x4, 0x6, 7, 0x8, 0xa.
fn entry(order: Order) -> &'static str {
    match order {
        // Bitfields fill bytes from their low bits on.
        Order::Little => "42 60 00 00 07 00 00 00 a8 00 00 00",
        // In big-endian order they fill bytes from their high bits on.
        Order::Big => "24 06 00 00 00 00 00 07 8a 00 00 00",
    }
}

#[test]
fn the_map_in_btf_rst_is_read_and_printed() {
    for order in Order::BOTH {
        let mut page = Page::open(document(order));
        page.to("tmp_t");
        assert!(page.sheets().asking && page.sheets().shown.is_none());
        let maps: Vec<&str> = page.sheets().maps().iter().map(|map| map.name.as_str()).collect();
        assert_eq!(maps, ["tmpmap"]);
        let dump = format!("key: 00 00 00 00  value: {}\nFound 1 element\n", entry(order));
        page.values(ValuesMsg::Pasted(dump));
        // Only one map has such values, so it is chosen for the entries.
        assert_eq!(page.sheets().map().map(|map| map.name.as_str()), Some("tmpmap"));
        assert!(!page.sheets().asking);
        let expected = [
            ("[0] key", "0"),
            ("[0] value", ""),
            ("a1", "2"),
            ("a2", "4"),
            ("a3", "6"),
            ("b", "7"),
            ("b1", "8"),
            ("b2", "10"),
        ];
        let expected: Vec<(String, String)> = expected.map(|(a, b)| (a.to_owned(), b.to_owned())).to_vec();
        assert_eq!(page.rows(), expected);
        let text = "[{\n        \"key\": 0,\n        \"value\": {\n            \"a1\": 0x2,\n            \"a2\": 0x4,\n            \"a3\": 0x6,\n            \"b\": 7,\n            \"b1\": 0x8,\n            \"b2\": 0xa\n        }\n    }\n]\n";
        assert_eq!(page.printed(Output::Text), text);
        assert!(page.printed(Output::Json).contains("\"a3\": \"0x6\""));
        // A value is changed; another page reads the new value from the address.
        page.values(ValuesMsg::Show(Output::Rows));
        let b2 = page.row("b2");
        page.values(ValuesMsg::Pick(b2));
        page.values(ValuesMsg::Set("A5".into()));
        assert_eq!(page.values_of("b2"), ["A5"]);
        assert!(page.address().contains("&b=entries;map=tmpmap;key=int;"), "{}", page.address());
        let mut other = Page::open(document(order));
        let (_, linked) = page.address().split_once("&b=").expect("bytes");
        let linked = linked.split('&').next().unwrap_or_default();
        let mine = other.address().to_owned();
        let id = page.session.selection().expect("a selection").id;
        other.send(Msg::AddressChanged(format!("{mine}&t=tmp_t&kind=struct&id={}&view=values&b={linked}", id.0)));
        assert_eq!((other.rows(), other.bytes()), (page.rows(), page.bytes()));
    }
}

impl Page {
    /// Makes a link that carries the selected type, and opens it on a new page.
    fn handed_on(&mut self) -> Page {
        self.send(Msg::Share(ShareMsg::Show));
        let offers = self.session.offers();
        let link = offers.iter().find(|o| o.title == "A link that carries the type").expect("a link").fragment.clone();
        self.send(Msg::Overlay(Overlay::None));
        let mut other = Page::new();
        other.send(Msg::AddressChanged(link));
        assert_eq!(other.session.problems(), []);
        other
    }
}

/// A link that carries the type also carries what the bytes need: the map, or the type of the keys.
#[test]
fn link_carries_map_and_key_type_of_the_bytes() {
    for order in Order::BOTH {
        let dump = format!("key: 00 00 00 00  value: {}\nFound 1 element\n", entry(order));
        let mut page = Page::open(document(order));
        page.to("tmp_t");
        page.values(ValuesMsg::Pasted(dump.clone()));
        let mut other = page.handed_on();
        assert_eq!((other.rows(), other.bytes()), (page.rows(), page.bytes()));
        assert_eq!(other.sheets().map().map(|map| map.name.as_str()), Some("tmpmap"));
        assert_eq!(other.printed(Output::Json), page.printed(Output::Json));
        // A link that is made from that link loses nothing.
        assert_eq!(other.handed_on().rows(), page.rows());

        // Without a map, the person types the name of the keys' type.
        page.values(ValuesMsg::Map(None));
        assert!(page.sheets().wants_key());
        page.values(ValuesMsg::Key("__u32".into()));
        let other = page.handed_on();
        assert_eq!((other.rows(), other.values_of("[0] key")), (page.rows(), vec!["0".to_owned()]));
    }
}

#[test]
fn values_bits_and_bytes_agree() {
    for order in Order::BOTH {
        let mut page = Page::open(document(order));
        page.to("tmp_t");
        page.values(ValuesMsg::Pasted(entry(order).into()));
        assert_eq!(page.values_of("a3"), ["6"]);
        // Choosing a row selects its member and its byte.
        let a3 = page.row("a3");
        page.values(ValuesMsg::Pick(a3));
        assert_eq!((page.path(), page.sheets().active_byte()), (vec![2], Some(1)));
        // Selecting a member chooses its row.
        page.send(Msg::Select(Path(vec![3])));
        assert_eq!((page.sheets().active(), page.sheets().active_byte()), (Some(page.row("b")), Some(4)));
        page.values(ValuesMsg::Byte(8));
        assert_eq!((page.sheets().active(), page.path()), (Some(page.row("b1")), vec![4]));
        page.values(ValuesMsg::ByteStep(-1));
        assert_eq!((page.sheets().active(), page.sheets().active_byte()), (Some(page.row("b")), Some(7)));
        // All bits of a bitfield's bytes are shown; the bits that belong to the bitfield are marked.
        page.values(ValuesMsg::Pick(a3));
        let file = page.session.file().expect("a file");
        let bits = page.session.looks()[file.id].values.bits(file, false).expect("bits");
        let own: Vec<u32> = bits.bytes[0].bits.iter().filter(|b| b.own).map(|b| b.number).collect();
        // In both orders, the most significant bit is on the left.
        let expected = if order == Order::Little { vec![7, 6, 5, 4] } else { vec![4, 5, 6, 7] };
        assert_eq!((own, bits.bytes.len(), bits.value.as_str()), (expected, 1, "6"));
        let on: Vec<bool> = bits.bytes[0].bits.iter().filter(|b| b.own).map(|b| b.on).collect();
        assert_eq!(on, [false, true, true, false]);
        // Set its lowest bit: 6 becomes 7, and only that bit changes.
        let lowest = if order == Order::Little { 12 } else { 15 };
        let before = page.bytes();
        page.values(ValuesMsg::Flip(lowest));
        assert_eq!(page.values_of("a3"), ["7"]);
        let changed = page.bytes();
        assert_eq!(before.iter().zip(&changed).map(|(a, b)| (a ^ b).count_ones()).sum::<u32>(), 1);
        // A value that does not fit is refused, another value is taken, and both changes are undone.
        page.values(ValuesMsg::Set("16".into()));
        assert_eq!(page.sheets().refused.as_deref(), Some("16 does not fit 4 bits"));
        assert_eq!(page.bytes(), changed);
        page.values(ValuesMsg::Set("0xf".into()));
        assert_eq!(page.values_of("a3"), ["15"]);
        page.values(ValuesMsg::Undo);
        page.values(ValuesMsg::Undo);
        assert_eq!((page.bytes(), page.sheets().is_changed()), (before, false));
    }
}

#[test]
fn bytes_that_do_not_fit_say_so() {
    let mut page = Page::open(document(Order::Little));
    page.to("tmp_t");
    let notes = |page: &Page| page.sheets().shown.as_ref().expect("bytes").notes.join("; ");
    page.values(ValuesMsg::Typed("42 60 00 00 07".into()));
    assert_eq!((page.values_of("a3"), notes(&page)), (vec!["6".to_owned()], "5 of 12 bytes are there".to_owned()));
    assert_eq!(page.values_of("b"), ["the bytes end here: 8 are needed, 5 are there"]);
    // After typing, the field stays open; after pasting, it closes.
    assert!(page.sheets().asking);
    page.values(ValuesMsg::Pasted(format!("{0} {0} 42", entry(Order::Little))));
    assert_eq!(notes(&page), "2 records of 12 bytes, and 1 byte of another");
    assert_eq!(page.values_of("a1"), ["2", "2", "2"]);
    assert!(!page.sheets().asking);
    // An error says its place, and the previous bytes are dropped.
    page.values(ValuesMsg::Pasted("42 6?".into()));
    let problem = page.sheets().problem.clone().expect("a problem");
    assert!(problem.text.starts_with("line 1, column 5: "), "{}", problem.text);
    assert_eq!((problem.range, page.sheets().shown.is_none(), page.sheets().asking), (4..5, true, true));
    page.values(ValuesMsg::Pasted("00".repeat(1 << 20) + "00"));
    assert!(page.sheets().problem.clone().expect("a problem").text.contains("`btfscope value` reads up to 64 MB"));
    page.values(ValuesMsg::Typed(String::new()));
    assert!(page.sheets().problem.is_none());
    // Void has no values.
    assert!(session::look::values::reads(&page.session.file().expect("a file").btf, btf::TypeId(0)).is_err());
    // Bytes that are all zero, and their text.
    page.values(ValuesMsg::Zeros);
    assert_eq!(page.bytes(), [0; 12]);
    assert_eq!(page.printed(Output::Text), "(struct tmp_t){\n}\n");
}

#[test]
fn forms_and_byte_orders() {
    let mut page = Page::open(document(Order::Little));
    page.to("int");
    let form = |title: &str| FORMS.iter().position(|form| form.0 == title).expect("a form");
    for (text, expected) in [
        ("2a 00 00 00", "42"),
        ("KgAAAA==", "42"),
        ("{ 0x2a, 0, 0, 0 }", "42"),
        ("00000000: 2a00 0000", "42"),
        ("0x7ffe10:\t0x0000002a", "42"),
    ] {
        page.values(ValuesMsg::Pasted(text.into()));
        assert_eq!(page.rows().first().map(|row| row.1.as_str()), Some(expected), "{text}");
    }
    // gdb prints numbers in the byte order of its machine; in the other order, the bytes in memory are different.
    page.values(ValuesMsg::Order(btf::Endian::Big));
    assert_eq!((page.bytes(), page.rows()[0].1.as_str()), (vec![0, 0, 0, 0x2a], "42"));
    page.values(ValuesMsg::Pasted("00 00 00 2a".into()));
    page.values(ValuesMsg::Order(btf::Endian::Big));
    assert_eq!(page.rows()[0].1, "42");
    assert!(page.address().contains("&b=big;"), "{}", page.address());
    // If a text may be of two forms, the person can choose the other form.
    page.values(ValuesMsg::Order(btf::Endian::Little));
    page.values(ValuesMsg::Typed("AAAA".into()));
    assert_eq!(page.bytes(), [0xaa, 0xaa]);
    page.values(ValuesMsg::Form(form("base64")));
    assert_eq!(page.bytes(), [0, 0, 0]);
    page.values(ValuesMsg::Form(0));
    page.values(ValuesMsg::File("x.bin".into(), Arc::from([7u8, 0, 0, 0].as_slice())));
    assert_eq!((page.rows()[0].1.as_str(), page.sheets().form_text.as_str()), ("7", "raw bytes, x.bin"));
}

/// A string is one row at first; the rows of its characters are shown on request.
#[test]
fn texts_are_closed_at_first() {
    let mut blob = Blob::new(Order::Little);
    let (char_, int) = (blob.int("char", 1, 1), blob.int("int", 4, 1));
    let (name, numbers) = (blob.array(char_, int, 8), blob.array(int, int, 2));
    blob.structure("both", 16, &[("name", name, 0), ("numbers", numbers, 64)]);
    let mut page = Page::open(blob.build());
    page.to("both");
    page.values(ValuesMsg::Pasted("62 61 73 68 00 00 00 00 01 00 00 00 02 00 00 00".into()));
    let names = |page: &Page| page.rows().into_iter().map(|row| row.0).collect::<Vec<_>>();
    assert_eq!(names(&page)[1..], ["name", "numbers", "[0]", "[1]"]);
    assert_eq!(page.values_of("name"), ["\"bash\""]);
    let row = page.row("name");
    page.values(ValuesMsg::Toggle(row));
    assert_eq!(names(&page)[1..4], ["name", "[0]", "[1]"]);
    // An array of characters that is the whole type is expanded, because there is nothing else to show.
    let id = page.session.file().expect("a file").btf.types().find(|t| t.kind() == btf::Kind::Array).expect("it").id();
    page.send(Msg::GoTo(id, Path::root(), BrowserHistory::Push));
    assert!(page.rows().len() > 2, "{:?}", page.rows());
}

#[test]
fn an_objects_own_bytes() {
    let bytes = std::fs::read(fixture::project().join("static/samples/sample.bpf.o")).expect("the sample");
    let mut page = Page::open_file("sample.bpf.o", &bytes);
    page.to("tcp");
    // The bytes of the variable `tcp` are in `.data`.
    let look = page.sheets();
    assert!(!look.asking, "{:?}", look.problem);
    assert_eq!(look.form_text, "the file's own .data");
    assert_eq!(look.shown.as_ref().expect("bytes").len, 24);
    // A link that carries the type also carries the bytes, because the receiver has no file.
    let other = page.handed_on();
    // The record has the name of the variable if it is read as part of the file, and no name if it is read by its type
    // alone.
    assert_eq!((other.bytes(), &other.rows()[1..]), (page.bytes(), &page.rows()[1..]));
    // The bytes are dropped if another type is selected; with the section of the variable they are shown again.
    page.to("event");
    assert!(page.sheets().shown.is_none() && page.sheets().asking);
    page.to(".data");
    assert_eq!(page.sheets().shown.as_ref().expect("bytes").notes, ["1 variable"]);
    assert_eq!(page.rows()[0].0, "tcp");
    assert!(!page.address().contains("&b="), "{}", page.address());
}

/// Offsets of variables and their members count from their section; offsets in one of several records count from the
/// start of this record.
#[test]
fn offsets_are_those_of_the_section() {
    let (blob, int, tmp) = tests::document::document(Order::Little);
    let btf = btf::Btf::parse(blob.build(), None).expect("a blob");
    let offsets = |by, len: usize| -> Vec<String> {
        let sheet = Sheet { bytes: vec![0; len].into(), by, order: btf::Endian::Little };
        let shown = Shown::of(&btf, &sheet, &value::Open::default());
        shown.rows.iter().map(|row| format!("{} {}", row.title(), row.offset())).collect()
    };
    let part = |name: &str, id, offset, size| OwnPart { name: name.into(), id: TypeId(id), offset, size };
    let section = By::Own(vec![part("count", int, 0, 4), part("first", tmp, 8, 12)].into());
    let expected = ["count 0", "first 8", "a1 8:0", "a2 8:4", "a3 9:4", "b 12", "b1 16:0", "b2 16:4"];
    assert_eq!(offsets(section, 20), expected);
    assert_eq!(offsets(By::Type(TypeId(tmp)), 24)[7..10], ["[1] 0", "a1 0:0", "a2 0:4"]);
}

/// At the most rows, and at the most records to print, nothing is missing; with one more, something is.
#[test]
fn only_what_is_missing_is_said_to_be() {
    let mut blob = Blob::new(Order::Little);
    let byte = TypeId(blob.int("char", 1, 1));
    let btf = btf::Btf::parse(blob.build(), None).expect("a blob");
    let sheet = |len: usize| Sheet { bytes: vec![0; len].into(), by: By::Type(byte), order: btf::Endian::Little };
    for (len, more) in [(20_000, false), (20_001, true)] {
        let shown = Shown::of(&btf, &sheet(len), &value::Open::default());
        assert_eq!((shown.rows.len(), shown.more), (20_000, more), "{len}");
    }
    for (len, problem) in [(50_000, None), (50_001, Some("The first 50,000 are printed."))] {
        let printed = print(&btf, &sheet(len), Output::Json, PrintOptions::default());
        assert_eq!(printed.problem.as_deref(), problem, "{len}");
    }
    // The text limit of 1 MiB is reached before the limit of records: of 60,000 records, each takes more than 21 bytes.
    let (blob, _, tmp) = tests::document::document(Order::Little);
    let btf = btf::Btf::parse(blob.build(), None).expect("a blob");
    let sheet = Sheet { bytes: vec![0; 60_000 * 12].into(), by: By::Type(TypeId(tmp)), order: btf::Endian::Little };
    let problem = print(&btf, &sheet, Output::Json, PrintOptions::default()).problem.expect("not all is printed");
    assert!(problem.ends_with(" of 60,000 are printed."), "{problem}");
}

#[test]
fn links_that_are_damaged_say_so() {
    let mut page = Page::open(document(Order::Little));
    let mine = page.address().to_owned();
    page.send(Msg::AddressChanged(format!("{mine}&t=tmp_t&kind=struct&view=values&b=AVxx")));
    let problem = page.sheets().problem.clone().expect("a problem");
    assert!(problem.text.starts_with("The link's bytes cannot be read: "), "{}", problem.text);
    page.send(Msg::AddressChanged(format!("{mine}&t=tmp_t&kind=struct&view=values&b=loud;AVxx")));
    assert_eq!(page.session.notice(), "The link's bytes cannot be read");
}

#[test]
fn a_map_dump_without_a_type_leads_to_values() {
    let dump = "key: 00 00 00 00  value: 01 02 03 04\nFound 1 element\n";
    let said = Page::new().session.values_elsewhere(dump).expect("a problem").message;
    assert!(said.contains("a dump of a map") && said.contains("Values"), "{said}");
    let mut page = Page::open_file("families.clang.bpfel.o", &fixture::read("families.clang.bpfel.o"));
    assert!(page.session.values_elsewhere("9f eb 01 00").is_none());
    assert!(page.session.values_elsewhere("key: nothing\n").is_none());
    assert!(page.session.values_elsewhere(dump).expect("a problem").message.contains("the type of the map's values"));
    // If the values of a type are shown, the text is read there.
    let id = page.session.file().expect("a file").btf.types().last().expect("a type").id();
    page.send(Msg::GoTo(id, Path::root(), BrowserHistory::Push));
    page.send(Msg::View(View::Values));
    assert!(page.session.takes_values(dump) && page.session.values_elsewhere(dump).is_none());
}
