//! The texts of the table and the tree, checked by hand against C.

use btf::{Btf, Endian, Kind, TypeId};
use layout::Options;
use model::alternatives::Alternatives;
use model::map::{SegmentForm, map, open_map};
use model::path::{Path, from_names};
use model::table::{Cells, GapKind, GapStep, RowForm, Table, TableKind, Widths};
use model::tree::{Expanded, nodes};

const SOURCE: &str = "
    struct later;
    struct here { int a; };
    union either { long wide; struct { char x; char y; } pair; };
    struct s {
        char first;
        unsigned int low : 3;
        unsigned int high : 5;
        struct here *to;
        struct { int deep; char tail; };
        union either u;
        union { int small; char smaller; };
    };
    struct big { char a[64]; char b[64]; char c[64]; union either u; };
    struct gaps { char a; long b; };
    enum e { NONE = -1, SOME = 31 };
    typedef struct later later_t;
    struct users { struct later *l; enum e e; later_t *t; int (*call)(struct here *arg); };";

fn compiled() -> Btf {
    let compiled = scratch::compile(SOURCE, scratch::Target::default());
    Btf::parse(compiled.blob.expect("a blob"), None).expect("a header")
}

fn named(btf: &Btf, kind: Kind, name: &str) -> TypeId {
    btf.types().find(|t| t.kind() == kind && t.name() == name).map(|t| t.id()).expect(name)
}

/// A table with the default alternative of each union.
fn new_table(btf: &Btf, id: TypeId, open: &Expanded) -> Table {
    Table::new(btf, id, open, &Alternatives::default())
}

/// `name | type | offset | size` of each row.
fn table(btf: &Btf, id: TypeId, open: &[&str]) -> (Table, Vec<String>) {
    let mut expanded = Expanded::default();
    expanded.0.extend(open.iter().map(|path| from_names(btf, id, path).expect("a member")));
    let table = Table::new(btf, id, &expanded, &Alternatives::default());
    let rows = table.rows.iter().map(|row| {
        let cells = table.cells(btf, row);
        format!("{} | {} | {} | {}", cells.name, cells.type_text, row.offset_text(), row.size_text())
    });
    let rows = rows.collect();
    (table, rows)
}

#[test]
fn rows_of_a_struct() {
    let btf = compiled();
    let (table, rows) = table(&btf, named(&btf, Kind::Struct, "s"), &["u"]);
    assert_eq!(
        rows,
        [
            "first | char | 0 | 1",
            "low | unsigned int : 3 | 1:0 | 3 bits",
            "high | unsigned int : 5 | 1:3 | 5 bits",
            "bit hole |  | 2:0 | 16 bits",
            "hole |  | 4 | 4",
            "to | struct here * | 8 | 8",
            "(anonymous) | struct {…} | 16 | 8",
            "u: union, one of 2 alternatives | union either | 24 | 8",
            "wide | long | 24 | 8",
            "(anonymous) | union {…} | 32 | 4",
            "padding |  | 36 | 4",
        ]
    );
    let cells: Vec<_> = table.rows.iter().map(|row| table.cells(&btf, row)).collect();
    assert_eq!(cells.iter().map(|c| c.class).collect::<Vec<_>>()[..5], ["int", "bit", "bit", "hole", "hole"]);
    // The owner of a nested member is its union; a hole has no owner.
    let either = named(&btf, Kind::Union, "either");
    assert_eq!((cells[8].owner, cells[7].owner), (Some(either), Some(table.of)));
    assert_eq!((cells[3].owner, cells[3].target), (None, None));
    assert_eq!(cells[5].target, Some(named(&btf, Kind::Struct, "here")));
    assert_eq!((table.kind.title(), table.kind.item(), table.kind.has_offsets()), ("Members", "member", true));
    assert_eq!(table.nothing, None);
    // The longest texts are `unsigned int : 3` and `(anonymous)`.
    assert_eq!(table.widths, Widths { types: 16, names: 11 });
}

