//! At the end: chooses for each function the instance that stands for all, or the reason for which there is none; adds
//! its records and tags.

use btf::Kind;

use super::Instance;
use super::same::same;
use crate::kfuncs::Kfuncs;
use crate::lower::tags::WHOLE;
use crate::maker::{Maker, Origin};
use crate::records::{MAX_ITEMS, info};

/// Adds the records of the functions, in the order of their names.
pub(crate) fn functions(maker: &mut Maker<'_>, kfuncs: &Kfuncs) {
    // The functions in the order of their names, the instances of each in the order of units.
    let strings = &maker.units.strings;
    let f = &maker.functions;
    let mut all: Vec<u32> = (0..f.instances.len() as u32).collect();
    let ranks = f.table.ranks(strings);
    let rank = |i: &u32| ranks.get(f.function_of(*i) as usize).copied().unwrap_or(0);
    all.sort_by_key(|i| (rank(i), *i));
    let groups: Vec<Vec<u32>> = all.chunk_by(|a, b| rank(a) == rank(b)).map(<[u32]>::to_vec).collect();
    let mut left = 50_000_000;
    for group in groups {
        let function = group.first().map_or(0, |i| maker.functions.function_of(*i));
        let name = maker.functions.table.name(function);
        match chosen(maker, &group, &mut left) {
            Ok(instance) => add(maker, instance, name, kfuncs.flags(name)),
            Err(reason) => {
                let strings = &maker.units.strings;
                maker.tally.functions.add(reason, || btf::visible(strings.get(name)).into_owned());
            }
        }
    }
}

/// The instance that stands for all instances of a function; or why the function is left out.
fn chosen(maker: &Maker<'_>, group: &[u32], left: &mut u64) -> Result<u32, &'static str> {
    let f = &maker.functions;
    let instances: Vec<&Instance> = group.iter().filter_map(|i| f.instances.get(*i as usize)).collect();
    let (Some(first), Some(&first_number)) = (instances.first(), group.first()) else { return Err("it has no entry") };
    let mut differs = |i: &Instance| {
        let (a, b) = (f.ids(first), f.ids(i));
        let mut types = a.iter().zip(b);
        i.variadic != first.variadic || a.len() != b.len() || types.any(|(a, b)| !same(&maker.records, *a, *b, left))
    };
    if instances.iter().skip(1).any(|i| differs(i)) {
        return Err("its instances differ in their prototypes");
    }
    if f.table.is_ambiguous(first.function) {
        return Err("several functions have the name");
    }
    let at_symbol = |i: &Instance| i.low_pc.is_some_and(|address| f.table.is_at(i.function, address));
    let numbered = || instances.iter().zip(group);
    let found = numbered()
        .find(|(i, _)| at_symbol(i) && !i.found.optimised)
        .or_else(|| numbered().find(|(i, _)| at_symbol(i)))
        .map_or((*first, first_number), |(i, number)| (*i, *number));
    if instances.iter().any(|i| i.found.unexpected) {
        return Err("a parameter is in an unexpected register");
    }
    if instances.iter().any(|i| i.found.reordered) {
        return Err("its parameters were reordered");
    }
    if found.0.found.optimised {
        return Err("a parameter was optimised out");
    }
    if instances.iter().any(|i| i.found.uncertain) {
        return Err("a packed struct is passed in memory, at an uncertain place");
    }
    Ok(found.1)
}

/// Adds FUNC_PROTO, FUNC and tags of an instance.
fn add(maker: &mut Maker<'_>, number: u32, name: u32, kfunc: Option<u32>) {
    let f = &maker.functions;
    let Some(instance) = f.instances.get(number as usize) else { return };
    let (mut words, mut returns) = (Vec::new(), 0);
    if let [first, types @ ..] = f.ids(instance) {
        returns = *first;
        words.extend(f.names(instance).iter().zip(types).flat_map(|(name, id)| [*name, *id]));
    }
    if instance.variadic {
        words.extend([0, 0]);
    }
    words.truncate(2 * MAX_ITEMS as usize);
    let tags = f.tags(number).to_vec();
    let proto = maker.records.push(0, info(Kind::FuncProto, false, words.len() as u32 / 2), returns, &words);
    let id = maker.records.push(name, info(Kind::Func, false, 0), proto, &[]);
    for tag in tags {
        let tagged = maker.records.push(tag.text, info(Kind::DeclTag, false, 0), id, &[tag.component]);
        maker.origins.push(Origin { id: tagged, annotation: tag.annotation, of: tag.of });
    }
    if let Some(flags) = kfunc {
        let mut tag = |text: &[u8]| {
            let text = maker.units.strings.intern(text);
            maker.records.push(text, info(Kind::DeclTag, false, 0), id, &[WHOLE]);
        };
        tag(b"bpf_kfunc");
        if flags & crate::kfuncs::FASTCALL != 0 {
            tag(b"bpf_fastcall");
        }
    }
}
