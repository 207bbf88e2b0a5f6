//! Compares our prediction of whether libbpf opens an object, and of its warnings, with libbpf in
//! this process.
#![cfg(feature = "libbpf")]
#![allow(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_int};
use std::fs;
use std::path::{Path, PathBuf};

use libbpf_sys as sys;
use tests::extended;
use tests::reference::corpus_or_skip;

thread_local! {
    static LINES: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

unsafe extern "C" {
    fn vsnprintf(to: *mut c_char, size: usize, format: *const c_char, list: *mut sys::__va_list_tag) -> c_int;
}

unsafe extern "C" fn keep(
    level: sys::libbpf_print_level,
    format: *const c_char,
    list: *mut sys::__va_list_tag,
) -> c_int {
    if level == sys::LIBBPF_WARN {
        let mut line = vec![0u8; 1 << 16];
        // SAFETY: libbpf passes a format with its arguments; the output is cut at the buffer's length.
        unsafe { vsnprintf(line.as_mut_ptr().cast(), line.len(), format, list) };
        let line = CStr::from_bytes_until_nul(&line).map(CStr::to_bytes).unwrap_or_default();
        let line = line.strip_prefix(b"libbpf: ").unwrap_or(line);
        // Escape names as we do.
        let line = btf::visible(line.strip_suffix(b"\n").unwrap_or(line)).into_owned();
        LINES.with(|lines| lines.borrow_mut().push(line));
    }
    0
}

/// libbpf's answer: 0 or an errno, and its warnings.
fn theirs(bytes: &[u8], name: &str) -> (i32, Vec<String>) {
    LINES.with(|lines| lines.borrow_mut().clear());
    let name = CString::new(name).unwrap();
    // SAFETY: the bytes and the name live until the object is closed.
    let errno = unsafe {
        sys::libbpf_set_print(Some(keep));
        let mut options: sys::bpf_object_open_opts = std::mem::zeroed();
        options.sz = std::mem::size_of::<sys::bpf_object_open_opts>() as _;
        options.object_name = name.as_ptr();
        let object = sys::bpf_object__open_mem(bytes.as_ptr().cast(), bytes.len() as _, &raw const options);
        if object.is_null() {
            -sys::libbpf_get_error(object.cast()) as i32
        } else {
            sys::bpf_object__close(object);
            0
        }
    };
    (errno, LINES.with(|lines| lines.borrow().clone()))
}

/// Whether `.BTF` uses something that libbpf 1.7 and 1.8 read differently: kinds of 7 bits, counts of 24 bits, longer
/// headers.
fn is_newer(bytes: &[u8]) -> bool {
    let Some(parts) = parts(bytes) else { return false };
    parts.all[4].iter().any(|&(at, len)| bytes.get(at..at.saturating_add(len)).is_some_and(is_newer_blob))
}

fn is_newer_blob(blob: &[u8]) -> bool {
    let big = blob.first() == Some(&0xeb);
    let word = |at: usize| {
        let w = blob.get(at..).and_then(|b| b.first_chunk::<4>()).copied().unwrap_or_default();
        if big { u32::from_be_bytes(w) } else { u32::from_le_bytes(w) }
    };
    if word(4) != 24 {
        return true;
    }
    let start = 24usize.saturating_add(word(8) as usize);
    let end = start.saturating_add(word(12) as usize).min(blob.len());
    let mut at = start;
    while at + 12 <= end {
        let info = word(at + 4);
        if info & 0x60ff_0000 != 0 {
            return true;
        }
        let vlen = (info & 0xffff) as usize;
        at += 12
            + match info >> 24 & 31 {
                1 | 14 | 17 => 4,
                3 => 12,
                4 | 5 | 15 | 19 => vlen * 12,
                6 | 13 => vlen * 8,
                0 | 20.. => return false,
                _ => 0,
            };
    }
    false
}

fn objects(folder: &Path, to: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            objects(&path, to);
        } else if path.extension().is_some_and(|e| e == "o" || e == "elf") {
            to.push(path);
        }
    }
}

/// The differences as text, `None` if there are none. Also `None` for objects that are not compared: those on which
/// libbpf would crash or hang, and those with a `.BTF` that versions of libbpf read differently.
fn differs(bytes: &[u8], name: &str) -> Option<String> {
    let ours = open::open(bytes, name);
    if ours.refusal.as_ref().is_some_and(|r| matches!(r.rule.id, "0" | "7.45")) {
        return None;
    }
    let (errno, lines) = theirs(bytes, name);
    let our_errno = ours.refusal.as_ref().map_or(0, |r| r.errno.0);
    if (our_errno, &ours.lines) == (errno, &lines) || is_newer(bytes) {
        return None;
    }
    let rule = ours.refusal.as_ref().map_or("", |r| r.rule.id);
    Some(format!("{name}: ours {our_errno} {rule} {:?}\n   theirs {errno} {lines:?}", ours.lines))
}

fn all_objects() -> Vec<(String, Vec<u8>)> {
    let Some(corpus) = corpus_or_skip() else { return Vec::new() };
    let mut paths = Vec::new();
    for part in ["files/objs", "open", "cases", "needs", "arguments", "dwarf"] {
        if corpus.root().join(part).is_dir() {
            objects(&corpus.root().join(part), &mut paths);
        }
    }
    paths.sort();
    paths.iter().map(|p| (p.file_stem().unwrap().to_string_lossy().into_owned(), fs::read(p).unwrap())).collect()
}

