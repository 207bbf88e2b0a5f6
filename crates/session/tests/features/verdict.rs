//! The screen Verdict: faults by kernel, with their types and bytes; and the verdict beside the scratch pad.

use std::rc::Rc;

use model::focus::{BlobId, ByteFocus};
use model::verdict::Ruling;
use session::commands::Command;
use session::look::verdict::VerdictMsg;
use session::{Empty, Msg, PadMsg, Screen};
use tests::blob::{Blob, Order, kind};

use crate::page::Page;

impl Page {
    fn ruling(&self) -> Rc<Ruling> {
        Rc::clone(self.session.verdict().ruling(&self.session).expect("a verdict"))
    }

    fn says(&self) -> String {
        self.ruling().kernel().expect("a kernel").sentence()
    }
}

/// A struct whose second member ends beyond the end of the struct, and a name that is no identifier.
fn wrong(order: Order) -> Vec<u8> {
    let mut b = Blob::new(order);
    let int = b.int("int", 4, 1);
    b.structure("s", 4, &[("a", int, 0), ("b", int, 24)]);
    b.fwd("x$", false);
    b.build()
}

#[test]
fn faults_lead_to_types_and_bytes() {
    for order in Order::BOTH {
        let mut page = Page::open(wrong(order));
        // The verdict is asked for only when it is shown, because the desk is a worker that must be loaded first.
        assert!(page.session.verdict().ruling(&page.session).is_none());
        page.send(Msg::Command(Command::Verdict));
        assert_eq!(page.says(), "Linux 7.2 refuses it: EINVAL (22)");
        assert_eq!(page.session.screen(), Screen::Verdict);
        assert!(page.address().ends_with("&verdict=1"), "{}", page.address());
        let ruling = page.ruling();
        let words: Vec<&str> = ruling.faults.iter().map(|f| f.words.as_str()).collect();
        let expected = ["[3] FWD x$ struct Invalid name", "\\tb type_id=1 bits_offset=24 Member exceeds struct_size"];
        assert_eq!(words, expected);
        assert!(ruling.faults[0].rule.ends_with("(btf.rst 2.2.7 BTF_KIND_FWD)"), "{}", ruling.faults[0].rule);
        assert_eq!(ruling.faults[1].place, "type [2], item 1, bytes 0x40..0x4c");
        // A note says that libbpf opens the blob. For a big-endian blob, a second note is about kernels of the other
        // byte order.
        assert_eq!(ruling.notes[0], "libbpf opens it, because libbpf checks less than the kernel");
        assert_eq!(ruling.notes.len(), 1 + usize::from(order == Order::Big), "{:?}", ruling.notes);

        page.send(Msg::Verdict(VerdictMsg::Choose(1)));
        let selection = page.session.selection().cloned().expect("a type");
        assert_eq!((selection.id.0, session::status::status(&page.session).0.as_str()), (2, "struct s.b"));
        let byte = page.session.file().and_then(|f| f.look.byte);
        assert_eq!(byte, Some(ByteFocus { blob: BlobId::Own, at: 0x40 }));
        assert_eq!((page.session.screen(), page.session.verdict().chosen), (Screen::Verdict, Some(1)));
        page.send(Msg::Verdict(VerdictMsg::Step(-5)));
        assert_eq!((page.session.selection().map(|s| s.id.0), page.session.verdict().chosen), (Some(3), Some(0)));
        page.send(Msg::Verdict(VerdictMsg::Show(false)));
        assert_eq!(page.session.screen(), Screen::Types);
        assert!(!page.address().contains("verdict"), "{}", page.address());
    }
}

#[test]
fn kernels_differ() {
    let mut b = Blob::new(Order::Little);
    let int = b.int("int", 4, 1);
    b.type_tag("a", true, int);
    let constant = b.reference(kind::CONST, 2);
    b.type_tag("b", false, constant);
    let mut page = Page::open(b.build());
    page.send(Msg::Verdict(VerdictMsg::Show(true)));
    let ruling = page.ruling();
    let all: Vec<(&str, bool)> = ruling.kernels.iter().map(|k| (k.version.as_str(), k.accepts())).collect();
    assert_eq!(all, [("7.2", true), ("6.18", false), ("6.12", false), ("6.1", false), ("5.10", false)]);
    assert_eq!((ruling.faults.len(), page.says().as_str()), (0, "Linux 7.2 accepts it"));
    let verdict = page.session.verdict();
    let fine = "This kernel finds no fault.";
    assert_eq!(verdict.empty(&page.session), Some(Empty::Nothing(fine)));
    assert!(verdict.line(&page.session).starts_with("Linux 7.2 accepts it · 6.18\u{a0}✗ "));
    page.send(Msg::Verdict(VerdictMsg::Kernel(1)));
    assert_eq!(page.says(), "Linux 6.18 refuses it: EINVAL (22)");
    assert_eq!(page.ruling().faults[0].words, "Type tags don't precede modifiers");
    page.send(Msg::Verdict(VerdictMsg::Kernel(4)));
    assert!(page.ruling().notes.iter().any(|note| note.starts_with("not all rules of 5.10 are known: judged as 6.1")));
}

