//! Types that only modules have, as libbpf finds them during a whole load in this process. This file replaces `bpf()`
//! and the opening of `/sys/kernel/btf/vmlinux`: libbpf sees a small kernel and handmade modules, and the programs that
//! it tries to load are recorded. No rights and no kernel are needed.
#![cfg(all(feature = "libbpf", target_arch = "x86_64", target_os = "linux"))]

use std::ffi::{CStr, c_char, c_int, c_long};
use std::sync::{Arc, Mutex, PoisonError};
use std::{fs, process, slice};

use bpf::{Insn, Object};
use btf::{Btf, Endian};
use libbpf_tests::load::{Only, load_on};
use needs::{Kernel, Load, Modules, Needs, Release, check};
use relo::{Options, ReloVerdict, Resolver};

/// The pretended kernel, and what was loaded into it.
struct Pretended {
    vmlinux: c_int,
    /// For each module: its name, its BTF, and the descriptor that stands for its BTF object.
    modules: Vec<(String, Vec<u8>, c_int)>,
    /// For each loaded program: its name and instructions.
    programs: Vec<(String, Vec<u8>)>,
    /// Whether libbpf asked for modules.
    asked: bool,
}

static PRETENDED: Mutex<Option<Pretended>> = Mutex::new(None);

/// Makes a real system call, bypassing the replaced functions below.
unsafe fn call(number: c_long, a: [c_long; 6]) -> c_long {
    let result: c_long;
    // SAFETY: the caller keeps the rules of that system call.
    unsafe {
        std::arch::asm!("syscall", inlateout("rax") number => result, in("rdi") a[0], in("rsi") a[1], in("rdx") a[2],
            in("r10") a[3], in("r8") a[4], in("r9") a[5], lateout("rcx") _, lateout("r11") _);
    }
    result
}

unsafe extern "C" {
    fn __errno_location() -> *mut c_int;
}

/// Returns a result as the C library does: an error is -1, with `errno` set.
fn given(result: c_long) -> c_long {
    if (-4095..0).contains(&result) {
        // SAFETY: the C library returns the address of this thread's `errno`.
        unsafe { *__errno_location() = -result as c_int };
        return -1;
    }
    result
}

const OPENAT: c_long = 257;
const BPF: c_long = 321;
const ENOENT: c_long = 2;
const AT_FDCWD: c_long = -100;

/// A descriptor that stands for the result of a `bpf()` call. It is at least 3, since libbpf duplicates smaller ones.
fn some_file() -> c_long {
    // SAFETY: the path ends with a zero; fcntl(F_DUPFD) and close are called on the descriptor opened here.
    unsafe {
        let file = call(OPENAT, [AT_FDCWD, c"/dev/null".as_ptr() as c_long, 0, 0, 0, 0]);
        if file > 2 {
            return file;
        }
        let other = call(72, [file, 0, 3, 0, 0, 0]);
        call(3, [file, 0, 0, 0, 0, 0]);
        other
    }
}

/// The u32 at an offset in the attributes of a call.
unsafe fn word(attr: c_long, at: usize) -> u32 {
    // SAFETY: attributes have the length of the kernel's `union bpf_attr`.
    unsafe { ((attr as usize + at) as *const u32).read_unaligned() }
}

unsafe fn long(attr: c_long, at: usize) -> u64 {
    // SAFETY: as above.
    unsafe { ((attr as usize + at) as *const u64).read_unaligned() }
}

unsafe fn set(attr: u64, at: usize, value: u32) {
    // SAFETY: as above.
    unsafe { ((attr as usize + at) as *mut u32).write_unaligned(value) }
}

