//! `crates/api/npm/index.d.ts` agrees with the Rust code: kinds, error codes, options, and the fields of results.

use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;

use btf::{Btf, Kind, TypeId};
use json::{ErrorCode, Script};
use serde::Serialize;
use serde_json::Value;
use tests::fixture;

fn npm(name: &str) -> String {
    let path = fixture::project().join("crates/api/npm").join(name);
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The declarations without comments.
fn types() -> String {
    let text = npm("index.d.ts");
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some((before, behind)) = rest.split_once("/*") {
        out += before;
        rest = behind.split_once("*/").expect("comments end").1;
    }
    out + rest
}

/// The quoted strings in a text.
fn quoted(text: &str) -> BTreeSet<String> {
    text.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The text between two others.
fn between<'t>(text: &'t str, from: &str, to: &str) -> &'t str {
    let behind = text.split_once(from).unwrap_or_else(|| panic!("no {from}")).1;
    behind.split_once(to).unwrap_or_else(|| panic!("no {to} behind {from}")).0
}

/// The properties of an interface, including inherited ones.
fn properties(types: &str, interface: &str) -> BTreeSet<String> {
    let head = format!("export interface {interface} ");
    let body = between(types, &head, "\n}\n");
    let (extends, body) = body.split_once('{').expect("a body");
    let mut names: BTreeSet<String> = body
        .lines()
        .filter_map(|line| line.strip_prefix("  "))
        .filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()))
        .filter_map(|line| line.strip_prefix("readonly ").unwrap_or(line).split_once(':'))
        .map(|(name, _)| name.trim_end_matches('?').to_owned())
        .collect();
    if let Some(base) = extends.trim().strip_prefix("extends ") {
        names.extend(properties(types, base.trim()));
    }
    names
}

/// The keys of a JSON value.
fn keys(value: &Value) -> BTreeSet<String> {
    value.as_object().unwrap_or_else(|| panic!("an object: {value}")).keys().cloned().collect()
}

fn script<T: Serialize>(value: T) -> Value {
    serde_json::to_value(Script(value)).expect("it is written")
}

fn words(all: &[&str]) -> BTreeSet<String> {
    all.iter().map(|word| (*word).to_owned()).collect()
}

/// serde would write a `usize` with 64 bits, which JavaScript would get as a bigint. Offsets and counts are
/// [`json::Count`].
#[test]
fn no_field_is_a_usize() {
    let mut seen = 0;
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src")).expect("the sources") {
        let path = entry.expect("a file").path();
        let source = std::fs::read_to_string(&path).expect("text");
        let derived = source.split("#[derive(").skip(1).filter(|block| block.starts_with("Serialize"));
        // In `made!`, the arguments of the constructor are before the fields.
        let made = source.split("\n    struct ").chain(source.split("\n    pub struct ")).skip(1);
        let made =
            made.filter_map(|block| block.split_once(") {\n").map(|(_, fields)| fields.split("\n    }\n").next()));
        for block in derived.chain(made.flatten()) {
            let fields = block.split("\n}\n").next().unwrap_or_default();
            assert!(!fields.contains("usize"), "{}: {fields}", path.display());
            seen += 1;
        }
    }
    assert!(seen > 50, "{seen}");
}

#[test]
fn kinds_are_those_of_rust() {
    let ours: BTreeSet<String> = (1..=u8::MAX).map(|n| Kind::from_number(n).as_str().to_owned()).collect();
    let types = types();
    let union = between(&types, "export type BtfType =", ";");
    let mut theirs = BTreeSet::new();
    for interface in union.split('|').map(str::trim).filter(|name| !name.is_empty()) {
        let body = between(&types, &format!("export interface {interface} "), "\n}\n");
        theirs.extend(quoted(between(body, "kind:", ";")));
    }
    assert_eq!(ours, theirs);
}

#[test]
fn error_codes_are_those_of_rust_and_of_the_handle() {
    let mut ours: BTreeSet<String> = ErrorCode::ALL.iter().map(|code| code.as_str().to_owned()).collect();
    let handle: String = ["later.js", "ranges.js", "handle.js", "atlas.js"].map(npm).concat();
    for call in handle.split("failure(").skip(1).filter(|call| call.starts_with('"')) {
        ours.insert(call.split('"').nth(1).expect("a code").to_owned());
    }
    assert!(ours.contains("not-ready"));
    assert_eq!(ours, quoted(between(&types(), "export type BtfErrorKind =", ";")));
}

