//! What page and worker tell each other. Small facts go through serde; bytes travel beside them as buffers that are transferred,
//! not copied.

use std::sync::Arc;

use js_sys::{Array, Object, Reflect, Uint8Array};
use serde::{Deserialize, Serialize};
use view::archive::{ArchiveView, EntryView};
use view::file::{FileInput, FileKind};
use view::session::Problem;
use wasm_bindgen::{JsCast, JsValue};

/// From the page: what to do.
#[derive(Clone, Serialize, Deserialize)]
pub enum Job {
    /// Open the file beside, or one entry of it when it is an archive.
    Open {
        /// The file's name.
        name: String,
        /// The entry that was chosen.
        entry: Option<u32>,
    },
    /// Print the BTF beside: blobs from the outermost base to the one that is printed.
    Print {
        /// Where in [`DumpFormat::ALL`] the format is.
        format: usize,
        /// The name of the file to save.
        save_as: String,
        /// Bytes of a pointer.
        pointer_size: u32,
    },
}

/// From the worker.
#[derive(Serialize, Deserialize)]
pub enum Answer {
    /// The worker takes jobs.
    Ready,
    /// How far a job is.
    Progress {
        /// What is done.
        what: String,
        /// Bytes read.
        done: f64,
        /// Bytes in all.
        total: f64,
    },
    /// The file is open; its bytes are beside.
    Opened(Facts),
    /// The file is an archive: one entry is to be chosen.
    Listed {
        /// The archive's name.
        name: String,
        /// Which, and what they are called and how large: (index, path, size).
        entries: Vec<(u32, String, f64)>,
        /// Files that are not of interest.
        others: f64,
    },
    /// What was printed.
    Printed {
        /// The name of the file to save.
        save_as: String,
        /// All of it.
        text: String,
    },
    /// The file could not be opened.
    Failed {
        /// Its name.
        file: String,
        /// See [`Problem`].
        message: String,
        /// See [`Problem`].
        expected: Option<String>,
        /// See [`Problem`].
        found: Option<String>,
        /// See [`Problem`].
        at: Option<f64>,
    },
}

/// A [`FileInput`] without its bytes. Sizes and offsets are f64: JavaScript's numbers.
#[derive(Serialize, Deserialize)]
pub struct Facts {
    name: String,
    size: f64,
    kind: u8,
    btf_at: Option<f64>,
    needs_base: bool,
    arch: Option<String>,
    version: Option<String>,
    pointer_size: Option<u32>,
    /// Which of the optional bytes are beside, in order: ext, base, digest_of.
    has: [bool; 3],
}

const KINDS: [FileKind; 5] = [FileKind::Kernel, FileKind::Module, FileKind::Program, FileKind::Base, FileKind::Raw];

/// An answer, with bytes beside it, as a message and what of it is transferred.
pub fn pack(answer: &Answer, blobs: &[&[u8]]) -> Option<(Object, Array)> {
    let out = Object::new();
    let (list, transfer) = (Array::new(), Array::new());
    for bytes in blobs {
        let array = Uint8Array::from(*bytes);
        transfer.push(&array.buffer());
        list.push(&array);
    }
    Reflect::set(&out, &"answer".into(), &serde_wasm_bindgen::to_value(answer).ok()?).ok()?;
    Reflect::set(&out, &"blobs".into(), &list).ok()?;
    Some((out, transfer))
}

/// The answer of a message, and the bytes beside it.
pub fn unpack(message: &JsValue) -> Option<(Answer, Vec<Arc<[u8]>>)> {
    let answer = Reflect::get(message, &"answer".into()).ok()?;
    let blobs = Reflect::get(message, &"blobs".into()).ok()?;
    let blobs = Array::from(&blobs);
    let blobs = blobs.iter().filter_map(|b| b.dyn_into::<Uint8Array>().ok());
    Some((serde_wasm_bindgen::from_value(answer).ok()?, blobs.map(|b| Arc::from(b.to_vec())).collect()))
}

/// A file as an answer and its bytes.
pub fn opened(input: &FileInput) -> (Answer, Vec<&[u8]>) {
    let optional = [&input.ext, &input.base, &input.digest_of];
    let facts = Facts {
        name: input.name.clone(),
        size: input.size as f64,
        kind: KINDS.iter().position(|k| *k == input.kind).unwrap_or(4) as u8,
        btf_at: input.btf_at.map(|at| at as f64),
        needs_base: input.needs_base,
        arch: input.arch.clone(),
        version: input.version.clone(),
        pointer_size: input.pointer_size,
        has: optional.map(|o| o.is_some()),
    };
    let blobs = std::iter::once(&*input.btf).chain(optional.into_iter().flatten().map(|b| &**b));
    (Answer::Opened(facts), blobs.collect())
}

/// The file of an answer and its bytes.
pub fn file(facts: Facts, blobs: Vec<Arc<[u8]>>) -> Option<FileInput> {
    let mut blobs = blobs.into_iter();
    let btf = blobs.next()?;
    let [ext, base, digest_of] = facts.has.map(|has| if has { blobs.next() } else { None });
    Some(FileInput {
        name: facts.name,
        size: facts.size as u64,
        kind: KINDS.get(usize::from(facts.kind)).copied().unwrap_or(FileKind::Raw),
        btf,
        btf_at: facts.btf_at.map(|at| at as u64),
        ext,
        base,
        needs_base: facts.needs_base,
        arch: facts.arch,
        version: facts.version,
        pointer_size: facts.pointer_size,
        digest_of,
        sample: None,
        data: None,
        start: None,
    })
}

/// A problem as an answer.
pub fn failed(p: Problem) -> Answer {
    Answer::Failed {
        file: p.file,
        message: p.message,
        expected: p.expected,
        found: p.found,
        at: p.at.map(|at| at as f64),
    }
}

/// The list of an archive as an answer.
pub fn listed(archive: ArchiveView) -> Answer {
    let entries = archive.entries.into_iter().map(|e| (e.index, e.path, e.size as f64)).collect();
    Answer::Listed { name: archive.name, entries, others: archive.others as f64 }
}

/// The list of an archive.
pub fn archive(name: String, entries: Vec<(u32, String, f64)>, others: f64) -> ArchiveView {
    let entries = entries.into_iter().map(|(index, path, size)| EntryView { index, path, size: size as u64 }).collect();
    ArchiveView { name, entries, others: others as u64 }
}