/// `bpf()` of the pretended kernel (`include/uapi/linux/bpf.h`, `union bpf_attr`).
unsafe fn bpf(kernel: &mut Pretended, command: c_long, attr: c_long) -> c_long {
    // SAFETY: libbpf passes the attributes of this command.
    unsafe {
        match command {
            // BPF_TOKEN_CREATE: not permitted (-EPERM)
            36 => -1,
            // BPF_MAP_CREATE, BPF_BTF_LOAD
            0 | 18 => some_file(),
            // BPF_PROG_LOAD
            5 => {
                let count = word(attr, 4) as usize;
                let insns = slice::from_raw_parts(long(attr, 8) as *const u8, count * 8).to_vec();
                let name = CStr::from_ptr((attr as usize + 48) as *const c_char).to_string_lossy().into_owned();
                kernel.programs.push((name, insns));
                some_file()
            }
            // BPF_BTF_GET_NEXT_ID
            23 => {
                kernel.asked = true;
                let next = word(attr, 0) + 1;
                if next as usize > kernel.modules.len() {
                    return -ENOENT;
                }
                set(attr as u64, 4, next);
                0
            }
            // BPF_BTF_GET_FD_BY_ID
            19 => {
                let file = some_file();
                let module = (word(attr, 0) as usize).checked_sub(1).and_then(|at| kernel.modules.get_mut(at));
                module.map_or(-ENOENT, |module| {
                    module.2 = file as c_int;
                    file
                })
            }
            // BPF_OBJ_GET_INFO_BY_FD
            15 => {
                let (file, info) = (word(attr, 0) as c_int, long(attr, 8));
                let Some((name, bytes, _)) = kernel.modules.iter().find(|module| module.2 == file) else { return 0 };
                let (to, room) = (long(info as c_long, 0), word(info as c_long, 8) as usize);
                if to != 0 {
                    let part = &bytes[..room.min(bytes.len())];
                    std::ptr::copy_nonoverlapping(part.as_ptr(), to as *mut u8, part.len());
                }
                set(info, 8, bytes.len() as u32);
                let (to, room) = (long(info as c_long, 16), word(info as c_long, 24) as usize);
                if to != 0 {
                    assert!(name.len() < room, "a short name");
                    std::ptr::copy_nonoverlapping(name.as_ptr(), to as *mut u8, name.len());
                    *((to as usize + name.len()) as *mut u8) = 0;
                }
                // kernel_btf
                set(info, 28, 1);
                0
            }
            _ => 0,
        }
    }
}

/// Replaces the C library's function in this test program: answers `bpf()` while a kernel is pretended, and makes all
/// other calls.
///
/// # Safety
/// As for the C library's function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn syscall(
    number: c_long,
    a: c_long,
    b: c_long,
    c: c_long,
    d: c_long,
    e: c_long,
    f: c_long,
) -> c_long {
    if number == BPF
        && let Ok(mut kernel) = PRETENDED.try_lock()
        && let Some(kernel) = kernel.as_mut()
    {
        // SAFETY: the attributes are libbpf's.
        return given(unsafe { bpf(kernel, a, b) });
    }
    // SAFETY: the caller guarantees what this call requires.
    given(unsafe { call(number, [a, b, c, d, e, f]) })
}

/// Replaces the C library's function: opens the pretended kernel's BTF in place of `/sys/kernel/btf/vmlinux`.
///
/// # Safety
/// As for the C library's function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn open64(path: *const c_char, flags: c_int, mode: c_int) -> c_int {
    // SAFETY: the path is a C string.
    let is_vmlinux = unsafe { CStr::from_ptr(path) } == c"/sys/kernel/btf/vmlinux";
    if is_vmlinux
        && let Ok(kernel) = PRETENDED.try_lock()
        && let Some(kernel) = kernel.as_ref()
    {
        // SAFETY: the descriptor is open. 32 is dup.
        return given(unsafe { call(32, [c_long::from(kernel.vmlinux), 0, 0, 0, 0, 0]) }) as c_int;
    }
    // SAFETY: the caller guarantees what this call requires.
    let args = [AT_FDCWD, path as c_long, c_long::from(flags), c_long::from(mode), 0, 0];
    given(unsafe { call(OPENAT, args) }) as c_int
}

/// Replaces the C library's function: the kernel's BTF exists.
///
/// # Safety
/// As for the C library's function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn faccessat(folder: c_int, path: *const c_char, mode: c_int, _flags: c_int) -> c_int {
    // SAFETY: the path is a C string.
    if unsafe { CStr::from_ptr(path) } == c"/sys/kernel/btf/vmlinux" {
        return 0;
    }
    // SAFETY: the caller guarantees what this call requires.
    let args = [c_long::from(folder), path as c_long, c_long::from(mode), 0, 0, 0];
    given(unsafe { call(269, args) }) as c_int
}

/// The types of one BTF, with their strings.
struct Made {
    base: Option<Arc<Btf>>,
    words: Vec<u32>,
    strings: Vec<u8>,
}

impl Made {
    fn new(base: Option<&Arc<Btf>>) -> Made {
        let strings = if base.is_some() { Vec::new() } else { vec![0] };
        Made { base: base.cloned(), words: Vec::new(), strings }
    }

    fn name(&mut self, name: &str) -> u32 {
        let at = self.base.as_ref().map_or(0, |base| base.strings_end()) + self.strings.len() as u32;
        self.strings.extend(name.bytes().chain([0]));
        at
    }

    fn int(mut self) -> Made {
        let name = self.name("int");
        self.words.extend([name, 1 << 24, 4, 1 << 24 | 32]);
        self
    }

