//! Iterators over the items of a record.

use crate::blob::Btf;
use crate::bytes::Endian;
use crate::ids::{BlobRange, MemberIndex, StringOffset, TypeId};
use crate::items::{Enumerator, Member, Param, SecVar};

macro_rules! item_iter {
    ($(#[$doc:meta])* $name:ident of $item:ident { $($field:ident : $ty:ty),* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $name<'a> {
            pub(crate) btf: &'a Btf,
            pub(crate) bytes: &'a [u8],
            pub(crate) at: u32,
            pub(crate) index: u32,
            $(pub(crate) $field: $ty,)*
        }

        impl<'a> $name<'a> {
            /// The N words of the next item, their range in the blob, and the item's index.
            fn take<const N: usize>(&mut self) -> Option<([u32; N], BlobRange, MemberIndex)> {
                let size = N * 4;
                let (item, rest) = self.bytes.split_at_checked(size)?;
                let endian = self.btf.endian();
                let mut words = [0; N];
                for (word, chunk) in words.iter_mut().zip(item.as_chunks::<4>().0) {
                    *word = endian.u32(*chunk);
                }
                let range = BlobRange::at(self.at, size as u32);
                let index = MemberIndex(self.index);
                self.bytes = rest;
                self.at = range.end;
                self.index += 1;
                Some((words, range, index))
            }

            /// Goes on at item `index` without reading the items before it. It never goes back.
            pub fn from_index(mut self, index: u32) -> Self {
                let size = self.item_size();
                let skip = (u64::from(index.saturating_sub(self.index)) * size as u64).min(self.bytes.len() as u64) as usize;
                self.bytes = &self.bytes[skip..];
                self.at = self.at.saturating_add(skip as u32);
                self.index = index.max(self.index);
                self
            }
        }

        impl<'a> Iterator for $name<'a> {
            type Item = $item<'a>;

            fn next(&mut self) -> Option<$item<'a>> {
                self.read()
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                let n = self.bytes.len() / self.item_size();
                (n, Some(n))
            }
        }

        impl ExactSizeIterator for $name<'_> {}
    };
}

item_iter! {
    /// The members of a struct or union, in file order.
    Members of Member { flag: bool }
}

item_iter! {
    /// The enumerators of an enum, in file order.
    Enumerators of Enumerator { signed: bool, wide: bool }
}

item_iter! {
    /// The parameters of a prototype, in order.
    Params of Param {}
}

item_iter! {
    /// The variables of a section, in file order.
    SecVars of SecVar {}
}

impl<'a> Members<'a> {
    fn item_size(&self) -> usize {
        12
    }

    fn read(&mut self) -> Option<Member<'a>> {
        let ([name, type_id, raw_offset], range, index) = self.take::<3>()?;
        Some(Member {
            btf: self.btf,
            index,
            name_offset: StringOffset(name),
            type_id: TypeId(type_id),
            raw_offset,
            kind_flag: self.flag,
            range,
        })
    }
}

impl<'a> Enumerators<'a> {
    fn item_size(&self) -> usize {
        if self.wide { 12 } else { 8 }
    }

    fn read(&mut self) -> Option<Enumerator<'a>> {
        let (name, raw, range, index) = if self.wide {
            let ([name, lo, hi], range, index) = self.take::<3>()?;
            (name, u64::from(hi) << 32 | u64::from(lo), range, index)
        } else {
            let ([name, value], range, index) = self.take::<2>()?;
            (name, u64::from(value), range, index)
        };
        Some(Enumerator {
            btf: self.btf,
            index,
            name_offset: StringOffset(name),
            raw,
            signed: self.signed,
            wide: self.wide,
            range,
        })
    }
}

impl<'a> Params<'a> {
    fn item_size(&self) -> usize {
        8
    }

    fn read(&mut self) -> Option<Param<'a>> {
        let ([name, type_id], range, index) = self.take::<2>()?;
        Some(Param { btf: self.btf, index, name_offset: StringOffset(name), type_id: TypeId(type_id), range })
    }
}

impl<'a> SecVars<'a> {
    fn item_size(&self) -> usize {
        12
    }

    fn read(&mut self) -> Option<SecVar<'a>> {
        let ([type_id, offset, size], range, index) = self.take::<3>()?;
        Some(SecVar { btf: self.btf, index, type_id: TypeId(type_id), offset, size, range })
    }
}

/// The items of a record as plain words.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    pub(crate) endian: Endian,
    pub(crate) bytes: &'a [u8],
}

impl Iterator for Words<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let (word, rest) = self.bytes.split_first_chunk::<4>()?;
        self.bytes = rest;
        Some(self.endian.u32(*word))
    }
}
