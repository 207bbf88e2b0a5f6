//! A kernel's types as nodes: each name with its content, and each unnamed type that nothing refers to.

use std::collections::HashMap;

use blob::Interner;
use btf::{BlobRange, Btf, Kind, Place, SectionKind, StringOffset, Type, TypeId};

use crate::MAX_NESTING;
use crate::code;
use crate::error::Unfit;
use crate::node::{self, Word};

/// Texts and nodes by their numbers. Text 0 is empty, node 0 is void.
#[derive(Debug)]
pub(crate) struct Pool {
    pub(crate) texts: Interner<u8>,
    pub(crate) nodes: Interner<u32>,
}

impl Pool {
    pub(crate) fn new() -> Pool {
        let mut pool = Pool { texts: Interner::new(), nodes: Interner::new() };
        pool.texts.intern(b"");
        pool.nodes.intern(&[]);
        pool
    }
}

/// A type of a kernel: the reference to its name, and its content. For an unnamed type, the reference has an empty
/// name, and its ordinal is the index among the unnamed types of equal content.
pub(crate) type Found = (u32, u32);

/// Every type of a BTF that has a name, or that nothing refers to, without declaration tags.
///
/// # Errors
/// When the BTF is split or damaged, or has a type that an atlas cannot describe.
pub(crate) fn collect(btf: &Btf, pool: &mut Pool) -> Result<Vec<Found>, Unfit> {
    if btf.is_split() {
        return Err(Unfit::Split);
    }
    if let Some(e) = btf.diagnostics().first() {
        return Err(Unfit::Damaged(e.clone()));
    }
    let count = btf.type_cnt() as usize;
    let mut work = Collector {
        btf,
        pool,
        texts: vec![0; btf.strings_end() as usize],
        types: vec![State::default(); count],
        tags: HashMap::new(),
        words: Vec::new(),
    };
    work.name_all()?;
    let mut found = Vec::with_capacity(count / 2);
    for t in btf.types() {
        let state = work.state(t.id());
        if state.named {
            let content = work.content(&t)?;
            found.push((state.node, content));
        } else if t.kind() != Kind::DeclTag {
            work.resolve(t.id())?;
        }
    }
    let mut copies = HashMap::new();
    for t in btf.types() {
        let state = work.state(t.id());
        if !state.named && !state.referred && t.kind() != Kind::DeclTag {
            let copy = copies.entry(state.node).or_insert(0u32);
            let reference = work.pool.nodes.intern(&node::to_name(t.kind(), 0, *copy));
            *copy += 1;
            found.push((reference, state.node));
        }
    }
    Ok(found)
}

/// The state of a type.
#[derive(Clone, Copy, Default)]
struct State {
    /// Its node, when `done`: for a named type, a reference.
    node: u32,
    done: bool,
    /// Whether the types that it needs are being resolved.
    open: bool,
    named: bool,
    referred: bool,
    /// How many levels of unnamed types it has, itself included.
    depth: u8,
}

struct Collector<'a> {
    btf: &'a Btf,
    pool: &'a mut Pool,
    /// For each string offset, the number of its text + 1; 0 before the text has a number.
    texts: Vec<u32>,
    types: Vec<State>,
    /// The declaration tags of the types that have some: component, text, flag.
    tags: HashMap<TypeId, Vec<[u32; 3]>>,
    words: Vec<u32>,
}

