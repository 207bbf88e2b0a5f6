//! Measures the same work on the same bytes, done by our crates and by similar libraries. `cargo xtask bench` runs it
//! and makes a table.

use std::collections::{BTreeSet, HashMap};
use std::ffi::CString;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use benches::libbpf;
use btf::{Btf, NameIndex, TypeId};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main};
use fallible_iterator::FallibleIterator;
use libbpf_tests::LibbpfBtf;
use libbpf_tests::relocation::{CoreRelo, calc, candidates};
use object::Endianness;
use search::{Columns, Options, Order, Query};

const OURS: &str = "btfscope";
const LIBBPF: &str = "libbpf";
const BTF_RS: &str = "btf-rs";
const AYA: &str = "aya-obj";

/// How many names are looked up.
const NAMES: usize = 1000;
/// A part of a name to search for. Some hundreds of kernel types have it in their names.
const PART: &str = "skb";

fn group<'c>(c: &'c mut Criterion, name: &str) -> BenchmarkGroup<'c, WallTime> {
    let mut group = c.benchmark_group(name);
    group.warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(3)).sample_size(20);
    group
}

fn ours(bytes: &[u8]) -> Arc<Btf> {
    Arc::new(Btf::parse(bytes, None).unwrap())
}

fn aya(bytes: &[u8]) -> Option<aya_obj::btf::Btf> {
    aya_obj::btf::Btf::parse(bytes, Endianness::default()).ok()
}

/// The bytes to decode are borrowed, so that every library copies them, as `btf__new` does.
fn decode(c: &mut Criterion, bytes: &[u8]) {
    let mut group = group(c, "decode and validate");
    group.bench_function(OURS, |b| b.iter(|| Btf::parse(black_box(bytes), None).unwrap()));
    group.bench_function(LIBBPF, |b| b.iter(|| libbpf::Btf::new(black_box(bytes)).unwrap()));
    group.bench_function(BTF_RS, |b| b.iter(|| btf_rs::Btf::from_bytes(black_box(bytes)).unwrap()));
    if aya(bytes).is_some() {
        group.bench_function(AYA, |b| b.iter(|| aya(black_box(bytes))));
    }
    group.finish();
}

/// The work of opening a file in the page, including the list of types.
fn open(c: &mut Criterion, bytes: &[u8]) {
    let mut group = group(c, "decode, and the first list");
    group.bench_function(OURS, |b| {
        b.iter(|| Columns::new(ours(black_box(bytes))).run(&Query::default(), &Options::default()))
    });
    group.finish();
}

fn names(c: &mut Criterion, bytes: &[u8]) {
    let mut group = group(c, "all names");
    let btf = ours(bytes);
    group.bench_function(OURS, |b| b.iter(|| btf.types().map(|t| t.name().len()).sum::<usize>()));
    let peer = libbpf::Btf::new(bytes).unwrap();
    group.bench_function(LIBBPF, |b| {
        b.iter(|| (1..peer.type_cnt()).filter_map(|id| peer.name(id)).map(|name| name.to_bytes().len()).sum::<usize>())
    });
    let peer = btf_rs::Btf::from_bytes(bytes).unwrap();
    group.bench_function(BTF_RS, |b| {
        b.iter(|| {
            let (mut types, mut sum) = (peer.type_iter(), 0);
            while let Some(t) = types.next().unwrap() {
                sum += t.as_btf_type().and_then(|t| peer.resolve_name(t).ok()).map_or(0, |name| name.len());
            }
            sum
        })
    });
    group.finish();
}

/// Different names of structs, evenly spread over their alphabetical order.
fn some_names(btf: &Btf) -> Vec<String> {
    let named = |t: &btf::Type<'_>| t.kind() == btf::Kind::Struct && !t.is_anonymous();
    let all: BTreeSet<&str> = btf.types().filter(named).map(|t| t.name()).collect();
    let step = (all.len() / NAMES).max(1);
    all.into_iter().step_by(step).take(NAMES).map(str::to_owned).collect()
}

/// Measures the time from the bytes to the last name found. It includes the building of an index, if the library has
/// one.
fn find(c: &mut Criterion, bytes: &[u8]) {
    let mut group = group(c, "decode, and find 1000 names");
    group.sample_size(10);
    let names = some_names(&ours(bytes));
    group.bench_function(OURS, |b| {
        b.iter(|| {
            let btf = ours(black_box(bytes));
            let index = NameIndex::new(&btf);
            names.iter().filter(|name| index.find(&btf, name).next().is_some()).count()
        })
    });
    let c_names: Vec<CString> = names.iter().map(|name| CString::new(name.as_str()).unwrap()).collect();
    group.bench_function(LIBBPF, |b| {
        b.iter(|| {
            let btf = libbpf::Btf::new(black_box(bytes)).unwrap();
            c_names.iter().filter(|name| btf.find(name) > 0).count()
        })
    });
    group.bench_function(BTF_RS, |b| {
        b.iter(|| {
            let btf = btf_rs::Btf::from_bytes(black_box(bytes)).unwrap();
            names.iter().filter(|name| btf.resolve_ids_by_name(name).is_ok_and(|ids| !ids.is_empty())).count()
        })
    });
    if aya(bytes).is_some() {
        group.bench_function(AYA, |b| {
            b.iter(|| {
                let btf = aya(black_box(bytes)).unwrap();
                let found = |name: &&String| btf.id_by_type_name_kind(name, aya_obj::btf::BtfKind::Struct).is_ok();
                names.iter().filter(found).count()
            })
        });
    }
    group.finish();
}

