//! The lesson with an atlas of its own: a sample, so that it needs no network.

use super::*;
use desk::Origin;

fn chosen(page: &Page) -> String {
    page.session.atlas().title()
}

#[test]
fn the_atlas_of_a_lesson_is_searched_while_the_lesson_is_open() {
    let mut page = Page::new();
    page.send(Msg::Atlas(AtlasMsg::OnBoard("298 kernels of Debian, 5.10 to 7.3".into())));
    page.learn(LearnMsg::Start("kernel".into(), 7));
    assert_eq!(page.loaded, ["kernel.md", PART], "nothing but the sample");
    let file = page.session.file().expect("the kernel");
    assert_eq!((file.origin.clone(), file.btf.own_type_count()), (Origin::Sample(PART.into()), 2534));
    assert_eq!(page.session.address().to_fragment().matches(&format!("f=sample:{PART}")).count(), 1);
    assert_eq!(chosen(&page), format!("Kernels of {PART}"));
    page.learn(LearnMsg::Reveal);
    let past = page.session.atlas().in_view().expect("the history of task_struct");
    // The lesson's atlas has four kernels, 5.10 to 7.2, and each has struct task_struct.
    assert_eq!(past.present(), (4, 4));
    page.learn(LearnMsg::List);
    assert_eq!(chosen(&page), "298 kernels of Debian, 5.10 to 7.3, included");
    // The lesson is started again, with the kernel still open.
    page.learn(LearnMsg::Start("kernel".into(), 7));
    assert_eq!(chosen(&page), format!("Kernels of {PART}"));
    page.learn(LearnMsg::Start("blob".into(), 0));
    assert_eq!(chosen(&page), "298 kernels of Debian, 5.10 to 7.3, included");
}

#[test]
fn the_part_has_the_layouts_of_the_whole() {
    let open = |path: &str| {
        let bytes: Arc<[u8]> = fs::read(project().join(path)).expect("it is committed").into();
        atlas::Atlas::open(bytes).expect("an atlas")
    };
    let of = |path: &str, name: &str| {
        let atlas = open(path);
        let at = atlas.kernel_called(name).expect("it has the kernel");
        let mut part = atlas::Partial::new(&atlas);
        for name in ["task_struct", "sk_buff", "net_device"] {
            part.want(name.as_bytes(), Some(btf::Kind::Struct), at).expect("its types");
        }
        let btf = part.take(at).expect("its types").btf;
        let text = |name: &str| {
            let found = btf.types().find(|t| t.name() == name && t.kind() == btf::Kind::Struct).expect("it");
            let members: Vec<_> = found.members().map(|m| (m.name().to_string(), m.bit_offset())).collect();
            (layout::layout(&btf, found.id(), &layout::Options::default()).expect("a layout").figures, members)
        };
        ["task_struct", "sk_buff", "net_device"].map(text)
    };
    let small = format!("static/samples/lessons/{PART}");
    for (part, whole) in [
        ("5.10.262-part", "5.10.0-46-amd64"),
        ("6.1.192-part", "6.1.0-56-amd64"),
        ("6.12.94-part", "6.12.94+deb13-amd64"),
        ("7.2.13-part", "7.2.13+deb14-amd64"),
    ] {
        assert_eq!(of(&small, part), of("static/atlas/debian.atlas", whole), "{whole}");
    }
}
