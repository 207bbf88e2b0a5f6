//! Asks an atlas for its content, and puts blobs into atlases in several orders.

use std::sync::Arc;

use atlas::parts::Parts;
use atlas::{Atlas, AtlasKernel, Class, Content, Draft, Error, ModulesFile, Sought};
use btf::Btf;
use relate::FieldPath;

use crate::generate;

/// The most forms that are read one by one.
const MOST_FORMS: usize = 200;

/// Asks an atlas for kernels, names, forms and members. Merges it into a new atlas, whose bytes must stay the same when
/// it is merged into another one.
///
/// # Errors
/// The first error, which says what is damaged.
///
/// # Panics
/// When the second merge changes the bytes, or an answer contradicts itself.
pub fn asked(bytes: &[u8]) -> Result<(), Error> {
    if Content::of(bytes) == Some(Content::ModuleNames) {
        return modules_asked(bytes);
    }
    let atlas = Atlas::open(Arc::<[u8]>::from(bytes))?;
    let mut first = Ok(());
    let mut keep = |result: Result<(), Error>| {
        if let Err(e) = result {
            assert!(!e.to_string().is_empty() && e.missing().is_none());
            if first.is_ok() {
                first = Err(e);
            }
        }
    };
    for (k, name) in atlas.kernel_names().iter().enumerate().take(8) {
        assert!(!name.is_empty());
        keep(atlas.take_out(k as u32).map(|taken| {
            let btf = Btf::parse(taken, None).expect("a header of our own");
            assert!(btf.types().count() == btf.own_type_count() as usize);
        }));
    }
    for class in Class::ALL {
        keep(atlas.search(class, Sought::Part(b"e"), 50).map(|_| ()));
        keep(atlas.search(class, Sought::Prefix(b"t"), 50).map(|_| ()));
    }
    let mut forms = Vec::new();
    for block in 0..atlas.block_count() {
        keep(atlas.forms_in(block).map(|found| forms.extend(found)));
    }
    for form in forms.iter().take(MOST_FORMS) {
        keep(atlas.forms_of(&form.name, Some(form.kind)).map(|_| ()));
        if let Some(kernel) = form.kernels.iter().next() {
            keep(atlas.slice(kernel, &[form]).map(|slice| assert!(slice.types.len() == 1)));
        }
    }
    let asked = forms.iter().take(MOST_FORMS).filter_map(|form| Some((form.kernels.iter().next()?, vec![form])));
    let asked: Vec<_> = asked.collect();
    keep(atlas.slices(&asked).map(|slices| assert!(slices.len() == asked.len())));
    for path in ["task.parent.v", "task.v[1].text", "a.b", "first.of.head"] {
        let path = FieldPath::parse(path).expect("a path");
        keep(atlas.members(&path).map(|_| ()));
    }
    let mut draft = Draft::new();
    match draft.merge(&atlas) {
        Err(atlas::MergeError::Atlas(e)) => keep(Err(e)),
        Err(atlas::MergeError::Unfit(e)) => assert!(!e.to_string().is_empty()),
        Ok(()) => {
            let again = draft.write().expect("it fits");
            let mut twice = Draft::new();
            twice.merge(&Atlas::open(Arc::<[u8]>::from(again.as_slice())).expect("our own")).expect("our own");
            assert!(twice.write().expect("it fits") == again, "merging once more changed it");
        }
    }
    first
}

/// A small atlas, split into its parts, to be changed by a fuzzer's bytes.
#[derive(Clone, Debug)]
pub struct SmallAtlas(Parts);

impl SmallAtlas {
    /// An atlas of small generated blobs.
    ///
    /// # Panics
    /// When no blob fits into an atlas.
    pub fn new() -> SmallAtlas {
        let mut draft = Draft::new();
        for seed in 0..64u8 {
            let data: Vec<u8> = (0..200u8).map(|i| i.wrapping_mul(seed ^ 37).wrapping_add(i >> 2) % 90).collect();
            let compiled = scratch::compile(&source(seed), scratch::Target::default());
            for blob in [generate::blob(&data), compiled.blob.unwrap_or_default()] {
                add(&mut draft, seed, &blob);
            }
        }
        assert!(draft.kernels().len() > 8, "{} kernels", draft.kernels().len());
        SmallAtlas(Parts::of(&draft.write().expect("it fits")).expect("our own"))
    }