#[test]
fn the_pad_is_judged_as_one_types() {
    let mut page = Page::new();
    page.send(Msg::Command(Command::Pad));
    assert_eq!(page.says(), "Linux 7.2 accepts it");
    let old = |page: &Page| page.ruling().kernels.last().map(|k| (k.version.clone(), k.accepts()));
    page.send(Msg::Pad(PadMsg::Edit("struct s {\n\tint a;\n};\n".into())));
    assert_eq!(old(&page), Some(("5.10".into(), true)));
    // Kernels know ENUM64 from 6.0 on.
    page.send(Msg::Pad(PadMsg::Edit("enum big {\n\tB = 0x100000000,\n};\n".into())));
    assert_eq!(old(&page), Some(("5.10".into(), false)));
    assert_eq!(page.says(), "Linux 7.2 accepts it");
}

#[test]
fn bytes_that_cannot_be_read_are_not_judged() {
    let mut page = Page::new();
    page.send(Msg::Pad(PadMsg::Bytes));
    assert_eq!(page.session.pad_stops(), Some("Decoding stops: the file is empty (byte 0x0)"));
    // An INT of four bytes: 24 bytes of header, 16 of types, and "int" after the empty string.
    let int = "9feb0100 18000000 00000000 10000000 10000000 05000000 01000000 00000001 04000000 20000001 00 696e7400";
    page.send(Msg::Pad(PadMsg::Edit(int.into())));
    assert_eq!((page.session.pad_stops(), page.says().as_str()), (None, "Linux 7.2 accepts it"));
    // The page shows why the blob cannot be read. It shows no verdict, which would be about an earlier blob.
    page.send(Msg::Pad(PadMsg::Edit(int.replacen("01", "02", 1))));
    assert_eq!(page.session.pad_stops(), Some("Decoding stops: version 2, but only version 1 is known (byte 0x2)"));
    page.send(Msg::Pad(PadMsg::Show("struct s { int a; };".into())));
    assert_eq!((page.session.pad_stops(), page.says().as_str()), (None, "Linux 7.2 accepts it"));
}

fn opened(name: &str, bytes: &[u8]) -> desk::FileInput {
    desk::open::input(container::open(name, bytes).expect("an object"))
}

/// No kernel is asked about an object that libbpf does not open. The fault has the rule and message of libbpf, and its
/// bytes if these are in `.BTF` or `.BTF.ext`.
#[test]
fn object_that_libbpf_does_not_open_shows_its_rule_and_bytes() {
    let sample = |name: &str| {
        let path = format!("{}/../../static/samples/{name}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read(path).expect("a sample")
    };
    let mut page = Page::of(opened("elf-calls.o", &sample("lessons/elf-calls.o")));
    page.send(Msg::Command(Command::Verdict));
    let ruling = page.ruling();
    assert!(ruling.kernels.is_empty());
    assert_eq!(ruling.sentence(), "libbpf does not open it: ENOTSUP (95)");
    assert_eq!(ruling.faults[0].words, "sec 'workers': program 'border' is static and not supported");
    let rule = "a program outside of .text is static (libbpf's bpf_object__add_programs, rule 3.3)";
    assert_eq!(ruling.faults[0].rule, rule);
    // The bytes of a symbol are in no blob.
    assert!(
        ruling.faults[0].place.starts_with("bytes 0x") && ruling.faults[0].blob.is_none(),
        "{:?}",
        ruling.faults[0]
    );
    let line = page.session.verdict().line(&page.session);
    assert_eq!(line, format!("libbpf does not open it: ENOTSUP (95): {}", ruling.faults[0].words));
    page.send(Msg::Verdict(VerdictMsg::Choose(0)));
    assert_eq!(page.session.file().and_then(|f| f.look.byte), None);

    // The sample, with another version in byte 2 of its .BTF.ext.
    let mut broken = sample("sample.bpf.o");
    let magic = broken.windows(4).rposition(|bytes| bytes == [0x9f, 0xeb, 1, 0]).expect(".BTF.ext");
    broken[magic + 2] = 9;
    let mut page = Page::of(opened("broken.o", &broken));
    page.send(Msg::Command(Command::Verdict));
    page.send(Msg::Verdict(VerdictMsg::Choose(0)));
    let (ruling, byte) = (page.ruling(), page.session.file().and_then(|f| f.look.byte));
    assert_eq!(ruling.faults[0].place, format!("bytes {:#x}..{:#x} of the file", magic + 2, magic + 4));
    assert_eq!(byte, Some(ByteFocus { blob: BlobId::Ext, at: 2 }), "{:?}", ruling.faults);
}
