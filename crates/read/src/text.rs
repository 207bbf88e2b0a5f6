//! The C of a reading function: for each form its guard and its read.

use std::fmt::Write;

use crate::declare::{Declared, OfHops, expression, int};
use crate::form::{Form, Leaf};

/// The values of a group of forms, and so the type that a function returns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Returns {
    /// A number that fits this type.
    Number(Number),
    /// An address in the kernel.
    Pointer,
    /// Bytes, which are copied to where the caller says: structs, arrays, floating-point numbers, numbers of 16 bytes,
    /// and numbers in arrays whose elements differ in size between kernels.
    Bytes,
}

/// The smallest type for all values of a number, and whether the type has room for one more value, which says "not
/// known".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Number {
    /// Unsigned values of up to 63 bits. None of them is negative, so a negative number can say "not known".
    Below,
    /// Values of up to 63 bits, some of them signed. None of them is the lowest signed 64-bit number, so this number
    /// can say "not known".
    Within,
    /// Signed values of 64 bits.
    Signed,
    /// Unsigned values of 64 bits.
    Unsigned,
}

impl Returns {
    /// The returned type of a function that reads this form alone.
    pub fn of(form: &Form) -> Returns {
        match form.way.leaf {
            Leaf::Pointer => Returns::Pointer,
            Leaf::Int | Leaf::Enum
                if form.values.iter().all(|value| value.bytes <= 8) && form.has_a_reading_macro() =>
            {
                Returns::Number(number(form))
            }
            Leaf::Int | Leaf::Enum | Leaf::Record | Leaf::Float | Leaf::Array(_) => Returns::Bytes,
        }
    }

    /// The type that holds the values of `self` and of `other`; none if no type does.
    pub fn join(self, other: Returns) -> Option<Returns> {
        match (self, other) {
            (a, b) if a == b => Some(a),
            (Returns::Number(a), Returns::Number(b)) => {
                let pair = if a < b { (a, b) } else { (b, a) };
                Some(Returns::Number(match pair {
                    (Number::Below | Number::Within, Number::Signed) => Number::Signed,
                    (Number::Below, Number::Within) => Number::Within,
                    (Number::Below, Number::Unsigned) => Number::Unsigned,
                    _ => return None,
                }))
            }
            _ => None,
        }
    }

    /// The type in C; `form`: the form, if the function has only this one and no value "not known".
    pub fn c_type(self, form: Option<&Form>) -> &'static str {
        let only = form.filter(|form| form.values.len() == 1).and_then(|form| form.values.first());
        match self {
            Returns::Number(_) if let Some(value) = only => int(value.bytes, value.signed),
            Returns::Number(Number::Unsigned) => "__u64",
            Returns::Number(_) => "__s64",
            Returns::Pointer => "void *",
            Returns::Bytes => "long",
        }
    }

    /// The value that says "not known", and a remark on it. The remark says that a field of 64 bits may have this
    /// value, too, or which errno the value stands for; else it is empty.
    pub fn not_known(self) -> (&'static str, &'static str) {
        match self {
            Returns::Number(Number::Below) => ("(-1LL)", ""),
            Returns::Number(Number::Within) => ("(-0x7fffffffffffffffLL - 1)", ""),
            Returns::Number(Number::Signed) => {
                ("(-0x7fffffffffffffffLL - 1)", "the field has 64 bits and could hold it")
            }
            Returns::Number(Number::Unsigned) => ("(~0ULL)", "the field has 64 bits and could hold it"),
            Returns::Pointer => ("((void *)-1LL)", ""),
            Returns::Bytes => ("(-2L)", "-ENOENT"),
        }
    }
}

fn number(form: &Form) -> Number {
    let bits = |signed: bool| {
        form.values.iter().filter(|value| value.signed == signed).map(|value| value.bits()).max().unwrap_or(0)
    };
    match (bits(false), bits(true)) {
        (0..64, 0) => Number::Below,
        (64.., 0) => Number::Unsigned,
        (0..64, 64..) => Number::Signed,
        (0..64, _) => Number::Within,
        // Unsigned values of 64 bits, and signed values: no type of C holds all of them; the bits are kept.
        (64.., _) => Number::Unsigned,
    }
}

