//! The BTF that compilers made from our C sources has the types and layouts that the sources declare.
//! `tests/fixtures/src/layout.c` asserts the same sizes and offsets.

use std::fs;
use std::sync::Arc;

use btf::{Btf, DeclTags, Endian, Kind, Linkage, MemberBits, NameIndex, Type, TypeId};
use tests::compare::differences;
use tests::fixture::{self, btf_of, section};
use tests::reference::Dump;

const CLANG: [&str; 2] = ["clang.bpfel", "clang.bpfeb"];
const GCC_64: [&str; 3] = ["gcc.x86_64", "gcc.s390x", "gcc.bpf"];

fn open(name: &str) -> Btf {
    let blob = btf_of(&fixture::read(name)).unwrap_or_else(|| panic!("{name} has no BTF"));
    let btf = Btf::parse(blob, None).unwrap_or_else(|e| panic!("{name}: {e}"));
    assert_eq!(btf.diagnostics(), [], "{name}");
    btf
}

fn find<'a>(btf: &'a Btf, kind: Kind, name: &str) -> Type<'a> {
    let found: Vec<Type<'a>> = btf.all_types().filter(|t| t.kind() == kind && t.name() == name).collect();
    assert_eq!(found.len(), 1, "{kind:?} {name}: {found:?}");
    found[0]
}

/// `name: first bit` or `name: first bit/bits` for each member.
fn members(t: Type<'_>) -> String {
    let describe = |m: btf::Member<'_>| match m.bits() {
        MemberBits { offset, bitfield: None } => format!("{}:{offset}", m.name()),
        MemberBits { offset, bitfield: Some(bits) } => format!("{}:{offset}/{bits}", m.name()),
    };
    t.members().map(describe).collect::<Vec<_>>().join(" ")
}

/// Kind, name, size, and members in the form of [`members`].
const LAYOUTS: &[(Kind, &str, u32, &str)] = &[
    (Kind::Struct, "holes", 32, "a:0 b:64 c:128 d:160 e:192"),
    (Kind::Struct, "packed", 16, "a:0 b:8 c:72 d:88 e:120"),
    (Kind::Struct, "packed_but", 12, "a:0 b:32 c:64"),
    (Kind::Struct, "aligned", 64, "a:0 b:256"),
    (Kind::Struct, "cache_lines", 128, "first:0 across:448 second:576"),
    (Kind::Struct, "bit_crossing", 16, "low:0/3 middle:3/58 high:61/3 tail:64"),
    (
        Kind::Struct,
        "bit_types",
        16,
        "negative:0/5 positive:5/5 yes:10/1 color:11/2 sign:13/2 small:16/7 half:23/9 wide:64/33 fixed:97/4",
    ),
    (Kind::Struct, "bit_holes", 8, "a:0/3 b:32/5 c:44/1 d:48 e:56/4"),
    (Kind::Struct, "bit_packed", 14, "a:0/3 b:3/30 c:33/15 d:48/64"),
    (Kind::Struct, "bit_after_plain", 8, "plain:0 low:8/4 high:12/20 after:32"),
    (Kind::Union, "word", 4, "whole:0 half:0 byte:0 parts:0 bits:0/9"),
    (Kind::Struct, "nested", 24, "tag:0 :64 :128 last:160"),
    (Kind::Struct, "flexible", 4, "count:0 items:32"),
    (Kind::Struct, "zero_array", 16, "count:0 nothing:64 after:64"),
    (Kind::Struct, "flexible_in_union", 4, "kind:0 :32"),
    (Kind::Struct, "nothing", 0, ""),
    (Kind::Struct, "around_nothing", 8, "before:0 none:32 many:32 after:32"),
    (Kind::Struct, "list_head", 16, "next:0 prev:64"),
    (Kind::Struct, "parent", 32, "children:0 eldest:128 grand:192"),
    (Kind::Struct, "child", 24, "siblings:0 parent:128"),
    (Kind::Struct, "handler", 24, "run:0 done:64 state:128"),
    (Kind::Struct, "outer", 120, "inner:0 after:256 tight:264 array:448"),
];

