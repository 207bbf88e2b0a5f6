//! Changes: all differences between two files.

use desk::Pair;
use desk::Topic;
use model::address::Shown;
use model::compare::{ChangeEffect, ChangedType, Class, Fate};
use model::views::View;
use session::look::changes::{ChangesMsg, ChangesOrder, Facet};
use session::look::compare::{CompareMsg, Sift};
use session::{BrowserHistory, CoreMsg, Effect, FilesMsg, Msg, ProgramMsg};

use crate::{Page, pair};

impl Page {
    fn names(&self) -> Vec<String> {
        let look = self.session.changes();
        let pair = look.pair().expect("a list");
        let name = |t: ChangedType| {
            let (file, id) = if t.new.is_void() { (pair.old, t.old) } else { (pair.new, t.new) };
            let file = self.session.file_of(file).expect("it is open");
            format!("{}{} {}", t.fate().sign(), t.class.as_str(), file.look.list.columns().name(id))
        };
        (0..look.rows().len()).filter_map(|i| look.row(i)).map(name).collect()
    }
}

#[test]
fn types_that_differ_are_listed_and_sifted() {
    let (mut page, old, new) = pair();
    page.send(Msg::Changes(ChangesMsg::Show(true)));
    let look = page.session.changes();
    let effects: Vec<ChangeEffect> = (0..look.rows().len()).filter_map(|i| look.row(i)).map(|t| t.effect).collect();
    assert!(effects.is_sorted_by(|a, b| a >= b), "worst first, unless asked otherwise: {effects:?}");
    assert!(
        effects.first() == Some(&ChangeEffect::Silent) && effects.last() == Some(&ChangeEffect::Harmless),
        "{effects:?}"
    );
    page.send(Msg::Changes(ChangesMsg::Order(ChangesOrder::Name)));
    assert_eq!(page.session.changes().pair(), Some(Pair { old, new }));
    assert_eq!(page.session.changes().list().map(|l| l.same > 10), Some(true));
    let all = page.names();
    let names: Vec<&str> = all.iter().filter_map(|n| n.split_once(' ')).map(|n| n.1).collect();
    assert!(names.is_sorted() && names.len() == all.len(), "{all:?}");
    for name in ["~struct lost_member", "+struct twice___other", "~enum mode", "+number float", "−struct gone"] {
        assert!(all.contains(&name.to_owned()), "{name}: {all:?}");
    }
    assert!(!all.contains(&"~struct cell".to_owned()), "cell does not differ");

    let look = page.session.changes();
    let counts = Fate::ALL.map(|fate| look.count(Facet::Fate, |t| t.fate() == fate));
    assert_eq!(counts.iter().sum::<usize>(), all.len());
    page.send(Msg::Changes(ChangesMsg::Fate(Some(Fate::Changed))));
    assert_eq!(page.names().len(), counts[0]);
    assert!(page.names().iter().all(|n| n.starts_with('~')));
    // The count of a chip is the number of rows that a click on it shows.
    let enums = page.session.changes().count(Facet::Class, |t| t.class == Class::Enum);
    page.send(Msg::Changes(ChangesMsg::Class(Some(Class::Enum))));
    assert_eq!(page.names().len(), enums);
    let added = page.session.changes().count(Facet::Fate, |t| t.fate() == Fate::Added);
    page.send(Msg::Changes(ChangesMsg::Fate(Some(Fate::Added))));
    assert_eq!(page.names().len(), added);
    page.send(Msg::Changes(ChangesMsg::Fate(Some(Fate::Changed))));
    assert!(page.names().iter().all(|n| n.starts_with("~enum")) && !page.names().is_empty());
    page.send(Msg::Changes(ChangesMsg::Order(ChangesOrder::Effect)));
    assert_eq!(page.names()[..2], ["~enum mode", "~enum wide"], "worst first");
    page.send(Msg::Changes(ChangesMsg::Effect(Some(ChangeEffect::Silent))));
    assert_eq!(page.names(), ["~enum mode", "~enum wide"]);
    page.send(Msg::Changes(ChangesMsg::Filter("MODE ".into())));
    assert_eq!(page.names(), ["~enum mode"], "case and blanks around the text do not matter");
    page.send(Msg::Changes(ChangesMsg::Filter("nothing".into())));
    assert!(page.session.changes().rows().is_empty());
}

