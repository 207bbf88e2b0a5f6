//! Generates declarations, the same ones for the same seed.

use std::fmt::Write as _;

/// Random numbers (xorshift).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 20) % u64::from(n)) as u32
    }

    pub fn pick<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.below(of.len() as u32) as usize]
    }

    fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }
}

/// Generated declarations.
pub struct Generated {
    pub source: String,
    /// The structs and unions with a tag: their words (`struct r3`), and for each member whether it
    /// is an unnamed bitfield.
    pub records: Vec<(String, Vec<bool>)>,
}

const INTS: [&str; 22] = [
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "u8",
    "u16",
    "u32",
    "u64",
    "s32",
    "__be16",
    "__u64",
    "size_t",
    "_Bool",
    "bool",
    "pid_t",
];
const OTHERS: [&str; 8] = ["float", "double", "void *", "atomic_t", "struct list_head", "refcount_t", "a16", "a1"];

/// Two typedefs, then `count` structs and unions with enums between them. `wide`: for 64-bit
/// machines, which have __int128.
pub fn declarations(seed: u64, count: u32, wide: bool) -> Generated {
    let mut g = Generator { r: Random::new(seed), out: String::new(), wide, done: Vec::new(), enums: 0, names: 0 };
    g.out
        .push_str("typedef int a16 __attribute__((aligned(16)));\ntypedef long long a1 __attribute__((aligned(1)));\n");
    for i in 0..count {
        if g.r.one_in(4) {
            g.enumeration();
        }
        g.record(i);
    }
    Generated { source: g.out, records: g.done }
}

struct Generator {
    r: Random,
    out: String,
    wide: bool,
    done: Vec<(String, Vec<bool>)>,
    enums: u32,
    names: u32,
}

impl Generator {
    fn enumeration(&mut self) {
        let values =
            ["", " = -1", " = 7", " = 0x7fffffff", " = 0xffffffff", " = 1LL << 33", " = -(1LL << 40)", " = 200"];
        let (n, e) = (1 + self.r.below(4), self.enums);
        let packed = if self.r.one_in(4) { " __attribute__((packed))" } else { "" };
        write!(self.out, "enum e{e} {{").expect("a string");
        for i in 0..n {
            // The next enumerator may have no value of its own, so each of these values plus 1 must fit, too.
            let value = self.r.pick(&values);
            write!(self.out, " E{e}_{i}{value},").expect("a string");
        }
        writeln!(self.out, " }}{packed};").expect("a string");
        self.enums += 1;
    }

    fn record(&mut self, i: u32) {
        let word = if self.r.one_in(6) { "union" } else { "struct" };
        let before = if self.r.one_in(6) { " __attribute__((packed))" } else { "" };
        let after = self.r.pick(&[
            "",
            "",
            "",
            "",
            " __packed",
            " __aligned(16)",
            " __attribute__((packed, aligned(2)))",
            " __aligned(1)",
        ]);
        let pack = if self.r.one_in(6) { Some(1 << self.r.below(4)) } else { None };
        if let Some(most) = pack {
            writeln!(self.out, "#pragma pack(push, {most})").expect("a string");
        }
        writeln!(self.out, "{word}{before} r{i} {{").expect("a string");
        let unnamed = self.members(word == "struct", 0);
        writeln!(self.out, "}}{after};").expect("a string");
        if pack.is_some() {
            self.out.push_str("#pragma pack(pop)\n");
        }
        writeln!(self.out, "{word} r{i} v{i};").expect("a string");
        // The size of every struct is a multiple of its alignment, so it can be the element of an
        // array.
        self.done.push((format!("{word} r{i}"), unnamed));
    }

