//! Large blobs. They are made on demand instead of being stored in the repository.

use btf::{Btf, Kind};

use crate::blob::{Blob, Order, bits};
use crate::elf::{Class, Elf, STRTAB, SYMTAB, Section};
use crate::ext_blob::{ExtBlob, SubSection};

/// A blob with five types for each of `structs` structs: a struct of three members, a pointer to it, a typedef of it,
/// the array type of its last member, and a const of it.
pub fn many_types(order: Order, structs: u32) -> Blob {
    let mut blob = Blob::new(order);
    let int = blob.int("int", 4, 1);
    let long = blob.int("unsigned long", 8, 0);
    for i in 0..structs {
        let own = blob.next_id();
        let pointer = own + 1;
        blob.structure(
            &format!("record_{i:06}"),
            24,
            &[("next", pointer, 0), ("number", int, 64), ("table", own + 3, 96)],
        );
        blob.pointer(own);
        blob.named(crate::blob::kind::TYPEDEF, &format!("record_{i:06}_t"), own);
        blob.array(int, long, 3);
        let const_own = blob.reference(crate::blob::kind::CONST, own);
        debug_assert_eq!(const_own, own + 4);
    }
    blob
}

/// A struct `wide` with `members` members: every third is a bitfield, every seventh an array, and there are holes.
pub fn wide_struct(order: Order, members: u32) -> Blob {
    let mut blob = Blob::new(order);
    let int = blob.int("unsigned int", 4, 0);
    let byte = blob.int("unsigned char", 1, 2);
    let long = blob.int("unsigned long", 8, 0);
    let bytes = blob.array(byte, int, 5);
    let mut at = 0u32;
    let mut list: Vec<(String, u32, u32)> = Vec::new();
    for i in 0..members {
        // In each group of three: a byte, a bitfield of 1 to 31 bits, a long (after a hole).
        let (type_id, word, end) = match i % 3 {
            _ if i % 7 == 6 => (bytes, bits(at, 0), at + 40),
            0 => (byte, bits(at, 0), at + 8),
            1 => {
                let size = i % 31 + 1;
                let start = at.next_multiple_of(32);
                (int, bits(start, size), start + size)
            }
            _ => {
                let start = at.next_multiple_of(64);
                (long, bits(start, 0), start + 64)
            }
        };
        at = end.next_multiple_of(8);
        list.push((format!("member_{i:03}"), type_id, word));
    }
    let members: Vec<_> = list.iter().map(|(name, type_id, word)| (name.as_str(), *type_id, *word)).collect();
    blob.composite(crate::blob::kind::STRUCT, "wide", at.next_multiple_of(64) / 8, true, &members);
    blob
}

/// An ENUM `many` and an ENUM64 `many64`, each with `values` values. Value i is i * 3, or -(2 to the 40th) * i in the
/// ENUM64.
pub fn wide_enum(order: Order, values: u32) -> Blob {
    let mut blob = Blob::new(order);
    let names: Vec<String> = (0..values).map(|i| format!("VALUE_{i:04}")).collect();
    let list: Vec<_> = names.iter().zip(0..).map(|(name, i)| (name.as_str(), i * 3)).collect();
    blob.enumeration("many", 4, false, &list);
    let list: Vec<_> = names.iter().zip(0i64..).map(|(name, i)| (name.as_str(), (-(1i64 << 40) * i) as u64)).collect();
    blob.enumeration64("many64", 8, true, &list);
    blob
}

/// Types of size 0: a struct and a union without members, an array of length 0, a struct of such members.
pub fn zero_bytes(order: Order) -> Blob {
    let mut blob = Blob::new(order);
    let int = blob.int("int", 4, 1);
    let nothing = blob.structure("nothing", 0, &[]);
    let either = blob.composite(crate::blob::kind::UNION, "either_nothing", 0, false, &[]);
    let none = blob.array(int, int, 0);
    let many = blob.array(nothing, int, 1000);
    blob.structure("all_nothing", 0, &[("a", nothing, 0), ("b", either, 0), ("c", none, 0), ("d", many, 0)]);
    blob
}

/// A little-endian BPF object with `count` CO-RE relocations: byte offsets of the first five members of a kernel's
/// structs, each at its own instruction. libbpf opens the object, and all relocations resolve on that kernel. Structs
/// with bitfields among these members are left out.
pub fn relocations(kernel: &Btf, count: u32) -> Vec<u8> {
    const MEMBERS: u32 = 5;
    fn first<'a>(t: &btf::Type<'a>) -> impl Iterator<Item = btf::Member<'a>> {
        t.members().take(MEMBERS as usize)
    }
    let fits = |t: &btf::Type<'_>| {
        let long = t.kind() == Kind::Struct && !t.is_anonymous() && t.vlen() >= MEMBERS;
        long && first(t).all(|member| member.bitfield_size() == 0)
    };
    let structs: Vec<_> = kernel.types().filter(fits).take((count / MEMBERS) as usize).collect();
    let roots: Vec<_> = structs.iter().map(|t| t.id()).collect();
    let minimal = share::minimal(kernel, &roots, &share::Options { depth: 0, tags: false });
    let mut types = minimal.bytes;
    // Add strings: they are last in the blob, and their length is in its header.
    let mut string = |text: &str| {
        let length = u32::from_le_bytes(types[20..24].try_into().expect("four bytes"));
        types.extend(text.bytes().chain([0]));
        types[20..24].copy_from_slice(&(length + text.len() as u32 + 1).to_le_bytes());
        length
    };
    let section = string("raw_tp/many");
    let access: Vec<u32> = (0..MEMBERS).map(|m| string(&format!("0:{m}"))).collect();
    let all = minimal.roots.iter().flat_map(|root| access.iter().map(|access| (root.0, *access)));
    let records: Vec<Vec<u32>> =
        (0..).step_by(8).zip(all).map(|(at, (root, access))| vec![at, root, access, 0]).collect();
    // `r1 = OFFSET` for each relocation. OFFSET is the member's offset in this kernel, which is also its offset in the
    // local type. libbpf refuses an instruction with another value. At the end, `r0 = 0` and `exit`.
    let offsets = structs.iter().flat_map(first).map(|member| member.bit_offset() / 8);
    let mut code: Vec<u8> = offsets.flat_map(|offset| [[0xb7, 1, 0, 0], offset.to_le_bytes()].concat()).collect();
    code.extend([0xb7, 0, 0, 0, 0, 0, 0, 0, 0x95, 0, 0, 0, 0, 0, 0, 0]);
    // The null symbol, and the program: a global function in section 1.
    let mut symbols = vec![0; 24];
    symbols.extend([1u32.to_le_bytes(), [0x12, 0, 1, 0]].concat());
    symbols.extend([0, code.len() as u64].map(u64::to_le_bytes).concat());
    let mut ext = ExtBlob::new(Order::Little, 32);
    ext.core_relo = Some(SubSection { record_size: 16, blocks: vec![(section, records)] });
    let mut program = Section::new("raw_tp/many", code);
    program.flags = 6;
    Elf::new(Class::Elf64, Order::Little, 247)
        .with(program)
        .with(Section::new(".BTF", types))
        .with(Section::new(".BTF.ext", ext.build()))
        .with(Section { kind: SYMTAB, link: 5, info: 1, entry_size: 24, align: 8, ..Section::new(".symtab", symbols) })
        .with(Section { kind: STRTAB, ..Section::new(".strtab", b"\0many\0".to_vec()) })
        .build()
}
