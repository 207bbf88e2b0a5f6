//! The access path of a relocation as boxes. A relocation of a field has one for each number of the access string, and
//! one for the offset at the end. A relocation of a type has one for the type; a relocation of an enumerator has one
//! for the enum and one for the enumerator.

use btf::{Btf, TypeId};
use dump::type_name;
use relo::{CoreGroup, Spec};
use text::counted;
use wire::Wire;

use super::member_of;
use crate::path::Path;
use crate::words::offset_text;

/// A step of the access path, to be drawn as a box.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct StepBox {
    /// The step: `.mm`, `[2]`, `struct task_struct`.
    pub title: String,
    /// Its number in the access string; none for the offset at the end, and for the root type of a relocation of a type
    /// or an enumerator.
    pub number: Option<i32>,
    /// Its type, offset and size, in words.
    pub about: String,
    /// The path to it from the root type; none for the offset at the end. For an element, the path to the array.
    pub member: Option<Path>,
    /// Whether libbpf matches this step with a step in the kernel's types. Members without a name are not matched:
    /// libbpf looks through them by itself.
    pub turn: bool,
}

/// The path of a spec as boxes.
pub(super) fn path_boxes(btf: &Btf, spec: &Spec) -> Vec<StepBox> {
    let step = |title, number, about, member, turn| StepBox { title, number, about, member, turn };
    let size = |id: TypeId| btf.size_of(id).map_or(String::new(), |s| format!(" · {s} B"));
    let root = type_name(btf, spec.root);
    if spec.kind.group() != CoreGroup::Field {
        let title = spec.path(btf);
        let number = spec.raw.first().copied();
        let about = format!("the type{}", size(spec.root));
        let mut boxes = vec![step(root, None, about, Some(Path::root()), false)];
        if !title.is_empty() {
            boxes.push(step(title, number, "the enumerator".to_owned(), Some(member_of(btf, spec)), true));
        }
        return boxes;
    }
    let first = spec.raw.first().copied().unwrap_or_default();
    let about = format!("element {first} of the pointer");
    let mut boxes = vec![step(format!("{root} *"), Some(first), about, Some(Path::root()), true)];
    let mut member = Path::root();
    let mut at = btf.resolve(spec.root);
    let size_of_root = u64::from(btf.size_of(at).unwrap_or(0));
    // The offset is in bits. It saturates, because in hostile types it may not fit 64 bits.
    let mut offset = size_of_root.saturating_mul(u64::try_from(first).unwrap_or(0)).saturating_mul(8);
    // Whether the path ends in a bitfield, whose offset names its first bit also where a byte begins.
    let mut bitfield = false;
    for &n in spec.raw.iter().skip(1) {
        let Some(t) = btf.resolved(at) else { break };
        let index = u32::try_from(n).unwrap_or(0);
        if let Some(array) = t.array() {
            let bytes = btf.size_of(array.element).unwrap_or(0);
            offset = offset.saturating_add((u64::from(bytes) * u64::from(index)).saturating_mul(8));
            let about = format!("{} · +{}{}", type_name(btf, array.element), offset / 8, size(array.element));
            boxes.push(step(format!("[{index}]"), Some(n), about, Some(member.clone()), true));
            bitfield = false;
            at = array.element;
            continue;
        }
        let Some(m) = t.members().from_index(index).next() else { break };
        offset = offset.saturating_add(m.bit_offset().into());
        let bits = match m.bitfield_size() {
            0 => size(m.type_id),
            bits => format!(" · {}", counted(bits, "bit")),
        };
        let turn = !m.name().is_empty();
        let title = if turn { format!(".{}", m.name()) } else { "(without a name)".to_owned() };
        bitfield = m.bitfield_size() > 0;
        let at_offset = offset_text(offset, bitfield);
        let about = format!("{} · +{at_offset}{bits}", type_name(btf, m.type_id));
        member.0.push(index);
        boxes.push(step(title, Some(n), about, Some(member.clone()), turn));
        at = m.type_id;
    }
    let end = btf.size_of(spec.field_type(btf)).map_or(String::new(), |s| counted(s, "byte"));
    let offset = offset_text(spec.bit_offset.into(), bitfield);
    boxes.push(step(format!("offset {offset}"), None, end, None, false));
    boxes
}