    /// Adds a struct (4) or union (5) of ints at these byte offsets.
    fn of_ints(mut self, kind: u32, name: &str, size: u32, members: &[(&str, u32)]) -> Made {
        let name = self.name(name);
        self.words.extend([name, kind << 24 | members.len() as u32, size]);
        for (member, at) in members {
            let name = self.name(member);
            self.words.extend([name, 1, at * 8]);
        }
        self
    }

    fn values(mut self, name: &str, values: &[(&str, u32)]) -> Made {
        let name = self.name(name);
        self.words.extend([name, 6 << 24 | values.len() as u32, 4]);
        for (value, number) in values {
            let name = self.name(value);
            self.words.extend([name, *number]);
        }
        self
    }

    fn forward(mut self, name: &str) -> Made {
        let name = self.name(name);
        self.words.extend([name, 7 << 24, 0]);
        self
    }

    fn blob(&self) -> Vec<u8> {
        let types: Vec<u8> = self.words.iter().flat_map(|w| w.to_le_bytes()).collect();
        let mut blob = vec![0x9f, 0xeb, 1, 0];
        for word in [24, 0, types.len() as u32, types.len() as u32, self.strings.len() as u32] {
            blob.extend_from_slice(&word.to_le_bytes());
        }
        blob.extend_from_slice(&types);
        blob.extend_from_slice(&self.strings);
        blob
    }

    fn btf(&self) -> Arc<Btf> {
        Arc::new(Btf::parse(self.blob(), self.base.clone()).expect("types"))
    }
}

/// The names of the programs, and the expression with a relocation that each returns.
const PROGRAMS: [(&str, &str); 12] = [
    ("in_module", "FIELD(struct in_module, f, 0)"),
    ("lacks", "FIELD(struct lacks, gone, 0)"),
    ("guard", "FIELD(struct lacks, gone, 2)"),
    ("size", "FIELD(struct in_module, f, 1)"),
    ("exists", "TYPE(struct in_module, 0)"),
    ("nowhere", "TYPE(struct nowhere, 0)"),
    ("kernels", "FIELD(struct both, f, 0)"),
    ("two", "FIELD(struct two, f, 0)"),
    ("differ", "FIELD(struct differ, f, 0)"),
    ("only_forward", "TYPE(struct only_forward, 0)"),
    ("a_union", "TYPE(struct a_union, 0)"),
    ("value", "__builtin_preserve_enum_value(*(enum numbers *)TWO, 1)"),
];

const TYPES: &str = r#"
#define FIELD(type, member, what) __builtin_preserve_field_info(((type *)0)->member, what)
#define TYPE(type, what) __builtin_preserve_type_info(*(type *)0, what)
#define CORE __attribute__((preserve_access_index))
struct in_module { int f; } CORE;
struct lacks { int gone; } CORE;
struct nowhere { int f; } CORE;
struct both { int f; } CORE;
struct two { int f; } CORE;
struct differ { int f; } CORE;
struct only_forward { int f; } CORE;
struct a_union { int f; } CORE;
enum numbers { ONE = 1, TWO = 2 };
char LICENSE[] __attribute__((section("license"), used)) = "GPL";
"#;

