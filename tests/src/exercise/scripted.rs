//! Takes the actions that a person can take, in any order: opens and closes files, follows links, presses keys.

use btf::TypeId;
use desk::FileId;
use model::address;
use model::focus::{BlobId, ByteFocus};
use model::path::Path;
use model::views::View;
use search::Chip;
use session::commands::TABLE;
use session::status::status;
use session::type_list::Move;
use session::{BrowserHistory, FilesMsg, Msg, Overlay, RowsMsg, SearchMsg, Session};

use super::Digest;
use crate::fixture;

/// Files of every role. The modules need the kernels.
const FILES: [&str; 8] = [
    "kernel.x86_64.btf",
    "module.x86_64.ko",
    "kernel.s390x.o",
    "module.s390x.btf",
    "core.clang.bpfel.o",
    "kinds.gcc.ppc.o",
    "layout.bpfeb.btf",
    "net.clang.bpfel.o",
];

/// At most this many steps.
const STEPS: usize = 200;

/// Runs the steps that `choices` selects. After each step, checks that the selection exists, and that the address is
/// read as it was written.
///
/// # Panics
/// When the session contradicts itself.
pub fn scripted(choices: &[u8], digest: &mut Digest) {
    let mut session = Session::default();
    let mut rest = choices.iter().copied();
    for _ in 0..STEPS {
        let Some(choice) = rest.next() else { break };
        let arg = rest.next().unwrap_or_default();
        let Some(msg) = message(choice, arg, &mut rest) else { continue };
        let effects = session.update(msg);
        digest.debug(&effects.len());
        check(&session, digest);
    }
}

fn message(choice: u8, arg: u8, rest: &mut impl Iterator<Item = u8>) -> Option<Msg> {
    let id = FileId(u32::from(arg) % 10);
    let mut path = |len: u8| Path((0..len % 5).map(|_| rest.next().unwrap_or_default().into()).collect());
    Some(match choice % 30 {
        0 | 1 => {
            let name = FILES[usize::from(arg) % FILES.len()];
            let opened = container::open(name, &fixture::read(name)).ok()?;
            Msg::Files(FilesMsg::Opened(Box::new(desk::open::input(opened))))
        }
        2 => Msg::Files(FilesMsg::Close(id)),
        3 => Msg::Files(FilesMsg::Switch(id)),
        4 => Msg::Files(FilesMsg::Digest(id, "ab".repeat(32))),
        5 => {
            // A link with random text after the beginning that all links have.
            let len = usize::from(arg);
            let text: Vec<u8> = rest.take(len).collect();
            Msg::AddressChanged(format!("#v=1&{}", String::from_utf8_lossy(&text)))
        }
        6 => {
            let len = usize::from(arg % 24);
            let text: Vec<u8> = rest.take(len).collect();
            Msg::Search(SearchMsg::Query(String::from_utf8_lossy(&text).into_owned()))
        }
        7 => Msg::Link(session::LinkMsg::Forget),
        8 => Msg::Search(SearchMsg::Chip(
            [None, Some(Chip::Struct), Some(Chip::Func), Some(Chip::Array)][usize::from(arg % 4)],
        )),
        9 => Msg::Search(SearchMsg::Derived(arg & 1 == 1)),
        10 => Msg::Search(SearchMsg::OwnOnly(arg & 1 == 1)),
        11 => Msg::Search(SearchMsg::Step(
            [Move::First, Move::Last, Move::By(i64::from(arg) - 128)][usize::from(arg % 3)],
        )),
        12 => Msg::Search(SearchMsg::Choose(arg.into())),
        13 => Msg::GoTo(TypeId(arg.into()), path(arg), BrowserHistory::Push),
        14 => Msg::Select(path(arg)),
        15 => Msg::Rows(RowsMsg::ToggleRow(path(arg))),
        16 => Msg::Rows(RowsMsg::ToggleNode(path(arg))),
        17 => Msg::Rows(RowsMsg::TableStep(i64::from(arg) - 128)),
        18 => Msg::Rows(RowsMsg::TreeStep(i64::from(arg) - 128)),
        19 => Msg::Rows(RowsMsg::Enter),
        20 => Msg::Rows(RowsMsg::Leave),
        21 => Msg::Byte(ByteFocus {
            blob: [BlobId::Own, BlobId::Ext, BlobId::Base(u32::from(arg) % 4)][usize::from(arg % 3)],
            at: u32::from(arg) * 9,
        }),
        22 => Msg::ByteOwner,
        23 => Msg::View(View::ALL[usize::from(arg) % View::ALL.len()]),
        24 | 25 => Msg::Command(TABLE[usize::from(arg) % TABLE.len()].command),
        26 => Msg::Overlay([Overlay::Help, Overlay::GoTo, Overlay::Problems, Overlay::Offset][usize::from(arg % 4)]),
        27 => Msg::Link(session::LinkMsg::ShowAnyway),
        28 => Msg::Files(FilesMsg::DropWaiting(arg.into())),
        _ => Msg::Files(FilesMsg::Dismiss(arg.into())),
    })
}

fn check(session: &Session, digest: &mut Digest) {
    let Some(file) = session.file() else {
        assert!(session.current().is_none(), "the current file is not open");
        return;
    };
    digest.debug(&status(session));
    if let Some(selection) = &file.look.selection {
        assert!(file.btf.get(selection.id).is_some(), "{selection:?} is selected");
        assert!(model::path::walk(&file.btf, selection.id, &selection.path).is_some(), "{selection:?} is selected");
        digest.debug(&(file.table().map(|t| t.rows.len()), file.tree().map(|t| t.len())));
    }
    let fragment = session.address().to_fragment();
    let read = address::Address::parse(&fragment).map(|address| address.to_fragment());
    assert_eq!(read.as_deref(), Ok(fragment.as_str()));
}