/// The longest texts, headings included, give the columns their widths; nested rows are indented by two characters. In
/// a table of enumerators, only the headings count.
#[test]
fn columns_are_as_wide_as_their_longest_text() {
    let btf = compiled();
    let users = named(&btf, Kind::Struct, "users");
    let (users, _) = table(&btf, users, &[]);
    // The longest type is `int (*)(struct here *)`; the heading `member` is longer than the name `call`.
    assert_eq!(users.widths, Widths { types: 22, names: 6 });
    let big = named(&btf, Kind::Struct, "big");
    let (closed, _) = table(&btf, big, &[]);
    let (open, _) = table(&btf, big, &["u"]);
    // `union either` is the longest type; in the open union, `wide` is indented by two. No name is longer than the
    // heading.
    assert_eq!((closed.widths, open.widths), (Widths { types: 12, names: 6 }, Widths { types: 12, names: 6 }));
    let (values, _) = table(&btf, named(&btf, Kind::Enum, "e"), &[]);
    assert_eq!(values.widths, Widths { types: "type".len(), names: "enumerator".len() });
}

#[test]
fn values_are_decimal_and_hexadecimal() {
    let btf = compiled();
    let (table, _) = table(&btf, named(&btf, Kind::Enum, "e"), &[]);
    let values: Vec<_> =
        table.rows.iter().map(|row| table.cells(&btf, row)).map(|c| (c.name, c.value, c.class)).collect();
    let value = |decimal: &str, hex: &str| Some((decimal.to_owned(), hex.to_owned()));
    assert_eq!(values, [("NONE".into(), value("-1", "-0x1"), "enum"), ("SOME".into(), value("31", "0x1f"), "enum")]);
    assert_eq!((table.kind, table.kind.title(), table.kind.has_offsets()), (TableKind::Values, "Enumerators", false));
}

#[test]
fn a_table_without_rows_says_why_and_where_to_go() {
    let btf = compiled();
    let said = |id| new_table(&btf, id, &Expanded::default()).nothing.expect("no rows");
    let forward = said(named(&btf, Kind::Fwd, "later"));
    assert_eq!(
        (&*forward.text, forward.to),
        ("A forward declaration: its members and its size are not in this file.", None)
    );
    // The result is the same behind a typedef.
    assert_eq!(said(named(&btf, Kind::Typedef, "later_t")), forward);
    let pointer =
        btf.types().find(|t| t.kind() == Kind::Ptr && t.type_ref() == Some(named(&btf, Kind::Struct, "here")));
    let pointer = said(pointer.expect("a pointer").id());
    assert_eq!((&*pointer.text, pointer.to), ("A pointer leads to: ", Some(named(&btf, Kind::Struct, "here"))));
    assert_eq!(said(TypeId::VOID).text, "void: nothing is known of what it stands for.");
    assert_eq!(said(named(&btf, Kind::Int, "int")).to, None);

    // A forward declaration beside the declared type, made by hand: FWD a, and STRUCT a without members.
    let strings = b"\0a\0";
    let word = |kind: u32| kind << 24;
    let types = [1, word(7), 0, 1, word(4), 0u32];
    let mut blob = vec![0x9f, 0xeb, 1, 0];
    for n in [24, 0, 24, 24, strings.len() as u32].into_iter().chain(types) {
        blob.extend(n.to_le_bytes());
    }
    blob.extend(strings);
    let both = Btf::parse(blob, None).expect("a header");
    let nothing = |id| new_table(&both, TypeId(id), &Expanded::default()).nothing.expect("no rows");
    assert_eq!(
        (nothing(1).text.as_str(), nothing(1).to),
        ("A forward declaration: it has no members here. The type itself is in this file too: ", Some(TypeId(2)))
    );
    assert_eq!(nothing(2).text, "It has no members and takes no space.");
}

