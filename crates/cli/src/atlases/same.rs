//! Kernels that have the same name: one kernel twice, or builds with different types.

use std::collections::HashMap;

use atlas::AtlasKernel;

/// The parts of a kernel's name. If two kernels share all of them, only their types tell the two apart.
type Called = [String; 6];

fn called(kernel: &AtlasKernel) -> Called {
    let AtlasKernel { distribution, suite, package_version, release, arch, flavour, .. } = kernel;
    [distribution, suite, package_version, release, arch, flavour].map(String::clone)
}

/// The kernels so far, by their names: the digest of each, and the file that it came from.
#[derive(Default)]
pub struct Same {
    known: HashMap<Called, Vec<([u8; 32], String)>>,
}

/// An earlier kernel with the same name.
#[derive(PartialEq, Eq, Debug)]
pub enum Other {
    /// It has the same types. It came from this file.
    Equal(String),
    /// It has other types.
    Differs {
        /// The file that the earlier kernel came from.
        first: String,
        /// The first 16 hexadecimal digits of the digests of the earlier and of the new kernel, by which they can be
        /// named.
        names: [String; 2],
    },
}

impl Same {
    /// The kernels of an atlas.
    pub fn of(kernels: &[AtlasKernel]) -> Same {
        let mut same = Same::default();
        for kernel in kernels {
            same.note(kernel, "one that is in the atlas");
        }
        same
    }

    /// Notes a kernel and the file that it came from. Returns an earlier kernel with the same name: if possible, one
    /// that also has the same types.
    pub fn note(&mut self, kernel: &AtlasKernel, from: &str) -> Option<Other> {
        let all = self.known.entry(called(kernel)).or_default();
        if let Some((_, first)) = all.iter().find(|(digest, _)| *digest == kernel.sha256) {
            return Some(Other::Equal(first.clone()));
        }
        let start = |digest: &[u8; 32]| digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect::<String>();
        let other = all.first().map(|(digest, first)| Other::Differs {
            first: first.clone(),
            names: [start(digest), start(&kernel.sha256)],
        });
        all.push((kernel.sha256, from.to_owned()));
        other
    }

    /// The names that several kernels of an atlas share, each with the first 16 hexadecimal digits of the kernels'
    /// digests.
    pub fn several(kernels: &[AtlasKernel]) -> Vec<(String, Vec<String>)> {
        let mut all: HashMap<Called, Vec<&AtlasKernel>> = HashMap::new();
        for kernel in kernels {
            all.entry(called(kernel)).or_default().push(kernel);
        }
        let mut several: Vec<(String, Vec<String>)> = all
            .into_values()
            .filter(|same| same.len() > 1)
            .map(|same| {
                let starts = same.iter().map(|kernel| kernel.digest().chars().take(16).collect()).collect();
                (same.first().map(|kernel| kernel.full_name()).unwrap_or_default(), starts)
            })
            .collect();
        several.sort();
        several
    }
}
