//! Measures the page's atlas: opens and searches it, takes a kernel out of it, checks objects on its kernels, and
//! builds and merges atlases of some of its kernels. Also prints sizes.
//!
//! `cargo bench --manifest-path benches/Cargo.toml --bench atlas`. The simulation of thousands of kernels takes minutes
//! and is a separate program: see docs/atlas.md, "Numbers".

use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;

use atlas::{Atlas, Class, Draft, AtlasKernel, Sought};
use btf::{Btf, Kind};
use criterion::{Criterion, criterion_group, criterion_main};
use model::fits::in_atlas::AtlasKernels;
use model::fits::{KernelReport, fold};
use needs::{Modules, Needs};
use relate::FieldPath;

/// The most kernels that are built into an atlas.
const BUILT: usize = 40;

/// The most members that are looked up on all kernels, and the number of relocations of the large object.
const RELOCATIONS: usize = 500;

fn bytes() -> Arc<[u8]> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/atlas/debian.atlas");
    std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display())).into()
}

fn open(bytes: &Arc<[u8]>) -> Atlas<Arc<[u8]>> {
    Atlas::open(Arc::clone(bytes)).expect("a sound atlas")
}

/// Some kernels of the atlas as BTF, evenly spread.
fn kernels(atlas: &Atlas<Arc<[u8]>>) -> Vec<(AtlasKernel, Btf)> {
    let all = atlas.kernels();
    let step = all.len().div_ceil(BUILT).max(1);
    let take = |number: usize| {
        let btf = Btf::parse(atlas.take_out(number as u32).expect("sound"), None).expect("BTF");
        (all[number].clone(), btf)
    };
    (0..all.len()).step_by(step).map(take).collect()
}

fn build(kernels: &[(AtlasKernel, Btf)]) -> Draft {
    let mut draft = Draft::new();
    for (kernel, btf) in kernels {
        draft.add(kernel.clone(), btf).expect("it fits");
    }
    draft
}

/// Paths of members in the newest kernel, as relocations have them. Each path leads to the first named member of a
/// struct.
fn paths(atlas: &Atlas<Arc<[u8]>>) -> Vec<FieldPath> {
    let newest = Btf::parse(atlas.take_out(atlas.kernels().len() as u32 - 1).expect("sound"), None).expect("BTF");
    let structs = newest.types().filter(|t| t.kind() == Kind::Struct && !t.is_anonymous());
    let path = |t: btf::Type<'_>| {
        let member = t.members().find(|m| !m.name().is_empty())?;
        FieldPath::parse(&format!("{}.{}", t.name(), member.name())).ok()
    };
    let all: Vec<FieldPath> = structs.filter_map(path).collect();
    let step = (all.len() / RELOCATIONS).max(1);
    all.into_iter().step_by(step).take(RELOCATIONS).collect()
}

fn questions(c: &mut Criterion) {
    let bytes = bytes();
    let atlas = open(&bytes);
    let (names, forms) = atlas.stored_len();
    println!(
        "{} kernels, {} bytes ({} a kernel): header and directory {}, names {names}, forms {forms}, {} blocks, {} kernel sets",
        atlas.kernels().len(),
        bytes.len(),
        bytes.len() / atlas.kernels().len().max(1),
        atlas.directory_len(),
        atlas.block_count(),
        atlas.set_count()
    );
    let mut group = c.benchmark_group("atlas");
    group.bench_function("open: header and directory", |b| b.iter(|| open(&bytes)));
    for path in ["task_struct.mm", "sk_buff.len", "inode.i_sb.s_op.statfs"] {
        let wanted = FieldPath::parse(path).expect("a path");
        group.bench_function(format!("{path} in all kernels, directory read"), |b| {
            b.iter_batched(
                || open(&bytes),
                |atlas| atlas.members(&wanted).expect("sound").len(),
                criterion::BatchSize::PerIteration,
            );
        });
    }
    group.bench_function("functions with “alloc” in their names", |b| {
        b.iter(|| atlas.search(Class::Functions, Sought::Part(b"alloc"), usize::MAX).expect("sound").len());
    });
    group.sample_size(10);
    let last = atlas.kernels().len() as u32 - 1;
    group.bench_function("take out the newest kernel", |b| b.iter(|| atlas.take_out(last).expect("sound").len()));
    let paths = paths(&atlas);
    group.bench_function(format!("{} members in all kernels", paths.len()), |b| {
        b.iter_batched(
            || open(&bytes),
            |atlas| paths.iter().map(|path| atlas.members(path).expect("sound").len()).sum::<usize>(),
            criterion::BatchSize::PerIteration,
        );
    });
    group.finish();
}

