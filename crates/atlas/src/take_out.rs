//! Takes a kernel out of an atlas: makes a BTF with the same types under other ids.

use crate::error::{Error, ErrorKind};
use crate::open::{Atlas, read, unpack_forms, unpack_names};
use crate::parallel::in_order;
use crate::ranges::Ranges;
use crate::taking::{Met, Others, Taking};

/// The most bytes of types that are taken out; BTF of a kernel has far fewer.
const MAX_BLOB: usize = 1 << 30;

impl<R: Ranges> Atlas<R> {
    /// The BTF of a kernel, by its index in [`Atlas::kernels`]. It has the types of the original in another order, so
    /// ids differ. Types of the same name and kind keep their order.
    ///
    /// # Errors
    /// When there is no such kernel, a block or a page of kernel sets is damaged or not at hand, or the types take more
    /// than 1 GiB.
    pub fn take_out(&self, kernel: u32) -> Result<Vec<u8>, Error> {
        let about = self.kernel(kernel)?;
        let has = self.sets_with(kernel)?;
        let (blocks, directory) = (&self.directory.blocks, &self.directory);
        let (mut names, mut chosen) = (Vec::with_capacity(blocks.len()), Vec::with_capacity(blocks.len()));
        let mut taking = Taking::new(about.endian);
        in_order(
            blocks.len(),
            |at| read(self.ranges(), blocks[at].names.range),
            |at, stored| unpack_names(&stored, &blocks[at].names, blocks[at].class, directory.numbers(&blocks[at])),
            |_, of| {
                let mut here = Vec::new();
                for (number, item) in of.items.iter().enumerate() {
                    for at in item.places.clone() {
                        let Some(place) = of.places.get(at).filter(|p| has.get(p.set as usize) == Some(&true)) else {
                            continue;
                        };
                        taking.ask(item.kind, &item.name, place.ordinal);
                        here.push((number, at));
                    }
                }
                names.push(of);
                chosen.push(here);
                Ok(())
            },
        )?;
        let used: Vec<usize> = (0..chosen.len()).filter(|&block| !chosen[block].is_empty()).collect();
        in_order(
            used.len(),
            |at| read(self.ranges(), blocks[used[at]].forms.range),
            |at, stored| unpack_forms(&stored, &blocks[used[at]].forms, &names[used[at]]),
            |at, forms| {
                let (block, mut met) = (used[at], Met::of(&forms));
                for &(item, at) in &chosen[block] {
                    let name = &names[block].items[item].name;
                    let done = taking.form((&forms, &mut met), at as u32, Others::Missing);
                    done.map_err(|_| self.dangling(block, name))?;
                    if taking.len() > MAX_BLOB {
                        let message = format!("{about}: its types take more than {MAX_BLOB} bytes");
                        return Err(Error::new(ErrorKind::TooMuch(message), Default::default()));
                    }
                }
                Ok(())
            },
        )?;
        Ok(taking.finish())
    }

    /// The error for a form that refers to a name that the kernel does not have.
    pub(crate) fn dangling(&self, block: usize, name: &[u8]) -> Error {
        let range = self.directory.blocks.get(block).map(|b| b.forms.range).unwrap_or_default();
        let expected = format!("every type that “{}” refers to in the same kernel", btf::visible(name));
        Error::new(ErrorKind::Damaged { part: "a block of forms", at: 0, expected }, range)
    }
}
