//! A row of the type list.

use btf::{Btf, Kind, TypeId};

use crate::Columns;
use crate::words::kind_word;

/// A row of the type list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeRow {
    /// Its kind.
    pub kind: Kind,
    /// Its name; made up for types without one.
    pub name: String,
    /// The name for screen readers, after a word for the kind: `struct sock`. A made-up name already says the kind.
    pub label: String,
    /// Its id and kind: `[12] STRUCT`.
    pub title: String,
    /// Its size in bytes; empty for a type without a size, and for a section, because compilers write 0 there.
    pub size: String,
    /// True if the type is in the file itself, and not in its base; false for a file without a base.
    pub own: bool,
}

impl TypeRow {
    /// The row of a type; none when there is no such type.
    pub fn new(btf: &Btf, columns: &Columns, id: TypeId) -> Option<TypeRow> {
        let t = btf.get(id)?;
        let made_up = t.is_anonymous();
        let name = if made_up { columns.name(id) } else { t.name().to_owned() };
        Some(TypeRow {
            kind: t.kind(),
            label: if made_up { name.clone() } else { format!("{} {name}", kind_word(&t)) },
            title: format!("[{id}] {}", t.kind().as_str()),
            size: t.size().filter(|_| t.kind() != Kind::DataSec).map(|s| s.to_string()).unwrap_or_default(),
            own: btf.is_split() && id >= btf.first_id(),
            name,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// Ids, kinds and sizes as in `bpftool btf dump file static/samples/sample.bpf.o`.
    #[test]
    fn rows_say_what_a_type_is() {
        let file = include_bytes!("../../../static/samples/sample.bpf.o");
        let opened = container::open("sample.bpf.o", file).expect("it opens");
        let btf = Arc::new(Btf::parse(opened.btf.bytes, None).expect("it parses"));
        let columns = Columns::new(Arc::clone(&btf));
        let row = |kind: Kind, name: &str| {
            let t = btf.types().find(|t| t.kind() == kind && t.name() == name).expect(name);
            (t.id(), TypeRow::new(&btf, &columns, t.id()).expect(name))
        };
        let (id, event) = row(Kind::Struct, "event");
        let size = btf.size_of(id).expect("a size").to_string();
        assert_eq!((event.name.as_str(), event.label.as_str()), ("event", "struct event"));
        assert_eq!((event.title, event.size, event.own), (format!("[{id}] STRUCT"), size, false));
        let (_, section) = row(Kind::DataSec, "license");
        assert_eq!(section.size, "", "a section's size is left out");
        let (_, anonymous) = row(Kind::Ptr, "");
        assert!(!anonymous.name.is_empty() && anonymous.label == anonymous.name, "{anonymous:?}");
        assert_eq!(TypeRow::new(&btf, &columns, TypeId(u32::MAX)), None);
    }
}
