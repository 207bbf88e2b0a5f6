//! A type and the types that it needs, as a blob of their own.

use std::collections::{BTreeSet, HashMap};

use blob::Writer;
use btf::{Btf, DeclTags, Kind, Type, TypeId};

use crate::reach::Reach;

/// How much is included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Structs and unions that are reached through at most this many pointers have their members; those behind more
    /// pointers are forward declarations. Embedded structs and unions, and those without a name, always have their
    /// members.
    pub depth: u32,
    /// Whether to include declaration tags of the included types.
    pub tags: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { depth: 1, tags: true }
    }
}

/// A blob with the types that some roots need.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Minimal {
    /// The blob: BTF with a header of 24 bytes, in the byte order of the source, without a base.
    pub bytes: Vec<u8>,
    /// The ids of the roots in the blob, in the order of the roots; void for a root that the source does not have.
    pub roots: Vec<TypeId>,
    /// How many types the blob has.
    pub types: u32,
    /// How many structs and unions are forward declarations in this blob but not in the source.
    pub forwards: u32,
    /// How many references were replaced by void, because the source has no such type, or the type's kind is not known.
    pub lost: u32,
}

/// Makes a blob of `roots` and the types that they need; types of a split BTF and of its base are written together. Ids
/// follow the order in which a walk from the roots meets the types, so that making a blob of the result gives the same
/// bytes.
///
/// When pointers have 4 bytes and nothing in the blob shows it, an INT `long unsigned int` of 4 bytes is added at the
/// end: tools find the size of pointers from it (libbpf `determine_ptr_size`).
pub fn minimal(btf: &Btf, roots: &[TypeId], options: &Options) -> Minimal {
    build(&Part { btf, roots, keep: None }, options, &[]).0
}

/// What to carve of one BTF, for [`carved`].
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// The BTF.
    pub btf: &'a Btf,
    /// The types that are needed.
    pub roots: &'a [TypeId],
    /// The named structs and unions that have members; all of them if it is none.
    pub keep: Option<&'a BTreeSet<TypeId>>,
}

/// As [`minimal`] with a depth of 0 and without tags, but of the named structs and unions only those to be kept have
/// members. Other embedded structs and unions keep their name and size, and have no members.
///
/// The types of several BTFs, such as modules of a kernel, whose ids overlap, are written behind each other; a type that
/// two of them need is written for each. The byte order and the size of pointers are those of the first. Without any
/// part the blob has no bytes.
pub fn carved(parts: &[Part<'_>]) -> Minimal {
    let mut out = Minimal::default();
    let Some(first) = parts.first() else { return out };
    let mut writer = Writer::new(first.btf.endian());
    let mut told = false;
    for part in parts {
        told |= append(part, &Options { depth: 0, tags: false }, &mut out, &mut writer);
    }
    tell_pointers(first.btf, told, &mut writer);
    out.types = writer.count();
    out.bytes = writer.finish();
    out
}

/// The types of a map, as needed to read its entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MapTypes<'a> {
    /// The map's name.
    pub name: &'a str,
    /// The type of its keys, if it is known.
    pub key: Option<TypeId>,
    /// The type of its values.
    pub value: TypeId,
}

/// As [`minimal`] with the values' type as the only root, plus the keys' type and, when the map has a name, a struct
/// `____btf_map_NAME` of both (libbpf before 1.0, `BPF_ANNOTATE_KV_PAIR`).
pub fn minimal_map(btf: &Btf, map: &MapTypes<'_>, options: &Options) -> Minimal {
    let roots: Vec<TypeId> = std::iter::once(map.value).chain(map.key).collect();
    let (mut out, mut writer) = write(&Part { btf, roots: &roots, keep: None }, options);
    if !map.name.is_empty() {
        let size = |id| btf.size_of(id).unwrap_or(0);
        let key_size = map.key.map_or(0, size);
        let value_at = key_size.checked_next_multiple_of(8).unwrap_or(0);
        let mut members = vec![(&b"value"[..], out.roots[0], value_at)];
        if let Some(key) = out.roots.get(1) {
            members.insert(0, (&b"key"[..], *key, 0));
        }
        let info = u32::from(Kind::Struct.number()) << 24 | members.len() as u32;
        let all = value_at.saturating_add(size(map.value));
        write_head(&mut writer, format!("____btf_map_{}", map.name).as_bytes(), info, all);
        for (name, id, at) in members {
            let name = writer.string(name);
            [name, id.0, at.saturating_mul(8)].into_iter().for_each(|word| writer.word(word));
        }
    }
    out.roots.truncate(1);
    out.types = writer.count();
    out.bytes = writer.finish();
    out
}

/// Makes a blob that also has `strings`, and returns it with the offsets of those strings.
pub(crate) fn build(part: &Part<'_>, options: &Options, strings: &[&[u8]]) -> (Minimal, Vec<u32>) {
    let (mut out, mut writer) = write(part, options);
    let strings = strings.iter().map(|text| writer.string(text)).collect();
    out.bytes = writer.finish();
    (out, strings)
}

