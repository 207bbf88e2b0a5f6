//! The models of Programs, on the sample that the page brings.

use bpf::Object;
use model::program::{Goes, ListingRow, NoteKind, Program};

fn sample() -> Program {
    let bytes: &[u8] = include_bytes!("../../../../static/samples/sample.bpf.o");
    Program::new(Object::parse(bytes).expect("the sample"))
}

#[test]
fn functions_are_listed() {
    let rows: Vec<String> = sample()
        .functions()
        .into_iter()
        .map(|f| {
            let kind = f.kind();
            let (target, source) = (f.target.unwrap_or_default(), f.source.unwrap_or_default());
            format!(
                "{} | {} | {kind} | {target} | {} | {source}:{} | {}",
                f.name, f.section, f.slots, f.line, f.core_relos
            )
        })
        .collect();
    assert_eq!(
        rows,
        [
            "on_connect | fentry/tcp_connect | tracing, trace_fentry | tcp_connect | 29 | sample.bpf.c:85 | 4",
            "on_exit | tp_btf/sched_process_exit | tracing, trace_raw_tp | sched_process_exit | 18 | sample.bpf.c:103 | 3",
        ]
    );
}

/// Of `on_connect` three instructions are loads of 64-bit constants, which take two slots; of `on_exit` one is.
#[test]
fn instructions_are_counted_and_not_their_slots() {
    let program = sample();
    let listed = |function| {
        let rows = program.listing(function).rows;
        rows.iter().filter(|row| matches!(row, ListingRow::Insn(_))).count()
    };
    let counted = program.functions().into_iter().map(|row| row.instructions as usize);
    assert_eq!(counted.collect::<Vec<_>>(), [26, 17]);
    assert_eq!([0, 1].map(listed), [26, 17]);
    let (drawing, _) = program.calls();
    let details: Vec<&str> = drawing.nodes.iter().map(|node| node.detail.as_str()).collect();
    assert_eq!(details[..2], ["tracing · 26 instructions", "tracing · 17 instructions"]);
}

#[test]
fn a_badge_is_the_program_type_or_the_first_word_of_a_tracing_section() {
    let rows = sample().functions();
    let badge = |section: &str, program_type: &str, is_program| {
        let row = model::program::FunctionRow {
            section: section.into(),
            program_type: program_type.into(),
            is_program,
            ..rows[0].clone()
        };
        row.badge().to_owned()
    };
    assert_eq!(badge("fentry/tcp_connect", "tracing", true), "fentry");
    assert_eq!(badge("?fexit.s/tcp_connect", "tracing", true), "fexit");
    assert_eq!(badge("raw_tp/sched_process_exit", "raw_tracepoint", true), "raw_tracepoint");
    assert_eq!(badge("", "tracing", true), "tracing");
    assert_eq!(badge(".text", "", false), "function");
    assert_eq!(rows.iter().map(|f| f.badge()).collect::<Vec<_>>(), ["fentry", "tp_btf"]);
}

#[test]
fn the_link_of_a_note_shows_a_type_or_what_the_note_means() {
    let target = |type_id, goes| {
        let text = "reads task_struct".to_owned();
        model::program::Note { kind: NoteKind::Core, text, link: 6..17, goes, type_id, record: None }.target()
    };
    assert_eq!(target(None, None), None);
    assert_eq!(target(None, Some(Goes::Core(3))), None);
    let id = btf::TypeId(7);
    assert_eq!(target(Some(id), Some(Goes::Core(3))), Some((Goes::Type(id), "Show the type")));
    assert_eq!(target(None, Some(Goes::Slot(5))), Some((Goes::Slot(5), "Show what it means")));
}

/// The calls are those for one program and all maps. `crates/syscalls` compares their values with libbpf's.
#[test]
fn the_calls_around_a_program_are_those_of_its_loader() {
    let calls = sample().loader_calls(1, "sample.bpf.o");
    let commands: Vec<&str> = calls.load.iter().map(|call| call.command.as_str()).collect();
    assert_eq!(commands.first(), Some(&"BPF_BTF_LOAD"));
    assert_eq!(commands[commands.len() - 3..], ["BPF_PROG_LOAD", "BPF_PROG_BIND_MAP", "BPF_PROG_BIND_MAP"]);
    assert_eq!(commands.iter().filter(|command| **command == "BPF_PROG_LOAD").count(), 1);
    let value = |command: &str, about: &str, name: &str| {
        let call = calls.load.iter().find(|call| call.command == command && call.about == about)?;
        call.attributes.iter().find(|a| a.name == name).map(|a| a.value.clone())
    };
    assert_eq!(value("BPF_BTF_LOAD", "BTF", "btf_size").as_deref(), Some("2881"));
    assert_eq!(value("BPF_MAP_CREATE", "events", "btf_value_type_id").as_deref(), Some("11"));
    assert_eq!(
        value("BPF_MAP_CREATE", "sample.rodata", "map_flags").as_deref(),
        Some("BPF_F_RDONLY_PROG|BPF_F_MMAPABLE")
    );
    assert_eq!(value("BPF_PROG_LOAD", "on_exit", "prog_btf_fd").as_deref(), Some("the result of call 1"));
    assert!(calls.ask.iter().any(|call| call.command == "BPF_OBJ_GET_INFO_BY_FD"));
    assert!(sample().loader_calls(7, "sample.bpf.o").load.is_empty());
}

