//! The syntax tree of declarations.

use std::ops::Range;

/// A name and its place in the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Name<'s> {
    pub text: &'s str,
    pub range: Range<u32>,
}

/// A declaration or assertion at file level.
#[derive(Debug)]
pub(crate) enum Item<'s> {
    Declaration(Declaration<'s>),
    Assert(Assert<'s>),
}

/// `_Static_assert`.
#[derive(Debug)]
pub(crate) struct Assert<'s> {
    pub value: Expr<'s>,
    pub says: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Storage {
    #[default]
    None,
    Typedef,
    Extern,
    Static,
}

/// A declaration at file level.
#[derive(Debug)]
pub(crate) struct Declaration<'s> {
    pub specs: Specs<'s>,
    pub names: Vec<Declarator<'s>>,
    /// True if it is a function with a body.
    pub has_body: bool,
}

/// The specifiers before the names.
#[derive(Debug)]
pub(crate) struct Specs<'s> {
    pub storage: Storage,
    /// `inline` or `_Noreturn`, which only functions may have.
    pub for_function: bool,
    pub quals: Quals,
    pub base: Base<'s>,
    /// Attributes of the declared names.
    pub attrs: Vec<Attr<'s>>,
    pub range: Range<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Quals {
    pub is_const: bool,
    pub is_volatile: bool,
    pub is_restrict: bool,
}

#[derive(Debug)]
pub(crate) enum Base<'s> {
    Basic(Basic),
    Typedef(Name<'s>),
    Record(Box<Record<'s>>),
    Enum(Box<Enum<'s>>),
    /// `typeof(type)`.
    TypeOf(Box<TypeName<'s>>),
    /// `typeof(expression)`.
    TypeOfExpr(Box<Expr<'s>>),
    /// `__auto_type`: the type of the initial value.
    Auto,
}

/// C's basic types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Basic {
    Void,
    Bool,
    Char,
    SignedChar,
    UnsignedChar,
    Short,
    UnsignedShort,
    Int,
    Unsigned,
    Long,
    UnsignedLong,
    LongLong,
    UnsignedLongLong,
    Int128,
    UnsignedInt128,
    Float16,
    Float,
    Double,
    LongDouble,
}

/// A struct or union.
#[derive(Debug)]
pub(crate) struct Record<'s> {
    pub is_union: bool,
    pub name: Option<Name<'s>>,
    /// `None` when it is only named.
    pub members: Option<Vec<MemberLine<'s>>>,
    pub attrs: Vec<Attr<'s>>,
    pub range: Range<u32>,
}

/// The initial value of a variable, as far as it decides the variable's type or section.
#[derive(Debug)]
pub(crate) struct Init<'s> {
    /// True if it is zero throughout.
    pub is_zero: bool,
    pub value: InitValue<'s>,
    pub range: Range<u32>,
}

/// An initial value, or the items in its braces.
#[derive(Debug)]
pub(crate) enum InitValue<'s> {
    /// A string (or several, joined): its bytes without the final zero.
    Text(u32),
    Braces(Vec<InitItem<'s>>),
    /// Anything else. The expression is kept where it may be a struct, and for `__auto_type`.
    Other(Option<Expr<'s>>),
}

/// An item in the braces of an initial value.
#[derive(Debug)]
pub(crate) struct InitItem<'s> {
    /// `.member`, `[index]`: the part that the item is for. An item without designators is for the next part.
    pub designators: Vec<Designator<'s>>,
    pub value: InitValue<'s>,
}

/// A line of members.
#[derive(Debug)]
pub(crate) enum MemberLine<'s> {
    Members(Specs<'s>, Vec<(Declarator<'s>, Option<Expr<'s>>)>),
    Assert(Assert<'s>),
}

#[derive(Debug)]
pub(crate) struct Enum<'s> {
    pub name: Option<Name<'s>>,
    pub underlying: Option<Specs<'s>>,
    /// `None` when it is only named.
    pub values: Option<Vec<(Name<'s>, Option<Expr<'s>>)>>,
    pub attrs: Vec<Attr<'s>>,
    pub range: Range<u32>,
}

/// A name with its pointers, arrays and parameters.
#[derive(Debug)]
pub(crate) struct Declarator<'s> {
    pub name: Option<Name<'s>>,
    /// From the name outward: `int *(*f[3])(void)` is array, pointer, function, pointer.
    pub parts: Vec<Part<'s>>,
    pub attrs: Vec<Attr<'s>>,
    /// The initial value of a variable.
    pub init: Option<Init<'s>>,
    pub range: Range<u32>,
}

#[derive(Debug)]
pub(crate) enum Part<'s> {
    Pointer(Quals, Vec<Attr<'s>>),
    /// Type tags before a pointer in parentheses, `void (__rcu *f)(int)`: they tag the type that it points to. The part
    /// before them is always a pointer.
    Tags(Vec<Attr<'s>>),
    /// `None` for `[]`.
    Array(Option<Expr<'s>>, Range<u32>),
    Function(Params<'s>),
}

#[derive(Debug, Default)]
pub(crate) struct Params<'s> {
    pub list: Vec<(Specs<'s>, Declarator<'s>)>,
    /// `...`, or empty brackets: `()`.
    pub variadic: bool,
}

#[derive(Debug)]
pub(crate) struct Attr<'s> {
    pub kind: AttrKind<'s>,
    pub range: Range<u32>,
}

#[derive(Debug)]
pub(crate) enum AttrKind<'s> {
    Packed,
    /// `None`: the largest alignment of the target.
    Aligned(Option<Expr<'s>>),
    /// The size of an enum in bytes; `None`: a word of the machine.
    Mode(Option<u32>),
    /// The size of a vector in bytes.
    Vector(Expr<'s>),
    TypeTag(String),
    DeclTag(String),
    Section(String),
}

/// An expression. Its depth is bounded by the grammar.
#[derive(Debug)]
pub(crate) struct Expr<'s> {
    pub kind: ExprKind<'s>,
    pub range: Range<u32>,
    pub depth: u32,
}

#[derive(Debug)]
pub(crate) enum ExprKind<'s> {
    Literal(&'s str),
    Char(&'s str),
    Name(Name<'s>),
    Unary(&'s str, Box<Expr<'s>>),
    Binary(&'s str, Box<Expr<'s>>, Box<Expr<'s>>),
    Choice(Box<Expr<'s>>, Box<Expr<'s>>, Box<Expr<'s>>),
    Cast(Box<TypeName<'s>>, Box<Expr<'s>>),
    SizeOf(Box<TypeName<'s>>),
    AlignOf(Box<TypeName<'s>>),
    SizeOfExpr(Box<Expr<'s>>),
    AlignOfExpr(Box<Expr<'s>>),
    /// A string: its bytes without the final zero.
    Text(u32),
    /// `of.name`
    Member(Box<Expr<'s>>, Name<'s>),
    /// `of[..]`: the index does not affect the type.
    Index(Box<Expr<'s>>),
    /// `of(..)`: the arguments do not affect the type.
    Call(Box<Expr<'s>>),
    /// `(type) { .. }`
    Compound(Box<TypeName<'s>>),
    OffsetOf(Box<TypeName<'s>>, Vec<Designator<'s>>),
}

/// A step of a path to a member, in `offsetof` or an initial value.
#[derive(Debug)]
pub(crate) enum Designator<'s> {
    Member(Name<'s>),
    Index(Expr<'s>),
}

/// A type without a name: `int (*)[3]`.
#[derive(Debug)]
pub(crate) struct TypeName<'s> {
    pub specs: Specs<'s>,
    pub declarator: Declarator<'s>,
}
