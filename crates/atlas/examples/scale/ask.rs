//! Measures how many bytes questions to an atlas read, and how long the questions take.

use std::cell::RefCell;
use std::fs;
use std::sync::Arc;
use std::time::Instant;

use atlas::{Atlas, NoBytes, Ranges};
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

/// Prints, for each question, how many bytes it reads and how many milliseconds it takes.
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
        let atlas = open();
        sum();
        let since = Instant::now();
        let found = atlas.forms_of(name.as_bytes(), None).expect("sound");
        for form in &found {
            let kernel = form.kernels.iter().next().expect("a kernel");
            atlas.slice(kernel, &[form]).expect("sound");
        }
        let (ms, bytes) = (since.elapsed().as_secs_f64() * 1e3, sum());
        println!("{name}: {} forms, {bytes} bytes, {ms:.1} ms", found.len());
        if bytes > worst.0 {
            worst = (bytes, ms, name.to_owned());
        }
    }
    println!("most bytes: {worst:?}");
    for path in ["task_struct.mm.pgd", "sk_buff.len", "inode.i_sb.s_op.statfs"] {
        let atlas = open();
        sum();
        let since = Instant::now();
        atlas.members(&FieldPath::parse(path).expect("a path")).expect("sound");
        println!("{path}: {} bytes, {:.1} ms", sum(), since.elapsed().as_secs_f64() * 1e3);
    }
    let atlas = open();
    let since = Instant::now();
    let last = atlas.kernels().len() as u32 - 1;
    let taken = atlas.take_out(last).expect("sound");
    println!("take out {}: {} bytes in {:.0?}", atlas.kernels()[last as usize], taken.len(), since.elapsed());
}
