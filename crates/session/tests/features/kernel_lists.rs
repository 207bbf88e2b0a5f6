//! The screen Lists: a kernel with `.BTF_ids`, and a module on its distilled base. The test writes the bytes of these
//! files itself.

use std::sync::Arc;

use desk::FileInput;
use model::extras::Extras;
use model::kernel_lists::{Group, Table};
use model::kind::FileKind;
use session::look::kernel_lists::{ListsMsg, NO_KERNEL};
use session::{FilesMsg, Msg};

use crate::page::Page;

/// A blob under construction: records and strings.
#[derive(Default)]
struct Blob {
    types: Vec<u8>,
    strings: Vec<u8>,
    /// The first id and the first string offset after the base's ids and strings.
    first_id: u32,
    first_string: u32,
    count: u32,
}

impl Blob {
    fn new() -> Blob {
        Blob { strings: vec![0], first_id: 1, ..Blob::default() }
    }

    fn split(base: &Blob) -> Blob {
        let first_string = base.first_string + base.strings.len() as u32;
        Blob { first_id: base.first_id + base.count, first_string, ..Blob::default() }
    }

    fn string(&mut self, text: &str) -> u32 {
        let at = self.first_string + self.strings.len() as u32;
        self.strings.extend_from_slice(text.as_bytes());
        self.strings.push(0);
        at
    }

    fn record(&mut self, name: &str, kind: u32, vlen: u32, third: u32, words: &[u32]) -> u32 {
        let name = if name.is_empty() { 0 } else { self.string(name) };
        for word in [name, kind << 24 | vlen, third].iter().chain(words) {
            self.types.extend_from_slice(&word.to_le_bytes());
        }
        self.count += 1;
        self.first_id + self.count - 1
    }

    fn bytes(&self) -> Arc<[u8]> {
        let mut out = vec![0x9f, 0xeb, 1, 0];
        let types = self.types.len() as u32;
        for word in [24, 0, types, types, self.strings.len() as u32] {
            out.extend_from_slice(&word.to_le_bytes());
        }
        out.extend_from_slice(&self.types);
        out.extend_from_slice(&self.strings);
        out.into()
    }
}

const INT: u32 = 1;
const PTR: u32 = 2;
const STRUCT: u32 = 4;
const FUNC: u32 = 12;
const PROTO: u32 = 13;
const SIGNED_32: u32 = 1 << 24 | 32;

fn input(name: &str, kind: FileKind, btf: Arc<[u8]>) -> FileInput {
    FileInput { btf_at: Some(0), ..FileInput::new(name.into(), kind, btf) }
}

/// [1] int, [2] struct task, [3] a pointer to it, [4] a prototype, [5] `get_task()`.
fn kernel() -> Blob {
    let mut b = Blob::new();
    b.record("int", INT, 0, 4, &[SIGNED_32]);
    b.record("task", STRUCT, 0, 8, &[]);
    b.record("", PTR, 0, 2, &[]);
    b.record("", PROTO, 0, 3, &[]);
    b.record("get_task", FUNC, 0, 4, &[]);
    b
}

impl Page {
    fn put(&mut self, input: FileInput) {
        self.send(Msg::Files(FilesMsg::Opened(Box::new(input))));
    }

    fn table(&self) -> Table {
        let file = self.session.lists().expect("lists are shown");
        self.session.looks()[file.id]
            .lists
            .table()
            .cloned()
            .unwrap_or_else(|| panic!("a table: {:?}", self.session.looks()[file.id].lists))
    }

    fn cells(&self) -> Vec<String> {
        self.table().rows.iter().map(|row| row.cells.join("|")).collect()
    }
}

fn with_ids() -> FileInput {
    let words = [2u32, 0, 1, 1, 5, 4];
    let symbols = [("lists", 0), ("__BTF_ID__struct__task__1", 0), ("__BTF_ID__set8__calls", 8)];
    let symbols = symbols.map(|(name, offset)| container::IdSymbol { name: name.to_owned(), offset, size: 0 });
    let ids: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let extras = Extras { ids: Some(ids.into()), symbols: Some(symbols.to_vec()), inline: None, sections: None };
    FileInput { extras, ..input("vmlinux", FileKind::Kernel, kernel().bytes()) }
}

#[test]
fn lists_of_a_kernel_and_the_way_to_their_types() {
    let mut page = Page::new();
    page.put(with_ids());
    assert!(page.session.lists().is_none(), "types come first");
    page.lists(ListsMsg::Show(true));
    assert_eq!(page.names(), ["Kfuncs kfuncs 1", "Ids lists 2", "Ids calls 1"]);
    assert_eq!(page.cells(), ["5|get_task|KF_RET_NULL|struct task *get_task(void)|calls"]);
    assert!(page.address().ends_with("&l=kfuncs"), "{}", page.address());

    page.lists(ListsMsg::Step(1));
    assert_eq!(page.cells(), ["0x0|2|struct|task|", "0x4|0|||unused"]);
    assert!(page.address().ends_with("&l=lists"), "{}", page.address());
    page.lists(ListsMsg::Filter("TASK".into()));
    assert_eq!((page.cells().len(), page.table().total), (1, 2));

    // Enter on a row goes to its type; Back returns to the list.
    let there = page.address().to_owned();
    page.lists(ListsMsg::RowStep(1));
    page.lists(ListsMsg::Open);
    assert!(page.session.lists().is_none());
    assert_eq!(page.session.selection().map(|s| s.id.0), Some(2));
    page.send(Msg::AddressChanged(there));
    assert_eq!(page.session.lists().map(|f| page.session.looks()[f.id].lists.at), Some(1));
    page.lists(ListsMsg::Show(false));
    assert!(page.session.lists().is_none());
}

