//! Shows a file with `model` and `session`, as the page does.

use btf::{Btf, Ext, TypeId};
use layout::Options;
use model::alternatives::Alternatives;
use model::bytes::{Blob, ROW, ext_highlights, owner_target};
use model::focus::{BlobId, ByteFocus};
use model::path::Path;
use model::tree::{Expanded, expand_embedded};
use model::views::View;
use model::{access, heading, inspect, map, path, strip, table, tree};
use session::commands::TABLE;
use session::file::OpenFile;
use session::status::status;
use session::{BrowserHistory, FilesMsg, Msg, RowsMsg, SearchMsg, Session};

use super::Digest;

/// How many types are shown.
const TYPES: u32 = 48;
/// How many rows of a type's table, nodes of its tree and bitfields are read.
const ROWS: usize = 48;

/// Opens a file and takes the actions that a person can take on it.
///
/// # Panics
/// When the models contradict each other.
pub fn shown(name: &str, file: &[u8], digest: &mut Digest) {
    let opened = match container::open(name, file) {
        Ok(opened) => opened,
        Err(e) => return digest.debug(&desk::open::problem(name, &e)),
    };
    let mut session = Session::default();
    session.update(Msg::Files(FilesMsg::Opened(Box::new(desk::open::input(opened)))));
    let Some(file) = session.file() else {
        return digest.debug(&(session.problems(), session.waiting().len()));
    };
    let (first, count) = (file.btf.first_id().0, file.btf.own_type_count());
    digest.debug(&file.facts());
    for query in ["a", "kind:struct", "size:>8", "holes:>0", "/[a-z]+/", "member:next", "type:", "((", "id:1"] {
        session.update(Msg::Search(SearchMsg::Query(query.to_owned())));
        session.update(Msg::Search(SearchMsg::Step(session::type_list::Move::By(1))));
    }
    session.update(Msg::Search(SearchMsg::Query(String::new())));
    for id in (first..first.saturating_add(count)).take(TYPES as usize).map(TypeId) {
        session.update(Msg::GoTo(id, Path::root(), BrowserHistory::Push));
        for view in View::ALL {
            session.update(Msg::View(view));
            for msg in [
                Msg::Rows(RowsMsg::TableStep(1)),
                Msg::Rows(RowsMsg::TreeStep(1)),
                Msg::Rows(RowsMsg::Enter),
                Msg::Rows(RowsMsg::Enter),
                Msg::Rows(RowsMsg::TreeStep(9)),
                Msg::Rows(RowsMsg::Leave),
            ] {
                session.update(msg);
            }
        }
        if let Some(file) = session.file() {
            of_type(&session, file, id, digest);
        }
        let fragment = session.address().to_fragment();
        assert_eq!(model::address::Address::parse(&fragment).as_ref(), Ok(&session.address()), "{fragment}");
        session.update(Msg::AddressChanged(fragment));
        for entry in TABLE.iter().filter(|e| e.command != session::commands::Command::CloseFile) {
            session.update(Msg::Command(entry.command));
        }
        session.update(Msg::Byte(ByteFocus { blob: BlobId::Own, at: id.0.wrapping_mul(37) }));
        session.update(Msg::ByteOwner);
    }
}

fn of_type(session: &Session, file: &OpenFile, id: TypeId, digest: &mut Digest) {
    let btf = &*file.btf;
    digest.debug(&heading::heading(&file.btf, file.tags(), id));
    digest.debug(&status(session));
    if let Ok(layout) = layout::layout(btf, table::table_type(btf, id), &Options::default()) {
        let map = map::map(btf, &layout, 64);
        // A type with a faulty member is drawn only in part.
        if !map.lanes && map.left_out == 0 && layout.members().all(|m| m.error.is_none()) {
            map.lines.iter().for_each(covered);
        }
        digest.debug(&(map.lines.len(), map.left_out));
        for m in layout.members().filter(|m| m.bitfield.is_some()).take(ROWS) {
            digest.debug(&strip::strip(btf, &layout, m.index.0, 24, id.0.is_multiple_of(2)));
        }
    }
    let mut expanded = Expanded::default();
    expand_embedded(btf, id, &mut expanded);
    let rows = table::Table::new(btf, id, &expanded, &Alternatives::default()).rows;
    let nodes = tree::nodes(btf, id, &expanded);
    for row in rows.iter().take(ROWS) {
        digest.debug(&(row.offset_text(), row.size_text(), &row.path));
    }
    for node in nodes.iter().take(ROWS) {
        digest.debug(&(node.offset, node.size, &node.path));
        digest.debug(&access::access(btf, id, &node.path));
        if let Some(names) = path::to_names(btf, id, &node.path) {
            assert_eq!(path::from_names(btf, id, &names).as_ref(), Some(&node.path), "{names:?}");
        }
    }
}

/// Checks that the segments of a line follow one another without gap, from its start to its end.
fn covered(line: &map::Line) {
    let mut at = line.offset * 8;
    for segment in &line.segments {
        assert_eq!(segment.start, at, "{segment:?} in {line:?}");
        assert!(segment.bits > 0, "{segment:?}");
        at += segment.bits;
    }
    assert_eq!(at, line.offset * 8 + line.bits, "{line:?}");
}

/// Shows every byte of a blob, and the meaning of each field.
///
/// # Panics
/// When a byte has no row, or a field has no description.
pub fn shown_bytes(btf: &Btf, digest: &mut Digest) {
    let name = |id: TypeId| dump::type_name(btf, id);
    for run in Blob::Btf(btf).rows(0, u32::MAX, ROW).iter().flat_map(|row| &row.runs) {
        let at = run.range.start;
        let Some(target) = owner_target(btf, at) else { panic!("byte {at:#x} belongs to nobody") };
        let words = inspect::describe_byte(btf, at, &name);
        assert!(!words.is_empty(), "{at:#x}");
        digest.bytes(words.as_bytes());
        let inspection = inspect::inspect(btf, &target, &name);
        assert!(inspection.field_at(at).is_some(), "{at:#x} {inspection}");
        assert!(target.highlights(btf).innermost().is_some_and(|r| r.contains(at)), "{at:#x}");
    }
    for problem in inspect::problems(btf) {
        digest.bytes(problem.text.as_bytes());
    }
}

/// Shows every byte of a `.BTF.ext`. `btf` has the types and strings that it refers to.
///
/// # Panics
/// When a byte has no row, or a field has no description.
pub fn shown_ext(ext: &Ext, btf: Option<&Btf>, digest: &mut Digest) {
    let name = |id: TypeId| btf.map_or(String::new(), |btf| dump::type_name(btf, id));
    for run in Blob::Ext(ext).rows(0, u32::MAX, ROW).iter().flat_map(|row| &row.runs) {
        let at = run.range.start;
        let words = inspect::describe_ext_byte(ext, btf, at, &name);
        assert!(!words.is_empty(), "{at:#x}");
        digest.bytes(words.as_bytes());
        if let Some(owned) = ext.owner(at) {
            let inspection = inspect::inspect_ext(ext, btf, owned, &name);
            assert!(inspection.field_at(at).is_some(), "{at:#x} {inspection}");
        }
        assert!(ext_highlights(ext, at).innermost().is_some_and(|r| r.contains(at)), "{at:#x}");
    }
    digest.debug(&inspect::problems_ext(ext).len());
}
