//! The slider over the kernels of an atlas.

use std::sync::Arc;

use session::look::atlas::AtlasMsg;
use session::look::slide::SlideMsg;
use session::{CoreMsg, Msg};

use crate::page::{Page, STORIES};

/// According to the history of Linux, `state` of `struct task_struct` became `__state` in 5.14, and `i_atime` of
/// `struct inode` became `__i_atime` in 6.7. The answers of kernels before these versions differ from the answers of
/// later kernels.
#[test]
fn a_read_fails_from_the_kernel_on_that_renames_its_field() {
    let mut page = Page::new();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../static/atlas/debian.atlas");
    let bytes: Arc<[u8]> = std::fs::read(path).expect("it is committed").into();
    let atlas = page.session.new_file_id();
    page.send(Msg::Atlas(AtlasMsg::Dropped(atlas, "debian.atlas".into(), bytes)));
    page.open(STORIES);
    page.send(Msg::Core(CoreMsg::Show));
    page.work();
    let index = |page: &Page, path: &str| {
        let rows = &page.look().core.list().expect("a list").rows;
        rows.iter().find(|row| row.path == path && row.kind_str() == "byte_off").expect("it is there").index
    };
    let state = index(&page, "struct task_struct.state");
    page.send(Msg::Core(CoreMsg::Read(state)));
    page.work();
    assert!(page.look().slide.slide().is_none(), "nobody asked");
    page.send(Msg::Slide(SlideMsg::Show));
    page.work();
    let slide = page.look().slide.slide().expect("answers").clone();
    let amd64 = slide.lanes.iter().position(|lane| lane == "debian amd64").expect("a lane");
    page.send(Msg::Slide(SlideMsg::Lane(amd64)));
    let version = |text: &str| -> (u32, u32) {
        let mut numbers = text.split(|c: char| !c.is_ascii_digit()).map(|n| n.parse().unwrap_or(0));
        (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0))
    };
    let fails = |slide: &model::relocations::Slide, since: (u32, u32)| {
        let of = slide.of_lane(amd64);
        assert!(of.len() > 60, "{}", of.len());
        let mut both = [0, 0];
        for stop in of.iter().map(|&i| &slide.stops[i]) {
            let after = version(&stop.version) >= since;
            assert_eq!(stop.on.result == "poisoned", after, "{}", stop.version);
            assert_eq!(stop.on.insn == "call unknown#195896080", after, "{}", stop.version);
            assert_eq!(stop.on.access.is_empty(), after, "{}", stop.version);
            both[usize::from(after)] += 1;
        }
        assert!(both[0] > 0 && both[1] > 0, "{both:?}");
    };
    fails(&slide, (5, 14));
    // The slider begins where the newest answer began: at the first kernel on which the relocation fails.
    let stop = page.look().slide.stop().expect("a stop").clone();
    assert_eq!(stop.on.result, "poisoned");
    let at = page.look().slide.at;
    page.send(Msg::Slide(SlideMsg::At(at - 1)));
    assert!(page.look().slide.stop().is_some_and(|stop| !stop.on.verdict.is_failing()));

    // The kernels are asked anew about another relocation; the lane stays.
    let atime = index(&page, "struct inode.i_atime.tv_sec");
    page.send(Msg::Core(CoreMsg::Read(atime)));
    assert!(page.look().slide.slide().is_none(), "not the answer of the other one");
    page.work();
    let slide = page.look().slide.slide().expect("answers").clone();
    fails(&slide, (6, 7));
    assert_eq!((page.look().slide.lane, page.look().slide.at), (amd64, at - 1));

    // The address names the kernel, and leads back to it.
    let address = page.session.address().to_fragment();
    let name = page.look().slide.stop().expect("a stop").on.name.clone();
    page.send(Msg::Slide(SlideMsg::Lane(0)));
    page.send(Msg::Slide(SlideMsg::At(0)));
    assert_ne!(page.session.address().to_fragment(), address);
    page.send(Msg::AddressChanged(address.clone()));
    page.work();
    assert_eq!(page.look().slide.stop().expect("a stop").on.name, name);
    assert_eq!(page.session.address().to_fragment(), address);
    // A step of the relocation has an address without the slider.
    page.send(Msg::Core(CoreMsg::Walk(Some(0))));
    page.work();
    assert!(!page.session.address().to_fragment().contains("over"));
}
