//! Programs: functions, their listing, and pasted logs.

use session::{CoreMsg, FilesMsg, LogMsg, Msg, Overlay, ProgramMsg};

use crate::page::{KERNEL, Page, RELO, SAMPLE};

/// The desk reads lists and functions; the address names the picked item, and Back returns to it.
#[test]
fn programs_are_read_by_the_desk() {
    let mut page = Page::new();
    let id = page.open(SAMPLE);
    let picked = |page: &Page| page.look().program.key();
    let rows = |page: &Page| {
        let look = &page.look().program;
        look.model().map_or(0, |m| m.listing.rows.len())
    };
    // A program opens with its overview, from which people can go to its types and back.
    assert!(page.session.program_overview().is_some());
    assert!(page.session.address().to_fragment().ends_with("&p=:"), "{}", page.session.address().to_fragment());
    page.send(Msg::Program(ProgramMsg::Show(false)));
    assert!(page.session.program().is_none() && page.session.program_overview().is_some());
    page.send(Msg::Program(ProgramMsg::Show(true)));
    assert!(page.session.program().is_some_and(|f| page.session.looks()[f.id].program.overview().is_none()));
    page.work();
    assert_eq!(picked(&page), ":");
    // llvm-readelf shows 7 records of CO-RE relocations, and llvm-objdump -d shows the calls of both programs.
    let needs = page.look().program.overview().expect("it was read").needs;
    assert_eq!((needs.core, needs.attach, needs.kfuncs), (7, 2, 0));
    page.send(Msg::Program(ProgramMsg::ListStep(1)));
    page.work();
    assert_eq!(picked(&page), "fentry/tcp_connect:on_connect");
    assert!(rows(&page) > 29, "{}", rows(&page));
    page.send(Msg::Program(ProgramMsg::Slot(9)));
    let there = page.session.address().to_fragment();
    assert!(there.ends_with("&p=fentry/tcp_connect:on_connect%409"), "{there}");
    // Enter follows the jump; a step goes from one instruction to the next.
    page.send(Msg::Program(ProgramMsg::Follow));
    assert_eq!(picked(&page), "fentry/tcp_connect:on_connect@27");
    page.send(Msg::Program(ProgramMsg::Step(1)));
    assert_eq!(picked(&page), "fentry/tcp_connect:on_connect@28");
    page.send(Msg::Program(ProgramMsg::Step(-100)));
    page.send(Msg::Program(ProgramMsg::Step(2)));
    // The note of a CO-RE relocation leads to its type, so the types are shown.
    page.send(Msg::Program(ProgramMsg::Follow));
    assert!(page.session.program().is_none());
    let selected = page.session.selection().expect("it is there").id;
    assert_eq!(page.file().btf.get(selected).map(|t| t.name()), Some("task_struct"));
    page.send(Msg::AddressChanged(there.clone()));
    assert_eq!(
        page.session.program().map(|f| page.session.looks()[f.id].program.key()).as_deref(),
        Some("fentry/tcp_connect:on_connect@9")
    );
    // The other function, then maps and globals.
    page.send(Msg::Program(ProgramMsg::ListStep(1)));
    page.work();
    assert_eq!((picked(&page).as_str(), rows(&page) > 18), ("tp_btf/sched_process_exit:on_exit", true));
    page.send(Msg::Program(ProgramMsg::ListStep(1)));
    assert_eq!(picked(&page), ".maps:");
    // The screen of relocations chose a byte. Back at the program, no byte is chosen.
    let byte = |page: &Page| page.file().look.byte;
    page.send(Msg::Core(CoreMsg::Show));
    page.work();
    assert!(byte(&page).is_some());
    page.send(Msg::Program(ProgramMsg::Show(true)));
    assert_eq!(byte(&page), None);
    page.send(Msg::Files(FilesMsg::Close(id)));

    // A link shows its instruction as soon as the file is open.
    let mut page = Page::new();
    page.send(Msg::AddressChanged(there.clone()));
    page.open(SAMPLE);
    page.work();
    assert_eq!(
        page.session.program().map(|f| page.session.looks()[f.id].program.key()).as_deref(),
        Some("fentry/tcp_connect:on_connect@9")
    );
    assert_eq!(page.look().program.insn().map(|i| i.slot), Some(9));
    assert_eq!(page.session.address().to_fragment(), there);
}

