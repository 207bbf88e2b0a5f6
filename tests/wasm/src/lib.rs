//! Runs the decoding crates on wasm32, where `usize` has 32 bits, and on this machine: the answers must be equal.
//!
//! `tests/wasm32.rs` passes blobs to node, which passes them to the module made of this crate (`src/module.rs`). The
//! test computes the same answers on this machine. There are no generated bindings: only numbers and the module's
//! memory are exchanged.

#[cfg(target_arch = "wasm32")]
mod module;

use std::fmt::Debug;
use std::sync::Arc;

use btf::{Btf, Ext};
use tests::exercise::{Digest, decoded, ext, laid_out, printed, related, shown};
use tests::walk;

/// A question about an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Decode a blob and read all of it.
    Decode,
    /// Decode every shorter prefix of a blob.
    Prefixes,
    /// Decode a blob with one byte changed, for every byte of it and three changes of the byte.
    Flips,
    /// Lay out all structs and unions of a blob.
    Layout,
    /// Print a blob in all forms.
    Print,
    /// Read a `.BTF.ext`.
    Ext,
    /// Open a file of any kind and show it.
    File,
    /// Decode a kernel, lay it out and list it.
    Kernel,
    /// Relate a blob's types with each other and with those of its base.
    Relate,
}

impl Question {
    /// All questions, by their number.
    pub const ALL: [Question; 9] = [
        Question::Decode,
        Question::Prefixes,
        Question::Flips,
        Question::Layout,
        Question::Print,
        Question::Ext,
        Question::File,
        Question::Kernel,
        Question::Relate,
    ];

    /// The number of the question.
    pub fn number(self) -> u32 {
        Question::ALL.into_iter().zip(0..).find(|(question, _)| *question == self).map_or(0, |(_, number)| number)
    }
}

/// The answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Answer {
    /// The number of types that were read, over all decodings.
    pub types: u32,
    /// A hash of everything that was read.
    pub hash: u64,
}

/// Answers a question about `input`, which may continue the BTF `base` (empty for none).
///
/// # Panics
/// When the results contradict each other.
pub fn answer(question: Question, input: &[u8], base: &[u8]) -> Answer {
    let mut reader = Reader { digest: Digest::default(), types: 0, base: None };
    if !base.is_empty() {
        reader.base = reader.opened(base).map(Arc::new);
    }
    match question {
        Question::Decode => reader.decode(input),
        Question::Prefixes => (0..input.len()).for_each(|len| reader.decode(input.get(..len).unwrap_or_default())),
        Question::Flips => {
            let mut changed = input.to_vec();
            for at in 0..changed.len() {
                for mask in [0x01, 0x80, 0xff] {
                    changed[at] ^= mask;
                    reader.decode(&changed);
                    changed[at] ^= mask;
                }
            }
        }
        Question::Layout => reader.with(input, laid_out),
        Question::Print => reader.with(input, |btf, digest| printed(btf, true, digest)),
        Question::Relate => reader.with(input, |btf, digest| {
            related(btf, btf, digest);
            if let Some(base) = btf.base() {
                related(btf, base, digest);
                related(base, btf, digest);
            }
        }),
        Question::Ext => match Ext::parse(input) {
            Ok(section) => {
                walk::ext(&section);
                ext(&section, &mut reader.digest);
            }
            Err(e) => reader.digest.debug(&e),
        },
        Question::File => shown("file", input, &mut reader.digest),
        Question::Kernel => reader.with(input, |btf, digest| {
            decoded(btf, digest);
            laid_out(btf, digest);
            dump_raw(btf, digest);
            digest.debug(&walk::owners(btf));
        }),
    }
    Answer { types: reader.types, hash: reader.digest.value() }
}

fn dump_raw(btf: &Btf, digest: &mut Digest) {
    let mut text = String::new();
    dump::raw(btf, &mut text);
    digest.bytes(text.as_bytes());
}

struct Reader {
    digest: Digest,
    types: u32,
    base: Option<Arc<Btf>>,
}

impl Reader {
    fn opened(&mut self, input: &[u8]) -> Option<Btf> {
        match Btf::parse(input, self.base.clone()) {
            Ok(btf) => {
                self.types = self.types.wrapping_add(btf.own_type_count());
                Some(btf)
            }
            Err(e) => {
                self.digest.debug(&e);
                None
            }
        }
    }

    fn with(&mut self, input: &[u8], read: impl FnOnce(&Btf, &mut Digest)) {
        if let Some(btf) = self.opened(input) {
            read(&btf, &mut self.digest);
        }
    }

    fn decode(&mut self, input: &[u8]) {
        self.with(input, |btf, digest| {
            walk::everything(btf);
            decoded(btf, digest);
            digest.debug(&walk::owners(btf));
        });
    }
}