impl Collector<'_> {
    fn state(&self, id: TypeId) -> State {
        self.types.get(id.0 as usize).copied().unwrap_or_default()
    }

    fn state_mut(&mut self, id: TypeId) -> &mut State {
        &mut self.types[id.0 as usize]
    }

    /// The number of a string. The section is valid UTF-8 here, but an offset may point inside a character.
    fn text(&mut self, offset: u32) -> Result<u32, Unfit> {
        if let Some(&known) = self.texts.get(offset as usize)
            && known != 0
        {
            return Ok(known - 1);
        }
        let bytes = self.btf.string_bytes(StringOffset(offset)).unwrap_or_default();
        if std::str::from_utf8(bytes).is_err() {
            let at = self.btf.section(SectionKind::Strings).start.saturating_add(offset);
            let (range, place) = (BlobRange::at(at, 1), Place::Strings);
            return Err(Unfit::Damaged(btf::Error { kind: btf::ErrorKind::NotUtf8, range, place }));
        }
        let number = self.pool.texts.intern(bytes);
        if let Some(known) = self.texts.get_mut(offset as usize) {
            *known = number + 1;
        }
        Ok(number)
    }

    /// Gives named types their references, in the order of ids, and collects tags.
    fn name_all(&mut self) -> Result<(), Unfit> {
        let btf = self.btf;
        let mut ordinals = HashMap::new();
        for t in btf.types() {
            if t.kind() == Kind::DeclTag {
                let target = t.type_ref().filter(|id| btf.kind(*id).is_some_and(|k| k != Kind::DeclTag));
                let target = target.ok_or(Unfit::Tag(t.id()))?;
                let text = self.text(t.name_offset().0)?;
                let component = t.component_index().unwrap_or(-1).cast_unsigned();
                self.tags.entry(target).or_default().push([component, text, t.kind_flag().into()]);
            } else if !code::has_short(t.kind()) {
                // An atlas has no records of inlined calls (`LocParam`, `LocProto`, `LocSec`) and of unknown kinds.
                return Err(Unfit::Kind(t.id(), t.kind().number()));
            } else if node::is_named_kind(t.kind()) && !t.is_anonymous() {
                let name = self.text(t.name_offset().0)?;
                let ordinal = ordinals.entry((t.kind(), name)).or_insert(0u32);
                let node = self.pool.nodes.intern(&node::to_name(t.kind(), name, *ordinal));
                *ordinal += 1;
                *self.state_mut(t.id()) = State { node, done: true, named: true, ..State::default() };
            }
        }
        Ok(())
    }

    /// Makes the node of an unnamed type, and of all unnamed types that it needs.
    fn resolve(&mut self, id: TypeId) -> Result<(), Unfit> {
        let btf = self.btf;
        let mut stack = vec![id];
        while let Some(&id) = stack.last() {
            if self.state(id).done {
                stack.pop();
                continue;
            }
            let Some(t) = btf.get(id) else { return Err(Unfit::Nested(id)) };
            if t.kind() == Kind::DeclTag {
                return Err(Unfit::Tag(id));
            }
            let (mut waits, mut depth) = (false, 0);
            for (_, next) in t.references() {
                let state = self.state(next);
                depth = depth.max(if state.named { 0 } else { state.depth });
                if !next.is_void() && !state.done {
                    if state.open {
                        return Err(Unfit::Nested(id));
                    }
                    stack.push(next);
                    waits = true;
                }
            }
            self.state_mut(id).open = true;
            if waits {
                continue;
            }
            let depth = depth + 1;
            if depth > MAX_NESTING {
                return Err(Unfit::Nested(id));
            }
            let node = self.content(&t)?;
            let state = self.state_mut(id);
            (state.node, state.depth, state.done) = (node, depth, true);
            stack.pop();
        }
        Ok(())
    }

    /// The node of a record, with its tags.
    fn content(&mut self, t: &Type<'_>) -> Result<u32, Unfit> {
        for (_, next) in t.references() {
            if !next.is_void() {
                if !self.state(next).done {
                    self.resolve(next)?;
                }
                self.state_mut(next).referred = true;
            }
        }
        let fields = t.kind().record_fields();
        let vlen = if fields.item.is_empty() { t.vlen() } else { 0 };
        if vlen > node::MAX_VLEN {
            return Err(Unfit::Vlen(t.id()));
        }
        let mut words = std::mem::take(&mut self.words);
        words.clear();
        words.push(node::record_head(t.kind(), t.kind_flag(), vlen));
        let (bytes, endian) = (t.btf().bytes(), t.btf().endian());
        for field in t.fields().filter(|f| f.part.name != btf::FieldName::Info) {
            let value = endian.u32_at(bytes, field.range.start).unwrap_or(0);
            words.push(match Word::of(field.part.name) {
                Word::Text => self.text(value)?,
                Word::Node => self.state(TypeId(value)).node,
                Word::Plain => value,
            });
        }
        let mut node = self.pool.nodes.intern(&words);
        if let Some(tags) = self.tags.get(&t.id()) {
            words.clear();
            words.extend([node::TAGGED, node]);
            words.extend(tags.iter().flatten());
            node = self.pool.nodes.intern(&words);
        }
        self.words = words;
        Ok(node)
    }
}
