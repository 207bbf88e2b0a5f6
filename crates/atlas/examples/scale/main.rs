//! Measures an atlas of thousands of kernels, which are simulated from Debian's kernels (`atlas::simulate`):
//!
//! - `scale calibrate X.atlas`: prints how many forms and bytes kernels add to an atlas, by their distance to the
//!   nearest kernel before them.
//! - `scale shards X.atlas FOLDER COUNT`: writes COUNT simulated kernels, named as in BTFHub's archive, one atlas for
//!   every 16 lanes (distribution, suite, architecture, series, flavour).
//! - `scale merge FOLDER OUT.atlas`: merges the shards, and prints how the file grows.
//! - `scale ask X.atlas`: prints how many bytes questions read, and how long they take.
//!
//! `cargo run --release -p atlas --features simulate --example scale -- ...`

mod ask;
mod calibrate;
mod plan;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use atlas::simulate::{Lineage, Weights};
use atlas::{Atlas, Draft, Seeking};
use btf::Btf;

/// The most lanes of a shard.
const SHARD: usize = 16;

fn open(path: &str) -> Atlas<Arc<[u8]>> {
    Atlas::open(fs::read(path).expect("a file").into()).expect("an atlas")
}

/// The peak of this program's resident memory so far (`VmHWM`), in MiB.
fn peak() -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse::<f64>().unwrap_or(0.0) / 1024.0
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match *words {
        ["calibrate", of] => calibrate::calibrate(&open(of)),
        ["shards", of, folder, count] => shards(&open(of), Path::new(folder), count.parse().expect("a number")),
        ["merge", folder, out] => merge(Path::new(folder), out),
        ["ask", of] => ask::ask(of),
        _ => panic!("calibrate ATLAS | shards ATLAS FOLDER COUNT | merge FOLDER OUT | ask ATLAS"),
    }
}

fn shards(real: &Atlas<Arc<[u8]>>, folder: &Path, count: u32) {
    let (weights, _) = Weights::of(real).expect("sound");
    fs::create_dir_all(folder).expect("a folder");
    let (mut made, mut bytes, since) = (0, 0, Instant::now());
    let lanes = plan::lanes(count);
    let calibrated: f64 = lanes.iter().map(plan::Lane::calibrated).sum();
    for (number, lanes) in lanes.chunks(SHARD).enumerate() {
        let path = folder.join(format!("{number:04}.atlas"));
        made += lanes.iter().map(|lane| lane.count).sum::<u32>();
        if path.exists() {
            continue;
        }
        let mut draft = Draft::new();
        let mut bases: BTreeMap<u32, (Btf, Lineage)> = BTreeMap::new();
        for lane in lanes {
            let base = lane.base(real);
            let (btf, lineage) = bases.entry(base).or_insert_with(|| {
                let btf = Btf::parse(real.take_out(base).expect("sound"), None).expect("BTF");
                let lineage = draft.lineage(&btf).expect("it fits");
                (btf, lineage)
            });
            let mut lineage = lineage.clone();
            for (seed, changes) in lane.begins() {
                draft.change(&mut lineage, &weights, seed, changes);
            }
            for at in 0..lane.count {
                for (seed, changes) in lane.updates(at) {
                    draft.change(&mut lineage, &weights, seed, changes);
                }
                draft.add_lineage(lane.kernel(at, btf), &lineage).expect("it fits");
            }
        }
        let written = draft.write().expect("it fits");
        bytes += written.len();
        fs::write(&path, written).expect("written");
        println!("{made} kernels, {bytes} bytes, {:.0?}, {:.0} MiB", since.elapsed(), peak());
    }
    println!(
        "{made} kernels of {} lanes, {bytes} bytes of shards, {:.0?}, {:.0} MiB at most",
        lanes.len(),
        since.elapsed(),
        peak()
    );
    println!("calibrated: {calibrated:.0} bytes, {:.0} a kernel", calibrated / f64::from(made));
}

fn merge(folder: &Path, out: &str) {
    let mut paths: Vec<_> = fs::read_dir(folder).expect("a folder").filter_map(|e| Some(e.ok()?.path())).collect();
    paths.sort();
    // Shards are merged in the order of their reversed names, not in the order in which they were made, so that the
    // sizes that are printed on the way are those of a mixture of distributions.
    paths.sort_by_key(|path| path.file_name().map(|n| n.to_string_lossy().bytes().rev().collect::<Vec<u8>>()));
    let (mut draft, since, mut next) = (Draft::new(), Instant::now(), 500);
    for (at, path) in paths.iter().enumerate() {
        let file = fs::File::open(path).expect("a file");
        draft.merge(&Atlas::open(Seeking::new(file).expect("a file")).expect("an atlas")).expect("it fits");
        let kernels = draft.kernels().len();
        if kernels >= next || at + 1 == paths.len() {
            next *= 2;
            let merged = since.elapsed();
            let bytes = draft.write().expect("it fits");
            let counts = draft.counts();
            println!(
                "{kernels} kernels: {} bytes, {} a kernel; {counts:?}; merged after {merged:.0?}, written after {:.0?}, {:.0} MiB at most",
                bytes.len(),
                bytes.len() / kernels,
                since.elapsed(),
                peak()
            );
            fs::write(out, bytes).expect("written");
        }
    }
}
