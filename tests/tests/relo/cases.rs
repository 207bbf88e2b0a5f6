//! The results of our fixtures' relocations, the reasons of failures, and damaged input.
//!
//! The tables `golden/relo-*.tsv` are our output. `tests/libbpf` compares the same pairs with libbpf.

use std::sync::Arc;

use bpf::{Insn, Object};
use btf::{Btf, Endian, Ext};
use relo::{COLUMNS, CoreKind, Options, Outcome, Patched, Record, ReloVerdict, Resolver, Status, Target};
use tests::fixture::{self, btf_of};
use tests::golden::golden;

struct Case {
    object: Object,
    target: Target,
    records: Vec<Record>,
}

impl Case {
    fn new(object: &str, target: &str) -> Case {
        let object = Object::parse(fixture::read(object)).expect("an object");
        let blob = btf_of(&fixture::read(target)).expect("BTF");
        let target = Target::new(Arc::new(Btf::parse(blob, None).expect("BTF")));
        let records = relo::records(object.btf().expect("types"), object.ext().expect("relocations"));
        Case { object, target, records }
    }

    fn local(&self) -> &Arc<Btf> {
        self.object.btf().expect("types")
    }

    fn all(&self, options: Options) -> Vec<(&Record, Outcome, Patched)> {
        let mut resolver = Resolver::new(self.local(), &self.target, options);
        let one = |r| {
            let outcome = resolver.resolve(r);
            let (insn, second) = relo::insn_of(&self.object, r).expect("an instruction");
            let patched = relo::patch(insn, second, &outcome.values);
            (r, outcome, patched)
        };
        self.records.iter().map(one).collect()
    }

    /// The verdict on the first failing relocation of a section, with its explanation.
    fn why(&self, section: &str) -> (ReloVerdict, relo::Explanation) {
        let options = Options { cache: false, trace: true, ..Options::default() };
        let all = self.all(options);
        let failing = all.iter().find_map(|(r, outcome, patched)| {
            let patched = outcome.error.is_none().then_some(patched);
            let verdict = ReloVerdict::of(outcome, patched);
            let fails = &*r.section == section && verdict.is_failing();
            fails.then(|| (verdict, relo::explain(self.local(), r.type_id, &self.target, outcome, patched)))
        });
        failing.unwrap_or_else(|| panic!("nothing fails in {section}"))
    }
}

#[test]
fn every_kind_and_failure_is_as_it_was() {
    for order in ["bpfel", "bpfeb"] {
        for kernel in ["old", "new"] {
            let case = Case::new(&format!("relo.clang.{order}.o"), &format!("relo-{kernel}.{order}.btf"));
            let mut text = format!("#{}\n", COLUMNS.join("\t"));
            for (r, outcome, _) in case.all(Options { cache: false, ..Options::default() }) {
                let cells = relo::cells(case.local(), r, &outcome, relo::insn_of(&case.object, r));
                text += &cells.join("\t");
                text.push('\n');
            }
            let path = fixture::project().join(format!("tests/golden/relo-{kernel}.{order}.tsv"));
            golden(&path, text.as_bytes());
        }
    }
    let kinds: std::collections::BTreeSet<_> =
        Case::new("relo.clang.bpfel.o", "relo-old.bpfel.btf").records.iter().map(|r| r.kind).collect();
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), (0..13).collect::<Vec<_>>(), "each of the 13 kinds is there");
}

