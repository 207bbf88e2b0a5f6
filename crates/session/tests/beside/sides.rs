//! Compare: a type beside the type of the same name in another file.

use desk::Pair;
use model::address::Role;
use model::compare::{CompareRow, sign};
use model::views::View;
use session::commands::Command;
use session::look::compare::{CompareMsg, Sift};
use session::{FilesMsg, Msg};

use crate::{Page, pair};

impl Page {
    fn rows(&self) -> Vec<String> {
        let look = self.session.compare();
        (0..look.rows().len()).filter_map(|i| look.row(i)).map(described).collect()
    }
}

/// A row as text: `0 state int | moved ✓ | 4 state int`.
fn described(row: &CompareRow) -> String {
    let side = |part: &Option<model::compare::Part>| match part {
        None => "-".to_owned(),
        Some(p) => [p.place.as_str(), &p.name, &p.type_text]
            .into_iter()
            .filter(|t| !t.is_empty())
            .collect::<Vec<_>>()
            .join(" "),
    };
    let what = row.effect.map_or("=".to_owned(), |effect| format!("{} {}", row.what, sign(effect)));
    format!("{} | {what} | {}", side(&row.old), side(&row.new))
}

#[test]
fn members_stand_beside_their_namesakes() {
    let (mut page, ..) = pair();
    page.send(Msg::View(View::Compare));
    page.go("lost_member");
    assert_eq!(
        page.rows(),
        [
            "(the whole) struct lost_member | resized ✓ | (the whole) struct lost_member",
            "- | added ✓ | 0 other long",
            "0 kept int | moved ✓ | 8 kept int",
            "4 state int | renamed (guess), moved ! | 12 __state int",
        ]
    );
    let model = page.session.compare().model().expect("a comparison").clone();
    let facts: Vec<String> = model.facts.iter().map(|f| format!("{} {} {}", f.term, f.old, f.new)).collect();
    assert_eq!(facts, ["size 8 B 16 B", "members 2 3", "holes 0 0", "padding 0 B 0 B", "cache lines 1 1"]);
    assert_eq!(model.rows[3].reason, "the old name is not found: ask bpf_core_field_exists for both");
    // Choosing a row selects its member, and selecting a member chooses its row.
    page.send(Msg::Compare(CompareMsg::Choose(3)));
    assert_eq!(page.session.address().member, "__state");
    page.send(Msg::Compare(CompareMsg::Step(-1)));
    assert_eq!(page.session.address().member, "kept");
    page.send(Msg::Compare(CompareMsg::ByPlace(true)));
    assert_eq!(
        page.session.compare().row(page.session.compare().rows().chosen().expect("kept")).map(CompareRow::name),
        Some("kept")
    );

    let counts = Sift::ALL.map(|sift| (sift.title(), page.session.compare().count(sift)));
    assert_eq!(counts, [("all", 5), ("changed", 5), ("silently wrong", 0), ("refused at load", 2), ("harmless", 3)]);
    page.send(Msg::Compare(CompareMsg::Sift(Sift::ALL[3])));
    assert_eq!(page.rows(), ["4 state int | to 12 ! | -", "- | from 4, renamed (guess) ! | 12 __state int"]);
}

#[test]
fn bytes_are_aligned_with_holes_and_values_with_values() {
    let (mut page, ..) = pair();
    page.send(Msg::View(View::Compare));
    page.send(Msg::Compare(CompareMsg::ByPlace(true)));
    page.go("moved");
    // At first, only rows that differ are shown; here all are wanted.
    assert!(page.rows().iter().all(|row| !row.contains("| = |")));
    page.send(Msg::Compare(CompareMsg::Sift(Sift::All)));
    let rows = page.rows();
    for row in [
        "0 first int | to 72; added ✓ | 0 padding u64[5]",
        "12:1 hole | = | -",
        "- | from 4:0, retyped, resized ✗ | 52:0 flags u8",
        "80 mode enum mode | to 48; from 32, retyped, resized ✓ | 80 grid struct cell[3][4]",
        "84 padding | = | -",
    ] {
        assert!(rows.iter().any(|r| r == row), "{row}: {rows:#?}");
    }
    page.go("mode");
    assert_eq!(
        page.rows(),
        [
            "0 MODE_OFF | = | 0 MODE_OFF",
            "5 MODE_ON | to 4294967295 ✗ | -",
            "6 MODE_GONE | removed ! | -",
            "- | from 5 ✗ | 4294967295 MODE_ON",
        ]
    );
    page.send(Msg::Compare(CompareMsg::ByPlace(false)));
    assert_eq!(
        page.rows(),
        [
            "0 MODE_OFF | = | 0 MODE_OFF",
            "5 MODE_ON | other value ✗ | 4294967295 MODE_ON",
            "6 MODE_GONE | removed ! | -"
        ]
    );
}

