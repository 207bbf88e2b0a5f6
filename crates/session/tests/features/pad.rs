//! The scratch pad: typing, an open brace, sharing, closing and reopening.

use model::pad::{PadTarget, line_at, units};
use model::path;
use model::share;
use session::commands::Command;
use session::{BrowserHistory, FilesMsg, Msg, PadMsg};

use crate::page::Page;

impl Page {
    fn with_pad(text: &str) -> Page {
        let mut page = Page::new();
        page.send(Msg::Command(Command::Pad));
        page.send(Msg::Pad(PadMsg::Edit(text.into())));
        page
    }

    fn type_in(&mut self, text: &str) {
        self.send(Msg::Pad(PadMsg::Edit(text.into())));
    }

    fn go(&mut self, name: &str, member: &str) {
        let file = self.session.file().expect("the pad is open");
        let id = file.names().find(&file.btf, name).next().expect("it is declared").id();
        let path = path::from_names(&file.btf, id, member).expect("a member");
        self.send(Msg::GoTo(id, path, BrowserHistory::Push));
    }

    /// The selection, in words.
    fn selected(&self) -> String {
        session::status::status(&self.session).0
    }

    fn types(&self) -> u32 {
        self.session.file().expect("a file is open").btf.own_type_count()
    }
}

const SOURCE: &str = "struct s {\n\tint a;\n\tu32 b:3, c:4;\n};\n\nstruct t {\n\tstruct s s;\n};\n";

#[test]
fn the_pad_opens_with_an_example_without_faults() {
    let mut page = Page::new();
    page.send(Msg::Command(Command::Pad));
    let session = &page.session;
    assert_eq!(session.pad().marks, []);
    assert_eq!(session.pad().status(), "No errors");
    assert_eq!(session.pad_file().map(|f| f.name.as_str()), Some("scratch.btf"));
    assert_eq!(page.selected(), "struct task");
    assert!(session.pad_line().is_some());
    // Opening the pad is one step in the history, and its link is short enough for a chat message.
    let [(address, BrowserHistory::Push)] = page.addresses.as_slice() else { panic!("{:?}", page.addresses) };
    assert!(address.starts_with("#v=1&f=pad:") && address.len() < share::CHAT, "{address}");
    // Opening it again does nothing.
    page.send(Msg::Command(Command::Pad));
    assert_eq!(page.session.files().len(), 1);
}

#[test]
fn typed_source_is_shown_and_the_selection_stays() {
    let mut page = Page::with_pad(SOURCE);
    page.go("s", "b");
    assert_eq!((page.selected().as_str(), page.session.pad_line()), ("struct s.b", Some(3)));
    page.type_in(&format!("struct first {{ char c; }};\n\n{SOURCE}"));
    assert_eq!((page.selected().as_str(), page.session.pad_line()), ("struct s.b", Some(5)));
    assert_eq!(page.session.files().len(), 1);
    // Typing adds no steps to the history.
    let pushes = page.addresses.iter().filter(|a| a.1 == BrowserHistory::Push).count();
    assert_eq!(pushes, 2);
    // The type is removed, and then typed again.
    page.type_in("struct t { int x; };");
    assert_eq!(page.selected(), "struct t");
    page.type_in(SOURCE);
    assert_eq!(page.selected(), "struct s.b");
    // While a type is being renamed, the type on its line stays selected.
    for name in ["sa", "sam", "same"] {
        page.type_in(&SOURCE.replace("u32 b", &format!("u32 {name}")).replace("struct s ", &format!("struct {name} ")));
        assert_eq!(page.selected(), format!("struct {name}.{name}"));
    }
}

#[test]
fn an_open_brace_leaves_the_types_as_they_were() {
    let mut page = Page::with_pad(SOURCE);
    let types = page.types();
    page.type_in(&format!("{SOURCE}struct u {{"));
    assert_eq!((page.types(), page.session.pad().stale), (types, true));
    assert_eq!(page.session.pad().status(), "1 error. The types are still those of the last correct source");
    assert_eq!(page.session.pad().first_error().as_deref(), Some("Line 9: this `{` is not closed"));
    page.type_in(&format!("{SOURCE}struct u {{ u99 x; char y; }};"));
    assert!(!page.session.pad().stale);
    assert_eq!(page.types(), types + 2);
    let [mark] = page.session.pad().marks.as_slice() else { panic!("{:?}", page.session.pad().marks) };
    assert_eq!((mark.error, mark.line, mark.column), (true, 9, 12));
    let pieces = page.session.pad().pieces(&page.session.pad().text);
    assert_eq!(pieces.iter().filter(|p| p.1.is_some()).collect::<Vec<_>>(), [&("u99", Some(true))]);
    assert_eq!(pieces.iter().map(|p| p.0).collect::<String>(), page.session.pad().text);
    // Marks that do not fit the changed text are left out, and no text is lost.
    assert_eq!(page.session.pad().pieces("é").iter().map(|p| p.0).collect::<String>(), "é");
}

