//! Putting the members of a struct of the scratch pad in another order.
//!
//! The source is cut into declarations ([`scratch::Pieces`]), put together in the new order and compiled. The new
//! source is an answer only if it has no more errors than the old one; the sentence about the struct is computed from
//! the new types.

use btf::{Btf, MemberIndex, TypeId};
use desk::{OrderPad, OrderedPad, Problem};
use dump::{PaholeOptions, reorganize};
use layout::{Layout, Options, layout};
use model::pad::PadOrder;
use model::words::many;
use scratch::{Compiled, Part, Pieces, Severity, Target, compile};

use crate::pad::target;
use crate::{Desk, Work};

/// A source that compiles to a blob, and one of its structs.
struct Source {
    text: String,
    compiled: Compiled,
    btf: Btf,
    layout: Layout,
}

impl Source {
    /// Compiles the text; `of` gives the id of the struct. `None` if the source gives no blob, or if the type has no
    /// layout.
    fn new(text: String, target: Target, of: impl Fn(&Compiled) -> Option<TypeId>) -> Option<Source> {
        let mut compiled = compile(&text, target);
        let btf = Btf::parse(compiled.blob.take()?, None).ok()?;
        let layout = layout(&btf, of(&compiled)?, &Options::default()).ok()?;
        Some(Source { text, compiled, btf, layout })
    }

    /// The source with its pieces in another order.
    ///
    /// # Errors
    /// The new source cannot be read, or it has more errors than the old one: then the first of its errors.
    fn ordered(&self, pieces: &Pieces<'_>, order: &[usize], member: u32, target: Target) -> Result<Source, String> {
        let (text, place) = pieces.in_order(order, member);
        let holder = |compiled: &Compiled| {
            let is_it = |part: Part, at: u32| matches!(part, Part::Member(_)) && Some(at) == place;
            compiled.declared.iter().find(|d| is_it(d.part, d.range.start)).map(|d| d.id)
        };
        let new = Source::new(text, target, holder).ok_or("the source cannot be read in that order")?;
        if new.compiled.errors > self.compiled.errors {
            let first = new.compiled.marks.iter().find(|m| m.severity == Severity::Error);
            return Err(first.map_or_else(String::new, |m| m.message.clone()));
        }
        Ok(new)
    }

    /// Its size, the bytes lost to holes and padding, and its cache lines, in words.
    fn figures(&self) -> String {
        let f = &self.layout.figures;
        let lost = f.hole_bytes + f.padding;
        let holes = if lost == 0 { String::new() } else { format!(", {} of them lost", many(lost, "byte")) };
        format!("{}{holes}, {}", many(self.layout.size.into(), "byte"), many(f.cache_lines.into(), "cache line"))
    }

    /// Whether it is known that no order of these members takes fewer bytes: the struct is as large as its members,
    /// rounded up to the alignment.
    fn is_smallest(&self) -> bool {
        let f = &self.layout.figures;
        let least = f.sum_members.saturating_add(f.sum_bitfield_bits.div_ceil(8));
        least.next_multiple_of(self.layout.align.max(1).into()) == u64::from(self.layout.size)
    }
}

impl Work for OrderPad {
    fn answer(&self, _: &Desk) -> Result<OrderedPad, Box<Problem>> {
        let (text, says, refused) = match ordered(self) {
            Ok((text, says)) => (text, says, false),
            Err(why) => (self.text.clone(), format!("Not moved: {why}"), true),
        };
        Ok(OrderedPad { text, says, refused })
    }
}

/// The new source, and a sentence about the struct in it.
///
/// # Errors
/// Says in a sentence why nothing is moved.
fn ordered(ask: &OrderPad) -> Result<(String, String), String> {
    let (PadOrder::By(of, ..) | PadOrder::To(of, ..) | PadOrder::Smallest(of)) = ask.order;
    let target = target(ask.target);
    let old = Source::new(ask.text.clone(), target, |_| Some(of)).ok_or("the source cannot be read")?;
    let pieces = Pieces::new(&ask.text, &old.compiled.declared, of).map_err(|why| why.message().to_owned())?;
    let members: Vec<Vec<u32>> = pieces.members().collect();
    let piece = |member: u32| members.iter().position(|m| m.contains(&member)).ok_or("the source has no such member");
    let (member, from, to) = match ask.order {
        PadOrder::Smallest(_) => return smallest(&old, &pieces, &members, target),
        PadOrder::By(_, member, by) => {
            let from = piece(member)?;
            let to = from.saturating_add_signed(by as isize).min(members.len().saturating_sub(1));
            (member, from, to)
        }
        PadOrder::To(_, member, at) => (member, piece(member)?, piece(at)?),
    };
    let named = |m: u32| old.btf.get(of)?.members().from_index(m).next().map(|m| m.name().to_owned());
    let name = named(member).filter(|name| !name.is_empty()).unwrap_or_else(|| "(anonymous)".to_owned());
    if from == to {
        let end = if from == 0 { "first" } else { "last" };
        let stays =
            if matches!(ask.order, PadOrder::By(..)) { format!("{name} is the {end} already.") } else { String::new() };
        return Ok((ask.text.clone(), stays));
    }
    let mut order: Vec<usize> = (0..members.len()).collect();
    let moved = order.remove(from);
    order.insert(to, moved);
    let new = old.ordered(&pieces, &order, member, target)?;
    // The member's new index: it follows the members that come before its declaration in the new order.
    let before: usize = order.iter().take_while(|i| **i != from).filter_map(|i| members.get(*i)).map(Vec::len).sum();
    let inside = members.get(from).and_then(|m| m.iter().position(|m| *m == member)).unwrap_or_default();
    let bit = new.layout.member(MemberIndex((before + inside) as u32)).map_or(0, |m| m.offset);
    let place = if bit % 8 == 0 { format!("byte {}", bit / 8) } else { format!("bit {bit}") };
    let says = format!("{name} starts at {place}. {}.", new.figures());
    Ok((new.text, says))
}

