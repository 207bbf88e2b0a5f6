//! If the running kernel loads a program, neither `relo` nor `needs` may say that it is refused. Both judge a program
//! by the values in registers, its accesses to the context, and its return value. The programs are random bytecode, and
//! programs of the corpus.
//!
//! It needs root and bpf(), so it is part of the extended run.
#![cfg(feature = "libbpf")]

use std::ffi::CString;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::sync::Arc;
use std::time::Instant;

use bpf::{Insn, Object};
use btf::Endian;
use libbpf_sys as sys;
use libbpf_tests::load::load;
use needs::{Kernel, Load, Modules, NeedKind, Needs, Release, check};
use relo::followed::{Hook, Program, Why, refused};
use relo::reach::{Code, Facts, reach};
use tests::arguments::{compiled, rows};
use tests::blob::Order;
use tests::elf::{Class, Elf, STRTAB, SYMTAB, Section};
use tests::extended::{is_extended, seed};
use tests::reference::part_or_skip;

/// A program type, its number in `enum bpf_prog_type`, and how many bytes of its context are used.
const TYPES: [(&str, u32, i16); 13] = [
    ("kprobe", 2, 168),
    ("sched_cls", 3, 192),
    ("tracepoint", 5, 64),
    ("raw_tracepoint", 17, 96),
    ("raw_tracepoint_writable", 24, 96),
    ("xdp", 6, 24),
    ("socket_filter", 1, 192),
    ("cgroup_skb", 8, 192),
    ("perf_event", 7, 184),
    ("syscall", 31, 256),
    ("lwt_xmit", 12, 192),
    ("sk_skb", 14, 192),
    ("cgroup_device", 15, 12),
];

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn of<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }
}

fn i(code: u8, dst: u8, src: u8, off: i16, imm: i32) -> Insn {
    Insn { code, dst, src, off, imm }
}

/// Random instructions that a verifier may accept or refuse: mostly loads from the context and uses of the result.
/// `map` is the descriptor of a map with keys and values of 8 bytes.
fn made(random: &mut Random, context: i16, map: i32) -> Vec<Insn> {
    let mut all = vec![i(0xbf, 6, 1, 0, 0)];
    // Initialize registers, since reading an uninitialized one would hide every other fault.
    all.extend([0, 7, 8, 9].map(|register| i(0xb7, register, 0, 0, 42)));
    all.extend([-8, -16, -24].map(|slot| i(0x7a, 10, 0, slot, 1)));
    let count = 3 + random.below(10);
    for at in 0..count {
        let one = |random: &mut Random| if random.below(12) == 0 { 6 } else { random.of(&[0, 7, 8, 9]) };
        let b = if one(random) == 6 { 6 } else { random.of(&[0, 7, 8, 9]) };
        let a = random.of(&[0, 7, 8, 9]);
        let slot = random.of(&[-8i16, -16, -24]);
        let (code, width) = random.of(&[(0x79u8, 8i16), (0x61, 4), (0x69, 2), (0x71, 1), (0x79, 8), (0x61, 4)]);
        let anywhere = random.below(context as u64 + 16) as i16 - 8;
        let field = anywhere - anywhere.rem_euclid(width);
        let forward = random.below(count - at).min(4) as i16;
        if random.below(16) == 0 {
            // Look up a value in the map and read it: the verifier does not know this value.
            let key = [i(0xbf, 2, 10, 0, 0), i(0x07, 2, 0, 0, -8), i(0x18, 1, 1, 0, map), i(0, 0, 0, 0, 0)];
            all.extend(key.into_iter().chain([i(0x85, 0, 0, 0, 1)]));
            if random.below(4) != 0 {
                all.extend([i(random.of(&[0x55, 0x15]), 0, 0, 1, 0), i(0x05, 0, 0, random.below(2) as i16, 0)]);
                all.push(i(random.of(&[0x79, 0x79, 0x61]), a, 0, 0, 0));
            }
            continue;
        }
        all.push(match random.below(18) {
            0..=3 => i(code, a, 6, if random.below(40) == 0 { anywhere } else { field }, 0),
            4 if random.below(3) == 0 => i(code, a, b, random.of(&[0, 4, 8]), 0),
            5 => i(0xbf, a, b, 0, 0),
            6 => i(0xbc, a, b, 0, 0),
            7 => i(random.of(&[0x07, 0x17, 0x57, 0x67, 0x04]), a, 0, 0, random.of(&[8, 1, 16, 3])),
            8 => i(random.of(&[0x0f, 0x1f, 0x5f]), a, b, 0, 0),
            9 | 10 => i(0x7b, 10, a, slot, 0),
            11 | 12 => i(0x79, a, 10, slot, 0),
            13 | 14 => {
                i(random.of(&[0x15, 0x55, 0x25, 0x1d, 0x16]), a, if random.below(3) == 0 { b } else { 0 }, forward, 42)
            }
            15 => i(0x85, 0, 0, 0, random.of(&[5, 7, 8, 35, 14])),
            16 if random.below(3) == 0 => i(0xdb, random.of(&[10, a]), b, slot, random.of(&[0xe1, 0x01, 0xf1, 0x00])),
            17 if random.below(4) == 0 => i(random.of(&[0x63, 0x7b]), b, a, field.max(0), 0),
            _ => i(0xbf, a, b, 0, 0),
        });
        // If the operand is a register, the immediate must be 0; if the operand is an immediate,
        // the register must be 0.
        if let Some(last) = all.last_mut().filter(|i| i.code == 0x1d) {
            last.imm = 0;
        } else if let Some(last) = all.last_mut().filter(|i| matches!(i.code, 0x15 | 0x55 | 0x25 | 0x16)) {
            last.src = 0;
        }
    }
    if random.below(4) != 0 {
        all.push(i(0xb7, 0, 0, 0, random.of(&[0, 1, 2])));
    }
    all.push(i(0x95, 0, 0, 0, 0));
    all
}

