//! The distributions of an atlas: which are offered, and whose kernels are asked.

use std::sync::Arc;

use ::atlas::{Atlas, Draft};
use session::Msg;
use session::look::atlas::AtlasMsg;

use crate::page::Page;

/// An atlas that has one of Debian's kernels three times: once as Debian's, twice as Ubuntu's.
fn three() -> Arc<[u8]> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../static/atlas/debian.atlas");
    let bytes: Arc<[u8]> = std::fs::read(path).expect("it is committed").into();
    let debian = Atlas::open(bytes).expect("an atlas");
    let number = debian.kernel_called("6.12.94+deb13-amd64").expect("it is there");
    let types = btf::Btf::parse(debian.take_out(number).expect("sound"), None).expect("BTF");
    let mut draft = Draft::new();
    for (distribution, release) in [("debian", ""), ("ubuntu", "6.5.0-14-generic"), ("ubuntu", "6.8.0-31-generic")] {
        let mut kernel = debian.kernels()[number as usize].clone();
        kernel.distribution = distribution.into();
        if !release.is_empty() {
            kernel.release = release.into();
        }
        draft.add(kernel, &types).expect("it fits");
    }
    draft.write().expect("it fits").into()
}

#[test]
fn the_kernels_of_chosen_distributions_are_asked() {
    let mut page = Page::new();
    let id = page.session.new_file_id();
    page.send(Msg::Atlas(AtlasMsg::Dropped(id, "three.atlas".into(), three())));
    page.send(Msg::Atlas(AtlasMsg::About("struct inode".into())));
    page.work();
    let offered = |page: &Page| page.session.atlas().distributions.offered().to_vec();
    assert_eq!(offered(&page), [("ubuntu".to_owned(), 2), ("debian".to_owned(), 1)]);
    let kernels = |page: &Page| page.session.atlas().history(false).expect("an answer").kernels.len();
    assert_eq!((kernels(&page), page.session.atlas().condition().as_str()), (3, ""));

    page.send(Msg::Atlas(AtlasMsg::Distribution("ubuntu".into())));
    page.work();
    let look = page.session.atlas();
    assert_eq!(
        (kernels(&page), look.condition().as_str(), look.chosen_words().as_deref()),
        (2, "distribution:ubuntu", Some("2 kernels of ubuntu"))
    );
    // Choosing all distributions is the same as choosing none.
    page.send(Msg::Atlas(AtlasMsg::Distribution("debian".into())));
    page.work();
    assert_eq!((kernels(&page), page.session.atlas().condition().as_str()), (3, ""));
    page.send(Msg::Atlas(AtlasMsg::Distribution("debian".into())));
    page.work();
    assert_eq!((kernels(&page), offered(&page).len()), (1, 2));
    page.send(Msg::Atlas(AtlasMsg::AllDistributions));
    page.work();
    assert_eq!(kernels(&page), 3);

    // An atlas that has none of the chosen distributions gives no answer.
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../static/atlas/debian.atlas");
    let debian = page.session.new_file_id();
    let bytes: Arc<[u8]> = std::fs::read(path).expect("it is committed").into();
    page.send(Msg::Atlas(AtlasMsg::Dropped(debian, "debian.atlas".into(), bytes)));
    page.send(Msg::Atlas(AtlasMsg::All));
    page.work();
    assert_eq!(page.session.atlas().history(false).expect("an answer").also.len(), 1);
    page.send(Msg::Atlas(AtlasMsg::Distribution("ubuntu".into())));
    page.work();
    assert_eq!((kernels(&page), page.session.atlas().history(false).expect("an answer").also.len()), (2, 0));
}
