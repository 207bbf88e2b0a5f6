//! Times.

fn main() {
    for f in std::env::args().skip(1) {
        let s = std::fs::read_to_string(&f).unwrap();
        let t = std::time::Instant::now();
        let c = scratch::compile(&s, scratch::Target::default());
        println!("{f}: {:?} blob {:?} marks {}", t.elapsed(), c.blob.as_ref().map(Vec::len), c.marks.len());
        for m in c.marks.iter().take(12) {
            println!("  {m:?}");
        }
    }
}
