//! Open files that came with the same name, for example kernels that were copied from `/sys/kernel/btf/vmlinux`: no
//! file replaces another.

use desk::FileId;
use session::{FilesMsg, Msg, Session};

const KERNEL: &str = "tests/fixtures/bin/kernel.x86_64.btf";
const MODULE: &str = "tests/fixtures/bin/module.x86_64.ko";

fn read(name: &str) -> Vec<u8> {
    let path = format!("{}/../../{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The id of a file that was read under the name `name`, and the message that opens the file.
fn read_as(s: &Session, fixture: &str, name: &str) -> (FileId, Msg) {
    let id = s.new_file_id();
    let opened = container::open(name, &read(fixture)).expect("it opens");
    (id, Msg::Files(FilesMsg::Opened(Box::new(desk::open::input(opened)))).about(id))
}

#[test]
fn files_of_one_name_have_problems_of_their_own() {
    let mut s = Session::default();
    // Three files called vmlinux: one is not BTF, one is cut off, one is whole.
    let broken = s.new_file_id();
    let e = container::open("vmlinux", b"hello, this is text\n").expect_err("it is text");
    s.update(Msg::Files(FilesMsg::Failed(desk::open::problem("vmlinux", &e))).about(broken));
    let cut_id = s.new_file_id();
    let whole = read(KERNEL);
    let cut = container::open("vmlinux", &whole[..whole.len() * 2 / 3]).expect("it opens");
    s.update(Msg::Files(FilesMsg::Opened(Box::new(desk::open::input(cut)))).about(cut_id));
    let (id, msg) = read_as(&s, KERNEL, "vmlinux");
    s.update(msg);
    assert_eq!(s.files().iter().map(|f| f.id).collect::<Vec<_>>(), [cut_id, id]);
    assert_eq!(s.problems().iter().map(|p| p.of).collect::<Vec<_>>(), [Some(broken), Some(cut_id)]);
    // Closing the whole file keeps the problems of the other two; closing the one that is cut off removes that file's
    // problem.
    s.update(Msg::Files(FilesMsg::Close(id)));
    assert_eq!(s.problems().len(), 2);
    s.update(Msg::Files(FilesMsg::Close(cut_id)));
    assert_eq!(s.problems().iter().map(|p| p.of).collect::<Vec<_>>(), [Some(broken)]);
}

#[test]
fn modules_of_one_name_wait_beside_each_other() {
    let mut s = Session::default();
    let (first, msg) = read_as(&s, MODULE, "veth.ko");
    s.update(msg);
    let (other, msg) = read_as(&s, "tests/fixtures/bin/module.s390x.ko", "veth.ko");
    s.update(msg);
    let waiting = |s: &Session| s.waiting().iter().map(|w| w.input.id).collect::<Vec<_>>();
    assert_eq!(waiting(&s), [Some(first), Some(other)]);
    // The same bytes again do not count as another module.
    let (again, msg) = read_as(&s, MODULE, "veth.ko");
    s.update(msg);
    assert_eq!(waiting(&s), [Some(other), Some(again)]);
    let (_, msg) = read_as(&s, KERNEL, "kernel.x86_64.btf");
    s.update(msg);
    assert_eq!(waiting(&s), [Some(other)], "{:?}", s.problems());
    assert_eq!(s.files().iter().find(|f| f.name == "veth.ko").map(|f| f.id), Some(again));
}

#[test]
fn files_of_one_name_are_distinguished() {
    let mut s = Session::default();
    let mut open_as = |name: &str, bytes: &str, version: Option<&str>| {
        let mut input = desk::open::input(container::open(name, &read(bytes)).expect("a file"));
        input.version = version.map(str::to_owned);
        s.update(Msg::Files(FilesMsg::Opened(Box::new(input))));
        (s.files().iter().map(|f| f.name.clone()).collect::<Vec<_>>(), s.notice().to_owned())
    };
    let release = Some("6.12.5-arch1");
    let (names, _) = open_as("vmlinux", KERNEL, None);
    assert_eq!(names, ["vmlinux"]);
    // As soon as there are two, the first one gets a longer name, too.
    let (names, _) = open_as("vmlinux", "tests/fixtures/bin/relo-old.bpfel.btf", release);
    assert!(names[0].starts_with("vmlinux · ") && names[0].ends_with(" types"), "{names:?}");
    assert_eq!(names[1], "vmlinux · 6.12.5-arch1");
    let (names, _) = open_as("vmlinux", "tests/fixtures/bin/relo-new.bpfel.btf", None);
    assert!(names[2].starts_with("vmlinux · ") && names[2].ends_with(" types") && names[2] != names[0], "{names:?}");
    let (names, _) = open_as("vmlinux", "tests/fixtures/bin/relo-old.bpfeb.btf", release);
    assert_eq!(names[1..4], ["vmlinux · 6.12.5-arch1 · 1", &names[2], "vmlinux · 6.12.5-arch1 · 2"]);
    // The same bytes again switch to the file that has them.
    let (names, said) = open_as("vmlinux", "tests/fixtures/bin/relo-old.bpfel.btf", release);
    assert_eq!((names.len(), said.as_str()), (4, "vmlinux · 6.12.5-arch1 · 1 is open already"));
    // As soon as the digests are known, they replace the numbers.
    for (at, name) in [(1, "tests/fixtures/bin/relo-old.bpfel.btf"), (3, "tests/fixtures/bin/relo-old.bpfeb.btf")] {
        let digest = model::digest::sha256_hex(&read(name));
        let id = s.files()[at].id;
        s.update(Msg::Files(FilesMsg::Digest(id, digest.clone())));
        assert_eq!(s.files()[at].name, format!("vmlinux · 6.12.5-arch1 · {}", &digest[..8]));
        // A link names the file by the name that it came with.
        s.update(Msg::Files(FilesMsg::Switch(id)));
        assert!(s.address().to_fragment().contains(&format!("f=sha256:{digest};name=vmlinux")));
    }
    // When only one of the files is left, its name has no addition.
    while s.files().len() > 1 {
        let id = s.files()[1].id;
        s.update(Msg::Files(FilesMsg::Close(id)));
    }
    assert_eq!(s.files()[0].name, "vmlinux");
    let (_, msg) = read_as(&s, KERNEL, "kernel.x86_64.btf");
    s.update(msg);
    // The notice about one file is removed when another file becomes current.
    let first = s.files()[0].id;
    s.update(Msg::Files(FilesMsg::Switch(first)));
    assert_eq!(s.notice(), "");
}
