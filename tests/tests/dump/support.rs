//! Opens corpus files, and finds where two texts differ.

use std::collections::HashMap;
use std::sync::Arc;

use btf::Btf;
use tests::fixture::btf_of;
use tests::reference::Corpus;

/// Opens files, and each base only once.
pub struct Opener<'c> {
    corpus: &'c Corpus,
    bases: HashMap<String, Arc<Btf>>,
}

impl<'c> Opener<'c> {
    pub fn new(corpus: &'c Corpus) -> Self {
        Opener { corpus, bases: HashMap::new() }
    }

    /// The BTF of a file on its base. The size of a pointer is that of the ELF class, as in libbpf. `None` if the file
    /// has no BTF that opens.
    pub fn open(&mut self, file: &str) -> Option<Btf> {
        let bytes = self.corpus.read(file);
        let base = self.corpus.base_of(file).map(|name| match self.bases.get(&name) {
            Some(base) => Arc::clone(base),
            None => {
                let base = Arc::new(self.open(&name).unwrap_or_else(|| panic!("{name} does not open")));
                self.bases.insert(name, Arc::clone(&base));
                base
            }
        });
        let mut btf = Btf::parse(btf_of(&bytes)?, base).ok()?;
        match bytes.get(..5)? {
            b"\x7fELF\x01" => btf.set_pointer_size(4),
            b"\x7fELF\x02" => btf.set_pointer_size(8),
            _ => {}
        }
        Some(btf)
    }
}

/// The first difference of two texts, with the lines around it. `None` if they are equal.
pub fn first_difference(ours: &[u8], theirs: &[u8]) -> Option<String> {
    if ours == theirs {
        return None;
    }
    let at = ours.iter().zip(theirs).take_while(|(a, b)| a == b).count();
    let line = ours[..at].iter().filter(|&&b| b == b'\n').count();
    let show = |text: &[u8]| {
        let start = text[..at.min(text.len())].iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        let before =
            text[..start].iter().rev().skip(1).enumerate().filter(|&(_, &b)| b == b'\n').map(|(i, _)| i).nth(3);
        let from = before.map_or(0, |i| start - i - 1);
        // A JSON dump is a single line, so show only a part of it.
        let from = from.max(at.saturating_sub(400).min(text.len()));
        let text = String::from_utf8_lossy(&text[from..text.len().min(at + 400)]).into_owned();
        text.lines().take(9).map(|l| format!("    {l}")).collect::<Vec<_>>().join("\n")
    };
    Some(format!("line {}, byte {at}\n  theirs\n{}\n  ours\n{}", line + 1, show(theirs), show(ours)))
}