/// Words filter the list of functions; the rows below the functions stay.
#[test]
fn functions_are_filtered() {
    let mut page = Page::new();
    page.open(RELO);
    page.send(Msg::Program(ProgramMsg::Show(true)));
    page.work();
    let look = |page: &Page| page.look().program.clone();
    let names = |page: &Page| -> Vec<String> {
        let look = look(page);
        let overview = look.overview().cloned().expect("it was read");
        look.listed().iter().map(|&i| overview.functions[i].name.clone()).collect()
    };
    assert!(names(&page).len() > 10);
    page.send(Msg::Program(ProgramMsg::Filter("RAW_tp gone".into())));
    assert_eq!(names(&page), ["member_gone"]);
    // The filter hides the picked function. A move then leads to the first function that is listed, and the next one
    // to maps and globals.
    page.send(Msg::Program(ProgramMsg::ListStep(1)));
    assert_eq!(look(&page).row().map(|row| row.name.as_str()), Some("member_gone"));
    page.send(Msg::Program(ProgramMsg::ListStep(1)));
    assert!(look(&page).row().is_none());
    page.send(Msg::Program(ProgramMsg::Filter("nothing like that".into())));
    assert_eq!(names(&page), [""; 0]);
}

fn alone(page: &Page) -> String {
    page.session.address().alone().to_fragment()
}

/// A pasted log: its lines lead to instructions and relocations of the program.
#[test]
fn a_log_is_read_by_the_desk() {
    let mut page = Page::new();
    page.open(KERNEL);
    let text =
        "libbpf: prog 'member_gone': relo #0: no matching targets found\nnothing\n0: (85) call unknown#195896080\n";
    // A log can be explained without a program; then a text with lines that may be C is not taken for a log.
    assert!(page.session.takes_log(text) && !page.session.takes_log("struct bpf_prog_array;\n"));
    page.send(Msg::Log(LogMsg::Show(true)));
    assert!(page.session.docked_log().is_none());
    assert!(page.session.notice().contains("open the BPF object first"));

    page.open(RELO);
    assert!(page.session.takes_log(text) && !page.session.takes_log("9f eb 01 00"));
    page.send(Msg::Log(LogMsg::Text(text.into())));
    // The log is shown below the code; the screen changes from the types to the code.
    assert!(page.session.docked_log().is_some() && page.session.program().is_some());
    page.work();
    let look = |page: &Page| page.look().log.clone();
    let log = look(&page);
    assert_eq!((log.lines.len(), log.active(), log.link_at(1), log.link_at(2)), (3, Some(0), None, Some(1)));
    // The first line leads to its relocation, the last one to its instruction.
    page.send(Msg::Log(LogMsg::Follow));
    page.work();
    assert!(alone(&page).ends_with("&r=raw_tp/member_gone%230"));
    assert!(page.session.docked_log().is_some(), "it stays");
    page.send(Msg::Log(LogMsg::Step(1)));
    assert_eq!(look(&page).active(), Some(2));
    page.send(Msg::Log(LogMsg::Follow));
    page.work();
    let there = alone(&page);
    assert!(there.ends_with("&p=raw_tp/member_gone:member_gone%400"), "{there}");
    assert!(page.session.docked_log().is_some(), "it stays");
    // The log is not shown below types; it keeps its lines while it is hidden.
    page.send(Msg::Program(ProgramMsg::Show(false)));
    assert!(page.session.docked_log().is_none());
    page.send(Msg::Log(LogMsg::Show(true)));
    page.send(Msg::Log(LogMsg::Show(false)));
    assert!(page.session.docked_log().is_none() && look(&page).lines.len() == 3);
    page.send(Msg::Log(LogMsg::Text(String::new())));
    assert!(look(&page).lines.is_empty() && look(&page).links().is_none());
}

/// A log that is pasted without a program is explained, and read again when its program is opened.
#[test]
fn a_log_alone_is_explained_until_its_program_is_open() {
    let text = "libbpf: prog 'member_gone': relo #0: no matching targets found\nR1 invalid mem access 'scalar'\n";
    let mut page = Page::new();
    page.send(Msg::Log(LogMsg::Text(text.into())));
    assert_eq!(page.session.overlay(), Overlay::Log);
    page.work();
    let explained: Vec<(&str, &str)> =
        page.session.log_alone().explained().into_iter().map(|(line, error)| (line, error.id.as_str())).collect();
    assert_eq!(explained, [("R1 invalid mem access 'scalar'", "scalar-access")]);
    // Opening a file that is no program changes nothing.
    page.open(KERNEL);
    assert_eq!(page.session.overlay(), Overlay::Log);
    page.open(RELO);
    assert_eq!(page.session.overlay(), Overlay::None);
    page.work();
    let docked = page.session.docked_log().expect("beside its program");
    assert_eq!((docked.lines.len(), docked.active(), docked.explained().len()), (2, Some(0), 1));

    // Closing the panel drops the log.
    let mut page = Page::new();
    page.send(Msg::Log(LogMsg::Text(text.into())));
    page.work();
    page.send(Msg::Overlay(Overlay::None));
    page.open(RELO);
    assert!(page.session.docked_log().is_none());
}
