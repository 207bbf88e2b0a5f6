//! libbpf 1.8's messages for objects that it does not open, word for word: the corpus' mutants and cases.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use needs::{Kernel, Load, Modules, Needs, Release, check};
use open::{Opened, RULES, open};
use tests::fixture;
use tests::reference::part_or_skip;

fn opened(path: &Path) -> Opened {
    let name = path.file_stem().unwrap().to_string_lossy();
    // The name that bpftool gives an object.
    let name: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    open(&fs::read(path).unwrap(), &name)
}

#[test]
fn mutants_are_refused_in_libbpfs_words() {
    let Some(corpus) = part_or_skip("open") else { return };
    let mut wrong = Vec::new();
    let index = fs::read_to_string(corpus.root().join("open/INDEX.tsv")).unwrap();
    let rows: Vec<Vec<String>> =
        index.lines().skip(1).map(|line| line.split('\t').map(str::to_owned).collect()).collect();
    assert!(rows.len() >= 75, "{}", rows.len());
    for row in rows {
        let opened = opened(&corpus.root().join("open").join(&row[0]));
        let verdict = if opened.opens() { "opens" } else { "refused" };
        let errno = opened.refusal.as_ref().map_or("", |r| r.errno.name());
        let first = opened.lines.first().map_or("", String::as_str);
        let said = [verdict, errno, first];
        let want = [row[1].as_str(), row[2].as_str(), row.get(3).map_or("", String::as_str)];
        if said != want {
            wrong.push(format!("{}: {said:?}, libbpf {want:?}", row[0]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn cases_end_as_libbpf_says() {
    let Some(corpus) = part_or_skip("cases") else { return };
    let told = [
        ("libbpf-refuses/badalign", "EINVAL", "map 'm': attr 'max_entries': expected PTR, got int."),
        ("libbpf-refuses/et-exec", "FORMAT", "elf: et_exec is not a valid eBPF object file"),
        ("libbpf-refuses/intmap", "EINVAL", "map 'm': unexpected def kind var."),
        (
            "libbpf-refuses/legacymaps",
            "ENOTSUP",
            "elf: legacy map definitions in 'maps' section are not supported by libbpf v1.0+",
        ),
        ("libbpf-refuses/notype", "EINVAL", "map 'm': map type isn't specified."),
        ("libbpf-refuses/pinbad", "EINVAL", "map 'm': invalid pinning value 7."),
        ("libbpf-refuses/staticmap", "ENOTSUP", "map 'm': unsupported map linkage static."),
        ("libbpf-refuses/undef", "ENOENT", "failed to find BTF for extern 'foo' [6] section: -2"),
        ("libbpf-refuses/undefvar", "ENOENT", "failed to find BTF for extern 'foov' [9] section: -2"),
        ("libbpf-refuses/unkfield", "ENOTSUP", "map 'm': unknown field 'bogus'."),
        ("static-program/st", "ENOTSUP", "sec 'xdp': program 'hidden' is static and not supported"),
        ("static-program/hiddenprog", "", ""),
        ("btf-ext-broken/sound", "", ""),
        ("btf-ext-broken/num0", "EINVAL", "Error loading ELF section .BTF.ext: -EINVAL. Ignored and continue."),
        ("btf-ext-broken/rec4", "EINVAL", "Error loading ELF section .BTF.ext: -EINVAL. Ignored and continue."),
    ];
    let mut wrong = Vec::new();
    for (case, errno, first) in told {
        let opened = opened(&corpus.root().join("cases").join(format!("{case}.o")));
        let said = (opened.refusal.as_ref().map_or("", |r| r.errno.name()), opened.lines.first().map_or("", |l| l));
        if said != (errno, first) {
            wrong.push(format!("{case}: {said:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// An object that libbpf does not open has the verdict `DoesNotOpen`. This is the only reason that is given, and
/// `--ignore` does not hide it.
#[test]
fn an_object_that_does_not_open_has_no_other_verdict() {
    let Some(corpus) = part_or_skip("cases") else { return };
    let btf = Arc::new(btf::Btf::parse(fixture::read("kernel.x86_64.btf"), None).unwrap());
    let kernel = Kernel::new(Release::parse("6.12-amd64"), btf, Modules::Absent);
    let mut judged = 0;
    for folder in ["libbpf-refuses", "static-program", "btf-ext-broken"] {
        let mut all = Vec::new();
        objects(&corpus.root().join("cases").join(folder), &mut all);
        for path in all {
            let bytes = fs::read(&path).unwrap();
            let opens = open(&bytes, "object").opens();
            let Ok(object) = bpf::Object::parse(bytes) else { continue };
            let needs = Needs::of(Arc::new(object));
            let mut report = check(&needs, &kernel);
            report.leave_out(&needs, |_| true);
            assert_eq!(report.load == Load::DoesNotOpen, !opens, "{}", path.display());
            for program in report.programs.iter().filter(|_| !opens) {
                assert_eq!((program.load(), program.reasons.len()), (Load::DoesNotOpen, 1), "{}", path.display());
            }
            judged += usize::from(!opens);
        }
    }
    assert!(judged >= 13, "only {judged}");
}

/// A program without maps and with a broken `.BTF.ext` loads without its relocations. This does not count as loading,
/// unless the header of `.BTF.ext` says that there are no relocations.
#[test]
fn a_broken_ext_is_a_load_without_relocations() {
    let btf = Arc::new(btf::Btf::parse(fixture::read("kernel.x86_64.btf"), None).unwrap());
    let kernel = Kernel::new(Release::parse("6.12-amd64"), btf, Modules::Absent);
    let sound = fixture::read("stories.clang.bpfel.o");
    assert!(open(&sound, "object").opens());
    let object = bpf::Object::parse(sound.clone()).unwrap();
    let ext = object.section_named(".BTF.ext").unwrap().file_range.start as usize;
    let load = |change: &dyn Fn(&mut [u8])| {
        let mut bytes = sound.clone();
        change(&mut bytes[ext..]);
        let needs = Needs::of(Arc::new(bpf::Object::parse(bytes).unwrap()));
        let report = check(&needs, &kernel);
        let words = report.programs[0].reasons.first().and_then(|r| report.answers[r.need].words.clone());
        (report.programs.iter().map(|p| p.load()).collect::<Vec<_>>(), words.unwrap_or_default())
    };
    let (loads, words) = load(&|ext| ext[3] = 1);
    assert!(loads.iter().all(|&load| load == Load::Unrelocated || load == Load::Fails), "{loads:?}");
    assert!(loads.contains(&Load::Unrelocated), "{loads:?}");
    assert_eq!(words, "Error loading ELF section .BTF.ext: -EOPNOTSUPP. Ignored and continue.");
    // The header says that there are no relocations; only functions and lines are lost.
    let (loads, _) = load(&|ext| {
        ext[3] = 1;
        ext[28..32].fill(0);
    });
    assert!(!loads.contains(&Load::Unrelocated), "{loads:?}");
}

/// A call of a function in `.text` that does not exist is refused at load, before the kernel is asked. The object still
/// opens.
#[test]
fn a_call_of_no_function_is_refused_before_the_kernel() {
    let sound = fixture::read("stories-args.clang.bpfel.o");
    assert!(open(&sound, "object").opens() && open(&sound, "object").load.is_empty());
    let object = bpf::Object::parse(sound.clone()).unwrap();
    let mut refused = 0;
    for section in object.code_sections().filter(|s| s.name != ".text") {
        let start = section.file_range.start as usize;
        for at in (start..start + section.size as usize).step_by(8) {
            // Skip instructions that are not calls of the object's functions.
            if sound[at] != 0x85 || sound[at + 1] != 0x10 {
                continue;
            }
            let mut bytes = sound.clone();
            bytes[at + 4..at + 8].copy_from_slice(&0x10_0000i32.to_le_bytes());
            let opened = open(&bytes, "object");
            let [load] = opened.load.as_slice() else { panic!("{:?}", opened.load) };
            assert_eq!((opened.opens(), load.refusal.rule.id), (true, "L12"));
            let line = load.refusal.line.as_deref().unwrap();
            assert!(line.ends_with("no .text section found yet sub-program call exists"), "{line}");
            refused += 1;
        }
    }
    assert!(refused > 0, "no call in the sample");
}

fn objects(folder: &Path, to: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            objects(&path, to);
        } else if path.extension().is_some_and(|e| e == "o") {
            to.push(path);
        }
    }
}

#[test]
fn rules_have_numbers_of_their_own_and_sources() {
    for (i, rule) in RULES.iter().enumerate() {
        assert!(!rule.says.is_empty() && !rule.source.is_empty() && !rule.says.ends_with('.'), "{}", rule.id);
        assert!(RULES[..i].iter().all(|r| r.id != rule.id), "{} twice", rule.id);
    }
}

#[test]
fn cut_objects_never_panic() {
    let Some(corpus) = part_or_skip("open") else { return };
    let mut all = Vec::new();
    objects(&corpus.root().join("open"), &mut all);
    for path in all.iter().take(if tests::extended::is_extended() { usize::MAX } else { 6 }) {
        let bytes = fs::read(path).unwrap();
        for end in 0..bytes.len() {
            let cut = open(&bytes[..end], "cut");
            assert!(end < 64 || !cut.lines.is_empty() || cut.refusal.is_some() || cut.opens());
        }
    }
}
