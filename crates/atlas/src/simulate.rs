//! Made-up kernels, to measure an atlas of thousands: each is a real kernel in which some types were changed as types
//! of real kernels change. Only for measurements (feature `simulate`, `examples/scale`); no program that is published
//! has it.

use std::collections::HashMap;

use btf::{Btf, Kind};

use crate::collect::{Found, collect};
use crate::draft::Draft;
use crate::error::{Error, Unfit};
use crate::kernel::AtlasKernel;
use crate::names::Class;
use crate::node::{self, FIXED};
use crate::open::Atlas;
use crate::ranges::Ranges;

/// A kernel to be changed: its names and contents, as numbers of one draft.
#[derive(Clone, Debug)]
pub struct Lineage {
    found: Vec<Found>,
    /// The index in `found` of each name with ordinal 0, by kind and text.
    at: HashMap<(Kind, u32), usize>,
}

/// Names, and how likely each is to change.
#[derive(Debug, Default)]
pub struct Weights {
    names: Vec<(Kind, Vec<u8>)>,
    /// For each name, the sum of the weights up to it.
    sums: Vec<f64>,
}

/// How many forms the kernels of an atlas add to it, one after the other.
#[derive(Debug, Default)]
pub struct Added {
    /// For each kernel, how many of its forms no earlier kernel has.
    pub forms: Vec<u32>,
    /// For each kernel, how many of its forms no other kernel has.
    pub alone: Vec<u32>,
}

impl Weights {
    /// The weights from an atlas, and how many forms its kernels add to it. Names of structs, unions, enums and
    /// functions that changed more often are more likely to change again. Each name gets a fiftieth of a change more,
    /// so that names that never changed may change, too.
    ///
    /// # Errors
    /// When a block or a page of kernel sets is damaged or not at hand.
    pub fn of<R: Ranges>(atlas: &Atlas<R>) -> Result<(Weights, Added), Error> {
        let mut weights = Weights::default();
        let count = atlas.kernels().len();
        let mut added = Added { forms: vec![0; count], alone: vec![0; count] };
        let mut sum = 0.0;
        for block in 0..atlas.block_count() {
            let forms = atlas.forms_in(block)?;
            for form in &forms {
                let first = form.kernels.iter().next().unwrap_or(0) as usize;
                added.forms[first] += 1;
                added.alone[first] += u32::from(form.kernels.len() == 1);
            }
            for same in forms.chunk_by(|a, b| (a.kind, &a.name) == (b.kind, &b.name)) {
                let changes = matches!(same[0].kind, Kind::Struct | Kind::Union | Kind::Enum | Kind::Func);
                if changes && Class::of(same[0].kind) != Class::Nameless && same[0].ordinal == 0 {
                    sum += (same.len() - 1) as f64 + 0.02;
                    weights.names.push((same[0].kind, same[0].name.clone()));
                    weights.sums.push(sum);
                }
            }
        }
        Ok((weights, added))
    }

    fn pick(&self, chance: &mut Chance) -> Option<&(Kind, Vec<u8>)> {
        let sum = *self.sums.last()?;
        let at = chance.fraction() * sum;
        self.names.get(self.sums.partition_point(|s| *s <= at))
    }
}

/// Numbers that look random and follow from a seed (splitmix64).
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// The numbers of this seed.
    pub fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn fraction(&mut self) -> f64 {
        (self.number() >> 11) as f64 / (1u64 << 53) as f64
    }
}

impl Draft {
    /// A kernel to be changed; it is not added to the draft.
    ///
    /// # Errors
    /// When its BTF does not fit into an atlas.
    pub fn lineage(&mut self, btf: &Btf) -> Result<Lineage, Unfit> {
        let found = collect(btf, &mut self.pool)?;
        let mut at = HashMap::new();
        for (i, (reference, _)) in found.iter().enumerate() {
            if let Some((kind, name, 0)) = node::reference(self.pool.nodes.get(*reference))
                && name != 0
            {
                at.insert((kind, name), i);
            }
        }
        Ok(Lineage { found, at })
    }

    /// Adds a kernel with the contents that `lineage` has now.
    ///
    /// # Errors
    /// As [`Draft::add`].
    pub fn add_lineage(&mut self, kernel: AtlasKernel, lineage: &Lineage) -> Result<bool, Unfit> {
        self.add_found(kernel, |_| Ok(lineage.found.clone()))
    }

    /// Changes up to `count` names. The weights and the seed decide which names are tried, and how each is changed.
    /// Names that `lineage` lacks are passed over.
    pub fn change(&mut self, lineage: &mut Lineage, weights: &Weights, seed: u64, count: u32) {
        let mut chance = Chance::new(seed);
        let mut left = count;
        for _ in 0..count.saturating_mul(4) {
            if left == 0 {
                break;
            }
            let Some((kind, name)) = weights.pick(&mut chance) else { break };
            let how = chance.number();
            let name = self.pool.texts.intern(name);
            let Some(&at) = lineage.at.get(&(*kind, name)) else { continue };
            if let Some(content) = self.changed(lineage.found[at].1, how) {
                lineage.found[at].1 = content;
                left -= 1;
            }
        }
    }

    /// The content with one member, value or parameter more; none if it cannot get one.
    fn changed(&mut self, content: u32, how: u64) -> Option<u32> {
        let mut words = self.pool.nodes.get(content).to_vec();
        if node::is_tagged(&words) {
            words[1] = self.changed(words[1], how)?;
            return Some(self.pool.nodes.intern(&words));
        }
        let kind = node::kind(&words)?;
        // A new name: a word that occurs in other names, and a number.
        let text = |draft: &mut Draft| {
            draft.pool.texts.intern(format!("{}_{:x}", WORDS[how as usize % WORDS.len()], how >> 8 & 0xfff).as_bytes())
        };
        match kind {
            Kind::Struct if words.len() > FIXED => {
                let members = (words.len() - FIXED) / 3;
                let from = FIXED + how as usize % members * 3;
                let (at, of) = (words[from + 2] & 0x00ff_ffff, words[FIXED + (how >> 32) as usize % members * 3 + 1]);
                for offset in words[from..].iter_mut().skip(2).step_by(3) {
                    *offset = offset.wrapping_add(64);
                }
                words[2] += 8;
                let member = [text(self), of, at];
                words.splice(from..from, member);
            }
            Kind::Enum | Kind::Enum64 | Kind::Union if words.len() > FIXED => {
                let value = text(self);
                let mut last: Vec<u32> = words[words.len() - (if kind == Kind::Enum { 2 } else { 3 })..].to_vec();
                last[0] = value;
                if kind != Kind::Union {
                    last[1] = last[1].wrapping_add(1);
                }
                words.extend(last);
            }
            Kind::Func => {
                let mut proto = self.pool.nodes.get(words[2]).to_vec();
                if node::kind(&proto) != Some(Kind::FuncProto) {
                    return None;
                }
                let of = match (proto.len() - FIXED) / 2 {
                    0 => proto[2],
                    n => proto[FIXED + how as usize % n * 2 + 1],
                };
                proto.extend([text(self), of]);
                words[2] = self.pool.nodes.intern(&proto);
            }
            _ => return None,
        }
        Some(self.pool.nodes.intern(&words))
    }
}

/// Words of which new names are made.
const WORDS: [&str; 16] = [
    "flags", "count", "lock", "list", "state", "node", "refs", "work", "size", "mask", "owner", "cookie", "stats",
    "index", "timer", "ops",
];