#[test]
fn lines_lead_to_their_declarations() {
    let source = "struct s {\n\tint a;\n\tunion {\n\t\tint lo;\n\t\tstruct { char x; };\n\t};\n};\nenum e {\n\tA,\n\tB\n};\ntypedef struct s s_t;\n";
    let mut page = Page::with_pad(source);
    for (line, selected) in [
        (1, "struct s"),
        (2, "struct s.a"),
        (4, "struct s.(union).lo"),
        (5, "struct s.(union).(struct)"),
        (8, "enum e"),
        (10, "enum e.B"),
        (12, "typedef s_t"),
    ] {
        page.send(Msg::Pad(PadMsg::Line(line)));
        assert_eq!((page.selected().as_str(), page.session.pad_line()), (selected, Some(line)));
    }
    // On a line without a declaration, the selection stays.
    page.send(Msg::Pad(PadMsg::Line(11)));
    assert_eq!(page.session.pad_line(), Some(12));
}

#[test]
fn the_target_changes_sizes_and_order() {
    let mut page = Page::with_pad("struct s { long a; void *p; };");
    let size = |page: &Page| {
        let file = page.session.file().expect("a file");
        let s = file.names().find(&file.btf, "s").next().expect("s");
        (s.size(), file.btf.pointer_size(), file.btf.endian())
    };
    assert_eq!(size(&page), (Some(16), 8, btf::Endian::Little));
    page.send(Msg::Pad(PadMsg::Target(PadTarget { wide: false, big: true, bytes: false })));
    assert_eq!(size(&page), (Some(8), 4, btf::Endian::Big));
    assert!(page.session.address().to_fragment().contains(";target=32be&"));
}

#[test]
fn a_link_carries_the_source_to_go_on_with() {
    let mut page = Page::with_pad(SOURCE);
    page.send(Msg::Pad(PadMsg::Target(PadTarget { wide: false, big: false, bytes: false })));
    page.go("s", "c");
    page.send(Msg::Command(Command::Share));
    let offers = page.session.offers();
    assert_eq!(offers[0].title, "A link to this scratch pad");
    let link = offers[0].fragment.clone();
    let mut other = Page::new();
    other.send(Msg::AddressChanged(link.clone()));
    assert_eq!((other.session.pad().text.as_str(), other.session.pad().target.word()), (SOURCE, "32le"));
    assert_eq!(other.selected(), "struct s.c");
    assert_eq!(other.session.address().to_fragment(), link);
    assert!(other.session.wanted().is_none());
    let version = other.session.pad().version;
    other.type_in("struct s { int z, c; };");
    assert_eq!(other.selected(), "struct s.c");
    // The answer to a source that was typed does not change the editor's text.
    assert_eq!(other.session.pad().version, version);
    // Following the link again replaces the source.
    other.send(Msg::AddressChanged(link));
    assert_eq!((other.session.pad().text.as_str(), other.session.files().len()), (SOURCE, 1));
    assert!(other.session.pad().version > version);
}

/// Old links must open for ever; the first version made this one.
#[test]
fn old_links_open() {
    let mut page = Page::new();
    page.send(Msg::AddressChanged(include_str!("../links/v1-pad.txt").trim().into()));
    assert_eq!(page.session.problems(), []);
    assert_eq!(page.session.pad().text, SOURCE);
    assert_eq!(page.selected(), "struct s.c");
}