#[test]
fn objects_are_opened_alike() {
    let all = all_objects();
    let wrong: Vec<String> = all.iter().filter_map(|(name, bytes)| differs(bytes, name)).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), all.len(), wrong.join("\n"));
    let refused = all.iter().filter(|(name, bytes)| !open::open(bytes, name).opens()).count();
    assert!(all.is_empty() || all.len() > 200 && refused > 50, "{} objects, {refused} refused", all.len());
    println!("{} objects, {refused} refused", all.len());
    // libbpf's checks at load time, before it asks the kernel, find nothing in these objects.
    for (name, bytes) in &all {
        assert_eq!(open::open(bytes, name).load, [], "{name}");
    }
}

/// A generator of pseudo-random numbers, the same for each seed.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n.max(1)
    }

    fn one_of<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

/// The parts of an object: the ELF header, section headers, symbols, relocations, `.BTF`,
/// `.BTF.ext`; each with first byte and length.
struct Parts {
    big: bool,
    all: [Vec<(usize, usize)>; 6],
}

fn parts(bytes: &[u8]) -> Option<Parts> {
    let big = bytes.get(5) == Some(&2);
    let number = |at: usize, n: usize| {
        let part = bytes.get(at..at.saturating_add(n)).unwrap_or_default();
        let fold = |sum: usize, b: &u8| sum << 8 | usize::from(*b);
        if big { part.iter().fold(0, fold) } else { part.iter().rev().fold(0, fold) }
    };
    let (table, count, names) = (number(40, 8), number(60, 2), number(62, 2));
    table.checked_add(count * 64).filter(|&end| end <= bytes.len())?;
    let names = number(table + names * 64 + 24, 8);
    let mut all: [Vec<(usize, usize)>; 6] = Default::default();
    all[0].push((0, 64));
    all[1].push((table, count * 64));
    for i in 0..count {
        let head = table + i * 64;
        let at = (number(head + 24, 8), number(head + 32, 8));
        let name = bytes.get(names.saturating_add(number(head, 4))..).unwrap_or_default();
        match number(head + 4, 4) {
            2 => all[2].push(at),
            9 => all[3].push(at),
            1 if name.starts_with(b".BTF\0") => all[4].push(at),
            1 if name.starts_with(b".BTF.ext\0") => all[5].push(at),
            _ => {}
        }
    }
    Some(Parts { big, all })
}

/// Replaces one word of a part: by a near number, a usual one, another word of that part, or any number.
fn mutate(bytes: &mut [u8], parts: &Parts, numbers: &mut Numbers) {
    let weights = [0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 4, 4, 4, 4, 5, 5];
    let list = &parts.all[numbers.one_of(&weights)];
    if list.is_empty() {
        return;
    }
    let (start, len) = list[numbers.below(list.len())];
    let width = numbers.one_of(&[1, 2, 4, 4, 4, 8]);
    let at = start + numbers.below(len / width) * width;
    let from = start + numbers.below(len / width) * width;
    if at.max(from) + width > bytes.len() || len < width {
        return;
    }
    let read = |at: usize| {
        let fold = |sum: u64, b: &u8| sum << 8 | u64::from(*b);
        let part = &bytes[at..at + width];
        if parts.big { part.iter().fold(0, fold) } else { part.iter().rev().fold(0, fold) }
    };
    let old = read(at);
    let value = match numbers.below(10) {
        0 => 0,
        1 => old.wrapping_add(1),
        2 => old.wrapping_sub(1),
        3 => old ^ 1 << numbers.below(width * 8),
        4 | 5 => read(from),
        6 => numbers.below(40) as u64,
        7 => u64::MAX >> numbers.below(40),
        8 => old.wrapping_add(8),
        _ => numbers.below(1 << 31) as u64,
    };
    for i in 0..width {
        let shift = if parts.big { width - 1 - i } else { i } * 8;
        bytes[at + i] = (value >> shift) as u8;
    }
}

#[test]
fn mutants_are_opened_alike() {
    let objects = all_objects();
    let small: Vec<&(String, Vec<u8>)> = objects.iter().filter(|(_, bytes)| bytes.len() < 40_000).collect();
    if small.is_empty() {
        return;
    }
    let rounds = extended::rounds(800).max(if extended::is_extended() { 20_000 } else { 0 });
    let mut numbers = Numbers(extended::seed(31));
    let (mut wrong, mut refused) = (Vec::new(), 0);
    for round in 0..rounds {
        let (name, sound) = small[numbers.below(small.len())];
        let mut bytes = sound.clone();
        let Some(parts) = parts(&bytes) else { continue };
        for _ in 0..1 + numbers.below(2) {
            mutate(&mut bytes, &parts, &mut numbers);
        }
        refused += u64::from(!open::open(&bytes, name).opens());
        let Some(difference) = differs(&bytes, name) else { continue };
        if let Some(folder) = std::env::var_os("BTFSCOPE_KEEP_MUTANTS") {
            fs::write(Path::new(&folder).join(format!("{round}.o")), &bytes).unwrap();
        }
        wrong.push(format!("round {round}: {difference}"));
    }
    println!("{rounds} mutants, {refused} refused");
    assert!(wrong.is_empty(), "{} of {rounds}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(refused * 5 > rounds, "only {refused} of {rounds} are refused");
}
