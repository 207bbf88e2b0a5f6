//! The declarations of the types through which the code reads: each struct on the way, with only the members that lead
//! to the field.
//!
//! The declared types are flavours (`task_struct___6_1`): CO-RE ignores the part of a name from the three underscores
//! on (libbpf `bpf_core_essential_name_len`). So the declarations compile beside any `vmlinux.h`. Members without a
//! name are left out, because CO-RE finds the members inside them by name alone.

use relate::FieldStep;

use crate::form::{Form, Hop, Keyword, Leaf, Value};

/// A declared type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Declared {
    pub keyword: Keyword,
    /// The name with its flavour: `task_struct___6_1`.
    pub name: String,
    /// The name of the kernel's type, without the flavour.
    pub of: String,
    members: Vec<Member>,
}

/// A member of a declared type.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Member {
    name: String,
    /// Its declaration, indented by one tab.
    text: String,
}

impl Declared {
    /// As C names it: `struct task_struct___6_1`.
    pub fn c_name(&self) -> String {
        match self.keyword {
            Keyword::Typedef => self.name.clone(),
            keyword => format!("{} {}", keyword.word(), self.name),
        }
    }

    /// The declaration; `about` names the kernels with this form of the type, for a comment.
    pub fn text(&self, about: &str) -> String {
        let note = if about.is_empty() { String::new() } else { format!("\t/* {about} */") };
        let end = "__attribute__((preserve_access_index))";
        let body: String = self.members.iter().map(|member| member.text.as_str()).collect();
        match self.keyword {
            Keyword::Typedef => format!("typedef struct {{{note}\n{body}}} {end} {};\n", self.name),
            keyword => format!("{} {} {{{note}\n{body}}} {end};\n", keyword.word(), self.name),
        }
    }
}

/// The types of all forms, each once.
#[derive(Default, Debug)]
pub(crate) struct Types {
    pub all: Vec<Declared>,
    /// True if forms whose members have different names share a declared type.
    pub joined: bool,
}

/// The declared type through which a hop is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OfHop {
    /// Its index in [`Types::all`].
    pub declared: usize,
    /// The index of its member that the hop begins with.
    pub member: usize,
}

/// The types of a form's hops.
pub(crate) type OfHops = Vec<OfHop>;

impl Types {
    /// Declares the types of a form, with this flavour.
    pub fn declare(&mut self, form: &Form, flavour: &str) -> OfHops {
        let mut next: Option<usize> = None;
        let mut all: OfHops = Vec::new();
        for hop in form.way.hops.iter().rev() {
            let leaf = match next.and_then(|at| self.all.get(at)) {
                Some(next) => (format!("{} *", next.c_name()), String::new()),
                None => leaf(&form.way.leaf, &form.values, &self.unique(form, flavour)),
            };
            let Some(FieldStep::Member(name)) = hop.steps.first() else { return all };
            let member = Member { name: name.clone(), text: member(&hop.steps, &leaf, 1) };
            let at = self.add(hop, member, flavour, next);
            all.insert(0, at);
            next = Some(at.declared);
        }
        all
    }

    /// Declares the type of a hop with this member. `next`: the declared type that the member points to. Uses a type
    /// that is already declared if it has the member, or if forms share types ([`Types::joined`]) and the member can be
    /// added.
    fn add(&mut self, hop: &Hop, member: Member, flavour: &str, next: Option<usize>) -> OfHop {
        let same = |d: &Declared| d.of == hop.root && d.keyword == hop.keyword;
        for (declared, known) in self.all.iter_mut().enumerate().filter(|(_, known)| same(known)) {
            if let Some(member) = known.members.iter().position(|has| *has == member) {
                return OfHop { declared, member };
            }
            // The type that the member points to must be declared before this one.
            let is_before = next.is_none_or(|next| next < declared);
            if self.joined && is_before && known.members.iter().all(|has| has.name != member.name) {
                known.members.push(member);
                return OfHop { declared, member: known.members.len() - 1 };
            }
        }
        let plain = format!("{}___{flavour}", hop.root);
        let taken = |name: &str| self.all.iter().any(|d| d.name == name);
        let numbered = (2..).map(|n: u32| format!("{plain}_{n}"));
        let name = std::iter::once(plain.clone()).chain(numbered).find(|name| !taken(name)).unwrap_or(plain);
        self.all.push(Declared { keyword: hop.keyword, name, of: hop.root.clone(), members: vec![member] });
        OfHop { declared: self.all.len() - 1, member: 0 }
    }

