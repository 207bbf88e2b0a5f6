//! The running kernel as a witness: its answers to blobs, and each byte of its log, are those that we predict for its
//! version.
//!
//! It needs the right to load BTF, so it runs only with `BTFSCOPE_EXTENDED` set.

use std::collections::BTreeMap;
use std::env;

use crate::syscall::load_btf;
use tests::blob::{Blob, Order, kind};
use tests::reference::part_or_skip;
use tests::{extended, fixture, generate, handmade, mesh, records, skip, special_fields};
use verdict::{Knowledge, MAX_SIZE, Options, Rule, Version, escape, judge};

/// The size of the log buffer, in bytes.
const LOG: usize = 128 << 20;

/// The version of the running kernel, if this is the extended run, the rules of this version were compared, and BTF can
/// be loaded.
pub fn running() -> Option<Version> {
    // The plain run does not use a developer's kernel.
    if !extended::is_extended() {
        return None;
    }
    let release = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let Ok(version) = release.parse::<Version>() else {
        skip(&format!("the kernel {} has no known version", release.trim()));
        return None;
    };
    if version.knowledge() != Knowledge::Compared {
        skip(&format!("the rules of {version} were not compared with a kernel's parser, so it cannot be a witness"));
        return None;
    }
    // A blob with one INT.
    let sound = generate::blob(&[]);
    let (answer, _) = load_btf(&sound, &mut vec![0; 4096]);
    if answer.err() == Some(libc::EPERM) {
        skip("there is no right to load BTF (CAP_BPF)");
        return None;
    }
    Some(version)
}

/// A generator of pseudo-random numbers, the same for the same seed.
pub struct Numbers(pub u64);

impl Numbers {
    /// The numbers of a test: always the same, or others with `BTFSCOPE_SEED`.
    pub fn of_run(usual: u64) -> Numbers {
        Numbers(extended::seed(usual))
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n.max(1)
    }

    /// `least` to `most - 1` random bytes, as choices of a generator.
    pub fn bytes(&mut self, least: usize, most: usize) -> Vec<u8> {
        (0..least + self.below(most - least)).map(|_| self.below(256) as u8).collect()
    }
}

/// The difference between our answer and the kernel's, if there is one.
fn compare(version: Version, blob: &[u8], log: &mut [u8]) -> Option<String> {
    let (answer, text) = load_btf(blob, log);
    let errno = answer.err().unwrap_or(0);
    let options = Options { endian: Some(btf::Endian::Little), whole_log: true, ..Options::new(version) };
    let verdict = judge(blob, &options);
    if verdict.depends {
        // Our answer depends on the kernel's own types or its point release, so it is not compared.
        return None;
    }
    let ours = verdict.errno.map_or(0, |errno| errno.0);
    let log = verdict.log.get(..log.len() - 1).unwrap_or(&verdict.log);
    if ours == errno && log == text {
        return None;
    }
    let at = log.iter().zip(&text).position(|(a, b)| a != b).unwrap_or(log.len().min(text.len()));
    let around = |text: &[u8]| escape(text.get(at.saturating_sub(60)..(at + 200).min(text.len())).unwrap_or_default());
    Some(format!("{ours}, the kernel {errno}; at byte {at} of the log\n  {}\n  {}", around(log), around(&text)))
}

/// Blobs to mutate: fixtures and the corpus' small blobs.
pub fn seeds() -> Vec<Vec<u8>> {
    let fixtures = fixture::names().into_iter().map(|name| fixture::read(&name));
    let mut seeds: Vec<Vec<u8>> = fixtures.filter_map(|bytes| fixture::btf_of(&bytes)).collect();
    seeds.retain(|blob| blob.starts_with(&[0x9f, 0xeb]) && blob.len() < 8192);
    if let Some(corpus) = part_or_skip("verdict") {
        let folder = std::fs::read_dir(corpus.root().join("verdict")).expect("the corpus' blobs");
        let mut files: Vec<_> = folder.map(|entry| entry.expect("an entry").path()).collect();
        files.retain(|file| file.extension().is_some_and(|end| end == "btf"));
        files.sort();
        seeds.extend(files.iter().map(|file| std::fs::read(file).expect("a blob")));
    }
    seeds
}

