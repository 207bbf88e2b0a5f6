//! Finds the kernels that have the types of a file: each named struct, union, enum and function of the file is compared
//! with each kernel's forms, in one pass over the atlas.

mod hash;

use std::collections::HashMap;

use btf::Kind::*;
use btf::{Btf, Kind};

use crate::collect::{Pool, collect};
use crate::error::{Error, ErrorKind, Unfit};
use crate::node;
use crate::open::{Atlas, read, unpack_forms, unpack_names};
use crate::parallel::in_order;
use crate::ranges::Ranges;
use hash::{Hashes, Leaves, essential};

/// [`Has::More`] is tested only for files with at most this many named structs, unions, enums and functions. The test
/// is meant for BTF that was cut down to what programs read, and such BTF has few types.
const MOST_CUT: usize = 8192;

/// The most pairs of a type and a kernel that are compared; each takes a byte. Enough for 100,000 types in 2,600
/// kernels.
const MOST_CELLS: usize = 1 << 28;

/// Whether a kernel has a type of a file, and how alike the two are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Has {
    /// The kernel has no type of this kind and name.
    Not,
    /// The kernel has the name, with another content.
    Other,
    /// The contents differ, but the kernel's type has the size and all members of the file's type. It may have more
    /// members, and its pointers may have other targets.
    More,
    /// The kernel's type has the same content, compared as declarations in C are.
    Same,
}

/// The named structs, unions, enums and functions of a file, to be looked for in an atlas.
#[derive(Debug)]
pub struct Likened {
    types: Vec<Wanted>,
    by_name: HashMap<(u8, Vec<u8>), Vec<u32>>,
}

#[derive(Debug)]
struct Wanted {
    kind: Kind,
    name: Vec<u8>,
    hash: u64,
    leaves: Option<Leaves>,
}

/// How many types of a file a kernel has.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Alike {
    /// How many of the file's types the kernel has with the same content ([`Has::Same`]).
    pub same: u32,
    /// How many of the file's types the kernel has with all their members, but not the same content ([`Has::More`]).
    pub more: u32,
    /// How many of the file's types the kernel has with another content ([`Has::Other`]).
    pub other: u32,
    /// How many of the types counted by `same` and `more` are not functions.
    pub has_types: u32,
    /// How many structs, unions and enums with names the kernel has.
    pub types: u32,
    /// How many functions the kernel has.
    pub functions: u32,
}

impl Alike {
    /// How many of the file's types the kernel has as [`Has::Same`] or [`Has::More`].
    pub fn has(&self) -> u32 {
        self.same + self.more
    }
}

/// The result of [`Atlas::liken`].
#[derive(Debug)]
pub struct Likeness {
    /// The counts for each kernel, in the order of the atlas.
    pub kernels: Vec<Alike>,
    /// How many of the file's types have a kind and name that no kernel has.
    pub unknown: u32,
    /// For each type, in the order of [`Likened`], one value for each kernel.
    has: Vec<Has>,
}

impl Likeness {
    /// How kernel `kernel` has type `of`, both by index; [`Has::Not`] if an index is out of range.
    pub fn has(&self, of: usize, kernel: usize) -> Has {
        let at = of.checked_mul(self.kernels.len()).and_then(|row| row.checked_add(kernel));
        at.filter(|_| kernel < self.kernels.len()).and_then(|at| self.has.get(at)).copied().unwrap_or(Has::Not)
    }
}

fn class(kind: Kind) -> Option<u8> {
    match kind {
        Struct | Union | Enum | Func => Some(kind.number()),
        Enum64 => Some(Kind::Enum.number()),
        Int | Ptr | Array | Fwd | Typedef | Volatile | Const | Restrict | FuncProto | Var | DataSec | Float
        | DeclTag | TypeTag | LocParam | LocProto | LocSec | Unknown(_) => None,
    }
}

impl Likened {
    /// The types of a BTF.
    ///
    /// # Errors
    /// When the BTF is split or damaged, or has a type that an atlas cannot describe.
    pub fn of(btf: &Btf) -> Result<Likened, Unfit> {
        let mut pool = Pool::new();
        let found = collect(btf, &mut pool)?;
        let hashes = Hashes::new(&pool);
        let mut likened = Likened { types: Vec::new(), by_name: HashMap::new() };
        for (reference, content) in found {
            let Some((kind, name, _)) = node::reference(pool.nodes.get(reference)).filter(|(_, name, _)| *name != 0)
            else {
                continue;
            };
            let Some(class) = class(kind) else { continue };
            let (words, _) = node::untagged(pool.nodes.get(content), |node| pool.nodes.get(node));
            let name = essential(pool.texts.get(name)).to_vec();
            likened.by_name.entry((class, name.clone())).or_default().push(likened.types.len() as u32);
            let leaves = hashes.leaves(words).filter(|_| likened.types.len() < MOST_CUT);
            likened.types.push(Wanted { kind, name, hash: hashes.record(words), leaves });
        }
        if likened.types.len() > MOST_CUT {
            for wanted in &mut likened.types {
                wanted.leaves = None;
            }
        }
        Ok(likened)
    }

