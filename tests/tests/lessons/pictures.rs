//! The pictures of a relocation in the lesson on CO-RE, and when the lesson loads its files.

use super::*;

#[test]
fn a_patch_and_its_path_are_drawn() {
    let mut page = Page::start("core");
    // This step shows the relocation of `skc_dport`. Its task is about newer.btf.
    page.learn(LearnMsg::Step(5));
    let session = &page.session;
    let look = &session.looks()[session.core().expect("CO-RE is shown").id].core;
    let detail = look.model().expect("the relocation");
    let on = &detail.results[look.explained().expect("a kernel")];
    assert_eq!(on.name, "newer.btf");
    let places = |bars: &[model::relocations::PathBar]| bars.iter().map(|b| b.place()).collect::<Vec<_>>().join(", ");
    assert_eq!(places(&detail.bars), "bytes 0..8, bytes 0..8, bytes 4..6");
    // In newer.btf, sock_common is the second member of sock, and the port is 16 bytes into it.
    assert_eq!(places(&on.bars), "bytes 0..40, bytes 8..32, bytes 24..26");
    let patch = on.patch.as_ref().expect("an instruction");
    let hex = |side: &model::relocations::PatchSide| {
        let fields = side.slots.iter().flatten();
        fields.map(|f| format!("{}{}", if f.changed { "*" } else { "" }, f.hex)).collect::<Vec<_>>().join(" | ")
    };
    // LDX of 16 bits from r6 + 4 into r1: only the offset changes.
    assert_eq!(hex(&patch.before), "69 | 61 | *04 00 | 00 00 00 00");
    assert_eq!(hex(&patch.after), "69 | 61 | *18 00 | 00 00 00 00");
    assert_eq!(
        (patch.before.text.as_str(), patch.after.text.as_str()),
        ("r1 = *(u16 *)(r6 +4)", "r1 = *(u16 *)(r6 +24)")
    );
}

#[test]
fn files_of_later_steps_wait_for_them() {
    let mut page = Page::start("core");
    assert_eq!(page.loaded, ["core.md", "program", "older.btf", "newer.btf"]);
    page.learn(LearnMsg::Step(10));
    assert_eq!(page.loaded[4..], ["families.bpf.o", "families.btf"]);
    assert!(page.session.core().is_some_and(|f| f.name == "families.bpf.o"));
}