/// STRUCT `a` of 32 bytes without members, as a distilled base has it.
#[test]
fn a_distilled_struct_has_no_padding() {
    let mut blob = vec![0x9f, 0xeb, 1, 0];
    for n in [24u32, 0, 12, 12, 3, 1, 4 << 24, 32] {
        blob.extend(n.to_le_bytes());
    }
    blob.extend(b"\0a\0");
    let btf = Btf::parse(blob, None).expect("a header");
    let a = TypeId(1);
    let table = new_table(&btf, a, &Expanded::default());
    assert!(table.rows.is_empty());
    assert!(
        table
            .nothing
            .expect("why")
            .text
            .starts_with("Its members are not recorded here, only its name and its size of 32 bytes")
    );
    let layout = layout::layout(&btf, a, &Options::default()).expect("a layout");
    let segments: Vec<(String, u64)> =
        map(&btf, &layout, 64).lines.iter().flat_map(|l| &l.segments).map(|s| (s.label.clone(), s.bits)).collect();
    assert_eq!(segments, [("members not recorded".to_owned(), 256), ("beyond the struct".to_owned(), 256)]);
    let heading = model::heading::heading(&btf, &btf::DeclTags::new(&btf), a).expect("a heading");
    let figures: Vec<(&str, &str)> = heading.figures.iter().map(|f| (f.term, &*f.value)).collect();
    assert_eq!(figures, [("size", "32 bytes"), ("members", "members not recorded")]);
}

#[test]
fn the_end_of_a_type_stays_when_the_type_is_cut() {
    let halves = |text: &str| {
        let cells = Cells {
            name: String::new(),
            type_text: text.to_owned(),
            class: "",
            target: None,
            owner: None,
            value: None,
        };
        let (head, tail) = cells.type_halves();
        (head.to_owned(), tail.to_owned())
    };
    let both = |head: &str, tail: &str| (head.to_owned(), tail.to_owned());
    assert_eq!(halves("char[48]"), both("char", "[48]"));
    assert_eq!(halves("struct sk_buff *"), both("struct sk_buff", " *"));
    assert_eq!(halves("struct list_head *[2][3]"), both("struct list_head", " *[2][3]"));
    assert_eq!(halves("u32 : 3"), both("u32", " : 3"));
    assert_eq!(halves("u64"), both("u64", ""));
    assert_eq!(halves("int (*)(struct file *, loff_t *)"), both("int (*)(struct file *, loff_t *)", ""));
    // The second part has at most 14 characters, so the first subscript is not in it.
    assert_eq!(halves("int[1000000][1000000]"), both("int[1000000]", "[1000000]"));
}

#[test]
fn an_open_array_has_a_row_for_each_element() {
    let source =
        "struct in { char a; int b; }; struct s { char before; struct in d[2][2]; short long_one[300]; int *p[1]; };";
    let compiled = scratch::compile(source, scratch::Target::default());
    let btf = Btf::parse(compiled.blob.expect("a blob"), None).expect("a header");
    let s = named(&btf, Kind::Struct, "s");
    let (_, closed) = table(&btf, s, &[]);
    assert_eq!(closed.len(), 6, "{closed:?}");
    let (structs, rows) = table(&btf, s, &["d"]);
    let expected = [
        "d | struct in[2][2] | 4 | 32",
        "[0][0] | struct in | 4 | 8",
        "a | char | 4 | 1",
        "hole |  | 5 | 3",
        "b | int | 8 | 4",
        "[0][1] | struct in | 12 | 8",
        "[1][0] | struct in | 20 | 8",
        "[1][1] | struct in | 28 | 8",
        "long_one | short[300] | 36 | 600",
    ];
    assert_eq!(rows[2..11], expected);
    // Elements have the path of their array, and keys skip elements.
    let array = structs.find(&Path(vec![1])).expect("its row");
    assert_eq!((array, structs.step(Some(array), 1)), (2, Some(4)));
    let (_, rows) = table(&btf, s, &["long_one"]);
    assert_eq!(rows.len(), 6 + 257);
    assert_eq!(rows[3 + 256], "[255] | short | 546 | 2");
    assert_eq!(rows[3 + 257], "44 more elements |  | 548 | 88");
    let (_, rows) = table(&btf, s, &["p"]);
    assert_eq!(rows[rows.len() - 2..], ["p | int *[1] | 640 | 8", "[0] | int * | 640 | 8"]);
}