/// Tries two orders, that of `pahole --reorganize` and the order by alignment, and takes the one that gives the smaller
/// struct. If neither makes the struct smaller, returns the old source.
fn smallest(
    old: &Source,
    pieces: &Pieces<'_>,
    members: &[Vec<u32>],
    target: Target,
) -> Result<(String, String), String> {
    if old.layout.kind == btf::Kind::Union {
        return Ok((old.text.clone(), "A union is as large as its largest member, in any order.".to_owned()));
    }
    let better = reorganize(&old.btf, old.layout.id, &PaholeOptions::default()).ok();
    let by_pahole: Vec<u32> = better.iter().flat_map(|b| b.layout.members()).map(|m| m.index.0).collect();
    let place = |m: &u32| by_pahole.iter().position(|at| at == m).unwrap_or(usize::MAX);
    let mut first: Vec<usize> = (0..members.len()).collect();
    first.sort_by_key(|&i| members.get(i).and_then(|m| m.iter().map(place).min()));
    let align = |m: &u32| {
        let member = old.layout.member(MemberIndex(*m));
        // An array without a count has to stay the last member.
        member.map_or(0, |m| if m.flexible { 0 } else { m.aligned.unwrap_or(m.natural_align) })
    };
    let mut second: Vec<usize> = (0..members.len()).collect();
    second.sort_by_key(|&i| std::cmp::Reverse(members.get(i).and_then(|m| m.iter().map(align).min())));
    let member = members.iter().flatten().copied().min().unwrap_or_default();
    let tried = [first, second].into_iter().filter_map(|order| old.ordered(pieces, &order, member, target).ok());
    let new = tried.min_by_key(|new| new.layout.size).filter(|new| new.layout.size < old.layout.size);
    let Some(new) = new else {
        let proof =
            if old.is_smallest() { "No order of these members is smaller" } else { "No smaller order was found" };
        return Ok((old.text.clone(), format!("{proof}: {}.", old.figures())));
    };
    let proof = if new.is_smallest() { "No order is smaller." } else { "A smaller order is not known." };
    let says = format!("{} instead of {}. {proof}", new.figures(), many(old.layout.size.into(), "byte"));
    Ok((new.text, says))
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::pad::PadTarget;

    fn ask(text: &str, order: PadOrder) -> OrderedPad {
        let ask = OrderPad { turn: 1, text: text.to_owned(), target: PadTarget::default(), order };
        ask.answer(&Desk::new(Box::new(|_, _| {}))).unwrap()
    }

    /// The type of the source's first struct.
    fn first(text: &str) -> TypeId {
        let compiled = compile(text, Target::default());
        compiled.declared.iter().find(|d| d.part == Part::Whole).unwrap().id
    }

    const SESSION: &str = "struct s {\n\tchar kind;\n\tu64 started;\n\tu16 port;\n\tu32 address;\n\tbool open;\n};\n";

    #[test]
    fn a_moved_member_is_described_at_its_new_place() {
        let of = first(SESSION);
        // By hand: kind, started at 8, address at 16, port at 20, open at 22; 23 bytes, rounded up to 24.
        let moved = ask(SESSION, PadOrder::By(of, 2, 1));
        assert_eq!(moved.text, SESSION.replace("\tu16 port;\n\tu32 address;\n", "\tu32 address;\n\tu16 port;\n"));
        assert_eq!(moved.says, "port starts at byte 20. 24 bytes, 8 bytes of them lost, 1 cache line.");
        let moved = ask(SESSION, PadOrder::To(of, 1, 0));
        assert_eq!(moved.says, "started starts at byte 0. 24 bytes, 8 bytes of them lost, 1 cache line.");
        let stays = ask(SESSION, PadOrder::By(of, 0, -1));
        assert_eq!((stays.text.as_str(), stays.says.as_str()), (SESSION, "kind is the first already."));
    }

    #[test]
    fn the_smallest_order_is_found() {
        // 8 + 4 + 2 + 1 + 1 are 16 bytes, a multiple of 8.
        let small = ask(SESSION, PadOrder::Smallest(first(SESSION)));
        assert_eq!(small.says, "16 bytes, 1 cache line instead of 32 bytes. No order is smaller.");
        let again = ask(&small.text, PadOrder::Smallest(first(&small.text)));
        assert_eq!(again.says, "No order of these members is smaller: 16 bytes, 1 cache line.");
        assert_eq!(again.text, small.text);
        // The array without a count stays last; 8 + 2 + 1 are 11 bytes, rounded up to 16.
        let flexible = "struct f { u16 n; u64 big; char c; char more[]; };";
        let small = ask(flexible, PadOrder::Smallest(first(flexible)));
        assert!(small.text.ends_with(" char more[]; };"), "{}", small.text);
        assert_eq!(
            small.says,
            "16 bytes, 5 bytes of them lost, 1 cache line instead of 24 bytes. No order is smaller."
        );
        // For a struct with `aligned`, the size proves nothing: 64 bytes for one byte.
        let aligned = "struct a { char c; } __attribute__((aligned(64)));";
        assert!(ask(aligned, PadOrder::Smallest(first(aligned))).says.starts_with("No smaller order was found"));
    }

    #[test]
    fn an_order_that_does_not_compile_is_refused() {
        let text = "struct f { u16 n; char more[]; };";
        let refused = ask(text, PadOrder::By(first(text), 1, -1));
        assert!(refused.refused && refused.text == text);
        assert_eq!(refused.says, "Not moved: an array without a count must be the last member");
    }
}