#[test]
fn exchanged_files_give_other_changes() {
    let (mut page, old, new) = pair();
    page.send(Msg::View(View::Compare));
    page.go("lost_member");
    assert_eq!(page.session.pair(), Some(Pair { old, new }));
    page.send(Msg::Compare(CompareMsg::Flip));
    assert_eq!(page.session.pair(), Some(Pair { old: new, new: old }));
    assert!(page.rows().contains(&"0 other long | removed ! | -".to_owned()), "{:?}", page.rows());
    // The pair stays the same when the other file becomes the current one.
    let there = page.session.compare().model().and_then(|m| m.new.clone()).expect("the other one").id;
    page.send(Msg::Compare(CompareMsg::Visit(there)));
    assert_eq!(page.session.current(), Some(old));
    assert_eq!(page.session.pair(), Some(Pair { old: new, new: old }));
    assert!(page.rows().contains(&"0 other long | removed ! | -".to_owned()), "{:?}", page.rows());
    page.send(Msg::Files(FilesMsg::Close(new)));
    assert_eq!(page.session.pair(), None);
}

#[test]
fn an_absent_type_has_near_names() {
    let (mut page, ..) = pair();
    page.send(Msg::View(View::Compare));
    page.go("twice___other");
    let model = page.session.compare().model().expect("an answer").clone();
    assert_eq!(
        (model.old.is_none(), model.why.as_str()),
        (true, "relo-old.bpfel.btf has no type of this name and kind.")
    );
    let near: Vec<&str> = model.near.iter().map(|n| n.text.as_str()).collect();
    assert_eq!(near, ["struct twice", "use_twice"]);
    page.send(Msg::Compare(CompareMsg::Against(model.near[0].id)));
    assert_eq!(page.session.compare().model().and_then(|m| m.old.clone()), Some(model.near[0].clone()));
    assert!(!page.rows().is_empty());
    // Another type is compared by name again.
    page.go("cell");
    assert_eq!(page.rows(), ["0 row int | = | 0 row int", "4 column int | = | 4 column int"]);
}

#[test]
fn a_link_asks_for_both_files_in_any_order() {
    let (mut page, old, new) = pair();
    page.send(Msg::View(View::Compare));
    page.send(Msg::Files(FilesMsg::Digest(old, "a".repeat(64))));
    page.send(Msg::Files(FilesMsg::Digest(new, "b".repeat(64))));
    page.go("lost_member");
    let link = page.session.address().to_fragment();
    let (main, partner) = ("f=sha256:".to_owned() + &"b".repeat(64), "f=old,sha256:".to_owned() + &"a".repeat(64));
    assert!(link.contains(&main) && link.contains(&partner), "{link}");
    let rows = page.rows();

    for order in [["relo-old.bpfel.btf", "relo-new.bpfel.btf"], ["relo-new.bpfel.btf", "relo-old.bpfel.btf"]] {
        let mut page = Page::default();
        page.send(Msg::AddressChanged(link.clone()));
        let first = page.open(order[0]);
        let digest = |name: &str| if name.contains("old") { "a".repeat(64) } else { "b".repeat(64) };
        page.send(Msg::Files(FilesMsg::Digest(first, digest(order[0]))));
        if order[0].contains("old") {
            assert!(page.session.wanted().is_some_and(|w| w.other.is_none()), "the link names it, too");
        } else {
            assert_eq!(page.session.partner().map(|w| w.role), Some(Role::Old));
            assert_eq!(page.session.address().to_fragment(), link, "a reload asks for both again");
        }
        let second = page.open(order[1]);
        page.send(Msg::Files(FilesMsg::Digest(second, digest(order[1]))));
        assert_eq!(page.session.file().map(|f| f.name.as_str()), Some("relo-new.bpfel.btf"));
        assert_eq!(page.rows(), rows, "{order:?}");
        assert_eq!(page.session.address().to_fragment(), link);
        assert!(page.session.wanted().is_none() && page.session.partner().is_none());
    }
}