/// The instructions as an object with one program.
fn object(insns: &[Insn]) -> Object {
    let order = Order::Little;
    let bytes: Vec<u8> = insns.iter().flat_map(|i| i.encode(Endian::Little)).collect();
    let mut table = vec![0; 24];
    table.extend_from_slice(&order.u32(1));
    table.extend_from_slice(&[0x12, 0]);
    table.extend_from_slice(&order.u16(1));
    table.extend_from_slice(&order.u64(0));
    table.extend_from_slice(&order.u64(bytes.len() as u64));
    let elf = Elf::new(Class::Elf64, order, 247)
        .with(Section { flags: 6, align: 8, ..Section::new("xdp", bytes) })
        .with(Section { kind: SYMTAB, link: 3, info: 1, entry_size: 24, ..Section::new(".symtab", table) })
        .with(Section { kind: STRTAB, ..Section::new(".strtab", b"\0prog\0".to_vec()) });
    Object::parse(elf.build()).expect("an object")
}

/// A hash map with keys and values of 8 bytes (an array's keys would have 4).
fn map() -> Option<OwnedFd> {
    // SAFETY: no options are given, and the name lives through the call.
    let fd = unsafe { sys::bpf_map_create(1, c"random".as_ptr(), 8, 8, 4, std::ptr::null()) };
    // SAFETY: the descriptor is new, and only we own it.
    (fd >= 0).then(|| unsafe { OwnedFd::from_raw_fd(fd) })
}

/// Loads the instructions. Returns the errno, or 0 when they load.
fn errno(insns: &[Insn], number: u32) -> i32 {
    let bytes: Vec<u8> = insns.iter().flat_map(|i| i.encode(Endian::Little)).collect();
    let license = CString::new("GPL").expect("a licence");
    let sleepable = if number == 31 { 1u32 << 4 } else { 0 };
    // SAFETY: zeroed options are valid; libbpf reads their size first.
    let mut options: sys::bpf_prog_load_opts = unsafe { std::mem::zeroed() };
    options.sz = size_of::<sys::bpf_prog_load_opts>() as sys::size_t;
    options.prog_flags = sleepable;
    // SAFETY: the number of instructions is right, and all pointers live through the call.
    let fd = unsafe {
        sys::bpf_prog_load(
            number,
            c"random".as_ptr(),
            license.as_ptr(),
            bytes.as_ptr().cast(),
            insns.len() as sys::size_t,
            &raw mut options,
        )
    };
    if fd < 0 {
        return -fd;
    }
    // SAFETY: the descriptor is new, and only we own it.
    drop(unsafe { OwnedFd::from_raw_fd(fd) });
    0
}

