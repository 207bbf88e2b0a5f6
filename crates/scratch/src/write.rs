//! Encodes the records as BTF (btf.rst, "Type Encoding").

use blob::Writer;
use btf::{Kind, TypeId};

use crate::lower::{Root, Symbol};
use crate::order::{Entry, Order};
use crate::syntax::Basic;
use crate::types::{Id, Place, Shape, Types};
use crate::{Declared, Part};

/// The encoding of an INT.
const SIGNED: u32 = 1;
const BOOL: u32 = 4;

/// The blob, and where its types are declared.
pub(crate) fn write(types: &mut Types, roots: &[Root]) -> (Vec<u8>, Vec<Declared>) {
    let order = Order::new(types, roots);
    let mut out = Out { writer: Writer::new(types.target.endian), declared: Vec::new(), types, order: &order };
    for (i, entry) in order.entries.iter().enumerate() {
        out.entry(entry, TypeId(i as u32 + 1));
    }
    let pointer_sized = |e: &Entry| matches!(e, Entry::Type(id) if matches!(types.shape(*id), Shape::Basic(Basic::Long | Basic::UnsignedLong)));
    // Tools take the size of pointers from an INT named like `unsigned long` (libbpf `determine_ptr_size`).
    if types.target.word() == 4 && !order.entries.iter().any(pointer_sized) {
        out.basic(Basic::UnsignedLong);
    }
    (out.writer.finish(), out.declared)
}

struct Out<'t> {
    writer: Writer,
    declared: Vec<Declared>,
    types: &'t Types,
    order: &'t Order,
}

