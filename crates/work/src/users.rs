//! Finding the users of a type. The index of a file is built at its first question.

use std::cmp::Reverse;
use std::collections::HashMap;

use btf::{Budget, TypeId};
use desk::FindUsers;
use desk::FoundUsers;
use desk::Problem;
use model::used_by::{Order, embeddings, holder};
use relate::{Through, User};
use search::Columns;

use crate::{Desk, Work};

impl Work for FindUsers {
    fn answer(&self, desk: &Desk) -> Result<FoundUsers, Box<Problem>> {
        let file = desk.file(self.file)?;
        let index = file.users();
        let mut users = index.of(&file.btf, self.of, Through::EVERYTHING);
        let often = put_in_order(&file.columns, &mut users, self.order);
        let (mut deep, mut more) = (Vec::new(), false);
        if self.deep {
            (deep, more) = embeddings(&file.btf, index, self.of, &Budget::of([&*file.btf]));
            match self.order {
                // Keep the order of the search: the shallowest first.
                Order::How | Order::Kind | Order::Count => {}
                Order::Name => deep.sort_by_cached_key(|e| holder(&file.columns, e.from)),
                Order::Offset => deep.sort_by_key(|e| e.bit_offset),
            }
        }
        Ok(FoundUsers { users, often, deep, more })
    }
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
