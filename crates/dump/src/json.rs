//! Records as JSON: `bpftool -j btf dump file X`, and indented as with `-p` (bpftool `btf.c` and `json_writer.c`).

use btf::{Btf, Kind, MemberIndex, StringOffset, Type, TypeId, unescaped};

use crate::raw::{encoding_name, linkage_name, shown_name};
use crate::strings::Strings;
use crate::token::{Print, Sink, TokenKind};

/// How JSON is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct JsonOptions {
    /// Whether to use line breaks and indentation, as bpftool's `--pretty`.
    pub pretty: bool,
}

/// Prints all own types of `btf` (not those of its base) as one object, ended by a newline.
///
/// Identical to bpftool's, except for a name (in practice, the text of a tag) with a backslash, with control or other
/// invisible characters, or with bytes that are not UTF-8. bpftool writes `\n` for a backslash and the other bytes
/// unchanged, which may not be valid JSON.
pub fn json<S: Sink + ?Sized>(btf: &Btf, sink: &mut S, options: &JsonOptions) {
    types(btf.types(), Strings::whole(btf), sink, options);
}

/// Prints the existing types of a list as one object, as bpftool with `root_id`, ended by a newline.
pub fn json_of<S: Sink + ?Sized>(btf: &Btf, ids: &[TypeId], sink: &mut S, options: &JsonOptions) {
    types(ids.iter().filter_map(|&id| btf.get(id)), Strings::few(btf), sink, options);
}

fn types<'a, S: Sink + ?Sized>(
    types: impl Iterator<Item = Type<'a>>,
    strings: Strings<'a>,
    sink: &mut S,
    options: &JsonOptions,
) {
    let mut types = types.peekable();
    let is_empty = types.peek().is_none();
    start(&strings, sink, *options);
    elements(types, &strings, sink, *options, true);
    end(&strings, sink, *options, is_empty);
}

/// The text before the types.
pub(crate) fn start<S: Sink + ?Sized>(strings: &Strings<'_>, sink: &mut S, options: JsonOptions) {
    let mut w = Json { strings, sink, pretty: options.pretty, depth: 0, first: true };
    w.open("{");
    w.key(",\"types\":");
    w.open("[");
}

/// Prints types, separated by commas. There is a comma before the first one, too, unless `first` says that the whole
/// list begins with it.
pub(crate) fn elements<'a, S: Sink + ?Sized>(
    types: impl Iterator<Item = Type<'a>>,
    strings: &Strings<'a>,
    sink: &mut S,
    options: JsonOptions,
    first: bool,
) {
    let mut w = Json { strings, sink, pretty: options.pretty, depth: TYPES_DEPTH, first };
    for t in types {
        w.element();
        w.record(&t);
    }
}

/// The text behind the types.
pub(crate) fn end<S: Sink + ?Sized>(strings: &Strings<'_>, sink: &mut S, options: JsonOptions, is_empty: bool) {
    let mut w = Json { strings, sink, pretty: options.pretty, depth: TYPES_DEPTH, first: is_empty };
    w.close("]");
    w.close("}");
    w.sink.text("\n");
}

/// The nesting depth of the list of types.
const TYPES_DEPTH: usize = 2;

/// Prints one type's object, without a newline at its end. Prints nothing for void and for an id without a type.
pub fn json_type<S: Sink + ?Sized>(btf: &Btf, id: TypeId, sink: &mut S, options: &JsonOptions) {
    if let Some(t) = btf.get(id) {
        let strings = &Strings::few(btf);
        Json { strings, sink, pretty: options.pretty, depth: 0, first: true }.record(&t);
    }
}

struct Json<'a, 's, S: ?Sized> {
    strings: &'s Strings<'a>,
    sink: &'s mut S,
    pretty: bool,
    depth: usize,
    /// Whether nothing was written yet in the innermost object or array.
    first: bool,
}

impl<S: Sink + ?Sized> Json<'_, '_, S> {
    fn open(&mut self, bracket: &str) {
        self.sink.punct(bracket);
        self.depth += 1;
        self.first = true;
    }

    fn close(&mut self, bracket: &str) {
        self.depth -= 1;
        if !self.first {
            self.line();
        }
        self.sink.punct(bracket);
        self.first = false;
    }

