//! Prints how long the type list and its search take, for the BTF files named (raw `.BTF`; `FILE,BASE` for a split one), or else
//! for one made here.
//!
//!     cargo run --release -p view --example search_speed -- vmlinux.btf

use std::fs;
use std::sync::Arc;
use std::time::Instant;

use btf::Btf;
use view::search::{Columns, Options, Order, Query};

/// The best of some runs, in milliseconds: what the work takes when nothing disturbs it.
fn best<T>(runs: usize, mut work: impl FnMut() -> T) -> (T, f64) {
    let mut timed = |_| {
        let start = Instant::now();
        let out = work();
        (out, start.elapsed().as_secs_f64() * 1e3)
    };
    let first = timed(0);
    (1..runs).map(timed).fold(first, |a, b| if b.1 < a.1 { b } else { a })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        let blob = synthetic(140_000);
        measure("140,000 functions, made here", &Arc::new(Btf::parse(blob, None)?));
    }
    for file in files {
        let open = |name: &str, base| -> Result<Arc<Btf>, Box<dyn std::error::Error>> {
            Ok(Arc::new(Btf::parse(fs::read(name)?, base)?))
        };
        let btf = match file.split_once(',') {
            Some((file, base)) => open(file, Some(open(base, None)?))?,
            None => open(&file, None)?,
        };
        measure(&file, &btf);
    }
    Ok(())
}

fn measure(name: &str, btf: &Arc<Btf>) {
    println!("{name}: {} types", btf.type_cnt() - 1);
    let plain = Options::default();
    let all = Query::default();
    let show = |what: &str, found: usize, ms: f64| println!("  {ms:8.3} ms  {found:>7}  {what}");
    let (found, ms) = best(9, || Columns::new(Arc::clone(btf)).run(&all, &plain).total);
    show("first list", found, ms);
    let ((), ms) = best(9, || Columns::new(Arc::clone(btf)).prepare());
    show("names built (with the first list)", 0, ms);

    let columns = Columns::new(Arc::clone(btf));
    columns.prepare();
    let by_name = Options { order: Order::Name, ..plain };
    let (found, ms) = best(1, || columns.run(&all, &by_name).total);
    show("list by name, first time", found, ms);
    let (found, ms) = best(9, || columns.run(&all, &by_name).total);
    show("list by name, again", found, ms);
    let mut texts = vec![
        "s",
        "sk",
        "skb",
        "sk_b",
        "sk_buff",
        "task_struct",
        "e",
        "_",
        "Page",
        "tcp sock",
        "struct sk",
        "/^tcp_.*sk$/",
        "/_ops$/",
        "/[0-9]+_t/",
        "/./",
    ];
    texts.extend([
        "kind:struct",
        "size:>4096",
        "member:pid",
        "member:*pid*",
        "value:*MAX*",
        "type:list_head",
        "tag:rcu",
        "holes:>0",
        "#7",
    ]);
    for text in texts {
        let query = Query::parse(text).0;
        let fresh = Columns::new(Arc::clone(btf));
        fresh.prepare();
        let start = Instant::now();
        let found = fresh.run(&query, &plain).total;
        let first = start.elapsed().as_secs_f64() * 1e3;
        let (_, again) = best(9, || fresh.run(&query, &plain).total);
        println!("  {again:8.3} ms  {found:>7}  {text}   ({first:.3} ms the first time)");
    }
    let derived = Options { derived: true, ..plain };
    let query = Query::parse("sk_buff").0;
    let (found, ms) = best(1, || columns.run(&query, &derived).total);
    show("sk_buff + derived, first time", found, ms);
    let (found, ms) = best(9, || columns.run(&query, &derived).total);
    show("sk_buff + derived, again", found, ms);
    for text in ["task_struct", "task_struct.", "task_struct.mm.pg", "task_str.mm", "#100"] {
        let (found, ms) = best(9, || columns.goto(text, 60));
        show(&format!("go to {text}: {:?}", found.first().map(|t| (&t.label, &t.detail))), found.len(), ms);
    }
}

/// A blob of functions with kernel-like names.
fn synthetic(count: u32) -> Vec<u8> {
    let words = [
        "tcp", "sk", "buff", "task", "struct", "page", "read", "write", "get", "put", "lock", "init", "free", "alloc",
        "ops", "list",
    ];
    let (mut types, mut strings) = (Vec::new(), vec![0u8]);
    let mut state = 1u32;
    for _ in 0..count {
        let name = strings.len() as u32;
        for part in 0..3 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if part > 0 {
                strings.push(b'_');
            }
            strings.extend(words[(state >> 16) as usize % words.len()].bytes());
        }
        strings.extend((state >> 8).to_string().bytes());
        strings.push(0);
        types.extend([name, 12 << 24, 0].iter().flat_map(|word: &u32| word.to_le_bytes()));
    }
    let header = [24, 0, types.len() as u32, types.len() as u32, strings.len() as u32];
    let mut out = vec![0x9f, 0xeb, 1, 0];
    out.extend(header.iter().flat_map(|word| word.to_le_bytes()));
    out.extend(types);
    out.extend(strings);
    out
}
