//! Kernels of the atlas, and C compiled beside the headers of the oldest and the newest of them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use atlas::Atlas;
use bpf::Object;
use btf::Btf;
use libbpf_tests::beside::Both;
use model::fits::in_atlas::release;
use needs::{Kernel, Load, Modules, Needs, check};
use relo::{Spec, essential_name};
use xtask::tools::CLANG;

/// The atlas, with `vmlinux.h` of its first and its last amd64 kernel.
pub struct Beside {
    pub atlas: Atlas<Arc<[u8]>>,
    pub names: Vec<String>,
    /// The first amd64 kernel.
    pub old: Btf,
    /// The last amd64 kernel.
    pub new: Btf,
    clang: PathBuf,
    folder: PathBuf,
}

impl Beside {
    /// Opens the atlas, with a folder of its own for the files of this test. `None`, after a message, if clang
    /// is missing.
    pub fn of(test: &str) -> Option<Beside> {
        let clang = CLANG.found().map_err(|why| tests::skip(&why)).ok()?.path;
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../static/atlas/debian.atlas");
        let bytes: Arc<[u8]> = Arc::from(std::fs::read(path).expect("the atlas of the page"));
        let atlas = Atlas::open(bytes).expect("an atlas");
        let amd64 = (0u32..).zip(atlas.kernels()).filter(|(_, k)| k.arch == "amd64").map(|(k, _)| k);
        let amd64: Vec<u32> = amd64.collect();
        let kernel = |k: u32| Btf::parse(atlas.take_out(k).expect("a kernel"), None).expect("BTF");
        let (old, new) = (kernel(amd64[0]), kernel(amd64[amd64.len() - 1]));
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("read").join(test);
        headers(&folder);
        for (name, btf) in [("old", &old), ("new", &new)] {
            let mut text = String::new();
            dump::c(btf, &mut text, &dump::CFileOptions::default());
            std::fs::create_dir_all(folder.join(name)).expect("a folder");
            std::fs::write(folder.join(name).join("vmlinux.h"), text).expect("a header");
        }
        let names = atlas.kernel_names().to_vec();
        Some(Beside { atlas, names, old, new, clang, folder })
    }

    /// The objects that clang makes of a source, each with the header that it was compiled beside: "old", "new".
    pub fn compiled(&self, source: &str, name: &str) -> Vec<(&'static str, Vec<u8>)> {
        ["old", "new"].map(|header| (header, self.compile(source, name, &self.folder.join(header)))).into()
    }

    /// The object that clang makes of a source beside the `vmlinux.h` of a folder.
    pub fn compile(&self, source: &str, name: &str, header: &Path) -> Vec<u8> {
        let (file, object) = (self.folder.join("read.bpf.c"), self.folder.join("read.bpf.o"));
        std::fs::write(&file, source).expect("a source");
        let out = Command::new(&self.clang)
            .args(["-O2", "-g", "-target", "bpf", "-D__TARGET_ARCH_x86", "-Wall", "-Wno-unused-function"])
            .args(["-fms-extensions", "-isystem"])
            .arg(header)
            .arg("-I")
            .arg(&self.folder)
            .arg("-c")
            .arg(&file)
            .arg("-o")
            .arg(&object)
            .output()
            .expect("clang");
        let said = String::from_utf8_lossy(&out.stderr);
        assert!(out.status.success() && said.is_empty(), "{name} with {}: {said}\n{source}", header.display());
        std::fs::read(&object).expect("an object")
    }

    /// Writes the `vmlinux.h` of another kernel into a folder. Returns the folder.
    pub fn header_of(&self, name: &str, btf: &Btf) -> PathBuf {
        let mut text = String::new();
        dump::c(btf, &mut text, &dump::CFileOptions::default());
        let folder = self.folder.join(name);
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join("vmlinux.h"), text).expect("a header");
        folder
    }

    /// A kernel as libbpf and we see it.
    pub fn kernel(&self, k: u32) -> (Both, Kernel) {
        let (about, name) = (&self.atlas.kernels()[k as usize], &self.names[k as usize]);
        let blob = self.atlas.take_out(k).expect("a kernel");
        let both = Both::open(name, &blob);
        let btf = Arc::new(Btf::parse(blob, None).expect("BTF"));
        (both, Kernel::new(release(name, about), btf, Modules::Unknown))
    }
}

/// The answer of `check` for an object on a kernel.
pub fn judged(file: &[u8], kernel: &Kernel) -> Load {
    let object = Object::parse(Arc::<[u8]>::from(file)).expect("an object");
    check(&Needs::of(Arc::new(object)), kernel).load
}

/// Copies headers of libbpf from the crate libbpf-sys into a folder `bpf`.
fn headers(folder: &Path) {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo"))).expect("a home of cargo");
    let crates = std::fs::read_dir(home.join("registry/src")).expect("the sources of crates");
    let inside = crates.flatten().flat_map(|index| std::fs::read_dir(index.path()).into_iter().flatten().flatten());
    let is_libbpf =
        |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("libbpf-sys-"));
    let source = inside.map(|entry| entry.path()).filter(is_libbpf).max().expect("libbpf-sys, which this test links");
    std::fs::create_dir_all(folder.join("bpf")).expect("a folder");
    for name in ["bpf_helpers.h", "bpf_helper_defs.h", "bpf_core_read.h", "bpf_tracing.h"] {
        std::fs::copy(source.join("libbpf/src").join(name), folder.join("bpf").join(name)).expect("a header of libbpf");
    }
}

/// Numbers from a seed (xorshift64*).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) as usize % n.max(1)
    }
}

/// An object's relocations by kind and names, each once, as [`read::Checked::relocations`] has them.
pub fn relocations(file: &[u8]) -> Vec<String> {
    let object = Object::parse(file).expect("an object");
    let (btf, ext) = (object.btf().expect("types"), object.ext().expect("relocations"));
    let text = |record: &relo::Record| {
        let spec = Spec::parse(btf, record).expect("a path");
        let root = btf.get(spec.root).map(|t| String::from_utf8_lossy(essential_name(t.name_bytes())).into_owned());
        let mut text = format!("{} {}", spec.kind.as_str(), root.expect("a root"));
        for (at, step) in spec.accessors.iter().enumerate() {
            match step.name.and_then(|name| btf.string(name)) {
                Some(name) => text.push_str(&format!(".{name}")),
                None if at > 0 => text.push_str(&format!("[{}]", step.index)),
                None => {}
            }
        }
        text
    };
    let all: BTreeSet<String> = relo::records(btf, ext).iter().map(text).collect();
    all.into_iter().collect()
}
