//! The bytes of a file: which of them are marked, what one means, and what stands in the inspector below them.

use btf::{BlobRange, MemberIndex};
use model::bytes::{ByteTarget, Focus, Highlights, ext_highlights, highlights, owner_target};
use model::focus::BlobId;
use model::inspect::{Inspection, describe_byte, describe_ext_byte, inspect, inspect_ext};

use crate::file::OpenFile;
use crate::focus_item;

impl OpenFile {
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
    use model::focus::ByteFocus;
    use model::path::Path;

    use super::*;
    use crate::{FilesMsg, History, Msg, Session};

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
