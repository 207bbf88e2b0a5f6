//! Measures the costs of an atlas: the time to build it, its size, the time to take a kernel out and to ask questions,
//! and memory. With `--simulate`, it measures shards of simulated kernels.
//!
//! `cargo run --release -p atlas --features examples --example bench -- FILE...`, or `-- --simulate COUNT FILE...`. The
//! times to build and to merge are processor times, so that a busy machine disturbs them less. The times of questions
//! and of taking a kernel out are wall-clock times.

use std::fs;
use std::sync::Arc;
use std::time::Instant;

use atlas::{Atlas, AtlasKernel, Draft};
use btf::{Btf, Endian, Kind};
use relate::FieldPath;

/// Milliseconds of processor time of this program so far, including all its threads.
fn processor() -> f64 {
    let mut all = 0.0;
    for task in fs::read_dir("/proc/self/task").into_iter().flatten().flatten() {
        let text = fs::read_to_string(task.path().join("schedstat")).unwrap_or_default();
        all += text.split(' ').next().and_then(|n| n.parse::<f64>().ok()).unwrap_or(0.0);
    }
    // Threads that have ended are counted only in the sum for the process, which has ticks of 10 ms.
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(") ").next().unwrap_or_default().split(' ').collect();
    let ticks = |at: usize| fields.get(at).and_then(|n| n.parse::<f64>().ok()).unwrap_or(0.0);
    (all / 1e6).max((ticks(11) + ticks(12)) * 10.0)
}

/// The peak of this program's resident memory so far (`VmHWM`), in MiB.
fn peak() -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse::<f64>().unwrap_or(0.0) / 1024.0
}

fn timed<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let before = processor();
    let out = work();
    println!("{what:<58} {:>9.0} ms {:>7.0} MiB peak", processor() - before, peak());
    out
}

