//! Moving members in the scratch pad: the edits that the editor gets, and the results.

use btf::TypeId;
use session::commands::Command;
use session::{Effect, Msg, PadEdit, PadMsg, ScrubMsg};

use crate::page::Page;

const SOURCE: &str = "struct s {\n\tchar a;\n\tlong b;\n\tchar c;\n};\n";

/// Plays the editor: replaces its text and reports the new text.
fn send(page: &mut Page, text: &mut String, msg: Msg) {
    let before = page.edits.len();
    page.send(msg);
    for edit in page.edits.split_off(before) {
        let PadEdit::Replace { from, to, .. } = edit else { continue };
        assert_eq!(from, *text);
        text.clone_from(&to);
        page.send(Msg::Pad(PadMsg::Edit(to)));
    }
}

fn pad() -> (Page, String, TypeId) {
    let mut page = Page::new();
    page.send(Msg::Command(Command::Pad));
    page.send(Msg::Pad(PadMsg::Edit(SOURCE.into())));
    let file = page.session.file().expect("the pad");
    let id = file.names().find(&file.btf, "s").next().expect("s").id();
    page.send(Msg::GoTo(id, model::path::Path(vec![0]), session::BrowserHistory::Push));
    (page, SOURCE.to_owned(), id)
}

fn size(page: &Page) -> Option<u32> {
    let file = page.session.file()?;
    file.names().find(&file.btf, "s").next()?.size()
}

#[test]
fn a_member_moves_by_keys_and_stays_selected() {
    let (mut page, mut text, _) = pad();
    assert_eq!(size(&page), Some(24));
    send(&mut page, &mut text, Msg::Command(Command::MoveMember(true)));
    assert_eq!(text, "struct s {\n\tlong b;\n\tchar a;\n\tchar c;\n};\n");
    // 8 + 1 + 1 are 10 bytes, rounded up to 16.
    assert_eq!((size(&page), session::status::status(&page.session).0.as_str()), (Some(16), "struct s.a"));
    assert_eq!(page.session.pad().moved(), "a starts at byte 8. 16 bytes, 6 bytes of them lost, 1 cache line.");
    send(&mut page, &mut text, Msg::Command(Command::MoveMember(true)));
    send(&mut page, &mut text, Msg::Command(Command::MoveMember(true)));
    assert_eq!(page.session.pad().moved(), "a is the last already.");
    // Typing removes the sentence about the move.
    page.send(Msg::Pad(PadMsg::Edit(SOURCE.into())));
    assert_eq!(page.session.pad().moved(), "");
    let at = page.edits.len();
    page.send(Msg::Command(Command::Undo(false)));
    assert_eq!(page.edits.get(at..), Some(&[PadEdit::Undo(false)][..]));
}

#[test]
fn a_drag_is_one_step_however_far_it_goes() {
    let (mut page, mut text, id) = pad();
    let mut edits = Vec::new();
    for to in [1, 2, 0] {
        send(&mut page, &mut text, Msg::Pad(PadMsg::Scrub(ScrubMsg::Drag(id, 0, to))));
        edits.push(text.clone());
    }
    // Each order is made from the source at the beginning of the drag. When the member is back at its place, that
    // source is shown.
    assert_eq!(edits[1], "struct s {\n\tlong b;\n\tchar c;\n\tchar a;\n};\n");
    assert_eq!(edits[2], SOURCE);
    let again: Vec<bool> = page.all_edits.iter().map(|e| matches!(e, PadEdit::Replace { again: true, .. })).collect();
    assert_eq!(again, [false, true, true]);
    page.send(Msg::Pad(PadMsg::Scrub(ScrubMsg::Drop)));
    send(&mut page, &mut text, Msg::Command(Command::Smallest));
    assert_eq!(size(&page), Some(16));
    assert!(
        page.session.pad().moved().ends_with("instead of 24 bytes. No order is smaller."),
        "{}",
        page.session.pad().moved()
    );
}

#[test]
fn outside_of_the_pad_nothing_moves() {
    let mut page = Page::new();
    page.send(Msg::Command(Command::MoveMember(true)));
    assert_eq!(page.session.notice(), "Members are moved in the scratch pad");
    let effects = page.session.update(Msg::Command(Command::Undo(false)));
    assert!(!effects.iter().any(|e| matches!(e, Effect::EditPad(_))));
}