fn making(c: &mut Criterion) {
    let kernels = kernels(&open(&bytes()));
    let size: usize = kernels.iter().map(|(_, btf)| btf.bytes().len()).sum();
    let draft = build(&kernels);
    let written = draft.write().expect("it fits");
    println!("{} of its kernels, {} MB of BTF: {} bytes", kernels.len(), size / 1_000_000, written.len());
    let mut group = c.benchmark_group("making an atlas");
    group.sample_size(10);
    group.bench_function(format!("collect {} kernels", kernels.len()), |b| {
        b.iter(|| black_box(build(&kernels)).counts())
    });
    group.bench_function("write", |b| b.iter(|| draft.write().expect("it fits").len()));
    let (first, second) = kernels.split_at(kernels.len() / 2);
    let halves: Vec<Arc<[u8]>> =
        [first, second].iter().map(|half| build(half).write().expect("it fits").into()).collect();
    group.bench_function("merge two halves", |b| {
        b.iter(|| {
            let mut draft = Draft::new();
            for half in &halves {
                draft.merge(&open(half)).expect("sound");
            }
            draft.counts()
        });
    });
    group.finish();
}

/// Checks all needs of an object on 117 kernels and on all kernels, as the page's Fits view and `btfscope check` do:
/// for a small object, and for an object with many relocations.
fn fits(c: &mut Criterion) {
    let atlas = open(&bytes());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/bin/relo.clang.bpfel.o");
    let small: Arc<[u8]> = std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display())).into();
    let newest = Btf::parse(atlas.take_out(atlas.kernels().len() as u32 - 1).expect("sound"), None).expect("BTF");
    let many: Arc<[u8]> = tests::large::relocations(&newest, RELOCATIONS as u32).into();
    let names = atlas.kernel_names();
    let mut group = c.benchmark_group("fits");
    group.sample_size(10);
    for object in [small, many] {
        let needs = Needs::of(Arc::new(bpf::Object::parse(object).expect("an object")));
        let ask = |most: usize| {
            let mut kernels = AtlasKernels::new(&atlas, &[&needs]).expect("sound");
            let others = kernels.elsewhere::<Arc<[u8]>>(&needs, &[], None).expect("sound");
            let mut reports = Vec::new();
            // Evenly spread over the atlas, since neighbours have much in common.
            let step = names.len() as f64 / most as f64;
            let chosen: Vec<usize> = (0..most).map(|i| (i as f64 * step) as usize).collect();
            for (number, name) in (0..).zip(names).filter(|(number, _)| chosen.contains(&(*number as usize))) {
                let ask = |kernel: &needs::Kernel| KernelReport::of(&needs, kernel, &others, false);
                reports.push(kernels.ask(number, name, &Modules::Unknown, ask).expect("sound"));
            }
            fold(&needs, &reports).columns.len()
        };
        let all = needs.needs().len();
        for most in [117, names.len()] {
            group.bench_function(format!("{all} needs, {most} kernels"), |b| b.iter(|| ask(black_box(most))));
        }
    }
    group.finish();
}

criterion_group!(benches, questions, fits, making);
criterion_main!(benches);
