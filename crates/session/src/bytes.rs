//! The bytes of a file: which of them are marked, what one means, and what stands in the inspector below them.

use btf::{BlobRange, MemberIndex};
use model::bytes::{
    ByteTarget, Focus, HexRow, Highlights, Run, ext_highlights, highlights, owner_target, string_place,
};
use model::focus::{BlobId, ByteFocus};
use model::inspect::{Inspection, Link, describe_byte, describe_ext_byte, inspect, inspect_ext};
use model::path::Path;

use crate::file::OpenFile;
use crate::{History, Msg, blob_of, focus_item};

/// In the place of the bytes of a file that has no `.BTF`.
pub const NO_BTF: &str =
    "This file has no section .BTF. The bytes of its other sections are beside its relocations and symbols.";

/// In the place of a byte's meaning while the mouse is on none.
pub const POINT: &str = "Point at a byte to see what it means";

/// In the place of the inspector while nothing is selected.
pub const SELECT: &str = "Select a type, a member or a byte: its fields are read here, one by one.";

/// A run of bytes for a screen reader: what it is, and what marks it for the eye.
pub fn say_run(row: &HexRow, run: &Run, filled: bool, in_lesson: bool) -> String {
    let marks = if filled {
        ", filled by an ELF relocation"
    } else if in_lesson {
        ", in the lesson"
    } else {
        ""
    };
    run.say(run.range.start, row.bytes_of(run)) + marks
}

impl OpenFile {
    /// What a key does among the bytes of a blob; none that it does not know. `more`: with Ctrl. `page`: rows that are in sight.
    pub fn byte_key(&self, id: BlobId, key: &str, more: bool, page: i64) -> Option<Msg> {
        let blob = blob_of(self, id)?;
        let Some(byte) = self.look.byte.filter(|byte| byte.blob == id) else {
            // The first key only lands on the selected bytes.
            let at = self.byte_marks(id).innermost().map_or(0, |range| range.start);
            return key.starts_with("Arrow").then_some(Msg::Byte(ByteFocus { blob: id, at }));
        };
        if key == "Enter" {
            return Some(Msg::ByteOwner);
        }
        Some(Msg::Byte(ByteFocus { blob: id, at: blob.move_by_key(key, more, byte.at, page)? }))
    }

    /// Where a link of the inspector below the bytes of a blob leads.
    pub fn inspector_link(&self, blob: BlobId, link: &Link) -> Msg {
        match *link {
            Link::Type(id) => Msg::GoTo(id, Path::root(), History::Push),
            Link::Item(id, index) => Msg::GoTo(id, Path::root().child(index.0), History::Push),
            Link::Byte(at) => Msg::Byte(ByteFocus { blob, at }),
            Link::String(offset) => match string_place(&self.btf, offset) {
                Some(focus) => Msg::Byte(focus),
                None => Msg::Notice(format!("No string is at offset {:#x}", offset.0)),
            },
        }
    }

    /// The byte that the bytes of a blob are shown around: the chosen one, or the first of what is selected.
    pub fn byte_in_sight(&self, id: BlobId) -> Option<u32> {
        let chosen = self.look.byte.filter(|byte| byte.blob == id).map(|byte| byte.at);
        chosen.or_else(|| self.byte_marks(id).innermost().map(|range| range.start))
    }

    /// The section whose bytes are shown, and the offset of the byte in sight in it.
    pub fn byte_place(&self, id: BlobId) -> String {
        let section = id.title();
        self.byte_in_sight(id).map_or_else(|| section.to_owned(), |at| format!("{section} + {at:#x}"))
    }

    /// What the chosen byte belongs to; without one, what is selected.
    fn byte_target(&self) -> Option<ByteTarget> {
        if let Some(byte) = self.look.byte {
            return owner_target(self.blob(byte.blob)?, byte.at);
        }
        let selection = self.look.selection.as_ref()?;
        let (id, item) = focus_item(&self.btf, selection);
        Some(ByteTarget::Type(Focus { id, item: item.map(MemberIndex), field: None }))
    }

