//! Fits: answers of open kernels and of kernels of an atlas, and where the answers lead.

use std::sync::Arc;

use model::fits::{Fit, LineId};
use model::views::View;
use session::commands::Command;
use session::look::atlas::AtlasMsg;
use session::{FitsMsg, Msg, Overlay, Screen};

use crate::page::{KERNEL, Page, STORIES};

/// The first two numbers of the version in a kernel's name: (6, 12) for `6.12.94+deb13-amd64`.
fn version(name: &str) -> (u32, u32) {
    let mut numbers = name.split(|c: char| !c.is_ascii_digit()).map(|n| n.parse().unwrap_or(0));
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0))
}

/// The answers show the changes of Linux that break programs of the fixture; `tests/fixtures/src/stories.bpf.c` says
/// what each program needs.
#[test]
fn the_kernels_of_an_atlas_are_asked() {
    let mut page = Page::new();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../static/atlas/debian.atlas");
    let bytes: Arc<[u8]> = std::fs::read(path).expect("it is committed").into();
    let atlas = page.session.new_file_id();
    page.send(Msg::Atlas(AtlasMsg::Dropped(atlas, "debian.atlas".into(), bytes)));
    page.open(STORIES);
    page.send(Msg::Fits(FitsMsg::Show));
    page.work();
    let kernels = |page: &Page| page.look().fits.fits().map_or(0, |fits| fits.kernels());
    assert_eq!((page.session.screen(), kernels(&page)), (Screen::Fits, 0));

    page.send(Msg::Fits(FitsMsg::Atlas(Some("arch:amd64 flavour:generic".into()))));
    assert!(page.look().fits.is_asking());
    page.work();
    let fits = page.look().fits.fits().expect("an answer").clone();
    assert!(fits.kernels() > 60, "{}", fits.note);
    assert!(fits.columns.len() < fits.kernels() / 3, "{}", fits.note);
    let row = |name: &str| fits.rows.iter().find(|row| row.is_program() && row.name == name).expect("a program");
    let loads = |name: &str| -> Vec<(u32, u32)> {
        let columns = fits.columns.iter().zip(&row(name).cells).filter(|(_, cell)| cell.fit <= Fit::Fallback);
        columns.flat_map(|(column, _)| column.kernels.iter().map(|k| version(k))).collect()
    };
    let all: Vec<(u32, u32)> = fits.columns.iter().flat_map(|c| c.kernels.iter().map(|k| version(k))).collect();
    let where_ = |is: &dyn Fn((u32, u32)) -> bool| all.iter().copied().filter(|v| is(*v)).collect::<Vec<_>>();
    assert_eq!(loads("atime"), where_(&|v| v < (6, 7)), "i_atime became __i_atime in 6.7, and two members in 6.11");
    assert_eq!(loads("state"), where_(&|v| v < (5, 14)), "state became __state in 5.14");
    assert_eq!(loads("helper"), where_(&|v| v >= (5, 15)), "bpf_get_func_ip came with 5.15");
    assert_eq!(loads("hook"), where_(&|v| v < (6, 9)), "bpf_prog_alloc_security was renamed in 6.9");

    // An answer leads to the history of the type that it is about.
    let at = fits.rows.iter().position(|row| row.question == "inode.i_atime.tv_sec").expect("the relocation");
    page.send(Msg::Fits(FitsMsg::Row(at)));
    page.send(Msg::Fits(FitsMsg::History));
    page.work();
    assert_eq!(page.session.overlay(), Overlay::Atlas);
    assert_eq!(
        page.session.atlas().history(false).map(|past| past.title.clone()).as_deref(),
        Some("inode.i_atime.tv_sec")
    );
    page.send(Msg::Fits(FitsMsg::Open));
    assert_eq!(page.session.screen(), Screen::Relocations);

    // If the typed conditions for kernels are not valid, the problem says why, and the previous answers stay.
    page.send(Msg::Fits(FitsMsg::Show));
    page.send(Msg::Fits(FitsMsg::Atlas(Some("arch".into()))));
    page.work();
    assert!(page.look().fits.atlas_problem().is_some_and(|why| why.contains("“arch” is no condition")));
    assert_eq!(kernels(&page), all.len());
    page.send(Msg::Fits(FitsMsg::Atlas(None)));
    page.work();
    assert_eq!(kernels(&page), 0);

    // An answer also leads to a kernel. Here it is the newest kernel on which a program fails, because this answer is
    // selected first.
    page.send(Msg::Fits(FitsMsg::Atlas(Some("arch:amd64 flavour:generic".into()))));
    page.work();
    page.send(Msg::Fits(FitsMsg::Kernel));
    page.work();
    let opened = page.file().name.clone();
    let (newest, worst) = (fits.columns.last().expect("a column"), fits.worst(&fits.rows[0]));
    assert_eq!((fits.rows[0].cells.last().map(|cell| cell.fit), worst), (Some(Fit::Fails), Fit::Fails));
    assert_eq!(newest.kernels.last(), Some(&opened));
}

