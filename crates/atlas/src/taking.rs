//! Makes BTF from forms; shared by slices, parts and whole kernels.

use std::collections::HashMap;

use blob::{Interner, Writer};
use btf::Kind::*;
use btf::{Btf, Endian, Kind, TypeId};
use container::FileRange;

use crate::decode::Forms;
use crate::error::{Error, ErrorKind};
use crate::kernel::AtlasKernel;
use crate::node::{self, FIXED, Word};

/// A name in one kernel: kind, offset of its text in the blob, ordinal.
type Key = (Kind, u32, u32);

/// A type with only kind and name, because its content is not needed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stub {
    /// Its id in the blob.
    pub id: TypeId,
    /// Its kind in the kernel.
    pub kind: Kind,
    /// Its name.
    pub name: Vec<u8>,
    /// Its index among the types of that kind and name.
    pub ordinal: u32,
}

/// A blob under construction: first the types that were asked for, then the unnamed types and stubs that these need,
/// then declaration tags.
pub(crate) struct Taking {
    writer: Writer,
    ids: HashMap<Key, TypeId>,
    /// The offsets of the names of the types that were asked for.
    asked: Vec<u32>,
    /// For each unnamed type and each stub a list of words, with the ids and the offsets of texts of this blob. For an
    /// unnamed type: how many words its tags have, these words, and the words of its record. For a stub: `u32::MAX`, its
    /// kind, its ordinal, and the words of its record.
    rest: Interner<u32>,
    stubs: Vec<Stub>,
    /// Component, offset of the text, flag, type.
    tags: Vec<([u32; 3], TypeId)>,
    /// Buffers for the words of a record, to be used again.
    buffers: Vec<Vec<u32>>,
    /// How many words of asked types were written.
    words_written: usize,
}

/// The offset in the blob of each text of a block, and the id in the blob of each node, if it was used.
#[derive(Clone, Debug, Default)]
pub(crate) struct Met {
    texts: Numbers,
    nodes: Numbers,
}

impl Met {
    pub(crate) fn of(forms: &Forms) -> Met {
        Met { texts: Numbers::of(forms.texts.len()), nodes: Numbers::of(forms.nodes.len()) }
    }

    /// Forgets all, for another blob. The time grows with the number of used texts and nodes, not with the size of the
    /// block.
    pub(crate) fn clear(&mut self) {
        self.texts.clear();
        self.nodes.clear();
    }
}

/// Gives numbers to some of the indices 0, 1, 2, ...
#[derive(Clone, Debug, Default)]
struct Numbers {
    /// For each index its number + 1; 0 if it has none.
    of: Vec<u32>,
    /// The indices that have a number.
    known: Vec<u32>,
}

impl Numbers {
    fn of(things: u32) -> Numbers {
        Numbers { of: vec![0; things as usize], known: Vec::new() }
    }

    fn get(&self, thing: u32) -> Option<u32> {
        self.of.get(thing as usize)?.checked_sub(1)
    }

    /// Gives a thing its number. Does nothing if there is no such thing.
    fn set(&mut self, thing: u32, number: u32) {
        if let Some(of) = self.of.get_mut(thing as usize) {
            *of = number + 1;
            self.known.push(thing);
        }
    }

    fn clear(&mut self) {
        for thing in self.known.drain(..) {
            if let Some(of) = self.of.get_mut(thing as usize) {
                *of = 0;
            }
        }
    }
}

/// A reference that cannot be followed: to a name that the kernel does not have, or tags on something that cannot have
/// any.
pub(crate) struct Dangling;

/// How to treat named types that were not asked for. Unnamed types are always written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Others {
    /// As stubs; structs and unions as forward declarations.
    Stubs,
    /// As stubs; structs and unions with no members and size 0.
    Empty,
    /// A reference to such a named type is an error.
    Missing,
}

impl Taking {
    /// An empty blob.
    pub(crate) fn new(endian: Endian) -> Taking {
        Taking {
            writer: Writer::new(endian),
            ids: HashMap::new(),
            asked: Vec::new(),
            rest: Interner::new(),
            stubs: Vec::new(),
            tags: Vec::new(),
            buffers: Vec::new(),
            words_written: 0,
        }
    }

    /// Asks for a type and returns its id. All types must be asked for before the first one is written, and must be
    /// written in the same order.
    pub(crate) fn ask(&mut self, kind: Kind, name: &[u8], ordinal: u32) -> TypeId {
        let id = self.ask_apart(name);
        if let Some(&text) = self.asked.last().filter(|_| !name.is_empty()) {
            self.ids.insert((kind, text, ordinal), id);
        }
        id
    }

