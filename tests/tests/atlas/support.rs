//! Kernels for atlases: from the corpus, and made by hand.

use std::collections::HashMap;
use std::fs;
use std::sync::{Arc, OnceLock};

use atlas::{Atlas, AtlasKernel, Draft};
use btf::{Btf, Kind, TypeId};
use tests::reference::{Corpus, part_or_skip};

/// A kernel with its types.
pub struct Given {
    pub kernel: AtlasKernel,
    pub bytes: Vec<u8>,
}

impl Given {
    /// A kernel with this release.
    pub fn new(release: &str, bytes: Vec<u8>) -> Given {
        let btf = Btf::parse(bytes.clone(), None).expect("BTF");
        let kernel = AtlasKernel {
            distribution: "test".to_owned(),
            suite: String::new(),
            package_version: String::new(),
            upstream: release.split('-').next().unwrap_or_default().to_owned(),
            release: release.to_owned(),
            arch: "amd64".to_owned(),
            flavour: "generic".to_owned(),
            endian: btf.endian(),
            pointer_size: btf.pointer_size() as u8,
            sha256: [bytes.len() as u8; 32],
            types: btf.own_type_count(),
            size: bytes.len() as u32,
            from_header: false,
        };
        Given { kernel, bytes }
    }

    pub fn btf(&self) -> Btf {
        Btf::parse(self.bytes.clone(), None).expect("BTF")
    }
}

/// An atlas of these kernels.
pub fn atlas_of(given: &[&Given]) -> Vec<u8> {
    draft_of(given).write().expect("it fits")
}

pub fn draft_of(given: &[&Given]) -> Draft {
    let mut draft = Draft::new();
    for g in given {
        draft.add(g.kernel.clone(), &g.btf()).expect("it fits");
    }
    draft
}

pub fn open(bytes: &[u8]) -> Atlas<Arc<[u8]>> {
    Atlas::open(Arc::from(bytes)).expect("an atlas")
}

/// Small kernels that differ slightly, compiled from C by the scratch pad.
pub fn small() -> Vec<Given> {
    let source = |n: usize| {
        let more = if n.is_multiple_of(2) { "struct list_head { struct list_head *next, *prev; } even; " } else { "" };
        let last = if n > 2 { "unsigned long added; " } else { "" };
        format!(
            "enum state {{ RUNNING, SLEEPING = {n}, DEAD = -1 }};
             typedef unsigned int u32;
             union value {{ u32 number; const char *text; int bits : 3; }};
             struct task {{ int pid; {more} enum state state : 3; unsigned flag : 1; struct task *parent; {last}
                            struct {{ union value v[{n}]; void (*call)(struct task *, ...); }}; }};
             struct task first; int count(struct task *of, u32 from);"
        )
    };
    (1..=5)
        .map(|n| {
            let compiled = scratch::compile(&source(n), scratch::Target::default());
            let marks: Vec<_> = compiled.marks.iter().map(|m| &m.message).collect();
            Given::new(&format!("6.{n}.0-test"), compiled.blob.unwrap_or_else(|| panic!("C: {marks:?}")))
        })
        .collect()
}

/// The kernels of the corpus, with their data from its index.
pub fn corpus_kernels(corpus: &Corpus) -> Vec<Given> {
    let folder = corpus.root().join("kernels");
    let index = fs::read_to_string(folder.join("INDEX.tsv")).expect("INDEX.tsv of the kernels");
    let mut lines = index.lines().map(|line| line.split('\t').map(str::to_owned).collect::<Vec<_>>());
    let head = lines.next().expect("a head");
    lines
        .map(|row| {
            let cell = |name: &str| row[head.iter().position(|h| h == name).expect("a column")].clone();
            let packed = fs::read(folder.join(cell("file"))).expect("a kernel");
            let opened = container::open(&cell("file"), &packed).expect("BTF");
            let mut given = Given::new(&cell("release"), opened.btf.bytes.to_vec());
            let digest = cell("sha256");
            for (byte, hex) in given.kernel.sha256.iter_mut().zip(digest.as_bytes().chunks(2)) {
                *byte = u8::from_str_radix(std::str::from_utf8(hex).expect("hex"), 16).expect("hex");
            }
            given.kernel.distribution = cell("distribution");
            given.kernel.suite = cell("suite");
            given.kernel.package_version = cell("package_version");
            given.kernel.upstream = cell("upstream");
            given.kernel.arch = cell("arch");
            given.kernel.flavour = cell("flavour");
            given
        })
        .collect()
}

/// The kernels of the corpus and an atlas of them, made once. `None`, with a message, without a corpus.
pub fn corpus_atlas() -> Option<&'static (Vec<Given>, Vec<u8>)> {
    static MADE: OnceLock<(Vec<Given>, Vec<u8>)> = OnceLock::new();
    let corpus = part_or_skip("kernels")?;
    Some(MADE.get_or_init(|| {
        let kernels = corpus_kernels(&corpus);
        let bytes = atlas_of(&kernels.iter().collect::<Vec<_>>());
        (kernels, bytes)
    }))
}

/// The ids of the types that have a name, by kind and name, in rising order.
pub fn by_name(btf: &Btf) -> HashMap<(Kind, &[u8]), Vec<TypeId>> {
    let mut out: HashMap<_, Vec<TypeId>> = HashMap::new();
    for t in btf.types().filter(|t| !t.is_anonymous()) {
        out.entry((t.kind(), t.name_bytes())).or_default().push(t.id());
    }
    out
}

/// Pairs of types with the same kind and name, in a kernel and in the part taken from an atlas. Tags are left out.
///
/// # Panics
/// When the part does not have as many types of a kind and name as the kernel.
pub fn pairs(original: &Btf, taken: &Btf) -> Vec<(TypeId, TypeId)> {
    let (ours, mut theirs) = (by_name(taken), by_name(original).into_iter().collect::<Vec<_>>());
    theirs.sort_by_key(|(_, ids)| ids[0]);
    let mut out = Vec::new();
    for ((kind, name), ids) in theirs {
        let found = ours.get(&(kind, name)).map(Vec::as_slice).unwrap_or_default();
        if !matches!(kind, Kind::DeclTag | Kind::TypeTag) {
            assert_eq!(found.len(), ids.len(), "{} {}", kind.as_str(), String::from_utf8_lossy(name));
            out.extend(ids.into_iter().zip(found.iter().copied()));
        }
    }
    out
}

/// A generator of pseudo-random numbers, the same in each run.
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end.max(1)
    }
}

/// The atlas that the page comes with.
pub fn debian() -> Atlas<Arc<[u8]>> {
    open(&fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../static/atlas/debian.atlas")).expect("it is committed"))
}
