//! Types without items: why they have no table, and to which type to go instead.

use btf::Kind::*;
use btf::{Btf, Kind, TypeId};

use crate::path::follow_target;
use crate::words::{many, members_unrecorded};

/// The text instead of a table without rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nothing {
    /// Why there are no rows. If `to` is set, a phrase that precedes the name of that type.
    pub text: String,
    /// The type to continue with.
    pub to: Option<TypeId>,
}

/// The text for the type `id`, which has no items. For a forward declaration this searches all types for the declared
/// one, so do not call it each time something is drawn.
pub(super) fn nothing(btf: &Btf, id: TypeId) -> Nothing {
    let say = |text: &str, to: Option<TypeId>| Nothing { text: text.to_owned(), to };
    let Some(t) = btf.get(btf.resolve(id)) else {
        return say("void: nothing is known of what it stands for.", None);
    };
    match t.kind() {
        Fwd => {
            let kind = if t.kind_flag() { Kind::Union } else { Kind::Struct };
            match btf.all_types().find(|o| o.kind() == kind && o.name() == t.name()) {
                Some(full) => say(
                    "A forward declaration: it has no members here. The type itself is in this file too: ",
                    Some(full.id()),
                ),
                None => say("A forward declaration: its members and its size are not in this file.", None),
            }
        }
        Struct | Union if members_unrecorded(&t) => Nothing {
            text: format!(
                "Its members are not recorded here, only its name and its size of {}: a distilled base (.BTF.base) has no more of a type.",
                many(t.size_or_type().into(), "byte")
            ),
            to: None,
        },
        Struct | Union => say("It has no members and takes no space.", None),
        Int => say("An integer. It has no members; the Record view shows its encoding word.", None),
        Float => say("A floating-point number. It has no members.", None),
        Ptr => say("A pointer leads to: ", follow_target(btf, t.id(), true)),
        Array => say("An array's elements are of type: ", follow_target(btf, t.id(), true)),
        Enum | Enum64 => say("It has no enumerators here.", None),
        FuncProto => say("It takes no parameters.", None),
        DataSec => say("No variables are listed in this section.", None),
        Unknown(n) => Nothing {
            text: format!(
                "Kind {n} is newer than this page. The layout section has the size of its record, so that all other ids stay \
                 right; the bytes are on the right."
            ),
            to: None,
        },
        LocParam | LocProto | LocSec => say("It has no layout. The Record view shows what it lists.", None),
        Typedef | Volatile | Const | Restrict | Func | Var | DeclTag | TypeTag => say("It has no members.", None),
    }
}