/// Our values for the program's own types are those in the compiler's output; also for the shifts of big-endian
/// objects.
#[test]
fn original_values_are_the_compilers() {
    for (name, target) in [("relo.clang.bpfel.o", "relo-old.bpfel.btf"), ("relo.clang.bpfeb.o", "relo-old.bpfeb.btf")] {
        let case = Case::new(name, target);
        let mut shifts = 0;
        for (r, outcome, _) in case.all(Options::default()) {
            let kind = r.relo_kind().expect("a kind");
            let spec = outcome.local.as_ref().map(|s| s.path(case.local())).expect("a path");
            // Only these two shifts are compared: for other fields, clang may use a load of another width.
            let shift = kind == CoreKind::FieldLShift && [".tall", ".first"].contains(&spec.as_str());
            let (insn, second) = relo::insn_of(&case.object, r).expect("an instruction");
            let held = match (insn.code & 7, second) {
                (0, Some(second)) => insn.imm64(second),
                (1..=3, _) => insn.off as u64,
                _ => i64::from(insn.imm) as u64,
            };
            if outcome.values.validate || shift {
                assert_eq!(held, outcome.values.original, "{name}: {}+{}", r.section, r.insn_offset.0);
                shifts += usize::from(shift);
            }
        }
        assert_eq!(shifts, 2, "{name}");
    }
}

/// The expected values were worked out by hand. In a big-endian kernel, the left shift drops the bits before the field.
#[test]
fn left_shifts_follow_the_target() {
    let values = |object: &str, target: &str| {
        let case = Case::new(object, target);
        let all = case.all(Options::default());
        let found: Vec<_> = all.iter().filter(|(r, ..)| r.relo_kind() == Some(CoreKind::FieldLShift)).collect();
        found.iter().map(|(_, o, _)| o.values.new).collect::<Vec<_>>()
    };
    let little = values("relo.clang.bpfel.o", "relo-new.bpfel.btf");
    let big = values("relo.clang.bpfeb.o", "relo-new.bpfeb.btf");
    // flags: 2 bits, first in a byte. tall: 35 bits, first in 8 bytes. level: 7 bits, right after tall. first: a whole
    // int.
    assert_eq!(little, [64 - 2, 64 - 35, 64 - 35 - 7, 64 - 32]);
    assert_eq!(big, [56, 0, 35, 32]);
    // A program cannot load on a kernel of the other byte order, but its values are computed for that order.
    assert_eq!(values("relo.clang.bpfel.o", "relo-new.bpfeb.btf"), big);
    assert!(!relo::loads_here(Endian::Little, Endian::Big));
}

#[test]
fn failures_are_reported_with_their_rule() {
    let case = Case::new("relo.clang.bpfel.o", "relo-new.bpfel.btf");
    for (section, verdict, headline) in [
        ("raw_tp/no_candidate", ReloVerdict::Poisoned, "The target has no struct “gone”."),
        ("raw_tp/member_gone", ReloVerdict::Poisoned, "struct lost_member [27] has no member “state”."),
        (
            "raw_tp/type_changed",
            ReloVerdict::Poisoned,
            "“pointer” is there in struct retyped, but its type does not fit: struct cell is not of the same kind as pointer \
             struct cell *.",
        ),
        ("raw_tp/ambiguous", ReloVerdict::Refused, "Several candidates match, at different places: bit 32 and bit 64."),
        ("raw_tp/too_wide", ReloVerdict::Refused, "The bitfield of 62 bits at bit 4 does not fit a load of 64 bits."),
        (
            "raw_tp/far_away",
            ReloVerdict::Refused,
            "The new offset 40004 is over 32767, the most that a load or store can hold.",
        ),
        (
            "raw_tp/resized",
            ReloVerdict::Poisoned,
            "The field's size changed from 4 to 8 bytes (int became long long), which a load or store cannot follow.",
        ),
        ("raw_tp/bounds", ReloVerdict::Poisoned, "Element 7 is beyond the target's array, which has 4."),
        ("raw_tp/values", ReloVerdict::Poisoned, "enum mode [12] has no enumerator “MODE_GONE___old”."),
        ("raw_tp/nameless", ReloVerdict::Poisoned, "The target has no typedef “nameless”."),
    ] {
        let (found, why) = case.why(section);
        assert_eq!((found, why.headline.as_str()), (verdict, headline), "{section}");
        assert!(!why.consequence.is_empty(), "{section}");
    }
    let (_, why) = case.why("raw_tp/member_gone");
    assert_eq!((why.suggestions[0].path.as_str(), why.suggestions[0].near), ("__state", relo::Near::Underscores));
    let steps = &why.steps[0];
    assert_eq!((steps.candidate.as_str(), steps.fate.as_str()), ("struct lost_member [27]", "does not match"));
    assert_eq!(
        steps.steps().collect::<Vec<_>>(),
        [
            "starts at struct lost_member [27]",
            "looks for “state” in struct lost_member [27]",
            "passes 3 other names",
            "no member of struct lost_member [27] has that name"
        ]
    );
}