#[test]
fn a_link_names_the_list() {
    let mut page = Page::new();
    page.send(Msg::AddressChanged("#v=1&f=name:vmlinux&l=calls".into()));
    page.put(with_ids());
    assert_eq!(page.cells(), ["0x10|5|func|get_task|KF_RET_NULL"]);
    // A row without a type does nothing.
    page.lists(ListsMsg::Pick(1));
    page.lists(ListsMsg::Row(1));
    page.lists(ListsMsg::Open);
    assert!(page.session.lists().is_some());
}

fn distilled() -> Blob {
    let mut b = Blob::new();
    b.record("int", INT, 0, 4, &[SIGNED_32]);
    b.record("task", STRUCT, 0, 8, &[]);
    b
}

/// A module with a struct that embeds a task: [3] struct own { task t }.
fn module() -> FileInput {
    let base = distilled();
    let mut split = Blob::split(&base);
    let name = split.string("t");
    split.record("own", STRUCT, 1, 8, &[name, 2, 0]);
    FileInput { base: Some(base.bytes()), ..input("own.ko", FileKind::Module, split.bytes()) }
}

#[test]
fn a_distilled_base_is_moved_onto_a_kernel() {
    let mut page = Page::new();
    page.put(module());
    page.lists(ListsMsg::Show(true));
    assert_eq!(page.names(), ["Base Distilled base 2"]);
    assert_eq!(page.cells(), ["1|int|int|4", "2|struct|task|8"]);
    assert!(!page.table().fits);
    assert_eq!(page.session.lists_hint(), Some(NO_KERNEL));

    // A kernel that is opened while a distilled base is shown is matched with that base; the module stays current.
    page.put(input("vmlinux", FileKind::Kernel, kernel().bytes()));
    assert_eq!(page.session.file().map(|f| f.name.as_str()), Some("own.ko"));
    assert_eq!(page.session.lists_hint(), None);
    assert_eq!(page.cells(), ["1|int|int|4||1|int", "2|struct|task|8|by value|2|struct task"]);
    assert!(page.table().fits);

    // Another kernel, with a larger task: the kernel opened last is used; the first one can be chosen.
    let mut other = Blob::new();
    other.record("task", STRUCT, 0, 16, &[]);
    page.put(input("other", FileKind::Kernel, other.bytes()));
    assert_eq!(
        page.cells(),
        ["1|int|int|4|||the kernel has no such type", "2|struct|task|8|by value||its size differs from that of [1]"]
            .map(|row| row.replace("||the", "|the").replace("||its", "|its"))
    );
    assert!(!page.table().fits && page.table().rows.iter().all(|row| row.warn && row.go.is_none()));
    let first = page.session.bases()[1];
    page.lists(ListsMsg::Kernel(first));
    assert!(page.table().fits);

    // A row leads to the type in the kernel.
    page.lists(ListsMsg::Row(1));
    page.lists(ListsMsg::Open);
    assert_eq!(page.session.file().map(|f| f.name.as_str()), Some("vmlinux"));
    assert_eq!(page.session.selection().map(|s| s.id.0), Some(2));

    let id = page.session.files()[0].id;
    page.send(Msg::Files(FilesMsg::Switch(id)));
    page.lists(ListsMsg::Move);
    let moved = page.session.file().expect("it is open");
    assert_eq!((moved.name.as_str(), moved.kind, moved.base), ("own.ko on vmlinux", FileKind::Module, Some(first)));
    let own = moved.btf.types().next().expect("a struct");
    // The kernel has five types.
    assert_eq!((own.id().0, own.name(), own.members().next().map(|m| m.type_id.0)), (6, "own", Some(2)));
    assert!(!moved.distilled && moved.btf.diagnostics().is_empty());
}

#[test]
fn a_base_in_a_file_of_its_own_is_distilled_too() {
    let mut page = Page::new();
    page.put(input("own.base", FileKind::Base, distilled().bytes()));
    page.put(FileInput { base: None, needs_base: true, ..module() });
    page.lists(ListsMsg::Show(true));
    assert_eq!(page.names(), ["Base Distilled base 2"]);
}

#[test]
fn a_module_without_lists_says_so() {
    let mut page = Page::new();
    page.put(input("vmlinux", FileKind::Kernel, kernel().bytes()));
    page.lists(ListsMsg::Show(true));
    assert_eq!(page.names(), Vec::<String>::new());
    let file = page.session.lists().expect("lists are shown");
    assert_eq!(
        (page.session.looks()[file.id].lists.table(), page.session.looks()[file.id].lists.entry()),
        (None, None)
    );
    page.lists(ListsMsg::Step(1));
    page.lists(ListsMsg::RowStep(1));
    page.lists(ListsMsg::Open);
    assert!(page.session.lists().is_some());
    // The order of the groups is fixed.
    assert!(Group::Kfuncs < Group::Base && Group::Base < Group::Ids);
}
