//! `Wire` for types of crates that do not depend on this one: `btf`, `container`, `bpf`, `relo`, `relate`, `picture`
//! and `needs`.

use std::sync::Arc;

use bpf::{AsmKind, Insn};
use btf::{BlobRange, Kind, TypeId};
use container::{FileRange, IdSymbol};
use picture::{Drawing, DrawnEdge, DrawnName, DrawnNode, Kept, Line, Paint, Point};
use relate::{ChangeEffect, Class, NodeKey, Relation, User};
use relo::{CoreKind, ReloVerdict};

use crate::{Packed, Reader, Wire};

/// `Wire` for a struct or an enum of another crate, where it cannot be derived. Takes the names of all fields, and a
/// made-up name for each unnamed field of a variant. A missing field or variant does not compile.
macro_rules! wire {
    (struct $name:ident { $($field:ident),* $(,)? }) => {
        impl Wire for $name {
            fn put(&self, to: &mut Packed) {
                let $name { $($field),* } = self;
                $(Wire::put($field, to);)*
            }

            fn get(from: &mut Reader<'_>) -> $name {
                // Fields are read in the order in which they were written.
                $name { $($field: Wire::get(from)),* }
            }
        }
    };
    // For enums without data. Their constant `ALL` must list the variants in the order of their declaration.
    (all $($name:ty),* $(,)?) => {
        $(impl Wire for $name {
            fn put(&self, to: &mut Packed) {
                (*self as u8).put(to);
            }

            fn get(from: &mut Reader<'_>) -> $name {
                *from.place(&<$name>::ALL)
            }
        })*
    };
    (enum $name:ident { $($variant:ident $(($($part:ident),*))?),* $(,)? }) => {
        impl Wire for $name {
            fn put(&self, to: &mut Packed) {
                enum Place { $($variant),* }
                match self {
                    $($name::$variant $(($($part),*))? => {
                        Wire::put(&(Place::$variant as u8), to);
                        $($(Wire::put($part, to);)*)?
                    })*
                }
            }

            fn get(from: &mut Reader<'_>) -> $name {
                enum Place { $($variant),* }
                const PLACES: &[Place] = &[$(Place::$variant),*];
                match from.place(PLACES) {
                    $(Place::$variant => {
                        $($(let $part = Wire::get(from);)*)?
                        $name::$variant $(($($part),*))?
                    })*
                }
            }
        }
    };
}

impl Wire for Arc<[TypeId]> {
    fn put(&self, to: &mut Packed) {
        self.len().put(to);
        self.iter().for_each(|id| id.put(to));
    }

    fn get(from: &mut Reader<'_>) -> Arc<[TypeId]> {
        Vec::get(from).into()
    }
}

impl Wire for TypeId {
    fn put(&self, to: &mut Packed) {
        self.0.put(to);
    }

    fn get(from: &mut Reader<'_>) -> TypeId {
        TypeId(u32::get(from))
    }
}

impl Wire for Kind {
    fn put(&self, to: &mut Packed) {
        self.number().put(to);
    }

    fn get(from: &mut Reader<'_>) -> Kind {
        Kind::from_number(u8::get(from))
    }
}

impl Wire for BlobRange {
    fn put(&self, to: &mut Packed) {
        (self.start, self.end).put(to);
    }

    fn get(from: &mut Reader<'_>) -> BlobRange {
        let (start, end) = <(u32, u32)>::get(from);
        BlobRange::new(start, end)
    }
}

wire!(all ChangeEffect, Class, Paint, Relation, CoreKind, ReloVerdict, needs::Has, needs::NeedKind, relate::Usage);
wire!(struct IdSymbol { name, offset, size });
wire!(struct User { usage, from, slot, held, pointers, arrays });
wire!(struct Drawing { nodes, edges, cut });
wire!(struct DrawnName { key, label, at, more });
wire!(struct DrawnNode { key, rank, label, detail, paint, at, size, open, more, hub, names });
wire!(struct DrawnEdge { from, to, relation, label, names, tags, line });
wire!(struct Line { points, is_loop, leaves_right, enters_right, label, label_at, label_ends });
wire!(struct Point { x, y });
wire!(struct Kept { key, at, size });
wire!(
    enum NodeKey {
        Type(id),
        MoreUsers(id),
        MoreUses(id),
        Other(number),
        Box(id, path),
    }
);
wire!(struct FileRange { start, end });
wire!(struct Insn { code, dst, src, off, imm });
wire!(
    enum AsmKind {
        Keyword,
        Register,
        Number,
        Type,
        Function,
        Target,
        Punct,
        Unknown,
    }
);