fn sizes(c: &mut Criterion, bytes: &[u8]) {
    let mut group = group(c, "size of all types");
    let btf = ours(bytes);
    group.bench_function(OURS, |b| {
        b.iter(|| (1..btf.type_cnt()).filter_map(|id| btf.size_of(TypeId(id)).ok()).map(u64::from).sum::<u64>())
    });
    let peer = libbpf::Btf::new(bytes).unwrap();
    group.bench_function(LIBBPF, |b| {
        b.iter(|| (1..peer.type_cnt()).map(|id| peer.size(id)).filter(|&size| size > 0).sum::<i64>())
    });
    group.finish();
}

fn search(c: &mut Criterion, bytes: &[u8]) {
    let mut group = group(c, "substring in all names");
    let columns = Columns::new(ours(bytes));
    columns.prepare();
    let (query, options) = (Query::parse(PART).0, Options { order: Order::Name, ..Options::default() });
    // Our search also ranks the hits and counts them by kind; the other libraries do not.
    group.bench_function(OURS, |b| b.iter(|| columns.run(black_box(&query), &options).total));
    let peer = libbpf::Btf::new(bytes).unwrap();
    let finder = regex::bytes::Regex::new(PART).unwrap();
    group.bench_function(LIBBPF, |b| {
        b.iter(|| {
            let names = (1..peer.type_cnt()).filter_map(|id| peer.name(id));
            names.filter(|name| finder.is_match(name.to_bytes())).count()
        })
    });
    let peer = btf_rs::Btf::from_bytes(bytes).unwrap();
    let finder = regex::Regex::new(PART).unwrap();
    group.bench_function(BTF_RS, |b| b.iter(|| peer.resolve_ids_by_regex(black_box(&finder)).unwrap().len()));
    group.finish();
}

/// The work of the page's CO-RE view for newly opened kernels: candidates, paths and values of all relocations of a
/// program on each of these kernels. Decoding the kernels is not measured; indexing them is.
fn relocations(c: &mut Criterion, bytes: &[u8]) {
    const COUNT: u32 = 500;
    const KERNELS: usize = 5;
    let object = bpf::Object::parse(tests::large::relocations(&ours(bytes), COUNT)).unwrap();
    let (local, ext) = (object.btf().unwrap(), object.ext().unwrap());
    let records = relo::records(local, ext);
    assert_eq!(records.len(), COUNT as usize);
    let kernels: Vec<Arc<Btf>> = (0..KERNELS).map(|_| ours(bytes)).collect();
    let mut group = group(c, "500 relocations on 5 kernels");
    group.sample_size(10);
    let on_kernel = |kernel: &Arc<Btf>| {
        let target = relo::Target::new(Arc::clone(kernel));
        let mut resolver = relo::Resolver::new(local, &target, relo::Options::default());
        records.iter().map(|record| resolver.resolve(record).values.new).sum::<u64>()
    };
    group.bench_function(OURS, |b| b.iter(|| black_box(&kernels).iter().map(on_kernel).sum::<u64>()));
    let theirs_local = LibbpfBtf::new(local.bytes(), None).unwrap();
    let theirs: Vec<LibbpfBtf> = (0..KERNELS).map(|_| LibbpfBtf::new(bytes, None).unwrap()).collect();
    // As in libbpf, candidates are searched once for each type. Those that match the first relocation of the type are
    // kept for the next.
    let on_kernel_theirs = |kernel: &LibbpfBtf| {
        let mut kept: HashMap<u32, Vec<u32>> = HashMap::new();
        let new = records.iter().map(|r| {
            let (insn_off, access_str_off) = (r.insn_offset.0, r.access.0);
            let record = CoreRelo { insn_off, type_id: r.type_id.0, access_str_off, kind: r.kind };
            let list = kept.entry(r.type_id.0).or_insert_with(|| candidates(&theirs_local, kernel, r.type_id.0));
            calc(&theirs_local, kernel, &record, list).1.new
        });
        new.sum::<u64>()
    };
    assert_eq!(on_kernel(&kernels[0]), on_kernel_theirs(&theirs[0]), "both compute the same values");
    group.bench_function(LIBBPF, |b| b.iter(|| black_box(&theirs).iter().map(on_kernel_theirs).sum::<u64>()));
    group.finish();
}

fn dump(c: &mut Criterion, bytes: &[u8]) {
    let btf = ours(bytes);
    let mut raw = group(c, "print raw");
    raw.bench_function(OURS, |b| {
        b.iter(|| {
            let mut out = Vec::new();
            dump::raw(black_box(&btf), &mut out);
            out.len()
        })
    });
    raw.finish();
    let mut json = group(c, "print JSON");
    json.bench_function(OURS, |b| {
        b.iter(|| {
            let mut out = Vec::new();
            dump::json(black_box(&btf), &mut out, &dump::JsonOptions::default());
            out.len()
        })
    });
    json.finish();
    // libbpf leaves sorting to bpftool, so sorting is off in ours, too.
    let mut group = group(c, "print C, unsorted");
    group.sample_size(10);
    let options = dump::CFileOptions { sorted: false, guards: false, ..dump::CFileOptions::default() };
    group.bench_function(OURS, |b| {
        b.iter(|| {
            let mut out = Vec::new();
            dump::c(black_box(&btf), &mut out, &options);
            out.len()
        })
    });
    let peer = libbpf::Btf::new(bytes).unwrap();
    #[cfg(target_arch = "x86_64")]
    group.bench_function(LIBBPF, |b| b.iter(|| peer.c().map(|out| out.len())));
    group.finish();
}

fn all(c: &mut Criterion) {
    let Some(subject) = benches::subject() else { return };
    println!("{}", subject.name);
    let bytes = subject.bytes.as_slice();
    for bench in [decode, open, names, find, sizes, search, relocations, dump] {
        bench(c, bytes);
    }
}

criterion_group!(benches, all);
criterion_main!(benches);