/// A link carries the program and its answers, and a page without any kernel shows the same.
#[test]
fn a_link_carries_the_program_and_its_answers() {
    let mut page = Page::new();
    page.open(KERNEL);
    page.open(STORIES);
    page.send(Msg::Fits(FitsMsg::Show));
    page.work();
    let before = page.look().fits.fits().expect("answers").clone();
    assert!(before.kernels() == 1 && before.rows.len() > 3, "{}", before.note);
    page.send(Msg::Command(Command::Share));
    assert!(page.session.is_packing());
    page.work();
    assert!(!page.session.is_packing());
    let offer = page.session.offers().into_iter().find(|o| o.title.contains("these answers")).expect("an offer");
    assert!(offer.about.contains("the answers of 1 kernel") && offer.embeds, "{}", offer.about);
    assert!(offer.size(20).contains(" characters: "), "{}", offer.size(20));
    let link = offer.fragment;
    assert!(link.starts_with("#v=1&f=data:") && link.contains("&fits=1&answers="), "{link}");

    let mut page = Page::new();
    page.send(Msg::AddressChanged(link.clone()));
    page.work();
    assert_eq!((page.session.problems(), page.session.wanted().is_some()), ([].as_slice(), false));
    assert_eq!((page.session.screen(), page.session.files().len()), (Screen::Fits, 1));
    let look = &page.look().fits;
    // The needs that all kernels meet are only counted in a link; the program has their names.
    let carried = model::fits::Fits { met_names: Vec::new(), ..(*before).clone() };
    assert!(look.carried.is_some() && look.fits().is_some_and(|fits| **fits == carried), "{:?}", look.problem());
    assert_eq!(page.session.address().to_fragment(), link);
    // The link carries the whole program.
    assert!(!page.session.file().expect("the program").is_excerpt());
    // The kernels that gave the answers are not open here. Open kernels are asked when the person agrees.
    page.send(Msg::Fits(FitsMsg::Here));
    page.work();
    let look = &page.look().fits;
    assert!(look.carried.is_none() && look.fits().is_some_and(|fits| fits.kernels() == 0));
    assert!(!page.session.address().to_fragment().contains("answers="));

    // Damaged answers give a message; the program is opened.
    let at = link.find("&answers=").expect("it is there") + "&answers=".len();
    let packed = |text: &str| share::pack(text.as_bytes());
    for (answers, says) in [
        (link[at..at + 30].to_owned(), "cut off"),
        (packed("hello"), "not those of this version"),
        (packed("btfscope fits 1\nr\tcore\tx\t\t\t\t\t99"), "damaged in line 2"),
        (packed(&"btfscope fits 1\n".repeat(70_000)), "unpacks to more than"),
    ] {
        let mut page = Page::new();
        page.send(Msg::AddressChanged(format!("{}{answers}", &link[..at])));
        page.work();
        let problem = page.look().fits.problem().unwrap_or_default().to_owned();
        assert!(problem.contains(says), "{says}: {problem}");
    }
}

