//! Who uses a type: the index of a file is built when it is first asked.

use std::cmp::Reverse;
use std::collections::HashMap;

use btf::TypeId;
use relate::{Through, User, Users};
use wire::wire;

use super::{Answer, Desk};
use crate::file::FileId;
use crate::search::Columns;
use crate::session::Problem;
use crate::used_by::{Order, holder};

/// Find the users of a type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FindUsers {
    /// Which file.
    pub file: FileId,
    /// Which type.
    pub of: TypeId,
    /// In which order.
    pub order: Order,
}
wire!(struct FindUsers { file, of, order });

/// The users of a type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundUsers {
    /// In which file.
    pub file: FileId,
    /// Of which type.
    pub of: TypeId,
    /// All of them, through pointers, typedefs and qualifiers, in the order that was asked for; of equals, by sort, then by who and
    /// which part.
    pub users: Vec<User>,
    /// How often the type of each uses it, when they stand in that order.
    pub often: Vec<u32>,
}
wire!(struct FoundUsers { file, of, users, often });

pub(super) fn users(desk: &Desk, request: &FindUsers) -> Result<Answer, Box<Problem>> {
    let file = desk.file(request.file)?;
    let index = file.users.get_or_init(|| Users::new(&file.btf));
    let mut users = index.of(&file.btf, request.of, Through::EVERYTHING);
    let often = put_in_order(&file.columns, &mut users, request.order);
    Ok(Answer::Users(FoundUsers { file: request.file, of: request.of, users, often }))
}

fn put_in_order(columns: &Columns, users: &mut [User], order: Order) -> Vec<u32> {
    let btf = columns.btf();
    match order {
        Order::How => {}
        Order::Name => users.sort_by_cached_key(|u| holder(columns, u.from)),
        Order::Kind => users.sort_by_key(|u| btf.kind(u.from).map(|kind| kind.number())),
        Order::Offset => users.sort_by_key(|u| u.bit_offset(btf).map_or((true, 0), |at| (false, at))),
        Order::Count => {
            let mut often: HashMap<TypeId, u32> = HashMap::new();
            users.iter().for_each(|u| *often.entry(u.from).or_default() += 1);
            let count = |u: &User| often.get(&u.from).copied().unwrap_or(0);
            users.sort_by_key(|u| (Reverse(count(u)), u.from));
            return users.iter().map(count).collect();
        }
    }
    Vec::new()
}
