//! Large hostile objects: the prediction whether libbpf opens and loads them ends.

use open::Opened;
use tests::blob::{Blob, Order, kind};
use tests::clock::ends;
use tests::elf::{Class, Elf, REL, STRTAB, SYMTAB, Section};

/// `st_info` of global symbols: undefined, of a variable, of a function.
const EXTERN: u8 = 0x10;
const OBJECT: u8 = 0x11;
const FUNC: u8 = 0x12;
/// The flags of a section of code: SHF_ALLOC, SHF_EXECINSTR.
const CODE: u64 = 6;

/// An object that is being written. The sections come first, so their indices begin with 1.
struct Object {
    sections: Vec<Section>,
    blob: Blob,
    symbols: Vec<u8>,
    strings: Vec<u8>,
}

impl Object {
    fn new() -> Object {
        Object { sections: Vec::new(), blob: Blob::new(Order::Little), symbols: vec![0; 24], strings: vec![0] }
    }

    /// Adds a symbol whose name is at an offset of the strings.
    fn symbol(&mut self, name: u32, info: u8, section: u16, value: u64, size: u64) {
        self.symbols.extend(name.to_le_bytes());
        self.symbols.extend([info, 0]);
        self.symbols.extend(section.to_le_bytes());
        self.symbols.extend([value, size].map(u64::to_le_bytes).concat());
    }

    /// Adds a string for symbols; returns its offset.
    fn string(&mut self, text: &str) -> u32 {
        let at = self.strings.len() as u32;
        self.strings.extend([text.as_bytes(), &[0]].concat());
        at
    }

    /// Adds a section of code with a program for each of these places: its start and its size in bytes.
    fn programs(&mut self, section: &str, slots: usize, places: impl Iterator<Item = (u64, u64)>) {
        self.sections.push(Section { flags: CODE, ..Section::new(section, vec![0; slots * 8]) });
        let (index, name) = (self.sections.len() as u16, self.string("program"));
        for (start, size) in places {
            self.symbol(name, FUNC, index, start, size);
        }
    }

    /// Adds relocations of a section by the symbol with this index.
    fn relocations(&mut self, of: u32, symbol: u64, offsets: impl Iterator<Item = u64>) {
        let name = format!(".rel{}", self.sections[of as usize - 1].name);
        let data = offsets.flat_map(|at| [at, symbol << 32 | 1].map(u64::to_le_bytes).concat()).collect();
        let link = self.sections.len() as u32 + 3;
        self.sections.push(Section {
            kind: REL,
            link,
            info: of,
            entry_size: 16,
            align: 8,
            ..Section::new(&name, data)
        });
    }

    fn open(self) -> Opened {
        let strings_at = self.sections.len() as u32 + 3;
        let mut elf = Elf::new(Class::Elf64, Order::Little, 247);
        elf.sections = self.sections;
        let symbols = Section::new(".symtab", self.symbols);
        let bytes = elf
            .with(Section::new(".BTF", self.blob.build()))
            .with(Section { kind: SYMTAB, link: strings_at, info: 1, entry_size: 24, align: 8, ..symbols })
            .with(Section { kind: STRTAB, ..Section::new(".strtab", self.strings) })
            .build();
        ends("open", || open::open(&bytes, "many.o"))
    }
}

#[track_caller]
fn is_fine(opened: &Opened) {
    assert_eq!((&opened.refusal, &opened.without_btf, &opened.load[..]), (&None, &None, &[][..]), "{:?}", opened.lines);
}

/// Names of variables that overlap: each begins one byte after the one before, and all have one end.
#[test]
fn names_of_symbols_that_overlap() {
    let mut object = Object::new();
    object.sections.push(Section::new(".data", vec![0; 8]));
    let name = object.string(&"a".repeat(1 << 20));
    for i in 0..40_000 {
        object.symbol(name + i, OBJECT, 1, 0, 8);
    }
    is_fine(&object.open());
}

/// Names of symbols in a section of strings that does not end with a NUL.
#[test]
fn strings_without_an_end() {
    let mut object = Object::new();
    object.sections.push(Section::new(".data", vec![0; 8]));
    object.strings = vec![b'a'; 16 << 20];
    for i in 0..1_000_000 {
        object.symbol(i, OBJECT, 1, 0, 8);
    }
    is_fine(&object.open());
}

/// Names before the last NUL of such a section are read all the same.
#[test]
fn names_before_the_last_nul() {
    for (name, says) in [(1, None), (3, None), (4, Some("invalid section index"))] {
        let mut object = Object::new();
        object.strings = b"\0ab\0cd".to_vec();
        object.programs("raw_tp/a", 1, [].into_iter());
        object.strings.truncate(6);
        object.symbol(name, FUNC, 1, 0, 8);
        let opened = object.open();
        match says {
            None => is_fine(&opened),
            Some(says) => assert!(opened.lines[0].ends_with(says), "{:?}", opened.lines),
        }
    }
}

/// Maps whose declarations are one struct of many members.
#[test]
fn maps_of_one_declaration() {
    let mut object = Object::new();
    object.sections.push(Section::new(".maps", vec![0; 8]));
    let blob = &mut object.blob;
    let int = blob.int("int", 4, 1);
    let array = blob.array(int, int, 1);
    let number = blob.pointer(array);
    let member = [blob.string("type"), number, 0];
    let declaration = blob.record(0, kind::STRUCT, 20_000, false, 8, &member.repeat(20_000));
    let mut items = Vec::new();
    for i in 0..200_000 {
        let name = format!("m{i}");
        items.push([object.blob.variable(&name, declaration, 1), 0, 8]);
        let name = object.string(&name);
        object.symbol(name, OBJECT, 1, 0, 8);
    }
    object.blob.data_section(".maps", 8, &items);
    is_fine(&object.open());
}

