//! Loads a whole object through libbpf, as a loader would, and prints the records that libbpf made for each program.
//! `tests/calls.rs` watches its system calls, `tests/logs.rs` reads its logs. Nothing is attached or pinned.
//!
//! `load_object OBJECT log` prints the verifier's log of each program instead, in libbpf's form for a refused program.
//!
//! Without `log`, it prints a line for each record: `func_info PROGRAM INSN TYPE`, `line_info PROGRAM INSN FILE LINE
//! COLUMN`.

use std::ffi::{CStr, CString};
use std::process::ExitCode;
use std::{env, ptr, slice};

use libbpf_sys as sys;

fn main() -> ExitCode {
    let Some(path) = env::args().nth(1).and_then(|path| CString::new(path).ok()) else {
        eprintln!("usage: load_object OBJECT [log]");
        return ExitCode::from(2);
    };
    let with_log = env::args().nth(2).is_some_and(|word| word == "log");
    // SAFETY: all handles are from libbpf. The records are read before the object is closed, and no more of them than
    // libbpf counts.
    unsafe {
        let object = sys::bpf_object__open_file(path.as_ptr(), ptr::null());
        if object.is_null() {
            return ExitCode::from(2);
        }
        let mut map = sys::bpf_object__next_map(object, ptr::null());
        while !map.is_null() {
            sys::bpf_map__set_pin_path(map, ptr::null());
            map = sys::bpf_object__next_map(object, map);
        }
        let mut logs = Vec::new();
        let mut program = sys::bpf_object__next_program(object, ptr::null_mut());
        while with_log && !program.is_null() {
            let mut log = vec![0u8; 1 << 22];
            sys::bpf_program__set_log_buf(program, log.as_mut_ptr().cast(), log.len() as sys::size_t);
            sys::bpf_program__set_log_level(program, 2);
            logs.push((program, log));
            program = sys::bpf_object__next_program(object, program);
        }
        if sys::bpf_object__load(object) != 0 {
            sys::bpf_object__close(object);
            return ExitCode::FAILURE;
        }
        for (program, log) in &logs {
            let name = CStr::from_ptr(sys::bpf_program__name(*program)).to_string_lossy();
            let log = CStr::from_bytes_until_nul(log).map(CStr::to_string_lossy).unwrap_or_default();
            println!("libbpf: prog '{name}': -- BEGIN PROG LOAD LOG --\n{log}-- END PROG LOAD LOG --");
        }
        let mut program = sys::bpf_object__next_program(object, ptr::null_mut());
        while !with_log && !program.is_null() {
            print_records(program);
            program = sys::bpf_object__next_program(object, program);
        }
        sys::bpf_object__close(object);
    }
    ExitCode::SUCCESS
}

/// # Safety
/// The program belongs to an open object.
unsafe fn print_records(program: *mut sys::bpf_program) {
    // SAFETY: as above.
    unsafe {
        let name = CStr::from_ptr(sys::bpf_program__name(program)).to_string_lossy().into_owned();
        if sys::bpf_program__fd(program) < 0 {
            return;
        }
        let (funcs, count) = (sys::bpf_program__func_info(program), sys::bpf_program__func_info_cnt(program));
        if !funcs.is_null() {
            for f in slice::from_raw_parts(funcs, count as usize) {
                println!("func_info {name} {} {}", f.insn_off, f.type_id);
            }
        }
        let (lines, count) = (sys::bpf_program__line_info(program), sys::bpf_program__line_info_cnt(program));
        if !lines.is_null() {
            for l in slice::from_raw_parts(lines, count as usize) {
                println!("line_info {name} {} {} {} {}", l.insn_off, l.file_name_off, l.line_off, l.line_col);
            }
        }
    }
}
