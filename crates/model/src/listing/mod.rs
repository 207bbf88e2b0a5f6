//! The assembler listing of a type or of a whole file, line by line, with the bytes that each line writes.

use btf::{BlobRange, Btf, Ext, MemberIndex, Owner, TypeId};
use dump::{AsmLine, AsmNames, AsmOptions, TokenKind, Tokens, asm_ext_lines, asm_type_lines};
use wire::Wire;

use crate::bytes::Focus;
use crate::focus::BlobId;

mod whole;

pub use whole::WholeListing;

/// Names of symbols that the listing prints in place of numbers, from an object's relocations; see [`AsmNames`].
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Symbols {
    /// The names in `.BTF`, each with the offset of the first byte of its field.
    pub in_btf: Vec<(u32, String)>,
    /// The names in `.BTF.ext`, in the same form.
    pub in_ext: Vec<(u32, String)>,
}

impl Symbols {
    /// The symbols of an object.
    pub fn of(object: &bpf::Object) -> Symbols {
        let names = crate::program::asm_names(object);
        Symbols { in_btf: names.in_btf.into_iter().collect(), in_ext: names.in_ext.into_iter().collect() }
    }

    /// The same symbols in the form that printers take.
    pub fn names(&self) -> AsmNames {
        let (in_btf, in_ext) = (self.in_btf.iter().cloned().collect(), self.in_ext.iter().cloned().collect());
        AsmNames { in_btf, in_ext, values: vec![] }
    }
}

/// The inputs of a listing.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The blob with the type's record.
    pub btf: &'a Btf,
    /// Which blob of the file `btf` is.
    pub blob: BlobId,
    /// The file's `.BTF.ext`.
    pub ext: Option<&'a Ext>,
    /// The symbols to print in place of numbers.
    pub symbols: &'a Symbols,
}

/// A line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListingLine {
    /// The blob that has its bytes.
    pub blob: BlobId,
    /// The bytes that it writes; empty for a line that begins a section.
    pub range: BlobRange,
    /// The field of a record that it writes; none for other lines.
    pub focus: Option<Focus>,
    /// Its text, without the line break.
    pub tokens: Tokens,
}

impl ListingLine {
    /// The type that the line links to: the type that the field refers to, not the type that the field is in.
    pub fn leads_to(&self) -> Option<TypeId> {
        let own = self.focus.map(|focus| focus.id);
        self.tokens.list().iter().rev().find_map(|token| match token.kind {
            TokenKind::TypeName(id) if Some(id) != own => Some(id),
            _ => None,
        })
    }
}

/// The lines of a type and of its declaration tags, as in `clang -S` with a comment on each line; then the records of
/// `.BTF.ext` that refer to the type: func_info records, and CO-RE relocations whose root type it is.
pub fn type_listing(source: Source<'_>, id: TypeId, tags: &[TypeId]) -> Vec<ListingLine> {
    let Source { btf, blob, ext, symbols } = source;
    let (names, options) = (symbols.names(), AsmOptions { annotate: true });
    let own = std::iter::once(id).chain(tags.iter().copied());
    let mut lines: Vec<ListingLine> = own
        .flat_map(|id| asm_type_lines(btf, id, &names, &options))
        .map(|AsmLine { range, tokens }| ListingLine { blob, range, focus: focus(btf, range), tokens })
        .collect();
    let Some(ext) = ext.filter(|_| blob == BlobId::Own) else { return lines };
    let functions = ext.func_infos().map(|(_, info)| info).filter(|info| info.type_id == id).map(|info| info.range);
    let relocations = ext.core_relos().map(|(_, relo)| relo).filter(|relo| relo.type_id == id).map(|relo| relo.range);
    let mut head = true;
    for range in functions.chain(relocations) {
        if std::mem::take(&mut head) {
            lines.push(section(BlobId::Ext));
        }
        let of_record = asm_ext_lines(btf, ext, range, &names, &options);
        lines.extend(of_record.into_iter().map(|AsmLine { range, tokens }| ListingLine {
            blob: BlobId::Ext,
            range,
            focus: None,
            tokens,
        }));
    }
    lines
}

/// The first line of the section `.BTF` or `.BTF.ext`.
fn section(blob: BlobId) -> ListingLine {
    let mut tokens = Tokens::new();
    let name = if blob == BlobId::Ext { ".BTF.ext" } else { ".BTF" };
    dump::Sink::token(&mut tokens, TokenKind::Directive, &format!("\t.section\t{name},\"\",@progbits"));
    ListingLine { blob, range: BlobRange::default(), focus: None, tokens }
}

/// The field at a range.
fn focus(btf: &Btf, range: BlobRange) -> Option<Focus> {
    match btf.owner(range.start)?.owner {
        Owner::Type(id, part) => Some(Focus { id, item: part.item, field: Some(part.name) }),
        _ => None,
    }
}

/// The index of the line that writes a byte.
pub fn line_of_byte(lines: &[ListingLine], blob: BlobId, at: u32) -> Option<usize> {
    lines.iter().position(|line| line.blob == blob && line.range.contains(at))
}

/// The index of the first line of an item of a type, or of the type itself.
pub fn line_of_item(lines: &[ListingLine], id: TypeId, item: Option<MemberIndex>) -> Option<usize> {
    lines.iter().position(|line| line.focus.is_some_and(|focus| focus.id == id && focus.item == item))
}

/// The lines as one text.
pub fn text(lines: &[ListingLine]) -> String {
    lines.iter().flat_map(|line| [line.tokens.text(), "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected lines and their order are those of `clang -S` for the same sample. clang 19 compiled the sample.
    #[test]
    fn a_function_has_its_record_and_its_place() {
        let file = include_bytes!("../../../../static/samples/sample.bpf.o");
        let object = bpf::Object::parse(file.as_slice()).expect("an object");
        let btf = object.btf().expect("it has BTF");
        let ext = object.ext().expect("it has .BTF.ext");
        let symbols = Symbols::of(&object);
        let function = btf.types().find(|t| t.kind() == btf::Kind::Func).expect("a function");
        let source = Source { btf, blob: BlobId::Own, ext: Some(ext), symbols: &symbols };
        let lines = type_listing(source, function.id(), &[]);
        let text: Vec<&str> = lines.iter().map(|line| line.tokens.text()).collect();
        assert!(text[0].contains(&format!("# BTF_KIND_FUNC(id = {})", function.id())), "{text:?}");
        assert_eq!(text[3], "\t.section\t.BTF.ext,\"\",@progbits");
        assert!(text[4].starts_with("\t.long\t.Lfunc_begin"), "{text:?}");
        assert!(text[5].starts_with(&format!("\t.long\t{} ", function.id())), "{text:?}");
        // clang's record of a function has three words, and a record of func_info two.
        assert_eq!(lines.len(), 6);
        assert_eq!(lines[2].leads_to(), function.type_ref());
        assert_eq!(lines[0].leads_to(), None, "its own id leads nowhere");
        let record = function.record();
        assert_eq!(line_of_byte(&lines, BlobId::Own, record.start + 9), Some(2));
        assert_eq!(line_of_byte(&lines, BlobId::Own, record.end), None);
        assert_eq!(line_of_byte(&lines, BlobId::Ext, lines[5].range.start), Some(5));
        assert_eq!(line_of_item(&lines, function.id(), None), Some(0));
    }
}