/// DATASECs without a size, whose section is the last of many.
#[test]
fn sections_of_variables_without_a_size() {
    let mut object = Object::new();
    object.sections.extend((0..50_000).map(|i| Section::new(&format!("s{i}"), Vec::new())));
    object.sections.push(Section::new("last", vec![0; 8]));
    object.blob.int("int", 4, 1);
    for _ in 0..300_000 {
        object.blob.data_section("last", 0, &[]);
    }
    is_fine(&object.open());
}

/// Variables of struct_ops, and relocations of members of each.
#[test]
fn struct_ops_of_many_variables_and_of_many_members() {
    const MANY: u32 = 200_000;
    for one_variable in [false, true] {
        let mut object = Object::new();
        object.sections.push(Section::new(".struct_ops", vec![0; MANY as usize * 8]));
        object.programs("struct_ops/f", 1, [(0, 8)].into_iter());
        object.relocations(1, 1, (0..u64::from(MANY)).rev().map(|i| i * 8));
        let blob = &mut object.blob;
        let prototype = blob.prototype(0, &[]);
        let pointer = blob.pointer(prototype);
        let count = if one_variable { MANY } else { 1 };
        let members: Vec<u32> = (0..count).flat_map(|i| [0, pointer, i * 64]).collect();
        let name = blob.string("ops");
        let ops = blob.record(name, kind::STRUCT, count, false, count * 8, &members);
        // A static variable needs no symbol, and may be listed many times.
        let variable = blob.variable("v", ops, 0);
        let items: Vec<[u32; 3]> = (0..MANY / count).map(|i| [variable, i * 8, count * 8]).collect();
        blob.data_section(".struct_ops", MANY * 8, &items);
        is_fine(&object.open());
    }
}

/// Programs that begin one after the other and have one end.
#[test]
fn programs_that_overlap() {
    const MANY: u64 = 100_000;
    let mut object = Object::new();
    object.blob.int("int", 4, 1);
    object.programs("raw_tp/a", MANY as usize, (0..MANY).map(|i| (i * 8, (MANY - i) * 8)));
    let opened = object.open();
    is_fine(&opened);
    // Not all of them are checked, and this is said: the others may be refused.
    assert!(opened.load_unfinished);
}

/// Many programs, and many tags of a function that name a callback of exceptions.
#[test]
fn callbacks_of_many_programs() {
    const MANY: u64 = 100_000;
    let mut object = Object::new();
    let prototype = object.blob.prototype(0, &[]);
    let function = object.blob.function("other", prototype, 1);
    for _ in 0..200_000 {
        object.blob.decl_tag("exception_callback:none", false, function, -1);
    }
    object.programs("raw_tp/a", MANY as usize, (0..MANY).map(|i| (i * 8, 8)));
    is_fine(&object.open());
}

/// Functions that decl tags give a callback: the order of libbpf's checks of one program.
#[test]
fn callbacks_of_a_program() {
    let says = |tags: &[(&str, &str, u32)]| {
        let mut object = Object::new();
        let prototype = object.blob.prototype(0, &[]);
        for (tag, function, linkage) in tags {
            let function = object.blob.function(function, prototype, *linkage);
            object.blob.decl_tag(&format!("exception_callback:{tag}"), false, function, -1);
        }
        object.programs("raw_tp/a", 1, [(0, 8)].into_iter());
        object.sections.push(Section { flags: CODE, ..Section::new(".text", vec![0; 8]) });
        let name = object.string("callback");
        object.symbol(name, FUNC, 2, 0, 8);
        let load = object.open().load;
        load.into_iter().next().and_then(|of| of.refusal.line).unwrap_or_default()
    };
    let missing = "prog 'program': cannot find exception callback 'no'";
    let not_main = "prog 'program': exception_callback:<value> decl tag not applied to the main program";
    let empty = "prog 'program': exception_callback:<value> decl tag contains empty value";
    assert_eq!(says(&[("callback", "program", 1)]), "");
    assert_eq!(says(&[("no", "other", 1)]), "");
    assert_eq!(says(&[("no", "program", 1)]), missing);
    assert_eq!(says(&[("", "program", 1)]), empty);
    assert_eq!(says(&[("callback", "program", 1), ("callback", "other", 0)]), not_main);
    assert_eq!(says(&[("callback", "other", 0), ("no", "program", 1)]), not_main);
    assert_eq!(says(&[("no", "program", 1), ("callback", "other", 0)]), missing);
    // libbpf leaves two tags of one function to the verifier, and does not look at the tags behind them.
    assert_eq!(says(&[("callback", "program", 1), ("no", "program", 1), ("callback", "other", 0)]), "");
}

/// A function of the kernel that is listed many times and has many parameters without names.
#[test]
fn a_kernel_function_listed_many_times() {
    const MANY: u32 = 200_000;
    let mut object = Object::new();
    let blob = &mut object.blob;
    let int = blob.int("int", 4, 1);
    let prototype = blob.record(0, kind::FUNC_PROTO, MANY, false, 0, &[0, int].repeat(MANY as usize));
    let function = blob.function("f", prototype, 2);
    blob.data_section(".ksyms", 0, &vec![[function, 0, 4]; MANY as usize]);
    let name = object.string("f");
    object.symbol(name, EXTERN, 0, 0, 0);
    is_fine(&object.open());
}