/// The maximum width of a function's first line, in columns, as in the kernel's style.
const COLUMNS: usize = 100;

/// The parameter of the functions. A plain read has only one branch, and its variable has this name, too.
pub(crate) const PLAIN: &str = "from";

/// The value that a function returns if the caller has no room for the bytes.
const NO_ROOM: &str = "-7 /* -E2BIG */";

/// A branch: a form with the types that it is read by.
pub(crate) struct Branch<'a> {
    pub form: &'a Form,
    pub hops: OfHops,
    /// The indices of the hops whose existence the guard tests before they are read.
    pub guarded: Vec<usize>,
    /// True if the guard tests whole types, because the names alone do not tell the forms apart.
    pub matches: bool,
    /// The name of the variable with the first type.
    pub variable: String,
    /// The kernels with this form, in words.
    pub seen: String,
}

impl Branch<'_> {
    /// The condition: `bpf_core_field_exists(v6_1->mm) && ..`.
    fn condition(&self, types: &[Declared]) -> String {
        let hops = &self.form.way.hops;
        let mut parts: Vec<String> = Vec::new();
        if self.matches {
            // The last type is left out: its member has a stand-in type, so it would never match.
            let before = self.hops.iter().take(self.hops.len().saturating_sub(1));
            let all = before.filter_map(|at| types.get(at.declared));
            parts.extend(all.map(|t| format!("bpf_core_type_matches({})", t.c_name())));
        }
        for at in &self.guarded {
            let (Some(hop), Some(t)) = (hops.get(*at), self.hops.get(*at).and_then(|t| types.get(t.declared))) else {
                continue;
            };
            parts.push(match at {
                0 => format!("bpf_core_field_exists({}->{})", self.variable, expression(hop)),
                _ => format!("bpf_core_field_exists((({} *)0)->{})", t.c_name(), expression(hop)),
            });
        }
        parts.join(" &&\n\t    ")
    }

    /// True if one macro reads the field, so that the read names the variable only once.
    fn is_one_macro(&self, returns: Returns) -> bool {
        self.is_read_as_it_is() && returns != Returns::Bytes
    }

    /// The statements that read from `variable`; `tabs` before each.
    fn read(&self, variable: &str, types: &[Declared], returns: Returns, tabs: &str) -> String {
        let hops = &self.form.way.hops;
        let Some(last) = hops.last() else { return String::new() };
        let path = |hops: &[crate::form::Hop]| hops.iter().map(expression).collect::<Vec<_>>().join(", ");
        let mut out = String::new();
        let before = hops.get(..hops.len() - 1).unwrap_or_default();
        let mut from = variable.to_owned();
        if !before.is_empty()
            && !self.is_one_macro(returns)
            && let Some(t) = self.hops.last().and_then(|at| types.get(at.declared))
        {
            from = format!("{variable}_last");
            let _ =
                writeln!(out, "{tabs}const {} *{from} = BPF_CORE_READ({variable}, {});\n", t.c_name(), path(before));
        }
        let field = expression(last);
        let _ = match returns {
            Returns::Bytes => writeln!(
                out,
                "{tabs}if (bpf_core_field_size({from}->{field}) > room)\n{tabs}\treturn {NO_ROOM};\n{tabs}return bpf_core_read(to, bpf_core_field_size({from}->{field}), &{from}->{field});"
            ),
            // The cast removes `const`, which a member of the kernel's own type may have.
            Returns::Pointer if variable == PLAIN => {
                writeln!(out, "{tabs}return (void *)BPF_CORE_READ({variable}, {});", path(hops))
            }
            _ if self.is_read_as_it_is() => writeln!(out, "{tabs}return BPF_CORE_READ({variable}, {});", path(hops)),
            _ => writeln!(out, "{tabs}return BPF_CORE_READ_BITFIELD_PROBED({from}, {field});"),
        };
        out
    }

    /// True if the branch reads the field without shifts: it is a pointer, an element of an array, or a value of one
    /// size and sign that is no bitfield.
    pub fn is_read_as_it_is(&self) -> bool {
        self.form.way.leaf == Leaf::Pointer || self.form.is_plain() || self.form.is_element()
    }
}

