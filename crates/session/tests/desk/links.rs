//! Relocations that links carry.

use session::commands::Command;
use session::{CoreMsg, Msg};

use crate::page::Page;

/// The texts of the picked relocation: title, the result and the reason on the shown kernel, source line.
fn described(page: &Page) -> (String, String, String, String) {
    let look = &page.look().core;
    let d = look.model().expect("it was read");
    let at = look.explained().expect("a kernel");
    let (result, why) = (&d.results[at], &d.why[at]);
    (
        format!("{} {}", d.kind_str(), d.path),
        format!("{} {}", result.name, result.result),
        why.title.clone(),
        d.line.clone(),
    )
}

/// A link carries a relocation with the kernel's types that it needs, and a new page shows the same.
#[test]
fn relocation_survives_a_link() {
    let mut page = Page::with_kernels();
    page.send(Msg::Core(CoreMsg::Filter("lost_member".into())));
    page.send(Msg::Core(CoreMsg::Step(0)));
    page.work();
    let before = described(&page);
    assert_eq!(before.1, "relo-new.bpfel.btf poisoned");
    page.send(Msg::Command(Command::Share));
    assert!(page.session.is_packing());
    assert_eq!(page.session.offers().len(), 1, "the short one needs no work");
    page.work();
    assert!(!page.session.is_packing());
    let offers = page.session.offers();
    assert_eq!(offers.len(), 2);
    let link = offers[0].fragment.clone();
    assert!(offers[0].title.contains("relocation") && link.len() < model::share::CHAT, "{}", link.len());
    assert!(
        link.contains(";name=relo.clang.bpfel.o&f=target,data:") && link.ends_with("&r=raw_tp/member_gone%230"),
        "{link}"
    );

    let mut page = Page::new();
    page.send(Msg::AddressChanged(link.clone()));
    page.work();
    assert_eq!(
        (page.session.problems(), page.session.wanted().is_some(), page.session.files().len()),
        ([].as_slice(), false, 2)
    );
    assert_eq!(described(&page), before);
    assert!(page.session.files().iter().all(session::file::OpenFile::is_excerpt), "the object and the kernel's types");
    // The address is still the link, so that a reload shows the same. Following the link again opens nothing twice.
    assert_eq!(page.session.address().to_fragment(), link);
    page.send(Msg::AddressChanged(link.clone()));
    page.work();
    assert_eq!((page.session.files().len(), described(&page)), (2, before.clone()));
    // The link can be shared again.
    page.send(Msg::Command(Command::Share));
    page.work();
    assert_eq!(page.session.offers()[0].fragment, link);

    // Damage of a part is reported. The object is the first part: if it is damaged, nothing is opened. If the types of
    // the kernel are damaged, the object is opened.
    let parts: Vec<usize> = link.match_indices("data:").map(|(at, _)| at + 40).collect();
    for (i, at) in parts.into_iter().enumerate() {
        let mut page = Page::new();
        page.send(Msg::AddressChanged(format!("{}{}", &link[..at], &link[at + 1..])));
        page.work();
        assert_eq!((page.session.problems().len(), page.session.files().len()), (1, i), "part {i}");
    }
    // A link may carry a text that only begins like an ELF file.
    let odd = share::pack(b"\x7fELF and nothing else");
    let mut page = Page::new();
    page.send(Msg::AddressChanged(format!("#v=1&f=data:{odd};name=x&r=x%230")));
    page.work();
    assert!(page.session.problems()[0].message.starts_with("The relocation in this link cannot be read"));
    assert_eq!(page.session.files().len(), 0);
}

/// Old links to relocations must open for ever.
#[test]
fn a_link_to_a_relocation_of_version_1_opens() {
    const OLD: &str = include_str!("../links/v1-relocation.txt");
    let mut page = Page::new();
    page.send(Msg::AddressChanged(OLD.trim().to_owned()));
    page.work();
    assert_eq!(page.session.problems(), []);
    let (path, result, why, line) = described(&page);
    assert_eq!((path.as_str(), line.as_str()), ("byte_off struct lost_member.state", "relo.bpf.c:147"));
    assert_eq!((result.as_str(), why.as_str()), ("relo-new.bpfel.btf poisoned", "Why it fails on relo-new.bpfel.btf"));
}