#[test]
fn layouts_on_64_bits() {
    for machine in CLANG.iter().chain(&GCC_64) {
        let btf = open(&format!("layout.{machine}.o"));
        for (kind, name, size, expected) in LAYOUTS {
            let t = find(&btf, *kind, name);
            assert_eq!((t.size(), members(t).as_str()), (Some(*size), *expected), "{machine}: {name}");
        }
        // Bitfields of each width, two in each unit: 1 and 31 bits, 2 and 30, up to 16 and 16; then a whole unit.
        let widths = find(&btf, Kind::Struct, "bit_widths");
        let bits: Vec<(u32, u32)> = widths.members().map(|m| (m.bits().offset, m.bits().bitfield.unwrap())).collect();
        let pairs = (1..=16).flat_map(|n| [((n - 1) * 32, n), ((n - 1) * 32 + n, 32 - n)]);
        assert_eq!(bits, pairs.chain([(512, 32)]).collect::<Vec<_>>(), "{machine}");
        // 128-bit integers are aligned to 8 bytes on s390, and by gcc for BPF.
        let align = if matches!(*machine, "gcc.s390x" | "gcc.bpf") { 64 } else { 128 };
        let wide = find(&btf, Kind::Struct, "wide_ints");
        assert_eq!((wide.size(), members(wide)), (Some(align / 8 + 16), format!("tag:0 value:{align}")), "{machine}");
        assert_eq!(btf.pointer_size(), 8);
    }
}

/// 64-bit integers are aligned to 4 bytes on i386, and to 8 on ppc. Pointers have 4 bytes on both; the reader knows it
/// from the size of `long`.
#[test]
fn layouts_on_32_bits() {
    for (machine, holes) in [("i386", (24, "a:0 b:32 c:96 d:128 e:160")), ("ppc", (32, "a:0 b:64 c:128 d:160 e:192"))] {
        let kinds = open(&format!("kinds.gcc.{machine}.o"));
        assert_eq!((kinds.pointer_size(), kinds.guess_pointer_size()), (4, Some(4)), "{machine}");
        let pointers = find(&kinds, Kind::Struct, "pointers");
        assert_eq!(pointers.size(), Some(14 * 4), "{machine}");
        assert!(pointers.members().all(|m| kinds.size_of(m.type_id) == Ok(4)), "{machine}");
        let layout = open(&format!("layout.gcc.{machine}.o"));
        let t = find(&layout, Kind::Struct, "holes");
        assert_eq!((t.size().unwrap(), members(t).as_str()), holes, "{machine}");
        assert_eq!(members(find(&layout, Kind::Struct, "list_head")), "next:0 prev:32", "{machine}");
    }
}

/// The bits of each bitfield of a header on the wire: (byte, mask) of each bit, sorted.
fn wire_bits(btf: &Btf, name: &str) -> Vec<(String, Vec<(u32, u8)>)> {
    let mut fields = Vec::new();
    for m in find(btf, Kind::Struct, name).members() {
        let MemberBits { offset, bitfield } = m.bits();
        let Some(size) = bitfield else { continue };
        let bit = |k: u32| match btf.endian() {
            Endian::Little => (k / 8, 1 << (k % 8)),
            Endian::Big => (k / 8, 0x80 >> (k % 8)),
        };
        let mut bits: Vec<(u32, u8)> = (offset..offset + size).map(bit).collect();
        bits.sort_unstable();
        fields.push((m.name().to_owned(), bits));
    }
    fields.sort();
    fields
}

/// Packet headers declare their bitfields for each byte order, so that each bitfield has the same bits on the wire.
#[test]
fn both_byte_orders_mean_the_same_bits_on_the_wire() {
    for compiler in [["clang.bpfel", "clang.bpfeb"], ["gcc.x86_64", "gcc.s390x"]] {
        let [little, big] = compiler.map(|machine| open(&format!("net.{machine}.o")));
        assert_eq!((little.endian(), big.endian()), (Endian::Little, Endian::Big));
        for (header, count) in [("ipv4_header", 2), ("tcp_header", 11), ("ipv6_header", 5)] {
            let bits = wire_bits(&little, header);
            assert_eq!(bits.len(), count, "{header}");
            assert_eq!(bits, wire_bits(&big, header), "{header}");
        }
        let tcp = wire_bits(&big, "tcp_header");
        let of = |name: &str| tcp.iter().find(|(field, _)| field == name).unwrap().1.clone();
        assert_eq!(
            (of("fin"), of("syn"), of("ack"), of("cwr")),
            (vec![(13, 0x01)], vec![(13, 0x02)], vec![(13, 0x10)], vec![(13, 0x80)])
        );
        assert_eq!(of("words"), [(12, 0x10), (12, 0x20), (12, 0x40), (12, 0x80)]);
    }
}