#[test]
fn holes_are_gone_through_one_after_the_other() {
    let source = "struct in { char a; int b; }; struct s { char a; long b; char c; struct in d; char e : 3; char f; };";
    let compiled = scratch::compile(source, scratch::Target::default());
    let btf = Btf::parse(compiled.blob.expect("a blob"), None).expect("a header");
    let s = named(&btf, Kind::Struct, "s");
    let mut open = Expanded::default();
    let table = new_table(&btf, s, &open);
    let forms: Vec<RowForm> = table.rows.iter().map(|r| r.form).collect();
    let hole = |i| Some(GapStep::Row(i));
    let at = |form| forms.iter().position(|f| *f == form).expect("one");
    let first = at(RowForm::Hole);
    let second = first + 1 + forms[first + 1..].iter().position(|f| *f == RowForm::Hole).expect("a second");
    assert_eq!(table.next_gap(&btf, GapKind::Hole, None), hole(first));
    assert_eq!(table.next_gap(&btf, GapKind::Hole, Some(first)), hole(second));
    assert_eq!(table.next_gap(&btf, GapKind::Hole, Some(second)), hole(first), "around");
    assert_eq!(table.next_gap(&btf, GapKind::BitHole, None), hole(at(RowForm::BitHole)));
    let inside = Path::root().child(3);
    assert_eq!(table.next_gap(&btf, GapKind::Nested, None), Some(GapStep::Open(inside.clone())));
    open.toggle(&inside);
    let table = new_table(&btf, s, &open);
    let from = table.find(&inside).expect("its row");
    assert_eq!(table.next_gap(&btf, GapKind::Nested, Some(from)), hole(from + 2));
    // The map shows the parts of an expanded member.
    let layout = layout::layout(&btf, s, &Options::default()).expect("a layout");
    let ways = |open: &Expanded| -> Vec<Vec<u32>> {
        open_map(&btf, &layout, 64, open, &Alternatives::default(), &Path::root())
            .lines
            .iter()
            .flat_map(|l| &l.segments)
            .filter_map(|s| Some(s.path()?.0))
            .collect()
    };
    assert_eq!(ways(&Expanded::default()), [vec![0], vec![1], vec![2], vec![3], vec![4], vec![5]]);
    assert_eq!(ways(&open), [vec![0], vec![1], vec![2], vec![3, 0], vec![3, 1], vec![4], vec![5]]);
}

/// An expanded array of pointers shows the pointers, so the hole of the struct behind them is not in it.
#[test]
fn an_array_of_pointers_has_no_holes() {
    let source = "struct in { char a; int b; }; struct only { struct in *to[3]; }; \
        struct s { struct in *to[3]; struct in d[2]; };";
    let compiled = scratch::compile(source, scratch::Target::default());
    let btf = Btf::parse(compiled.blob.expect("a blob"), None).expect("a header");
    let next = |name| {
        let table = new_table(&btf, named(&btf, Kind::Struct, name), &Expanded::default());
        assert!(table.rows[0].expandable, "{name}");
        table.next_gap(&btf, GapKind::Nested, None)
    };
    assert_eq!(next("only"), None);
    assert_eq!(next("s"), Some(GapStep::Open(Path::root().child(1))));
}