#[test]
fn options_are_those_of_rust() {
    let types = types();
    let all = json::options::all();
    for (name, known) in &all {
        assert_eq!(known.iter().cloned().collect::<BTreeSet<_>>(), properties(&types, name), "{name}");
    }
    let declared = types.matches("Options ").count();
    assert!(all.len() == 21 && declared >= 21, "{declared}");
    let interfaces = types.split("export interface ").skip(1).filter_map(|text| text.split_whitespace().next());
    assert_eq!(interfaces.filter(|name| name.ends_with("Options")).count(), all.len());
}

#[test]
fn an_unknown_option_is_named_with_the_known_ones() {
    use json::options::{SearchOptions, check_keys};
    let keys = |all: &[&str]| check_keys::<SearchOptions>(all.iter().map(|key| (*key).to_owned()));
    assert_eq!(keys(&["derived", "ownOnly"]), Ok(()));
    let message = "unknown option “own_only”; expected derived, ownOnly";
    assert_eq!(keys(&["derived", "own_only"]), Err(message.to_owned()));
}

#[test]
fn relocation_kinds_and_verdicts_are_those_of_rust() {
    let types = types();
    let mut ours: BTreeSet<String> = (0..100).filter_map(model::inspect::relo_kind).map(str::to_owned).collect();
    ours.insert("UNKNOWN".to_owned());
    assert_eq!(ours, quoted(between(&types, "export type RelocationKind =", ";")));
}

#[test]
fn what_calls_give_has_the_fields_that_are_declared() {
    let types = types();
    let bytes = fixture::read("relo.clang.bpfel.o");
    let opened = container::open("relo.o", &bytes).expect("it opens");
    let btf = model::load::load(&opened, None).expect("it loads").btf;
    let info = script(json::facts::info(&opened, &btf, model::load::BaseFrom::None));
    assert_eq!(keys(&info), properties(&types, "FileInfo"));
    assert_eq!(keys(&info["elfSections"]), properties(&types, "ElfSections"));
    assert_eq!(keys(&info["elfSections"]["sections"][0]), properties(&types, "ElfSection"));
    let sections = between(&types, "export interface FileInfo ", "\n}\n");
    let named = quoted(between(sections, "name:\n", ";"));
    for section in info["sections"].as_array().expect("sections") {
        assert!(named.contains(section["name"].as_str().expect("a name")), "{section}");
    }

    let target = Arc::new(Btf::parse(fixture::read("relo-new.bpfel.btf"), None).expect("it parses"));
    let target = needs::Kernel::new(needs::Release::default(), target, needs::Modules::Unknown);
    let all = json::relocations::relocations(&opened, &btf, &[target], false).expect("they are read");
    let all = script(&all);
    assert_eq!(keys(&all[0]), properties(&types, "Relocation"));
    assert_eq!(keys(&all[0]["results"][0]), properties(&types, "RelocationResult"));
    let verdicts = quoted(between(between(&types, "export interface RelocationResult ", "\n}\n"), "verdict:", ";"));
    for relocation in all.as_array().expect("relocations") {
        assert!(verdicts.contains(relocation["results"][0]["verdict"].as_str().expect("a verdict")), "{relocation}");
    }

    let owner = json::owner::owner(&opened, &btf, opened.btf.file_range.start).map(script).expect("it has one");
    assert_eq!(keys(&owner), properties(&types, "ByteOwner"));
    assert_eq!(keys(&owner["fields"][0]), words(&["name", "value", "meaning", "range"]));
    assert_eq!(keys(&owner["range"]), properties(&types, "Range"));

    let columns = search::Columns::new(Arc::clone(&btf));
    let found = json::search::FoundType::of(TypeId(1), &btf, &columns);
    assert_eq!(keys(&script(&found)), words(&["id", "kind", "name", "size"]));
    let found = json::search::FoundTypes { total: json::Count(1), types: vec![found] };
    assert_eq!(keys(&script(found)), properties(&types, "FoundTypes"));
}