/// An answer leads to Compare, with the nearest kernel that has what the program needs.
#[test]
fn an_answer_leads_to_the_nearest_kernel_where_the_need_is_met() {
    let mut page = Page::new();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../static/atlas/debian.atlas");
    let bytes: Arc<[u8]> = std::fs::read(path).expect("it is committed").into();
    let atlas = page.session.new_file_id();
    page.send(Msg::Atlas(AtlasMsg::Dropped(atlas, "debian.atlas".into(), bytes)));
    page.open(STORIES);
    page.send(Msg::Fits(FitsMsg::Show));
    page.send(Msg::Fits(FitsMsg::Atlas(Some("arch:amd64 flavour:generic version:>=5.10".into()))));
    page.work();
    let fits = page.look().fits.fits().expect("an answer").clone();
    let row = fits.rows.iter().position(|row| row.question == "inode.i_atime.tv_sec").expect("the relocation");
    let column = fits.rows[row].cells.iter().position(|cell| cell.fit == Fit::Fails).expect("it fails somewhere");
    let near = fits.rows[row].cells[column].near.expect("it works somewhere");
    let (here, there) = (fits.kernel_at(near.here).expect("one").0, fits.kernel_at(near.there).expect("one").0);
    // The last 6.1, and the first kernel after it: this atlas has no kernel of Debian between 6.1 and 6.12.
    assert_eq!((version(there), version(here), near.newer), ((6, 1), (6, 12), false));
    // For a program, the type that decides is compared, not the function that the program attaches to.
    let program = fits.rows.iter().find(|row| row.is_program() && row.name == "atime").expect("it needs that");
    let cell = &program.cells[column];
    assert_eq!(
        (cell.question.as_str(), cell.near, cell.relocation),
        ("inode.i_atime.tv_sec", Some(near), fits.rows[row].relocation)
    );
    let at = fits.rows.iter().position(|row| row.is_program() && row.name == "atime").expect("it is there");
    page.send(Msg::Fits(FitsMsg::Row(row)));
    page.send(Msg::Fits(FitsMsg::Cell(LineId::Need(at, row), column)));
    let shown = page.look().fits.picked().expect("an answer");
    assert_eq!((shown.row, shown.near_words(&fits).as_deref()), (row, Some("6.1")));
    page.send(Msg::Fits(FitsMsg::Compare));
    page.work();
    assert_eq!((page.file().name.as_str(), page.session.view()), (there, View::Compare));
    let selected = page.session.selection().and_then(|s| page.file().btf.get(s.id)).map(|t| t.name().to_owned());
    assert_eq!(selected.as_deref(), Some("inode"));
    let pair = page.session.pair().expect("two kernels");
    let name = |id| page.session.file_of(id).map(|f| f.name.clone()).unwrap_or_default();
    assert_eq!((name(pair.old).as_str(), name(pair.new).as_str()), (there, here));
    assert!(page.session.compare().model().is_some_and(|sides| sides.old.is_some() && sides.new.is_some()));
}

/// Keys go from answer to answer, to the name of a program (which they open and close), and to the line below.
#[test]
fn keys_move_in_the_matrix() {
    let mut page = Page::new();
    page.open(KERNEL);
    page.open(STORIES);
    page.send(Msg::Fits(FitsMsg::Show));
    page.work();
    let look = |page: &Page| page.look().fits.clone();
    let lines = |page: &Page| look(page).grid().expect("a matrix").lines;
    let (row, _) = (look(&page).picked().expect("an answer").row, ());
    assert_eq!((look(&page).line, look(&page).at_name), (LineId::Program(row), false));
    let before = lines(&page).len();
    // To the left of the only answer is the name.
    page.send(Msg::Fits(FitsMsg::Column(-1)));
    assert!(look(&page).at_name);
    page.send(Msg::Fits(FitsMsg::Column(-1)));
    assert!(lines(&page).len() < before, "its needs are folded");
    // The inspector still shows the answer.
    assert_eq!(look(&page).picked().map(|picked| picked.row), Some(row));
    page.send(Msg::Fits(FitsMsg::Column(1)));
    assert!(lines(&page).len() >= before && look(&page).at_name);
    page.send(Msg::Fits(FitsMsg::Column(1)));
    assert!(!look(&page).at_name);
    page.send(Msg::Fits(FitsMsg::Step(1)));
    assert!(matches!(look(&page).line, LineId::Need(of, _) if of == row), "{:?}", look(&page).line);
    assert_ne!(look(&page).picked().map(|picked| picked.row), Some(row));
    // The last line has names only.
    page.send(Msg::Fits(FitsMsg::Step(i64::from(i32::MAX))));
    assert_eq!((look(&page).line, look(&page).at_name), (LineId::Met, true));
    let before = lines(&page).len();
    page.send(Msg::Fits(FitsMsg::Toggle(LineId::Met)));
    assert_eq!(lines(&page).len() - before, look(&page).fits().expect("answers").met_names.len());
}

