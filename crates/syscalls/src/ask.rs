//! The calls by which a tool asks the kernel for loaded objects: ids, file descriptors, info, and the BTF by its
//! `btf_id`.

use crate::call::{Call, Command, Value, add, kernel};

/// A field of the info that the kernel returns, and the attribute of the loading call that gives its value.
type Back = (&'static str, &'static str);

/// The fields of a map's info.
const MAP: [Back; 8] = [
    ("type", "map_type"),
    ("key_size", "key_size"),
    ("value_size", "value_size"),
    ("max_entries", "max_entries"),
    ("map_flags", "map_flags"),
    ("name", "map_name"),
    ("btf_key_type_id", "btf_key_type_id"),
    ("btf_value_type_id", "btf_value_type_id"),
];

/// The fields of a program's info.
const PROGRAM: [Back; 6] = [
    ("type", "prog_type"),
    ("name", "prog_name"),
    ("nr_func_info", "func_info_cnt"),
    ("func_info_rec_size", "func_info_rec_size"),
    ("nr_line_info", "line_info_cnt"),
    ("line_info_rec_size", "line_info_rec_size"),
];

/// The calls of a tool that looks at the first program and the first map that were loaded with BTF.
pub(crate) fn calls(first: usize, loaded: &[Call]) -> Vec<Call> {
    let mut calls = Vec::new();
    let mut with_btf = false;
    for (what, next, by_id, start, id, fields) in [
        (
            Command::ProgLoad,
            Command::ProgGetNextId,
            Command::ProgGetFdById,
            "an id of a program",
            "prog_id",
            &PROGRAM[..],
        ),
        (Command::MapCreate, Command::MapGetNextId, Command::MapGetFdById, "an id of a map", "map_id", &MAP[..]),
    ] {
        let Some(made) = loaded.iter().find(|call| call.command == what && typed(call)) else { continue };
        with_btf = true;
        let ids = add(&mut calls, first, |n| {
            Call::new(n, next, &made.about)
                .with("start_id", 0u32)
                .note("then the id from the last answer, until ENOENT")
                .answers("next_id", kernel(start))
        });
        let fd = add(&mut calls, first, |n| Call::new(n, by_id, &made.about).with(id, Value::Of(ids)));
        add(&mut calls, first, |n| {
            let mut call = Call::new(n, Command::ObjGetInfoByFd, &made.about).with("bpf_fd", Value::Of(fd));
            for (field, passed) in fields {
                if let Some(value) = made.value(passed) {
                    call = call.answers(field, value.clone());
                }
            }
            call.answers("btf_id", kernel("the id of the BTF"))
        });
    }
    let btf = loaded.iter().find(|call| call.command == Command::BtfLoad).filter(|_| with_btf);
    if let Some(size) = btf.and_then(|call| call.value("btf_size")) {
        let fd = add(&mut calls, first, |n| {
            Call::new(n, Command::BtfGetFdById, "BTF").with("btf_id", kernel("the btf_id of the info above"))
        });
        add(&mut calls, first, |n| {
            let call = Call::new(n, Command::ObjGetInfoByFd, "BTF").with("bpf_fd", Value::Of(fd));
            call.answers("btf", Value::Text("the bytes that were loaded".to_owned())).answers("btf_size", size.clone())
        });
    }
    calls
}

/// Whether the call passes BTF to the kernel.
fn typed(call: &Call) -> bool {
    let field = if call.command == Command::ProgLoad { "prog_btf_fd" } else { "btf_fd" };
    matches!(call.value(field), Some(Value::Of(_)))
}