    /// Writes members. Returns for each whether it is an unnamed bitfield.
    fn members(&mut self, is_struct: bool, depth: u32) -> Vec<bool> {
        let mut unnamed = Vec::new();
        for _ in 0..1 + self.r.below(9) {
            let pad = "\t".repeat(depth as usize + 1);
            self.out.push_str(&pad);
            let is_unnamed = match self.r.below(12) {
                0..=4 => self.bitfield(),
                5 if depth < 3 => {
                    self.nested(depth);
                    false
                }
                _ => {
                    self.plain();
                    false
                }
            };
            unnamed.push(is_unnamed);
        }
        if is_struct && depth == 0 && self.r.one_in(8) {
            let of = self.r.pick(&["char", "u64", "struct list_head"]);
            let name = self.name();
            writeln!(self.out, "\t{of} {name}[];").expect("a string");
            unnamed.push(false);
        }
        unnamed
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("m{}", self.names)
    }

    fn attribute(&mut self) -> &'static str {
        if !self.r.one_in(6) {
            return "";
        }
        self.r.pick(&[
            " __packed",
            " __aligned(8)",
            " __aligned(2)",
            " __attribute__((packed, aligned(4)))",
            " __attribute__((aligned))",
        ])
    }

    fn bitfield(&mut self) -> bool {
        let of = self.r.pick(&INTS);
        let bits = match of {
            "_Bool" | "bool" => 1,
            "char" | "signed char" | "unsigned char" | "u8" => 8,
            "short" | "unsigned short" | "u16" | "__be16" => 16,
            "long" | "unsigned long" | "size_t" if self.wide => 64,
            "long long" | "unsigned long long" | "u64" | "__u64" => 64,
            _ => 32,
        };
        let attribute = self.attribute();
        let (width, name) = match self.r.below(8) {
            0 => (0, String::new()),
            1 => (1 + self.r.below(bits), String::new()),
            _ => (1 + self.r.below(bits), self.name()),
        };
        writeln!(self.out, "{of} {name}:{width}{attribute};").expect("a string");
        name.is_empty()
    }

    fn nested(&mut self, depth: u32) {
        let word = self.r.pick(&["struct", "union"]);
        writeln!(self.out, "{word} {{").expect("a string");
        self.members(false, depth + 1);
        let packed = if self.r.one_in(5) { " __packed" } else { "" };
        let name = if self.r.one_in(2) { self.name() } else { String::new() };
        writeln!(self.out, "}}{packed} {name};").expect("a string");
    }

    fn plain(&mut self) {
        let mut of = match self.r.below(8) {
            0..=4 => self.r.pick(&INTS).to_owned(),
            5 => self.r.pick(&OTHERS).to_owned(),
            6 if self.enums > 0 => format!("enum e{}", self.r.below(self.enums)),
            7 if self.wide => "__int128".to_owned(),
            _ => self.r.pick(&INTS).to_owned(),
        };
        if self.r.one_in(5) && !self.done.is_empty() {
            let i = self.r.below(self.done.len() as u32) as usize;
            of = self.done[i].0.clone();
            if self.out.contains("[];") && self.has_flexible(i) {
                of = "int".to_owned();
            }
        }
        let qualifier = self.r.pick(&["", "", "", "const ", "volatile ", "const volatile "]);
        let (name, attribute) = (self.name(), self.attribute());
        // A type aligned to more than its size cannot be the element of an array.
        let plain = of != "a16";
        let declarator = match self.r.below(9) {
            0 => format!("*{name}"),
            1 => format!("* const *{name}"),
            2 if plain => format!("{name}[{}]", self.r.below(6)),
            3 if plain => format!("{name}[{}][{}]", 1 + self.r.below(3), 1 + self.r.below(3)),
            4 => format!("(*{name})({of} *, int, ...)"),
            5 => format!("*(*{name}[2])(void)"),
            _ => name,
        };
        writeln!(self.out, "{qualifier}{of} {declarator}{attribute};").expect("a string");
    }

    fn has_flexible(&self, i: usize) -> bool {
        let head = format!("{} {{\n", self.done[i].0.replace("struct ", ""));
        let from = self.out.find(&head).map_or("", |at| &self.out[at..]);
        from.split("\n}").next().is_some_and(|body| body.contains("[];"))
    }
}
