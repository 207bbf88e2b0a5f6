//! A kernel's types find the kernel in the atlas, or its neighbours when the kernel itself is left
//! out.

use std::fs::File;
use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use atlas::{Atlas, AtlasKernel, Has, Likened, Seeking};
use btf::{Btf, Kind};
use model::atlas::{Told, Whose, which};
use share::{Options, minimal};
use tests::extended::{is_extended, seed};

use crate::support::{atlas_of, open, small};

/// How many kernels the plain run takes.
const SAMPLE: usize = 3;

fn served() -> Atlas<Seeking<File>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/atlas/debian.atlas");
    Atlas::open(Seeking::new(File::open(path).expect("the atlas of the page")).expect("a file")).expect("an atlas")
}

/// Numbers from a seed (xorshift64*).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32
    }
}

fn ask(atlas: &Atlas<Seeking<File>>, btf: &Btf, among: &dyn Fn(&AtlasKernel) -> bool) -> Whose {
    which(atlas, btf, Told::default(), among).expect("one kernel's types").expect("a whole atlas")
}

/// The extended run takes all kernels.
#[test]
fn each_kernel_finds_itself_and_its_neighbours() {
    let count = served().kernels().len();
    let mut random = Random(seed(40));
    let chosen: Vec<usize> = match is_extended() {
        true => (0..count).collect(),
        false => (0..SAMPLE).map(|_| random.next() as usize % count).collect(),
    };
    let (next, done, beside) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    let walk = || {
        let atlas = served();
        let names = atlas.kernel_names();
        while let Some(&number) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
            let is_beside = finds_itself_and_its_neighbours(&atlas, names, number);
            beside.fetch_add(is_beside.into(), Ordering::Relaxed);
            println!("{} of {}: {}", done.fetch_add(1, Ordering::Relaxed) + 1, chosen.len(), names[number]);
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(walk);
        }
    });
    let (all, beside) = (chosen.len(), beside.into_inner());
    println!(
        "{all} kernels found themselves; held out, {beside} found the version beside them, the others their series or the next"
    );
    assert!(!is_extended() || beside * 10 >= all * 9, "{beside} of {all}");
}

/// Asks three times which kernel has the types of the kernel with this number: with all its types, with a random third
/// of them, and with all of them while the kernel itself is left out of the search. Returns whether the last answer
/// names only kernels of the kernel's own version and of the versions beside it.
fn finds_itself_and_its_neighbours(atlas: &Atlas<Seeking<File>>, names: &[String], number: usize) -> bool {
    let kernels = atlas.kernels();
    let (kernel, name) = (&kernels[number], &names[number]);
    let mut btf = Btf::parse(atlas.take_out(number as u32).expect("a kernel"), None).expect("BTF");
    btf.set_pointer_size(kernel.pointer_size.into());
    let whole = ask(atlas, &btf, &|_| true);
    assert!(whole.nearest.iter().any(|near| near.name == *name), "{name}: {:?}", whole.sentences);
    assert!(whole.differ.is_empty() && whole.unknown == 0, "{name}: {:?}", whole.sentences);
    assert!(whole.nearest.iter().all(|near| near.same == whole.types && near.more == 0), "{name}");
    assert_eq!(whole.arch, Some(kernel.arch.as_str()), "{name}");

    let mut random = Random(seed(40 + number as u64));
    let roots: Vec<_> = btf
        .types()
        .filter(|t| matches!(t.kind(), Kind::Struct | Kind::Union | Kind::Enum | Kind::Func) && !t.is_anonymous())
        .map(|t| t.id())
        .filter(|_| random.next().is_multiple_of(3))
        .collect();
    let third = minimal(&btf, &roots, &Options { depth: 0, tags: true });
    let mut third = Btf::parse(third.bytes, None).expect("BTF");
    third.set_pointer_size(kernel.pointer_size.into());
    let part = ask(atlas, &third, &|_| true);
    assert!(part.nearest.iter().any(|near| near.name == *name), "{name}, a third: {:?}", part.sentences);
    assert!(part.differ.is_empty(), "{name}, a third: {:?}", part.sentences);
    assert!(part.arch.is_none_or(|arch| arch == kernel.arch), "{name}, a third");

    // Without the kernel itself, the nearest kernels are of its version or of a version beside it. If a fix or another
    // configuration makes a farther kernel's types more alike, that kernel is still of a series that has one of these
    // versions.
    let without = ask(atlas, &btf, &|other| other != kernel);
    let lane: Vec<&AtlasKernel> =
        kernels.iter().filter(|k| (&k.arch, &k.flavour) == (&kernel.arch, &kernel.flavour)).collect();
    let mut versions: Vec<&str> = lane.iter().map(|k| k.version()).collect();
    versions.dedup();
    let at = |version: &str| versions.iter().position(|v| *v == version);
    let place = at(kernel.version()).expect("its version");
    let series = |kernel: &AtlasKernel| kernel.linux().map(release::Version::series);
    let near = versions.get(place.saturating_sub(1)..(place + 2).min(versions.len())).expect("its neighbours");
    let near_series: Vec<_> = lane.iter().filter(|k| near.contains(&k.version())).map(|k| series(k)).collect();
    let mut is_beside = true;
    for found in &without.nearest {
        let found = &kernels[names.iter().position(|name| *name == found.name).expect("a kernel")];
        assert_eq!(found.arch, kernel.arch, "{name}: {:?}", without.sentences);
        let is_near = versions.len() == 1 || near_series.contains(&series(found));
        assert!(is_near, "{name}, held out: {:?}", without.sentences);
        is_beside &= versions.len() == 1 || near.contains(&found.version());
    }
    // The answer may name two versions or series between which the kernel lies. No version of the lower series may come
    // after the kernel's own version, and no version of the higher series before it.
    if let Some([low, high]) = &without.between {
        let is_of = |said: &String, version: &str| version == said || version.starts_with(&format!("{said}."));
        let below = versions.iter().rposition(|version| is_of(low, version));
        let above = versions.iter().position(|version| is_of(high, version));
        assert!(below.is_some_and(|at| at <= place), "{name}, held out: {:?}", without.sentences);
        assert!(above.is_some_and(|at| at >= place), "{name}, held out: {:?}", without.sentences);
    }
    is_beside
}

