//! Prints criterion's last results as a table: the work, our time, and the time of each other library, also as a
//! multiple of our time.
//!
//! The argument is criterion's folder, `target/criterion` by default.

use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs};

use serde_json::Value;

const OURS: &str = "btfscope";
const PEERS: [&str; 3] = ["libbpf", "btf-rs", "aya-obj"];

fn json(path: &Path) -> Option<Value> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}

/// The median in milliseconds, by work and library.
fn medians(folder: &Path) -> BTreeMap<String, BTreeMap<String, f64>> {
    let mut all: BTreeMap<String, BTreeMap<String, f64>> = BTreeMap::new();
    for work in fs::read_dir(folder).into_iter().flatten().flatten() {
        for who in fs::read_dir(work.path()).into_iter().flatten().flatten() {
            let new = who.path().join("new");
            let (Some(about), Some(estimates)) = (json(&new.join("benchmark.json")), json(&new.join("estimates.json")))
            else {
                continue;
            };
            let name = |key: &str| about[key].as_str().unwrap_or_default().to_owned();
            let median = estimates["median"]["point_estimate"].as_f64().unwrap_or(f64::NAN) / 1e6;
            all.entry(name("group_id")).or_default().insert(name("function_id"), median);
        }
    }
    all
}

fn main() {
    let folder = env::args().nth(1).unwrap_or("target/criterion".to_owned());
    print!("{:<30} {:>12}", "median", OURS);
    PEERS.iter().for_each(|peer| print!(" {peer:>20}"));
    println!();
    for (work, times) in medians(Path::new(&folder)) {
        let Some(&ours) = times.get(OURS) else { continue };
        print!("{work:<30} {:>12}", format!("{ours:.3} ms"));
        for peer in PEERS {
            match times.get(peer) {
                Some(time) => print!(" {:>20}", format!("{time:.3} ms, x {:.2}", time / ours)),
                None => print!(" {:>20}", ""),
            }
        }
        println!();
    }
}
