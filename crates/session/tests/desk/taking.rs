//! Which atlases are asked for a kernel that a link names.

use std::sync::Arc;

use ::atlas::Ranges;
use ::work::{Desk, PageAtlas};
use desk::{Answer, FileId, Files, FromDesk, Job, TakeKernel, ToDesk};
use session::look::atlas::AtlasMsg;
use session::{Effect, Msg};

use crate::page::Page;

const KERNEL: &str = "6.1.0-56-amd64";

/// An atlas of the page, of which all bytes are there.
struct Own(Arc<[u8]>);

impl PageAtlas for Own {
    fn ranges(&self) -> Result<Box<dyn Ranges>, String> {
        Ok(Box::new(Arc::clone(&self.0)))
    }

    fn fetch_all(&self) -> Result<(), String> {
        Ok(())
    }
}

fn bytes(path: &str) -> Arc<[u8]> {
    let path = format!("{}/../../static/{path}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).unwrap_or_else(|e| panic!("{path}: {e}")).into()
}

/// Drops bytes as an atlas, which is then the chosen one.
fn drop_atlas(page: &mut Page, bytes: Arc<[u8]>) -> FileId {
    let id = page.session.new_file_id();
    page.send(Msg::Atlas(AtlasMsg::Dropped(id, format!("{}.atlas", id.0), bytes)));
    id
}

/// The question that following a link to the kernel asks.
fn asked(page: &mut Page) -> TakeKernel {
    let effects = page.session.update(Msg::AddressChanged(format!("#v=1&f=atlas:{KERNEL}")));
    let take = effects.into_iter().find_map(|effect| match effect {
        Effect::Ask(Job::TakeKernel(ask)) => Some(ask),
        _ => None,
    });
    take.expect("an atlas is asked")
}

#[test]
fn the_chosen_atlas_is_asked_first_then_the_pages_own() {
    let ids = |own_is_chosen: bool| {
        let mut page = Page::new();
        page.send(Msg::Atlas(AtlasMsg::OnBoard("298 kernels of Debian, 5.10 to 7.3".into())));
        let first = drop_atlas(&mut page, Arc::from([1u8]));
        let second = drop_atlas(&mut page, Arc::from([2u8]));
        if own_is_chosen {
            page.send(Msg::Atlas(AtlasMsg::Choose(None)));
        }
        let all: Vec<Option<FileId>> = asked(&mut page).atlas_ids().collect();
        (all, first, second)
    };
    let (all, first, second) = ids(false);
    assert_eq!(all, [Some(second), None, Some(first)]);
    let (all, first, second) = ids(true);
    assert_eq!(all, [None, Some(first), Some(second)]);
}

#[test]
fn a_kernel_that_the_chosen_atlas_lacks_comes_from_the_pages_own() {
    for has_own in [true, false] {
        let mut page = Page::new();
        let chosen = drop_atlas(&mut page, bytes("samples/lessons/6.12.94-part.atlas"));
        let ask = asked(&mut page);
        let mut desk = Desk::new(Box::new(|_, _| ()));
        if has_own {
            desk.set_atlas(Box::new(Own(bytes("atlas/debian.atlas"))));
        }
        desk.take(ToDesk::Keep(Files::keep(&page.session, chosen, None).expect("it was dropped")));
        let Some(FromDesk::Answered(_, said)) = desk.take(ToDesk::Ask(0, Job::TakeKernel(ask))) else {
            panic!("the desk answers")
        };
        match said {
            Ok(Answer::TakeKernel(taken)) => {
                assert!(has_own && taken.atlas_id.is_none());
                assert_eq!(taken.release, KERNEL);
            }
            Ok(other) => panic!("{other:?}"),
            Err(problem) => assert!(!has_own && problem.file == KERNEL, "{problem:?}"),
        }
    }
}

/// A kernel that is being taken out of an atlas that the person closes is sought in the atlases that are left. If none
/// has it, that is said, and later kernels are still taken out.
#[test]
fn a_closed_atlas_keeps_no_kernel_waiting() {
    for is_in_another in [true, false] {
        let mut page = Page::new();
        if is_in_another {
            drop_atlas(&mut page, bytes("atlas/debian.atlas"));
        }
        let chosen = drop_atlas(&mut page, bytes("samples/lessons/6.12.94-part.atlas"));
        page.send(Msg::AddressChanged(format!("#v=1&f=atlas:{KERNEL}")));
        assert_eq!(page.session.atlas().taking.as_deref(), Some(KERNEL));
        page.send(Msg::Atlas(AtlasMsg::Close(chosen)));
        page.work();
        assert_eq!((page.session.atlas().taking.as_deref(), page.session.reading()), (None, None));
        assert_eq!(page.session.file().is_some(), is_in_another);
        assert_eq!(page.session.problems().len(), usize::from(!is_in_another));
    }
}
