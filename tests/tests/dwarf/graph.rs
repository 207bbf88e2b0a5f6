//! Compares two raw dumps regardless of ids. Each type gets a colour: first a hash of its text, then in each round a
//! hash of its colour and the colours of the types to which it refers. Equal types have equal colours, and the colours
//! of both dumps are compared.

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The number of rounds. Types in the corpus are nested less deeply.
const ROUNDS: usize = 24;

/// A type: its text without ids, and its ids in order.
struct Node {
    text: String,
    ids: Vec<u32>,
}

/// The types in the output of `bpftool btf dump`.
fn nodes(raw: &str) -> HashMap<u32, Node> {
    let mut nodes = HashMap::new();
    let mut current = 0;
    for line in raw.lines() {
        let (mut text, mut ids) = (String::new(), Vec::<u32>::new());
        let mut rest = line;
        if let Some((id, after)) = line.strip_prefix('[').and_then(|l| l.split_once(']')) {
            current = id.parse().expect("an id");
            rest = after;
        }
        // Names are in quotes; outside of them there are words and numbers.
        for (i, part) in rest.split('\'').enumerate() {
            if i % 2 == 1 {
                text.push_str(part);
                continue;
            }
            for word in part.split_whitespace() {
                match word.split_once('=') {
                    Some(("type_id" | "index_type_id" | "ret_type_id", id)) => {
                        ids.push(id.trim_end_matches(',').parse().expect("an id"))
                    }
                    _ => text.push_str(word),
                }
                text.push(' ');
            }
        }
        let node = nodes.entry(current).or_insert(Node { text: String::new(), ids: Vec::new() });
        node.text.push_str(&text);
        node.text.push('\n');
        node.ids.extend(ids);
    }

    nodes
}

fn hash(of: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

/// For each colour, the number of types, and the text of one of them.
fn colours(raw: &str) -> BTreeMap<u64, (usize, String)> {
    let nodes = nodes(raw);
    let mut colour: HashMap<u32, u64> = nodes.iter().map(|(id, node)| (*id, hash(&node.text))).collect();
    for _ in 0..ROUNDS {
        let of = |id: &u32| colour.get(id).copied().unwrap_or(0);
        colour =
            nodes.iter().map(|(id, node)| (*id, hash((of(id), node.ids.iter().map(of).collect::<Vec<_>>())))).collect();
    }
    let mut all = BTreeMap::new();
    for (id, colour) in colour {
        all.entry(colour).or_insert((0, nodes[&id].text.clone())).0 += 1;
    }
    all
}

/// The types that only one of two dumps has, a line for each.
pub fn differences(ours: &str, theirs: &str) -> Vec<String> {
    let (ours, theirs) = (colours(ours), colours(theirs));
    let mut found = Vec::new();
    for (list, other, who) in [(&ours, &theirs, "ours"), (&theirs, &ours, "theirs")] {
        for (colour, (count, text)) in list {
            let there = other.get(colour).map_or(0, |(count, _)| *count);
            if *count > there {
                found.push(format!("only {who}: {}", text.trim()));
            }
        }
    }
    found
}

#[test]
fn ids_do_not_count_and_all_else_does() {
    let a = "[1] INT 'int' size=4 bits_offset=0 nr_bits=32 encoding=SIGNED\n[2] PTR '(anon)' type_id=1\n[3] PTR '(anon)' type_id=2\n";
    let b = "[1] PTR '(anon)' type_id=3\n[2] PTR '(anon)' type_id=1\n[3] INT 'int' size=4 bits_offset=0 nr_bits=32 encoding=SIGNED\n";
    assert_eq!(differences(a, b), Vec::<String>::new());
    let c = "[1] PTR '(anon)' type_id=3\n[2] PTR '(anon)' type_id=3\n[3] INT 'int' size=4 bits_offset=0 nr_bits=32 encoding=SIGNED\n";
    assert_eq!(differences(a, c).len(), 2);
    let d = b.replace("size=4", "size=8");
    assert!(!differences(a, &d).is_empty());
}