#[test]
fn dropping_a_file_in_compare_keeps_the_current_one() {
    let mut page = Page::default();
    let old = page.open("relo-old.bpfel.btf");
    page.go("lost_member");
    page.send(Msg::View(View::Compare));
    assert!(page.session.pair().is_none() && page.rows().is_empty());
    let new = page.open("relo-new.bpfel.btf");
    assert_eq!(page.session.current(), Some(old));
    assert_eq!(page.session.pair(), Some(Pair { old, new }));
    assert_eq!(page.rows().len(), 4);
    // A third file opens like any other.
    let third = page.open("kernel.x86_64.btf");
    assert_eq!(page.session.current(), Some(third));
    page.send(Msg::Files(FilesMsg::Switch(old)));
    page.send(Msg::Compare(CompareMsg::With(third)));
    assert_eq!(page.session.pair(), Some(Pair { old, new: third }));
    assert!(page.session.compare().model().is_some_and(|m| m.new.is_none()));
    let address = page.session.address().to_fragment();
    assert!(address.contains("f=target,name:kernel.x86_64.btf"), "{address}");
}

#[test]
fn a_link_carries_both_types() {
    let (mut page, ..) = pair();
    page.send(Msg::View(View::Compare));
    page.go("lost_member");
    page.send(Msg::Compare(CompareMsg::Choose(2)));
    let rows = page.rows();
    page.send(Msg::Command(Command::Share));
    let offers = page.session.offers();
    assert!(offers[0].packed.is_some() && offers[0].about.starts_with("Opens without the files"), "{offers:?}");
    let link = offers[0].fragment.clone();
    assert!(link.contains("&f=old,data:") && link.len() < model::share::CHAT, "{link}");

    let mut page = Page::default();
    page.send(Msg::AddressChanged(link.clone()));
    assert_eq!(page.session.problems(), []);
    assert_eq!(page.session.files().len(), 2);
    assert_eq!(page.rows(), rows);
    assert_eq!(page.session.compare().rows().chosen(), Some(2));
    assert_eq!(page.session.address().to_fragment(), link);
}

#[test]
fn the_older_kernel_is_the_old_one() {
    let mut page = Page::default();
    let six = page.open_as("kernel.x86_64.btf", "vmlinux-6.12.107.btf");
    let five = page.open_as("relo-old.bpfel.btf", "vmlinux-6.9.btf");
    let seven = page.open_as("relo-new.bpfel.btf", "7.1.btf");
    let nameless = page.open_as("kernel.s390x.btf", "other.btf");
    // The versions decide which file is older, not the order of opening.
    page.send(Msg::Files(FilesMsg::Switch(seven)));
    for (other, pair) in [(six, Pair { old: six, new: seven }), (five, Pair { old: five, new: seven })] {
        page.send(Msg::Compare(CompareMsg::With(other)));
        assert_eq!(page.session.pair(), Some(pair));
    }
    page.send(Msg::Files(FilesMsg::Switch(six)));
    page.send(Msg::Compare(CompareMsg::With(five)));
    assert_eq!(page.session.pair(), Some(Pair { old: five, new: six }), "9 comes before 12");
    // If the person exchanges the files, they stay exchanged until another file is chosen.
    page.send(Msg::Compare(CompareMsg::Flip));
    assert_eq!(page.session.pair(), Some(Pair { old: six, new: five }));
    page.send(Msg::Compare(CompareMsg::With(seven)));
    assert_eq!(page.session.pair(), Some(Pair { old: six, new: seven }));
    // If the names have no versions, the file that was opened first is the older one.
    page.send(Msg::Files(FilesMsg::Close(five)));
    page.send(Msg::Files(FilesMsg::Close(six)));
    page.send(Msg::Files(FilesMsg::Switch(seven)));
    assert_eq!(page.session.pair(), Some(Pair { old: seven, new: nameless }));
    // A program counts as older than any kernel.
    let program = page.open("core.clang.bpfel.o");
    page.send(Msg::Compare(CompareMsg::With(seven)));
    assert_eq!(page.session.pair(), Some(Pair { old: program, new: seven }));
}