#[test]
fn the_counts_are_those_that_c_says() {
    // In the small kernels, union value and the function are always the same, list_head is only in the even ones, and
    // the rest differs.
    let given = small();
    let atlas = open(&atlas_of(&given.iter().collect::<Vec<_>>()));
    let second = Likened::of(&given[1].btf()).expect("whole");
    let names: Vec<_> = second.names().map(|(_, name)| String::from_utf8_lossy(name).into_owned()).collect();
    let mut sorted = names.clone();
    sorted.sort();
    assert_eq!(sorted, ["count", "list_head", "state", "task", "value"]);
    assert_eq!((second.len(), second.functions()), (5, 1));
    let found = atlas.liken(&second).expect("read");
    let counts: Vec<_> = found.kernels.iter().map(|k| (k.same, k.more, k.other, k.types, k.functions)).collect();
    assert_eq!(counts, [(2, 0, 2, 3, 1), (5, 0, 0, 4, 1), (2, 0, 2, 3, 1), (3, 0, 2, 4, 1), (2, 0, 2, 3, 1)]);
    let of = |name: &str| names.iter().position(|n| n == name).expect("a name");
    assert_eq!((found.has(of("list_head"), 0), found.has(of("list_head"), 3)), (Has::Not, Has::Same));
    assert_eq!((found.has(of("task"), 3), found.has(99, 0), found.has(0, 99)), (Has::Other, Has::Not, Has::Not));
}

#[test]
fn a_digest_is_enough_and_a_held_out_kernel_is_between() {
    let given = small();
    let atlas = open(&atlas_of(&given.iter().collect::<Vec<_>>()));
    let digest = given[2].kernel.digest();
    let told = Told { sha256: &digest, ..Told::default() };
    let exact = which(&atlas, &given[2].btf(), told, &|_| true).expect("whole").expect("read");
    assert_eq!(exact.exact.as_deref(), Some("6.3.0-test"));
    // If only other kernels are asked, the digest decides nothing.
    let held = which(&atlas, &given[2].btf(), told, &|k| k.release != "6.3.0-test").expect("whole").expect("read");
    assert_eq!(held.exact, None);
    assert!(held.nearest.iter().all(|near| near.name != "6.3.0-test") && held.arch.is_none());
}
