//! The decoding crates, asked on wasm32, where `usize` has 32 bits, and on this machine: both must answer the same.
//!
//! `tests/wasm32.rs` gives blobs to node, which gives them to the module built from this crate (`src/module.rs`), and asks the same
//! here. No bindings are generated: numbers and the module's memory are all that goes to and fro.

#[cfg(target_arch = "wasm32")]
mod module;

use std::fmt::Debug;
use std::sync::Arc;

use btf::{Btf, Ext};
use tests::exercise::{Digest, decoded, ext, laid_out, printed, related, shown};
use tests::walk;

/// What is asked of an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// To decode a blob and read all of it.
    Decode,
    /// To decode every prefix of it.
    Prefixes,
    /// To decode it with each byte changed.
    Flips,
    /// To lay out all structs of a blob.
    Layout,
    /// To print a blob in all forms.
    Print,
    /// To read a `.BTF.ext`.
    Ext,
    /// To open a file of any kind and to look at it.
    File,
    /// To decode a kernel, lay it out and list it.
    Kernel,
    /// To ask how the types of a blob hang together, alone and beside those of its base.
    Relate,
}

impl Question {
    /// All, each at the place of its number.
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

    /// The number that stands for it.
    pub fn number(self) -> u32 {
        Question::ALL.into_iter().zip(0..).find(|(question, _)| *question == self).map_or(0, |(_, number)| number)
    }
}

/// What was found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Answer {
    /// How many types were read, over all that was decoded.
    pub types: u32,
    /// Everything that was read, as one number.
    pub hash: u64,
}

/// Answers a question about `input`, which may continue the BTF `base`; an empty base means no base.
///
/// # Panics
/// When what is read contradicts itself.
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