    /// The number of types.
    pub fn len(&self) -> usize {
        self.types.len()
    }

    /// Whether there are no types.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    /// The kind of each type, and its name without flavour.
    pub fn names(&self) -> impl Iterator<Item = (Kind, &[u8])> {
        self.types.iter().map(|wanted| (wanted.kind, wanted.name.as_slice()))
    }

    /// How many of the types are functions.
    pub fn functions(&self) -> usize {
        self.types.iter().filter(|wanted| wanted.kind == Kind::Func).count()
    }
}

/// The result for one block: a list of (type of the file, set of kernels, how this set has the type); and, for each
/// set, how many types and how many functions of the block its kernels have.
type InBlock = (Vec<(u32, u32, Has)>, HashMap<u32, [u32; 2]>);

impl<R: Ranges> Atlas<R> {
    /// Finds the kernels that have the types of a file. Reads the whole atlas.
    ///
    /// # Errors
    /// When a block or a page of kernel sets is damaged or not at hand, or the types times the kernels are more than
    /// 2^28.
    pub fn liken(&self, file: &Likened) -> Result<Likeness, Error> {
        let (blocks, directory, count) = (&self.directory.blocks, &self.directory, self.kernels().len());
        let sets = self.all_sets()?;
        let cells = file.types.len().saturating_mul(count);
        if cells > MOST_CELLS {
            let message = format!("{} types in {count} kernels are more than can be compared", file.types.len());
            return Err(Error::new(ErrorKind::TooMuch(message), Default::default()));
        }
        let mut likeness = Likeness { kernels: vec![Alike::default(); count], unknown: 0, has: vec![Has::Not; cells] };
        in_order(
            blocks.len(),
            |at| Ok((read(self.ranges(), blocks[at].names.range)?, read(self.ranges(), blocks[at].forms.range)?)),
            |at, (names, forms)| {
                let block = &blocks[at];
                let names = unpack_names(&names, &block.names, block.class, directory.numbers(block))?;
                let mut found: InBlock = (Vec::new(), HashMap::new());
                let mut wanted = Vec::new();
                for item in &names.items {
                    let Some(class) = class(item.kind).filter(|_| !item.name.is_empty()) else { continue };
                    for place in names.places.get(item.places.clone()).unwrap_or_default() {
                        found.1.entry(place.set).or_default()[usize::from(item.kind == Kind::Func)] += 1;
                    }
                    if let Some(of) = file.by_name.get(&(class, essential(&item.name).to_vec())) {
                        wanted.push((item, of));
                    }
                }
                if wanted.is_empty() {
                    return Ok(found);
                }
                let forms = unpack_forms(&forms, &block.forms, &names)?;
                let hashes = Hashes::new(&forms);
                for (item, of) in wanted {
                    for at in item.places.clone() {
                        let Some(place) = names.places.get(at) else { continue };
                        let words = forms.forms.get(at as u32);
                        let hash = hashes.record(words);
                        let mut leaves = None;
                        for &of in of {
                            let Some(wanted) = file.types.get(of as usize) else { continue };
                            let has = match &wanted.leaves {
                                _ if wanted.hash == hash => Has::Same,
                                Some(part) => {
                                    let whole = leaves.get_or_insert_with(|| hashes.leaves(words));
                                    let fits = whole.as_ref().is_some_and(|whole| part.are_part_of(whole));
                                    if fits { Has::More } else { Has::Other }
                                }
                                None => Has::Other,
                            };
                            found.0.push((of, place.set, has));
                        }
                    }
                }
                Ok(found)
            },
            |_, (types, totals)| {
                for (of, set, has) in types {
                    let start = of as usize * count;
                    let row = likeness.has.get_mut(start..start + count).unwrap_or_default();
                    for kernel in sets.get(set as usize).into_iter().flat_map(|set| set.iter()) {
                        if let Some(known) = row.get_mut(kernel as usize) {
                            *known = has.max(*known);
                        }
                    }
                }
                for (set, [types, functions]) in totals {
                    for kernel in sets.get(set as usize).into_iter().flat_map(|set| set.iter()) {
                        if let Some(alike) = likeness.kernels.get_mut(kernel as usize) {
                            alike.types += types;
                            alike.functions += functions;
                        }
                    }
                }
                Ok(())
            },
        )?;
        for (row, wanted) in likeness.has.chunks_exact(count.max(1)).zip(&file.types) {
            likeness.unknown += u32::from(row.iter().all(|has| *has == Has::Not));
            for (alike, has) in likeness.kernels.iter_mut().zip(row) {
                alike.has_types += u32::from(*has > Has::Other && wanted.kind != Kind::Func);
                match has {
                    Has::Not => {}
                    Has::Other => alike.other += 1,
                    Has::More => alike.more += 1,
                    Has::Same => alike.same += 1,
                }
            }
        }
        Ok(likeness)
    }
}