fn values(t: Type<'_>) -> Vec<(&str, i128)> {
    t.enumerators().map(|e| (e.name(), e.value())).collect()
}

#[test]
fn kinds_of_clang() {
    for machine in CLANG {
        let btf = open(&format!("kinds.{machine}.o"));
        for number in 1..=19 {
            assert!(btf.types().any(|t| t.kind().number() == number), "{machine}: no kind {number}");
        }
        let encodings = |name: &str| {
            let int = find(&btf, Kind::Int, name).int().unwrap();
            (int.size, int.bits, int.is_signed(), int.is_char(), int.is_bool())
        };
        assert_eq!(encodings("char"), (1, 8, true, false, false));
        assert_eq!(encodings("_Bool"), (1, 8, false, false, true));
        assert_eq!(encodings("unsigned __int128"), (16, 128, false, false, false));
        assert_eq!(members(find(&btf, Kind::Union, "either")), "number:0 pointer:0 floats:0");
        let verdict = find(&btf, Kind::Enum, "verdict");
        assert_eq!(values(verdict), [("VERDICT_ERROR", -1), ("VERDICT_PASS", 0), ("VERDICT_LOWEST", i32::MIN.into())]);
        assert!(verdict.is_signed_enum());
        assert_eq!(values(find(&btf, Kind::Enum, "top_bit"))[1], ("TOP_BIT_SET", 0x8000_0000));
        assert_eq!(
            (find(&btf, Kind::Enum, "tiny").size(), values(find(&btf, Kind::Enum, "tiny"))[1].1),
            (Some(1), 255)
        );
        let big = find(&btf, Kind::Enum64, "big");
        assert_eq!(values(big), [("BIG_ZERO", 0), ("BIG_BIT_40", 1 << 40), ("BIG_MAX", u64::MAX.into())]);
        let signed = find(&btf, Kind::Enum64, "big_signed");
        assert_eq!(values(signed), [("BIG_SIGNED_MIN", i64::MIN.into()), ("BIG_SIGNED_ONE", 1)]);
        assert!(!find(&btf, Kind::Fwd, "never_defined").is_union_fwd());
        assert!(find(&btf, Kind::Fwd, "never_defined_either").is_union_fwd());

        let linkage = |kind, name| find(&btf, kind, name).linkage().unwrap();
        assert_eq!(linkage(Kind::Func, "outside"), Linkage::Extern);
        assert_eq!(linkage(Kind::Func, "inside"), Linkage::Static);
        assert_eq!(linkage(Kind::Func, "entry"), Linkage::Global);
        assert_eq!(linkage(Kind::Var, "elsewhere"), Linkage::Extern);
        assert_eq!(linkage(Kind::Var, "hidden"), Linkage::Static);
        assert_eq!(linkage(Kind::Var, "initialised"), Linkage::Global);

        let vars = |name: &str| -> Vec<(&str, u32)> {
            let section = find(&btf, Kind::DataSec, name);
            section.vars().map(|v| (btf.get(v.type_id).unwrap().name(), v.size)).collect()
        };
        assert_eq!(vars(".ksyms"), [("outside", 0), ("elsewhere", 4)]);
        assert_eq!(vars("license"), [("terms", 18)]);

        // char three[2][3][5]: arrays of arrays, with the first dimension outermost.
        let three = find(&btf, Kind::Struct, "arrays").members().nth(2).unwrap();
        let outer = btf.get(three.type_id).unwrap().array().unwrap();
        let middle = btf.get(outer.element).unwrap().array().unwrap();
        let inner = btf.get(middle.element).unwrap().array().unwrap();
        assert_eq!((three.name(), [outer.nelems, middle.nelems, inner.nelems]), ("three", [2, 3, 5]));
        assert_eq!(btf.size_of(three.type_id), Ok(30));
        assert_eq!(btf.size_of(find(&btf, Kind::Typedef, "grid_t").id()), Ok(48));
        assert_eq!(btf.resolved(find(&btf, Kind::Typedef, "statistic_t").id()).map(|t| t.name()), Some("unsigned int"));
        let variadic = find(&btf, Kind::Typedef, "callback_t");
        let proto = btf.get(btf.resolved(variadic.id()).unwrap().type_ref().unwrap()).unwrap();
        assert_eq!(proto.params().map(|p| p.is_variadic()).collect::<Vec<_>>(), [false, false, true]);
    }
}