#[test]
fn lines_of_the_tree() {
    let btf = compiled();
    let s = named(&btf, Kind::Struct, "s");
    let mut open = Expanded::default();
    open.0.extend(["to", "u"].map(|path| from_names(&btf, s, path).expect("a member")));
    open.0.insert(Path::root().child(4));
    let lines = nodes(&btf, s, &open);
    let texts: Vec<String> = lines
        .iter()
        .map(|node| {
            let t = node.texts(&btf);
            let arrow = if node.is_behind_pointer() { "->" } else { "" };
            format!(
                "{}{arrow} | {} | {} | {} | {} | {}",
                "  ".repeat(node.depth as usize) + &t.name,
                t.type_text,
                t.class,
                t.offset,
                t.in_parent,
                t.size
            )
        })
        .collect();
    let hex: Vec<[String; 3]> = lines.iter().take(3).map(|node| node.texts(&btf).hex).collect();
    assert_eq!(hex[0], ["0x0", "", "0x28"]);
    assert_eq!(hex[1], ["0x0", "", "0x1"]);
    assert_eq!(hex[2], ["0x1:0", "", ""], "a bitfield has no size in bytes");
    assert_eq!(
        texts,
        [
            "struct s |  | struct | 0 |  | 40",
            "  first | char | int | 0 |  | 1",
            "  low | unsigned int : 3 | bit | 1:0 |  | 3 bits",
            "  high | unsigned int : 5 | bit | 1:3 |  | 5 bits",
            "  to | struct here * | ptr | 8 |  | 8",
            "    a-> | int | int | 0 |  | 4",
            "  (anonymous) | struct {…} | struct | 16 |  | 8",
            "    deep | int | int | 16 | +0 | 4",
            "    tail | char | int | 20 | +4 | 1",
            "  u | union either | union | 24 |  | 8",
            "    wide | long | int | 24 | +0 | 8",
            "    pair | struct {…} | struct | 24 | +0 | 2",
            "  (anonymous) | union {…} | union | 32 |  | 4",
        ]
    );
}

#[test]
fn a_union_shows_one_alternative_and_says_of_how_many() {
    let source = "struct named { int n; }; struct s { char before; union { long whole; struct { char a; int b; }; struct named second; unsigned c : 3; } ; union { int only; } one; };";
    let compiled = scratch::compile(source, scratch::Target::default());
    let btf = Btf::parse(compiled.blob.expect("a blob"), None).expect("a header");
    let s = named(&btf, Kind::Struct, "s");
    let mut open = Expanded::default();
    open.0.extend([Path(vec![1]), Path(vec![2])]);
    let mut chosen = Alternatives::default();
    let rows = |open: &Expanded, chosen: &Alternatives| -> (Table, Vec<String>) {
        let table = Table::new(&btf, s, open, chosen);
        let text = |row: &model::table::MemberRow| {
            let cells = table.cells(&btf, row);
            format!("{} {} | {} | {}", row.depth, cells.name, cells.type_text, row.offset_text())
        };
        let texts = table.rows.iter().map(text).collect();
        (table, texts)
    };
    // No alternative is chosen: the unnamed struct is shown. In C, its members count as members of the outer struct.
    // It has no row of its own; the union's row stands for both.
    let (table, texts) = rows(&open, &chosen);
    let scope = "0 union › struct, one of 4 alternatives |  | 8";
    let one = ["0 one: union |  | 16", "1 only | int | 16", "0 padding |  | 20"];
    let before = ["0 before | char | 0", "0 hole |  | 1"];
    let inside = ["1 a | char | 8", "1 hole |  | 9", "1 b | int | 12"];
    assert_eq!(texts, [&before[..], &[scope], &inside, &one].concat());
    assert_eq!((table.find(&Path(vec![1])), table.find(&Path(vec![1, 1]))), (Some(2), Some(2)));
    assert_eq!([2, 3, 5, 6, 7, 8].map(|row| table.scope_of(row)), [None, Some(2), Some(2), None, Some(6), None]);
    let all: Vec<_> = table.alternatives(&btf, &table.rows[2]).into_iter().map(|a| (a.name, a.size, a.shown)).collect();
    let at = |name: &str, size: &str, shown| (name.to_owned(), size.to_owned(), shown);
    assert_eq!(
        all,
        [at("whole", "8", false), at("a, b", "8", true), at("second", "4", false), at("c", "3 bits", false)]
    );
    // A hole in the alternative is a hole of that struct, between its members.
    let gap = table.gap(&btf, 4).expect("a hole");
    assert_eq!(
        (gap.path.0.as_slice(), gap.offset_text(), gap.size_text(), gap.place()),
        (&[1, 1][..], "9".into(), "3 bytes".into(), "between a and b".into())
    );
    assert_eq!((table.find_gap(&Path(vec![1, 1]), 9 * 8 + 20), table.gap(&btf, 3)), (Some(4), None));
    // The next alternatives; after the last comes the first.
    assert_eq!(table.next_alternative(&Path(vec![1, 1, 0])), Some(Path(vec![1, 2])));
    assert_eq!(table.next_alternative(&Path(vec![2])), None, "there is only one");
    chosen.choose(&Path(vec![1, 3]));
    let (table, texts) = rows(&open, &chosen);
    assert_eq!(texts[2..4], ["0 union, one of 4 alternatives |  | 8", "1 c | unsigned int : 3 | 8:0"]);
    assert_eq!(table.next_alternative(&Path(vec![1, 3])), Some(Path(vec![1, 0])));
    // Selecting a member chooses the alternatives that contain it.
    chosen.choose(&Path(vec![1, 2, 0]));
    open.0.insert(Path(vec![1, 2]));
    let (_, texts) = rows(&open, &chosen);
    assert_eq!(texts[2..5], ["0 union, one of 4 alternatives |  | 8", "1 second | struct named | 8", "2 n | int | 8"]);
}