/// Changes a blob one to four times: a bit, a byte, a word, the first byte of a word of the header, or the length.
fn mutate(blob: &mut Vec<u8>, numbers: &mut Numbers) {
    for _ in 0..1 + numbers.below(4) {
        if blob.len() < 40 {
            return;
        }
        let at = numbers.below(blob.len());
        match numbers.below(8) {
            0 => blob[at] ^= 1 << numbers.below(8),
            1 => blob[at] = numbers.below(256) as u8,
            2..=5 => {
                // A word becomes a small number, one more, one less, an info word, or any number.
                let at = at & !3;
                let Some(word) = blob.get_mut(at..at + 4) else { continue };
                let old = u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
                let new = match numbers.below(5) {
                    0 => numbers.below(12) as u32,
                    1 => old.wrapping_add(1),
                    2 => old.wrapping_sub(1),
                    3 => (numbers.below(20) as u32) << 24 | numbers.below(4) as u32,
                    _ => numbers.below(u32::MAX as usize) as u32,
                };
                word.copy_from_slice(&new.to_le_bytes());
            }
            6 => {
                blob.truncate(at.max(24));
            }
            _ => {
                // A byte of the header: the kernel refuses most of these changes at once.
                let at = 4 * numbers.below(6);
                blob[at] = blob[at].wrapping_add(numbers.below(9) as u8).wrapping_sub(4);
            }
        }
    }
}

/// Compares the answers for `count` blobs. For each rule, returns for how many of them it was the first fault.
pub fn agree(version: Version, count: usize, mut make: impl FnMut(usize) -> Vec<u8>) -> BTreeMap<Rule, usize> {
    let mut log = vec![0; LOG];
    let (mut wrong, mut rules) = (Vec::new(), BTreeMap::new());
    for round in 0..count {
        let blob = make(round);
        if let Some(difference) = compare(version, &blob, &mut log) {
            let to = env::temp_dir().join(format!("btfscope-verdict-{round}.btf"));
            std::fs::write(&to, &blob).expect("a file for the blob");
            wrong.push(format!("{round} ({}): {difference}", to.display()));
        }
        if let Some(fault) = verdict::load(&blob, version).faults.first() {
            *rules.entry(fault.rule).or_insert(0) += 1;
        }
    }
    for (rule, refused) in &rules {
        println!("{refused:6} {}", rule.as_str());
    }
    println!("{count} blobs on {version}, {} refused", rules.values().sum::<usize>());
    let all = wrong.len();
    wrong.truncate(20);
    assert!(all == 0, "{all} of {count} differ:\n{}", wrong.join("\n"));
    rules
}