#[test]
fn tags_of_clang() {
    for machine in CLANG {
        let btf = open(&format!("kinds.{machine}.o"));
        let tags = DeclTags::new(&btf);
        let on = |kind, name: &str| -> Vec<(&str, i32)> {
            let target = find(&btf, kind, name).id();
            tags.of(target).iter().map(|tag| (btf.get(tag.tag).unwrap().name(), tag.component)).collect()
        };
        assert_eq!(on(Kind::Struct, "tagged"), [("owner", -1), ("second owner", -1), ("counted_by:total", 3)]);
        assert_eq!(on(Kind::Typedef, "tagged_t"), [("a typedef's tag", -1)]);
        assert_eq!(on(Kind::Var, "all_tagged"), [("a variable's tag", -1)]);
        assert_eq!(on(Kind::Func, "entry"), [("a function's tag", -1), ("a parameter's tag", 0)]);
        assert_eq!(on(Kind::Func, "inside"), []);
        let tagged = find(&btf, Kind::Struct, "tagged").id();
        assert_eq!(tags.of_component(tagged, 3).len(), 1);

        // Two tags on a pointer are stored from the outside in: PTR -> "checked" -> "rcu" -> struct ints.
        let both = find(&btf, Kind::Struct, "tagged").members().nth(1).unwrap();
        let chain: Vec<&str> =
            std::iter::successors(btf.get(both.type_id), |t| t.type_ref().and_then(|id| btf.get(id)))
                .map(|t| if t.kind() == Kind::Ptr { "*" } else { t.name() })
                .collect();
        assert_eq!(chain, ["*", "checked", "rcu", "ints"]);
        let pointee = btf.get(both.type_id).unwrap().type_ref().unwrap();
        assert_eq!(btf.resolved(pointee).map(|t| t.name()), Some("ints"));
    }
}

#[test]
fn quirks_of_gcc() {
    for machine in GCC_64 {
        let btf = open(&format!("kinds.{machine}.o"));
        assert!(btf.types().all(|t| t.kind() != Kind::Enum64 && t.kind() != Kind::DeclTag), "{machine}");
        let big = find(&btf, Kind::Enum, "big");
        assert_eq!((big.size(), values(big)), (Some(8), vec![("BIG_ZERO", 0), ("BIG_MAX", 0xffff_ffff)]), "{machine}");
        assert_eq!(values(find(&btf, Kind::Enum, "verdict"))[0], ("VERDICT_ERROR", 0xffff_ffff), "{machine}");
        assert_eq!(btf.types().filter(|t| t.kind() == Kind::Func && t.is_anonymous()).count(), 8, "{machine}");
        let char = find(&btf, Kind::Int, "char").int().unwrap();
        // s390's char is unsigned.
        assert_eq!((char.is_char(), char.is_signed()), (true, machine != "gcc.s390x"), "{machine}");
    }
    // gcc rounds the 12 bytes of i386's `long double` up to 16, so this last member ends beyond its
    // struct.
    let btf = open("kinds.gcc.i386.o");
    let floats = find(&btf, Kind::Struct, "floats");
    assert_eq!((floats.size(), members(floats).as_str()), (Some(24), "f32:0 f64:32 f_long:96"));
    assert_eq!(find(&btf, Kind::Float, "long double").size(), Some(16));
}