    /// A name for the enumerator of a declared enum; nothing else in the code has this name.
    fn unique(&self, form: &Form, flavour: &str) -> String {
        let root = form.way.hops.last().map_or("", |hop| hop.root.as_str());
        let plain = format!("{root}_{}_{flavour}", form.name);
        // Where forms share a flavour, the number of members that are declared so far tells them apart.
        let before: usize = self.all.iter().map(|declared| declared.members.len()).sum();
        if self.joined && before > 0 { format!("{plain}_{before}") } else { plain }
    }
}

/// The access string of a hop in its declared type (`0:0`, `0:1:3:0`). `member` is the index of the first member; the
/// structs inside have only one member each, so the other members have index 0.
pub(crate) fn access(hop: &Hop, member: usize) -> String {
    let step = |step: &FieldStep| match step {
        FieldStep::Member(_) => ":0".to_owned(),
        FieldStep::Element(index) => format!(":{index}"),
    };
    hop.steps.iter().skip(1).fold(format!("0:{member}"), |access, next| access + &step(next))
}

/// A hop's members as C writes them: `__sk_common.skc_dport`, `cb[3]`.
pub(crate) fn expression(hop: &Hop) -> String {
    let mut text = String::new();
    for step in &hop.steps {
        match step {
            FieldStep::Member(name) if text.is_empty() => text.push_str(name),
            FieldStep::Member(name) => text.push_str(&format!(".{name}")),
            FieldStep::Element(index) => text.push_str(&format!("[{index}]")),
        }
    }
    text
}

/// The declaration of the first step's member, with the members of the other steps inside it. `leaf`: the text of the
/// last member's type before and after its name.
fn member(steps: &[FieldStep], leaf: &(String, String), depth: usize) -> String {
    let Some((FieldStep::Member(name), rest)) = steps.split_first() else { return String::new() };
    let elements = rest.iter().take_while(|step| matches!(step, FieldStep::Element(_))).count();
    let (elements, rest) = rest.split_at(elements);
    let dimension = |step: &FieldStep| match step {
        FieldStep::Element(index) => format!("[{}]", u64::from(*index) + 1),
        FieldStep::Member(_) => String::new(),
    };
    let dimensions: String = elements.iter().map(dimension).collect();
    let tabs = "\t".repeat(depth);
    match rest.is_empty() {
        true => format!("{tabs}{}{name}{dimensions}{};\n", leaf.0, leaf.1),
        false => format!("{tabs}struct {{\n{}{tabs}}} {name}{dimensions};\n", member(rest, leaf, depth + 1)),
    }
}

/// The text of the field's type, before and after the name of the field. CO-RE compares only the kind of the type. The
/// size matters where the code reads the field by a load of this size.
fn leaf(of: &Leaf, values: &std::collections::BTreeSet<Value>, unique: &str) -> (String, String) {
    let bytes = values.iter().map(|value| value.bytes).max().unwrap_or(4);
    let signed = values.iter().any(|value| value.signed);
    match of {
        Leaf::Int => (format!("{} ", int(bytes, signed)), String::new()),
        // An enum without a name fits every enum.
        Leaf::Enum => (format!("enum {{ {unique} }} "), String::new()),
        Leaf::Pointer => ("void *".to_owned(), String::new()),
        Leaf::Record => (format!("struct {{ char bytes[{}]; }} ", bytes.max(1)), String::new()),
        Leaf::Float if bytes == 4 => ("float ".to_owned(), String::new()),
        Leaf::Float => ("double ".to_owned(), String::new()),
        Leaf::Array(element) => {
            let mut inner: &Leaf = element;
            let mut dimensions = "[1]".to_owned();
            while let Leaf::Array(element) = inner {
                inner = element;
                dimensions.push_str("[1]");
            }
            // The size of the elements does not matter: the code takes only the address of the array.
            let one = [Value { bytes: 1, bitfield: None, signed: false }].into();
            let (before, after) = leaf(inner, &one, unique);
            (before, dimensions + &after)
        }
    }
}

/// An integer of this size, whatever the kernel calls it.
pub(crate) fn int(bytes: u32, signed: bool) -> &'static str {
    match (bytes, signed) {
        (1, false) => "__u8",
        (1, true) => "__s8",
        (2, false) => "__u16",
        (2, true) => "__s16",
        (4, false) => "__u32",
        (4, true) => "__s32",
        (16, false) => "unsigned __int128",
        (16, true) => "__int128",
        (_, false) => "__u64",
        (_, true) => "__s64",
    }
}