#[test]
fn a_row_leads_to_the_type_beside_its_counterpart() {
    let (mut page, old, new) = pair();
    page.send(Msg::Changes(ChangesMsg::Show(true)));
    let at =
        |page: &Page, name: &str| page.names().iter().position(|n| n == name).unwrap_or_else(|| panic!("no {name}"));
    let i = at(&page, "~struct lost_member");
    page.send(Msg::Changes(ChangesMsg::Choose(i)));
    assert_eq!((page.session.view(), page.session.current()), (View::Compare, Some(new)));
    assert_eq!(page.session.address().type_name, "lost_member");
    assert_eq!(page.session.compare().rows().len(), 4);
    // A removed type is shown in the older file, and the list stays.
    let i = at(&page, "−struct gone");
    page.send(Msg::Changes(ChangesMsg::Choose(i)));
    assert_eq!((page.session.current(), page.session.pair()), (Some(old), Some(Pair { old, new })));
    assert_eq!(page.session.address().type_name, "gone");
    assert!(page.session.changes().list().is_some() && page.session.changes().rows().chosen() == Some(i));
    page.send(Msg::Changes(ChangesMsg::Step(-1)));
    assert_eq!(page.session.changes().rows().chosen(), Some(i - 1));
    // If the two files are exchanged, the list is another one.
    page.send(Msg::Compare(session::look::compare::CompareMsg::Flip));
    assert!(page.names().contains(&"+struct gone".to_owned()));
    page.send(Msg::Files(FilesMsg::Close(old)));
    assert!(!page.session.changes_shown(), "nothing to compare with");
}

/// Only one screen is shown: another list takes the place of this one and does not cover it.
#[test]
fn the_list_does_not_come_back_after_another_one() {
    let (mut page, ..) = pair();
    page.open("relo.clang.bpfel.o");
    for other in [Msg::Core(CoreMsg::Show), Msg::Program(ProgramMsg::Show(true))] {
        page.send(Msg::Changes(ChangesMsg::Show(true)));
        assert!(page.session.changes_shown());
        page.send(other.clone());
        assert!(!page.session.changes_shown(), "{other:?}");
        page.go("lost_member");
        assert!(page.session.core().is_none() && page.session.program().is_none(), "{other:?}");
        assert!(!page.session.changes_shown(), "the list came back after {other:?}");
        assert_eq!(page.session.address().shown, Shown::Types);
    }
    // Choosing a type beside the list of changes keeps this list.
    page.send(Msg::Changes(ChangesMsg::Show(true)));
    page.go("lost_member");
    assert!(page.session.changes_shown());
}

#[test]
fn comparison_can_be_cancelled_and_saved() {
    let (mut page, ..) = pair();
    let asked = page.session.update(Msg::Changes(ChangesMsg::Show(true)));
    assert!(asked.iter().any(|e| matches!(e, Effect::Ask(job) if job.lane().topic == Topic::AskChanges)));
    assert!(Topic::AskChanges.is_long() && !Topic::AskChanges.is_large());
    let cancelled = page.session.update(Msg::Changes(ChangesMsg::Cancel));
    assert!(cancelled.contains(&Effect::CancelJob(Topic::AskChanges.into())), "{cancelled:?}");
    assert!(!page.session.changes_shown() && page.session.changes().list().is_none());

    page.send(Msg::Changes(ChangesMsg::Show(true)));
    for (json, name) in
        [(false, "relo-old.bpfel-to-relo-new.bpfel.txt"), (true, "relo-old.bpfel-to-relo-new.bpfel.json")]
    {
        page.send(Msg::Changes(ChangesMsg::Save(json)));
        let (saved, text) = page.saved.pop().expect("a file");
        assert_eq!(saved, name);
        let text = String::from_utf8_lossy(&text).into_owned();
        match json {
            false => assert!(
                text.contains("~ state  __state") || text.contains("~ __state  state @ 4 -> __state @ 12"),
                "{text}"
            ),
            true => {
                assert!(text.starts_with("{\n  \"format_version\": 1,\n  \"old\": \"relo-old.bpfel.btf\""), "{text}")
            }
        }
    }
}