    fn line(&mut self) {
        // The fields of a type's items are the deepest: 5 levels.
        const LINE: &str = "\n                    ";
        if self.pretty {
            self.sink.text(&LINE[..(1 + self.depth * 4).min(LINE.len())]);
        }
    }

    /// Writes the comma between two elements of an array, without a line break: bpftool puts each object of an array on
    /// the line on which the text before it ends.
    fn element(&mut self) {
        if !std::mem::replace(&mut self.first, false) {
            self.sink.punct(",");
        }
    }

    /// Starts a field. `key` is written as it is, with the comma before it (left out for the first), its quotes and its
    /// colon.
    #[inline]
    fn key(&mut self, key: &str) {
        if !self.pretty && !self.first {
            return self.sink.token(TokenKind::Name, key);
        }
        self.element();
        self.line();
        self.sink.token(TokenKind::Name, key.get(1..).unwrap_or_default());
        if self.pretty {
            self.sink.text(" ");
        }
    }

    fn uint(&mut self, key: &str, value: u32) {
        self.key(key);
        self.sink.number(value.into());
    }

    fn reference(&mut self, key: &str, id: u32) {
        self.key(key);
        self.sink.id(TypeId(id));
    }

    /// Writes a fixed string, which needs no escapes.
    fn word(&mut self, key: &str, value: &str) {
        self.key(key);
        self.sink.punct("\"");
        self.sink.token(TokenKind::Keyword, value);
        self.sink.punct("\"");
    }