/// The typedef of an unnamed union is a type to show; the union itself is not.
#[test]
fn an_open_union_shows_the_name_of_its_typedef() {
    let source =
        "typedef union { long wide; int n; } foo_t; struct s { foo_t u; const foo_t c; const union { int x; } v; };";
    let compiled = scratch::compile(source, scratch::Target::default());
    let btf = Btf::parse(compiled.blob.expect("a blob"), None).expect("a header");
    let (_, rows) = table(&btf, named(&btf, Kind::Struct, "s"), &["u", "c", "v"]);
    let expected = [
        "u: union, one of 2 alternatives | foo_t | 0 | 8",
        "wide | long | 0 | 8",
        "c: union, one of 2 alternatives | const foo_t | 8 | 8",
        "wide | long | 8 | 8",
        "v: union |  | 16 | 4",
        "x | int | 16 | 4",
        "padding |  | 20 | 4",
    ];
    assert_eq!(rows, expected);
}

#[test]
fn the_text_on_a_segment_fits_its_width() {
    let btf = compiled();
    let layout = layout::layout(&btf, named(&btf, Kind::Struct, "gaps"), &Options::default()).expect("a layout");
    let line = map(&btf, &layout, 64).lines.remove(0);
    let titles: Vec<String> = line.segments.iter().map(|s| s.title()).collect();
    assert_eq!(
        titles,
        ["a: 1 byte at 0", "hole: 7 bytes at 1", "b: 8 bytes at 8", "beyond the struct: 48 bytes at 16"]
    );
    let hole = line.segments.iter().find(|s| s.form == SegmentForm::Hole).expect("a hole");
    let within = |room: usize| hole.text_in(|text| text.len() <= room);
    assert_eq!([within(6), within(5), within(0)], [Some("hole 7".into()), Some("7".into()), None]);
}