/// A function that reads the field, with one branch for each form.
pub(crate) struct Function<'a> {
    pub name: String,
    /// The type to which its argument points, as C names it.
    pub from: String,
    pub returns: Returns,
    /// The newest first.
    pub branches: Vec<Branch<'a>>,
    /// The name of the value "not known"; none if the field is read on every kernel, or if the last branch has no
    /// guard.
    pub not_known: Option<String>,
}

impl Function<'_> {
    pub fn text(&self, types: &[Declared]) -> String {
        let mut out = String::new();
        let only = match self.branches.as_slice() {
            [one] if self.not_known.is_none() => Some(one.form),
            _ => None,
        };
        let returns = self.returns.c_type(only);
        let arguments = match self.returns {
            Returns::Bytes => format!("void *to, __u32 room, const {} *from", self.from),
            _ => format!("const {} *from", self.from),
        };
        let head = |between: &str| format!("static __always_inline {returns}{between}{}({arguments})", self.name);
        let space = if returns.ends_with('*') { "" } else { " " };
        let line = Some(head(space)).filter(|line| line.len() <= COLUMNS || space.is_empty());
        let _ = writeln!(out, "{}\n{{", line.unwrap_or_else(|| head("\n")));
        let is_plain = self.branches.iter().all(|branch| branch.variable == PLAIN);
        let last = self.branches.len().saturating_sub(1);
        // The last branch needs no variable if it has no guard and only one read, and if no earlier branch has the same
        // variable.
        let is_first = |i: usize, branch: &Branch<'_>| {
            self.branches.iter().take(i).all(|before| before.variable != branch.variable)
        };
        let is_bare = |i: usize, branch: &Branch<'_>| {
            let is_unguarded = !is_plain && i == last && self.not_known.is_none();
            is_unguarded && branch.is_one_macro(self.returns) && is_first(i, branch)
        };
        let declared =
            || self.branches.iter().enumerate().filter(|(i, branch)| is_first(*i, branch) && !is_bare(*i, branch));
        if !is_plain && declared().next().is_some() {
            for (_, branch) in declared() {
                let Some(t) = branch.hops.first().and_then(|at| types.get(at.declared)) else { continue };
                let _ = writeln!(out, "\tconst {} *{} = (void *)from;", t.c_name(), branch.variable);
            }
            out.push('\n');
        }
        for (i, branch) in self.branches.iter().enumerate() {
            if is_plain || i == last && self.not_known.is_none() {
                if !is_plain && !branch.seen.is_empty() {
                    let _ = writeln!(out, "\t/* {} */", branch.seen);
                }
                let t = branch.hops.first().and_then(|at| types.get(at.declared)).filter(|_| is_bare(i, branch));
                let variable = t.map_or_else(|| branch.variable.clone(), |t| format!("({} *)from", t.c_name()));
                out.push_str(&branch.read(&variable, types, self.returns, "\t"));
                continue;
            }
            let read = branch.read(&branch.variable, types, self.returns, "\t\t");
            let braces = read.lines().count() > 1;
            let _ = writeln!(
                out,
                "\t/* {} */\n\tif ({}){}",
                branch.seen,
                branch.condition(types),
                if braces { " {" } else { "" },
            );
            out.push_str(&read);
            if braces {
                out.push_str("\t}\n");
            }
        }
        if let Some(not_known) = &self.not_known {
            let _ = writeln!(out, "\treturn {not_known};");
        }
        out.push_str("}\n");
        out
    }
}