#[test]
fn a_link_and_the_history_keep_the_list_open() {
    let (mut page, old, new) = pair();
    page.go("lost_member");
    page.send(Msg::Files(FilesMsg::Digest(old, "a".repeat(64))));
    page.send(Msg::Files(FilesMsg::Digest(new, "b".repeat(64))));
    let before = page.session.address().to_fragment();
    let effects = page.send(Msg::Changes(ChangesMsg::Show(true)));
    let link = page.session.address().to_fragment();
    assert!(link.ends_with("&changes=1") && link.contains("&f=old,sha256:"), "{link}");
    assert!(steps(&effects).iter().eq([&link]), "one step of the history: {effects:?}");
    let all = page.names();

    // Back leaves the list, Forward returns to it, and the tab Types leaves it.
    page.send(Msg::AddressChanged(before.clone()));
    assert!(!page.session.changes_shown());
    page.send(Msg::AddressChanged(link.clone()));
    assert!(page.session.changes_shown());
    assert_eq!((page.names(), page.session.address().to_fragment()), (all.clone(), link.clone()));
    let effects = page.send(Msg::Changes(ChangesMsg::Show(false)));
    assert_eq!(steps(&effects), [before]);

    // A page without the files asks for both.
    for order in [["relo-old.bpfel.btf", "relo-new.bpfel.btf"], ["relo-new.bpfel.btf", "relo-old.bpfel.btf"]] {
        let mut page = Page::default();
        page.send(Msg::AddressChanged(link.clone()));
        for name in order {
            let id = page.open(name);
            page.send(Msg::Files(FilesMsg::Digest(id, if name.contains("old") { "a" } else { "b" }.repeat(64))));
            let first = name == order[0];
            assert!(page.session.changes_shown() != first, "{order:?}");
            if first && name.contains("new") {
                assert_eq!(page.session.view(), View::Compare, "it asks for the other file");
                assert!(page.session.address().shown == Shown::Changes, "and so does a reload");
            }
        }
        assert_eq!(page.names(), all, "{order:?}");
        assert_eq!(page.session.address().type_name, "lost_member");
    }
}

/// The addresses that were added to the browser's history.
fn steps(effects: &[Effect]) -> Vec<String> {
    let step = |e: &Effect| match e {
        Effect::Address(fragment, BrowserHistory::Push) => Some(fragment.clone()),
        _ => None,
    };
    effects.iter().filter_map(step).collect()
}

