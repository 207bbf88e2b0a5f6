//! Fits: open kernels and those of an atlas, and what their answers lead to.

use std::sync::Arc;

use model::fits::Fit;
use session::look::atlas::AtlasMsg;
use session::{FitsMsg, Msg, Overlay, Screen};

use crate::page::{Page, STORIES};

/// The version in a kernel's name: `6.12.94+deb13-amd64`.
fn version(name: &str) -> (u32, u32) {
    let mut numbers = name.split(|c: char| !c.is_ascii_digit()).map(|n| n.parse().unwrap_or(0));
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0))
}

/// What changed in Linux, and which program of the sample that breaks: `tests/fixtures/src/stories.bpf.c` says what each needs.
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
    let kernels = |page: &Page| page.file().look.fits.fits().map_or(0, |fits| fits.kernels());
    assert_eq!((page.session.screen(), kernels(&page)), (Screen::Fits, 0));

    page.send(Msg::Fits(FitsMsg::Atlas(Some("arch:amd64 flavour:generic".into()))));
    assert!(page.file().look.fits.is_asking());
    page.work();
    let fits = page.file().look.fits.fits().expect("an answer").clone();
    assert!(fits.kernels() > 60, "{}", fits.summary());
    assert!(fits.columns.len() < fits.kernels() / 3, "{}", fits.summary());
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

    // From the answer to the history of what it is about.
    let at = fits.rows.iter().position(|row| row.question == "inode.i_atime.tv_sec").expect("the relocation");
    page.send(Msg::Fits(FitsMsg::Row(at)));
    page.send(Msg::Fits(FitsMsg::History));
    page.work();
    assert_eq!(page.session.overlay(), Overlay::Atlas);
    assert_eq!(
        page.session.atlas().past().answer().map(|past| past.title.clone()).as_deref(),
        Some("inode.i_atime.tv_sec")
    );
    page.send(Msg::Fits(FitsMsg::Open));
    assert_eq!(page.session.screen(), Screen::Relocations);

    // A choice that cannot be read asks nothing, and says why; the answers stay.
    page.send(Msg::Fits(FitsMsg::Show));
    page.send(Msg::Fits(FitsMsg::Atlas(Some("arch".into()))));
    page.work();
    assert!(page.file().look.fits.atlas_problem().is_some_and(|why| why.contains("“arch” is no condition")));
    assert_eq!(kernels(&page), all.len());
    page.send(Msg::Fits(FitsMsg::Atlas(None)));
    page.work();
    assert_eq!(kernels(&page), 0);

    // An answer leads to a kernel of its column, too: the first on which the worst program fails.
    page.send(Msg::Fits(FitsMsg::Atlas(Some("arch:amd64 flavour:generic".into()))));
    page.work();
    page.send(Msg::Fits(FitsMsg::Kernel));
    page.work();
    let opened = page.file().name.clone();
    assert!(fits.columns[1].kernels.contains(&opened) && version(&opened) == (6, 1), "{opened}");
}
