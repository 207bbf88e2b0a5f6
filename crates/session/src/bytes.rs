//! The Bytes pane: which bytes are marked, the meaning of one byte, and below the bytes the fields of the marked ones.

use btf::{BlobRange, MemberIndex};
use model::bytes::{
    ByteItem, ByteTarget, Focus, HexRow, Highlights, ext_highlights, highlights, owner_target, string_place,
};
use model::focus::{BlobId, ByteFocus, Selection};
use model::inspect::{Inspection, Link, describe_byte, describe_ext_byte, inspect, inspect_ext};
use model::path::{Path, walk};

use crate::file::OpenFile;
use crate::msg::{BrowserHistory, Msg};
use crate::{blob_of, focus_item};

/// Shown instead of the bytes of a file without `.BTF`.
pub const NO_BTF: &str =
    "This file has no section .BTF. Select an ELF relocation or symbol in the lists to see the bytes of its section.";

/// Shown instead of a byte's meaning while the mouse points at no byte.
pub const POINT: &str = "Point at a byte to see what it means";

/// Shown instead of the inspector while nothing is selected.
pub const SELECT: &str = "Select a type, a member or a byte: this pane explains its fields, one by one.";

/// The words for marks that are colours on the screen; a screen reader says them after the bytes.
pub fn say_marks(filled: bool, in_lesson: bool) -> &'static str {
    match (filled, in_lesson) {
        (true, _) => ", filled by an ELF relocation",
        (false, true) => ", in the lesson",
        (false, false) => "",
    }
}

impl OpenFile {
    /// The message of a key that is pressed in the bytes of a blob; none if the key does nothing. `more`: whether Ctrl
    /// is held. `page`: the number of visible rows, each of `width` bytes.
    pub fn byte_key(&self, id: BlobId, key: &str, more: bool, page: i64, width: u32) -> Option<Msg> {
        let blob = blob_of(self, id)?;
        let Some(byte) = self.look.byte.filter(|byte| byte.blob == id) else {
            // Without a chosen byte, an arrow key chooses the first marked byte, or byte 0; other keys do nothing.
            let at = self.byte_marks(id).innermost().map_or(0, |range| range.start);
            return key.starts_with("Arrow").then_some(Msg::Byte(ByteFocus { blob: id, at }));
        };
        if key == "Enter" {
            return Some(Msg::ByteOwner);
        }
        Some(Msg::Byte(ByteFocus { blob: id, at: blob.move_by_key(key, more, byte.at, page, width)? }))
    }

    /// The message that a link of the inspector sends.
    pub fn inspector_link(&self, blob: BlobId, link: &Link) -> Msg {
        match *link {
            Link::Type(id) => Msg::GoTo(id, Path::root(), BrowserHistory::Push),
            Link::Item(id, index) => Msg::GoTo(id, Path::root().child(index.0), BrowserHistory::Push),
            Link::Byte(at) => Msg::Byte(ByteFocus { blob, at }),
            Link::String(offset) => match string_place(&self.btf, offset) {
                Some(focus) => Msg::Byte(focus),
                None => Msg::Notice(format!("No string is at offset {:#x}", offset.0)),
            },
        }
    }

    /// The byte to scroll to: the chosen byte if it is in this blob, or else the first marked byte.
    pub fn byte_in_sight(&self, id: BlobId) -> Option<u32> {
        let chosen = self.look.byte.filter(|byte| byte.blob == id).map(|byte| byte.at);
        chosen.or_else(|| self.byte_marks(id).innermost().map(|range| range.start))
    }

    /// The section whose bytes are shown, and the offset of the byte that is scrolled to: `.BTF + 0x2`.
    pub fn byte_place(&self, id: BlobId) -> String {
        let section = id.title();
        self.byte_in_sight(id).map_or_else(|| section.to_owned(), |at| format!("{section} + {at:#x}"))
    }

    /// The owner of the chosen byte; if no byte is chosen, the selection.
    fn byte_target(&self) -> Option<ByteTarget> {
        if let Some(byte) = self.look.byte {
            return owner_target(self.blob(byte.blob)?, byte.at);
        }
        let selection = self.look.selection.as_ref()?;
        let (id, item) = focus_item(&self.btf, selection);
        Some(ByteTarget::Type(Focus { id, item: item.map(MemberIndex), field: None }))
    }

    /// The type and member that the inspector describes. This is the selection, unless the person chose a byte of
    /// another type or item, or another node of a graph.
    pub fn inspected(&self) -> Option<Selection> {
        let selection = self.look.selection.clone();
        let Some(ByteTarget::Type(byte)) = self.look.byte.and_then(|_| self.byte_target()) else { return selection };
        if let Some(selection) = &selection {
            let (id, item) = focus_item(&self.btf, selection);
            if id == byte.id && (byte.item.is_none() || byte.item == item.map(MemberIndex)) {
                return Some(selection.clone());
            }
        }
        let path = byte.item.map_or_else(Path::root, |item| Path::root().child(item.0));
        Some(Selection { id: byte.id, path })
    }