/// The number of blobs to try.
pub fn count(usual: usize) -> usize {
    env::var("BTFSCOPE_BLOBS").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// Ten thousand blobs, generated and mutated.
#[test]
fn the_running_kernel_agrees() {
    let Some(version) = running() else { return };
    let mut numbers = Numbers::of_run(18);
    let (seeds, count) = (seeds(), count(10_000));
    let rules = agree(version, count, |round| match round % 4 {
        0 => generate::blob(&numbers.bytes(20, 220)),
        1 => records::blob(&numbers.bytes(20, 420)),
        2 => {
            let mut blob = records::blob(&numbers.bytes(20, 420));
            mutate(&mut blob, &mut numbers);
            blob
        }
        _ => {
            let mut blob = seeds[numbers.below(seeds.len())].clone();
            mutate(&mut blob, &mut numbers);
            blob
        }
    });
    let refused: usize = rules.values().sum();
    assert!(refused > count / 4 && count - refused > count / 10, "{refused} of {count} refused: that proves little");
    assert!(rules.len() > 60, "only {} rules were broken first", rules.len());
}

/// Two thousand blobs with special fields. The rules of these fields changed in many releases, and the kernel prints
/// nothing about them. 6.18.44 answers as we predict.
#[test]
fn the_running_kernel_agrees_on_special_fields() {
    let Some(version) = running() else { return };
    if !version.knows_special_fields() {
        return skip(&format!("what {version} says of special fields is not known for sure"));
    }
    let mut numbers = Numbers::of_run(7);
    let count = count(2000);
    let rules = agree(version, count, |_| special_fields::blob(&numbers.bytes(40, 400)));
    let special: usize = rules.iter().filter(|(rule, _)| rule.is_special()).map(|(_, refused)| refused).sum();
    assert!(special > count / 4, "only {special} of {count} were refused for special fields");
}

/// Types with long and deep chains of references.
#[test]
fn the_running_kernel_agrees_on_meshes() {
    let Some(version) = running() else { return };
    let mut numbers = Numbers::of_run(3);
    let count = count(10_000);
    let rules = agree(version, count, |_| mesh::blob(&numbers.bytes(60, 1200)));
    let refused: usize = rules.values().sum();
    assert!(refused > count / 4 && count - refused > count / 10, "{refused} of {count} refused: that proves little");
    let deep: usize = [Rule::Depth, Rule::Loop].iter().filter_map(|rule| rules.get(rule)).sum();
    assert!(deep > count / 20, "only {deep} of {count} were too deep or looped");
}

/// Names as long as the log prints, and longer, in each part of a line; more types than there are ids; blobs of the
/// largest size; long chains of modifiers.
fn extremes() -> Vec<Vec<u8>> {
    let mut blobs = Vec::new();
    for len in [127, 512, 513, 1015, 1016, 1017, 1023, 1024, 3000] {
        let long = "x".repeat(len);
        let mut b = Blob::new(Order::Little);
        let int = b.int(&long, 4, 1);
        b.prototype(int, &[(&long, int), (&long, int), ("", 0)]);
        b.enumeration(&long, 4, false, &[("a", 1)]);
        blobs.push(b.build());
        let mut b = Blob::new(Order::Little);
        b.int(&long, 4, 1);
        b.prototype(1, &[("a", 1), (&long, 1)]);
        b.prototype(1, &[("a", 1), (&long, 9)]);
        blobs.push(b.build());
        let mut b = Blob::new(Order::Little);
        b.int(&long, 4, 3);
        blobs.push(b.build());
        let mut b = Blob::new(Order::Little);
        b.int("int", 4, 0);
        b.structure("s", 4, &[(&long, 1, 0), (&long, 1, 24)]);
        blobs.push(b.build());
        let mut b = Blob::new(Order::Little);
        b.int("int", 4, 0);
        b.data_section(&long, 4, &[[1, 0, 4]]);
        blobs.push(b.build());
    }
    let mut b = Blob::new(Order::Little);
    b.int("", 4, 0);
    (0..0x10_0003).for_each(|_| {
        b.reference(kind::PTR, 1);
    });
    blobs.push(b.build());
    // The last record is wrong: its line follows the remark about dropped types without a line
    // break.
    b.record(0, kind::PTR, 1, false, 1, &[]);
    blobs.push(b.build());
    // The largest allowed size, and one byte more.
    for more in [0, 1] {
        let mut b = Blob::new(Order::Little);
        b.int("int", 4, 0);
        b.string(&"s".repeat(MAX_SIZE as usize - b.build().len() - 1 + more));
        blobs.push(b.build());
    }
    // Chains of modifiers that earlier walks have resolved in part.
    for count in [20, 31, 32, 33, 40, 64, 90] {
        for step in [1, 7, 31] {
            let mut b = Blob::new(Order::Little);
            b.int("int", 4, 0);
            // First pointers into the chain, from its end to its start, then the chain.
            let first = 2 + count / step;
            (0..count / step).for_each(|i| {
                b.pointer(first + count - 1 - i * step);
            });
            for i in 0..count {
                b.reference(kind::CONST, if i + 1 < count { first + i + 1 } else { 1 });
            }
            blobs.push(b.build());
        }
    }
    blobs
}

/// The blobs of the other tests that break one rule each, and forms that random choices rarely make.
#[test]
fn the_running_kernel_agrees_on_what_is_made_by_hand() {
    let Some(version) = running() else { return };
    let order = Order::Little;
    let cases =
        [crate::header_rules::cases(order), crate::record_rules::alone(order), crate::types_rules::together(order)];
    let mut blobs: Vec<Vec<u8>> = cases.into_iter().flatten().map(|case| case.bytes).collect();
    blobs.extend(handmade::all(order).into_iter().map(|made| made.bytes));
    blobs.push(crate::types_rules::sound(order).build());
    blobs.extend(extremes());
    let rules = agree(version, blobs.len(), |round| blobs[round].clone());
    assert!(rules.len() > 60, "only {} rules", rules.len());
}