/// The version of the running kernel.
fn version() -> Option<(u8, u8)> {
    let release = std::fs::read_to_string("/proc/sys/kernel/osrelease").ok()?;
    let mut parts = release.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

#[test]
fn no_random_program_that_loads_is_called_refused() {
    if !is_extended() {
        return;
    }
    let exit = [i(0xb7, 0, 0, 0, 0), i(0x95, 0, 0, 0, 0)];
    if errno(&exit, 1) != 0 {
        return tests::skip("there is no right to load programs (CAP_BPF)");
    }
    let map = map().expect("a map");
    let count: u32 = std::env::var("BTFSCOPE_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(10_000);
    let mut random = Random(seed(31));
    let start = Instant::now();
    let (mut loaded, mut called) = (0u32, 0u32);
    let mut wrong: Vec<String> = Vec::new();
    for _ in 0..count {
        let (name, number, context) = random.of(&TYPES);
        let insns = made(&mut random, context, map.as_raw_fd());
        let object = object(&insns);
        let functions = object.functions();
        let code = Code::new(&object, &functions);
        let facts = Facts::default();
        let reach = reach(&object, &code, &[0], &facts);
        let program = Program {
            program_type: name,
            attach_type: "",
            version: version(),
            is_x86_64: cfg!(target_arch = "x86_64"),
            arguments: &[],
            hook: Hook::Unknown,
        };
        let found: Vec<(u32, Why)> = refused(&object, &code, 0, &facts, &reach, program);
        let loads = errno(&insns, number) == 0;
        loaded += u32::from(loads);
        called += u32::from(!found.is_empty());
        if loads && !found.is_empty() {
            wrong.push(format!("{name}: {found:?}\n{insns:x?}"));
        }
    }
    println!(
        "{count} programs: {loaded} load, {called} called refused, {} of those load; {:.0} s",
        wrong.len(),
        start.elapsed().as_secs_f64()
    );
    assert!(loaded > count / 100 && called > count / 10, "{loaded} load, {called} called refused");
    assert!(wrong.is_empty(), "{} called refused, but load:\n{}", wrong.len(), wrong[..wrong.len().min(40)].join("\n"));
}

/// The programs of the corpus, compiled for the running kernel.
#[test]
fn no_program_of_the_corpus_that_loads_is_called_refused() {
    if !is_extended() {
        return;
    }
    let Some(corpus) = part_or_skip("arguments") else { return };
    let bytes = std::fs::read("/sys/kernel/btf/vmlinux").expect("this kernel's BTF");
    let btf = Arc::new(btf::Btf::parse(bytes, None).expect("BTF"));
    let release = std::fs::read_to_string("/proc/sys/kernel/osrelease").expect("a release");
    let kernel = Kernel::new(Release::parse(release.trim()), btf.clone(), Modules::Absent);
    let rows = rows(&corpus);
    let clang = match xtask::tools::CLANG.found() {
        Ok(clang) => clang.command(),
        Err(why) => return tests::skip(&why),
    };
    let object = compiled(clang, &rows, &btf);
    let needs = Needs::of(object.clone());
    let report = check(&needs, &kernel);
    let (mut loaded, mut told, mut wrong, mut first) = (0, 0, Vec::new(), None);
    for (p, program) in needs.programs().iter().enumerate() {
        let at = needs.needs().iter().position(|n| n.kind == NeedKind::Access && n.program == Some(p));
        let answer = &report.answers[at.expect("a need")];
        let found = load(object.bytes(), &program.section, &program.name);
        if found.not_permitted {
            continue;
        }
        first.get_or_insert_with(|| found.log.clone());
        loaded += usize::from(found.ok);
        told += usize::from(answer.load == Load::Fails);
        if found.ok && answer.load == Load::Fails {
            wrong.push(format!("{}: {:?}", program.name, answer.reason));
        }
    }
    println!("{} programs: {loaded} load, {told} called refused", needs.programs().len());
    assert!(loaded > 0 || told == 0, "nothing was loaded: {}", first.unwrap_or_default());
    assert!(wrong.is_empty(), "{} called refused, but load:\n{}", wrong.len(), wrong.join("\n"));
}