#[test]
fn a_damaged_link_says_so() {
    let link = Page::with_pad(SOURCE).session.address().to_fragment();
    let at = link.find("pad:").expect("a pad") + 30;
    let bomb = format!("#v=1&f=pad:{};target=64le", ::share::pack(&vec![b' '; 2 << 20]));
    let binary = format!("#v=1&f=pad:{};target=64le", ::share::pack(&[0xff, 0xfe]));
    let target = link.replace("64le", "16le");
    for damaged in [format!("{}{}", &link[..at], &link[at + 1..]), link.replace("pad:A", "pad:"), bomb, binary, target]
    {
        let mut page = Page::new();
        page.send(Msg::AddressChanged(damaged.clone()));
        assert_eq!((page.session.problems().len(), page.session.files().len()), (1, 0), "{damaged:.90}");
        assert!(page.session.wanted().is_none(), "{:?}", page.session.problems());
    }
    // An error says that not all of the source is compiled.
    let large = format!("#v=1&f=pad:{};target=64le", ::share::pack(&vec![b' '; 300 << 10]));
    let mut page = Page::new();
    page.send(Msg::AddressChanged(large));
    let error = page.session.pad().first_error().unwrap_or_default();
    assert!(error.contains("up to 262144 are taken"), "{error}");
}

#[test]
fn a_closed_pad_opens_as_it_was_left() {
    let mut page = Page::with_pad(SOURCE);
    page.go("t", "");
    let id = page.session.current().expect("a file");
    page.send(Msg::Files(FilesMsg::Close(id)));
    assert_eq!(page.session.files().len(), 0);
    page.send(Msg::Command(Command::Pad));
    assert_eq!((page.session.pad().text.as_str(), page.selected().as_str()), (SOURCE, "struct t"));
}

#[test]
fn places_are_counted_as_browsers_do() {
    let text = "a\n𝄞é\nb";
    assert_eq!([0, 1, 2, 3, 4, 5, 6, 7, 99].map(|at| line_at(text, at)), [1, 1, 2, 2, 2, 2, 3, 3, 3]);
    assert_eq!(units(text, &(2..8)), 2..5);
}

#[test]
fn a_source_from_another_view_replaces_the_typed_one_and_back_returns_to_it() {
    let mut page = Page::with_pad(SOURCE);
    page.send(Msg::Pad(PadMsg::Show(
        "struct of_field___6_1 {\n\t__u32 state;\n} __attribute__((preserve_access_index));\n".into(),
    )));
    assert_eq!(page.session.pad().marks, []);
    assert_eq!(page.selected(), "struct of_field___6_1");
    let Some((_, BrowserHistory::Push)) = page.addresses.last() else { panic!("{:?}", page.addresses) };
}

#[test]
fn the_blob_can_be_written_as_bytes() {
    let mut page = Page::with_pad("struct s { int a; };");
    page.send(Msg::Pad(PadMsg::Target(PadTarget::BYTES)));
    let text = page.session.pad().text.clone();
    assert!(text.starts_with("// header\n9f eb "), "{text}");
    assert_eq!((page.session.pad().status().as_str(), page.selected().as_str()), ("No errors", "struct s"));
    // The third word of the struct is its size; change it.
    page.type_in(&text.replacen("04 00 00 00             // size", "0c 00 00 00             // size", 1));
    let file = page.session.file().expect("a file");
    assert_eq!(file.names().find(&file.btf, "s").next().and_then(|t| t.size()), Some(12));
    // A blob of version 2 cannot be read, so the types stay as they were.
    page.type_in(&text.replacen("01                      // version", "02                      // version", 1));
    assert_eq!(page.session.pad().first_error().as_deref(), Some("Line 3: version 2, but only version 1 is known"));
    assert!(page.session.pad().stale);
    assert_eq!(page.session.pad().written().map(|bytes| bytes.len()), Some(24 + 40 + 9));
    // The link has the bytes; choosing another target brings back the C source.
    assert!(page.session.address().to_fragment().contains(";target=hex"));
    page.send(Msg::Pad(PadMsg::Target(PadTarget::default())));
    assert_eq!(page.session.pad().text, "struct s { int a; };");
    // An empty blob has no header.
    page.send(Msg::Pad(PadMsg::Bytes));
    assert_eq!(page.session.pad().first_error().as_deref(), Some("Line 1: the file is empty"));
}

/// The pad's file is no kernel: the relocations of a program beside it are not resolved on its types.
#[test]
fn the_pad_is_not_a_kernel_for_a_program() {
    let mut page = Page::with_pad(SOURCE);
    let object = include_bytes!("../../../../static/samples/lessons/variant-guard.bpf.o");
    let input = desk::open::input(container::open("guard.bpf.o", object).expect("it opens"));
    page.send(Msg::Files(FilesMsg::Opened(Box::new(input))));
    assert_eq!((page.session.files().len(), page.session.kernels()), (2, vec![]));
    assert!(page.session.chips().iter().all(|chip| !chip.grouped));
}