    /// The bytes of a blob that are marked: those of the chosen byte's owner, or of what is selected.
    pub fn byte_marks(&self, blob: BlobId) -> Highlights {
        match (blob, &self.ext, self.look.byte) {
            (BlobId::Ext, Some(ext), Some(byte)) => ext_highlights(ext, byte.at),
            (BlobId::Ext, ..) => Highlights::default(),
            _ => self.blob(blob).zip(self.byte_target()).map(|(btf, t)| t.highlights(btf)).unwrap_or_default(),
        }
    }

    /// The bytes that an item, a field of it, or a whole type has in a blob; none in `.BTF.ext`.
    pub fn item_bytes(&self, blob: BlobId, of: Focus) -> Option<BlobRange> {
        highlights(self.blob(blob)?, of).innermost()
    }

    /// What a byte of a blob means, in one line, and the item and field that it belongs to.
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

    /// What the inspector shows below the bytes of a blob: what the marked bytes are, field by field.
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
    fn what_is_selected_is_marked_and_a_byte_leads_back() {
        let mut session = open("tests/fixtures/bin/kernel.x86_64.btf");
        let file = session.file().expect("it is open");
        let task =
            file.btf.types().find(|t| t.kind() == btf::Kind::Struct && t.name() == "task_struct").expect("it has one");
        let (id, record) = (task.id(), task.record());
        assert_eq!(file.byte_marks(BlobId::Own), Highlights::default());
        assert_eq!((file.inspection(BlobId::Own), file.blobs()), (None, vec![(BlobId::Own, ".BTF")]));
        // Three words of the record, then three for each member.
        let pid = BlobRange::at(record.start + 12 + 12, 12);
        let of = Focus { id, item: Some(MemberIndex(1)), field: None };
        assert_eq!(file.item_bytes(BlobId::Own, of), Some(pid));
        assert_eq!(file.item_bytes(BlobId::Ext, of), None);
        session.update(Msg::GoTo(id, Path::root().child(1), History::Push));
        let file = session.file().expect("it is open");
        assert_eq!(file.byte_marks(BlobId::Own).innermost(), Some(pid));
        assert_eq!(file.inspection(BlobId::Own).map(|i| i.range), Some(pid));
        let (text, item) = file.byte_meaning(BlobId::Own, pid.start + 4);
        assert!(text.contains("task_struct") && text.contains("type"), "{text}");
        assert_eq!(item.map(|focus| (focus.id, focus.item)), Some((id, Some(MemberIndex(1)))));
        // The header is no item of a type.
        let (text, item) = file.byte_meaning(BlobId::Own, 0);
        assert!(text.contains("magic"), "{text}");
        assert_eq!(item, None);
        // A chosen byte goes before the selection.
        session.update(Msg::Byte(ByteFocus { blob: BlobId::Own, at: 0 }));
        let file = session.file().expect("it is open");
        assert_eq!(file.byte_marks(BlobId::Own).innermost().map(|r| r.start), Some(0));
        assert!(file.inspection(BlobId::Own).is_some_and(|i| i.range.start == 0));
    }

    /// The header is 24 bytes; the first row ends at byte 15.
    #[test]
    fn keys_go_through_the_bytes() {
        let mut session = open("tests/fixtures/bin/kernel.x86_64.btf");
        let at = |session: &Session| session.file().and_then(|file| file.look.byte).map(|byte| byte.at);
        let mut press = |key: &str, more: bool| {
            let msg = session.file().and_then(|file| file.byte_key(BlobId::Own, key, more, 10));
            let known = msg.is_some();
            session.update(msg.unwrap_or(Msg::Notice(String::new())));
            (known, at(&session))
        };
        // Without a chosen byte Enter and End mean nothing here; an arrow lands on the first.
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
    fn ext_has_an_inspector_for_a_chosen_byte_alone() {
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