#[test]
fn what_kernels_say_of_a_program_has_the_fields_that_are_declared() {
    use needs::{Kernel, Modules, NeedKind, Needs, Release};
    let types = types();
    let object = bpf::Object::parse(fixture::read("stories.clang.bpfel.o")).expect("it parses");
    let needs = Needs::of(Arc::new(object));
    let btf = Arc::new(Btf::parse(fixture::read("kernel.x86_64.btf"), None).expect("it parses"));
    let (kernels, reports) =
        json::fits::ask(&needs, &[Kernel::new(Release::parse("6.12.1-amd64"), btf, Modules::Absent)]);
    let shown: Vec<usize> = (0..needs.programs().len()).collect();
    let checked = json::fits::Checked {
        name: "stories.o",
        needs: &needs,
        shown: &shown,
        named: false,
        kernels: &kernels,
        reports: &reports,
    };
    let value = script(json::fits::Fits::of(&checked));
    assert_eq!(keys(&value), properties(&types, "Fits"));
    let first = |key: &str| value[key].get(0).unwrap_or_else(|| panic!("no {key}"));
    for (key, interface) in
        [("kernels", "FitsKernel"), ("programs", "FitsProgram"), ("needs", "FitsNeed"), ("ranges", "FitsRange")]
    {
        assert_eq!(keys(first(key)), properties(&types, interface), "{key}");
    }
    assert_eq!(keys(&first("programs")["verdicts"][0]), properties(&types, "FitsVerdict"));
    assert_eq!(keys(&first("needs")["answers"][0]), properties(&types, "FitsAnswer"));
    let of = |interface: &str, from: &str| {
        quoted(between(between(&types, &format!("export interface {interface} "), "\n}\n"), from, ";"))
    };
    let ours = |all: &[&str]| words(all);
    assert_eq!(of("FitsNeed", "kind:\n"), ours(&NeedKind::ALL.map(NeedKind::as_str)));
    use needs::Load::{CannotTell, DoesNotOpen, Fails, Fallback, Loads, Unrelocated};
    let load = [Loads, Fallback, CannotTell, Unrelocated, Fails, DoesNotOpen];
    assert_eq!(quoted(between(&types, "export type Load =", ";")), ours(&load.map(needs::Load::as_str)));
    for answer in value["needs"].as_array().expect("needs").iter().flat_map(|n| n["answers"].as_array()).flatten() {
        for (key, from) in [("answer", "answer:"), ("sure", "sure:"), ("reached", "reached:")] {
            let word = answer[key].as_str();
            assert!(word.is_none_or(|word| of("FitsAnswer", from).contains(word)), "{key}: {answer}");
        }
    }
}

#[test]
fn relocations_and_symbols_of_elf_have_the_fields_that_are_declared() {
    let types = types();
    let object = bpf::Object::parse(fixture::read("relo.clang.bpfel.o")).expect("it parses");
    let sections = script(json::elf::relocations(&object, true, &|_| true));
    assert_eq!(keys(&sections[0]), properties(&types, "ElfRelocationSection"));
    assert_eq!(keys(&sections[0]["records"][0]), properties(&types, "ElfRelocation"));
    assert_eq!(keys(&script(json::elf::symbols(&object))[1]), properties(&types, "ElfSymbol"));
}

#[test]
fn programs_have_the_fields_that_are_declared() {
    let types = types();
    let program =
        model::program::Program::new(bpf::Object::parse(fixture::read("relo.clang.bpfel.o")).expect("it parses"));
    let value = script(json::programs::program(&program));
    assert_eq!(keys(&value), properties(&types, "ProgramObject"));
    assert_eq!(keys(&value["functions"][0]), properties(&types, "ProgramFunction"));
    let sample = fs::read(fixture::project().join("static/samples/sample.bpf.o")).expect("the sample");
    let with_maps = model::program::Program::new(bpf::Object::parse(sample).expect("it parses"));
    assert_eq!(keys(&script(json::programs::program(&with_maps))["maps"][0]), properties(&types, "ProgramMap"));
    let row = program.functions().remove(0);
    let code = script(json::programs::code(&program, row));
    assert_eq!(keys(&code), properties(&types, "ProgramCode"));
    assert_eq!(keys(&code["instructions"][0]), properties(&types, "Instruction"));
}