    /// The marked bytes of a blob: the bytes of the chosen byte's owner, or of the selection.
    pub fn byte_marks(&self, blob: BlobId) -> Highlights {
        match (blob, &self.ext, self.look.byte) {
            (BlobId::Ext, Some(ext), Some(byte)) => ext_highlights(ext, byte.at),
            (BlobId::Ext, ..) => Highlights::default(),
            _ => self.blob(blob).zip(self.byte_target()).map(|(btf, t)| t.highlights(btf)).unwrap_or_default(),
        }
    }

    /// The bytes of a type, an item or a field in a blob; none in `.BTF.ext`.
    pub fn item_bytes(&self, blob: BlobId, of: Focus) -> Option<BlobRange> {
        highlights(self.blob(blob)?, of).innermost()
    }

    /// The meaning of a byte in one line, and the type, item and field that own the byte. No type owns a byte of the
    /// header, of a string or of `.BTF.ext`.
    pub fn byte_meaning(&self, blob: BlobId, at: u32) -> (String, Option<Focus>) {
        match self.blob(blob) {
            Some(btf) => {
                let item = match owner_target(btf, at) {
                    Some(ByteTarget::Type(focus)) => Some(focus),
                    _ => None,
                };
                (describe_byte(btf, at, &|id| dump::type_name(btf, id)), item)
            }
            None => {
                let names = |id| dump::type_name(&self.btf, id);
                let text = self.ext.as_ref().map(|ext| describe_ext_byte(ext, Some(&self.btf), at, &names));
                (text.unwrap_or_default(), None)
            }
        }
    }

    /// The owners of the bytes of a row, in order: `[12] struct sk_buff · next · prev`.
    pub fn row_owners(&self, blob: BlobId, row: &HexRow) -> String {
        let mut items: Vec<ByteItem> = vec![];
        for run in &row.runs {
            if items.last() != Some(&run.item) {
                items.push(run.item);
            }
        }
        let btf = self.blob(blob);
        let name = |item: &ByteItem| match (*item, btf) {
            (ByteItem::Type(id), Some(btf)) => Some(format!("[{id}] {}", dump::type_name(btf, id))),
            (ByteItem::Member(id, index), Some(btf)) => {
                let steps = walk(btf, id, &Path::root().child(index.0))?;
                steps.last().map(|step| step.item.name.to_owned()).filter(|name| !name.is_empty())
            }
            (ByteItem::String(at), Some(btf)) => Some(format!("\"{}\"", btf.string(at).unwrap_or_default())),
            (ByteItem::Header, _) => Some("header".to_owned()),
            (ByteItem::Block(kind, _) | ByteItem::Record(kind, ..) | ByteItem::RecordSize(kind), _) => {
                Some(kind.as_str().to_owned())
            }
            _ => None,
        };
        items.iter().filter_map(name).collect::<Vec<_>>().join(" · ")
    }

    /// The contents of the inspector: the marked bytes, field by field.
    pub fn inspection(&self, blob: BlobId) -> Option<Inspection> {
        let names = |id| dump::type_name(&self.btf, id);
        match (blob, &self.ext) {
            (BlobId::Ext, Some(ext)) => {
                let byte = self.look.byte.filter(|byte| byte.blob == blob)?;
                Some(inspect_ext(ext, Some(&self.btf), ext.owner(byte.at)?, &names))
            }
            (BlobId::Ext, None) => None,
            _ => self.blob(blob).zip(self.byte_target()).map(|(btf, target)| inspect(btf, &target, &names)),
        }
    }

    /// The blobs whose bytes can be shown, with their names.
    pub fn blobs(&self) -> Vec<(BlobId, &'static str)> {
        let all = [
            Some((BlobId::Own, ".BTF")),
            self.ext.as_ref().map(|_| (BlobId::Ext, ".BTF.ext")),
            self.btf.base().map(|_| (BlobId::Base(1), "base")),
        ];
        all.into_iter().flatten().collect()
    }
}

#[cfg(test)]
mod tests {
    use model::bytes::ROW;

    use super::*;
    use crate::{FilesMsg, Session};

    fn open(name: &str) -> Session {
        let path = format!("{}/../../{name}", env!("CARGO_MANIFEST_DIR"));
        let bytes = std::fs::read(&path).expect("the file");
        let opened = container::open(name.rsplit('/').next().expect("a name"), &bytes).expect("it opens");
        let mut session = Session::default();
        session.update(Msg::Files(FilesMsg::Opened(Box::new(desk::open::input(opened)))));
        session
    }