#[test]
fn a_module_over_its_kernel() {
    for (machine, endian) in [("x86_64", Endian::Little), ("s390x", Endian::Big)] {
        let kernel = Arc::new(open(&format!("kernel.{machine}.btf")));
        assert_eq!((kernel.endian(), kernel.own_type_count()), (endian, 40));
        let blob = btf_of(&fixture::read(&format!("module.{machine}.ko"))).unwrap();
        assert_eq!(blob, fixture::read(&format!("module.{machine}.btf")));
        let module = Btf::parse(blob.clone(), Some(kernel.clone())).unwrap();
        assert_eq!((module.diagnostics(), module.first_id(), module.type_cnt()), (&[][..], TypeId(41), 57));
        let device = find(&module, Kind::Struct, "fixture_device");
        assert_eq!(
            (device.size(), members(device).as_str()),
            (Some(88), "device:0 mode:384 owner:448 hidden:512 short_flags:576/3 long_flags:579/5 queue:592")
        );
        let names: Vec<&str> =
            device.members().map(|m| module.get(module.resolve(m.type_id)).map_or("", |t| t.name())).collect();
        assert_eq!(names[..2], ["net_device", "fixture_mode"]);
        let owner = module.get(device.members().nth(2).unwrap().type_id).unwrap();
        let task = module.get(owner.type_ref().unwrap()).unwrap();
        assert_eq!((task.name(), task.id().0 < 41, task.btf().is_split()), ("task_struct", true, false));
        let index = NameIndex::new(&module);
        let found = |name: &str| index.find(&module, name).map(|t| t.id().0).collect::<Vec<_>>();
        assert_eq!((found("task_struct"), found("fixture_device")), (vec![task.id().0], vec![device.id().0]));

        // Without the kernel, it opens, and its references to the kernel are reported.
        let alone = Btf::parse(blob, None).unwrap();
        assert_eq!(alone.own_type_count(), 16);
        assert!(!alone.diagnostics().is_empty());
    }
}

#[test]
fn bpftool_reads_the_same() {
    let folder = fixture::folder().join("../ref");
    let mut count = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().and_then(|s| s.to_str()).unwrap().to_owned();
        let dump: Dump = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        let base = name.starts_with("module.").then(|| Arc::new(open(&name.replace("module", "kernel"))));
        let btf = Btf::parse(btf_of(&fixture::read(&name)).unwrap(), base).unwrap();
        assert_eq!(differences(&btf, &dump), [""; 0], "{name}");
        count += 1;
    }
    assert_eq!(count, 5);
}

#[test]
fn the_sample_is_what_its_source_says() {
    let samples = fixture::project().join("static/samples");
    let object = fs::read(samples.join("sample.bpf.o")).unwrap();
    let source = fs::read_to_string(samples.join("sample.bpf.c")).unwrap();
    let original = fs::read_to_string(fixture::project().join("tests/fixtures/src/sample.bpf.c")).unwrap();
    assert_eq!(source, original, "static/samples is not what tests/fixtures/build.sh made");
    assert!(object.len() < 20_000, "{} bytes", object.len());

    let btf = Btf::parse(section(&object, ".BTF").unwrap(), None).unwrap();
    assert_eq!(btf.diagnostics(), []);
    let event = find(&btf, Kind::Struct, "event");
    assert_eq!(
        (event.size(), members(event).as_str()),
        (
            Some(72),
            "next:0 direction:64 time:128 family:192 :224 port:352 retries:368/5 urgent:373/1 pace:384/20 \
             segment:416 closed:544"
        )
    );
    assert_eq!(members(find(&btf, Kind::Struct, "tcp_segment")).split(' ').nth(7), Some("syn:105/1"));
    let ext = btf::Ext::parse(section(&object, ".BTF.ext").unwrap()).unwrap();
    let funcs: Vec<&str> = ext.func_infos().map(|(_, f)| btf.get(f.type_id).unwrap().name()).collect();
    assert_eq!(funcs, ["on_connect", "on_exit"]);
    assert_eq!(ext.core_relos().count(), 7);
    let lines: Vec<&str> = source.lines().collect();
    for (_, line) in ext.line_infos() {
        assert_eq!(lines[line.line as usize - 1], btf::source_line(btf.string_bytes(line.text).unwrap()));
    }
}

#[test]
fn no_file_names_a_machine() {
    let samples = fixture::project().join("static/samples/sample.bpf.o");
    let files = fixture::names().into_iter().map(|name| fixture::folder().join(name)).chain([samples]);
    for path in files {
        let bytes = fs::read(&path).unwrap();
        for part in bytes.split(|&b| b == 0) {
            let text = String::from_utf8_lossy(part);
            let foreign = ["/home", "/root", "/tmp", "/work", "/usr", "/build"].iter().any(|dir| text.contains(dir));
            assert!(!foreign, "{}: {text:?}", path.display());
        }
    }
}
