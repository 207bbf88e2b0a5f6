//! CO-RE relocations give the same result on types taken from an atlas as on the original.

use std::collections::HashMap;
use std::sync::Arc;

use btf::{Btf, TypeId};
use relo::{COLUMNS, Options, Resolver, Target};
use tests::reference::{Corpus, part_or_skip};

use crate::support::{Given, atlas_of, corpus_atlas, open, pairs};

fn objects(corpus: &Corpus, folder: &str) -> Vec<String> {
    let mut files: Vec<String> = corpus.index().into_iter().map(|row| row.file).collect();
    files.retain(|file| file.starts_with(folder) && file.ends_with(".bpf.o"));
    files.sort();
    assert!(!files.is_empty(), "no objects in {folder}");
    files
}

/// The rows of all relocations of an object.
fn rows(object: &bpf::Object, target: &Target) -> Vec<Vec<String>> {
    let (Some(btf), Some(ext)) = (object.btf(), object.ext()) else { return Vec::new() };
    let mut resolver = Resolver::new(btf, target, Options::default());
    relo::records(btf, ext)
        .iter()
        .map(|r| relo::cells(btf, r, &resolver.resolve(r), relo::insn_of(object, r)).to_vec())
        .collect()
}

/// Compares everything but type ids. Returns the number of rows compared.
fn compare(object: &bpf::Object, original: &Target, taken: &Target, ids: &HashMap<u32, u32>, what: &str) -> usize {
    let (theirs, ours) = (rows(object, original), rows(object, taken));
    assert_eq!(theirs.len(), ours.len());
    for (theirs, ours) in theirs.iter().zip(&ours) {
        let at = |name: &str| COLUMNS.iter().position(|c| *c == name).expect("a column");
        let is_target_id = theirs[at("kind")] == "target_type_id";
        for (i, column) in COLUMNS.iter().enumerate() {
            let same = match *column {
                // An id is not compared; the columns with names are.
                "new_type" => true,
                "new" | "insn_new" if is_target_id && theirs[at("status")] == "ok" => true,
                "cands" => {
                    let number = |text: &str| text.parse::<u32>().ok().and_then(|id| ids.get(&id)).map(u32::to_string);
                    let mapped: Vec<String> =
                        theirs[i].split(',').map(|t| number(t).unwrap_or_else(|| t.to_owned())).collect();
                    mapped.join(",") == ours[i]
                }
                _ => theirs[i] == ours[i],
            };
            assert!(same, "{what}, {column}:\n  original {theirs:?}\n  taken    {ours:?}");
        }
    }
    theirs.len()
}

fn targets(given: &Given, taken: Vec<u8>) -> (Target, Target, HashMap<u32, u32>) {
    let (original, taken) = (given.btf(), Btf::parse(taken, None).expect("BTF"));
    let ids = pairs(&original, &taken).into_iter().map(|(TypeId(a), TypeId(b))| (a, b)).collect();
    (Target::new(Arc::new(original)), Target::new(Arc::new(taken)), ids)
}

#[test]
fn relocations_resolve_as_on_the_original() {
    let (Some(corpus), Some((kernels, bytes))) = (part_or_skip("kernels"), corpus_atlas()) else { return };
    let files = objects(&corpus, "objs/own");
    let objects: Vec<_> = files.iter().map(|f| bpf::Object::parse(corpus.read(f)).expect("an object")).collect();
    let atlas = open(bytes);
    let mut compared = 0;
    for given in kernels {
        let number = atlas.kernel_called(&given.kernel.full_name()).expect("it is there");
        let (original, taken, ids) = targets(given, atlas.take_out(number).expect("sound"));
        for (object, file) in objects.iter().zip(&files) {
            compared += compare(object, &original, &taken, &ids, &format!("{file} on {}", given.kernel));
        }
    }
    assert!(compared > 10_000, "only {compared} relocations");
}

/// The kernels with references by libbpf and pahole. Other tests show that we agree with these on the originals.
#[test]
fn kernels_with_references_come_out_as_they_went_in() {
    let Some(corpus) = part_or_skip("kernels") else { return };
    let mut kernels = Vec::new();
    for row in corpus.index().into_iter().filter(|r| r.file.starts_with("btf/vmlinux-")) {
        kernels.push(Given::new(row.file.trim_start_matches("btf/"), corpus.read(&row.file).to_vec()));
    }
    assert!(kernels.len() >= 4);
    let bytes = atlas_of(&kernels.iter().collect::<Vec<_>>());
    let atlas = open(&bytes);
    let mut files = objects(&corpus, "objs/own");
    files.extend(objects(&corpus, "objs/debian"));
    let objects: Vec<_> = files.iter().map(|f| bpf::Object::parse(corpus.read(f)).expect("an object")).collect();
    for given in &kernels {
        let number = atlas.kernel_called(&given.kernel.release).expect("it is there");
        let (original, taken, ids) = targets(given, atlas.take_out(number).expect("sound"));
        for (object, file) in objects.iter().zip(&files) {
            compare(object, &original, &taken, &ids, &format!("{file} on {}", given.kernel));
        }
        let folder = corpus.root().join("ref/pahole").join(&given.kernel.release);
        let Ok(texts) = std::fs::read_dir(&folder) else { continue };
        let (original, taken) = (given.btf(), Btf::parse(atlas.take_out(number).expect("sound"), None).expect("BTF"));
        for text in texts {
            let path = text.expect("an entry").path();
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let text = |btf: &Btf| {
                let mut out = String::new();
                let t = btf.types().find(|t| t.kind().is_composite() && t.name() == name)?;
                dump::pahole(btf, t.id(), &mut out, &dump::PaholeOptions::default()).ok()?;
                Some(out)
            };
            assert_eq!(text(&taken), text(&original), "{name} of {}", given.kernel);
        }
    }
}