    /// `tests/fixtures/src/kernel.h`: state is the first member of task_struct, pid the second.
    #[test]
    fn selection_is_marked_and_a_byte_leads_to_its_owner() {
        let mut session = open("tests/fixtures/bin/kernel.x86_64.btf");
        let file = session.file().expect("it is open");
        let task =
            file.btf.types().find(|t| t.kind() == btf::Kind::Struct && t.name() == "task_struct").expect("it has one");
        let (id, record) = (task.id(), task.record());
        assert_eq!(file.byte_marks(BlobId::Own), Highlights::default());
        assert_eq!((file.inspection(BlobId::Own), file.blobs()), (None, vec![(BlobId::Own, ".BTF")]));
        // The record begins with three words, and each member has three words.
        let pid = BlobRange::at(record.start + 12 + 12, 12);
        let of = Focus { id, item: Some(MemberIndex(1)), field: None };
        assert_eq!(file.item_bytes(BlobId::Own, of), Some(pid));
        assert_eq!(file.item_bytes(BlobId::Ext, of), None);
        session.update(Msg::GoTo(id, Path::root().child(1), BrowserHistory::Push));
        let file = session.file().expect("it is open");
        assert_eq!(file.byte_marks(BlobId::Own).innermost(), Some(pid));
        assert_eq!(file.inspection(BlobId::Own).map(|i| i.range), Some(pid));
        let (text, item) = file.byte_meaning(BlobId::Own, pid.start + 4);
        assert!(text.contains("task_struct") && text.contains("type"), "{text}");
        assert_eq!(item.map(|focus| (focus.id, focus.item)), Some((id, Some(MemberIndex(1)))));
        // A byte of the header belongs to no type.
        let (text, item) = file.byte_meaning(BlobId::Own, 0);
        assert!(text.contains("magic"), "{text}");
        assert_eq!(item, None);
        // A chosen byte takes precedence over the selection.
        session.update(Msg::Byte(ByteFocus { blob: BlobId::Own, at: 0 }));
        let file = session.file().expect("it is open");
        assert_eq!(file.byte_marks(BlobId::Own).innermost().map(|r| r.start), Some(0));
        assert!(file.inspection(BlobId::Own).is_some_and(|i| i.range.start == 0));
    }

    /// The header has 24 bytes; the first row ends at byte 15.
    #[test]
    fn keys_go_through_the_bytes() {
        let mut session = open("tests/fixtures/bin/kernel.x86_64.btf");
        let at = |session: &Session| session.file().and_then(|file| file.look.byte).map(|byte| byte.at);
        let mut press = |key: &str, more: bool| {
            let msg = session.file().and_then(|file| file.byte_key(BlobId::Own, key, more, 10, ROW));
            let known = msg.is_some();
            session.update(msg.unwrap_or(Msg::Notice(String::new())));
            (known, at(&session))
        };
        // Without a chosen byte, Enter and End do nothing; an arrow chooses the first byte.
        assert_eq!((press("Enter", false), press("End", false)), ((false, None), (false, None)));
        assert_eq!(press("ArrowRight", false), (true, Some(0)));
        assert_eq!(press("ArrowRight", false), (true, Some(1)));
        assert_eq!(press("End", false), (true, Some(15)));
        assert_eq!(press("ArrowDown", false), (true, Some(31)));
        assert_eq!(press("Home", true), (true, Some(0)));
        // The magic is a field of two bytes.
        assert_eq!(press("ArrowRight", true), (true, Some(2)));
        assert_eq!(press("F1", false), (false, Some(2)));
        let file = session.file().expect("it is open");
        assert_eq!((file.byte_in_sight(BlobId::Own), file.byte_place(BlobId::Own)), (Some(2), ".BTF + 0x2".to_owned()));
        assert!(matches!(file.inspector_link(BlobId::Own, &Link::String(btf::StringOffset(u32::MAX))), Msg::Notice(_)));
        assert!(matches!(file.inspector_link(BlobId::Own, &Link::Byte(7)), Msg::Byte(ByteFocus { at: 7, .. })));
    }

    #[test]
    fn ext_has_an_inspector_only_for_a_chosen_byte() {
        let mut session = open("static/samples/sample.bpf.o");
        let file = session.file().expect("it is open");
        assert_eq!(file.blobs(), [(BlobId::Own, ".BTF"), (BlobId::Ext, ".BTF.ext")]);
        assert_eq!((file.byte_marks(BlobId::Ext), file.inspection(BlobId::Ext)), (Highlights::default(), None));
        let (text, item) = file.byte_meaning(BlobId::Ext, 0);
        assert!(text.contains("magic") && item.is_none(), "{text}");
        session.update(Msg::Byte(ByteFocus { blob: BlobId::Ext, at: 0 }));
        let file = session.file().expect("it is open");
        assert!(file.byte_marks(BlobId::Ext).innermost().is_some_and(|r| r.start == 0));
        assert!(file.inspection(BlobId::Ext).is_some_and(|i| i.range.start == 0));
    }
}