    fn name(&mut self, kind: TokenKind, offset: StringOffset) {
        self.key(",\"name\":");
        self.sink.punct("\"");
        let text = shown_name(self.strings, offset);
        // A JSON string may have any character; only bytes that are not UTF-8 stay escaped as text.
        let bytes = if self.strings.are_plain() { text.as_bytes().into() } else { unescaped(text) };
        let mut rest = std::str::from_utf8(&bytes).unwrap_or(text);
        let special = |c: char| matches!(c, '"' | '\\') || btf::alters_text(c);
        while !self.strings.are_plain()
            && let Some((at, c)) = rest.char_indices().find(|&(_, c)| special(c))
        {
            self.sink.token(kind, rest.get(..at).unwrap_or_default());
            match c {
                '\t' => self.sink.token(kind, "\\t"),
                '\n' => self.sink.token(kind, "\\n"),
                '\r' => self.sink.token(kind, "\\r"),
                '\x0c' => self.sink.token(kind, "\\f"),
                '\x08' => self.sink.token(kind, "\\b"),
                '\\' => self.sink.token(kind, "\\\\"),
                '"' => self.sink.token(kind, "\\\""),
                c => {
                    c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| self.sink.token(kind, &format!("\\u{unit:04x}")))
                }
            }
            rest = rest.get(at + c.len_utf8()..).unwrap_or_default();
        }
        self.sink.token(kind, rest);
        self.sink.punct("\"");
    }

    fn item(&mut self, t: &Type<'_>, index: MemberIndex, name: StringOffset) {
        self.element();
        self.open("{");
        self.name(TokenKind::Member(t.id(), index), name);
    }

    fn items(&mut self, t: &Type<'_>, key: &str) {
        self.uint(",\"vlen\":", t.vlen());
        self.key(key);
        self.open("[");
    }

    fn record(&mut self, t: &Type<'_>) {
        self.open("{");
        self.reference(",\"id\":", t.id().0);
        self.word(",\"kind\":", t.kind().as_str());
        self.name(TokenKind::Name, t.name_offset());
        match t.kind() {
            Kind::Int => {
                if let Some(int) = t.int() {
                    self.uint(",\"size\":", int.size);
                    self.uint(",\"bits_offset\":", int.offset.into());
                    self.uint(",\"nr_bits\":", int.bits.into());
                    self.word(",\"encoding\":", encoding_name(int.encoding));
                }
            }
            Kind::Ptr | Kind::Const | Kind::Volatile | Kind::Restrict | Kind::Typedef | Kind::TypeTag => {
                self.reference(",\"type_id\":", t.size_or_type());
            }
            Kind::Array => {
                if let Some(array) = t.array() {
                    self.reference(",\"type_id\":", array.element.0);
                    self.reference(",\"index_type_id\":", array.index.0);
                    self.uint(",\"nr_elems\":", array.nelems);
                }
            }
            Kind::Struct | Kind::Union => self.composite(t),
            Kind::Enum | Kind::Enum64 => self.enumeration(t),
            Kind::Fwd => self.word(",\"fwd_kind\":", t.tag_keyword().unwrap_or_default()),
            Kind::Func | Kind::Var => {
                self.reference(",\"type_id\":", t.size_or_type());
                self.word(",\"linkage\":", linkage_name(t.linkage()));
            }
            Kind::FuncProto => {
                self.reference(",\"ret_type_id\":", t.size_or_type());
                self.items(t, ",\"params\":");
                for p in t.params() {
                    self.item(t, p.index, p.name_offset);
                    self.reference(",\"type_id\":", p.type_id.0);
                    self.close("}");
                }
                self.close("]");
            }
            Kind::DataSec => self.section(t),
            Kind::Float => self.uint(",\"size\":", t.size_or_type()),
            Kind::DeclTag => {
                self.reference(",\"type_id\":", t.size_or_type());
                self.key(",\"component_idx\":");
                self.sink.signed(t.component_index().unwrap_or_default().into());
            }
            Kind::LocParam | Kind::LocProto | Kind::LocSec => self.location(t),
            Kind::Unknown(_) => {}
        }
        self.close("}");
    }

    fn composite(&mut self, t: &Type<'_>) {
        self.uint(",\"size\":", t.size_or_type());
        self.items(t, ",\"members\":");
        for m in t.members() {
            self.item(t, m.index, m.name_offset);
            self.reference(",\"type_id\":", m.type_id.0);
            self.uint(",\"bits_offset\":", m.bit_offset());
            if m.bitfield_size() != 0 {
                self.uint(",\"bitfield_size\":", m.bitfield_size());
            }
            self.close("}");
        }
        self.close("]");
    }

    fn enumeration(&mut self, t: &Type<'_>) {
        self.word(",\"encoding\":", if t.is_signed_enum() { "SIGNED" } else { "UNSIGNED" });
        self.uint(",\"size\":", t.size_or_type());
        self.items(t, ",\"values\":");
        for e in t.enumerators() {
            self.item(t, e.index, e.name_offset);
            self.key(",\"val\":");
            match (e.wide, e.signed) {
                (true, false) => self.sink.number(e.raw),
                (_, true) => self.sink.signed(e.value() as i64),
                // bpftool sign-extends the value before it prints it unsigned: 4294967295 becomes 18446744073709551615.
                // bpftool's raw text does not do so.
                (false, false) => self.sink.number(i64::from(e.raw as u32 as i32) as u64),
            }
            self.close("}");
        }
        self.close("]");
    }

    /// The LOC kinds, in the words of [`crate::raw`].
    fn location(&mut self, t: &Type<'_>) {
        if t.kind() == Kind::LocParam {
            self.uint(",\"size\":", t.size_or_type());
            self.uint(",\"flags\":", t.loc_flags().unwrap_or_default());
        }
        self.items(
            t,
            match t.kind() {
                Kind::LocParam => ",\"values\":",
                Kind::LocProto => ",\"params\":",
                _ => ",\"locs\":",
            },
        );
        let mut words = t.words();
        while let Some(word) = words.next() {
            self.element();
            self.open("{");
            match t.kind() {
                Kind::LocParam => self.uint(",\"value\":", word),
                Kind::LocProto => self.reference(",\"type_id\":", word),
                _ => {
                    self.reference(",\"func_type_id\":", word);
                    self.reference(",\"loc_proto_type_id\":", words.next().unwrap_or_default());
                    self.uint(",\"offset\":", words.next().unwrap_or_default());
                }
            }
            self.close("}");
        }
        self.close("]");
    }

    fn section(&mut self, t: &Type<'_>) {
        self.uint(",\"size\":", t.size_or_type());
        self.items(t, ",\"vars\":");
        for v in t.vars() {
            self.element();
            self.open("{");
            self.reference(",\"type_id\":", v.type_id.0);
            self.uint(",\"offset\":", v.offset);
            self.uint(",\"size\":", v.size);
            self.close("}");
        }
        self.close("]");
    }
}