    /// The atlas with changes. The first byte of `data` selects the directory or the blocks. Five more bytes stand for
    /// each change: the part, the place (2 bytes), the operation, and a value.
    pub fn changed(&self, data: &[u8]) -> Vec<u8> {
        let mut parts = self.0.clone();
        let Some((&first, script)) = data.split_first() else { return parts.with_blocks() };
        for step in script.as_chunks::<5>().0 {
            let &[part, low, high, what, value] = step;
            let count = parts.blocks.len().max(1);
            let part: Option<&mut Vec<u8>> = match first & 1 {
                0 => Some(&mut parts.directory),
                _ => parts.blocks.get_mut(usize::from(part >> 1) % count).map(|b| &mut b[usize::from(part & 1)]),
            };
            let Some(part) = part.filter(|part| !part.is_empty()) else { continue };
            let at = usize::from(u16::from_le_bytes([low, high])) % part.len();
            match what % 5 {
                0 => part[at] = value,
                1 => part[at] ^= value,
                2 => part.insert(at, value),
                3 => {
                    part.remove(at);
                }
                _ => part.truncate(at),
            }
        }
        if first & 1 == 0 { parts.with_directory() } else { parts.with_blocks() }
    }
}

impl Default for SmallAtlas {
    fn default() -> SmallAtlas {
        SmallAtlas::new()
    }
}

fn source(seed: u8) -> String {
    let extra = if seed.is_multiple_of(3) { "struct task *next; " } else { "" };
    format!(
        "enum state {{ RUN, STOP = {seed} }}; union v {{ int number[{n}]; const char *text; }};
         struct task {{ int pid; {extra} enum state s : 3; struct task *parent; struct {{ union v v[{n}]; }}; }};
         typedef struct {{ long inner; }} outer; struct task first; outer *make(struct task *of, ...);",
        n = seed % 4 + 1
    )
}

/// The facts of a kernel with these types, called 6.0, 6.1 and so on.
pub(super) fn kernel(number: u8, btf: &Btf) -> AtlasKernel {
    AtlasKernel {
        distribution: "made".to_owned(),
        suite: String::new(),
        package_version: String::new(),
        upstream: format!("6.{number}"),
        release: format!("6.{number}"),
        arch: "amd64".to_owned(),
        flavour: String::new(),
        endian: btf.endian(),
        pointer_size: btf.pointer_size() as u8,
        sha256: [number; 32],
        types: btf.own_type_count(),
        size: btf.bytes().len() as u32,
        from_header: false,
    }
}

/// Adds a blob, if it fits.
fn add(draft: &mut Draft, number: u8, blob: &[u8]) -> bool {
    let Ok(btf) = Btf::parse(blob, None) else { return false };
    let kernel = AtlasKernel {
        release: format!("6.{number}-{}", blob.len()),
        arch: ["amd64", "arm64"][usize::from(number & 1)].to_owned(),
        ..kernel(number, &btf)
    };
    match draft.add(kernel, &btf) {
        Ok(new) => new,
        Err(e) => {
            assert!(!e.to_string().is_empty());
            false
        }
    }
}

/// Puts blobs into one atlas, and into an atlas each, which are merged in the reverse order. Both ways must give the
/// same bytes. The kernels that are taken out of the atlas must make the same atlas again. Returns how many blobs
/// fitted.
///
/// # Panics
/// When one of these does not hold.
pub fn merged(blobs: &[Vec<u8>]) -> usize {
    let mut whole = Draft::new();
    let fitted: Vec<(u8, &Vec<u8>)> =
        (0u8..).zip(blobs).filter(|(number, blob)| add(&mut whole, *number, blob)).collect();
    let bytes = whole.write().expect("it fits");
    let open = |bytes: &[u8]| Atlas::open(Arc::<[u8]>::from(bytes)).expect("our own");
    let mut shards = Draft::new();
    for (number, blob) in fitted.iter().rev() {
        let mut shard = Draft::new();
        add(&mut shard, *number, blob);
        shards.merge(&open(&shard.write().expect("it fits"))).expect("our own");
    }
    assert!(shards.write().expect("it fits") == bytes, "shards in another order");
    let atlas = open(&bytes);
    let mut again = Draft::new();
    for (k, kernel) in atlas.kernels().iter().enumerate() {
        let taken = Btf::parse(atlas.take_out(k as u32).expect("sound"), None).expect("our own");
        assert!(again.add(kernel.clone(), &taken).expect("it fitted before"));
    }
    assert!(again.write().expect("it fits") == bytes, "an atlas of what was taken out");
    asked(&bytes).expect("sound");
    fitted.len()
}

/// Asks a file of modules' names for names that it contains.
fn modules_asked(bytes: &[u8]) -> Result<(), Error> {
    let modules = ModulesFile::open(Arc::<[u8]>::from(bytes))?;
    for struct_ops in [false, true] {
        for named in modules.search(struct_ops, Sought::Part(b""), 50)? {
            for brought in modules.with(&named.name)? {
                assert!(brought.kernels.iter().all(|k| (k as usize) < modules.kernels().len()));
            }
        }
    }
    Ok(())
}
