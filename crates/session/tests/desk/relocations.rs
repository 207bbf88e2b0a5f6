//! CO-RE relocations: list, matrix, steps, trees.

use btf::TypeId;
use model::address::{Address, Shown};
use model::path::Path;
use model::relocations::StepResult;
use model::views::View;
use session::{BrowserHistory, CoreMsg, FilesMsg, Msg};

use crate::page::{Page, RELO};

/// An address without the other open files.
fn alone(fragment: &str) -> String {
    Address::parse(fragment).expect("an address").alone().to_fragment()
}

/// Dropped kernels join the table, the address names the picked relocation, and the Bytes pane shows its record.
#[test]
fn relocations_are_resolved_by_the_desk() {
    let mut page = Page::new();
    page.open(RELO);
    page.send(Msg::Core(CoreMsg::Show));
    page.work();
    let list = |page: &Page| {
        page.session.core().and_then(|f| page.session.looks()[f.id].core.list().cloned()).expect("a list")
    };
    assert_eq!(list(&page).summary(), "83 relocations · open a kernel to resolve them on it");
    page.open("tests/fixtures/bin/relo-old.bpfel.btf");
    page.open("tests/fixtures/bin/relo-new.bpfel.btf");
    page.work();
    // The program is still the current file.
    assert_eq!(list(&page).summary(), "83 relocations × 2 kernels · 14 fail on 2");
    page.send(Msg::Core(CoreMsg::Filter("lost_member".into())));
    page.send(Msg::Core(CoreMsg::Step(0)));
    page.work();
    let there = page.session.address().to_fragment();
    assert!(there.ends_with("&r=raw_tp/member_gone%230"), "{there}");
    let detail = page.look().core.model().expect("it was read");
    let results: Vec<_> = detail.results.iter().map(|r| r.result.as_str()).collect();
    assert_eq!((results.as_slice(), page.look().core.explained()), (["ok", "poisoned"].as_slice(), Some(1)));
    assert_eq!(page.file().look.byte.map(|b| b.at), Some(detail.record.expect("a record").0));
    // Closed kernels leave the table.
    let old = page.session.files().iter().find(|f| f.name == "relo-old.bpfel.btf").expect("it is open").id;
    page.send(Msg::Files(FilesMsg::Close(old)));
    page.work();
    assert_eq!(list(&page).heads.len(), 1);
    // Going to a type shows types; Back returns to the relocation.
    page.send(Msg::GoTo(TypeId(45), Path::root(), BrowserHistory::Push));
    assert!(page.session.core().is_none());
    page.send(Msg::AddressChanged(there.clone()));
    page.work();
    assert_eq!(alone(&page.session.address().to_fragment()), alone(&there));

    // A link shows its relocation as soon as the file is open.
    let mut page = Page::new();
    page.send(Msg::AddressChanged(there.clone()));
    page.open(RELO);
    page.work();
    assert_eq!(alone(&page.session.address().to_fragment()), alone(&there));
    page.send(Msg::Core(CoreMsg::Save(false)));
}

/// The matrix has the list's rows and the open kernels; each cell leads to a relocation on a kernel.
#[test]
fn the_matrix_leads_to_a_relocation_on_a_kernel() {
    let mut page = Page::with_kernels();
    let picked = |page: &Page| {
        let look = &page.look().core;
        (look.matrix, look.picked, look.column())
    };
    page.send(Msg::Core(CoreMsg::Matrix(true)));
    assert_eq!(picked(&page), (true, Some(0), 0));
    let there = page.session.address().to_fragment();
    assert!(there.ends_with("&r=raw_tp/moves%230*"), "{there}");
    page.send(Msg::Core(CoreMsg::Step(2)));
    page.send(Msg::Core(CoreMsg::Column(5)));
    assert_eq!(picked(&page), (true, Some(2), 1));
    page.send(Msg::Core(CoreMsg::Column(-9)));
    assert_eq!(picked(&page), (true, Some(2), 0));
    let new = page.session.kernels()[1];
    page.send(Msg::Core(CoreMsg::Cell(4, new)));
    page.work();
    assert_eq!(picked(&page), (false, Some(4), 1));
    assert_eq!(page.session.core().and_then(|f| page.session.looks()[f.id].core.explained()), Some(1));
    page.send(Msg::AddressChanged(there.clone()));
    assert_eq!((picked(&page).0, page.session.address().to_fragment()), (true, there));
}