    /// Asks for a type as [`Taking::ask`] does, but no other type of the blob will refer to it: a reference to its name
    /// leads to a stub.
    pub(crate) fn ask_apart(&mut self, name: &[u8]) -> TypeId {
        let text = self.writer.string(name);
        self.asked.push(text);
        TypeId(self.asked.len() as u32)
    }

    fn text(&mut self, forms: &Forms, met: &mut Met, text: u32) -> u32 {
        if let Some(known) = met.texts.get(text) {
            return known;
        }
        // For an unknown number `get` returns the empty text, whose offset is 0.
        let offset = self.writer.string(forms.texts.get(text));
        met.texts.set(text, offset);
        offset
    }

    /// The id of a type that was not asked for, by its number among these.
    fn rest_id(&self, number: u32) -> TypeId {
        TypeId(self.asked.len() as u32 + 1 + number)
    }

    /// Writes the form of the next type that was asked for.
    pub(crate) fn form(&mut self, of: (&Forms, &mut Met), at: u32, others: Others) -> Result<(), Dangling> {
        let (tags, forms) = (of.0.tags.get(at), of.0.forms.get(at));
        self.written(forms, tags, of, others)
    }

    /// As [`Taking::form`], but a struct or union gets only the members without a name and those with a name in
    /// `names`, and no declaration tags.
    pub(crate) fn part_of_form(
        &mut self,
        of: (&Forms, &mut Met),
        at: u32,
        names: &[Vec<u8>],
        others: Others,
    ) -> Result<(), Dangling> {
        match part_of(of.0, at, names) {
            Some(part) => self.written(&part, &[], of, others),
            None => self.form(of, at, others),
        }
    }

    fn written(
        &mut self,
        form: &[u32],
        tags: &[u32],
        (forms, met): (&Forms, &mut Met),
        others: Others,
    ) -> Result<(), Dangling> {
        let mut words = self.buffer();
        let done = self.record(form, (forms, met), others, &mut words);
        let id = self.writer.begin();
        if node::kind(form).is_some_and(node::is_named_kind) && !words.is_empty() {
            words[1] = self.asked.get(id.0 as usize - 1).copied().unwrap_or(0);
        }
        write(&mut self.writer, &words);
        self.words_written += words.len();
        self.buffers.push(words);
        done?;
        self.tag(tags, (forms, met), id);
        Ok(())
    }

    fn tag(&mut self, tags: &[u32], (forms, met): (&Forms, &mut Met), id: TypeId) {
        for &[component, text, flag] in tags.as_chunks().0 {
            let text = self.text(forms, met, text);
            self.tags.push(([component, text, flag], id));
        }
    }

    /// An empty buffer.
    fn buffer(&mut self) -> Vec<u32> {
        let mut buffer = self.buffers.pop().unwrap_or_default();
        buffer.clear();
        buffer
    }

    /// Appends a record's words to `out`, with the ids and string offsets of the blob.
    fn record(
        &mut self,
        words: &[u32],
        (forms, met): (&Forms, &mut Met),
        others: Others,
        out: &mut Vec<u32>,
    ) -> Result<(), Dangling> {
        for (what, word) in node::words_of(words) {
            let word = match what {
                Word::Plain => word,
                Word::Text => self.text(forms, met, word),
                Word::Node => self.id(word, (forms, met), others)?.0,
            };
            out.push(word);
        }
        Ok(())
    }

    /// The id of a node. The recursion is as deep as nodes are nested, which the reader limits.
    fn id(&mut self, node: u32, (forms, met): (&Forms, &mut Met), others: Others) -> Result<TypeId, Dangling> {
        if node == node::VOID {
            return Ok(TypeId::VOID);
        }
        if let Some(known) = met.nodes.get(node) {
            return Ok(TypeId(known));
        }
        let words = forms.nodes.get(node);
        let id = if let Some((kind, name, ordinal)) = node::reference(words) {
            let key = (kind, self.text(forms, met, name), ordinal);
            match (self.ids.get(&key), others) {
                (Some(id), _) => *id,
                (None, Others::Missing) => return Err(Dangling),
                (None, others) => self.stub(key, forms.texts.get(name), others == Others::Stubs),
            }
        } else {
            let (record, tags) = node::untagged(words, |node| forms.nodes.get(node));
            if node::kind(record).is_none() || node::reference(record).is_some() {
                return Err(Dangling);
            }
            let mut list = self.buffer();
            list.push(tags.len() as u32);
            list.resize(1 + tags.len(), 0);
            self.record(record, (forms, met), others, &mut list)?;
            for (at, &[component, text, flag]) in (0..).zip(tags.as_chunks().0) {
                let tag = [component, self.text(forms, met, text), flag];
                list.iter_mut().skip(1 + at * 3).zip(tag).for_each(|(word, tag)| *word = tag);
            }
            let number = self.rest.intern(&list);
            self.buffers.push(list);
            self.rest_id(number)
        };
        met.nodes.set(node, id.0);
        Ok(id)
    }

