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
#[derive(Clone, PartialEq, Eq, Debug)]
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
    build(btf, roots, options, None, &[]).0
}

/// As [`minimal`] with a depth of 0 and without tags, but a named struct or union has members only if it is in `keep`.
/// Other embedded structs and unions with a name keep only the name and the size.
pub fn carved(btf: &Btf, roots: &[TypeId], keep: &BTreeSet<TypeId>) -> Minimal {
    build(btf, roots, &Options { depth: 0, tags: false }, Some(keep), &[]).0
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
    let (mut out, mut writer) = write(btf, &roots, options, None);
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
pub(crate) fn build(
    btf: &Btf,
    roots: &[TypeId],
    options: &Options,
    keep: Option<&BTreeSet<TypeId>>,
    strings: &[&[u8]],
) -> (Minimal, Vec<u32>) {
    let (mut out, mut writer) = write(btf, roots, options, keep);
    let strings = strings.iter().map(|text| writer.string(text)).collect();
    out.bytes = writer.finish();
    (out, strings)
}

/// Writes the types, without finishing the blob.
fn write(btf: &Btf, roots: &[TypeId], options: &Options, keep: Option<&BTreeSet<TypeId>>) -> (Minimal, Writer) {
    let reach = Reach::new(btf, roots, options.depth, keep);
    let (mut order, mut ids) = (Vec::new(), HashMap::new());
    // Types whose fields are not known cannot be renumbered. DECL_TAGs, to which no type refers, are added later.
    let fits = |t: &Type<'_>| reach.has(t.id()) && !matches!(t.kind(), Kind::Unknown(_));
    walk(btf, roots, &fits, &reach, &mut order, &mut ids);
    if options.tags {
        add_tags(btf, &reach, &mut order, &mut ids);
    }

    let mut out = Minimal { bytes: Vec::new(), roots: Vec::new(), types: 0, forwards: 0, lost: 0 };
    let mut writer = Writer::new(btf.endian());
    for t in order.iter().filter_map(|id| btf.get(*id)) {
        let composite = matches!(t.kind(), Kind::Struct | Kind::Union);
        if !composite || reach.whole(t.id()) {
            out.lost += writer.copy(&t, &ids);
        } else if keep.is_some() && reach.by_value(t.id()) {
            write_head(&mut writer, t.name_bytes(), u32::from(t.kind().number()) << 24, t.size_or_type());
        } else {
            // A FWD: kind 7, `kind_flag` for a union (btf.rst, "BTF_KIND_FWD").
            write_head(&mut writer, t.name_bytes(), u32::from(t.kind() == Kind::Union) << 31 | 7 << 24, 0);
            out.forwards += 1;
        }
    }
    if btf.pointer_size() == 4 && !order.iter().filter_map(|id| btf.get(*id)).any(|t| tells_four(&t)) {
        // An unsigned long of 32 bits.
        write_head(&mut writer, b"long unsigned int", 1 << 24, 4);
        writer.word(32);
    }
    out.roots = roots.iter().map(|id| ids.get(id).copied().unwrap_or(TypeId(0))).collect();
    out.types = writer.count();
    (out, writer)
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
