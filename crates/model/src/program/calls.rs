//! A graph of a program: the calls between functions, and the maps that functions use.

use std::collections::BTreeMap;

use bpf::{Insn, ReloKind, SymbolPlace, helper_name};
use picture::{Drawing, DrawnEdge, DrawnNode, Paint};
use relate::{NodeKey, Relation};

use super::{Goes, Program};
use crate::words::many;

/// Something that functions call or use.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Used {
    Function(usize),
    Helper(i32),
    Kernel(String),
    Map(String),
    /// A section of globals, which the loader makes a map of.
    Globals(String),
}

/// An edge under construction: the caller, its target, the relation, and a text: the name of a variable, `address` if
/// the caller takes the address of a function, or else nothing.
type Use = (usize, Used, Relation, String);

impl Program {
    /// The functions of the program, and the helpers, kernel functions, maps and sections of globals that they use, as
    /// a graph whose nodes have no places yet; and for each node, where a click on it leads.
    pub fn calls(&self) -> (Drawing, Vec<Option<Goes>>) {
        let mut uses: Vec<Use> = Vec::new();
        for caller in 0..self.functions.len() {
            self.uses_of(caller, &mut uses);
        }
        let ranks = self.ranks(&uses);
        let mut drawing = Drawing::default();
        let mut goes = Vec::new();
        let mut index: BTreeMap<Used, usize> = BTreeMap::new();
        for (row, &rank) in self.functions().iter().zip(&ranks) {
            index.insert(Used::Function(row.index), drawing.nodes.len());
            let detail = format!("{} · {}", row.type_word(), many(row.instructions.into(), "instruction"));
            drawing.nodes.push(node(drawing.nodes.len(), rank, row.name.clone(), detail, Paint::Func));
            goes.push(Some(Goes::Function(row.index)));
        }
        let data = self.data();
        let mut edges: BTreeMap<(usize, usize, Relation), usize> = BTreeMap::new();
        for (caller, used, relation, name) in uses {
            let Some(&from) = index.get(&Used::Function(caller)) else { continue };
            let to = match index.get(&used) {
                Some(&to) => to,
                None => {
                    let (label, detail, paint, leads) = match &used {
                        Used::Function(_) => continue,
                        Used::Helper(id) => {
                            let name = helper_name(*id).map_or_else(|| format!("helper {id}"), str::to_owned);
                            (format!("{name}()"), format!("helper {id}"), Paint::Enum, None)
                        }
                        Used::Kernel(name) => (format!("{name}()"), "kernel function".into(), Paint::Typedef, None),
                        Used::Map(name) => {
                            let row = data.maps.iter().find(|m| m.name == *name);
                            let kind = row.map_or("map".to_owned(), |m| format!("{} map", m.kind));
                            let entries = row.and_then(|m| m.max_entries).map(|n| many(n.into(), "entry"));
                            let entries = entries.map(|n| format!(" · {n}")).unwrap_or_default();
                            (name.clone(), kind + &entries, Paint::Array, Some(Goes::Data(name.clone())))
                        }
                        Used::Globals(section) => (section.clone(), "globals".into(), Paint::Int, None),
                    };
                    let at = drawing.nodes.len();
                    drawing.nodes.push(node(at, 0, label, detail, paint));
                    goes.push(leads);
                    index.insert(used, at);
                    at
                }
            };
            // A node that is no function of the program is placed in a column after the columns of all its users.
            let behind = drawing.nodes.get(from).map_or(0, |n| n.rank) + 1;
            if let Some(node) = drawing.nodes.get_mut(to).filter(|_| to >= ranks.len()) {
                node.rank = node.rank.max(behind);
            }
            let at = *edges.entry((from, to, relation)).or_insert_with(|| {
                let (label, line) = (String::new(), Default::default());
                drawing.edges.push(DrawnEdge { from, to, relation, label, names: Vec::new(), tags: Vec::new(), line });
                drawing.edges.len() - 1
            });
            if let Some(edge) = drawing.edges.get_mut(at)
                && !name.is_empty()
                && !edge.names.contains(&name)
            {
                edge.names.push(name);
            }
        }
        for edge in &mut drawing.edges {
            let shown = edge.names.iter().take(2).cloned().collect::<Vec<_>>().join(", ");
            let more = edge.names.len().saturating_sub(2);
            edge.label = if more > 0 { format!("{shown} +{more}") } else { shown };
        }
        drawing.measure();
        (drawing, goes)
    }

