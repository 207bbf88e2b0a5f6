//! How much of the graph is shown, and how an address writes it.

use btf::{Btf, TypeId};
use model::words::kind_word;
use relate::NodeKey;

use super::{GraphSettings, GraphView};

/// How an address names a type: `struct/sk_buff`, or `#123` if its name is empty or has `;`, `/` or `#`.
fn type_word(btf: &Btf, id: TypeId) -> String {
    match btf.get(id) {
        Some(t) if !t.is_anonymous() && !t.name().contains([';', '/', '#']) => {
            format!("{}/{}", kind_word(&t), t.name())
        }
        _ => format!("#{}", id.0),
    }
}

impl GraphView {
    /// The state for an address: `uses:2;by:0;open:struct/net;more:struct/sk_buff*24;box:struct/net*139`. This means:
    /// uses to depth 2, no users, struct net expanded, 24 more hidden types of struct sk_buff shown, and the names of
    /// box 139 of struct net listed. Defaults are left out.
    pub(crate) fn to_words(&self, btf: &Btf) -> String {
        let (s, plain) = (&self.settings, GraphSettings::default());
        let mut words = Vec::new();
        if s.uses != plain.uses {
            words.push(format!("uses:{}", s.uses));
        }
        if s.used_by != plain.used_by {
            words.push(format!("by:{}", s.used_by));
        }
        if s.most != plain.most {
            words.push(format!("most:{}", s.most));
        }
        if !s.boxed {
            words.push("each".into());
        }
        if !s.folded {
            words.push("unfolded".into());
        }
        if s.table {
            words.push("table".into());
        }
        for (&id, &open) in &self.nodes {
            let word = if open { "open" } else { "close" };
            words.push(format!("{word}:{}", type_word(btf, id)));
        }
        for (&key, &n) in &self.grown {
            match key {
                NodeKey::MoreUses(id) => words.push(format!("more:{}*{n}", type_word(btf, id))),
                NodeKey::MoreUsers(id) => words.push(format!("users:{}*{n}", type_word(btf, id))),
                _ => {}
            }
        }
        for key in &self.listed {
            if let NodeKey::Box(id, path) = key {
                words.push(format!("box:{}*{path}", type_word(btf, *id)));
            }
        }
        words.join(";")
    }

    /// Takes the state from an address. Unknown words are skipped. `find` returns the type that has a kind and a name.
    pub(crate) fn apply_words(&mut self, words: &str, find: &dyn Fn(&str, &str) -> Option<TypeId>) {
        self.forget_expanded();
        self.subject = None;
        let mut s = GraphSettings::default();
        for word in words.split(';') {
            let (key, value) = word.split_once(':').unwrap_or((word, ""));
            let (named, n) = value.rsplit_once('*').unwrap_or((value, ""));
            let id = || match named.strip_prefix('#') {
                Some(id) => id.parse().ok().map(TypeId),
                None => named.split_once('/').and_then(|(kind, name)| find(kind, name)),
            };
            let number = value.parse().ok();
            match key {
                "uses" => s.uses = number.unwrap_or(1).min(GraphSettings::DEEPEST),
                "by" => s.used_by = number.unwrap_or(1).min(GraphSettings::DEEPEST),
                "most" => {
                    s.most = GraphSettings::LIMITS.into_iter().find(|l| Some(*l as u32) == number).unwrap_or(s.most)
                }
                "each" => s.boxed = false,
                "box" => self.listed.extend(id().zip(n.parse().ok()).map(|(id, path)| NodeKey::Box(id, path))),
                "unfolded" => s.folded = false,
                "table" => s.table = true,
                "open" | "close" => {
                    self.nodes.extend(id().map(|id| (id, key == "open")));
                }
                "more" | "users" => {
                    let of = |id| if key == "more" { NodeKey::MoreUses(id) } else { NodeKey::MoreUsers(id) };
                    if let Some((key, n)) = id().map(of).zip(n.parse().ok()) {
                        self.grow(key, n);
                    }
                }
                _ => {}
            }
        }
        self.settings = s;
    }
}
