//! The memory in bytes that an open kernel needs in addition to its BTF, counted by the allocator. The rows of btf-rs
//! and aya-obj include their copies of the BTF. C code does not use that allocator, so libbpf is not in this table.

use std::sync::Arc;

use benches::counting::{Counting, Taken, counted};
use btf::{Btf, NameIndex};
use session::type_list::TypeList;

#[global_allocator]
static COUNTING: Counting = Counting;

fn main() {
    let Some(subject) = benches::subject() else { return };
    let bytes: Arc<[u8]> = subject.bytes.into();
    println!("{}", subject.name);
    println!("{:<44} {:>12} {:>12} {:>10} {:>10}", "memory beyond the bytes", "held", "peak", "a type", "at peak");
    let (btf, taken) = counted(|| Btf::parse(Arc::clone(&bytes), None).map(Arc::new));
    let Ok(btf) = btf else { return println!("the BTF cannot be read") };
    let types = btf.own_type_count() as f64;
    let row = |what: &str, Taken { held, peak }: Taken| {
        let each = |bytes: usize| bytes as f64 / types;
        println!("{what:<44} {held:>12} {peak:>12} {:>10.1} {:>10.1}", each(held), each(peak));
    };
    row("decoded", taken);
    let (list, taken) = counted(|| TypeList::new(Arc::clone(&btf)));
    row("+ the list of types", taken);
    let (_, taken) = counted(|| list.columns().prepare());
    row("+ names to search", taken);
    let (_index, taken) = counted(|| NameIndex::new(&btf));
    row("+ names by hash (links, the command box)", taken);
    let (_peer, taken) = counted(|| btf_rs::Btf::from_bytes(&bytes));
    row("btf-rs, with its bytes", taken);
    let (_peer, taken) = counted(|| aya_obj::btf::Btf::parse(&bytes, object::Endianness::default()));
    row("aya-obj, with its bytes", taken);
}