#[test]
fn values_and_verdicts_have_the_fields_that_are_declared() {
    let types = types();
    let btf = Btf::parse(fixture::read("kernel.x86_64.btf"), None).expect("it parses");
    let task = btf.types().find(|t| t.name() == "task_struct").expect("it is there").id();
    let bytes = [0; 200];
    let record = value::Record::new(&btf, task, &bytes).expect("it has a size");
    let values = script(
        json::values::values(&record, None, &value::TextOptions::default(), &btf::Budget::endless()).expect("no limit"),
    );
    assert_eq!(keys(&values), properties(&types, "Values"));
    assert_eq!(keys(&values["records"][0]), properties(&types, "ValueRecord"));
    assert_eq!(keys(&values["records"][0]["rows"][0]), properties(&types, "ValueRow"));
    assert!(values["records"][0]["formatted"].is_string());

    let object = bpf::Object::parse(fixture::read("relo.clang.bpfel.o")).expect("it parses");
    let mut bytes = object.btf().expect("BTF").bytes().to_vec();
    // A kind that no kernel has.
    let first = 24 + usize::try_from(u32::from_le_bytes([bytes[8], bytes[9], bytes[10], bytes[11]])).expect("small");
    bytes[first + 7] = 0x1f;
    let case =
        model::verdict::Case { bytes: &bytes, base: None, mode: verdict::Mode::Load, object: None, lone_module: false };
    let judged = |version| case.judge(version, None, false).expect("it is judged");
    let (main, others) = (judged(verdict::Version::NEWEST), [judged("6.1".parse().expect("a version"))]);
    let programs = verdict::prog::programs(&object);
    let judgement = script(json::verdicts::verdict("x.o", &case, &main, &others, &programs));
    assert_eq!(keys(&judgement), properties(&types, "Verdict"));
    assert_eq!(keys(&judgement["others"][0]), properties(&types, "KernelAnswer"));
    assert_eq!(keys(&judgement["faults"][0]), properties(&types, "VerdictFault"));
    assert_eq!(keys(&judgement["libbpf"]), words(&["errno", "what"]));
    assert_eq!(keys(&judgement["programs"][0]), words(&["name", "section", "funcInfo", "lineInfo", "coreRelo"]));
    assert_eq!((&judgement["accepted"], &judgement["errnoName"]), (&false.into(), &"EINVAL".into()));
}

#[test]
fn layouts_have_the_fields_that_are_declared() {
    let types = types();
    let btf = Btf::parse(fixture::read("kernel.x86_64.btf"), None).expect("it parses");
    let task = btf.types().find(|t| t.name() == "task_struct").expect("it is there").id();
    for reorganize in [false, true] {
        let layout = script(
            json::layouts::layout(&btf, &btf::DeclTags::new(&btf), task, 64, reorganize).expect("it has a layout"),
        );
        assert_eq!(keys(&layout), properties(&types, "Layout"));
        assert_eq!(keys(&layout["figures"]), properties(&types, "LayoutFigures"));
        let rows = layout["rows"].as_array().expect("rows");
        let of = |row: &str| rows.iter().find(|r| r["row"] == row).map(keys);
        assert_eq!(of("member"), Some(properties(&types, "LayoutMember")));
        assert_eq!(of("padding").or(of("hole")), Some(properties(&types, "LayoutGap")));
        assert_eq!(layout["reorganized"].is_object(), reorganize);
    }
}

#[test]
fn types_have_the_fields_that_are_declared() {
    let text = types();
    let mut met = BTreeSet::new();
    for name in ["kinds.bpfel.btf", "kernel.x86_64.btf", "kinds.bpfeb.btf"] {
        let btf = Btf::parse(fixture::read(name), None).expect("it parses");
        for t in btf.types() {
            let value = script(json::types::type_of(&btf, t.id()).expect("it is there"));
            let kind = value["kind"].as_str().expect("a kind");
            let quoted_kind = format!("\"{kind}\"");
            let interface = text.split("export interface ").skip(1).find(|i| {
                let body = i.split("\n}\n").next().unwrap_or_default();
                body.contains("  kind:")
                    && !body.starts_with("Layout")
                    && between(body, "kind:", ";").contains(&quoted_kind)
            });
            let interface = interface.and_then(|i| i.split_whitespace().next()).expect("an interface");
            assert_eq!(keys(&value), properties(&text, interface), "{kind}");
            met.insert(kind.to_owned());
        }
    }
    assert!(met.len() >= 17, "{met:?}");
}

#[test]
fn logs_have_the_fields_that_are_declared() {
    let types = types();
    let bytes = fs::read(fixture::folder().join("stories-kfunc.clang.bpfel.o")).expect("an object");
    let program = model::program::Program::new(bpf::Object::parse(bytes).expect("an object"));
    let core = model::relocations::Core { program: &program, kernels: &[] };
    let text = "\u{1b}[1mlibbpf: prog 'kfunc': -- BEGIN PROG LOAD LOG --\n3: safe\nR1 invalid mem access 'scalar'\n[1] PTR (anon)\n";
    let log = script(json::logs::log(Some("x.o"), program.all(), logs::read(&core, text, None)));
    assert_eq!(keys(&log), properties(&types, "Log"));
    assert_eq!(keys(&log["errors"][0]), properties(&types, "LogError"));
    assert_eq!(keys(&log["links"][0]), properties(&types, "LogLink"));
}

