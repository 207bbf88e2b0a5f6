//! Compares types that a person named, in two files.

use btf::{Btf, Budget, Stopped, TypeId};
use relate::{Changed, Class, Comparison, Only, counterpart, difference};

/// Compares the types with a given name, `olds` in the older file and `news` in the newer one, and adds the result to
/// `found`.
///
/// # Errors
/// The budget is spent.
pub fn compare_named(
    found: &mut Comparison,
    (old, olds): (&Btf, &[TypeId]),
    (new, news): (&Btf, &[TypeId]),
    budget: &Budget,
) -> Result<(), Stopped> {
    let class = |btf: &Btf, id| btf.get(id).and_then(|t| Class::of(&t));
    let mut met = Vec::new();
    for &b in news {
        let Some(class) = class(new, b) else { continue };
        match counterpart(new, b, old) {
            Some(a) if !met.contains(&a) => {
                met.push(a);
                let d = difference(old, a, new, b, budget)?;
                if d.changes.is_empty() {
                    found.same += 1;
                    continue;
                }
                let changes = d.changes.len() as u32;
                found.changed.push(Changed { class, old: a, new: b, changes, effect: d.effect });
            }
            spare => found.added.push(Only { class, id: b, spare: spare.is_some() }),
        }
    }
    for &a in olds.iter().filter(|a| !met.contains(a)) {
        let Some(class) = class(old, a) else { continue };
        found.removed.push(Only { class, id: a, spare: !met.is_empty() });
    }
    Ok(())
}