    /// Adds the calls and uses of a function's instructions, in order.
    fn uses_of(&self, caller: usize, uses: &mut Vec<Use>) {
        let Some((f, section)) = self.function(caller) else { return };
        let relos = self.object.relos_in(section, f.start.into(), f.end().into());
        let relos: Vec<_> = relos.map(|raw| self.object.relo(section, raw)).collect();
        let mut relos = relos.iter().peekable();
        let insns = self.object.insns_in(section, f.start, f.slots());
        for (slot, insn) in (0u32..).zip(insns) {
            let offset = f.start.saturating_add(slot.saturating_mul(Insn::SIZE));
            let mut has_relo = false;
            while let Some(relo) = relos.next_if(|r| r.raw.offset < u64::from(offset) + u64::from(Insn::SIZE)) {
                let Some(target) = relo.target else { continue };
                has_relo = true;
                let name = self.object.target_name(&target);
                let section = target.section.and_then(|index| self.object.section(index));
                let undefined = target.symbol.and_then(|i| self.object.symbol(i));
                let undefined = undefined.is_some_and(|s| s.place == SymbolPlace::Undefined);
                uses.extend(match section {
                    Some(s) if s.is_code() => {
                        let at = u32::try_from(target.offset).unwrap_or(u32::MAX);
                        let to = self.function_at(s.index, at).map(Used::Function);
                        let how = if insn.is_call() { "" } else { "address" };
                        to.map(|to| (caller, to, Relation::Calls, how.to_owned()))
                    }
                    Some(s) if matches!(s.name.as_str(), ".maps" | "maps") => {
                        Some((caller, Used::Map(name), Relation::Uses, String::new()))
                    }
                    Some(s) => Some((caller, Used::Globals(s.name.clone()), Relation::Uses, name)),
                    None if relo.kind == ReloKind::Call => {
                        Some((caller, Used::Kernel(name), Relation::Calls, String::new()))
                    }
                    None if undefined => Some((caller, Used::Globals("externs".into()), Relation::Uses, name)),
                    None => None,
                });
            }
            if has_relo || !insn.is_call() {
                continue;
            }
            match insn.src {
                0 => uses.push((caller, Used::Helper(insn.imm), Relation::Calls, String::new())),
                1 => {
                    let to = self.callee(insn, f.section, offset).map(Used::Function);
                    uses.extend(to.map(|to| (caller, to, Relation::Calls, String::new())));
                }
                _ => {}
            }
        }
    }

    /// The column of each function. It comes after the columns of the function's callers, unless functions call each
    /// other in a circle.
    fn ranks(&self, uses: &[Use]) -> Vec<i32> {
        let mut ranks = vec![0; self.functions.len()];
        // Sixteen rounds are enough for nested calls, of which the kernel allows eight levels; the limit is for
        // circles of calls.
        for _ in 0..16 {
            let mut changed = false;
            for (caller, used, ..) in uses {
                let Used::Function(callee) = used else { continue };
                let behind = ranks.get(*caller).copied().unwrap_or(0) + 1;
                if let Some(rank) = ranks.get_mut(*callee).filter(|rank| **rank < behind && callee != caller) {
                    *rank = behind;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        ranks
    }
}

fn node(number: usize, rank: i32, label: String, detail: String, paint: Paint) -> DrawnNode {
    let key = NodeKey::Other(number as u32);
    DrawnNode { key, rank, label, detail, paint, open: true, ..DrawnNode::default() }
}