impl Out<'_> {
    /// The first three words of a record.
    fn head(&mut self, name: &str, kind: Kind, flag: bool, vlen: usize, third: u32) {
        let name = self.writer.string(name.as_bytes());
        self.writer.begin();
        self.words(&[name, (u32::from(flag) << 31) | (u32::from(kind.number()) << 24) | (vlen as u32 & 0xffff), third]);
    }

    fn words(&mut self, words: &[u32]) {
        for word in words {
            self.writer.word(*word);
        }
    }

    fn named(&mut self, name: &str, rest: &[u32]) {
        let name = self.writer.string(name.as_bytes());
        self.words(&[name]);
        self.words(rest);
    }

    fn placed(&mut self, id: TypeId, part: Part, place: &Place) {
        if let Some(range) = place {
            self.declared.push(Declared { id, part, range: range.clone() });
        }
    }

    fn entry(&mut self, entry: &Entry, id: TypeId) {
        match entry {
            Entry::Type(of) => {
                let shape = self.types.shape(*of).clone();
                self.shape(&shape, id);
            }
            Entry::DeclTag(of, component, says) => {
                self.head(says, Kind::DeclTag, false, 0, *of);
                self.words(&[component.unwrap_or(u32::MAX)]);
            }
            Entry::Function(symbol) => {
                let of = self.order.of(symbol.of);
                self.head(&symbol.name, Kind::Func, false, symbol.linkage as usize, of);
                self.placed(id, Part::Whole, &symbol.place);
            }
            Entry::Variable(symbol) => self.variable(symbol, id),
            Entry::Section(name, vars) => {
                let size = vars.iter().map(|[_, offset, size]| offset.saturating_add(*size)).max().unwrap_or(0);
                self.head(name, Kind::DataSec, false, vars.len(), size);
                for var in vars {
                    self.words(var);
                }
            }
        }
    }

    fn variable(&mut self, symbol: &Symbol, id: TypeId) {
        let of = self.order.of(symbol.of);
        self.head(&symbol.name, Kind::Var, false, 0, of);
        self.words(&[symbol.linkage as u32]);
        self.placed(id, Part::Whole, &symbol.place);
    }

    fn shape(&mut self, shape: &Shape, id: TypeId) {
        let order = self.order;
        match shape {
            Shape::Basic(basic) => self.basic(*basic),
            Shape::IndexInt => {
                self.head("__ARRAY_SIZE_TYPE__", Kind::Int, false, 0, 4);
                self.words(&[32]);
            }
            Shape::Ptr(of) => self.head("", Kind::Ptr, false, 0, order.of(*of)),
            Shape::Const(of) => self.head("", Kind::Const, false, 0, order.of(*of)),
            Shape::Volatile(of) => self.head("", Kind::Volatile, false, 0, order.of(*of)),
            Shape::Restrict(of) => self.head("", Kind::Restrict, false, 0, order.of(*of)),
            Shape::TypeTag(of, says) => self.head(says, Kind::TypeTag, false, 0, order.of(*of)),
            Shape::Array(of, count) => self.array(*of, count.unwrap_or(0)),
            Shape::Vector(of, count) => self.array(*of, *count),
            Shape::Typedef(i) => {
                let Some(typedef) = self.types.typedefs.get(*i as usize) else { return };
                self.head(&typedef.name, Kind::Typedef, false, 0, order.of(typedef.of));
                self.placed(id, Part::Whole, &typedef.place);
            }
            Shape::Record(i) => self.record(*i, id),
            Shape::Enum(i) => self.enumeration(*i, id),
            Shape::Proto(proto) => {
                let vlen = proto.params.len() + usize::from(proto.variadic);
                self.head("", Kind::FuncProto, false, vlen, order.of(proto.returns));
                for (name, of) in &proto.params {
                    self.named(name, &[order.of(*of)]);
                }
                if proto.variadic {
                    self.words(&[0, 0]);
                }
            }
        }
    }

    fn array(&mut self, of: Id, count: u32) {
        self.head("", Kind::Array, false, 0, 0);
        self.words(&[self.order.of(of), self.order.index, count]);
    }

    fn basic(&mut self, basic: Basic) {
        let size = self.types.basic_size(basic).unwrap_or(0) as u32;
        let (name, encoding) = match basic {
            Basic::Void => return,
            Basic::Float16 => return self.head("_Float16", Kind::Float, false, 0, size),
            Basic::Float => return self.head("float", Kind::Float, false, 0, size),
            Basic::LongDouble => return self.head("long double", Kind::Float, false, 0, size),
            Basic::Double => return self.head("double", Kind::Float, false, 0, size),
            Basic::Bool => ("_Bool", BOOL),
            Basic::Char => ("char", SIGNED),
            Basic::SignedChar => ("signed char", SIGNED),
            Basic::UnsignedChar => ("unsigned char", 0),
            Basic::Short => ("short", SIGNED),
            Basic::UnsignedShort => ("unsigned short", 0),
            Basic::Int => ("int", SIGNED),
            Basic::Unsigned => ("unsigned int", 0),
            Basic::Long => ("long", SIGNED),
            Basic::UnsignedLong => ("unsigned long", 0),
            Basic::LongLong => ("long long", SIGNED),
            Basic::UnsignedLongLong => ("unsigned long long", 0),
            Basic::Int128 => ("__int128", SIGNED),
            Basic::UnsignedInt128 => ("unsigned __int128", 0),
        };
        self.head(name, Kind::Int, false, 0, size);
        self.words(&[(encoding << 24) | (size * 8)]);
    }

    fn record(&mut self, i: u32, id: TypeId) {
        let Some(record) = self.types.records.get(i as usize) else { return };
        self.placed(id, Part::Whole, &record.place);
        let Some(body) = &record.body else {
            return self.head(&record.name, Kind::Fwd, record.is_union, 0, 0);
        };
        let kind = if record.is_union { Kind::Union } else { Kind::Struct };
        // In a struct with bitfields, the upper eight bits of each offset are the width.
        let flag = body.members.iter().any(|m| m.width.is_some());
        self.head(&record.name, kind, flag, body.members.len(), body.size as u32);
        for (i, m) in body.members.iter().enumerate() {
            let width = if flag { m.width.unwrap_or(0) << 24 } else { 0 };
            self.named(&m.name, &[self.order.of(m.of), m.bit_offset as u32 | width]);
            self.placed(id, Part::Member(i as u32), &m.place);
        }
    }

    fn enumeration(&mut self, i: u32, id: TypeId) {
        let Some(e) = self.types.enums.get(i as usize) else { return };
        self.placed(id, Part::Whole, &e.place);
        let values = e.values.as_deref().unwrap_or_default();
        let wide = e.size == 8;
        // clang writes size 0 for an enum that is only declared.
        let size = if e.values.is_some() { e.size } else { 0 };
        self.head(&e.name, if wide { Kind::Enum64 } else { Kind::Enum }, e.signed, values.len(), size);
        for (i, (name, value, place)) in values.iter().enumerate() {
            let bits = *value as u64;
            self.named(name, &[bits as u32]);
            if wide {
                self.words(&[(bits >> 32) as u32]);
            }
            self.placed(id, Part::Enumerator(i as u32), place);
        }
    }
}