#[test]
fn lines_of_the_tree_know_the_struct_that_has_them() {
    let btf = compiled();
    let s = named(&btf, Kind::Struct, "s");
    let mut expanded = Expanded::default();
    expanded.0.insert(from_names(&btf, s, "u").expect("a member"));
    let lines = nodes(&btf, s, &expanded);
    let item = |name: &str| lines.iter().find(|n| n.name == name).expect(name).item(&btf, s);
    assert_eq!(lines[0].item(&btf, s), None, "the root is no member");
    assert_eq!(item("first"), Some((s, 0)));
    assert_eq!(item("wide"), Some((named(&btf, Kind::Union, "either"), 0)));
}

#[test]
fn prototypes_return_something() {
    let btf = compiled();
    let users = named(&btf, Kind::Struct, "users");
    assert_eq!(new_table(&btf, users, &Expanded::default()).returns(&btf), None);
    let proto = btf.types().find(|t| t.kind() == Kind::FuncProto).expect("that of call");
    let returned = new_table(&btf, proto.id(), &Expanded::default()).returns(&btf).expect("a type");
    assert_eq!(btf.get(returned).map(|t| t.name().to_owned()).as_deref(), Some("int"));
}

#[test]
fn a_strip_has_the_bytes_of_its_field() {
    // The bytes and the cells of each row.
    let shown = |endian, flipped, source: &str, member| {
        let target = scratch::Target { endian, ..scratch::Target::default() };
        let compiled = scratch::compile(source, target);
        let btf = Btf::parse(compiled.blob.expect("a blob"), None).expect("a header");
        let layout = layout::layout(&btf, named(&btf, Kind::Struct, "s"), &Options::default()).expect("a layout");
        let strip = model::strip::strip(&btf, &layout, member, 0, flipped).expect("a bitfield");
        let rows = strip.rows.iter().map(|row| {
            let cells =
                row.cells.iter().map(|c| format!("{}{} {}", c.label, if c.continues { "…" } else { "" }, c.numbers));
            format!("{}: {}", row.place(), cells.collect::<Vec<_>>().join(", "))
        });
        (strip.place(), strip.order(), rows.collect::<Vec<_>>())
    };
    let small = "struct s { unsigned int low : 3; unsigned int high : 4; };";
    let (little, big) = ("little-endian, bit 0 is the least significant", "big-endian, bit 0 is the most significant");
    let at =
        |place: &str, order, rows: &[&str]| (place.to_owned(), order, rows.iter().map(|r| (*r).to_owned()).collect());
    assert_eq!(shown(Endian::Little, false, small, 0), at("Byte 0", little, &["0:  7, high 6–3, low 2–0"]));
    assert_eq!(shown(Endian::Little, true, small, 0), at("Byte 0", little, &["0: low 0–2, high 3–6,  7"]));
    assert_eq!(shown(Endian::Big, false, small, 1), at("Byte 0", big, &["0: low 0–2, high 3–6,  7"]));
    assert_eq!(shown(Endian::Big, true, small, 1), at("Byte 0", big, &["0:  7, high 6–3, low 2–0"]));
    // A bitfield over several bytes: the bytes in the middle are one row. The bytes of its storage unit in which it has
    // no bits are left out.
    let long = "struct s { unsigned long long a : 3; unsigned long long b : 42; unsigned long long c : 11; };";
    let rows = ["0: b… 7–3, a 2–0", "1–4: b… ", "5: c… 7–5, b… 4–0"];
    assert_eq!(shown(Endian::Little, false, long, 1), at("Bytes 0–5", little, &rows));
    let two = shown(Endian::Little, false, long, 2);
    assert_eq!(two, at("Bytes 5–6", little, &["5: c… 7–5, b… 4–0", "6: c… 7–0"]));
}

#[test]
fn places_have_one_notation() {
    let btf = compiled();
    let s = named(&btf, Kind::Struct, "s");
    let words = |path: &str| {
        let path = from_names(&btf, s, path).expect("a member");
        model::heading::offset_words(&btf, &model::focus::Selection { id: s, path })
    };
    assert_eq!(["high", "to", "u.wide"].map(words), ["offset 1:3, 5 bits", "offset 8, 8 bytes", "offset 24, 8 bytes"]);
}
