//! Pairs of hostile blobs in a `Desk`: questions about both blobs, about users and about paths end with an answer.

use btf::{Btf, TypeId};
use desk::FileId;
use desk::Pair;
use desk::{AskChanges, AskFields, AskPaths, AskSides, FindUsers, FromDesk, Job, Keep, SaveChanges, ToDesk};
use tests::blob::Order;
use tests::handmade;
use work::Desk;

fn keep(desk: &mut Desk, id: FileId, btf: &Btf) {
    assert!(desk.take(ToDesk::Keep(Keep::blob(id, format!("blob {}", id.0), btf))).is_none());
}

fn ask(desk: &mut Desk, job: Job) {
    let asked = format!("{job:?}");
    match desk.take(ToDesk::Ask(7, job)) {
        Some(FromDesk::Answered(7, Ok(_))) => {}
        other => panic!("{asked}: {other:?}"),
    }
}

#[test]
fn blobs_made_by_hand_beside_each_other() {
    for order in Order::BOTH {
        let small = handmade::all(order).into_iter().filter(|made| made.bytes.len() < 1 << 18);
        let blobs: Vec<Btf> = small.filter_map(|made| Btf::parse(made.bytes, None).ok()).collect();
        for (i, old) in blobs.iter().enumerate() {
            let new = &blobs[(i + 1) % blobs.len()];
            let pair = Pair { old: FileId(1), new: FileId(2) };
            let mut desk = Desk::new(Box::new(|_, _| ()));
            keep(&mut desk, pair.old, old);
            keep(&mut desk, pair.new, new);
            ask(&mut desk, AskChanges { pair }.into());
            for json in [false, true] {
                ask(&mut desk, Job::SaveChanges(SaveChanges { pair, json, save_as: String::new() }));
            }
            for id in (0..old.type_cnt().min(40)).map(TypeId) {
                for (against, by_place) in [(None, false), (None, true), (Some(id), false), (Some(id), true)] {
                    ask(&mut desk, Job::from(AskSides { file: pair.old, of: id, pair, against, by_place }));
                }
                for order in model::used_by::Order::ALL {
                    ask(&mut desk, Job::from(FindUsers { file: pair.old, of: id, order, deep: id.0 % 2 == 0 }));
                }
                let name = old.get(id).map_or(String::new(), |t| t.name().to_owned());
                for to in [name.clone(), format!("#{}", id.0 + 1)] {
                    ask(&mut desk, Job::from(AskPaths { file: pair.old, from: id, to, embedded: id.0 % 2 == 0 }));
                }
                let text = format!("{name}.a, {name}.b[3]->c\n{name}");
                ask(&mut desk, Job::from(AskFields { text, files: vec![pair.old, pair.new] }));
            }
        }
    }
}
