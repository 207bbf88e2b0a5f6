//! Writes the forms of a block. See [`crate::decode`] for the reader, and docs/atlas.md for every byte.

use btf::Kind::*;
use btf::{FieldName, Kind};

use crate::bytes::{put, zigzag};
use crate::code;
use crate::collect::Pool;
use crate::diff::{Edit, edits};
use crate::lines::{Line, LineForm, Listed, Steps, has_lines};
use crate::listing::listed;
use crate::node::{self, FIXED, Word};

/// The most lines that the edits from an earlier form may remove and insert; a form that needs more is written whole.
/// For a form with few lines the limit is lower: half of the number of its lines.
const MOST_EDITS: usize = 64;

/// Writes the forms of blocks, one block after the other.
pub(crate) struct Encoder<'p> {
    pool: &'p Pool,
    /// The numbers that the texts and nodes of the pool have in the block.
    texts: Numbers,
    nodes: Numbers,
    steps: Steps,
    out: Vec<u8>,
    /// The forms of the current name so far that were written as lines or as edits, and not word by word.
    bases: Vec<Listed>,
    words: usize,
}

/// Gives numbers to things, in the order of their first use.
struct Numbers {
    /// The number of each thing, + 1; 0 where there is none.
    of: Vec<u32>,
    /// The thing with each number.
    given: Vec<u32>,
}

impl Numbers {
    /// For `count` things, of which the first always has number 0.
    fn new(count: u32) -> Numbers {
        let mut numbers = Numbers { of: vec![0; count as usize], given: Vec::new() };
        numbers.give(0);
        numbers
    }

    fn find(&self, what: u32) -> Option<u32> {
        self.of.get(what as usize).and_then(|n| n.checked_sub(1))
    }

    fn give(&mut self, what: u32) -> u32 {
        self.given.push(what);
        if let Some(slot) = self.of.get_mut(what as usize) {
            *slot = self.given.len() as u32;
        }
        self.given.len() as u32 - 1
    }

    fn clear(&mut self) {
        for what in self.given.drain(..) {
            if let Some(slot) = self.of.get_mut(what as usize) {
                *slot = 0;
            }
        }
        self.give(0);
    }
}