/// For later relocations of the same type, libbpf keeps only the candidates that matched. Here, every ambiguous
/// relocation has the same result with the cache as without it.
#[test]
fn the_cache_drops_candidates() {
    let case = Case::new("relo.clang.bpfel.o", "relo-new.bpfel.btf");
    let statuses = |cache| {
        let all = case.all(Options { cache, ..Options::default() });
        let twice = |(r, o, _): &(&Record, Outcome, Patched)| {
            (&*r.section == "raw_tp/types").then_some((r.index, o.tried.len()))
        };
        let cands: Vec<_> = all.iter().filter_map(twice).collect();
        (cands, all.iter().map(|(_, o, _)| o.status()).collect::<Vec<_>>())
    };
    let ((alone, by_itself), (kept, in_order)) = (statuses(false), statuses(true));
    assert_eq!(alone.len(), kept.len());
    let ambiguous = |all: &[Status]| all.iter().filter(|s| matches!(s, Status::Error(relo::Errno::Invalid))).count();
    assert_eq!(
        (ambiguous(&by_itself), ambiguous(&in_order)),
        (3, 3),
        "both types match `type_matches`, so both are kept"
    );
}

/// A relocation whose root type has no name can only ask for the local type id.
#[test]
fn anonymous_roots_are_refused() {
    let case = Case::new("relo.clang.bpfel.o", "relo-old.bpfel.btf");
    let local = case.local();
    let anonymous =
        local.types().find(|t| t.kind() == btf::Kind::Struct && t.is_anonymous()).expect("one without a name");
    let mut resolver = Resolver::new(local, &case.target, Options::default());
    let field = resolver.resolve_path(CoreKind::FieldByteOffset, anonymous.id(), "0:0");
    assert_eq!(field.status(), Status::Error(relo::Errno::NotSupported));
    let id = resolver.resolve_path(CoreKind::TypeIdLocal, anonymous.id(), "0");
    assert_eq!((id.status(), id.values.new), (Status::Ok, u64::from(anonymous.id().0)));
}

#[test]
fn bad_paths_are_errors() {
    let case = Case::new("relo.clang.bpfel.o", "relo-old.bpfel.btf");
    let moved = case.records[0].type_id;
    let mut resolver = Resolver::new(case.local(), &case.target, Options::default());
    for (kind, access) in [
        (CoreKind::FieldByteOffset, ""),
        (CoreKind::FieldByteOffset, ":0"),
        (CoreKind::FieldByteOffset, "0:99"),
        (CoreKind::FieldByteOffset, "0:0:0"),
        (CoreKind::FieldByteOffset, "0:-1"),
        (CoreKind::FieldByteOffset, "0:6:2"),
        (CoreKind::FieldByteOffset, "x"),
        (CoreKind::FieldSigned, "0:6:1"),
        (CoreKind::FieldLShift, "0"),
        (CoreKind::TypeExists, "0:0"),
        (CoreKind::EnumvalValue, "0"),
    ] {
        let status = resolver.resolve_path(kind, moved, access).status();
        assert_eq!(status, Status::Error(relo::Errno::Invalid), "{kind:?} {access}");
    }
    assert_eq!(
        resolver.resolve_path(CoreKind::FieldByteOffset, btf::TypeId(9999), "0").status(),
        Status::Error(relo::Errno::Invalid)
    );
    // A flexible array has an element for every index, and so has the root.
    assert_eq!(resolver.resolve_path(CoreKind::FieldByteOffset, moved, "0:8:100000").values.new, 84 + 400_000);
    assert_eq!(resolver.resolve_path(CoreKind::FieldByteOffset, moved, "2:0").values.new, 176);
}