/// Writes the types, without finishing the blob.
fn write(part: &Part<'_>, options: &Options) -> (Minimal, Writer) {
    let (mut out, mut writer) = (Minimal::default(), Writer::new(part.btf.endian()));
    let told = append(part, options, &mut out, &mut writer);
    tell_pointers(part.btf, told, &mut writer);
    out.types = writer.count();
    (out, writer)
}

/// Writes the types of a part behind those that are written already. Returns whether one of them tells tools that
/// pointers have 4 bytes.
fn append(part: &Part<'_>, options: &Options, out: &mut Minimal, writer: &mut Writer) -> bool {
    let Part { btf, roots, keep } = *part;
    let reach = Reach::new(btf, roots, options.depth, keep);
    let (mut order, mut ids) = (Vec::new(), HashMap::new());
    // Types whose fields are not known cannot be renumbered. DECL_TAGs, to which no type refers, are added later.
    let fits = |t: &Type<'_>| reach.has(t.id()) && !matches!(t.kind(), Kind::Unknown(_));
    walk(btf, roots, &fits, &reach, &mut order, &mut ids);
    if options.tags {
        add_tags(btf, &reach, &mut order, &mut ids);
    }
    let before = writer.count();
    ids.values_mut().for_each(|id| id.0 += before);
    for t in order.iter().filter_map(|id| btf.get(*id)) {
        let composite = matches!(t.kind(), Kind::Struct | Kind::Union);
        if !composite || reach.whole(t.id()) {
            out.lost += writer.copy(&t, &ids);
        } else if keep.is_some() && reach.by_value(t.id()) {
            write_head(writer, t.name_bytes(), u32::from(t.kind().number()) << 24, t.size_or_type());
        } else {
            // A FWD: kind 7, `kind_flag` for a union (btf.rst, "BTF_KIND_FWD").
            write_head(writer, t.name_bytes(), u32::from(t.kind() == Kind::Union) << 31 | 7 << 24, 0);
            out.forwards += 1;
        }
    }
    out.roots.extend(roots.iter().map(|id| ids.get(id).copied().unwrap_or(TypeId(0))));
    order.iter().filter_map(|id| btf.get(*id)).any(|t| tells_four(&t))
}

/// Adds an unsigned long of 32 bits if pointers have 4 bytes and no type tells it.
fn tell_pointers(btf: &Btf, told: bool, writer: &mut Writer) {
    if btf.pointer_size() == 4 && !told {
        write_head(writer, b"long unsigned int", 1 << 24, 4);
        writer.word(32);
    }
}

/// Gives ids to all types reachable from `from`: a type comes before the types that it refers to, and these follow in
/// the order of its fields.
fn walk(
    btf: &Btf,
    from: &[TypeId],
    fits: &dyn Fn(&Type<'_>) -> bool,
    reach: &Reach,
    order: &mut Vec<TypeId>,
    ids: &mut HashMap<TypeId, TypeId>,
) {
    let mut stack: Vec<TypeId> = from.iter().rev().copied().collect();
    while let Some(id) = stack.pop() {
        let Some(t) = btf.get(id).filter(|t| !id.is_void() && fits(t)) else { continue };
        if ids.contains_key(&id) {
            continue;
        }
        order.push(id);
        ids.insert(id, TypeId(order.len() as u32));
        if matches!(t.kind(), Kind::Struct | Kind::Union) && !reach.whole(id) {
            continue;
        }
        let at = stack.len();
        stack.extend(t.references().map(|(_, id)| id));
        stack[at..].reverse();
    }
}

/// Begins a record, and writes the three words of its head.
fn write_head(writer: &mut Writer, name: &[u8], info: u32, size_or_type: u32) {
    let name = writer.string(name);
    writer.begin();
    [name, info, size_or_type].into_iter().for_each(|word| writer.word(word));
}

/// Whether tools take this INT, by its name and size, for a `long` of 4 bytes.
fn tells_four(t: &Type<'_>) -> bool {
    let name = t.name();
    let words = name.split(' ').all(|w| matches!(w, "long" | "int" | "unsigned"));
    t.kind() == Kind::Int && t.size() == Some(4) && words && name.split(' ').filter(|w| *w == "long").count() == 1
}

/// Adds the tags of all types except structs and unions that are written without members, in the order of the types.
fn add_tags(btf: &Btf, reach: &Reach, order: &mut Vec<TypeId>, ids: &mut HashMap<TypeId, TypeId>) {
    let tags = DeclTags::new(btf);
    for i in 0..order.len() {
        let Some(target) = order.get(i).and_then(|id| btf.get(*id)) else { continue };
        if matches!(target.kind(), Kind::Struct | Kind::Union) && !reach.whole(target.id()) {
            continue;
        }
        for tag in tags.of(target.id()) {
            ids.entry(tag.tag).or_insert_with(|| {
                order.push(tag.tag);
                TypeId(order.len() as u32)
            });
        }
    }
}
