//! How many bytes a question reads, and questions whose bytes must be fetched first.

use std::cell::Cell;
use std::sync::Arc;

use atlas::{Atlas, Class, Fetched, NoBytes, Ranges, Sought};
use container::FileRange;
use relate::FieldPath;

use crate::support::{atlas_of, corpus_atlas, small};

/// An atlas that counts the bytes that are read.
struct Counting {
    bytes: Arc<[u8]>,
    read: Cell<u64>,
}

impl Ranges for Counting {
    fn file_len(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn read(&self, range: FileRange) -> Result<Arc<[u8]>, NoBytes> {
        self.read.set(self.read.get() + range.len());
        self.bytes.read(range)
    }
}

/// The most bytes that a question about one name may read, besides the directory.
const MOST: u64 = 200 << 10;

#[test]
fn a_name_takes_few_bytes() {
    let Some((kernels, bytes)) = corpus_atlas() else { return };
    let bytes: Arc<[u8]> = Arc::from(bytes.as_slice());
    let counting = Counting { bytes, read: Cell::new(0) };
    let directory = {
        Atlas::open(&counting).expect("an atlas");
        counting.read.replace(0)
    };
    assert!(directory <= 300 << 10, "{directory} bytes of directory");
    let mut largest = (0, String::new());
    let mut asked = 0;
    for name in names(&counting) {
        counting.read.set(0);
        let atlas = Atlas::open(&counting).expect("an atlas");
        counting.read.set(0);
        let forms = atlas.forms_of(name.as_bytes(), None).expect("sound");
        assert!(!forms.is_empty(), "{name}");
        for form in &forms {
            let kernel = form.kernels.iter().next().expect("a kernel");
            atlas.slice(kernel, &[form]).expect("sound");
        }
        asked += 1;
        largest = largest.max((counting.read.get(), name));
    }
    println!("{asked} names of {} kernels: at most {} bytes, for {}", kernels.len(), largest.0, largest.1);
    assert!(asked > 300 && largest.0 <= MOST, "{} bytes for {}", largest.0, largest.1);
}

/// Names of all classes, and names that people often ask for.
fn names(counting: &Counting) -> Vec<String> {
    let atlas = Atlas::open(counting).expect("an atlas");
    let mut out: Vec<String> =
        ["task_struct", "sk_buff", "inode", "file", "key", "u32", "vfs_read", "list_head", "runqueues"]
            .map(String::from)
            .to_vec();
    for class in [Class::Types, Class::Functions, Class::Variables] {
        let all = atlas.search(class, Sought::Prefix(b""), usize::MAX).expect("sound");
        let step = all.len() / 120 + 1;
        out.extend(all.iter().step_by(step).map(|n| String::from_utf8_lossy(&n.name).into_owned()));
    }
    out
}

#[test]
fn a_question_goes_on_when_bytes_come() {
    let given = small();
    let bytes = atlas_of(&given.iter().collect::<Vec<_>>());
    let mut fetched = Fetched::new(bytes.len() as u64);
    let path = FieldPath::parse("task.parent.pid").expect("a path");
    let mut requests = Vec::new();
    let found = loop {
        let missing = match Atlas::open(&fetched) {
            Err(e) => e.missing(),
            Ok(atlas) => match atlas.members(&path) {
                Err(e) => e.missing(),
                Ok(found) => break found,
            },
        };
        let range = missing.expect("only bytes are missing");
        assert!(!requests.contains(&range), "{range} were asked for twice");
        requests.push(range);
        let part = &bytes[range.start as usize..range.end as usize];
        fetched.add(range.start, Arc::from(part));
    };
    assert_eq!(found.iter().map(|f| f.kernels.len()).sum::<u32>(), 5);
    assert!(found.iter().all(|f| f.place.is_ok()));
    // The requests are for the header, the directory, the names and forms of the one block with the types of the path,
    // and for a check that no other block has the name.
    assert!(requests.len() <= 5, "{requests:?}");
    let read: u64 = requests.iter().map(|r| r.len()).sum();
    assert!(read < bytes.len() as u64);
}