/// libbpf does not open an executable (ET_EXEC), so none of its relocations may be reported as loading.
#[test]
fn relocations_of_what_libbpf_does_not_open_do_not_load() {
    let target = Arc::new(Btf::parse(fixture::read("relo-new.bpfel.btf"), None).expect("it parses"));
    let target = [needs::Kernel::new(needs::Release::default(), target, needs::Modules::Unknown)];
    let loads = |bytes: &[u8]| {
        let opened = container::open("relo.o", bytes).expect("it opens");
        let btf = model::load::load(&opened, None).expect("it loads").btf;
        let all = script(json::relocations::relocations(&opened, &btf, &target, false).expect("they are read"));
        let all = all.as_array().expect("relocations").iter();
        let said = all.map(|one| (one["results"][0]["loads"] == true, one["results"][0]["message"].clone()));
        said.collect::<Vec<_>>()
    };
    let mut bytes = fixture::read("relo.clang.bpfel.o");
    assert!(loads(&bytes).iter().all(|(loads, _)| *loads));
    bytes[16] = 2;
    let refused = loads(&bytes);
    assert_eq!(refused.len(), 83);
    for (loads, message) in refused {
        assert!(
            !loads && message.as_str().is_some_and(|why| why.starts_with("libbpf does not open the object")),
            "{message}"
        );
    }
}

#[test]
fn types_together_have_the_fields_that_are_declared() {
    let types = types();
    let btf = Btf::parse(fixture::read("kernel.x86_64.btf"), None).expect("it parses");
    let named = |name: &str| btf.types().find(|t| t.name() == name).expect("it is there").id();
    let (task, list) = (named("task_struct"), named("list_head"));
    let index = relate::Users::new(&btf);

    let used = script(json::users::used(&btf, list, &index.of(&btf, list, relate::Through::EVERYTHING)));
    assert_eq!(keys(&used), properties(&types, "Used"));
    assert_eq!(keys(&used["users"][0]), properties(&types, "UsedBy"));
    let how = quoted(between(&types, "export type UsedHow =", ";"));
    assert_eq!(how, words(&relate::Usage::ALL.map(relate::Usage::word)));
    let (all, more) = model::used_by::embeddings(&btf, &index, list, &btf::Budget::endless());
    let containers = script(json::users::containers(&btf, &all, more));
    assert_eq!(keys(&containers), properties(&types, "Containers"));
    assert_eq!(keys(&containers["containers"][0]), properties(&types, "Container"));

    let options = relate::PathOptions::default();
    let found = relate::paths_between(&btf, &index, task, list, &options, &btf::Budget::endless()).expect("members");
    let access = |p: &relate::MemberPath| model::access::access(&btf, task, &model::path::Path(p.indices()));
    let all: Vec<_> = found.iter().filter_map(|p| Some((p.pointers, access(p)?))).collect();
    let paths = script(json::paths_between::paths(&btf, task, list, &all));
    assert_eq!(keys(&paths), properties(&types, "Paths"));
    assert_eq!(keys(&paths["paths"][0]), words(&["expression", "pointers", "reads"]));
    assert_eq!(keys(&paths["paths"][0]["reads"][0]), properties(&types, "PathRead"));

    let at = model::at::at(&btf, task, 36, None).expect("it is longer");
    let at = script(json::at::at_offset(&btf, task, 36, &at));
    assert_eq!(keys(&at), properties(&types, "AtOffset"));
    assert_eq!(keys(&at["places"][0]), properties(&types, "AtPlace"));

    let path = relate::FieldPath::parse("task_struct.parent").expect("a path");
    let field = script(json::fields::Field::find("kernel", &btf, &path));
    assert_eq!(keys(&field), properties(&types, "Field"));
    let place = words(&["bitOffset", "bitfield", "size", "typeId", "type", "from", "pointers"]);
    assert_eq!(keys(&field["place"]), place);
}