fn compiled(name: &str, asks: &str) -> Option<Vec<u8>> {
    let clang = xtask::tools::CLANG.found().map_err(|why| tests::skip(&why)).ok()?;
    let folder = std::env::temp_dir().join(format!("btfscope-modules-{}", process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let (c, o) = (folder.join(format!("{name}.c")), folder.join(format!("{name}.o")));
    let source = format!(
        "{TYPES}\n__attribute__((section(\"socket\"), used)) int {name}(void *ctx)\n{{\n\treturn {asks};\n}}\n"
    );
    fs::write(&c, source).expect("a file");
    let args = ["-target", "bpfel", "-g", "-O2", "-c", "-o"];
    let status = clang.command().args(args).arg(&o).arg(&c).status().expect("clang starts");
    assert!(status.success(), "clang compiles {name}");
    let bytes = fs::read(&o).expect("an object");
    fs::remove_dir_all(&folder).ok();
    Some(bytes)
}

#[test]
fn types_of_modules_are_found_as_libbpf_finds_them() {
    let vmlinux = Made::new(None).int().of_ints(4, "both", 16, &[("f", 12)]).forward("in_module");
    let base = vmlinux.btf();
    let made = |modules: &[(&str, Made)]| -> Vec<(String, Vec<u8>)> {
        modules.iter().map(|(name, made)| ((*name).to_owned(), made.blob())).collect()
    };
    let module = || Made::new(Some(&base));
    let modules = made(&[
        (
            "first",
            module().forward("two").of_ints(4, "in_module", 12, &[("f", 8)]).of_ints(4, "differ", 4, &[("f", 0)]),
        ),
        (
            "second",
            module()
                .of_ints(4, "two", 8, &[("f", 4)])
                .of_ints(4, "lacks", 4, &[("other", 0)])
                .of_ints(4, "both", 8, &[("f", 4)])
                .of_ints(5, "a_union", 4, &[("f", 0)])
                .forward("only_forward"),
        ),
        (
            "third",
            module()
                .of_ints(4, "two", 8, &[("f", 4)])
                .of_ints(4, "differ", 8, &[("f", 4)])
                .values("numbers", &[("ONE", 1), ("TWO", 22)]),
        ),
    ]);
    let split = |bytes: &Vec<u8>| Arc::new(Btf::parse(bytes.clone(), Some(base.clone())).expect("a module"));
    let file = std::env::temp_dir().join(format!("btfscope-vmlinux-{}", process::id()));
    fs::write(&file, vmlinux.blob()).expect("a file");
    let open_file = fs::File::open(&file).expect("a file");
    let vmlinux_file = std::os::fd::AsRawFd::as_raw_fd(&open_file);
    let mut said = Vec::new();
    for with_modules in [true, false] {
        let there = if with_modules { modules.as_slice() } else { &[] };
        for (name, asks) in PROGRAMS {
            let Some(bytes) = compiled(name, asks) else { return };
            *PRETENDED.lock().unwrap_or_else(PoisonError::into_inner) = Some(Pretended {
                vmlinux: vmlinux_file,
                modules: there.iter().map(|(name, bytes)| (name.clone(), bytes.clone(), -1)).collect(),
                programs: Vec::new(),
                asked: false,
            });
            let loaded = load_on(&bytes, Only::ByItself, None);
            let kernel = PRETENDED.lock().unwrap_or_else(PoisonError::into_inner).take().expect("it was set");
            // Our result.
            let object = Arc::new(Object::parse(bytes).expect("an object"));
            let given = there.iter().map(|(name, bytes)| (name.clone(), split(bytes))).collect();
            let modules = if with_modules { Modules::Given(given) } else { Modules::Absent };
            let ours = Kernel::new(Release::parse("6.12"), base.clone(), modules);
            let (btf, ext) = (object.btf().expect("types"), object.ext().expect("relocations"));
            let records = relo::records(btf, ext);
            let [record] = records.as_slice() else { panic!("{name}: one relocation") };
            let outcome = Resolver::new(btf, ours.target(), Options::default()).resolve(record);
            let patched = relo::patched(&object, record, &outcome);
            let verdict = ReloVerdict::of(&outcome, patched.as_ref());
            let what = format!("{name}, modules {with_modules}: {verdict:?}\n{}", loaded.log);
            // Either libbpf refused before it loaded anything, or it loaded the instruction that we predict.
            assert_eq!(loaded.ok, verdict != ReloVerdict::Refused, "{what}");
            if loaded.ok {
                let (_, insns) = kernel.programs.iter().rev().find(|(of, _)| of == name).expect("it is loaded");
                let at = record.insn_offset.0 as usize;
                let theirs = Insn::decode(insns[at..at + 8].try_into().expect("eight bytes"), Endian::Little);
                assert_eq!(theirs, patched.expect("it is patched").insn, "{what}");
            }
            // libbpf looks in modules only when vmlinux has no candidate.
            let has = btf.get(record.type_id).is_some_and(|t| t.name() == "both");
            assert_eq!(kernel.asked, !has, "{what}");
            let report = check(&Needs::of(object), &ours);
            let fails = matches!(verdict, ReloVerdict::Refused | ReloVerdict::Poisoned);
            assert_eq!(report.programs[0].load() == Load::Fails, fails, "{what}");
            said.push((name, with_modules, verdict, report.programs[0].load_words()));
        }
    }
    fs::remove_file(&file).ok();
    let of = |name, with| said.iter().find(|(n, w, ..)| (*n, *w) == (name, with)).expect("it was tried");
    // "Cannot tell", because the pretended kernel lacks the enum of program types.
    assert_eq!(of("in_module", true).3, "cannot tell, and only when first is loaded");
    assert_eq!(of("in_module", false).2, ReloVerdict::Poisoned);
    assert_eq!(of("differ", true).2, ReloVerdict::Refused);
    assert_eq!(of("two", true).2, ReloVerdict::Changed);
    // Two modules have the same type: one is enough.
    assert_eq!(of("two", true).3, "cannot tell, and only when second or another is loaded");
    assert_eq!((of("kernels", true).2, of("kernels", false).2), (ReloVerdict::Changed, ReloVerdict::Changed));
    assert_eq!((of("only_forward", true).2, of("a_union", true).2), (ReloVerdict::Absent, ReloVerdict::Absent));
}