/// For a program for amd64, kernels of other architectures are separate. Their columns say which program fails there
/// for a reason of its own, and which only because it was compiled for amd64.
#[test]
fn other_architectures_are_folded_and_not_required() {
    let mut page = Page::new();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../static/atlas/debian.atlas");
    let bytes: Arc<[u8]> = std::fs::read(path).expect("it is committed").into();
    let atlas = page.session.new_file_id();
    page.send(Msg::Atlas(AtlasMsg::Dropped(atlas, "debian.atlas".into(), bytes)));
    page.open("tests/fixtures/bin/stories-regs-x86.clang.bpfel.o");
    page.send(Msg::Fits(FitsMsg::Show));
    page.send(Msg::Fits(FitsMsg::Atlas(Some("version:>=6.12 flavour:generic".into()))));
    page.work();
    let fits = page.look().fits.fits().expect("answers").clone();
    let grid = page.look().fits.grid().expect("a matrix");
    assert!(grid.axis.starts_with("amd64") && fits.tally().what == "amd64", "{}", grid.axis);
    let all: u32 = grid.others.iter().map(|(_, n)| n).sum();
    let foreign: usize = fits.columns.iter().filter(|c| c.foreign).map(|c| c.kernels.len()).sum();
    assert!(grid.others.len() >= 3 && all as usize == foreign, "{:?}", grid.others);
    let elsewhere: Vec<&str> =
        fits.rows.iter().filter(|r| r.others.iter().any(|o| o.elsewhere > 0)).map(|r| r.name.as_str()).collect();
    assert!(
        !elsewhere.is_empty() && elsewhere.len() <= fits.rows.iter().filter(|r| r.is_program()).count(),
        "{elsewhere:?}"
    );
    // `nobody` fails everywhere, but it is not loaded by default, so it is not the answer that is selected first.
    let picked = page.look().fits.picked().expect("an answer");
    assert!(picked.of.name != "nobody" && !picked.is_failure(), "{}", picked.title());
    page.send(Msg::Fits(FitsMsg::Others));
    let open = page.look().fits.grid().expect("a matrix");
    assert_eq!(open.lines[0].cells.len(), grid.lines[0].cells.len() + grid.others.len() - 1);
}

/// Kernels with the other byte order are one column. Each program fails there for its byte order, and no other need is
/// checked.
#[test]
fn kernels_of_the_other_byte_order_are_set_apart() {
    let mut page = Page::new();
    page.open("tests/fixtures/bin/kernel.s390x.btf");
    page.open(KERNEL);
    page.open(STORIES);
    page.send(Msg::Fits(FitsMsg::Show));
    page.work();
    let fits = page.look().fits.fits().expect("answers").clone();
    let at = fits.columns.iter().position(|c| c.foreign).expect("a column");
    assert!(fits.columns[at].kernels == ["kernel.s390x"] && fits.columns.len() == 2, "{:?}", fits.columns);
    for row in &fits.rows {
        let cell = &row.cells[at];
        assert_eq!(
            (cell.is_asked(), cell.words.contains("non-native endianness")),
            (row.is_program(), row.is_program())
        );
        assert!(cell.near.is_none());
    }
    let picked = page.look().fits.picked().expect("an answer");
    assert!(!picked.on.foreign, "{:?}", picked.on);
}