impl<'p> Encoder<'p> {
    pub(crate) fn new(pool: &'p Pool) -> Encoder<'p> {
        Encoder {
            pool,
            texts: Numbers::new(pool.texts.len()),
            nodes: Numbers::new(pool.nodes.len()),
            steps: Steps::default(),
            out: Vec::new(),
            bases: Vec::new(),
            words: 0,
        }
    }

    /// Bytes written since the block began, without texts.
    pub(crate) fn len(&self) -> usize {
        self.out.len()
    }

    /// An estimate of the bytes of the block's texts: 16 for each.
    pub(crate) fn text_len(&self) -> usize {
        self.texts.given.len() * 16
    }

    /// Begins the forms of another name.
    pub(crate) fn name(&mut self) {
        self.bases.clear();
    }

    /// Ends the block. Returns its unpacked bytes.
    pub(crate) fn finish(&mut self) -> Vec<u8> {
        let mut part = Vec::new();
        let texts = self.texts.given.get(1..).unwrap_or_default();
        put(&mut part, texts.len() as u64);
        for text in texts {
            part.extend_from_slice(self.pool.texts.get(*text));
            part.push(0);
        }
        part.append(&mut self.out);
        self.texts.clear();
        self.nodes.clear();
        self.steps = Steps::default();
        self.bases.clear();
        self.words = 0;
        part
    }

    fn put(&mut self, value: u32) {
        put(&mut self.out, value.into());
    }

    fn text(&mut self, text: u32) {
        match self.texts.find(text) {
            Some(known) => self.put(code::TEXT_KNOWN + known),
            None => {
                self.texts.give(text);
                self.put(code::TEXT_NEW);
            }
        }
    }

    /// Writes a form. `content`: the node with the content of a type. The name of a named type is not written unless the
    /// record is written word by word, because the names of the block have it.
    pub(crate) fn form(&mut self, content: u32) {
        let pool = self.pool;
        let (words, tags) = node::untagged(pool.nodes.get(content), |node| pool.nodes.get(node));
        let Some(kind) = node::kind(words) else { return };
        let short = is_short(words, kind);
        let mut head = if node::flag(words) { code::FORM_FLAG } else { 0 };
        head |= if tags.is_empty() { 0 } else { code::FORM_TAGGED };
        head |= if short { 0 } else { code::FORM_WORDS };
        self.words += words.len();
        if short && has_lines(kind) {
            let new = listed(words);
            let base = self.base(&new);
            head |= if base.is_some() { code::FORM_EDITS } else { 0 };
            self.out.push(head);
            match base {
                Some((back, edits)) => {
                    self.put(back);
                    self.lines_head(kind, &new);
                    self.edited(kind, node::flag(words), &new, &edits);
                }
                None => self.lines(kind, node::flag(words), &new),
            }
            self.bases.push(new);
        } else {
            self.out.push(head);
            if short { self.short(kind, words) } else { self.all_words(words) }
        }
        if !tags.is_empty() {
            self.tags(tags);
        }
    }

    /// How far back the most similar of the last forms of the name is (0 for the last form), and the edits from it.
    /// None if no form is similar enough, or if the block already has half the words that a reader allows for its bytes.
    fn base(&self, new: &Listed) -> Option<(u32, Vec<Edit>)> {
        // A reader limits the words of a block by its bytes, because an edit of a few bytes can stand for many words.
        if self.words > self.out.len() * (code::WORDS_A_BYTE / 2) {
            return None;
        }
        let most = MOST_EDITS.min(new.lines.len() / 2);
        let mut best: Option<(usize, u32, Vec<Edit>)> = None;
        for (i, base) in self.bases.iter().rev().take(code::BASES).enumerate() {
            let most = best.as_ref().map_or(Some(most), |(d, ..)| d.checked_sub(1));
            let Some((edits, d)) = most.and_then(|most| edits(&base.lines, &new.lines, most)) else { continue };
            best = Some((d, i as u32, edits));
        }
        best.map(|(_, back, edits)| (back, edits))
    }

    /// Writes the parts of a record that its lines do not have.
    fn lines_head(&mut self, kind: Kind, of: &Listed) {
        self.put(of.lines.len() as u32);
        if kind == Kind::Struct && !of.lines.is_empty() {
            put(&mut self.out, zigzag(of.first));
        } else {
            self.put(of.size);
        }
    }

    fn lines(&mut self, kind: Kind, flag: bool, of: &Listed) {
        self.lines_head(kind, of);
        for line in &of.lines {
            self.line(kind, flag, line);
        }
    }

    fn edited(&mut self, kind: Kind, flag: bool, new: &Listed, edits: &[Edit]) {
        let mut at = 0;
        for edit in edits {
            self.put(edit.keep as u32);
            at += edit.keep;
            if at == new.lines.len() {
                return;
            }
            self.put(edit.skip as u32);
            self.put(edit.insert as u32);
            for line in new.lines.iter().skip(at).take(edit.insert) {
                self.line(kind, flag, line);
            }
            at += edit.insert;
        }
        // The last edit ends with inserted lines. The reader then expects the number of lines to keep: 0.
        self.put(0);
    }

    fn line(&mut self, kind: Kind, flag: bool, line: &Line) {
        let Some(form) = LineForm::of(kind) else { return };
        match form {
            LineForm::Struct | LineForm::Union => {
                self.text(line.a);
                let local = self.node(line.b);
                if flag {
                    self.put(line.bits.into());
                }
                let local = Line { b: local, ..*line };
                let step = if form == LineForm::Struct { line.step - self.steps.expected(&local) } else { line.step };
                put(&mut self.out, zigzag(step));
                if form == LineForm::Struct {
                    self.steps.saw(&local);
                }
            }
            LineForm::Enum | LineForm::Enum64 => {
                self.text(line.a);
                put(&mut self.out, zigzag(line.step));
            }
            LineForm::Section => {
                self.node(line.b);
                self.put(line.a);
                put(&mut self.out, zigzag(line.step));
            }
        }
    }

    /// Writes a node. Returns its number in the block.
    fn node(&mut self, what: u32) -> u32 {
        if what == node::VOID {
            self.put(code::VOID);
            return 0;
        }
        if let Some(known) = self.nodes.find(what) {
            self.put(code::KNOWN - 1 + known);
            return known;
        }
        let words = self.pool.nodes.get(what);
        if let Some((kind, name, ordinal)) = node::reference(words) {
            if ordinal == 0 {
                self.put(code::NAME + u32::from(kind.number()));
            } else {
                self.put(code::NAME_ORDINAL);
                self.put(kind.number().into());
                self.put(ordinal);
            }
            self.text(name);
        } else if node::is_tagged(words) {
            self.put(code::TAGGED);
            self.node(words.get(1).copied().unwrap_or(node::VOID));
            self.tags(words.get(2..).unwrap_or_default());
        } else if let Some(kind) = node::kind(words) {
            if is_short(words, kind) && (kind == Kind::TypeTag || is_nameless(words)) {
                let base = if node::flag(words) { code::RECORD_FLAG } else { code::RECORD };
                self.put(base + u32::from(kind.number()));
                self.short(kind, words);
            } else {
                self.put(code::WORDS);
                self.all_words(words);
            }
        }
        self.words += words.len();
        // The nodes that this node needs are numbered before it.
        self.nodes.give(what)
    }

    fn tags(&mut self, tags: &[u32]) {
        self.put((tags.len() / 3) as u32);
        for &[component, text, flag] in tags.as_chunks().0 {
            self.put(component.wrapping_add(1));
            self.text(text);
            self.put(flag);
        }
    }

    /// Writes the rest of a record, whose kind and flag were written already. The text of a TYPE_TAG is written here;
    /// other names are not, because the names of the block have them.
    fn short(&mut self, kind: Kind, words: &[u32]) {
        let word = |i: usize| words.get(i).copied().unwrap_or(0);
        match kind {
            Struct | Union | Enum | Enum64 | DataSec => {
                let of = listed(words);
                self.lines(kind, node::flag(words), &of);
            }
            FuncProto => {
                self.node(word(2));
                let params = words.get(FIXED..).unwrap_or_default();
                self.put((params.len() / 2) as u32);
                for &[name, of] in params.as_chunks().0 {
                    self.node(of);
                    self.text(name);
                }
            }
            Array => {
                self.node(word(3));
                self.node(word(4));
                self.put(word(5));
            }
            Int => {
                self.put(word(2));
                self.put(word(3));
            }
            Float => self.put(word(2)),
            Fwd => {}
            Var => {
                self.node(word(2));
                self.put(word(3));
            }
            Func => {
                self.put(node::vlen(words));
                self.node(word(2));
            }
            TypeTag => {
                self.text(word(1));
                self.node(word(2));
            }
            // Records of the first five kinds have only a reference to write. The others have no short notation.
            Ptr | Typedef | Volatile | Const | Restrict | DeclTag | LocParam | LocProto | LocSec | Unknown(_) => {
                self.node(word(2));
            }
        }
    }

    fn all_words(&mut self, words: &[u32]) {
        self.put(words.len() as u32);
        for (what, word) in node::words_of(words) {
            match what {
                Word::Plain => self.put(word),
                Word::Text => self.text(word),
                Word::Node => {
                    self.node(word);
                }
            }
        }
    }
}

/// Whether the short notation keeps all of a record: the kind has such a notation, and each word that the notation
/// leaves out is 0, or is the name of a form.
fn is_short(words: &[u32], kind: Kind) -> bool {
    let has_unused = kind.record_fields().third == FieldName::Unused;
    let unused = if has_unused { words.get(2).copied() } else { Some(0) };
    // The name of a form is in the names of the block.
    let name = is_nameless(words) || kind == Kind::TypeTag || node::is_named_kind(kind);
    code::has_short(kind) && name && unused == Some(0) && (kind == Kind::Func || node::vlen(words) == 0)
}

fn is_nameless(words: &[u32]) -> bool {
    words.get(1) == Some(&0)
}