#[test]
fn differences_have_the_fields_that_are_declared() {
    let types = types();
    let [old, new] = ["relo-old.bpfel.btf", "relo-new.bpfel.btf"]
        .map(|name| Btf::parse(fixture::read(name), None).expect("it parses"));
    let budget = btf::Budget::endless();
    let least = relate::ChangeEffect::Harmless;
    let report =
        model::compare::report::Report { old: ("old", &old), new: ("new", &new), least, budget: &budget, used: None };
    let go = &mut |_, _| std::ops::ControlFlow::Continue(());
    let found = relate::compare(&old, &new, &relate::CompareOptions::default(), &budget, go);
    let found = found.expect("no limit").expect("not cancelled");
    let differences = script(json::compare::differences(&report, &found).expect("no limit"));
    assert_eq!(keys(&differences), properties(&types, "Differences"));
    let first = |key: &str| differences[key].get(0).unwrap_or_else(|| panic!("no {key}")).clone();
    for key in ["removed", "added"] {
        assert_eq!(keys(&first(key)), properties(&types, "LoneType"), "{key}");
    }
    let changed = first("changed");
    assert_eq!(keys(&changed), properties(&types, "ChangedType"));
    assert_eq!(keys(&changed["changes"][0]), properties(&types, "ChangedPart"));
    let sides = differences["changed"].as_array().expect("a list").iter();
    let side = sides.flat_map(|c| c["changes"].as_array()).flatten().find(|part| part["old"].is_object());
    assert_eq!(keys(&side.expect("a part of the old")["old"]), properties(&types, "ChangedSide"));
    let effects = quoted(between(&types, "export type DiffEffect =", ";"));
    assert_eq!(effects, words(&relate::ChangeEffect::ALL.map(relate::ChangeEffect::word)));
}

#[test]
fn answers_of_an_atlas_have_the_fields_that_are_declared() {
    use model::atlas::{Asked, Told, which};
    let types = types();
    let bytes: Arc<[u8]> = fs::read(fixture::project().join("static/atlas/debian.atlas")).expect("the atlas").into();
    let atlas = atlas::Atlas::open(bytes).expect("it opens");
    let (names, every) = (atlas.kernel_names(), atlas::Select::parse("arch=amd64").expect("a condition"));
    let keep = |kernel: &atlas::AtlasKernel| every.fits(kernel);
    let list = script(json::atlases::AtlasOf::of(&atlas, names, &every));
    assert_eq!(keys(&list), properties(&types, "AtlasKernels"));
    assert_eq!(keys(&list["kernels"][0]), properties(&types, "AtlasKernel"));

    let none: Option<&atlas::ModulesFile<Arc<[u8]>>> = None;
    for (what, interface, key) in
        [("task_struct", "NameHistory", "forms"), ("task_struct.__state", "FieldHistory", "fields")]
    {
        let asked = Asked::parse(what).expect("a question");
        let history = json::histories::history(&atlas, none, &asked, names, &keep).expect("whole").map(script);
        let history = history.expect("it has one");
        assert_eq!(keys(&history), properties(&types, interface));
        let body = between(&types, &format!("export interface {interface} "), "\n}\n");
        for name in keys(&history[key][0]) {
            assert!(body.contains(&format!("{name}: ")), "{name}");
        }
        let picture = between(&types, "export interface HistoryPicture ", "\n}\n");
        for name in
            [&history["lanes"][0], &history["lanes"][0]["runs"][0], &history["steps"][0]].into_iter().flat_map(keys)
        {
            assert!(picture.contains(&format!("{name}: ")), "{name}");
        }
    }

    let asked = Asked::parse("task_struct.__state").expect("a question");
    let code = read::code(&atlas, &asked, read::Options::default(), None, &keep).expect("code");
    let code = script(json::reads::ReadCode::of(&code, names));
    assert_eq!(keys(&code), properties(&types, "ReadCode"));
    assert_eq!(keys(&code["checked"]), words(&["right", "notKnown", "wrong", "relocations"]));

    let btf = Btf::parse(fixture::read("kernel.x86_64.btf"), None).expect("it parses");
    let told = Told { name: "5.11.0-1023-gcp", sha256: "", from_c: false };
    let whose = which(&atlas, &btf, told, &keep).expect("fit").expect("whole");
    let whose = script(json::whose::WhoseTypes::of(&whose));
    assert_eq!(keys(&whose), properties(&types, "WhoseTypes"));
    assert_eq!(keys(&whose["nearest"][0]), words(&["name", "facts", "same", "more"]));
    assert_eq!(keys(&whose["named"]), words(&["release", "distribution", "onBoard", "series"]));
}
