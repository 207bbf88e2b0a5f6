//! Declaration tags on members, parameters and whole types, in the models that list them.

use btf::{Btf, DeclTags, TypeId};
use model::path::Path;
use model::tags::{tagged_prototype, tags_at};
use relate::{GraphOptions, Through, Usage, Users, build};

const SOURCE: &str = r#"
struct inner { int a; };
struct s {
    int x;
    struct inner *p __attribute__((btf_decl_tag("rw")));
    int y : 3 __attribute__((btf_decl_tag("one"))) __attribute__((btf_decl_tag("two")));
} __attribute__((btf_decl_tag("whole")));
int tagged(struct s *a __attribute__((btf_decl_tag("arg:nullable"))), void *ctx __attribute__((btf_decl_tag("arg:ctx"))));
"#;

fn compiled() -> Btf {
    let blob = scratch::compile(SOURCE, scratch::Target::default()).blob.expect("a blob");
    Btf::parse(blob, None).expect("a header")
}

fn find(btf: &Btf, name: &str) -> TypeId {
    let is = |t: &btf::Type<'_>| t.name() == name && t.kind() != btf::Kind::DeclTag;
    btf.types().find(is).expect("a type of the name").id()
}

fn texts(btf: &Btf, of: &str, path: &[u32]) -> Vec<String> {
    let tags = DeclTags::new(btf);
    tags_at(btf, &tags, find(btf, of), &Path(path.to_vec())).iter().map(|tag| tag.text()).collect()
}

#[test]
fn tags_of_members_parameters_and_wholes() {
    let btf = compiled();
    assert_eq!(texts(&btf, "s", &[]), ["whole"]);
    assert_eq!(texts(&btf, "s", &[0]), [""; 0]);
    assert_eq!(texts(&btf, "s", &[1]), ["rw"]);
    assert_eq!(texts(&btf, "s", &[2]), ["one", "two"]);
    assert_eq!(texts(&btf, "tagged", &[0]), ["arg:nullable"]);
    assert_eq!(texts(&btf, "tagged", &[1]), ["arg:ctx"]);
    // The target of `p` has no tag.
    assert_eq!(texts(&btf, "s", &[1, 0]), [""; 0]);
}

/// The column of names has room for the longest name with its tags: here, `y` with `one` and `two`.
#[test]
fn columns_have_room_for_tags() {
    let btf = compiled();
    let tags = DeclTags::new(&btf);
    let s = find(&btf, "s");
    let table = model::table::Table::new(
        &btf,
        s,
        &model::tree::Expanded::default(),
        &model::alternatives::Alternatives::default(),
    );
    assert_eq!(model::tags::widest_with_tags(&btf, &tags, s, &table), 1 + 3 + 2 + 3 + 2);
    assert_eq!(model::tags::widest_with_tags(&btf, &DeclTags::default(), s, &table), 0);
}

#[test]
fn prototypes_and_c() {
    let btf = compiled();
    let tags = DeclTags::new(&btf);
    assert_eq!(
        tagged_prototype(&btf, &tags, find(&btf, "tagged")),
        "int tagged(struct s *a __attribute__((btf_decl_tag(\"arg:nullable\"))), \
         void *ctx __attribute__((btf_decl_tag(\"arg:ctx\"))))"
    );
    let mut c = String::new();
    dump::c_type(&btf, find(&btf, "s"), &mut c, &dump::COptions { portable: true, ..Default::default() });
    assert_eq!(
        c,
        "struct s {
\tint x;
\tstruct inner *p __attribute__((btf_decl_tag(\"rw\")));
\tint y: 3 __attribute__((btf_decl_tag(\"one\"))) __attribute__((btf_decl_tag(\"two\")));
} __attribute__((btf_decl_tag(\"whole\")));
"
    );
    // libbpf prints none of the tags.
    let mut plain = String::new();
    dump::c_type(&btf, find(&btf, "s"), &mut plain, &dump::COptions { portable: false, ..Default::default() });
    assert!(!plain.contains("__attribute__"), "{plain}");
}

/// The printed C is compiled again: the same parts have the same tags.
#[test]
fn tags_survive_c() {
    let btf = compiled();
    let mut c = String::new();
    let roots = [find(&btf, "s"), find(&btf, "tagged")];
    dump::c_of(&btf, &roots, &mut c, &dump::CFileOptions { portable: true, guards: false, ..Default::default() });
    let again = scratch::compile(&c, scratch::Target::default());
    let btf = Btf::parse(again.blob.unwrap_or_else(|| panic!("{:?}\n{c}", again.marks)), None).expect("a header");
    assert_eq!(texts(&btf, "s", &[2]), ["one", "two"]);
    assert_eq!(texts(&btf, "s", &[]), ["whole"]);
    assert_eq!(texts(&btf, "tagged", &[0]), ["arg:nullable"]);
}

#[test]
fn users_and_graph_say_which_member() {
    let btf = compiled();
    let users = Users::new(&btf);
    let s = find(&btf, "s");
    let mut on: Vec<_> = users
        .of(&btf, s, Through::NOTHING)
        .into_iter()
        .filter(|user| user.usage == Usage::Tagged)
        .map(|user| (btf.get(user.from).map(|t| t.name().to_owned()), user.part(&btf).map(str::to_owned)))
        .collect();
    on.sort();
    let row = |tag: &str, part: Option<&str>| (Some(tag.to_owned()), part.map(str::to_owned));
    assert_eq!(on, [row("one", Some("y")), row("rw", Some("p")), row("two", Some("y")), row("whole", None)]);
    let graph = build(&btf, &users, s, &GraphOptions::default());
    let edge = graph.edges.iter().find(|e| e.names == ["p"]).expect("an edge of p");
    assert_eq!(edge.tags, ["p: rw"]);
}

/// With kind_flag, the name is a whole attribute, and is shown as one.
#[test]
fn attributes_look_different() {
    let mut blob = tests::blob::Blob::new(tests::blob::Order::Little);
    let int = blob.int("int", 4, 1);
    let s = blob.structure("s", 4, &[("x", int, 0)]);
    let name = blob.string("aligned(8)");
    blob.record(name, tests::blob::kind::DECL_TAG, 0, true, s, &[0]);
    let btf = Btf::parse(blob.build(), None).unwrap();
    let tags = DeclTags::new(&btf);
    let [tag] = &tags_at(&btf, &tags, TypeId(s), &Path(vec![0]))[..] else { panic!("one tag") };
    assert_eq!((tag.is_attribute, tag.text().as_str()), (true, "__attribute__((aligned(8)))"));
    let mut c = String::new();
    dump::c_type(&btf, TypeId(s), &mut c, &dump::COptions { portable: true, ..Default::default() });
    assert!(c.contains("int x __attribute__((aligned(8)));"), "{c}");
}
