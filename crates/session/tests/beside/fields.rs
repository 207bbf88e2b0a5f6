//! Fields in all open files.

use model::path;
use session::commands::Command;
use session::look::fields::{FieldsMsg, ONE_FILE};
use session::{BrowserHistory, Effect, Msg, Screen};

use crate::{Page, pair};

impl Page {
    fn table(&self) -> Vec<String> {
        let rows = self.session.fields().rows().iter();
        rows.map(|r| {
            let differs = if r.differs { " ≠" } else { "" };
            format!(
                "{} {}: {} {} {}{}{differs}",
                r.field,
                r.file,
                r.offset,
                r.size.map_or(String::new(), |n| n.to_string()),
                r.type_text,
                r.absent
            )
        })
        .collect()
    }
}

#[test]
fn a_field_lies_somewhere_in_each_file_or_is_absent() {
    let (mut page, ..) = pair();
    page.go("lost_member");
    let file = page.session.file().expect("a file");
    let id = file.look.selection.as_ref().expect("a type").id;
    let kept = path::from_names(&file.btf, id, "kept").expect("a member");
    page.send(Msg::GoTo(id, kept, BrowserHistory::Push));
    page.send(Msg::Command(Command::Fields));
    assert_eq!((page.session.screen(), page.session.fields().text.as_str()), (Screen::Fields, "lost_member.kept"));
    assert_eq!(
        page.table(),
        ["lost_member.kept relo-old.bpfel.btf: 0 4 int", "lost_member.kept relo-new.bpfel.btf: 8 4 int ≠"]
    );
    // A list is pasted; the selected member is added only once.
    page.send(Msg::Fields(FieldsMsg::Text("lost_member.state,\n\n moved.cell->row ; lost_member[".into())));
    assert_eq!(
        page.table(),
        [
            "lost_member.state relo-old.bpfel.btf: 4 4 int",
            "lost_member.state relo-new.bpfel.btf:   no member “state” ≠",
            "moved.cell->row relo-old.bpfel.btf: 0 4 int",
            "moved.cell->row relo-new.bpfel.btf: 0 4 int",
            "lost_member[ :   a field is written as type.member, like task_struct.mm",
        ]
    );
    page.send(Msg::Command(Command::Fields));
    assert!(
        page.session.fields().text.ends_with("lost_member[\nlost_member.kept"),
        "{:?}",
        &page.session.fields().text
    );
    page.send(Msg::Command(Command::Fields));
    assert_eq!(page.session.fields().text.matches("lost_member.kept").count(), 1);

    let saved = page.session.update(Msg::Fields(FieldsMsg::Save));
    let Some(Effect::Download(name, csv)) = saved.first() else { panic!("{saved:?}") };
    assert_eq!(name, "fields.csv");
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "field,file,offset,bits,size,type,read from,pointers,absent");
    assert_eq!(lines[2], "lost_member.state,relo-new.bpfel.btf,,,,,,,no member “state”");
    assert_eq!(lines[3], "moved.cell->row,relo-old.bpfel.btf,0,,4,int,struct cell,1,");
}

/// Fields is a screen: it has an address, going to a type leaves it, and it stays if another file becomes current.
#[test]
fn fields_have_an_address() {
    let (mut page, old, _) = pair();
    page.go("lost_member");
    page.send(Msg::Command(Command::Fields));
    assert!(page.session.address().to_fragment().ends_with("&fields=,"), "nothing is typed yet");
    assert_eq!(page.session.fields_hint(), None);
    page.send(Msg::Fields(FieldsMsg::Text("lost_member.kept\n moved.cell->row".into())));
    let there = page.session.address().to_fragment();
    assert!(
        there.ends_with("&fields=lost_member.kept,moved.cell-%3Erow")
            || there.ends_with("&fields=lost_member.kept,moved.cell->row"),
        "{there}"
    );
    let table = page.table();
    assert_eq!(table.len(), 4);
    // Another current file does not change the screen; going to a type leaves the screen, and Back returns to it.
    page.send(Msg::Files(session::FilesMsg::Switch(old)));
    assert_eq!((page.session.screen(), page.table()), (Screen::Fields, table.clone()));
    page.go("moved");
    assert_eq!(page.session.screen(), Screen::Types);
    page.send(Msg::Fields(FieldsMsg::Text(String::new())));
    page.send(Msg::AddressChanged(there.clone()));
    assert_eq!((page.session.screen(), page.table()), (Screen::Fields, table));
    assert_eq!(&page.session.fields().text, "lost_member.kept\nmoved.cell->row");
    let matrix = page.session.fields().matrix();
    assert_eq!((matrix.files.len(), matrix.lines.len()), (2, 2));
}

#[test]
fn one_file_alone_has_nothing_to_compare_its_fields_with() {
    let (mut page, old, _) = pair();
    page.send(Msg::Files(session::FilesMsg::Close(old)));
    assert_eq!(page.session.files().len(), 1);
    assert_eq!(page.session.fields_hint(), Some(ONE_FILE));
}
