//! Who uses a member: the CO-RE relocations of a program that go through it, and the tags on it.
//!
//! BTF does not tell which function reads which member, but a CO-RE relocation does: its access string names every member on the
//! way.

use btf::{Btf, CoreRelo, Ext, Kind, MemberIndex, TypeId};

/// A user of a member.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemberUser {
    /// A declaration tag on it.
    Tag(TypeId),
    /// A relocation whose access goes through it: its place among all of `.BTF.ext`, from 0, and whether the member is the last
    /// of the way, so that it is the one that is read.
    Relocation {
        /// Its place among [`Ext::core_relos`].
        index: u32,
        /// The member is what the access ends at.
        last: bool,
    },
}

/// The users of member `member` of the struct or union `of`: tags in id order, then relocations in file order. Linear in both.
pub fn member_users(btf: &Btf, ext: Option<&Ext>, of: TypeId, member: MemberIndex) -> Vec<MemberUser> {
    let of = btf.resolve(of);
    let mut users: Vec<MemberUser> = btf
        .all_types()
        .filter(|t| t.kind() == Kind::DeclTag && t.size_or_type() == of.0)
        .filter(|t| t.component_index().is_some_and(|c| i64::from(c) == i64::from(member.0)))
        .map(|t| MemberUser::Tag(t.id()))
        .collect();
    for (index, (_, relo)) in (0u32..).zip(ext.into_iter().flat_map(Ext::core_relos)) {
        if let Some(last) = goes_through(btf, &relo, of, member) {
            users.push(MemberUser::Relocation { index, last });
        }
    }
    users
}

/// Whether an access goes through the member, and ends there. The numbers of an access string after the first are members of structs
/// and unions, and elements of arrays (libbpf, `bpf_core_parse_spec`).
fn goes_through(btf: &Btf, relo: &CoreRelo, of: TypeId, member: MemberIndex) -> Option<bool> {
    // 0 to 5 are the kinds that are about a field.
    if relo.kind > 5 {
        return None;
    }
    let mut at = btf.resolve(relo.type_id);
    let mut found = None;
    for number in btf.string(relo.access)?.split(':').skip(1) {
        found = found.map(|_| false);
        let number: u32 = number.parse().ok()?;
        let t = btf.get(at)?;
        at = match t.kind() {
            Kind::Struct | Kind::Union => {
                if at == of && number == member.0 {
                    found = Some(true);
                }
                t.members().from_index(number).next()?.type_id
            }
            Kind::Array => t.array()?.element,
            _ => return None,
        };
        at = btf.resolve(at);
    }
    found
}
