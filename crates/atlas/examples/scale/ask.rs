//! Measures how many bytes questions to an atlas read, and how long the questions take.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;
use std::time::Instant;

use atlas::{Atlas, Form, NoBytes, Ranges};
use container::FileRange;
use relate::FieldPath;

/// Records the ranges that are read, each once.
#[derive(Clone)]
struct Counting<'a>(&'a Arc<[u8]>, &'a RefCell<Vec<FileRange>>);

impl Ranges for Counting<'_> {
    fn file_len(&self) -> u64 {
        self.0.file_len()
    }

    fn read(&self, range: FileRange) -> Result<Arc<[u8]>, NoBytes> {
        let mut read = self.1.borrow_mut();
        if !read.contains(&range) {
            read.push(range);
        }
        self.0.read(range)
    }
}

/// In each block, the name of every form whose index is a multiple of this number is asked for.
const EACH: usize = 500;

/// Reads the contents of all forms of a name, and returns the number of forms.
fn contents<R: Ranges>(atlas: &Atlas<R>, name: &[u8]) -> usize {
    let found = atlas.forms_of(name, None).expect("sound");
    let wanted: Vec<(u32, Vec<&Form>)> =
        found.iter().map(|form| (form.kernels.iter().next().expect("a kernel"), vec![form])).collect();
    atlas.slices(&wanted).expect("sound").len()
}

/// Prints how many bytes questions read and how many milliseconds they take. Of the questions about the names that
/// [`EACH`] chooses, it prints only the one that reads most.
pub fn ask(path: &str) {
    let bytes: Arc<[u8]> = fs::read(path).expect("a file").into();
    let read = RefCell::new(Vec::new());
    let since = Instant::now();
    let open = || Atlas::open(Counting(&bytes, &read)).expect("an atlas");
    let atlas = open();
    let (names, forms) = atlas.stored_len();
    println!(
        "{} kernels, {} bytes: directory {} in {:.0?}, names {names}, forms {forms}, {} blocks, {} sets",
        atlas.kernels().len(),
        bytes.len(),
        atlas.directory_len(),
        since.elapsed(),
        atlas.block_count(),
        atlas.set_count()
    );
    let sum = || read.take().iter().map(|range| range.len()).sum::<u64>();
    sum();
    drop(atlas);
    // Opens the atlas anew and asks a question. Returns the number of results, the bytes read and the milliseconds.
    let measured = |question: &dyn Fn(&Atlas<Counting<'_>>) -> usize| {
        let atlas = open();
        sum();
        let since = Instant::now();
        let found = question(&atlas);
        let ms = since.elapsed().as_secs_f64() * 1e3;
        (found, sum(), ms)
    };
    let mut worst = (0, 0.0, String::new());
    let all = [
        "task_struct",
        "sk_buff",
        "inode",
        "file",
        "net_device",
        "mm_struct",
        "vfs_read",
        "tcp_v4_connect",
        "hash",
        "list_head",
        "kmem_cache",
        "bpf_prog",
    ];
    for name in all {
        let (found, bytes, ms) = measured(&|atlas| contents(atlas, name.as_bytes()));
        println!("{name}: {found} forms, {bytes} bytes, {ms:.1} ms");
        if bytes > worst.0 {
            worst = (bytes, ms, name.to_owned());
        }
    }
    println!("most bytes: {worst:?}");
    let mut of_all = (0, 0.0, String::new());
    let names: BTreeSet<Vec<u8>> = (0..open().block_count())
        .flat_map(|block| open().forms_in(block).expect("sound").into_iter().step_by(EACH).map(|form| form.name))
        .collect();
    for name in &names {
        let (_, bytes, ms) = measured(&|atlas| contents(atlas, name));
        if bytes > of_all.0 {
            of_all = (bytes, ms, String::from_utf8_lossy(name).into_owned());
        }
    }
    println!("most bytes of {} names: {of_all:?}", names.len());
    for path in ["task_struct.mm.pgd", "sk_buff.len", "inode.i_sb.s_op.statfs"] {
        let wanted = FieldPath::parse(path).expect("a path");
        let (_, bytes, ms) = measured(&|atlas| atlas.members(&wanted).expect("sound").len());
        println!("{path}: {bytes} bytes, {ms:.1} ms");
    }
    let atlas = open();
    let since = Instant::now();
    let last = atlas.kernels().len() as u32 - 1;
    let taken = atlas.take_out(last).expect("sound");
    println!("take out {}: {} bytes in {:.0?}", atlas.kernels()[last as usize], taken.len(), since.elapsed());
}
