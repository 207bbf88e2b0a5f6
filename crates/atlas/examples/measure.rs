use std::sync::Arc;
use std::time::Instant;
fn main() {
    let mut draft = atlas::Draft::new();
    let (mut parse, mut add) = (0.0, 0.0);
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path).unwrap();
        let t = Instant::now();
        let btf = btf::Btf::parse(bytes.clone(), None).unwrap();
        parse += t.elapsed().as_secs_f64();
        let t = Instant::now();
        let name = path.rsplit('/').next().unwrap().trim_start_matches("linux-").trim_end_matches(".btf").to_owned();
        let kernel = atlas::Kernel { distribution: "debian".into(), suite: String::new(), package_version: String::new(), upstream: String::new(), release: name, arch: String::new(), flavour: String::new(), endian: btf.endian(), pointer_size: 8, sha256: [0;32], types: btf.own_type_count(), size: bytes.len() as u32 };
        draft.add(kernel, &btf).unwrap();
        add += t.elapsed().as_secs_f64();
    }
    println!("parse {parse:.2} add {add:.2} {:?}", draft.counts());
    let t = Instant::now();
    let out = draft.write();
    println!("write {:.2}s {} bytes", t.elapsed().as_secs_f64(), out.len());
    std::fs::write("/tmp/x.atlas", &out).unwrap();
    let out: Arc<[u8]> = out.into();
    let t = Instant::now();
    let a = atlas::Atlas::open(out.clone()).unwrap();
    println!("open {:.1}ms dir {} blocks {} sets {} stored {:?}", t.elapsed().as_secs_f64()*1e3, a.directory_len(), a.block_count(), a.set_count(), a.stored_len());
    for (i, k) in a.kernels().iter().enumerate().step_by(6) {
        let t = Instant::now();
        let b = a.take_out(i as u32).unwrap();
        let e = t.elapsed().as_secs_f64();
        let btf = btf::Btf::parse(b.clone(), None).unwrap();
        println!("take {k} {:.0}ms {} of {} types {} of {} {:?}", e*1e3, b.len(), k.size, btf.own_type_count(), k.types, btf.diagnostics().first());
    }
    let t = Instant::now();
    let mut d = atlas::Draft::new();
    d.merge(&a).unwrap();
    println!("merge {:.2}s {:?}", t.elapsed().as_secs_f64(), d.counts());
    println!("same {}", *d.write() == *out);
}
