//! Taking a kernel out of an atlas: its BTF is made again, with the same types and other ids.

use crate::decode::Forms;
use crate::error::{Error, ErrorKind};
use crate::names::Names;
use crate::open::{Atlas, read, unpack_forms, unpack_names};
use crate::ranges::Ranges;
use crate::taking::{Met, Others, Taking};

impl<R: Ranges> Atlas<R> {
    /// The BTF of a kernel, by its number in [`Atlas::kernels`]. It has the types of the original, in another order, so ids differ.
    /// Types of one name and kind keep their order among themselves.
    ///
    /// # Errors
    /// When there is no such kernel, a block is damaged, or its bytes are not at hand.
    pub fn take_out(&self, kernel: u32) -> Result<Vec<u8>, Error> {
        let Some(about) = self.kernels().get(kernel as usize) else {
            let message = format!("no kernel {kernel}: the atlas has {}", self.kernels().len());
            return Err(Error::new(ErrorKind::Kernel(message), Default::default()));
        };
        let has: Vec<bool> = self.directory.sets.iter().map(|set| set.has(kernel)).collect();
        let blocks = self.all_blocks()?;
        let mut taking = Taking::new(about.endian);
        let places = |names: &Names| -> Vec<(usize, usize)> {
            let of = names.items.iter().enumerate().flat_map(|(item, i)| i.places.clone().map(move |at| (item, at)));
            let here = |at: &usize| names.places.get(*at).is_some_and(|p| has.get(p.set as usize) == Some(&true));
            of.filter(|(_, at)| here(at)).collect()
        };
        let mut chosen = Vec::with_capacity(blocks.len());
        for (names, _) in &blocks {
            let here = places(names);
            for (item, at) in &here {
                let (item, ordinal) = (&names.items[*item], names.places[*at].ordinal);
                taking.ask(item.kind, &item.name, ordinal);
            }
            chosen.push(here);
        }
        for (i, ((names, forms), here)) in blocks.iter().zip(chosen).enumerate() {
            let mut met = Met::of(forms);
            for (item, at) in here {
                let name = &names.items[item].name;
                taking.form(name, (forms, &mut met), at as u32, Others::Missing).map_err(|_| self.dangling(i, name))?;
            }
        }
        Ok(taking.finish())
    }

    /// A form refers to what the kernel does not have.
    pub(crate) fn dangling(&self, block: usize, name: &[u8]) -> Error {
        let range = self.directory.blocks.get(block).map(|b| b.forms.range).unwrap_or_default();
        let expected = format!("that all that “{}” refers to is in the same kernel", String::from_utf8_lossy(name));
        Error::new(ErrorKind::Damaged { part: "a block of forms", at: 0, expected }, range)
    }

    /// All blocks, unpacked on all processors where there are threads.
    fn all_blocks(&self) -> Result<Vec<(Names, Forms)>, Error> {
        let sets = self.set_count();
        let mut stored = Vec::new();
        for block in &self.directory.blocks {
            stored.push((read(self.ranges(), block.names.range)?, read(self.ranges(), block.forms.range)?));
        }
        let blocks = &self.directory.blocks;
        let unpack = |at: usize| {
            let (block, (names, forms)) = (blocks.get(at)?, stored.get(at)?);
            Some(unpack_names(names, &block.names, block.class, sets).and_then(|names| {
                let forms = unpack_forms(forms, &block.forms, &names)?;
                Ok((names, forms))
            }))
        };
        in_parallel(blocks.len(), unpack)
    }
}

#[cfg(target_family = "wasm")]
fn in_parallel<T>(count: usize, make: impl Fn(usize) -> Option<Result<T, Error>>) -> Result<Vec<T>, Error> {
    (0..count).filter_map(make).collect()
}

#[cfg(not(target_family = "wasm"))]
fn in_parallel<T: Send>(count: usize, make: impl Fn(usize) -> Option<Result<T, Error>> + Sync) -> Result<Vec<T>, Error> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(count.max(1));
    let each = &|first: usize| (first..count).step_by(threads).filter_map(&make).collect::<Vec<_>>();
    let mut done: Vec<_> = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|first| scope.spawn(move || each(first))).collect();
        let mut done = vec![each(0).into_iter()];
        // A thread that panicked has nothing to give; reading does not panic.
        done.extend(others.into_iter().map(|thread| thread.join().unwrap_or_default().into_iter()));
        done
    });
    (0..count).filter_map(|at| done[at % threads].next()).collect()
}
