//! Merging is associative, commutative and idempotent, byte for byte. Removing a kernel undoes adding it.

use atlas::{Atlas, Draft};
use tests::extended::{is_extended, sample};

use crate::support::{Chance, Given, atlas_of, corpus_atlas, open, small};

fn merged(atlases: &[&[u8]]) -> Vec<u8> {
    let mut draft = Draft::new();
    for bytes in atlases {
        draft.merge(&open(bytes)).expect("sound");
    }
    draft.write().expect("it fits")
}

/// Distributes the kernels over shards at random, and merges random pairs, some of them twice.
fn by_chance(given: &[&Given], chance: &mut Chance) -> Vec<u8> {
    let mut waiting = given.to_vec();
    let mut shards = Vec::new();
    while !waiting.is_empty() {
        let count = 1 + chance.below(4.min(waiting.len()));
        let mut shard = Vec::new();
        for _ in 0..count {
            shard.push(waiting.swap_remove(chance.below(waiting.len())));
        }
        // Some kernels are put into several shards.
        shard.push(given[chance.below(given.len())]);
        shards.push(atlas_of(&shard));
    }
    while shards.len() > 1 {
        let a = shards.swap_remove(chance.below(shards.len()));
        let b = shards.swap_remove(chance.below(shards.len()));
        shards.push(match chance.below(3) {
            0 => merged(&[&a, &b, &a]),
            _ => merged(&[&a, &b]),
        });
    }
    shards.remove(0)
}

#[test]
fn shards_in_any_order_give_the_same_bytes() {
    let given = small();
    let given: Vec<&Given> = given.iter().collect();
    let whole = atlas_of(&given);
    for seed in 0..200 {
        assert!(by_chance(&given, &mut Chance(seed)) == whole, "seed {seed}");
    }
    assert!(merged(&[&whole, &whole]) == whole);
}

#[test]
fn shards_of_the_corpus_give_the_same_bytes() {
    let Some((kernels, whole)) = corpus_atlas() else { return };
    if is_extended() {
        assert!(by_chance(&kernels.iter().collect::<Vec<_>>(), &mut Chance(1)) == *whole);
    }
    let some: Vec<&Given> = sample(kernels, 3).collect();
    assert!(by_chance(&some, &mut Chance(1)) == atlas_of(&some));
}

#[test]
fn removing_undoes_adding() {
    let given = small();
    let whole = atlas_of(&given.iter().collect::<Vec<_>>());
    for without in 0..given.len() {
        let rest: Vec<&Given> = given.iter().enumerate().filter(|(i, _)| *i != without).map(|(_, g)| g).collect();
        let mut draft = Draft::new();
        draft.merge_some(&open(&whole), |kernel| *kernel != given[without].kernel).expect("sound");
        assert!(draft.write().expect("it fits") == atlas_of(&rest), "{}", given[without].kernel);
    }
    let mut none = Draft::new();
    none.merge_some(&open(&whole), |_| false).expect("sound");
    assert!(none.write().expect("it fits") == Draft::new().write().expect("it fits"));
}

#[test]
fn adding_twice_changes_nothing() {
    let given = small();
    let mut draft = Draft::new();
    assert_eq!(draft.add(given[0].kernel.clone(), &given[0].btf()), Ok(true));
    let once = draft.write().expect("it fits");
    assert_eq!(draft.add(given[0].kernel.clone(), &given[0].btf()), Ok(false));
    assert!(draft.write().expect("it fits") == once);
}

#[test]
fn notes_are_a_set() {
    let given = small();
    let with = |notes: &[&str], g: &Given| {
        let mut draft = Draft::new();
        for note in notes {
            draft.note(note).expect("short");
        }
        draft.add(g.kernel.clone(), &g.btf()).expect("it fits");
        draft.write().expect("it fits")
    };
    let (a, b) = (with(&["made here", "twice"], &given[0]), with(&["twice", "made there"], &given[1]));
    assert!(merged(&[&a, &b]) == merged(&[&b, &a]));
    assert_eq!(open(&merged(&[&a, &b])).notes(), ["made here", "made there", "twice"]);
    assert!(Draft::new().note(&"x".repeat(2000)).is_err());
}

/// A text is written as it is read: with escapes for characters that do not print. So it stays the same text, and no
/// longer one, when the atlas is written again.
#[test]
fn texts_are_written_as_they_are_read() {
    let given = small();
    let mut kernel = given[0].kernel.clone();
    kernel.suite = "book\u{200b}worm\n".to_owned();
    let mut draft = Draft::new();
    draft.note("made\there").expect("short");
    assert_eq!(draft.add(kernel.clone(), &given[0].btf()), Ok(true));
    let once = draft.write().expect("it fits");
    let read = open(&once);
    assert_eq!(read.kernels()[0].suite, r"book\u{200b}worm\x0a");
    let mut again = Draft::new();
    again.merge(&read).expect("sound");
    again.note("made\there").expect("short");
    assert!(again.has(&kernel));
    assert_eq!(again.add(kernel.clone(), &given[0].btf()), Ok(false));
    assert!(again.write().expect("it fits") == once);
    // Limits count the escapes: 37 such characters have 111 bytes, and 296 with their escapes.
    kernel.suite = "\u{200b}".repeat(37);
    assert!(draft.add(kernel, &given[0].btf()).is_err());
    assert!(draft.note(&"\u{200b}".repeat(150)).is_err());
    assert!(draft.write().expect("it fits") == once);
}

#[test]
fn an_atlas_may_be_empty() {
    let bytes = Draft::new().write().expect("it fits");
    let atlas: Atlas<_> = open(&bytes);
    assert_eq!((atlas.kernels().len(), atlas.block_count()), (0, 0));
    assert!(atlas.take_out(0).is_err());
    assert!(atlas.forms_of(b"task_struct", None).expect("sound").is_empty());
}
