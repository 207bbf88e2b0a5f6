//! The list of an atlas's kernels, and the names in an atlas.

use atlas::{Atlas, AtlasKernel, Class, Error, Ranges, Sought};
use btf::Kind;
use wire::Wire;

use crate::words::kind_name;

/// The kernels of an atlas.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Board {
    /// The notes on who made the atlas, and from what; never empty.
    pub notes: Vec<String>,
    /// The SHA-256 that identifies the atlas, in hex.
    pub digest: String,
    /// The kernels, the oldest first.
    pub kernels: Vec<OnBoard>,
}

crate::made! {
    /// A kernel of an atlas, as text for people.
    #[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
    pub struct OnBoard(k: &AtlasKernel, name: &str) {
        /// The kernel's name in addresses.
        pub name: String = name.to_owned(),
        /// The distribution: `debian`.
        pub distribution: String = k.distribution.clone(),
        /// The distribution's release: `bookworm`.
        pub suite: String = k.suite.clone(),
        /// The version of Linux.
        pub version: String = k.version().to_owned(),
        /// Its architecture.
        pub arch: String = k.arch.clone(),
        /// Its flavour: `generic`, `cloud`.
        pub flavour: String = k.flavour.clone(),
        /// How many types it has.
        pub types: u32,
        /// The SHA-256 of its `.BTF`, in hex.
        pub sha256: String = k.digest(),
    }
}

impl OnBoard {
    /// Whether each word of a text occurs in the kernel's name, distribution, suite, version, architecture or flavour.
    /// Upper and lower case count as equal.
    pub fn has(&self, text: &str) -> bool {
        let all = format!(
            "{} {} {} {} {} {}",
            self.name, self.distribution, self.suite, self.version, self.arch, self.flavour
        )
        .to_ascii_lowercase();
        text.split_whitespace().all(|word| all.contains(&word.to_ascii_lowercase()))
    }
}

impl Board {
    /// The kernel whose `.BTF` has this SHA-256, in hex.
    pub fn same(&self, sha256: &str) -> Option<&OnBoard> {
        self.kernels.iter().find(|kernel| !sha256.is_empty() && kernel.sha256 == sha256)
    }

    /// The kernels whose facts contain all words of a text, the newest first.
    pub fn find(&self, text: &str) -> Vec<&OnBoard> {
        self.kernels.iter().rev().filter(|kernel| kernel.has(text)).collect()
    }
}

/// The list of an atlas's kernels.
pub fn board<R: Ranges>(atlas: &Atlas<R>) -> Board {
    let kernels = atlas.kernels().iter().zip(atlas.kernel_names()).map(|(k, name)| OnBoard::of(k, name));
    let digest = atlas.digest().iter().map(|byte| format!("{byte:02x}")).collect();
    let notes = match atlas.notes() {
        [] => vec!["the file does not say".to_owned()],
        notes => notes.to_vec(),
    };
    Board { notes, digest, kernels: kernels.collect() }
}

/// The facts about a kernel, in a line: `debian bookworm 6.1.192 amd64 cloud`.
pub fn kernel_facts(kernel: &AtlasKernel) -> String {
    let words = [kernel.distribution.as_str(), &kernel.suite, kernel.version(), &kernel.arch, kernel.special_flavour()];
    words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A name in an atlas.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct NameRow {
    /// The word for its kind: `struct`.
    pub kind: String,
    /// The CSS class of its kind.
    pub class: String,
    /// The name.
    pub name: String,
    /// How many distinct forms the type or function of this name has on the kernels of the atlas.
    pub forms: u32,
}

impl NameRow {
    /// The question that asks for its history: `struct inode`.
    pub fn question(&self) -> String {
        format!("{} {}", self.kind, self.name)
    }
}

/// Names that begin with a text: at most `limit` names of types, and as many of functions. Reads only a few blocks of
/// names.
///
/// # Errors
/// A block of the atlas is damaged or cannot be read.
pub fn find_names<R: Ranges>(atlas: &Atlas<R>, text: &str, limit: usize) -> Result<Vec<NameRow>, Error> {
    let mut out = Vec::new();
    if text.is_empty() {
        return Ok(out);
    }
    for class in [Class::Types, Class::Functions] {
        let found = atlas.search(class, Sought::Prefix(text.as_bytes()), limit)?;
        out.extend(found.into_iter().filter(|n| n.kind != Kind::Fwd).map(|n| NameRow {
            kind: kind_name(n.kind).to_owned(),
            class: crate::words::kind_class(n.kind).to_owned(),
            name: btf::visible(&n.name).into_owned(),
            forms: n.forms,
        }));
    }
    // The exact name comes before longer ones.
    out.sort_by_key(|row| row.name != text);
    Ok(out)
}