#[test]
fn a_listing_has_lines_jumps_and_links() {
    let program = sample();
    let listing = program.listing(0);
    let insn = |slot| listing.insn(slot).unwrap();
    // Each instruction has bytes of its own in the file, which follow those of the instruction before it.
    let insns = listing.rows.iter().filter_map(|row| match row {
        ListingRow::Insn(insn) => Some(insn),
        ListingRow::Source(_) => None,
    });
    let mut end = None;
    for i in insns {
        assert!(end.is_none_or(|end| end == i.bytes.start));
        assert_eq!(program.object().bytes()[i.bytes.start as usize], i.insn.code);
        end = Some(i.bytes.end);
    }
    assert_eq!((insn(6).text(), insn(7).slot), ("r1 = 0x0".to_owned(), 6), "LDIMM64 takes two slots");
    assert_eq!((insn(9).jump, insn(27).is_target, insn(26).is_target), (Some(27), true, false));
    let map = &insn(6).notes[0];
    assert_eq!((map.kind, map.text.as_str()), (NoteKind::Elf, "map events"));
    assert_eq!(map.text.get(map.link.clone()), Some("events"));
    assert_eq!(map.goes, Some(Goes::Data("events".to_owned())));
    let core = &insn(2).notes[0];
    assert_eq!(core.text.get(core.link.clone()), Some("struct task_struct"), "{}", core.text);
    assert_eq!((core.kind, core.goes.clone()), (NoteKind::Core, Some(Goes::Core(0))));
    assert_eq!(program.object().btf().unwrap().get(core.type_id.unwrap()).unwrap().name(), "task_struct");
    assert_eq!(program.records()[0].range, core.record.unwrap());
    assert!(program.listing(99).rows.is_empty());
    assert_eq!(listing.row_of(2).map(|row| matches!(listing.rows[row], ListingRow::Insn(_))), Some(true));
}

#[test]
fn maps_and_globals_are_listed() {
    let data = sample().data();
    assert_eq!(data.license.as_deref(), Some("Dual MIT/GPL"));
    let maps: Vec<_> = data.maps.iter().map(|m| (m.name.as_str(), m.kind.as_str(), m.max_entries)).collect();
    assert_eq!(maps.len(), 1, "{maps:?}");
    assert_eq!(maps[0].0, "events");
    assert!(data.maps[0].key.as_ref().is_some_and(|k| k.name == "u32") && data.maps[0].problems.is_empty());
    let names: Vec<_> =
        data.sections.iter().map(|s| (s.name.as_str(), s.about.as_str(), s.size, s.size_in_file)).collect();
    assert_eq!(names[0], (".bss", "a map", Some(8), Some(0)));
    let port = data.sections.iter().flat_map(|s| &s.variables).find(|v| v.name == "watched_port").unwrap();
    assert_eq!((port.value.as_deref(), port.size, port.bytes.len()), (Some("443"), 2, 2));
    // The same numbers in words, as the page shows them.
    let variables: usize = names.len();
    assert!(data.variables() >= variables && data.counts() == format!("1 map, {} variables", data.variables()));
    assert_eq!(data.sections[0].facts(), " · 8 B (0 in the file) · a map");
    assert_eq!(port.place(), "0");
    assert_eq!(model::program::GlobalRow { offset_in_file: Some(4), ..port.clone() }.place(), "0 (4 in the file)");
    assert_eq!(model::program::GlobalRow { value: None, ..port.clone() }.place(), "");
}

/// libbpf creates no map for the section of `later`, because the name begins with `?`.
#[test]
fn optional_operations_are_told_from_others() {
    let bytes: &[u8] = include_bytes!("../../../../tests/fixtures/bin/stories-later.clang.bpfel.o");
    let data = Program::new(Object::parse(bytes).expect("an object")).data();
    let of: Vec<_> = data.sections.iter().map(|s| (s.name.as_str(), s.about.as_str())).collect();
    assert!(of.contains(&(".struct_ops", "operations that programs implement")), "{of:?}");
    let optional = "operations that programs implement; loaders create them only if told to";
    assert!(of.contains(&("?.struct_ops.link", optional)), "{of:?}");
}

#[test]
fn the_loader_s_view_meets_the_kernel_s_demands() {
    let load = sample().load(0);
    let parts: Vec<_> = load.functions.iter().map(|p| (p.name.as_str(), p.at, p.slots)).collect();
    assert_eq!(parts, [("on_connect", 0, 29)]);
    assert_eq!((load.func_infos.len(), load.func_infos[0].passed), (1, 0));
    // Offsets are in bytes in the file, and in slots of 8 bytes when they are passed.
    assert!(load.line_infos.iter().all(|l| l.passed == l.in_file / 8));
    assert_eq!(load.demands.len(), 7);
    assert!(load.demands.iter().all(|(_, broken)| broken.is_none()), "{:?}", load.demands);
}
