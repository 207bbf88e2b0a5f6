//! Taking a kernel out of an atlas: its BTF is made again, with the same types and other ids.

use crate::decode::Forms;
use crate::error::{Error, ErrorKind};
use crate::names::Names;
use crate::open::{Atlas, read, unpack_forms, unpack_names};
use crate::ranges::Ranges;
use crate::taking::{Met, Others, Taking};

/// Blocks whose forms are unpacked at once.
const AT_ONCE: usize = 8;

/// The most bytes of types that are taken out: more than BTF holds for a kernel.
const MAX_BLOB: usize = 1 << 30;

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
        let names = self.all_names()?;
        let mut chosen = Vec::with_capacity(names.len());
        for names in &names {
            let here: Vec<(usize, usize)> = names
                .items
                .iter()
                .enumerate()
                .flat_map(|(item, i)| i.places.clone().map(move |at| (item, at)))
                .filter(|(_, at)| names.places.get(*at).is_some_and(|p| has.get(p.set as usize) == Some(&true)))
                .collect();
            chosen.push(here);
        }
        let mut taking = Taking::new(about.endian, chosen.iter().map(Vec::len).sum());
        for (names, here) in names.iter().zip(&chosen) {
            for (item, at) in here {
                let (item, ordinal) = (&names.items[*item], names.places[*at].ordinal);
                taking.ask(item.kind, &item.name, ordinal);
            }
        }
        // Some blocks at a time: what a hostile one unpacks to is not to be held of all at once.
        for first in (0..names.len()).step_by(AT_ONCE) {
            let window = first..names.len().min(first + AT_ONCE);
            let forms = self.some_forms(first, &names[window.clone()])?;
            for (block, forms) in window.zip(&forms) {
                let mut met = Met::of(forms);
                for &(item, at) in &chosen[block] {
                    let name = &names[block].items[item].name;
                    let done = taking.form((forms, &mut met), at as u32, Others::Missing);
                    done.map_err(|_| self.dangling(block, name))?;
                    if taking.len() > MAX_BLOB {
                        let message = format!("{about}: its types take more than {MAX_BLOB} bytes");
                        return Err(Error::new(ErrorKind::TooMuch(message), Default::default()));
                    }
                }
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

    /// The names of all blocks.
    fn all_names(&self) -> Result<Vec<Names>, Error> {
        let (blocks, sets) = (&self.directory.blocks, self.set_count());
        let stored: Result<Vec<_>, Error> = blocks.iter().map(|b| read(self.ranges(), b.names.range)).collect();
        let stored = stored?;
        in_parallel(blocks.len(), |i| unpack_names(&stored[i], &blocks[i].names, blocks[i].class, sets))
    }

    /// The forms of the blocks from `first` on, of which these are the names.
    fn some_forms(&self, first: usize, names: &[Names]) -> Result<Vec<Forms>, Error> {
        let blocks = self.directory.blocks.get(first..first + names.len()).unwrap_or_default();
        let stored: Result<Vec<_>, Error> = blocks.iter().map(|b| read(self.ranges(), b.forms.range)).collect();
        let stored = stored?;
        in_parallel(blocks.len(), |i| unpack_forms(&stored[i], &blocks[i].forms, &names[i]))
    }
}

/// Makes so many things, on all processors where there are threads.
#[cfg(target_family = "wasm")]
fn in_parallel<T>(count: usize, make: impl Fn(usize) -> Result<T, Error>) -> Result<Vec<T>, Error> {
    (0..count).map(make).collect()
}

/// Makes so many things, on all processors where there are threads.
#[cfg(not(target_family = "wasm"))]
fn in_parallel<T: Send>(count: usize, make: impl Fn(usize) -> Result<T, Error> + Sync) -> Result<Vec<T>, Error> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(count.max(1));
    let each = &|first: usize| (first..count).step_by(threads).map(&make).collect::<Vec<_>>();
    let mut done: Vec<_> = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|first| scope.spawn(move || each(first))).collect();
        let mut done = vec![each(0).into_iter()];
        // A thread that panicked has nothing to give; reading does not panic.
        done.extend(others.into_iter().map(|thread| thread.join().unwrap_or_default().into_iter()));
        done
    });
    (0..count).filter_map(|at| done[at % threads].next()).collect()
}
