//! Replaces types that the kernel does not know, as libbpf does (`bpf_object__sanitize_btf`). Kernels before 5.10,
//! which know fewer kinds, are not covered.

use btf::Kind;
use btf::Kind::*;

use super::Changed;
use super::edit::Edit;
use crate::version::Version;
use open::Complaint;

/// The encoding word of an INT of 8 bits.
const BITS_8: u32 = 8;

/// Replaces types that a kernel of this version does not know, as libbpf does in the copy of the blob that it loads.
/// Also replaces `?` at the start of a section's name and leaves out the layout section, if the kernel does not know
/// them.
///
/// # Errors
/// When libbpf does not open the blob.
pub fn sanitize(bytes: &[u8], version: Version) -> Result<Changed, Complaint> {
    let mut edit = Edit::new(bytes)?;
    let lacks = |kind: Kind| kind.number() > version.last_kind();
    let mut counts = [0u32; 6];
    let mut placeholder = None;
    for id in edit.ids() {
        match edit.kind(id) {
            Some(Float) if lacks(Float) => {
                edit.set(id, 0, 0);
                edit.become_kind(id, Kind::Struct, 0);
                counts[0] += 1;
            }
            Some(DeclTag) if lacks(DeclTag) => {
                edit.become_kind(id, Kind::Int, 0);
                edit.set(id, 2, 1);
                edit.set(id, 3, BITS_8);
                counts[1] += 1;
            }
            Some(TypeTag) if lacks(TypeTag) => {
                edit.set(id, 0, 0);
                edit.become_kind(id, Kind::Const, 0);
                counts[2] += 1;
            }
            Some(Enum) if lacks(Enum64) => {
                // A kernel without ENUM64 does not know signed ENUMs either.
                let vlen = edit.vlen(id);
                edit.become_kind(id, Kind::Enum, vlen);
            }
            Some(Enum64) if lacks(Enum64) => {
                let int = *placeholder.get_or_insert_with(|| edit.add("enum64_placeholder", Kind::Int, 1, BITS_8));
                let vlen = edit.vlen(id);
                edit.become_kind(id, Kind::Union, vlen);
                for item in 0..vlen {
                    edit.set(id, 4 + item * 3, int);
                    edit.set(id, 5 + item * 3, 0);
                }
                counts[3] += 1;
            }
            Some(DataSec) if !version.has_optional_sections() => {
                let name = edit.word(id, 0);
                if edit.string(name).first() == Some(&b'?') {
                    edit.set_first_byte(name, b'_');
                    counts[4] += 1;
                }
            }
            None
            | Some(
                Int | Ptr | Array | Struct | Union | Enum | Fwd | Typedef | Volatile | Const | Restrict | Func
                | FuncProto | Var | DataSec | Float | DeclTag | TypeTag | Enum64 | LocParam | LocProto | LocSec
                | Unknown(_),
            ) => {}
        }
    }
    if edit.has_layout() && !version.has_layout() {
        edit.drop_layout();
        counts[5] += 1;
    }
    let words = [
        "FLOAT became a nameless STRUCT of its size",
        "DECL_TAG became an INT of 1 byte",
        "TYPE_TAG became CONST",
        "ENUM64 became a UNION of its size",
        "? at the start of a section's name became _",
        "the layout section was left out",
    ];
    let changes = words.iter().zip(counts).filter(|(_, count)| *count > 0);
    let changes =
        changes.map(|(text, count)| if count == 1 { (*text).to_owned() } else { format!("{text} ({count} times)") });
    let changes: Vec<String> = changes.collect();
    // If nothing is replaced, libbpf loads the original blob, gaps included. For a kernel without ENUM64 it always
    // loads a copy, which has no gaps.
    let bytes = if changes.is_empty() && !lacks(Kind::Enum64) { bytes.to_vec() } else { edit.build() };
    Ok(Changed { bytes, changes })
}