/// The steps to a result have addresses, which name the step and, if the person chose a kernel, the kernel.
#[test]
fn a_relocation_is_walked_step_by_step() {
    let mut page = Page::with_kernels();
    let shown = |page: &Page| {
        let look = &page.look().core;
        let title = look.step_at().and_then(|at| look.steps().get(at)).map(|step| step.title.clone());
        (look.step_at(), title.unwrap_or_default())
    };
    let key = |page: &Page| match page.session.address().shown {
        Shown::Relocation(key) => key,
        other => panic!("{other:?}"),
    };
    page.send(Msg::Core(CoreMsg::Filter("lost_member".into())));
    page.send(Msg::Core(CoreMsg::Step(0)));
    page.work();
    assert_eq!((shown(&page).0, key(&page).as_str()), (None, "raw_tp/member_gone#0"));
    // While no steps are shown, the message to go to the next step does nothing.
    page.send(Msg::Core(CoreMsg::WalkBy(1)));
    assert_eq!(shown(&page).0, None);
    page.send(Msg::Core(CoreMsg::Walk(Some(0))));
    // The steps are shown on the kernel where the relocation fails.
    assert_eq!((shown(&page), page.look().core.steps().len()), ((Some(0), "candidates".to_owned()), 5));
    page.send(Msg::Core(CoreMsg::WalkBy(1)));
    assert_eq!((shown(&page).1.as_str(), key(&page).as_str()), (".state", "raw_tp/member_gone#0~2"));
    page.send(Msg::Core(CoreMsg::WalkBy(99)));
    assert_eq!(shown(&page), (Some(4), "verifier".to_owned()));
    page.send(Msg::Core(CoreMsg::WalkBy(1)));
    assert_eq!(shown(&page).0, Some(4));
    let there = page.session.address().to_fragment();
    // If the person chooses the other kernel, the address names it.
    let old = page.session.kernels()[0];
    page.send(Msg::Core(CoreMsg::Kernel(old)));
    assert_eq!(key(&page), "raw_tp/member_gone#0~5@relo-old.bpfel.btf");
    assert!(page.look().core.steps().iter().all(|step| step.result == StepResult::Good));
    let on_old = page.session.address().to_fragment();
    // Another relocation begins at its first step.
    page.send(Msg::Core(CoreMsg::Step(1)));
    page.work();
    assert_eq!(shown(&page), (Some(0), "candidates".to_owned()));
    // The matrix leaves the steps, and a step leaves the matrix.
    page.send(Msg::Core(CoreMsg::Matrix(true)));
    assert_eq!((shown(&page).0, key(&page).ends_with('*')), (None, true));
    page.send(Msg::Core(CoreMsg::Walk(Some(0))));
    assert!(!page.look().core.matrix);
    page.send(Msg::AddressChanged(there.clone()));
    page.work();
    assert_eq!(shown(&page).0, Some(4));

    // A link opens at its step, on its kernel, whichever kernel is opened first.
    for (link, last) in [(&there, "call unknown#195896080"), (&on_old, "r2 = *(u32 *)(r1 +4)")] {
        let mut page = Page::new();
        page.send(Msg::AddressChanged(link.clone()));
        page.open(RELO);
        for kernel in ["new", "old"] {
            page.open(&format!("tests/fixtures/bin/relo-{kernel}.bpfel.btf"));
            page.work();
        }
        let look = &page.look().core;
        let at = look.explained().expect("a kernel");
        let insn = look.model().map(|d| d.results[at].insn.clone());
        assert_eq!((look.step_at(), insn.as_deref()), (Some(4), Some(last)));
        assert_eq!(page.session.address().shown, Address::parse(link).expect("an address").shown);
    }
}

/// A relocation leads to two Trees: of its root type in the program, and of the type on a kernel, at the resolved
/// path.
#[test]
fn relocations_lead_to_trees() {
    let mut page = Page::new();
    let program = page.open(RELO);
    page.send(Msg::Core(CoreMsg::Show));
    page.open("tests/fixtures/bin/relo-new.bpfel.btf");
    let kernel = page.session.files().last().expect("it is there").id;
    page.work();
    let there = page.session.address().to_fragment();
    assert!(there.ends_with("&r=raw_tp/moves%230"), "{there}");
    let shown = |page: &Page| {
        let address = page.session.address();
        (page.session.current(), page.session.view(), format!("{} {}", address.type_name, address.member))
    };
    // The message for a view shows the root type, with the whole path.
    page.send(Msg::View(View::Tree));
    assert_eq!(shown(&page), (Some(program), View::Tree, "moved cell".into()));
    page.send(Msg::AddressChanged(there.clone()));
    page.work();
    let result = page
        .session
        .core()
        .and_then(|f| page.session.looks()[f.id].core.model()?.results.first().cloned())
        .expect("a result");
    assert_eq!(page.session.core().map(|f| page.session.looks()[f.id].core.targets().to_vec()), Some(vec![kernel]));
    page.send(Msg::Tree(kernel, result.type_id.expect("a type"), result.member));
    assert_eq!(shown(&page), (Some(kernel), View::Tree, "moved cell".into()));
    let open = page.session.file().and_then(|f| f.tree()).expect("a tree");
    assert!(open.iter().any(|n| n.name == "cell"), "{open:?}");
    // In the Tree, the desk resolves an access once for each member, and again when a kernel is opened.
    page.work();
    let probed = page.session.probed().clone();
    assert!(probed.is_current());
    assert_eq!(probed.probe().expect("a path").rows.len(), 1);
    page.open("tests/fixtures/bin/relo-old.bpfel.btf");
    page.send(Msg::Files(FilesMsg::Switch(kernel)));
    assert!(!page.session.probed().is_current());
    page.work();
    let probed = page.session.probed().clone();
    assert!(probed.is_current());
    assert_eq!(probed.probe().expect("a path").rows.len(), 2);
    page.send(Msg::AddressChanged(there.clone()));
    assert_eq!(alone(&page.session.address().to_fragment()), alone(&there));
    // A link to a file that was closed does nothing.
    page.send(Msg::Files(FilesMsg::Close(kernel)));
    page.send(Msg::Tree(kernel, TypeId(1), Path::root()));
    assert_eq!(page.session.current(), Some(program));
}