    /// Adds a type with only kind and name; `text` is the text of the name.
    fn stub(&mut self, (kind, name, ordinal): Key, text: &[u8], forward: bool) -> TypeId {
        let (head, more): (u32, &[u32]) = match kind {
            Struct if forward => (node::record_head(Kind::Fwd, false, 0), &[0]),
            Union if forward => (node::record_head(Kind::Fwd, true, 0), &[0]),
            // The last word is the encoding of an INT, or the linkage of a VAR.
            Int | Var => (node::record_head(kind, false, 0), &[0, 0]),
            Ptr | Array | Struct | Union | Enum | Fwd | Typedef | Volatile | Const | Restrict | Func | FuncProto
            | DataSec | Float | DeclTag | TypeTag | Enum64 | LocParam | LocProto | LocSec | Unknown(_) => {
                (node::record_head(kind, false, 0), &[0])
            }
        };
        // Kind and ordinal come first, so that stubs of the same name stay distinct; u32::MAX cannot be a number of
        // tags.
        let mut list = self.buffer();
        list.extend([u32::MAX, u32::from(kind.number()), ordinal, head, name]);
        list.extend(more);
        let before = self.rest.len();
        let number = self.rest.intern(&list);
        self.buffers.push(list);
        let id = self.rest_id(number);
        if number == before {
            self.stubs.push(Stub { id, kind, name: text.to_vec(), ordinal });
        }
        id
    }

    /// About how many bytes the types take so far.
    pub(crate) fn len(&self) -> usize {
        (self.words_written + self.rest.total()) * 4
    }

    /// The blob, open, and its stubs. `about` is the kernel whose types it has.
    pub(crate) fn open(mut self, about: &AtlasKernel) -> Result<(Btf, Vec<Stub>), Error> {
        let stubs = std::mem::take(&mut self.stubs);
        let mut btf = Btf::parse(self.finish(), None).map_err(|e| {
            let kind = ErrorKind::Damaged { part: "a block of forms", at: 0, expected: format!("BTF ({e})") };
            Error::new(kind, FileRange::default())
        })?;
        btf.set_pointer_size(about.pointer_size.into());
        Ok((btf, stubs))
    }

    /// The bytes of the blob.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        for number in 0..self.rest.len() {
            let list = self.rest.get(number);
            let id = self.writer.begin();
            let (tags, record) = match list.first() {
                Some(&u32::MAX) => (&[][..], list.get(3..).unwrap_or_default()),
                Some(&count) => list.get(1..).unwrap_or_default().split_at(count as usize),
                None => continue,
            };
            write(&mut self.writer, record);
            self.tags.extend(tags.as_chunks::<3>().0.iter().map(|tag| (*tag, id)));
        }
        for ([component, text, flag], of) in &self.tags {
            self.writer.begin();
            let info = u32::from(Kind::DeclTag.number()) << 24 | flag << 31;
            for word in [*text, info, of.0, *component] {
                self.writer.word(word);
            }
        }
        self.writer.finish()
    }
}

/// The words of a struct or union with only the members without a name and those with a name in `names`; `None` for a
/// form of another kind.
pub(crate) fn part_of(forms: &Forms, at: u32, names: &[Vec<u8>]) -> Option<Vec<u32>> {
    let words = forms.forms.get(at);
    let kind = node::kind(words).filter(|kind| kind.is_composite())?;
    let (head, items) = words.split_at_checked(FIXED)?;
    let mut part = head.to_vec();
    for item in items.chunks(kind.record_fields().item.len()) {
        let name = item.first().map_or(&[][..], |text| forms.texts.get(*text));
        if name.is_empty() || names.iter().any(|wanted| wanted == name) {
            part.extend_from_slice(item);
        }
    }
    Some(part)
}

/// Writes the words of a record in BTF's order: name, info, third, and the others.
fn write(writer: &mut Writer, words: &[u32]) {
    let Some(kind) = node::kind(words) else { return };
    let fields = kind.record_fields();
    let vlen = match fields.item.len() {
        0 => node::vlen(words),
        each => (words.len().saturating_sub(FIXED + fields.once.len()) / each) as u32,
    };
    let info = u32::from(kind.number()) << 24 | vlen | u32::from(node::flag(words)) << 31;
    writer.word(words.get(1).copied().unwrap_or(0));
    writer.word(info);
    for word in words.get(2..).unwrap_or_default() {
        writer.word(*word);
    }
}