fn read(path: &str) -> (AtlasKernel, Vec<u8>) {
    let file = fs::read(path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let opened = container::open(path, &file).unwrap_or_else(|e| panic!("{e}"));
    let btf = Btf::parse(opened.btf.bytes.clone(), None).expect("BTF");
    let name = path.rsplit('/').next().unwrap_or(path).trim_start_matches("linux-");
    let name = name.trim_end_matches(".xz").trim_end_matches(".btf");
    (kernel(name, &btf), opened.btf.bytes.to_vec())
}

fn kernel(name: &str, btf: &Btf) -> AtlasKernel {
    let arches = ["arm64", "s390x", "powerpc64le", "riscv64"];
    AtlasKernel {
        distribution: "debian".to_owned(),
        suite: String::new(),
        package_version: String::new(),
        upstream: name.split(['-', '+']).next().unwrap_or_default().to_owned(),
        release: name.to_owned(),
        arch: arches.into_iter().find(|a| name.contains(a)).unwrap_or("amd64").to_owned(),
        flavour: String::new(),
        endian: btf.endian(),
        pointer_size: 8,
        sha256: [0; 32],
        types: btf.own_type_count(),
        size: btf.bytes().len() as u32,
        from_header: false,
    }
}

fn main() {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let mut simulate = 0;
    if args.first().is_some_and(|a| a == "--simulate") {
        simulate = args.get(1).and_then(|n| n.parse().ok()).unwrap_or(0);
        args.drain(..2);
    }
    if simulate > 0 {
        return simulated(&args, simulate);
    }
    let bytes = timed(&format!("build from {} files", args.len()), || {
        let mut draft = Draft::new();
        for path in &args {
            let (kernel, bytes) = read(path);
            let btf = Btf::parse(bytes, None).expect("BTF");
            draft.add(kernel, &btf).expect("it fits");
        }
        println!("{:?}", draft.counts());
        timed("  write (part of the build)", || draft.write().expect("it fits"))
    });
    println!("{} bytes, {} a kernel", bytes.len(), bytes.len() / args.len().max(1));
    let atlas = questions(&bytes);
    timed("merge into an empty draft", || Draft::new().merge(&atlas)).expect("sound");
}

/// Prints the wall-clock times to open the atlas, to take a kernel out and to ask questions (each the best of 15 runs),
/// and the sizes of the parts of the atlas.
fn questions(bytes: &[u8]) -> Atlas<Arc<[u8]>> {
    let shared: Arc<[u8]> = Arc::from(bytes);
    let open = || Atlas::open(Arc::clone(&shared)).expect("sound");
    let best = |work: &dyn Fn()| {
        let one = |_| {
            let before = Instant::now();
            work();
            before.elapsed().as_secs_f64() * 1e3
        };
        (0..15).map(one).fold(f64::MAX, f64::min)
    };
    println!("{:<58} {:>9.1} ms", "open: header and directory", best(&|| drop(open())));
    let atlas = open();
    let last = atlas.kernels().len() as u32 - 1;
    let takes = best(&|| drop(atlas.take_out(last).expect("sound")));
    println!("{:<58} {takes:>9.1} ms", format!("take out {}", atlas.kernels()[last as usize]));
    for path in ["task_struct.mm.pgd", "sk_buff.len", "inode.i_sb.s_op.statfs"] {
        let wanted = FieldPath::parse(path).expect("a path");
        let cold = best(&|| drop(open().members(&wanted).expect("sound")));
        atlas.members(&wanted).expect("sound");
        let warm = best(&|| drop(atlas.members(&wanted).expect("sound")));
        println!("{path:<58} {cold:>9.1} ms, {warm:.1} ms when its blocks are unpacked");
    }
    let (names, forms) = atlas.stored_len();
    let directory = atlas.directory_len();
    println!(
        "directory {directory} bytes, names {names}, forms {forms}, {} blocks, {} sets",
        atlas.block_count(),
        atlas.set_count()
    );
    atlas
}

/// How many kernels a simulated shard has at most.
const SHARD: usize = 50;

/// This many times, from one kernel to the next, a struct that is chosen at random gets larger.
const CHANGED: usize = 300;

/// Makes kernels by repeatedly changing real kernels, writes them as shards, merges the shards, and measures the merged
/// atlas.
fn simulated(paths: &[String], count: usize) {
    let mut chance = 1u64;
    let mut below = |end: usize| {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (chance >> 33) as usize % end.max(1)
    };
    let mut all = Draft::new();
    let (mut made, mut stored) = (0, 0);
    let per = count.div_ceil(paths.len());
    for path in paths {
        let (base, mut bytes) = read(path);
        let btf = Btf::parse(bytes.clone(), None).expect("BTF");
        let structs: Vec<usize> = btf
            .types()
            .filter(|t| t.kind() == Kind::Struct && !t.is_anonymous())
            .map(|t| t.head().start as usize + 8)
            .collect();
        let mut left = per.min(count - made);
        while left > 0 {
            let mut shard = Draft::new();
            for _ in 0..left.min(SHARD) {
                let btf = Btf::parse(bytes.clone(), None).expect("BTF");
                made += 1;
                let mut kernel = AtlasKernel { release: format!("{}-{made}", base.release), ..base.clone() };
                kernel.upstream = format!("{}.{made}", base.upstream);
                shard.add(kernel, &btf).expect("it fits");
                for _ in 0..CHANGED {
                    let at = structs[below(structs.len())];
                    let word = bytes[at..at + 4].first_chunk_mut::<4>().expect("4 bytes");
                    // The word is the struct's size: the struct becomes eight bytes larger.
                    *word = match base.endian {
                        Endian::Little => (u32::from_le_bytes(*word) + 8).to_le_bytes(),
                        Endian::Big => (u32::from_be_bytes(*word) + 8).to_be_bytes(),
                    };
                }
            }
            left -= left.min(SHARD);
            let written = shard.write().expect("it fits");
            stored += written.len();
            all.merge(&Atlas::open(Arc::<[u8]>::from(written)).expect("our own")).expect("our own");
        }
        println!("{made} kernels: {:.0} s, {:.0} MiB peak, {stored} bytes of shards", processor() / 1e3, peak());
    }
    println!("{:?}", all.counts());
    let bytes = timed("write all", || all.write().expect("it fits"));
    println!("{} bytes, {} a kernel", bytes.len(), bytes.len() / made.max(1));
    questions(&bytes);
}
