//! Finding the users of a type. The index of a file is built at its first question.

use std::cmp::Reverse;
use std::collections::HashMap;

use btf::{Budget, TypeId};
use desk::FindUsers;
use desk::FoundUsers;
use desk::Problem;
use model::used_by::{Order, Outer, Outers, embeddings, holder, is_by_macro};
use relate::{Through, User};
use search::Columns;

use crate::{Desk, Work};

impl Work for FindUsers {
    fn answer(&self, desk: &Desk) -> Result<FoundUsers, Box<Problem>> {
        let file = desk.file(self.file)?;
        let index = file.users();
        let users = index.of(&file.btf, self.of, Through::EVERYTHING);
        let mut outers = Outers::new(&file.btf, index);
        let mut users: Vec<Found> = users.into_iter().map(|user| (user, outers.of(&user))).collect();
        let often = put_in_order(&file.columns, &mut users, self.order);
        let (users, outer) = users.into_iter().unzip();
        let (mut deep, mut more) = (Vec::new(), false);
        if self.deep {
            (deep, more) = embeddings(&file.btf, index, self.of, &Budget::of([&*file.btf]));
            match self.order {
                // Keep the order of the search, which finds the shallowest embeddings first.
                Order::How | Order::Kind | Order::Count => {}
                Order::Name => deep.sort_by_cached_key(|e| holder(&file.columns, e.from)),
                Order::Offset => deep.sort_by_key(|e| e.bit_offset),
            }
        }
        Ok(FoundUsers { users, outer, often, deep, more })
    }
}

/// A user, and the named type around it if it has no name itself.
type Found = (User, Option<Outer>);

/// The type that is shown as the user: if the user has no name, the named type around it.
fn shown((user, outer): &Found) -> TypeId {
    outer.as_ref().map_or(user.from, |outer| outer.from)
}

/// Sorts users. Returns [`FoundUsers::often`].
fn put_in_order(columns: &Columns, users: &mut [Found], order: Order) -> Vec<u32> {
    let btf = columns.btf();
    match order {
        // Within a usage, users that macros made come last.
        Order::How => users.sort_by_cached_key(|found| {
            (found.0.usage, btf.get(found.0.from).is_some_and(|from| is_by_macro(from.name())))
        }),
        Order::Name => users.sort_by_cached_key(|found| holder(columns, shown(found))),
        Order::Kind => users.sort_by_key(|found| btf.kind(shown(found)).map(|kind| kind.number())),
        Order::Offset => users.sort_by_key(|(user, outer)| {
            let at = outer.as_ref().map(|outer| outer.bit_offset).or_else(|| user.bit_offset(btf));
            at.map_or((true, 0), |at| (false, at))
        }),
        Order::Count => {
            let mut often: HashMap<TypeId, u32> = HashMap::new();
            users.iter().for_each(|found| *often.entry(shown(found)).or_default() += 1);
            let count = |found: &Found| often.get(&shown(found)).copied().unwrap_or(0);
            users.sort_by_key(|found| (Reverse(count(found)), shown(found)));
            return users.iter().map(count).collect();
        }
    }
    Vec::new()
}