/// A module's own types are candidates only if its kernel has none.
#[test]
fn modules_come_after_their_kernel() {
    let kernel = Arc::new(Btf::parse(fixture::read("kernel.x86_64.btf"), None).expect("a kernel"));
    let module = Btf::parse(fixture::read("module.x86_64.btf"), Some(Arc::clone(&kernel))).expect("a module");
    let own = module.types().find(|t| t.kind() == btf::Kind::Struct && !t.is_anonymous()).expect("a struct of its own");
    let (own_name, own_id) = (own.name().to_owned(), own.id());
    let target = Target::new(Arc::new(module));
    let task = target.candidates(b"task_struct___old", Some(btf::Kind::Struct));
    assert_eq!(task.iter().map(|c| c.part).collect::<Vec<_>>(), [0]);
    let found = target.candidates(own_name.as_bytes(), Some(btf::Kind::Struct));
    assert_eq!(found, [relo::Candidate { part: 1, id: own_id }]);
    assert!(target.candidates(b"task_struct", Some(btf::Kind::Union)).is_empty());
}

/// Resolves every relocation of damaged objects on damaged targets, with trace and explanations.
#[test]
fn damage_is_survived() {
    let file = fixture::read("relo.clang.bpfel.o");
    let (btf, ext) = (fixture::section(&file, ".BTF").expect("BTF"), fixture::section(&file, ".BTF.ext").expect("ext"));
    let kernel = fixture::read("relo-new.bpfel.btf");
    let mut tried = 0;
    for seed in 0..400usize {
        let hit = |bytes: &[u8], salt: usize| {
            let mut bytes = bytes.to_vec();
            let at = 24 + (seed * 7919 + salt * 104_729) % (bytes.len() - 24);
            bytes[at] = bytes[at].wrapping_add(1 + (seed % 255) as u8);
            bytes
        };
        let (Ok(local), Ok(ext)) = (Btf::parse(hit(&btf, 1), None), Ext::parse(hit(&ext, 2))) else { continue };
        let Ok(target) = Btf::parse(hit(&kernel, 3), None) else { continue };
        let target = Target::new(Arc::new(target));
        let mut resolver = Resolver::new(&local, &target, Options { trace: true, ..Options::default() });
        for record in relo::records(&local, &ext) {
            let outcome = resolver.resolve(&record);
            let insn = Insn { code: [0x61, 0x18, 0xb7, 0x85][seed % 4], ..Insn::default() };
            let patched = relo::patch(insn, Some(Insn::default()), &outcome.values);
            relo::explain(&local, record.type_id, &target, &outcome, Some(&patched));
            relo::log_lines(&local, &record, &target, &outcome, Some(&patched), "p", 0);
            relo::notes(&local, record.type_id, record.relo_kind(), &target, &outcome);
            relo::cells(&local, &record, &outcome, Some((insn, None)));
            if let Ok(spec) = &outcome.local {
                relo::guard(&local, spec, None);
            }
            tried += 1;
        }
    }
    assert!(tried > 10_000, "only {tried}");
}

/// A name in `.BTF` can be long, and a block can have a million records.
#[test]
fn the_records_of_a_block_share_the_name_of_their_section() {
    let case = Case::new("relo.clang.bpfel.o", "relo-new.bpfel.btf");
    let pairs = case.records.iter().zip(case.records.iter().skip(1)).filter(|(_, next)| next.index > 0);
    let shared: Vec<bool> = pairs.map(|(one, next)| Arc::ptr_eq(&one.section, &next.section)).collect();
    assert!(shared.len() > 10 && shared.iter().all(|&shared| shared), "{shared:?}");
}