/// With a program open, the list can be limited to the types that its relocations name. A flavour suffix of the name
/// does not count.
#[test]
fn list_can_be_limited_to_types_that_the_program_uses() {
    let (mut page, ..) = pair();
    page.send(Msg::Changes(ChangesMsg::Show(true)));
    let all = page.names().len();
    assert_eq!(page.session.changes().used_chip(&page.session), None, "no program is open");
    let current = page.session.current().expect("a file");
    page.open("relo.clang.bpfel.o");
    page.send(Msg::Files(FilesMsg::Switch(current)));
    page.send(Msg::Changes(ChangesMsg::Show(true)));
    let chip = |page: &Page| page.session.changes().used_chip(&page.session);
    let (title, count) = chip(&page).expect("a chip");
    assert_eq!((title.as_str(), page.names().len()), ("used by relo.clang.bpfel.o", all));
    page.send(Msg::Changes(ChangesMsg::Used(true)));
    let used = page.names();
    assert_eq!((used.len(), chip(&page).map(|c| c.1)), (count, Some(count)));
    assert!(count > 0 && count < all, "{count} of {all}");
    assert!(
        used.contains(&"~struct lost_member".to_owned()) && !used.contains(&"+number float".to_owned()),
        "{used:?}"
    );
    // The chips of other groups count these types only.
    let look = page.session.changes();
    assert_eq!(Class::ALL.map(|class| look.count(Facet::Class, |t| t.class == class)).iter().sum::<usize>(), count);
    // The tab Changes of a program leads to the list with this limit.
    page.send(Msg::Changes(ChangesMsg::Used(false)));
    assert_eq!(page.names().len(), all);
    page.send(Msg::Changes(ChangesMsg::OfProgram));
    assert_eq!((page.names(), chip(&page).map(|c| c.1)), (used, Some(count)));
    // Without the program, all types are listed again.
    let program = page.session.files().last().expect("the program").id;
    page.send(Msg::Files(FilesMsg::Close(program)));
    assert_eq!((page.names().len(), chip(&page)), (all, None));
}

/// In Compare, too, only parts that the program reads count as its own: relo.bpf.c reads state and kept of struct
/// lost_member.
#[test]
fn only_parts_that_the_program_reads_are_its_own() {
    let (mut page, ..) = pair();
    let current = page.session.current().expect("a file");
    page.open("relo.clang.bpfel.o");
    page.send(Msg::Files(FilesMsg::Switch(current)));
    page.send(Msg::Changes(ChangesMsg::Show(true)));
    page.send(Msg::Changes(ChangesMsg::Used(true)));
    let at = page.names().iter().position(|name| name == "~struct lost_member").expect("it is listed");
    let listed = page.session.changes().row(at).expect("a row");
    page.send(Msg::Changes(ChangesMsg::Choose(at)));
    page.send(Msg::Compare(CompareMsg::Sift(Sift::Used)));
    let look = page.session.compare();
    assert_eq!(look.used_title(&page.session).as_deref(), Some("used by relo.clang.bpfel.o"));
    let rows: Vec<_> = (0..look.rows().len()).filter_map(|i| look.row(i)).collect();
    let is_read = |row: &&model::compare::CompareRow| {
        [&row.old, &row.new].into_iter().flatten().any(|part| ["state", "kept"].contains(&part.name.as_str()))
    };
    assert!(rows.len() == 2 && rows.iter().all(is_read), "{rows:?}");
    // The list counts the same changes; changes of other members do not count.
    let changed = rows.iter().filter(|row| row.effect.is_some()).count();
    assert_eq!((listed.changes as usize, Some(listed.effect)), (changed, rows.iter().filter_map(|r| r.effect).max()));
    assert!(look.count(Sift::Changed) > changed, "{:?}", look.model());
}

#[test]
fn order_by_users_is_descending() {
    let (mut page, ..) = pair();
    page.send(Msg::Changes(ChangesMsg::Show(true)));
    let mut by_name = page.names();
    page.send(Msg::Changes(ChangesMsg::Order(ChangesOrder::Users)));
    let look = page.session.changes();
    let pair = look.pair().expect("a list");
    let users = |t: ChangedType| {
        let (file, id) = if t.new.is_void() { (pair.old, t.old) } else { (pair.new, t.new) };
        page.session.file_of(file).map(|f| f.look.list.columns().users_of(id)).expect("it is open")
    };
    let counts: Vec<u32> = (0..look.rows().len()).filter_map(|i| look.row(i)).map(users).collect();
    assert!(counts.is_sorted_by(|a, b| a >= b) && counts[0] > *counts.last().expect("rows"), "{counts:?}");
    let mut by_users = page.names();
    assert_ne!(by_users, by_name);
    by_users.sort();
    by_name.sort();
    assert_eq!(by_users, by_name, "none is lost");
}
